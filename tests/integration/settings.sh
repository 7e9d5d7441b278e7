#!/usr/bin/env bash
# Settings of coverlet and of Microsoft's code coverage: the same file, read by its own tool and by clrcov,
# selects the same assemblies, types and members of the same build. Names that the tools write in
# different ways, and what counts as the same, are described in compare_sets.py.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

solution=$TARGETS/settings
tests=$solution/Ledger.Tests
files=$solution/files

# Without coverlet's package Microsoft's half can still be compared; without the others nothing can.
restores() { build_tool restore "$solution" "$@" >"$WORK/restore.log" 2>&1; }
tools="coverlet microsoft"
if ! restores; then
    if restores -p:WithCoverlet=false; then
        ok "settings: coverlet: skipped: coverlet.collector 10.0.1 does not restore here"
        export WithCoverlet=false # a property of the build, too
        tools=microsoft
    else
        ok "settings: skipped: the packages of $(basename "$tests") do not restore here"
        exit 0
    fi
fi
build "$solution" Debug || exit 0

run_tests() { dotnet test "$tests" -c Debug --no-build --nologo -v quiet "$@"; }

# theirs COLLECTOR FILE OUTPUT: the report of the tool that the file was written for.
theirs() {
    local results=$WORK/results report
    rm -rf "$results"
    run_tests --collect "$1" --settings "$2" --results-directory "$results" || return 1
    report=$(find "$results" -name '*.xml' | head -1)
    [ -n "$report" ] && cp "$report" "$3"
}
# What compare_sets.py has to know about a file.
set_facts() {
    facts=()
    case $1 in
    coverlet-*) facts+=(--all "$WORK/coverlet.xml") ;;
    esac
    case $1 in
    coverlet-attributes | coverlet-one-type) facts+=(--keeps-bodies) ;;
    esac
}
ours() { (cd "$solution" && "$CLRCOV" run -q -s "$1" -o "$2" -- dotnet test "$tests" -c Debug --no-build --nologo -v quiet); }
compare() { python3 "$ROOT/tests/integration/compare_sets.py" "$@"; }
differs() { ! compare "$@"; }
types_of() { grep -o '<class name="[^"]*"' "$1" | sort -u; }
same_types() { diff <(types_of "$1") <(types_of "$2"); }

# What later checks ask for, and a file with several kinds of filters for each tool.
in_short=" coverlet-one-type coverlet-attributes microsoft-plain microsoft-modules microsoft-functions "
for tool in $tools; do
    collector="XPlat Code Coverage"
    if [ "$tool" = coverlet ]; then
        check "settings: coverlet without a filter" theirs "$collector" "$files/no-filter.runsettings" "$WORK/coverlet.xml"
    else
        collector="Code Coverage;Format=cobertura"
    fi
    for file in "$files/$tool"-*.runsettings; do
        is_full || [[ $in_short == *" $(basename "$file" .runsettings) "* ]] || continue
        name=$(basename "$file" .runsettings)
        check "settings $name: its own tool runs" theirs "$collector" "$file" "$WORK/$name.theirs.xml"
        check "settings $name: clrcov runs" ours "$file" "$WORK/$name.xml"
        set_facts "$name"
        check "settings $name: the same assemblies, types and members" \
            compare "${facts[@]}" "$WORK/$name.theirs.xml" "$WORK/$name.xml"
    done
done

# The comparison must be able to fail, in both directions.
check "settings: other assemblies are seen" \
    differs "$WORK/microsoft-modules.theirs.xml" "$WORK/microsoft-plain.xml"
check "settings: missing members are seen" \
    differs "$WORK/microsoft-plain.theirs.xml" "$WORK/microsoft-functions.xml"

