/* See walk.h. */
#include "tests/tools/walk.h"

typedef struct walker {
    const md_image *image;
    const md_tables *t;
    walk_counts *counts;
    const walk_sink *sink;
    cc_arena *arena;
    cc_buf type, signature, returns;
} walker;

static bool check(walker *w, uint32_t token, cc_err err) {
    if (err == CC_OK) {
        return true;
    }
    w->counts->errors++;
    if (w->sink->error != NULL) {
        w->sink->error(w->sink->ctx, token);
    }
    return false;
}

static void walk_row(const md_tables *t, md_table table, uint32_t rid, walk_counts *counts) {
    uint32_t value = 0;
    for (uint32_t col = 0; col < 9; col++) {
        if (md_cell(t, table, rid, col, &value)) {
            cc_str text;
            cc_span bytes;
            uint8_t guid[16];
            counts->cells++;
            (void)md_string(t, value, &text);
            (void)md_blob(t, value, &bytes);
            (void)md_user_string(t, value, &bytes);
            (void)md_guid(t, value, guid);
        } else {
            counts->bad_cells++;
        }
    }
}

void walk_tables(const md_tables *t, walk_counts *counts) {
    for (uint32_t table = 0; table < MD_TABLE_COUNT; table++) {
        for (uint32_t rid = 1; rid <= md_row_count(t, (md_table)table); rid++) {
            walk_row(t, (md_table)table, rid, counts);
        }
    }
}

static void walk_attributes(walker *w, uint32_t owner) {
    uint32_t cursor = 0;
    cc_span value;
    cc_buf_clear(&w->type);
    while (md_next_attribute(w->t, owner, &cursor, &w->type, &value)) {
        w->counts->attributes++;
        if (w->type.len == 0) {
            (void)check(w, owner, cc_fail(CC_E_FORMAT, "attribute without a name"));
        }
        cc_buf_clear(&w->type);
    }
    (void)md_has_attribute(w->t, owner, "System.ObsoleteAttribute");
}

static void walk_type(walker *w, uint32_t rid) {
    md_typedef row;
    uint32_t token = MD_TOKEN(MD_TYPEDEF, rid);
    w->counts->types++;
    (void)check(w, token, md_get_typedef(w->t, rid, &row));
    cc_buf_clear(&w->type);
    w->counts->names += check(w, token, md_type_name(w->t, token, &w->type)) ? 1 : 0;
    (void)md_implements(w->t, rid, "System.Collections.Generic.IEnumerator`1");
    (void)md_enclosing_type(w->t, rid);
    walk_attributes(w, token);
}

/* Spells a method; the sink hears of it when nothing failed. */
static void walk_method_names(walker *w, uint32_t rid, const md_methoddef *row) {
    uint32_t token = MD_TOKEN(MD_METHODDEF, rid);
    uint32_t owner = md_owner_of_method(w->t, rid);
    cc_buf_clear(&w->type);
    cc_buf_clear(&w->signature);
    cc_buf_clear(&w->returns);
    if (!check(w, token, md_type_name(w->t, MD_TOKEN(MD_TYPEDEF, owner), &w->type)) ||
        !check(w, token, md_signature_name(w->t, rid, &w->signature)) ||
        !check(w, token, md_return_name(w->t, rid, &w->returns))) {
        return;
    }
    w->counts->signatures++;
    if (w->sink->method != NULL) {
        w->sink->method(w->sink->ctx, token, cc_buf_str(&w->type), row->name,
                        cc_buf_str(&w->signature), cc_buf_str(&w->returns));
    }
}

static void walk_method_row(walker *w, uint32_t rid) {
    md_methoddef row;
    md_callsite self;
    md_kind *kinds = NULL;
    uint32_t count = 0;
    cc_span body;
    uint32_t token = MD_TOKEN(MD_METHODDEF, rid);
    w->counts->methods++;
    if (!check(w, token, md_get_methoddef(w->t, rid, &row))) {
        return;
    }
    walk_method_names(w, rid, &row);
    (void)check(w, token, md_arg_kinds(w->t, rid, w->arena, &kinds, &count, &self));
    if (row.rva != 0 && w->image != NULL &&
        check(w, token, md_image_at_rva(w->image, row.rva, &body))) {
        w->counts->bodies++;
    }
    if (md_method_in_module(w->t, token) != rid) {
        (void)check(w, token, cc_fail(CC_E_FORMAT, "method is not found by its own token"));
    }
    walk_attributes(w, token);
    cc_arena_reset(w->arena);
}

