/* The owner of a piece of code. clrcov assigns lambdas, local functions and state machines to the
 * method that the user wrote. It uses the PDB's table of state machines and the user's name inside
 * the compiler's name. Among overloads the place decides (a point that encloses the piece, then
 * lines that enclose it), then the caller. */
#include "coverage/module/mod.h"
#include "coverage/module/mod_machine.h"
#include "coverage/module/mod_name.h"
#include "rewriter/il/il.h"

enum { MAX_STEPS = 16 };

/* --- extents ---------------------------------------------------------------------------------- */

static void widen(mod_extent *extent, const pdb_point *p) {
    if (p->hidden || (extent->document != 0 && extent->document != p->document)) {
        return;
    }
    bool is_first = extent->document == 0;
    extent->document = p->document;
    if (is_first || p->start_line < extent->start_line ||
        (p->start_line == extent->start_line && p->start_column < extent->start_column)) {
        extent->start_line = p->start_line;
        extent->start_column = p->start_column;
    }
    if (is_first || p->end_line > extent->end_line ||
        (p->end_line == extent->end_line && p->end_column > extent->end_column)) {
        extent->end_line = p->end_line;
        extent->end_column = p->end_column;
    }
}

void mod_find_extents(mod_module *m) {
    if (m->extents != NULL) {
        return;
    }
    cc_arena *scratch = cc_arena_new();
    m->extents = CC_NEW_ARRAY(m->arena, mod_extent, (size_t)m->method_count + 1);
    m->has_code = CC_NEW_ARRAY(m->arena, bool, (size_t)m->document_count + 1);
    m->has_points = CC_NEW_ARRAY(m->arena, bool, (size_t)m->document_count + 1);
    for (uint32_t rid = 1; rid <= m->method_count; rid++) {
        pdb_point *points = NULL;
        uint32_t count = 0;
        /* clrcov reports a damaged blob with the method itself; here the method has no place. */
        if (pdb_get_points(m->pdb, rid, scratch, &points, &count) != CC_OK) {
            count = 0;
        }
        for (uint32_t i = 0; i < count; i++) {
            widen(&m->extents[rid], &points[i]);
            if (!points[i].hidden && points[i].document <= m->document_count) {
                m->has_points[points[i].document] = true;
            }
        }
        if (m->extents[rid].document != 0 && m->extents[rid].document <= m->document_count) {
            m->has_code[m->extents[rid].document] = true;
        }
        cc_arena_reset(scratch);
    }
    cc_arena_free(scratch);
}

bool mod_extent_holds(const mod_extent *outer, const mod_extent *inner) {
    bool starts =
        outer->start_line < inner->start_line ||
        (outer->start_line == inner->start_line && outer->start_column <= inner->start_column);
    bool ends = outer->end_line > inner->end_line ||
                (outer->end_line == inner->end_line && outer->end_column >= inner->end_column);
    return outer->document != 0 && outer->document == inner->document && starts && ends;
}

/* A single point of the method contains the whole piece: the statement that contains a lambda.
 * `is_same`: the point and the piece have equal extents. */
static bool point_holds(const mod_module *m, uint32_t method, const mod_extent *inner,
                        bool is_same) {
    cc_arena *scratch = cc_arena_new();
    pdb_point *points = NULL;
    uint32_t count = 0;
    bool result = false;
    if (scratch == NULL || pdb_get_points(m->pdb, method, scratch, &points, &count) != CC_OK) {
        count = 0;
    }
    for (uint32_t i = 0; i < count && !result; i++) {
        mod_extent extent = {0};
        widen(&extent, &points[i]);
        result = mod_extent_holds(&extent, inner) && (!is_same || mod_extent_holds(inner, &extent));
    }
    cc_arena_free(scratch);
    return result;
}

/* --- names ------------------------------------------------------------------------------------ */

static cc_str method_name(const mod_module *m, uint32_t rid) {
    md_methoddef row;
    return md_get_methoddef(m->tables, rid, &row) == CC_OK ? row.name : CC_STR("");
}

static cc_str type_name(const mod_module *m, uint32_t rid) {
    md_typedef row;
    return md_get_typedef(m->tables, rid, &row) == CC_OK ? row.name : CC_STR("");
}

/* Returns the innermost user-written type around (or of) the code; *user: the method that the names
 * of the compiler-made types in between contain. The type itself when all types are
 * compiler-made. */
static uint32_t user_type(const mod_module *m, uint32_t type, cc_str *user) {
    uint32_t at = type;
    for (int i = 0; i < MAX_STEPS && at != 0; i++) {
        cc_str named = {"", 0};
        if (!mod_name_is_closure(type_name(m, at), &named)) {
            return at;
        }
        *user = named.len > 0 ? named : *user;
        at = md_enclosing_type(m->tables, at);
    }
    return type;
}

/* The name of a lambda's state machine contains the lambda's name, which contains the method's
 * name. */
static cc_str innermost_user(cc_str name) {
    cc_str user = name;
    for (int i = 0; i < MAX_STEPS; i++) {
        cc_str next = {"", 0};
        if (!mod_name_is_part(user, &next) || next.len == 0) {
            break;
        }
        user = next;
    }
    return user;
}

