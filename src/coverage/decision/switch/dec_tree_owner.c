/* Where a tree stands: its head, the statement around it, and what owns a condition in it, `case L
 * when c:` or `if (c)`. Their code is the same in an optimised build; the text of the source says
 * which it is. */
#include "coverage/decision/core/dec_source.h"
#include "coverage/decision/switch/dec_tree.h"

uint32_t dec_tree_head(const dec_tree *t) {
    return t->v->point_at[dec_last_visible(t->v, dec_tree_insn(t))];
}

/* `ldarg.0; ldnull; stfld`, no exception is kept yet, for awaits in the handlers; or `ldarg.0; ldc;
 * stfld state`, an iterator records that it is in the block. */
static bool notes_try(const dec_view *v, uint32_t insn) {
    uint32_t value = insn + 1;
    uint32_t store = insn + 2;
    if (!v->is_machine || !dec_loads_this(v, insn) || !dec_is_op(v, store, IL_STFLD)) {
        return false;
    }
    bool keeps_none = dec_is_op(v, value, IL_LDNULL) && cc_str_starts(dec_member(v, store), "<>");
    return keeps_none || (dec_is_const(v, value, NULL) && dec_is_state_field(v, store));
}

/* In an async method a nop is before the block, where control resumes in it. */
bool dec_tree_begins_try(const dec_view *v, uint32_t insn) {
    uint32_t block = dec_is_op(v, insn, IL_NOP) ? insn + 1 : insn;
    return notes_try(v, insn) || v->index.begins_try[insn] || v->index.begins_try[block];
}

dec_owner dec_tree_condition_owner(const dec_tree *t, uint32_t first) {
    static const char *const words[] = {"when", NULL};
    const pdb_point *point = dec_visible_point(t->v, first);
    dec_answer begins = point == NULL ? DEC_NOT_KNOWN : dec_begins_with(t->v, point, words);
    return begins == DEC_NOT_KNOWN ? DEC_OWNER_UNCLEAR
           : begins == DEC_YES     ? DEC_OWNER_LABEL
                                   : DEC_OWNER_IF;
}

bool dec_tree_is_rest(const dec_tree *t) {
    const dec_view *v = t->v;
    uint32_t first =
        t->condition != DEC_NO_INSN ? t->condition : dec_test_insn(v, t->members[0]) + 1;
    return v->is_rest && dec_is_before_points(v, first);
}
