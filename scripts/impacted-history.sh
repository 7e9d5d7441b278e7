#!/usr/bin/env bash
# Walks consecutive commits of a public project: with each of them `clrcov run --impacted` is compared with running everything, what
# fails and how long it takes.
#
#   scripts/impacted-history.sh [-n MOST] [-s SUBJECTS] [-u] -k FOLDER SUBJECT REPOSITORY
#   scripts/impacted-history.sh -t LOG...
#   -n MOST      so many commits in this start
#   -s SUBJECTS  the projects (default: tests/impacted/history/subjects.json)
#   -u           with each commit also the sources of the one before, with the tests of this one
#   -k FOLDER    trees, map and log (SUBJECT.jsonl) stay there; a later start goes on
#   -t           only the figures of some logs
#
# REPOSITORY is a git folder with the history. Exit code 1: a test was left out, or equal revisions select some.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
set -uo pipefail

usage() { die "usage: scripts/impacted-history.sh [-n MOST] [-s SUBJECTS] [-u] -k FOLDER SUBJECT REPOSITORY, or -t LOG..."; }
here=$ROOT/tests/impacted/history options=() subjects=$here/subjects.json kept=''
while getopts n:s:uk:t option; do
    case $option in
        n) options+=(--most "$OPTARG") ;;
        s) subjects=$OPTARG ;;
        u) options+=(--undo) ;;
        k) kept=$OPTARG ;;
        t) shift $((OPTIND - 1)); exec python3 "$here/summary.py" "$@" ;;
        *) usage ;;
    esac
done
shift $((OPTIND - 1))
[ $# -eq 2 ] && [ -n "$kept" ] || usage
mkdir -p "$kept" && kept=$(realpath "$kept") || die "$kept: no folder"
prepare_comparison impacted-history
python3 "$here/history.py" --clrcov "$CLRCOV" --subjects "$subjects" --subject "$1" --repository "$(realpath "$2")" \
    --work "$kept/$1" --log "$kept/$1.jsonl" ${options[@]+"${options[@]}"} || FAILED=1
python3 "$here/summary.py" "$kept/$1.jsonl" || FAILED=1
exit "${FAILED:-0}"
