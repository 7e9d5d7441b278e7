#!/usr/bin/env bash
# A solution whose assemblies show every reason: each has exactly the stated one in the summary, in
# `explain NAME`, in `explain --json`, and before any run.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# A copy: PDBs are replaced and removed in it.
home=$WORK/home
mkdir -p "$home/.git"
cp "$TARGETS"/Directory.Build.* "$home/"
cp -r "$TARGETS/reasons" "$home/reasons"
find "$home/reasons" -type d \( -name bin -o -name obj \) -prune -exec rm -rf {} +
cd "$home/reasons" || exit 1

exits "explain: nothing run, nothing built" 64 "nothing to explain" "$CLRCOV" explain

# The other build of Mismatch first: its PDB is kept.
build_tool build Mismatch/Mismatch.csproj --nologo -v quiet -p:DefineConstants=OTHER >/dev/null 2>&1
cp Mismatch/bin/Debug/net10.0/Reasons.Mismatch.pdb "$WORK/other.pdb"
rm -rf Mismatch/bin Mismatch/obj
build Reasons.slnx Debug || exit 1
plugins=$PWD/plugins
mkdir "$plugins"
if log=$(build_tool publish Precompiled/Precompiled.csproj -c Debug --nologo -v quiet \
    -p:PublishReadyToRun=true -o "$WORK/published" 2>&1); then
    cp "$WORK"/published/Reasons.Precompiled.{dll,pdb} "$plugins/"
else
    not_ok "publish with ReadyToRun" "$log"
fi
check "the published assembly has native code" grep -q RTR "$plugins/Reasons.Precompiled.dll"
for name in Mismatch Twice BytesAlone BytesWithSymbols; do
    cp "$name/bin/Debug/net10.0/Reasons.$name".* "$plugins/"
