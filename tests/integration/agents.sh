#!/usr/bin/env bash
# What coding agents use: `clrcov mcp`, with a client of its own; the skill.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

project=$EXAMPLES/xunit-solution
cp -r "$project" "$WORK/shop"
cd "$WORK/shop" || exit 1
git init -q . && printf 'bin/\nobj/\ncoverage*\n' >.git/info/exclude && git add -A && git -c user.name=x -c user.email=x@example.org commit -qm one
dotnet_project=$(find . -name '*Tests.csproj' | head -1)
build_tool build "$dotnet_project" --nologo -v quiet >"$WORK/build.log" 2>&1 || not_ok "the example builds" "$(cat "$WORK/build.log")"
"$CLRCOV" run -q --per-test -f data=coverage.clrcov -- dotnet test "$dotnet_project" --no-build >/dev/null 2>&1
place=$("$CLRCOV" who --session coverage.clrcov --json | python3 -c 'import json, sys
line = json.load(sys.stdin)["lines"][0]
print(line["file"] + ":" + str(line["line"]))')
python3 "$ROOT/tests/integration/agents.py" "$CLRCOV" "$WORK/shop" coverage.clrcov "$place"

# An agent that knows the skill alone: it runs what the table says.
skill=$ROOT/packaging/skill/SKILL.md
mkdir "$WORK/bin" && ln -s "$CLRCOV" "$WORK/bin/clrcov"
by_skill() { # WHAT YOU WANT
    local command
    command=$(sed -n "s/^| $1 | \`\([^\`]*\)\`.*/\1/p" "$skill")
    [ -n "$command" ] || return 1
    PATH=$WORK/bin:$PATH $command
}
check "an agent measures with one command" by_skill measure
first_test() {
    by_skill "know which test to write first" >"$WORK/next.txt"
    sed -n '1s/^1\. //p' "$WORK/next.txt" | grep -q . && grep -q '^   nearest test: ' "$WORK/next.txt"
}
check "one call more names the first test to write" first_test
rm coverage.clrcov coverage.cobertura.xml
unchanged() { ! git status --porcelain | grep .; }
check "no file of the solution changed" unchanged
short() { [ "$(wc -c <"$skill")" -le 4000 ]; }
check "the skill has at most 4,000 characters" short
known() { # each command of the skill exists
    local command
    for command in $(grep -o '`clrcov [a-z]*' "$skill" | cut -d' ' -f2 | sort -u); do
        "$CLRCOV" "$command" --help >/dev/null || return 1
    done
}
check "the skill names commands that exist" known
