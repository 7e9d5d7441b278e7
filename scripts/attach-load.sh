#!/usr/bin/env bash
# Attaches to an ASP.NET Core application under load, and to a program that loads and unloads all the time, again and again.
#   load   IN_FLIGHT (10,000) requests in flight over the attach: none may fail, what they run is compared with its marks, and
#          requests, throughput and latency of each phase are printed. Then ROUNDS (30) times measured and not measured in
#          turn, TURN (6) seconds each: the median ratio of their throughputs, with its 95 % interval.
#   turn, two, killed, ending  CHURN (1,000) rounds each: attach, snapshot, reset, stop; two attaches at once; kill -9 of
#          clrcov attach; attach to a process that ends. The program of the first three runs, loads and unloads assemblies, and
#          checks what they answer, all the time.
#   forms  the same program as a single file, which is measured, and compiled ahead of time, which is refused.
# scripts/attach-load.sh [load|turn|two|killed|ending|forms]...: these parts, else all. Needs scripts/build.sh release. Ends with "attach-load: ok".
set -uo pipefail
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
CLRCOV=${CLRCOV:-$ROOT/build/release/bin/clrcov}
LOAD=$ROOT/tests/targets/attach-load
IN_FLIGHT=${IN_FLIGHT:-10000} ROUNDS=${ROUNDS:-30} TURN=${TURN:-6} CHURN=${CHURN:-1000} PHASE=${PHASE:-20} WARM=${WARM:-60}
WORK=$(mktemp -d "${TMPDIR:-/tmp}/clrcov-attach-XXXXXX")
mkdir "$WORK/tmp"
export TMPDIR=$WORK/tmp DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1
started=()
trap 'kill -9 "${started[@]}" 2>/dev/null; rm -rf "$WORK"' EXIT
failed=0
complain() {
    failed=1
    echo "WRONG: $1"
    [ $# -lt 2 ] || printf '%s\n' "$2" | tail -20 | cut -c1-300
}
must() { # WHAT COMMAND...
    local what=$1 said
    shift
    said=$("$@" 2>&1 7>&- 8>&-) || complain "$what: exit $?" "$said"
}
wait_for() { # SECONDS COMMAND...
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        [ $SECONDS -lt $end ] || return 1
        sleep 0.1
    done
}
build() { dotnet build "$1" -c Release --nologo -v quiet >"$WORK/build.log" 2>&1 || { cat "$WORK/build.log"; exit 1; }; }
options=(-q --root "$ROOT" -o "$WORK/report.xml")

# --- load -----------------------------------------------------------------------------------------

# phase NAME SECONDS: lets it pass, and prints its row.
phase() {
    sleep "$2"
    echo "$1" >&8
    wait_for 60 grep -q "^$1 " "$WORK/client" || complain "the client does not answer"
    # shellcheck disable=SC2046
    printf '%-12s %10s %7s %12s %9s %9s %9s\n' $(grep "^$1 " "$WORK/client" | tail -1)
}
# The median of the rounds' ratios; the interval is that of the sign test.
ratios() {
    awk '/^plain-/ { sub("plain-", "", $1); plain[$1] = $4 } /^measured-/ { sub("measured-", "", $1); print $4 / plain[$1] }' "$WORK/client" |
        sort -n | awk '{ a[NR] = $1 } END { k = int((NR - 1.96 * sqrt(NR)) / 2); k = k < 1 ? 1 : k
            printf "throughput of %d rounds, measured to not measured: %.3f [%.3f-%.3f]\n", NR, a[int((NR + 1) / 2)], a[k], a[NR + 1 - k] }'
}
ask() { # PATH ANSWER
    echo "$1" >&8
    wait_for 60 grep -qx "$2" "$WORK/client" || complain "$1 is not answered"
}
attach() { must attach "$CLRCOV" attach --detach "${options[@]}" "$server"; }
stop() { must stop "$CLRCOV" stop "${options[@]}" "$server"; }

