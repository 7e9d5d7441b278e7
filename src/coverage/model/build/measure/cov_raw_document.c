/* Source files of an assembly; see cov_raw_make.h. */
#include "coverage/model/build/measure/cov_raw_make.h"

static void fill_document(const cov_raw_maker *k, uint32_t rid, cc_str path, cov_raw_document *to) {
    const mod_location *place = k->module->places[rid];
    bool is_known =
        k->module->generated[rid] != NULL || pdb_has_embedded_source(k->module->pdb, rid);
    pdb_document row;
    to->path = cc_strz(cc_arena_strdup(k->arena, path));
    to->is_missing = place->kind == MOD_LOCATION_MISSING;
    /* A generated or embedded file that is not there may have a path below the root, see mod.c. */
    to->is_outside_root =
        place->kind != MOD_LOCATION_INSIDE && (!is_known || cc_str_starts(path, "/"));
    bool has_row = pdb_get_document(k->module->pdb, rid, k->scratch, &row) == CC_OK;
    if (has_row && (row.checksum_kind == PDB_SUM_SHA1 || row.checksum_kind == PDB_SUM_SHA256)) {
        to->checksum_kind = row.checksum_kind;
        to->origin = k->module->origin;
        to->checksum = cc_arena_copy(k->arena, row.checksum);
    }
}

/* What the compiler embedded is needed where the file is not what was compiled. */
static void keep_embedded(const cov_raw_maker *k, uint32_t rid, mod_checksum_result compared,
                          cov_raw_document *to) {
    cc_span source = {NULL, 0};
    bool is_wanted = k->keeps_sources || compared != MOD_CHECKSUM_SAME;
    if (is_wanted && to->embedded.len == 0 && pdb_embedded_source(k->module->pdb, rid, &source)) {
        to->embedded = cc_arena_copy(k->arena, source);
    }
}

/* Several rows of the PDB may name one file. */
static void add_document(cov_raw_maker *k, uint32_t rid) {
    const mod_location *place = k->module->places[rid];
    bool is_missing = place->kind == MOD_LOCATION_MISSING;
    cc_str path = is_missing ? k->module->document_names[rid] : place->path;
    uint32_t **slot = (uint32_t **)cc_map_put_str(k->paths, path);
    if (*slot == NULL) {
        cov_raw_document *made = cov_raw_add_document(k->assembly, k->arena);
        uint32_t *index = CC_NEW(k->module->arena, uint32_t);
        fill_document(k, rid, path, made);
        *index = k->assembly->document_count;
        *slot = index;
    }
    k->documents[rid] = **slot;
    cov_raw_document *document = &k->assembly->documents[**slot - 1];
    mod_checksum_result compared = mod_compare_checksum(k->module, rid);
    document->is_changed = document->is_changed || compared == MOD_CHECKSUM_CHANGED;
    keep_embedded(k, rid, compared, document);
}

uint32_t cov_raw_document_of(cov_raw_maker *k, uint32_t rid) {
    const mod_module *m = k->module;
    if (rid == 0 || rid > m->document_count || m->documents[rid].reason != CTR_MEASURED) {
        return COV_RAW_NONE;
    }
    if (k->documents[rid] == 0) {
        add_document(k, rid);
    }
    return k->documents[rid] - 1;
}
