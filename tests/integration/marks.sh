#!/usr/bin/env bash
# The truth: every line and arm of the targets is as its source says, in Debug and Release, with the plan,
# with the oracle (--probe-all) and with the exact forms; plan and oracle give the same report.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

measure() { # OUTPUT DLL OPTIONS...
    local output=$1 dll=$2
    shift 2
    "$CLRCOV" run -q -o "$output" "$@" -- dotnet "$dll" >/dev/null
}

# Forms of exact probes: each with one build in a short run, and the one that is taken by itself with both.
exact_forms() { # CONFIG
    if is_full; then
        echo default call inline
    elif [ "$name" != CSharpTargets ]; then
        echo default
    elif [ "$1" = Debug ]; then
        echo default call
    else
        echo default inline
    fi
}

for target in csharp:CSharpTargets fsharp:FSharpTargets fsharp-more:FSharpMore vb:VbTargets vb-more:VbMore toplevel:TopLevel \
    excluded:ExcludedParts; do
    dir=$TARGETS/${target%%:*}
    name=${target##*:}
    project=$(echo "$dir"/*proj)
    for config in Debug Release; do
        build "$project" "$config" || continue
        dll=$dir/bin/$config/net10.0/$name.dll
        out=$WORK/$name-$config
        check "$name $config runs" measure "$out-plan.xml" "$dll"
        check "$name $config: plan equals the marks" check_marks --config "$config" "$out-plan.xml" "$dir"
        check "$name $config runs with the oracle" measure "$out-all.xml" "$dll" --probe-all
        check "$name $config: plan and oracle agree" same_report "$out-plan.xml" "$out-all.xml"
        # Threads that spin until they are told to stop do so a different number of times in each run.
        sed -E 's/ hits="[1-9][0-9]*"/ hits="1"/g' "$out-plan.xml" >"$out-plan-once.xml"
        for probe in $(exact_forms "$config"); do
            check "$name $config runs exact ($probe)" measure "$out-$probe.xml" "$dll" --hits exact --probe "$probe"
            check "$name $config: exact ($probe) equals the marks" \
                check_marks --exact --config "$config" "$out-$probe.xml" "$dir"
            sed -E 's/ hits="[1-9][0-9]*"/ hits="1"/g' "$out-$probe.xml" >"$out-$probe-once.xml"
            check "$name $config: exact ($probe) and once cover the same" same_report "$out-plan-once.xml" "$out-$probe-once.xml"
        done
    done
done
