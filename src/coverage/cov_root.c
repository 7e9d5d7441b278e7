/* Where documents lie; see cov_root.h. The tree under the root is read at most once, and only for a
 * deterministic name that is not found by its own path. */
#include "coverage/cov_root.h"

#include <string.h>

#include "base/cc_file.h"
#include "base/cc_map.h"
#include "coverage/cov_list.h"

enum { MAX_TREE_FILES = 500000, MAX_PARTS = 64 };

struct cov_root {
    cc_arena *arena;
    const char *path;
    size_t length;
    cc_map *known;   /* document -> cov_place */
    cc_map *by_name; /* base name -> cov_list of paths relative to the root; NULL: not read yet */
};

cc_err cov_root_open(cov_root **out, const char *root, cc_arena *arena) {
    cov_root *r = CC_NEW(arena, cov_root);
    cc_map *known = cc_map_new();
    if (r == NULL || known == NULL) {
        cc_map_free(known);
        return cc_fail(CC_E_NOMEM, "out of memory for the source root");
    }
    *r = (cov_root){.arena = arena, .path = root, .length = strlen(root), .known = known};
    *out = r;
    return CC_OK;
}

void cov_root_close(cov_root *root) {
    if (root != NULL) {
        cc_map_free(root->known);
        cc_map_free(root->by_name);
    }
}

/* --- the tree under the root ------------------------------------------------------------------ */

