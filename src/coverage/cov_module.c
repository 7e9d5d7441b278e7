/* Opening a module for the model; see cov_module.h. */
#include "coverage/cov_module.h"

#include "coverage/cov_sum.h"
#include "metadata/md_columns.h"

static cc_err open_pdb(cov_module *m, const char *pdb_path) {
    md_debug_info info;
    cc_span bytes = {NULL, 0};
    CC_TRY(md_image_debug_info(m->image, &info));
    if (pdb_path != NULL) {
        CC_TRY(cc_file_map(&m->pdb_file, pdb_path, false));
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

cc_err cov_module_open(cov_module *out, const char *image_path, md_layout layout,
                       const char *pdb_path) {
    *out = (cov_module){.arena = cc_arena_new()};
    if (out->arena == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for an image");
    }
    CC_TRY(cc_file_map(&out->image_file, image_path, false));
    CC_TRY(md_image_open(&out->image, out->image_file.bytes, layout, out->arena));
    out->tables = md_image_tables(out->image);
    out->method_count = md_row_count(out->tables, MD_METHODDEF);
    CC_TRY(md_assembly_name(out->tables, &out->name));
    CC_TRY(md_mvid(out->tables, out->mvid));
    return open_pdb(out, pdb_path);
}

void cov_module_close(cov_module *module) {
    cc_file_unmap(&module->image_file);
    cc_file_unmap(&module->pdb_file);
    cc_arena_free(module->arena);
    *module = (cov_module){0};
}

cc_err cov_module_places(cov_module *module, cov_root *root, bool *has_source) {
    module->document_count = pdb_document_count(module->pdb);
    module->places =
        CC_NEW_ARRAY(module->arena, const cov_place *, (size_t)module->document_count + 1);
    if (module->places == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for documents");
    }
    *has_source = false;
    for (uint32_t rid = 1; rid <= module->document_count; rid++) {
        static const cov_place nowhere;
        pdb_document document;
        cc_err err = pdb_get_document(module->pdb, rid, module->arena, &document);
        if (err != CC_OK && err != CC_E_NOMEM) {
            module->places[rid] = &nowhere; /* a damaged row is one document less */
            continue;
        }
        CC_TRY(err);
        CC_TRY(cov_root_find(root, document.name, &module->places[rid]));
        const cov_place *place = module->places[rid];
        if (place->kind == COV_PLACE_INSIDE && !*has_source) {
            *has_source =
                !place->is_mapped || cov_sum_compare(&document, place->file) != COV_SUM_CHANGED;
        }
    }
    return CC_OK;
}

bool cov_module_is_test(const cov_module *module) {
    static const char *const frameworks[] = {
        "xunit.core",      "xunit.v3.core",
        "nunit.framework", "MSTest.TestFramework",
        "TUnit.Core",      "Microsoft.VisualStudio.TestPlatform.TestFramework"};
    uint32_t count = md_row_count(module->tables, MD_ASSEMBLYREF);
    for (uint32_t rid = 1; rid <= count; rid++) {
        uint32_t index = 0;
        cc_str name = {NULL, 0};
        if (!md_cell(module->tables, MD_ASSEMBLYREF, rid, MD_COL_ASSEMBLYREF_NAME, &index) ||
            !md_string(module->tables, index, &name)) {
            continue;
        }
        for (size_t i = 0; i < sizeof frameworks / sizeof frameworks[0]; i++) {
            if (cc_str_eq_nocase(name, cc_strz(frameworks[i]))) {
                return true;
            }
        }
    }
    return false;
}
