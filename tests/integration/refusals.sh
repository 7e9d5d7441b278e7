#!/usr/bin/env bash
# Each mistake gives one clear message and the documented exit code.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

run=("$CLRCOV" run -o "$WORK/x.xml")
exits "no such command: 127" 127 "no-such-command.*not found" "${run[@]}" -- no-such-command
touch "$WORK/plain-file"
exits "not executable: 126" 126 "plain-file" "${run[@]}" -- "$WORK/plain-file"
exits "nothing measured: 21" 21 "[Nn]othing was measured" "${run[@]}" -- true
exits "nothing measured, but allowed: 0" 0 "[Nn]othing was measured" "${run[@]}" --allow-empty -- true
exits "the command's own code wins" 3 "[Nn]othing was measured" "${run[@]}" -- sh -c 'exit 3'
exits "unknown option: suggestion" 64 "include-tests" "${run[@]}" --include-test -- true
exits "no command: usage" 64 "command" "$CLRCOV" run
exits "unknown subcommand" 64 "report" "$CLRCOV" reprot
exits "bad value" 64 "once.*exact|exact.*once" "${run[@]}" --hits twice -- true
exits "root that does not exist" 64 "no-such-root" "${run[@]}" --root "$WORK/no-such-root" -- true
exits "output that cannot be written: 73 before anything runs" 73 "is not a directory" \
    "$CLRCOV" run -o /etc/passwd/dir/x.xml -- sh -c "touch '$WORK/ran'"
check "output that cannot be written: nothing was run" test ! -e "$WORK/ran"

mkdir -p "$WORK/bin"
cp "$CLRCOV" "$WORK/bin/clrcov"
exits "missing library: 70" 70 "libclrcov.so" "$WORK/bin/clrcov" run -o "$WORK/x.xml" -- true
exits "another profiler: 70" 70 "CORECLR_PROFILER" \
    env CORECLR_ENABLE_PROFILING=1 "CORECLR_PROFILER={846F5F1C-F9AE-4B07-969E-05C26BC060D8}" "${run[@]}" -- true
exits "diagnostics switched off: 70" 70 "DOTNET_EnableDiagnostics" env DOTNET_EnableDiagnostics=0 "${run[@]}" -- true
exits "coverlet's collector at the same time: 64" 64 "XPlat Code Coverage" \
    "${run[@]}" -- dotnet test --collect "XPlat Code Coverage"
exits "Microsoft's collector at the same time: 64" 64 "Code Coverage" "${run[@]}" -- dotnet test "--collect:Code Coverage"
exits "coverlet.msbuild at the same time: 64" 64 "CollectCoverage" "${run[@]}" -- dotnet test /p:CollectCoverage=true

exits "a collector in the script of a shell: 64" 64 "XPlat Code Coverage" \
    "${run[@]}" -- sh -c "cd / && dotnet test --collect:'XPlat Code Coverage'"
echo '<RunSettings><DataCollectionRunSettings><DataCollectors><DataCollector friendlyName="Code Coverage"/></DataCollectors></DataCollectionRunSettings></RunSettings>' \
    >"$WORK/on.runsettings"
exits "settings that switch a collector on, named by a script: 64" 64 "on.runsettings switches on Microsoft's collector" \
    "${run[@]}" -- sh -c "dotnet test -s '$WORK/on.runsettings'"
printf '#!/bin/sh\necho "$@"\ncat "${1#*:}"\n' >"$WORK/bin/vstest.console"
chmod +x "$WORK/bin/vstest.console"
exits "settings that switch a collector on: not refused, told" 21 \
    "on.runsettings switches on Microsoft's collector .*copy without it" \
    "${run[@]}" -- "$WORK/bin/vstest.console" "/Settings:$WORK/on.runsettings"
check "settings that switch a collector on: the command gets a copy without it" grep -q '/Settings:.*/clrcov-.*enabled="false"' \
    <<<"$("${run[@]}" -q -- "$WORK/bin/vstest.console" "/Settings:$WORK/on.runsettings" 2>/dev/null | tr '\n' ' ')"

