#!/usr/bin/env bash
# A session that somebody else made: links, FIFOs, devices, files without end, damaged and foreign ones, names that
# want to be read by a terminal or by an XML reader. Neither `clrcov report` nor the library in a process may crash,
# hang, follow a link, write where it was not told to, or print what a terminal would obey.
# shellcheck disable=SC2016,SC2034 # what is done to a session is kept as text
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

target=$TARGETS/kill
build "$target" Debug || exit 1
mkdir "$WORK/outside" "$WORK/app" "$WORK/here"
echo "a file of the user" >"$WORK/outside/file"
escape=$'\e]0;owned\a\e[31m<b>&"\'\xc2\x9b'
mkdir "$WORK/app/$escape"
cp -r "$target/bin/Debug/net10.0/." "$WORK/app/$escape"
dll=$WORK/app/$escape/KillTarget.dll
program=(dotnet "$dll" exit)
cd "$WORK/here" || exit 1

# tame CODES LOG: the exit code is one of CODES, nothing of the user's was touched, nothing but text was printed.
tame() {
    local code=$?
    [[ " $1 " == *" $code "* ]] || { echo "exit $code"; cat -v "$2"; return 1; }
    [ "$(cat "$WORK/outside"/*)" = "a file of the user" ] || { ls -l "$WORK/outside"; return 1; }
    ! grep -q "^root:" "$2" || { echo "what a link leads to is shown"; return 1; }
    ! LC_ALL=C grep -q $'[\x01-\x08\x0b-\x1f\x7f]\|\xc2[\x80-\x9f]' "$2" || { cat -v "$2"; return 1; }
}

# --- names ---------------------------------------------------------------------------------------
named() {
    "$CLRCOV" run -v --root "$ROOT" -o "$WORK/named.xml" -- "${program[@]}" >/dev/null 2>"$WORK/log"
    tame 3 "$WORK/log" && xmllint --noout "$WORK/named.xml" && check_marks_of_kill
}
check_marks_of_kill() { grep -q 'hits="1"' "$WORK/named.xml"; }
check "a program in a folder that is named to hurt" named
good=$(find "$TMPDIR/clrcov-$(id -u)" -mindepth 1 -maxdepth 1 -type d)
counters=$(basename "$good"/p-*.cov)
image=$(basename "$good"/images/*.dll)

# --- sessions ------------------------------------------------------------------------------------
# What is done to a copy of the session, which is the working directory of the commands then.
declare -A deeds=(
    ["settings: a link"]='ln -sf "$outside/file" settings'
    ["settings: a FIFO"]='rm settings; mkfifo settings'
    ["settings: without end"]='truncate -s 1T settings'
    ["settings: a device"]='ln -sf /dev/zero settings'
    ["settings: other words"]='echo "run rm -rf /" >>settings'
    ["settings: escapes"]='printf "root %s\n" "$escape" >>settings'
    ["filter: a link"]='ln -sf "$outside/file" filter'
    ["filter: without end"]='truncate -s 1T filter'
    ["filter: escapes"]='printf "exclude %s %s\n" "$escape" "$escape" >>filter'
    ["configuration: a link"]='ln -sf "$outside/file" config'
    ["configuration: a FIFO"]='rm config; mkfifo config'
    ["configuration: without end"]='truncate -s 1T config'
    ["configuration: another root"]='printf "clrcov-config 1\ncommand\troot\t0\t%s\t/\t/proc\nend\n" "$escape" >config'
    ["lock: a link"]='ln -sf "$outside/new" lock'
    ["lock: a FIFO"]='rm -f lock; mkfifo lock'
    ["lock: a directory"]='rm -f lock; mkdir lock'
    ["counters: a link"]='ln -sf "$outside/file" "$counters"'
    ["counters: a link to another"]='mv "$counters" "$outside/../moved.cov"; ln -s "$outside/../moved.cov" "$counters"'
    ["counters: a FIFO"]='rm "$counters"; mkfifo "$counters"'
    ["counters: a directory"]='rm "$counters"; mkdir "$counters"'
    ["counters: empty"]=': >"$counters"'
    ["counters: without end"]='truncate -s 1T "$counters"'
    ["counters: cut"]='truncate -s 5000 "$counters"'
    ["counters: noise"]='dd if=/dev/urandom of="$counters" bs=4k count=9 conv=notrunc status=none'
    ["counters: a thousand files"]='for i in $(seq 1000); do cp --reflink=auto "$counters" "p-$i-$i.cov"; done'
    ["images: a link to a folder"]='mv images "$outside/../images"; ln -s "$outside/../images" images'
    ["images: one is a link"]='ln -sf "$outside/file" "images/$image"'
    ["images: one is a FIFO"]='rm "images/$image"; mkfifo "images/$image"'
    ["images: one without end"]='truncate -s 1T "images/$image"'
    ["images: zeros without end"]=': >"images/$image"; truncate -s 1T "images/$image"'
    ["images: noise"]='dd if=/dev/urandom of="images/$image" bs=512 count=4 seek=1 conv=notrunc status=none'
    ["problem: escapes"]='printf "%s\n" "$escape" >problem-7.txt'
    ["problem: a FIFO"]='mkfifo problem-7.txt'
    ["problem: a link"]='ln -s /etc/passwd problem-7.txt'
    ["open to others"]='chmod 777 .'
)
[ "$(id -u)" -ne 0 ] || deeds["another owner"]='chown 65534 .'

# In a copy of the session: does the deed, then reports it.
reported() {
    rm -rf "$WORK/s" "$WORK/r.xml" "$WORK"/{images,moved.cov}
    cp -a "$good" "$WORK/s"
    (cd "$WORK/s" && outside=$WORK/outside && eval "$1") || return 1
    (ulimit -v 4000000000; timeout 60 "$CLRCOV" report -v -o "$WORK/r.xml" "$WORK/s") >"$WORK/log" 2>&1
    tame "0 21 64 70 73" "$WORK/log" || return 1
    [ ! -e "$WORK/r.xml" ] || xmllint --noout "$WORK/r.xml"
}

# The same session, as it is given to a process: the program ends as always.
measured() {
    CORECLR_ENABLE_PROFILING=1 CORECLR_PROFILER=$CLSID CORECLR_PROFILER_PATH=$LIBRARY CLRCOV_SESSION=$WORK/s \
        timeout 60 "${program[@]}" >"$WORK/log" 2>&1
    tame 3 "$WORK/log"
}
while read -r deed; do
    check "$deed: report" reported "${deeds[$deed]}"
    case $deed in
    settings* | filter* | lock* | images* | open* | another*) check "$deed: in a process" measured ;;
    esac
done < <(printf '%s\n' "${!deeds[@]}" | sort)

# A session that was brought from elsewhere does not say what is overwritten.
moved() {
    cp -a "$good" "$WORK/moved" && sed -i "s|^output .*|output $WORK/outside/file|" "$WORK/moved/settings" || return 1
    sed -i "s|\t--output\t.*|\t--output\t/\t$WORK/outside/file|" "$WORK/moved/config"
    "$CLRCOV" report --root "$ROOT" "$WORK/moved" >"$WORK/log" 2>&1
    tame 0 "$WORK/log" && [ -s "$WORK/here/coverage.cobertura.xml" ]
}
check "a session from elsewhere: the report is written here" moved
