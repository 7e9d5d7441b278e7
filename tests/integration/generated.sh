#!/usr/bin/env bash
# Code that a tool wrote is out by one rule, the same whether the compiler keeps generated files on disk or not; one option
# takes it in. Source files that are not there are counted and named.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

mkdir -p "$WORK/app/Migrations"
cd "$WORK/app" || exit 1
git init -q .
cat >App.csproj <<'END'
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net10.0</TargetFramework>
    <Nullable>enable</Nullable>
    <IntermediateOutputPath>obj/$(Variant)/</IntermediateOutputPath>
    <OutputPath>bin/$(Variant)/</OutputPath>
    <AppendTargetFrameworkToOutputPath>false</AppendTargetFrameworkToOutputPath>
    <EmitCompilerGeneratedFiles Condition="'$(Variant)' == 'Disk'">true</EmitCompilerGeneratedFiles>
  </PropertyGroup>
</Project>
END
cat >all.proj <<'END'
<Project>
  <ItemGroup><Variant Include="Disk;Memory" /></ItemGroup>
  <Target Name="Restore"><MSBuild Projects="App.csproj" Targets="Restore" Properties="Variant=Disk" /></Target>
  <Target Name="Build"><MSBuild Projects="App.csproj" Properties="Variant=%(Variant.Identity)" /></Target>
</Project>
END
# Two source generators of the framework; the one for JSON puts [GeneratedCode] on a class of the user's.
cat >Program.cs <<'END'
using System;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;

public record Order(string Name, int Count);

[JsonSerializable(typeof(Order))]
public partial class Context : JsonSerializerContext
{
    public static string Mine(Order order) =>
        System.Text.Json.JsonSerializer.Serialize(order, Default.Order); // the user's
}

public static partial class Program
{
    [GeneratedRegex("^a+b$")]
    private static partial Regex Pattern();

    public static void Main()
    {
        Console.WriteLine(Pattern().IsMatch("aab") ? Context.Mine(new Order("x", 1)) : "no");
        Console.WriteLine(new Client().Call());
        new App.Migrations.Init().Up();
        Console.WriteLine(Message.Show());
#line 5 "gen.y"
        Console.WriteLine("from a grammar that is not there");
#line default
    }
}
END
cat >Client.cs <<'END'
[System.CodeDom.Compiler.GeneratedCode("a tool", "1.0")]
public class Client
{
    public int Call() => 1; // a tool's
}
END
# What the compiler of protocol buffers writes: no attribute on the static constructor.
cat >Message.cs <<'END'
public partial class Message
{
    private static readonly object parser = new object(); // protoc's

    [System.CodeDom.Compiler.GeneratedCode("protoc", null)]
    public static object Parser { get { return parser; } } // protoc's
}
END
cat >Message.Mine.cs <<'END'
public partial class Message
{
    public static string Show() => Parser.ToString(); // the user's
}
END
# What the tools of Entity Framework write: the steps in one file, the attributes in another.
cat >Migrations/Init.cs <<'END'
namespace App.Migrations
{
    public partial class Init
    {
        public void Up() => System.Console.WriteLine("up"); // a migration
    }
}

namespace Microsoft.EntityFrameworkCore.Migrations
{
    public sealed class MigrationAttribute : System.Attribute;
}
END
cat >Migrations/Init.Designer.cs <<'END'
namespace App.Migrations
{
    [Microsoft.EntityFrameworkCore.Migrations.Migration]
    partial class Init;
}
END
if ! log=$(build_tool msbuild all.proj -t:Restore -nologo -v:q 2>&1 && build_tool msbuild all.proj -t:Build -nologo -v:q 2>&1); then
    not_ok "generated: the program is built" "$log"
    exit 0
fi
check "generated: files of generators are on disk in one build alone" test -n "$(find obj/Disk -name '*.g.cs' | grep -i regex)" -a \
    -z "$(find obj/Memory -name '*.g.cs' | grep -i regex)"
files_of() { grep -o 'filename="[^"]*"' "$1" | sort -u | tr '\n' ' '; }
for variant in Disk Memory; do
    check "generated: $variant: runs" "$CLRCOV" run -o "$variant.xml" -- "bin/$variant/App"
    "$CLRCOV" report -v -o "$variant.xml" 2>"$variant.txt"
done
check "generated: totals are the same on disk and in memory" same_report Disk.xml Memory.xml
check "generated: only files of the user's are in" test "$(files_of Disk.xml)" = 'filename="Message.Mine.cs" filename="Program.cs" '
check "generated: the user's part of a class that a generator marks is in" grep -q 'name="Mine"' Disk.xml
check "generated: the summary counts what is out" grep -Eq '^Generated code, left out: [0-9]+ methods' Disk.txt
check "generated: the summary counts the same in memory" diff <(grep ^Generated Disk.txt) <(grep ^Generated Memory.txt)
check "sources: the summary counts files that are not there, by assembly" \
    grep -q '^Warning: App: 1 source file not found and not in the report: .*/gen\.y$' Disk.txt
check "sources: -v names each file that is not there" grep -q '^Source not found: App: .*/gen\.y$' Disk.txt
check "sources: generated files are not among them" test "$(grep -c '^Source not found' Memory.txt)" -eq 1
check "generated: explain says why" grep -q 'generated code: \[GeneratedCode\]' <<<"$("$CLRCOV" explain Client 2>&1)"
check "generated: explain of a migration" grep -q 'a migration of Entity Framework' <<<"$("$CLRCOV" explain App.Migrations.Init 2>&1)"
for variant in Disk Memory; do
    check "generated: $variant: --generated-code keep" "$CLRCOV" run -q --generated-code keep -o "kept-$variant.xml" -- "bin/$variant/App"
    for file in Client.cs Message.cs Migrations/Init.cs RegexGenerator.g.cs; do
        check "generated: $variant: --generated-code keep takes $file in" grep -q "filename=\"[^\"]*$file\"" "kept-$variant.xml"
    done
    # The compiler's own names: files that are kept are in a folder of their own.
    sed -i -E "s,obj/$variant/(generated/)?,obj/," "kept-$variant.xml"
done
check "generated: kept code is the same on disk and in memory" same_report kept-Disk.xml kept-Memory.xml
