#!/usr/bin/env bash
# Attaching to running processes: programs that are held before their Main give the report that they give from the start;
# a program that was warmed up is measured from the attach on, by its marks; snapshot, reset, stop, attach again; every
# refusal has its answer; what dies does no harm.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

TARGET=$TARGETS/attach
HOOK=$TARGETS/attach-hook/bin/Release/net10.0/AttachHook.dll
started=()
trap 'kill "${started[@]}" 2>/dev/null; rm -rf "$WORK"' EXIT

# --- held before Main -----------------------------------------------------------------------------

# held NAME TARGET DLL OPTIONS...: starts the program, attaches before its Main, lets it run to its end.
held() {
    local name=$1 root=$2 dll=$3 pid
    shift 3
    mkdir "$WORK/$name"
    HOLD=$WORK/$name DOTNET_STARTUP_HOOKS=$HOOK dotnet "$dll" >"$WORK/$name.out" 2>&1 &
    started+=($!)
    pid=$!
    wait_for 60 test -s "$WORK/$name/held" || { echo "the program did not start"; return 1; }
    "$CLRCOV" attach --root "$root" -o "$WORK/$name.xml" "$@" "$pid" 2>"$WORK/$name.log" &
    wait_for 60 has_line 'is measured until' "$WORK/$name.log" || { cat "$WORK/$name.log"; return 1; }
    touch "$WORK/$name/go"
    wait "$pid"
    wait $! || { cat "$WORK/$name.log"; return 1; }
}

check_held() { # NAME TARGET CONFIGURATION DLL OPTIONS...
    local name=$1 target=$2 config=$3
    shift 3
    check "attach: $name: before Main, to the end" held "$name" "$target" "$@"
    check "attach: $name: equals the marks" check_marks --config "$config" "$WORK/$name.xml" "$target"
}

build "$TARGETS/attach-hook" Release || exit 1
for config in Debug Release; do
    if build "$TARGETS/csharp" $config; then
        dll=$TARGETS/csharp/bin/$config/net10.0/CSharpTargets.dll
        check_held "csharp-$config" "$TARGETS/csharp" $config "$dll"
        check "attach: csharp-$config: the report of a run" "$CLRCOV" run -q --root "$TARGETS/csharp" \
            -o "$WORK/run.xml" -- dotnet "$dll"
        check "attach: csharp-$config: attach and run agree" same_report "$WORK/csharp-$config.xml" "$WORK/run.xml"
    fi
done
if build "$TARGETS/late" Release; then
    check_held late "$TARGETS/late" Release "$TARGETS/late/bin/Release/net10.0/Late.dll"
fi

# --- a port ---------------------------------------------------------------------------------------

# over_port NAME TARGET PORT-OPTIONS COMMAND...: clrcov listens, then the command is started with the variable, and both end.
over_port() {
    local name=$1 root=$2 suffix=$3 waits
    shift 3
    "$CLRCOV" attach --port "$WORK/$name.port" --root "$root" -o "$WORK/$name.xml" 2>"$WORK/$name.log" &
    waits=$!
    wait_for 60 test -S "$WORK/$name.port" || { cat "$WORK/$name.log"; return 1; }
    DOTNET_DiagnosticPorts="$WORK/$name.port$suffix" "$@" >"$WORK/$name.out" 2>&1 || { cat "$WORK/$name.out"; return 1; }
    wait $waits || { cat "$WORK/$name.log"; return 1; }
    [ ! -e "$WORK/$name.port" ]
}

dll=$TARGETS/csharp/bin/Release/net10.0/CSharpTargets.dll
check "attach: port: held at its start, to the end" over_port port "$TARGETS/csharp" "" dotnet "$dll"
check "attach: port: equals the marks" check_marks --config Release "$WORK/port.xml" "$TARGETS/csharp"
check "attach: port: the report of a run" same_report "$WORK/port.xml" "$WORK/run.xml"
check "attach: port: two programs, one of them of the SDK" over_port both "$TARGETS/csharp" "" sh -c "dotnet --list-runtimes && dotnet '$dll'"
check "attach: port: equals the marks again" check_marks --config Release "$WORK/both.xml" "$TARGETS/csharp"
check "attach: port: a program that is not held" over_port nosuspend "$TARGETS/late" ,nosuspend dotnet "$TARGETS/late/bin/Release/net10.0/Late.dll"
exits "attach: port: and a process" 64 'name no process, and leave --detach out' "$CLRCOV" attach --port "$WORK/x.port" 1
exits "attach: port: and --detach" 64 'name no process, and leave --detach out' "$CLRCOV" attach --port "$WORK/x.port" --detach
echo text >"$WORK/file.port"
exits "attach: port: a file is not replaced" 64 'file.port: is not a socket; choose another path' "$CLRCOV" attach --port "$WORK/file.port"

