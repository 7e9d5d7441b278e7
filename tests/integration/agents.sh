#!/usr/bin/env bash
# What coding agents use: `clrcov mcp`, with a client of its own; the skill.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

project=$EXAMPLES/xunit-solution
cp -r "$project" "$WORK/shop"
cd "$WORK/shop" || exit 1
git init -q . && git add -A && git -c user.name=x -c user.email=x@example.org commit -qm one
dotnet_project=$(find . -name '*Tests.csproj' | head -1)
build_tool build "$dotnet_project" --nologo -v quiet >"$WORK/build.log" 2>&1 || not_ok "the example builds" "$(cat "$WORK/build.log")"
before=$(git status --porcelain | sort)
"$CLRCOV" run -q --per-test -f data=coverage.clrcov -- dotnet test "$dotnet_project" --no-build >/dev/null 2>&1
place=$("$CLRCOV" who --session coverage.clrcov --json | python3 -c 'import json, sys
line = json.load(sys.stdin)["lines"][0]
print(line["file"] + ":" + str(line["line"]))')
python3 "$ROOT/tests/integration/agents.py" "$CLRCOV" "$WORK/shop" coverage.clrcov "$place"

one_call() { "$CLRCOV" next --session coverage.clrcov --top 1 | grep -q '^   nearest test: '; }
check "one call names the first test to write" one_call
rm coverage.clrcov
unchanged() { [ "$(git status --porcelain | sort)" = "$before" ]; }
check "no file of the solution changed" unchanged
short() { [ "$(wc -c <"$ROOT/packaging/skill/SKILL.md")" -le 4000 ]; }
check "the skill has at most 4,000 characters" short
known() { # each command of the skill exists
    local command
    for command in $(grep -o '`clrcov [a-z]*' "$ROOT/packaging/skill/SKILL.md" | cut -d' ' -f2 | sort -u); do
        "$CLRCOV" "$command" --help >/dev/null || return 1
    done
}
check "the skill names commands that exist" known
