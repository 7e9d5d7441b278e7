#!/usr/bin/env bash
# The protocol's own client from npm against `clrcov mcp`: it lists the tools and calls each, with the data of the tests of
# examples/xunit-solution. Needs scripts/build.sh release, or another build: CLRCOV=.../clrcov. The client is installed below
# build/mcp-client; without npm nothing is checked.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
sdk=1.32.2
tools=$ROOT/build/mcp-client

get_client() {
    [ ! -e "$tools/$sdk" ] || return 0
    mkdir -p "$tools" && cd "$tools" && echo '{"private": true}' >package.json &&
        timeout 200 npm install --no-audit --no-fund --ignore-scripts --loglevel=error "@modelcontextprotocol/sdk@$sdk" &&
        touch "$sdk"
}
skip() { echo "# skipped: $1"; echo "mcp-client: ok"; exit 0; }

need_dotnet
command -v npm >/dev/null 2>&1 || skip "npm is missing; install it to check the protocol's own client"
(get_client) >/dev/null 2>&1 || skip "npm could not install @modelcontextprotocol/sdk $sdk"
need_clrcov
make_work mcp
export TMPDIR=$WORK
shop=$WORK/shop
mkdir "$shop" && cd "$ROOT/examples/xunit-solution" && git ls-files -z | xargs -0 cp --parents -t "$shop" && cd "$shop" || exit 1
commit() { git add -A && git -c user.name=x -c user.email=x@example.org commit -qm "$1"; }
git init -q . && commit one
file=src/Shop/Stock.cs
line=$(grep -n '{' $file | sed -n '2s/:.*//p')
echo "// changed" >>$file && commit two
dotnet build --nologo -v quiet >"$WORK/build.log" 2>&1 || { tail -20 "$WORK/build.log"; die "the example does not build"; }
"$CLRCOV" run -q --per-test -f data=coverage.clrcov -- dotnet test --no-build >"$WORK/test.log" 2>&1
[ -s coverage.clrcov ] || { tail -20 "$WORK/test.log"; die "the example could not be measured"; }
(cd "$tools" && timeout 300 node "$ROOT/tests/integration/mcp_client.mjs" "$CLRCOV" "$shop" coverage.clrcov "$file" "$line") |
    tee "$WORK/checks"
code=${PIPESTATUS[0]}
[ "$code" -eq 0 ] && ! grep -q '^not ok' "$WORK/checks" && echo "mcp-client: ok"
