/* Finds folders below the working directory, the nearest first, within limits: those of built
 * programs for `explain` and `doctor`, those of projects for `init`. */
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_sort.h"
#include "cli/core/cmd_folders.h"

enum { MAX_FOLDERS = 20000, MAX_LEVELS = 16 };

/* --- walking ---------------------------------------------------------------------------------- */

typedef struct pending {
    const char *path;
    unsigned level;
} pending;

typedef struct walker {
    cmd_walk *walk;
    cc_arena *arena;
    uint64_t device; /* of `top` */
    pending *queue;
    size_t cap, count;
} walker;

static bool is_skipped(const walker *w, const char *name) {
    static const char *const always[] = {"obj", "node_modules", NULL};
    cc_str folder = cc_strz(name);
    return name[0] == '.' || cc_str_is_one_of(folder, always) ||
           (w->walk->skipped != NULL && cc_str_is_one_of(folder, w->walk->skipped));
}

static void push(walker *w, const char *path, unsigned level) {
    if (w->count >= MAX_FOLDERS || level > MAX_LEVELS) {
        w->walk->is_cut = true;
        return;
    }
    w->queue = cc_arena_grow(w->arena, w->queue, w->count, &w->cap, sizeof(pending));
    w->queue[w->count++] = (pending){path, level};
}

/* The target of a link is visited at its own place, or not at all; other file systems (/proc,
 * shares of other machines, disks) are not part of this folder. */
static void push_folder(walker *w, const char *path, unsigned level) {
    uint64_t device = 0;
    if (!cc_path_is_own_dir(path, &device)) {
        return;
    }
    if (device != w->device) {
        w->walk->is_cut = true;
        return;
    }
    push(w, path, level);
}

static bool has_name(char *const *names, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* An installation of .NET contains hundreds of assemblies, none of them built here. */
static bool is_dotnet(char *const *names, size_t count) {
    return has_name(names, count, "dotnet") && has_name(names, count, "host") &&
           has_name(names, count, "shared");
}

static cc_err visit(walker *w, pending at) {
    char **names;
    size_t count;
    if (cc_dir_list(w->arena, at.path, &names, &count) != CC_OK) {
        return CC_OK;
    }
    if (is_dotnet(names, count)) {
        return CC_OK;
    }
    CC_TRY(w->walk->visit(w->walk->ctx, at.path, names, count));
    for (size_t i = 0; i < count; i++) {
        if (is_skipped(w, names[i])) {
            continue;
        }
        char *path = cc_path_join(w->arena, at.path, names[i]);
        push_folder(w, path, at.level + 1);
    }
    return CC_OK;
}

cc_err cmd_walk_folders(cmd_walk *walk, const char *top) {
    walker w = {.walk = walk, .arena = cc_arena_new()};
    (void)!cc_path_is_own_dir(top, &w.device);
    walk->is_cut = false;
    cc_err err = CC_OK;
    push(&w, top, 0);
    for (size_t i = 0; err == CC_OK && i < w.count; i++) {
        err = visit(&w, w.queue[i]);
    }
    cc_arena_free(w.arena);
    walk->is_cut = walk->is_cut || err == CC_E_LIMIT;
    return err == CC_E_LIMIT ? CC_OK : err;
}

/* --- programs and libraries ------------------------------------------------------------------- */

typedef struct found {
    cc_arena *arena;
    const char **paths;
    size_t cap, count, most;
} found;

/* Names are sorted by bytes: "A.dll" precedes "A.pdb", with others between them. */
static bool has_pair(char *const *names, size_t count, const char *dll) {
    cc_str stem = cc_path_stem(cc_strz(dll));
    for (size_t i = 0; i < count; i++) {
        cc_str name = cc_strz(names[i]);
        if (cc_str_ends(name, ".pdb") && cc_str_eq(cc_path_stem(name), stem)) {
            return true;
        }
    }
    return false;
}

static bool is_output(char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++) {
        cc_str name = cc_strz(names[i]);
        if (cc_str_ends(name, ".runtimeconfig.json") || cc_str_ends(name, ".deps.json") ||
            (cc_str_ends(name, ".dll") && has_pair(names, count, names[i]))) {
            return true;
        }
    }
    return false;
}

static cc_err take_output(void *ctx, const char *folder, char *const *names, size_t count) {
    found *f = ctx;
    if (!is_output(names, count)) {
        return CC_OK;
    }
    if (f->count >= f->most) {
        return CC_E_LIMIT;
    }
    f->paths = cc_arena_grow(f->arena, f->paths, f->count, &f->cap, sizeof(char *));
    f->paths[f->count++] = cc_arena_strdup(f->arena, cc_strz(folder));
    return CC_OK;
}

static int compare_paths(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

cc_err cmd_find_folders(cmd_folder_list *out, const char *top, size_t most, cc_arena *arena) {
    found f = {.arena = arena, .most = most};
    cmd_walk walk = {.visit = take_output, .ctx = &f};
    cc_err err = cmd_walk_folders(&walk, top);
    cc_sort(f.paths, f.count, sizeof(char *), compare_paths);
    out->paths = f.paths;
    out->count = f.count;
    out->is_cut = walk.is_cut;
    return err;
}
