#!/usr/bin/env bash
# The library without the CLI: variables set by hand, a Cobertura file when the processes have ended.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

kill_target=$TARGETS/kill
hang=$TARGETS/hang
build "$kill_target" Debug && build "$hang/Hang.slnx" Debug || exit 1
dll=$(echo "$kill_target"/bin/Debug/net10.0/Kill*.dll)
by_hand=(env CORECLR_ENABLE_PROFILING=1 "CORECLR_PROFILER=$CLSID" "CORECLR_PROFILER_PATH=$LIBRARY")
marks() { check_marks --config Debug "$1" "$2" >"$WORK/marks.log" 2>&1; }

(cd "$kill_target" && "${by_hand[@]}" "CLRCOV_OUTPUT=$WORK/console.xml" dotnet "$dll" exit >/dev/null)
check "by hand: a console program" wait_for 15 test -s "$WORK/console.xml"
check "by hand: its lines are there" grep -q 'hits="1"' "$WORK/console.xml"

(cd "$kill_target" && "${by_hand[@]}" "CLRCOV_OUTPUT=$WORK/less.xml" "CLRCOV_EXCLUDE=member:*.Work" dotnet "$dll" exit >/dev/null)
check "by hand: with a setting" wait_for 15 test -s "$WORK/less.xml"
check "by hand: the setting counts" test "$(grep -c 'method name="Work"' "$WORK/console.xml")$(grep -c 'method name="Work"' "$WORK/less.xml")" = 10

(cd "$kill_target" && "${by_hand[@]}" "CLRCOV_OUTPUT=$WORK/killed.xml" dotnet "$dll" sleep >"$WORK/sleep.out") &
wait_for 30 has_line ready "$WORK/sleep.out"
pkill -9 -f "$dll sleep"
wait
check "by hand: a program killed with SIGKILL" wait_for 15 test -s "$WORK/killed.xml"
check "by hand: what had run is there" marks "$WORK/killed.xml" "$kill_target"

(cd "$hang" && HANG_FILE=$WORK/host.pid "${by_hand[@]}" "CLRCOV_OUTPUT=$WORK/hosts.xml" \
    dotnet test --nologo --no-build >"$WORK/hosts.log" 2>&1) &
tests=$!
check "by hand: dotnet test got to the hang" wait_for 60 test -s "$WORK/host.pid"
kill -9 "$(cat "$WORK/host.pid")"
wait $tests
check "by hand: two hosts, one killed: one file with everything" wait_for 20 marks "$WORK/hosts.xml" "$hang" ||
    cat "$WORK/marks.log"
