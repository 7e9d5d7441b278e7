#!/usr/bin/env bash
# Which integration tests fail with the clrcov of an earlier commit? scripts/fails-before.sh COMMIT FILE...
# A test that a commit brought must fail on the commit before; FILE is a name in tests/integration without .sh. Runs the
# tests as they are here with the command and the library of that commit, built in a clone, and prints the checks that
# fail, each file's after its name. Fails when a file has none.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
[ $# -ge 2 ] || die "usage: scripts/fails-before.sh COMMIT FILE..."
commit=$1
shift
prepare_comparison fails-before
build_commit "$commit" "$WORK/other"
export CLRCOV=$WORK/other/build/release/bin/clrcov LIBRARY=$WORK/other/build/release/lib/libclrcov.so
status=0
for file in "$@"; do
    [ -f "$ROOT/tests/integration/$file.sh" ] || die "$file: no such file in tests/integration"
    bash "$ROOT/tests/integration/$file.sh" >"$WORK/$file.log" 2>&1
    echo "# $file: $(grep -c '^not ok' "$WORK/$file.log") of $(grep -cE '^(not )?ok' "$WORK/$file.log") checks fail with $commit"
    grep '^not ok' "$WORK/$file.log" || status=1
done
exit "$status"
