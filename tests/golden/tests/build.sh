#!/bin/sh
# Compiles Cases.dll with its PDB, Bases.dll, Custom.dll and the programs again. They are checked in, so that the unit tests need no SDK.
# Frameworks.dll is needed here alone. Needs the .NET SDK.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for name in Frameworks Custom Bases Cases XunitProgram PlatformProgram; do
    mkdir -p "$work/$name"
    cp "$here/$name.cs" "$work/$name/"
    cat > "$work/$name/$name.csproj" <<PROJECT
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <TargetFramework>net10.0</TargetFramework>
    <Deterministic>true</Deterministic>
    <DebugType>portable</DebugType>
    <GenerateAssemblyInfo>false</GenerateAssemblyInfo>
    <GenerateTargetFrameworkAttribute>false</GenerateTargetFrameworkAttribute>
    <NoWarn>CS0414</NoWarn>
    <PathMap>\$(MSBuildProjectDirectory)/=/_/</PathMap>
  </PropertyGroup>
  <ItemGroup>
    <Reference Include="$work/out/*.dll" />
  </ItemGroup>
</Project>
PROJECT
    dotnet build "$work/$name" -c Debug -v q --nologo -o "$work/out" > "$work/log" || {
        cat "$work/log"
        exit 1
    }
done
cp "$work/out/Custom.dll" "$work/out/Bases.dll" "$work/out/Cases.dll" "$work/out/Cases.pdb" \
    "$work/out/XunitProgram.dll" "$work/out/PlatformProgram.dll" "$here/"