part_load() {
    local server address round
    build "$LOAD/Server/Server.csproj"
    build "$LOAD/Client/Client.csproj"
    dotnet "$LOAD/Server/bin/Release/net10.0/AttachServer.dll" >"$WORK/server" 2>&1 &
    server=$!
    started+=("$server")
    wait_for 60 grep -q '^http' "$WORK/server" || { complain "the server does not start" "$(cat "$WORK/server")"; return; }
    address=$(grep -m 1 '^http' "$WORK/server")
    mkfifo "$WORK/orders"
    dotnet "$LOAD/Client/bin/Release/net10.0/AttachClient.dll" "$address" "$IN_FLIGHT" <"$WORK/orders" >"$WORK/client" &
    started+=($!)
    exec 8>"$WORK/orders"
    ask /before before
    printf '%-12s %10s %7s %12s %9s %9s %9s\n' phase requests failed 'median/s' 'p50 ms' 'p99 ms' 'longest'
    phase warm-up "$WARM"
    phase before "$PHASE"
    attach
    phase during 10
    ask /behind/1 more
    phase minute 50
    phase after "$PHASE"
    must snapshot "$CLRCOV" snapshot "${options[@]}" "$server"
    must 'the marks' python3 "$ROOT/tests/integration/check_marks.py" --config Release "$WORK/report.xml" "$LOAD/Server"
    stop
    for ((round = 1; round <= ROUNDS; round++)); do
        sleep 5
        phase "skip-$round" 0 >/dev/null
        phase "plain-$round" "$TURN"
        attach
        sleep 5
        phase "skip+$round" 0 >/dev/null
        phase "measured-$round" "$TURN"
        stop
    done
    ratios
    exec 8>&-
    wait_for 60 eval "! kill -0 ${started[-1]} 2>/dev/null" || complain "the client does not end"
    ! awk '$3 > 0 { exit 1 }' <(grep -E '^[a-z+0-9-]+ [0-9]+ ' "$WORK/client") && complain "requests failed" "$(cat "$WORK/client")"
    kill "$server"
    wait "$server"
}

# --- churn ----------------------------------------------------------------------------------------

# A program that runs, loads and unloads all the time, in $pid.
begin_churn() {
    rm -f "$WORK/in"
    mkfifo "$WORK/in"
    dotnet "$ROOT/tests/targets/attach/bin/Release/net10.0/Attach.dll" <"$WORK/in" >"$WORK/out" 2>&1 &
    pid=$!
    started+=("$pid")
    exec 7>"$WORK/in"
    echo churn >&7
    wait_for 60 grep -q '^churning' "$WORK/out" || complain "the program does not start" "$(cat "$WORK/out")"
}
end_churn() { # WHAT
    kill -0 "$pid" 2>/dev/null || complain "$1: the program died" "$(cat "$WORK/out")"
    echo part >&7
    wait_for 60 grep -q '^183' "$WORK/out" || complain "$1: the program does not answer" "$(cat "$WORK/out")"
    echo "$1: $CHURN rounds, $(awk '/^VmRSS/ { print int($2 / 1024) }' "/proc/$pid/status") MiB," \
        "$(ls "/proc/$pid/fd" | wc -l) descriptors, $(wc -l <"/proc/$pid/maps") mappings"
    exec 7>&-
    kill "$pid" 2>/dev/null
    wait "$pid" 2>/dev/null
}

part_turn() {
    local round
    begin_churn
    for ((round = 1; round <= CHURN && failed == 0; round++)); do
        must "attach ($round)" "$CLRCOV" attach --detach "${options[@]}" "$pid"
        case $((round % 4)) in
        0) must "snapshot ($round)" "$CLRCOV" snapshot "${options[@]}" --allow-empty "$pid" ;;
        1) must "reset ($round)" "$CLRCOV" reset -q "$pid" ;;
        2) sleep 0.05 ;;
        esac
        must "stop ($round)" "$CLRCOV" stop "${options[@]}" --allow-empty "$pid"
    done
    end_churn "attach, snapshot, reset, stop"
}

# One of two wins, the other one is told so.
part_two() {
    local round codes
    begin_churn
    for ((round = 1; round <= CHURN && failed == 0; round++)); do
        codes=$({ for one in 1 2; do
            { "$CLRCOV" attach --detach "${options[@]}" "$pid" 2>/dev/null 7>&- 8>&-; echo $?; } &
        done; wait; } | sort -n | tr '\n' ' ')
        [ "$codes" = "0 70 " ] || complain "two at once ($round): $codes"
        must "stop ($round)" "$CLRCOV" stop "${options[@]}" --allow-empty "$pid"
    done
    end_churn "two attaches at once"
}

