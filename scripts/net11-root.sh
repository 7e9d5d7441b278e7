# shellcheck shell=bash
# .NET 11 in build/net11, a folder like that of the installed SDK: its programs, both frameworks of it and of .NET 11. The
# packages come with the ordinary restore. Source it after lib.sh. The folder is whole when it has a file `complete`.
NET11=$ROOT/build/net11

# Copies, as links where the file system lets it: the SDK starts from its real path, so its folder cannot be a link.
copy_linked() { cp -al "$@" 2>/dev/null || cp -a "$@"; }

make_net11_root() {
    local installed packages=$ROOT/tests/net11/Packages.csproj options=(-nologo -v:q "-p:BaseIntermediateOutputPath=$NET11.obj/")
    [ ! -e "$NET11/complete" ] || return 0
    need_dotnet
    say "making build/net11 of packages"
    installed=$(dirname "$(readlink -f "$(command -v dotnet)")")
    rm -rf "$NET11"
    mkdir -p "$NET11"
    copy_linked "$installed"/. "$NET11/" &&
        dotnet msbuild "$packages" -t:Restore "${options[@]}" && dotnet msbuild "$packages" -t:Root "-p:Root=$NET11" "${options[@]}" &&
        touch "$NET11/complete"
}

# For what runs from here on, .NET 11 is the `dotnet` of the machine; programs for .NET 10 run on it, too.
use_net11() {
    export DOTNET_ROOT=$NET11 PATH=$NET11:$PATH DOTNET_ROLL_FORWARD=LatestMajor TEST_RUNTIME=11
}

# build_net11 PROJECT CONFIGURATION machines|runtime FOLDER: the program for .NET 11, asynchronous methods as state machines or
# suspended by the runtime. Output on failure only.
build_net11() {
    local project=$1 config=$2 async=false folder=$4 log
    [ "$3" != runtime ] || async=true
    log=$(dotnet build "$project" -c "$config" --nologo -v quiet -p:TestFramework=net11.0 -p:NETCoreAppMaximumVersion=11.0 \
        "-p:RuntimeAsync=$async" -p:RunAnalyzers=false --artifacts-path "$folder.artifacts" -o "$folder" 2>&1) ||
        { printf '%s\n' "$log" | tail -20; return 1; }
    rm -rf "$folder.artifacts"
}
