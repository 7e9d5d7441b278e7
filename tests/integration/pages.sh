#!/usr/bin/env bash
# -f html: pages in a folder and in one file. Every figure and mark is that of the data; the sentences are those of the marks; the
# folder is written whole and keeps what others wrote; a source that is gone is shown as the compiler embedded it; Chromium opens all
# of it from disk and under policies, with hostile names and sources, a file of 30,000 lines and 10,000 files. Pictures of the pages
# are in build/pages afterwards.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
here=$ROOT/tests/pages
figures() { python3 "$here/check_pages.py" "$@"; }

# --- Figures and marks of all targets ----------------------------------------------------------------
while read -r target hits; do
    dir=$TARGETS/${target%%:*}
    name=${target##*:}
    build "$(echo "$dir"/*proj)" Release || continue
    out=$WORK/$name-$hits
    mkdir -p "$out"
    "$CLRCOV" run -q --hits "$hits" --root "$ROOT" -f data="$out/all.clrcov" -f html="$out/pages" -- \
        dotnet "$dir/bin/Release/net10.0/$name.dll" >/dev/null
    "$CLRCOV" report -q --root "$ROOT" -f json="$out/report.json" -f opencover="$out/points.xml" -f html="$out/again" "$out/all.clrcov"
    check "$name $hits: figures, marks and texts of the pages are those of the data" \
        figures compare "$out/pages" "$out/report.json" "$out/points.xml" "$ROOT"
    check "$name $hits: the sentences are those of the marks" figures words "$out/pages" "$dir"
    check "$name $hits: pages of the data are those of the run" diff -r "$out/pages" "$out/again"
done < <(combinations "csharp:CSharpTargets vb:VbTargets fsharp:FSharpTargets" "once exact")

# --- One folder -----------------------------------------------------------------------------------------
targets=$WORK/CSharpTargets-once
mkdir -p "$ROOT/build"
hostile=$(mktemp -d "$ROOT/build/hostile-XXXXXX") # below the root: pages show no other sources
trap 'rm -rf "$WORK" "$hostile"' EXIT
python3 "$here/make_sources.py" hostile "$hostile"
conditions=tests/targets/csharp/Conditions.cs
{
    printf -- '--- a/%s\n+++ b/%s\n@@ -1,0 +1,%s @@\n' $conditions $conditions "$(wc -l <"$ROOT/$conditions")"
    sed 's/^/+/' "$ROOT/$conditions"
} >"$WORK/change.patch"
merge() {
    "$CLRCOV" merge -q --root "$ROOT" --patch "$WORK/change.patch" --baseline "$targets/all.clrcov" "$@" "$targets/all.clrcov" \
        "$hostile/report.xml" >/dev/null 2>&1
}
pages=$WORK/pages
mkdir "$pages"
echo mine >"$pages/notes.txt"
merge -f html="$pages"
make_history() {
    sqlite3 "$1" 'PRAGMA application_id = 1129075272; PRAGMA user_version = 1;
        CREATE TABLE history("commit" TEXT PRIMARY KEY, time INTEGER NOT NULL, lines_covered INTEGER NOT NULL, lines_valid INTEGER NOT NULL,
            branches_covered INTEGER NOT NULL, branches_valid INTEGER NOT NULL, methods_covered INTEGER NOT NULL,
            methods_valid INTEGER NOT NULL) WITHOUT ROWID;
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 14)
        INSERT INTO history SELECT printf("%08x%032d", 3735928559 + i * 97531, 0), 1790000000 + i * 90000, 700 + i * 12 - (i % 5) * 20, 1000,
            300 + i * 9 - (i % 4) * 15, 600, 150 + i, 200 FROM n;'
}
make_history "$WORK/history.clrcov"
"$CLRCOV" report -q --root "$ROOT" --history "$WORK/history.clrcov" -f html="$WORK/all.html" --single-file "$WORK/VbTargets-exact/all.clrcov"
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
exits "a file is no folder" 73 'is a file, not a folder' "$CLRCOV" report -q --root "$ROOT" -f html="$WORK/other/index.html" "$targets/all.clrcov"
exits "pages on standard output are one file" 64 'for standard output add --single-file' \
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

