/* The line of a branch; see cov_branch_line.h. */
#include "coverage/model/build/measure/cov_branch_line.h"

#include "coverage/decision/fsharp/dec_fsharp_closure.h"
#include "coverage/model/build/measure/cov_arm.h"

/* Number of points at or before the offset. */
static uint32_t points_up_to(const mth_method *m, uint32_t offset) {
    return cov_first_point(m, offset + 1);
}

/* The filter that contains the instruction; false: none does. Filters do not nest. */
static bool filter_around(const il_body *body, uint32_t insn, il_clause *filter) {
    for (uint32_t i = 0; i < body->clause_count; i++) {
        *filter = body->clauses[i];
        if (filter->kind == IL_CLAUSE_FILTER && filter->filter_start <= insn &&
            insn < filter->handler_start) {
            return true;
        }
    }
    return false;
}

/* The last point among the first `count` whose offset is at least `first`, and that is shown or in
 * a file that is not; PROBE_NONE. */
static uint32_t last_point(const cov_branch_context *s, uint32_t count, uint32_t first) {
    for (uint32_t i = count; i > 0 && s->method->points[i - 1].offset >= first; i--) {
        if (s->points[i - 1] != COV_RAW_NONE || s->is_elsewhere[i - 1]) {
            return i - 1;
        }
    }
    return PROBE_NONE;
}

static bool is_earlier(uint32_t line, uint32_t column, const cov_span *span) {
    return line < span->start_line || (line == span->start_line && column < span->start_column);
}

/* The shown point that comes first in the source; COV_RAW_NONE: no point is shown. */
static uint32_t first_in_source(const cov_branch_context *s) {
    uint32_t first = COV_RAW_NONE;
    for (uint32_t i = 0; i < s->method->point_count; i++) {
        if (s->points[i] == COV_RAW_NONE) {
            continue;
        }
        const cov_raw_point *points = s->assembly->points;
        const cov_span *span = &points[s->points[i]].span;
        if (first == COV_RAW_NONE ||
            is_earlier(span->start_line, span->start_column, &points[first].span)) {
            first = s->points[i];
        }
    }
    return first;
}

static uint32_t point_before(const cov_branch_context *s, uint32_t insn) {
    const mth_method *m = s->method;
    const il_body *body = &m->body;
    uint32_t offset = body->insns[insn].offset;
    uint32_t count = points_up_to(m, offset);
    uint32_t point = PROBE_NONE;
    il_clause filter;
    if (filter_around(body, insn, &filter) && filter.handler_start < body->insn_count) {
        uint32_t end = body->insns[filter.handler_start].offset;
        point = last_point(s, count, body->insns[filter.filter_start].offset);
        point = point != PROBE_NONE ? point : last_point(s, points_up_to(m, end - 1), offset);
    }
    return point != PROBE_NONE ? point : last_point(s, count, 0);
}

static void use_first_point(const cov_branch_context *s, cov_branch_line *out) {
    const pdb_point *p = s->first_part;
    out->point = first_in_source(s);
    if (p == NULL) {
        return;
    }
    if (out->point == COV_RAW_NONE ||
        is_earlier(p->start_line, p->start_column, &s->assembly->points[out->point].span)) {
        out->document = p->document;
        out->line = p->start_line;
        out->column = p->start_column;
    }
}

/* No shown point is at or before the offset, but one is after it. */
static bool is_before_points(const cov_branch_context *s, uint32_t offset) {
    uint32_t first = 0;
    while (first < s->method->point_count && s->points[first] == COV_RAW_NONE) {
        first++;
    }
    return first < s->method->point_count && s->method->points[first].offset > offset;
}

/* When the closure begins in the line of the statement, its own column is used. */
static void use_outer_statement(const cov_branch_context *s, cov_branch_line *out) {
    pdb_point outer;
    uint32_t rid = MD_TOKEN_RID(s->method->token);
    if (dec_closure_statement(s->module, rid, s->scratch, &outer)) {
        const mod_extent *e = &s->module->extents[rid];
        out->document = outer.document;
        out->line = outer.start_line;
        out->column = e->start_line == outer.start_line ? e->start_column : outer.start_column;
    }
}

cov_branch_line cov_branch_line_find(const cov_branch_context *s, uint32_t insn) {
    uint32_t before = point_before(s, insn);
    cov_branch_line out = {.point = before == PROBE_NONE ? COV_RAW_NONE : s->points[before]};
    if (before == PROBE_NONE) {
        use_first_point(s, &out);
    }
    bool is_closure =
        s->language == PDB_LANG_FSHARP && is_before_points(s, s->method->body.insns[insn].offset);
    if (is_closure) {
        use_outer_statement(s, &out);
    }
    return out;
}
