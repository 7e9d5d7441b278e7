#!/usr/bin/env bash
# clrcov run --per-test: what each test of tests/per-test hits is what its mark says, at the same time as other tests and with
# --serial; what is refused; a test host that is killed. scripts/per-test.sh compares all frameworks with runs of each test alone.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

solution=$ROOT/tests/per-test
oracle() { python3 "$solution/oracle.py" "$@"; }
# Left out: what depends on the time that a machine has.
slow=(Various.TooSlow Background.Leaves Background.Follows)
filter='FullyQualifiedName!~TooSlow&FullyQualifiedName!~Background'

# run_tests FAMILY OUTPUT OPTIONS...: some tests fail, and shall. OUTPUT.session names the session.
run_tests() {
    local project=$solution/$1/$1.csproj output=$2
    shift 2
    (cd "$solution/library" && "$CLRCOV" run -q -f data -o "$output" --root "$ROOT" "$@" -- \
        sh -c 'echo "$CLRCOV_SESSION" >"$0"; exec "$@"' "$output.session" \
        dotnet test "$project" -c "$config" --nologo --no-build --filter "$filter") >"$output.log" 2>&1
    [ -s "$output" ] || { cat "$output.log"; return 1; }
}

# at_once OUTPUT LEAST: so many tests ran at the same time in some process.
at_once() {
    local file
    for file in "$(cat "$1.session")"/p-*.cov; do
        "$CLRCOV" dump "$file"
    done >"$1.dump"
    oracle at-once "$1.dump" "$2"
}

