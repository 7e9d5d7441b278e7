#!/usr/bin/env bash
# Signals, whoever sends them and to whom: the program gets each as it would without clrcov, and the report is made.
# docs/reliability.md has the table.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
ulimit -c 0
cd "$WORK" || exit 1
python3 "$ROOT/tests/integration/check_signals.py" "$CLRCOV" "$WORK"