# --- Sources that are gone ---------------------------------------------------------------------------------
embed=$WORK/embed
mkdir -p "$embed" "$WORK/elsewhere"
cat >"$embed/Embed.csproj" <<'END'
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework><EmbedAllSources>true</EmbedAllSources></PropertyGroup>
</Project>
END
echo 'System.Console.WriteLine(Gone.Name(5, false) + Gone.Name("abc", true) + Gone.Pick(2));' >"$embed/Program.cs"
cat >"$embed/Gone.cs" <<'END'
static class Gone
{
    public static string Name(object thing, bool isLoud)
    {
        switch (thing)
        {
            case int n when n > 3 && isLoud:
                return "many";
            case string { Length: > 2 } s:
                return s;
            default:
                return "other";
        }
    }

    public static int Pick(int a) => a > 1 ? a : Never(a);
    static int Never(int a) { Run(() => a++); return a; }
    static void Run(System.Action action) => action();
    // coverage: off
    public static void Out() { }
    // coverage: on
}
END
measure_embedded() {
    "$CLRCOV" run -q --root "$embed" -f data="$WORK/$1.clrcov" -f lcov="$WORK/$1.info" -f html="$WORK/$1" -- \
        dotnet "$embed/bin/Debug/net10.0/Embed.dll" >/dev/null
}
# The page of Gone.cs but for the note about where its text is from.
gone_page() { sed '/class="notice"/d; s/Coverage of [a-z]*/Coverage of it/' "$WORK/$1"/src/Gone.cs-*.html; }
same_page() { diff <(gone_page "$1") <(gone_page "$2") && grep -q "$3: this is the text that was compiled" "$WORK/$2"/src/Gone.cs-*.html; }
if build "$embed" Debug; then
    measure_embedded there
    check "a source that is there is read from its file" [ -z "$(grep -l 'from the PDB' "$WORK"/there/src/*)" ]
    mv "$embed/Gone.cs" "$WORK/Gone.cs"
    measure_embedded gone
    check "a source that is gone has the same lines and decisions" cmp "$WORK/there.info" "$WORK/gone.info"
    check "and explain names its conditions" sh -c 'cd "$1" && "$0" explain --session "$2" Gone.cs:7 | grep -qF "(\`case int n when n > 3 && isLoud\`)"' \
        "$CLRCOV" "$embed" "$WORK/gone.clrcov"
    check "and its page shows what the compiler embedded" same_page there gone 'The file is not there'
    "$CLRCOV" report -q --root "$WORK/elsewhere" -f html="$WORK/far" -f lcov="$WORK/far.info" "$WORK/there.clrcov"
    check "so does data on another machine, without any source" same_page there far 'The file is not there'
    check "with the same lines" cmp "$WORK/there.info" "$WORK/far.info"
    "$CLRCOV" merge -q -o "$WORK/merged.clrcov" "$WORK/gone.clrcov" "$WORK/there.clrcov"
    "$CLRCOV" report -q --root "$WORK/elsewhere" -f html="$WORK/merged" "$WORK/merged.clrcov"
    check "and merged data" same_page there merged 'The file is not there'
    sed '1i // a line more' "$WORK/Gone.cs" >"$embed/Gone.cs"
    measure_embedded changed
    check "a source that was changed is shown as it was compiled" same_page there changed 'The file was changed since'
fi

