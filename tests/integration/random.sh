#!/usr/bin/env bash
# Random programs in two texts, of which one records what ran: four seeds, Debug and Release, with the plan, with the
# oracle and with exact counts. scripts/random.sh runs as many seeds as one likes.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

random_programs() { python3 "$ROOT/tests/random/random_programs.py" --clrcov "$CLRCOV" "$@"; }

check "random programs of C#" random_programs --language csharp --seeds 1..3 --methods 60 \
    --expected "$ROOT/tests/random/expected.txt"
check "random programs of C# with more constructs" random_programs --language csharp --seeds 1000..1000 --methods 60

# The targets of C#, each token on a line of its own, in a full run with another indentation, too; and the decisions of each
# member, counted by syntax alone.
styles=(--style each-token)
! is_full || styles+=(--style narrow)
check "the targets of C# in other layouts" python3 "$ROOT/tests/reformat/reformat.py" --clrcov "$CLRCOV" \
    "${styles[@]}" --expected "$ROOT/tests/reformat/expected.txt"
if build "$TARGETS/csharp" Debug; then
    "$CLRCOV" run -q -o "$WORK/report.xml" -- dotnet "$TARGETS/csharp/bin/Debug/net10.0/CSharpTargets.dll" >/dev/null
    check "decisions by syntax" python3 "$ROOT/tests/decisions/count_decisions.py" \
        --differences "$ROOT/tests/decisions/differences.txt" "$WORK/report.xml" "$TARGETS/csharp"
fi
