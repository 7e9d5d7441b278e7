#!/usr/bin/env bash
# The truth: every line and arm of the targets is as its source says, in Debug and Release, with the plan,
# with the oracle (--probe-all) and with the exact forms; plan and oracle give the same report.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

measure() { # OUTPUT DLL OPTIONS...
    local output=$1 dll=$2
    shift 2
    "$CLRCOV" run -q -o "$output" "$@" -- dotnet "$dll" >/dev/null
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
        for probe in default call inline; do
            check "$name $config runs exact ($probe)" measure "$out-$probe.xml" "$dll" --hits exact --probe "$probe"
            check "$name $config: exact ($probe) equals the marks" \
                check_marks --exact --config "$config" "$out-$probe.xml" "$dir"
        done
        # Threads that spin until they are told to stop do so a different number of times in each run.
        for probe in plan default call inline; do
            sed -E 's/ hits="[1-9][0-9]*"/ hits="1"/g' "$out-$probe.xml" >"$out-$probe-once.xml"
        done
        check "$name $config: exact and once cover the same" same_report "$out-plan-once.xml" "$out-inline-once.xml"
        for probe in call default; do
            check "$name $config: exact forms cover the same (inline, $probe)" \
                same_report "$out-$probe-once.xml" "$out-inline-once.xml"
        done
    done
done
