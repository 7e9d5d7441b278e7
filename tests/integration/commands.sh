#!/usr/bin/env bash
# env, init and doctor with a real runtime.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
export CLRCOV_LIBRARY=$LIBRARY

build "$EXAMPLES/hello" Debug
hello=$(echo "$EXAMPLES"/hello/bin/Debug/net10.0/*ello.dll)

# --- env ----------------------------------------------------------------------------------------

# with_env SHELL OUTPUT: the program measures itself after the lines of env were taken in.
place="$WORK/a \$dir with 'quotes' 100%"
mkdir "$place"
(
    cd "$EXAMPLES/hello" || exit 1
    eval "$("$CLRCOV" env -o "$place/sh.xml")"
    dotnet run --no-build -c Debug >/dev/null 2>&1
)
check "env: a shell takes the lines in, the report is written" wait_for 30 has_line "<coverage" "$place/sh.xml"
check "env: the report says what ran" has_line 'hits="1"' "$place/sh.xml"

(
    cd "$EXAMPLES/hello" || exit 1
    "$CLRCOV" env --shell github -o "$WORK/github.xml" >"$WORK/github.env"
    while IFS='=' read -r name value; do export "$name=$value"; done <"$WORK/github.env"
    dotnet "$hello" >/dev/null 2>&1
)
check "env: the lines for GitHub do the same" wait_for 30 has_line "<coverage" "$WORK/github.xml"

tests=$EXAMPLES/xunit-solution/tests/Text.Tests
build "$EXAMPLES/xunit-solution" Debug
"$CLRCOV" env --shell runsettings -o "$WORK/of <settings>.xml" >"$WORK/own.runsettings"
check "env: run settings are a file of their own" dotnet vstest "$tests/bin/Debug/net10.0/Text.Tests.dll" "--Settings:$WORK/own.runsettings"
check "env: the report of what they started" wait_for 30 has_line 'package name="Text"' "$WORK/of <settings>.xml"

for shell in sh pwsh cmd github azure docker runsettings; do
    "$CLRCOV" env --shell $shell >"$WORK/lines" 2>&1
    check "env: four variables for $shell" test "$(grep -c 'CORECLR_\|CLRCOV_OUTPUT' "$WORK/lines")" -eq 4
done
exits "env: an unknown shell" 64 "sh, pwsh, cmd, github, azure, docker, runsettings" "$CLRCOV" env --shell fish
exits "env: no library, no lines" 70 "no-such.so" env CLRCOV_LIBRARY=/no-such.so "$CLRCOV" env
exits "env: what wins over it is told" 0 "CORECLR_PROFILER_PATH_64" env CORECLR_PROFILER_PATH_64=/x "$CLRCOV" env

# --- init ---------------------------------------------------------------------------------------

mkdir -p "$WORK/solution/.git"
cp "$TARGETS"/Directory.Build.* "$WORK/"
cp -r "$TARGETS/reasons" "$WORK/solution/"
cd "$WORK/solution/reasons" || exit 1
exits "init: a file that is there stays" 64 "clrcov.xml: exists already" "$CLRCOV" init
check "init: it is as it was" cmp clrcov.xml "$TARGETS/reasons/clrcov.xml"
exits "init: --force writes" 0 "reasons/clrcov.xml: 16 projects, 1 of them tests" "$CLRCOV" init --force
check "init: the test assembly is proposed" grep -Fq "<assembly>Reasons.Tests</assembly>" clrcov.xml
check "init: the others, too" grep -Fq "<assembly>Reasons.Plain</assembly>" clrcov.xml
check "init: it is XML" python3 -c 'import sys, xml.dom.minidom as d; d.parse(sys.argv[1])' clrcov.xml
exits "init: clrcov reads it" 21 "Nothing was measured" "$CLRCOV" run -- true
# Comments that hold an element lose their marks.
python3 - clrcov.xml <<'PY'
import re, sys
text = open(sys.argv[1], encoding="utf-8").read()
open(sys.argv[1], "w", encoding="utf-8").write(re.sub(r"<!-- (<.*?>) -->", r"\1", text, flags=re.S))
PY
exits "init: with everything in effect the imported file is missed" 64 "tests.runsettings" "$CLRCOV" run -- true
sed -i '/<import /d' clrcov.xml
exits "init: with everything in effect the baseline is missed, too" 64 "main.clrcov: file not found" "$CLRCOV" run -- true
sed -i 's/ baseline="[^"]*"//' clrcov.xml
exits "init: and the repository of a change" 64 "is not in a git repository" "$CLRCOV" run -- true
sed -i 's/ [a-z]*-patch="[^"]*"//g; /<patch /d' clrcov.xml
exits "init: with everything else in effect it is read" 21 "Nothing was measured" "$CLRCOV" run -- true
mkdir "$WORK/empty" && cd "$WORK/empty" || exit 1
exits "init: without projects" 0 "no project found here" "$CLRCOV" init

# --- doctor -------------------------------------------------------------------------------------

# In a folder where nothing is built: doctor reads all assemblies below.
exits "doctor: machine and C library" 0 "^ok +machine +.*(glibc|musl)" "$CLRCOV" doctor
exits "doctor: the library fits the runtimes" 0 "^ok +runtime +[0-9.]+, .*: the library fits" "$CLRCOV" doctor
exits "doctor: an agent has a name" 70 "another profiler is set .*Datadog" \
    env CORECLR_ENABLE_PROFILING=1 'CORECLR_PROFILER={846F5F1C-F9AE-4B07-969E-05C26BC060D8}' "$CLRCOV" doctor
exits "run: an agent has a name" 70 "another profiler is set .*New Relic" \
    env CORECLR_ENABLE_PROFILING=1 'CORECLR_PROFILER={36032161-FFC0-4B61-B559-F6C5D41BAE5A}' "$CLRCOV" run -- true
exits "doctor: startup hooks" 0 "^warning +variable +DOTNET_STARTUP_HOOKS=" \
    env DOTNET_STARTUP_HOOKS=/no/such/Hook.dll "$CLRCOV" doctor
exits "doctor: diagnostics switched off" 70 "DOTNET_EnableDiagnostics_Profiler=0 keeps" \
    env DOTNET_EnableDiagnostics_Profiler=0 "$CLRCOV" doctor
exits "doctor: settings that cannot be read" 70 "^problem +settings +.*CLRCOV_HITS" env CLRCOV_HITS=twice "$CLRCOV" doctor
exits "doctor: a variable that nobody reads" 0 "CLRCOV_HIST" env CLRCOV_HIST=once "$CLRCOV" doctor
cd "$EXAMPLES/hello" || exit 1
exits "doctor: PDBs of what is built here" 0 "^ok +PDBs +[1-9][0-9]* assembl" "$CLRCOV" doctor
golden=$ROOT/tests/golden/metadata
mkdir -p "$WORK"/doctor/{with,without,other,damaged}
cp "$golden"/debug/Shapes.{dll,pdb} "$WORK/doctor/with/"
cp "$golden/debug/Shapes.dll" "$WORK/doctor/without/Lone.dll" && touch "$WORK/doctor/without/Lone.deps.json"
cp "$golden/release/Shapes.dll" "$WORK/doctor/other/" && cp "$golden/debug/Shapes.pdb" "$WORK/doctor/other/"
head -c 3000 "$golden/release/Shapes.dll" >"$WORK/doctor/damaged/Shapes.dll" && : >"$WORK/doctor/damaged/Shapes.pdb"
doctor_of() { env -C "$WORK/doctor/$1" "$CLRCOV" doctor 2>&1 | grep ' PDBs '; }
check "doctor: an assembly with its PDB" grep -Eq "1 assembly in 1 folder here with a PDB, 0 without" <(doctor_of with)
check "doctor: one without" grep -Eq "0 assemblies in 1 folder here with a PDB, 1 without" <(doctor_of without)
check "doctor: its name" grep -Eq "not measured: Shapes " <(doctor_of without)
# An assembly that reads IL at run time, named whether it has a PDB or not.
mkdir -p "$WORK/reader"
cat >"$WORK/reader/Reader.csproj" <<'END'
<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>
END
cat >"$WORK/reader/Reader.cs" <<'END'
public static class Reader
{
    public static int Size(System.Reflection.MethodInfo m) => m.GetMethodBody()!.GetILAsByteArray()!.Length;
}
END
if build "$WORK/reader" Debug; then
    cd "$WORK/reader" || exit 1
    exits "doctor: who reads IL at run time" 0 "^warning +reflection +IL .*; these assemblies read it: Reader$" "$CLRCOV" doctor
    check "explain: who reads IL at run time" grep -q "reads IL at run time (MethodBody.GetILAsByteArray)" \
        <("$CLRCOV" explain Reader)
    rm -f bin/Debug/net10.0/Reader.pdb
    exits "doctor: the same without a PDB" 0 "^warning +reflection +IL .*; these assemblies read it: Reader$" "$CLRCOV" doctor
    cd "$EXAMPLES/hello" || exit 1
fi
check "doctor: a PDB of another build" grep -Eq "1 with a PDB of another build" <(doctor_of other)
check "doctor: a damaged image is passed over" grep -Eq "0 assemblies in 1 folder here with a PDB, 0 without" <(doctor_of damaged)
check "doctor: of several copies the best counts" grep -Eq "1 assembly in 4 folders here with a PDB, 0 without" <(doctor_of .)

# Contributors' figures: the plan has fewer probes than there are points and edges.
stats() { "$CLRCOV" dump --stats "$ROOT/tests/golden/metadata/release/Shapes.dll"; }
check "dump: how many probes" grep -Eq '^probes +- +47 +58$' <(stats)
check "dump: how much larger" grep -Eq '^bytes of IL +444 +834 +944$' <(stats)

# --- commands of build servers --------------------------------------------------------------------

# Every command that prints a name of the user: none of its lines is a command of a build server.
name='##vso[task.setvariable variable=a]b'
mkdir -p "$WORK/$name"
printf 'SF:::stop-commands::%s.cs\nDA:1,0\nend_of_record\n' "$name" >"$WORK/$name/a.info"
(
    cd "$WORK/$name" || exit 1
    "$CLRCOV" merge --root . -o a.clrcov -f table=- --by file a.info
    "$CLRCOV" merge --root . -o b.clrcov -q a.info
    "$CLRCOV" report --by file -f github -f azure a.clrcov
    "$CLRCOV" compare a.clrcov b.clrcov
    "$CLRCOV" compare -f json a.clrcov b.clrcov
    "$CLRCOV" check --fail-under-line-file 50 a.clrcov
    "$CLRCOV" explain --session a.clrcov
    "$CLRCOV" explain --session a.clrcov "::stop-commands::$name.cs"
    "$CLRCOV" explain --session a.clrcov --json "::stop-commands::$name.cs"
    "$CLRCOV" explain --session a.clrcov "$name"
    "$CLRCOV" diff "$name"
    "$CLRCOV" dump "$name"
    "$CLRCOV" init "$name"
    "$CLRCOV" "$name"
    CLRCOV_ROOT="$name" "$CLRCOV" doctor
) >"$WORK/said" 2>&1
check "names that are commands of build servers are printed" grep -q 'stop-commands.*# #vso' "$WORK/said"
grep -v '^##vso\[task.logissue\|^::warning ' "$WORK/said" >"$WORK/others"
check "no line is a command of a build server" test -z "$(grep -E '##|^[[:space:]]*::' "$WORK/others")"

# --- inputs that cannot be read ---------------------------------------------------------------------

# One exit code for all of them, whatever the input is and whatever command reads it.
mkdir "$WORK/inputs"
cd "$WORK/inputs" || exit 1
git init -q .
mkdir folder
: >empty
cp "$WORK/$name/a.clrcov" good.clrcov
ln -s circle circle
ln -s gone dangling
for input in folder empty circle dangling gone; do
    for command in "report -o x.xml" "merge -o x.clrcov" "check --fail-under-line 1" "diff --patch /dev/null" \
        "explain --session" "compare good.clrcov" "dump"; do
        read -ra words <<<"$command"
        exits "${words[0]}: the input is $input: 64" 64 . "$CLRCOV" "${words[@]}" $input
    done
done
