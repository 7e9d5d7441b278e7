#!/usr/bin/env bash
# Mutants of a project: the whole suite runs once for each, and no test that tells it may be left out by `clrcov impacted`.
#
#   scripts/impacted-mutants.sh [-c Debug|Release] [-n MUTANTS] [-e MUTANTS] [-s SECONDS] [-k KIND]... [-l LOG] [-p PROJECT]...
#           ROOT PROJECT TESTS...
#   scripts/impacted-mutants.sh [...] -g SEED   of a solution that tests/impacted/mutate/make_subject.py writes
#   scripts/impacted-mutants.sh -t LOG...       tables of kinds and suites
#   -e MUTANTS   at most so many of each kind; -k KIND: only these kinds
#   -l LOG       a line for each mutant that is done; a later start with this file goes on (default: none is kept)
#   -p PROJECT   a further project that is changed, after those that it refers to
#   ROOT         the source root, of which a copy is changed
#   PROJECT      the project that is compiled for each mutant; TESTS its test projects for VSTest; relative to ROOT
#
# Without a ROOT: examples/xunit-solution. Exit code 1: a test was left out.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
set -uo pipefail

usage="usage: scripts/impacted-mutants.sh [-c Debug|Release] [-n MUTANTS] [-e MUTANTS] [-s SECONDS] [-k KIND]... [-l LOG] [-p PROJECT]..."
usage+=" ROOT PROJECT TESTS..."
[ "${1:-}" != -t ] || { shift; exec python3 "$ROOT/tests/impacted/mutate/mutants.py" --summary "${@/#/--log=}"; }
options=() more=() log='' seed=''
while getopts c:e:g:n:s:k:l:p: option; do
    case $option in
        c) options+=(-c "$OPTARG") ;;
        e) options+=(--each "$OPTARG") ;;
        g) seed=$OPTARG ;;
        n) options+=(--most "$OPTARG") ;;
        s) options+=(--seconds "$OPTARG") ;;
        k) options+=(--kind "$OPTARG") ;;
        l) log=$OPTARG ;;
        p) more+=("$OPTARG") ;;
        *) die "$usage" ;;
    esac
done
shift $((OPTIND - 1))
[ -z "$seed" ] || { set -- generated Model/Model.csproj Tests/Tests.csproj; more=(Services/Services.csproj); }
[ $# -gt 0 ] || set -- "$ROOT/examples/xunit-solution" src/Shop/Shop.csproj tests/Shop.Tests/Shop.Tests.csproj
[ $# -gt 2 ] || die "give ROOT, PROJECT and TESTS"
prepare_comparison impacted-mutants
if [ -n "$seed" ]; then
    python3 "$ROOT/tests/impacted/mutate/make_subject.py" --seed "$seed" --times 1 "$WORK/subject" || exit 2
else
    cp -r "$1" "$WORK/subject"
fi
shift
python3 "$ROOT/tests/impacted/mutate/mutants.py" --clrcov "$CLRCOV" --work "$WORK/mutants" --log "${log:-$WORK/log}" \
    --root "$WORK/subject" "${options[@]}" "${more[@]/#/--more=$WORK/subject/}" "${@/#/$WORK/subject/}"
