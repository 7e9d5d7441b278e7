/* A program or library of this machine: what `clrcov doctor` wants to know of it. */
#include <string.h>

#include "cli/load/cmd_elf.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cmd_elf first = {0};
    cmd_elf second = {0};
    cc_err err = cmd_elf_parse(&first, cc_span_of(data, size));
    fuzz_require(err == CC_OK || err == CC_E_FORMAT, "fine or damaged");
    fuzz_require(first.machine != NULL && first.libc != NULL, "there is always an answer");
    fuzz_require(cmd_elf_parse(&second, cc_span_of(data, size)) == err &&
                     strcmp(first.machine, second.machine) == 0 &&
                     strcmp(first.libc, second.libc) == 0,
                 "the same answer twice");
    return 0;
}
