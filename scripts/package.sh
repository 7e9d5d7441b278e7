#!/usr/bin/env bash
# Builds packages into build/packages/out: the .NET tool, tarballs, .deb files; build/packages/container for an image.
# scripts/package.sh [TARGET...] [-- MACHINE...]; default: packages -- x64 arm64. Targets: nupkg, native-x64, native-arm64, container,
# packages. The compilers and libraries for other machines and C libraries are installed and unpacked below build/ (roots.sh).
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$(dirname "${BASH_SOURCE[0]}")/roots.sh"
targets=()
machines=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    targets+=("$1")
    shift
done
[ $# -eq 0 ] || shift
machines=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(packages)
[ ${#machines[@]} -gt 0 ] || machines=(x64 arm64)
need_dotnet
install_packages "${BUILD_PACKAGES[@]}" "${PACKAGING_PACKAGES[@]}"
[ -n "${SOURCE_DATE_EPOCH:-}" ] || SOURCE_DATE_EPOCH=$(git -C "$ROOT" log -1 --format=%ct) ||
    die "SOURCE_DATE_EPOCH is not set, and this is no clone that has a last commit"
export SOURCE_DATE_EPOCH
cd "$ROOT"
mkdir -p build
for machine in "${machines[@]}"; do
    case $machine in
        x64) make_x64_static && make_musl_root || die "the libraries for x64 could not be made" ;;
        arm64) make_arm64_static && make_arm64_musl_root || die "the libraries for arm64 could not be made" ;;
        *) die "no such machine: $machine" ;;
    esac
done
say "building ${targets[*]} for ${machines[*]}"
rm -rf build/packages/out build/packages/nuget
IFS=';'
list="${machines[*]}"
unset IFS
{ cmake -G Ninja -S packaging -B build/packages "-DCLRCOV_MACHINES=$list" &&
    cmake --build build/packages --target "${targets[@]}"; } >build/packages.log 2>&1 ||
    { tail -60 build/packages.log; die "packaging failed"; }
(cd build/packages/out && sha256sum -- * >SHA256SUMS && cat SHA256SUMS)