# --- warmed up ------------------------------------------------------------------------------------

# start CONFIGURATION [VARIABLE=VALUE...]: the program, warmed up; its id in $pid, its input in descriptor 7.
start() {
    local config=$1
    shift
    rm -f "$WORK/in" "$WORK/out"
    mkfifo "$WORK/in"
    env "$@" dotnet "$TARGET/bin/$config/net10.0/Attach.dll" <"$WORK/in" >"$WORK/out" 2>&1 &
    pid=$!
    started+=("$pid")
    exec 7>"$WORK/in"
    echo warm >&7
    wait_for 120 has_line '^warm' "$WORK/out"
}

# begin NAME CONFIGURATION...: start, here and not in the subshell of a check.
begin() {
    local name=$1
    shift
    if start "$@"; then ok "$name"; else not_ok "$name" "$(cat "$WORK/out")"; fi
}

# part: the program runs its part once more.
part() {
    local before
    before=$(grep -c '^183' "$WORK/out")
    echo part >&7
    wait_for 60 eval "[ \$(grep -c '^183' '$WORK/out') -gt $before ]"
}

# A program that does not end is a failure of the test, not a test that hangs.
finish() {
    exec 7>&-
    wait_for 60 eval "! kill -0 $pid 2>/dev/null" || kill -9 "$pid"
    wait "$pid"
}

clrcov() { "$CLRCOV" "$@" 7>&-; }
options=(--root "$TARGET" -q)
marks() { check_marks --config "$1" "$WORK/$2.xml" "$TARGET"; }
rate() { grep -o 'line-rate="[0-9.]*"' "$WORK/$1.xml" | head -1; }
is_rate() { [ "$(rate "$1")" = "line-rate=\"$2\"" ] || { rate "$1"; return 1; }; }

# A foreground attach, to the end of the process.
foreground() {
    rm -f "$WORK/front.log" # that of an earlier one says the same
    "$CLRCOV" attach --root "$TARGET" -o "$WORK/front.xml" "$pid" 2>"$WORK/front.log" 7>&- &
    local waits=$!
    wait_for 60 has_line 'is measured until' "$WORK/front.log" && part && finish && wait "$waits"
}

for config in Debug Release; do
    build "$TARGET" $config || continue
    begin "attach: $config: warmed up" $config
    check "attach: $config: attaches" clrcov attach --detach "${options[@]}" -o "$WORK/x.xml" "$pid"
    exits "attach: $config: a second one is told where the first one is" 70 'measured already, in the session /.*clrcov stop' \
        clrcov attach "${options[@]}" "$pid"
    check "attach: $config: runs on" part
    for command in attach snapshot stop; do
        exits "attach: $config: $command: pages amid the sources" 64 'holds the sources; give pages a folder of their own' \
            clrcov "$command" -f html=. "$pid"
    done
    exits "attach: $config: snapshot: a history that is not there" 64 'none.clrcov: file not found' \
        clrcov snapshot "${options[@]}" --history "$WORK/none.clrcov" -o "$WORK/first.xml" "$pid"
    check "attach: $config: snapshot" clrcov snapshot "${options[@]}" -o "$WORK/first.xml" "$pid"
    check "attach: $config: snapshot equals the marks" marks $config first
    check "attach: $config: reset" clrcov reset -q "$pid"
    check "attach: $config: snapshot behind it" clrcov snapshot "${options[@]}" -o "$WORK/empty.xml" "$pid"
    check "attach: $config: it shows nothing" is_rate empty 0.0000
    check "attach: $config: runs behind the reset" part
    check "attach: $config: stop" clrcov stop "${options[@]}" -o "$WORK/second.xml" "$pid"
    check "attach: $config: what ran since the reset equals the marks" marks $config second
    exits "attach: $config: it is not measured any more" 64 'is not measured; measure it with clrcov attach' clrcov snapshot "$pid"
    for round in 1 2; do
        check "attach: $config: attaches again ($round)" clrcov attach --detach "${options[@]}" "$pid"
        check "attach: $config: runs ($round)" part
        check "attach: $config: stops ($round)" clrcov stop "${options[@]}" -o "$WORK/again.xml" "$pid"
        check "attach: $config: equals the marks ($round)" marks $config again
    done
    if foreground; then ok "attach: $config: to the end of the process"; else not_ok "attach: $config: to the end of the process" "$(cat "$WORK/front.log")"; fi
    check "attach: $config: equals the marks" marks $config front
    check "attach: $config: what was running is named" grep -q 'was running when clrcov attached.*Program.Main' "$WORK/front.log"
