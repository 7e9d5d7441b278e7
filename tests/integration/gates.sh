#!/usr/bin/env bash
# Each threshold: exactly the value, one step above it, nothing to cover, a file that is not there; the figure that is shown
# and the exit code agree. In check, report, merge, diff; from options, variables and clrcov.xml. The table by rows.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
unset GITHUB_BASE_REF CI_MERGE_REQUEST_DIFF_BASE_SHA SYSTEM_PULLREQUEST_TARGETBRANCH CHANGE_TARGET \
    BITBUCKET_PR_DESTINATION_BRANCH NO_COLOR FORCE_COLOR
export GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x@example.com GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x@example.com
cd "$WORK" && git init -q -b main . || exit 1
printf 'a\nb\nc\nd\ne\nf\n' >A.cs
printf 'a\nb\nc\n' >B.cs
git add -A && git commit -q -m base
printf 'A\nB\nC\nd\ne\nf\n' >A.cs # three changed lines

# A.cs: 2 of 6 lines, 1 of 4 arms, 1 of 2 methods; B.cs: all 3 lines, no branch, its method.
cat >all.info <<'END'
TN:
SF:A.cs
FN:1,T.M()
FN:4,T.N()
DA:1,1
DA:2,1
DA:3,0
DA:4,0
DA:5,0
DA:6,0
BRDA:2,0,0,1
BRDA:2,0,1,0
BRDA:5,0,0,-
BRDA:5,0,1,-
end_of_record
TN:
SF:B.cs
FN:1,U.M()
DA:1,1
DA:2,1
DA:3,1
end_of_record
END
printf 'TN:\nSF:B.cs\nDA:1,1\nend_of_record\n' >one.info
"$CLRCOV" merge -q -o all.clrcov all.info
"$CLRCOV" merge -q -o one.clrcov one.info

# gate NAME CODE FIGURE OPTIONS...: what check says, met or not, and its exit code.
gate() {
    local name=$1 code=$2 figure=$3 got errors
    shift 3
    errors=$("$CLRCOV" check "$@" all.clrcov 2>&1)
    got=$?
    if [ $got -eq "$code" ] && grep -qF -- "$figure" <<<"$errors"; then ok "check: $name"; else not_ok "check: $name" "exit $got: $errors"; fi
}
gate "lines at the value" 0 'met: line coverage is 55.55% (5 of 9), the threshold is 55.5555%' --fail-under-line 55.5555
gate "lines above it" 20 'line coverage is 55.55% (5 of 9), below the threshold of 55.5556%: 1 more line needed; most missed: A.cs (4)' \
    --fail-under-line 55.5556
gate "branches at the value" 0 'branch coverage is 25.00% (1 of 4), the threshold is 25%' --fail-under-branch 25
gate "branches above it" 20 'branch coverage is 25.00% (1 of 4), below the threshold of 25.0001%: 1 more branch needed' --fail-under-branch 25.0001
gate "methods at the value" 0 'method coverage is 66.66% (2 of 3), the threshold is 66.6666%' --fail-under-method 66.6666
gate "methods above it" 20 'below the threshold of 66.6667%: 1 more method needed' --fail-under-method 66.6667
gate "files at the value" 0 'line coverage of each file is at least 33.3333%' --fail-under-line-file 33.3333
gate "files above it" 20 'line coverage of A.cs is 33.33% (2 of 6), below the threshold of 33.3334%' --fail-under-line-file 33.3334
gate "branches of files, of which one has none" 0 'branch coverage of each file is at least 25%' --fail-under-branch-file 25
gate "branches of files above it" 20 'branch coverage of A.cs is 25.00% (1 of 4)' --fail-under-branch-file 26
gate "methods of files at the value" 0 'method coverage of each file is at least 50%' --fail-under-method-file 50
gate "methods of files above it" 20 'method coverage of A.cs is 50.00% (1 of 2)' --fail-under-method-file 50.0001
gate "the patch at the value" 0 'line coverage of the patch is 66.66% (2 of 3), the threshold is 66.6666%' --base main --fail-under-line-patch 66.6666
gate "the patch above it" 20 'line coverage of the patch is 66.66% (2 of 3), below the threshold of 66.6667%: 1 more line needed; most missed: A.cs (1)' \
    --base main --fail-under-line-patch 66.6667
gate "branches of the patch" 20 'branch coverage of the patch is 50.00% (1 of 2)' --base main --fail-under-branch-patch 51
gate "methods of the patch" 0 'method coverage of the patch is 100.00% (1 of 1)' --base main --fail-under-method-patch 100
gate "uncovered lines at the value" 0 '4 lines are not covered, the limit is 4' --max-uncovered 4
gate "uncovered lines above it" 20 '4 lines are not covered, more than the limit of 3; most missed: A.cs (4)' --max-uncovered 3
gate "as good as the baseline" 0 'met: line coverage is 55.55% (5 of 9), the baseline has 55.55% (5 of 9)' --baseline all.clrcov
gate "worse than the baseline" 20 "line coverage is 55.55% (5 of 9), lower than the baseline's 100.00% (1 of 1)" --baseline one.clrcov
gate "a baseline that is not there" 64 'none.clrcov: file not found' --baseline none.clrcov
gate "no threshold" 64 'no threshold is set' --fail-under-line 0
gate "several, of which one is not met" 20 'met: branch coverage' --fail-under-branch 25 --fail-under-line 90
gate "only what is not met" 20 'below the threshold of 90%' -q --fail-under-line 90
gate "rules leave nothing" 21 'Nothing was measured' --exclude lcov --fail-under-line 1
gate "nothing to cover is met where that is allowed" 0 'n/a' --exclude lcov --fail-under-line 1 --allow-empty
exits "no coverable line of a kind" 20 'branch coverage is n/a .nothing to cover., the threshold is 1%; --allow-empty accepts this' \
    "$CLRCOV" check --fail-under-branch 1 one.clrcov
