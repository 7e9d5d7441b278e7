#!/usr/bin/env bash
# Readers that are not ours find in our reports the totals that we state, and paths of the repository: of a solution of C#, and
# of programs of F#, whose compiler makes other names. Cobertura: ReportGenerator 5.6.0, diff-cover, cobertura-parse 1.0.5, the
# DTD (given as an argument, it is not part of the project). lcov: lcov, genhtml, ReportGenerator, diff-cover, lcov-parse 1.0.0.
# OpenCover: ReportGenerator. coverlet's JSON: MergeWith of coverlet.msbuild. Our JSON and Sonar's format: their schemas.
# Installs the readers below build/consumers and from Debian.
#     scripts/check-consumers.sh [coverage-04.dtd]
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
dtd=${1:-}
need_dotnet
install_packages libxml2-utils diff-cover git python3 python3-jsonschema lcov
command -v npm >/dev/null 2>&1 || install_packages npm
"$ROOT/scripts/build.sh" release

work=$ROOT/build/consumers
clrcov=$ROOT/build/release/bin/clrcov
mkdir -p "$work"
cd "$work"
# A Python that has jsonschema: the Debian package belongs to Debian's.
python=python3
"$python" -c 'import jsonschema' 2>/dev/null || python=/usr/bin/python3
[ -x "$work/tools/reportgenerator" ] || {
    say "installing ReportGenerator 5.6.0 (NuGet)"
    dotnet tool install dotnet-reportgenerator-globaltool --version 5.6.0 --tool-path "$work/tools" >/dev/null
}
if ! [ -d "$work/node_modules/cobertura-parse" ] || ! [ -d "$work/node_modules/lcov-parse" ]; then
    say "installing cobertura-parse 1.0.5 and lcov-parse 1.0.0 (npm)"
    npm install --no-save --silent --prefix "$work" cobertura-parse@1.0.5 lcov-parse@1.0.0 >/dev/null
fi

# repository NAME FOLDER: of its own, with the files of the folder; its second commit adds every source, so that diff-cover
# sees all lines.
repository() {
    repo=$work/$1
    found=$work/found/$1
    rm -rf "$repo" "$found"
    mkdir -p "$repo" "$found"
    git -C "$repo" init -q -b base
    git -C "$repo" -c user.name=x -c user.email=x@example.com commit -q --allow-empty -m base
    git -C "$repo" checkout -q -b work
    (cd "$2" && git ls-files -z | xargs -0 cp --parents -t "$repo")
    git -C "$repo" add -A
    git -C "$repo" -c user.name=x -c user.email=x@example.com commit -q -m sources
}

# quiet NAME COMMAND...: in the repository; what it prints is kept, and shown when it fails.
quiet() {
    local log=$found/$1
    shift
    (cd "$repo" && "$@") >"$log" 2>&1 || { tail -40 "$log"; die "$* failed"; }
}

formats=(-f cobertura -f lcov -f opencover -f coverlet -f sonar -f json)
measure() { quiet run.log "$clrcov" run "${formats[@]}" -- "$@"; }

check_schemas() {
    if [ -n "$dtd" ]; then
        say "xmllint with $dtd"
        xmllint --noout --nonet --dtdvalid "$dtd" "$repo/coverage.cobertura.xml"
    fi
    say "xmllint with our schemas"
    xmllint --noout --nonet --relaxng "$ROOT/tests/integration/cobertura.rng" "$repo/coverage.cobertura.xml"
    xmllint --noout --nonet --schema "$ROOT/tests/integration/sonar.xsd" "$repo/coverage.sonar.xml"
    xmllint --noout --nonet "$repo/coverage.opencover.xml"
}

# check_readers: the reports of the repository.
check_readers() {
    local name file
    check_schemas
    say "$(basename "$repo"): readers"
    for name in cobertura:coverage.cobertura.xml lcov:lcov.info opencover:coverage.opencover.xml; do
        file=${name#*:} name=${name%%:*}
        quiet "rg-$name.log" "$work/tools/reportgenerator" "-reports:$repo/$file" "-targetdir:$found/rg-$name" \
            -reporttypes:JsonSummary
        [ "$name" = opencover ] ||
            quiet "diff-$name.log" diff-cover "$file" --compare-branch=base --json-report "$found/diff-$name.json"
    done
    quiet lcov.txt lcov --rc lcov_branch_coverage=1 --summary lcov.info
    quiet genhtml.txt genhtml --branch-coverage --output-directory "$found/genhtml" lcov.info
    (cd "$work" && node "$ROOT/tests/tools/consumers.js" "$repo") >"$found/npm.json"
    "$python" "$ROOT/tests/tools/consumers.py" "$repo" "$found"
}

# coverlet measures one assembly and merges our report of the other one into its own: ours must be in the result as it was,
# and its own as it is without ours.
check_coverlet() {
    local tests=tests/Shop.Tests options=(-p:CollectCoverage=true -p:CoverletOutputFormat=json "-p:Include=[Shop]*")
    say "coverlet.msbuild 10.0.1: MergeWith"
    quiet package.log dotnet add "$tests" package coverlet.msbuild --version 10.0.1
    rm -f "$repo/coverage.coverlet.json"
    quiet ours.log "$clrcov" run -f coverlet --include Text -- dotnet test tests/Text.Tests
    quiet alone.log dotnet test "$tests" "${options[@]}" "-p:CoverletOutput=$found/alone.json"
    quiet merged.log dotnet test "$tests" "${options[@]}" "-p:CoverletOutput=$found/merged.json" \
        "-p:MergeWith=$repo/coverage.coverlet.json"
    "$python" - "$repo/coverage.coverlet.json" "$found/alone.json" "$found/merged.json" <<'END'
import json
import sys

ours, alone, merged = (json.load(open(path, encoding="utf-8-sig")) for path in sys.argv[1:])
count = lambda modules: sum(len(method["Lines"]) for files in modules.values() for classes in files.values()
                            for methods in classes.values() for method in methods.values())
taken = lambda modules: sum(arm["Hits"] > 0 for files in modules.values() for classes in files.values()
                            for methods in classes.values() for method in methods.values() for arm in method["Branches"])
print(f"ours: {sorted(ours)}, {count(ours)} lines, {taken(ours)} arms; coverlet's: {sorted(alone)}, {count(alone)} lines, "
      f"{taken(alone)} arms; merged: {count(merged)} lines, {taken(merged)} arms")
if set(ours) & set(alone) or not ours or not alone:
    sys.exit("the two reports should have different assemblies")
if merged != {**alone, **ours}:
    sys.exit("coverlet did not take our report as it is")
END
}

repository csharp "$ROOT/examples/xunit-solution"
measure dotnet test --nologo -v quiet
check_readers
check_coverlet
for program in fsharp fsharp-more; do
    repository "$program" "$ROOT/tests/targets/$program"
    # The settings of all targets, which are in the folder above it.
    cp "$ROOT"/tests/targets/Directory.Build.* "$repo/"
    measure dotnet run -c Debug
    check_readers
done
say "all readers agree"
