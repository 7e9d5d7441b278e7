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
# What the changes were made in is the only commit.
commit_base() {
    git -C "$folder" init -q
    git --git-dir="$folder/.git" --work-tree="$WORK/rules/base" add -A -- '*.cs'
    git --git-dir="$folder/.git" -c user.name=t -c user.email=t@example.com commit -qm base
}
commit_base
check "base: reasons name the line that changed" grep -Eq "Adder.Sum\(.*\) changed \(Library/Library.cs:[0-9]+\)" \
    <(asked --session "$map" --base HEAD --explain Sums)
check "base: the same tests" diff "$WORK/selected" <(asked --session "$map" --base HEAD --format list)
exits "base: no such revision" 64 'no-such-branch' asked --session "$map" --base no-such-branch
exits "explain: no such test" 64 'no test has the name Absent' asked --session "$map" --explain Absent

# --- clrcov run --impacted -------------------------------------------------------------------------------------------
# In the folder of the changed build, which is not built again. Some of the changes make tests fail: exit code 1.
tested() { # OPTIONS... -- WORDS...
    local options=()
    while [ "$1" != -- ]; do options+=("$1"); shift; done
    rm -rf "$WORK/ran"
    (cd "$folder" && "$CLRCOV" run --root "$folder" "${options[@]}" -- dotnet test "${@:2}" --no-build -c "$config" --nologo \
        --logger trx --results-directory "$WORK/ran") >"$WORK/run.log" 2>&1
}
ran() { cat /dev/null $(find "$WORK/ran" -name '*.trx' 2>/dev/null) | sed 's/<UnitTest /\n&/g' >"$WORK/ran.txt"; executed "$WORK/ran.txt"; }
selected() { grep -v 'Removable.Goes$' "$WORK/selected" | sort; }
formats=(-q -f "cobertura=$WORK/some.xml" -f "lcov=$WORK/some.info" -f "json=$WORK/some.json" -f "data=$WORK/some.clrcov")
lines_of() { sed -e 's/timestamp="[^"]*"//' -e '/^ *<!--/d' -e 's/<!--.*-->//' "$1"; }
left_out=$(asked --session "$map" --json | python3 -c 'import json, sys; print(sum(s["leftOut"] for s in json.load(sys.stdin)["suites"]))')

tested --impacted --impacted-data "$map" "${formats[@]}" -- CSharp.slnx
check "run: a failing test decides the exit code" test $? = 1
check "run: the selected tests ran, and no others" diff <(ran) <(selected)
check "run: it says how many of how many" grep -Eq '^clrcov: Impacted.Tests: [0-9]+ of [0-9]+ tests are affected$' "$WORK/run.log"
tested -q -f "cobertura=$WORK/all.xml" -- CSharp.slnx
check "run: everything ran" test "$(ran | wc -l)" -gt "$(wc -l <"$WORK/selected")"
check "run: the report is that of all tests" diff <(lines_of "$WORK/all.xml") <(lines_of "$WORK/some.xml")
mark="$left_out tests did not run"
check "run: Cobertura says how many tests did not run" grep -q "<!--$mark" "$WORK/some.xml"
check "run: a report of all tests does not" test "$(grep -c 'did not run' "$WORK/all.xml")" = 0
check "run: lcov and JSON say so" eval 'grep -q "^TN:tests_left_out_$left_out$" "$WORK/some.info" && grep -q "\"testsLeftOut\":$left_out," "$WORK/some.json"'
check "run: reports from the data file say so" eval '(cd "$folder" && "$CLRCOV" merge -q --root "$folder" -f "cobertura=$WORK/later.xml" \
    "$WORK/some.clrcov") && grep -q "<!--$mark" "$WORK/later.xml"'

touch -d 2001-01-01 "$WORK/some.xml"
tested --impacted --impacted-data "$map" "${formats[@]}" -- Other/Other.csproj
check "run: nothing is affected: exit code 0" test $? = 0
check "run: no test ran" test "$(ran | wc -l)" = 0
check "run: the earlier report stays" test "$(date -r "$WORK/some.xml" +%Y)" = 2001

# What the command runs beside the tests is measured as ever.
tool=$folder/.tool
mkdir -p "$tool"
echo '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><AssemblyName>Tool</AssemblyName><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>' \
    >"$tool/Tool.csproj"
echo 'System.Console.WriteLine(args.Length);' >"$tool/Program.cs"
with_tool() {
    build_tool build "$tool/Tool.csproj" -o "$tool/out" --nologo -v quiet || return 1
    (cd "$folder" && "$CLRCOV" run -q --root "$folder" --impacted --impacted-data "$map" -f "cobertura=$WORK/tool.xml" -- \
        sh -c "dotnet test Other/Other.csproj --no-build -c $config --nologo && dotnet $tool/out/Tool.dll") 2>&1
}
check "run: nothing is affected, and another program ran" with_tool
check "run: the report has that program" grep -q 'Program.cs' "$WORK/tool.xml"
rm -rf "$tool"

one=$(selected | head -1)
tested --impacted --impacted-data "$map" -q -f "cobertura=$WORK/one.xml" -- CSharp.slnx --filter "FullyQualifiedName=$one"
check "run: the user's own filter holds as well" diff <(ran) <(echo "$one")

tested --impacted --impacted-data "$map" --per-test -q -f "data=$WORK/renewed.clrcov" -- CSharp.slnx
check "run: with --per-test the selected tests ran" diff <(ran) <(selected)
failed() { sed -n 's/.*testName="\([^"(]*\)[^>]*outcome="Failed".*/\1/p' "$WORK/failed.txt" | sort -u; }
cat $(find "$WORK/ran" -name '*.trx') | sed 's/<UnitTestResult /\n&/g' >"$WORK/failed.txt"
asked --session "$WORK/renewed.clrcov" --json | python3 -c '
import json, sys
for suite in json.load(sys.stdin)["suites"]:
    for test in suite.get("tests", []):
        print(test["class"] + "." + test["method"], test["reason"], sep="\t")' | sort >"$WORK/doubted"
certain() { grep -v "	the last run failed, and\|	no run of it is known" "$WORK/doubted" | cut -f1; }
check "run: in its map tests that failed are affected" diff <(failed) <(certain)
check "run: so are tests with tear-down, which may have failed" grep -q "Disposed.*	the last run failed, and set-up" "$WORK/doubted"
check "run: so are no others" test "$(grep -vc "	the last run failed, and set-up\|	an exception left it" "$WORK/doubted")" = 0

mkdir -p "$WORK/empty"
no_map() { TMPDIR=$WORK/empty tested --impacted -q -f "cobertura=$WORK/none.xml" -- CSharp.slnx; }
is_full && { no_map; check "run: without a map everything runs, and it says why" grep -q 'everything runs: no session of' "$WORK/run.log"; }

# --- mutants -------------------------------------------------------------------------------------------------------
# A few of the library; scripts/impacted-mutants.sh makes thousands.
mutants() {
    python3 "$ROOT/tests/impacted/mutate/mutants.py" --clrcov "$CLRCOV" --work "$WORK/mutants" --log "$WORK/mutants.log" -c "$config" \
        --kind operator --kind return --kind constant --each 6 --root "$folder" "$folder/Library/Library.csproj" "$folder/Tests/Tests.csproj"
}
check "mutants: no test that tells one is left out" mutants
check "mutants: some are killed" test "$(grep -c '"result": "killed"' "$WORK/mutants.log")" -ge 4

# --- refusals ------------------------------------------------------------------------------------------------------
mkdir -p "$WORK/empty"
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