done

# Sessions below a link, which /proc/PID/maps resolves, and sessions that are gone.
mkdir "$WORK/real" "$WORK/gone" && ln -s "$WORK/real" "$WORK/linked"
begin "attach: places: warmed up" Release
check "attach: places: attaches below a link" env TMPDIR="$WORK/linked" "$CLRCOV" attach --detach "${options[@]}" "$pid" 7>&-
check "attach: places: runs" part
check "attach: places: stops below a link" env TMPDIR="$WORK/linked" "$CLRCOV" stop "${options[@]}" -o "$WORK/linked.xml" "$pid" 7>&-
check "attach: places: equals the marks" marks Release linked
exits "attach: places: it is not measured any more" 64 'is not measured; measure it with clrcov attach' clrcov snapshot "$pid"
check "attach: places: attaches to lose the session" env TMPDIR="$WORK/gone" "$CLRCOV" attach --detach "${options[@]}" "$pid" 7>&-
rm -rf "$WORK/gone"
check "attach: places: attaches after its session is gone" clrcov attach --detach "${options[@]}" "$pid"
check "attach: places: runs again" part
mkdir -p "$WORK/folder/$pid"
check "attach: places: stops where a folder has the name" eval '(cd "$WORK/folder" && clrcov stop "${options[@]}" -o "$WORK/again.xml" "$pid")'
check "attach: places: equals the marks again" marks Release again
finish

# Every tier at once, and code that is compiled once; exact counts.
has_count() { normal "$WORK/$1.xml" | grep "number=\"$2\" hits=\"$3\"" >/dev/null; }
for variables in DOTNET_TieredCompilation=0 "DOTNET_TC_BackgroundWorkerTimeoutMs=0 DOTNET_TC_CallCountThreshold=1"; do
    # shellcheck disable=SC2086
    begin "attach: $variables: warmed up" Release $variables
    check "attach: $variables: attaches" clrcov attach --detach --hits exact "${options[@]}" "$pid"
    check "attach: $variables: runs twice" eval 'part && part'
    check "attach: $variables: stops" clrcov stop "${options[@]}" -o "$WORK/tier.xml" "$pid"
    finish
    check "attach: $variables: equals the marks" marks Release tier
    line=$(grep -n 'sum += one;' "$TARGET/Scenarios.cs" | cut -d: -f1)
    check "attach: $variables: counts are exact" has_count tier "$line" 6
done

# --- ends -----------------------------------------------------------------------------------------

# told_to_end SIGNAL: the foreground gets a signal; the process runs on.
told_to_end() {
    local waits
    rm -f "$WORK/told.log"
    # a shell starts what it does not wait for with SIGINT ignored
    env --default-signal=INT "$CLRCOV" attach --root "$TARGET" -o "$WORK/told.xml" "$pid" 2>"$WORK/told.log" 7>&- &
    waits=$!
    wait_for 60 has_line 'is measured until' "$WORK/told.log" && part && kill "-$1" $waits &&
        wait_for 60 eval "! kill -0 $waits 2>/dev/null" && wait $waits && part
}

# A clrcov that is killed leaves the process measured: another one goes on.
killed() {
    local waits
    rm -f "$WORK/killed.log"
    "$CLRCOV" attach --root "$TARGET" -o "$WORK/killed.xml" "$pid" 2>"$WORK/killed.log" 7>&- &
    waits=$!
    wait_for 60 has_line 'is measured until' "$WORK/killed.log" && part && kill -9 $waits
    wait_for 60 eval "! kill -0 $waits 2>/dev/null" || return 1
    part && clrcov stop "${options[@]}" -o "$WORK/killed.xml" "$pid"
}

