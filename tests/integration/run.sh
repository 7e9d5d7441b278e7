#!/usr/bin/env bash
# Runs all integration tests against build/release, in two lanes side by side. Files of one lane may build in the same
# folders, so they run one after the other; a file's output is printed when it has ended.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
examples=(library cobertura xunit output refusals config commands explain ci framework matrix disk load
    surroundings)
targets=(marks counts late traces inlining endings standalone il collectible loading settings paths)
logs=$(mktemp -d "${TMPDIR:-/tmp}/clrcov-run-XXXXXX")
trap 'rm -rf "$logs"' EXIT

run_file() {
    local started=$SECONDS
    timeout 1200 bash "$here/$1.sh" >"$logs/$1" 2>&1 || echo "not ok - $1.sh did not end well" >>"$logs/$1"
    (
        flock 9
        printf '# %s: %d s\n' "$1" $((SECONDS - started))
        cat "$logs/$1"
    ) 9>"$logs/.lock"
}
run_lane() { for file in "$@"; do run_file "$file"; done; }

run_lane "${examples[@]}" &
run_lane "${targets[@]}" &
wait
echo "integration tests done"
