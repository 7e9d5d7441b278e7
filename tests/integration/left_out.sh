#!/usr/bin/env bash
# Lines that comments and rules for lines leave out: what is in the report, what explain says, and the warnings.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

mkdir "$WORK/app"
cd "$WORK/app" || exit 1
git init -q .
cat >app.csproj <<'END'
<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>
END
cat >Program.cs <<'END'
static class Program
{
    static int Main(string[] args)
    {
        if (args.Length > 3) System.Console.WriteLine("many"); // coverage: off -- by hand only
        Trace.Write(args.Length > 2 ? "a" : "b");
        // coverage: off
        if (args.Length > 1)
        {
            return 1;
        }
        // coverage: on
        return 0;
    }
}
END
cat >Trace.cs <<'END'
static class Trace
{
    // coverage: off
    public static void Write(string text)
    {
    }
}
END
build . Release || exit 1
dll=bin/Release/net10.0/app.dll

# lines FILE REPORT: numbers of the lines of a file in the report.
lines() {
    python3 - "$1" "$2" <<'END'
import sys, xml.etree.ElementTree as ET
numbers = {int(l.get("number")) for c in ET.parse(sys.argv[2]).iter("class") if c.get("filename") == sys.argv[1]
           for l in c.iterfind("lines/line")}
print(" ".join(map(str, sorted(numbers))))
END
}
has_lines() { [ "$(lines "$1" "$2")" = "$3" ] || { lines "$1" "$2"; return 1; }; }
measure() { "$CLRCOV" run -o "$WORK/out.xml" "$@" -- dotnet "$dll" 2>&1 | sed '/^ok$/d' >"$WORK/said.txt"; }
says() { grep -Eq -- "$1" "$WORK/said.txt" || { cat "$WORK/said.txt"; return 1; }; }
says_not() { ! grep -E -- "$1" "$WORK/said.txt"; }
explains() { "$CLRCOV" explain "$1" | grep -F -- "$2" || { "$CLRCOV" explain "$1"; return 1; }; }

measure
check "left out: lines by comments" has_lines Program.cs "$WORK/out.xml" "6 13"
check "left out: a whole file by a comment" has_lines Trace.cs "$WORK/out.xml" ""
check "left out: an off without an on is named" says 'Trace\.cs:3: no .coverage: on. follows'
check "left out: one with an on is not" says_not 'Program\.cs:'
check "left out: explain tells the reason of a line" explains Program.cs:5 "left out: coverage: off in line 5 (by hand only)"
check "left out: explain tells the block" explains Program.cs:9 "left out: coverage: off in line 7"
check "left out: explain tells it of a file without lines" explains Trace.cs:5 "left out: coverage: off in line 3"
check "left out: explain as JSON" grep -q '"detail": *"coverage: off in line 7"' <("$CLRCOV" explain --json Program.cs:9)

measure --exclude 'line~^\s*Trace\.Write\('
check "left out: lines by a rule" has_lines Program.cs "$WORK/out.xml" "13"
measure --exclude 'line~NoSuchText'
check "left out: a rule that matched no line" says 'the rule exclude line~NoSuchText .* matched nothing'
printf '%s\n' '<clrcov version="1"><exclude><line>^\s*return 0;</line></exclude></clrcov>' >clrcov.xml
measure
check "left out: lines by a rule in the file" has_lines Program.cs "$WORK/out.xml" "6"
check "left out: explain names the rule" explains Program.cs:13 'line~^\s*return 0; (clrcov.xml:1)'
exits "left out: no include rule for lines" 64 "a rule for lines cannot include; write it as an exclude rule" "$CLRCOV" run --include 'line~x' -- true
exits "left out: rules for lines are expressions" 64 "write line~ in place of line:" "$CLRCOV" run --exclude line:x -- true

# The numbers of another text mean nothing.
sed -i '1i // a new line' Program.cs
measure
check "left out: a changed source keeps its lines" has_lines Program.cs "$WORK/out.xml" "5 6 8 10 13"
check "left out: it is named" says 'Program\.cs was changed since it was compiled; lines that its comments'
rm Program.cs
measure --without-sources keep
check "left out: a missing source is named where there are rules" says 'Program\.cs cannot be read; rules for lines'