# Coverage that a test run switches on by other means: a command that tells its arguments stands for dotnet.
mkdir -p "$WORK/solution/App.Tests"
printf '#!/bin/sh\nprintf "<%%s>" "$@"\nfor word; do case $word in -p:VSTestSetting=*) cat "${word#*=}" ;; esac; done\n' >"$WORK/bin/dotnet"
chmod +x "$WORK/bin/dotnet"
# runs NAME EXPECTED WORDS MESSAGE ARGUMENTS...: what the command gets, and what is told.
runs() {
    local name=$1 words=$2 message=$3 got errors
    shift 3
    got=$(cd "$WORK/solution" && "${run[@]}" -- "$WORK/bin/dotnet" "$@" 2>"$WORK/errors" | tr '\n' ' ')
    errors=$(cat "$WORK/errors")
    if [[ "$got" != $words ]]; then
        not_ok "$name" "the command got $got: $errors"
    elif ! grep -Eq -- "$message" <<<"$errors"; then
        not_ok "$name" "no message like '$message': $errors"
    else
        ok "$name"
    fi
}
runs "the platform's --coverage: taken out, told" "<test><--report-trx>" \
    "--coverage --coverage-output-format xml asks Microsoft's code coverage .*without it" \
    test --coverage --coverage-output-format xml --report-trx
runs "the platform's --coverage behind --" "<test><App.Tests><-->" "--coverage asks" test App.Tests -- --coverage
runs "the platform's arguments as a property" "<test><-p:TestingPlatformCommandLineArguments=--report-trx>" "without it" \
    test "-p:TestingPlatformCommandLineArguments=--coverage --report-trx"
runs "a program's own --coverage stays" "<run><--><--coverage>" "." run -- --coverage
exits "the platform's --coverage in a script: 64" 64 "--coverage asks .*is a script" "${run[@]}" -- sh -c "dotnet test --coverage"
exits "coverlet's extension of the platform: 64" 64 "asks coverlet for coverage" "${run[@]}" -- dotnet test --coverlet

echo '<Project Sdk="Microsoft.NET.Sdk"><ItemGroup><PackageReference Include="TUnit"/></ItemGroup></Project>' \
    >"$WORK/solution/App.Tests/App.Tests.csproj"
echo '<Solution><Project Path="App.Tests/App.Tests.csproj"/></Solution>' >"$WORK/solution/App.slnx"
props() { echo "<Project><PropertyGroup>$1</PropertyGroup></Project>" >"$WORK/solution/Directory.Build.props"; }
runs "a test project that is run with --coverage" "<run><--project><App.Tests>" "--coverage asks" \
    run --project App.Tests --coverage
props '<VSTestCollect>blame;XPlat Code Coverage</VSTestCollect>'
runs "VSTestCollect of Directory.Build.props: switched off" "<test><-p:VSTestCollect=blame>" \
    "Directory.Build.props switches on coverlet's collector .*VSTestCollect.*without it" test
runs "VSTestCollect: the command line says otherwise" "<test><-p:VSTestCollect=blame>" "." test -p:VSTestCollect=blame
exits "VSTestCollect, and the command is a script: 64" 64 "Directory.Build.props switches on coverlet's .*is a script" \
    "${run[@]}" -- sh -c "cd '$WORK/solution' && dotnet test"
cp "$WORK/on.runsettings" "$WORK/solution/ci.runsettings"
props '<RunSettingsFilePath>$(MSBuildThisFileDirectory)ci.runsettings</RunSettingsFilePath>'
runs "RunSettingsFilePath of Directory.Build.props: a copy" '<test><-p:VSTestSetting=*enabled="false"*' \
    "ci.runsettings, which .*Directory.Build.props names, switches on Microsoft's collector .*without it" test
sed -i 's/DataCollector /DataCollector enabled="False" /' "$WORK/solution/ci.runsettings"
runs "RunSettingsFilePath without a collector stays" "<test>" "." test
props '<CollectCoverage>true</CollectCoverage>'
runs "CollectCoverage of a project: switched off" "<test><-p:CollectCoverage=false>" "switches on coverlet.msbuild" test
props ''
collectcoverage=true runs "CollectCoverage of the environment: switched off" "<test><-p:CollectCoverage=false>" \
    "the environment variable CollectCoverage switches on coverlet.msbuild" test
CollectCoverage=true exits "CollectCoverage of the environment: nor do programs of a script see it" 21 "coverlet.msbuild; clrcov runs the command without it" \
    "${run[@]}" -- sh -c '[ -z "${CollectCoverage:-}" ]'
CollectCoverage=true runs "CollectCoverage of the environment: the command line says otherwise" \
    "<test><-p:CollectCoverage=false>" "." test -p:CollectCoverage=false
