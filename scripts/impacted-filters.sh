#!/usr/bin/env bash
# The filters of `clrcov impacted` against each test framework: after a change of almost all tests of tests/per-test, a run with the
# filter alone must run the tests that clrcov names.
#
#   scripts/impacted-filters.sh [-c Debug|Release] [FAMILY...]
#   FAMILY       xunit2 xunit3 xunit3-vstest nunit mstest tunit fsharp; all without one
#
# Exit code 1: a test that clrcov names did not run.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
set -uo pipefail

config=Debug
while getopts c: option; do
    case $option in
        c) config=$OPTARG ;;
        *) die "usage: scripts/impacted-filters.sh [-c Debug|Release] [FAMILY...]" ;;
    esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- xunit2 xunit3 xunit3-vstest nunit mstest tunit fsharp
prepare_comparison impacted-filters
oracle=$ROOT/tests/per-test/oracle.py
solution=$WORK/solution

project_of() { echo "$solution/$1/$1".*proj; } # PROJECT

build_project() { # PROJECT
    dotnet build "$(project_of "$1")" -c "$config" --nologo -v quiet -m:2 >"$WORK/build.log" 2>&1 ||
        { tail -20 "$WORK/build.log"; die "$1 does not build"; }
}

# run_tests PROJECT OUTPUT WORDS...: its tests with --per-test, and WORDS for the runner.
run_tests() {
    local project=$1 output=$2 command folder=library
    shift 2
    case $project in
        xunit3 | tunit) folder=platform command=(dotnet test --project "$(project_of "$project")") ;;
        *) command=(dotnet test "$(project_of "$project")" --nologo) ;;
    esac
    (cd "$solution/$folder" && "$CLRCOV" run -q --per-test -f data -o "$output" --root "$solution" -- \
        "${command[@]}" --no-build -c "$config" "$@") >"$output.log" 2>&1
    [ -s "$output" ] || { tail -20 "$output.log"; die "$project could not be measured"; }
}

names() { python3 "$oracle" names "$1" | tr '\t' '.' | LC_ALL=C sort -u; } # DATA
# What tests call with a number gets another one. Data sources and fixtures stay: they belong to every test.
# So does what a computation of F# runs before its test awaits it.
called_by() { # PROJECT
    case $1 in
        fsharp) echo 'Wait|Other|Later|Sync|Throw' ;;
        *) echo 'Wait|WaitOther|Now|Other|Later|Sync|Overridden|Throw|Value|Nested|Inherited|Alive|Caught|OnThread' ;;
    esac
}
change_tests() { # PROJECT
    find "$solution" -name '*.[cf]s' -not -path '*/obj/*' -exec sed -i -E \
        "/#line hidden/,/#line default/!s/Subject\\.($(called_by "$1"))\\(/&3 + /" {} +
}

# One project: what its filter runs, against what is selected.
compare() {
    local project=$1 words format map=$WORK/$1.clrcov ran=$WORK/$1-ran.clrcov missing extra
    rm -rf "$solution"
    mkdir "$solution"
    tar -C "$ROOT/tests/per-test" --exclude bin --exclude obj -c . | tar -C "$solution" -x
    build_project "$project"
    run_tests "$project" "$map"
    change_tests "$project"
    build_project "$project"
    case $project in
        xunit3) format=xunit-mtp words=("@$WORK/filter.rsp") ;;
        tunit) format=tunit words=("@$WORK/filter.rsp") ;;
        *) format=runsettings words=(--settings "$WORK/filter.runsettings") ;;
    esac
    # As clrcov run --impacted asks.
    rm -f "$WORK"/filter.*
    "$CLRCOV" impacted --root "$solution" --session "$map" --format "$format" --answer "$WORK/filter" \
        --suite "$solution/$project/bin/$config/net10.0/PerTest.$project.dll" >/dev/null
    [ -s "$WORK/filter.tests" ] || { cat "$WORK/filter.answer"; die "$project: everything runs, or nothing"; }
    LC_ALL=C sort -u "$WORK/filter.tests" >"$WORK/selected"
    run_tests "$project" "$ran" "${words[@]}"
    names "$map" >"$WORK/known"
    names "$ran" >"$WORK/ran"
    missing=$(LC_ALL=C comm -23 <(LC_ALL=C comm -12 "$WORK/selected" "$WORK/known") "$WORK/ran")
    extra=$(LC_ALL=C comm -13 "$WORK/selected" "$WORK/ran" | wc -l)
    say "$project, $config: $(wc -l <"$WORK/selected") of $(wc -l <"$WORK/known") tests selected, $extra more ran"
    [ -z "$missing" ] || { say "did not run: $missing"; FAILED=1; }
}

FAILED=0
for project; do
    compare "$project"
done
exit $FAILED
