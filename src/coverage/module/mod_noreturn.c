/* Methods that do not return, by name over all assemblies of a run; see mod_noreturn.h.
 *
 * clrcov reads two things once from each called assembly: the keys ("Type\nMethod signature") of
 * its methods with the attribute, from the table of attributes; and its exported types, which name
 * the assembly to search instead. For an assembly with several files (builds, versions) it combines
 * the results of all files. */
#include "coverage/module/mod_noreturn.h"

#include <string.h>

#include "base/cc_file.h"
#include "base/cc_list.h"
#include "base/cc_map.h"
#include "coverage/module/mod_machine.h"
#include "coverage/module/mod_noreturn_flow.h"
#include "coverage/module/mod_noreturn_machine.h"
#include "coverage/module/mod_noreturn_throw.h"
#include "metadata/md_columns.h"

#define ATTRIBUTE "System.Diagnostics.CodeAnalysis.DoesNotReturnAttribute"

enum { MAX_FORWARDS = 8 };

typedef struct assembly_file {
    const char *path;
    md_layout layout;
    bool is_read;
    cc_map *keys;     /* keys of methods with the attribute; NULL: none, or unreadable */
    cc_map *exported; /* full name of a type -> name of the assembly to which it is forwarded */
} assembly_file;

struct mod_no_return {
    cc_arena *arena;
    cc_map *files;   /* path -> assembly_file */
    cc_map *by_name; /* simple name in lower case -> cc_list of assembly_file */
    const md_tables *tables;
    cc_map *own;     /* rids of the module's methods with the attribute */
    cc_map *answers; /* token -> &yes or &no, for this module */
    cc_map *thrown;  /* constructor's token -> &yes or &no: of a listed exception */
    const char *const *types;
    size_t type_count;
    bool keeps; /* see mod_no_return_keep() */
    mod_machines machines;
};

/* The maps point to one of these. */
static char yes, no;

/* --- opening ---------------------------------------------------------------------------------- */

mod_no_return *mod_no_return_open(void) {
    cc_arena *arena = cc_arena_new();
    mod_no_return *n = CC_NEW(arena, mod_no_return);
    n->arena = arena;
    n->files = cc_map_new();
    n->by_name = cc_map_new();
    return n;
}

void mod_no_return_set_thrown(mod_no_return *n, const char *const *types, size_t count) {
    n->types = types;
    n->type_count = count;
}

static void forget_module(mod_no_return *n) {
    cc_map_free(n->own);
    cc_map_free(n->answers);
    cc_map_free(n->thrown);
    mod_machines_end(&n->machines);
    n->own = n->answers = n->thrown = NULL;
}

void mod_no_return_keep(mod_no_return *n) {
    n->keeps = true;
    n->type_count = 0;
}

void mod_no_return_close(mod_no_return *n) {
    if (n == NULL) {
        return;
    }
    for (size_t i = 0; n->files != NULL && i < cc_map_count(n->files); i++) {
        assembly_file *file = (assembly_file *)cc_map_at(n->files, i, NULL);
        if (file != NULL) {
            cc_map_free(file->keys);
            cc_map_free(file->exported);
        }
    }
    forget_module(n);
    cc_map_free(n->files);
    cc_map_free(n->by_name);
    cc_arena_free(n->arena);
}

void mod_no_return_add(mod_no_return *n, cc_str name, cc_str path, md_layout layout) {
    if (name.len == 0 || path.len == 0) {
        return;
    }
    void **slot = cc_map_put_str(n->files, path);
    if (slot == NULL || *slot != NULL) {
        return;
    }
    assembly_file *file = CC_NEW(n->arena, assembly_file);
    char *copy = cc_arena_strdup(n->arena, path);
    /* names of assemblies do not differ by case alone */
    cc_str key = cc_arena_lower(n->arena, name);
    *file = (assembly_file){.path = copy, .layout = layout};
    *slot = file;
    slot = cc_map_put_str(n->by_name, key);
    if (slot != NULL && *slot == NULL) {
        cc_list *made = CC_NEW(n->arena, cc_list);
        if (made != NULL) {
            made->arena = n->arena;
        }
        *slot = made;
    }
    cc_list *list = slot == NULL ? NULL : (cc_list *)*slot;
    cc_list_add(list, file);
}

