#!/usr/bin/env bash
# Containers: processes in namespaces of their own (ids, mounts, users) that share a session with others, or meet what
# others left. In each of them a process may have the id that another one has elsewhere.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

user=()
[ "$(id -u)" -eq 0 ] || user=(--map-root-user)
in_pids=(unshare "${user[@]}" --pid --mount-proc --fork)
in_mounts=(unshare "${user[@]}" --mount)

# can WHAT COMMAND...: does the kernel allow that here? What is skipped is no pass.
can() {
    local what=$1
    shift
    "$@" true 2>/dev/null || { echo "# skipped: namespaces.sh: the kernel allows no $what here"; return 1; }
}

# A program with a large assembly: storing it takes a while, so that processes that start at once do it at once.
METHODS=200
large=$WORK/src/large
python3 "$ROOT/tests/tools/make_many.py" $METHODS "$large"
cp "$TARGETS"/Directory.Build.* "$WORK/src"
head -c 60000000 /dev/urandom >"$large/large.bin"
sed -i 's|^</Project>|  <ItemGroup><EmbeddedResource Include="large.bin" /></ItemGroup>\n</Project>|' "$large/Many.csproj"
build "$large" Debug || exit 1
program=(dotnet "$large/bin/Debug/net10.0/Many.dll")
options=(--root "$WORK/src" -o "$WORK/r.xml")
export PROGRAM="${program[*]}"

# times_of METHOD FILE: how often its first line ran.
times_of() { normal "$2" | sed -n "/<method name=\"$1\"/,/<\/method>/s/.*<line number=\"[0-9]*\" hits=\"\([0-9]*\)\".*/\1/p" | head -1; }
ran_times() {
    local got
    got=$(times_of Main "$WORK/r.xml")
    [ "$got" = "$1" ] || { echo "ran $1 times, counted ${got:-0}"; cat "$WORK/err"; return 1; }
}

# --- one session, equal ids ----------------------------------------------------------------------
if can "process namespaces" "${in_pids[@]}"; then
    # shellcheck disable=SC2016
    eight='for i in 1 2 3 4 5 6 7 8; do '"${in_pids[*]}"' $PROGRAM >/dev/null & done; wait'
    for round in 1 2 3; do
        "$CLRCOV" run -q --hits exact "${options[@]}" -- sh -c "$eight" 2>"$WORK/err"
        check "eight containers at once, a large assembly: each is counted ($round)" ran_times 8
    done
    check "eight containers at once: nothing half-written is left" \
        test -z "$(find "$TMPDIR" -name '*.tmp' -print)"

    # What a writer with our id left when it was killed is not in the way, and goes.
    for number in {0..20}; do : >"$WORK/r.xml.1-$number.tmp"; done
    : >"$WORK/r.xml.0123456789abcdef.tmp"
    exits "a report of the first process of a container, killed before: the next one is written" 0 "" \
        "${in_pids[@]}" "$CLRCOV" run -q --allow-empty "${options[@]}" -- true
    check "what a dead writer left is removed" test ! -e "$WORK/r.xml.0123456789abcdef.tmp"
    rm -f "$WORK"/r.xml*
fi

# --- a container that cannot store what others could ---------------------------------------------
if can "mount namespaces" "${in_mounts[@]}"; then
    # shellcheck disable=SC2016
    second='$PROGRAM >/dev/null; exec '"${in_mounts[*]}"' sh -c "mount -t tmpfs -o size=64k,mode=700 none \$CLRCOV_SESSION/images && exec $PROGRAM" >/dev/null'
    "$CLRCOV" run --hits exact "${options[@]}" -- sh -c "$second" 2>"$WORK/err"
    check "an assembly that one process could not store: the other one is counted" ran_times 1
    check "an assembly that one process could not store: the process is named" \
        has_line "Lost: process [0-9]* (.*Many.dll): Many was not measured, it could not be stored" "$WORK/err"
fi
