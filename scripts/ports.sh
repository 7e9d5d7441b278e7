#!/usr/bin/env bash
# Other machines and C libraries. scripts/ports.sh [PORT...]; default: all. Takes hours; ends with "ports: ok" when nothing failed.
#
#   arm64    unit tests and fuzz corpora for 64-bit ARM, also with pages of 16 and 64 KiB
#   musl     the same for x64 with musl, of the library
#   hello    the smallest example on the real runtime for ARM with our library: the report of x64
#   truth    the marked programs (tests/targets) there, in Debug and Release: the marks, and the reports of x64
#   endings  every way a process ends there; a killed one has the report of x64
#   erase    erasing of probes under stress there
#
# ARM runs under qemu's user emulation. TRUTH_TARGETS="csharp:CSharpTargets ..." are some of the programs; ONLY and ROUNDS are those of
# erase-stress.sh. Debian's packages for the other machine are unpacked below build/; the system gets the two compilers and qemu.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$(dirname "${BASH_SOURCE[0]}")/roots.sh"
. "$(dirname "${BASH_SOURCE[0]}")/machine.sh"
[ $# -gt 0 ] || set -- arm64 musl hello truth endings erase
install_packages "${BUILD_PACKAGES[@]}" libcunit1-dev python3
CLRCOV=$ROOT/build/release/bin/clrcov
mkdir -p "$ROOT/build"
cd "$ROOT" || exit 1
failed=0

test_port() { # PRESET CTEST_OPTIONS...
    local preset=$1
    shift
    say "building for $preset"
    (configure_and_build "$preset") || return 1
    say "unit tests and fuzz corpora for $preset"
    ctest --test-dir "build/$preset" --output-on-failure -j "$(nproc)" -L 'unit|fuzz' -LE sources "$@" \
        >"build/$preset.tests" 2>&1 || { cat "build/$preset.tests"; return 1; }
    grep 'tests passed' "build/$preset.tests"
}

# What the user's process gets: one symbol, no library but the C library's.
check_library() { # PRESET READELF NEEDED
    local library=build/$1/lib/libclrcov.so got
    got=$("$2" -W --dyn-syms "$library" | awk '$5 == "GLOBAL" && $7 != "UND" { print $8 }' | tr '\n' ' ')
    [ "$got" = "DllGetClassObject " ] || { say "$1: the library exports: $got"; return 1; }
    got=$("$2" -W -d "$library" | sed -nE 's/.*NEEDED.*\[(.*)\]/\1/p' | grep -vxE "$3")
    [ -z "$got" ] || { say "$1: the library needs $got"; return 1; }
}

port_arm64() {
    make_arm64_root || return 1
    # The command's tests start it, and it is no program of this machine.
    test_port arm64 -E '^clrcov_test_cli$' || return 1
    check_library arm64 aarch64-linux-gnu-readelf 'libc\.so\.6|ld-linux-aarch64\.so\.1' || return 1
    test_pages
}

# What maps files, with larger pages. Programs without shared libraries: qemu maps those of 64 KiB pages wrongly,
# because the machine's own pages, which a file ends in, are smaller.
test_pages() {
    local names=(base counters counters_damage session) size name
    (configure_and_build arm64-static "${names[@]/#/clrcov_test_}") || return 1
    for size in 16384 65536; do
        for name in "${names[@]}"; do
            say "clrcov_test_$name with pages of $size bytes"
            (cd tests && qemu-aarch64-static -p "$size" "$ROOT/build/arm64-static/bin/clrcov_test_$name") \
                >"build/arm64.pages" 2>&1 || { cat build/arm64.pages; return 1; }
        done
    done
}

port_musl() {
    make_musl_root || return 1
    test_port musl || return 1
    check_library musl readelf 'libc\.so'
}

# The command for this machine, and the library for ARM.
make_both() {
    need_dotnet
    make_arm64_root || return 1
    "$ROOT/scripts/build.sh" release || return 1
    (configure_and_build library-arm64) || return 1
    mkdir -p build/arm64-programs
}

# The report without what differs from run to run.
normal() { sed -E 's/ timestamp="[0-9]+"//' "$1"; }

# measure_both PROJECT NAME CONFIGURATION: reports of the program on both machines into OUT.arm64.xml and OUT.x64.xml; TOOK seconds on ARM.
measure_both() {
    local project=$1 name=$2 config=$3 start
    OUT=$ROOT/build/arm64-programs/$name-$config
    for TEST_MACHINE in arm64 x64; do
        build_program "$project" "$config" "$OUT.$TEST_MACHINE" || return 1
        program_of "$OUT.$TEST_MACHINE" "$name"
        start=$SECONDS
        timeout "${TRUTH_SECONDS:-3600}" "$CLRCOV" run -q -o "$OUT.$TEST_MACHINE.xml" -- "${program[@]}" >"$OUT.log" 2>&1 ||
            { tail -20 "$OUT.log"; return 1; }
        [ $TEST_MACHINE = x64 ] || TOOK=$((SECONDS - start))
        rm -rf "$OUT.$TEST_MACHINE"
    done
}
same_as_x64() { cmp <(normal "$OUT.arm64.xml") <(normal "$OUT.x64.xml"); }

truth_of() { # PROJECT NAME CONFIGURATION
    measure_both "$@" || return 1
    python3 "$ROOT/tests/integration/check_marks.py" --config "$3" "$OUT.arm64.xml" "$(dirname "$1")" && same_as_x64 || return 1
    say "$2 $3: the report of x64; $TOOK s"
}

port_hello() { make_both && truth_of "$ROOT/examples/hello/Hello.csproj" Hello Debug; }

port_truth() {
    local target config status=0
    make_both || return 1
    for target in ${TRUTH_TARGETS:-csharp:CSharpTargets fsharp:FSharpTargets fsharp-more:FSharpMore vb:VbTargets vb-more:VbMore \
        toplevel:TopLevel excluded:ExcludedParts}; do
        for config in Debug Release; do
            truth_of "$(echo "$ROOT/tests/targets/${target%%:*}"/*proj)" "${target##*:}" "$config" ||
                { say "$target $config: FAILED"; status=1; }
        done
    done
    return $status
}

# killed_reports: of a program that prints "ready" and sleeps, killed there, on both machines.
killed_reports() {
    local runner
    OUT=$ROOT/build/arm64-programs/KillTarget
    for TEST_MACHINE in arm64 x64; do
        build_program "$ROOT/tests/targets/kill" Debug "$OUT.$TEST_MACHINE" || return 1
        program_of "$OUT.$TEST_MACHINE" KillTarget
        "$CLRCOV" run -q -o "$OUT.$TEST_MACHINE.xml" -- "${program[@]}" sleep >"$OUT.out" 2>"$OUT.log" &
        runner=$!
        until grep -q ready "$OUT.out"; do
            kill -0 $runner 2>/dev/null || { tail -20 "$OUT.log"; return 1; }
            sleep 0.2
        done
        kill -KILL "$(cat "/proc/$runner/task/$runner/children")"
        wait $runner
        [ $? -eq 137 ] || { tail -20 "$OUT.log"; return 1; }
        rm -rf "$OUT.$TEST_MACHINE"
    done
}

port_endings() {
    make_both || return 1
    killed_reports && same_as_x64 &&
        python3 "$ROOT/tests/integration/check_marks.py" --config Debug "$OUT.arm64.xml" "$ROOT/tests/targets/kill" || return 1
    say "killed: the report of x64"
    TEST_MACHINE=arm64 TEST_RUN=full START_SECONDS=600 bash "$ROOT/tests/integration/matrix.sh" >build/arm64-programs/endings.log 2>&1
    grep '^#' build/arm64-programs/endings.log
    ! grep -A40 '^not ok' build/arm64-programs/endings.log && grep -q '^ok - killed_together, Release-program' build/arm64-programs/endings.log
}

port_erase() { make_both && TEST_MACHINE=arm64 SHORT=1 "$ROOT/scripts/erase-stress.sh" "${ROUNDS:-1}"; }

for port in "$@"; do
    case $port in
    arm64 | musl | hello | truth | endings | erase) ;;
    *) die "no such port: $port" ;;
    esac
    if "port_$port"; then say "$port: passed"; else say "$port: FAILED"; failed=1; fi
done
[ "$failed" -eq 0 ] && echo "ports: ok"
exit "$failed"
