/* One module: every method with user code, run or not, with its points and decisions, and the sum of the counters of
 * all processes that used the same plan. See cov_build.h. */
#include <string.h>

#include "coverage/model/cov_arm_target.h"
#include "coverage/model/cov_branch_line.h"
#include "coverage/model/cov_build.h"
#include "coverage/model/cov_dead_arm.h"
#include "coverage/model/cov_fsharp_closure.h"
#include "coverage/model/cov_fsharp_finally.h"
#include "coverage/model/cov_fsharp_match.h"
#include "coverage/model/cov_fsharp_then.h"
#include "coverage/model/cov_lambda.h"
#include "coverage/model/cov_passed.h"
#include "coverage/model/cov_pieces.h"

typedef struct measuring {
    cov_build *b;
    mod_module *module;
    const cov_candidate *candidate;
    cov_source **sources; /* by Document rid; NULL: not in the report, or not needed yet */
    cc_str class_name;    /* of class_type */
    uint32_t class_type;
    cov_fsharp_match splice;
} measuring;

/* --- names ------------------------------------------------------------------------------------ */

static cc_err class_name(measuring *me, uint32_t type, cc_str *out) {
    /* a damaged image may have type 0 first */
    if (me->class_type != type || me->class_name.len == 0) {
        CC_TRY(mod_class_name(me->module, type, me->module->arena, &me->class_name));
        me->class_type = type;
    }
    *out = me->class_name;
    return CC_OK;
}

static const char *full_name(measuring *me, uint32_t rid) {
    cc_str type = {"?", 1};
    cc_str name = {"?", 1};
    cc_str signature = {"", 0};
    uint32_t owner = md_owner_of_method(me->module->tables, rid);
    if (class_name(me, owner, &type) != CC_OK ||
        mod_method_names(me->module, rid, CC_STR(""), me->b->scratch, &name, &signature) != CC_OK) {
        return "a method";
    }
    const char *text = cc_arena_printf(
        me->b->arena, "%.*s: %.*s.%.*s%.*s", (int)me->module->name.len, me->module->name.s,
        (int)type.len, type.s, (int)name.len, name.s, (int)signature.len, signature.s);
    return text == NULL ? "a method" : text;
}

/* `why` is copied first: naming the method may set another message. */
static void lose_method(measuring *me, uint32_t rid, const char *why, const char *reason) {
    const char *kept = cc_arena_printf(me->b->arena, "%s", why);
    const char *name = full_name(me, rid);
    cov_add_lost(me->b, "%s: %s%s%s%s", name, kept == NULL ? "" : kept, reason[0] == 0 ? "" : " (",
                 reason, reason[0] == 0 ? "" : ")");
}

/* --- sources ---------------------------------------------------------------------------------- */

/* A file that does not exist but is shown nevertheless has its path as in the PDB. */
static cc_err source_for(measuring *me, uint32_t document, cov_source **out) {
    cov_build *b = me->b;
    const mod_location *place = me->module->places[document];
    bool is_missing = place->kind == MOD_LOCATION_MISSING;
    bool is_generated = me->module->generated[document] != NULL;
    cc_str path = is_missing ? me->module->document_names[document] : place->path;
    void **slot = cc_map_put_str(b->sources, path);
    if (slot != NULL && *slot == NULL) {
        cov_source *source = CC_NEW(b->arena, cov_source);
        char *copy = cc_arena_strdup(b->arena, path);
        if (source != NULL && copy != NULL) {
            source->path = cc_strz(copy);
            /* A generated file that was not kept has a path below the root, see mod.c. */
            source->is_outside_root =
                place->kind != MOD_LOCATION_INSIDE && (!is_generated || cc_str_starts(path, "/"));
            source->is_missing = is_missing;
            source->points.arena = b->work;
            *slot = source;
        }
    }
    *out = slot == NULL ? NULL : (cov_source *)*slot;
    return *out != NULL ? CC_OK : cc_fail(CC_E_NOMEM, "out of memory for source files");
}

static cc_err document_source(measuring *me, uint32_t document, cov_source **out) {
    mod_module *m = me->module;
    *out = NULL;
    if (document == 0 || document > m->document_count ||
        m->documents[document].reason != CTR_MEASURED) {
        return CC_OK;
    }
    if (me->sources[document] == NULL) {
        CC_TRY(source_for(me, document, &me->sources[document]));
        if (mod_compare_checksum(m, document) == MOD_CHECKSUM_CHANGED) {
            me->sources[document]->is_changed = true;
        }
    }
    *out = me->sources[document];
    return CC_OK;
}

