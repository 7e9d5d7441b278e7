#!/usr/bin/env bash
# Other machines and C libraries: builds clrcov for 64-bit ARM, and the library for x64 with musl, and runs the unit
# tests and the fuzz corpora there; ARM under qemu's user emulation, also with pages of 16 and 64 KiB.
# scripts/ports.sh [arm64] [musl]; default: both. Takes some minutes. Ends with "ports: ok" when nothing failed.
# Debian's packages for the other machine are unpacked below build/; the system gets the two compilers and qemu.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
[ $# -gt 0 ] || set -- arm64 musl
install_packages "${BUILD_PACKAGES[@]}" libcunit1-dev python3
mkdir -p "$ROOT/build"
cd "$ROOT" || exit 1
failed=0

# An apt of its own, which knows the archives of this system but none of its packages: what it downloads
# for another architecture, dependencies included, never touches this system.
private_apt() { # FOLDER ARCHITECTURE COMMAND...
    local folder=$1 architecture=$2
    shift 2
    APT_CONFIG=$folder/apt.conf apt-get -qq -o APT::Architecture="$architecture" \
        -o APT::Architectures::="$architecture" "$@"
}
make_private_apt() { # FOLDER
    mkdir -p "$1/lists/partial" "$1/cache/archives/partial" "$1/sources.d"
    : >"$1/status"
    local file
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
        [ -f "$file" ] || continue
        cp "$file" "$1/sources.d/"
        sed -E 's/^Types: *deb *$/Types: deb deb-src/; s/^deb (.*)/&\ndeb-src \1/' -i "$1/sources.d/${file##*/}"
    done
    cat >"$1/apt.conf" <<END_OF_CONF
Dir::State "$1";
Dir::State::Lists "$1/lists";
Dir::State::status "$1/status";
Dir::Cache "$1/cache";
Dir::Etc::SourceList "/dev/null";
Dir::Etc::SourceParts "$1/sources.d";
APT::Sandbox::User "";
END_OF_CONF
}

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
    install_packages gcc-aarch64-linux-gnu qemu-user-static
    local apt=$ROOT/build/arm64-apt root=$ROOT/build/arm64-root archive
    if [ ! -e "$root/complete" ]; then
        say "unpacking libraries for arm64 into build/arm64-root"
        make_private_apt "$apt"
        private_apt "$apt" arm64 update || return 1
        private_apt "$apt" arm64 install -y --no-install-recommends --download-only libc6-dev libgcc-12-dev \
            libcunit1-dev libdeflate-dev libxxhash-dev libmd-dev libpcre2-dev libjansson-dev libxml2-dev || return 1
        rm -rf "$root"
        mkdir -p "$root/usr/lib"
        ln -s usr/lib "$root/lib"
        for archive in "$apt"/cache/archives/*.deb; do
            dpkg-deb --fsys-tarfile "$archive" | tar -x -C "$root" --keep-directory-symlink || return 1
        done
        touch "$root/complete"
    fi
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

# Debian has no libraries for musl: the two that are needed are built from their source packages.
port_musl() {
    install_packages musl-tools xz-utils bzip2
    local apt=$ROOT/build/musl-apt root=$ROOT/build/musl-root source=$ROOT/build/musl-apt/source
    if [ ! -e "$root/complete" ]; then
        say "building libdeflate and CUnit for musl into build/musl-root"
        make_private_apt "$apt"
        rm -rf "$root" "$source"
        mkdir -p "$root/lib" "$root/include/CUnit" "$source/libdeflate" "$source/cunit"
        private_apt "$apt" "$(dpkg --print-architecture)" update || return 1
        (cd "$source" && private_apt "$apt" "$(dpkg --print-architecture)" source --download-only libdeflate cunit) ||
            return 1
        tar -xf "$source"/libdeflate_*.orig.tar.* -C "$source/libdeflate" --strip-components=1 &&
            tar -xf "$source"/cunit_*.orig.tar.* -C "$source/cunit" --strip-components=1 || return 1
        cp "$source"/libdeflate/libdeflate.h /usr/include/xxhash.h "$root/include/" &&
            cp "$source"/cunit/CUnit/Headers/*.h "$root/include/CUnit/" || return 1
        musl_library libdeflate.a "$source"/libdeflate/lib/*.c "$source"/libdeflate/lib/x86/*.c &&
            musl_library libcunit.a "$source"/cunit/CUnit/Sources/Framework/*.c \
                "$source"/cunit/CUnit/Sources/Basic/*.c || return 1
        touch "$root/complete"
    fi
    test_port musl || return 1
    check_library musl readelf 'libc\.so'
}
musl_library() { # NAME SOURCE...
    local objects=$ROOT/build/musl-apt/${1%.a} name=$1
    shift
    mkdir -p "$objects"
    (cd "$objects" && musl-gcc -O2 -fPIC -fvisibility=hidden -w -I"$root/include" -I"$root/include/CUnit" -c "$@" &&
        ar rcs "$root/lib/$name" ./*.o)
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
