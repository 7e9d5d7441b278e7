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

# What a test project of each framework refers to, and the property that makes it a program of Microsoft.Testing.Platform. (xunit v2
# is none.)
sdk='Microsoft.NET.Test.Sdk 18.0.1'
declare -A packages=(
    [xunit]="$sdk xunit 2.9.3 xunit.runner.visualstudio 3.1.5"
    [xunit.v3]="$sdk xunit.v3 3.2.2 xunit.runner.visualstudio 3.1.5"
    [nunit]="$sdk NUnit 4.6.1 NUnit3TestAdapter 6.3.0"
    [mstest]="$sdk MSTest.TestFramework 4.0.2 MSTest.TestAdapter 4.0.2"
)
declare -A program_property=(
    [xunit.v3]=UseMicrosoftTestingPlatformRunner
    [nunit]=EnableNUnitRunner
    [mstest]=EnableMSTestRunner
)
declare -A attribute=(
    [xunit]=Xunit.Fact
    [xunit.v3]=Xunit.Fact
    [nunit]=NUnit.Framework.Test
    [mstest]=Microsoft.VisualStudio.TestTools.UnitTesting.TestMethod
)

# project FRAMEWORK NAME [PROPERTY]: a test project with a class that is measured, too.
project() {
    local framework=$1 name=$2 of=() kind=Library class=
    read -ra of <<<"${packages[$framework]}"
    [ -z "${3:-}" ] && [ "$framework" != xunit.v3 ] || kind=Exe
    [ "$framework" != mstest ] || class='[Microsoft.VisualStudio.TestTools.UnitTesting.TestClass]'
    mkdir "$name"
    {
        echo '<Project Sdk="Microsoft.NET.Sdk">'
        echo "<PropertyGroup><TargetFramework>net10.0</TargetFramework><OutputType>$kind</OutputType>${3:+<$3>true</$3>}</PropertyGroup>"
        echo '<ItemGroup>'
        printf '<PackageReference Include="%s" Version="%s" />\n' "${of[@]}"
        echo '</ItemGroup></Project>'
    } >"$name/$name.csproj"
    cat >"$name/Code.cs" <<END
public class Lib$name
{
    public static int F(bool a)
    {
        if (a) return 1;
        return 2;
    }
    public static int G() => 3;
}
END
    cat >"$name/Tests.cs" <<END
$class public class T$name { [${attribute[$framework]}] public void A() { if (Lib$name.F(true) != 1) throw new System.Exception("wrong"); } }
END
}
make_fail() { sed -i 's/!= 1/== 1/' "$1/Tests.cs" && dotnet build --nologo -v quiet >/dev/null; }
own_settings() {
    cat >own.runsettings <<'END'
<RunSettings><RunConfiguration><MaxCpuCount>1</MaxCpuCount>
  <EnvironmentVariables><OWN>1</OWN></EnvironmentVariables></RunConfiguration></RunSettings>
END
}

# expect NAME COMMAND...: the command under `clrcov run` gives what the package has to give, into expected.xml.
expect() {
    local name=$1
    shift
    rm -f expected.xml
    "$CLRCOV" run -q -o expected.xml --include-tests -- "$@" >"$WORK/log" 2>&1
    if [ -s expected.xml ]; then ok "$name"; else not_ok "$name" "$(tail -20 "$WORK/log")"; fi
}
classes() { grep -o 'class name="Lib[A-Z]"' expected.xml | sort -u | wc -l; }

# gives CODE NAME COMMAND... [-- ...]: the command with Coverage=true gives expected.xml, and ends with that code.
gives() {
    local code=$1 name=$2 command=() got difference
    shift 2
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        command+=("$1")
        shift
    done
    rm -f coverage.cobertura.xml
    "${command[@]}" -p:Coverage=true -p:ClrcovArguments=--include-tests "$@" >"$WORK/log" 2>&1
    got=$?
    if [ $got -ne "$code" ]; then
        not_ok "$name" "exit code $got: $(tail -20 "$WORK/log")"
    elif ! difference=$(same_report expected.xml coverage.cobertura.xml 2>&1); then
        not_ok "$name" "$difference"
    else
        ok "$name"
    fi
}
gives_nothing() { # NAME COMMAND...
    local name=$1
    shift
    rm -f coverage.cobertura.xml
    "$@" >/dev/null 2>&1
    [ ! -e coverage.cobertura.xml ] && ok "$name" || not_ok "$name"
}

