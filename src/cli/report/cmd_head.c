/* The commit of a work tree; see cmd_head.h and gitrepository-layout(5). */
#include "cli/report/cmd_head.h"

#include <string.h>

#include "base/cc_file.h"
#include "cli/core/cmd.h"
#include "cli/core/cmd_paths.h"

#define STORED_HEAD "head"

enum { STORED_MODE = 0600, LEAST_DIGITS = 40, MOST_DIGITS = 64 };

/* --- git's files ------------------------------------------------------------------------------ */

/* "" where the file cannot be read. */
static cc_str read_text(const char *path, cc_arena *arena) {
    cc_str text;
    bool is_read = !cc_path_is_dir(path) && cc_path_exists(path) &&
                   cc_file_read(arena, path, CMD_MOST_TEXT, &text) == CC_OK;
    return is_read ? cc_str_trim(text) : CC_STR("");
}

static cc_str rest_after(cc_str text, const char *prefix) {
    size_t len = strlen(prefix);
    return cc_str_starts(text, prefix) ? (cc_str){text.s + len, text.len - len} : CC_STR("");
}

static const char *path_below(const char *dir, cc_str path, cc_arena *arena) {
    const char *name = cc_arena_strdup(arena, path);
    return name[0] == '/' ? name : cc_path_join(arena, dir, name);
}

static bool is_commit(cc_str text) {
    size_t digits = 0;
    while (digits < text.len && memchr("0123456789abcdef", text.s[digits], 16) != NULL) {
        digits++;
    }
    return digits == text.len && digits >= LEAST_DIGITS && digits <= MOST_DIGITS;
}

/* A line "COMMIT REFERENCE". */
static cc_str find_packed(const char *common, cc_str reference, cc_arena *arena) {
    cc_str all = read_text(cc_path_join(arena, common, "packed-refs"), arena);
    cc_str line;
    while (cc_str_next(&all, '\n', &line)) {
        cc_str commit = cc_str_cut(&line, ' ');
        if (cc_str_eq(line, reference)) {
            return commit;
        }
    }
    return CC_STR("");
}

/* References of a worktree are in its own folder, or in the folder of the repository. */
static cc_str commit_of(const char *git, cc_str reference, cc_arena *arena) {
    cc_str shared = read_text(cc_path_join(arena, git, "commondir"), arena);
    const char *common = shared.len > 0 ? path_below(git, shared, arena) : git;
    const char *const folders[] = {git, common};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        cc_str commit = read_text(path_below(folders[i], reference, arena), arena);
        if (is_commit(commit)) {
            return commit;
        }
    }
    return find_packed(common, reference, arena);
}

void cmd_find_head(cmd_head *out, const char *root, cc_arena *arena) {
    char *top = NULL;
    *out = (cmd_head){CC_STR(""), CC_STR(""), CC_STR("")};
    if (cmd_find_git(arena, root, &top) != CC_OK || top == NULL) {
        return;
    }
    const char *git = cc_path_join(arena, top, ".git");
    cc_str elsewhere = rest_after(read_text(git, arena), "gitdir: ");
    git = elsewhere.len > 0 ? path_below(top, elsewhere, arena) : git;
    cc_str head = read_text(cc_path_join(arena, git, "HEAD"), arena);
    cc_str reference = rest_after(head, "ref: ");
    cc_str commit = reference.len > 0 ? commit_of(git, reference, arena) : head;
    if (!is_commit(commit)) {
        return;
    }
    *out = (cmd_head){.commit = commit,
                      .branch = rest_after(reference, "refs/heads/"),
                      .folder = cmd_folder_below(root, top)};
}

/* --- the session ------------------------------------------------------------------------------ */

cc_err cmd_store_head(const char *session_dir, const char *root, cc_arena *arena) {
    cmd_head head;
    cmd_find_head(&head, root, arena);
    if (head.commit.len == 0) {
        return CC_OK;
    }
    const char *text = cc_arena_printf(arena, "%.*s\n%.*s\n%.*s\n", CC_STR_ARGS(head.commit),
                                       CC_STR_ARGS(head.branch), CC_STR_ARGS(head.folder));
    return cc_file_replace(cc_path_join(arena, session_dir, STORED_HEAD),
                           cc_span_of(text, strlen(text)), STORED_MODE);
}

void cmd_read_head(cmd_head *out, const char *session_dir, cc_arena *arena) {
    *out = (cmd_head){CC_STR(""), CC_STR(""), CC_STR("")};
    cc_str text;
    const char *path = cc_path_join(arena, session_dir, STORED_HEAD);
    if (!cc_path_exists(path) || cc_file_read(arena, path, CMD_MOST_TEXT, &text) != CC_OK) {
        return;
    }
    cc_str commit = cc_str_cut(&text, '\n');
    cc_str branch = cc_str_cut(&text, '\n');
    if (is_commit(commit)) {
        *out = (cmd_head){commit, branch, cc_str_cut(&text, '\n')};
    }
}
