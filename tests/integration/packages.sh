#!/usr/bin/env bash
# Packages as users get them: the .NET tool from a folder feed, the .deb, the tarball, the files of a container, in a root that has the
# SDK and nothing else. scripts/package.sh builds them. OLD_GLIBC=1: also with the C library of an older release (scripts/release.sh).
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$ROOT/scripts/lib.sh"
. "$(dirname "${BASH_SOURCE[0]}")/roots.sh"
TOTAL='^TOTAL +[0-9]+/[0-9]+ '

install_packages bubblewrap >/dev/null
make_clean_root >/dev/null || not_ok "a clean root"
if [ -z "${PACKAGES_ARE_BUILT:-}" ]; then
    output=$("$ROOT/scripts/package.sh" nupkg native-x64 container -- x64 2>&1) &&
        ok "packages are built, their symbols are old enough" || not_ok "packages are built" "$output"
fi
output=$(make_shop 2>&1) || not_ok "the example" "$output"
version=$(sed -n 's/.*CLRCOV_VERSION "\(.*\)"/\1/p' "$ROOT/include/clrcov/version.h")

# measures NAME ROOT HOME COMMAND...: the table of the example, and the report.
measures() {
    local name=$1 root=$2 home=$3 got
    shift 3
    rm -f "$PLACE/shop/coverage.cobertura.xml"
    got=$(in_root "$root" "$home" "$@" run -- dotnet test --no-build --nologo "${WHAT[@]}" 2>&1)
    if grep -Eq "$TOTAL" <<<"$got" && [ -s "$PLACE/shop/coverage.cobertura.xml" ]; then ok "$name"; else not_ok "$name" "$got"; fi
}

WHAT=() # the whole solution once, then one of its projects

# --- the tool, as root and as another user ------------------------------------------------------
root=$WORK/root
make_root "$root"
home="$PLACE/home of root"
mkdir "$home"
check "tool install -g" in_root "$root" "$home" dotnet tool install -g clrcov
measures "tool: clrcov run -- dotnet test" "$root" "$home" clrcov
WHAT=(tests/Text.Tests)
store="$home/.dotnet/tools/.store/clrcov"
program=$(find "$store" -path '*linux-x64/clrcov')
[ "$(readlink -f "$home/.dotnet/tools/clrcov")" = "$program" ] && ok "tool: the command is a link to the program itself" ||
    not_ok "tool: the command is a link to the program itself" "$program"
[ -z "$(find "$store" -type l)" ] && ok "tool: no links in the package" || not_ok "tool: no links in the package"
[ "$(stat -c %a "$program")" = 744 ] && ok "tool: mode 0744, as doctor says" || not_ok "tool: mode 0744" "$(stat -c %a "$program")"
exits "tool: doctor" 0 "a .NET tool; updates move it.*--stable" in_root "$root" "$home" clrcov doctor
exits "tool: doctor says that others cannot start it" 0 "^warning +installed +only its owner can start it" \
    in_root "$root" "$home" clrcov doctor
exits "tool: the exit code is the program's" 7 "" in_root "$root" "$home" clrcov run -q -- bash -c 'exit 7'
AS_USER=12345 exits "tool: another user" 126 "Permission denied" in_root "$root" "$home" bash -c '"$HOME/.dotnet/tools/clrcov" --version'
chmod a+x "$program"
AS_USER=12345 check "tool: another user, after chmod" in_root "$root" "$home" clrcov --version
CLI_HOME=/tmp/cli HOME_BIND=--ro-bind measures "tool: HOME is read-only" "$root" "$home" clrcov

own="$PLACE/home of ä user"
mkdir "$own" && chown 12345:12345 "$own" && chmod 755 "$own"
export AS_USER=12345
check "another user: tool install -g" in_root "$root" "$own" dotnet tool install -g clrcov
measures "another user: clrcov run -- dotnet test" "$root" "$own" clrcov
unset AS_USER

# --- update, uninstall, a copy that stays ------------------------------------------------------
newer=$WORK/newer
mkdir "$newer" "$root/newer"
python3 - "$PACKAGES" "$newer" "$version" <<'END'
import sys, zipfile
from pathlib import Path
source, target, version = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
for name in ("clrcov", "clrcov.linux-x64"):
    with zipfile.ZipFile(source / f"{name}.{version}.nupkg") as old, zipfile.ZipFile(target / f"{name}.99.0.0.nupkg", "w") as new:
        for info in old.infolist():
            content = old.read(info)
            new.writestr(info, content.replace(version.encode(), b"99.0.0") if info.filename.endswith(".nuspec") else content)
