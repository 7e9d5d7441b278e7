#!/usr/bin/env bash
# Size and time of the answers for agents (clrcov next, clrcov mcp) from data of 1,000, 100,000 and 1,000,000 lines. An answer
# beyond 8,192 bytes or a second of processor time makes the exit code 1. Needs scripts/build.sh release, or another build:
# CLRCOV=.../clrcov. scripts/bench-answers.sh [--rounds N] [--lines N...] [--page docs/performance.md]
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
need_dotnet
need_clrcov
make_work answers
cp "$ROOT"/tests/bench/Directory.Build.* "$WORK"
export TMPDIR=$WORK PYTHONDONTWRITEBYTECODE=1
python3 "$ROOT/tests/bench/answers.py" "$CLRCOV" "$WORK" "$@"