/* --- the table of attributes ------------------------------------------------------------------ */

static bool is_constructor_of_attribute(const md_tables *t, uint32_t token) {
    cc_buf type = {0};
    cc_str name = {"", 0};
    bool is_it =
        md_member_name(t, token, &type, &name) == CC_OK && cc_str_eqz(cc_buf_str(&type), ATTRIBUTE);
    cc_buf_free(&type);
    return is_it;
}

/* Calls `ask` and caches the result by token in `known`. NULL when there is no memory. */
static void *test_once(cc_map *known, uint32_t token, const md_tables *t,
                       bool (*ask)(const md_tables *t, uint32_t token)) {
    void **slot = cc_map_put_u64(known, token);
    if (slot != NULL && *slot == NULL) {
        *slot = ask(t, token) ? &yes : &no;
    }
    return slot == NULL ? NULL : *slot;
}

/* Adds the MethodDefs with the attribute to `rids`. */
static void find_marked(const md_tables *t, cc_map *rids) {
    cc_map *constructors = cc_map_new();
    uint32_t count = md_row_count(t, MD_CUSTOM_ATTRIBUTE);
    for (uint32_t row = 1; row <= count; row++) {
        uint32_t owner = 0;
        uint32_t constructor = 0;
        if (!md_cell(t, MD_CUSTOM_ATTRIBUTE, row, MD_COL_CUSTOM_ATTRIBUTE_PARENT, &owner) ||
            MD_TOKEN_TABLE(owner) != MD_METHODDEF ||
            !md_cell(t, MD_CUSTOM_ATTRIBUTE, row, MD_COL_CUSTOM_ATTRIBUTE_TYPE, &constructor)) {
            continue;
        }
        if (test_once(constructors, constructor, t, is_constructor_of_attribute) == &yes) {
            *cc_map_put_u64(rids, MD_TOKEN_RID(owner)) = &yes;
        }
    }
    cc_map_free(constructors);
}

/* --- keys ------------------------------------------------------------------------------------- */

/* Makes the key "Type\nMethod signature" of a MethodDef or MemberRef; *type is the length of the
 * part before the line end. False: the row is damaged and matches nothing. */
static bool make_key(const md_tables *t, uint32_t token, cc_buf *key, size_t *type) {
    cc_str name = {"", 0};
    cc_buf_clear(key);
    if (md_member_name(t, token, key, &name) != CC_OK) {
        return false;
    }
    *type = key->len;
    cc_buf_putc(key, '\n');
    cc_buf_str_put(key, name);
    cc_buf_putc(key, ' ');
    return md_member_signature(t, token, key) == CC_OK;
}

static void keep_keys(assembly_file *file, const md_tables *t, cc_map *rids) {
    cc_buf key = {0};
    for (size_t i = 0; i < cc_map_count(rids); i++) {
        uint64_t rid = 0;
        cc_span bytes = {NULL, 0};
        size_t type = 0;
        (void)cc_map_at(rids, i, &bytes);
        if (!cc_span_u64(&bytes, &rid) || !make_key(t, MD_TOKEN(MD_METHODDEF, rid), &key, &type)) {
            continue;
        }
        *cc_map_put(file->keys, cc_buf_span(&key)) = &yes;
    }
    cc_buf_free(&key);
}