exits "a variable" 20 'below the threshold of 99%' env CLRCOV_FAIL_UNDER_LINE_FILE=99 "$CLRCOV" check all.clrcov
cat >clrcov.xml <<'END'
<clrcov version="1"><gate line-file="99" max-uncovered="2" line-patch="100"/><patch base="main"/></clrcov>
END
check "clrcov.xml" [ "$("$CLRCOV" check all.clrcov 2>&1 | grep -c clrcov:)" = 3 ]
rm clrcov.xml
exits "report" 20 'below the threshold of 99%' "$CLRCOV" report -q -f lcov=x --fail-under-line 99 all.clrcov
exits "merge" 20 'below the threshold of 99%' "$CLRCOV" merge -q -o m.clrcov --fail-under-line 99 all.clrcov
check "and the outputs are written" [ -s x -a -s m.clrcov ]
cp one.clrcov base.clrcov
exits "merge into the baseline: it is read before" 20 "lower than the baseline's 100.00% .1 of 1." \
    "$CLRCOV" merge -q -o base.clrcov --baseline base.clrcov all.clrcov
exits "merge into the baseline: it is written" 0 '^$' "$CLRCOV" check -q --baseline all.clrcov base.clrcov
exits "merge into an input" 0 '^$' "$CLRCOV" merge -q -o base.clrcov base.clrcov one.clrcov
exits "a base that is not there: the report is written, and the exit code tells" 64 'nowhere is not known' \
    "$CLRCOV" report -q -f lcov=y --base nowhere --fail-under-line-patch 1 all.clrcov
check "it is written" [ -s y ]
# A patch with diff.mnemonicPrefix, and one of a source that nothing was measured of.
git -c diff.mnemonicPrefix=true diff -U0 HEAD >mnemonic.diff
gate "a patch with mnemonic prefixes" 20 'line coverage of the patch is 66.66% (2 of 3)' --patch mnemonic.diff --fail-under-line-patch 67
sed 's/A\.cs/Other.cs/g' mnemonic.diff >other.diff
gate "a patch of unknown sources" 0 'is n/a (the patch has no line that can run); not in the report: Other.cs' \
    --patch other.diff --fail-under-line-patch 67
rm mnemonic.diff other.diff
# run asks before its command starts: a wrong one costs no test run.
not_started() { # NAME MESSAGE OPTIONS...
    local name=$1 message=$2
    shift 2
    exits "run: $name" 64 "$message" "$CLRCOV" run -q "$@" -- touch started
    check "run: $name: the command was not started" [ ! -e started ]
}
not_started "a baseline that is not there" 'none.clrcov: file not found' --baseline none.clrcov
not_started "a baseline of another kind" 'all.info: is not a data file of clrcov' --baseline all.info
not_started "a patch that is not there" 'none.diff: cannot open' --patch none.diff
not_started "a patch that is none" 'the patch names no file' --patch A.cs
not_started "a base that is not there" 'nowhere is not known' --base nowhere
exits "run: inputs that are there" 21 'othing was measured' "$CLRCOV" run -q --baseline all.clrcov --base main -- touch started
check "run: then the command runs" [ -e started ]
rm -f started
exits "two inputs" 64 'one session or data file' "$CLRCOV" check --fail-under-line 1 all.clrcov one.clrcov

# --- the summary of a step of GitHub Actions --------------------------------------------------------
printf 'Tests: 3 passed\n' >steps.md
ln -s steps.md linked.md
summary() { GITHUB_STEP_SUMMARY=$PWD/steps.md "$CLRCOV" "$@"; }
summary report -q -f markdown=steps.md all.clrcov
check "a summary of a step keeps what was there" [ "$(head -1 steps.md)" = 'Tests: 3 passed' ]
check "the report comes after it" grep -q 'A\.cs' steps.md
summary report -q -f markdown=linked.md all.clrcov
check "also by another path" [ "$(grep -c 'Tests: 3 passed' steps.md) $(grep -c '^##* .*overage' steps.md)" = '1 2' ]
CI=true summary run -q -f markdown=steps.md -- touch started 2>/dev/null
check "without a report it stays in its place" grep -q 'Tests: 3 passed' steps.md
"$CLRCOV" report -q -f markdown=steps.md all.clrcov
check "another file is replaced" sh -c '! grep -q "3 passed" steps.md'
rm -f started steps.md linked.md

# --- the table -----------------------------------------------------------------------------------
table() { "$CLRCOV" report -f table=- "$@" all.clrcov 2>/dev/null; }
check "rows by file, with what is missing" grep -Eq '^A.cs +2/6 +33.33% +1/4 +25.00%  2 1/2, 3-6$' <(table --by file)
check "rows by type" grep -Eq '^T +2/6 .*2 1/2, 3-6$' <(table --by type)
check "rows by method" grep -Eq '^T.N\(\) +0/3 +0.00% +0/2 +0.00%  4-6$' <(table --by method)
check "rows by folder" grep -Eq '^\. +5/9 ' <(table --by dir)
check "in order of names" [ "$(table --by method | grep -Eo '^[TU].[MN]' | tr '\n' ' ')" = 'T.M T.N U.M ' ]
check "most missed first" [ "$(table --by method --sort missed | grep -Eo '^[TU].[MN]' | tr '\n' ' ')" = 'T.N T.M U.M ' ]
check "no escape sequences off a terminal" sh -c '! printf "%s" "$0" | grep -q "$(printf "\033")"' "$(table --by file)"
check "unless they are asked for" grep -q "$(printf '\033\[31m')" <(table --by file --color always)
