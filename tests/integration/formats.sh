#!/usr/bin/env bash
# -f FORMAT[=PATH]: all formats of one run say the same, on the command line, in variables and in clrcov.xml; default paths;
# what is refused. Other tools' readers and schemas of the formats, as far as they are quick (scripts/check-consumers.sh has
# the rest); reports of ours as input of ours.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
files=(cobertura=cobertura.xml lcov=lcov.info coverlet=coverlet.json sonar=sonar.xml json=report.json
    opencover=opencover.xml markdown=summary.md badge=badge.svg table=table.txt data=all.clrcov)

# The totals that lcov finds in its file are those of the JSON.
lcov_finds_the_totals() {
    local totals
    totals=$(python3 -c 'import json, sys
totals = json.load(open(sys.argv[1]))["totals"]
print("\n".join("%d of %d %s" % (totals[what]["covered"], totals[what]["valid"], name)
                for what, name in (("lines", "lines"), ("methods", "functions"), ("branches", "branches"))))' "$1/report.json")
    diff <(lcov --rc lcov_branch_coverage=1 --summary "$1/lcov.info" 2>&1 | sed -n 's/.*(\(.*\))/\1/p') <(echo "$totals")
}

while read -r target hits; do
    dir=$TARGETS/${target%%:*}
    name=${target##*:}
    build "$(echo "$dir"/*proj)" Release || continue
    out=$WORK/$name-$hits
    mkdir -p "$out"
    options=()
    for file in "${files[@]}"; do options+=(-f "${file%%=*}=$out/${file#*=}"); done
    "$CLRCOV" run -q --hits "$hits" --root "$ROOT" "${options[@]}" -- dotnet "$dir/bin/Release/net10.0/$name.dll" >/dev/null
    check "$name $hits: all formats say the same" python3 "$ROOT/tests/integration/check_formats.py" "$out"
    check "$name $hits: XML is well-formed" xmllint --noout "$out"/{cobertura,sonar,opencover}.xml "$out/badge.svg"
    check "$name $hits: Sonar's format by its schema" \
        xmllint --noout --nonet --schema "$ROOT/tests/integration/sonar.xsd" "$out/sonar.xml"
    check "$name $hits: lcov finds the same totals" lcov_finds_the_totals "$out"
    [ "$hits" = exact ] || continue
    check "$name: each format that is read back loses only what it has no room for" \
        python3 "$ROOT/tests/integration/check_roundtrip.py" "$CLRCOV" "$ROOT" "$out"
done < <(combinations "csharp:CSharpTargets fsharp:FSharpTargets vb:VbTargets" "exact once")

mkdir -p "$WORK/app" && cd "$WORK/app" && git init -q . || exit 1
cat >App.csproj <<'END'
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework></PropertyGroup>
</Project>
END
cat >Program.cs <<'END'
System.Console.WriteLine(args.Length > 0 ? "yes" : "no");
if (args.Length > 1)
{
    System.Console.WriteLine("never");
}
END
build . Debug
app=(dotnet bin/Debug/net10.0/App.dll)
made() { ls -- *.xml *.info *.json *.md *.svg *.clrcov 2>/dev/null | tr '\n' ' '; }
clean() { rm -f -- *.xml *.info *.json *.md *.svg *.clrcov; }
all=(-f cobertura -f lcov -f opencover -f coverlet -f sonar -f json -f markdown -f badge -f data)

"$CLRCOV" run -q "${all[@]}" -- "${app[@]}" >/dev/null
check "default paths" [ "$(made)" = "coverage.clrcov coverage.cobertura.xml coverage.coverlet.json coverage.json coverage.md \
coverage.opencover.xml coverage.sonar.xml coverage.svg lcov.info " ]
clean
"$CLRCOV" report -q -f lcov
check "report makes another format of the run" [ "$(made)" = "lcov.info " ]
clean
"$CLRCOV" report -q -f lcov -o a.info
check "-o is the path of the first report" [ "$(made)" = "a.info " ]
clean
"$CLRCOV" run -q -- "${app[@]}" >/dev/null # what the run was told is stronger than variables
clean
CLRCOV_FORMAT='json=x.json;badge' "$CLRCOV" report -q
check "the variable has a list" [ "$(made)" = "coverage.svg x.json " ]
clean
cat >clrcov.xml <<'END'
<clrcov version="1"><report format="lcov" path="out/l.info"/><report format="badge"/></clrcov>
END
"$CLRCOV" report -q -o first.info
check "clrcov.xml has a list, and -o overrides the path of the first" [ "$(made)" = "clrcov.xml coverage.svg first.info " ]
"$CLRCOV" report -q
check "paths of clrcov.xml" [ -s out/l.info ]
rm -rf clrcov.xml out
clean
check "a report on standard output" sh -c '"$0" report -q -f lcov=- | grep -q "^end_of_record"' "$CLRCOV"
check "messages for a build's log come behind the output of the command" \
    [ "$("$CLRCOV" run -q -f teamcity -- "${app[@]}" | head -2 | cut -c1-11 | tr '\n' ' ')" = 'no ##teamcity[ ' ]
check "annotations name places" sh -c '"$0" report -q -f github | grep -qx "::warning file=Program.cs,line=3,endLine=5,title=Not covered::Lines 3 to 5 did not run"' "$CLRCOV"
exits "run: standard output belongs to the command" 64 'standard output belongs to the command' \
    "$CLRCOV" run -f json=- -- "${app[@]}"
exits "two reports with one path" 64 'two reports have the path' "$CLRCOV" report -f json=x -f lcov=x
exits "two reports with one path in other words" 64 'two reports have the path' "$CLRCOV" report -f json=x -f lcov=./x
ln -s x linked
exits "two reports with one path, by a link" 64 'two reports have the path' "$CLRCOV" report -f json=x -f lcov=linked
rm linked
exits "an unknown format" 64 "takes cobertura, lcov.*not 'html5'" "$CLRCOV" report -f html5
exits "a format without a path behind =" 64 'lcov=: the path is empty' "$CLRCOV" report -f lcov=
mkdir taken
exits "a path that is a directory" 73 'it is a directory' "$CLRCOV" report -f json=taken
check "nothing was written then" [ -z "$(made)" ]
exits "each report is named" 0 'lcov report: .*/lcov.info' "$CLRCOV" report -f lcov
