#!/usr/bin/env bash
# What --per-test records of a suite of others is what each test hits alone: one run of a test project with --per-test,
# compared with a plain run of each test, or of a sample of them, in a process of its own.
#
#   scripts/per-test-suite.sh [-S] [-c Debug|Release] [-n SAMPLE] [-s SEED] [-r ROOT] [-k FOLDER] PROJECT
#   -S           with --serial
#   -n SAMPLE    so many tests at random, else all
#   -r ROOT      the sources: as --root of clrcov; else where PROJECT is kept in git
#   -k FOLDER    keep the data there, also of the whole suite in all/, and use what is there of the same build
#
# PROJECT is a project file or its folder, with xunit, NUnit or MSTest, for VSTest. Exit code 1: some test lacks something.
# Then it prints what and in which test, to see whether it is of a documented kind (docs/per-test.md).
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
set -uo pipefail

config=Debug serial=() sample=0 seed=47 root='' kept=''
usage() { die "usage: scripts/per-test-suite.sh [-S] [-c Debug|Release] [-n SAMPLE] [-s SEED] [-r ROOT] [-k FOLDER] PROJECT"; }
while getopts Sc:n:s:r:k: option; do
    case $option in
        S) serial=(--serial) ;;
        c) config=$OPTARG ;;
        n) sample=$OPTARG ;;
        s) seed=$OPTARG ;;
        r) root=$OPTARG ;;
        k) kept=$OPTARG ;;
        *) usage ;;
    esac
done
shift $((OPTIND - 1))
[ $# -eq 1 ] || usage
[ -e "$1" ] || die "$1: no such project"
prepare_comparison per-test-suite
project=$(realpath "$1")
folder=$project
[ -d "$folder" ] || folder=$(dirname "$project")
root=$(realpath "${root:-$(git -C "$folder" rev-parse --show-toplevel)}") || die "-r says where the sources are"
oracle=$ROOT/tests/per-test/oracle.py

# measured OUTPUT COMMAND...: the command under clrcov with the options in OPTIONS. Tests may fail.
measured() {
    local output=$1
    shift
    [ ! -s "$output" ] || return 0
    (cd "$folder" && "$CLRCOV" run -q -f data -o "$output" --root "$root" "${OPTIONS[@]}" -- "$@") >"$output.log" 2>&1
    [ -s "$output" ]
}

# alone CLASS METHOD. A generic fixture has a name for each of its arguments.
alone() {
    local name=$1.$2 filter OPTIONS=()
    local output=$kept/$name.clrcov
    case $1 in
        *\`*) filter="FullyQualifiedName~${1%%\`*}<" ;;
        *) filter="FullyQualifiedName=$name" ;;
    esac
    measured "$output" dotnet test "$program" --filter "$filter" || say "$name was not measured alone"
    ! grep -q 'No test matches' "$output.log" || { say "$name was not found"; rm -f "$output"; }
}

dotnet build "$project" -c "$config" --nologo -v quiet -m:2 >"$WORK/build.log" 2>&1 ||
    { tail -20 "$WORK/build.log"; die "$project does not build"; }
program=$(dotnet msbuild "$project" -p:Configuration="$config" -getProperty:TargetPath)
build=$(md5sum <"$program")
kept=${kept:-$WORK/alone}/$config-${build:0:12}
all=$kept/all
mkdir -p "$all"
# One test at a time is asked for by a property of MSBuild, so the project is named.
everything=(dotnet test "$project" -c "$config" --no-build --nologo)
OPTIONS=(--per-test "${serial[@]}")
measured "$all/tests.clrcov" "${everything[@]}" || { tail -20 "$all/tests.clrcov.log"; die "no data"; }
OPTIONS=()
measured "$all/plain.clrcov" "${everything[@]}" || { tail -20 "$all/plain.clrcov.log"; die "no data"; }
while IFS=$'\t' read -r class method; do
    alone "$class" "$method" </dev/null &
    while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n; done
done < <(python3 "$oracle" names "$all/tests.clrcov" "$sample" "$seed")
wait
FAILED=0
say "$(basename "$project"), $config: one process for each test"
python3 "$oracle" suite "$all/tests.clrcov" "$kept" || FAILED=1
say "$(basename "$project"), $config: totals with and without --per-test"
python3 "$oracle" totals "$all/tests.clrcov" "$all/plain.clrcov" || FAILED=1
exit $FAILED
