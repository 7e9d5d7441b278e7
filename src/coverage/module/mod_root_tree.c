/* Reads the tree below the source root; see mod_root_tree.h. Links to directories are followed
 * within the root; each directory is read once. */
#include "coverage/module/mod_root_tree.h"

#include <string.h>

#include "base/cc_buf.h"
#include "base/cc_file.h"
#include "coverage/module/mod_file.h"
#include "coverage/module/mod_root_path.h"

enum { MAX_FOLDED = 16 }; /* maximum number of directories that differ only in case */

void mod_tree_close(mod_tree *tree) {
    cc_map_free(tree->by_name);
    cc_map_free(tree->listings);
}

/* --- reading ---------------------------------------------------------------------------------- */

typedef struct reading {
    mod_tree *tree;
    cc_list open; /* const char *: directories relative to the root */
    cc_map *seen; /* real paths of directories and files */
} reading;

static bool is_left_out(const char *name) {
    static const char *const names[] = {".git", ".hg", ".svn", ".vs", "node_modules", "bin", NULL};
    return cc_str_is_one_of(cc_strz(name), names);
}

static void note_file(mod_tree *tree, const char *relative, const char *real) {
    cc_str name = cc_arena_lower(tree->arena, cc_path_base(cc_strz(relative)));
    void **slot = cc_map_put_str(tree->by_name, name);
    if (*slot == NULL) {
        cc_list *made = CC_NEW(tree->arena, cc_list);
        made->arena = tree->arena;
        *slot = made;
    }
    cc_list *list = (cc_list *)*slot;
    mod_tree_file *file = CC_NEW(tree->arena, mod_tree_file);
    *file = (mod_tree_file){.path = real, .relative = cc_strz(relative)};
    cc_list_add(list, file);
}

static bool is_below(const char *real, const char *root) {
    cc_str rest = {"", 0};
    return mod_path_below(cc_strz(real), cc_strz(root), false, &rest);
}

/* Handles one name of a directory: records a file, adds a directory to the list. Skips links to
 * places outside the root; records a file with several names under the first. */
static void read_name(reading *r, const char *relative, const char *name) {
    char *real = NULL;
    mod_tree *tree = r->tree;
    char *full = cc_path_join(tree->arena, tree->root, relative);
    cc_err err = cc_path_real(tree->arena, full, &real);
    if (err != CC_OK) {
        return; /* a dangling link, or a cycle */
    }
    bool is_dir = cc_path_is_dir(real);
    void **seen = cc_map_put_str(r->seen, cc_strz(real));
    if (*seen != NULL || !is_below(real, tree->root) || (is_dir && is_left_out(name))) {
        return;
    }
    *seen = tree;
    if (is_dir) {
        cc_list_add(&r->open, cc_arena_strdup(tree->arena, cc_strz(relative)));
        return;
    }
    if (tree->count == tree->limit) {
        tree->is_cut = true;
        return;
    }
    tree->count++;
    note_file(tree, relative, real);
}

/* A directory that clrcov cannot read counts as empty. */
static void read_directory(reading *r, const char *relative) {
    mod_tree *tree = r->tree;
    char **names = NULL;
    size_t count = 0;
    const char *dir =
        relative[0] == 0 ? tree->root : cc_path_join(tree->arena, tree->root, relative);
    cc_err err = cc_dir_list(tree->arena, dir, &names, &count);
    if (err != CC_OK) {
        return;
    }
    for (size_t i = 0; i < count && !tree->is_cut; i++) {
        const char *path =
            relative[0] == 0 ? names[i] : cc_path_join(tree->arena, relative, names[i]);
        read_name(r, path, names[i]);
    }
}

static void read_all(reading *r) {
    void **top = cc_map_put_str(r->seen, cc_strz(r->tree->root));
    *top = r;
    read_directory(r, "");
    for (uint32_t i = 0; i < r->open.count && !r->tree->is_cut; i++) {
        read_directory(r, (const char *)r->open.items[i]);
    }
}

static void read_tree(mod_tree *tree) {
    if (tree->by_name != NULL) {
        return;
    }
    reading r = {.tree = tree, .open = {.arena = tree->arena}, .seen = cc_map_new()};
    tree->by_name = cc_map_new();
    read_all(&r);
    cc_map_free(r.seen);
}

