#!/usr/bin/env bash
# What decides what is measured: clrcov.xml, environment, command line, imported settings, and the same data
# reported by other rules. Thresholds and their exit code.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

repo=$WORK/repo
mkdir -p "$repo/.git" "$repo/app/deep" "$repo/other"
cp "$EXAMPLES"/hello/Program.cs "$EXAMPLES"/hello/Hello.csproj "$repo/app"
build "$repo/app" Debug || exit 1
dll=$repo/app/bin/Debug/net10.0/Hello.dll
file=$repo/clrcov.xml
report=$WORK/report.xml

# config LINE...: the body of clrcov.xml.
config() { { echo '<clrcov version="1">'; printf '%s\n' "$@"; echo '</clrcov>'; } >"$file"; }
# hello OPTIONS...: runs the example from a directory below the file's; messages to $WORK/messages.
hello() { (cd "$repo/app/deep" && "$CLRCOV" run "$@" -- dotnet "$dll" 2>"$WORK/messages" >/dev/null); }
# methods: names of those in the report, in one line.
methods() { grep -o '<method name="[^"]*"' "${1:-$report}" | cut -d'"' -f2 | sort | tr '\n' ' '; }
says() { grep -Eq -- "$1" "$WORK/messages" || { cat "$WORK/messages"; return 1; }; }
is() { [ "$1" = "$2" ] || { echo "'$1', expected '$2'"; return 1; }; }
all='Factorial Greeting Main NotCalled '

# --- places -----------------------------------------------------------------------------------------------------
config '<report path="found.xml"/>' '<exclude><member>Hello.Program.NotCalled</member></exclude>'
check "file: found above the working directory" hello
check "file: its output belongs to its directory" test -s "$repo/found.xml"
check "file: its rules hold" is "$(methods "$repo/found.xml")" "Factorial Greeting Main "
check "variable wins over file" env CLRCOV_EXCLUDE=member:Hello.Program.Greeting CLRCOV_OUTPUT="$report" \
    bash -c "cd '$repo/app/deep' && '$CLRCOV' run -q -- dotnet '$dll' >/dev/null"
check "variable wins over file: rules and output" is "$(methods)" "Factorial Main NotCalled "
CLRCOV_EXCLUDE=member:Hello.Program.Greeting check "command line wins over variable" \
    hello -o "$report" --exclude 'member:Hello.Program.Factorial' --exclude=member:Hello.Program.Main
check "command line wins over variable: rules" is "$(methods)" "Greeting NotCalled "
printf '<clrcov version="1"><exclude><member>Hello.Program.Main</member></exclude></clrcov>' >"$WORK/other.xml"
check "--config wins over the file that is found" hello -o "$report" -c "$WORK/other.xml"
check "--config: rules" is "$(methods)" "Factorial Greeting NotCalled "
CLRCOV_CONFIG=$WORK/other.xml check "CLRCOV_CONFIG" hello -o "$report"
check "CLRCOV_CONFIG: rules" is "$(methods)" "Factorial Greeting NotCalled "
mv "$file" "$WORK/clrcov.xml"
check "no file: everything" hello -o "$report"
check "no file: everything is in" is "$(methods)" "$all"
check "no file: the file of another repository is not taken" test ! -e "$WORK/found.xml"

config '<collect hits="exact" branches="false"/>'
check "file: hits and branches" hello -o "$report"
check "file: exact hits" grep -q 'hits="6"' "$report"
check "file: no branches" test -z "$(grep -o 'branch="true"' "$report")"
check "command line: branches, hits once" hello -o "$report" --branches --hits once
check "command line: no exact hits" test -z "$(grep -o 'hits="6"' "$report")"
check "command line: branches are back" grep -q 'branch="true"' "$report"
rm "$file"

# --- summary ----------------------------------------------------------------------------------------------------
hello -o "$report"
check "summary: how many were measured" says '^Measured: 1 assembly$'
check "summary: how many were not, by reason" says "^Not measured: [0-9]+ others \(-v names them\)"
hello -o "$report" -v
check "summary: -v names each" says '^  System\.Private\.CoreLib: framework'

