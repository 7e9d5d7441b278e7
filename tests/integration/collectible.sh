#!/usr/bin/env bash
# A plug-in loaded again and again in collectible contexts, eight threads compiling it and calling into contexts
# that are being unloaded: no crash, the same output, exact lines and counts, and no memory of the library's own
# for each load. collectible.sh [LOADS]: 120 in a short run, 10,000 in a full one, where the library's
# memory is measured to less than 1 KB a load: the program's own native memory beside that of a plain run.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

TARGET=$TARGETS/collectible
LOADS=${1:-$(short_or_full 120 10000)}
# What the runtime's own memory differs by between two runs, for each load, is large when there are few loads.
ALLOWED=$((LOADS < 5000 ? 8192 : 1024))
# A thread that counts while others do has lanes of its own: how many there are is up to the scheduler, and so is
# whether the counters file gets its next segment (272 KiB, then 528) before the first measurement or after it.
MAPPED=$((LOADS < 5000 ? 8192 : 512))

# With --per-test the static constructor of the plug-in gets calls, whose tokens are in the metadata of one load.
all_options=("--hits once" "--hits exact" "--per-test" "--per-test --serial")
[ "$LOADS" -lt 5000 ] || all_options+=("--hits once --probe-all" "--hits exact --probe call")

plain() { dotnet "$dll" "$plugin" "$LOADS" "$1" >"$WORK/plain-$1.txt"; }
measure() { # KIND OPTIONS...
    local kind=$1
    shift
    "$CLRCOV" run -q --allow-empty -o "$WORK/run.xml" "$@" -- dotnet "$dll" "$plugin" "$LOADS" "$kind" \
        >"$WORK/run.txt" && diff <(head -1 "$WORK/plain-$kind.txt") <(head -1 "$WORK/run.txt")
}
figure() { sed -n "s/^memory.* $2 \(-\?[0-9]*\).*/\1/p" "$1"; }

# Bytes of malloc, of mappings of the session's files, and mappings: beyond those of a plain run.
is_within() { # KIND
    local heap mapped maps
    heap=$(($(figure "$WORK/run.txt" heap) - $(figure "$WORK/plain-$1.txt" heap)))
    mapped=$(figure "$WORK/run.txt" mapped)
    maps=$(figure "$WORK/run.txt" maps)
    echo "for each load: heap $heap bytes more than plain, $mapped bytes mapped; $maps new mappings in all"
    [ "$heap" -lt "$ALLOWED" ] && [ "$mapped" -lt "$MAPPED" ] && [ "$maps" -lt 100 ]
}
# What is lost for each load is lost in every pair of runs. What the runtime keeps is not: it goes by which of the
# threads were ahead, so that a pair may be beyond the bound where others are far below.
memory_stays() { # KIND OPTIONS...
    is_within "$1" && return
    for _ in 2 3; do
        plain "$1" && measure "$@" && is_within "$1" && return
    done
    return 1
}

# Every mark with "-- N per load" has N * LOADS hits.
counts_are_exact() {
    python3 - "$WORK/run.xml" "$TARGET/Plugin/Work.cs" "$LOADS" "$config" <<'END'
import re, sys, xml.etree.ElementTree as ET
report, source, loads, config = sys.argv[1:]
hits = {int(l.get("number")): int(l.get("hits"))
        for c in ET.parse(report).iter("class") if c.get("filename").endswith("Work.cs") for l in c.iter("line")}
checked = wrong = 0
for number, text in enumerate(open(source, encoding="utf-8"), 1):
    mark = re.search(r"//(D?): hit.* -- (\d+) per load|//(D?): part.* -- (\d+) per load", text)
    if mark and (config == "Debug" or "D" not in (mark[1], mark[3])):
        checked += 1
        expected = int(mark[2] or mark[4]) * int(loads)
        if hits.get(number) != expected:
            wrong += 1
            print(f"line {number}: expected {expected}, got {hits.get(number)}: {text.strip()}")
print(f"{checked} lines, {wrong} wrong")
sys.exit(wrong != 0 or checked < 30)
END
}

for config in Debug Release; do
    build "$TARGET/Driver" "$config" || continue
    dll=$TARGET/Driver/bin/$config/net10.0/Driver.dll
    plugin=$TARGET/Plugin/bin/$config/net10.0/Plugin.dll
    check "collectible: $config, plain" plain mixed
    for options in "${all_options[@]}"; do
        # shellcheck disable=SC2086
        check "collectible: $config, $options: $LOADS loads, 8 threads" measure mixed $options
        check "collectible: $config, $options: equals the marks" \
            check_marks --config "$config" "$WORK/run.xml" "$TARGET/Plugin"
        check "collectible: $config, $options: memory of the library" memory_stays mixed $options
        [ "$LOADS" -lt 5000 ] || is_within mixed | sed 's/^/# /'
        [ "${options#--hits exact}" = "$options" ] || check "collectible: $config, $options: counts" counts_are_exact
    done
    check "collectible: $config, files replaced and deleted, plain" plain replace
    for hits in once exact; do
        check "collectible: $config, files replaced and deleted, $hits" measure replace --hits $hits
        check "collectible: $config, files replaced and deleted, $hits: equals the marks" \
            check_marks --config "$config" "$WORK/run.xml" "$TARGET/Plugin"
    done
    check "collectible: $config, files replaced and deleted: counts" counts_are_exact
done
check "collectible: emitted assemblies, plain" plain emit
check "collectible: an emitted assembly for each load" measure emit
check "collectible: emitted assemblies: memory of the library" memory_stays emit
