#!/usr/bin/env bash
# Two runs beside each other (clrcov compare), and the history of commits (merge --history, report --history).
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
export GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x@example.com GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x@example.com
mkdir -p "$WORK/app" && cd "$WORK/app" && git init -q -b main . || exit 1
cat >App.csproj <<'END'
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework></PropertyGroup>
</Project>
END
cat >Program.cs <<'END'
if (args.Length > 0)
{
    System.Console.WriteLine("some");
}
else
{
    System.Console.WriteLine("none");
}
END
git add Program.cs App.csproj && git commit -q -m one
build . Debug
app=(dotnet bin/Debug/net10.0/App.dll)
"$CLRCOV" run -q -f data=none.clrcov -- "${app[@]}" >/dev/null
"$CLRCOV" run -q -f data=some.clrcov -- "${app[@]}" x >/dev/null

check "worse and better lines are named" \
    grep -qx ' *57.14% -> *57.14%  Program.cs  worse: 6-8  better: 2-4' <("$CLRCOV" compare none.clrcov some.clrcov)
check "the other way round" grep -q 'worse: 2-4  better: 6-8' <("$CLRCOV" compare some.clrcov none.clrcov)
check "a run against itself" \
    [ "$("$CLRCOV" compare some.clrcov some.clrcov | tail -1)" = 'Lines covered worse: 0, better: 0' ]
"$CLRCOV" merge -q -o both.clrcov none.clrcov some.clrcov
check "figures of branches" grep -qx 'Branches: 50.00% (1/2) -> 100.00% (2/2)' <("$CLRCOV" compare none.clrcov both.clrcov)
check "Markdown" grep -q '^| Program.cs | 57.14% (4/7) | 100.00% (7/7) |  | 1-4 |$' <("$CLRCOV" compare -f markdown none.clrcov both.clrcov)
check "JSON" python3 -c '
import json, subprocess, sys
out = json.loads(subprocess.check_output([sys.argv[1], "compare", "-f", "json", "none.clrcov", "both.clrcov"]))
file, = out["files"]
assert out["before"]["lines"] == {"covered": 4, "valid": 7} and out["after"]["branches"] == {"covered": 2, "valid": 2}
assert [line["number"] for line in file["better"]] == [1, 2, 3, 4], file["better"]
assert file["better"][0]["before"]["state"] == "partial" and file["worse"] == []' "$CLRCOV"
session=$(echo "$TMPDIR"/clrcov-*/"$(sqlite3 -readonly some.clrcov 'SELECT id FROM run')")
check "a session" grep -q 'better: 2-4' <("$CLRCOV" compare none.clrcov "$session")
exits "rules apply to both" 0 '' sh -c '"$0" compare --exclude file:Program.cs none.clrcov some.clrcov | grep -qx "Lines: n/a (0/0) -> n/a (0/0)"' "$CLRCOV"
exits "one input" 64 'takes two sessions or data files, not 1' "$CLRCOV" compare none.clrcov
exits "an input that is not there" 64 'gone.clrcov' "$CLRCOV" compare none.clrcov gone.clrcov

# another text of the file: its lines mean something else
sed -i '1i // a line more' Program.cs
git commit -q -a -m two
build . Debug
"$CLRCOV" run -q -f data=later.clrcov -- "${app[@]}" x >/dev/null
check "a file whose text has changed is not compared line by line" \
    grep -q 'Program.cs  (its text changed)$' <("$CLRCOV" compare none.clrcov later.clrcov)

# --- the history ----------------------------------------------------------------------------------
rows() { sqlite3 -readonly history.clrcov 'SELECT lines_covered, lines_valid FROM history ORDER BY time' | tr '\n' ' '; }
"$CLRCOV" merge -q --history history.clrcov none.clrcov
check "a row of the commit" [ "$(rows)" = '4|7 ' ]
"$CLRCOV" merge -q --history history.clrcov -f markdown=both.md none.clrcov some.clrcov
check "the row of a commit is replaced" [ "$(rows)" = '7|7 ' ]
"$CLRCOV" merge -q --history history.clrcov -f markdown=later.md later.clrcov
check "a row for each commit" [ "$(rows)" = '7|7 4|7 ' ]
check "Markdown shows the trend, the newest first" \
    [ "$(sed -n '/^### Trend/,$p' later.md | grep -Eo '^\| [0-9a-f]{9} .*%' | cut -d' ' -f2,6,7 | tr '\n' ' ')" = \
    "$(git rev-parse --short=9 HEAD) 57.14% (-42.86) $(git rev-parse --short=9 HEAD~1) 100.00% | " ]
