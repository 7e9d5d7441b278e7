/* Writes manual pages and completion scripts from the tables of options, when clrcov is built:
 * clrcov_pages DIRECTORY. */
#include <stdio.h>
#include <stdlib.h>

#include "base/cc_file.h"
#include "cli/core/cmd.h"
#include "cli/core/cmd_memory.h"
#include "cli/core/cmd_subcommands.h"
#include "clrcov/version.h"

enum { FILE_MODE = 0644 };

/* Writes and frees the text. */
static cc_err write_text(cc_arena *arena, const char *folder, const char *name, cc_buf *text) {
    const char *path = cc_path_join(arena, folder, name);
    cc_err err = cc_file_write(path, cc_buf_span(text), FILE_MODE);
    cc_buf_free(text);
    return err;
}

static cc_err write_pages(cc_arena *arena, const char *folder) {
    cc_buf text = {0};
    opt_man_overview(cmd_commands, cmd_subcommand_count, CLRCOV_VERSION, &text);
    CC_TRY(write_text(arena, folder, "clrcov.1", &text));
    for (size_t i = 0; i < cmd_subcommand_count; i++) {
        const char *name = cc_arena_printf(arena, "clrcov-%s.1", cmd_commands[i]->name);
        opt_man(cmd_commands[i], CLRCOV_VERSION, &text);
        CC_TRY(write_text(arena, folder, name, &text));
    }
    return CC_OK;
}

static cc_err write_completions(cc_arena *arena, const char *folder) {
    static const struct {
        const char *name;
        void (*put)(const opt_command *const *commands, size_t count, cc_buf *out);
    } shells[] = {{"clrcov.bash", opt_complete_bash},
                  {"_clrcov", opt_complete_zsh},
                  {"clrcov.fish", opt_complete_fish}};
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
        cc_buf text = {0};
        shells[i].put(cmd_commands, cmd_subcommand_count, &text);
        CC_TRY(write_text(arena, folder, shells[i].name, &text));
    }
    return CC_OK;
}

int main(int argc, char **argv) {
    cmd_memory_begin();
    cc_arena *arena = cc_arena_new();
    if (argc != 2) {
        (void)fputs("usage: clrcov_pages DIRECTORY\n", stderr);
        return EXIT_FAILURE;
    }
    cc_err err = write_pages(arena, argv[1]);
    err = err == CC_OK ? write_completions(arena, argv[1]) : err;
    if (err != CC_OK) {
        cmd_say("%s", cc_error_message());
    }
    cc_arena_free(arena);
    return err == CC_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
