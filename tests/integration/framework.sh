#!/usr/bin/env bash
# --stress: all code that runs is instrumented, the framework's and the compiler's too, and nothing changes: what a
# workload over wide parts of the framework says, what the compiler makes, what is measured of the user's code.
# scripts/stress.sh is the long form of this test.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

cd "$TARGETS/stress/Workload" || exit 1
build "$PWD" Release || exit 1
program=$PWD/bin/Release/net10.0/Workload.dll
dotnet "$program" >"$WORK/plain" || not_ok "stress: the workload alone" "$(cat "$WORK/plain")"
"$CLRCOV" run -q -o "$WORK/plain.xml" -- dotnet "$program" >/dev/null

known='^Lost: System.Private.CoreLib: method 0x[0-9A-F]*: not instrumented: rewrite: (the probes of exact counts call it|the JIT compiler relies on its code)$'

# stressed NAME OPTIONS COMMAND...: output to $WORK/NAME, what clrcov says to $WORK/NAME.told: nothing was lost but for
# the reasons that are known.
stressed() {
    local name=$1 options=$2
    shift 2
    # shellcheck disable=SC2086
    "$CLRCOV" run -v --verify --allow-empty -o "$WORK/$name.xml" $options -- "$@" >"$WORK/$name" 2>"$WORK/$name.told" ||
        { echo "exit code $?"; cat "$WORK/$name" "$WORK/$name.told"; return 1; }
    ! grep -E '^(Lost|Warning): ' "$WORK/$name.told" | grep -vE "$known"
}
# entered NAME ASSEMBLY NUMBER: of how many methods at least some probe was hit.
entered() {
    local count
    count=$(sed -nE "s/^  $2: [0-9]+ methods instrumented, ([0-9]+) entered; .*/\1/p" "$WORK/$1.told")
    [ "${count:-0}" -ge "$3" ] || { cat "$WORK/$1.told"; return 1; }
}
workload() { # NAME OPTIONS
    check "stress: $1: runs" stressed "$1" "$2" dotnet "$program"
    check "stress: $1: the same output" diff "$WORK/plain" "$WORK/$1"
    check "stress: $1: System.Text.Json and System.Text.RegularExpressions are instrumented" \
        eval "entered $1 System.Text.Json 500 && entered $1 System.Text.RegularExpressions 400"
}

has_no() { ! grep "^  $2: .*instrumented" "$WORK/$1.told"; }

workload framework "--stress framework --exclude System.Linq"
check "stress: the user's code is measured as without it" same_report "$WORK/plain.xml" "$WORK/framework.xml"
check "stress: System.Private.CoreLib is left alone unless it is asked for" has_no framework System.Private.CoreLib
check "stress: --exclude holds for the framework" has_no framework System.Linq
workload exact "--stress corelib --hits exact"
check "stress: exact counts in System.Private.CoreLib" entered exact System.Private.CoreLib 2000

# --- a tool ----------------------------------------------------------------------------------------

sdk=$(dotnet --list-sdks | tail -1 | sed -E 's/^([^ ]+) \[(.*)\]$/\2\/\1/')
runtime=$(dotnet --list-runtimes | sed -nE 's/^Microsoft.NETCore.App ([^ ]+) \[(.*)\]$/\2\/\1/p' | tail -1)
references=()
for reference in "$runtime"/System.*.dll "$runtime"/Microsoft.CSharp.dll; do
    case $reference in *.Native.dll) ;; *) references+=("-r:$reference") ;; esac
done
compile() { # NAME COMMAND...
    local name=$1
    shift
    (cd "$WORK" && "$@" dotnet "$sdk/Roslyn/bincore/csc.dll" -nologo -deterministic -unsafe -langversion:latest -target:library \
        -nullable "-pathmap:$WORK=/w" -out:made.dll "${references[@]}" "$TARGETS"/csharp/{Patterns,Lambdas,Iterators,Help}.cs \
        >"$WORK/$name.said" 2>&1 && mv made.dll "$name.dll")
}
csc_alone() {
    compile alone "$CLRCOV" run --allow-empty -o "$WORK/csc.xml" -- &&
        grep -q "csc.dll ran, but clrcov does not measure it: clrcov leaves compilers, builds and the SDK's own programs out" "$WORK/alone.said"
}
check "stress: without it the compiler is left alone" csc_alone
csc_stressed() {
    compile csc "$CLRCOV" run -v --allow-empty --stress corelib -o "$WORK/csc.xml" -- && cmp "$WORK/alone.dll" "$WORK/csc.dll" &&
        cp "$WORK/csc.said" "$WORK/csc.told" && entered csc Microsoft.CodeAnalysis.CSharp 2000 &&
        entered csc System.Private.CoreLib 2000 && ! grep -E '^(Lost|Warning): ' "$WORK/csc.told" | grep -vE "$known"
}
check "stress: the compiler is instrumented, System.Private.CoreLib too, and makes the same assembly" csc_stressed
exits "stress: another word is refused" 64 '--stress takes one of: none, framework, corelib' "$CLRCOV" run --stress all -- true
