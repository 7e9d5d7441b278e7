/* F#: parts of a method that are methods of their own.
 *
 * In optimised code long bodies of rules, or of then and else, become methods, `f$cont@12`, and so
 * do the last rules of a long match. The line in the name is where the expression begins: for a
 * body, that of its first point; for the remaining rules, that of the `match`.
 *
 * In a computation expression, a body that creates a closure (it begins with `try`, or optimised
 * code moves it out) has no visible point where it is chosen, only a hidden one: `LOADS; newobj
 * f@12-3::.ctor; ...` and then the exit.
 *
 * Input: a view, an instruction of it. Output: whether such a part begins there, where in the
 * source, and whether it is the rest of a match. */
#include "coverage/decision/core/dec_edit.h"
#include "coverage/module/mod_name.h"

/* The line in the name of the part that the instruction calls; 0: none. */
static uint32_t line_called(const dec_view *v, uint32_t insn) {
    bool is_call = dec_does(v, DEC_SPLITS_METHODS) && dec_is_op(v, insn, IL_CALL);
    return is_call ? mod_name_rest_line(dec_member(v, insn)) : 0;
}

uint32_t dec_part_line(const dec_view *v, uint32_t insn) {
    uint32_t line = line_called(v, insn);
    bool is_begun = line == 0 && v->part_at != NULL && v->part_at[insn] != NULL;
    return is_begun ? v->part_at[insn]->start_line : line;
}

/* The first visible point of the method; NULL: it has none. A damaged blob is reported when that
 * method is opened. */
static void find_first(const dec_view *v, const pdb_file *pdb, uint32_t rid,
                       const pdb_point **first) {
    pdb_point *points = NULL;
    uint32_t count = 0;
    cc_err err = rid == 0 ? CC_OK : pdb_get_points(pdb, rid, v->arena, &points, &count);
    *first = NULL;
    for (uint32_t i = 0; err == CC_OK && i < count && *first == NULL; i++) {
        *first = points[i].hidden ? NULL : &points[i];
    }
}

/* --- bodies that create closures -------------------------------------------------------------- */

/* The method is a closure: it has a class of its own or, when it captures nothing, is a static
 * method. */
static bool is_in_closure(const dec_view *v) {
    md_typedef type;
    md_methoddef method;
    cc_str user = {"", 0};
    uint32_t rid = MD_TOKEN_RID(v->method->token);
    uint32_t owner = md_owner_of_method(v->tables, rid);
    bool is_known = dec_does(v, DEC_SPLITS_METHODS) && !v->is_machine && owner != 0 &&
                    md_get_methoddef(v->tables, rid, &method) == CC_OK &&
                    md_get_typedef(v->tables, owner, &type) == CC_OK;
    return is_known &&
           (mod_name_is_part(method.name, &user) || mod_name_is_closure(type.name, &user));
}

/* The instruction creates an F# closure, of type *type. */
static bool makes_closure(const dec_view *v, uint32_t insn, md_typedef *type) {
    uint32_t rid = dec_is_op(v, insn, IL_NEWOBJ)
                       ? md_method_in_module(v->tables, (uint32_t)dec_insn(v, insn)->operand)
                       : 0;
    uint32_t owner = rid != 0 ? md_owner_of_method(v->tables, rid) : 0;
    return owner != 0 && md_get_typedef(v->tables, owner, type) == CC_OK &&
           mod_name_line(type->name) > 0;
}

/* Sets *begin to the first point of the closure when that is earlier. */
static void find_in_closure(const dec_view *v, const pdb_file *pdb, const md_typedef *type,
                            const pdb_point **begin) {
    for (uint32_t rid = type->first_method; rid < type->end_method; rid++) {
        const pdb_point *first = NULL;
        find_first(v, pdb, rid, &first);
        *begin =
            first != NULL && (*begin == NULL || dec_is_earlier(first, *begin)) ? first : *begin;
    }
}

/* A hidden point that is reached only by jumps and tests. */
static bool begins_hidden(const dec_view *v, uint32_t insn) {
    return dec_starts_hidden(v, insn) && insn > 0 && !dec_goes_on(v, insn - 1);
}

/* The straight code from the hidden point on, up to the next point or join, creates closures:
 * *begin is the first of their points, else NULL. When it runs into a visible point, the body
 * begins there instead. */
static void find_body(const dec_view *v, const pdb_file *pdb, uint32_t insn,
                      const pdb_point **begin) {
    md_typedef type;
    const pdb_point *first = NULL;
    uint32_t u = insn;
    do {
        if (makes_closure(v, u, &type)) {
            find_in_closure(v, pdb, &type, &first);
        }
    } while (dec_goes_on(v, u++) && dec_is_insn(v, u) && v->starts[u] == 0 && !v->is_target[u]);
    bool has_point = dec_starts_visible(v, u);
    *begin = has_point && dec_goes_on(v, u - 1) ? NULL : first;
}

