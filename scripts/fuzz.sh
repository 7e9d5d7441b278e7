#!/usr/bin/env bash
# Fuzzes the readers of foreign bytes, and what is built on them, with libFuzzer or AFL++ (docs/fuzzing.md).
# scripts/fuzz.sh [--minutes N] [--engine libfuzzer|afl] [--jobs N] [TARGET...]
#     Installs what is missing, builds with AddressSanitizer and UndefinedBehaviorSanitizer, makes seeds from the
#     assemblies of the SDK and of tests/golden, replays the corpora of the repository, then gives each target N minutes
#     of CPU time (10), and adds that to the table in docs/fuzzing.md. Exit status 1 when there was a finding; what was
#     found lies in build/fuzz-work/TARGET.
# scripts/fuzz.sh --minimise [TARGET...]
#     Puts the smallest inputs that reach what all found inputs reach into tests/fuzz/corpus.
# scripts/fuzz.sh --reached [TARGET...]
#     Which functions the corpora never reach (build/fuzz-work/reached-TARGET.txt).
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
minutes=10
engine=libfuzzer
jobs=1
what=fuzz
targets=()
while [ $# -gt 0 ]; do
    case $1 in
    --minutes) minutes=${2:?} && shift ;;
    --engine) engine=${2:?} && shift ;;
    --jobs) jobs=${2:?} && shift ;;
    --minimise) what=minimise ;;
    --reached) what=reached ;;
    -*) die "unknown option $1" ;;
    *) targets+=("$1") ;;
    esac
    shift
done
case $engine in libfuzzer | afl) ;; *) die "no engine '$engine': libfuzzer or afl" ;; esac
packages=(clang llvm libclang-rt-14-dev python3 libcunit1-dev)
[ "$engine" != afl ] || packages+=(afl++)
install_packages "${BUILD_PACKAGES[@]}" "${packages[@]}"
mkdir -p "$ROOT/build"
cd "$ROOT" || exit 1
work=$ROOT/build/fuzz-work
mkdir -p "$work"
if [ ${#targets[@]} -eq 0 ]; then
    mapfile -t targets < <(sed -n 's/^clrcov_fuzz_target(\([a-z_]*\).*/\1/p' tests/fuzz/CMakeLists.txt)
fi
programs=("${targets[@]/#/fuzz_}")

# Assemblies that seeds are made of: our own small ones, and those of the SDK that fit into a fuzzer.
make_seeds() {
    rm -rf "$work/seeds"
    local files=(tests/golden)
    command -v dotnet >/dev/null 2>&1 && files+=("$(dirname "$(readlink -f "$(command -v dotnet)")")/sdk")
    find "${files[@]}" -name '*.dll' -size -400k -print | sort >"$work/assemblies"
    ASAN_OPTIONS=detect_leaks=0 build/fuzz/bin/fuzz_seeds "$work/seeds" @"$work/assemblies" || die "no seeds"
}

# Line coverage of src by all that was found, in a build of its own.
show_reached() {
    configure_and_build fuzz-reached "${programs[@]}"
    local target object
    for target in "${targets[@]}"; do
        object=build/fuzz-reached/bin/fuzz_$target
        mkdir -p "$work/$target/corpus"
        LLVM_PROFILE_FILE=$work/$target.profraw "$object" -runs=0 "tests/fuzz/corpus/$target" \
            "$work/$target/corpus" >"$work/$target/reached.log" 2>&1
        llvm-profdata-14 merge -o "$work/$target.profdata" "$work/$target.profraw" || die "no profile of $target"
        python3 tests/fuzz/fuzz_reached.py "$object" "$work/$target.profdata" "$target" \
            >"$work/reached-$target.txt" || die "no figures of $target"
        head -1 "$work/reached-$target.txt"
    done
}

if [ "$what" = reached ]; then
    show_reached
    exit 0
fi
say "building"
configure_and_build fuzz "${programs[@]}" fuzz_seeds
common=(--bin build/fuzz/bin --work "$work" --engine "$engine" --jobs "$jobs" --minutes "$minutes")
if [ "$what" = minimise ]; then
    python3 tests/fuzz/fuzz_run.py "${common[@]}" --keep "${targets[@]}"
    exit
fi
if [ "$engine" = afl ]; then
    configure_and_build fuzz-afl "${programs[@]}"
    common+=(--afl-bin build/fuzz-afl/bin)
fi
say "making seeds"
make_seeds
say "replaying the corpora of the repository"
for target in "${targets[@]}"; do
    "build/fuzz/bin/fuzz_$target" -runs=0 "tests/fuzz/corpus/$target" >"$work/replay.log" 2>&1 ||
        { tail -40 "$work/replay.log"; die "the corpus of $target does not pass"; }
done
say "fuzzing: $engine, $minutes CPU minutes each: ${targets[*]}"
python3 tests/fuzz/fuzz_run.py "${common[@]}" --seeds "$work/seeds" "${targets[@]}"
