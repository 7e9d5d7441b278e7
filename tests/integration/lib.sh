# Shared by the integration tests: names of things, checks that print "ok - NAME" or "not ok - NAME".
# Every test file sources it and may be run alone after scripts/build.sh: bash tests/integration/marks.sh
# TEST_RUN=full: every combination and the large numbers; without it, what scripts/test.sh runs before each commit.

set -uo pipefail
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
CLRCOV=${CLRCOV:-$ROOT/build/release/bin/clrcov}
LIBRARY=${LIBRARY:-$ROOT/build/release/lib/libclrcov.so}
CLSID='{30D4695D-A1FA-4288-B5E9-F8BE8620DC72}'
TARGETS=$ROOT/tests/targets
EXAMPLES=$ROOT/examples
check_marks() { python3 "$ROOT/tests/integration/check_marks.py" "$@"; }
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1 DOTNET_SKIP_FIRST_TIME_EXPERIENCE=1
export MSBUILDDISABLENODEREUSE=1 LC_ALL=C.UTF-8
# Advice about the style of the programs under test would be a quarter of the time of compiling them.
export RunAnalyzers=false

# A directory for this test file, with a TMPDIR of its own, removed at the end.
WORK=$(mktemp -d "${TMPDIR:-/tmp}/clrcov-it-XXXXXX")
mkdir "$WORK/tmp"
export TMPDIR=$WORK/tmp
trap 'rm -rf "$WORK"' EXIT

ok() { echo "ok - $1"; }
not_ok() {
    echo "not ok - $1"
    [ $# -lt 2 ] || printf '%s\n' "$2" | tail -40 | cut -c1-300 | sed 's/^/#   /'
}

# check NAME COMMAND...: the command must succeed; its output is shown when it does not.
check() {
    local name=$1 output
    shift
    if output=$("$@" 2>&1); then ok "$name"; else not_ok "$name" "$output"; fi
}

# exits NAME CODE PATTERN COMMAND...: exit code and a message on standard error.
exits() {
    local name=$1 code=$2 pattern=$3 errors got
    shift 3
    errors=$("$@" 2>&1 >/dev/null)
    got=$?
    if [ "$got" -ne "$code" ]; then
        not_ok "$name" "exit $got, expected $code: $errors"
    elif ! grep -Eq -- "$pattern" <<<"$errors"; then
        not_ok "$name" "no message like '$pattern': $errors"
    else
        ok "$name"
    fi
}

# dotnet for what only builds: such a short process does not live to use a profile of its own code. Never for
# programs under test, which run as their users run them.
build_tool() { DOTNET_TieredPGO=0 dotnet "$@"; }

is_full() { [ "${TEST_RUN:-short}" = full ]; }
short_or_full() { if is_full; then echo "$2"; else echo "$1"; fi; } # SHORT FULL: what belongs to this run

# combinations LIST...: lines of one word from each list. In a full run all there are; in a short one as many as the longest list
# has words: each word occurs, and so does each pair of words of two lists where there are enough lines.
combinations() {
    local list words line lines=("") next index number=0 longest=0
    for list in "$@"; do
        read -r -a words <<<"$list"
        next=()
        for line in "${lines[@]}"; do next+=("${words[@]/#/$line }"); done
        lines=("${next[@]}")
        [ ${#words[@]} -le $longest ] || longest=${#words[@]}
    done
    if is_full; then
        printf '%s\n' "${lines[@]# }"
        return
    fi
    for ((index = 0; index < longest; index++)); do
        line= number=0
        for list in "$@"; do
            read -r -a words <<<"$list"
            line+=" ${words[(index + number * (index / ${#words[@]})) % ${#words[@]}]}"
            number=$((number + 1))
        done
        echo "${line# }"
    done
}

# Builds a project or solution; output on failure only. What targets.sh has built for all files is there already.
build() {
    local log folder=$1
    [ -d "$folder" ] || folder=$(dirname "$folder")
    if grep -qsxF "$folder/|$2" "${BUILT_TARGETS:-/dev/null}"; then return; fi
    log=$(build_tool build "$1" -c "$2" --nologo -v quiet 2>&1) || { not_ok "build $1 ($2)" "$log"; return 1; }
}

# The report without what differs from run to run, an element a line.
normal() { sed -E 's/ timestamp="[0-9]+"//; s/></>\n</g' "$1"; }

same_report() {
    diff <(normal "$1") <(normal "$2") | head -20
    [ "${PIPESTATUS[0]}" -eq 0 ]
}

# has_line PATTERN FILE: quiet when the file is not there yet.
has_line() { grep -qs -- "$1" "$2"; }

# wait_for SECONDS COMMAND...: until it succeeds.
wait_for() {
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        [ $SECONDS -lt $end ] || return 1
        sleep 0.1
    done
}
