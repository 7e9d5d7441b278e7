#!/usr/bin/env bash
# IL that no compiler writes: bodies assembled by hand (tests/targets/il) do under the tool what they do without
# it, failures and the lines of stack traces included; every line is what its mark says; what cannot be read is left
# alone and named.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

TARGET=$TARGETS/il
build "$TARGET/Generator" Release || exit 1
tool=$TARGET/Generator/bin/Release/net10.0/IlTargets.dll

# The sources, and one that is too long to keep: 2,100 branches in one method, and what grows out of reach.
sources=$WORK/src
mkdir "$sources"
cp "$TARGET"/Shapes/*.il "$sources"
python3 "$TARGET/long.py" >"$sources/Long.il"

assemble() { # CONFIGURATION
    mkdir -p "$WORK/$1" && dotnet "$tool" build "$WORK/$1/Shapes.dll" "$1" "$sources"/*.il
}

# The output of the program under test goes to a file; a run that hangs is a failure, and so is a report that takes long.
plain() { timeout 60 dotnet "$tool" run "$WORK/$1/Shapes.dll" "$2" >"$WORK/plain.txt" 2>"$WORK/errors.txt"; }
measured() { # NAME CONFIGURATION ROUNDS OPTIONS...
    local name=$1 config=$2 rounds=$3
    shift 3
    timeout 40 "$CLRCOV" run -q --verify --root "$WORK" -o "$WORK/$name.xml" "$@" -- \
        dotnet "$tool" run "$WORK/$config/Shapes.dll" "$rounds" >"$WORK/$name.txt" 2>"$WORK/errors.txt" ||
        { tail -n 5 "$WORK/$name.txt" "$WORK/errors.txt"; return 1; }
}

# A difference that is known: a stack too small by no more than what a probe needs is large enough with us. On .NET 11 a frame of
# Debug code may name the next line with the atomic forms, where a line begins with a value on the stack: no compiler does that.
same_output() { # PLAIN MEASURED HOW
    local known='::NeedsMoreStack'
    [ "${TEST_RUNTIME-}/$3" != 11/call ] && [ "${TEST_RUNTIME-}/$3" != 11/inline ] || known+='|::Arithmetic\(2147483647\)'
    diff <(grep -vE "$known" "$1") <(grep -vE "$known" "$2")
}

for config in Debug Release; do
    check "il: $config assembles" assemble "$config"
    check "il: $config runs" plain "$config" 1
    for how in plan all wide call inline default; do
        case $how in
        plan) options=() exact= ;;
        all) options=(--probe-all) exact= ;;
        wide) options=(--probe-all --wide) exact= ;;
        *) options=(--hits exact --probe "$how") exact=--exact ;;
        esac
        check "il: $config runs measured ($how)" measured "$how" "$config" 1 "${options[@]}"
        check "il: $config ($how): the output is the plain run's" same_output "$WORK/plain.txt" "$WORK/$how.txt" "$how"
        check "il: $config ($how): equals the marks" check_marks $exact --config "$config" "$WORK/$how.xml" "$sources"
    done
    check "il: $config: plan and oracle agree" same_report "$WORK/plan.xml" "$WORK/all.xml"
    check "il: $config: plan and oracle with long probes agree" same_report "$WORK/plan.xml" "$WORK/wide.xml"
    for how in call default; do
        check "il: $config: exact forms agree (inline, $how)" same_report "$WORK/$how.xml" "$WORK/inline.xml"
    done
done

# Left alone, with a reason: exactly those that must be.
left_alone() {
    "$CLRCOV" report -v --root "$WORK" -o "$WORK/again.xml" 2>&1 | sed -n 's/^Lost: Shapes: //p' |
        diff "$TARGET/left-alone.txt" -
}
check "il: what is left alone, and why" left_alone
explained() { "$CLRCOV" explain Damage.BadOpcode --root "$WORK" | grep -q 'not instrumented: bad-body'; }
check "il: explain says so, too" explained

# What the plan says before anything ran: a plan for every body, or why there is none.
without_plan() {
    diff <("$CLRCOV" dump --plan "$WORK/Release/Shapes.dll" |
        awk '/^0600/ { name = $2; bodies++ } /^  plan key/ { plans++ } /^  no plan: / { print name ": " $3; none++ }
            END { print (bodies == plans + none ? "nothing else" : bodies " bodies") }') "$TARGET/without-plan.txt"
}
check "il: bodies without a plan, and why" without_plan

# Random methods: the lines tell themselves how often they ran.
mkdir "$WORK/random" "$WORK/random-src"
python3 "$TARGET/random_shapes.py" write 2026 60 >"$WORK/random-src/Random.il"
random() { # NAME ROUNDS OPTIONS...
    local name=$1 rounds=$2
    shift 2
    "$@" timeout 60 dotnet "$tool" run "$WORK/random/Random.dll" "$rounds" >"$WORK/$name.txt" 2>"$WORK/errors.txt"
}
random_measured() { # NAME ROUNDS OPTIONS...
    local name=$1 rounds=$2
    shift 2
    random "$name" "$rounds" "$CLRCOV" run -q --verify --root "$WORK" -o "$WORK/$name.xml" "$@" --
}
for config in Debug Release; do
    check "il: random methods assemble ($config)" \
        dotnet "$tool" build "$WORK/random/Random.dll" "$config" "$WORK/random-src/Random.il"
    check "il: random methods run ($config)" random random-plain 1
    check "il: random methods, measured ($config)" random_measured random-plan 1 --hits exact
    check "il: random methods ($config): the output is the plain run's" cmp "$WORK/random-plain.txt" "$WORK/random-plan.txt"
    check "il: random methods ($config): every line ran as often as it says" python3 "$TARGET/random_shapes.py" \
        check "$WORK/random-src/Random.il" "$WORK/random-plain.txt" "$WORK/random-plan.xml"
    check "il: random methods, oracle ($config)" random_measured random-all 1 --hits exact --probe-all
    check "il: random methods ($config): plan and oracle agree" same_report "$WORK/random-plan.xml" "$WORK/random-all.xml"
done
check "il: random methods run in every tier" random random-plain 80
check "il: random methods in every tier, measured" random_measured random-once 80
check "il: random methods in every tier: the output is the plain run's" cmp "$WORK/random-plain.txt" "$WORK/random-once.txt"
sed -E 's/ hits="[1-9][0-9]*"/ hits="1"/g' "$WORK/random-plan.xml" >"$WORK/random-expected.xml"
check "il: random methods in every tier: covered is what one round covers" \
    same_report "$WORK/random-expected.xml" "$WORK/random-once.xml"

# Every tier, with time to get there: probes erase themselves, bodies are swapped while loops run.
for knob in TieredCompilation=1:80 TieredCompilation=0:3 TC_OnStackReplacement_InitialCounter=1:5 TieredPGO=0:45; do
    rounds=${knob#*:} knob=${knob%:*}
    export "DOTNET_$knob" DOTNET_OSR_HitLimit=1
    check "il: runs with $knob" plain Release "$rounds"
    for how in plan all; do
        [ $how = all ] && options=(--probe-all) || options=()
        check "il: runs with $knob, measured ($how)" measured "$how" Release "$rounds" "${options[@]}"
        check "il: $knob ($how): the output is the plain run's" same_output "$WORK/plain.txt" "$WORK/$how.txt" "$how"
        check "il: $knob ($how): equals the marks" check_marks --config Release "$WORK/$how.xml" "$sources"
    done
    unset "DOTNET_${knob%=*}"
done