part_killed() {
    local round waits
    begin_churn
    for ((round = 1; round <= CHURN && failed == 0; round++)); do
        "$CLRCOV" attach "${options[@]}" "$pid" >/dev/null 2>&1 7>&- 8>&- &
        waits=$!
        sleep "0.0$((RANDOM % 10))"
        kill -9 $waits
        wait $waits 2>/dev/null
        # it may have been killed before it attached, and the process may still be doing so
        "$CLRCOV" stop "${options[@]}" --allow-empty "$pid" >/dev/null 2>&1 7>&- 8>&-
        wait_for 20 eval "\"$CLRCOV\" attach --detach ${options[*]} $pid >/dev/null 2>&1 7>&- || \
            ! \"$CLRCOV\" stop ${options[*]} --allow-empty $pid >/dev/null 2>&1 7>&-" || complain "after a kill ($round)"
        must "stop ($round)" "$CLRCOV" stop "${options[@]}" --allow-empty "$pid"
    done
    end_churn "kill -9 of clrcov attach"
}

# The process ends before, while or after it is attached to: each has its answer, and none is a crash of either.
part_ending() {
    local round code status said answers=""
    for ((round = 1; round <= CHURN && failed == 0; round++)); do
        dotnet "$ROOT/tests/targets/attach/bin/Release/net10.0/Attach.dll" </dev/null >"$WORK/out" 2>&1 &
        pid=$!
        sleep "0.0$((RANDOM % 10))"
        said=$("$CLRCOV" attach "${options[@]}" --allow-empty "$pid" 2>&1)
        code=$?
        wait "$pid"
        status=$?
        [ "$status" -eq 0 ] || complain "a process that is attached to as it ends ($round): exit $status" "$(cat "$WORK/out")"
        case $code in
        0 | 64 | 70) answers="$answers $code" ;;
        *) complain "attach to a process that ends ($round): exit $code" "$said" ;;
        esac
    done
    echo "a process that ends: $CHURN rounds:$(tr ' ' '\n' <<<"$answers" | sort | uniq -c | awk 'NF == 2 { printf " exit %s %s times", $2, $1 }')"
}

# start_form NAME PROPERTY...: publishes the program so, and starts it, in $pid.
start_form() {
    local name=$1
    shift
    dotnet publish "$ROOT/tests/targets/attach/Attach.csproj" -c Release -r linux-x64 --self-contained "$@" \
        -p:TreatWarningsAsErrors=false -p:NoWarn=IL3000 --nologo -v quiet \
        --artifacts-path "$WORK/$name.artifacts" -o "$WORK/$name" >"$WORK/build.log" 2>&1 ||
        { complain "$name could not be published" "$(cat "$WORK/build.log")"; return 1; }
    rm -f "$WORK/in"
    mkfifo "$WORK/in"
    "$WORK/$name/Attach" <"$WORK/in" >"$WORK/out" 2>&1 &
    pid=$!
    started+=("$pid")
    exec 7>"$WORK/in"
    echo part >&7
    wait_for 60 grep -q '^183' "$WORK/out"
}
end_form() {
    exec 7>&-
    wait "$pid"
}

part_forms() {
    local said code
    if start_form single -p:PublishSingleFile=true; then
        must "a single file: attach" "$CLRCOV" attach --detach "${options[@]}" "$pid"
        echo part >&7
        wait_for 60 eval "[ \$(grep -c '^183' '$WORK/out') -ge 2 ]"
        must "a single file: stop" "$CLRCOV" stop "${options[@]}" "$pid"
        must "a single file: the marks" python3 "$ROOT/tests/integration/check_marks.py" --config Release "$WORK/report.xml" \
            "$ROOT/tests/targets/attach"
        end_form
        echo "a single file: measured"
    fi
    if start_form ahead -p:PublishAot=true -p:EventSourceSupport=true; then
        said=$("$CLRCOV" attach "${options[@]}" "$pid" 2>&1 7>&-)
        code=$?
        [ $code -eq 70 ] && grep -q 'compiled ahead of time' <<<"$said" || complain "Native AOT: exit $code" "$said"
        end_form
        echo "Native AOT: refused"
    fi
}

[ $# -gt 0 ] || set -- load turn two killed ending forms
build "$ROOT/tests/targets/attach/Attach.csproj"
for part in "$@"; do "part_$part"; done
[ $failed -eq 0 ] && echo "attach-load: ok"
exit $failed
