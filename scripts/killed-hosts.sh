#!/usr/bin/env bash
# What is left of a test host that is killed? A test runs a method and then kills its own process (SIGKILL), under clrcov,
# coverlet and Microsoft's collector. Prints for each how many of the three lines of the method have hits: the row of
# README.md. Needs scripts/build.sh release, or another build: CLRCOV=.../clrcov.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
need_dotnet
need_clrcov
make_work killed
cd "$WORK"
mkdir Adding Tests .git
cat >Adding/Adding.csproj <<'END'
<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>
END
cat >Adding/Sum.cs <<'END'
public static class Sum
{
    public static int Of(int a, int b)
    {
        return a + b;
    }
}
END
cat >Tests/Tests.csproj <<'END'
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>
  <ItemGroup>
    <PackageReference Include="Microsoft.NET.Test.Sdk" Version="18.11.0" />
    <PackageReference Include="xunit" Version="2.9.3" />
    <PackageReference Include="xunit.runner.visualstudio" Version="3.1.5" />
    <PackageReference Include="coverlet.collector" Version="10.0.1" />
    <ProjectReference Include="../Adding/Adding.csproj" />
  </ItemGroup>
</Project>
END
cat >Tests/Killed.cs <<'END'
using System;
using System.Diagnostics;
using System.Threading;
using Xunit;

public class Killed
{
    [Fact]
    public void InTheMiddle()
    {
        Assert.Equal(3, Sum.Of(1, 2));
        Process.Start("kill", $"-KILL {Environment.ProcessId}")!.WaitForExit();
        Thread.Sleep(Timeout.Infinite);
    }
}
END
dotnet build Tests --nologo -v quiet >build.log 2>&1 || { tail -20 build.log; die "the tests could not be built"; }

# count_lines TOOL REPORT: the lines 4 to 6 of Sum.cs with hits.
count_lines() {
    python3 - "$@" <<'END'
import sys
import xml.etree.ElementTree as tree
hits = {}
for cls in tree.parse(sys.argv[2]).iter("class"):
    if cls.get("filename").endswith("Sum.cs"):
        for line in cls.iter("line"):
            hits[int(line.get("number"))] = int(line.get("hits"))
print(f"{sys.argv[1]}: {sum(count > 0 for count in hits.values())} of {len(hits)} lines that ran have hits")
END
}
collect() { # TOOL COLLECTOR
    dotnet test Tests --no-build --nologo --collect "$2" --results-directory "$1" >"$1.log" 2>&1 || true
    count_lines "$1" "$(find "$1" -name '*.cobertura.xml' | head -1)"
}
"$CLRCOV" run -q -o clrcov.xml -- dotnet test Tests --no-build --nologo >clrcov.log 2>&1 || true
count_lines clrcov clrcov.xml
collect coverlet 'XPlat Code Coverage'
collect Microsoft 'Code Coverage;Format=cobertura'
