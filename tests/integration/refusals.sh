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
