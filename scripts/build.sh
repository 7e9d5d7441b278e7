#!/usr/bin/env bash
# Builds clrcov: scripts/build.sh [PRESET], default release.
# Leaves build/release/bin/clrcov and build/release/lib/libclrcov.so.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
preset=${1:-release}
install_packages "${BUILD_PACKAGES[@]}"
case $preset in
    release) options=(-DCLRCOV_TESTS=OFF) ;;
    *) install_packages "${TEST_PACKAGES[@]}"; options=() ;;
esac
mkdir -p "$ROOT/build"
cd "$ROOT"
say "building '$preset'"
cmake --preset "$preset" "${options[@]}" >"build/$preset.log" 2>&1 ||
    { cat "build/$preset.log"; die "configuring failed"; }
cmake --build "build/$preset" >>"build/$preset.log" 2>&1 ||
    { tail -60 "build/$preset.log"; die "building failed"; }
say "built build/$preset/bin/clrcov and build/$preset/lib/libclrcov.so"
