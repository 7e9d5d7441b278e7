#!/usr/bin/env bash
# How long does merging take? Splits a run of a program of 100,000 lines into 1,000 parts, makes the data of each, and
# merges them: prints seconds, memory and sizes, and compares the report with that of the whole run. Takes some minutes.
# scripts/merge-load.sh [PARTS [LINES]]. Needs scripts/build.sh release.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
parts=${1:-1000}
lines=${2:-100000}
need_dotnet
need_clrcov
install_packages sqlite3 python3 time
make_work merge
export TMPDIR=$WORK
cd "$WORK" || exit 1
cp "$ROOT/tests/bench/Directory.Build.props" .
python3 "$ROOT/tests/tools/make_lines.py" "$lines" "$WORK/lines" >/dev/null || exit 1
(cd lines && dotnet build -c Debug --nologo -v quiet >/dev/null) || die "the program does not build"
"$CLRCOV" run -q --root lines -f cobertura=whole.xml -f data=whole.clrcov -- dotnet lines/bin/Debug/net10.0/Lines.dll >/dev/null
session=$(sqlite3 whole.clrcov 'SELECT id FROM run')
mkdir parts
python3 "$ROOT/tests/tools/split_session.py" "$(echo clrcov-*/"$session")" "$parts" "$WORK/parts" >list || exit 1
say "data of $parts parts"
while read -r path; do "$CLRCOV" report -q --allow-empty --root lines -f data="$path.clrcov" "$path" || exit 1; done <list
sed 's/$/.clrcov/' list | shuf | xargs /usr/bin/time -f "merged $parts parts: %e s on the clock, %U+%S s of processor time, %M KiB" \
    "$CLRCOV" merge -q --root lines -o merged.clrcov -f cobertura=merged.xml
normal() { sed -E 's/ timestamp="[0-9]+"//' "$1"; }
du -k whole.clrcov merged.clrcov "$(head -1 list).clrcov" | sed 's|/tmp/[^ ]*/||'
if cmp -s <(normal whole.xml) <(normal merged.xml); then
    echo "merge-load: ok"
else
    echo "merge-load: the report is not that of the whole run"
    exit 1
fi
