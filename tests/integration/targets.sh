#!/usr/bin/env bash
# The programs that several tests measure, each once and all by one process. Writes what was built to the file that
# BUILT_TARGETS names, so that no test builds it again.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# Restoring needs a process of its own: it writes what building reads first.
build_targets() {
    rm -f "${BUILT_TARGETS:-}"
    build_tool msbuild "$ROOT/tests/integration/targets.proj" -t:Restore -nologo -v:q -m:2 &&
        build_tool msbuild "$ROOT/tests/integration/targets.proj" -t:Build -nologo -v:q -m:2 "-p:BuiltList=${BUILT_TARGETS:-}"
}
check "targets are built" build_targets
