/* The map of a session; see cmd_map.h. */
#include "cli/report/cmd_map.h"

#include "base/cc_file.h"
#include "base/cc_map.h"
#include "cli/core/cmd_paths.h"
#include "cli/report/cmd_git.h"
#include "cli/report/cmd_session.h"
#include "coverage/data/dat.h"
#include "coverage/impact/imp.h"

static const char *map_of(const cmd_subject *subject, cc_arena *arena) {
    return cc_path_join(arena, subject->session.dir, CMD_MAP_NAME);
}

bool cmd_wants_map(const cmd_subject *subject) {
    cc_arena *arena = cc_arena_new();
    bool wants = subject->session.dir != NULL && subject->session.settings.per_test &&
                 subject->model != NULL && subject->model->raw != NULL &&
                 subject->model->raw->test_count > 0 && !cc_path_exists(map_of(subject, arena));
    cc_arena_free(arena);
    return wants;
}

static uint64_t first_start(const cov_raw *raw) {
    uint64_t first = 0;
    for (uint32_t i = 0; i < raw->suite_count; i++) {
        uint64_t started = raw->suites[i].started_ns;
        bool is_first = started != 0 && (first == 0 || started < first);
        first = is_first ? started : first;
    }
    return first;
}

static bool has_written(const cov_raw_inputs *tree) {
    for (uint32_t i = 0; i < tree->count; i++) {
        if (tree->items[i].digest == COV_INPUT_WRITTEN) {
            return true;
        }
    }
    return false;
}

/* The paths that git tracks below the root, none outside of a repository; NULL: git does not say. */
static cc_map *find_tracked(const char *root, cc_arena *arena) {
    static const char *const words[] = {"ls-files", "-z", NULL};
    cc_str paths = {"", 0};
    char *repository = NULL;
    bool is_fine = false;
    bool is_outside = cmd_find_git(arena, root, &repository) == CC_OK && repository == NULL;
    if (!is_outside && (cmd_ask_git(root, words, &is_fine, &paths, arena) != CC_OK || !is_fine)) {
        return NULL;
    }
    cc_map *tracked = cc_map_new();
    while (paths.len > 0) {
        *cc_map_put_str(tracked, cc_str_cut(&paths, '\0')) = tracked;
    }
    return tracked;
}

/* A file of the tree that changed while tests ran was written by them. But when git tracks it, somebody
 * may have edited it, and a test may have read either text. */
static void doubt_tracked(cov_raw_inputs *tree, const char *root, cc_arena *arena) {
    cc_map *tracked = has_written(tree) ? find_tracked(root, arena) : cc_map_new();
    for (uint32_t i = 0; i < tree->count; i++) {
        cov_raw_input *input = &tree->items[i];
        bool is_doubtful = tracked == NULL || cc_map_get_str(tracked, input->path) != NULL;
        if (input->digest == COV_INPUT_WRITTEN && is_doubtful) {
            input->digest = COV_INPUT_UNKNOWN;
        }
    }
    cc_map_free(tracked);
}

static void look_at_files(cov_raw *raw, const cmd_subject *subject, cc_arena *arena) {
    const char *root = subject->config.root;
    bool has_failed = subject->started != NULL && subject->started->code != 0;
    for (uint32_t i = 0; i < raw->suite_count; i++) {
        cov_raw_suite *suite = &raw->suites[i];
        if (suite->started_ns == 0) {
            continue; /* it did not run now, and is as it was */
        }
        const char *folder = cc_arena_strdup(arena, suite->folder);
        suite->folder = cov_suite_place(suite->folder, cc_strz(root));
        suite->system = cc_strz(imp_system());
        suite->has_failed = has_failed;
        if (suite->folder.s[0] != '/') {
            imp_list_folder(&suite->inputs, folder, suite->started_ns, arena);
        }
    }
    imp_list_tree(&raw->tree, root, first_start(raw), arena);
    doubt_tracked(&raw->tree, root, arena);
}

/* Suites have no other state. */
static bool take_kept(cov_raw *raw, const cmd_subject *subject, cc_arena *arena) {
    cov_raw *kept = NULL;
    if (dat_read_map(&kept, map_of(subject, arena), arena) != CC_OK) {
        return false;
    }
    raw->suites = kept->suites;
    raw->suite_count = kept->suite_count;
    raw->tree = kept->tree;
    return true;
}

void cmd_fill_suites(cov_raw *raw, const cmd_subject *subject, cc_arena *arena) {
    if (raw->suite_count > 0 && !take_kept(raw, subject, arena)) {
        look_at_files(raw, subject, arena);
    }
}

cc_err cmd_find_map(const char *given, const char **path, cc_arena *arena) {
    ses_session session = {0};
    if (given != NULL && dat_is_file(given)) {
        *path = given;
        return CC_OK;
    }
    CC_TRY(cmd_find_session_with(&session, given, CMD_MAP_NAME, arena));
    *path = cc_path_join(arena, session.dir, CMD_MAP_NAME);
    return CC_OK;
}
