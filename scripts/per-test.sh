#!/usr/bin/env bash
# What --per-test records is what each test hits alone: every test of tests/per-test in a process of its own under a plain run,
# compared with one run with --per-test. Marks in the sources and the totals of a run without it are compared, too.
#
#   scripts/per-test.sh [-s] [-c Debug|Release] [-k FOLDER] [FAMILY...]
#   -s           with --serial
#   -k FOLDER    keep the data of the tests alone there, and use what is there of the same build
#   FAMILY       xunit2 xunit3 xunit3-vstest nunit mstest tunit fsharp; all without one
#
# Exit code 1: a test lacks something beyond the documented kinds (docs/per-test.md).
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
set -uo pipefail

config=Debug kept= serial=()
while getopts sc:k: option; do
    case $option in
        s) serial=(--serial) ;;
        c) config=$OPTARG ;;
        k) kept=$OPTARG ;;
        *) die "usage: scripts/per-test.sh [-s] [-c Debug|Release] [-k FOLDER] [FAMILY...]" ;;
    esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- xunit2 xunit3 xunit3-vstest nunit mstest tunit fsharp
prepare_comparison per-test
solution=$ROOT/tests/per-test
oracle=$solution/oracle.py
kept=${kept:-$WORK/alone}

# The family whose sources and marks a project has.
family_of() { echo "${1%-vstest}"; }

project_of() { # PROJECT
    local file=$solution/$1/$1.csproj
    [ -f "$file" ] || file=$solution/$1/$1.fsproj
    echo "$file"
}

program() { echo "$solution/$1/bin/$config/net10.0/PerTest.$1.dll"; } # PROJECT

# all_tests PROJECT OUTPUT OPTIONS...: the project under clrcov. Some of its tests fail, and shall.
all_tests() {
    local project=$1 output=$2 command
    shift 2
    case $project in
        xunit3 | tunit) command=(dotnet test --project "$(project_of "$project")") ;;
        *) command=(dotnet test "$(project_of "$project")" --nologo) ;;
    esac
    # platform/ chooses the runner of the SDK, and another folder the other.
    (cd "$solution/$([ "${command[2]}" = --project ] && echo platform || echo library)" &&
        "$CLRCOV" run -q -f data -o "$output" --root "$ROOT" "$@" -- "${command[@]}" --no-build -c "$config") >"$output.log" 2>&1
    [ -s "$output" ] || { tail -20 "$output.log"; die "$project could not be measured"; }
}

# command_alone PROJECT CLASS METHOD: into COMMAND, what runs this test alone.
command_alone() {
    local project=$1 class=$2 method=$3
    case $project in
        xunit3) COMMAND=(dotnet "$(program "$project")" -method "$class.$method") ;;
        tunit) COMMAND=(dotnet "$(program "$project")" --treenode-filter "/*/*/${class##*.}/$method" --disable-logo) ;;
        # A generic fixture has a name for each of its arguments.
        *) COMMAND=(dotnet test "$(program "$project")" --filter
            "$(case $class in *\`*) echo "FullyQualifiedName~${class%\`*}<" ;; *) echo "FullyQualifiedName=$class.$method" ;; esac)") ;;
    esac
}

# alone PROJECT CLASS METHOD FOLDER
alone() {
    local output=$4/$2.$3.clrcov COMMAND
    [ ! -s "$output" ] || return 0
    command_alone "$1" "$2" "$3"
    "$CLRCOV" run -q -f data -o "$output" --root "$ROOT" -- "${COMMAND[@]}" >"$output.log" 2>&1
    [ -s "$output" ] || { say "$2.$3 was not measured alone"; tail -3 "$output.log"; }
}

# One project: everything that is compared, into FAILED.
compare() {
    local project=$1 folder family build
    family=$(family_of "$project")
    dotnet build "$(project_of "$project")" -c "$config" --nologo -v quiet -m:2 >"$WORK/build.log" 2>&1 ||
        { tail -20 "$WORK/build.log"; die "$project does not build"; }
    build=$(md5sum <"$solution/library/bin/$config/net10.0/PerTest.library.dll")
    folder=$kept/$config-${build:0:12}/$project
    mkdir -p "$folder"
    all_tests "$project" "$WORK/$project.clrcov" --per-test "${serial[@]}"
    all_tests "$project" "$WORK/$project-plain.clrcov"
    while IFS=$'\t' read -r class method; do
        alone "$project" "$class" "$method" "$folder" </dev/null &
        while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n; done
    done < <(python3 "$oracle" names "$WORK/$project.clrcov")
    wait
    say "$project, $config: marks"
    python3 "$oracle" marks "$WORK/$project.clrcov" "$family" || FAILED=1
    say "$project, $config: one process for each test"
    python3 "$oracle" alone "$WORK/$project.clrcov" "$folder" || FAILED=1
    say "$project, $config: totals with and without --per-test"
    python3 "$oracle" totals "$WORK/$project.clrcov" "$WORK/$project-plain.clrcov" || FAILED=1
}

FAILED=0
for project; do
    compare "$project"
done
exit $FAILED
