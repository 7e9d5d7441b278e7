#!/usr/bin/env bash
# Clones the committed state into a path with a space and a non-ASCII letter and runs quickstart.sh and
# test.sh there, each twice, as a stranger would.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
clone="$place/a clône of clrcov"
git clone -q "$ROOT" "$clone"
for round in first second; do
    say "$round quickstart.sh"
    "$clone/scripts/quickstart.sh" >"$place/quick.log" 2>&1 || { tail -40 "$place/quick.log"; die "quickstart failed"; }
    grep -E '^Total coverage: ' "$place/quick.log" || die "no table"
    tail -1 "$place/quick.log" | grep -E 'coverage\.cobertura\.xml$' || die "quickstart does not end with the path"
done
for round in first second; do
    say "$round test.sh"
    "$clone/scripts/test.sh" >"$place/test.log" 2>&1 || { grep -A30 '^not ok' "$place/test.log"; die "test.sh failed"; }
    tail -1 "$place/test.log" | grep -E '^[0-9]+ passed, 0 failed$' || { tail -5 "$place/test.log"; die "test.sh does not end with its sum"; }
done
say "both scripts work in '$clone', twice"
