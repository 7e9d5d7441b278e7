#!/usr/bin/env bash
# From a clone to a coverage report: installs what is missing, builds clrcov, and measures the tests of
# examples/xunit-solution. Ends with the table, the path of the Cobertura file and the address of the pages.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
need_dotnet
"$ROOT/scripts/build.sh" release
cd "$ROOT/examples/xunit-solution"
say "measuring: clrcov run -- dotnet test (in examples/xunit-solution)"
"$ROOT/build/release/bin/clrcov" run -f cobertura="$PWD/coverage.cobertura.xml" -f html="$PWD/coverage-html" -- dotnet test --nologo
say "Cobertura file: $PWD/coverage.cobertura.xml"
say "Pages: file://$PWD/coverage-html/index.html"
