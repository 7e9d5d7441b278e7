#!/usr/bin/env bash
# Builds and runs all tests: unit tests with gcc, clang, AddressSanitizer+UBSan and ThreadSanitizer, replayed
# fuzz corpora, and the integration tests against the real runtime. Ends with what each part took (seconds on the clock,
# seconds of processor time) and "N passed, N failed".
# scripts/test.sh [unit|integration] runs one half.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
part=${1:-all}
need_dotnet
install_packages "${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
mkdir -p "$ROOT/build"
cd "$ROOT" || exit 1
passed=0
failed=0
took=()

# timed PART COMMAND...: runs it, and keeps what it took.
timed() {
    local part=$1 wall=$SECONDS before status=0
    shift
    processor_seconds
    before=$SPENT
    "$@" || status=$?
    processor_seconds
    took+=("$(printf '%-18s %5d s %5d s' "$part" $((SECONDS - wall)) $((SPENT - before)))")
    return $status
}

build_preset() { cmake --preset "$1" && cmake --build "build/$1"; }

# Adds the counts of a CTest run of one preset.
run_ctest() {
    local preset=$1
    say "unit tests: $preset"
    if ! timed "$preset: build" build_preset "$preset" >"build/$preset.log" 2>&1; then
        tail -60 "build/$preset.log"
        echo "not ok - build $preset"
        failed=$((failed + 1))
        return
    fi
    local only=()
    [ "$preset" = dev ] || only=(-LE 'mutants|sources') # what looks at the sources needs no second compiler
    timed "$preset: tests" ctest --test-dir "build/$preset" --output-on-failure -j 2 "${only[@]}" \
        >"build/$preset.tests" 2>&1
    grep -E '^ *[0-9]+/[0-9]+ Test .*(Failed|Not Run|Timeout|Exception)' "build/$preset.tests"
    local summary total bad
    summary=$(grep -E 'tests passed, [0-9]+ tests failed out of' "build/$preset.tests")
    bad=$(sed -n 's/.*, \([0-9]*\) tests failed out of.*/\1/p' <<<"$summary")
    total=$(sed -n 's/.*failed out of \([0-9]*\)$/\1/p' <<<"$summary")
    if [ -z "$total" ] || [ "$total" -eq 0 ]; then
        cat "build/$preset.tests"
        bad=1 total=1
    elif [ "$bad" -ne 0 ]; then
        cat "build/$preset.tests"
    fi
    say "$preset: $((total - bad)) passed, $bad failed"
    passed=$((passed + total - bad))
    failed=$((failed + bad))
}

# The processor time of a part of a pipeline counts, too: all of it ends before this does.
show_and_keep() { # FILE COMMAND...
    local file=$1
    shift
    "$@" 2>&1 | tee "$file"
}

run_integration() {
    say "integration tests"
    local output="build/integration.log"
    timed "integration" show_and_keep "$output" bash tests/integration/run.sh
    passed=$((passed + $(grep -c '^ok - ' "$output")))
    failed=$((failed + $(grep -c '^not ok - ' "$output")))
    if ! grep -q '^integration tests done$' "$output"; then
        echo "not ok - the integration tests did not come to their end"
        failed=$((failed + 1))
    fi
}

if [ "$part" != integration ]; then
    for preset in dev dev-clang asan tsan; do
        run_ctest "$preset"
    done
fi
if [ "$part" != unit ]; then
    timed "release: build" "$ROOT/scripts/build.sh" release || failed=$((failed + 1))
    run_integration
fi
if [ "$failed" -ne 0 ] && [ "$part" != unit ]; then
    say "integration tests that failed"
    grep '^not ok - ' build/integration.log
fi
say "seconds on the clock, and of processor time"
printf '    %s\n' "${took[@]}"
[ "$part" = unit ] || sed -n 's/^# \([a-z]*: [0-9]* s, .*processor time\)$/      \1/p' build/integration.log
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
