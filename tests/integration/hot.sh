#!/usr/bin/env bash
# Code of a Debug build that gets so hot that the library has it compiled once more without the probes that were
# hit: nothing of it is lost, nothing is invented, traces name the same lines; with the plan, with a probe
# everywhere, with erasing off, exact.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

TARGET=$TARGETS/hot

measure() { # NAME OPTIONS...
    local name=$1
    shift
    "$CLRCOV" run --stats -o "$WORK/$name.xml" "$@" -- dotnet "$dll" >"$WORK/$name.txt" 2>"$WORK/$name.log"
}

erased() { # NAME
    grep -oP '^Erased: \K.*' "$WORK/$1.log" || echo 0
}

# Each scenario has a method, and most have several; how many are found in the time that it takes depends on the machine.
were_compiled_again() { # NAME HOW-MANY
    [ "$(erased "$1")" -ge "$2" ] || { echo "erased: $(erased "$1")"; return 1; }
}

none_was() { [ "$(erased "$1")" -eq 0 ] || { echo "erased: $(erased "$1")"; return 1; }; }

check_run() { # NAME
    check "hot: $1: the output is the plain run's" cmp "$WORK/$1.txt" "$WORK/plain.txt"
    check "hot: $1: equals the marks" check_marks --config Debug "$WORK/$1.xml" "$TARGET"
}

if build "$TARGET" Debug; then
    dll=$TARGET/bin/Debug/net10.0/Hot.dll
    check 'hot: runs' sh -c 'dotnet "$1" >"$2"' sh "$dll" "$WORK/plain.txt"
    check 'hot: runs with the plan' measure plan
    check_run plan
    check 'hot: plan: hot methods were compiled again' were_compiled_again plan 3
    check 'hot: runs with a probe everywhere' measure all --probe-all
    check_run all
    check 'hot: all: hot methods were compiled again' were_compiled_again all 3
    check 'hot: plan and oracle agree' same_report "$WORK/plan.xml" "$WORK/all.xml"
    check 'hot: runs with all that fires compiled again' measure eager --stress framework
    check_run eager
    check 'hot: eager: all that runs was compiled again' were_compiled_again eager 20
    check 'hot: plan and eager agree' same_report "$WORK/plan.xml" "$WORK/eager.xml"
    check 'hot: runs with erasing off' measure off --erase off
    check_run off
    check 'hot: off: nothing was compiled again' none_was off
    check 'hot: runs exact' measure exact --hits exact
    check_run exact
    check 'hot: exact: nothing was compiled again' none_was exact
fi
