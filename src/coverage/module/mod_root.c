/* Places of documents; see mod_root.h. */
#include "coverage/module/mod_root.h"

#include <string.h>

#include "base/cc_buf.h"
#include "base/cc_file.h"
#include "base/cc_list.h"
#include "base/cc_map.h"
#include "coverage/module/mod_file.h"
#include "coverage/module/mod_root_path.h"
#include "coverage/module/mod_root_tree.h"

/* A mapping with both sides as plain paths. */
typedef struct mapping {
    cc_str from;
    const char *to;
    bool is_folded;
    bool is_used; /* a document was found by it */
} mapping;

struct mod_root {
    cc_arena *arena;
    const char *path;
    const char *top; /* top of the repository that contains the root; NULL: none */
    mapping *mappings;
    size_t mapping_count;
    cc_map *known; /* document -> mod_location */
    mod_tree tree;
};

/* --- opening ---------------------------------------------------------------------------------- */

static void take_mappings(mod_root *r, const mod_mapping *mappings, size_t count) {
    r->mappings = CC_NEW_ARRAY(r->arena, mapping, count);
    for (size_t i = 0; r->mappings != NULL && i < count; i++) {
        char *from = mod_path_plain(r->arena, cc_strz(mappings[i].from));
        char *to = mod_path_plain(r->arena, cc_strz(mappings[i].to));
        bool is_windows = mod_path_is_windows(cc_strz(mappings[i].from));
        r->mappings[r->mapping_count++] =
            (mapping){.from = cc_strz(from), .to = to, .is_folded = is_windows};
    }
}

cc_err mod_root_open(mod_root **out, const char *root, const mod_mapping *mappings, size_t count,
                     cc_arena *arena) {
    mod_root *r = CC_NEW(arena, mod_root);
    char *top = NULL;
    *out = NULL;
    *r = (mod_root){.arena = arena, .path = root};
    r->tree = (mod_tree){.arena = arena, .root = root, .limit = MOD_ROOT_MAX_FILES};
    CC_TRY(cc_path_find_up(arena, root, ".git", &top));
    r->top = top;
    take_mappings(r, mappings, count);
    r->known = cc_map_new();
    *out = r;
    return CC_OK;
}

void mod_root_close(mod_root *root) {
    if (root != NULL) {
        cc_map_free(root->known);
        mod_tree_close(&root->tree);
    }
}

const char *mod_root_path(const mod_root *root) {
    return root->path;
}

cc_str mod_root_below(const mod_root *root, cc_str name) {
    size_t len = strlen(root->path);
    bool is_below =
        len > 1 && name.len > len + 1 && cc_str_starts(name, root->path) && name.s[len] == '/';
    return is_below ? (cc_str){name.s + len + 1, name.len - len - 1} : name;
}

void mod_root_set_limit(mod_root *root, uint32_t files) {
    root->tree.limit = files;
}

bool mod_root_is_cut(const mod_root *root) {
    return root->tree.is_cut;
}

/* --- one document ----------------------------------------------------------------------------- */

typedef struct search {
    mod_root *r;
    const pdb_document *document;
    const mod_source_link *links;
    cc_str name; /* plain */
    mod_location *place;
    bool is_settled; /* no later step can find a better file */
} search;

/* Fills the place when `file` is a file. */
static void found(search *s, const char *file, bool is_mapped) {
    char *real = NULL;
    cc_str rest = {"", 0};
    cc_err err = cc_path_real(s->r->arena, file, &real);
    if (err != CC_OK || cc_path_is_dir(real)) {
        return;
    }
    bool is_inside = mod_path_below(cc_strz(real), cc_strz(s->r->path), false, &rest);
    *s->place = (mod_location){.kind = is_inside ? MOD_LOCATION_INSIDE : MOD_LOCATION_OUTSIDE,
                               .path = is_inside ? rest : cc_strz(real),
                               .file = real,
                               .is_mapped = is_mapped};
    s->is_settled = !is_mapped;
}

