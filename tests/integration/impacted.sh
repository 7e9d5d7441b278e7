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

# --- a run of one of two projects ----------------------------------------------------------------------------------
two=$WORK/two
make_two() {
    mkdir -p "$two/Lib" "$two/One" "$two/Two" && cd "$two" || return 1
    echo '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>' >Lib/Lib.csproj
    echo 'public static class Lib { public static int Next(int x) => x + 1; }' >Lib/Lib.cs
    local name
    for name in One Two; do
        sed -e '/ProjectReference/d; /Compile /d; /Content /d' -e 's|</ItemGroup>|<ProjectReference Include="../Lib/Lib.csproj" /></ItemGroup>|' \
            -e 's|<NewtonsoftVersion.*|<TargetFramework>net10.0</TargetFramework>|' "$ROOT/tests/impacted/Tests/Tests.csproj" >"$name/$name.csproj"
        printf 'namespace %s;\npublic class Tests\n{\n    [Xunit.Fact] public void Nexts() => Xunit.Assert.Equal(2, Lib.Next(1));\n%s}\n' "$name" \
            '    [Xunit.Fact] public void Alone() => Xunit.Assert.Equal(3, 3);
' >"$name/Tests.cs"
    done
    echo '<Solution><Project Path="One/One.csproj" /><Project Path="Two/Two.csproj" /></Solution>' >All.slnx
}
impacted_run() { # OUTPUT PROJECT OPTION...: what clrcov says of the suites
    local output=$1 project=$2
    shift 2
    (cd "$two" && "$CLRCOV" run -q --root "$two" "$@" -- dotnet test "$project" --nologo) >"$output.log" 2>&1
    grep -oE '(One|Two): .*' "$output.log" | grep -E 'affected|all tests' | sort >"$output"
}
if is_full; then
    make_two
    impacted_run "$WORK/first" All.slnx --per-test
    sed -i 's/x + 1/1 + x/' "$two/Lib/Lib.cs"
    impacted_run "$WORK/one" One/One.csproj --impacted --per-test
    check "a run of one project: its test" grep -qx 'One: 1 of 2 tests are affected' "$WORK/one"
    impacted_run "$WORK/other" Two/Two.csproj --impacted --per-test
    check "a project that did not run then has no map: all its tests" grep -q '^Two: all tests: no run of it is known' "$WORK/other"
    impacted_run "$WORK/both" All.slnx --impacted --per-test
    sed -i 's/Equal(3, 3)/Equal(4, 4)/' "$two/One/Tests.cs"
    impacted_run "$WORK/own" All.slnx --impacted --per-test
    check "a change of one test assembly" diff "$WORK/own" - <<'END'
One: 1 of 2 tests are affected
Two: 0 of 2 tests are affected
END
    sed -i 's/Equal(3, 3)/Equal(4, 4)/' "$two/Two/Tests.cs"
    impacted_run "$WORK/idle" All.slnx --impacted --per-test
    check "the renewed map has the assemblies of the project of which nothing ran" diff "$WORK/idle" - <<'END'
One: 0 of 2 tests are affected
Two: 1 of 2 tests are affected
END
fi
