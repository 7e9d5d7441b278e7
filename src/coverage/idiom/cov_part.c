/* F#, optimised: long bodies of rules, or of then and else, are methods of their own, `f$cont@12`, and so are the
 * last rules of a long match. The line in the name is where the expression begins: of a body that of its first
 * point, of a rest of rules that of the `match`. Input: a view, a unit of it. Output: does it call such a part,
 * where in the source does the part begin, and is it a rest? */
#include "coverage/cov_name.h"
#include "coverage/idiom/cov_view.h"

/* The line in the name of a part; 0: it is none. */
static uint32_t line_of(cc_str name) {
    static const char part[] = "$cont@";
    for (size_t i = 0; i + sizeof part <= name.len; i++) {
        if (cc_str_starts((cc_str){name.s + i, name.len - i}, part)) {
            return cov_name_line(name);
        }
    }
    return 0;
}

uint32_t cov_part_line(const cov_view *v, uint32_t unit) {
    bool is_call = v->language == PDB_LANG_FSHARP && cov_is_op(v, unit, IL_CALL);
    return is_call ? line_of(cov_member(v, unit)) : 0;
}

/* The first visible point of the part; NULL: it has none. A damaged blob is told where the part is opened. */
static cc_err find_begin(const cov_view *v, const pdb_file *pdb, uint32_t unit,
                         const pdb_point **begin) {
    pdb_point *points = NULL;
    uint32_t count = 0;
    uint32_t rid = md_method_in_module(v->tables, (uint32_t)cov_unit(v, unit)->operand);
    cc_err err = rid == 0 ? CC_OK : pdb_get_points(pdb, rid, v->arena, &points, &count);
    for (uint32_t i = 0; err == CC_OK && i < count && *begin == NULL; i++) {
        *begin = points[i].hidden ? NULL : &points[i];
    }
    return err == CC_E_NOMEM ? err : CC_OK;
}

static uint32_t own_line(const cov_view *v) {
    md_methoddef method;
    bool is_known = v->language == PDB_LANG_FSHARP &&
                    md_get_methoddef(v->tables, MD_TOKEN_RID(v->method->token), &method) == CC_OK;
    return is_known ? line_of(method.name) : 0;
}

/* Its own name tells a line in front of all that it holds. */
static bool seems_rest(const cov_view *v) {
    uint32_t line = own_line(v);
    for (uint32_t i = 0; line > 0 && i < v->method->point_count; i++) {
        const pdb_point *p = &v->method->points[i];
        line = !p->hidden && p->start_line <= line ? 0 : line;
    }
    return line > 0;
}

cc_err cov_find_parts(cov_view *v, const pdb_file *pdb) {
    v->is_rest = seems_rest(v);
    for (uint32_t u = 0; pdb != NULL && u < v->body->unit_count; u++) {
        if (cov_part_line(v, u) > 0) {
            v->part_at = v->part_at != NULL
                             ? v->part_at
                             : CC_NEW_ARRAY(v->arena, const pdb_point *, v->body->unit_count);
            if (v->part_at == NULL) {
                return cc_fail(CC_E_NOMEM, "out of memory for the parts of a method");
            }
            CC_TRY(find_begin(v, pdb, u, &v->part_at[u]));
        }
    }
    return CC_OK;
}

const pdb_point *cov_point_here(const cov_view *v, uint32_t unit) {
    if (v->point_at[unit] != PROBE_NONE) {
        return &v->method->points[v->point_at[unit]];
    }
    return v->part_at != NULL ? v->part_at[unit] : NULL;
}

static bool is_earlier(const pdb_point *x, const pdb_point *y) {
    return x->start_line != y->start_line ? x->start_line < y->start_line
                                          : x->start_column < y->start_column;
}

const pdb_point *cov_first_part(const cov_view *v) {
    const pdb_point *first = NULL;
    for (uint32_t u = 0; v->part_at != NULL && u < v->body->unit_count; u++) {
        const pdb_point *p = v->part_at[u];
        first = p != NULL && (first == NULL || is_earlier(p, first)) ? p : first;
    }
    return first;
}

/* The match that is the whole of the part's name begins in this method, or goes on in it. That of `function` has no
 * point, so that nothing stands in front of it. */
static bool holds_match(const cov_view *v, uint32_t line) {
    bool is_behind = false;
    for (uint32_t i = 0; i < v->method->point_count; i++) {
        const pdb_point *p = &v->method->points[i];
        if (!p->hidden && p->start_line == line) {
            return true;
        }
        is_behind = is_behind || (!p->hidden && p->start_line < line);
    }
    return !is_behind;
}

/* One of the first decisions goes on there. */
static bool is_claimed(const cov_view *v, uint32_t groups, uint32_t rest) {
    for (uint32_t g = 0; rest > 0 && g < groups; g++) {
        const cov_decision *d = &v->groups[g];
        for (uint32_t i = 0; d->rests != NULL && i < d->arm_count; i++) {
            if (d->rests[i] == rest) {
                return true;
            }
        }
    }
    return false;
}

uint32_t cov_rest_to_add(const cov_view *v, uint32_t groups, uint32_t unit) {
    uint32_t rest = cov_rest_called(v, unit);
    return is_claimed(v, groups, rest) ? 0 : rest;
}

uint32_t cov_rest_called(const cov_view *v, uint32_t unit) {
    uint32_t line = cov_part_line(v, unit);
    const pdb_point *begin = line > 0 && v->part_at != NULL ? v->part_at[unit] : NULL;
    bool is_rest = begin != NULL && begin->start_line > line && holds_match(v, line);
    return is_rest ? md_method_in_module(v->tables, (uint32_t)cov_unit(v, unit)->operand) : 0;
}

bool cov_rest_is_taken(const cov_view *v, uint32_t unit) {
    return cov_rest_called(v, unit) > 0 && cov_rest_to_add(v, v->group_count, unit) == 0;
}

bool cov_is_before_points(const cov_view *v, uint32_t unit) {
    uint32_t u = 0;
    while (u < unit && v->point_at[u] == PROBE_NONE) {
        u++;
    }
    return u == unit;
}
