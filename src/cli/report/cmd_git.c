/* Questions to the user's own git; see cmd_git.h.
 *
 * git is asked instead of a library of ours: worktrees, sparse and partial clones, renames,
 * attributes and the user's settings are then as the user sees them. */
#include "cli/report/cmd_git.h"
#include "base/cc_proc.h"

enum { MOST_WORDS = 16 };

cc_err cmd_ask_git(const char *root, const char *const *words, bool *is_fine, cc_str *out,
                   cc_arena *arena) {
    char *argv[MOST_WORDS + 4];
    size_t count = 0;
    const char *const first[] = {"git", "-C", root};
    for (size_t i = 0; i < 3; i++) {
        argv[count++] = cc_arena_strdup(arena, cc_strz(first[i]));
    }
    for (size_t i = 0; i < MOST_WORDS && words[i] != NULL; i++) {
        argv[count++] = cc_arena_strdup(arena, cc_strz(words[i]));
    }
    argv[count] = NULL;
    cc_buf text = {0};
    cc_proc_end end = {0};
    cc_err err = cc_proc_capture(&end, argv, &text);
    *is_fine = err == CC_OK && end.code == 0 && end.signal == 0;
    *out = cc_arena_str(arena, cc_str_trim(cc_buf_str(&text)));
    cc_buf_free(&text);
    return err;
}
