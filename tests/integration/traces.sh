#!/usr/bin/env bash
# Frames and line numbers of stack traces are those of a plain run, before and after tier-up.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

for config in Debug Release; do
    build "$TARGETS/traces" "$config" || continue
    dll=$TARGETS/traces/bin/$config/net10.0/Traces.dll
    dotnet "$dll" >"$WORK/plain-$config.txt"
    check "traces $config: there are traces with lines" grep -q ':line ' "$WORK/plain-$config.txt"
    "$CLRCOV" run -q -o "$WORK/t.xml" -- dotnet "$dll" >"$WORK/covered-$config.txt"
    check "traces $config: as in a plain run" diff "$WORK/plain-$config.txt" "$WORK/covered-$config.txt"
    "$CLRCOV" run -q --hits exact -o "$WORK/t.xml" -- dotnet "$dll" >"$WORK/exact-$config.txt"
    check "traces $config: as in a plain run, exact" diff "$WORK/plain-$config.txt" "$WORK/exact-$config.txt"
done
