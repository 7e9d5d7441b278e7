#!/usr/bin/env bash
# Debug and Release of one assembly in one session: points and arms of both builds are the same ones, so the
# report says of each line what the marks say of it, not more.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

check_united() { python3 "$ROOT/tests/integration/check_united.py" "$@"; }

for target in csharp:CSharpTargets fsharp:FSharpTargets fsharp-more:FSharpMore vb:VbTargets vb-more:VbMore toplevel:TopLevel excluded:ExcludedParts; do
    dir=$TARGETS/${target%%:*}
    name=${target##*:}
    built=yes
    for config in Debug Release; do
        build "$(echo "$dir"/*proj)" "$config" || built=no
    done
    [ "$built" = yes ] || continue
    both="dotnet \"$dir/bin/Debug/net10.0/$name.dll\" && dotnet \"$dir/bin/Release/net10.0/$name.dll\""
    check "$name: Debug and Release run in one session" \
        sh -c 'shift; "$@" >/dev/null' - - "$CLRCOV" run -q -o "$WORK/$name.xml" -- sh -c "$both"
    check "$name: Debug and Release are united line by line" check_united "$WORK/$name.xml" "$dir"
done

# The checker must see an arm that is counted as another one, and a decision that stands there twice.
sed -E '0,/condition-coverage="50% \(1\/2\)"/s//condition-coverage="100% (2\/2)"/' "$WORK/VbMore.xml" >"$WORK/changed.xml"
exits "united: the checker sees an arm of another build" 1 '' \
    python3 "$ROOT/tests/integration/check_united.py" "$WORK/changed.xml" "$TARGETS/vb-more"
