/* Factories; see mth_factories.h. The shape of the compilers is
 *
 *     ldftn M; newobj Func; [dup; stsfld cache]; [constants;] newobj Lazy   or   callvirt GetOrAdd
 */
#include "method/mth_factories.h"

#include "rewriter/il/il.h"

/* Members that take a factory, by token of a MemberRef: those that the assembly refers to. */
typedef struct takers {
    const md_tables *tables;
    bool *is_taker; /* by MemberRef rid */
    bool has_any;
} takers;

static bool takes_factory(cc_str type, cc_str name) {
    return (cc_str_eqz(type, "System.Lazy`1") && cc_str_eqz(name, ".ctor")) ||
           cc_str_eqz(name, "GetOrAdd");
}

static void find_takers(takers *t, cc_arena *arena) {
    uint32_t count = md_row_count(t->tables, MD_MEMBERREF);
    cc_buf type = {0};
    t->is_taker = CC_NEW_ARRAY(arena, bool, (size_t)count + 1);
    for (uint32_t rid = 1; t->is_taker != NULL && rid <= count; rid++) {
        cc_str name = {"", 0};
        cc_buf_clear(&type);
        t->is_taker[rid] =
            md_member_name(t->tables, MD_TOKEN(MD_MEMBERREF, rid), &type, &name) == CC_OK &&
            takes_factory(cc_buf_str(&type), name);
        t->has_any = t->has_any || t->is_taker[rid];
    }
    cc_buf_free(&type);
}

static bool is_taker(const takers *t, uint32_t token) {
    uint32_t rid = MD_TOKEN_RID(token);
    if (MD_TOKEN_TABLE(token) == MD_METHODSPEC &&
        md_cell(t->tables, MD_METHODSPEC, rid, 0, &token)) {
        rid = MD_TOKEN_RID(token);
    }
    return MD_TOKEN_TABLE(token) == MD_MEMBERREF && rid <= md_row_count(t->tables, MD_MEMBERREF) &&
           t->is_taker[rid];
}

/* What may be between the delegate and the call that takes it. */
static bool is_between(const il_insn *insn) {
    int32_t value = 0;
    return insn->op == IL_NOP || insn->op == IL_DUP || insn->op == IL_STSFLD ||
           insn->op == IL_STFLD || il_const_i4(insn, &value);
}

static bool is_call(const il_insn *insn) {
    return insn->op == IL_NEWOBJ || insn->op == IL_CALL || insn->op == IL_CALLVIRT;
}

/* The delegate that begins at `ldftn` is passed to a member that keeps what it returns. */
static bool is_passed(const takers *t, const il_body *body, uint32_t ldftn) {
    uint32_t at = ldftn + 1;
    if (at >= body->insn_count || body->insns[at].op != IL_NEWOBJ) {
        return false;
    }
    at++;
    while (at < body->insn_count && is_between(&body->insns[at])) {
        at++;
    }
    return at < body->insn_count && is_call(&body->insns[at]) &&
           is_taker(t, (uint32_t)body->insns[at].operand);
}

static void search_body(const takers *t, const il_body *body, bool *out) {
    for (uint32_t i = 0; i < body->insn_count; i++) {
        const il_insn *insn = &body->insns[i];
        if (insn->op != IL_LDFTN || !is_passed(t, body, i)) {
            continue;
        }
        uint32_t rid = md_method_in_module(t->tables, (uint32_t)insn->operand);
        if (rid <= md_row_count(t->tables, MD_METHODDEF)) {
            out[rid] = true;
        }
    }
}

static void search_method(const takers *t, const md_image *image, uint32_t rid, bool *out,
                          cc_arena *scratch) {
    md_methoddef method;
    cc_span bytes;
    il_body body;
    if (md_get_methoddef(t->tables, rid, &method) == CC_OK && method.rva != 0 &&
        md_image_at_rva(image, method.rva, &bytes) == CC_OK &&
        il_decode(&body, bytes, scratch) == CC_OK) {
        search_body(t, &body, out);
    }
    cc_arena_reset(scratch);
}

void mth_find_factories(const md_image *image, bool *out, cc_arena *arena) {
    takers t = {.tables = md_image_tables(image)};
    cc_arena *scratch = cc_arena_child(arena);
    find_takers(&t, arena);
    uint32_t count = t.has_any && scratch != NULL ? md_row_count(t.tables, MD_METHODDEF) : 0;
    for (uint32_t rid = 1; rid <= count; rid++) {
        search_method(&t, image, rid, out, scratch);
    }
    cc_arena_free(scratch);
}
