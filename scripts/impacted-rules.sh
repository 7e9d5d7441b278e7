#!/usr/bin/env bash
# Plants each change of tests/impacted/changes.py alone: every test that tells the changed build must be selected by
# `clrcov impacted`, with a reason that names what changed, and what nothing can tell selects nothing.
#
#   scripts/impacted-rules.sh [-c Debug|Release] [--kind code|cache|equal|file|more] [NAME...]
#
# Exit code 1: a change is not answered as it shall be.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
set -uo pipefail

prepare_comparison impacted-rules
python3 "$ROOT/tests/impacted/rules.py" --clrcov "$CLRCOV" --work "$WORK/rules" "$@"
