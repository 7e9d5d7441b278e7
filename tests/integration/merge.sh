#!/usr/bin/env bash
# One picture from many runs: a report made of data is that of its session; a session that is split into parts at random,
# merged in any order, grouping and repeated, gives the rows and the report of the whole; opposite arms of one `if` make
# 2/2; bad data files are told, and the old file stays.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
PARTS=$(short_or_full 8 12)
split() { python3 "$ROOT/tests/tools/split_session.py" "$@"; }

# What does not tell which runs there were.
rows() {
    sqlite3 -readonly "$1" .dump | grep -vE '^INSERT INTO "?(run|origin|setting|run_hits)"? ' |
        sed -E '/^INSERT INTO "?build"? /s/^(([^,]*,){6})[0-9]+,/\1LAST,/'
}
same_rows() { diff <(rows "$1") <(rows "$2") | head -20; [ "${PIPESTATUS[0]}" -eq 0 ]; }
# The whole file, runs and all.
same_data() { diff <(sqlite3 -readonly "$1" .dump) <(sqlite3 -readonly "$2" .dump) | head -20; [ "${PIPESTATUS[0]}" -eq 0 ]; }
session_of() { sqlite3 -readonly "$1" 'SELECT id FROM run'; }
merge() { "$CLRCOV" merge -q --root "$ROOT" "$@"; }

# split_and_merge NAME CONFIG DLL OPTIONS...
split_and_merge() {
    local name=$1 dll=$3 out=$WORK/$1-$2 files=() path sessions
    shift 3
    name="$name $(basename "$out" | sed 's/.*-//')"
    "$CLRCOV" run -q --root "$ROOT" -f cobertura="$out.xml" -f data="$out.clrcov" "$@" -- dotnet "$dll" >/dev/null
    check "$name: the report of the data is that of the session" same_after_report "$out"
    sessions=$(echo "$TMPDIR"/clrcov-*/"$(session_of "$out.clrcov")")
    mkdir -p "$out"
    for path in $(split "$sessions" "$PARTS" "$out"); do
        "$CLRCOV" report -q --root "$ROOT" -f data="$path.clrcov" "$path" || not_ok "$name: data of a part"
        files+=("$path.clrcov")
    done
    merge -o "$out-once.clrcov" -f cobertura="$out-merged.xml" "${files[@]}"
    check "$name: the parts make the rows of the whole" same_rows "$out.clrcov" "$out-once.clrcov"
    check "$name: the parts make the report of the whole" same_report "$out.xml" "$out-merged.xml"
    mapfile -t shuffled < <(printf '%s\n' "${files[@]}" | shuf --random-source=<(yes))
    merge -o "$out-shuffled.clrcov" "${shuffled[@]}"
    check "$name: in any order" same_data "$out-once.clrcov" "$out-shuffled.clrcov"
    # groups that overlap, one of them twice, and of groups
    merge -o "$out-a.clrcov" "${files[@]:0:7}"
    merge -o "$out-b.clrcov" "${files[@]:4}" "${files[5]}"
    merge -o "$out-c.clrcov" "$out-b.clrcov" "${files[0]}"
    merge -o "$out-grouped.clrcov" "$out-c.clrcov" "$out-a.clrcov" "$out-b.clrcov" "$out-a.clrcov"
    check "$name: in any grouping, repeated" same_data "$out-once.clrcov" "$out-grouped.clrcov"
    merge -o "$out-again.clrcov" "$out-once.clrcov"
    check "$name: alone" same_data "$out-once.clrcov" "$out-again.clrcov"
}

same_after_report() {
    "$CLRCOV" report -q --root "$ROOT" -f cobertura="$1-data.xml" "$1.clrcov" && same_report "$1.xml" "$1-data.xml"
}