/* --- the method in the type ------------------------------------------------------------------- */

/* The body of the method contains the other method's token: it calls the other method, or makes a
 * delegate of it. */
static bool names_method(const mod_module *m, uint32_t rid, uint32_t other) {
    md_methoddef row;
    cc_span bytes = {NULL, 0};
    il_body body = {0};
    cc_arena *scratch = cc_arena_new();
    bool found = false;
    if (scratch == NULL || md_get_methoddef(m->tables, rid, &row) != CC_OK || row.rva == 0 ||
        md_image_at_rva(m->image, row.rva, &bytes) != CC_OK ||
        il_decode(&body, bytes, scratch) != CC_OK) {
        body.insn_count = 0;
    }
    for (uint32_t u = 0; u < body.insn_count && !found; u++) {
        const il_insn *insn = &body.insns[u];
        found = il_op_get((il_op)insn->op)->operand == IL_OPERAND_TOKEN &&
                md_method_in_module(m->tables, (uint32_t)insn->operand) == other;
    }
    cc_arena_free(scratch);
    return found;
}

typedef struct search {
    const mod_module *m;
    const mod_extent *piece;
    uint32_t part; /* the method that holds the piece */
    cc_str name;   /* empty: any method that contains the piece */
    uint32_t named, holding, enclosing;
    uint32_t named_count;
} search;

static bool names_part(const search *s, uint32_t rid) {
    return names_method(s->m, rid, s->part) ||
           (s->m->machines[rid] != 0 && names_method(s->m, s->m->machines[rid], s->part));
}

static void consider(search *s, uint32_t rid) {
    cc_str ignored = {"", 0};
    cc_str name = method_name(s->m, rid);
    const mod_extent *extent = &s->m->extents[rid];
    if (mod_name_is_part(name, &ignored) || (s->name.len > 0 && !cc_str_eq(name, s->name))) {
        return;
    }
    s->named = s->named == 0 ? rid : s->named;
    s->named_count++;
    if (!mod_extent_holds(extent, s->piece)) {
        return;
    }
    s->holding = s->holding == 0 ? rid : s->holding;
    if (s->enclosing == 0 && point_holds(s->m, rid, s->piece, false)) {
        s->enclosing = rid;
    }
}

/* Among overloads at other places, returns the overload whose body contains the part's token. */
static uint32_t find_caller(const search *s, const md_typedef *type) {
    for (uint32_t rid = type->first_method; rid < type->end_method; rid++) {
        if (cc_str_eq(method_name(s->m, rid), s->name) && names_part(s, rid)) {
            return rid;
        }
    }
    return s->named;
}

/* Returns the method of the type with this name that encloses the piece most closely; 0: none. */
static uint32_t find_method(const mod_module *m, uint32_t type, cc_str name,
                            const mod_extent *piece, uint32_t part) {
    search s = {.m = m, .piece = piece, .part = part, .name = name};
    md_typedef row;
    if (md_get_typedef(m->tables, type, &row) != CC_OK) {
        return 0;
    }
    for (uint32_t rid = row.first_method; rid < row.end_method && s.enclosing == 0; rid++) {
        consider(&s, rid);
    }
    if (s.enclosing != 0 || s.holding != 0) {
        return s.enclosing != 0 ? s.enclosing : s.holding;
    }
    if (name.len == 0) {
        return 0;
    }
    return s.named_count > 1 ? find_caller(&s, &row) : s.named;
}

static mod_owner find_owner(const mod_module *m, uint32_t rid) {
    uint32_t method = rid;
    for (int i = 0; i < MAX_STEPS; i++) {
        uint32_t kickoff = pdb_kickoff_of(m->pdb, method);
        if (kickoff == 0 || kickoff > m->method_count) {
            break;
        }
        method = kickoff;
    }
    cc_str user = {"", 0};
    cc_str from_type = {"", 0};
    uint32_t owner = md_owner_of_method(m->tables, method);
    uint32_t type = user_type(m, owner, &from_type);
    bool is_part = mod_name_is_part(method_name(m, method), &user);
    if (type == owner && !is_part) {
        return (mod_owner){type, method, {"", 0}, method != rid};
    }
    user = innermost_user(user.len > 0 ? user : from_type);
    uint32_t found = find_method(m, type, user, &m->extents[rid], method);
    if (found == 0 && user.len > 0) {
        found = find_method(m, type, CC_STR(""), &m->extents[rid], method);
    }
    if (found == 0 && user.len == 0) {
        return (mod_owner){type, method, {"", 0}, true};
    }
    return (mod_owner){type, found, found == 0 ? user : CC_STR(""), true};
}

/* --- ends of others --------------------------------------------------------------------------- */

/* Returns the lambda, local function or method whose code `rid` is. For a state machine this is its
 * first part, for a method that the runtime suspends the method itself. 0: the code is not
 * suspended. */