begin "attach: ends: warmed up" Release
check "attach: ends: SIGINT makes the report, the process runs on" told_to_end INT
check "attach: ends: SIGINT: equals the marks" marks Release told
check "attach: ends: SIGTERM makes the report, the process runs on" told_to_end TERM
check "attach: ends: SIGTERM: equals the marks" marks Release told
check "attach: ends: kill -9 of clrcov loses nothing" killed
check "attach: ends: kill -9 of clrcov: equals the marks" marks Release killed
check "attach: ends: attaches" clrcov attach --detach "${options[@]}" -o "$WORK/dead.xml" "$pid"
check "attach: ends: runs" part
session=$(ls -d "$TMPDIR"/clrcov-*/2* | tail -1)
kill -9 "$pid"
wait "$pid" 2>/dev/null
exec 7>&-
exits "attach: ends: a process that was killed is gone" 64 'process [0-9]+: not found' clrcov stop "$pid"
check "attach: ends: its session has the report" clrcov report -q --root "$TARGET" -o "$WORK/dead.xml" "$session"
check "attach: ends: kill -9 of the process: equals the marks" marks Release dead

# --- programs that clrcov starts ------------------------------------------------------------------

# shows: the table of one moment, in which the part has run.
shows() {
    timeout -s INT 20 "$CLRCOV" watch --every 60 --root "$TARGET" "$pid" >"$WORK/watch.txt" 2>"$WORK/watch.log" 7>&- &
    wait_for 15 has_line 'Scenarios.cs .*%' "$WORK/watch.txt" && grep -q 'Total coverage: [1-9]' "$WORK/watch.txt"
}

# lights_up: pages of a running program; what runs after a reset stands in front, and open pages learn of it. The reset and all
# that runs again fall between two looks: no counter shows that it was zero.
lights_up() {
    local front=$WORK/pages/index.html first
    timeout -s INT 60 "$CLRCOV" watch --every 3 --html "$WORK/pages" --root "$TARGET" "$pid" 2>"$WORK/pages.log" 7>&- &
    local waits=$!
    wait_for 15 test -e "$front" && has_line 'Nothing ran that had not run before' "$front" || return 1
    first=$(cat "$WORK/pages/live.js")
    clrcov reset -q "$pid" && part || return 1
    # each waits by itself: a look in the middle of the part shows the lines that ran by then
    wait_for 15 has_line 'New since the counters were set to zero' "$front" &&
        wait_for 15 has_line '<caption>New lines' "$front" &&
        wait_for 15 has_line 'Scenarios.cs</a></th><td>[1-9]' "$front" &&
        wait_for 15 eval "grep -q ' class=\"[cp] f\"' '$WORK'/pages/src/Scenarios.cs-*.html" &&
        [ "$(cat "$WORK/pages/live.js")" != "$first" ] && has_line 'data-live=' "$front" || return 1
    kill -INT $waits
    wait $waits
}

mkfifo "$WORK/live"
"$CLRCOV" run --live -q --root "$TARGET" -o "$WORK/live.xml" -- dotnet "$TARGET/bin/Release/net10.0/Attach.dll" \
    <"$WORK/live" >"$WORK/out" 2>"$WORK/live.log" &
runs=$!
started+=("$runs")
exec 7>"$WORK/live"
check "attach: run --live: runs" part
pid=$(pgrep -P "$runs" dotnet)
check "attach: run --live: watch shows its table" shows
check "attach: run --live: watch --html shows what is new" lights_up
check "attach: run --live: reset" clrcov reset -q "$pid"
check "attach: run --live: a snapshot shows nothing" clrcov snapshot "${options[@]}" -o "$WORK/empty.xml" "$pid"
check "attach: run --live: nothing ran since" is_rate empty 0.0000
exits "attach: run --live: is not stopped" 70 'was measured from its start; clrcov measures it until it ends' clrcov stop "${options[@]}" "$pid"
check "attach: run --live: runs behind it" part
exec 7>&-
check "attach: run --live: ends" wait_for 60 eval "! kill -0 $runs 2>/dev/null"
wait "$runs"
check "attach: run --live: a probe that was hit before counts again" \
    grep -q 'name="Attach.Scenarios" .*line-rate="0.[4-9]' "$WORK/live.xml"

# --- refusals -------------------------------------------------------------------------------------

