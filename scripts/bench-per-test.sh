#!/usr/bin/env bash
# Measures what --per-test costs, in parallel and serial form: a suite of 3,000 small tests, or a test project of others (xunit 2
# or NUnit, for VSTest), plainly, under clrcov, and with --per-test, in interleaved rounds. Needs scripts/build.sh release, or
# another build: CLRCOV=.../clrcov. scripts/bench-per-test.sh [-c Debug|Release] [--rounds N] [--tests N] [--project FILE --root FOLDER]
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
need_dotnet
need_clrcov
make_work bench-per-test
cp "$ROOT"/tests/bench/Directory.Build.* "$WORK"
export TMPDIR=$WORK PYTHONDONTWRITEBYTECODE=1
python3 "$ROOT/tests/bench/per_test.py" "$CLRCOV" "$WORK" "$@"
