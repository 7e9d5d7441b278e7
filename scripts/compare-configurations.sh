#!/usr/bin/env bash
# Debug and Release of real code: runs the tests of a solution in both configurations and compares the reports.
#   scripts/compare-configurations.sh FOLDER [COMMAND...]
# FOLDER has been built in Debug and in Release. COMMAND is run there, with CONFIG for the name of the configuration; by
# default it is `dotnet test -c CONFIG --no-build`. The reports stay in build/configurations. Tests may fail: what ran, ran.
# Needs scripts/build.sh release. EXAMPLES=N shows so many lines of each kind of difference (5).
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
[ $# -ge 1 ] || die "usage: scripts/compare-configurations.sh FOLDER [COMMAND...]"
folder=$(cd "$1" && pwd) || die "$1 is not there"
shift
[ $# -gt 0 ] || set -- dotnet test -c CONFIG --no-build --nologo -v quiet
prepare_comparison compare-configurations
reports=$ROOT/build/configurations
mkdir -p "$reports"
name=$(basename "$folder")
for config in Debug Release; do
    say "$name: $config"
    report=$reports/$name-$config.xml
    rm -f "$report"
    (cd "$folder" && "$CLRCOV" run -q --root "$folder" -o "$report" -- "${@//CONFIG/$config}") >"$report.log" 2>&1 ||
        say "the command ended with an error; its output is in $report.log"
    [ -s "$report" ] || { tail -20 "$report.log"; die "no report of $config"; }
done
python3 "$ROOT/tests/tools/compare_configurations.py" --examples "${EXAMPLES:-5}" "$reports/$name-Debug.xml" "$reports/$name-Release.xml"