exits "attach: no operand" 64 'by its number or name' clrcov attach
exits "attach: no such process" 64 'process 999999: not found' clrcov attach 999999
exits "attach: no such name" 64 'no .NET process .* named Nobody' clrcov attach Nobody
sleep 600 &
started+=($!)
exits "attach: no .NET process" 70 'no diagnostics port, because it is not a .NET process' clrcov attach $!
exits "attach: nothing is measured from here" 64 'nothing that was started or attached to' clrcov snapshot
exits "attach: reset of a run that erases" 64 'to reset a run, start it with --live' clrcov reset "$(
    clrcov run -v --root "$TARGET" -o "$WORK/run.xml" -- dotnet "$TARGET/bin/Release/net10.0/Attach.dll" \
        </dev/null 2>&1 | sed -n 's/^clrcov: session: //p')"

begin "attach: diagnostics off: started" Release DOTNET_EnableDiagnostics_IPC=0
exits "attach: diagnostics off" 70 'DOTNET_EnableDiagnostics_IPC=0' clrcov attach "$pid"
finish
begin "attach: measured from its start: started" Release CORECLR_ENABLE_PROFILING=1 "CORECLR_PROFILER=$CLSID" \
    "CORECLR_PROFILER_PATH=$LIBRARY" "CLRCOV_OUTPUT=$WORK/alone.xml"
exits "attach: measured from its start" 70 'is measured already, in the session' clrcov attach "$pid"
exits "attach: measured from its start cannot be stopped" 70 'was measured from its start; clrcov measures it until it ends' clrcov stop "$pid"
finish
cp "$LIBRARY" "$WORK/other.so"
begin "attach: another profiler: started" Release CORECLR_ENABLE_PROFILING=1 "CORECLR_PROFILER=$CLSID" \
    "CORECLR_PROFILER_PATH=$WORK/other.so" "CLRCOV_OUTPUT=$WORK/alone.xml"
exits "attach: another profiler" 70 'has a profiler \(CORECLR_PROFILER=.*takes only one' clrcov attach "$pid"
finish
begin "attach: two of a name: started" Release
mkdir "$WORK/second"
HOLD=$WORK/second DOTNET_STARTUP_HOOKS=$HOOK dotnet "$TARGET/bin/Release/net10.0/Attach.dll" </dev/null 7>&- &
started+=($!)
check "attach: two of a name: both" wait_for 60 test -s "$WORK/second/held"
exits "attach: two of a name" 64 '[0-9]+ processes are named Attach: [0-9]+, [0-9]+' clrcov attach Attach
finish
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
    mkdir -p "$WORK/theirs"
    chmod 777 "$WORK" "$WORK/theirs"
    TMPDIR=$WORK/theirs setpriv --reuid=nobody --regid=nogroup --clear-groups sleep 600 &
    started+=($!)
    wait_for 60 eval "[ \$(awk '/^Uid/ { print \$3 }' /proc/$!/status) -ne 0 ]"
    exits "attach: another user's process" 70 'belongs to the user with id' clrcov attach $!
fi

# --- another container ----------------------------------------------------------------------------

# Its own process ids, and another file system where TMPDIR is: the socket is seen through /proc alone.
inner() { TMPDIR=$WORK/shared clrcov "$@"; }
if unshare --pid --mount --mount-proc --fork true 2>/dev/null; then
    mkfifo "$WORK/inner"
    mkdir "$WORK/shared"
    # shellcheck disable=SC2016
    unshare --pid --mount --mount-proc --fork sh -c 'mount -t tmpfs none "$1" && exec dotnet "$2"' sh "$TMPDIR" \
        "$TARGET/bin/Release/net10.0/Attach.dll" <"$WORK/inner" >"$WORK/out" 2>&1 7>&- &
    outer=$!
    started+=("$outer")
    exec 7>"$WORK/inner"
    check "attach: container: runs" part
    pid=$(pgrep -P "$outer")
    exits "attach: container: one that does not see the session" 70 'another container, which does not see' \
        clrcov attach "${options[@]}" "$pid"
    check "attach: container: attaches" inner attach --detach "${options[@]}" "$pid"
    check "attach: container: runs on" part
    check "attach: container: stops" inner stop "${options[@]}" -o "$WORK/container.xml" "$pid"
    check "attach: container: equals the marks" marks Release container
    exec 7>&-
    wait_for 60 eval "! kill -0 $outer 2>/dev/null"
fi
