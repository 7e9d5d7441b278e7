#!/bin/sh
# Compiles the golden assemblies again: Debug and Release, each Caller.dll with its PDB, Facade.dll
# and Deep.dll. Caller is compiled against a Facade that defines what the Facade beside it forwards to
# Deep. The unit tests need no SDK and do not change with the compiler. Needs the .NET SDK.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# project NAME OUTPUT CONFIG SOURCE [REFERENCE]
project() {
    reference=
    [ -z "${5:-}" ] || reference="<Reference Include=\"$5\" />"
    mkdir -p "$work/$2-$3"
    cp "$here/$4" "$work/$2-$3/"
    cat > "$work/$2-$3/$1.csproj" <<PROJECT
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <TargetFramework>net10.0</TargetFramework>
    <LangVersion>latest</LangVersion>
    <Nullable>disable</Nullable>
    <Deterministic>true</Deterministic>
    <GenerateAssemblyInfo>false</GenerateAssemblyInfo>
    <GenerateTargetFrameworkAttribute>false</GenerateTargetFrameworkAttribute>
    <EnableSourceLink>false</EnableSourceLink>
    <PathMap>\$(MSBuildProjectDirectory)/=/_/</PathMap>
  </PropertyGroup>
  <ItemGroup>$reference</ItemGroup>
</Project>
PROJECT
    dotnet build "$work/$2-$3" -c "$3" -v q --nologo -o "$work/out-$2-$3" > /dev/null
}

for config in Debug Release; do
    project Facade first "$config" Deep.cs
    project Caller caller "$config" Caller.cs "$work/out-first-$config/Facade.dll"
    project Deep deep "$config" Deep.cs
    project Facade second "$config" Forwards.cs "$work/out-deep-$config/Deep.dll"
    mkdir -p "$here/$config"
    cp "$work/out-caller-$config/Caller.dll" "$work/out-caller-$config/Caller.pdb" \
        "$work/out-deep-$config/Deep.dll" "$work/out-second-$config/Facade.dll" "$here/$config/"
done