static void walk_members(walker *w, md_table table) {
    for (uint32_t rid = 1; rid <= md_row_count(w->t, table); rid++) {
        uint32_t token = MD_TOKEN(table, rid);
        md_callsite site;
        cc_str name;
        cc_buf_clear(&w->type);
        bool is_named = check(w, token, md_member_name(w->t, token, &w->type, &name));
        w->counts->members += is_named ? 1 : 0;
        if (is_named && !md_callsite_of(w->t, token, &site) &&
            md_field_kind(w->t, token) == MD_KIND_UNKNOWN && table == MD_METHODSPEC) {
            (void)check(w, token, cc_fail(CC_E_FORMAT, "method without a signature"));
        }
        (void)md_member_owner(w->t, token);
        (void)md_method_in_module(w->t, token);
        (void)md_member_scope(w->t, token);
        cc_buf_clear(&w->signature);
        if (table != MD_FIELD && md_member_signature(w->t, token, &w->signature) == CC_OK) {
            w->counts->signatures++;
        }
    }
}

static void walk_references(walker *w) {
    for (uint32_t rid = 1; rid <= md_row_count(w->t, MD_ASSEMBLYREF); rid++) {
        cc_str name;
        w->counts->names += md_assembly_ref_name(w->t, rid, &name) ? 1 : 0;
    }
    for (uint32_t rid = 1; rid <= md_row_count(w->t, MD_EXPORTED_TYPE); rid++) {
        uint32_t assembly = 0;
        cc_buf_clear(&w->type);
        w->counts->names += md_exported_type(w->t, rid, &w->type, &assembly) == CC_OK ? 1 : 0;
    }
}

static bool is_locals(const md_tables *t, uint32_t rid) {
    uint32_t index = 0;
    uint8_t convention = 0;
    cc_span sig;
    return md_cell(t, MD_STANDALONE_SIG, rid, 0, &index) && md_blob(t, index, &sig) &&
           cc_span_u8(&sig, &convention) && convention == 0x07;
}

static void walk_standalone_sigs(walker *w) {
    for (uint32_t rid = 1; rid <= md_row_count(w->t, MD_STANDALONE_SIG); rid++) {
        uint32_t token = MD_TOKEN(MD_STANDALONE_SIG, rid);
        md_kind *kinds = NULL;
        uint32_t count = 0;
        md_callsite site;
        cc_err err = md_local_kinds(w->t, token, w->arena, &kinds, &count);
        if (is_locals(w->t, rid)) {
            (void)check(w, token, err);
        }
        (void)md_callsite_of(w->t, token, &site);
        (void)md_field_kind(w->t, token);
        w->counts->signatures++;
        cc_arena_reset(w->arena);
    }
}

static void walk_type_tokens(walker *w, md_table table) {
    for (uint32_t rid = 1; rid <= md_row_count(w->t, table); rid++) {
        uint32_t token = MD_TOKEN(table, rid);
        cc_buf_clear(&w->type);
        w->counts->names += check(w, token, md_type_name(w->t, token, &w->type)) ? 1 : 0;
    }
}

static void walk_module(walker *w) {
    uint8_t mvid[16];
    cc_str name;
    md_debug_info info;
    (void)check(w, MD_TOKEN(MD_MODULE, 1), md_mvid(w->t, mvid));
    (void)check(w, MD_TOKEN(MD_ASSEMBLY, 1), md_assembly_name(w->t, &name));
    (void)md_assembly_public_key(w->t);
    if (w->image != NULL) {
        (void)check(w, 0, md_image_debug_info(w->image, &info));
    }
    walk_attributes(w, MD_TOKEN(MD_ASSEMBLY, 1));
}

