/* Where the runtime suspends a method. See mth_suspensions() in mth.h.
 *
 * The compiler calls methods of AsyncHelpers to await, and only these methods suspend (the
 * specification "Runtime Async" of the runtime). */
#include "method/mth.h"

static bool is_await(const md_tables *tables, uint32_t token) {
    cc_buf type = {0};
    cc_str name = {"", 0};
    bool is_it = md_member_name(tables, token, &type, &name) == CC_OK &&
                 cc_str_eqz(cc_buf_str(&type), "System.Runtime.CompilerServices.AsyncHelpers");
    cc_buf_free(&type);
    return is_it;
}

static bool is_suspended(const md_tables *tables, uint32_t token) {
    md_methoddef row;
    return md_get_methoddef(tables, MD_TOKEN_RID(token), &row) == CC_OK &&
           (row.impl_flags & MD_IMPL_ASYNC) != 0;
}

cc_err mth_suspensions(const mth_method *m, const md_tables *tables, cc_arena *arena,
                       const bool **out) {
    const il_body *body = &m->body;
    *out = NULL;
    if (!is_suspended(tables, m->token)) {
        return CC_OK;
    }
    bool *suspends = CC_NEW_ARRAY(arena, bool, (size_t)body->insn_count + 1);
    if (suspends == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for the awaits of a method");
    }
    for (uint32_t i = 0; i < body->insn_count; i++) {
        const il_insn *insn = &body->insns[i];
        bool is_tail = (insn->prefixes & IL_PREFIX_TAIL) != 0;
        suspends[i] = insn->op == IL_CALL && !is_tail && is_await(tables, (uint32_t)insn->operand);
    }
    *out = suspends;
    return CC_OK;
}
