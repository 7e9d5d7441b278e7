/* clrcov completion: prints the script with which a shell completes clrcov's words. The scripts ask `clrcov completion
 * processes` for the programs that can be attached to. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/cc_utf.h"
#include "cli/core/cmd.h"
#include "cli/core/cmd_subcommands.h"
#include "clrcov/version.h"
#include "diagnostics/ipc_target.h"

const opt_command cmd_completion_command = {
    .name = "completion",
    .arguments = "bash|zsh|fish",
    .summary = "Prints the script that completes clrcov's commands and options in a shell.",
    .details = "bash: source <(clrcov completion bash), in ~/.bashrc.\n"
               "zsh: clrcov completion zsh >DIR/_clrcov, in a directory of $fpath.\n"
               "fish: clrcov completion fish >~/.config/fish/completions/clrcov.fish.\n"
               "The Debian package installs all three.\n"
               "\n"
               "Exit code: 64 wrong usage; 70 a defect; 73 the script cannot be written.",
};

typedef void put_script(const opt_command *const *commands, size_t count, cc_buf *out);

static put_script *script_of(const char *shell) {
    static const struct {
        const char *shell;
        put_script *put;
    } known[] = {
        {"bash", opt_complete_bash}, {"zsh", opt_complete_zsh}, {"fish", opt_complete_fish}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i].shell, shell) == 0) {
            return known[i].put;
        }
    }
    return NULL;
}

/* "4711<tab>Shop.Api" for each .NET process of this user. */
static cc_err put_processes(cc_buf *out, cc_arena *arena) {
    ipc_listed *all;
    size_t count;
    CC_TRY(ipc_target_list(NULL, arena, &all, &count));
    for (size_t i = 0; i < count; i++) {
        cc_buf_printf(out, "%" PRIu32 "\t", all[i].pid);
        cc_utf8_clean(all[i].program, out);
        cc_buf_putc(out, '\n');
    }
    return CC_OK;
}

static int print(const char *what, cc_arena *arena) {
    cc_buf text = {0};
    put_script *put = script_of(what);
    cc_err err = CC_OK;
    if (put != NULL) {
        put(cmd_commands, cmd_subcommand_count, &text);
    } else {
        err = put_processes(&text, arena);
    }
    int code = CLRCOV_EXIT_OK;
    if (err != CC_OK || !cc_buf_ok(&text)) {
        code = cmd_fail(CLRCOV_EXIT_INTERNAL);
    } else if (!cmd_print_text(stdout, cc_buf_str(&text)) || fflush(stdout) != 0) {
        code = CLRCOV_EXIT_CANTWRITE;
    }
    cc_buf_free(&text);
    return code;
}

int cmd_completion(int argc, char **argv) {
    cmd_call call = {0};
    char unused;
    if (cmd_call_open(&call, &cmd_completion_command, argc, argv, &unused)) {
        const char *what = call.line.operand_count == 1 ? call.line.operands[0] : "";
        if (script_of(what) != NULL || strcmp(what, "processes") == 0) {
            call.code = print(what, call.arena);
        } else {
            cmd_say("completion: name one shell: bash, zsh or fish");
            call.code = CLRCOV_EXIT_USAGE;
        }
    }
    return cmd_call_close(&call);
}
