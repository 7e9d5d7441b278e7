#!/usr/bin/env bash
# Many processes in one run, in full: 64 at once, 5,000 one after the other, 30 test projects. Prints what they took; fails
# when a line is lost or anything is left behind. Takes about 20 minutes; LOAD="64 5000 30" says how many of each.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT" || exit 1
scripts/build.sh >/dev/null || exit 1
# shellcheck disable=SC2086
exec bash tests/integration/load.sh ${LOAD:-64 5000 30}
