#!/usr/bin/env bash
# .NET 11 in full. scripts/net11.sh [PART...]; default: all. Ends with "net11: ok" when nothing failed. Needs
# scripts/build.sh release, or another build: CLRCOV=.../clrcov. tests/integration/net11.sh is the short form.
#
#   truth    the marked programs, asynchronous methods as state machines and suspended by the runtime, Debug and Release: once,
#            exact and with the oracle. F# is compiled for .NET 10 and rolls forward
#   counts   exact counts of a program that counts its own lines: forms of probes, threads, tiers
#   kills    KILLS (100) processes killed at random moments, counting exactly
#   forms    ReadyToRun, composite, self-contained and single-file programs for .NET 11, exact
#   suite    files of tests/integration with .NET 11 as the machine's runtime; SUITE="attach loading" are some of them
#   random   random programs of C#, SEEDS (1..40), compiled both ways, against their twins
#   stress   the workload and an ASP.NET Core application with the whole framework instrumented
#   sweep    both frameworks of .NET 11 through decode, plan, rewrite and verify
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$ROOT/scripts/net11-root.sh"
prepare_comparison net11
[ $# -gt 0 ] || set -- truth counts kills forms suite random stress sweep
failed=0
wrong() { failed=1; echo "WRONG: $1"; [ $# -lt 2 ] || printf '%s\n' "$2" | tail -20; }

# --- truth -----------------------------------------------------------------------------------------

# check_truth NAME CONFIGURATION FOLDER-OF-SOURCES DLL OPTIONS-OF-CHECK...: all kinds of probes.
check_truth() {
    local name=$1 config=$2 sources=$3 dll=$4 options said
    shift 4
    for options in '' --probe-all '--hits exact'; do
        local report=$WORK/report.xml check=("$@")
        [ "$options" != '--hits exact' ] || check+=(--exact)
        # shellcheck disable=SC2086
        said=$("$CLRCOV" run -q --root "$ROOT" -o "$report" $options -- "$NET11/dotnet" "$dll" 2>&1 >/dev/null &&
            python3 "$ROOT/tests/integration/check_marks.py" --config "$config" "${check[@]}" "$report" "$sources" 2>&1) ||
            wrong "$name $config ${options:-once}" "$said"
        say "$name $config ${options:-once}: ${said##*$'\n'}"
    done
}

net11_truth() {
    local target folder name config async
    for target in csharp:CSharpTargets csharp15:CSharp15 vb:VbTargets vb-more:VbMore toplevel:TopLevel excluded:ExcludedParts; do
        folder=$ROOT/tests/targets/${target%%:*} name=${target##*:}
        for config in Debug Release; do
            for async in machines runtime; do
                local options=()
                [ $async = machines ] || options=(--runtime-async)
                build_net11 "$(echo "$folder"/*proj)" "$config" $async "$WORK/truth" || { wrong "$name $config $async: not built"; continue; }
                check_truth "$name-$async" "$config" "$folder" "$WORK/truth/$name.dll" "${options[@]}"
                rm -rf "$WORK/truth"
            done
        done
    done
    for target in fsharp:FSharpTargets fsharp-more:FSharpMore; do
        folder=$ROOT/tests/targets/${target%%:*} name=${target##*:}
        for config in Debug Release; do
            dotnet build "$folder" -c "$config" --nologo -v quiet -o "$WORK/truth" --artifacts-path "$WORK/truth.artifacts" >"$WORK/log" 2>&1 ||
                { wrong "$name $config: not built" "$(cat "$WORK/log")"; continue; }
            DOTNET_ROLL_FORWARD=LatestMajor check_truth "$name" "$config" "$folder" "$WORK/truth/$name.dll"
            rm -rf "$WORK/truth" "$WORK/truth.artifacts"
        done
    done
}

# --- counts ----------------------------------------------------------------------------------------

check_counts() { # NAME COMMAND...
    local name=$1 said
    shift
    said=$("$@" >"$WORK/counts.txt" 2>"$WORK/errors" && python3 "$ROOT/tests/integration/check_counts.py" "$WORK/counts.xml" "$WORK/counts.txt" \
        "$ROOT"/tests/targets/counts/{Flow,Faults,Members,Functions,Later}.cs) || wrong "$name" "$said $(cat "$WORK/errors")"
    say "$name: ${said##*$'\n'}"
}

# check_counts_of CONFIGURATION ASYNC THREADS PROBE KNOB
check_counts_of() {
    check_counts "counts $1 $2, $3 threads, $4, $5" env "DOTNET_$5" "$CLRCOV" run -q --hits exact --root "$ROOT" --probe "$4" \
        -o "$WORK/counts.xml" -- "$NET11/dotnet" "$WORK/counts/Counts.dll" "$3"
}

# COUNTS=all: every combination, an hour. Else each pair of a build and a setting of the runtime, with threads and probes in turn.
net11_counts() {
    local config async knob index build=0 threads=(1 8 32) probes=(default inline call) t p
    for config in Debug Release; do
        for async in machines runtime; do
            build_net11 "$ROOT/tests/targets/counts/Counts.csproj" "$config" $async "$WORK/counts" || { wrong "counts: not built"; continue; }
            index=0
            for knob in A=1 TieredCompilation=0 TieredPGO=0 ReadyToRun=0 TC_OnStackReplacement_InitialCounter=1 gcServer=1; do
                for ((t = 0; t < 3; t++)); do
                    for ((p = 0; p < 3; p++)); do
                        [ "${COUNTS:-}" = all ] || { [ $t -eq $(((index + build) % 3)) ] && [ $p -eq $(((index + index / 3 + 2 * build) % 3)) ]; } || continue
                        check_counts_of "$config" "$async" "${threads[t]}" "${probes[p]}" "$knob"
                    done
                done
                index=$((index + 1))
            done
            rm -rf "$WORK/counts"
            build=$((build + 1))
        done
    done
}

# --- the rest --------------------------------------------------------------------------------------

# Files of tests/integration, as on a machine whose runtime is .NET 11.
run_suite() { # FILE...
    local file log
    for file in "$@"; do
        log=$WORK/$file.log
        (use_net11 && TEST_RUN=${TEST_RUN-} bash "$ROOT/tests/integration/$file.sh") >"$log" 2>&1
        say "$file: $(grep -c '^ok - ' "$log") ok"
        grep -q '^ok - ' "$log" && ! grep -A12 '^not ok - ' "$log" || wrong "$file on .NET 11"
    done
}
net11_kills() {
    local i name said
    build_net11 "$ROOT/tests/targets/lanes/LanesTarget.csproj" Release runtime "$WORK/lanes" || { wrong "kills: not built"; return; }
    for ((i = 1; i <= ${KILLS:-100}; i++)); do
        name=$WORK/killed-$i
        "$CLRCOV" run -q --hits exact --root "$ROOT" -o "$name.xml" -- "$NET11/dotnet" "$WORK/lanes/LanesTarget.dll" work 8 "$name.numbers" >"$name.out" 2>&1 &
        until grep -qs ready "$name.out"; do sleep 0.05; done
        sleep "0.$((RANDOM % 9))$((RANDOM % 9))"
        kill -KILL "$(sed -n 's/^ready //p' "$name.out")"
        wait
        said=$(python3 - "$name" "$ROOT/tests/targets/lanes/Program.cs" <<'PYTHON'
import struct, sys, xml.etree.ElementTree as tree
name, source = sys.argv[1:]
line = next(n for n, text in enumerate(open(source), 1) if text.rstrip().endswith("the line"))
words = struct.unpack("<128q", open(name + ".numbers", "rb").read())
hits = max(int(one.get("hits")) for one in tree.parse(name + ".xml").iter("line") if int(one.get("number")) == line)
print(f"{sum(words[1::16])} ended, {hits} hits, {sum(words[0::16])} begun")
sys.exit(not sum(words[1::16]) <= hits <= sum(words[0::16]))
PYTHON
        ) || wrong "killed, $i" "$said"
        rm -f "$name".*
    done
    say "kills: $((i - 1)) processes"
}

# publish_counts FORM OPTIONS...: the program of counts, in a form of publishing.
publish_counts() {
    local form=$1 program=$WORK/form/Counts
    shift
    rm -rf "$WORK/form"
    if ! dotnet publish "$ROOT/tests/targets/counts" -c Release -r linux-x64 --self-contained --nologo -v quiet -p:TestFramework=net11.0 \
        -p:NETCoreAppMaximumVersion=11.0 -p:RuntimeAsync=true "$@" --artifacts-path "$WORK/form.artifacts" -o "$WORK/form" >"$WORK/log" 2>&1; then
        wrong "$form: not published" "$(cat "$WORK/log")"
        return
    fi
    check_counts "$form, exact" "$CLRCOV" run -q --hits exact --root "$ROOT" -o "$WORK/counts.xml" -- "$program" 8
    rm -rf "$WORK/form.artifacts"
}
net11_forms() {
    publish_counts self-contained
    publish_counts ReadyToRun -p:PublishReadyToRun=true
    publish_counts composite -p:PublishReadyToRun=true -p:PublishReadyToRunComposite=true
    publish_counts single-file -p:PublishSingleFile=true
    publish_counts "compressed single-file" -p:PublishSingleFile=true -p:EnableCompressionInSingleFile=true
}

net11_suite() {
    # shellcheck disable=SC2086
    run_suite ${SUITE:-xunit loading attach late hot collectible inlining signals traces il endings library standalone surroundings namespaces \
        framework matrix lanes explain generated}
}

net11_random() {
    local features
    for features in '' --features=runtime-async=on; do
        (use_net11 && python3 "$ROOT/tests/random/random_programs.py" --clrcov "$CLRCOV" --seeds "${SEEDS:-1..40}" --runs plan,exact \
            --compilers "$NET11/compilers" ${features:+"$features"}) || wrong "random programs ${features:-as state machines}"
    done
}

net11_stress() { (use_net11 && bash "$ROOT/scripts/stress.sh" workload web) || wrong "stress"; }
net11_sweep() { SIM_BODIES=1000 bash "$ROOT/scripts/sweep.sh" "$NET11"/shared/*/11.* || wrong "sweep"; }

make_net11_root || die "build/net11 could not be made"
for part in "$@"; do
    case $part in
    truth | counts | kills | forms | suite | random | stress | sweep) say "$part" && "net11_$part" ;;
    *) die "no such part: $part" ;;
    esac
done
[ "$failed" -eq 0 ] && echo "net11: ok"
exit "$failed"
