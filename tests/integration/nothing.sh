#!/usr/bin/env bash
# When nothing was measured, the message names the cause and says what to do: one set-up for each cause, with a program
# that is built once, in a few variants.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

mkdir -p "$WORK/app/Framework" "$WORK/app/Lib" "$WORK/app/App" "$WORK/bin" "$WORK/empty"
git init -q "$WORK/app"
cat >"$WORK/app/Directory.Build.props" <<'END'
<Project>
  <PropertyGroup>
    <TargetFramework>net10.0</TargetFramework>
    <EnableDefaultItems>false</EnableDefaultItems>
    <GenerateAssemblyInfo>false</GenerateAssemblyInfo>
    <GenerateTargetFrameworkAttribute>false</GenerateTargetFrameworkAttribute>
    <EnableSourceLink>false</EnableSourceLink>
  </PropertyGroup>
</Project>
END
# An assembly with the name of a test framework, and a library that the program need not load.
cat >"$WORK/app/Framework/Framework.csproj" <<'END'
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><AssemblyName>Expecto</AssemblyName><DebugType>none</DebugType></PropertyGroup>
  <ItemGroup><Compile Include="Fact.cs" /></ItemGroup>
</Project>
END
echo 'public static class Fact { public static void Touch() { } }' >"$WORK/app/Framework/Fact.cs"
# And one with the name of the extension that brings Microsoft's profiler.
mkdir "$WORK/app/Extension"
sed 's/Expecto/Microsoft.Testing.Extensions.CodeCoverage/; s/Fact/Extension/' "$WORK/app/Framework/Framework.csproj" \
    >"$WORK/app/Extension/Extension.csproj"
echo 'public static class Extension { public static void Touch() { } }' >"$WORK/app/Extension/Extension.cs"
cat >"$WORK/app/Lib/Lib.csproj" <<'END'
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><PathMap>$(MSBuildProjectDirectory)=/_/Lib</PathMap></PropertyGroup>
  <ItemGroup><Compile Include="Lib.cs" /></ItemGroup>
</Project>
END
echo 'public static class Lib { public static int One() => 1; }' >"$WORK/app/Lib/Lib.cs"
cat >"$WORK/app/App/App.csproj" <<'END'
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <IntermediateOutputPath>obj/$(Variant)/</IntermediateOutputPath>
    <OutputPath>bin/$(Variant)/</OutputPath>
    <AppendTargetFrameworkToOutputPath>false</AppendTargetFrameworkToOutputPath>
    <DefineConstants>$(DefineConstants);$(Variant)</DefineConstants>
    <PathMap Condition="'$(Variant)' == 'Mapped'">$(MSBuildProjectDirectory)=/_/App</PathMap>
    <PathMap Condition="'$(Variant)' == 'Moved'">$(MSBuildProjectDirectory)=/home/builder/app</PathMap>
  </PropertyGroup>
  <ItemGroup>
    <Compile Include="Program.cs" />
    <ProjectReference Include="../Lib/Lib.csproj" />
    <ProjectReference Include="../Framework/Framework.csproj" />
    <ProjectReference Include="../Extension/Extension.csproj" />
  </ItemGroup>
</Project>
END
cat >"$WORK/app/App/Program.cs" <<'END'
using System.IO;
using System.Reflection;
#if Excluded
[assembly: System.Diagnostics.CodeAnalysis.ExcludeFromCodeCoverage]
#endif
public static class Program
{
    public static void Main(string[] arguments)
    {
#if Tests
        Fact.Touch();
#endif
        if (arguments.Length > 0 && arguments[0] == "--coverage")
        {
            Extension.Touch();
        }
        else if (arguments.Length > 0)
        {
            Assembly.Load(File.ReadAllBytes(arguments[0])).GetType("Lib")!.GetMethod("One")!.Invoke(null, null);
        }
    }
}
END
cat >"$WORK/app/all.proj" <<'END'
<Project>
  <ItemGroup>
    <Variant Include="Plain;Mapped;Moved;Excluded;Tests" />
  </ItemGroup>
  <Target Name="Restore"><MSBuild Projects="App/App.csproj" Targets="Restore" Properties="Variant=Plain" /></Target>
  <Target Name="Build"><MSBuild Projects="App/App.csproj" Properties="Variant=%(Variant.Identity)" /></Target>
