#!/usr/bin/env bash
# No report shows a file that is not a source of it: whatever names the file (a report of another tool, a data file, a
# session from elsewhere, a `#line`) and however it leads there (an absolute path, `..`, links, /proc), no output has
# its text. Sources below the root are shown, and so is a source elsewhere whose checksum is that of the PDB.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
inputs() { python3 "$ROOT/tests/integration/outside_inputs.py" "$@"; }

secret='if (SECRET_7 == 1 && password) { return; }'
repo=$WORK/repo outside=$WORK/outside
mkdir -p "$repo/.git" "$repo/.hidden" "$repo/src" "$outside"
echo "$secret" | tee "$outside/secret.cs" "$repo/.git/config.cs" "$repo/.hidden/secret.cs" >/dev/null
echo 'if (GOOD_7 == 1 && shown) { return; }' >"$repo/src/Good.cs"
ln -s ../outside/secret.cs "$repo/link.cs"
ln -s ../outside "$repo/folder"
ln -s .git/config.cs "$repo/config.cs"
ln -s "$repo/src" "$repo/inside"
cd "$repo" || exit 1

# Every output that can show what is in a source.
outputs() {
    rm -rf "$WORK/out" && mkdir "$WORK/out"
    "$CLRCOV" merge -q --root "$repo" -o "$WORK/out/all.clrcov" -f html="$WORK/out/pages" -f json="$WORK/out/r.json" \
        -f markdown="$WORK/out/r.md" -f github="$WORK/out/github" -f opencover="$WORK/out/r.xml" "$1" || return 1
    "$CLRCOV" report -q --root "$repo" --single-file -f html="$WORK/out/one.html" "$WORK/out/all.clrcov" || return 1
    printf -- '--- a/%s\n+++ b/%s\n@@ -1,0 +1,1 @@\n+x\n' "$2" "$2" >"$WORK/change.patch"
    "$CLRCOV" diff --root "$repo" --patch "$WORK/change.patch" "$WORK/out/all.clrcov"
    "$CLRCOV" explain --root "$repo" --session "$WORK/out/all.clrcov" "$2:1"
    "$CLRCOV" explain --root "$repo" --session "$WORK/out/all.clrcov" --json "$2:1"
    "$CLRCOV" compare --root "$repo" "$WORK/out/all.clrcov" "$WORK/out/all.clrcov"
    return 0
}
hides() {
    outputs "$@" >"$WORK/out.log" 2>&1 || { cat "$WORK/out.log"; return 1; }
    ! grep -rl SECRET_7 "$WORK/out.log" "$WORK/out"
}
shows() {
    outputs "$@" >"$WORK/out.log" 2>&1 || { cat "$WORK/out.log"; return 1; }
    grep -q GOOD_7 "$WORK/out/one.html" && grep -rq GOOD_7 "$WORK/out/pages/src"
}

paths=(
    "$outside/secret.cs" ../outside/secret.cs src/../../outside/secret.cs link.cs folder/secret.cs "$repo/folder/secret.cs"
    "/proc/self/root$outside/secret.cs" "/proc/self/cwd/../outside/secret.cs" "//$outside/secret.cs"
    .git/config.cs src/../.git/config.cs config.cs "$repo/.git/config.cs" .hidden/secret.cs ./.hidden/secret.cs
)
good=(src/Good.cs "$repo/src/Good.cs" inside/Good.cs)
inputs lcov src/Good.cs "$WORK/good.info"
"$CLRCOV" merge -q --root "$repo" -o "$WORK/good.clrcov" "$WORK/good.info"
for kind in lcov cobertura opencover coverlet "data:$WORK/good.clrcov"; do
    input=$WORK/input.${kind%%:*}
    for path in "${paths[@]}"; do
        inputs "$kind" "$path" "$input"
        check "outside: ${kind%%:*} names ${path/$WORK/}: its text is in no output" hides "$input" "$path"
    done
    for path in "${good[@]}"; do
        inputs "$kind" "$path" "$input"
        check "outside: ${kind%%:*} names ${path/$WORK/}: its text is shown" shows "$input" src/Good.cs
    done
done
for source in "$outside" / "$repo/.git" "$repo/folder" /proc/self/root"$outside"; do
    for name in secret.cs config.cs "${outside#/}/secret.cs"; do
        inputs cobertura "$name" "$WORK/input.cobertura" "$source"
        check "outside: cobertura: $name of <source>${source/$WORK/}</source>" hides "$WORK/input.cobertura" "$name"
    done
