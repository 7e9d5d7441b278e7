#!/usr/bin/env bash
# What the library shows and needs; where the program finds it.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

exports() { nm -D --defined-only "$LIBRARY" | awk '{print $3}' | grep -vxE 'DllGetClassObject|DllCanUnloadNow'; }
needs() { readelf -d "$LIBRARY" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -vxE 'libc\.so\.6|ld-linux.*'; }

extra=$(exports)
[ -z "$extra" ] && ok "the library exports its entry points alone" || not_ok "the library exports its entry points alone" "$extra"
extra=$(needs)
[ -z "$extra" ] && ok "the library needs libc alone" || not_ok "the library needs libc alone" "$extra"

# The packages' library is linked with the symbols of cmake/glibc alone, and with the functions of old.c, which newer ones of
# glibc replace.
missing() {
    comm -23 <(nm -D --undefined-only "$LIBRARY" | awk '$1 == "U" {print $2}' | sed 's/@.*//' | sort) \
        <({ sed '/^#/d' "$ROOT/cmake/glibc/symbols.txt" | cut -d' ' -f3- | tr ' *' '\n\n'
            sed -nE 's/^[a-z].*[ *]([a-z_0-9]+)\(.*/\1/p' "$ROOT/cmake/glibc/old.c"; } | sort -u)
}
extra=$(missing)
[ -z "$extra" ] && ok "the library takes from glibc what the packages have" || not_ok "the library takes from glibc what the packages have" "$extra"

prefix="$WORK/an install ü"
check "cmake --install" cmake --install "$ROOT/build/release" --prefix "$prefix"
check "the installed program tells its version" "$prefix/bin/clrcov" --version
check "the installed program finds its library" "$prefix/bin/clrcov" doctor
