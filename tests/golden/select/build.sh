#!/usr/bin/env bash
# Compiles the libraries that filters are tested with: Picks as it is (now), from an older Second.cs (old), for
# another framework (other), as coverlet leaves it (tracked); top-level code (program); F# properties (fsharp);
# code of a template and a tool (sources).
# Checked in, so that the unit tests need no SDK. Run by hand when a source changes. Needs the .NET SDK.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
dotnet_root=$(dirname "$(readlink -f "$(command -v dotnet)")")
sdk=$(ls -d "$dotnet_root"/sdk/*/ | tail -1)
refs=$(ls -d "$dotnet_root"/packs/Microsoft.NETCore.App.Ref/*/ref/net* | tail -1)
options=(-noconfig -nostdlib -nologo -target:library -deterministic -optimize- -debug:portable
    -langversion:latest -publicsign -keyfile:Picks.snk "-r:$refs/System.Runtime.dll"
    "-r:$refs/System.Collections.dll" "-r:$refs/System.Linq.dll")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# compile DIRECTORY SECOND [DEFINE...]
compile() {
    local out=$1 second=$2
    shift 2
    rm -rf "$work/src"
    mkdir -p "$work/src" "$out"
    cp Picks.cs Assembly.cs "$work/src/"
    cp "$second" "$work/src/Second.cs"
    dotnet "$sdk/Roslyn/bincore/csc.dll" "${options[@]}" "-pathmap:$work/src=/_,$PWD=/_" "$@" \
        "-out:$out/Picks.dll" "$work/src/Picks.cs" "$work/src/Second.cs" "$work/src/Assembly.cs"
}
compile now Second.cs
compile old Second.before.cs
compile other Second.cs -define:OTHER
compile tracked Second.cs -define:TRACKED
mkdir -p program fsharp sources
dotnet "$sdk/Roslyn/bincore/csc.dll" "${options[@]}" -target:exe "-r:$refs/System.Console.dll" \
    "-pathmap:$PWD=/_" -out:program/Main.dll Main.cs
dotnet "$sdk/Roslyn/bincore/csc.dll" "${options[@]}" "-pathmap:$PWD=/_" -out:sources/Sources.dll Sources.cs Tool.cs
fsharp=(--nologo --noframework --target:library --debug:portable --targetprofile:netcore --deterministic
    --optimize- "--pathmap:$PWD=/_" "-r:$sdk/FSharp/FSharp.Core.dll")
for reference in "$refs"/*.dll; do
    fsharp+=("-r:$reference")
done
dotnet "$sdk/FSharp/fsc.dll" "${fsharp[@]}" --out:fsharp/Auto.dll Auto.fs
rm -f fsharp/FSharp.Core.dll
