#!/usr/bin/env bash
# Builds the golden assemblies from Shapes.cs. Run once, by hand, when Shapes.cs changes; the tests read
# what is checked in. Needs the .NET SDK. names.txt was written by a program on Mono.Cecil 0.11.6 (custom
# modifiers left out, [,] for arrays), points.txt by one on System.Reflection.Metadata: they are
# independent readers, so renew them with such, not with ours.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
dotnet_root=$(dirname "$(readlink -f "$(command -v dotnet)")")
csc=$(ls -d "$dotnet_root"/sdk/*/Roslyn/bincore/csc.dll | tail -1)
refs=$(ls -d "$dotnet_root"/packs/Microsoft.NETCore.App.Ref/*/ref/net* | tail -1)
common=(-noconfig -nostdlib -nologo -target:library -deterministic -unsafe -nowarn:CS8632
    "-pathmap:$PWD=/_" -sourcelink:sourcelink.json
    "-r:$refs/System.Runtime.dll" "-r:$refs/System.Collections.dll")
dotnet "$csc" "${common[@]}" -optimize- -debug:portable -out:debug/Shapes.dll Shapes.cs
dotnet "$csc" "${common[@]}" -optimize+ -debug:embedded -embed:Shapes.cs -out:release/Shapes.dll Shapes.cs
