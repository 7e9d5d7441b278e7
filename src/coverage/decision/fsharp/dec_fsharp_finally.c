/* `finally` in a sequence of F#: points of one method that represent code of another; see
 * dec_fsharp_finally.h, docs/coverage-rules.md. */
#include "coverage/decision/fsharp/dec_fsharp_finally.h"

/* `this.pc <- state`: the code of the keyword. */
enum { INSNS_OF_KEYWORD = 3 };

/* The state that the instructions before `insn` store, and its field; false: they are no
 * keyword. */
static bool stores_state(const il_body *body, uint32_t insn, int32_t *state, int64_t *field) {
    bool is_store = false;
    if (insn < INSNS_OF_KEYWORD || insn >= body->insn_count) {
        return false;
    }
    const il_insn *first = &body->insns[insn - INSNS_OF_KEYWORD];
    *field = first[2].operand;
    return il_arg_index(&first[0], &is_store) == 0 && !is_store && il_const_i4(&first[1], state) &&
           first[2].op == IL_STFLD;
}

static bool same_place(const pdb_point *a, const pdb_point *b) {
    return a->document == b->document && a->start_line == b->start_line &&
           a->start_column == b->start_column && a->end_line == b->end_line &&
           a->end_column == b->end_column;
}

static bool has_place(const mth_method *m, const pdb_point *wanted) {
    for (uint32_t i = 0; i < m->point_count; i++) {
        if (!m->points[i].hidden && same_place(&m->points[i], wanted)) {
            return true;
        }
    }
    return false;
}

/* Point `index` of Close() is a keyword, and the next point is the beginning of its body. */
static bool is_keyword(const mth_method *close, uint32_t index, int32_t *state, int64_t *field) {
    const pdb_point *p = &close->points[index];
    const pdb_point *next = &close->points[index + 1];
    uint32_t after = il_insn_at(&close->body, next->offset);
    return !p->hidden && !next->hidden && stores_state(&close->body, after, state, field) &&
           close->body.insns[after - INSNS_OF_KEYWORD].offset == p->offset;
}

static void take_keyword(const mth_method *m, const mth_method *close, uint32_t index,
                         const pdb_point **out) {
    int32_t state = 0, own_state = 0;
    int64_t field = 0, own_field = 0;
    if (!is_keyword(close, index, &state, &field) || has_place(m, &close->points[index])) {
        return;
    }
    for (uint32_t i = 0; i < m->point_count; i++) {
        uint32_t insn = il_insn_at(&m->body, m->points[i].offset);
        if (!m->points[i].hidden && same_place(&m->points[i], &close->points[index + 1]) &&
            stores_state(&m->body, insn, &own_state, &own_field) && own_state == state &&
            own_field == field) {
            out[i] = &close->points[index];
        }
    }
}

/* Close() of the class whose GenerateNext() this is; 0: none. */
static uint32_t close_of(const mod_module *module, uint32_t rid) {
    md_typedef type;
    md_methoddef method;
    uint32_t owner = md_owner_of_method(module->tables, rid);
    if (md_get_methoddef(module->tables, rid, &method) != CC_OK ||
        !cc_str_eqz(method.name, "GenerateNext") || owner == 0 ||
        md_get_typedef(module->tables, owner, &type) != CC_OK) {
        return 0;
    }
    for (uint32_t other = type.first_method; other < type.end_method; other++) {
        if (md_get_methoddef(module->tables, other, &method) == CC_OK &&
            cc_str_eqz(method.name, "Close")) {
            return other;
        }
    }
    return 0;
}

void dec_fsharp_finally_points(const mod_module *module, const mth_method *m, cc_arena *scratch,
                               const pdb_point ***out) {
    uint32_t rid = close_of(module, MD_TOKEN_RID(m->token));
    probe_options options = {.all = false};
    mth_skip skip = MTH_OK;
    *out = NULL;
    if (rid == 0) {
        return;
    }
    mth_method *close = CC_NEW(scratch, mth_method);
    const pdb_point **keywords = CC_NEW_ARRAY(scratch, const pdb_point *, m->point_count);
    cc_err err = mth_open(close, &skip, module->image, module->pdb, MD_TOKEN(MD_METHODDEF, rid),
                          (cc_span){NULL, 0}, &options, scratch);
    if (err != CC_OK || skip != MTH_OK) {
        return; /* reported with Close() itself */
    }
    for (uint32_t i = 0; i + 1 < close->point_count; i++) {
        take_keyword(m, close, i, keywords);
    }
    *out = keywords;
}
