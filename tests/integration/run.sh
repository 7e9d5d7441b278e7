#!/usr/bin/env bash
# Runs all integration tests against build/release. Two workers take the next line of the list below, so that both
# processors are busy until the end: long ones come first. Files of one line share folders, so they run one after the
# other; a file's output is printed when it has ended. What several files or configurations need is built before.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/../../scripts/lib.sh"
units=(
    ci
    'xunit output config commands refusals nothing cobertura'
    loading
    packages
    'marks united'
    pages
    templates
    attach
    random
    settings
    counts
    'endings standalone surroundings hostile outside'
    'namespaces signals'
    matrix
    giants
    sources
    merge
    il
    late
    hot
    lanes
    net11
    collectible
    paths
    'explain left_out words formats diff gates compare completion'
    traces
    inlining
    load
    many
    disk
    framework
    bench
    generated
    library
)
logs=$(mktemp -d "${TMPDIR:-/tmp}/clrcov-run-XXXXXX")
trap 'rm -rf "$logs"' EXIT

# took NAME: after times of the clock and of the processor were taken into `wall` and `before`.
took() {
    processor_seconds
    printf '# %s: %d s, %d s of processor time\n' "$1" $((SECONDS - wall)) $((SPENT - before))
}

# Programs under test, each once and all by one process; when that fails, each test builds its own and tells why.
# Restoring needs a process of its own: it writes what building reads first.
build_targets() {
    local wall=$SECONDS before
    processor_seconds
    before=$SPENT
    (
        . "$here/lib.sh"
        build_tool msbuild "$here/targets.proj" -t:Restore -nologo -v:q -m:2 &&
            build_tool msbuild "$here/targets.proj" -t:Build -nologo -v:q -m:2 "-p:BuiltList=$logs/built.txt"
    ) >"$logs/built.log" 2>&1 || { rm -f "$logs/built.txt"; tail -20 "$logs/built.log" | sed 's/^/#   /'; }
    took targets
}

run_file() {
    local wall=$SECONDS before
    processor_seconds
    before=$SPENT
    timeout 1200 bash "$here/$1.sh" >"$logs/$1" 2>&1 || echo "not ok - $1.sh did not end well" >>"$logs/$1"
    {
        flock 9
        took "$1"
        cat "$logs/$1"
    } 9>"$logs/.lock"
}

# The number of the next line of the list, into `unit`; fails behind the last.
take_unit() {
    {
        flock 9
        read -r unit <"$logs/.next"
        echo $((unit + 1)) >"$logs/.next"
    } 9>"$logs/.queue"
    [ "$unit" -lt ${#units[@]} ]
}

work() {
    local unit file
    while take_unit; do
        for file in ${units[unit]}; do run_file "$file"; done
    done
}

build_targets
export BUILT_TARGETS=$logs/built.txt
echo 0 >"$logs/.next"
work &
work &
wait
echo "integration tests done"