# --- thresholds -------------------------------------------------------------------------------------------------
run=(env -C "$repo/app" "$CLRCOV" run -q -o "$report")
app=(-- dotnet "$dll")
exits "gate: lines" 20 'line coverage is [0-9.]+% \([0-9]+ of [0-9]+\), below the threshold of 100%' \
    "${run[@]}" --fail-under-line 100 "${app[@]}"
exits "gate: branches" 20 'branch coverage is .* below the threshold of 99.5%' "${run[@]}" --fail-under-branch=99.5 "${app[@]}"
exits "gate: methods" 20 'method coverage is 75.00% \(3 of 4\)' "${run[@]}" --fail-under-method 76 "${app[@]}"
exits "gate: met" 0 '' "${run[@]}" --fail-under-line 60 --fail-under-method 75 "${app[@]}"
check "gate: the report is written all the same" test -s "$report"
CLRCOV_FAIL_UNDER_METHOD=76 exits "gate: from the environment" 20 method "${run[@]}" "${app[@]}"
exits "gate: the command's own code wins" 3 'below the threshold' "${run[@]}" --fail-under-line 100 -- \
    sh -c "dotnet '$dll'; exit 3"
exits "gate: each assembly" 20 'line coverage of [A-Za-z]+ is .*, below the threshold of 100%' \
    "${run[@]}" --fail-under-line 100 --fail-under-of minimum "${app[@]}"
exits "gate: the average" 20 'on average over [0-9]+ assembl.*, below the threshold of 100%' \
    "${run[@]}" --fail-under-line 100 --fail-under-of average "${app[@]}"
exits "gate: risk" 20 'methods? ha(s|ve) a CRAP score above 1: ' "${run[@]}" --max-crap 1 "${app[@]}"
exits "gate: no such risk" 0 '' "${run[@]}" --max-crap 10000 "${app[@]}"
exits "gate: a risk that is no number" 64 "max-crap: takes a whole number, not '1.5'" "${run[@]}" --max-crap 1.5 "${app[@]}"
exits "gate: nothing to cover" 20 'n/a' "${run[@]}" --exclude member:Hello.Program.Main --exclude member:Hello.Program.Greeting \
    --exclude member:Hello.Program.Factorial --fail-under-branch 50 "${app[@]}"
exits "gate: nothing to cover, allowed" 0 '' "${run[@]}" --exclude member:Hello.Program.Main --exclude member:Hello.Program.Greeting \
    --exclude member:Hello.Program.Factorial --fail-under-branch 50 --allow-empty "${app[@]}"
exits "gate: report has it too" 20 'below the threshold of 100%' \
    bash -c "cd '$repo' && '$CLRCOV' run -q -o '$report' -- dotnet '$dll' && '$CLRCOV' report -q --fail-under-line 100"
config '<gate line="100"/>'
check "gate: from the file" test "$(hello -o "$report"; echo $?)" = 20
check "gate: switched off again" hello -o "$report" --fail-under-line 0
rm "$file"

# --- mistakes ---------------------------------------------------------------------------------------------------
exits "unknown option: a suggestion" 64 'unknown option --fail-under-lines; did you mean --fail-under-line' \
    "${run[@]}" --fail-under-lines 80 "${app[@]}"
CLRCOV_EXCLUDES=x exits "unknown variable: told, with the nearest, and no mistake" 0 'CLRCOV_EXCLUDES.*CLRCOV_EXCLUDE' \
    env -C "$repo/app" "$CLRCOV" run -o "$report" "${app[@]}"
CLRCOV_HITS=twice exits "wrong value of a variable: 64" 64 'CLRCOV_HITS: .*once' "${run[@]}" "${app[@]}"
config '<colect hits="exact"/>'
exits "wrong element: file, line and the nearest name" 64 'clrcov.xml:2: .*colect.*collect' \
    bash -c "cd '$repo/app' && '$CLRCOV' run -- touch '$WORK/ran'"
