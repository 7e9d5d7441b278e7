#!/usr/bin/env bash
# Enormous methods, as generators of code make them: the time of a report grows with their size and no faster, and the
# process that runs them has its coverage in time, too.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

LIMIT=1.0 # seconds of the processor, for the report of one such method alone
kinds=(switches:10000 nested:10000 branches:30000 awaits:5000 operands:1000 labels:2000 texts:2000 patterns:1000
    loops:4000 handlers:2000)

program=$WORK/giants
wanted=()
for kind in "${kinds[@]}"; do wanted+=("$kind" "${kind%%:*}:$((${kind##*:} / 2))"); done
python3 "$ROOT/tests/tools/make_giants.py" "$program" "${wanted[@]}" && cp "$TARGETS"/Directory.Build.* "$program" || exit 1

# The processor time of a command that must succeed, in seconds, into SPENT; its output is shown when it fails.
spend() {
    local output
    TIMEFORMAT='%U %S'
    output=$({ time "$@" >"$WORK/output.txt" 2>&1; } 2>&1) || { cat "$WORK/output.txt"; return 1; }
    SPENT=$(awk '{ print $1 + $2 }' <<<"$output")
}
is_most() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a <= b) }'; }

# report_of CLASS: what the report of this class alone takes.
report_of() { spend "$CLRCOV" report -q --root "$WORK" --include "type:Giants.$1" -o "$WORK/$1.xml"; }

for config in Debug Release; do
    build "$program" $config || continue
    dll=$program/bin/$config/net10.0/Giants.dll
    check "giants $config: a run" "$CLRCOV" run -q --root "$WORK" -o "$WORK/run.xml" -- dotnet "$dll"
    for kind in "${kinds[@]}"; do
        name=${kind%%:*} size=${kind##*:}
        report_of "${name^}$((size / 2))" && half=$SPENT && report_of "${name^}$size" && whole=$SPENT ||
            { not_ok "giants $config: a report of $kind"; continue; }
        echo "# $config: $size $name: $whole s, half as many $half s"
        if is_most "$whole" "$LIMIT"; then ok "giants $config: the report of $size $name takes at most $LIMIT s"; else
            not_ok "giants $config: the report of $size $name takes at most $LIMIT s" "$whole s"; fi
        if is_most "$whole" "$(awk -v half="$half" 'BEGIN { print 3 * half + 0.1 }')"; then
            ok "giants $config: twice as many $name, at most three times the time"; else
            not_ok "giants $config: twice as many $name, at most three times the time" "$whole s, half as many $half s"; fi
        grep -q 'branch="true"' "$WORK/${name^}$size.xml" || not_ok "giants $config: $size $name have branches"
    done
done

# In the process: what measuring adds to a plain run, the report of all of them included.
dll=$program/bin/Release/net10.0/Giants.dll
called=(Switches10000 Nested10000 Branches30000 Awaits5000)
spend dotnet "$dll" "${called[@]}" && plain=$SPENT && cp "$WORK/output.txt" "$WORK/plain.txt"
spend "$CLRCOV" run -q --root "$WORK" -o "$WORK/run.xml" -- dotnet "$dll" "${called[@]}" && measured=$SPENT
echo "# all in one process: $plain s, measured $measured s"
check "giants: the output is that of a plain run" diff "$WORK/plain.txt" "$WORK/output.txt"
is_most "$measured" "$(awk -v plain="$plain" 'BEGIN { print 2 * plain + 10 }')" && ok "giants: the process is in time" ||
    not_ok "giants: the process is in time" "$plain s, measured $measured s"
