#!/bin/sh
# Compiles a golden library again: build.sh idioms Idioms, build.sh model Model, build.sh idioms NearMissesBasic vb
# (the language: cs, vb, fs; cs when it is left out). Debug/NAME.dll and Release/NAME.dll with their PDBs are
# checked in, so that the unit tests need no SDK and do not change with the compiler. Needs the .NET SDK.
set -eu
here=$(cd "$(dirname "$0")" && pwd)/$1
name=$2
language=${3:-cs}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for config in Debug Release; do
    mkdir -p "$work/src" "$here/$config"
    cp "$here/$name.$language" "$work/src/"
    cat > "$work/src/$name.${language}proj" <<'PROJECT'
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
    <DisableImplicitFSharpCoreReference>true</DisableImplicitFSharpCoreReference>
  </PropertyGroup>
  <ItemGroup Condition="'$(MSBuildProjectExtension)' == '.fsproj'">
    <Compile Include="*.fs" />
    <PackageReference Include="FSharp.Core" Version="11.0.101" />
  </ItemGroup>
</Project>
PROJECT
    dotnet build "$work/src" -c $config -v q --nologo -o "$work/$config" > "$work/log" || {
        cat "$work/log"
        exit 1
    }
    cp "$work/$config/$name.dll" "$work/$config/$name.pdb" "$here/$config/"
done