/* --- adding a body ------------------------------------------------------------------------------ */

typedef struct adding {
    measuring *me;
    const mth_method *method;
    const uint64_t *values;
    cc_str class_name, name, signature;
    cov_source *source; /* of `shape` */
    cov_shape_method *shape;
    cov_point **points; /* by point; NULL: hidden, phantom, dead or in no file */
    bool *is_elsewhere; /* by point: visible, but in no file of the report */
    bool *is_unknown;   /* by point, see cov_passed.h; NULL: none is */
    mod_dead dead;      /* instructions that are not coverable unless they ran */
    pdb_language language;
    cov_fsharp_with with; /* of a sequence of F# */
} adding;

static cc_err shape_for(adding *a, cov_source *source) {
    if (a->source == source && a->shape != NULL) {
        return CC_OK;
    }
    a->source = source;
    return cov_shape_get(a->me->b, a->me->module->name, a->class_name, a->name, a->signature,
                         source, &a->shape);
}

static bool is_sane(const pdb_point *p) {
    return p->start_line > 0 && p->end_line >= p->start_line &&
           p->end_line - p->start_line < COV_MAX_POINT_LINES;
}

/* A dead point only takes its lines away from the points around it. */
static cc_err add_point(adding *a, uint32_t index, uint64_t value, bool is_dead) {
    cov_build *b = a->me->b;
    const pdb_point *p = &a->method->points[index];
    cov_source *source = NULL;
    if (!is_sane(p)) {
        return cc_fail(CC_E_FORMAT, "a sequence point spans lines %u to %u", p->start_line,
                       p->end_line);
    }
    CC_TRY(document_source(a->me, p->document, &source));
    a->is_elsewhere[index] = source == NULL;
    if (source == NULL) {
        return CC_OK;
    }
    cov_span span = {p->start_line, p->start_column, p->end_line, p->end_column};
    cov_point *point = cov_point_at(&b->points, source, &span);
    if (point == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for points");
    }
    if (is_dead) {
        return CC_OK;
    }
    CC_TRY(shape_for(a, source));
    cov_point_add(point, b->body, value);
    point->is_unknown = point->is_unknown || (a->is_unknown != NULL && a->is_unknown[index]);
    point->ends_in_keyword = point->ends_in_keyword || (a->language == PDB_LANG_FSHARP &&
                                                        cov_fsharp_then_ends(a->method, index));
    cc_list_add(&a->shape->points, point);
    a->points[index] = point;
    return CC_OK;
}

/* The keyword `finally` ran where its code did, also where that code has no point. */
static cc_err add_finally(const adding *a, const uint64_t *hits) {
    const pdb_point **keywords = NULL;
    CC_TRY(cov_fsharp_finally_points(a->me->module, a->method, a->me->b->scratch, &keywords));
    for (uint32_t i = 0; keywords != NULL && i < a->method->point_count; i++) {
        const pdb_point *p = keywords[i];
        if (p == NULL || a->points[i] == NULL || !is_sane(p)) {
            continue;
        }
        cov_span span = {p->start_line, p->start_column, p->end_line, p->end_column};
        cov_point *point = cov_point_at(&a->me->b->points, a->points[i]->source, &span);
        if (point == NULL) {
            return cc_fail(CC_E_NOMEM, "out of memory for points");
        }
        cov_point_add(point, a->me->b->body, hits[i]);
    }
    return CC_OK;
}

