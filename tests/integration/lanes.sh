#!/usr/bin/env bash
# Exact counts without a lock: threads that come and go by the hundred, processes killed at any moment, what
# reflection sees, and what is told where there is no room. lanes.sh [KILLS]: how often a process is killed.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

TARGET=$TARGETS/lanes
KILLS=${1:-$(short_or_full 2 20)}

# Hits of the line in a report.
hits() { python3 - "$1" "$(grep -n 'the line$' "$TARGET/Program.cs" | cut -d: -f1)" <<'PYTHON'; }
import sys, xml.etree.ElementTree as tree
print(max(int(line.get("hits")) for line in tree.parse(sys.argv[1]).iter("line") if line.get("number") == sys.argv[2]))
PYTHON

short_threads() { # NAME COUNT
    "$CLRCOV" run -q --hits exact -o "$WORK/$1.xml" -- dotnet "$dll" short "$2" && [ "$(hits "$WORK/$1.xml")" = "$2" ]
}

# Killed after a moment: at least what the threads had ended, at most what they had begun.
killed() { # NAME SECONDS
    local name=$1 pid numbers got
    rm -f "$WORK/$name".*
    "$CLRCOV" run -q --hits exact -o "$WORK/$name.xml" -- dotnet "$dll" work 8 "$WORK/$name.numbers" >"$WORK/$name.out" 2>"$WORK/$name.err" &
    pid=$!
    wait_for 60 has_line ready "$WORK/$name.out" || { kill "$pid"; return 1; }
    sleep "$2"
    kill -KILL "$(cut -d' ' -f2 "$WORK/$name.out")"
    wait "$pid" 2>/dev/null
    numbers=$(python3 -c 'import struct, sys
words = struct.unpack("<128q", open(sys.argv[1], "rb").read())
print(sum(words[1::16]), sum(words[0::16]))' "$WORK/$name.numbers") && got=$(hits "$WORK/$name.xml") || return 1
    echo "$got hits, ended and begun: $numbers"
    [ "${numbers% *}" -gt 0 ] && [ "$got" -ge "${numbers% *}" ] && [ "$got" -le "${numbers#* }" ]
}

sees_the_same() {
    dotnet "$dll" see >"$WORK/plain.txt" &&
        "$CLRCOV" run -q --hits exact -o "$WORK/see.xml" -- dotnet "$dll" see >"$WORK/seen.txt" &&
        diff "$WORK/plain.txt" "$WORK/seen.txt" && [ "$(hits "$WORK/see.xml")" = 1 ]
}

# Each of six threads has a lane of its own: in Debug nothing else shows that the fields are thread-static.
fields_are_of_threads() {
    [ "$(dotnet "$dll" fields 6)" = 0 ] && [ "$("$CLRCOV" run -q --hits exact -o "$WORK/fields.xml" -- dotnet "$dll" fields 6)" = 6 ]
}

# With exact counts at least 10/13 of the calls fit into the stack: frames are at most 1.3 times as large.
frames_stay_small() { # at tier 0 in Release, as nothing tiers up while it recurses
    local plain exact
    plain=$(DOTNET_TC_CallCountThreshold=1000000 dotnet "$dll" deep) &&
        exact=$(DOTNET_TC_CallCountThreshold=1000000 "$CLRCOV" run -q --hits exact -o "$WORK/deep.xml" -- dotnet "$dll" deep) || return 1
    echo "calls: plain $plain, exact $exact"
    [ $((${exact% *} * 13)) -ge $((${plain% *} * 10)) ] && [ $((${exact#* } * 13)) -ge $((${plain#* } * 10)) ]
}

for config in Debug Release; do
    build "$TARGET" "$config" || continue
    dll=$TARGET/bin/$config/net10.0/LanesTarget.dll
    check "lanes: $config: reflection sees what it sees without" sees_the_same
    check "lanes: $config: threads have fields of their own" fields_are_of_threads
    check "lanes: $config: frames stay small" frames_stay_small
    check "lanes: $config: 500 short threads" short_threads "short-$config" 500
    for ((i = 1; i <= KILLS; i++)); do
        check "lanes: $config: killed, $i" killed "killed-$config-$i" "0.$((RANDOM % 9))$((RANDOM % 9))"
    done
done