</Project>
END
if ! log=$(cd "$WORK/app" && build_tool msbuild all.proj -t:Restore -nologo -v:q 2>&1 &&
    build_tool msbuild all.proj -t:Build -nologo -v:q -m:2 2>&1); then
    not_ok "nothing: the program is built" "$log"
    exit 0
fi
bin=$WORK/app/App/bin
# Users get these two from packages.
sed -z -i -E 's/("(Expecto|Microsoft\.Testing\.Extensions\.CodeCoverage)\/[^"]*": \{[^}]*"type": )"project"/\1"package"/g' "$bin"/*/App.deps.json

# nothing NAME PATTERN OPTIONS... -- COMMAND...: in the program's repository; one line says why, and what to do.
seen=$WORK/seen
nothing() {
    local name=$1 pattern=$2 errors why
    shift 2
    errors=$(cd "$WORK/app" && "$CLRCOV" run -q -o "$WORK/x.xml" "$@" 2>&1 >/dev/null)
    why=$(grep "Nothing was measured" <<<"$errors")
    if ! grep -Eq -- "$pattern" <<<"$why"; then
        not_ok "nothing: $name" "no message like '$pattern': $errors"
    elif [ "$(wc -l <<<"$why")" -ne 1 ]; then
        not_ok "nothing: $name" "more than one cause: $errors"
    else
        ok "nothing: $name"
    fi
    printf '%s\n' "$why" >>"$seen"
}
# variant NAME FROM: a folder with a build of its own, which a test may spoil.
variant() { cp -r "$bin/$2" "$WORK/$1"; }
# A program under another name, which ends with a code.
stand_in() { printf '#!/bin/sh\n%s\n' "$2" >"$WORK/bin/$1"; chmod +x "$WORK/bin/$1"; }

# --- no process that is measured -------------------------------------------------------------------
nothing "no .NET program" "true is not a .NET program.*name the program" -- true
if command -v gcc >/dev/null; then
    echo 'int DotNetRuntimeDebugHeader; int main(void) { return 0; }' |
        gcc -x c -rdynamic -o "$WORK/bin/native" - && nothing "Native AOT" "native is compiled to native code .*PublishAot" \
        -- "$WORK/bin/native"
fi
nothing "a verb of dotnet" "dotnet --version starts no program.*clrcov run -- dotnet test" -- dotnet --version
stand_in dotnet 'exit 1'
nothing "dotnet test fails" "dotnet test ended with 1 before any test ran.*a failed build" -- "$WORK/bin/dotnet" test
nothing "dotnet run fails" "dotnet run ended with 1 before the program began" -- "$WORK/bin/dotnet" run
nothing "a program that was not built" "no-such.dll not found: check the path, or build it" -- "$WORK/bin/dotnet" no-such.dll
nothing "a program that the runtime does not start" "Lib.dll ended with 1 before clrcov measured any of it.*doctor" -- "$WORK/bin/dotnet" "$bin/Plain/Lib.dll"
sdk=$(dotnet --list-sdks | tail -1 | sed -E 's/^([^ ]+) \[(.*)\]$/\2\/\1/')
nothing "a compiler" "csc.dll ran, but clrcov does not measure it: clrcov leaves compilers, builds" -- dotnet "$sdk/Roslyn/bincore/csc.dll" -version
stand_in dotnet 'exit 0'
nothing "dotnet test without tests" "dotnet test ran no test: name a test project" -- "$WORK/bin/dotnet" test
DOTNET_ROOT=$WORK/empty nothing "no runtime for the program" "App ended with [0-9]+ before clrcov measured any of it" -- "$bin/Plain/App"
stand_in sudo 'exec env -i "$@"'
nothing "sudo" "sudo gives the program an environment without .*sudo clrcov run" -- "$WORK/bin/sudo" "$bin/Plain/App"
nothing "env -i" "env -i removes clrcov's variables" -- env -i "$bin/Plain/App"
stand_in docker 'exit 0'
nothing "a container" "docker starts the program where .*inside" -- "$WORK/bin/docker" run app
stand_in mono 'exit 0'
nothing "mono" "mono is another runtime, which clrcov does not measure" -- "$WORK/bin/mono" app.exe
nothing "a switch that keeps profilers out" "sets DOTNET_EnableDiagnostics=0, which keeps .NET from" \
    -- sh -c "DOTNET_EnableDiagnostics=0 '$bin/Plain/App'"
nothing "another profiler" "another profiler \(CORECLR_PROFILER=\{846F5F1C[^)]*: Datadog\)" \
    -- sh -c "CORECLR_PROFILER={846F5F1C-F9AE-4B07-969E-05C26BC060D8} '$bin/Plain/App'"
stand_in test.sh 'collect=--collect; exit 0 dotnet test $collect "Code Coverage"'
nothing "a collector in a script" "switches on Microsoft's collector .*leave it out" -- "$WORK/bin/test.sh"

# --- processes, and nothing of them in the report --------------------------------------------------
nothing "sources outside the root" "App: .*Program.cs is outside the source root .*--root DIR" --root "$WORK/empty" -- "$bin/Plain/App"
nothing "PathMap" "PathMap replaced the paths of the sources of App, .*/_/App/Program.cs does not exist.*--map /_/=DIR" \
    --root "$WORK/empty" -- "$bin/Mapped/App"
