/* Processes whose tests ran under another profiler. See cov_rival.h. */
#include "coverage/model/cov_rival.h"

#define EXTENSION "Microsoft.Testing.Extensions.CodeCoverage"

/* It is one of the arguments, which are separated by NUL. */
static bool has_argument(cc_str line, const char *argument) {
    while (line.len > 0) {
        if (cc_str_eqz(cc_str_cut(&line, '\0'), argument)) {
            return true;
        }
    }
    return false;
}

bool cov_has_rival(const ctr_file *file) {
    bool has_extension = false;
    for (uint32_t i = 0; i < file->module_count && !has_extension; i++) {
        has_extension = cc_str_eqz(file->modules[i].name, EXTENSION);
    }
    return has_extension && has_argument(file->process.command_line, "--coverage");
}