# Messages name a rule as the user wrote it, in the run and in later commands, which read it from the session.
cat >"$WORK/words.runsettings" <<'SETTINGS'
<RunSettings><DataCollectionRunSettings><DataCollectors><DataCollector friendlyName="XPlat code coverage"><Configuration>
  <ExcludeByAttribute>NoSuchAttribute</ExcludeByAttribute>
  <ExcludeByFile>**/Migrations/F*.cs,**/Nowhere/*.cs</ExcludeByFile>
</Configuration></DataCollector></DataCollectors></DataCollectionRunSettings></RunSettings>
SETTINGS
worded() { (cd "$solution" && "$CLRCOV" "$1" -o "$WORK/words.xml" "${@:2}" 2>"$WORK/words.log" >"$WORK/words.out") || cat "$WORK/words.log"; }
says() { grep -Fq -- "$1" "$2" || { cat "$2"; return 1; }; }
worded run -s "$WORK/words.runsettings" -- dotnet test "$tests" -c Debug --no-build --nologo -v quiet
check "settings: a rule that matched nothing: the user's words" \
    says "the rule exclude **/Nowhere/*.cs ($WORK/words.runsettings:3) matched nothing" "$WORK/words.log"
check "settings: an attribute that matched nothing: the user's words" \
    says "the rule exclude NoSuchAttribute ($WORK/words.runsettings:2) matched nothing" "$WORK/words.log"
worded report
check "settings: the user's words come from the session" \
    says "the rule exclude **/Nowhere/*.cs ($WORK/words.runsettings:3) matched nothing" "$WORK/words.log"
explains() { (cd "$solution" && "$CLRCOV" explain "$@" >"$WORK/explain.log" 2>&1) || cat "$WORK/explain.log"; }
explains Ledger/Migrations/First.cs
check "settings: explain names the rule in the user's words" \
    says "rule exclude **/Migrations/F*.cs ($WORK/words.runsettings:3)" "$WORK/explain.log"
explains --json Ledger/Migrations/First.cs
check "settings: explain --json: the user's words" \
    says "rule exclude **/Migrations/F*.cs ($WORK/words.runsettings:3)" "$WORK/explain.log"

# Collectors that the projects switch on, in a copy of the solution that has no settings of other targets above it.
named=$WORK/named
cp -r "$solution" "$named"
rm -rf "$named"/*/bin "$named"/*/obj
git init -q "$named"
by_project() { # PROPERTIES REPORT
    sed "s|</PropertyGroup>|$1</PropertyGroup>|" "$TARGETS/Directory.Build.props" >"$named/Directory.Build.props"
    (cd "$named" && "$CLRCOV" run -q -o "$2" -- dotnet test Ledger.Tests -c Debug --nologo -v quiet)
}
check "settings: Microsoft's collector of Directory.Build.props is switched off" \
    by_project '<VSTestCollect>Code Coverage%3BFormat=cobertura</VSTestCollect>' "$WORK/collect.xml"
check "settings: Microsoft's collector of Directory.Build.props: everything is measured" \
    grep -q 'package name="Ledger.Legacy"' "$WORK/collect.xml"
if [[ $tools == *coverlet* ]]; then
    check "settings: coverlet's filters of RunSettingsFilePath: the run" by_project \
        "<RunSettingsFilePath>$files/coverlet-one-type.runsettings</RunSettingsFilePath>" "$WORK/named.xml"
    check "settings: coverlet's filters of RunSettingsFilePath are taken over" \
        same_types "$WORK/coverlet-one-type.xml" "$WORK/named.xml"
fi

# The switch of Microsoft.Testing.Platform, with the extension that MSTest and TUnit bring.
mkdir "$WORK/platform"
cat >"$WORK/platform/Platform.csproj" <<'PROJECT'
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><TargetFramework>net10.0</TargetFramework><OutputType>Exe</OutputType></PropertyGroup>
  <ItemGroup><PackageReference Include="TUnit" Version="1.81.10" /></ItemGroup>
</Project>
PROJECT
cat >"$WORK/platform/Test.cs" <<'SOURCE'
public class Test
{
    [TUnit.Core.Test]
    public void Passes() { }
}
SOURCE
git init -q "$WORK/platform"
if build_tool restore "$WORK/platform" >"$WORK/restore.log" 2>&1; then
    build "$WORK/platform" Debug
    check "settings: --coverage of the testing platform is taken out" \
        "$CLRCOV" run -q --root "$WORK/platform" --include-tests -o "$WORK/platform.xml" -- \
        "$WORK/platform/bin/Debug/net10.0/Platform" --coverage --coverage-output-format cobertura
    check "settings: --coverage of the testing platform: the test is measured" \
        grep -q 'filename="Test.cs"' "$WORK/platform.xml"
else
    ok "settings: --coverage of the testing platform: skipped: TUnit 1.81.10 does not restore here"
fi
