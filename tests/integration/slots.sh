#!/usr/bin/env bash
# The compiler's own word: the decisions of Debug builds are those that the slot map of Edit and Continue implies, for the
# targets and, in a full run, for random programs. (tests/decisions/check_slots.py)
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# The program that lists decisions is one of the tests: builds for releases do not have it.
for preset in release dev asan; do
    [ -x "${ORDERS:-}" ] || ORDERS=$ROOT/build/$preset/bin/orders
done
check_slots() { python3 "$ROOT/tests/decisions/check_slots.py" --clrcov "$CLRCOV" --orders "$ORDERS" "$@"; }

dlls=()
for target in csharp:CSharpTargets vb:VbTargets vb-more:VbMore toplevel:TopLevel excluded:ExcludedParts; do
    folder=$TARGETS/${target%%:*}
    build "$(echo "$folder"/*proj)" Debug || continue
    dlls+=("$folder/bin/Debug/net10.0/${target##*:}.dll")
done
check "decisions of the targets are those of their slot maps" \
    check_slots --differences "$ROOT/tests/decisions/slots.txt" "${dlls[@]}"

# It can fail: by a difference that is not listed, and by a row that explains none.
echo 'Gone.cs switch without a place | switch (n) -- a row of the past' >"$WORK/listed.txt"
check_slots --differences "$WORK/listed.txt" "${dlls[0]}" >"$WORK/said.txt" &&
    not_ok "differences that are not explained are a failure"
check "a difference that is not listed is named" grep -q '^not listed: SwitchStatements.cs' "$WORK/said.txt"
check "a row that explains nothing is named" grep -q '^listed, but not there: Gone.cs' "$WORK/said.txt"

if is_full; then
    for language in csharp vb; do
        python3 "$ROOT/tests/random/random_programs.py" --clrcov "$CLRCOV" --language "$language" --seeds 1..3 --methods 60 \
            --keep "$WORK/$language" >/dev/null
        check "decisions of random programs in $language are those of their slot maps" \
            check_slots "$WORK/$language/1/bin/plainDebug/plainDebug.dll"
    done
fi
