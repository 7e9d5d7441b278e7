#!/usr/bin/env bash
# Other machines and C libraries: builds clrcov for 64-bit ARM, and the library for x64 with musl, and runs the unit
# tests and the fuzz corpora there; ARM under qemu's user emulation, also with pages of 16 and 64 KiB. `truth` runs the real
# runtime for ARM under qemu with our library: the marked programs (tests/targets) in Debug and Release, and compares the reports with those
# of x64.
# scripts/ports.sh [arm64] [musl] [truth]; default: all. TRUTH_TARGETS="csharp:CSharpTargets ..." are some of the programs.
# Takes many minutes. Ends with "ports: ok" when nothing failed.
# Debian's packages for the other machine are unpacked below build/; the system gets the two compilers and qemu.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$(dirname "${BASH_SOURCE[0]}")/roots.sh"
[ $# -gt 0 ] || set -- arm64 musl truth
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

# The command is that of this machine: it sets CORECLR_PROFILER_PATH_64 to its own library, so the path of the library for ARM is
# in the variable that the runtime for ARM looks at first.
measure_arm64() { # REPORT LOG PROGRAM OPTIONS...
    local report=$1 log=$2 program=$3
    shift 3
    timeout "${TRUTH_SECONDS:-3600}" "$CLRCOV" run -q -o "$report" "$@" -- env \
        "CORECLR_PROFILER_PATH_ARM64=$ROOT/build/package-arm64/lib/libclrcov.so" \
        qemu-aarch64-static -L "$ROOT/build/arm64-root" "$program" >"$log" 2>&1
}

# The report without what differs from run to run.
normal() { sed -E 's/ timestamp="[0-9]+"//' "$1"; }

truth_of() { # FOLDER NAME CONFIGURATION
    local folder=$ROOT/tests/targets/$1 name=$2 config=$3 out=$ROOT/build/arm64-truth/$2-$3 start took
    {
        dotnet publish "$folder"/*proj -c "$config" -r linux-arm64 --self-contained --nologo -v quiet \
            --artifacts-path "$out.artifacts" -o "$out" &&
            dotnet build "$folder"/*proj -c "$config" --nologo -v quiet --artifacts-path "$out.artifacts" -o "$out.x64"
    } >"$out.log" 2>&1 || { tail -20 "$out.log"; return 1; }
    start=$SECONDS
    measure_arm64 "$out.xml" "$out.log" "$out/$name" || { tail -20 "$out.log"; return 1; }
    took=$((SECONDS - start))
    "$CLRCOV" run -q -o "$out.x64.xml" -- dotnet "$out.x64/$name.dll" >"$out.log" 2>&1 || { tail -20 "$out.log"; return 1; }
    rm -rf "$out" "$out.artifacts" "$out.x64"
    python3 "$ROOT/tests/integration/check_marks.py" --config "$config" "$out.xml" "$folder" || return 1
    cmp <(normal "$out.xml") <(normal "$out.x64.xml") || { say "$name $config: the report is not that of x64"; return 1; }
    say "$name $config: the report of x64; $took s"
}

port_truth() {
    need_dotnet
    local target config status=0
    make_arm64_static || return 1
    "$ROOT/scripts/build.sh" release && (configure_and_build package-arm64) || return 1
    mkdir -p build/arm64-truth
    for target in ${TRUTH_TARGETS:-csharp:CSharpTargets fsharp:FSharpTargets fsharp-more:FSharpMore vb:VbTargets vb-more:VbMore \
        toplevel:TopLevel excluded:ExcludedParts}; do
        for config in Debug Release; do
            truth_of "${target%%:*}" "${target##*:}" "$config" || { say "$target $config: FAILED"; status=1; }
        done
    done
    return $status
}

for port in "$@"; do
    case $port in
    arm64 | musl | truth) ;;
    *) die "no such port: $port" ;;
    esac
    if "port_$port"; then say "$port: passed"; else say "$port: FAILED"; failed=1; fi
done
[ "$failed" -eq 0 ] && echo "ports: ok"
exit "$failed"
