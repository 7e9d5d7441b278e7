#!/usr/bin/env bash
# Makes a release: from a clean clone of a commit (default: HEAD) it builds all packages twice, in two folders, compares their bytes,
# installs each in a fresh root that has the SDK and nothing else, and leaves files and checksums in build/release-VERSION.
# scripts/release.sh [COMMIT] [-- MACHINE...]; default: HEAD -- x64 arm64. Ends with the list of files and checksums.
# The tag vVERSION makes a release, any other commit a rehearsal: all of the same, in build/rehearsal-VERSION, but what keeps
# it from being a release is not an error; the script says so at the end. docs/release.md says what comes before and after it.
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
make_work release

build_once() { # FOLDER
    git clone -q "$ROOT" "$1" && git -C "$1" checkout -q "$commit" && "$1/scripts/package.sh" packages -- "${machines[@]}" >"$1.log" 2>&1 ||
        { tail -40 "$1.log"; die "$1 could not be built"; }
}

# open_points VERSION: a line for each thing that keeps the commit from being a release of the version.
open_points() {
    local changes
    changes=$(git -C "$ROOT" show "$commit:CHANGELOG.md")
    [ "$(git -C "$ROOT" rev-parse --verify --quiet "refs/tags/v$1^{commit}")" = "$commit" ] || echo "it has no tag v$1"
    grep -Eq "^## ${1//./\\.} - [0-9]{4}-[0-9]{2}-[0-9]{2}\$" <<<"$changes" ||
        echo "CHANGELOG.md has no section '## $1 - YYYY-MM-DD'"
    [ -z "$(sed -n '/^## Unreleased/,/^## [0-9]/{/^- /p}' <<<"$changes")" ] ||
        echo "CHANGELOG.md has changes below '## Unreleased'"
}

given=$commit
commit=$(git -C "$ROOT" rev-parse --verify --quiet "$given^{commit}") || die "no such commit: $given"
version=$(git -C "$ROOT" show "$commit:include/clrcov/version.h" | sed -n 's/.*CLRCOV_VERSION "\(.*\)"/\1/p')
[ -n "$version" ] || die "include/clrcov/version.h of $given has no CLRCOV_VERSION"
missing=$(open_points "$version")
kind=rehearsal
[ "$given" != "v$version" ] || kind=release
[ -z "$missing" ] || [ $kind = rehearsal ] || die "$given is no release: $missing"
say "a $kind of $version"

for clone in one another; do
    say "building $commit in folder '$clone'"
    build_once "$WORK/$clone"
done
diff "$WORK/one/build/packages/out/SHA256SUMS" "$WORK/another/build/packages/out/SHA256SUMS" || die "two builds differ"
say "two builds have the same bytes"

say "trying each package in a fresh root"
PACKAGES_ARE_BUILT=1 OLD_GLIBC=1 bash "$WORK/one/tests/integration/packages.sh" >"$WORK/tried" 2>&1 || true
grep '^not ok' "$WORK/tried" && { cat "$WORK/tried"; die "a package does not work"; }
grep -q '^ok - bill of materials' "$WORK/tried" || { cat "$WORK/tried"; die "the packages were not tried to the end"; }
say "$(grep -c '^ok - ' "$WORK/tried") checks passed"

out=$ROOT/build/$kind-$version
rm -rf "$out"
mkdir -p "$out"
cp "$WORK/one/build/packages/out"/* "$out/"
[ -z "$missing" ] || say "no release: ${missing//$'\n'/; }"
say "build/$kind-$version"
cd "$out"
sha256sum --check --quiet SHA256SUMS
cat SHA256SUMS
