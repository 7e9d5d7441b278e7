#!/usr/bin/env bash
# The targets of C# written in other ways: other indentation, tabs, aligned arrows and labels, comments and directives in
# between, a construct on one line, each token on its own line. The lines and decisions must be the same.
# scripts/reformat.sh [OPTIONS of tests/reformat/reformat.py: --style NAME, --keep DIR]. Needs scripts/build.sh release.
# Fails on a difference that tests/reformat/expected.txt does not list, and on a listed one that is gone.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
need_dotnet
export LC_ALL=C.UTF-8
CLRCOV=${CLRCOV:-$ROOT/build/release/bin/clrcov}
[ -x "$CLRCOV" ] || die "$CLRCOV is not there: run scripts/build.sh release first"
exec python3 "$ROOT/tests/reformat/reformat.py" --clrcov "$CLRCOV" --expected "$ROOT/tests/reformat/expected.txt" "$@"
