#!/usr/bin/env bash
# Builds and runs all tests: unit tests with gcc, clang, AddressSanitizer+UBSan and ThreadSanitizer, replayed
# fuzz corpora, and the integration tests against the real runtime. Ends with "N passed, N failed".
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

# Adds the counts of a CTest run of one preset.
run_ctest() {
    local preset=$1
    say "unit tests: $preset"
    if ! (cmake --preset "$preset" && cmake --build "build/$preset") >"build/$preset.log" 2>&1; then
        tail -60 "build/$preset.log"
        echo "not ok - build $preset"
        failed=$((failed + 1))
        return
    fi
    local only=()
    [ "$preset" = dev ] || only=(-LE 'mutants') # mutants of the sources need no second compiler
    ctest --test-dir "build/$preset" --output-on-failure -j 2 "${only[@]}" >"build/$preset.tests" 2>&1
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

run_integration() {
    say "integration tests"
    local output="build/integration.log"
    bash tests/integration/run.sh 2>&1 | tee "$output"
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
    "$ROOT/scripts/build.sh" release || failed=$((failed + 1))
    run_integration
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
