#!/usr/bin/env bash
# Many processes in one run, in full: 64 at once, 5,000 one after the other, 30 test projects; and many methods in one
# process: 16 threads that call 20,000 for the first time, memory of programs of 10,000 and 100,000, the median of three
# runs. Prints what they took; fails when a line is lost or anything is left after. Takes about 40 minutes;
# LOAD="64 5000 30" says how many processes, MANY="20000 3 10000 100000" how many methods (tests/integration/many.sh).
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT" || exit 1
scripts/build.sh >/dev/null || exit 1
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
# shellcheck disable=SC2086
{
    bash tests/integration/load.sh ${LOAD:-64 5000 30}
    bash tests/integration/many.sh ${MANY:-20000 3 10000 100000}
} 2>&1 | tee "$log"
grep -q '^ok - ' "$log" && ! grep -q '^not ok - ' "$log"
