/* Reads a file that a user named: its bytes, its name in messages, and the system's error as a
 * message. See cfg_internal_import.h. */
#include "config/cfg_internal_import.h"

#include <stdio.h>
#include <string.h>

static cc_err show_path(cc_arena *arena, const char *path, const char *absolute, const char **out) {
    char *here = NULL;
    CC_TRY(cc_path_absolute(arena, ".", &here));
    size_t len = strlen(here);
    bool is_below = strncmp(absolute, here, len) == 0 && absolute[len] == '/';
    *out = is_below ? absolute + len + 1 : path;
    return CC_OK;
}

/* The error message begins with the path; the function replaces it with the form of messages about
 * the file. */
static cc_err fail_to_read(const char *path, const char *shown) {
    const char *message = cc_path_is_dir(path) ? "is a directory" : cc_error_message();
    size_t len = strlen(path);
    if (strncmp(message, path, len) == 0 && strncmp(message + len, ": ", 2) == 0) {
        message += len + 2;
    }
    char reason[CFG_QUOTE_SIZE];
    (void)snprintf(reason, sizeof reason, "%s", message);
    return cc_fail(CC_E_USAGE, "%s: %s", shown, reason);
}

cc_err cfg_open_input(cfg_input *out, const char *path, cc_arena *arena) {
    char *absolute = NULL;
    CC_TRY(cc_path_absolute(arena, path, &absolute));
    CC_TRY(show_path(arena, path, absolute, &out->shown));
    out->base = cc_arena_strdup(arena, cc_path_dir(cc_strz(absolute)));
    return cc_file_map(&out->file, path, false) == CC_OK ? CC_OK : fail_to_read(path, out->shown);
}
