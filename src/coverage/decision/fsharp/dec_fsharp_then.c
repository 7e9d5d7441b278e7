/* `then` at the beginning of a line; see dec_fsharp_then.h. The columns distinguish `then` from the
 * end of a condition that goes on in the next line. The code shows that the point belongs to a
 * condition: a branch skips what is written after it. */
#include "coverage/decision/fsharp/dec_fsharp_then.h"

/* MAX_: an `if` whose body is further away keeps its last line. */
enum { MAX_POINTS = 256, MAX_INSNS = 1024, KEYWORD = 4, INDENT = 2, WIDE_INDENT = 4 };

/* `then` is in the column of `if`, further left, or one step of two or four columns further right.
 * A condition that goes on is further right, and has `then` after it. */
static bool has_columns_of_then(const pdb_point *p) {
    uint32_t aligned = p->start_column + KEYWORD;
    return p->end_line > p->start_line &&
           (p->end_column <= aligned || p->end_column == aligned + INDENT ||
            p->end_column == aligned + WIDE_INDENT);
}

static bool begins_after(const pdb_point *p, const pdb_point *first) {
    return p->document == first->document &&
           (p->start_line > first->end_line ||
            (p->start_line == first->end_line && p->start_column >= first->end_column));
}

/* The next point in the code that is written after the condition; `point_count`: none. */
static uint32_t find_body(const mth_method *m, uint32_t condition) {
    for (uint32_t i = condition + 1; i < m->point_count && i - condition < MAX_POINTS; i++) {
        if (!m->points[i].hidden && begins_after(&m->points[i], &m->points[condition])) {
            return i;
        }
    }
    return m->point_count;
}

/* Some branch between the two offsets leads past the second one. */
static bool is_skipped(const mth_method *m, uint32_t from, uint32_t body) {
    uint32_t first = m->body.insn_at[from];
    uint32_t end = m->body.insn_at[body];
    for (uint32_t u = first; u < end && u - first < MAX_INSNS; u++) {
        const il_insn *insn = &m->body.insns[u];
        if (il_op_get((il_op)insn->op)->flow == IL_FLOW_COND && insn->target > end) {
            return true;
        }
    }
    return false;
}

bool dec_fsharp_then_ends(const mth_method *method, uint32_t point) {
    const pdb_point *p = &method->points[point];
    if (p->hidden || !has_columns_of_then(p)) {
        return false;
    }
    uint32_t body = find_body(method, point);
    return body < method->point_count && is_skipped(method, p->offset, method->points[body].offset);
}