for row in $(short_or_full "xunit2:Debug nunit:Release" "xunit2:Debug xunit2:Release nunit:Debug nunit:Release mstest:Debug mstest:Release"); do
    family=${row%:*} config=${row#*:} name=${row/:/, }
    build "$solution/$family/$family.csproj" "$config" || continue
    data=$WORK/$family-$config.clrcov
    check "$name: runs" run_tests "$family" "$data" --per-test
    check "$name: each test has what its mark says" oracle marks "$data" "$family" --without "${slow[@]}"
    check "$name: tests at the same time" at_once "$data" 2
    check "$name: each test is told apart" oracle overlaps "$data"
    check "$name: runs with --serial" run_tests "$family" "${data%.clrcov}-serial.clrcov" --per-test --serial
    check "$name: each test has what its mark says with --serial" oracle marks "${data%.clrcov}-serial.clrcov" "$family" --without "${slow[@]}"
    check "$name: one test at a time" oracle overlaps "${data%.clrcov}-serial.clrcov"
    check "$name: a run without --per-test" run_tests "$family" "$WORK/plain.clrcov"
    check "$name: has the same totals" oracle totals "$data" "$WORK/plain.clrcov"
done

# --- assemblies and programs, which no project can be asked for ---------------------------------------------------------
# one_by_one NAME OUTPUT COMMAND...: some tests fail, and shall.
one_by_one() {
    local name=$1 output=$2
    shift 2
    "$CLRCOV" run --per-test --serial -f data -o "$output" --root "$ROOT" -- "$@" >"$output.log" 2>&1
    check "$name: clrcov says what it adds" grep -q 'clrcov adds' "$output.log"
    check "$name: one test at a time" oracle overlaps "$output"
}

one_by_one "dotnet test with an assembly" "$WORK/assembly.clrcov" \
    dotnet test "$solution/xunit2/bin/Debug/net10.0/PerTest.xunit2.dll" --filter "$filter"
if is_full && build "$solution/xunit3/xunit3.csproj" Debug; then
    without=(-class- Tests.Various -class- Tests.Background)
    one_by_one "a program of xunit.v3" "$WORK/program.clrcov" "$solution/xunit3/bin/Debug/net10.0/PerTest.xunit3" "${without[@]}"
    "$CLRCOV" run -q --per-test -f data -o "$WORK/dotnet-run.clrcov" --root "$ROOT" -- \
        dotnet run --no-build --project "$solution/xunit3/xunit3.csproj" -- "${without[@]}" >"$WORK/dotnet-run.log" 2>&1
    check "dotnet run of xunit.v3: one test at a time" oracle overlaps "$WORK/dotnet-run.clrcov"
fi

# --- merge ---------------------------------------------------------------------------------------------------------
config=Debug data=$WORK/xunit2-Debug.clrcov
merged() { "$CLRCOV" merge -q -o "$@"; }
check "the tests are left out of a run by a rule" run_tests xunit2 "$WORK/ruled.clrcov" --per-test --exclude '[PerTest.xunit2*]*'
check "and each has what its mark says" oracle marks "$WORK/ruled.clrcov" xunit2 --without "${slow[@]}"
check "merge: twice the same" merged "$WORK/twice.clrcov" "$data" "$data"
check "merge: is the same" oracle same "$data" "$WORK/twice.clrcov"
check "merge: two runs" merged "$WORK/both.clrcov" "$data" "$WORK/ruled.clrcov"
check "merge: two runs, and one of them again" merged "$WORK/again.clrcov" "$WORK/both.clrcov" "$data"
check "merge: adds nothing" oracle same "$WORK/both.clrcov" "$WORK/again.clrcov"

# --- who -----------------------------------------------------------------------------------------------------------
line=$(grep -n '//: derived-first' "$solution/library/Subject.cs" | cut -d: -f1)
asked() { (cd "$ROOT" && "$CLRCOV" who --session "$data" "$@"); }
check "who: of two classes that inherit a test, the one that runs the line" \
    test "$(asked "tests/per-test/library/Subject.cs:$line" | grep -c 'Child')" = 2
check "who: JSON names the same tests" eval 'asked --json "tests/per-test/library/Subject.cs:$line" | python3 -c "
import json, sys
found = json.load(sys.stdin)
assert {t[\"class\"] for t in found[\"tests\"] if \"Child\" in t[\"class\"]} == {\"Tests.FirstChild\"}, found"'
line=$(grep -n '//: arm$' "$solution/library/Subject.cs" | cut -d: -f1)
check "who: the test that takes each arm" eval 'asked --json "tests/per-test/library/Subject.cs:$line" | python3 -c "
import json, sys
found = json.load(sys.stdin)
names = {t[\"id\"]: t[\"method\"] for t in found[\"tests\"]}
arms = found[\"lines\"][0][\"branches\"][0][\"arms\"]
assert [[names[i] for i in arm[\"tests\"]] for arm in arms] == [[\"Yes\"], [\"No\"]], found"'
exits "who: a run without tests" 64 'recorded no tests' "$CLRCOV" who --session "$WORK/plain.clrcov"

# --- a process without tests ---------------------------------------------------------------------------------------
build "$EXAMPLES/hello" Debug
run_hello() { "$CLRCOV" run -q -f data -o "$1" "${@:2}" -- dotnet "$(find "$EXAMPLES/hello" -path '*/bin/Debug/*' -name '[A-Z]*.dll' | head -1)" >/dev/null; }
check "a program without tests" run_hello "$WORK/hello.clrcov" --per-test
check "the same without --per-test" run_hello "$WORK/hello-plain.clrcov"
check "they hit the same" oracle totals "$WORK/hello.clrcov" "$WORK/hello-plain.clrcov"

# --- refusals ------------------------------------------------------------------------------------------------------
exits "--hits exact is refused" 64 '--per-test' "$CLRCOV" run --per-test --hits exact -- true
exits "--live is refused" 64 '--per-test' "$CLRCOV" run --per-test --live -- true

# --- a test host that is killed --------------------------------------------------------------------------------------
# The command notes its session, and the host is killed some time after the first tests have passed.
kill_host() { # SESSION
    local file pid
    for file in "$1"/p-*.cov; do
        pid=${file##*/p-}
        pid=${pid%%-*}
        ! grep -qs 'testhost' "/proc/$pid/cmdline" || kill -9 "$pid" 2>/dev/null
    done
}

killed() { # OUTPUT MILLISECONDS
    local output=$1 reset
    rm -f "$WORK/session"
    (cd "$solution/library" && exec "$CLRCOV" run -q --per-test -f data -o "$output" --root "$ROOT" -- \
        sh -c 'echo "$CLRCOV_SESSION" >"$0"; exec "$@"' "$WORK/session" dotnet test "$solution/xunit2/xunit2.csproj" -c Debug \
        --nologo --no-build --filter "$filter" --logger 'console;verbosity=normal') >"$output.log" 2>&1 &
    wait_for 30 test -s "$WORK/session" || return 1
    while kill -0 $! 2>/dev/null && ! has_line '^  Passed' "$output.log"; do sleep 0.01; done
    sleep "0.$(printf %03d "$2")"
    kill_host "$(cat "$WORK/session")"
    reset=$("$CLRCOV" reset "$(cat "$WORK/session")" 2>&1)
    wait $!
    grep -q 'cannot be reset' <<<"$reset" || { echo "reset: $reset"; return 1; }
    [ -s "$output" ] || { tail -5 "$output.log"; return 1; }
}

for ((round = 0; round < $(short_or_full 2 20); round++)); do
    data=$WORK/killed.clrcov
    rm -f "$data"
    check "killed, $round: there is data, and reset is refused" killed "$data" $((RANDOM % 200))
    check "killed, $round: tests that ended are there, and no test has lines of others" \
        oracle marks "$data" xunit2 "$data.log" --without "${slow[@]}"
done