static void keep_exported(mod_no_return *n, assembly_file *file, const md_tables *t) {
    cc_buf name = {0};
    uint32_t count = md_row_count(t, MD_EXPORTED_TYPE);
    for (uint32_t rid = 1; rid <= count; rid++) {
        uint32_t reference = 0;
        cc_str target = {"", 0};
        cc_buf_clear(&name);
        if (md_exported_type(t, rid, &name, &reference) != CC_OK || reference == 0 ||
            !md_assembly_ref_name(t, reference, &target)) {
            continue;
        }
        *cc_map_put(file->exported, cc_buf_span(&name)) = cc_arena_strdup(n->arena, target);
    }
    cc_buf_free(&name);
}

static void read_tables(mod_no_return *n, assembly_file *file, const md_tables *t) {
    cc_map *rids = cc_map_new();
    file->keys = cc_map_new();
    file->exported = cc_map_new();
    find_marked(t, rids);
    keep_keys(file, t, rids);
    keep_exported(n, file, t);
    cc_map_free(rids);
}

/* Reads a file, keeps the results and unmaps the file. A file that clrcov cannot read has no
 * entries. */
static void read_file(mod_no_return *n, assembly_file *file) {
    if (file->is_read) {
        return;
    }
    file->is_read = true;
    cc_mapped_file bytes = {0};
    md_image *image = NULL;
    cc_arena *scratch = cc_arena_new();
    cc_err err = cc_file_map(&bytes, file->path, false);
    if (err == CC_OK) {
        err = md_image_open(&image, bytes.bytes, file->layout, scratch);
    }
    if (err == CC_OK) {
        read_tables(n, file, md_image_tables(image));
    }
    cc_file_unmap(&bytes);
    cc_arena_free(scratch);
}

/* --- callees ---------------------------------------------------------------------------------- */

/* Looks the key up in all files of the assembly; *forward: the assembly to which one of the files
 * forwards the type. */
static void look_up_in_assembly(mod_no_return *n, cc_str assembly, const cc_buf *key, size_t type,
                                bool *found, cc_str *forward) {
    cc_str name = cc_arena_lower(n->arena, assembly);
    const cc_list *list = (const cc_list *)cc_map_get_str(n->by_name, name);
    for (uint32_t i = 0; list != NULL && i < list->count && !*found; i++) {
        assembly_file *file = (assembly_file *)list->items[i];
        read_file(n, file);
        if (file->keys == NULL || file->exported == NULL) {
            continue;
        }
        *found = cc_map_get(file->keys, cc_buf_span(key)) != NULL;
        const char *target = (const char *)cc_map_get(file->exported, cc_span_of(key->data, type));
        *forward = target == NULL ? *forward : cc_strz(target);
    }
}

/* Follows forwarders from assembly to assembly. */
static void look_up_forwarded(mod_no_return *n, cc_str assembly, const cc_buf *key, size_t type,
                              bool *found) {
    for (int i = 0; i < MAX_FORWARDS && assembly.len > 0 && !*found; i++) {
        cc_str forward = {"", 0};
        look_up_in_assembly(n, assembly, key, type, found, &forward);
        assembly = forward;
    }
}

static void look_up_reference(mod_no_return *n, uint32_t token, bool *found) {
    cc_buf key = {0};
    size_t type = 0;
    cc_str assembly = {"", 0};
    uint32_t scope = md_member_scope(n->tables, token);
    bool is_named = MD_TOKEN_TABLE(scope) == MD_ASSEMBLYREF
                        ? md_assembly_ref_name(n->tables, MD_TOKEN_RID(scope), &assembly)
                        : false;
    if (is_named && make_key(n->tables, token, &key, &type)) {
        look_up_forwarded(n, assembly, &key, type, found);
    }
    cc_buf_free(&key);
}

static void look_up_method(mod_no_return *n, uint32_t token, bool *found) {
    void **slot = cc_map_put_u64(n->answers, token);
    if (*slot == NULL) {
        uint32_t rid = md_method_in_module(n->tables, token);
        bool is_marked = rid != 0 && cc_map_get_u64(n->own, rid) != NULL;
        if (rid == 0 && md_member_owner(n->tables, token) == 0) {
            look_up_reference(n, token, &is_marked);
        }
        /* the calls above change other maps only, so `slot` is still valid */
        *slot = is_marked ? &yes : &no;
    }
    *found = *slot == &yes;
}

