#!/usr/bin/env bash
# A test run looks the same: its own output and its exit code, durations and process ids masked. One project at a
# time (-m:1), because the runner mixes the characters of two.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

solution=$EXAMPLES/xunit-solution
build "$solution" Debug || exit 1
mask() {
    sed -E 's/[0-9]+(\.[0-9]+)? ?(ms|s|m)\b/T/g; s/< *1? ?T/T/g; s/Duration: .* - /Duration: T - /; s/(pid|PID|process) *:? *[0-9]+/PID/Ig; s/\[(xUnit\.net )?[0-9]{2}:[0-9]{2}:[0-9.]+\]/[T]/; s/(Total time|Time Elapsed).*/\1/I' |
        LC_ALL=C sort
}
tests() { (cd "$solution" && dotnet test -c Debug --nologo --no-build -m:1 --logger 'console;verbosity=normal' "$@" 2>&1); }
covered() { (cd "$solution" && "$CLRCOV" run -q -o "$WORK/c.xml" -- dotnet test -c Debug --nologo --no-build -m:1 --logger 'console;verbosity=normal' "$@" 2>&1); }

tests | mask >"$WORK/plain1"
tests | mask >"$WORK/plain2"
covered | mask >"$WORK/covered"
check "output: two plain runs are equal under the mask" diff "$WORK/plain1" "$WORK/plain2"
check "output: the covered run is equal under the mask" diff "$WORK/plain1" "$WORK/covered"
check "output: there is output to compare" grep -q Passed "$WORK/plain1"

tests --no-such-option >/dev/null; plain=$?
covered --no-such-option >/dev/null; got=$?
[ $plain -ne 0 ] && [ $plain -eq $got ] && ok "output: same exit code of a failing command ($plain)" ||
    not_ok "output: same exit code of a failing command" "$plain and $got"
tests >/dev/null; plain=$?
covered >/dev/null; got=$?
[ $plain -eq $got ] && ok "output: same exit code ($plain)" || not_ok "output: same exit code" "$plain and $got"

hello=$EXAMPLES/hello
build "$hello" Debug || exit 1
dll=$(echo "$hello"/bin/Debug/net10.0/*ello.dll)
dotnet "$dll" >"$WORK/h1"
"$CLRCOV" run -q -o "$WORK/h.xml" -- dotnet "$dll" >"$WORK/h2"
check "output: hello prints the same on standard output" diff "$WORK/h1" "$WORK/h2"
check "output: hello equals the marks" check_marks --config Debug "$WORK/h.xml" "$hello"

# --results: all reports below one folder, which is made; the lines of the log stay in the log.
cd "$WORK" || exit 1
all=(-f cobertura -f lcov -f html -f json -f data)
"$CLRCOV" run -q --root "$hello" --results out/TestResults "${all[@]}" -f teamcity -- dotnet "$dll" >"$WORK/log"
names() { (cd "$1" && ls -d -- * | LC_ALL=C sort | tr '\n' ' '); }
check "results: the names that tools look for" \
    [ "$(names out/TestResults)" = "coverage coverage.clrcov coverage.cobertura.xml coverage.json lcov.info " ]
check "results: pages" [ -s out/TestResults/coverage/index.html ]
check "results: a format for the log is in the log" grep -q '^##teamcity' "$WORK/log"
rm -rf out
"$CLRCOV" report -q >/dev/null
check "results: a later report goes to the folder of the run" \
    [ "$(names out/TestResults)" = "coverage coverage.clrcov coverage.cobertura.xml coverage.json lcov.info " ]
exits "results: not beside -o" 64 '^clrcov: --results: --output also gives the first report a place; use only one' \
    "$CLRCOV" run --results r -o c.xml -- dotnet "$dll"
touch file
exits "results: a file in its place" 73 'file' "$CLRCOV" run --results file -- dotnet "$dll"