/* --- all parts ---------------------------------------------------------------------------------- */

static uint32_t own_line(const dec_view *v) {
    md_methoddef method;
    bool is_known = dec_does(v, DEC_SPLITS_METHODS) &&
                    md_get_methoddef(v->tables, MD_TOKEN_RID(v->method->token), &method) == CC_OK;
    return is_known ? mod_name_rest_line(method.name) : 0;
}

/* The line in its own name is before all its points. */
static bool seems_rest(const dec_view *v) {
    uint32_t line = own_line(v);
    for (uint32_t i = 0; line > 0 && i < v->method->point_count; i++) {
        const pdb_point *p = &v->method->points[i];
        line = !p->hidden && p->start_line <= line ? 0 : line;
    }
    return line > 0;
}

static void find_begin(const dec_view *v, const pdb_file *pdb, uint32_t insn, bool in_closure,
                       const pdb_point **begin) {
    if (line_called(v, insn) > 0) {
        find_first(v, pdb, md_method_in_module(v->tables, (uint32_t)dec_insn(v, insn)->operand),
                   begin);
        return;
    }
    bool is_body = in_closure && begins_hidden(v, insn);
    if (is_body) {
        find_body(v, pdb, insn, begin);
    }
}

void dec_find_parts(dec_view *v, const pdb_file *pdb) {
    bool in_closure = is_in_closure(v);
    v->is_rest = seems_rest(v);
    for (uint32_t u = 0; pdb != NULL && dec_is_insn(v, u); u++) {
        const pdb_point *begin = NULL;
        find_begin(v, pdb, u, in_closure, &begin);
        if (begin != NULL && v->part_at == NULL) {
            v->part_at = CC_NEW_ARRAY(v->arena, const pdb_point *, v->body->insn_count);
        }
        if (begin != NULL) {
            v->part_at[u] = begin;
        }
    }
}

const pdb_point *dec_point_here(const dec_view *v, uint32_t insn) {
    const pdb_point *point = dec_visible_point(v, insn);
    return point == NULL && v->part_at != NULL ? v->part_at[insn] : point;
}

const pdb_point *dec_first_part(const dec_view *v) {
    const pdb_point *first = NULL;
    for (uint32_t u = 0; v->part_at != NULL && dec_is_insn(v, u); u++) {
        const pdb_point *p = v->part_at[u];
        first = p != NULL && (first == NULL || dec_is_earlier(p, first)) ? p : first;
    }
    return first;
}

/* The match at the line of the part's name begins in this method, or continues in it. `function`
 * has no point of its own, so that nothing is before it. */
static bool holds_match(const dec_view *v, uint32_t line) {
    bool is_after = false;
    for (uint32_t i = 0; i < v->method->point_count; i++) {
        const pdb_point *p = &v->method->points[i];
        if (!p->hidden && p->start_line == line) {
            return true;
        }
        is_after = is_after || (!p->hidden && p->start_line < line);
    }
    return !is_after;
}

/* One of the first `groups` decisions continues there. */
static bool is_claimed(const dec_view *v, uint32_t groups, uint32_t rest) {
    for (uint32_t g = 0; rest > 0 && g < groups; g++) {
        const dec_decision *d = dec_added(v, g);
        for (uint32_t i = 0; d->rests != NULL && i < d->arm_count; i++) {
            if (d->rests[i] == rest) {
                return true;
            }
        }
    }
    return false;
}

uint32_t dec_rest_to_add(const dec_view *v, uint32_t groups, uint32_t insn) {
    uint32_t rest = dec_rest_called(v, insn);
    return is_claimed(v, groups, rest) ? 0 : rest;
}

uint32_t dec_rest_called(const dec_view *v, uint32_t insn) {
    uint32_t line = line_called(v, insn);
    const pdb_point *begin = line > 0 && v->part_at != NULL ? v->part_at[insn] : NULL;
    bool is_rest = begin != NULL && begin->start_line > line && holds_match(v, line);
    return is_rest ? md_method_in_module(v->tables, (uint32_t)dec_insn(v, insn)->operand) : 0;
}

bool dec_rest_is_taken(const dec_view *v, uint32_t insn) {
    return dec_rest_called(v, insn) > 0 && dec_rest_to_add(v, dec_added_count(v), insn) == 0;
}

bool dec_is_before_points(const dec_view *v, uint32_t insn) {
    return dec_next_visible(v, 0, insn) == insn;
}