nothing "sources of another machine" "sources of App are not where it was built: /home/builder.*--map /home/builder/app=DIR" \
    --root "$WORK/empty" -- "$bin/Moved/App"
mkdir -p "$WORK/changed/App"
echo '// something else' >"$WORK/changed/App/Program.cs"
nothing "sources that were changed" "sources of App changed after it was built: .*is not the file that was compiled; build again" --root "$WORK/changed" -- "$bin/Mapped/App"
variant bare Moved
rm "$WORK"/bare/*.pdb
nothing "no PDB" "App has no PDB: build it with DebugType portable" -- "$WORK/bare/App"
nothing "loaded from memory" "Lib was loaded from memory without symbols: pass the bytes of its PDB to Assembly.Load" -- "$WORK/bare/App" "$bin/Plain/Lib.dll"
cp -r "$WORK/bare" "$WORK/trimmed"
sed -i 's/"configProperties": {/&\n      "System.StartupHookProvider.IsSupported": false,/' "$WORK/trimmed/App.runtimeconfig.json"
nothing "trimmed" "App was trimmed.*TrimmerRemoveSymbols" -- "$WORK/trimmed/App"
variant mixed Moved
cp "$bin/Mapped/App.pdb" "$WORK/mixed/"
nothing "the PDB of another build" "PDB of App belongs to another build: .*App.pdb" -- "$WORK/mixed/App"
variant windows Moved
printf 'Microsoft C/C++ MSF 7.00\r\n\032DS\0\0\0' >"$WORK/windows/App.pdb"
nothing "a Windows PDB" "App has no readable PDB: .*Windows PDB" -- "$WORK/windows/App"
nothing "a rule for assemblies" "a rule leaves App out: .*App" --exclude App -- "$bin/Plain/App"
nothing "a rule for types" "a rule leaves App out: .*type" --exclude "type:*" -- "$bin/Plain/App"
nothing "an attribute" "an attribute leaves App out: \[ExcludeFromCodeCoverage\]" -- "$bin/Excluded/App"
nothing "tests that load nothing" "no test of App ran the code under test: Lib was never loaded: check whether a test matches" -- "$bin/Tests/App"
stand_in failing.sh "'$bin/Tests/App'; exit 3"
nothing "tests that fail before they load anything" "tests of App ended before they loaded the code under test: Lib was never loaded" \
    -- "$WORK/bin/failing.sh"
stand_in platform.sh "switch=--coverage; exec '$bin/Tests/App' \$switch"
nothing "tests under another profiler" "App.dll was started with --coverage, so its tests ran with Microsoft's profiler" \
    -- "$WORK/bin/platform.sh"
check "nothing: what tests under another profiler loaded is not told as never loaded" test -z \
    "$(cd "$WORK/app" && "$CLRCOV" run -o "$WORK/x.xml" -- "$WORK/bin/platform.sh" 2>&1 | grep "Never loaded")"
variant alone Tests
rm "$WORK"/alone/Lib.pdb
nothing "tests alone" "only test assemblies ran, and App is one: it references Expecto: measure them with --include-tests" -- "$WORK/alone/App"

# Each cause has words of its own, whatever the names in it.
check "nothing: $(wc -l <"$seen") set-ups, no two messages are the same" \
    test "$(sort -u "$seen" | wc -l)" -ge $(($(wc -l <"$seen") - 1))