/* `image`: NULL when there is but metadata. */
static void walk_all(const md_image *image, const md_tables *t, walk_counts *counts,
                     const walk_sink *sink) {
    walker w = {.image = image, .t = t, .counts = counts, .sink = sink};
    w.arena = cc_arena_new();
    if (w.arena == NULL) {
        return;
    }
    walk_tables(w.t, counts);
    walk_module(&w);
    for (uint32_t rid = 1; rid <= md_row_count(w.t, MD_TYPEDEF); rid++) {
        walk_type(&w, rid);
    }
    for (uint32_t rid = 1; rid <= md_row_count(w.t, MD_METHODDEF); rid++) {
        walk_method_row(&w, rid);
    }
    walk_members(&w, MD_MEMBERREF);
    walk_members(&w, MD_METHODSPEC);
    walk_members(&w, MD_FIELD);
    walk_standalone_sigs(&w);
    walk_type_tokens(&w, MD_TYPEREF);
    walk_type_tokens(&w, MD_TYPESPEC);
    walk_references(&w);
    cc_buf_free(&w.type);
    cc_buf_free(&w.signature);
    cc_buf_free(&w.returns);
    cc_arena_free(w.arena);
}

void walk_image(const md_image *image, walk_counts *counts, const walk_sink *sink) {
    walk_all(image, md_image_tables(image), counts, sink);
}

void walk_metadata(const md_tables *t, walk_counts *counts, const walk_sink *sink) {
    walk_all(NULL, t, counts, sink);
}

static void walk_points(walker *w, const pdb_file *pdb, uint32_t rid) {
    pdb_point *points = NULL;
    uint32_t count = 0;
    uint32_t token = MD_TOKEN(MD_METHODDEF, rid);
    if (!check(w, token, pdb_get_points(pdb, rid, w->arena, &points, &count))) {
        return;
    }
    w->counts->methods_with_points += count > 0 ? 1 : 0;
    for (uint32_t i = 0; i < count; i++) {
        w->counts->points++;
        w->counts->hidden_points += points[i].hidden ? 1 : 0;
        if (w->sink->point != NULL) {
            w->sink->point(w->sink->ctx, token, &points[i]);
        }
    }
}

static void walk_slots(walker *w, const pdb_file *pdb, uint32_t rid) {
    pdb_slot *slots = NULL;
    uint32_t count = 0;
    uint32_t token = MD_TOKEN(MD_METHODDEF, rid);
    if (!check(w, token, pdb_get_slots(pdb, rid, w->arena, &slots, &count))) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        w->counts->slots++;
        if (w->sink->slot != NULL) {
            w->sink->slot(w->sink->ctx, token, &slots[i]);
        }
    }
}

void walk_pdb(const pdb_file *pdb, walk_counts *counts, const walk_sink *sink) {
    walker w = {.t = pdb_tables(pdb), .counts = counts, .sink = sink, .arena = cc_arena_new()};
    if (w.arena == NULL) {
        return;
    }
    walk_tables(w.t, counts);
    for (uint32_t rid = 1; rid <= pdb_document_count(pdb); rid++) {
        pdb_document document;
        counts->documents++;
        (void)check(&w, MD_TOKEN(MD_DOCUMENT, rid), pdb_get_document(pdb, rid, w.arena, &document));
        cc_span source;
        cc_span text;
        if (pdb_embedded_source(pdb, rid, &source)) {
            (void)check(&w, MD_TOKEN(MD_DOCUMENT, rid), pdb_inflate_source(source, w.arena, &text));
        }
        cc_arena_reset(w.arena);
    }
    for (uint32_t rid = 1; rid <= md_row_count(w.t, MD_METHOD_DEBUG_INFORMATION); rid++) {
        walk_points(&w, pdb, rid);
        walk_slots(&w, pdb, rid);
        (void)pdb_kickoff_of(pdb, rid);
        (void)pdb_move_next_of(pdb, rid);
        (void)pdb_is_async(pdb, rid);
        cc_arena_reset(w.arena);
    }
    (void)pdb_source_link(pdb);
    (void)pdb_optimised(pdb);
    cc_arena_free(w.arena);
}