/* Dead code that was hit nevertheless is shown, whatever the attributes of the calls before it are. */
static cc_err add_points(adding *a, const dec_decisions *decisions) {
    const mth_method *m = a->method;
    uint32_t insn = 0;
    uint64_t *hits = cov_point_hits(m, decisions, a->values, a->me->b->scratch);
    const cov_passing passing = {m, a->values, a->language, a->me->module->is_optimised};
    CC_TRY(cov_passed_find(&passing, hits, &a->is_unknown, a->me->b->scratch));
    a->points = CC_NEW_ARRAY(a->me->b->scratch, cov_point *, m->point_count);
    a->is_elsewhere = CC_NEW_ARRAY(a->me->b->scratch, bool, m->point_count);
    if (hits == NULL || a->points == NULL || a->is_elsewhere == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for points");
    }
    for (uint32_t i = 0; i < m->point_count; i++) {
        uint64_t value = hits[i];
        while (insn + 1 < m->body.insn_count && m->body.insns[insn].offset < m->points[i].offset) {
            insn++;
        }
        bool is_dead = a->dead.all != NULL && a->dead.all[insn] && value == 0;
        if (!m->points[i].hidden && !decisions->is_phantom[i] &&
            !cov_fsharp_with_tells(&a->with, &m->points[i])) {
            CC_TRY(add_point(a, i, value, is_dead));
        }
    }
    return a->language == PDB_LANG_FSHARP ? add_finally(a, hits) : CC_OK;
}

/* An excluded lambda or local function inside an included method takes its lines away from the method. */
static cc_err add_excluded(measuring *me, uint32_t rid) {
    pdb_point *points = NULL;
    uint32_t count = 0;
    if (pdb_get_points(me->module->pdb, rid, me->b->scratch, &points, &count) != CC_OK) {
        return CC_OK; /* damaged, and not in the report anyway */
    }
    for (uint32_t i = 0; i < count; i++) {
        const pdb_point *p = &points[i];
        cov_source *source = NULL;
        if (!p->hidden && is_sane(p)) {
            CC_TRY(document_source(me, p->document, &source));
        }
        cov_span span = {p->start_line, p->start_column, p->end_line, p->end_column};
        if (source != NULL && cov_point_at(&me->b->points, source, &span) == NULL) {
            return cc_fail(CC_E_NOMEM, "out of memory for points");
        }
    }
    return CC_OK;
}

static cc_err add_extent(measuring *me, uint32_t rid) {
    cov_source *source = NULL;
    if (cov_lambda_has_extent(me->module, rid)) {
        CC_TRY(document_source(me, me->module->extents[rid].document, &source));
    }
    return source == NULL ? CC_OK
                          : cov_lambda_add(&me->b->points, source, me->module, rid, me->b->scratch);
}

static bool is_dead(const adding *a, const dec_decision *d) {
    bool any_taken = false;
    for (uint32_t i = 0; i < d->arm_count && !any_taken; i++) {
        any_taken = cov_arm_taken(a->values, d, i);
    }
    return a->dead.all != NULL && a->dead.all[d->insn] && !any_taken;
}

static cc_err add_arms(adding *a, const dec_decision *d, cov_point *point, cov_arms **out) {
    cov_build *b = a->me->b;
    cov_arms *arms = *out =
        cov_point_branch(&b->points, point, b->body, d->arm_count, d->is_switch);
    if (arms == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for branches");
    }
    if (d->arm_count == 2) {
        arms->test = d->test;
        arms->holds = d->holds;
    }
    for (uint32_t i = 0; i < d->arm_count; i++) {
        const pdb_point *target = cov_arm_target(a->method, &d->arms[i]);
        bool is_same_file = target != NULL && target->document <= a->me->module->document_count &&
                            a->me->sources[target->document] == point->source;
        arms->arms[i].line = is_same_file ? target->start_line : arms->arms[i].line;
        arms->arms[i].is_taken = arms->arms[i].is_taken || cov_arm_taken(a->values, d, i);
        arms->places[i] = d->places == NULL ? 0 : d->places[i];
    }
    CC_TRY(shape_for(a, point->source));
    cc_list_add(&a->shape->arms, arms);
    return CC_OK;
}

/* The point at which a decision is shown; NULL: none. When it has the line of another body's point, it gets an empty
 * point of its own: the branches of a point are those of one body. */
static cc_err point_of(const adding *a, const dec_decisions *decisions, uint32_t insn,
                       cov_point **out) {
    cov_branch_line at;
    cov_source *source = NULL;
    const cov_branch_context context = {a->me->module,    a->method,   a->points,
                                        a->is_elsewhere,  a->language, decisions->first_part,
                                        a->me->b->scratch};
    CC_TRY(cov_branch_line_find(&context, insn, &at));
    *out = at.point;
    if (at.line == 0) {
        return CC_OK;
    }
    CC_TRY(document_source(a->me, at.document, &source));
    if (source == NULL) {
        return CC_OK;
    }
    cov_span span = {at.line, at.column, at.line, at.column};
    *out = cov_point_at(&a->me->b->points, source, &span);
    return *out != NULL ? CC_OK : cc_fail(CC_E_NOMEM, "out of memory for points");
}

