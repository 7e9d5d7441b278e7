#!/usr/bin/env bash
# Enormous methods, as generators of code make them: a report asks each question about a body once, so that its time
# grows with the size of the body and no faster. With a question that looks at the whole body for each branch, one such
# report takes minutes.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

LIMIT=1.0 # seconds of processor time for the report of one such method alone
kinds=(switches:10000 nested:10000 branches:30000 awaits:5000 operands:1000 labels:2000 texts:2000 patterns:1000
    loops:4000 handlers:2000)

program=$WORK/giants
python3 "$ROOT/tests/tools/make_giants.py" "$program" "${kinds[@]}" && cp "$TARGETS"/Directory.Build.* "$program" || exit 1

# spend COMMAND...: its processor time in seconds, into SPENT and a file, for checks are subshells; its output is shown
# when it fails.
spend() {
    local output
    TIMEFORMAT='%U %S'
    output=$({ time "$@" >"$WORK/output.txt" 2>&1; } 2>&1) || { cat "$WORK/output.txt"; return 1; }
    SPENT=$(awk '{ print $1 + $2 }' <<<"$output")
    echo "$SPENT" >"$WORK/spent"
}
is_most() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a <= b) }' || { echo "$1 s, not $2"; return 1; }; }
# The command takes at most LIMIT; one of three tries counts, for others use the processor's caches, too.
is_soon() {
    local try
    for try in 1 2 3; do
        spend "$@" || return 1
        [ "$try" -lt 3 ] && is_most "$SPENT" "$LIMIT" >/dev/null && return 0
    done
    is_most "$SPENT" "$LIMIT"
}

# Compiling them is most of the time: a short run has one build.
for config in $(short_or_full Release "Debug Release"); do
    build "$program" $config || continue
    dll=$program/bin/$config/net10.0/Giants.dll
    check "giants $config: a run" "$CLRCOV" run -q --root "$WORK" -o "$WORK/run.xml" -- dotnet "$dll"
    for kind in "${kinds[@]}"; do
        name=${kind%%:*} size=${kind##*:}
        class=${name^}$size
        check "giants $config: the report of $size $name takes at most $LIMIT s" is_soon \
            "$CLRCOV" report -q --root "$WORK" --include "type:Giants.$class" -o "$WORK/$class.xml"
        echo "# $config: $size $name: $(<"$WORK/spent") s"
        check "giants $config: $size $name are decisions" grep -q 'branch="true"' "$WORK/$class.xml"
    done
done

# In the process, with the report of all of them.
dll=$program/bin/Release/net10.0/Giants.dll
called=(Switches10000 Nested10000 Branches30000 Awaits5000)
spend dotnet "$dll" "${called[@]}" && plain=$SPENT && cp "$WORK/output.txt" "$WORK/plain.txt"
spend "$CLRCOV" run -q --root "$WORK" -o "$WORK/run.xml" -- dotnet "$dll" "${called[@]}" && measured=$SPENT
echo "# all in one process: $plain s, measured $measured s"
check "giants: the output is that of a plain run" diff "$WORK/plain.txt" "$WORK/output.txt"
check "giants: the process is in time" is_most "$measured" "$(awk -v plain="$plain" 'BEGIN { print 3 * plain + 4 }')"
