#!/usr/bin/env bash
# Many processes in one run: at once, one after the other, children of children, and the test hosts of many projects.
# load.sh [AT_ONCE [CHILDREN [PROJECTS]]]: a few here; scripts/load.sh runs it with many. Nothing is lost, and nothing
# is left after: no process, no shared memory, no file but the session.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

at_once=${1:-8} children=${2:-40} projects=${3:-3}
target=$TARGETS/family
build "$target" Release || exit 1
family=(dotnet "$target/bin/Release/net10.0/Family.dll")

# hits_of METHOD FILE: those of its first line.
hits_of() { normal "$2" | sed -n "/<method name=\"$1\"/,/<\/method>/s/.*<line number=\"[0-9]*\" hits=\"\([0-9]*\)\".*/\1/p" | head -1; }
ran() { # NAME METHOD TIMES FILE
    local got
    got=$(hits_of "$2" "$4")
    [ "$got" = "$3" ] && ok "$1: $2 ran $3 times" || not_ok "$1: $2 ran $3 times" "the report says '$got'"
}

# Programs that were started under clrcov here know this folder from their environment.
started_here() { grep -lsaF "CLRCOV_SESSION=$TMPDIR" /proc/[0-9]*/environ | sed 's|/environ||; s|/proc/||'; }
left_behind() {
    started_here | xargs -r ps -o pid,args -p
    find /dev/shm -maxdepth 1 -newer "$WORK/before" -name '*clrcov*' ! -type d
    grep -rlsF "$WORK" /dev/shm # a session names its output
    find "$TMPDIR" -mindepth 1 -maxdepth 1 ! -name "clrcov-$(id -u)" -name '*clrcov*'
    find "$TMPDIR/clrcov-$(id -u)" -name '.*' -o -name '*.tmp'
}
clean() {
    local rest
    rest=$(left_behind)
    [ -z "$rest" ] && ok "$1: nothing is left behind" || not_ok "$1: nothing is left behind" "$rest"
}

# measured NAME REPORT OPTIONS... -- COMMAND...: prints seconds and what the session holds.
measured() {
    local name=$1 report=$2 started=$EPOCHREALTIME
    shift 2
    : >"$WORK/before"
    check "$name: a run" "$CLRCOV" run -q -o "$report" "$@"
    local session
    session=$(find "$TMPDIR/clrcov-$(id -u)" -mindepth 1 -maxdepth 1 -type d | sort | tail -1)
    printf '# %s: %.1f s, %s counters files, %s KiB of session\n' "$name" \
        "$(echo "$EPOCHREALTIME $started" | awk '{ print $1 - $2 }')" \
        "$(find "$session" -name 'p-*.cov' | wc -l)" "$(du -sk "$session" | cut -f1)"
    clean "$name"
}

# shellcheck disable=SC2016
all_at_once='n=$1; go=$2; shift 2; for i in $(seq "$n"); do "$@" wait "$go" & done; sleep 1; : >"$go"; wait'
measured "$at_once at once" "$WORK/once.xml" --hits exact -- sh -c "$all_at_once" sh "$at_once" "$WORK/go" "${family[@]}"
ran "$at_once at once" Leaf "$at_once" "$WORK/once.xml"

measured "$children children" "$WORK/children.xml" --hits exact -- "${family[@]}" children "$children"
ran "$children children" Leaf "$children" "$WORK/children.xml"

measured "children of children" "$WORK/tree.xml" --hits exact -- "${family[@]}" tree 3 2
ran "children of children" Leaf 8 "$WORK/tree.xml"

# Built in the run, as most people do it: nodes and servers of the build, which would outlive the run, are not started.
python3 "$ROOT/tests/tools/make_solution.py" "$projects" "$WORK/solution"
cp "$TARGETS"/Directory.Build.* "$WORK/solution"
cd "$WORK/solution" || exit 1
unset MSBUILDDISABLENODEREUSE DOTNET_CLI_USE_MSBUILD_SERVER UseSharedCompilation
measured "$projects test projects" "$WORK/projects.xml" --root "$WORK/solution" -- dotnet test --nologo
check "$projects test projects: every line of the library" check_marks --config Debug "$WORK/projects.xml" "$WORK/solution"
