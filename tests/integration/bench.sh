#!/usr/bin/env bash
# The benchmark program measures: one program, one round, three arms, of which one is made to give a wrong answer, which must
# be told and count nowhere. How large the figures are is no matter of this test.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

results=$WORK/results.json
measured() { python3 -c "import json, sys; r = json.load(open('$results')); sys.exit(not ($1))"; }

# A clrcov that says of one arm that everything ran.
cat >"$WORK/clrcov" <<END
#!/bin/sh
"$CLRCOV" "\$@"
code=\$?
case " \$* " in *' --erase off '*) sed -i 's/hits="0"/hits="1"/; s/(1\/2)/(2\/2)/' "$WORK"/tmp/clrcov-bench-*/report.xml ;; esac
exit \$code
END
chmod +x "$WORK/clrcov"
CLRCOV=$WORK/clrcov exits "bench: one program, and a wrong answer" 1 'WRONG: program exceptions Release erase-off: [0-9]* lines differ' \
    "$ROOT/scripts/bench.sh" --rounds 1 --only 'program exceptions' --configs Release --arms none,clrcov,erase-off \
    --json "$results" --page "$WORK/page.md"
check "bench: a sample of each arm" measured "sorted(s['arm'] for s in r['samples']) == ['clrcov', 'erase-off', 'none']"
check "bench: the right ones took time" measured "sum(s['cpu'] > 0.05 and s['peak'] > 0 for s in r['samples'] if 'wrong' not in s) == 2"
check "bench: the page has the program's row" grep -Eq '^\| exceptions \| [0-9]+ \| [0-9.]+ s \| [0-9.]+ \|$' "$WORK/page.md"
check "bench: the page tells the wrong answer" grep -q '^- \*\*Wrong\*\*, and not counted: program exceptions' "$WORK/page.md"
"$ROOT/scripts/bench.sh" --from "$results" >"$WORK/again.md"
check "bench: the page is written again from the results" diff "$WORK/page.md" <(sed '$d' "$WORK/again.md")
