#!/usr/bin/env bash
# clrcov impacted: changes of tests/impacted in one build, what their tests do and what clrcov says of them; forms of the answer,
# refusals. scripts/impacted-rules.sh plants each change alone, scripts/impacted-mutants.sh makes mutants.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

folder=$WORK/rules/now map=$WORK/rules/map.clrcov
asked() { (cd "$folder" && "$CLRCOV" impacted --root "$folder" "$@"); }

# --- changes -------------------------------------------------------------------------------------------------------
rules() { python3 "$ROOT/tests/impacted/rules.py" --clrcov "$CLRCOV" --work "$WORK/rules" -c "$config" "$@"; }
config=Debug
is_full && { rules --together; config=Release; rules --together --kind code --kind cache --kind equal; config=Debug; }
rules --short
is_full && check "mutants of a generated solution: no test that tells one is left out" \
    env CLRCOV="$CLRCOV" "$ROOT/scripts/impacted-mutants.sh" -g 1 -e 3

# --- forms of the answer -------------------------------------------------------------------------------------------
tests_of_json() { python3 -c '
import json, sys
for suite in json.load(sys.stdin)["suites"]:
    assert not suite["isAll"], suite
    for test in suite["tests"]:
        print(test["class"] + "." + test["method"])'; }
executed() { # FILE: names of the tests in a result file of VSTest, without rows
    grep -o 'className="[^"]*" name="[^"]*"' "$1" | sed 's/className="\([^"]*\)" name="\([^"(]*\).*"/\1.\2/' | sort -u; }
console() { dotnet exec "$(dotnet --list-sdks | sed -n "s/^$(dotnet --version) \[\(.*\)\]/\1/p")/$(dotnet --version)/vstest.console.dll" "$@"; }

# One of the changes removes a test: it is named, and is not there.
run_settings() {
    asked --session "$map" --format runsettings >"$WORK/chosen.runsettings"
    (cd "$folder" && console "Tests/bin/$config/net10.0/Impacted.Tests.dll" "/Settings:$WORK/chosen.runsettings" \
        "/ResultsDirectory:$WORK/results" "/Logger:trx;LogFileName=chosen.trx") || true
    diff <(executed "$WORK/results/chosen.trx") <(asked --session "$map" --format list | grep -v 'Removable.Goes$' | sort)
}

asked --session "$map" --json | tests_of_json >"$WORK/selected"
check "some tests are selected, and some left out" test "$(wc -l <"$WORK/selected")" -gt 20
check "the session has the same answer as its data file" diff <(asked --json) <(asked --session "$map" --json)
check "list: the tests of the JSON" diff "$WORK/selected" <(asked --session "$map" --format list)
check "vstest: a condition for each test" test "$(asked --session "$map" --format vstest | tr '|' '\n' | grep -c '^FullyQualifiedName=')" \
    = "$(wc -l <"$WORK/selected")"
check "runsettings: VSTest runs these tests" run_settings
check "explain: a test that runs" grep -q 'Adder.Sum(.*) changed' <(asked --session "$map" --explain Sums)
check "explain: a test that need not run" grep -q 'need not run' <(asked --session "$map" --explain Impacted.Other.OtherTests.Time)
check "text: how many of how many" grep -Eq '^Impacted.Other .*: 0 of 2 tests$' <(asked --session "$map")
exits "explain: no such test" 64 'no test has the name Absent' asked --session "$map" --explain Absent

# --- refusals ------------------------------------------------------------------------------------------------------
mkdir "$WORK/empty"
nothing() { (cd "$folder" && TMPDIR=$WORK/empty "$CLRCOV" impacted "$@"); }
exits "no run with --per-test" 64 'no session of clrcov run --per-test' nothing
(cd "$WORK" && "$CLRCOV" run -q --allow-empty -f data -o plain.clrcov -- true) 2>/dev/null
exits "a data file without tests" 64 'has no tests; make it with' nothing --session "$WORK/plain.clrcov"
exits "a file that is no data" 64 . nothing --session "$folder/global.json"
exits "a format that is not known" 64 "not 'xml'" nothing --format xml
exits "an operand" 64 'give the run with --session' nothing "$map"