END
stable="$PLACE/kept"
in_root "$root" "$home" clrcov env --stable "$stable" >"$WORK/variables"
cp "$newer"/*.nupkg "$PLACE/"
check "tool update -g" in_root "$root" "$home" dotnet tool update -g clrcov --add-source "$PLACE"
[ ! -e "$program" ] && ok "tool: an update removes the older version" || not_ok "tool: an update removes the older version"
[ -s "$stable/glibc/libclrcov.so" ] && [ -s "$stable/musl/libclrcov.so" ] && grep -q "$stable/glibc" "$WORK/variables" &&
    ok "env --stable: the copy is still there" || not_ok "env --stable: the copy is still there" "$(cat "$WORK/variables")"
rm -f "$PLACE/shop/coverage.cobertura.xml"
in_root "$root" "$home" bash -c "$(cat "$WORK/variables"); cd src/Shop* 2>/dev/null; cd '$PLACE/shop'; dotnet test --no-build --nologo; for i in \$(seq 50); do [ -s coverage.cobertura.xml ] && break; sleep 0.2; done" >"$WORK/log" 2>&1
[ -s "$PLACE/shop/coverage.cobertura.xml" ] && ok "env --stable: the variables measure, and the copy writes the report" ||
    not_ok "env --stable: the variables measure" "$(tail -20 "$WORK/log")"
exits "tool: the updated one" 0 "" in_root "$root" "$home" clrcov --version
check "tool uninstall -g" in_root "$root" "$home" dotnet tool uninstall -g clrcov
[ -z "$(find "$home/.dotnet/tools" -name '*clrcov*')" ] && ok "tool: nothing is left" || not_ok "tool: nothing is left"
rm "$PLACE"/*.nupkg

# --- manifest, exec ---------------------------------------------------------------------------
check "manifest" in_root "$root" "$home" bash -c "dotnet new tool-manifest --force && dotnet tool install clrcov"
rm -rf "$home/.nuget" "$home/.dotnet/toolResolverCache"
check "tool restore, from empty caches" in_root "$root" "$home" dotnet tool restore
measures "manifest: dotnet clrcov run -- dotnet test" "$root" "$home" dotnet clrcov
rm -f "$PLACE/shop/dotnet-tools.json"
measures "dnx clrcov run -- dotnet test" "$root" "$home" dotnet dnx -y clrcov --
exits "tool exec: the exit code is the program's" 7 "" in_root "$root" "$home" dotnet tool exec -y clrcov -- run -q -- bash -c 'exit 7'

# --- other machines, other SDKs -----------------------------------------------------------------
tool_path() { # RID: as on a machine of that kind
    in_root "$root" "$home" env "DOTNET_RUNTIME_ID=$1" dotnet tool install clrcov --tool-path "$PLACE/of $1"
}
check "tool: the identifier of musl takes the same package" tool_path linux-musl-x64
check "tool: what it has taken starts" in_root "$root" "$home" "$PLACE/of linux-musl-x64/clrcov" --version
output=$(tool_path win-x64 2>&1)
grep -q "does not support the current architecture or operating system (win-x64)" <<<"$output" &&
    ok "tool: another system is told" || not_ok "tool: another system is told" "$output"
# SDK 8 and 9 look for settings in tools/any/any, and refuse what is not of version 1.
settings=$(python3 -m zipfile -l "$PACKAGES/clrcov.$version.nupkg" | grep -o 'tools/[^ ]*' | tr '\n' ' ')
unzipped=$(python3 -c 'import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).read("tools/any/any/DotnetToolSettings.xml").decode())' \
    "$PACKAGES/clrcov.$version.nupkg")
[ "$settings" = "tools/any/any/DotnetToolSettings.xml " ] && grep -q '<DotNetCliTool Version="2">' <<<"$unzipped" &&
    ok "tool: settings that SDK 8 and 9 read and refuse" || not_ok "tool: settings that SDK 8 and 9 read and refuse" "$settings $unzipped"

# --- .deb, tarball, container ------------------------------------------------------------------
files_of() { (cd "$1" && find . -path ./var/lib/dpkg -prune -o -print | sort); }
files_of "$root" >"$WORK/before"
check ".deb is installed" dpkg "--root=$root" --log=/dev/null -i "$PACKAGES/clrcov_${version}_amd64.deb"
measures ".deb: clrcov run -- dotnet test" "$root" "$home" clrcov
exits ".deb: doctor" 0 "from a package" in_root "$root" "$home" clrcov doctor
AS_USER=12345 check ".deb: another user" in_root "$root" "$home" clrcov --version
check ".deb is removed" dpkg "--root=$root" --log=/dev/null -P clrcov
check ".deb: nothing is left" diff "$WORK/before" <(files_of "$root")
mkdir "$root/opt" && tar -xf "$PACKAGES/clrcov-$version-linux-x64.tar.gz" -C "$root/opt"
measures "tarball" "$root" "$home" "/opt/clrcov-$version-linux-x64/bin/clrcov"
cp -r "$ROOT/build/packages/container/amd64" "$root/opt/clrcov"
measures "files of the container" "$root" "$home" /opt/clrcov/bin/clrcov

# --- an older C library -------------------------------------------------------------------------
if [ -n "${OLD_GLIBC:-}" ]; then
    output=$(make_old_root 2>&1) && make_root "$WORK/old" old-root || not_ok "a root with an older C library" "$output"
    glibc=$(in_root "$WORK/old" "$home" ldd --version | sed -n '1s/.* //p')
    [ "$glibc" = 2.31 ] && ok "the older C library is glibc 2.31" || not_ok "the older C library is glibc 2.31" "$glibc"
    check "glibc $glibc: tool install -g" in_root "$WORK/old" "$home" dotnet tool install -g clrcov
    measures "glibc $glibc: tool" "$WORK/old" "$home" clrcov
    check "glibc $glibc: tool uninstall -g" in_root "$WORK/old" "$home" dotnet tool uninstall -g clrcov
    cp -r "$root/opt" "$WORK/old/opt"
    measures "glibc $glibc: tarball" "$WORK/old" "$home" "/opt/clrcov-$version-linux-x64/bin/clrcov"
fi

# --- 64-bit ARM, under qemu, where its packages were built ------------------------------------------
tarball=$PACKAGES/clrcov-$version-linux-arm64.tar.gz
if [ -e "$tarball" ]; then
    . "$ROOT/scripts/machine.sh"
    mkdir "$WORK/arm64" && tar -xf "$tarball" -C "$WORK/arm64"
    TEST_MACHINE=arm64
    check "arm64: a program" build_program "$EXAMPLES/hello" Debug "$WORK/hello"
    program=(qemu-aarch64-static -L "$ROOT/build/arm64-root" "$WORK/hello/Hello")
    arm64=(qemu-aarch64-static "$WORK/arm64/clrcov-$version-linux-arm64/bin/clrcov")
    check "arm64: clrcov run" "${arm64[@]}" run --root "$EXAMPLES/hello" -o "$WORK/arm64.xml" -- "${program[@]}"
    check "arm64: the report equals the marks" check_marks --config Debug "$WORK/arm64.xml" "$EXAMPLES/hello"
    check "arm64: x64 reads the session" "$root/opt/clrcov/bin/clrcov" report --root "$EXAMPLES/hello" -o "$WORK/by-x64.xml"
    check "arm64: x64 makes the same report" same_report "$WORK/arm64.xml" "$WORK/by-x64.xml"
fi

# --- what is in them ---------------------------------------------------------------------------
doc=$root/opt/clrcov/share/doc/clrcov
python3 - "$doc/sbom.spdx.json" "$doc/licenses" "$root/opt/clrcov" <<'END' >"$WORK/log" 2>&1 && ok "bill of materials" || not_ok "bill of materials" "$(cat "$WORK/log")"
import hashlib, json, sys
from pathlib import Path
bill, licenses, top = json.loads(Path(sys.argv[1]).read_text()), Path(sys.argv[2]), Path(sys.argv[3])
ids = {item["SPDXID"] for item in bill["packages"] + bill["files"]} | {"SPDXRef-DOCUMENT"}
assert all({r["spdxElementId"], r["relatedSpdxElement"]} <= ids for r in bill["relationships"]), "unknown element"
for package in bill["packages"]:
    assert package["versionInfo"] and package["licenseDeclared"], package
    assert package["name"] == "clrcov" or (licenses / (package["name"].replace(" ", "-") + ".txt")).stat().st_size > 500, package
for file in bill["files"]:
    content = (top / file["fileName"]).read_bytes()
    assert {"algorithm": "SHA256", "checksumValue": hashlib.sha256(content).hexdigest()} in file["checksums"], file
END
