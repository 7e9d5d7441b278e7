#!/usr/bin/env bash
# Every way a process ends, in Debug and Release, as a program of its own and as the host of `dotnet test`: what ran
# before the end is in the report, to the last line, and the process ends as it would have without the tool. A short run
# has each ending once. Ends with a table. TEST_MACHINE=arm64: the programs alone, on the runtime for 64-bit ARM under qemu (scripts/ports.sh endings).
# A shell starts its background jobs with SIGINT ignored, and so would every program below be: sigint would never end.
[ -n "${MATRIX_SIGNALS-}" ] || MATRIX_SIGNALS=default exec env --default-signal=INT,QUIT bash "${BASH_SOURCE[0]}" "$@"
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$ROOT/scripts/lib.sh"
. "$ROOT/scripts/machine.sh"
ulimit -c 0

target=$TARGETS/endings
endings=(return exit failfast unhandled overflow abort segv sigterm sigint sighup sigkill)
cells=$WORK/cells # one line each: ENDING COLUMN TEXT
: >"$cells"

# cell ENDING COLUMN CONFIG REPORT COMMAND...: COMMAND succeeds, and the report says what the marks say.
cell() {
    local ending=$1 column=$2 config=$3 report=$4 log=$WORK/log text
    shift 4
    if ! "$@" >"$log" 2>&1; then
        text="ended otherwise"
    elif ! check_marks --config "$config" "$report" "$target" >>"$log" 2>&1; then
        text="LOST"
    else
        text="whole"
    fi
    echo "$ending $column $text" >>"$cells"
    if [ "$text" = whole ]; then
        ok "$ending, $column: what ran before is there"
    else
        not_ok "$ending, $column: what ran before is there" "$text: $(cat "$log")"
    fi
}

# same_end EXPECTED COMMAND...: the exit code is that of the run without the tool.
same_end() {
    local expected=$1 got
    shift
    "$@"
    got=$?
    [ $got -eq "$expected" ] || { echo "exit code $got, $expected without"; return 1; }
}

code_of() { "$@" >/dev/null 2>&1; echo $?; }

as_program() { # ENDING CONFIG
    local ending=$1 config=$2 report=$WORK/$1-$2-program.xml
    cell "$ending" "$config-program" "$config" "$report" \
        same_end "$(code_of "${program[@]}" "$ending")" "$CLRCOV" run -q -o "$report" -- "${program[@]}" "$ending"
}

# The plain run of a test says nothing new: a host that dies makes `dotnet test` fail with 1.
as_host() { # ENDING CONFIG
    local ending=$1 config=$2 report=$WORK/$1-$2-host.xml expected=1
    [ "$ending" != return ] || expected=0
    ENDING=$ending cell "$ending" "$config-host" "$config" "$report" \
        same_end $expected "$CLRCOV" run -q -o "$report" -- dotnet test "$target/Tests/bin/$config/net10.0/EndingsTests.dll"
}

# --- endings that come from outside: of a journey that hangs ---------------------------------------

started() { wait_for "${START_SECONDS:-60}" test -s "$ENDING_FILE"; }

# begin_hanging REPORT COMMAND...: the command under clrcov, in a group of its own, up to where it hangs. Sets `leader`.
begin_hanging() {
    setsid "$CLRCOV" run -q -o "$1" -- "${@:2}" >"$WORK/hang.log" 2>&1 &
    leader=$!
    started
}

# The job is cancelled: SIGTERM to clrcov, which passes it on; a while later SIGKILL to everything.
cancelled() { # REPORT COMMAND...
    local report=$1 leader
    begin_hanging "$@" || return 1
    kill -TERM $leader
    sleep 0.5
    kill -KILL -- -$leader 2>/dev/null
    kill -KILL "$(cat "$ENDING_FILE")" 2>/dev/null
    wait $leader
    [ -e "$report" ] || "$CLRCOV" report -q -o "$report"
}

# clrcov and all others killed at once: `clrcov report` has it all.
killed_together() { # REPORT COMMAND...
    local report=$1 leader
    begin_hanging "$@" || return 1
    kill -KILL -- -$leader
    wait $leader
    kill -KILL "$(cat "$ENDING_FILE")" 2>/dev/null
    [ ! -e "$report" ] || { echo "a report was written by the dead"; return 1; }
    "$CLRCOV" report -q -o "$report"
}

from_outside() { # WAY CONFIG KIND
    local way=$1 config=$2 kind=$3 command=("${program[@]}" hang) report=$WORK/$1-$2-$3.xml
    export ENDING=hang ENDING_FILE=$WORK/hang.pid
    [ "$kind" = program ] || command=(dotnet test "$target/Tests/bin/$config/net10.0/EndingsTests.dll")
    rm -f "$ENDING_FILE"
    cell "$way" "$config-$kind" "$config" "$report" "$way" "$report" "${command[@]}"
    unset ENDING ENDING_FILE
}

# The test platform gives up: the host does not end although its tests have, or hangs in one.
given_up() { # CONFIG
    local config=$1 report=$WORK/blame-$1.xml tests=$target/Tests/bin/$1/net10.0/EndingsTests.dll
    ENDING=hang ENDING_FILE=$WORK/hang.pid cell blame-hang "$config-host" "$config" "$report" \
        same_end 1 "$CLRCOV" run -q -o "$report" -- \
        dotnet test "$tests" --blame-hang-timeout 10s --blame-hang-dump-type none --results-directory "$WORK/results"
    report=$WORK/shutdown-$config.xml
    ENDING=linger cell shutdown-timeout "$config-host" "$config" "$report" same_end 0 \
        env VSTEST_TESTHOST_SHUTDOWN_TIMEOUT=1 "$CLRCOV" run -q -o "$report" -- dotnet test "$tests"
}

# --- all of it ---------------------------------------------------------------------------------------

if [ "$TEST_MACHINE" = x64 ]; then kinds=(program host); else kinds=(program); fi

# What the journeys are made with: a host of tests needs an SDK, and there is none for the other machine here.
prepare() { # CONFIG
    if [ "$TEST_MACHINE" = x64 ]; then
        build "$target/Endings.slnx" "$1"
    else
        build_program "$target/App" "$1" "$WORK/App-$1"
    fi
}
set_program() { # CONFIG: the words that start it
    local folder=$target/App/bin/$1/net10.0
    [ "$TEST_MACHINE" = x64 ] || folder=$WORK/App-$1
    program_of "$folder" EndingsApp
}

for config in Debug Release; do prepare $config || exit 1; done
while read -r ending config kind; do
    set_program "$config"
    case $ending in
        cancelled | killed_together) from_outside "$ending" "$config" "$kind" ;;
        *) "as_$kind" "$ending" "$config" ;;
    esac
done < <(combinations "${endings[*]} cancelled killed_together" "Debug Release" "${kinds[*]}")
if [[ ${kinds[*]} == *host* ]]; then
    for config in $(short_or_full Release "Debug Release"); do given_up $config; done
fi

awk '
    BEGIN { split("Debug-program Debug-host Release-program Release-host", columns)
            printf "# %-18s %-16s %-16s %-16s %s\n", "ending", columns[1], columns[2], columns[3], columns[4] }
    { if (!($1 in seen)) { seen[$1] = ++rows; names[rows] = $1 }
      text = $3; for (i = 4; i <= NF; i++) text = text " " $i
      cells[$1, $2] = text }
    END { for (r = 1; r <= rows; r++) {
            printf "# %-18s", names[r]
            for (c = 1; c <= 4; c++) printf " %-16s", ((names[r], columns[c]) in cells ? cells[names[r], columns[c]] : "-")
            print "" } }' "$cells"
