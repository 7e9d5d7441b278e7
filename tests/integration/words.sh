#!/usr/bin/env bash
# The sentences about arms that were not taken: each line of the targets whose mark says one has it from `clrcov explain`,
# in Debug and Release, with the plan and with the oracle.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

for target in csharp:CSharpTargets fsharp:FSharpTargets vb:VbTargets; do
    dir=$TARGETS/${target%%:*}
    for config in Debug Release; do
        build "$(echo "$dir"/*proj)" "$config" || continue
        for probes in '' --probe-all; do
            # shellcheck disable=SC2086 # no option, or one
            "$CLRCOV" run -q -o "$WORK/report.xml" $probes -- dotnet "$dir/bin/$config/net10.0/${target##*:}.dll" >/dev/null
            check "${target##*:} $config${probes:+ with the oracle}: the sentences are those of the marks" \
                python3 "$ROOT/tests/integration/check_words.py" "$CLRCOV" "$WORK/report.xml" "$dir"
        done
    done
done
