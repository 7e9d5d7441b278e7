#!/usr/bin/env bash
# -f html: pages in a folder and in one file. Every figure and mark is that of the data; the sentences are those of the marks; the
# folder is written whole and keeps what others wrote; Chromium opens all of it from disk, with hostile names and sources and a
# file of 30,000 lines. Pictures of the pages are in build/pages afterwards.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
here=$ROOT/tests/pages
figures() { python3 "$here/check_pages.py" "$@"; }

# --- Figures and marks of all targets ----------------------------------------------------------------
for target in csharp:CSharpTargets fsharp:FSharpTargets vb:VbTargets; do
    dir=$TARGETS/${target%%:*}
    name=${target##*:}
    build "$(echo "$dir"/*proj)" Release || continue
    for hits in once exact; do
        out=$WORK/$name-$hits
        mkdir -p "$out"
        "$CLRCOV" run -q --hits $hits --root "$ROOT" -f data="$out/all.clrcov" -f html="$out/pages" -- \
            dotnet "$dir/bin/Release/net10.0/$name.dll" >/dev/null
        "$CLRCOV" report -q --root "$ROOT" -f json="$out/report.json" -f html="$out/again" "$out/all.clrcov"
        check "$name $hits: figures, marks and texts of the pages are those of the data" figures compare "$out/pages" "$out/report.json" "$ROOT"
        check "$name $hits: the sentences are those of the marks" figures words "$out/pages" "$dir"
        check "$name $hits: pages of the data are those of the run" diff -r "$out/pages" "$out/again"
    done
done

# --- One folder -----------------------------------------------------------------------------------------
targets=$WORK/CSharpTargets-once
python3 "$here/make_sources.py" hostile "$WORK/hostile"
conditions=tests/targets/csharp/Conditions.cs
{
    printf -- '--- a/%s\n+++ b/%s\n@@ -1,0 +1,%s @@\n' $conditions $conditions "$(wc -l <"$ROOT/$conditions")"
    sed 's/^/+/' "$ROOT/$conditions"
} >"$WORK/change.patch"
merge() {
    "$CLRCOV" merge -q --root "$ROOT" --patch "$WORK/change.patch" --baseline "$targets/all.clrcov" "$@" "$targets/all.clrcov" \
        "$WORK/hostile/report.xml" >/dev/null 2>&1
}
pages=$WORK/pages
mkdir "$pages"
echo mine >"$pages/notes.txt"
merge -f html="$pages"
"$CLRCOV" report -q --root "$ROOT" -f html="$WORK/all.html" --single-file "$WORK/VbTargets-exact/all.clrcov"
check "a folder and a single file are made" [ -s "$pages/index.html" -a -s "$WORK/all.html" ]
check "the file of another is still there" grep -qx mine "$pages/notes.txt"
cp -r "$pages" "$WORK/first"
merge -f html="$pages"
check "the same input gives the same bytes" diff -r "$WORK/first" "$pages"
"$CLRCOV" report -q --root "$ROOT" -f html="$WORK/first" "$targets/all.clrcov"
check "pages that are no more go, and what another wrote stays" \
    [ ! -e "$(echo "$WORK"/first/src/Long.cs-*)" -a -e "$WORK/first/notes.txt" -a -z "$(find "$WORK/first" -name '.clrcov*')" ]
mkdir "$WORK/other"
echo other >"$WORK/other/index.html"
exits "an index.html of another is not replaced" 73 'was not written by clrcov' \
    "$CLRCOV" report -q --root "$ROOT" -f html="$WORK/other" "$targets/all.clrcov"
exits "a file is no folder" 73 'it is a file' "$CLRCOV" report -q --root "$ROOT" -f html="$WORK/other/index.html" "$targets/all.clrcov"
exits "pages on standard output are one file" 64 'needs --single-file' \
    "$CLRCOV" report -q --root "$ROOT" -f html=- "$targets/all.clrcov"
check "one file on standard output" sh -c '"$0" report -q --root "$1" -f html=- --single-file "$2" | tail -1 | grep -qx "</html>"' \
    "$CLRCOV" "$ROOT" "$targets/all.clrcov"
mkdir "$WORK/bin"
printf '#!/bin/sh\necho "$1" >"%s/opened"\n' "$WORK" >"$WORK/bin/xdg-open"
chmod +x "$WORK/bin/xdg-open"
opens() {
    cd "$WORK" && PATH=$WORK/bin:$PATH "$CLRCOV" report -q --root "$ROOT" -f json=x.json --open "$targets/all.clrcov" &&
        [ "$(cat opened)" = "$WORK/coverage-html/index.html" ] && [ -s coverage-html/index.html ] && [ -s x.json ]
}
check "report --open makes pages and opens them" opens
full() {
    (
        ulimit -f 40
        "$CLRCOV" report -q --root "$ROOT" -f html="$WORK/full" "$targets/all.clrcov"
    )
}
exits "a file that is too large for the process" 73 'file size limit' full
check "nothing is left of a folder that could not be written" [ ! -e "$WORK/full" ]

# --- In a browser -----------------------------------------------------------------------------------------
tools=$ROOT/build/pages-tools
get_tools() {
    mkdir -p "$tools" && cd "$tools" || return 1
    cmp -s "$here/package-lock.json" package-lock.json && [ -e node_modules/prismjs ] && return 0
    cp "$here/package.json" "$here/package-lock.json" . &&
        timeout 200 npm ci --no-audit --no-fund --ignore-scripts --loglevel=error
}
chromium=$(command -v chromium)
if [ -n "$chromium" ] && command -v npm >/dev/null && (get_tools) >/dev/null 2>&1; then
    bin=$tools/node_modules/.bin
    check "types of the script" "$bin/tsc" -p "$here/tsconfig.json"
    check "style of the script" sh -c 'cd "$0" && "$1" -c tests/pages/eslint.config.mjs reports/html/app.js tests/pages/browser.mjs' "$ROOT" "$bin/eslint"
    check "the highlighter is that of its package" bash "$ROOT/scripts/vendor-prism.sh" --check
    check "html-validate finds nothing" "$bin/html-validate" -c "$here/htmlvalidate.json" "$pages/index.html" \
        "$(echo "$pages"/src/Conditions.cs-*)" "$(echo "$pages"/src/LeftOut.cs-*)" "$WORK/all.html"
    mkdir -p "$ROOT/build/pages"
    TOOLS=$tools CHROMIUM=$chromium timeout 300 node "$here/browser.mjs" "$pages" "$WORK/all.html" "$ROOT/build/pages"
else
    echo "# skipped: Chromium, or what npm has to drive it"
fi
