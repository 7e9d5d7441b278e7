#!/usr/bin/env bash
# Makes a release: from a clean clone of a commit (default: HEAD) it builds all packages twice, in two folders, compares their bytes,
# installs each in a fresh root that has the SDK and nothing else, and leaves files and checksums in build/release-VERSION.
# scripts/release.sh [COMMIT] [-- MACHINE...]; default: HEAD -- x64 arm64. Ends with the list of files and checksums.
# docs/release.md says what comes before and behind it.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
commit=HEAD
if [ $# -gt 0 ] && [ "$1" != -- ]; then
    commit=$1
    shift
fi
[ $# -eq 0 ] || shift
machines=("$@")
[ ${#machines[@]} -gt 0 ] || machines=(x64 arm64)
work=$(mktemp -d "${TMPDIR:-/tmp}/clrcov-release-XXXXXX")
trap 'rm -rf "$work"' EXIT

build_once() { # FOLDER
    git clone -q "$ROOT" "$1" && git -C "$1" checkout -q "$commit" && "$1/scripts/package.sh" packages -- "${machines[@]}" >"$1.log" 2>&1 ||
        { tail -40 "$1.log"; die "$1 could not be built"; }
}

commit=$(git -C "$ROOT" rev-parse --verify --quiet "$commit^{commit}") || die "no such commit"
for clone in one another; do
    say "building $commit in folder '$clone'"
    build_once "$work/$clone"
done
diff "$work/one/build/packages/out/SHA256SUMS" "$work/another/build/packages/out/SHA256SUMS" || die "two builds differ"
say "two builds have the same bytes"
version=$(sed -n 's/.*CLRCOV_VERSION "\(.*\)"/\1/p' "$work/one/include/clrcov/version.h")
grep -q "^## $version" "$work/one/CHANGELOG.md" || die "CHANGELOG.md has no section for $version"

say "trying each package in a fresh root"
PACKAGES_ARE_BUILT=1 bash "$work/one/tests/integration/packages.sh" >"$work/tried" 2>&1 || true
grep '^not ok' "$work/tried" && { cat "$work/tried"; die "a package does not work"; }
grep -q '^ok - bill of materials' "$work/tried" || { cat "$work/tried"; die "the packages were not tried to the end"; }
say "$(grep -c '^ok - ' "$work/tried") checks passed"

out=$ROOT/build/release-$version
rm -rf "$out"
mkdir -p "$out"
cp "$work/one/build/packages/out"/* "$out/"
say "build/release-$version"
cd "$out"
sha256sum --check --quiet SHA256SUMS
cat SHA256SUMS