/* The keyword `with` of a sequence: a point on its line, before the first rule. */
static cc_err with_point(adding *a, cov_point **out) {
    const mod_extent *e = &a->me->module->extents[MD_TOKEN_RID(a->method->token)];
    bool is_beside = e->start_line == a->with.line && e->start_column > 1;
    uint32_t column = is_beside ? e->start_column - 1 : 1;
    cov_span span = {a->with.line, column, a->with.line, column + 1};
    cov_source *source = NULL;
    *out = NULL;
    CC_TRY(document_source(a->me, e->document, &source));
    if (source == NULL) {
        return CC_OK;
    }
    *out = cov_point_at(&a->me->b->points, source, &span);
    CC_TRY(*out == NULL ? cc_fail(CC_E_NOMEM, "out of memory for points") : shape_for(a, source));
    cov_point_add(*out, a->me->b->body, a->with.asked);
    cc_list_add(&a->shape->points, *out);
    return CC_OK;
}

/* Which rule took the exception, or that none did, which only the filter shows. */
static cc_err add_choice(adding *a, const dec_decisions *decisions, const dec_decision *d) {
    cov_point *point = NULL;
    cov_arms *arms = NULL;
    CC_TRY(with_point(a, &point));
    if (point != NULL) {
        CC_TRY(add_arms(a, d, point, &arms));
    }
    for (uint32_t i = 0; arms != NULL && a->with.is_passed && i < d->arm_count; i++) {
        arms->arms[i].is_taken =
            arms->arms[i].is_taken || cov_fsharp_with_is_passed(decisions, &d->arms[i]);
    }
    return CC_OK;
}

static cc_err add_decisions(adding *a, const dec_decisions *decisions) {
    for (uint32_t i = 0; i < decisions->count; i++) {
        const dec_decision *d = &decisions->items[i];
        uint32_t offset = a->method->body.insns[d->place].offset;
        cov_arms *arms = NULL;
        cov_point *at = NULL;
        if (a->with.role == DEC_ROLE_HANDLER &&
            cov_fsharp_with_is_choice(a->method, decisions, i)) {
            CC_TRY(add_choice(a, decisions, d));
            continue;
        }
        if (cov_fsharp_with_tells_at(&a->with, a->method, offset)) {
            continue;
        }
        CC_TRY(point_of(a, decisions, d->place, &at));
        dec_decision live;
        CC_TRY(cov_dead_arms_drop(a->method, a->values, a->dead.throwing, d, a->me->b->scratch,
                                  &live));
        if (at != NULL && !is_dead(a, d) && live.arm_count > 0) {
            CC_TRY(add_arms(a, &live, at, &arms));
        }
    }
    return CC_OK;
}

/* Marks a point that only repeats another one as phantom. */
static cc_err drop_repeated(const adding *a, dec_decisions *decisions) {
    const mth_method *m = a->method;
    uint32_t index =
        mod_end_of_owner(a->me->module, MD_TOKEN_RID(m->token), m->points, m->point_count);
    if (a->language == PDB_LANG_FSHARP) {
        CC_TRY(cov_closure_repeated_point(a->me->module, m, a->me->b->scratch, &index));
    }
    if (index < m->point_count) {
        decisions->is_phantom[index] = true;
    }
    return CC_OK;
}

static cc_err add_body(measuring *me, cov_body *body) {
    const mth_method *m = &body->method;
    uint32_t rid = MD_TOKEN_RID(m->token);
    const mod_owner *owner = &me->module->owners[rid];
    adding a = {.me = me,
                .method = m,
                .values = body->values,
                .language = body->language,
                .with = body->with};
    me->b->body++;
    CC_TRY(drop_repeated(&a, &body->decisions));
    if (me->b->no_return != NULL) {
        CC_TRY(mod_no_return_insns(me->b->no_return, m, me->b->scratch, &a.dead));
    }
    CC_TRY(class_name(me, owner->type, &a.class_name));
    CC_TRY(mod_method_names(me->module, owner->method != 0 ? owner->method : rid, owner->name,
                            me->b->scratch, &a.name, &a.signature));
    CC_TRY(add_points(&a, &body->decisions));
    if (a.with.role == DEC_ROLE_HANDLER) {
        cov_point *keyword = NULL;
        CC_TRY(with_point(&a, &keyword));
    }
    return add_decisions(&a, &body->decisions);
}

