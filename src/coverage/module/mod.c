/* Opening a module for the model; see mod.h. */
#include "coverage/module/mod.h"

#include <string.h>

#include "base/cc_crew.h"
#include "coverage/module/mod_generated.h"
#include "coverage/module/mod_root_path.h"
#include "coverage/module/mod_source.h"

static cc_err open_pdb(mod_module *m, const char *pdb_path, bool is_stored) {
    md_debug_info info;
    cc_span bytes = {NULL, 0};
    CC_TRY(md_image_debug_info(m->image, &info));
    if (pdb_path != NULL) {
        CC_TRY(cc_file_map(&m->pdb_file, pdb_path, is_stored));
        bytes = m->pdb_file.bytes;
    } else {
        CC_TRY(pdb_inflate(&info, m->arena, &bytes));
    }
    CC_TRY(pdb_open(&m->pdb, bytes, m->arena));
    if (!pdb_matches(m->pdb, &info)) {
        return cc_fail(CC_E_MISMATCH, "the PDB belongs to another build of the image");
    }
    return CC_OK;
}

/* The attribute controls the JIT, and the user may write it by hand; the options are the compiler's
 * own. */
bool mod_is_optimised(const md_tables *tables, const pdb_file *pdb) {
    pdb_optimisation told = pdb_optimised(pdb);
    return told == PDB_OPTIMISATION_UNKNOWN ? md_is_optimised(tables) : told == PDB_OPTIMISATION_ON;
}

cc_err mod_open(mod_module *out, const char *image_path, md_layout layout, const char *pdb_path,
                bool is_stored) {
    *out = (mod_module){.arena = cc_arena_new()};
    CC_TRY(cc_file_map(&out->image_file, image_path, is_stored));
    CC_TRY(md_image_open(&out->image, out->image_file.bytes, layout, out->arena));
    out->tables = md_image_tables(out->image);
    out->method_count = md_row_count(out->tables, MD_METHODDEF);
    CC_TRY(md_assembly_name(out->tables, &out->name));
    CC_TRY(md_mvid(out->tables, out->mvid));
    CC_TRY(open_pdb(out, pdb_path, is_stored));
    out->is_optimised = mod_is_optimised(out->tables, out->pdb);
    return CC_OK;
}

bool mod_is_image_name(cc_str path) {
    return cc_str_ends(path, ".dll") || cc_str_ends(path, ".exe");
}

/* *out is NULL when there is none. */
static void find_pdb_beside(const char *image_path, cc_arena *arena, const char **out) {
    cc_str path = cc_strz(image_path);
    size_t extension = mod_is_image_name(path) ? strlen(".dll") : 0;
    const char *pdb = cc_arena_printf(arena, "%.*s.pdb", (int)(path.len - extension), image_path);
    *out = cc_path_exists(pdb) ? pdb : NULL;
}

cc_err mod_open_file(mod_module *out, const char *image_path, cc_arena *arena,
                     const char **pdb_path) {
    *out = (mod_module){0};
    find_pdb_beside(image_path, arena, pdb_path);
    return mod_open(out, image_path, MD_LAYOUT_FLAT, *pdb_path, false);
}

void mod_close(mod_module *module) {
    mod_sources_close(module);
    cc_file_unmap(&module->image_file);
    cc_file_unmap(&module->pdb_file);
    cc_arena_free(module->arena);
    *module = (mod_module){0};
}

/* Returns why the document is generated code; NULL: it is not. Its path decides, then its text: the
 * file, else the text that the compiler embedded. */
static const char *find_generated(const mod_module *module, uint32_t rid, cc_str below) {
    const char *why = mod_generated_path(below);
    cc_mapped_file file;
    if (why != NULL || mod_is_view(below)) {
        return why;
    }
    if (module->places[rid]->kind != MOD_LOCATION_MISSING) {
        if (cc_file_look(&file, module->places[rid]->file) == CC_OK) {
            why = mod_generated_text((cc_str){(const char *)file.bytes.data, file.bytes.len});
            cc_file_unmap(&file);
        }
        return why;
    }
    cc_arena *arena = pdb_has_embedded_source(module->pdb, rid) ? cc_arena_new() : NULL;
    cc_str text = {"", 0};
    if (arena != NULL && mod_source_embedded(module, rid, arena, &text)) {
        why = mod_generated_text(text);
    }
    cc_arena_free(arena);
    return why;
}

/* Finds the file of one document; a damaged row has no file. */
static void find_place(mod_module *module, mod_root *root, const mod_source_link *links,
                       uint32_t rid) {
    static const mod_location nowhere;
    pdb_document document;
    cc_err err = pdb_get_document(module->pdb, rid, module->arena, &document);
    module->document_names[rid] = err == CC_OK ? mod_path_shown(document.name) : CC_STR("");
    module->places[rid] = &nowhere;
    if (err != CC_OK) {
        return;
    }
    module->places[rid] = mod_root_find(root, &document, links);
    cc_str *name = &module->document_names[rid];
    cc_str below = mod_root_below(root, *name);
    module->generated[rid] = find_generated(module, rid, below);
    /* The name of a generated or embedded file in the report does not depend on whether the file
     * exists. */
    bool is_known = module->generated[rid] != NULL || pdb_has_embedded_source(module->pdb, rid);
    if (is_known && module->places[rid]->kind == MOD_LOCATION_MISSING) {
        *name = below;
    }
}

