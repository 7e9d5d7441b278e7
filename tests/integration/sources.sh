#!/usr/bin/env bash
# The source of a program was changed after it was compiled, or is not there: lines and hits stay what they are, decisions are those that
# docs/coverage-rules.md documents ("The source"), and `explain` says what became of the source.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cp "$TARGETS"/Directory.Build.* "$WORK"
mkdir "$WORK/.git" # a source root

# like_full FULL OTHER: no source of Visual Basic is asked.
like_full() {
    local found
    found=$(python3 "$ROOT/tests/integration/without_sources.py" "$WORK/kept" "$@") || { echo "$found"; return 1; }
    [ "$folder" = vb-more ] || grep -q 'decisions: ' <<<"$found"
}
report() { "$CLRCOV" report -q --without-sources keep -o "$@"; }

for target in csharp:CSharpTargets fsharp-more:FSharpMore vb-more:VbMore; do
    folder=${target%%:*} name=${target##*:}
    cp -r "$TARGETS/$folder" "$WORK"
    rm -rf "$WORK/$folder"/bin "$WORK/$folder"/obj
    (cd "$WORK" && build_tool build "$folder" -c Release --nologo -v quiet) >"$WORK/log" 2>&1 || not_ok "sources: $name builds" "$(cat "$WORK/log")"
    cd "$WORK/$folder" || exit 1
    full=$WORK/$name.xml changed=$WORK/$name-changed.xml gone=$WORK/$name-gone.xml
    check "sources: $name runs" "$CLRCOV" run -q -o "$full" -- dotnet "bin/Release/net10.0/$name.dll"

    cp -r . "$WORK/kept"
    for file in *.[cfv][sb]; do
        case $file in *.vb) echo "' changed" ;; *) echo "// changed" ;; esac >>"$file"
    done
    first=$(ls ./*.[cfv][sb] | head -1)
    check "sources: $name, changed" report "$changed"
    check "sources: $name, changed: lines and hits are the same" like_full "$full" "$changed"
    check "sources: $name, changed: explain says so" grep -q 'changed since it was compiled' <("$CLRCOV" explain "$first" 2>&1)

    # Other texts altogether: nothing of them may be taken for the source.
    for file in *.[cfv][sb]; do printf 'switch (x) {\n"unfinished' >"$file"; done
    check "sources: $name, other texts" report "$WORK/other.xml"
    check "sources: $name, other texts: as changed ones" same_report "$changed" "$WORK/other.xml"

    rm -f ./*.[cfv][sb]
    check "sources: $name, gone" report "$gone"
    check "sources: $name, gone: lines and hits are the same" like_full "$full" "$gone"
    check "sources: $name, gone: explain says so" grep -Eq 'does not exist|not found|cannot be read' <("$CLRCOV" explain "$first" 2>&1)
    rm -rf "$WORK/kept"
done
