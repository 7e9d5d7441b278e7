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
        has_line "Lost: process [0-9]* (.*Many.dll): Many was not measured, because the process could not store it" "$WORK/err"
fi

# --- both places taken by somebody else -----------------------------------------------------------
name=clrcov-$(id -u)
if can "mount namespaces" "${in_mounts[@]}"; then
    # shellcheck disable=SC2016
    taken='mount -t tmpfs none /dev/shm && : >/dev/shm/$1 && : >"$TMPDIR/$1" && shift && "$@"'
    rm -rf "$TMPDIR/$name"
    "${in_mounts[@]}" sh -c "$taken" sh "$name" "$CLRCOV" run --hits exact "${options[@]}" -- "${program[@]}" >/dev/null 2>"$WORK/err"
    check "both places taken: measured all the same" ran_times 1
    check "both places taken: said, with the place that is used" \
        has_line "clrcov keeps sessions in $TMPDIR/$name-[0-9a-f]\{16\}$" "$WORK/err"
    third=$(ls -d "$TMPDIR/$name"-*)
    rm -f "$TMPDIR/$name"
    check "both places taken: the session is found when they are free again" \
        sh -c "cd '$PWD' && '$CLRCOV' report -q --root '$WORK/src' -o '$WORK/again.xml'"
    check "both places taken: the same report" same_report "$WORK/r.xml" "$WORK/again.xml"
    "${in_mounts[@]}" sh -c "$taken" sh "$name" "$CLRCOV" run -q "${options[@]}" -- "${program[@]}" >/dev/null 2>&1
    check "both places taken: the third one is used again" test "$(ls -d "$TMPDIR/$name"-*)" = "$third"
    rm -rf "$TMPDIR/$name" "$third"
fi

# --- a tight umask --------------------------------------------------------------------------------
# Of a user whom modes concern: root may do everything.
if [ "$(id -u)" -ne 0 ] || can "change of user" setpriv --reuid=nobody --regid=nogroup --clear-groups; then
    nobody=()
    open=$(mktemp -d /var/tmp/clrcov-XXXXXX)
    trap 'rm -rf "$WORK" "$open"' EXIT
    if [ "$(id -u)" -eq 0 ]; then
        nobody=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
        cp -r "$(dirname "$(dirname "$CLRCOV")")"/{bin,lib} "$open"
        chown -R nobody "$open"
    else
        cp -r "$(dirname "$(dirname "$CLRCOV")")"/{bin,lib} "$open"
    fi
    mkdir -m 0777 "$open/tmp"
    check "a tight umask: a session can be used" env TMPDIR="$open/tmp" HOME="$open" "${nobody[@]}" sh -c \
        "cd '$open/tmp' && umask 0377 && '$open/bin/clrcov' run -q --allow-empty -o '$open/tmp/r.xml' -- cat /dev/null"
    check "a tight umask: it was none that says where else sessions are" test -n "$(ls -d "$open/tmp"/clrcov-*/*/reported)"
    chmod 0 "$open/tmp"/clrcov-*
    check "a directory that a tight umask made unusable: made right" env TMPDIR="$open/tmp" HOME="$open" "${nobody[@]}" sh -c \
        "cd '$open/tmp' && '$open/bin/clrcov' run -q --allow-empty -o '$open/tmp/r.xml' -- true"
    check "a directory that a tight umask made unusable: used again" test "$(ls -d "$open/tmp"/clrcov-*/*/reported | wc -l)" -eq 2
fi

# --- children in a container of their own ---------------------------------------------------------
if can "process namespaces" "${in_pids[@]}"; then
    target=$TARGETS/kill
    build "$target" Debug || exit 1
    mkdir "$WORK/shim"
    dotnet=$(readlink -f "$(command -v dotnet)")
    printf '#!/bin/sh\nexec %s %s "$@"\n' "${in_pids[*]}" "$dotnet" >"$WORK/shim/dotnet"
    chmod +x "$WORK/shim/dotnet"
    # The program starts "dotnet": the one of its working directory.
    with_child() {
        (
            cd "$WORK/shim" && export DOTNET_ROOT=${dotnet%/*} &&
                "$CLRCOV" run -q --root "$target" -o "$WORK/family.xml" "$@" -- "$target/bin/Debug/net10.0/KillTarget" child
        ) >/dev/null 2>&1
        [ $? -eq 3 ]
    }
    check "a child in a container: a run" with_child
    check "a child in a container: measured" test "$(times_of Exit "$WORK/family.xml")$(times_of Child "$WORK/family.xml")" = 11
    check "a child in a container, children left out: a run" with_child --children=false
    check "a child in a container, children left out: not measured" \
        test "$(times_of Exit "$WORK/family.xml")$(times_of Child "$WORK/family.xml")" = 01
    # A container that the command itself starts is no child of a measured process.
    "$CLRCOV" run -q --children=false --hits exact "${options[@]}" -- "${in_pids[@]}" "${program[@]}" >/dev/null 2>"$WORK/err"
    check "a container that the command starts, children left out: measured" ran_times 1
fi
