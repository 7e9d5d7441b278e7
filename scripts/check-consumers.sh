#!/usr/bin/env bash
# Independent readers take our Cobertura file: the DTD (given as first argument, it is not part of the
# project), ReportGenerator 5.6.0, diff-cover and cobertura-parse 1.0.5 find the totals that we state, and
# paths relative to the repository: of a solution of C#, and of programs of F#, whose compiler makes other names. Installs the readers below build/consumers and from Debian.
#     scripts/check-consumers.sh [coverage-04.dtd]
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
dtd=${1:-}
need_dotnet
install_packages libxml2-utils diff-cover git python3
command -v npm >/dev/null 2>&1 || install_packages npm
"$ROOT/scripts/build.sh" release

work=$ROOT/build/consumers
mkdir -p "$work"
cd "$work"
[ -x "$work/tools/reportgenerator" ] || {
    say "installing ReportGenerator 5.6.0 (NuGet)"
    dotnet tool install dotnet-reportgenerator-globaltool --version 5.6.0 --tool-path "$work/tools" >/dev/null
}
[ -d "$work/node_modules/cobertura-parse" ] || {
    say "installing cobertura-parse 1.0.5 (npm)"
    npm install --no-save --silent --prefix "$work" cobertura-parse@1.0.5 >/dev/null
}

# repository NAME FOLDER: of its own, with the files of the folder; its second commit adds every source, so that diff-cover
# sees all lines.
repository() {
    repo=$work/$1
    report=$repo/coverage.cobertura.xml
    rm -rf "$repo"
    mkdir -p "$repo"
    git -C "$repo" init -q -b base
    git -C "$repo" -c user.name=x -c user.email=x@example.com commit -q --allow-empty -m base
    git -C "$repo" checkout -q -b work
    (cd "$2" && git ls-files -z | xargs -0 cp --parents -t "$repo")
    git -C "$repo" add -A
    git -C "$repo" -c user.name=x -c user.email=x@example.com commit -q -m sources
}

# measure COMMAND...: in the repository.
measure() {
    (cd "$repo" && "$ROOT/build/release/bin/clrcov" run -o "$report" -- "$@") >"$work/run.log" 2>&1 ||
        { cat "$work/run.log"; die "$* failed"; }
}

cat >"$work/parse.js" <<'EOF'
require('cobertura-parse').parseFile(process.argv[2], (error, files) => {
    if (error) { console.error(error); process.exit(1); }
    const lines = new Map(), sum = {};
    for (const file of files)
        for (const line of file.lines.details) lines.set(file.file + ':' + line.line, line.hit > 0);
    const branches = new Map();
    for (const file of files)
        for (const b of file.branches.details) branches.set([file.file, b.line, b.block, b.branch].join(':'), b.taken > 0);
    console.log(JSON.stringify({
        lines: lines.size, covered: [...lines.values()].filter(x => x).length,
        branches: branches.size, taken: [...branches.values()].filter(x => x).length,
        files: [...new Set(files.map(f => f.file))]}));
});
EOF
cat >"$work/compare.py" <<'EOF'
import json, os, sys, xml.etree.ElementTree as ET
report, work, repo = sys.argv[1:]
root = ET.parse(report).getroot()
ours = {k: int(root.get(k)) for k in ("lines-valid", "lines-covered", "branches-valid", "branches-covered")}
rg = json.load(open(f"{work}/rg/Summary.json", encoding="utf-8-sig"))["summary"]
diff = json.load(open(f"{work}/diff.json"))
parse = json.load(open(f"{work}/parse.json"))
names = {c.get("filename") for c in root.iter("class")}
rows = [
    ("clrcov", ours["lines-valid"], ours["lines-covered"], ours["branches-valid"], ours["branches-covered"]),
    ("ReportGenerator", rg["coverablelines"], rg["coveredlines"], rg["totalbranches"], rg["coveredbranches"]),
    ("diff-cover", diff["total_num_lines"], diff["total_num_lines"] - diff["total_num_violations"], None, None),
    ("cobertura-parse", parse["lines"], parse["covered"], parse["branches"], parse["taken"]),
]
bad = 0
for row in rows:
    same = all(a is None or a == b for a, b in zip(row[1:], rows[0][1:]))
    bad += not same
    print("%-16s lines %s covered %s branches %s taken %s%s" % (*row, "" if same else "   DIFFERS"))
for name in names:
    if not os.path.isfile(os.path.join(repo, name)):
        print("not a path of the repository:", name)
        bad += 1
if set(diff["src_stats"]) - names:
    print("diff-cover has other paths:", set(diff["src_stats"]) - names)
    bad += 1
if set(parse["files"]) != names:
    print("cobertura-parse has other paths:", set(parse["files"]) ^ names)
    bad += 1
sys.exit(1 if bad else 0)
EOF

# check_readers: the report of the repository.
check_readers() {
    if [ -n "$dtd" ]; then
        say "xmllint with $dtd"
        xmllint --noout --nonet --dtdvalid "$dtd" "$report"
    fi
    say "xmllint with our schema"
    xmllint --noout --nonet --relaxng "$ROOT/tests/integration/cobertura.rng" "$report"

    say "$(basename "$repo"): ReportGenerator, diff-cover, cobertura-parse"
    "$work/tools/reportgenerator" "-reports:$report" "-targetdir:$work/rg" -reporttypes:JsonSummary >"$work/rg.log"
    (cd "$repo" && diff-cover coverage.cobertura.xml --compare-branch=base --json-report "$work/diff.json" >"$work/diff.log")
    (cd "$work" && node parse.js "$report" >parse.json)
    python3 "$work/compare.py" "$report" "$work" "$repo"
}

repository csharp "$ROOT/examples/xunit-solution"
measure dotnet test --nologo -v quiet
check_readers
for program in fsharp fsharp-more; do
    repository "$program" "$ROOT/tests/targets/$program"
    # The settings of all targets, which are in the folder above it.
    cp "$ROOT"/tests/targets/Directory.Build.* "$repo/"
    measure dotnet run -c Debug
    check_readers
done
say "all readers agree"