config '<exclude><assembly>A</assembly>' '<type></type></exclude>'
exits "wrong rule: file and line" 64 'clrcov.xml:3: ' bash -c "cd '$repo/app' && '$CLRCOV' run -- touch '$WORK/ran'"
exits "wrong file: report, too" 64 'clrcov.xml:3: ' bash -c "cd '$repo' && '$CLRCOV' report -o '$report'"
rm "$file"
exits "missing file: 64" 64 'no-such.xml' "${run[@]}" --config no-such.xml -- touch "$WORK/ran"
exits "-- is no value" 64 '-- is not one' "$CLRCOV" run -o -- touch "$WORK/ran"
check "mistakes: nothing was run" test ! -e "$WORK/ran"

check "output: directories are made" hello -q -o "$WORK/made/for this/c.xml"
check "output: the report is there" grep -q '<package name="Hello"' "$WORK/made/for this/c.xml"

# --- an empty run -----------------------------------------------------------------------------------------------
check "empty run: a good report first" hello -o "$report"
cp "$report" "$WORK/good.xml"
exits "empty run: told, 21" 21 'No report is written' "$CLRCOV" run -o "$report" -- true
check "empty run: the old report is not taken for the new one" test ! -e "$report"
check "empty run: it is not lost" cmp "$(ls "$TMPDIR"/clrcov-*/*/earlier-*)" "$WORK/good.xml"
check "empty run: nothing is left in its directory" test ! -e "$report.old"
exits "empty run, allowed: an empty report" 0 'Nothing was measured' "$CLRCOV" run --allow-empty -o "$report" -- true
check "empty run, allowed: written" grep -q 'lines-valid="0"' "$report"

# --- the same data by other rules -------------------------------------------------------------------------------
config '<exclude><member>Hello.Program.NotCalled</member></exclude>'
rm -rf "$TMPDIR"/clrcov-* # earlier runs, from other directories of the repository
check "report: a run first" hello -o "$report"
again() { (cd "$1" && shift && "$CLRCOV" report "$@" 2>"$WORK/messages"); }
check "report: from the run's directory, same rules" again "$repo/app/deep" -q -o "$WORK/again.xml"
check "report: same report" same_report "$report" "$WORK/again.xml"
check "report: other rules" again "$repo/app/deep" -q -o "$WORK/again.xml" --exclude member:Hello.Program.Main
check "report: other rules hold" is "$(methods "$WORK/again.xml")" "Factorial Greeting NotCalled "
config '<exclude><member>Hello.Program.Greeting</member></exclude>'
check "report: the file as it is now" again "$repo/app/deep" -q -o "$WORK/again.xml"
check "report: its rules hold" is "$(methods "$WORK/again.xml")" "Factorial Main NotCalled "
rm "$file"
check "report: from above, the file is gone" again "$repo" -o "$WORK/again.xml"
check "report: says which run" says "the newest run from .*/app/deep"
check "report: the rules that the run had read" is "$(methods "$WORK/again.xml")" "Factorial Greeting Main "
check "report: without --output it goes where the run's went" bash -c "rm '$report' && cd '$repo' && '$CLRCOV' report -q && test -s '$report'"
exits "report: not from elsewhere in the repository" 64 'no session' bash -c "cd '$repo/other' && '$CLRCOV' report"
check "run: its command line outlives its file" hello -o "$report" --exclude member:Hello.Program.Main
config '<exclude><member>Hello.Program.Greeting</member></exclude>'
check "report: the run's command line wins over the file" again "$repo/app/deep" -q -o "$WORK/again.xml"
check "report: its rules" is "$(methods "$WORK/again.xml")" "Factorial Greeting NotCalled "
CLRCOV_EXCLUDE=member:Hello.Program.Factorial check "report: and over this environment" again "$repo/app/deep" -q -o "$WORK/again.xml"
check "report: its rules still" is "$(methods "$WORK/again.xml")" "Factorial Greeting NotCalled "
rm "$file"