done
# Who brings a checksum may be trying whether a file has it.
for path in "$outside/secret.cs" "$repo/.git/config.cs" "$repo/link.cs"; do
    inputs "data-sum:$WORK/good.clrcov" "$path" "$WORK/input.clrcov"
    check "outside: data with the checksum of ${path/$WORK/}" hides "$WORK/input.clrcov" "$path"
done
outside_said() {
    inputs lcov "$outside/secret.cs" "$WORK/input.info"
    outputs "$WORK/input.info" "$outside/secret.cs" >"$WORK/out.log" 2>&1
    grep -rq "outside the source root" "$WORK/out/pages/src"
}
check "outside: the page says that it is outside" outside_said

# --- sessions ------------------------------------------------------------------------------------
mkdir "$repo/app" "$WORK/linked"
cat >"$repo/app/App.csproj" <<END
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework></PropertyGroup>
  <ItemGroup><Compile Include="$WORK/linked/Linked.cs"/></ItemGroup>
</Project>
END
echo 'static class Linked { public static int F(int x) => x > 0 ? /* LINKED_7 */ 1 : 2; }' >"$WORK/linked/Linked.cs"
cat >"$repo/app/Program.cs" <<END
static class Program
{
    static int Main(string[] args)
    {
        int sum = Linked.F(args.Length);
#line 1 "$outside/secret.cs"
        if (sum == 1 && args.Length > 7) { return 1; }
#line 1 "$repo/.git/config.cs"
        if (sum == 1 && args.Length > 7) { return 1; }
#line default
        return 0;
    }
}
END
cp "$TARGETS"/Directory.Build.* "$WORK"
build "$repo/app" Debug || exit 1
run=(--root "$repo" --without-sources keep -- dotnet "$repo/app/bin/Debug/net10.0/App.dll")
run_hides() {
    "$CLRCOV" run -q -f html="$WORK/run" -f data="$WORK/run.clrcov" "${run[@]}" || return 1
    "$CLRCOV" explain --root "$repo" "$outside/secret.cs:1" >"$WORK/run.log" 2>&1
    ! grep -rl SECRET_7 "$WORK/run" "$WORK/run.log"
}
check "outside: #line names a file: its text is in no page" run_hides
check "outside: a linked source with the checksum of the PDB is shown" grep -rq LINKED_7 "$WORK/run/src"
session=$(find "$TMPDIR/clrcov-$(id -u)" -mindepth 1 -maxdepth 1 -type d -name '2*')
cp -a "$session" "$WORK/moved"

# moved_to ROOT: the session as somebody made it, with this root.
moved_to() {
    rm -rf "$WORK/moved-out"
    sed -i "s|^root .*|root $1|" "$WORK/moved/settings"
    [ ! -e "$WORK/moved/config" ] || sed -i "s|\t--root\t.*|\t--root\t/\t$1|; s|\troot\t.*|\troot\t0\t--root\t/\t$1|" "$WORK/moved/config"
    "$CLRCOV" "$2" -q -f html="$WORK/moved-out" "$WORK/moved" 2>"$WORK/moved.log" || { cat "$WORK/moved.log"; return 1; }
    ! grep -rl "SECRET_7\|LINKED_7" "$WORK/moved-out"
}
for root in / "$WORK" "$outside" "$repo"; do
    for command in report merge; do
        check "outside: $command of a session from elsewhere with the root ${root/$WORK/}" moved_to "$root" $command
    done
done
# The stored PDB may be a link to one of this machine that has sources in it.
linked_image() {
    local image
    rm -rf "$WORK/linked-session" && cp -a "$WORK/moved" "$WORK/linked-session" || return 1
    for image in "$WORK"/linked-session/images/*."$1"; do
        mv "$image" "$WORK/elsewhere.$1" && ln -s "$WORK/elsewhere.$1" "$image" || return 1
    done
    "$CLRCOV" report --root "$repo" --allow-empty -o "$WORK/linked.xml" "$WORK/linked-session" >"$WORK/linked.log" 2>&1
    ! grep -q Program.cs "$WORK/linked.xml" || return 1
}
for kind in dll pdb; do
    check "outside: a session from elsewhere: no stored $kind is a link" linked_image $kind
done
check "outside: a session from elsewhere: sources below the root are shown" grep -rq 'Linked.F' "$WORK/moved-out/src"
