#!/usr/bin/env bash
# Sources are found wherever they were compiled: deterministic builds that were moved, one /_/ for each
# project, containers (--map), Windows names, links, case, line ends; files in the report are relative to
# the root and exist; a changed source is told.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

ALL="App/Names.cs App/Program.cs Lib/Deep/Part_ä.cs Lib/Names.cs Shared/Shared.cs"
export LC_ALL=C.UTF-8

# A clone as a build server has it: a commit and an origin, so that Source Link knows the repository.
checkout() { # DIRECTORY
    mkdir -p "$1"
    (cd "$TARGETS/paths" && tar cf - --exclude=bin --exclude=obj .) | tar xf - -C "$1"
    git -C "$1" init -q -b main
    git -C "$1" remote add origin https://github.com/example/paths.git
    printf 'bin/\nobj/\n*.xml\n' >"$1/.gitignore"
    git -C "$1" add -A
    git -C "$1" -c user.name=test -c user.email=test@example.com commit -q -m paths
}

compile() { # DIRECTORY PROPERTY...
    local dir=$1 log
    shift
    log=$(build_tool build "$dir/App/App.csproj" -c Debug --nologo -v quiet "$@" 2>&1) ||
        { not_ok "build $dir" "$log"; return 1; }
}

# measure DIRECTORY OPTIONS...: runs the program with DIRECTORY as the working directory; messages to
# DIRECTORY.log, report to DIRECTORY.xml.
measure() {
    local dir=$1
    shift
    (cd "$dir" && "$CLRCOV" run -v -o "$dir.xml" "$@" -- dotnet App/bin/Debug/net10.0/PathsApp.dll) \
        >/dev/null 2>"$dir.log" || { tail -20 "$dir.log"; return 1; }
}

# The files of a report, sorted; blanks shown as '_'.
files_of() { grep -o ' filename="[^"]*"' "$1" | cut -d'"' -f2 | tr ' ' _ | sort -u | tr '\n' ' ' | sed 's/ $//'; }

has_files() { # REPORT EXPECTED
    local got
    got=$(files_of "$1")
    [ "$got" = "$2" ] || { echo "expected: $2"; echo "got:      $got"; return 1; }
}

exist() { # REPORT DIRECTORY
    local file status=0
    while IFS= read -r file; do
        [ -f "$2/$file" ] || { echo "no such file: $2/$file"; status=1; }
    done < <(grep -o ' filename="[^"]*"' "$1" | cut -d'"' -f2)
    return $status
}

# Everything that is promised of a report: its files, that they exist, their lines.
check_report() { # NAME DIRECTORY [REPORT]
    local report=${3:-$2.xml}
    check "$1: every file, relative to the root" has_files "$report" "$ALL"
    check "$1: every file exists" exist "$report" "$2"
    check "$1: lines are those of the sources" check_marks --config Debug "$report" "$2"
}

no_place_in() { # TEXT FILE...: the PDBs do not tell where they were compiled
    local text=$1
    shift
    ! grep -aq -- "$text" "$@"
}

