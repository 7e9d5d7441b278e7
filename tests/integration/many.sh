#!/usr/bin/env bash
# Many methods in one process: what they cost in memory, and 16 threads that call all of them for the first time at once.
# many.sh [THREADED [RUNS METHODS...]]: methods for the threads; programs of so many methods whose memory is measured, the
# median of so many runs. A few here; scripts/load.sh runs it with many.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

threaded=${1:-500} runs=${2:-1}
shift $(($# < 2 ? $# : 2))
sizes=("${@:-1000}")

make_program() { # METHODS FOLDER THREADS
    python3 "$ROOT/tests/tools/make_many.py" "$1" "$2" "$3" && cp "$TARGETS"/Directory.Build.* "$2" && build "$2" Debug
}
says_7() { "$@" >/dev/null; [ $? -eq 7 ]; }

make_program "$threaded" "$WORK/threads" 16 || exit 1
program=(dotnet "$WORK/threads/bin/Debug/net10.0/Many.dll")
for hits in once exact; do
    exact=()
    [ $hits = once ] || exact=(--exact)
    check "16 threads, $threaded methods, $hits: a run" says_7 \
        "$CLRCOV" run -q --root "$WORK/threads" --hits $hits -o "$WORK/$hits.xml" -- "${program[@]}"
    check "16 threads, $threaded methods, $hits: every line" \
        check_marks --config Debug "${exact[@]}" "$WORK/$hits.xml" "$WORK/threads"
done

median() { sort -n "$1" | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'; }

# peak NAME COMMAND...: KiB that COMMAND had at most, without clrcov and with it, in turns, into PLAIN and MEASURED.
peak() {
    local name=$1 run
    shift
    rm -f "$WORK"/{plain,measured}
    for ((run = 0; run < runs; run++)); do
        says_7 python3 "$ROOT/tests/tools/peak.py" "$WORK/plain" "$@" || not_ok "$name: a run"
        says_7 "$CLRCOV" run -q --root "$WORK" -o "$WORK/m.xml" -- python3 "$ROOT/tests/tools/peak.py" "$WORK/measured" "$@" ||
            not_ok "$name: a run with clrcov"
    done
    PLAIN=$(median "$WORK/plain") MEASURED=$(median "$WORK/measured")
    awk -v name="$name" -v a="$PLAIN" -v b="$MEASURED" 'BEGIN {
        printf "# %s: %.1f MiB, with clrcov %.1f: %.1f MiB or %.1f %% more\n", name, a / 1024, b / 1024, (b - a) / 1024, (b - a) * 100 / a }'
}

for size in "${sizes[@]}"; do
    make_program "$size" "$WORK/many" 1 || exit 1
    program=(dotnet "$WORK/many/bin/Debug/net10.0/Many.dll")
    peak "$size methods, all called" "${program[@]}"
    more=$((MEASURED - PLAIN))
    bound=$((20 * 1024 + size * 2))
    [ -n "$PLAIN" ] && [ $more -le $bound ] && ok "$size methods: at most 20 MiB and 2 KiB a method" ||
        not_ok "$size methods: at most 20 MiB and 2 KiB a method" "$more KiB more than $PLAIN"
    peak "$size methods, 100 called" "${program[@]}" few
    [ -n "$PLAIN" ] && [ $((MEASURED - PLAIN)) -le $((more * 3 / 4 + 4096)) ] && ok "$size methods: what is not called costs little" ||
        not_ok "$size methods: what is not called costs little" "$((MEASURED - PLAIN)) KiB more, $more with all called"
    rm -rf "$WORK/many"
done