/* A comparison only chooses between files of the repository: it opens nothing outside of it. */
static mod_checksum_result compare(const search *s, const char *file) {
    const mod_claim claim = {.root = s->r->top != NULL ? s->r->top : s->r->path,
                             .path = file,
                             .origin = MOD_ORIGIN_FOREIGN,
                             .checksum_kind = s->document->checksum_kind,
                             .checksum = s->document->checksum};
    return mod_file_compare(&claim);
}

/* Takes a file that may belong to another project: keeps the first file until one has the right
 * checksum. */
static void offer(search *s, const char *file) {
    if (!cc_path_exists(file) || cc_path_is_dir(file)) {
        return;
    }
    mod_checksum_result sum = compare(s, file);
    if (s->place->kind == MOD_LOCATION_MISSING || sum == MOD_CHECKSUM_SAME) {
        found(s, file, true);
        s->is_settled = s->place->kind != MOD_LOCATION_MISSING && sum != MOD_CHECKSUM_CHANGED;
    }
}

/* Step 1. */
static void by_mapping(search *s) {
    mapping *best = NULL;
    cc_str rest = {"", 0};
    for (size_t i = 0; i < s->r->mapping_count; i++) {
        mapping *m = &s->r->mappings[i];
        cc_str after = {"", 0};
        if ((best == NULL || m->from.len > best->from.len) &&
            mod_path_below(s->name, m->from, m->is_folded, &after)) {
            best = m;
            rest = after;
        }
    }
    if (best == NULL) {
        return;
    }
    const char *file = mod_tree_find_folded(&s->r->tree, best->to, rest);
    best->is_used = best->is_used || file != NULL;
    if (file != NULL) {
        found(s, file, false);
    }
}

/* Step 2. */
static void by_name(search *s) {
    cc_str name = s->document->name;
    if (name.len == 0 || name.s[0] != '/') {
        return;
    }
    char *file = cc_arena_strdup(s->r->arena, name);
    if (cc_path_exists(file)) {
        found(s, file, false);
    }
}

/* Step 3a. Outer folders of the repository come first; submodules have their own entries. */
static void by_links(search *s) {
    uint32_t count = s->links == NULL || s->r->top == NULL ? 0 : s->links->count;
    for (uint32_t i = 0; i < count && !s->is_settled; i++) {
        const char *path = mod_source_link_path(s->links, i, s->name, s->r->arena);
        if (path == NULL || path[0] == 0) {
            continue;
        }
        char *plain = mod_path_plain(s->r->arena, cc_strz(path));
        const char *file = mod_tree_find_folded(&s->r->tree, s->r->top, cc_strz(plain));
        if (file != NULL) {
            offer(s, file);
        }
    }
}

static void offer_below(search *s, const char *dir, cc_str rest) {
    char *file = cc_arena_printf(s->r->arena, "%s/%.*s", strcmp(dir, "/") == 0 ? "" : dir,
                                 (int)rest.len, rest.s);
    offer(s, file);
}

/* Step 3b: top/rest, root/rest; and, for a root inside the compiled tree, root/rest without the
 * leading components that are also the last components of the root's path. */
static void by_position(search *s, cc_str rest) {
    cc_str root = cc_strz(s->r->path);
    if (s->r->top != NULL) {
        offer_below(s, s->r->top, rest);
    }
    for (size_t cut = 0; cut < rest.len && !s->is_settled; cut++) {
        bool is_part = cut == 0 || rest.s[cut - 1] == '/';
        bool is_end =
            is_part && (cut == 0 || mod_path_ends(root, (cc_str){rest.s, cut - 1}, false));
        if (is_end) {
            offer_below(s, s->r->path, (cc_str){rest.s + cut, rest.len - cut});
        }
    }
}

