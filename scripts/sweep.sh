#!/usr/bin/env bash
# Sends every method body of the shared frameworks of the installed .NET SDK (and of the folders
# given) through decode, plan, rewrite and verify, then runs the simulation of generated bodies.
# scripts/sweep.sh [FOLDER...]; SIM_BODIES=N: number of generated bodies (default 1,000,000).
# Ends with "sweep: ok" when nothing was wrong.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
need_dotnet
install_packages "${BUILD_PACKAGES[@]}" libcunit1-dev python3
mkdir -p "$ROOT/build"
list=$(mktemp) || die "no temporary file"
trap 'rm -f "$list"' EXIT
cd "$ROOT" || exit 1

say "building the sweep"
mkdir -p build/sweep
{ cmake -S . -B build/sweep -G Ninja -DCMAKE_BUILD_TYPE=Release &&
    cmake --build build/sweep --target sweep clrcov_sim; } >build/sweep.log 2>&1 ||
    { tail -60 build/sweep.log; die "building failed"; }

dotnet_root=$(dirname "$(readlink -f "$(command -v dotnet)")")
# Largest first, so that no worker is left alone with a large one at the end.
find "$dotnet_root/shared" "$@" -type f \( -name '*.dll' -o -name '*.exe' \) -printf '%s\t%p\n' |
    sort -rn | cut -f2- >"$list"
[ -s "$list" ] || die "no assemblies found"

failed=0
say "sweep of $(wc -l <"$list") files"
build/sweep/bin/sweep "$list" || failed=1
say "simulation of ${SIM_BODIES:-1000000} generated bodies"
build/sweep/bin/clrcov_sim --bodies "${SIM_BODIES:-1000000}" --jobs "$(nproc)" || failed=1
[ "$failed" -eq 0 ] && echo "sweep: ok"
exit "$failed"
