#!/usr/bin/env bash
# clrcov next: the order of docs/next.md, computed again from the JSON report; the budget of the answer; what is refused.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

build "$TARGETS/csharp/CSharpTargets.csproj" Debug || exit 0
cd "$TARGETS/csharp" || exit 1

# in_order NAME FOLDER HITS COMMAND...: `next` after the command has the order that the JSON report gives.
in_order() {
    local name=$1 folder=$2 hits=$3 kept
    kept=$WORK/$name-$hits
    shift 3
    (cd "$folder" && "$CLRCOV" run -q --root "$folder" --hits "$hits" -f data="$kept.clrcov" -f json="$kept.json" -- "$@") >/dev/null
    "$CLRCOV" next --session "$kept.clrcov" --json --top 100000 --budget 100000000 >"$kept.next"
    check "$name, hits $hits: the members are in the order of docs/next.md" \
        python3 "$ROOT/tests/integration/next_order.py" "$kept.next" "$kept.json"
}
for hits in once exact; do
    in_order targets "$TARGETS/csharp" $hits dotnet bin/Debug/net10.0/CSharpTargets.dll
done

# Two generated programs, and the example with tests.
generated() { # FIRST..LAST
    python3 "$ROOT/tests/random/random_programs.py" --clrcov "$CLRCOV" --seeds "$1" --methods 40 --runs plan \
        --keep "$WORK/random-$1" >/dev/null
    in_order "random-$1" "$WORK/random-$1/${1%%.*}" exact dotnet bin/plainDebug/plainDebug.dll
    in_order "random-$1" "$WORK/random-$1/${1%%.*}" once dotnet bin/plainDebug/plainDebug.dll
}
if is_full; then
    generated 1..1
    generated 1000..1000
    build "$EXAMPLES/xunit-solution" Debug && in_order xunit "$EXAMPLES/xunit-solution" once dotnet test -c Debug --no-build
fi

next() { "$CLRCOV" next --session "$WORK/targets-once.clrcov" "$@"; }
fits() { # BYTES OPTION...: the answer has at most so many bytes, says what is missing, and cuts nothing
    local most=$1 text
    shift
    text=$(next --top 1000 "$@")
    [ "${#text}" -le "$most" ] && tail -1 <<<"$text" | grep -Eq '^and [0-9]+ more members; --top and --budget show more$'
}
check "the default answer has at most 8 KiB" fits 8192
check "the answer keeps within its budget" fits 600 --budget 600
is_cut() { next --json --budget 512 --top 1000 | python3 -c 'import json, sys
text = sys.stdin.read()
answer = json.loads(text)
sys.exit(len(text.encode()) > 512 or answer["more"] == 0)'; }
check "the JSON answer keeps within its budget, and counts what is missing" is_cut

file=$(next --json --top 60 --budget 1000000 | python3 -c 'import json, sys
members = json.load(sys.stdin)["members"]
last = [m for m in members if m["missedLines"] > 0][-1]
print(last["file"], last["firstLine"], last["lastLine"], last["type"] + "." + last["member"])')
read -r path first last member <<<"$file"
printf -- '--- a/%s\n+++ b/%s\n@@ -%s,0 +%s,%s @@\n' "$path" "$path" "$first" "$first" "$((last - first + 1))" >"$WORK/change.diff"
for ((i = first; i <= last; i++)); do echo "+x"; done >>"$WORK/change.diff"
is_first() { next --top 1 --patch "$WORK/change.diff" --root "$(git -C "$ROOT" rev-parse --show-toplevel)" | head -1 | grep -Fq "$member"; }
check "a member with missed changes comes first" is_first

exits "a number that is none" 64 '^clrcov: --top: x is not a number from 1 on' "$CLRCOV" next --session "$WORK/targets-once.clrcov" --top x
exits "a budget that is too small" 64 '^clrcov: --budget: 10 is not a number from 512 on' "$CLRCOV" next --session "$WORK/targets-once.clrcov" --budget 10
exits "an operand" 64 'give the run with --session' "$CLRCOV" next "$WORK/targets-once.clrcov"
