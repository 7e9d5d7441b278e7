# Shared by the scripts: where we are, how to say things, how to install Debian packages.
# Source it: . "$(dirname "$0")/lib.sh"

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1 DOTNET_SKIP_FIRST_TIME_EXPERIENCE=1

say() { printf '==> %s\n' "$*"; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }

# Runs a command as root: directly, or with sudo.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null 2>&1; then
        sudo "$@"
    else
        die "'$*' needs root: run this script as root or install sudo"
    fi
}

# Seconds of processor time of the children of this shell that have ended, theirs included, into SPENT. Not to be
# called in $(...), where there are none.
processor_seconds() {
    local stat
    read -r -a stat <"/proc/$BASHPID/stat"
    SPENT=$(((stat[15] + stat[16]) / $(getconf CLK_TCK)))
}

is_installed() { dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null | grep -qx installed; }

# Installs those of the Debian packages that are missing, and says which.
install_packages() {
    command -v dpkg-query >/dev/null 2>&1 ||
        { say "not a Debian system: please see that these are installed: $*"; return 0; }
    local missing=()
    local package
    for package in "$@"; do
        is_installed "$package" || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    say "installing Debian packages: ${missing[*]}"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq ||
        say "the package lists could not all be renewed; trying with what is there"
    # A machine may be installing something of its own just then: its lock is waited for.
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 \
        install -y -qq --no-install-recommends "${missing[@]}" >/dev/null || die "these packages could not be installed: ${missing[*]}"
}

BUILD_PACKAGES=(gcc libc6-dev cmake ninja-build pkg-config libxml2-dev libdeflate-dev libxxhash-dev libmd-dev libpcre2-dev libjansson-dev libsqlite3-dev)
PACKAGING_PACKAGES=(python3 dpkg-dev xz-utils bzip2 binutils bubblewrap)
TEST_PACKAGES=(clang libcunit1-dev libxml2-utils python3 git python3-yaml yamllint shellcheck groovy sqlite3 python3-jsonschema diff-cover zsh fish mandoc lcov chromium)

need_dotnet() {
    command -v dotnet >/dev/null 2>&1 ||
        die "the .NET SDK is not installed ('dotnet' is not on PATH): install it, then run this again"
}

# CLRCOV: the command that the caller names, or that of the release build.
need_clrcov() {
    CLRCOV=${CLRCOV:-$ROOT/build/release/bin/clrcov}
    [ -x "$CLRCOV" ] || die "$CLRCOV is not there: run scripts/build.sh release first"
}

# make_work NAME: a folder WORK, which goes away with the script.
make_work() {
    WORK=$(mktemp -d "${TMPDIR:-/tmp}/clrcov-$1-XXXXXX") || die "no temporary directory"
    trap 'rm -rf "$WORK"' EXIT
}

# configure_and_build PRESET [TARGET...]
configure_and_build() {
    local preset=$1
    shift
    cmake -S "$ROOT" --preset "$preset" >"$ROOT/build/$preset.log" 2>&1 ||
        { cat "$ROOT/build/$preset.log"; die "configuring '$preset' failed"; }
    cmake --build "$ROOT/build/$preset" ${1:+--target "$@"} >>"$ROOT/build/$preset.log" 2>&1 ||
        { tail -60 "$ROOT/build/$preset.log"; die "building '$preset' failed"; }
}

# build_commit COMMIT DIR: a clone of the repository at that commit, built in release.
build_commit() {
    local commit
    commit=$(git -C "$ROOT" rev-parse --verify --quiet "$1^{commit}") || die "$1: no such commit"
    say "building $1"
    git clone -q --shared "$ROOT" "$2" && git -C "$2" checkout -q "$commit" &&
        "$2/scripts/build.sh" release >"$2.log" 2>&1 || { tail -20 "$2.log"; die "$1 could not be built"; }
}

# For scripts that compare runs under clrcov with plain ones: CLRCOV, a folder WORK that goes away with the script, and
# the settings of a runtime that compiles again as early as can be, in EAGER_TIERS.
prepare_comparison() { # NAME
    need_dotnet
    export MSBUILDDISABLENODEREUSE=1 LC_ALL=C.UTF-8
    need_clrcov
    make_work "$1"
    mkdir "$WORK/tmp" || exit 1
    export TMPDIR=$WORK/tmp
    EAGER_TIERS='DOTNET_TC_CallCountThreshold=2 DOTNET_TC_CallCountingDelayMs=0 DOTNET_TC_BackgroundWorkerTimeoutMs=0'
    EAGER_TIERS+=' DOTNET_OSR_HitLimit=2 DOTNET_TC_OnStackReplacement_InitialCounter=2'
}
