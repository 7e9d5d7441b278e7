#!/usr/bin/env bash
# One report for a solution: two test projects at once, two target frameworks of a library, one truth.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

solution=$EXAMPLES/xunit-solution
run_tests() { # OUTPUT CONFIG OPTIONS...
    local output=$1 config=$2
    shift 2
    (cd "$solution" && "$CLRCOV" run -q -o "$output" "$@" -- dotnet test -c "$config" --nologo --no-build -m:2)
}
total() { "$CLRCOV" report -o "$WORK/again.xml" 2>&1 | sed -n 's/^Total coverage: //p'; }

for config in Debug Release; do
    build "$solution" "$config" || continue
    plan=$WORK/plan-$config.xml
    check "solution $config: dotnet test under clrcov" run_tests "$plan" "$config"
    check "solution $config: equals the marks" check_marks --config "$config" "$plan" "$solution"
    check "solution $config: with the oracle" run_tests "$WORK/all-$config.xml" "$config" --probe-all
    check "solution $config: plan and oracle agree" same_report "$plan" "$WORK/all-$config.xml"
    check "solution $config: --hits exact" run_tests "$WORK/exact-$config.xml" "$config" --hits exact
    check "solution $config: exact equals the marks" check_marks --config "$config" "$WORK/exact-$config.xml" "$solution"
    check "solution $config: test assemblies are left out" test -z "$(grep -o 'package name="[^"]*Tests"' "$plan")"
    check "solution $config: --include-tests takes them in" run_tests "$WORK/tests-$config.xml" "$config" --include-tests
    check "solution $config: they are in then" grep -q 'package name="[^"]*Tests"' "$WORK/tests-$config.xml"
done

# The process leaves test assemblies alone unless the run measures them.
methods_of() { # NAME: the methods of an assembly that the last run instrumented
    local file
    for file in "$(cat "$WORK/session")"/p-*.cov; do
        "$CLRCOV" dump "$file"
    done | awk -v name="$1:" '/^module /{is[$2] = $3 == name} /^method /{n += is[$2]; if (!($2 in is)) exit 1} END{print n + 0}'
}
noting_session() { # OPTIONS...
    (cd "$solution" && "$CLRCOV" run -q -o "$WORK/noted.xml" "$@" -- sh -c 'echo "$CLRCOV_SESSION" >"$0"; exec "$@"' "$WORK/session" \
        dotnet test -c Debug --nologo --no-build -m:2)
}
again() { (cd "$solution" && "$CLRCOV" report -v --include-tests -o "$WORK/again.xml" "$(cat "$WORK/session")" 2>&1); }
tests=$(sed -n 's/.*package name="\([^"]*Tests\)".*/\1/p' "$WORK/tests-Debug.xml" | head -1)
check "solution: a run without --include-tests" noting_session
check "solution: no method of $tests is instrumented" test "$(methods_of "$tests")" = 0
check "solution: a report cannot show $tests then" eval "again | grep -q '$tests: test assembly: .* the run did not measure test assemblies'"
check "solution: and does not" test -z "$(grep -o 'package name="[^"]*Tests"' "$WORK/again.xml")"
check "solution: no method of a test tool is instrumented" test "$(methods_of xunit.core)$(methods_of testhost)" = 00
check "solution: a report names test tools" eval "again | grep -q '  testhost: third-party: tests run with it'"
check "solution: a run with --without-sources keep" noting_session --without-sources keep
check "solution: methods of a test tool are instrumented then" test "$(methods_of testhost)" -gt 0
check "solution: a run with --include-tests" noting_session --include-tests
check "solution: methods of $tests are instrumented" test "$(methods_of "$tests")" -gt 0
check "solution: a report shows $tests then" eval "again >/dev/null && grep -q 'package name=\"$tests\"' '$WORK/again.xml'"

# Each (file, line) counts once in the totals.
unique_lines() {
    python3 - "$1" <<'EOF'
import sys, xml.etree.ElementTree as ET
root = ET.parse(sys.argv[1]).getroot()
lines = {}
for cls in root.iter("class"):
    for line in cls.find("lines"):
        key = (cls.get("filename"), int(line.get("number")))
        lines.setdefault(key, set()).add((int(line.get("hits")) > 0, line.get("condition-coverage")))
covered = sum(1 for states in lines.values() if any(hit for hit, _ in states))
assert all(len(states) == 1 for states in lines.values()), "repeated lines differ"
assert int(root.get("lines-valid")) == len(lines), (root.get("lines-valid"), len(lines))
assert int(root.get("lines-covered")) == covered, (root.get("lines-covered"), covered)
EOF
}
check "solution: totals count each line once" unique_lines "$WORK/plan-Debug.xml"

# --- A project that no test loads -----------------------------------------------------------------------------
mkdir -p "$WORK/more/src/Legacy"
cp -r "$solution"/{Directory.Build.props,XunitSolution.slnx,src,tests} "$WORK/more/"
printf '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><AssemblyName>Shop.Legacy</AssemblyName></PropertyGroup></Project>\n' \
    >"$WORK/more/src/Legacy/Legacy.csproj"
sed -i 's|</Solution>|<Project Path="src/Legacy/Legacy.csproj" /></Solution>|' "$WORK/more/XunitSolution.slnx"
(cd "$WORK/more" && "$CLRCOV" run --map "$solution=$WORK/more" -o "$WORK/more.xml" -- dotnet test -c Debug --nologo --no-build -m:2) >"$WORK/more.log" 2>&1
check "a project that no test loads is named" grep -q '^clrcov: Shop.Legacy: no test loads this project' "$WORK/more.log"
check "the others are not" [ "$(grep -c 'no test loads' "$WORK/more.log")" -eq 1 ]