# --- settings of the wrapped command ----------------------------------------------------------------------------
solution=$EXAMPLES/xunit-solution
build "$solution" Debug || exit 1
mkdir "$WORK/set"
settings() { # FILE COLLECTORS
    printf '<?xml version="1.0" encoding="utf-8"?>\n<RunSettings>\n<RunConfiguration><ResultsDirectory>results</ResultsDirectory></RunConfiguration>\n<DataCollectionRunSettings><DataCollectors>%s</DataCollectors></DataCollectionRunSettings>\n</RunSettings>\n' "$2" >"$1"
}
packages() { grep -o 'package name="[^"]*"' "$report" | cut -d'"' -f2 | tr '\n' ' '; }
tests() { # OPTIONS... -- ARGUMENTS...
    local options=()
    while [ "$1" != -- ]; do options+=("$1"); shift; done
    shift
    (cd "$solution" && "$CLRCOV" run -o "$report" "${options[@]}" -- \
        dotnet test -c Debug --nologo --no-build -m:1 "$@" >"$WORK/output" 2>"$WORK/messages")
}
settings "$WORK/set/plain.runsettings" '<DataCollector friendlyName="XPlat code coverage" enabled="False"><Configuration><Exclude>[Shop]*</Exclude></Configuration></DataCollector>'
check "wrapped settings: a run" tests -- --settings "$WORK/set/plain.runsettings"
check "wrapped settings: their filters are used" is "$(packages)" "Text "
check "wrapped settings: said in one line" says 'plain.runsettings: the coverage settings of the command are used'
check "wrapped settings: nothing is copied" test -z "$(grep 'switches on' "$WORK/messages")"
check "wrapped settings: a configuration of our own wins" tests -c "$WORK/other.xml" -- -s "$WORK/set/plain.runsettings"
check "wrapped settings: all are in then" is "$(packages)" "Shop Text "
check "wrapped settings: said, too" says 'plain.runsettings: .*are not used'

settings "$WORK/set/coverlet.runsettings" '<DataCollector friendlyName="XPlat code coverage"><Configuration><Format>json</Format><Exclude>[Text]*</Exclude></Configuration></DataCollector>'
cp "$WORK/set/coverlet.runsettings" "$WORK/original"
check "coverlet in the settings: a run" tests -- "--settings:$WORK/set/coverlet.runsettings" --logger trx
check "coverlet in the settings: switched off, said" says "coverlet.runsettings switches on coverlet's collector .*copy without it"
check "coverlet in the settings: its filters are used" is "$(packages)" "Shop "
check "coverlet in the settings: it did not run" test -z "$(find "$WORK/set" "$solution" -name 'coverage*.json')"
check "coverlet in the settings: relative paths stay right" test -n "$(find "$WORK/set/results" -name '*.trx')"
check "coverlet in the settings: the user's file is untouched" cmp "$WORK/set/coverlet.runsettings" "$WORK/original"
check "coverlet in the settings: marks" check_marks --config Debug "$report" "$solution/src/Shop"

settings "$WORK/set/microsoft.runsettings" '<DataCollector friendlyName="Code Coverage" enabled="True"><Configuration><IncludeTestAssembly>False</IncludeTestAssembly><CoverageFileName>other.xml</CoverageFileName><CodeCoverage><ModulePaths><Exclude><ModulePath>.*Shop\.dll$</ModulePath></Exclude></ModulePaths></CodeCoverage></Configuration></DataCollector>'
check "Microsoft in the settings: a run" tests -- -s "$WORK/set/microsoft.runsettings"
check "Microsoft in the settings: switched off, said" says "switches on Microsoft's collector"
check "Microsoft in the settings: its filters are used" is "$(packages)" "Text "
check "Microsoft in the settings: it did not run" test -z "$(find "$WORK/set" "$solution" -name '*.coverage')"
check "wrapped settings: report has them, too" bash -c "cd '$solution' && '$CLRCOV' report -q -o '$WORK/again.xml' && ! grep -q 'package name=\"Shop\"' '$WORK/again.xml'"
check "-s of our own: wins" tests -s "$WORK/set/plain.runsettings" -- -s "$WORK/set/microsoft.runsettings"
check "-s of our own: its filters" is "$(packages)" "Text "
find "$solution" -name TestResults -type d -prune -exec rm -rf {} +
