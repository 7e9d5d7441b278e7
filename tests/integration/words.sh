#!/usr/bin/env bash
# The sentences about arms that were not taken: each line of the targets whose mark says one has it from `clrcov explain`,
# in Debug and Release, with the plan and with the oracle.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

while read -r target config probes; do
    dir=$TARGETS/${target%%:*}
    build "$(echo "$dir"/*proj)" "$config" || continue
    options=()
    [ "$probes" = plan ] || options=(--probe-all)
    "$CLRCOV" run -q -o "$WORK/report.xml" "${options[@]}" -- dotnet "$dir/bin/$config/net10.0/${target##*:}.dll" >/dev/null
    check "${target##*:} $config, $probes: the sentences are those of the marks" \
        python3 "$ROOT/tests/integration/check_words.py" "$CLRCOV" "$WORK/report.xml" "$dir"
done < <(combinations "csharp:CSharpTargets fsharp:FSharpTargets vb:VbTargets" "Debug Release" "plan oracle")
