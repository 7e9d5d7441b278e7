#!/usr/bin/env bash
# Runs real programs with every assembly that they load instrumented, those of the framework and of the SDK included:
# a workload over wide parts of the framework (JSON, regular expressions, LINQ, tasks, sockets, XML, ...), the same with
# older runtimes, an ASP.NET Core application that answers REQUESTS requests (2,000), `dotnet build` of a solution with
# MSBuild, NuGet and the compilers, and the solution's tests. Whatever a program says or makes must be what it says or
# makes without clrcov; no method may fail to compile; no InvalidProgramException may be thrown anywhere, caught or not;
# each method that is left alone must have its reason.
# scripts/stress.sh [workload|runtimes|web|build]...: these parts, else all. Needs scripts/build.sh release, or another
# build: CLRCOV=.../clrcov scripts/stress.sh. Prints a row of figures for each run, ends with "stress: ok".
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
prepare_comparison stress
REQUESTS=${REQUESTS:-2000}
failed=0
complain() {
    failed=1
    echo "WRONG: $1"
    [ $# -lt 2 ] || printf '%s\n' "$2" | tail -30 | cut -c1-300
}

eager="$EAGER_TIERS DOTNET_TieredPGO_InstrumentOnlyHotCode=0"
# mode | options | environment
forms='once|--stress framework|
every point and edge|--stress framework --probe-all|
exact|--stress framework --hits exact|
exact, by calls|--stress framework --hits exact --probe call|
once, CoreLib|--stress corelib|
every point and edge, CoreLib|--stress corelib --probe-all|
exact, CoreLib|--stress corelib --hits exact|
exact, by calls, CoreLib|--stress corelib --hits exact --probe call|
long probes, CoreLib|--stress corelib --wide|'
tiers="once, CoreLib, no tiers|--stress corelib|DOTNET_TieredCompilation=0
once, CoreLib, no PGO|--stress corelib|DOTNET_TieredPGO=0
once, CoreLib, loops optimised|--stress corelib|DOTNET_TC_QuickJitForLoops=0
once, CoreLib, eager tiers|--stress corelib|$eager
every point and edge, CoreLib, eager tiers|--stress corelib --probe-all|$eager
exact, CoreLib, no tiers|--stress corelib --hits exact|DOTNET_TieredCompilation=0
exact, CoreLib, eager tiers|--stress corelib --hits exact|$eager
once, CoreLib, server GC|--stress corelib|DOTNET_gcServer=1
once, CoreLib, many collections|--stress corelib|DOTNET_GCgen0size=40000
exact, by calls, CoreLib, many collections|--stress corelib --hits exact --probe call|DOTNET_GCgen0size=40000"
older_forms='once|--stress framework|
every point and edge, CoreLib|--stress corelib --probe-all|
exact, CoreLib|--stress corelib --hits exact|'
build_forms='once|--stress framework|
once, CoreLib|--stress corelib|
every point and edge, CoreLib|--stress corelib --probe-all|
exact, CoreLib|--stress corelib --hits exact|'

# --- one run ---------------------------------------------------------------------------------------

row() { printf '%-9s %-42s %10s %9s %9s %9s %9s %8s\n' "$@"; }

seconds_since() { awk -v from="$1" -v to="$EPOCHREALTIME" 'BEGIN { printf "%.1f", to - from }'; }

# Exceptions of a type, caught or not, in the runtime's own traces of all processes.
thrown() {
    local utf16
    utf16=$(sed -E 's/\./\\./g; s/\\?./&\\x00/g' <<<"$1")
    LC_ALL=C grep -haoP "$utf16" "$WORK"/traces/*.nettrace | wc -l
}

plain() { # PART COMMAND...
    local part=$1 from=$EPOCHREALTIME
    shift
    "$@" >"$WORK/$part.plain" 2>&1 || complain "$part: the plain run fails" "$(cat "$WORK/$part.plain")"
    row "$part" "without clrcov" "" "" "" "" "" "$(seconds_since "$from")"
}

known_reason='System.Private.CoreLib: method 0x[0-9A-F]*: not instrumented: rewrite: (the probes of exact counts call it|the JIT compiler relies on its code)$'

# What clrcov itself says of the run: figures, and nothing that was lost but for the reason that is known.
check_summary() { # PART MODE SECONDS
    local figures lost
    # assemblies, methods instrumented, methods entered, probes, probes hit
    figures=$(grep '^Stressed: ' "$WORK/told" | grep -oE '[0-9]+' | tr '\n' ' ')
    # shellcheck disable=SC2086
    row "$1" "$2" ${figures:-0 0 0 0 0} "$3"
    [ "$(cut -d' ' -f3 <<<"${figures:-0 0 0}")" -gt 1000 ] || complain "$1, $2: next to nothing was instrumented" "$(cat "$WORK/told")"
    lost=$(grep -E '^(Lost|Warning): ' "$WORK/told" | grep -vE "$known_reason")
    [ -z "$lost" ] || complain "$1, $2: clrcov says" "$lost"
}

# The command writes what it makes to $WORK/got, in any form; `same` compares that with the plain run.
stressed() { # PART MODE OPTIONS ENVIRONMENT SAME COMMAND...
    local part=$1 mode=$2 options=$3 environment=$4 same=$5 from count difference
    shift 5
    rm -rf "$WORK/traces" "$WORK/got" "$TMPDIR"/clrcov-*
    mkdir "$WORK/traces"
    from=$EPOCHREALTIME
    (
        # shellcheck disable=SC2163 # NAME=VALUE
        for variable in $environment; do export "$variable"; done
        export DOTNET_EnableEventPipe=1 DOTNET_EventPipeConfig=Microsoft-Windows-DotNETRuntime:0x8000:2
        export DOTNET_EventPipeOutputPath="$WORK/traces/{pid}.nettrace"
        wrapper="timeout 1500 $CLRCOV run -v --verify --wait 120 --root $WORK --allow-empty $options -o $WORK/report.xml --"
        "$@"
    ) >"$WORK/got" 2>&1 || complain "$part, $mode: exit code $?" "$(cat "$WORK/got" "$WORK/told")"
    check_summary "$part" "$mode" "$(seconds_since "$from")"
    difference=$("$same") || complain "$part, $mode: the output differs" "$difference"
    count=$(thrown System.InvalidProgramException)
    [ "$count" -eq 0 ] || complain "$part, $mode: InvalidProgramException, $count times"
    ls "$WORK"/traces/*.nettrace >/dev/null 2>&1 || complain "$part, $mode: the runtime wrote no trace"
}

each() { # PART SAME MODES COMMAND...
    local part=$1 same=$2 modes=$3 mode options environment
    shift 3
    while IFS='|' read -r mode options environment; do
        stressed "$part" "$mode" "$options" "$environment" "$same" "$@" </dev/null
    done <<<"$modes"
}

# The command after the wrapper, if there is one; what that says is kept.
wrapper=
# shellcheck disable=SC2086
wrapped() { $wrapper "$@" 2>"$WORK/told"; }

# --- the parts -------------------------------------------------------------------------------------

copy_sources() {
    rm -rf "$WORK/targets"
    mkdir -p "$WORK/targets"
    tar -C "$ROOT/tests/targets" --exclude=bin --exclude=obj -cf - stress Directory.Build.props Directory.Build.targets |
        tar -C "$WORK/targets" -xf -
}

copy_target() { # NAME
    copy_sources
    dotnet build "$WORK/targets/stress/$1" -c Release --nologo -v quiet >"$WORK/build.log" 2>&1 ||
        { cat "$WORK/build.log"; die "building $1 failed"; }
}

run_workload() { wrapped "${program[@]}" 3; }
same_workload() { diff "$WORK/$part.plain" "$WORK/got"; }

stress_workload() {
    copy_target Workload
    program=(dotnet "$WORK/targets/stress/Workload/bin/Release/net10.0/Workload.dll")
    plain workload run_workload
    each workload same_workload "$forms"$'\n'"$tiers" run_workload
    # The search in the traces of the last run finds what is there.
    [ "$(thrown System.DivideByZeroException)" -gt 0 ] || complain "the traces do not show exceptions"
}

# Self-contained programs, where the packages of the runtime restore.
stress_runtimes() {
    local version
    for version in net8.0 net9.0; do
        copy_sources
        if ! dotnet publish "$WORK/targets/stress/Workload" -c Release -r linux-x64 --self-contained "-p:WorkloadFramework=$version" \
            -p:NuGetAudit=false -o "$WORK/$version" --nologo -v quiet >"$WORK/build.log" 2>&1; then
            grep -q 'error NU' "$WORK/build.log" || complain "$version: not built" "$(cat "$WORK/build.log")"
            say "$version is left out: $(grep -m 1 'error NU' "$WORK/build.log")"
            continue
        fi
        program=("$WORK/$version/Workload")
        plain "$version" run_workload
        each "$version" same_workload "$older_forms" run_workload
    done
}

run_web() {
    # shellcheck disable=SC2086
    bash "$ROOT/tests/targets/stress/serve.sh" "$REQUESTS" "$WORK/answers" $wrapper \
        dotnet "$WORK/targets/stress/Web/bin/Release/net10.0/Web.dll" 2>"$WORK/told" || return
    cat "$WORK/answers" && tail -n +2 "$WORK/answers.server"
}
same_web() { diff "$WORK/web.plain" "$WORK/got" && [ "$(wc -l <"$WORK/got")" -eq $((REQUESTS + 1)) ]; }

stress_web() {
    copy_target Web
    install_packages python3
    plain web run_web
    each web same_web "$forms"$'\n'"$tiers" run_web
}

# Everything from scratch, at the same place; what the builds and the tests say but for durations and order, and a hash
# of every file that is made but for MSBuild's caches, which hold times.
run_build() {
    rm -rf "$WORK/solution"
    mkdir "$WORK/solution"
    tar -C "$ROOT/examples/xunit-solution" --exclude=bin --exclude=obj --exclude=TestResults -cf - . | tar -C "$WORK/solution" -xf -
    cd "$WORK/solution" || return
    wrapped sh -c 'dotnet build -c Release --nologo -nodeReuse:false -p:UseSharedCompilation=false -tl:off -v:minimal &&
        dotnet test -c Release --no-build --nologo -tl:off' >"$WORK/said" || return
    sed -E 's/ \(in [^)]*\)//; s/(Time Elapsed|Duration:?) .*/\1/; s/\[xUnit.net [^]]*\]/[xUnit.net]/' "$WORK/said" | sort
    find . -type f \( -path '*/bin/*' -o -path '*/obj/Release/*' \) ! -name '*.cache' -print0 | sort -z | xargs -0 sha256sum
}
same_build() { diff "$WORK/build.plain" "$WORK/got" && grep -q '/bin/Release/.*Shop.dll$' "$WORK/got" && grep -q '^Passed!' "$WORK/got"; }

stress_build() {
    plain build run_build
    each build same_build "$build_forms" run_build
}

[ $# -gt 0 ] || set -- workload runtimes web build
row part mode assemblies methods entered probes hit seconds
for part in "$@"; do
    case $part in
    workload | runtimes | web | build) "stress_$part" ;;
    *) die "no such part: $part (workload, runtimes, web, build)" ;;
    esac
done
[ "$failed" -eq 0 ] && echo "stress: ok"
exit "$failed"
