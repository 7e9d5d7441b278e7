/* F#: active patterns with arguments, `| Prefix "get " key ->`. The arguments have points, and are
 * tested like operands. See dec_tree.h. */
#include "coverage/decision/switch/dec_tree.h"

uint32_t dec_rule_pattern(const dec_view *v, uint32_t first, uint32_t last) {
    il_call_effect effect = {0, 0, IL_TYPE_UNKNOWN};
    const il_resolver *resolver = &v->method->resolver;
    for (uint32_t u = first; u < last; u++) {
        const il_insn *insn = dec_insn(v, u);
        if (dec_is_call(v, u) && cc_str_starts(dec_member(v, u), "|") && resolver->call != NULL &&
            resolver->call(resolver->ctx, (il_op)insn->op, (uint32_t)insn->operand, &effect)) {
            return effect.pops;
        }
    }
    return 0;
}

/* --- arguments -------------------------------------------------------------------------------- */

/* The code falls through to the next instruction, and no branch leads there. */
static bool is_straight(const dec_view *v, uint32_t insn) {
    return dec_goes_on(v, insn) && !v->is_target[insn + 1];
}

uint32_t dec_rule_last_argument(const dec_view *v, uint32_t insn) {
    uint32_t last = insn;
    for (uint32_t u = insn; dec_is_insn(v, u + 1); u++) {
        last = v->point_at[u] != PROBE_NONE ? u : last;
        uint32_t values = dec_rule_pattern(v, u, u + 1);
        if (values > 0 || !is_straight(v, u)) {
            return values > 1 ? last : insn;
        }
    }
    return insn;
}

uint32_t dec_rule_first_argument(const dec_view *v, uint32_t insn, uint32_t test) {
    uint32_t first = insn;
    uint32_t values = dec_rule_pattern(v, insn, test);
    for (uint32_t u = insn; values > 2 && u > 0 && is_straight(v, u - 1); u--) {
        if (v->point_at[u - 1] != PROBE_NONE) {
            first = u - 1;
            values--;
        }
    }
    return first;
}
