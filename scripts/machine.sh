# shellcheck shell=bash
# Programs under test on this machine, or on the runtime for 64-bit ARM under qemu: TEST_MACHINE=arm64. Source it after lib.sh.
# The command clrcov is that of this machine in both. It sets CORECLR_PROFILER_PATH_64 to its own library, so the path of the library
# for ARM is in the variable that the runtime for ARM looks at first. scripts/ports.sh makes the root and the library.
TEST_MACHINE=${TEST_MACHINE:-x64}

# build_program PROJECT CONFIGURATION FOLDER: the program, in that folder; what compilers leave after goes away. Output on failure only.
build_program() {
    local project=$1 config=$2 folder=$3 log command=(build)
    [ "$TEST_MACHINE" = x64 ] || command=(publish -r "linux-$TEST_MACHINE" --self-contained)
    log=$(dotnet "${command[@]}" "$project" -c "$config" --nologo -v quiet --artifacts-path "$folder.artifacts" -o "$folder" 2>&1) ||
        { printf '%s\n' "$log" | tail -20; return 1; }
    rm -rf "$folder.artifacts"
}

# program_of FOLDER NAME: the words that start it, into the array `program`.
program_of() {
    case $TEST_MACHINE in
        x64) program=(dotnet "$1/$2.dll") ;;
        arm64)
            # qemu sees that code changes when its page is written to. The runtime would write to another mapping of the page: methods
            # in the place of collected ones would run as those.
            program=(env DOTNET_EnableWriteXorExecute=0 "CORECLR_PROFILER_PATH_ARM64=$ROOT/build/library-arm64/lib/libclrcov.so"
                qemu-aarch64-static -L "$ROOT/build/arm64-root" "$1/$2")
            ;;
        *) die "TEST_MACHINE=$TEST_MACHINE: there is no such machine" ;;
    esac
}
