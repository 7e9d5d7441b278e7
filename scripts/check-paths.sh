#!/usr/bin/env bash
# Clones the committed state into a path with a space and a non-ASCII letter and runs quickstart.sh and
# test.sh there, each twice, as a stranger would.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
make_work paths
clone="$WORK/a clône of clrcov"
git clone -q "$ROOT" "$clone"
for round in first second; do
    say "$round quickstart.sh"
    "$clone/scripts/quickstart.sh" >"$WORK/quick.log" 2>&1 || { tail -40 "$WORK/quick.log"; die "quickstart failed"; }
    grep -E '^Total coverage: ' "$WORK/quick.log" || die "no table"
    tail -1 "$WORK/quick.log" | grep -E 'coverage\.cobertura\.xml$' || die "quickstart does not end with the path"
done
for round in first second; do
    say "$round test.sh"
    "$clone/scripts/test.sh" >"$WORK/test.log" 2>&1 || { grep -A30 '^not ok' "$WORK/test.log"; die "test.sh failed"; }
    tail -1 "$WORK/test.log" | grep -E '^[0-9]+ passed, 0 failed$' || { tail -5 "$WORK/test.log"; die "test.sh does not end with its sum"; }
done
say "both scripts work in '$clone', twice"