/* Step 3c. */
static void by_end(search *s, cc_str rest) {
    cc_list files = {.arena = s->r->arena};
    mod_tree_file *same = NULL;
    uint32_t same_count = 0;
    mod_tree_ending(&s->r->tree, rest, &files);
    for (uint32_t i = 0; i < files.count; i++) {
        mod_tree_file *file = (mod_tree_file *)files.items[i];
        mod_checksum_result sum = mod_tree_compare(&s->r->tree, file, s->document);
        same = sum == MOD_CHECKSUM_SAME ? file : same;
        same_count += sum == MOD_CHECKSUM_SAME ? 1 : 0;
    }
    if (same_count == 1) {
        found(s, same->path, true);
        return;
    }
    if (s->place->kind != MOD_LOCATION_MISSING) {
        return; /* a changed file at the right place: no other file is better */
    }
    bool is_only = files.count == 1 && !s->r->tree.is_cut;
    if (is_only) {
        found(s, ((const mod_tree_file *)files.items[0])->path, true);
        return;
    }
    s->place->alike = same_count > 0 ? same_count : files.count;
    s->place->are_alike_same = same_count > 0;
}

static void look_up(search *s) {
    cc_str rest = {"", 0};
    by_mapping(s);
    if (!s->is_settled) {
        by_name(s);
    }
    if (!s->is_settled) {
        by_links(s);
    }
    if (!mod_path_is_deterministic(s->name, &rest)) {
        return;
    }
    if (!s->is_settled) {
        by_position(s, rest);
    }
    if (!s->is_settled) {
        by_end(s, rest);
    }
}

/* Sets where the file is, or would be. */
static void note_paths(const mod_root *root, cc_str name, mod_location *place) {
    if (place->kind != MOD_LOCATION_MISSING) {
        place->relative = place->path;
        place->absolute = cc_strz(place->file);
        return;
    }
    name = mod_path_shown(name);
    place->relative = mod_root_below(root, name);
    place->absolute = name;
    if (cc_str_starts(name, "/") || mod_path_is_windows(name)) {
        return;
    }
    const char *file = cc_arena_printf(root->arena, "%s/%.*s", root->path, (int)name.len, name.s);
    place->absolute = cc_strz(file == NULL ? "" : file);
}

/* Everything on which the result depends. */
static void make_key(cc_buf *key, const pdb_document *document, const mod_source_link *links) {
    cc_buf_u64(key, links == NULL ? 0 : links->id);
    cc_buf_u32(key, (uint32_t)document->checksum_kind);
    cc_buf_u32(key, (uint32_t)document->checksum.len);
    cc_buf_span_put(key, document->checksum);
    cc_buf_str_put(key, document->name);
}

static mod_location *find_new(mod_root *root, const pdb_document *document,
                              const mod_source_link *links) {
    mod_location *place = CC_NEW(root->arena, mod_location);
    cc_str name = document->name;
    if (name.len == 0 || memchr(name.s, 0, name.len) != NULL) {
        return place;
    }
    char *plain = mod_path_plain(root->arena, name);
    search s = {
        .r = root, .document = document, .links = links, .name = cc_strz(plain), .place = place};
    look_up(&s);
    char *copy = cc_arena_strdup(root->arena, name);
    note_paths(root, cc_strz(copy), place);
    return place;
}

const mod_location *mod_root_find(mod_root *root, const pdb_document *document,
                                  const mod_source_link *links) {
    cc_buf key = {0};
    make_key(&key, document, links);
    void **slot = cc_map_put(root->known, cc_buf_span(&key));
    cc_buf_free(&key);
    /* find_new() only accesses the file system, so `slot` stays valid */
    if (*slot == NULL) {
        *slot = find_new(root, document, links);
    }
    return (const mod_location *)*slot;
}

bool mod_root_has_project(mod_root *root, cc_str name) {
    static const char *const extensions[] = {"csproj", "fsproj", "vbproj"};
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++) {
        cc_list files = {.arena = root->arena};
        char *file = cc_arena_printf(root->arena, "%.*s.%s", (int)name.len, name.s, extensions[i]);
        mod_tree_ending(&root->tree, cc_strz(file), &files);
        if (files.count > 0) {
            return true;
        }
    }
    return false;
}

bool mod_root_used_mapping(const mod_root *root, size_t index) {
    return index < root->mapping_count && root->mappings[index].is_used;
}
