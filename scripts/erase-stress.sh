#!/usr/bin/env bash
# Erasing of probes under stress: a workload over wide parts of the framework and the programs of the benchmarks, with
# tiers as early as they can be had (second call, no delay, on-stack replacement at the second round of a loop,
# instrumented code for everything), once with the user's code alone and once with all code that runs. Output must be
# that of a plain run, coverage of the user's code that of an oracle (a probe at every point and edge, nothing erased), and
# no method may fail to compile. A probe that is erased before it was hit would be a line less. Then the programs as a
# Debug build, of which every 0.3 ms all that runs is compiled again (prof_hot.c).
# scripts/erase-stress.sh [ROUNDS]: how often each (3). Needs scripts/build.sh release, or another build: CLRCOV=.../clrcov.
# ONLY='^programs \| user code$' are some of the rows: PART | MODE as an extended regular expression. TEST_MACHINE=arm64: the runtime for
# 64-bit ARM, under qemu; SHORT=1: fewer rounds in the programs, for a machine that is as slow as that (scripts/ports.sh erase).
# Prints a row of figures for each run (bodies made, bodies given again without probes that were hit); ends with
# "erase-stress: ok".
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$(dirname "${BASH_SOURCE[0]}")/machine.sh"
prepare_comparison erase
ROUNDS=${1:-3}
failed=0
complain() {
    failed=1
    echo "WRONG: $1"
    [ $# -lt 2 ] || printf '%s\n' "$2" | head -10 | cut -c1-300
}

eager="$EAGER_TIERS"
# mode | options | environment
modes="user code||$eager
user code, all of it instrumented by the JIT||$eager DOTNET_TieredPGO_InstrumentOnlyHotCode=0
user code, no PGO||$eager DOTNET_TieredPGO=0
framework|--stress framework|$eager DOTNET_TieredPGO_InstrumentOnlyHotCode=0
framework and CoreLib|--stress corelib|$eager DOTNET_TieredPGO_InstrumentOnlyHotCode=0
framework and CoreLib, many collections|--stress corelib|$eager DOTNET_GCgen0size=40000"
debug_modes="user code, compiled again whenever it runs|--stress framework|A=1
user code, compiled again whenever it runs, many collections|--stress framework|DOTNET_GCgen0size=40000"
programs='nbody=20 fannkuch=2 spectral-norm=4 binary-trees=4 scheduler=200 constraints=100 properties=200 json=20 text=10
linq=20 async=2 exceptions=2 plinq=100 threads-4=200 threads-16=200'
[ -z "${SHORT:-}" ] || programs='nbody=1 fannkuch=1 spectral-norm=1 binary-trees=1 scheduler=10 constraints=5 properties=10 json=1 text=1
linq=1 async=1 exceptions=1 plinq=5 threads-4=10 threads-16=10'

tar -C "$ROOT/tests/targets" --exclude=bin --exclude=obj -cf - stress Directory.Build.props Directory.Build.targets |
    tar -C "$WORK" -xf -
cp -r "$ROOT/tests/bench/programs" "$WORK/programs"
build_program "$WORK/stress/Workload" Release "$WORK/built/Workload" && build_program "$WORK/programs" Release "$WORK/built/Release" &&
    build_program "$WORK/programs" Debug "$WORK/built/Debug" || die "building the programs failed"

same_coverage() { python3 -B "$ROOT/tests/bench/coverage.py" "$2" "$WORK" arms "$1"; } # REPORT ORACLE

run_workload() {
    program_of "$WORK/built/Workload" Workload
    "$@" "${program[@]}" 3
}
# All in one process after the other, below one run.
run_all() { # CONFIGURATION COMMAND...
    local config=$1
    shift
    program_of "$WORK/built/$config" Programs
    # shellcheck disable=SC2016,SC2086
    "$@" bash -c 'start=("${@:1:$0}"); shift "$0"; for p; do "${start[@]}" "${p%=*}" "${p#*=}" || exit; done' \
        "${#program[@]}" "${program[@]}" $programs
}
run_programs() { run_all Release "$@"; }
run_debug() { run_all Debug "$@"; }

row() { printf '%-9s %-45s %9s %9s %8s\n' "$@"; }

# The plain output, and the oracle's coverage, without stress.
prepare() { # PART
    "run_$1" >"$WORK/$1.plain" || complain "$1: the plain run fails"
    "run_$1" "$CLRCOV" run -q --probe-all --root "$WORK" -o "$WORK/$1.oracle.xml" -- >"$WORK/got" 2>"$WORK/told" ||
        complain "$1: the oracle's run fails" "$(cat "$WORK/told")"
}

stressed() { # PART MODE OPTIONS ENVIRONMENT
    local part=$1 mode=$2 from=$EPOCHREALTIME difference
    rm -f "$WORK/report.xml"
    (
        # shellcheck disable=SC2163 # NAME=VALUE
        for variable in $4; do export "$variable"; done
        # shellcheck disable=SC2086
        "run_$part" "$CLRCOV" run -v --stats --root "$WORK" $3 -o "$WORK/report.xml" --
    ) >"$WORK/got" 2>"$WORK/told" || complain "$part, $mode: exit code $?" "$(tail -20 "$WORK/told")"
    row "$part" "$mode" "$(sed -n 's/^Methods: \([0-9]*\),.*/\1/p' "$WORK/told")" \
        "$(sed -n 's/^Erased: //p' "$WORK/told")" "$(awk -v a="$from" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }')"
    difference=$(diff "$WORK/$part.plain" "$WORK/got") || complain "$part, $mode: the output differs" "$difference"
    difference=$(same_coverage "$WORK/report.xml" "$WORK/$part.oracle.xml") ||
        complain "$part, $mode: the coverage is not the oracle's" "$difference"
    difference=$(grep -E '^(Lost|Warning): ' "$WORK/told") && complain "$part, $mode: clrcov says" "$difference"
    [ "$(sed -n 's/^Erased: //p' "$WORK/told")" -gt 20 ] || complain "$part, $mode: next to nothing was erased"
}

wanted() { grep -Eq "${ONLY:-.}" <<<"$1 | $2"; } # PART MODE

rows=0
row part mode methods erased seconds
for part in programs workload debug; do
    [ "$part" != debug ] || modes=$debug_modes
    while IFS='|' read -r mode options environment; do
        wanted "$part" "$mode" || continue
        [ -e "$WORK/$part.plain" ] || prepare "$part"
        for ((i = 0; i < ROUNDS; i++)); do stressed "$part" "$mode" "$options" "$environment" </dev/null; done
        rows=$((rows + 1))
    done <<<"$modes"
done
[ "$rows" -gt 0 ] || die "ONLY=$ONLY is no row"
[ "$failed" -eq 0 ] && echo "erase-stress: ok"
exit "$failed"
