#!/usr/bin/env bash
# What of a change ran: clrcov diff beside diff-cover on many kinds of patches; where the base is known from; what is told
# when it is not; thresholds for the patch; lost coverage.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
unset GITHUB_BASE_REF CI_MERGE_REQUEST_DIFF_BASE_SHA SYSTEM_PULLREQUEST_TARGETBRANCH CHANGE_TARGET \
    BITBUCKET_PR_DESTINATION_BRANCH

python3 "$ROOT/tests/integration/diff_cases.py" "$CLRCOV" "$WORK/cases"

# --- the base ------------------------------------------------------------------------------------
export GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x@example.com GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x@example.com
mkdir -p "$WORK/origin" && cd "$WORK/origin" && git init -q -b main . || exit 1
printf 'a\nb\nc\nd\n' >A.cs
printf 'x\n' >Unknown.cs
git add -A && git commit -q -m base
git commit -q --allow-empty -m more
git clone -q "$WORK/origin" "$WORK/clone"
cd "$WORK/clone" && git checkout -q -b work || exit 1
printf 'a\nnew 1\nb\nnew 2\nc\nd\n' >A.cs
printf 'x\ny\n' >Unknown.cs
git commit -q -a -m change
# lines HITS...: lcov of A.cs
trace() {
    local number=0 hits
    echo 'TN:'
    echo 'SF:A.cs'
    for hits in "$@"; do
        number=$((number + 1))
        echo "DA:$number,$hits"
    done
    echo end_of_record
}
trace 1 0 1 1 0 1 >now.info
trace 1 1 1 1 >before.info
"$CLRCOV" merge -q -o now.clrcov now.info
"$CLRCOV" merge -q -o before.clrcov before.info
diff=("$CLRCOV" diff now.clrcov)
says() { "${diff[@]}" "${@:2}" | grep -q "$1"; }
check "the base is that of the remote" says 'Patch coverage: 50.00% (1 of 2 changed lines with code ran), since origin/HEAD'
check "the base is said" says 'since main' --base main
check "GitHub's variable" env GITHUB_BASE_REF=main bash -c '"$0" diff now.clrcov | grep -q "since origin/main"' "$CLRCOV"
check "GitLab's variable" env CI_MERGE_REQUEST_DIFF_BASE_SHA="$(git rev-parse main)" bash -c '"$0" diff now.clrcov | grep -q "1 of 2"' "$CLRCOV"
check "Azure's variable" env SYSTEM_PULLREQUEST_TARGETBRANCH=refs/heads/main bash -c '"$0" diff now.clrcov | grep -q "since origin/main"' "$CLRCOV"
check "Jenkins' variable" env CHANGE_TARGET=main bash -c '"$0" diff now.clrcov | grep -q "since origin/main"' "$CLRCOV"
check "Bitbucket's variable" env BITBUCKET_PR_DESTINATION_BRANCH=main bash -c '"$0" diff now.clrcov | grep -q "since origin/main"' "$CLRCOV"
check "a range and its file" says '50.00%  1/2  A.cs  2$'
check "a changed source that the report does not know is named" says 'Not in the report: Unknown.cs'
check "unchanged lines that were lost" says 'A.cs:5' --base-data before.clrcov
check "Markdown" says '## Patch coverage: 50.00%' -f markdown
check "annotations" says '^::warning file=A.cs,line=2,endLine=2,title=Not covered::' -f github
check "annotations of Azure" says '^##vso\[task.logissue type=warning;sourcepath=A.cs;linenumber=2;\]' -f azure
check "JSON" bash -c '"$0" diff -f json now.clrcov | python3 -c "import json,sys; assert json.load(sys.stdin)[\"lines\"] == {\"covered\": 1, \"valid\": 2}"' "$CLRCOV"
exits "an unknown base" 64 'nowhere is not known to this repository; for a tag run `git fetch --tags origin`, for a branch of a remote name REMOTE/BRANCH' "${diff[@]}" --base nowhere
exits "a branch with characters of a shell is quoted in the hint" 64 \
    "git fetch origin '\\+refs/heads/\\$\\(id\\);x:refs/remotes/origin/\\$\\(id\\);x'\`" \
    env GITHUB_BASE_REF='$(id);x' "$CLRCOV" diff now.clrcov
