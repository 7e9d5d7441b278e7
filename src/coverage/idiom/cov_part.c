/* F#: parts of a method that stand in others.
 * Optimised, long bodies of rules, or of then and else, are methods of their own, `f$cont@12`, and so are the
 * last rules of a long match. The line in the name is where the expression begins: of a body that of its first
 * point, of a rest of rules that of the `match`.
 * Of a computation expression, a body that makes a closure (it begins with `try`, or optimised code takes it out)
 * has no point where it is chosen: a hidden one, `LOADS; newobj f@12-3::.ctor; ...` and the way out.
 * Input: a view, a unit of it. Output: does such a part begin there, where in the source, and is it a rest? */
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

/* The line in the name of the part that the unit calls. */
static uint32_t line_called(const cov_view *v, uint32_t unit) {
    bool is_call = v->language == PDB_LANG_FSHARP && cov_is_op(v, unit, IL_CALL);
    return is_call ? line_of(cov_member(v, unit)) : 0;
}

uint32_t cov_part_line(const cov_view *v, uint32_t unit) {
    uint32_t line = line_called(v, unit);
    bool is_begun = line == 0 && v->part_at != NULL && v->part_at[unit] != NULL;
    return is_begun ? v->part_at[unit]->start_line : line;
}

/* The first visible point of the method; NULL: it has none. A damaged blob is told where the method is opened. */
static cc_err find_first(const cov_view *v, const pdb_file *pdb, uint32_t rid,
                         const pdb_point **first) {
    pdb_point *points = NULL;
    uint32_t count = 0;
    cc_err err = rid == 0 ? CC_OK : pdb_get_points(pdb, rid, v->arena, &points, &count);
    *first = NULL;
    for (uint32_t i = 0; err == CC_OK && i < count && *first == NULL; i++) {
        *first = points[i].hidden ? NULL : &points[i];
    }
    return err == CC_E_NOMEM ? err : CC_OK;
}

/* --- bodies that make closures ------------------------------------------------------------------ */

/* The method is a closure: of a class of its own, or, where it takes nothing with it, a static method. */
static bool is_in_closure(const cov_view *v) {
    md_typedef type;
    md_methoddef method;
    cc_str user = {"", 0};
    uint32_t rid = MD_TOKEN_RID(v->method->token);
    uint32_t owner = md_owner_of_method(v->tables, rid);
    bool is_known = v->language == PDB_LANG_FSHARP && !v->is_machine && owner != 0 &&
                    md_get_methoddef(v->tables, rid, &method) == CC_OK &&
                    md_get_typedef(v->tables, owner, &type) == CC_OK;
    return is_known &&
           (cov_name_is_part(method.name, &user) || cov_name_is_closure(type.name, &user));
}

/* The closure of F# that the unit makes; false: it makes none. */
static bool makes_closure(const cov_view *v, uint32_t unit, md_typedef *type) {
    uint32_t rid = cov_is_op(v, unit, IL_NEWOBJ)
                       ? md_method_in_module(v->tables, (uint32_t)cov_unit(v, unit)->operand)
                       : 0;
    uint32_t owner = rid != 0 ? md_owner_of_method(v->tables, rid) : 0;
    return owner != 0 && md_get_typedef(v->tables, owner, type) == CC_OK &&
           cov_name_line(type->name) > 0;
}

/* The first point of the closure, where that is earlier. */
static cc_err find_in_closure(const cov_view *v, const pdb_file *pdb, const md_typedef *type,
                              const pdb_point **begin) {
    for (uint32_t rid = type->first_method; rid < type->end_method; rid++) {
        const pdb_point *first = NULL;
        CC_TRY(find_first(v, pdb, rid, &first));
        *begin =
            first != NULL && (*begin == NULL || cov_is_earlier(first, *begin)) ? first : *begin;
    }
    return CC_OK;
}

/* A hidden point that only jumps and tests lead to. */
static bool begins_hidden(const cov_view *v, uint32_t unit) {
    return v->starts[unit] == COV_START_HIDDEN && unit > 0 && !cov_goes_on(v, unit - 1);
}

/* The straight code from the hidden point on, up to the next one or to where it meets other code, makes closures:
 * *begin is the first of their points, else NULL. A visible point says where the body begins. */
static cc_err find_body(const cov_view *v, const pdb_file *pdb, uint32_t unit,
                        const pdb_point **begin) {
    md_typedef type;
    const pdb_point *first = NULL;
    uint32_t u = unit;
    do {
        if (makes_closure(v, u, &type)) {
            CC_TRY(find_in_closure(v, pdb, &type, &first));
        }
    } while (cov_goes_on(v, u++) && u < v->body->unit_count && v->starts[u] == 0 &&
             !v->is_target[u]);
    bool has_point = u < v->body->unit_count && (v->starts[u] & COV_START_VISIBLE) != 0;
    *begin = has_point && cov_goes_on(v, u - 1) ? NULL : first;
    return CC_OK;
}

/* --- all parts ---------------------------------------------------------------------------------- */

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

static cc_err find_begin(const cov_view *v, const pdb_file *pdb, uint32_t unit, bool in_closure,
                         const pdb_point **begin) {
    if (line_called(v, unit) > 0) {
        return find_first(
            v, pdb, md_method_in_module(v->tables, (uint32_t)cov_unit(v, unit)->operand), begin);
    }
    bool is_body = in_closure && begins_hidden(v, unit);
    return is_body ? find_body(v, pdb, unit, begin) : CC_OK;
}

cc_err cov_find_parts(cov_view *v, const pdb_file *pdb) {
    bool in_closure = is_in_closure(v);
    v->is_rest = seems_rest(v);
    for (uint32_t u = 0; pdb != NULL && u < v->body->unit_count; u++) {
        const pdb_point *begin = NULL;
        CC_TRY(find_begin(v, pdb, u, in_closure, &begin));
        if (begin != NULL && v->part_at == NULL) {
            v->part_at = CC_NEW_ARRAY(v->arena, const pdb_point *, v->body->unit_count);
            if (v->part_at == NULL) {
                return cc_fail(CC_E_NOMEM, "out of memory for the parts of a method");
            }
        }
        if (begin != NULL) {
            v->part_at[u] = begin;
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

const pdb_point *cov_first_part(const cov_view *v) {
    const pdb_point *first = NULL;
    for (uint32_t u = 0; v->part_at != NULL && u < v->body->unit_count; u++) {
        const pdb_point *p = v->part_at[u];
        first = p != NULL && (first == NULL || cov_is_earlier(p, first)) ? p : first;
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
    uint32_t line = line_called(v, unit);
    const pdb_point *begin = line > 0 && v->part_at != NULL ? v->part_at[unit] : NULL;
    bool is_rest = begin != NULL && begin->start_line > line && holds_match(v, line);
    return is_rest ? md_method_in_module(v->tables, (uint32_t)cov_unit(v, unit)->operand) : 0;
}

bool cov_rest_is_taken(const cov_view *v, uint32_t unit) {
    return cov_rest_called(v, unit) > 0 && cov_rest_to_add(v, v->group_count, unit) == 0;
}

bool cov_is_before_points(const cov_view *v, uint32_t unit) {
    return cov_next_visible(v, 0, unit) == unit;
}