# --- Where the figures come from ------------------------------------------------------------------------------
shop=$WORK/shop
mkdir -p "$shop"
cp -r "$embed" "$shop/code of" && cp "$WORK/Gone.cs" "$shop/code of/"
git_() { git -C "$shop" -c user.name=tester -c user.email=tester@localhost "$@"; }
git_ init -q -b feature/one
printf 'bin/\nobj/\n' >"$shop/.gitignore"
git_ add -A && git_ commit -q -m one
git_ remote add origin 'https://someone:s3cret@github.com/example/shop.git'
commit=$(git_ rev-parse HEAD)
measure_shop() {
    cd "$shop" && "$CLRCOV" run -q --root "$shop" -f data="$WORK/$1.clrcov" -f html="$WORK/$1" -- \
        dotnet "$shop/code of/bin/Debug/net10.0/Embed.dll" --password h1dden >/dev/null
}
has() { grep -qF -- "$2" "$WORK/$1/index.html" || { echo "no $2"; sed -n 12,22p "$WORK/$1/index.html"; return 1; }; }
has_link() { grep -qF "https://github.com/example/shop/blob/$commit/code%20of/Gone.cs#L" "$WORK/$1"/src/Gone.cs-*; }
if build "$shop/code of" Debug; then
    (measure_shop hosted)
    check "the project and the figure are the title" has hosted '% - shop - coverage</title>'
    check "the commit, with a link" has hosted "https://github.com/example/shop/commit/$commit"
    check "the branch" has hosted '<li>Branch <code>feature/one</code></li>'
    check "the program" has hosted '<li>Measured <code>dotnet Embed.dll</code></li>'
    check "the day" has hosted "<time datetime=\"$(date -u +%Y-)"
    check "no argument, no password" [ -z "$(grep -rlE 's3cret|someone|h1dden|--password' "$WORK/hosted" "$WORK/hosted.clrcov")" ]
    check "links to lines" has_link hosted
    "$CLRCOV" report -q --root "$shop" -f html="$WORK/hosted-again" "$WORK/hosted.clrcov"
    check "pages of the data have the same" diff -r "$WORK/hosted" "$WORK/hosted-again"
    check "a folder of ours is ignored by git" grep -qx '\*' "$WORK/hosted/.gitignore"
    check "a folder of the user's is not" [ ! -e "$pages/.gitignore" ]
    "$CLRCOV" report -q --root "$shop" --fail-under-line 12.5 -f html="$WORK/gated" "$WORK/hosted.clrcov"
    check "the legend says what the gate asks" has gated '<span class="good">12.5% or more, as the gate asks</span>'
    echo '# later' >>"$shop/.gitignore"
    (measure_shop dirty)
    check "a tree with changes has no links" [ -z "$(grep -rl 'github.com' "$WORK/dirty")" ]
    check "but its commit" has dirty "<li>Commit <code>${commit:0:9}</code></li>"
    git_ commit -q -a -m two
    (measure_shop later)
    "$CLRCOV" merge -q --root "$shop" -f html="$WORK/both" "$WORK/hosted.clrcov" "$WORK/later.clrcov"
    check "of two commits none is shown" [ -z "$(grep -rlE 'github.com|<li>Commit' "$WORK/both")" ]
fi

# --- Tests of lines -----------------------------------------------------------------------------------------------
suite=$ROOT/tests/per-test/xunit2
tested=$WORK/tested
if build "$suite/xunit2.csproj" Debug; then
    "$CLRCOV" run -q --per-test --root "$ROOT" -f html="$tested" -- \
        dotnet test "$suite/xunit2.csproj" --no-build --nologo >/dev/null 2>&1 # some of them fail, and shall
    check "a page for each test class" [ -n "$(echo "$tested"/tests/Tests.Plain-*.html)" ]
fi

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
        "$(echo "$pages"/src/Conditions.cs-*)" "$(echo "$pages"/src/CoverageOff.cs-*)" "$WORK/all.html" "$(echo "$tested"/src/Subject.cs-*)" "$(echo "$tested"/tests/Tests.Plain-*)"
    mkdir -p "$ROOT/build/pages"
    python3 "$here/make_sources.py" listed "$WORK/large" 10000 10
    "$CLRCOV" merge -q --root "$WORK/large" -f html="$WORK/large/pages" "$WORK/large/report.xml"
    TOOLS=$tools CHROMIUM=$chromium timeout 300 node "$here/browser.mjs" "$pages" "$WORK/all.html" "$WORK/large/pages" "$WORK/hosted" \
        "$tested" "$ROOT/build/pages"
else
    echo "# skipped: Chromium, or what npm has to drive it"
fi
