#!/usr/bin/env bash
# Are the reports of all targets byte for byte those of another commit? scripts/compare-reports.sh COMMIT
# For changes that must not change what is measured: builds that commit in a clone, and runs its marked targets and its
# example solution, in Debug and Release, with the plan and with the oracle, under both commits. Only the timestamp may
# differ. Prints a line for each report that differs, with the first lines of the difference; ends with
# "N reports, M differ" and fails when M is not 0. CLRCOV_KEEP=DIR keeps all reports there.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
commit=${1:-}
[ -n "$commit" ] || die "usage: scripts/compare-reports.sh COMMIT"
prepare_comparison compare-reports
reports=${CLRCOV_KEEP:-$WORK/reports}
mkdir -p "$reports" || exit 1
reported=0
differing=0

without_time() { sed -E 's/ timestamp="[0-9]+"//; s/></>\n</g' "$1"; }

# compare NAME OLD.xml NEW.xml
compare() {
    local name=$1
    reported=$((reported + 1))
    if ! [ -s "$2" ] || ! [ -s "$3" ]; then
        echo "differs: $name: a report is missing"
        differing=$((differing + 1))
    elif ! diff <(without_time "$2") <(without_time "$3") >"$WORK/difference"; then
        echo "differs: $name ($(grep -c '^[<>]' "$WORK/difference") lines)"
        head -"${CLRCOV_SHOWN:-6}" "$WORK/difference" | cut -c1-200 | sed 's/^/    /'
        differing=$((differing + 1))
    fi
}

# run_both NAME OPTION COMMAND...: one run under each commit.
run_both() {
    local name=$1 option=$2 out=$reports/$1
    shift 2
    rm -f "$out-old.xml" "$out-new.xml"
    "$OTHER" run -q -o "$out-old.xml" --root "$WORK/other" $option -- "$@" >"$WORK/run.log" 2>&1
    "$CLRCOV" run -q -o "$out-new.xml" --root "$WORK/other" $option -- "$@" >>"$WORK/run.log" 2>&1
    compare "$name" "$out-old.xml" "$out-new.xml"
}

# A project of the other commit: lines that were added since are no difference of the tool.
build_project() {
    dotnet build "$1" -c "$2" --nologo -v quiet -p:RunAnalyzers=false >"$WORK/build.log" 2>&1 ||
        { tail -5 "$WORK/build.log"; die "$1 could not be built"; }
}

build_commit "$commit" "$WORK/other"
OTHER=$WORK/other/build/release/bin/clrcov
targets=$WORK/other/tests/targets
solution=$WORK/other/examples/xunit-solution/XunitSolution.slnx
for config in Debug Release; do
    for target in csharp:CSharpTargets fsharp:FSharpTargets fsharp-more:FSharpMore vb:VbTargets vb-more:VbMore \
        toplevel:TopLevel excluded:ExcludedParts; do
        folder=${target%%:*}
        build_project "$(echo "$targets/$folder"/*proj)" "$config"
        dll=$targets/$folder/bin/$config/net10.0/${target##*:}.dll
        run_both "$folder-$config" '' dotnet "$dll"
        run_both "$folder-$config-oracle" --probe-all dotnet "$dll"
    done
    build_project "$solution" "$config"
    run_both "solution-$config" '' dotnet test "$solution" -c "$config" --no-build
done
echo "$reported reports, $differing differ"
[ "$differing" -eq 0 ]