"$CLRCOV" report -q --history history.clrcov -f markdown=again.md none.clrcov
check "report shows it, and keeps nothing" sh -c 'grep -q "^### Trend" again.md && [ "$0" = "7|7 4|7 " ]' "$(rows)"
exits "report: no such history" 64 'gone.clrcov: file not found' "$CLRCOV" report -q --history gone.clrcov -f markdown=x.md none.clrcov
check "the report is written nevertheless" [ -s x.md ]
echo '<clrcov version="1"><history path="gone.clrcov"/></clrcov>' >clrcov.xml
exits "run reads no history, and one that clrcov.xml names need not exist" 0 '^$' "$CLRCOV" run -q -o x.xml -- "${app[@]}"
exits "report: clrcov.xml names a history that does not exist yet" 0 '^$' "$CLRCOV" report -q -f markdown=x.md none.clrcov
exits "a variable names a history that does not exist" 64 'gone.clrcov: file not found' \
    env CLRCOV_HISTORY=gone.clrcov "$CLRCOV" report -q -f markdown=x.md none.clrcov
echo none >gone.clrcov
exits "run does not look at the history" 0 '^$' "$CLRCOV" run -q -o x.xml -- "${app[@]}"
rm gone.clrcov clrcov.xml
cp none.clrcov data.clrcov
exits "a data file is no history" 64 'not a history of clrcov' "$CLRCOV" merge -q --history data.clrcov some.clrcov
check "and stays as it is" cmp none.clrcov data.clrcov
rm -f out.clrcov
exits "a data file is no history, and -o is not written" 64 'not a history of clrcov' \
    "$CLRCOV" merge -q -o out.clrcov --history data.clrcov some.clrcov
check "it is not" [ ! -e out.clrcov ]
cp history.clrcov kept.clrcov
ln -s history.clrcov linked.clrcov
for output in "-o history.clrcov" "-o linked.clrcov" "-o ../app/history.clrcov" "-f data=history.clrcov"; do
    exits "merge $output, which is the history" 64 'both write .*; give each a path of its own' \
        "$CLRCOV" merge -q $output --history history.clrcov some.clrcov
done
check "the history stays as it is" cmp history.clrcov kept.clrcov
exits "merge: the data and a report in one file" 64 '-o and --format: both write' "$CLRCOV" merge -q -o x.clrcov -f lcov=x.clrcov some.clrcov
check "nothing is written" [ ! -e x.clrcov ]
# Data that is made later has the commit of the run, in every form in which git keeps it.
later() { # NAME COMMAND...: prepares the repository for the run
    local name=$1 session ran
    shift
    check "the commit of the run: $name: prepared" "$@"
    "$CLRCOV" run -q --map "$WORK/app=." -o x.xml -- "${app[@]}" >/dev/null
    ran=$(git rev-parse HEAD)
    session=$(ls -dt "$TMPDIR"/clrcov-*/2* | head -1)
    git commit -q --allow-empty -m more
    "$CLRCOV" report -q -f data=then.clrcov "$session"
    check "the commit of the run: $name" [ "$(sqlite3 -readonly then.clrcov 'SELECT "commit" FROM run')" = "$ran" ]
}
later "a branch" true
later "packed" git pack-refs --all
later "no branch" git checkout -q --detach
git worktree add -q "$WORK/tree" main && cp -r bin "$WORK/tree" && cd "$WORK/tree" || exit 1
later "another worktree" git checkout -q -b other
later "another worktree, packed" git pack-refs --all
cd "$WORK/app" || exit 1
mkdir "$WORK/plain" && cp bin/Debug/net10.0/App.dll bin/Debug/net10.0/App.pdb bin/Debug/net10.0/App.runtimeconfig.json Program.cs "$WORK/plain"
cd "$WORK/plain" || exit 1
"$CLRCOV" run -q --map "$WORK/app=$WORK/plain" -f data=no.clrcov -- dotnet App.dll >/dev/null
exits "runs in no repository" 64 'none of these runs was in a git repository' \
    "$CLRCOV" merge -q -o m.clrcov --history h.clrcov no.clrcov
check "then nothing is written" [ ! -e m.clrcov -a ! -e h.clrcov ]
