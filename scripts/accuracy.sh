#!/usr/bin/env bash
# Writes docs/accuracy.md from runs: the marked targets in Debug and in Release under clrcov, coverlet and
# Microsoft's code coverage, compared with their marks. Needs scripts/build.sh release, or another build:
# CLRCOV=.../clrcov LIBRARY=.../libclrcov.so scripts/accuracy.sh [OUTPUT]
# The page is the summary. The rows, construct by construct, go to build/accuracy/rows.md, or to ROWS=FILE.
# Fails when clrcov deviates from the marks in a way that tests/accuracy/deviations.txt does not list, when it
# lists one that is gone, and when a run of clrcov fails. A tool of others that cannot run is named in the page.
# KEEP=DIR keeps the reports in DIR; FROM=DIR writes the page again from reports that were kept.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

OUTPUT=${1:-$ROOT/docs/accuracy.md}
ROWS=${ROWS:-$ROOT/build/accuracy/rows.md}
HERE=$ROOT/tests/accuracy
FOLDERS=(csharp fsharp fsharp-more vb vb-more toplevel) # below tests/targets: one program each
COVERLET_VERSION=10.0.1
MICROSOFT_VERSION=18.11.0

write_page() { # RUNS
    local status=0
    python3 "$HERE/page.py" --runs "$1" --deviations "$HERE/deviations.txt" --output "$OUTPUT" --rows "$ROWS" \
        "${FOLDERS[@]}" || status=$?
    say "the summary is in $OUTPUT, the rows are in $ROWS"
    return $status
}
if [ -n "${FROM:-}" ]; then
    write_page "$FROM"
    exit
fi
prepare_comparison accuracy
mkdir "$WORK/targets"
RUNS=$WORK/runs # targets/ (the sources that were run), facts.txt, Debug/ and Release/: TOOL*.xml or TOOL.why
mkdir -p "$RUNS"/{Debug,Release}

