#!/bin/sh
# Compiles a golden library again: build.sh idioms Idioms, build.sh model Model. Debug/NAME.dll and
# Release/NAME.dll with their PDBs are checked in, so that the unit tests need no SDK and do not change with
# the compiler. Needs the .NET SDK.
set -eu
here=$(cd "$(dirname "$0")" && pwd)/$1
name=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for config in Debug Release; do
    mkdir -p "$work/src" "$here/$config"
    cp "$here/$name.cs" "$work/src/"
    cat > "$work/src/$name.csproj" <<'PROJECT'
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
  </PropertyGroup>
</Project>
PROJECT
    dotnet build "$work/src" -c $config -v q --nologo -o "$work/$config" > /dev/null
    cp "$work/$config/$name.dll" "$work/$config/$name.pdb" "$here/$config/"
done
