#!/usr/bin/env bash
# Sends every method body of the installed .NET SDK, of the packages that NuGet has restored on this machine, of the
# packages in tests/tools/sweep-packages.txt, and of the folders given, through decode, plan, rewrite and verify, then
# runs the simulation of generated bodies.
# scripts/sweep.sh [FOLDER...]; SIM_BODIES=N: number of generated bodies (default 1,000,000).
# Prints how many counters and probes a body has, by plan and with a probe for every point and every edge.
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

# Each package alone, without what it depends on: what is not there is no reason to leave out the others.
packages=$ROOT/build/sweep/packages
restore_package() { # NAME VERSION
    local project=$ROOT/build/sweep/restore/$1-$2
    [ ! -d "$packages/${1,,}/$2" ] || return 0
    mkdir -p "$project" && cd "$project" || return 1
    cat >p.csproj <<END
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <TargetFramework>netstandard2.0</TargetFramework>
    <DisableImplicitFrameworkReferences>true</DisableImplicitFrameworkReferences>
    <RestorePackagesPath>$packages</RestorePackagesPath>
  </PropertyGroup>
  <ItemGroup><PackageDownload Include="$1" Version="[$2]" /></ItemGroup>
</Project>
END
    dotnet restore --nologo -v quiet >log 2>&1
}
say "restoring packages"
mkdir -p "$packages"
while read -r name version; do
    (restore_package "$name" "$version") || say "not restored, left out: $name $version"
done < <(grep -v '^#' "$ROOT/tests/tools/sweep-packages.txt")

dotnet_root=$(dirname "$(readlink -f "$(command -v dotnet)")")
# Largest first, so that no worker is left alone with a large one at the end.
folders=("$dotnet_root" "$packages")
cache=${NUGET_PACKAGES:-$HOME/.nuget/packages}
[ ! -d "$cache" ] || folders+=("$cache")
find "${folders[@]}" "$@" -type f \( -name '*.dll' -o -name '*.exe' \) -printf '%s\t%p\n' |
    sort -rn | cut -f2- >"$list"
[ -s "$list" ] || die "no assemblies found"

failed=0
say "sweep of $(wc -l <"$list") files"
build/sweep/bin/sweep "$list" || failed=1
say "simulation of ${SIM_BODIES:-1000000} generated bodies"
build/sweep/bin/clrcov_sim --bodies "${SIM_BODIES:-1000000}" --jobs "${TEST_JOBS:-$(nproc)}" || failed=1
[ "$failed" -eq 0 ] && echo "sweep: ok"
exit "$failed"