# --- deterministic, moved ------------------------------------------------------------------------
checkout "$WORK/agent/one"
compile "$WORK/agent/one" -p:ContinuousIntegrationBuild=true -p:DeterministicSourcePaths=true || exit 1
mkdir "$WORK/my checkouts"
moved="$WORK/my checkouts/two"
mv "$WORK/agent/one" "$moved"
check "deterministic: the PDBs name no folder of the build" \
    no_place_in agent "$moved"/{App,Lib}/bin/Debug/net10.0/*.pdb
check "deterministic, moved: runs" measure "$moved"
check_report "deterministic, moved" "$moved"
check "deterministic, moved: nothing changed" bash -c '! grep -q "was changed" "$1"' _ "$moved.log"

# The same data in another checkout.
session=$(grep -oE '/[^ :]*clrcov[^ :]*' "$moved.log" | while read -r d; do [ -d "$d" ] && echo "$d"; done | tail -1)
cp -r "$moved" "$WORK/third"
rm -rf "$WORK/third"/*/bin "$WORK/third"/*/obj
report_again() { (cd "$WORK/third" && "$CLRCOV" report --root "$WORK/third" -o "$WORK/third.xml" "$session"); }
check "deterministic, reported in another checkout" report_again
check_report "deterministic, another checkout" "$WORK/third"

# A checkout on Windows has other line ends; its tools do not mind case.
sed -i 's/$/\r/' "$moved"/App/*.cs
mv "$moved/Lib/Deep" "$moved/Lib/deep"
check "other line ends, other case: runs" measure "$moved"
check "other case: the name is that of the disk" has_files "$moved.xml" \
    "App/Names.cs App/Program.cs Lib/Names.cs Lib/deep/Part_ä.cs Shared/Shared.cs"
check "other line ends are no change" bash -c '! grep -q "was changed" "$1"' _ "$moved.log"
mv "$moved/Lib/deep" "$moved/Lib/Deep"

# A source that changed since it was compiled.
echo "// more" >>"$moved/App/Names.cs"
check "changed source: runs" measure "$moved"
check "changed source: still there" has_files "$moved.xml" "$ALL"
check "changed source: told by name" grep -q "App/Names.cs was changed" "$moved.log"
check "changed source: no other is" bash -c '[ "$(grep -c "was changed" "$1")" -eq 1 ]' _ "$moved.log"

# Every source changed: nothing shows that the files are the assembly's, but for a project of its name.
for file in "$moved"/{App,Lib,Lib/Deep,Shared}/*.cs; do echo "// more" >>"$file"; done
measure "$moved" >/dev/null
check "all sources changed: told" grep -q "PathsLib is not measured: .* is not the file that was compiled" "$moved.log"
touch "$moved/Lib/PathsLib.csproj"
check "all sources changed, the project is here: runs" measure "$moved"
check "all sources changed, the project is here: they count" has_files "$moved.xml" "Lib/Deep/Part_ä.cs Lib/Names.cs Shared/Shared.cs"
check "all sources changed, the project is here: told" grep -q "Lib/Names.cs was changed" "$moved.log"
rm "$moved/Lib/PathsLib.csproj"
git -C "$moved" checkout -q -- .

# Through a link.
ln -s "$moved" "$WORK/link"
measure_link() { (cd "$WORK/link" && "$CLRCOV" run -q -o "$WORK/link.xml" -- dotnet App/bin/Debug/net10.0/PathsApp.dll); }
check "symlinked checkout: runs" measure_link
check "symlinked checkout: every file" has_files "$WORK/link.xml" "$ALL"
checkout "$WORK/real"
ln -s "$WORK/real" "$WORK/shown"
compile "$WORK/shown"
check "compiled through a link: runs" measure "$WORK/real"
check_report "compiled through a link" "$WORK/real"

# --- one /_/ for each project ----------------------------------------------------------------------
checkout "$WORK/agent/four"
compile "$WORK/agent/four" -p:PerProject=true -p:ContinuousIntegrationBuild=false
mv "$WORK/agent/four" "$WORK/four"
check "a PathMap for each project: runs" measure "$WORK/four"
check_report "a PathMap for each project" "$WORK/four"

# --- containers --------------------------------------------------------------------------------------
checkout "$WORK/agent/five"
compile "$WORK/agent/five" -p:CompiledUnder=/src/
mv "$WORK/agent/five" "$WORK/five"
exits "compiled under /src: nothing is found without --map" 21 "sources not found" \
    bash -c 'cd "$1" && "$2" run -v -o "$1.xml" -- dotnet App/bin/Debug/net10.0/PathsApp.dll' _ "$WORK/five" "$CLRCOV"
check "--map /src=.: runs" measure "$WORK/five" --map /src=.
check_report "--map /src=." "$WORK/five"
check "--map, the longest wins: runs" measure "$WORK/five" --map /=/nowhere --map /src=. --map /src/Gone=/nowhere
check_report "--map, the longest wins" "$WORK/five"

checkout "$WORK/agent/six"
compile "$WORK/agent/six" '-p:CompiledUnder=D:\\Work\\'
mv "$WORK/agent/six" "$WORK/six"
check "--map d:\\work=.: runs" measure "$WORK/six" --map 'd:\work=.'
check_report "--map of a Windows path" "$WORK/six"

if unshare -m true 2>/dev/null; then
    checkout "$WORK/seven"
    mkdir "$WORK/inside"
    # shellcheck disable=SC2016
    inside='mount --bind "$1" "$2" && dotnet build "$2/App/App.csproj" -c Debug --nologo -v quiet'
    check "built inside a mount" unshare -m bash -c "$inside" _ "$WORK/seven" "$WORK/inside"
    check "built inside a mount: runs outside" measure "$WORK/seven" --map "$WORK/inside=."
    check_report "built inside a mount" "$WORK/seven"
else
    echo "ok - built inside a mount # skipped: no mounts here"
fi
