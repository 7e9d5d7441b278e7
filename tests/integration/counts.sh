#!/usr/bin/env bash
# Exact hits are the true numbers: a program that counts each of its lines itself, on one thread, on eight and on 32,
# in Debug and Release, with every form of probe, under every kind of compilation. Equal, not about the same.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

TARGET=$TARGETS/counts
sources=("$TARGET"/{Flow,Faults,Members,Functions,Later}.cs)

measure() { # NAME THREADS ENVIRONMENT OPTIONS...
    local name=$1 threads=$2 environment=$3
    shift 3
    env "$environment" "$CLRCOV" run -q --hits exact -o "$WORK/$name.xml" "$@" -- dotnet "$dll" "$threads" \
        >"$WORK/$name.txt"
}

compare() { # NAME THREADS ENVIRONMENT OPTIONS...
    measure "$@" && python3 "$ROOT/tests/integration/check_counts.py" "$WORK/$1.xml" "$WORK/$1.txt" "${sources[@]}"
}

# Hits of processes add up.
compare_two() {
    local twice="dotnet \"$dll\" 1 && dotnet \"$dll\" 8"
    "$CLRCOV" run -q --hits exact -o "$WORK/two.xml" -- sh -c "$twice" >"$WORK/two.txt" &&
        python3 "$ROOT/tests/integration/check_counts.py" "$WORK/two.xml" "$WORK/two.txt" "${sources[@]}"
}

# The checker must see one execution more or less, and a line that is not counted.
checker_fails() { # PATTERN
    sed "$1" "$WORK/base.xml" >"$WORK/changed.xml"
    ! cmp -s "$WORK/base.xml" "$WORK/changed.xml" &&
        ! python3 "$ROOT/tests/integration/check_counts.py" "$WORK/changed.xml" "$WORK/base.txt" "${sources[@]}"
}

built= # configurations
for config in Debug Release; do
    if build "$TARGET" "$config"; then built+=" $config"; fi
done
knobs="TieredCompilation=1 TieredCompilation=0 TieredPGO=0 TC_OnStackReplacement_InitialCounter=1 --probe-all"
while read -r probe knob config threads; do
    dll=$TARGET/bin/$config/net10.0/Counts.dll
    if [ "$knob" = --probe-all ]; then
        check "counts: $config, threads $threads, $probe, a probe everywhere" \
            compare run "$threads" A=1 --probe "$probe" --probe-all
    else
        check "counts: $config, threads $threads, $probe, $knob" compare run "$threads" "DOTNET_$knob" --probe "$probe"
    fi
done < <(combinations "default call inline" "$knobs" "$built" "1 8")
for config in $built; do
    dll=$TARGET/bin/$config/net10.0/Counts.dll
    check "counts: $config, threads 32" compare many 32 A=1
    check "counts: $config, two processes" compare_two
done
check "counts: runs for the checker" compare base 1 A=1
check "counts: the checker sees a wrong number" checker_fails 's/ hits="120"/ hits="121"/g'
check "counts: the checker sees a line without hits" checker_fails 's/ hits="120"/ hits="0"/g'
