#!/usr/bin/env bash
# Where it runs: without HOME and TMPDIR, in odd locales and time zones, in long paths, as the first process of a
# container, without /proc, beside start-up hooks and other profilers, in a program with somebody else's rights.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

target=$TARGETS/kill
build "$target" Debug && build "$TARGETS/hook" Debug || exit 1
dll=$target/bin/Debug/net10.0/KillTarget.dll
program=(dotnet "$dll" exit)
options=(-q --root "$ROOT")
"$CLRCOV" run "${options[@]}" -o "$WORK/usual.xml" -- "${program[@]}" >/dev/null
check "the usual surroundings: there is something to compare" grep -q 'hits="1"' "$WORK/usual.xml"

# same_in NAME COMMAND...: COMMAND is clrcov in other surroundings, writing to there.xml; the program's exit code is 3.
same_in() {
    local name=$1 log code
    shift
    rm -f "$WORK/there.xml"
    log=$("$@" 2>&1 >/dev/null)
    code=$?
    if [ $code -ne 3 ]; then not_ok "$name" "exit $code: $log"; else check "$name" same_report "$WORK/usual.xml" "$WORK/there.xml"; fi
}
run=("$CLRCOV" run "${options[@]}" -o "$WORK/there.xml" -- "${program[@]}")

same_in "no variables but PATH" env -i PATH="$PATH" "${run[@]}"
same_in "no HOME" env -u HOME "${run[@]}"
same_in "no TMPDIR" env -u TMPDIR "${run[@]}"
same_in "a HOME that is not there" env HOME=/nonexistent "${run[@]}"
for locale in C POSIX tr_TR.UTF-8 ja_JP.eucJP no_SUCH; do
    same_in "locale $locale" env LC_ALL=$locale LANG=$locale "${run[@]}"
done
for zone in Asia/Kathmandu :no/such/zone UTC+25; do
    same_in "time zone $zone" env TZ=$zone "${run[@]}"
done
long=$WORK/tmp
for _ in 1 2 3 4; do long=$long/$(printf 'directory-%.0s' {1..20}); done
mkdir -p "$long"
same_in "a TMPDIR of ${#long} characters" env TMPDIR="$long" "${run[@]}"
same_in "a start-up hook" env DOTNET_STARTUP_HOOKS="$TARGETS/hook/bin/Debug/net10.0/Hook.dll" \
    "$CLRCOV" run "${options[@]}" --exclude assembly:Hook -o "$WORK/there.xml" -- "${program[@]}"
"$CLRCOV" run "${options[@]}" --root "$TARGETS/hook" -o "$WORK/hook.xml" -- \
    env DOTNET_STARTUP_HOOKS="$TARGETS/hook/bin/Debug/net10.0/Hook.dll" "${program[@]}" >/dev/null
check "a start-up hook is measured, too" check_marks --config Debug "$WORK/hook.xml" "$TARGETS/hook"
same_in "another profiler, which is not loaded" \
    env CORECLR_ENABLE_PROFILING=1 "CORECLR_PROFILER={846F5F1C-F9AE-4B07-969E-05C26BC060D8}" CORECLR_PROFILER_PATH=/no.so \
    "$CLRCOV" run "${options[@]}" --replace-profiler -o "$WORK/there.xml" -- "${program[@]}"

user=()
[ "$(id -u)" -eq 0 ] || user=(--map-root-user)
if unshare "${user[@]}" --mount --pid --fork true 2>/dev/null; then
    same_in "the first process of a container" unshare "${user[@]}" --mount --pid --fork --mount-proc "${run[@]}"
    # shellcheck disable=SC2016
    orphans='(sleep 0.1 &) ; (sleep 0.1 &) ; sleep 0.5; [ -z "$(ps -eo stat= | grep Z)" ] || exit 9; exec "$@"'
    same_in "the first process of a container: orphans are reaped" unshare "${user[@]}" --mount --pid --fork --mount-proc \
        "$CLRCOV" run "${options[@]}" -o "$WORK/there.xml" -- sh -c "$orphans" sh "${program[@]}"
    # shellcheck disable=SC2016
    stop='(sleep 2; kill -TERM 1) & exec "$@"'
    unshare "${user[@]}" --mount --pid --fork --mount-proc "$CLRCOV" run "${options[@]}" -o "$WORK/stop.xml" -- \
        sh -c "$stop" sh dotnet "$dll" sleep >/dev/null 2>&1
    code=$?
    [ $code -eq 143 ] && ok "the first process of a container: docker stop ends the program" ||
        not_ok "the first process of a container: docker stop ends the program" "exit $code"
    check "the first process of a container: what ran before docker stop" check_marks --config Debug "$WORK/stop.xml" "$target"
    # shellcheck disable=SC2016
    hidden='mount -t tmpfs none /proc && exec "$@"'
    if unshare "${user[@]}" --mount sh -c "$hidden" sh "${program[@]}" >/dev/null 2>&1; [ $? -eq 3 ]; then
        same_in "no /proc" unshare "${user[@]}" --mount sh -c "$hidden" sh "${run[@]}"
    else
        echo "# no /proc: .NET does not run without it here"
    fi
else
    echo "# surroundings.sh: containers are skipped, no namespaces can be made here"
fi

# A program with its owner's rights, started by somebody else with our variables: it runs, and writes nothing for us.
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
    place=$(mktemp -d /var/tmp/clrcov-XXXXXX)
    trap 'rm -rf "$WORK" "$place"' EXIT
    cp "$LIBRARY" "$place/libclrcov.so"
    cp -r "$target/bin/Debug/net10.0" "$place/app"
    chmod -R go+rX "$place"

    # counters_of MODE COMMAND...: the counters file of the program with this mode, while it runs.
    counters_of() {
        rm -f "$WORK/ready"
        chmod "$1" "$place/app/KillTarget"
        env DOTNET_ROOT="$(dirname "$(readlink -f "$(command -v dotnet)")")" CORECLR_ENABLE_PROFILING=1 \
            CORECLR_PROFILER="$CLSID" CORECLR_PROFILER_PATH="$place/libclrcov.so" CLRCOV_OUTPUT="$place/r.xml" \
            "${@:2}" "$place/app/KillTarget" sleep >"$WORK/ready" 2>&1 &
        wait_for 30 has_line ready "$WORK/ready"
        grep -o 'clrcov-.*[.]cov' "/proc/$!/maps"
        kill -KILL $!
        wait $! 2>/dev/null
    }
    check "a program of our own has counters" test -n "$(counters_of 755)"
    check "a program with its owner's rights runs, and has none" \
        test -z "$(counters_of 4755 setpriv --reuid=nobody --regid=nogroup --clear-groups)"
fi