/* --- by the end of a path --------------------------------------------------------------------- */

void mod_tree_ending(mod_tree *tree, cc_str end, cc_list *out) {
    read_tree(tree);
    cc_str name = cc_arena_lower(tree->arena, cc_path_base(end));
    const cc_list *list = (const cc_list *)cc_map_get_str(tree->by_name, name);
    for (int fold = 0; fold < 2 && list != NULL && out->count == 0; fold++) {
        for (uint32_t i = 0; i < list->count; i++) {
            const mod_tree_file *file = (const mod_tree_file *)list->items[i];
            if (mod_path_ends(file->relative, end, fold == 1)) {
                cc_list_add(out, list->items[i]);
            }
        }
    }
}

static void make_sums(const mod_tree *tree, mod_tree_file *file, pdb_checksum kind) {
    const mod_claim claim = {.root = tree->root, .path = file->path};
    cc_mapped_file content;
    file->has_sums = true;
    file->sums.kind = PDB_SUM_NONE;
    if (mod_checksum_is_known(kind) && mod_file_open(&content, &claim) == MOD_FILE_READ) {
        (void)mod_checksums_make(&file->sums, kind, content.bytes);
        cc_file_unmap(&content);
    }
}

mod_checksum_result mod_tree_compare(const mod_tree *tree, mod_tree_file *file,
                                     const pdb_document *document) {
    if (!file->has_sums || file->sums.kind != document->checksum_kind) {
        make_sums(tree, file, document->checksum_kind);
    }
    return mod_checksums_compare(&file->sums, document);
}

/* --- one path without regard to case ---------------------------------------------------------- */

typedef struct listing {
    char **names;
    size_t count;
} listing;

static void list_once(mod_tree *tree, const char *dir, const listing **out) {
    if (tree->listings == NULL) {
        tree->listings = cc_map_new();
    }
    void **slot = cc_map_put_str(tree->listings, cc_strz(dir));
    if (*slot == NULL) {
        listing *made = CC_NEW(tree->arena, listing);
        *slot = made;
        if (cc_dir_list(tree->arena, dir, &made->names, &made->count) != CC_OK) {
            made->count = 0;
        }
    }
    *out = (const listing *)*slot;
}

/* Adds the entries of `dir` that equal `part` except for case. */
static void add_alike(mod_tree *tree, const char *dir, cc_str part, cc_list *found) {
    static const listing none;
    const listing *names = &none;
    list_once(tree, dir, &names);
    for (size_t i = 0; i < names->count && found->count < MAX_FOLDED; i++) {
        if (cc_str_eq_nocase(cc_strz(names->names[i]), part)) {
            cc_list_add(found, cc_path_join(tree->arena, dir, names->names[i]));
        }
    }
}

static void walk_folded(mod_tree *tree, const char *dir, cc_str rest, cc_list *found) {
    cc_list_add(found, cc_arena_strdup(tree->arena, cc_strz(dir)));
    while (rest.len > 0 && found->count > 0) {
        const char *slash = (const char *)memchr(rest.s, '/', rest.len);
        size_t length = slash == NULL ? rest.len : (size_t)(slash - rest.s);
        cc_list next = {.arena = tree->arena};
        for (uint32_t i = 0; i < found->count; i++) {
            add_alike(tree, (const char *)found->items[i], (cc_str){rest.s, length}, &next);
        }
        *found = next;
        size_t taken = slash == NULL ? length : length + 1;
        rest = (cc_str){rest.s + taken, rest.len - taken};
    }
}

const char *mod_tree_find_folded(mod_tree *tree, const char *dir, cc_str rest) {
    cc_list found = {.arena = tree->arena};
    char *plain = cc_arena_printf(tree->arena, "%s%s%.*s", strcmp(dir, "/") == 0 ? "" : dir,
                                  rest.len > 0 ? "/" : "", (int)rest.len, rest.s);
    if (cc_path_exists(plain)) {
        return plain;
    }
    walk_folded(tree, dir, rest, &found);
    return found.count == 1 ? (const char *)found.items[0] : NULL;
}
