#!/usr/bin/env bash
# Code reached for the first time when all around it has been optimised and its probes erased: nothing of it is
# lost, nothing is invented, whatever the runtime's tiers are; with the plan, with a probe everywhere, exact.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

TARGET=$TARGETS/late

measure() { # NAME ENVIRONMENT OPTIONS...
    local name=$1 environment=$2
    shift 2
    env "$environment" "$CLRCOV" run -q -o "$WORK/$name.xml" "$@" -- dotnet "$dll" >"$WORK/$name.txt"
}

# The scenarios wait for the tiers; here is what they saw: 4 is tier 1, 5 is replaced on the stack.
tiers_were_seen() {
    local what
    for what in 'Scenarios\.Branch .*4' 'Scenarios\.Loop .*5' 'Scenarios\.Nested .*5' 'Scenarios\.OnThread .*4' \
        'Scenarios\.Caller .*4' 'Scenarios\.Protected .*4' 'Scenarios\.Catching .*4' '<Continue> .*4' \
        '<Items> .*4' 'Scenarios\.Kind .*4' 'Scenarios\.Calls .*4'; do
        grep -Eq "$what" "$1" || { echo "not seen: $what"; return 1; }
    done
}

knobs="TieredCompilation=1 TieredCompilation=0 TieredPGO=0 TC_QuickJit=0 TC_QuickJitForLoops=0
    TC_OnStackReplacement_InitialCounter=1 TC_CallCountThreshold=2 TC_AggressiveTiering=1 ReadyToRun=0"
built= # configurations
for config in Debug Release; do
    if build "$TARGET" "$config"; then built="$config $built"; fi
done
while read -r config knob; do
    dll=$TARGET/bin/$config/net10.0/Late.dll
    check "late: $config runs with $knob" measure plan "DOTNET_$knob"
    check "late: $config, $knob: equals the marks" check_marks --config "$config" "$WORK/plan.xml" "$TARGET"
    if [ "$config,$knob" = Release,TieredCompilation=1 ]; then
        check "late: every tier was reached" tiers_were_seen "$WORK/plan.txt"
    fi
    check "late: $config runs with $knob and a probe everywhere" measure all "DOTNET_$knob" --probe-all
    check "late: $config, $knob: plan and oracle agree" same_report "$WORK/plan.xml" "$WORK/all.xml"
done < <(combinations "$built" "${knobs//$'\n'/ }")
while read -r config probe; do
    dll=$TARGET/bin/$config/net10.0/Late.dll
    check "late: $config runs exact ($probe)" measure exact A=1 --hits exact --probe "$probe"
    check "late: $config, exact ($probe): equals the marks" check_marks --config "$config" "$WORK/exact.xml" "$TARGET"
done < <(combinations "$built" "call inline")
