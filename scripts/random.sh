#!/usr/bin/env bash
# Random programs in two texts against the report (tests/random/README.md): scripts/random.sh [FIRST..LAST] [OPTIONS...]
# Prints what was compared, each difference without a known cause with its IL, and how often each known cause occurred.
# Needs scripts/build.sh release. Fails on a difference without a known cause. OPTIONS are those of random_programs.py:
# --keep DIR keeps sources, builds and reports; --all shows known causes, too.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
need_dotnet
export LC_ALL=C.UTF-8
CLRCOV=${CLRCOV:-$ROOT/build/release/bin/clrcov}
[ -x "$CLRCOV" ] || die "$CLRCOV is not there: run scripts/build.sh release first"
seeds=${1:-1..40}
shift || true
exec python3 "$ROOT/tests/random/random_programs.py" --clrcov "$CLRCOV" --seeds "$seeds" "$@"