/* --- a method --------------------------------------------------------------------------------- */

void mod_no_return_begin(mod_no_return *n, const md_tables *tables) {
    forget_module(n);
    n->tables = tables;
    n->own = cc_map_new();
    n->answers = cc_map_new();
    n->thrown = cc_map_new();
    mod_machines_begin(&n->machines, tables);
    find_marked(tables, n->own);
}

static bool is_call(const il_insn *insn) {
    return insn->op == IL_CALL || insn->op == IL_CALLVIRT;
}

/* Sets *cut: by instruction, the calls that do not return; NULL when all calls return. */
static void find_calls(mod_no_return *n, const il_body *body, cc_arena *arena, bool **cut) {
    *cut = NULL;
    for (uint32_t u = 0; u < body->insn_count && !n->keeps; u++) {
        bool found = false;
        if (is_call(&body->insns[u])) {
            look_up_method(n, (uint32_t)body->insns[u].operand, &found);
        }
        if (found && *cut == NULL) {
            *cut = CC_NEW_ARRAY(arena, bool, body->insn_count);
        }
        if (found) {
            (*cut)[u] = true;
        }
    }
}

static bool is_listed(const mod_no_return *n, cc_str type) {
    for (size_t i = 0; i < n->type_count; i++) {
        if (cc_str_eqz(type, n->types[i])) {
            return true;
        }
    }
    return false;
}

static bool is_thrown(void *ctx, uint32_t token) {
    mod_no_return *n = (mod_no_return *)ctx;
    void **slot = cc_map_put_u64(n->thrown, token);
    if (*slot == NULL) {
        cc_buf type = {0};
        cc_str name = {"", 0};
        bool is_it = md_member_name(n->tables, token, &type, &name) == CC_OK &&
                     is_listed(n, cc_buf_str(&type));
        cc_buf_free(&type);
        *slot = is_it ? &yes : &no;
    }
    return *slot == &yes;
}

/* Finds the code after calls that do not return, and after try statements whose end control never
 * reaches. */
static cc_err find_after(mod_no_return *n, const mth_method *m, cc_arena *arena,
                         mod_flow_dead *out) {
    bool *cut = NULL;
    *out = (mod_flow_dead){NULL, NULL};
    find_calls(n, &m->body, arena, &cut);
    if (mod_machine_of(n->tables, m->token) != MOD_MACHINE_NONE) {
        return mod_machines_dead(&n->machines, m, cut, arena, out);
    }
    return cut == NULL ? CC_OK : mod_no_return_flow(m, cut, NULL, arena, out);
}

static void unite(const mth_method *m, cc_arena *arena, const bool *after, mod_dead *out) {
    bool *all = CC_NEW_ARRAY(arena, bool, m->body.insn_count);
    for (uint32_t u = 0; u < m->body.insn_count; u++) {
        all[u] = after[u] || out->throwing[u];
    }
    out->all = all;
}

cc_err mod_no_return_insns(mod_no_return *n, const mth_method *m, cc_arena *arena, mod_dead *out) {
    const mod_thrown thrown = {is_thrown, n};
    mod_flow_dead after;
    *out = (mod_dead){NULL, NULL, NULL};
    CC_TRY(find_after(n, m, arena, &after));
    out->ways_out = after.ways_out;
    if (n->type_count > 0) {
        CC_TRY(mod_no_return_throws(m, &thrown, arena, &out->throwing));
    }
    out->all = after.all != NULL ? after.all : out->throwing;
    if (after.all != NULL && out->throwing != NULL) {
        unite(m, arena, after.all, out);
    }
    return CC_OK;
}
