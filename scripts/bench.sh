#!/usr/bin/env bash
# Measures what coverage costs, against no coverage and against other tools: interleaved rounds in random order, ratios of
# medians with bootstrap intervals, as tables and as JSON. Every run's coverage is compared with an oracle's. Needs
# scripts/build.sh release, or another build: CLRCOV=.../clrcov. scripts/bench.sh --help tells the options; by default
# it measures for 40 minutes. --page docs/performance.md writes the page.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
case " $* " in *' --help '* | *' -h '* | *' --from'*) exec python3 "$ROOT/tests/bench/bench.py" "$@" ;; esac
need_dotnet
make_work bench
export BENCH_WORK=$WORK PYTHONDONTWRITEBYTECODE=1
python3 "$ROOT/tests/bench/bench.py" "$@"
