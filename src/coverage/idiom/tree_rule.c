/* What the places of points say of a rule of F#, `| pattern when c -> body`. `->` stands between the
 * condition and its body, and a body in a line of its own begins further to the left than the condition;
 * the point of `if c then` goes up to its body, and a body in a line of its own is further to the right.
 * The head of a match and the arguments of a partial active pattern have points, too, and are asked as
 * operands are; between them and a condition stands a pattern. See cov_tree.h. */
#include "coverage/idiom/cov_tree.h"

enum {
    MAX_ARGUMENTS = 256, /* units */
    MIN_ARROW = 3,
    MAX_ARROW = 5,
    MAX_BRACKETS = 16,
    MIN_PATTERN = 8, /* " n when " */
    MIN_HEAD = 12    /* "match x with" */
};

bool cov_rule_is_arrow(const pdb_point *last, const pdb_point *body, cov_arrow rule) {
    if (body->document != last->document || body->start_line < last->end_line) {
        return false;
    }
    if (body->start_line > last->end_line) {
        return body->start_column < rule.column;
    }
    return body->start_column >= last->end_column + MIN_ARROW &&
           body->start_column <= last->end_column + rule.most;
}

cov_arrow cov_rule_arrow(const pdb_point *condition) {
    return (cov_arrow){MAX_ARROW, condition->start_column};
}

/* A condition over several lines, its operators at the beginnings, may stand right over its body. */
cov_arrow cov_rule_arrow_behind(const pdb_point *first, const pdb_point *last, uint32_t count) {
    bool is_broken =
        last->start_line > first->start_line && last->start_column > first->start_column;
    return (cov_arrow){count > 1 ? MAX_BRACKETS : MAX_ARROW,
                       first->start_column + (is_broken ? 1 : 0)};
}

bool cov_rule_is_behind(const pdb_point *head, const pdb_point *first) {
    bool is_inlined = first->start_line > head->start_line && first->start_line < head->end_line;
    bool is_later = is_inlined || first->start_line > head->end_line ||
                    (first->start_line == head->end_line &&
                     first->start_column >= head->end_column + MIN_PATTERN);
    return is_later && first->document == head->document;
}

bool cov_rule_is_in_if(const cov_view *v, uint32_t head, uint32_t first, uint32_t body) {
    uint32_t around = v->point_at[head] != PROBE_NONE ? cov_around(v, head) : COV_NO_UNIT;
    return around != COV_NO_UNIT && cov_point_contains(v, around, first) &&
           !cov_point_contains(v, around, body);
}

bool cov_rule_is_operand(const pdb_point *left, const pdb_point *right) {
    bool is_later = right->start_line > left->end_line;
    uint32_t from = is_later ? left->start_column : left->end_column;
    return right->start_column < from + MIN_PATTERN + (is_later ? 1 : 0);
}

uint32_t cov_rule_pattern(const cov_view *v, uint32_t first, uint32_t last) {
    il_call_effect effect = {0, 0, IL_TYPE_UNKNOWN};
    const il_resolver *resolver = &v->method->resolver;
    for (uint32_t u = first; u < last; u++) {
        const il_unit *unit = cov_unit(v, u);
        if (cov_is_call(v, u) && cc_str_starts(cov_member(v, u), "|") && resolver->call != NULL &&
            resolver->call(resolver->ctx, (il_op)unit->op, (uint32_t)unit->operand, &effect)) {
            return effect.pops;
        }
    }
    return 0;
}

bool cov_rule_asks_pattern(const cov_view *v, const cov_operand *operand) {
    return cov_rule_pattern(v, operand->unit, v->plan->branches[operand->branch].unit) > 0;
}

bool cov_rule_is_head(const cov_view *v, const cov_operand *operand, const cov_operand *next) {
    const pdb_point *point = cov_point_here(v, operand->unit);
    const pdb_point *behind = cov_point_here(v, next->unit);
    uint32_t unit = v->plan->branches[operand->branch].unit;
    uint32_t values = cov_rule_pattern(v, operand->unit, unit);
    if (values > 0) {
        return values == 1;
    }
    bool is_wide =
        point->end_line > point->start_line || point->end_column >= point->start_column + MIN_HEAD;
    return is_wide && !cov_rule_is_operand(point, behind);
}

/* --- arguments -------------------------------------------------------------------------------- */

/* The code goes straight on behind the unit, and nothing else leads there. */
static bool is_straight(const cov_view *v, uint32_t unit) {
    return cov_goes_on(v, unit) && !v->is_target[unit + 1];
}

uint32_t cov_rule_last_argument(const cov_view *v, uint32_t unit) {
    uint32_t last = unit;
    for (uint32_t u = unit; u < unit + MAX_ARGUMENTS && u + 1 < v->body->unit_count; u++) {
        last = v->point_at[u] != PROBE_NONE ? u : last;
        uint32_t values = cov_rule_pattern(v, u, u + 1);
        if (values > 0 || !is_straight(v, u)) {
            return values > 1 ? last : unit;
        }
    }
    return unit;
}

uint32_t cov_rule_first_argument(const cov_view *v, uint32_t unit, uint32_t test) {
    uint32_t first = unit;
    uint32_t values = cov_rule_pattern(v, unit, test);
    for (uint32_t u = unit; values > 2 && u > 0 && is_straight(v, u - 1); u--) {
        if (v->point_at[u - 1] != PROBE_NONE) {
            first = u - 1;
            values--;
        }
    }
    return first;
}