# in_ide NAME: what a test explorer does: it builds the project, asks for its run settings, and starts the test host with them.
in_ide() {
    local ide=(-p:BuildingInsideVisualStudio=true -p:Coverage=true) settings
    dotnet build "$1" --nologo -v quiet "${ide[@]}" && settings=$(dotnet msbuild "$1" -getProperty:RunSettingsFilePath "${ide[@]}") &&
        CLRCOV_INCLUDE_TESTS=true dotnet vstest "$1/bin/Debug/net10.0/$1.dll" "--Settings:$settings" || return 1
    wait_for 30 has_line 'class name="Lib' "$1/coverage.cobertura.xml" || return 1
    expect "" dotnet test --nologo --no-build "$1" >/dev/null
    same_report expected.xml "$1/coverage.cobertura.xml"
}

# --- VSTest ------------------------------------------------------------------------------------
vstest() {
    mkdir -p "$WORK/vstest/.git" && cd "$WORK/vstest" || return 1
    use_package
    own_settings
    local name run=(dotnet test --nologo --no-build)
    project xunit X && project xunit.v3 V && project nunit N && project mstest M
    dotnet new sln -n All >/dev/null && dotnet sln add X V N M >/dev/null
    check "VSTest: builds" dotnet build --nologo -v quiet
    expect "VSTest: clrcov run" "${run[@]}"
    check "VSTest: four frameworks are in the report" test "$(classes)" = 4
    gives 0 "VSTest: a solution with four frameworks" "${run[@]}"
    gives 0 "VSTest: with --settings" "${run[@]}" --settings own.runsettings
    gives 0 "VSTest: with -- A.B=C" "${run[@]}" -- RunConfiguration.MaxCpuCount=1
    gives 0 "VSTest: with both" "${run[@]}" --settings own.runsettings -- RunConfiguration.MaxCpuCount=1
    gives 0 "VSTest: it builds, too" dotnet test --nologo
    for name in X V N M; do
        expect "VSTest: clrcov run, $name alone" "${run[@]}" "$name"
        gives 0 "VSTest: $name alone" "${run[@]}" "$name"
    done
    for name in X V N M; do check "VSTest: $name in an IDE" in_ide $name; done
    make_fail X
    expect "VSTest: clrcov run, of failed tests" "${run[@]}"
    gives 1 "VSTest: failed tests" "${run[@]}"
    gives_nothing "VSTest: nothing without Coverage=true" "${run[@]}"
}

# --- Microsoft.Testing.Platform ----------------------------------------------------------------
platform() {
    mkdir -p "$WORK/platform/.git" && cd "$WORK/platform" || return 1
    use_package
    own_settings
    echo '{"test":{"runner":"Microsoft.Testing.Platform"}}' >global.json
    local name run=(dotnet test --no-build)
    project xunit.v3 V "${program_property[xunit.v3]}" && project nunit N "${program_property[nunit]}" &&
        project mstest M "${program_property[mstest]}"
    dotnet new sln -n All >/dev/null && dotnet sln add V N M >/dev/null
    check "platform: builds" dotnet build --nologo -v quiet
    expect "platform: clrcov run" "${run[@]}"
    check "platform: three frameworks are in the report" test "$(classes)" = 3
    gives 0 "platform: a solution with three frameworks" "${run[@]}"
    gives 0 "platform: it builds, too" dotnet test
    gives 0 "platform: with options of the programs" "${run[@]}" -- --results-directory "$WORK/results of platform"
    for name in V N M; do
        expect "platform: clrcov run, $name alone" "${run[@]}" --project "$name"
        gives 0 "platform: $name alone" "${run[@]}" --project "$name"
    done
    for name in N M; do # xunit.v3 has no --settings there
        expect "platform: clrcov run, $name with --settings" "${run[@]}" --project "$name" --settings own.runsettings
        gives 0 "platform: $name with --settings" "${run[@]}" --project "$name" --settings own.runsettings
    done
    make_fail V
    expect "platform: clrcov run, of failed tests" "${run[@]}"
    gives 2 "platform: failed tests" "${run[@]}"
    gives_nothing "platform: nothing without Coverage=true" "${run[@]}"
}

{
    vstest
    platform
} | tee "$results"
echo "$(grep -c '^ok - ' "$results") passed, $(grep -c '^not ok - ' "$results") failed"
! grep -q '^not ok - ' "$results"
