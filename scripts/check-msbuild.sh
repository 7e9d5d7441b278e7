#!/usr/bin/env bash
# Clrcov.MSBuild: `dotnet test -p:Coverage=true` gives the report of `clrcov run -- dotnet test`, for the frameworks of tests and both
# runners. scripts/check-msbuild.sh; packages come from build/packages/out (scripts/package.sh nupkg -- x64 makes them), those
# of test frameworks from where NuGet is set up to take them. Ends with "N passed, N failed".
. "$(dirname "${BASH_SOURCE[0]}")/../tests/integration/lib.sh"
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
need_dotnet
"$ROOT/scripts/package.sh" nupkg -- x64 >"$WORK/packages" || { cat "$WORK/packages"; exit 1; }
CLRCOV=$ROOT/build/packages/stage/linux-x64/usr/bin/clrcov
version=$(sed -n 's/.*CLRCOV_VERSION "\(.*\)"/\1/p' "$ROOT/include/clrcov/version.h")
kept=${NUGET_PACKAGES:-$HOME/.nuget/packages}
results=$WORK/results

# What a user adds: the reference in Directory.Build.props. The package is unpacked in a cache of its own.
use_package() {
    cat >Directory.Build.props <<END
<Project>
  <PropertyGroup><RestoreFallbackFolders>$kept</RestoreFallbackFolders></PropertyGroup>
  <ItemGroup><PackageReference Include="Clrcov.MSBuild" Version="$version" PrivateAssets="all" /></ItemGroup>
</Project>
END
    export NUGET_PACKAGES=$WORK/cache RestoreAdditionalProjectSources=$ROOT/build/packages/out
}

# project TEMPLATE NAME ATTRIBUTE ASSERTION: a test project with a class that is measured, too.
project() {
    dotnet new "$1" -n "$2" -o "$2" --no-restore >"$WORK/new" 2>&1 || { cat "$WORK/new"; return 1; }
    rm -f "$2"/*.cs
    cat >"$2/Code.cs" <<END
public class Lib$2
{
    public static int F(bool a)
    {
        if (a) return 1;
        return 2;
    }
    public static int G() => 3;
}
END
    cat >"$2/Tests.cs" <<END
$4 public class T$2 { [$3] public void A() { if (Lib$2.F(true) != 1) throw new System.Exception("wrong"); } }
END
}

same() { # NAME: the report of the package, and that of clrcov run
    check "$1" same_report expected.xml coverage.cobertura.xml
}
tested() { dotnet test --no-build --nologo -p:Coverage=true -p:ClrcovArguments=--include-tests "$@" >"$WORK/log" 2>&1; }

# --- VSTest ------------------------------------------------------------------------------------
vstest() {
    mkdir -p "$WORK/vstest/.git" && cd "$WORK/vstest" || return 1
    use_package
    project xunit X Xunit.Fact "" && project nunit N NUnit.Framework.Test "" &&
        project mstest M Microsoft.VisualStudio.TestTools.UnitTesting.TestMethod "[Microsoft.VisualStudio.TestTools.UnitTesting.TestClass]"
    dotnet new sln -n All >/dev/null && dotnet sln add X N M >/dev/null
    check "VSTest: builds" dotnet build --nologo -v quiet
    "$CLRCOV" run -q -o expected.xml --include-tests -- dotnet test --no-build --nologo >/dev/null 2>&1
    check "VSTest: three frameworks are in the report" grep -c 'class name="Lib[XNM]"' expected.xml
    tested && same "VSTest: a solution"
    rm coverage.cobertura.xml
    tested -- RunConfiguration.MaxCpuCount=1 && same "VSTest: with -- A.B=C"
    echo '<RunSettings><RunConfiguration><MaxCpuCount>1</MaxCpuCount></RunConfiguration></RunSettings>' >own.runsettings
    rm coverage.cobertura.xml
    tested --settings own.runsettings && same "VSTest: with --settings"
    rm coverage.cobertura.xml
    dotnet test --nologo -p:Coverage=true -p:ClrcovArguments=--include-tests >"$WORK/log" 2>&1 && same "VSTest: it builds, too"
    sed -i 's/!= 1/== 1/' X/Tests.cs && dotnet build --nologo -v quiet >/dev/null
    "$CLRCOV" run -q -o expected.xml --include-tests -- dotnet test --no-build --nologo >/dev/null 2>&1
    rm coverage.cobertura.xml
    tested && not_ok "VSTest: a failed test fails" || ok "VSTest: a failed test fails"
    same "VSTest: the report of failed tests"
    rm coverage.cobertura.xml
    dotnet test --no-build --nologo >/dev/null 2>&1
    [ ! -e coverage.cobertura.xml ] && ok "VSTest: nothing without Coverage=true" || not_ok "VSTest: nothing without Coverage=true"
}

# --- Microsoft.Testing.Platform ----------------------------------------------------------------
platform() {
    mkdir -p "$WORK/platform/.git" && cd "$WORK/platform" || return 1
    use_package
    echo '{"test":{"runner":"Microsoft.Testing.Platform"}}' >global.json
    local name
    for name in M1 M2; do
        project mstest $name Microsoft.VisualStudio.TestTools.UnitTesting.TestMethod "[Microsoft.VisualStudio.TestTools.UnitTesting.TestClass]"
        sed -i 's|</PropertyGroup>|<EnableMSTestRunner>true</EnableMSTestRunner><OutputType>Exe</OutputType></PropertyGroup>|' $name/*.csproj
    done
    dotnet new sln -n All >/dev/null && dotnet sln add M1 M2 >/dev/null
    check "platform: builds" dotnet build --nologo -v quiet
    "$CLRCOV" run -q -o expected.xml --include-tests -- dotnet test --no-build >/dev/null 2>&1
    check "platform: both projects are in the report" grep -c 'class name="LibM[12]"' expected.xml
    dotnet test --no-build -p:Coverage=true -p:ClrcovArguments=--include-tests >"$WORK/log" 2>&1
    same "platform: a solution"
}

{
    vstest
    platform
} | tee "$results"
echo "$(grep -c '^ok - ' "$results") passed, $(grep -c '^not ok - ' "$results") failed"
! grep -q '^not ok - ' "$results"
