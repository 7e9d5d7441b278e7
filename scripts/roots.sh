# shellcheck shell=bash
# Folders with what clrcov is linked with, for other machines and C libraries and for packages. They lie below build/ and
# are made once; the system gets compilers alone. Source it after lib.sh. A folder is whole when it has a file `complete`.

# An apt of its own, which knows the archives of this system but none of its packages: what it downloads
# for another architecture, dependencies included, never touches this system.
private_apt() { # FOLDER ARCHITECTURE COMMAND...
    local folder=$1 architecture=$2
    shift 2
    APT_CONFIG=$folder/apt.conf apt-get -qq -o APT::Architecture="$architecture" \
        -o APT::Architectures::="$architecture" "$@"
}
# FROM_RELEASE=NAME: it knows that release of Debian alone.
make_private_apt() { # FOLDER
    mkdir -p "$1/lists/partial" "$1/cache/archives/partial" "$1/sources.d"
    : >"$1/status"
    [ -z "${FROM_RELEASE:-}" ] || echo "deb $(archive_of_system) $FROM_RELEASE main" >"$1/sources.d/release.list"
    local file
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
        [ -f "$file" ] && [ -z "${FROM_RELEASE:-}" ] || continue
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

# Where this system's own packages come from.
archive_of_system() {
    apt-get indextargets --format '$(RELEASE) $(REPO_URI)' 'Identifier: Packages' |
        awk -v release="$(. /etc/os-release && echo "$VERSION_CODENAME")" '$1 == release { print $2; exit }'
}

# fill_root FOLDER APT ARCHITECTURE PACKAGE...: unpacks the packages and what they depend on.
fill_root() {
    local folder=$1 apt=$2 architecture=$3 archive
    shift 3
    [ ! -e "$folder/complete" ] || return 0
    say "unpacking libraries for $architecture into ${folder#"$ROOT"/}"
    make_private_apt "$apt"
    private_apt "$apt" "$architecture" update || return 1
    private_apt "$apt" "$architecture" install -y --no-install-recommends --download-only "$@" || return 1
    rm -rf "$folder"
    mkdir -p "$folder/usr/lib"
    ln -s usr/lib "$folder/lib"
    for archive in "$apt"/cache/archives/*.deb; do
        dpkg-deb --fsys-tarfile "$archive" | tar -x -C "$folder" --keep-directory-symlink || return 1
    done
    touch "$folder/complete"
}

# The patched source of a Debian package in build/sources/NAME.
source_of() { # NAME
    local sources=$ROOT/build/sources apt=$ROOT/build/sources/apt
    [ ! -e "$sources/$1/.complete" ] || return 0
    install_packages dpkg-dev xz-utils bzip2
    if [ ! -e "$apt/complete" ]; then
        make_private_apt "$apt"
        private_apt "$apt" "$(dpkg --print-architecture)" update && touch "$apt/complete" || return 1
    fi
    rm -rf "${sources:?}/$1" "$sources/$1.d"
    mkdir -p "$sources/$1.d"
    (cd "$sources/$1.d" && private_apt "$apt" "$(dpkg --print-architecture)" source "$1" >/dev/null) || return 1
    mv "$sources/$1.d"/*/ "$sources/$1" && sed -n 's/^Version: //p' "$sources/$1.d"/*.dsc >"$sources/$1/.version" &&
        touch "$sources/$1/.complete"
}

# libxml2 alone, statically and without ICU, which Debian's has: its tables would be many times as large as clrcov. FOLDER gets
# lib/ and include/.
make_libxml2() { # FOLDER CMAKE_OPTIONS...
    local folder=$1 build=$1.build
    shift
    [ ! -e "$folder/complete" ] || return 0
    say "building libxml2 into ${folder#"$ROOT"/}"
    source_of libxml2 || return 1
    local off=() part
    for part in ICONV ICU LZMA ZLIB PYTHON PROGRAMS TESTS MODULES FTP HTTP LEGACY DEBUG DOCB HTML CATALOG SCHEMATRON \
        SCHEMAS XINCLUDE XPTR C14N; do
        off+=("-DLIBXML2_WITH_$part=OFF")
    done
    cmake -G Ninja -S "$ROOT/build/sources/libxml2" -B "$build" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF \
        -DCMAKE_POSITION_INDEPENDENT_CODE=ON "-DCMAKE_C_FLAGS=-w -ffile-prefix-map=$ROOT=." \
        "-DCMAKE_INSTALL_PREFIX=$folder" -DCMAKE_INSTALL_LIBDIR=lib "${off[@]}" "$@" >"$build.log" 2>&1 &&
        cmake --build "$build" >>"$build.log" 2>&1 && cmake --install "$build" >>"$build.log" 2>&1 ||
        { tail -30 "$build.log"; return 1; }
    touch "$folder/complete"
}

# What the library needs besides musl, into ROOT/lib and ROOT/include. PART: the folder of libdeflate's code for the processor.
make_musl_parts() { # ROOT PART COMPILER...
    local root=$1 part=$2
    shift 2
    local sources=$ROOT/build/sources
    source_of libdeflate && source_of cunit || return 1
    mkdir -p "$root/lib" "$root/include/CUnit"
    cp "$sources/libdeflate/libdeflate.h" /usr/include/xxhash.h "$root/include/" &&
        cp "$sources"/cunit/CUnit/Headers/*.h "$root/include/CUnit/" || return 1
    musl_library "$root" libdeflate.a "$@" -- "$sources"/libdeflate/lib/*.c "$sources/libdeflate/lib/$part"/*.c &&
        musl_library "$root" libcunit.a "$@" -- "$sources"/cunit/CUnit/Sources/Framework/*.c \
            "$sources"/cunit/CUnit/Sources/Basic/*.c
}
musl_library() { # ROOT NAME COMPILER... -- SOURCE...
    local root=$1 name=$2 compiler=()
    shift 2
    while [ "$1" != -- ]; do
        compiler+=("$1")
        shift
    done
    shift
    local objects=$root/objects/${name%.a}
    mkdir -p "$objects"
    (cd "$objects" && "${compiler[@]}" -O2 -fPIC -fvisibility=hidden -w "-ffile-prefix-map=$ROOT=." -I"$root/include" \
        -I"$root/include/CUnit" -c "$@" && "${AR:-ar}" rcsD "$root/lib/$name" ./*.o)
}

make_arm64_root() {
    install_packages gcc-aarch64-linux-gnu qemu-user-static
    fill_root "$ROOT/build/arm64-root" "$ROOT/build/arm64-apt" arm64 libc6-dev libgcc-12-dev libcunit1-dev libdeflate-dev \
        libxxhash-dev libmd-dev libpcre2-dev libjansson-dev libxml2-dev libsqlite3-dev libstdc++6 zlib1g libssl3
}

# Debian has no libraries for musl: those that are needed are built from their source packages.
make_musl_root() {
    local root=$ROOT/build/musl-root
    install_packages musl-tools
    [ ! -e "$root/complete" ] || return 0
    say "building libdeflate and CUnit for musl into build/musl-root"
    rm -rf "$root"
    make_musl_parts "$root" x86 musl-gcc && link_kernel_headers "$root/include" && touch "$root/complete"
}
# musl has none of its own; a test filters system calls.
link_kernel_headers() { # FOLDER
    ln -sfn /usr/include/linux "$1/linux" && ln -sfn /usr/include/asm-generic "$1/asm-generic" &&
        ln -sfn "/usr/include/$(gcc -print-multiarch)/asm" "$1/asm"
}
make_arm64_musl_root() {
    local root=$ROOT/build/arm64-musl-root triple=aarch64-linux-musl
    install_packages gcc-aarch64-linux-gnu musl-tools qemu-user-static
    fill_root "$root" "$ROOT/build/arm64-musl-apt" arm64 musl-dev || return 1
    [ ! -e "$root/parts" ] || return 0
    say "building libdeflate and CUnit for musl on arm64 into build/arm64-musl-root"
    sed "s#/usr/\(lib\|include\)/x86_64-linux-musl#$root/usr/\1/$triple#g; s#ld-musl-x86_64#ld-musl-aarch64#" \
        /usr/lib/x86_64-linux-musl/musl-gcc.specs >"$root/musl-gcc.specs" || return 1
    AR=aarch64-linux-gnu-ar make_musl_parts "$root" arm aarch64-linux-gnu-gcc "-specs=$root/musl-gcc.specs" &&
        touch "$root/parts"
}
make_x64_static() { make_libxml2 "$ROOT/build/x64-static"; }
make_arm64_static() {
    make_arm64_root && make_libxml2 "$ROOT/build/arm64-static" \
        "-DCMAKE_TOOLCHAIN_FILE=$ROOT/cmake/toolchains/aarch64-linux-gnu.cmake" "-DCLRCOV_SYSROOT=$ROOT/build/arm64-root"
}

# What .NET asks of Debian, with a shell and the commands of coreutils, and nothing else: packages are tried there.
make_clean_root() {
    fill_root "$ROOT/build/clean-root" "$ROOT/build/clean-apt" "$(dpkg --print-architecture)" base-files bash coreutils \
        libc-bin libgcc-s1 libicu72 libssl3 libstdc++6 zlib1g util-linux
}

# The same with an older C library: glibc 2.31, of Debian 11.
make_old_root() {
    [ "$(. /etc/os-release && echo "$ID")" = debian ] || { say "an older release of Debian is had on Debian alone"; return 1; }
    FROM_RELEASE=bullseye fill_root "$ROOT/build/old-root" "$ROOT/build/old-apt" "$(dpkg --print-architecture)" base-files bash coreutils \
        libc-bin libgcc-s1 libicu67 libssl1.1 libstdc++6 zlib1g util-linux
}