# Sources without the output of other builds. The reports name these copies.
copy_sources() {
    tar -C "$ROOT/tests/targets" --exclude=bin --exclude=obj -cf - "${FOLDERS[@]}" \
        Directory.Build.props Directory.Build.targets | tar -C "$WORK/targets" -xf -
    cp -r "$HERE/host" "$WORK/host"
    {
        echo "<Project>"
        echo "  <PropertyGroup><CoverletVersion>$COVERLET_VERSION</CoverletVersion>"
        echo "    <MicrosoftVersion>$MICROSOFT_VERSION</MicrosoftVersion></PropertyGroup>"
        echo "  <ItemGroup>"
        local folder
        for folder in "${FOLDERS[@]}"; do
            echo "    <ProjectReference Include=\"$(project_of "$folder")\" />"
            echo "    <AssemblyMetadata Include=\"Target\" Value=\"$(assembly_of "$folder")\" />"
        done
        echo "  </ItemGroup>"
        echo "</Project>"
    } >"$WORK/host/Targets.props"
}
project_of() { echo "$WORK/targets/$1"/*proj; }
assembly_of() { sed -n 's:.*<AssemblyName>\(.*\)</AssemblyName>.*:\1:p' "$(project_of "$1")"; }

# Which packages are there: all, all but coverlet, none. Sets HOST_MISSING to the reason when there is no host.
HOST_MISSING=""
restore_host() {
    local log=$WORK/restore.log
    dotnet restore "$WORK/host" --nologo >"$log" 2>&1 && return
    if WithCoverlet=false dotnet restore "$WORK/host" --nologo >"$log" 2>&1; then
        export WithCoverlet=false # a property of the builds, too
        say "coverlet.collector $COVERLET_VERSION does not restore here"
    else
        HOST_MISSING="the packages of the test host (xunit, Microsoft.NET.Test.Sdk $MICROSOFT_VERSION) do not restore"
        say "$HOST_MISSING"
    fi
}

build() { # PROJECT CONFIG
    local log
    log=$(dotnet build "$1" -c "$2" --nologo -v quiet 2>&1) || { echo "$log"; die "building $1 ($2) failed"; }
}

why() { # CONFIG TOOL REASON
    say "$2 $1: not run: $3"
    echo "$3" >"$RUNS/$1/$2.why"
}

# The programs themselves, without a test host; and their sequence points, which tell where statements end.
run_programs() { # CONFIG
    local folder program
    for folder in "${FOLDERS[@]}"; do
        [ -z "$HOST_MISSING" ] || build "$(project_of "$folder")" "$1"
        program=$WORK/targets/$folder/bin/$1/net10.0/$(assembly_of "$folder").dll
        "$CLRCOV" run -q --root "$WORK/targets" -o "$RUNS/$1/clrcov-program-$folder.xml" -- \
            dotnet "$program" >/dev/null || die "clrcov run of $folder ($1) failed"
        { "$CLRCOV" dump "$program" && "$CLRCOV" dump --il "$program"; } |
            grep -E '^document |^ *; document ' >"$RUNS/$1/points-$folder.txt"
    done
}

run_tests() { dotnet test "$WORK/host" --no-build --nologo -v quiet "$@"; }

# was_there TOOL: the test process told which native libraries it had.
was_there() {
    local libraries=$WORK/libraries
    case $1 in
    clrcov) grep -qx libclrcov.so "$libraries" ;;
    microsoft-dynamic) grep -qx libCoverageInstrumentationMethod.so "$libraries" ;;
    *) ! grep -qxE 'libCoverageInstrumentationMethod.so|libclrcov.so' "$libraries" ;;
    esac
}

# The same programs as tests, under one tool.
run_host() { # CONFIG TOOL
    local config=$1 tool=$2 results=$WORK/results report log=$WORK/test.log
    rm -rf "$results" "$WORK/libraries"
    local arguments=(-c "$config" --results-directory "$results")
    [ "$tool" = clrcov ] || arguments+=(--settings "$HERE/$tool.runsettings")
    [ "$tool" != coverlet ] || arguments+=(--collect "XPlat Code Coverage")
    export ACCURACY_LIBRARIES=$WORK/libraries
    if [ "$tool" = clrcov ]; then
        (cd "$WORK" && "$CLRCOV" run -q --root "$WORK/targets" -o "$RUNS/$config/clrcov.xml" -- \
            dotnet test host --no-build --nologo -v quiet "${arguments[@]}") >"$log" 2>&1 ||
            { cat "$log"; die "clrcov run of the tests ($config) failed"; }
        was_there clrcov || die "clrcov was not in the test process ($config)"
        return
    fi
    if ! run_tests "${arguments[@]}" >"$log" 2>&1; then
        tail -5 "$log"
        why "$config" "$tool" "the tests failed under it"
        return
    fi
    report=$(find "$results" -name '*.xml' -size +0 | head -1)
    if [ -z "$report" ]; then
        why "$config" "$tool" "it wrote no report"
    elif ! was_there "$tool"; then
        why "$config" "$tool" "the test process was not measured in this way"
    else
        cp "$report" "$RUNS/$config/$tool.xml"
    fi
}

package_missing() { # TOOL: why it cannot run at all, or nothing
    if [ -n "$HOST_MISSING" ]; then
        echo "$HOST_MISSING"
    elif [ "$1" = coverlet ] && [ "${WithCoverlet:-}" = false ]; then
        echo "the package coverlet.collector $COVERLET_VERSION does not restore"
    fi
}

write_facts() {
    cp -r "$WORK/targets" "$RUNS/targets"
    {
        echo "date=$(date -u +%F)"
        echo "clrcov=$("$CLRCOV" --version | head -1 | sed 's/^clrcov *//')"
        echo "sdk=$(dotnet --version)"
        echo "runtime=$(dotnet --list-runtimes | sed -n 's/^Microsoft.NETCore.App \(10[^ ]*\).*/\1/p' | tail -1)"
        echo "system=$(uname -sm)"
        echo "coverlet=$COVERLET_VERSION"
        echo "microsoft=$MICROSOFT_VERSION"
        echo "root=$WORK/targets"
    } >"$RUNS/facts.txt"
}

copy_sources
restore_host
for config in Debug Release; do
    say "$config: building"
    [ -n "$HOST_MISSING" ] || build "$WORK/host" "$config"
    say "$config: clrcov, the programs themselves"
    run_programs "$config"
    for tool in clrcov coverlet microsoft-static microsoft-dynamic; do
        reason=$(package_missing "$tool")
        if [ -n "$reason" ]; then
            why "$config" "$tool" "$reason"
        else
            say "$config: $tool, the programs as tests"
            run_host "$config" "$tool"
        fi
    done
done
write_facts
if [ -n "${KEEP:-}" ]; then
    mkdir -p "$KEEP"
    cp -r "$RUNS/." "$KEEP/"
fi
write_page "$RUNS"