bool mod_claim_of(const mod_module *module, uint32_t rid, cc_arena *arena, mod_claim *out) {
    const mod_location *place = module->places[rid];
    pdb_document document;
    if (place->kind == MOD_LOCATION_MISSING ||
        pdb_get_document(module->pdb, rid, arena, &document) != CC_OK) {
        return false;
    }
    *out = (mod_claim){.root = module->root,
                       .path = place->file,
                       .origin = module->origin,
                       .checksum_kind = document.checksum_kind,
                       .checksum = document.checksum};
    return true;
}

static void compare(const mod_module *module, uint32_t rid, cc_arena *arena) {
    mod_claim claim;
    bool has_file = mod_claim_of(module, rid, arena, &claim);
    mod_checksum_result sum = has_file ? mod_file_compare(&claim) : MOD_CHECKSUM_UNKNOWN;
    module->sums[rid] = (uint8_t)(sum + 1);
}

mod_checksum_result mod_compare_checksum(const mod_module *module, uint32_t rid) {
    if (module->sums[rid] == 0) {
        compare(module, rid, module->arena);
    }
    return (mod_checksum_result)(module->sums[rid] - 1);
}

static void compare_one(void *ctx, unsigned worker, size_t index) {
    const mod_module *module = ctx;
    uint32_t rid = (uint32_t)index + 1;
    bool is_shown = module->has_code[rid] && module->documents[rid].reason == CTR_MEASURED;
    cc_arena *arena = is_shown && module->sums[rid] == 0 ? cc_arena_new() : NULL;
    (void)worker;
    if (arena != NULL) {
        compare(module, rid, arena);
    }
    cc_arena_free(arena);
}

void mod_compare_checksums(mod_module *module) {
    cc_crew_run(module->document_count, compare_one, module);
}

/* The document is a file below the root; a guessed file must have the compiled content. */
static bool is_source(const mod_module *module, uint32_t rid) {
    const mod_location *place = module->places[rid];
    return place->kind == MOD_LOCATION_INSIDE &&
           (!place->is_mapped || mod_compare_checksum(module, rid) != MOD_CHECKSUM_CHANGED);
}

/* Documents without code, such as generated attributes, do not show where the sources are. They
 * count only when no document has code. */
static bool find_source(mod_module *module) {
    bool has_code = false;
    bool has_source = false;
    mod_find_extents(module);
    for (uint32_t rid = 1; rid <= module->document_count && !has_code; rid++) {
        has_code = module->has_code[rid];
    }
    for (uint32_t rid = 1; rid <= module->document_count && !has_source; rid++) {
        has_source = (module->has_code[rid] || !has_code) && is_source(module, rid);
    }
    return has_source;
}

bool mod_find_locations(mod_module *module, mod_root *root) {
    const mod_source_link *links = NULL;
    bool has_inside = false;
    bool has_source = false;
    module->document_count = pdb_document_count(module->pdb);
    size_t count = (size_t)module->document_count + 1;
    module->places = CC_NEW_ARRAY(module->arena, const mod_location *, count);
    module->document_names = CC_NEW_ARRAY(module->arena, cc_str, count);
    module->generated = CC_NEW_ARRAY(module->arena, const char *, count);
    module->sums = CC_NEW_ARRAY(module->arena, uint8_t, count);
    module->root = mod_root_path(root);
    /* Invalid Source Link data is ignored. */
    (void)!mod_source_link_parse(&links, pdb_source_link(module->pdb), module->arena);
    for (uint32_t rid = 1; rid <= module->document_count; rid++) {
        find_place(module, root, links, rid);
        has_inside = has_inside || module->places[rid]->kind == MOD_LOCATION_INSIDE;
    }
    if (has_inside) {
        has_source = find_source(module);
    }
    /* A guessed file that changed since is the user's own when the project is also here. */
    return has_source || (has_inside && mod_root_has_project(root, module->name));
}

bool mod_is_test_package(cc_str name) {
    static const char *const names[] = {
#define MTH_TEST_FRAMEWORK(ASSEMBLY)
#define MTH_TEST_PACKAGE(PACKAGE) PACKAGE,
#include "method/mth_frameworks.def"
#undef MTH_TEST_FRAMEWORK
#undef MTH_TEST_PACKAGE
        NULL};
    return cc_str_is_one_of_nocase(name, names);
}

bool mod_reads_il(const mod_module *module) {
    return module->tables != NULL &&
           md_refers_to(module->tables, "System.Reflection.MethodBody", "GetILAsByteArray");
}