while read -r target config; do
    name=${target#*:} options=()
    [ "${name%-exact}" = "$name" ] || options=(--hits exact)
    dll=$TARGETS/${target%%:*}/bin/$config/net10.0/${name%-exact}.dll
    build "$(echo "$TARGETS/${target%%:*}"/*proj)" "$config" && split_and_merge "$name" "$config" "$dll" "${options[@]}"
done < <(combinations "csharp:CSharpTargets csharp:CSharpTargets-exact fsharp:FSharpTargets vb:VbTargets fsharp-more:FSharpMore-exact" "Debug Release")

# --- two builds, two runs of one build, rules ------------------------------------------------------

mkdir -p "$WORK/app" && cd "$WORK/app" && git init -q . || exit 1
cat >App.csproj <<'END'
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework></PropertyGroup>
</Project>
END
cat >Program.cs <<'END'
public static class Program
{
    public static int Main(string[] args)
    {
        if (args.Length > 0)
        {
            System.Console.WriteLine("yes");
        }
        else
        {
            System.Console.WriteLine("no");
        }
        return new Other().Answer() - 42;
    }
}

public class Other
{
    public int Answer() => 42;
}
END
build . Debug
build . Release
line() { grep -o "<line number=\"$2\"[^>]*>" "$1" | head -1; }
"$CLRCOV" run -q -f data=no.clrcov -- dotnet bin/Debug/net10.0/App.dll >/dev/null
"$CLRCOV" run -q -f data=yes.clrcov -- dotnet bin/Debug/net10.0/App.dll x >/dev/null
"$CLRCOV" run -q -f data=release.clrcov -- dotnet bin/Release/net10.0/App.dll x >/dev/null
merge --root . -o both.clrcov -f cobertura=both.xml yes.clrcov no.clrcov
check "opposite arms of one if are 2/2" grep -q 'condition-coverage="100% (2/2)"' <(line both.xml 5)
merge --root . -o mixed.clrcov -f cobertura=mixed.xml no.clrcov release.clrcov
check "Debug and Release are united by place" grep -q 'condition-coverage="100% (2/2)"' <(line mixed.xml 5)
check "both builds are kept" [ "$(sqlite3 mixed.clrcov 'SELECT count(*) FROM build')" = 2 ]
"$CLRCOV" report -q -f cobertura=rules.xml --exclude type:Other both.clrcov
check "rules apply to data" grep -q 'name="Program"' rules.xml
check "what a rule leaves out is gone" sh -c '! grep -q "name=\"Other\"" rules.xml'
exits "a rule that leaves nothing" 21 'No report is written' "$CLRCOV" report -f cobertura=none.xml --exclude App both.clrcov
exits "explain asks data" 0 '' sh -c '"$0" explain --session both.clrcov Program.cs | grep -q "Program.cs"' "$CLRCOV"
check "a session is an input" merge --root . -o session.clrcov "$TMPDIR"/clrcov-*/"$(session_of no.clrcov)" yes.clrcov
check "a session is the data of its run" same_data both.clrcov session.clrcov
check "no path of the machine in it but settings" sh -c '! sqlite3 no.clrcov .dump | grep -v "INSERT INTO setting" | grep -q "$0"' "$WORK"

# another machine: another root
mkdir -p "$WORK/elsewhere" && cp Program.cs "$WORK/elsewhere" && (cd "$WORK/elsewhere" && git init -q .)
(cd "$WORK/elsewhere" && "$CLRCOV" report -q -f cobertura=there.xml "$WORK/app/yes.clrcov")
(cd "$WORK/app" && "$CLRCOV" report -q -f cobertura=here.xml yes.clrcov)
check "another machine makes the same report" \
    diff <(normal here.xml | grep -v '<source>') <(normal "$WORK/elsewhere/there.xml" | grep -v '<source>')

# a source that was changed between two builds
sed -i '1i // a line more' Program.cs
sleep 1
build . Debug
"$CLRCOV" run -q -f data=later.clrcov -- dotnet bin/Debug/net10.0/App.dll x >/dev/null
merge --root . -o changed.clrcov no.clrcov later.clrcov
exits "two versions of a file are told, and not united" 0 'Program.cs.*another version' \
    "$CLRCOV" report -f cobertura=changed.xml changed.clrcov
check "the version of the sources is shown" grep -q 'condition-coverage="50% (1/2)"' <(line changed.xml 6)
check "and no branch of the other one" sh -c '! echo "$0" | grep -q branch' "$(line changed.xml 5)"

# --- reports of other tools, of other machines ----------------------------------------------------

mkdir -p "$WORK/mixed" && cd "$WORK/mixed" && git init -q . || exit 1
cp "$WORK/app/no.clrcov" "$WORK/app/App.csproj" .
sed 1d "$WORK/app/Program.cs" >Program.cs
all_lines() { sed -n 's/^DA:\([0-9]*\),\(.*\)/\1=\2/p' "$1" | tr '\n' ' '; }
files_of() { sed -n 's/^SF://p' "$1" | tr '\n' ' '; }
# Two machines and a container ran the other arm of line 5: a path of Linux, one of Windows, one relative to a source.
cat >linux.info <<'END'
TN:
SF:/builds/7/Program.cs
DA:5,1
DA:7,1
end_of_record
END
cat >windows.xml <<'END'
<coverage><sources><source>C:\agent\s</source></sources><packages><package name="App"><classes>
<class name="Program" filename="C:\agent\s\Program.cs"><methods/><lines><line number="5" hits="1" branch="true"
condition-coverage="50% (1/2)"/><line number="8" hits="1"/></lines></class></classes></package></packages></coverage>
END
cat >container.xml <<'END'
<coverage><sources><source>/src</source></sources><packages><package name="App"><classes>
<class name="Program" filename="Program.cs"><methods/><lines><line number="6" hits="1"/></lines></class></classes></package>
</packages></coverage>
END
maps=(--map /builds/7=. --map 'C:\agent\s=.' --map /src=.)
"$CLRCOV" merge -q "${maps[@]}" -o mixed.clrcov -f lcov=mixed.info no.clrcov linux.info windows.xml container.xml
check "paths of all machines are one file" [ "$(files_of mixed.info)" = "Program.cs " ]
check "lines of own data and of reports are united" \
    [ "$(all_lines mixed.info)" = "4=1 5=1 6=1 7=1 8=1 10=1 11=1 12=1 13=1 14=1 19=1 " ]
"$CLRCOV" report -q -f lcov=again.info mixed.clrcov
check "where files are is in the data" cmp mixed.info again.info
"$CLRCOV" merge -q -o elsewhere.clrcov linux.info windows.xml
"$CLRCOV" report -q "${maps[@]}" -f lcov=moved.info elsewhere.clrcov
check "a later map moves them, too" [ "$(files_of moved.info)" = "Program.cs " ]

# What a report leaves open is told wherever its data goes.
"$CLRCOV" merge -q -o mixed.clrcov -f cobertura=m.xml -f lcov=m.info -f opencover=m.opencover -f coverlet=m.coverlet \
    -f sonar=m.sonar -f json=m.json -f markdown=m.md -f teamcity=m.teamcity -f github=m.github -f azure=m.azure \
    -f badge=m.svg -f table=m.table no.clrcov windows.xml --map 'C:\agent\s=.' 2>messages
check "each report tells of lower bounds" [ "$(grep -lE 'lower bounds|lower_bounds|"lowerBound":true|≥' \
    m.xml m.info m.opencover messages m.sonar m.json m.md m.teamcity m.github m.azure m.svg m.table | wc -l)" = 12 ]
check "XML with the mark is well-formed and valid" xmllint --noout --relaxng "$ROOT/tests/integration/cobertura.rng" m.xml
check "lcov reads a file with the mark" sh -c 'lcov --summary m.info >/dev/null 2>&1'
check "the data has the mark" [ "$(sqlite3 mixed.clrcov 'SELECT sum(is_lower_bound) FROM run')" = 1 ]
"$CLRCOV" merge -q -o both.clrcov mixed.clrcov no.clrcov
check "and keeps it in further merges" sh -c '"$0" report -q -f markdown=- both.clrcov | grep -q "lower bounds"' "$CLRCOV"
"$CLRCOV" merge -q -f markdown=own.md -o own.clrcov no.clrcov linux.info
check "reports that leave nothing open have no mark" sh -c '! grep -q "lower bounds" own.md'

# Rules are asked at the merge, for data and for reports alike; the data keeps all.
"$CLRCOV" merge -q -o rules.clrcov -f cobertura=rules.xml --exclude type:Other --exclude lcov no.clrcov linux.info \
    --map /builds/7=.
check "rules apply at the merge" sh -c 'grep -q "name=\"Program\"" rules.xml && ! grep -qE "Other|name=\"lcov\"" rules.xml'
"$CLRCOV" report -q -f cobertura=all.xml rules.clrcov
check "the data keeps what they leave out" sh -c 'grep -q "name=\"Other\"" all.xml && grep -q "name=\"lcov\"" all.xml'
exits "a rule for files leaves nothing" 21 'No report is written' \
    "$CLRCOV" merge -q -f cobertura=none.xml --exclude 'file:Program.cs' no.clrcov
exits "a gate at the merge" 20 'below' "$CLRCOV" merge -q -o gate.clrcov --fail-under-line 100 no.clrcov
check "the data is written nevertheless" [ -s gate.clrcov ]

# --- Debug and Release of two target frameworks, each run taking its own arm ---------------------------

mkdir -p "$WORK/builds" && cd "$WORK/builds" && git init -q . || exit 1
sed 's|<TargetFramework>net10.0</TargetFramework>|<TargetFrameworks>net10.0;net9.0</TargetFrameworks><RollForward>Major</RollForward>|' \
    "$WORK/app/App.csproj" >App.csproj
cat >Program.cs <<'END'
public static class Program
{
    public static void Main(string[] args)
    {
        switch (args[0])
        {
            case "one":
                System.Console.WriteLine("1");
                break;
            case "two":
                System.Console.WriteLine("2");
                break;
            case "three":
                System.Console.WriteLine("3");
                break;
            default:
                System.Console.WriteLine("4");
                break;
        }
#if NET10_0
        System.Console.WriteLine("new");
#else
        System.Console.WriteLine("old");
#endif
    }
}
END
if build . Debug && build . Release; then
    for run in one:Debug/net10.0 two:Release/net10.0 three:Release/net9.0 four:Debug/net9.0; do
        "$CLRCOV" run -q -f data="${run%%:*}.clrcov" -- dotnet "bin/${run#*:}/App.dll" "${run%%:*}" >/dev/null
    done
    "$CLRCOV" merge -q -o four-builds.clrcov -f cobertura=all.xml {one,two,three,four}.clrcov
    check "four builds are kept" [ "$(sqlite3 four-builds.clrcov 'SELECT count(*) FROM build')" = 4 ]
    check "their arms are one decision" grep -q 'condition-coverage="100% (4/4)"' <(line all.xml 5)
    check "code of each framework is in the report, and all ran" sh -c 'grep -q "number=\"21\" hits=\"1\"" all.xml &&
        grep -q "number=\"23\" hits=\"1\"" all.xml && ! grep -q "hits=\"0\"" all.xml'
    "$CLRCOV" merge -q -o turned.clrcov -f cobertura=turned.xml {four,three,two,one}.clrcov
    check "in any order" same_data four-builds.clrcov turned.clrcov
    check "and the same report" same_report all.xml turned.xml
fi
cd "$WORK/app" || exit 1

# --- bad input ----------------------------------------------------------------------------------

cp both.clrcov old.clrcov
head -c 40000 both.clrcov >cut.clrcov
echo 'no database' >text.clrcov
sqlite3 foreign.clrcov 'CREATE TABLE t(a)'
cp both.clrcov newer.clrcov && sqlite3 newer.clrcov 'PRAGMA user_version = 99'
cp both.clrcov poorer.clrcov && sqlite3 poorer.clrcov 'DROP TABLE arm'
cp both.clrcov wrong.clrcov && sqlite3 wrong.clrcov 'UPDATE point SET document = 77 WHERE id = 3'
cp both.clrcov view.clrcov && sqlite3 view.clrcov 'DROP TABLE taken; CREATE VIEW taken AS WITH RECURSIVE n(arm) AS
    (SELECT 1 UNION ALL SELECT arm FROM n) SELECT arm FROM n'
for input in 'cut:damaged: ' 'text:(neither|not) a data file of clrcov' 'foreign:not a data file of clrcov' 'newer:by a later clrcov' \
    "poorer:no table 'arm'" 'wrong:damaged' "view:no table 'taken'"; do
    exits "${input%%:*}: merge says why" 64 "${input%%:*}.clrcov.*${input#*:}" \
        "$CLRCOV" merge -q -o old.clrcov "${input%%:*}.clrcov" no.clrcov
    exits "${input%%:*}: report says why" 64 "${input%%:*}.clrcov.*${input#*:}" \
        "$CLRCOV" report -q -f cobertura=x.xml "${input%%:*}.clrcov"
done
exits "a file that is not there" 64 'gone.clrcov: file not found' "$CLRCOV" merge -q -o old.clrcov gone.clrcov
check "the old file is untouched" cmp both.clrcov old.clrcov
exits "no input" 64 'no data to merge' "$CLRCOV" merge -o old.clrcov
exits "no output" 64 '-o is missing; name the data file' "$CLRCOV" merge no.clrcov
exits "a pipe is no place for data" 73 'regular file' "$CLRCOV" merge -q -o /dev/stdout no.clrcov
cp both.clrcov locked.clrcov
python3 -c '
import sqlite3, sys, time
lock = sqlite3.connect("locked.clrcov", isolation_level=None)
lock.execute("BEGIN EXCLUSIVE")
open("is-locked", "w").close()
time.sleep(600)' &
locker=$!
wait_for 20 test -e is-locked
exits "a file that another program writes to" 64 'another program is writing' "$CLRCOV" merge -q -o old.clrcov locked.clrcov
kill $locker
wait 2>/dev/null
exits "no room in the middle of a merge" 73 'old.clrcov' \
    bash -c 'ulimit -f 16; exec "$0" merge -q -o old.clrcov no.clrcov yes.clrcov' "$CLRCOV"
check "and the old file is still untouched" cmp both.clrcov old.clrcov
check "nothing is left behind" [ -z "$(find . -maxdepth 1 -name '*.tmp*' -o -maxdepth 1 -name '.*clrcov*' | head -1)" ]
