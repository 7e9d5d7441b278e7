#!/bin/sh
# Compiles Idioms.cs again: Debug/Idioms.dll and Release/Idioms.dll with their PDBs. Needs the .NET SDK. The
# results are checked in, so that the unit tests need no SDK and do not change with the compiler.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for config in Debug Release; do
    mkdir -p "$work/src" "$here/$config"
    cp "$here/Idioms.cs" "$work/src/"
    cat > "$work/src/Idioms.csproj" <<'PROJECT'
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <TargetFramework>net10.0</TargetFramework>
    <LangVersion>latest</LangVersion>
    <Nullable>enable</Nullable>
    <AllowUnsafeBlocks>true</AllowUnsafeBlocks>
    <Deterministic>true</Deterministic>
    <GenerateAssemblyInfo>false</GenerateAssemblyInfo>
    <GenerateTargetFrameworkAttribute>false</GenerateTargetFrameworkAttribute>
    <EnableSourceLink>false</EnableSourceLink>
    <PathMap>$(MSBuildProjectDirectory)/=/_/</PathMap>
    <NoWarn>$(NoWarn);CS1998;CS8618;CS0168</NoWarn>
  </PropertyGroup>
</Project>
PROJECT
    dotnet build "$work/src" -c $config -v q --nologo -o "$work/$config" > /dev/null
    cp "$work/$config/Idioms.dll" "$work/$config/Idioms.pdb" "$here/$config/"
done
