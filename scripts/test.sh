#!/usr/bin/env bash
# Builds and runs the tests.
#   scripts/test.sh                 the short run: before each commit
#   scripts/test.sh full            all of it: before an issue is resolved, and before a release
#   scripts/test.sh [full] PART...  these parts, and what they need
# scripts/test-parts.txt is the table of parts and their budgets; CONTRIBUTING.md says which part belongs to which room.
# Two workers take the parts in the order of the table. The output of a part is printed when the part has ended, and kept
# in build/tests/PART.log. The last lines are what each part took, the parts over their budgets, and "N passed, N failed".
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
export TEST_RUN=short
if [ "${1:-}" = full ]; then
    TEST_RUN=full
    shift
fi
logs=$ROOT/build/tests
names=()
declare -A budgets needs commands selected

# A line of the table: NAME SHORT FULL NEEDS COMMAND. A budget of "-": the part is not in that run.
read_table() {
    local name short full need command
    while read -r name short full need command; do
        names+=("$name")
        [ "$TEST_RUN" = full ] && budgets[$name]=$full || budgets[$name]=$short
        needs[$name]=${need//[,-]/ }
        commands[$name]=$command
    done < <(grep -v '^#' "$ROOT/scripts/test-parts.txt")
}

select_part() {
    local need
    [ -n "${commands[$1]:-}" ] || die "$1: no such part; the parts are: ${names[*]}"
    selected[$1]=yes
    for need in ${needs[$1]}; do select_part "$need"; done
}

# What was named, or all that the table has for this run.
select_parts() {
    local name
    for name in "$@"; do select_part "$name"; done
    [ $# -eq 0 ] || return 0
    for name in "${names[@]}"; do
        [ "${budgets[$name]}" = - ] || select_part "$name"
    done
}

# ready NAME: 0: what it needs is there; 1: not yet; 2: it failed.
ready() {
    local need
    for need in ${needs[$1]}; do
        [ ! -e "$state/$need.failed" ] || return 2
        [ -e "$state/$need.passed" ] || return 1
    done
}

# The next part into `part`: one whose needs were met, or one that cannot run any more. 1: none is left, 2: one has to wait.
take_part() {
    local name status=1
    for name in "${names[@]}"; do
        [ -n "${selected[$name]:-}" ] && [ ! -e "$state/$name.begun" ] || continue
        if ready "$name" || [ $? -eq 2 ]; then
            part=$name
            : >"$state/$name.begun"
            return 0
        fi
        status=2
    done
    return $status
}

# The lines of a command that has none of its own: its end.
add_result() { # NAME STATUS
    grep -qE '^(not )?ok - ' "$logs/$1.log" || [ "$2" -ne 0 ] || echo "ok - $1" >>"$logs/$1.log"
    [ "$2" -eq 0 ] || grep -q '^not ok - ' "$logs/$1.log" || echo "not ok - $1 ended with $2" >>"$logs/$1.log"
}

run_part() { # NAME
    local name=$1 wall=$SECONDS before status=0
    processor_seconds
    before=$SPENT
    if ready "$name"; then
        # shellcheck disable=SC2086 # a command and its arguments
        timeout "$limit" bash ${commands[$name]} >"$logs/$name.log" 2>&1 </dev/null || status=$?
        add_result "$name" $status
    else
        echo "not ok - $name was not run: what it needs failed (${needs[$name]})" >"$logs/$name.log"
    fi
    processor_seconds
    echo "$name $((SECONDS - wall)) $((SPENT - before))" >"$state/$name.took"
    if grep -q '^not ok - ' "$logs/$name.log"; then : >"$state/$name.failed"; else : >"$state/$name.passed"; fi
    {
        flock 8
        read -r _ wall before <"$state/$name.took"
        say "$name: $wall s, $before s of processor time"
        cat "$logs/$name.log"
    } 8>"$state/print"
}

work() {
    local part status
    while :; do
        {
            flock 9
            take_part
            status=$?
        } 9>"$state/take"
        case $status in
            0) run_part "$part" ;;
            1) return ;;
            2) sleep 0.2 ;;
        esac
    done
}

# The table of what the parts took; then what is over its budget.
print_times() {
    local name wall spent sum=0 over=()
    printf '    %-14s %8s %10s %8s\n' part seconds processor budget
    for name in "${names[@]}"; do
        [ -e "$state/$name.took" ] || continue
        read -r _ wall spent <"$state/$name.took"
        printf '    %-14s %8d %10d %8s\n' "$name" "$wall" "$spent" "${budgets[$name]}"
        sum=$((sum + spent))
        [ "${budgets[$name]}" = - ] || [ "$spent" -le "${budgets[$name]}" ] || over+=("$name: $spent of ${budgets[$name]}")
    done
    printf '    %-14s %8d %10d\n' all $SECONDS $sum
    [ ${#over[@]} -eq 0 ] || printf 'over its budget of processor seconds: %s\n' "${over[@]}"
}

read_table
select_parts "$@"
need_dotnet
packages=("${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}")
[ "$TEST_RUN" = short ] || packages+=("${PACKAGING_PACKAGES[@]}")
install_packages "${packages[@]}"
mkdir -p "$logs"
cd "$ROOT" || exit 1
state=$(mktemp -d "${TMPDIR:-/tmp}/clrcov-test-XXXXXX") || die "no temporary directory"
trap 'rm -rf "$state"' EXIT
[ "$TEST_RUN" = full ] && limit=6h || limit=20m
[ -z "${selected[targets]:-}" ] || export BUILT_TARGETS=$logs/built.txt
# A part that is alone has both processors.
[ ${#selected[@]} -eq 1 ] && TEST_JOBS=2 || TEST_JOBS=1
export TEST_JOBS
work &
work &
wait

cat "$state"/*.took | cut -d' ' -f1 | sed "s|.*|$logs/&.log|" | xargs -d '\n' cat >"$state/all"
passed=$(grep -c '^ok - ' "$state/all")
failed=$(grep -c '^not ok - ' "$state/all")
if [ "$failed" -ne 0 ]; then
    say "what failed"
    grep '^not ok - ' "$state/all"
fi
say "seconds on the clock, of processor time, and budgets"
print_times
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