/* --- methods ---------------------------------------------------------------------------------- */

static cc_err add_plan(measuring *me, uint32_t rid, cov_body *body, bool *has_plan) {
    *has_plan = body->err == CC_OK && body->skip == MTH_OK;
    if (body->err != CC_OK) {
        return cc_fail(body->err, "%s", body->why);
    }
    if (body->skip == MTH_OK) {
        return body->values == NULL ? CC_OK : add_body(me, body);
    }
    if (body->skip != MTH_SKIP_NO_BODY && body->skip != MTH_SKIP_NO_POINTS) {
        lose_method(me, rid, body->why, mth_skip_name(body->skip));
    }
    return CC_OK;
}

static cc_err add_method(measuring *me, const cov_measured *measured) {
    const cov_records *refs = &measured->refs;
    uint32_t rid = measured->rid;
    bool has_plan = false;
    if (measured->failed) {
        return cc_fail(CC_E_NOMEM, "out of memory for methods");
    }
    CC_TRY(cov_fsharp_match_join(&me->splice, measured));
    for (int i = 0; i < COV_BODIES; i++) {
        if (measured->bodies[i] != NULL) {
            CC_TRY(add_plan(me, rid, measured->bodies[i], &has_plan));
        }
    }
    if (refs->mismatched > 0) {
        cov_add_lost(me->b, "%s: what ran is not what its image holds (%u of %u records)",
                     full_name(me, rid), refs->mismatched, refs->mismatched + refs->used);
    }
    if (refs->skip != NULL && has_plan) {
        cov_add_lost(me->b, "%s: not instrumented: %s%s%.*s", full_name(me, rid),
                     mth_skip_name((mth_skip)refs->skip->skip),
                     refs->skip->detail.len > 0 ? ": " : "", (int)refs->skip->detail.len,
                     refs->skip->detail.s);
    }
    return CC_OK;
}

static cc_err add_one(measuring *me, const cov_measured *measured, uint32_t rid) {
    const mod_module *module = me->module;
    cc_err err = CC_OK;
    if (module->extents[rid].document == 0) {
        return CC_OK;
    }
    if (measured != NULL) {
        err = add_method(me, measured);
    } else if (module->owners[rid].is_part) {
        err = add_excluded(me, rid);
    }
    err = err == CC_OK ? add_extent(me, rid) : err;
    cc_arena_reset(me->b->scratch);
    if (err != CC_OK && err != CC_E_NOMEM) {
        lose_method(me, rid, cc_error_message(), "");
        return CC_OK;
    }
    return err;
}

static cc_err add_all(measuring *me) {
    cov_pieces *pieces = NULL;
    cov_measured room;
    cc_err err = cov_pieces_open(&pieces, me->b, me->module, me->candidate);
    for (uint32_t rid = 1; err == CC_OK && rid <= me->module->method_count; rid++) {
        const cov_measured *measured = cov_pieces_take(pieces, rid);
        err = cov_fsharp_match_waits(&me->splice, measured) ? CC_OK : add_one(me, measured, rid);
    }
    cov_pieces_close(pieces);
    while (err == CC_OK && cov_fsharp_match_take(&me->splice, &room)) {
        err = add_one(me, &room, room.rid);
    }
    return err;
}

cc_err cov_measure(cov_build *b, mod_module *module, const cov_candidate *candidate) {
    measuring me = {.b = b, .module = module, .candidate = candidate};
    me.sources = CC_NEW_ARRAY(module->arena, cov_source *, (size_t)module->document_count + 1);
    if (me.sources == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for source files");
    }
    b->points.build++;
    if (b->no_return != NULL) {
        CC_TRY(mod_no_return_begin(b->no_return, module->tables));
    }
    CC_TRY(mod_compare_checksums(module));
    CC_TRY(cov_fsharp_match_open(&me.splice, &(cov_reader){b, module, candidate, b->scratch}));
    CC_TRY(add_all(&me));
    cov_tell_missing(b, module);
    return CC_OK;
}
