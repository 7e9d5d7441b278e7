#!/usr/bin/env bash
# Whatever ends a process: what ran before is in the report.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

kill_target=$TARGETS/kill
hang=$TARGETS/hang
build "$kill_target" Debug && build "$hang/Hang.slnx" Debug || exit 1
dll=$(echo "$kill_target"/bin/Debug/net10.0/Kill*.dll)
marks() { check_marks --config Debug "$1" "$2"; }

# Everything killed at once: program and clrcov, then `clrcov report`.
setsid "$CLRCOV" run -o "$WORK/never.xml" -- dotnet "$dll" sleep >"$WORK/sleep.out" 2>/dev/null &
leader=$!
check "kill all: the program got to its point" wait_for 30 has_line ready "$WORK/sleep.out"
kill -9 -- "-$leader"
wait $leader 2>/dev/null
check "kill all: no report was written by the dead" test ! -e "$WORK/never.xml"
check "kill all: clrcov report afterwards" "$CLRCOV" report -o "$WORK/after.xml"
check "kill all: what had run is there" marks "$WORK/after.xml" "$kill_target"

# The program alone killed.
"$CLRCOV" run -q -o "$WORK/alone.xml" -- dotnet "$dll" sleep >"$WORK/sleep2.out" 2>"$WORK/sleep2.err" &
runner=$!
wait_for 30 has_line ready "$WORK/sleep2.out"
pkill -9 -P $runner
wait $runner
code=$?
[ $code -eq 137 ] && ok "kill -9: exit code 128+9" || not_ok "kill -9: exit code 128+9" "$code: $(cat "$WORK/sleep2.err")"
check "kill -9: what had run is there" marks "$WORK/alone.xml" "$kill_target"

# A signal to clrcov goes to the program.
"$CLRCOV" run -q -o "$WORK/term.xml" -- dotnet "$dll" sleep >"$WORK/term.out" 2>/dev/null &
runner=$!
wait_for 30 has_line ready "$WORK/term.out"
kill -TERM $runner
wait $runner
code=$?
[ $code -eq 143 ] && ok "SIGTERM: passed on, 143" || not_ok "SIGTERM: passed on, 143" "$code"
check "SIGTERM: what had run is there" marks "$WORK/term.xml" "$kill_target"

# The program's own endings keep their exit code.
for ending in exit env-exit failfast unhandled stackoverflow; do
    plain=$(dotnet "$dll" $ending >/dev/null 2>&1; echo $?)
    "$CLRCOV" run -q -o "$WORK/$ending.xml" -- dotnet "$dll" $ending >/dev/null 2>&1
    got=$?
    [ $plain -eq $got ] && ok "$ending: exit code $plain" || not_ok "$ending: exit code" "$plain without, $got with"
    check "$ending: what had run is there" grep -q 'hits="1"' "$WORK/$ending.xml"
done

# The test host killed in mid-run.
hang_and_kill() { # OUTPUT
    rm -f "$WORK/host.pid"
    (cd "$hang" && HANG_FILE=$WORK/host.pid "$CLRCOV" run -q -o "$1" -- \
        dotnet test --nologo --no-build >"$WORK/hang.log" 2>&1) &
    local runner=$!
    wait_for 60 test -s "$WORK/host.pid" || return 1
    kill -9 "$(cat "$WORK/host.pid")"
    wait $runner
    [ $? -eq 1 ] || { cat "$WORK/hang.log"; return 1; }
}
check "test host killed: dotnet test fails as always" hang_and_kill "$WORK/hang.xml"
check "test host killed: both projects' lines are there" marks "$WORK/hang.xml" "$hang"

# Children of a measured process, measured or left out. hits_of METHOD FILE: those of its first line.
hits_of() { normal "$2" | sed -n "/<method name=\"$1\"/,/<\/method>/s/.*<line number=\"[0-9]*\" hits=\"\([0-9]*\)\".*/\1/p" | head -1; }
with_child() { "$CLRCOV" run -q "$@" -- dotnet "$dll" child >/dev/null 2>&1; [ $? -eq 3 ]; }
check "children: a run" with_child -o "$WORK/family.xml"
check "children: measured" test "$(hits_of Exit "$WORK/family.xml")$(hits_of Child "$WORK/family.xml")" = 11
check "children left out: a run" with_child --children=false -o "$WORK/parent.xml"
check "children left out: not measured" test "$(hits_of Exit "$WORK/parent.xml")$(hits_of Child "$WORK/parent.xml")" = 01

# A process that outlives the command.
leave_behind() {
    "$CLRCOV" run -q --wait 1 -o "$WORK/server.xml" -- sh -c "dotnet '$dll' sleep >'$WORK/server.out' 2>&1 & echo \$! >'$WORK/server.pid'; while ! grep -q ready '$WORK/server.out'; do sleep 0.1; done"
}
exits "server left running: named" 0 "still running" leave_behind
check "server left running: its lines are there" marks "$WORK/server.xml" "$kill_target"
check "server left running: it is left running" kill -9 "$(cat "$WORK/server.pid")"

# Programs that are started while the command ends: they have not yet loaded the library then.
late_children() {
    local i
    for i in 1 2 3; do
        "$CLRCOV" run -q -o "$WORK/late.xml" -- \
            sh -c "dotnet '$dll' exit; nohup dotnet '$dll' child >/dev/null 2>&1 &" >/dev/null 2>"$WORK/late.err" || return 1
        [ "$(hits_of Child "$WORK/late.xml")" = 1 ] || { cat "$WORK/late.err"; return 1; }
    done
}
check "children that start late: measured" late_children

# The output folder deleted before `report`.
cp -r "$kill_target" "$WORK/kill"
cp "$TARGETS"/Directory.Build.* "$WORK/kill"
rm -rf "$WORK/kill/bin" "$WORK/kill/obj"
build "$WORK/kill" Debug
moved=$(echo "$WORK"/kill/bin/Debug/net10.0/Kill*.dll)
(cd "$WORK/kill" && "$CLRCOV" run -q --root "$WORK/kill" -o "$WORK/before.xml" -- dotnet "$moved" exit >/dev/null 2>&1)
rm -rf "$WORK/kill/bin" "$WORK/kill/obj"
(cd "$WORK/kill" && "$CLRCOV" report --root "$WORK/kill" -o "$WORK/deleted.xml" >/dev/null 2>&1)
check "bin deleted: there is something to compare" grep -q 'hits="1"' "$WORK/before.xml"
check "bin deleted: the same report" same_report "$WORK/before.xml" "$WORK/deleted.xml"
