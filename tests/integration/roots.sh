# shellcheck shell=bash
# Roots with the .NET SDK and no Debian package beyond what it asks for: packages are tried there as on a user's machine.
# Source it after lib.sh. PLACE is a folder that has the same path inside: with a space and a letter outside ASCII.
. "$ROOT/scripts/roots.sh"
PLACE="$WORK/a place ü"
SDK=$(dirname "$(readlink -f "$(command -v dotnet)")")
PACKAGES=$ROOT/build/packages/out

make_root() { # FOLDER [KIND]: of clean-root, or old-root
    cp -al "$ROOT/build/${2:-clean-root}" "$1" && mkdir -p "$1$SDK" "$1$PLACE" "$1/feed" "$1/var/lib/dpkg/updates" &&
        : >"$1/var/lib/dpkg/status" &&
        printf 'root:x:0:0::/root:/bin/bash\nother:x:12345:12345::/:/bin/bash\n' >"$1/etc/passwd"
}

# in_root ROOT HOME COMMAND...: as root, or as the user of AS_USER, with a clean environment. HOME_BIND=--ro-bind: HOME is read-only.
in_root() {
    local root=$1 home=$2 as=()
    shift 2
    [ -z "${AS_USER:-}" ] || as=(setpriv "--reuid=$AS_USER" "--regid=$AS_USER" --clear-groups --inh-caps=-all --bounding-set=-all)
    timeout -k 5 90 bwrap --unshare-net --unshare-pid --die-with-parent --bind "$root" / --dev /dev --proc /proc \
        --perms 1777 --tmpfs /tmp --perms 0755 --dir "$WORK" \
        --ro-bind "$SDK" "$SDK" \
        --bind "$PLACE" "$PLACE" --ro-bind "$PACKAGES" /feed "${HOME_BIND:---bind}" "$home" "$home" --chdir "$PLACE/shop" \
        --clearenv --setenv HOME "$home" --setenv PATH "$SDK:/usr/bin:/bin:$home/.dotnet/tools" --setenv LC_ALL C.UTF-8 \
        --setenv DOTNET_CLI_HOME "${CLI_HOME:-$home}" --setenv DOTNET_NOLOGO 1 --setenv DOTNET_CLI_TELEMETRY_OPTOUT 1 \
        --setenv DOTNET_GENERATE_ASPNET_CERTIFICATE false --setenv DOTNET_SKIP_WORKLOAD_INTEGRITY_CHECK 1 \
        "${as[@]}" "$@"
}

# The example, built, in PLACE/shop, with a feed of packages that is a folder.
make_shop() {
    mkdir -p "$PLACE" && cp -r "$EXAMPLES/xunit-solution" "$PLACE/shop" && mkdir -p "$PLACE/shop/.git" &&
        build_tool build "$PLACE/shop" -c Debug --nologo -v quiet || return 1
    cat >"$PLACE/shop/NuGet.Config" <<'END'
<configuration><packageSources><clear /><add key="feed" value="/feed" /></packageSources></configuration>
END
    chmod -R a+rwX "$PLACE"
}
