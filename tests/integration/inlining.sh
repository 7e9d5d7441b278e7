#!/usr/bin/env bash
# No coverage is lost to inlining: the same report whatever the JIT may do.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

build "$TARGETS/inlining/InlineApp" Release || exit 1
dll=$TARGETS/inlining/InlineApp/bin/Release/net10.0/InlineApp.dll
measure() { # NAME ENVIRONMENT...
    local name=$1
    shift
    env "$@" "$CLRCOV" run -q -o "$WORK/$name.xml" -- dotnet "$dll" >/dev/null
}
check "inlining: runs" measure default A=1
check "inlining: equals the marks" check_marks --config Release "$WORK/default.xml" "$TARGETS/inlining"
for knob in TieredCompilation=0 TieredPGO=0 TC_QuickJitForLoops=0 TC_QuickJit=0 ReadyToRun=0 TC_OnStackReplacement_InitialCounter=1; do
    check "inlining: runs with $knob" measure "${knob%=*}" "DOTNET_$knob"
    check "inlining: $knob gives the same report" same_report "$WORK/default.xml" "$WORK/${knob%=*}.xml"
done
