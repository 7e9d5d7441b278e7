#!/usr/bin/env bash
# Too little memory: clrcov says so, ends with 70, and only after the program that it runs has ended. It names the session that keeps
# what was measured. It leaves no file that is not whole, and files that were there stay as they are.
#
# How much memory is too little depends on the machine. The test looks for the least limit at which clrcov starts, and goes on from
# there in steps until a command succeeds; every step must end in one of the two ways.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
MOST_STEPS=200

build "$TARGETS/csharp" Debug || exit 1
program=(dotnet "$TARGETS/csharp/bin/Debug/net10.0/CSharpTargets.dll")
"$CLRCOV" run -q -f cobertura="$WORK/whole.xml" -f data="$WORK/whole.clrcov" --root "$ROOT" -- "${program[@]}" >"$WORK/said" || exit 1
sessions=$(dirname "$TMPDIR"/clrcov-*/*)
session=$(echo "$sessions"/*)

with_limit() { (ulimit -v "$1" && shift && exec "$@"); } # KIB COMMAND...

# The least limit at which clrcov starts, within a MiB.
least=1024 most=1048576
while [ $((most - least)) -gt 1024 ]; do
    middle=$(((least + most) / 2))
    if with_limit $middle "$CLRCOV" --version >/dev/null 2>&1; then most=$middle; else least=$middle; fi
done
start=$most
check "memory: clrcov starts with a limit" test "$start" -lt 1000000

# named SESSION FILE: the messages are two sentences, and the second one names the session.
named() { diff - "$2" <<<"clrcov: out of memory
clrcov: $1 keeps what was measured; run clrcov report $1"; }
unnamed() { [ "$(wc -l <"$1")" -eq 1 ] && grep -q '^clrcov: out of memory' "$1"; }
named_session() { named "$session" "$1"; }
listed() { find "$TMPDIR" "$WORK/out" | sort; }
rows() { sqlite3 -readonly "$1" .dump; }
same() { # FILE FILE
    [ "${1##*.}" = clrcov ] || { same_report "$1" "$2"; return; }
    diff <(rows "$1") <(rows "$2") 2>&1 | head -5
    [ "${PIPESTATUS[0]}" -eq 0 ]
}
fresh() { rm -rf "$WORK/out" && mkdir "$WORK/out" && for file; do echo old >"$WORK/out/$file"; done; }

# try LIMIT TOLD "FILES" COMMAND...: runs the command with the limit; true: it succeeded. TOLD checks the messages of a failure. Adds
# what is wrong to $wrong.
try() {
    local limit=$1 told=$2 files=$3 before code file
    shift 3
    fresh $files
    before=$(listed)
    with_limit "$limit" "$@" >/dev/null 2>"$WORK/err"
    code=$?
    [ $code -eq 0 ] || { [ $code -eq 70 ] && $told "$WORK/err" >/dev/null; } ||
        wrong+="limit $limit: exit $code, said: $(cat "$WORK/err")"$'\n'
    [ "$(listed)" = "$before" ] || wrong+="limit $limit: left $(diff <(echo "$before") <(listed))"$'\n'
    for file in $files; do
        { [ $code -ne 0 ] && grep -qx old "$WORK/out/$file"; } || same "$WORK/wanted/$file" "$WORK/out/$file" >/dev/null ||
            wrong+="limit $limit: exit $code, and $file is not whole"$'\n'
    done
    [ $code -eq 0 ]
}

# until_it_fits NAME STEP TOLD "FILES" COMMAND...: from the start on in steps of so many KiB to a limit that is enough, and so are all
# in the next MiBs: with even less memory a command may succeed because it can start no threads.
until_it_fits() {
    local name=$1 step=$2 files=$4 limit=$start steps=0 enough=0 lacked=0 wrong=
    shift 2
    fresh $files
    check "$name: without a limit" "${@:3}"
    rm -rf "$WORK/wanted" && mv "$WORK/out" "$WORK/wanted"
    while [ $((enough * step)) -lt 4096 ] && [ $steps -lt "$MOST_STEPS" ]; do
        if try $limit "$@"; then enough=$((enough + 1)); else enough=0 lacked=$((lacked + 1)); fi
        limit=$((limit + step)) steps=$((steps + 1))
    done
    if [ -z "$wrong" ]; then ok "$name: ends as it should"; else not_ok "$name: ends as it should" "$wrong"; fi
    check "$name: some limits are too small, some are enough" test $lacked -gt 0 -a $enough -gt 0
}

until_it_fits report "$(short_or_full 12000 1500)" named_session r.xml \
    "$CLRCOV" report -q --root "$ROOT" -o "$WORK/out/r.xml" "$session"
until_it_fits merge "$(short_or_full 6000 1000)" unnamed m.clrcov \
    "$CLRCOV" merge -q --root "$ROOT" -o "$WORK/out/m.clrcov" "$WORK/whole.clrcov" "$WORK/whole.xml"
# Such a report is made in little memory. So some of the limits are reached while clrcov writes the file.
until_it_fits "report of data" "$(short_or_full 400 200)" unnamed o.xml \
    "$CLRCOV" report -q --root "$ROOT" -f opencover="$WORK/out/o.xml" "$WORK/whole.clrcov"

# run: the program itself sets the limit of clrcov, so that clrcov lacks memory from the start of the program on.
with_program=(sh -c 'limit=$1 ended=$2 code=$3; shift 3
    prlimit --pid $PPID --as="$limit" || exit 99
    "$@" && sleep 0.2 && touch "$ended" && exit "$code"' sh)

# run_with BYTES CODE: the program ends with this code.
run_with() {
    rm -rf "$WORK/out" "$WORK/ended" "$sessions" && mkdir "$WORK/out"
    "$CLRCOV" run -q -o "$WORK/out/r.xml" --root "$ROOT" -- "${with_program[@]}" "$1" "$WORK/ended" "$2" "${program[@]}" \
        >"$WORK/said.again" 2>"$WORK/err"
}
# The command ended before clrcov did, and its output is its own.
program_ended() { test -e "$WORK/ended" && diff "$WORK/said" "$WORK/said.again"; }
whole_session() {
    local made
    made=$(echo "$sessions"/*)
    named "$made" "$WORK/err" && "$CLRCOV" report -q --root "$ROOT" -o "$WORK/after.xml" "$made" &&
        same_report "$WORK/whole.xml" "$WORK/after.xml"
}
for name in "no more memory" "as much as at the start"; do
    limit=$([ "$name" = "no more memory" ] && echo 4096 || echo $((start * 1024)))
    run_with "$limit" 0
    check "run, $name: 70" test $? -eq 70
    check "run, $name: after the program" program_ended
    check "run, $name: the session has everything" whole_session
    check "run, $name: no report" test -z "$(ls -A "$WORK/out")"
done
run_with 4096 3
check "run, the program fails: its exit code" test $? -eq 3
check "run, the program fails: the session has everything" whole_session
run_with $((8 << 30)) 0
check "run with enough memory: 0" test $? -eq 0
check "run with enough memory: after the program" program_ended
check "run with enough memory: the report" same "$WORK/whole.xml" "$WORK/out/r.xml"