static uint32_t suspended_part(const mod_module *m, uint32_t rid) {
    if (mod_machine_of(m->tables, MD_TOKEN(MD_METHODDEF, rid)) == MOD_MACHINE_RUNTIME) {
        return rid;
    }
    uint32_t kickoff = pdb_kickoff_of(m->pdb, rid);
    return kickoff <= m->method_count ? kickoff : 0;
}

/* Returns the method whose end a brace may be: the user's method around the lambda or local
 * function whose code `rid` is; 0: none. */
static uint32_t around_part(const mod_module *m, uint32_t rid) {
    uint32_t part = suspended_part(m, rid);
    uint32_t owner = m->owners[rid].method;
    return part != 0 && owner != part ? owner : 0;
}

/* The place equals the place of the last point of method `owner`. */
static bool is_end_of_owner(const mod_module *m, uint32_t owner, const mod_extent *place) {
    const mod_extent *e = &m->extents[owner];
    uint32_t body = m->machines[owner] != 0 ? m->machines[owner] : owner;
    return e->end_line == place->end_line && e->end_column == place->end_column &&
           point_holds(m, body, place, true);
}

/* The piece begins where the method's last point ends, or later. */
static bool begins_after(const mod_extent *owner, const mod_extent *piece) {
    return piece->start_line > owner->end_line ||
           (piece->start_line == owner->end_line && piece->start_column >= owner->end_column);
}

/* In optimised code the method has no point there. The other points of a lambda are inside the
 * method, this point is after it. All points of a local function at the start may be before the
 * method's points. All points of a local function after the `return` may be after them, but its own
 * brace is not further left than the method's statements. */
static bool lies_after(const mod_extent *owner, const mod_extent *place, const mod_extent *others) {
    bool is_further_left =
        place->start_line > owner->start_line && place->start_column < owner->start_column;
    return begins_after(owner, place) &&
           (mod_extent_holds(owner, others) || begins_after(others, owner) ||
            (begins_after(owner, others) && is_further_left));
}

static mod_extent place_of(const pdb_point *p) {
    mod_extent place = {0};
    widen(&place, p);
    return place;
}

/* Returns the index of the last visible point, when it is the owner's end; else `count`. *others:
 * the extent of the other points. */
static uint32_t find_end(const mod_module *m, uint32_t owner, const pdb_point *points,
                         uint32_t count, mod_extent *others) {
    uint32_t last = count;
    for (uint32_t i = 0; i < count; i++) {
        last = points[i].hidden ? last : i;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (i != last) {
            widen(others, &points[i]);
        }
    }
    if (last == count || others->document == 0) {
        return count;
    }
    mod_extent place = place_of(&points[last]);
    bool is_brace =
        place.start_line == place.end_line && place.end_column == place.start_column + 1;
    bool is_end =
        is_brace && place.document == m->extents[owner].document &&
        (is_end_of_owner(m, owner, &place) || lies_after(&m->extents[owner], &place, others));
    return is_end ? last : count;
}

uint32_t mod_end_of_owner(const mod_module *m, uint32_t rid, const pdb_point *points,
                          uint32_t count) {
    uint32_t owner = around_part(m, rid);
    mod_extent others = {0};
    return owner == 0 ? count : find_end(m, owner, points, count, &others);
}

/* Removes such an end from the extents of the state machine and its lambda. */
static void take_end_off(mod_module *m, uint32_t rid, cc_arena *scratch) {
    pdb_point *points = NULL;
    uint32_t count = 0;
    mod_extent others = {0};
    uint32_t owner = around_part(m, rid);
    if (owner != 0 && pdb_get_points(m->pdb, rid, scratch, &points, &count) == CC_OK &&
        find_end(m, owner, points, count, &others) < count) {
        m->extents[rid] = m->extents[suspended_part(m, rid)] = others;
    }
}

static void take_ends_off(mod_module *m) {
    cc_arena *scratch = cc_arena_new();
    for (uint32_t rid = 1; scratch != NULL && rid <= m->method_count; rid++) {
        take_end_off(m, rid, scratch);
        cc_arena_reset(scratch);
    }
    cc_arena_free(scratch);
}

void mod_find_owners(mod_module *m) {
    m->owners = CC_NEW_ARRAY(m->arena, mod_owner, (size_t)m->method_count + 1);
    m->machines = CC_NEW_ARRAY(m->arena, uint32_t, (size_t)m->method_count + 1);
    mod_find_extents(m);
    /* The points of a state machine are the points of its method. */
    for (uint32_t rid = 1; rid <= m->method_count; rid++) {
        uint32_t kickoff = pdb_kickoff_of(m->pdb, rid);
        if (kickoff == 0 || kickoff > m->method_count) {
            continue;
        }
        m->machines[kickoff] = rid;
        if (m->extents[kickoff].document == 0) {
            m->extents[kickoff] = m->extents[rid];
        }
    }
    for (uint32_t rid = 1; rid <= m->method_count; rid++) {
        if (m->extents[rid].document != 0) {
            m->owners[rid] = find_owner(m, rid);
        }
    }
    take_ends_off(m);
}
