#!/bin/sh
# Compiles a golden library again: build.sh idioms Idioms, build.sh model Model, build.sh idioms NearMissesBasic vb
# (the language: cs, vb, fs; cs when it is left out), build.sh idioms Suspended cs runtime-async (for .NET 11, whose
# packages come with the restore). Debug/NAME.dll and Release/NAME.dll with their PDBs are
# checked in, so that the unit tests need no SDK and do not change with the compiler. Needs the .NET SDK.
set -eu
here=$(cd "$(dirname "$0")" && pwd)/$1
name=$2
language=${3:-cs}
options=
if [ "${4:-}" = runtime-async ]; then
    options="-p:Net11Props=$(cd "$(dirname "$0")/../net11" && pwd)/net11.props -p:NETCoreAppMaximumVersion=11.0"
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for config in Debug Release; do
    mkdir -p "$work/src" "$here/$config"
    cp "$here/$name.$language" "$work/src/"
    cat > "$work/src/$name.${language}proj" <<'PROJECT'
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <TargetFramework>net10.0</TargetFramework>
    <RuntimeAsync>true</RuntimeAsync>
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
  <Import Project="$(Net11Props)" Condition="'$(Net11Props)' != ''" />
</Project>
PROJECT
    # shellcheck disable=SC2086
    dotnet build "$work/src" $options -c $config -v q --nologo -o "$work/$config" > "$work/log" || {
        cat "$work/log"
        exit 1
    }
    cp "$work/$config/$name.dll" "$work/$config/$name.pdb" "$here/$config/"
done