props '<CollectCoverage>true</CollectCoverage><Threshold Condition="'"'\$(Guard)' == 'on'"'">80</Threshold>
    <Exclude>[*.Tests]*</Exclude><ExcludeByFile>**/Migrations/**</ExcludeByFile>'
threshold="Directory.Build.props: Threshold=80 belongs to coverlet.msbuild, .*write --fail-under-line 80 --fail-under-branch 80 --fail-under-method 80 --fail-under-of minimum$"
filters="Directory.Build.props: Exclude, ExcludeByFile belong to coverlet.msbuild, .*; write --exclude '\[\*.Tests\]\*' --exclude 'file~\(\?i\)\^/\(\?:\[\^/\]\+/\)\*Migrations/\.\+\\\$'$"
Guard=on runs "Threshold of coverlet.msbuild: told at the end" "<test><-p:CollectCoverage=false>" "$threshold" test
Guard=on runs "filters of coverlet.msbuild: told" "<test><-p:CollectCoverage=false>" "$filters" test
# told WORDS...: what a run with these options prints.
told() { (cd "$WORK/solution" && "${run[@]}" "$@" -- "$WORK/bin/dotnet" test 2>&1 >/dev/null); }
Guard=on check "Threshold of coverlet.msbuild: told also with -q" grep -Eq -- "$threshold" <<<"$(Guard=on told -q)"
check "Threshold of coverlet.msbuild: it is the last line" grep -Eq -- "$threshold" <<<"$(Guard=on told | tail -1)"
check "Threshold of coverlet.msbuild: its condition does not hold" test -z "$(told | grep Threshold)"
check "Threshold of coverlet.msbuild: clrcov has one" test -z "$(Guard=on told --fail-under-line 0 | grep Threshold)"
check "filters of coverlet.msbuild: clrcov has rules" test -z "$(told --exclude type:A | grep 'Exclude, ')"
cp "$TARGETS/settings/files/coverlet-usual.runsettings" "$WORK/solution/ci.runsettings"
props '<CollectCoverage>true</CollectCoverage><Exclude>[*.Tests]*</Exclude>
    <RunSettingsFilePath>$(MSBuildThisFileDirectory)ci.runsettings</RunSettingsFilePath>'
check "filters of coverlet.msbuild: told beside a .runsettings file" \
    grep -q "Exclude belongs to coverlet.msbuild" <<<"$(told)"
rm "$WORK/solution/ci.runsettings"
props '<CollectCoverage>true</CollectCoverage><Threshold Condition="'"'\$(Guard)' == 'on'"'">80</Threshold>
    <Exclude>[*.Tests]*</Exclude><ExcludeByFile>**/Migrations/**</ExcludeByFile>'
check "init: what coverlet.msbuild was told" env -C "$WORK/solution" Guard=on "$CLRCOV" init
check "init: rules of coverlet.msbuild" grep -qF '<file regex="true">(?i)^/(?:[^/]+/)*Migrations/.+$</file>' "$WORK/solution/clrcov.xml"
check "init: thresholds of coverlet.msbuild" \
    grep -q '^  <gate line="80" branch="80" method="80" of="minimum"/>' "$WORK/solution/clrcov.xml"
check "clrcov.xml of init: nothing is told" test -z "$(Guard=on told | grep 'belong')"
rm "$WORK/solution/clrcov.xml"
props ''
check "CollectCoverage of the environment: told once" test "$(CollectCoverage=true told | grep -c 'switches on coverlet.msbuild')" = 1
props '<TestingPlatformCommandLineArguments>$(TestingPlatformCommandLineArguments) --coverage</TestingPlatformCommandLineArguments>'
runs "the platform's arguments of a project" "<test><-p:TestingPlatformCommandLineArguments=>" \
    "switches on Microsoft's code coverage .*without it" test

build "$EXAMPLES/hello" Debug
hello=$(echo "$EXAMPLES"/hello/bin/Debug/net10.0/*ello.dll)
exits "sources outside the root: named, with the cure" 21 "Program.cs is outside the source root .*--root" \
    "${run[@]}" --root "$WORK/bin" -- dotnet "$hello"

mkdir "$WORK/broken"
cat >"$WORK/broken/Broken.csproj" <<'EOF'
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework></PropertyGroup>
</Project>
EOF
echo 'this is no program' >"$WORK/broken/Program.cs"
dotnet build "$WORK/broken" --nologo >/dev/null 2>&1
plain=$?
exits "a project that does not build: the build's own code" $plain "[Nn]othing was measured" \
    "${run[@]}" -- dotnet build "$WORK/broken" --nologo

exits "no session to report" 64 "session" env TMPDIR="$WORK/broken" "$CLRCOV" report -o "$WORK/x.xml"
exits "doctor sees another profiler" 70 "CORECLR_PROFILER" env CORECLR_ENABLE_PROFILING=1 CORECLR_PROFILER={0} "$CLRCOV" doctor
check "doctor is content here" env -C "$EXAMPLES/hello" "$CLRCOV" doctor
