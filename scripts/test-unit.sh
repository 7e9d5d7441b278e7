#!/usr/bin/env bash
# Builds unit tests and fuzz targets, and runs them: scripts/test-unit.sh KIND. Prints "ok - KIND: TEST" or "not ok - ..." for each.
# TEST_RUN=full: tsan and clang have all tests, too. TEST_JOBS: how many jobs at once (2).
#   structure  what looks at sources alone: structure, promises, checkers
#   asan       all tests with AddressSanitizer and UndefinedBehaviorSanitizer
#   tsan       what has threads, with ThreadSanitizer
#   clang      everything is compiled with clang; fuzz corpora are replayed
#   dev        all tests as developers build them, with gcc
#   mutants    the simulation must notice each rule of the rewriter that is switched off
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
kind=${1:-}
jobs=${TEST_JOBS:-2}
cd "$ROOT" || exit 1

build_tests() {
    cmake --preset "$preset" -B "build/$folder" || return 1
    [ "$kind" = structure ] || cmake --build "build/$folder" -j "$jobs" --target "$target"
}

# A line for each test; all that CTest said when one fails.
run_tests() {
    local log=build/$folder.tests
    ctest --test-dir "build/$folder" --output-on-failure -j "$jobs" "${tests[@]}" >"$log" 2>&1 || cat "$log"
    awk -v kind="$kind" '/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: / {
        result = $0
        sub(/.* \.+ */, "", result)
        if (result ~ /^Passed/) print "ok - " kind ": " $4
        else print "not ok - " kind ": " $4 ": " result }' "$log"
    grep -q 'tests failed out of [1-9]' "$log" || { cat "$log"; echo "not ok - $kind: there are tests"; }
}

is_full() { [ "${TEST_RUN:-short}" = full ]; }

target=all
case $kind in
    structure) preset=dev tests=(-L sources -LE mutants) ;;
    asan) preset=asan tests=(-LE 'mutants|sources') ;;
    tsan) preset=tsan tests=(-L threads) target=threads ;;
    clang) preset=dev-clang tests=(-L fuzz) ;;
    dev) preset=dev tests=(-LE 'mutants|sources') ;;
    mutants) preset=dev tests=(-L mutants) ;;
    *) die "usage: scripts/test-unit.sh structure|asan|tsan|clang|dev|mutants" ;;
esac
case $kind in
    tsan | clang) ! is_full || { target=all tests=(-LE 'mutants|sources'); } ;;
esac
folder=$preset
[ "$kind" != structure ] || folder=structure # another part may configure dev at this moment
mkdir -p build
build_tests >"build/$folder.log" 2>&1 || { tail -60 "build/$folder.log"; echo "not ok - $kind: it is built"; exit 1; }
run_tests