done
rm -f "$plugins"/*.deps.json Mismatch/obj/Debug/net10.0/*.pdb
cp "$WORK/other.pdb" "$plugins/Reasons.Mismatch.pdb"
cp "$WORK/other.pdb" Mismatch/bin/Debug/net10.0/Reasons.Mismatch.pdb

# name | reason of the run | before any run ("-": not known then) | part of the detail
reasons='Reasons.App|measured|measured|
Reasons.Plain|measured|measured|
Reasons.Embedded|measured|measured|
Reasons.Rules|measured|measured|
Reasons.Twice|measured|measured|
Reasons.Precompiled|measured|measured|
Reasons.BytesWithSymbols|measured|measured|
Reasons.NoPdb|no PDB|no PDB|
Reasons.NoSources|sources not found|sources not found|/elsewhere/NoSources/
Reasons.ByAssembly|filter|filter|assembly:reasons.byassembly (clrcov.xml:4)
Reasons.ByFilter|filter|filter|[Reasons.ByFilter]* (clrcov.xml:5)
Reasons.ByAttribute|excluded by attribute|excluded by attribute|ExcludeFromCodeCoverage
Reasons.Tests|test assembly|test assembly|xunit.core
Reasons.BytesAlone|in memory without symbols|no PDB|
Reasons.Dynamic|dynamic|-|
Reasons.Mismatch|PDB mismatch|PDB mismatch|Reasons.Mismatch.pdb
Reasons.Unused|never loaded|measured|
System.Console|framework|-|'

# said JSON NAME: "REASON|DETAIL" of an assembly in a file of explain's JSON form; several builds of it
# must have one reason.
said() {
    python3 -c '
import json, sys
found = [a for a in json.load(open(sys.argv[1]))["assemblies"] if a["name"] == sys.argv[2]]
reasons = sorted({a["reason"] for a in found})
details = " ".join(sorted({a["detail"] for a in found}))
print(reasons[0] + "|" + details if len(reasons) == 1 else "reasons: {}".format(reasons))' "$@"
}

# states NAME JSON ASSEMBLY REASON DETAIL: the file says exactly this.
states() {
    local got
    got=$(said "$2" "$3" 2>&1)
    case $got in
    "$4|"*"$5"*) ok "$1" ;;
    *) not_ok "$1" "expected $4 ($5), got $got" ;;
    esac
}

# tells NAME PATTERN ARGUMENTS...: a line of explain's text.
tells() {
    local name=$1 pattern=$2 text
    shift 2
    text=$("$CLRCOV" explain "$@" 2>&1)
    if grep -Fq -- "$pattern" <<<"$text"; then ok "$name"; else not_ok "$name" "no '$pattern': $text"; fi
}

"$CLRCOV" explain --json >"$WORK/before.json"
while IFS='|' read -r name _ reason detail; do
    if [ "$reason" = - ]; then
        exits "before any run: $name is not known" 64 "is not in the assemblies here" "$CLRCOV" explain "$name"
        continue
    fi
    states "before any run: $name, in the list" "$WORK/before.json" "$name" "$reason" "$detail"
    "$CLRCOV" explain --json "$name" >"$WORK/one.json"
    states "before any run: $name, by its name" "$WORK/one.json" "$name" "$reason" "$detail"
    if [ "$reason" = measured ]; then
        tells "before any run: $name, as text" "assembly $name would be measured" "$name"
    else
        tells "before any run: $name, as text" "assembly $name would not be measured: $reason" "$name"
    fi
done <<<"$reasons"
tells "before any run: a line" "would be measured" Rules/Kept.cs:17
tells "before any run: a path of an assembly" "assembly Reasons.NoPdb would not be measured: no PDB" \
    NoPdb/bin/Debug/net10.0/Reasons.NoPdb.dll

summary=$("$CLRCOV" run -v -o "$WORK/report.xml" -- dotnet App/bin/Debug/net10.0/Reasons.App.dll "$plugins" 2>&1)
code=$?
if [ $code -eq 0 ]; then ok "the run ends well"; else not_ok "the run ends well" "exit $code: $summary"; fi

"$CLRCOV" explain --json >"$WORK/after.json"
while IFS='|' read -r name reason _ detail; do
    states "after the run: $name, in the list" "$WORK/after.json" "$name" "$reason" "$detail"
    "$CLRCOV" explain --json "$name" >"$WORK/one.json"
    states "after the run: $name, by its name" "$WORK/one.json" "$name" "$reason" "$detail"
    case $reason in
    measured) tells "after the run: $name, as text" "assembly $name is in the report" "$name" ;;
    "never loaded") tells "after the run: $name, as text" "assembly $name has no data: never loaded" "$name" ;;
    *) tells "after the run: $name, as text" "assembly $name is not in the report: $reason" "$name" ;;
    esac
done <<<"$reasons"

# Names of packages in the report, and of the rest in the summary by its reason.
python3 - "$WORK/report.xml" <<'PY' >"$WORK/packages"
import sys
import xml.etree.ElementTree as tree
print("\n".join(p.get("name") for p in tree.parse(sys.argv[1]).iter("package")))
PY
while IFS='|' read -r name reason _; do
    case $reason in
    measured) check "the report has $name" grep -Fxq "$name" "$WORK/packages" ;;
    "never loaded")
        check "the report has $name" grep -Fxq "$name" "$WORK/packages"
        check "the summary says $reason for $name" grep -Eq "^Never loaded.*[ ,]$name" <<<"$summary"
        ;;
    *)
        check "the report has no $name" bash -c '! grep -Fxq "$1" "$2"' - "$name" "$WORK/packages"
        if grep -Eq "^  ${name//./\\.}: $reason(: |\$)" <<<"$summary"; then
            ok "the summary says $reason for $name"
        else
            not_ok "the summary says $reason for $name" "$(grep -F "  $name" <<<"$summary")"
        fi
        ;;
    esac
done <<<"$reasons"

# --- parts of a measured assembly ---------------------------------------------------------------

tells "a type by a rule" "type Reasons.Rules.ByType is not in the report: filter: rule exclude type:Reasons.Rules.ByType (clrcov.xml:6)" Reasons.Rules.ByType
tells "a member by a rule" "filter: rule exclude member:Reasons.Rules.ByMember.LeftOut (clrcov.xml:7)" ByMember.LeftOut
tells "a type by an attribute rule" "(clrcov.xml:8)" Reasons.Rules.ByMark
tells "a file by a rule" "(clrcov.xml:9)" Rules/ByFile.cs
tells "a type by a coverlet filter" "[Reasons.Rules]*.ByFilter (clrcov.xml:10)" Reasons.Rules.ByFilter
tells "a type by an attribute in the code" "excluded by attribute: [ExcludeFromCodeCoverage]" Reasons.Rules.ByAttribute
tells "a member by an attribute in the code" "excluded by attribute: [ExcludeFromCodeCoverage]" ByMemberAttribute.Run
tells "an assembly tells what it lacks" "type Reasons.Rules.ByType: filter" Reasons.Rules

line_of() { grep -n -m1 -F -- "$1" "$2" | cut -d: -f1; }
ran=$(line_of 'return ByType.Run()' Rules/Kept.cs)
tells "a line that ran" "Rules/Kept.cs:$ran: covered, 1 hit" "Rules/Kept.cs:$ran"
tells "a line of a statement that goes on" "covered, 1 hit" "Rules/Kept.cs:$((ran + 1))"
tells "a line names its member" "Reasons.Rules.Code.Run() in Reasons.Rules" "Kept.cs:$ran"
tells "a line that did not run" "missed, 0 hits" "Rules/Kept.cs:$(line_of 'Never() => 0' Rules/Kept.cs)"
tells "a comment" "not coverable" "Rules/Kept.cs:1"
tells "a line of a member that is left out" "left out with the member Reasons.Rules.ByMember.LeftOut(): filter" \
    "Rules/Kept.cs:$(line_of 'LeftOut() => 1' Rules/Kept.cs)"
tells "a line of a file that is left out" "(clrcov.xml:9)" "Rules/ByFile.cs:6"
tells "a line behind the end" "the file has fewer lines" "Rules/Kept.cs:9999"
exits "an unknown name: near ones" 64 "similar: .*Reasons\.Rules" "$CLRCOV" explain Reasons.Rulez
exits "an unknown session" 64 "no session|no-such" "$CLRCOV" explain --session "$WORK/no-such"
tells "other rules, the same data" "type Reasons.Rules.ByType is in the report" --exclude 'nothing.*' Reasons.Rules.ByType
tells "--folders asks as before the run" "Reasons.Unused would be measured" --folders Reasons.Unused

printf '\n// changed\n' >>Rules/Kept.cs
tells "a changed source" "changed since it was compiled" Rules/Kept.cs
cd / || exit 1
