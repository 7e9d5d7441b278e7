#!/usr/bin/env bash
# clrcov next: the order of docs/next.md, computed again from the JSON report; the budget of the answer; what is refused.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

build "$TARGETS/csharp/CSharpTargets.csproj" Debug || exit 0
cd "$TARGETS/csharp" || exit 1

while read -r hits; do
    "$CLRCOV" run -q --hits "$hits" -f data="$WORK/$hits.clrcov" -f json="$WORK/$hits.json" -- \
        dotnet bin/Debug/net10.0/CSharpTargets.dll >/dev/null
    "$CLRCOV" next --session "$WORK/$hits.clrcov" --json --top 100000 --budget 100000000 >"$WORK/$hits.next"
    check "hits $hits: the members are in the order of docs/next.md" \
        python3 "$ROOT/tests/integration/next_order.py" "$WORK/$hits.next" "$WORK/$hits.json"
done < <(printf '%s\n' once exact)

next() { "$CLRCOV" next --session "$WORK/once.clrcov" "$@"; }
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

exits "a number that is none" 64 '^clrcov: --top: x is not a number from 1 on' "$CLRCOV" next --session "$WORK/once.clrcov" --top x
exits "a budget that is too small" 64 '^clrcov: --budget: 10 is not a number from 512 on' "$CLRCOV" next --session "$WORK/once.clrcov" --budget 10
exits "an operand" 64 'give the run with --session' "$CLRCOV" next "$WORK/once.clrcov"
