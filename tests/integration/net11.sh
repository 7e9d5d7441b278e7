#!/usr/bin/env bash
# .NET 11: the marked C# programs, with asynchronous methods that the runtime suspends; exact counts on threads; a program
# for .NET 10 that rolls forward. scripts/net11.sh has all the rest.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$ROOT/scripts/lib.sh"
. "$ROOT/scripts/net11-root.sh"

measure() { # REPORT DLL OPTIONS...
    local report=$1 dll=$2
    shift 2
    "$CLRCOV" run -q -o "$report" --root "$ROOT" "$@" -- "$NET11/dotnet" "$dll" >/dev/null
}

counts() { # DLL THREADS
    "$CLRCOV" run -q --hits exact -o "$WORK/counts.xml" --root "$ROOT" -- "$NET11/dotnet" "$1" "$2" >"$WORK/counts.txt" &&
        python3 "$ROOT/tests/integration/check_counts.py" "$WORK/counts.xml" "$WORK/counts.txt" \
            "$TARGETS"/counts/{Flow,Faults,Members,Functions,Later}.cs
}

check "net11: the runtime, of packages" make_net11_root
for config in Debug Release; do
    folder=$WORK/csharp-$config
    check "net11: $config builds" build_net11 "$TARGETS/csharp/CSharpTargets.csproj" "$config" runtime "$folder"
    for hits in once exact; do
        report=$folder-$hits.xml
        check "net11: $config runs, $hits" measure "$report" "$folder/CSharpTargets.dll" --hits "$hits"
        exact=()
        [ $hits = once ] || exact=(--exact)
        check "net11: $config equals the marks, $hits" \
            check_marks --config "$config" --runtime-async "${exact[@]}" "$report" "$TARGETS/csharp"
    done
done
for row in "Debug machines" "Release runtime"; do
    read -r config async <<<"$row"
    check "net11: counts build: $row" build_net11 "$TARGETS/counts/Counts.csproj" "$config" "$async" "$WORK/counts-$async"
    check "net11: counts are the program's own, on eight threads: $row" counts "$WORK/counts-$async/Counts.dll" 8
done

# Six threads with lanes of their own: it runs, on .NET 11, and counts without a lock.
rolls_forward() {
    [ "$(DOTNET_ROLL_FORWARD=LatestMajor "$CLRCOV" run -q --hits exact -o "$WORK/forward.xml" -- "$NET11/dotnet" \
        "$TARGETS/lanes/bin/Debug/net10.0/LanesTarget.dll" fields 6)" = 6 ]
}
build "$TARGETS/lanes" Debug
check "net11: a program for .NET 10 rolls forward, with exact counts" rolls_forward