exits "a base that is an option" 64 'takes a name' "${diff[@]}" --base=--output=x
exits "base and patch" 64 'one of them' "${diff[@]}" --base main --patch now.info
printf -- '--- a/A.cs\n+++ b/A.cs\n@@ -1,2 +1,2 @@\n-a\n' >bad.patch
exits "a patch that is cut" 64 'bad.patch: line 4 of the patch: the patch ends in the middle of a hunk' "${diff[@]}" --patch bad.patch
exits "no such patch" 64 'none.patch' "${diff[@]}" --patch none.patch
exits "met" 0 '' "${diff[@]}" --fail-under-line-patch 50
exits "not met" 20 'line coverage of the patch is 50.00% \(1 of 2\), below the threshold of 50.01%: 1 more line needed; most missed: A.cs \(1\)' \
    "${diff[@]}" --fail-under-line-patch 50.01
check "a threshold for the patch brings the patch into the summary" bash -c \
    '"$0" report -q -f markdown=- --fail-under-line-patch 50 now.clrcov | head -1 | grep -q "Patch coverage: 50.00%"' "$CLRCOV"
check "changed lines come first in annotations" bash -c \
    '"$0" report -q -f github --base main now.clrcov | head -1 | grep -q "line=2,"' "$CLRCOV"
git clone -q --depth 1 "file://$WORK/clone" "$WORK/shallow"
cd "$WORK/shallow" && printf 'z\n' >>A.cs
# Build servers look for sources from the top of the repository.
mkdir -p sub/src && printf 'a\nb\n' >sub/src/B.cs && git add sub && git commit -q -m sub
printf 'a\nB\n' >sub/src/B.cs
printf 'TN:\nSF:src/B.cs\nDA:1,1\nDA:2,0\nend_of_record\n' >sub.info
"$CLRCOV" merge -q --root sub -o sub.clrcov sub.info
below() { # NAME PATTERN COMMAND...: what is printed for the root below the top
    check "a root below the top: $1" bash -c '"${@:2}" | grep -q "$1"' - "$2" "$CLRCOV" "${@:3}"
}
below "annotations of GitHub" '^::warning file=sub/src/B.cs,line=2,' report -q --root sub -f github sub.clrcov
below "annotations of Azure" 'sourcepath=sub/src/B.cs;' report -q --root sub -f azure sub.clrcov
below "annotations of a change for GitHub" '^::warning file=sub/src/B.cs,line=2,' diff --root sub --base HEAD -f github sub.clrcov
below "annotations of a change for Azure" 'sourcepath=sub/src/B.cs;' diff --root sub --base HEAD -f azure sub.clrcov
git checkout -q sub

# told NAME BASE: runs the command that clrcov prints, and then the base is known.
told() {
    local name=$1 base=$2 command
    command=$("$CLRCOV" diff --base "$base" "$WORK/clone/now.clrcov" 2>&1 | grep -o '`[^`]*`' | tr -d '`')
    check "$name is told what mends it" [ -n "$command" ]
    check "$name: the command works: $command" bash -c "$command"
    exits "$name: then its base is known" 0 '' "$CLRCOV" diff --base "$base" "$WORK/clone/now.clrcov"
}
shallow() { # NAME: a new clone of the last commit
    cd "$WORK" && rm -rf "$1" && git clone -q --depth 1 -b side "file://$WORK/deep" "$1"
    cd "$1" && printf "z\n" >>A.cs
}
git clone -q "file://$WORK/clone" "$WORK/deep"
(cd "$WORK/deep" && git tag v1 && git checkout -q -b side && git commit -q --allow-empty -m side && git commit -q --allow-empty -m more &&
    git checkout -q main && git commit -q --allow-empty -m other && git config uploadpack.allowAnySHA1InWant true)
first=$(git -C "$WORK/deep" rev-parse v1)
other=$(git -C "$WORK/deep" rev-parse main)
for base in v1 "$first" HEAD~1 origin/main origin/HEAD; do
    shallow mended
    told "a shallow clone, of the base ${base:0:12}" "$base"
done
shallow mended
git remote rename origin up/stream
exits "a shallow clone of another remote" 64 'git fetch --unshallow up/stream \+refs/heads/main:refs/remotes/up/stream/main`' \
    "$CLRCOV" diff --base up/stream/main "$WORK/clone/now.clrcov"
told "a shallow clone of another remote" up/stream/main
git clone -q --single-branch -b side "file://$WORK/deep" "$WORK/single" && cd "$WORK/single" || exit 1
told "a commit of another branch" "$other"
told "a branch that was not cloned" origin/main
mkdir "$WORK/plain" && cd "$WORK/plain" || exit 1
exits "no repository" 64 'is not in a git repository' "$CLRCOV" diff "$WORK/clone/now.clrcov"
