#!/usr/bin/env bash
# Other machines and C libraries: builds clrcov for 64-bit ARM, and the library for x64 with musl, and runs the unit
# tests and the fuzz corpora there; ARM under qemu's user emulation, also with pages of 16 and 64 KiB.
# scripts/ports.sh [arm64] [musl]; default: both. Takes some minutes. Ends with "ports: ok" when nothing failed.
# Debian's packages for the other machine are unpacked below build/; the system gets the two compilers and qemu.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$(dirname "${BASH_SOURCE[0]}")/roots.sh"
[ $# -gt 0 ] || set -- arm64 musl
install_packages "${BUILD_PACKAGES[@]}" libcunit1-dev python3
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

for port in "$@"; do
    case $port in
    arm64 | musl) ;;
    *) die "no such port: $port" ;;
    esac
    if "port_$port"; then say "$port: passed"; else say "$port: FAILED"; failed=1; fi
done
[ "$failed" -eq 0 ] && echo "ports: ok"
exit "$failed"