static bool is_left_out(const char *name) {
    static const char *const names[] = {".git", ".hg", ".svn", "node_modules", "bin", ".vs"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool note_file(cov_root *r, const char *relative) {
    cc_str base = cc_path_base(cc_strz(relative));
    void **slot = cc_map_put_str(r->by_name, base);
    if (slot == NULL) {
        return false;
    }
    if (*slot == NULL) {
        cov_list *list = CC_NEW(r->arena, cov_list);
        if (list == NULL) {
            return false;
        }
        list->arena = r->arena;
        *slot = list;
    }
    char *copy = cc_arena_strdup(r->arena, cc_strz(relative));
    cov_list_add((cov_list *)*slot, copy);
    return copy != NULL;
}

/* Reads one directory ("" is the root): files are noted, directories are put on the list. */
static bool read_directory(cov_root *r, const char *relative, cov_list *open, uint32_t *files) {
    char **names = NULL;
    size_t count = 0;
    const char *dir = relative[0] == 0 ? r->path : cc_path_join(r->arena, r->path, relative);
    if (dir == NULL || cc_dir_list(r->arena, dir, &names, &count) != CC_OK) {
        return dir != NULL;
    }
    for (size_t i = 0; i < count && *files < MAX_TREE_FILES; i++) {
        const char *path = relative[0] == 0 ? names[i] : cc_path_join(r->arena, relative, names[i]);
        const char *full = path == NULL ? NULL : cc_path_join(r->arena, r->path, path);
        if (full == NULL) {
            return false;
        }
        if (!cc_path_is_dir(full)) {
            ++*files;
            if (!note_file(r, path)) {
                return false;
            }
        } else if (!is_left_out(names[i])) {
            cov_list_add(open, cc_arena_strdup(r->arena, cc_strz(path)));
        }
    }
    return !open->failed;
}

static cc_err read_tree(cov_root *r) {
    char top[] = "";
    cov_list open = {.arena = r->arena};
    uint32_t files = 0;
    if (r->by_name != NULL) {
        return CC_OK;
    }
    r->by_name = cc_map_new();
    bool ok = r->by_name != NULL && read_directory(r, top, &open, &files);
    for (uint32_t i = 0; ok && i < open.count; i++) {
        ok = open.items[i] != NULL && read_directory(r, (const char *)open.items[i], &open, &files);
    }
    return ok ? CC_OK : cc_fail(CC_E_NOMEM, "out of memory for the files under %s", r->path);
}

/* --- one document ----------------------------------------------------------------------------- */

/* The part behind "/_/", "/_1/" and so on; empty when the name does not begin so. */
static cc_str behind_mark(cc_str document) {
    size_t at = 2;
    if (!cc_str_starts(document, "/_")) {
        return (cc_str){"", 0};
    }
    while (at < document.len && document.s[at] >= '0' && document.s[at] <= '9') {
        at++;
    }
    if (at + 1 >= document.len || document.s[at] != '/') {
        return (cc_str){"", 0};
    }
    return (cc_str){document.s + at + 1, document.len - at - 1};
}

static cc_err found(cov_root *r, cov_place *place, const char *file, bool is_mapped) {
    char *real = NULL;
    cc_err err = cc_path_real(r->arena, file, &real);
    if (err == CC_E_NOMEM) {
        return err;
    }
    if (err != CC_OK || cc_path_is_dir(real)) {
        return CC_OK;
    }
    bool inside = strncmp(real, r->path, r->length) == 0 && real[r->length] == '/';
    if (strcmp(r->path, "/") == 0) {
        inside = real[0] == '/';
    }
    size_t skip = strcmp(r->path, "/") == 0 ? 1 : r->length + 1;
    place->kind = inside ? COV_PLACE_INSIDE : COV_PLACE_OUTSIDE;
    place->path = cc_strz(inside ? real + skip : real);
    place->file = real;
    place->is_mapped = is_mapped;
    return CC_OK;
}

/* root/rest; or, when the root is a part of what was compiled, root/rest without the names that
 * are the last ones of the root's own path. */
static cc_err find_below(cov_root *r, cc_str rest, cov_place *place) {
    for (int parts = 0; parts < MAX_PARTS && place->kind == COV_PLACE_MISSING; parts++) {
        size_t cut = 0;
        cc_str root = cc_strz(r->path);
        for (int i = 0; i < parts && cut < rest.len; i++) {
            while (cut < rest.len && rest.s[cut++] != '/') {
                continue;
            }
        }
        if (cut >= rest.len) {
            return CC_OK;
        }
        bool is_end = cut == 0 || (root.len + 1 > cut && root.s[root.len - cut] == '/' &&
                                   memcmp(root.s + root.len - cut + 1, rest.s, cut - 1) == 0);
        char *file =
            cc_arena_printf(r->arena, "%s/%.*s", r->path, (int)(rest.len - cut), rest.s + cut);
        if (file == NULL) {
            return cc_fail(CC_E_NOMEM, "out of memory for a document's path");
        }
        if (is_end && cc_path_exists(file)) {
            CC_TRY(found(r, place, file, true));
        }
    }
    return CC_OK;
}

/* The only file under the root whose path ends in "/rest". */
static cc_err find_unique(cov_root *r, cc_str rest, cov_place *place) {
    const char *match = NULL;
    uint32_t matches = 0;
    CC_TRY(read_tree(r));
    const cov_list *list = (const cov_list *)cc_map_get_str(r->by_name, cc_path_base(rest));
    for (uint32_t i = 0; list != NULL && i < list->count; i++) {
        cc_str path = cc_strz((const char *)list->items[i]);
        if (path.len > rest.len && path.s[path.len - rest.len - 1] == '/' &&
            memcmp(path.s + path.len - rest.len, rest.s, rest.len) == 0) {
            match = path.s;
            matches++;
        }
    }
    if (matches != 1) {
        return CC_OK;
    }
    char *file = cc_path_join(r->arena, r->path, match);
    return file == NULL ? cc_fail(CC_E_NOMEM, "out of memory for a document's path")
                        : found(r, place, file, true);
}

static cc_err look_up(cov_root *r, cc_str document, cov_place *place) {
    cc_str rest = behind_mark(document);
    if (rest.len > 0) {
        CC_TRY(find_below(r, rest, place));
        return place->kind == COV_PLACE_MISSING ? find_unique(r, rest, place) : CC_OK;
    }
    if (document.len == 0 || document.s[0] != '/' || memchr(document.s, 0, document.len) != NULL) {
        return CC_OK;
    }
    char *file = cc_arena_strdup(r->arena, document);
    if (file == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for a document's path");
    }
    return cc_path_exists(file) ? found(r, place, file, false) : CC_OK;
}

cc_err cov_root_find(cov_root *root, cc_str document, const cov_place **out) {
    void **slot = cc_map_put_str(root->known, document);
    if (slot == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for a document's path");
    }
    if (*slot == NULL) {
        cov_place *place = CC_NEW(root->arena, cov_place);
        if (place == NULL) {
            return cc_fail(CC_E_NOMEM, "out of memory for a document's path");
        }
        *slot = place; /* the map does not change below: look_up() asks only the file system */
        CC_TRY(look_up(root, document, place));
    }
    *out = (const cov_place *)*slot;
    return CC_OK;
}
