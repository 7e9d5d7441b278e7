#!/usr/bin/env bash
# Frames and line numbers of stack traces are those of a plain run, before and after tier-up.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

for config in Debug Release; do
    build "$TARGETS/traces" "$config" || continue
    dll=$TARGETS/traces/bin/$config/net10.0/TraceTarget.dll
    dotnet "$dll" >"$WORK/plain-$config.txt"
    check "traces $config: there are traces with lines" grep -q ':line ' "$WORK/plain-$config.txt"
    "$CLRCOV" run -q -o "$WORK/t.xml" -- dotnet "$dll" >"$WORK/covered-$config.txt"
    check "traces $config: as in a plain run" diff "$WORK/plain-$config.txt" "$WORK/covered-$config.txt"
done

# Exact counting puts calls into the code. In optimised code, where the JIT knows lines at calls best, that makes
# some lines of a trace more precise than in the plain run; so only Debug is compared.
"$CLRCOV" run -q --hits exact -o "$WORK/t.xml" -- dotnet "$TARGETS/traces/bin/Debug/net10.0/TraceTarget.dll" >"$WORK/exact.txt"
check "traces Debug: as in a plain run, exact" diff "$WORK/plain-Debug.txt" "$WORK/exact.txt"
