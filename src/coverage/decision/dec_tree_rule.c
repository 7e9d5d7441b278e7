/* What the places of points show about a rule of F#, `| pattern when c -> body`. `->` is between
 * the condition and its body, and a body on a line of its own begins further to the left than the
 * condition; the point of `if c then` extends to its body, and a body on a line of its own is
 * further to the right. The head of a match and the arguments of a partial active pattern have
 * points, too, and are tested like operands; a pattern is between them and a condition. See
 * dec_tree.h. */
#include "coverage/decision/dec_tree.h"

enum {
    MAX_ARGUMENTS = 256, /* instructions */
    MIN_ARROW = 3,
    MAX_ARROW = 5,
    MAX_BRACKETS = 16,
    MIN_PATTERN = 8, /* " n when " */
    MIN_HEAD = 12    /* "match x with" */
};

bool dec_rule_is_arrow(const pdb_point *last, const pdb_point *body, dec_arrow rule) {
    if (body->document != last->document || body->start_line < last->end_line) {
        return false;
    }
    if (body->start_line > last->end_line) {
        return body->start_column < rule.column;
    }
    return body->start_column >= last->end_column + MIN_ARROW &&
           body->start_column <= last->end_column + rule.most;
}

dec_arrow dec_rule_arrow(const pdb_point *condition) {
    return (dec_arrow){MAX_ARROW, condition->start_column};
}

/* A condition over several lines, with its operators at the beginnings, may be right above its
 * body. */
dec_arrow dec_rule_arrow_behind(const pdb_point *first, const pdb_point *last, uint32_t count) {
    bool is_broken =
        last->start_line > first->start_line && last->start_column > first->start_column;
    return (dec_arrow){count > 1 ? MAX_BRACKETS : MAX_ARROW,
                       first->start_column + (is_broken ? 1 : 0)};
}

bool dec_rule_is_behind(const pdb_point *head, const pdb_point *first) {
    bool is_inlined = first->start_line > head->start_line && first->start_line < head->end_line;
    bool is_later = is_inlined || first->start_line > head->end_line ||
                    (first->start_line == head->end_line &&
                     first->start_column >= head->end_column + MIN_PATTERN);
    return is_later && first->document == head->document;
}

bool dec_rule_is_in_if(const dec_view *v, uint32_t head, uint32_t first, uint32_t body) {
    uint32_t around = v->point_at[head] != PROBE_NONE ? dec_enclosing(v, head) : DEC_NO_INSN;
    return around != DEC_NO_INSN && dec_point_contains(v, around, first) &&
           !dec_point_contains(v, around, body);
}

bool dec_rule_is_operand(const pdb_point *left, const pdb_point *right) {
    bool is_later = right->start_line > left->end_line;
    uint32_t from = is_later ? left->start_column : left->end_column;
    return right->start_column < from + MIN_PATTERN + (is_later ? 1 : 0);
}

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

bool dec_rule_asks_pattern(const dec_view *v, const dec_operand *operand) {
    return dec_rule_pattern(v, operand->insn, v->plan->branches[operand->branch].insn) > 0;
}

bool dec_rule_is_head(const dec_view *v, const dec_operand *operand, const dec_operand *next) {
    const pdb_point *point = dec_point_here(v, operand->insn);
    const pdb_point *behind = dec_point_here(v, next->insn);
    uint32_t insn = v->plan->branches[operand->branch].insn;
    uint32_t values = dec_rule_pattern(v, operand->insn, insn);
    if (values > 0) {
        return values == 1;
    }
    bool is_wide =
        point->end_line > point->start_line || point->end_column >= point->start_column + MIN_HEAD;
    return is_wide && !dec_rule_is_operand(point, behind);
}

/* --- arguments -------------------------------------------------------------------------------- */

/* The code falls through to the next instruction, and no branch leads there. */
static bool is_straight(const dec_view *v, uint32_t insn) {
    return dec_goes_on(v, insn) && !v->is_target[insn + 1];
}

uint32_t dec_rule_last_argument(const dec_view *v, uint32_t insn) {
    uint32_t last = insn;
    for (uint32_t u = insn; u < insn + MAX_ARGUMENTS && u + 1 < v->body->insn_count; u++) {
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
