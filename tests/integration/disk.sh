#!/usr/bin/env bash
# A disk that is full, small, used up by quota, read-only, far away, or gone: the program ends as it would have, with its own output and
# exit code, and whoever reads the report is told what is missing. Small file systems are mounted where nobody else sees
# them (a mount namespace of this script: needs root, or user namespaces).
if [ "${1:-}" != inside ]; then
    user=()
    [ "$(id -u)" -eq 0 ] || user=(--map-root-user)
    if ! unshare --mount "${user[@]}" true 2>/dev/null; then
        echo "# disk.sh: skipped, no file system can be mounted here"
        exit 0
    fi
    exec unshare --mount "${user[@]}" bash "${BASH_SOURCE[0]}" inside
fi
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
mount --make-rprivate / 2>/dev/null
trap 'umount -l "$WORK"/{disk,full} /dev/shm 2>/dev/null; rm -rf "$WORK"' EXIT

METHODS=3000
python3 "$ROOT/tests/tools/make_many.py" $METHODS "$WORK/src/many"
cp "$TARGETS"/Directory.Build.* "$WORK/src"
build "$WORK/src/many" Debug || exit 1
program=(dotnet "$WORK/src/many/bin/Debug/net10.0/Many.dll")
cd "$WORK/src" || exit 1
plain=$("${program[@]}") && plain_code=0 || plain_code=$?

# place DIR OPTIONS: a new file system in memory.
place() {
    mkdir -p "$1"
    umount -l "$1" 2>/dev/null
    mount -t tmpfs -o "mode=1777,$2" none "$1"
}
fill() { dd if=/dev/zero of="$1/filler" bs=4096 >/dev/null 2>&1; true; }

# same_end NAME OPTIONS... -- COMMAND...: under clrcov it says and ends as without; messages stay in $WORK/err.
same_end() {
    local name=$1 got code
    shift
    rm -f "$WORK/r.xml"
    got=$("$CLRCOV" run -o "$WORK/r.xml" --root "$WORK/src" "$@" 2>"$WORK/err")
    code=$?
    if [ "$got" = "$plain" ] && [ $code -eq $plain_code ]; then
        ok "$name: the program ends as it would have"
    else
        not_ok "$name: the program ends as it would have" "exit $code, said '$got'; $(cat "$WORK/err")"
    fi
}
told() {
    if grep -Eq -- "$2" "$WORK/err"; then ok "$1: told"; else not_ok "$1: told" "$(cat "$WORK/err")"; fi
}
whole() { check "$1: all is there" check_marks --config Debug "$WORK/r.xml" "$WORK/src/many"; }
# What is in the report is right: a line that ran may be missing, one that did not is never shown as run.
nothing_invented() { check "$1: nothing is invented" nothing_invented_in "$WORK/r.xml"; }
nothing_invented_in() {
    local wrong
    wrong=$(check_marks --config Debug "$1" "$WORK/src/many" | grep -E "expected miss, got (hit|part)")
    [ -z "$wrong" ] || { echo "$wrong" | head -5; return 1; }
}

disk=$WORK/disk
export TMPDIR=$disk

place "$disk" size=4k && place /dev/shm size=4k
fill "$disk" && fill /dev/shm
same_end "full at start" -- "${program[@]}"
told "full at start" "No space left|without being measured"

place "$disk" size=1m,ro && place /dev/shm size=1m,ro
same_end "read-only" -- "${program[@]}"
told "read-only" "without being measured"

place "$disk" size=1m,ro && place /dev/shm size=64m
same_end "read-only, shared memory of 64 MB" -- "${program[@]}"
told "read-only, shared memory of 64 MB" "clrcov keeps sessions in /dev/shm"
whole "read-only, shared memory of 64 MB"
check "read-only, shared memory of 64 MB: reported again" "$CLRCOV" report -q -o "$WORK/again.xml"
check "read-only, shared memory of 64 MB: the same" same_report "$WORK/r.xml" "$WORK/again.xml"

place "$disk" size=64m,nr_inodes=6 && place /dev/shm size=64m
same_end "room for few files" -- "${program[@]}"
told "room for few files" "clrcov keeps sessions in /dev/shm"
whole "room for few files"

place "$disk" size=64m && place /dev/shm size=4k
TMPDIR=$disk same_end "small" -- "${program[@]}"
whole "small"

for size in $(short_or_full 500k "400k 500k 600k"); do
    place "$disk" size=$size && place /dev/shm size=4k
    same_end "full later ($size)" -- "${program[@]}"
    told "full later ($size)" "[Nn]o space left"
    [ ! -e "$WORK/r.xml" ] || nothing_invented "full later ($size)"
done

place "$disk" size=2m && place /dev/shm size=4k
same_end "filled by another program" -- sh -c "dd if=/dev/zero of='$disk/filler' bs=4096 2>/dev/null; exec \"\$@\"" sh "${program[@]}"
told "filled by another program" "no space is left in"

place "$disk" size=64m
# The runtime itself makes larger files unless it is told not to.
export DOTNET_EnableWriteXorExecute=0
for blocks in 150 600; do
    (
        ulimit -f $blocks
        same_end "file size limit of $blocks KiB" -- "${program[@]}"
    )
    told "file size limit of $blocks KiB" "file size limit"
done
unset DOTNET_EnableWriteXorExecute

cc -shared -fPIC -O1 -o "$WORK/quota.so" "$ROOT/tests/tools/quota_disk.c" -ldl || exit 1
place "$disk" size=64m && place /dev/shm size=64m
for kib in $(short_or_full "0 200" "0 16 200 600"); do
    QUOTA_OF=$disk:/dev/shm QUOTA_KIB=$kib LD_PRELOAD=$WORK/quota.so same_end "quota of $kib KiB" -- "${program[@]}"
    told "quota of $kib KiB" "[Nn]o space left|Disk quota exceeded"
    [ ! -e "$WORK/r.xml" ] || nothing_invented "quota of $kib KiB"
done

place "$disk" size=64m && place /dev/shm size=4k
gone='rm -rf "$CLRCOV_SESSION"; exec "$@"'
same_end "session removed at start" -- sh -c "$gone" sh "${program[@]}"
gone='"$@" & while ! ls "$CLRCOV_SESSION"/p-* >/dev/null 2>&1 && kill -0 $!; do sleep 0.01; done; rm -rf "$CLRCOV_SESSION"; wait $!'
same_end "session removed while it runs" -- sh -c "$gone" sh "${program[@]}"
told "session removed while it runs" "session|No such file|Nothing was measured"

cc -shared -fPIC -O1 -o "$WORK/slow.so" "$ROOT/tests/tools/slow_disk.c" -ldl || exit 1
place /dev/shm size=64m
FAR_AWAY=$disk LD_PRELOAD=$WORK/slow.so same_end "far away" -- "${program[@]}"
told "far away" "not a local file system; "
whole "far away"

place "$WORK/full" size=16k && fill "$WORK/full"
out=$WORK/full/r.xml
got=$("$CLRCOV" run -q -o "$out" --root "$WORK/src" -- "${program[@]}" 2>"$WORK/err")
check "no room for the report: the program's own exit code" test "$? $got" = "$plain_code $plain"
told "no room for the report" "r.xml: cannot write: No space left"
check "no room for the report: made elsewhere" "$CLRCOV" report -q -o "$WORK/r.xml"
whole "no room for the report"
