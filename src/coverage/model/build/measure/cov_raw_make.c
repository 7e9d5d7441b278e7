/* One body: its points and decisions; see cov_raw_make.h. */
#include "coverage/model/build/measure/cov_raw_make.h"

#include "coverage/decision/fsharp/dec_fsharp_closure.h"
#include "coverage/decision/fsharp/dec_fsharp_finally.h"
#include "coverage/decision/fsharp/dec_fsharp_span.h"
#include "coverage/decision/fsharp/dec_fsharp_then.h"
#include "coverage/model/build/measure/cov_arm.h"
#include "coverage/model/build/measure/cov_branch_line.h"
#include "coverage/model/build/measure/cov_frame.h"
#include "coverage/model/build/measure/cov_lambda.h"
#include "coverage/model/build/measure/cov_passed.h"
#include "coverage/model/build/measure/cov_raw_bodies.h"
#include "coverage/model/cov_limits.h"
#include "coverage/module/mod_machine.h"
#include "coverage/module/mod_source.h"

/* --- the assembly ----------------------------------------------------------------------------- */

void cov_raw_maker_open(cov_raw_maker *out, const mod_module *module, mod_no_return *no_return,
                        cov_raw_assembly *assembly, cc_arena *arena, cc_arena *scratch) {
    *out = (cov_raw_maker){.module = module,
                           .no_return = no_return,
                           .assembly = assembly,
                           .arena = arena,
                           .scratch = scratch,
                           .paths = cc_map_new()};
    out->documents = CC_NEW_ARRAY(module->arena, uint32_t, (size_t)module->document_count + 1);
}

void cov_raw_maker_close(cov_raw_maker *maker) {
    cc_map_free(maker->paths);
}

cc_str cov_raw_class_name(cov_raw_maker *maker, uint32_t type) {
    /* a damaged image may have type 0 first */
    if (maker->class_type != type || maker->class_name.len == 0) {
        maker->class_name = mod_class_name(maker->module, type, maker->module->arena);
        maker->class_type = type;
    }
    return maker->class_name;
}

/* --- points ----------------------------------------------------------------------------------- */

static bool is_sane(const pdb_point *p) {
    return p->start_line > 0 && p->end_line >= p->start_line &&
           p->end_line - p->start_line < COV_MAX_POINT_LINES;
}

static cov_span span_of(const pdb_point *p) {
    return (cov_span){p->start_line, p->start_column, p->end_line, p->end_column};
}

void cov_raw_put_point(const cov_raw_maker *k, uint32_t document, cov_span span, uint32_t flags,
                       uint64_t hits) {
    cov_raw_point *point = cov_raw_add_point(k->assembly, k->arena);
    point->document = document;
    point->span = span;
    point->flags = flags;
    point->hits = hits;
}

/* A body that is being made. */
typedef struct making {
    cov_raw_maker *k;
    const mth_method *method;
    const uint64_t *values;
    uint64_t *hits; /* by point of the method */
    /* by point of the method: index in the assembly; COV_RAW_NONE: hidden, phantom or in no file */
    uint32_t *points;
    uint32_t *live;     /* as `points`; COV_RAW_NONE also for dead code */
    bool *is_elsewhere; /* by point: visible, but in no file of the report */
    cov_passed passed;  /* by point */
    mod_dead dead;      /* instructions that are not coverable unless they ran */
    pdb_language language;
    cov_fsharp_with with; /* of a sequence of F# */
    uint32_t keyword;     /* the point of its `with`, as in `points` */
} making;

static uint32_t last_point(const making *a) {
    return a->k->assembly->point_count - 1;
}

/* What may have passed the last point, which is number `index` of the method. A loop whose first
 * point is not in the report gives its hits at once. */
static void note_passed(const making *a, uint32_t index) {
    cov_raw_point *point = &a->k->assembly->points[last_point(a)];
    uint32_t loop = a->passed.loop_of != NULL ? a->passed.loop_of[index] : PROBE_NONE;
    point->is_passed = a->passed.is_passed != NULL && a->passed.is_passed[index];
    point->loop = loop == PROBE_NONE ? COV_RAW_NONE : a->points[loop];
    if (loop != PROBE_NONE && point->loop == COV_RAW_NONE && a->hits[loop] > point->hits) {
        point->hits = a->hits[loop];
    }
}

/* Lines inside the span that hold no code, as comments and what a directive leaves out, are taken
 * from what is around them. */
static void add_gaps(const making *a, const pdb_point *p, uint32_t document) {
    const src_text *text =
        p->end_line - p->start_line > 1 ? mod_source_text(a->k->module, p->document) : NULL;
    for (uint32_t line = p->start_line + 1; text != NULL && line < p->end_line; line++) {
        uint32_t first = line;
        while (line < p->end_line && !src_text_has_code(text, line)) {
            line++;
        }
        if (line > first) {
            cov_raw_put_point(a->k, document, (cov_span){first, 1, line - 1, UINT16_MAX}, 0, 0);
        }
    }
}

static cc_err add_visible(making *a, uint32_t index, bool is_dead) {
    pdb_point p = a->method->points[index];
    if (!is_sane(&p)) {
        return cc_fail(CC_E_FORMAT, "a sequence point spans lines %u to %u", p.start_line,
                       p.end_line);
    }
    bool is_counted_there = a->language == PDB_LANG_FSHARP &&
                            dec_fsharp_span_cut(a->k->module, a->method, &p, a->k->scratch);
    uint32_t document = cov_raw_document_of(a->k, p.document);
    a->is_elsewhere[index] = document == COV_RAW_NONE;
    if (document == COV_RAW_NONE) {
        return CC_OK;
    }
    bool ends_in_keyword = a->language == PDB_LANG_FSHARP && dec_fsharp_then_ends(a->method, index);
    uint32_t flags = COV_RAW_COUNTED | COV_RAW_OWN;
    flags |= is_dead ? COV_RAW_DEAD : 0;
    flags |= ends_in_keyword ? COV_RAW_ENDS_IN_KEYWORD : 0;
    uint64_t hits = is_counted_there ? 0 : a->hits[index];
    cov_raw_put_point(a->k, document, span_of(&p), flags, hits);
    note_passed(a, index);
    a->points[index] = last_point(a);
    a->live[index] = is_dead ? COV_RAW_NONE : last_point(a);
    add_gaps(a, &p, document);
    return CC_OK;
}

/* The keyword `finally` ran where its code did, also where that code has no point. */
static void add_finally(const making *a) {
    const pdb_point **keywords = NULL;
    dec_fsharp_finally_points(a->k->module, a->method, a->k->scratch, &keywords);
    for (uint32_t i = 0; keywords != NULL && i < a->method->point_count; i++) {
        const pdb_point *p = keywords[i];
        if (p != NULL && a->points[i] != COV_RAW_NONE && is_sane(p)) {
            uint32_t document = a->k->assembly->points[a->points[i]].document;
            cov_raw_put_point(a->k, document, span_of(p), COV_RAW_COUNTED, a->hits[i]);
        }
    }
}

static void prepare_points(making *a, const dec_decisions *decisions) {
    const mth_method *m = a->method;
    const cov_passing passing = {m, a->values, a->language, a->k->module->is_optimised};
    a->hits = cov_point_hits(m, decisions, a->values, a->k->scratch);
    a->points = CC_NEW_ARRAY(a->k->scratch, uint32_t, m->point_count);
    a->live = CC_NEW_ARRAY(a->k->scratch, uint32_t, m->point_count);
    a->is_elsewhere = CC_NEW_ARRAY(a->k->scratch, bool, m->point_count);
    for (uint32_t i = 0; i < m->point_count; i++) {
        a->points[i] = a->live[i] = COV_RAW_NONE;
    }
    cov_passed_find(&passing, a->hits, &a->passed, a->k->scratch);
}

static void add_end(const making *a, uint32_t document, uint32_t line, uint32_t column,
                    uint64_t hits) {
    cov_span span = {line, column, line, column + 1};
    cov_raw_put_point(a->k, document, span, COV_RAW_COUNTED | COV_RAW_OWN, hits);
}

/* What encloses the body of a lambda is the lambda's, and not code of the statement around it, also
 * where it has no points: in optimised code, and where the compiler puts the end elsewhere
 * (mod_end_of_owner()). */
static void add_ends(const making *a, const cov_frame *frame) {
    uint32_t rid = MD_TOKEN_RID(a->method->token);
    const mod_extent *points = &a->k->module->extents[rid];
    const mod_extent e = cov_lambda_extent(a->k->module, rid);
    bool has_start = e.start_line == points->start_line && e.start_column == points->start_column;
    bool has_end = e.end_line == points->end_line && e.end_column == points->end_column;
    if (has_start && has_end) {
        return;
    }
    uint32_t document = cov_raw_document_of(a->k, e.document);
    if (document == COV_RAW_NONE) {
        return;
    }
    if (!has_start) {
        add_end(a, document, e.start_line, e.start_column, cov_count_begun(frame));
    }
    cov_returned returned = cov_count_returned(frame);
    if (has_end || !returned.is_possible) {
        return;
    }
    add_end(a, document, e.end_line, e.end_column - 1, returned.hits);
}

/* Dead code that was hit nevertheless is shown, whatever the attributes of the calls before it
 * are. */
static cc_err add_points(making *a, const dec_decisions *decisions) {
    const mth_method *m = a->method;
    prepare_points(a, decisions);
    for (uint32_t i = 0; i < m->point_count; i++) {
        if (m->points[i].hidden || decisions->is_phantom[i] ||
            cov_fsharp_with_tells(&a->with, &m->points[i])) {
            continue;
        }
        uint32_t insn = il_insn_at(&m->body, m->points[i].offset);
        if (a->dead.ways_out != NULL && a->dead.ways_out[insn]) {
            continue;
        }
        CC_TRY(add_visible(a, i, a->dead.all != NULL && a->dead.all[insn]));
        bool is_long = m->points[i].end_line > m->points[i].start_line;
        if (is_long && a->language == PDB_LANG_FSHARP) {
            cov_raw_take_bodies(a->k, &m->points[i]);
        }
    }
    if (a->language == PDB_LANG_FSHARP) {
        add_finally(a);
    }
    return CC_OK;
}

/* --- decisions -------------------------------------------------------------------------------- */

/* The line of the point that the arm leads to at once, when that is in the file of the decision. */
static uint32_t line_of_arm(const making *a, const dec_decision_arm *arm, uint32_t document) {
    const pdb_point *target = cov_arm_target(a->method, arm);
    bool is_same_file = target != NULL && target->document <= a->k->module->document_count &&
                        a->k->documents[target->document] == document + 1;
    return is_same_file ? target->start_line : 0;
}

/* The point ran at least so often. Points of one place in a body are united after the parts of a
 * session are added up. */
static void repeat_point(const making *a, uint32_t index, uint64_t hits) {
    const cov_raw_point point = a->k->assembly->points[index];
    uint32_t flags = point.flags & (COV_RAW_COUNTED | COV_RAW_DEAD);
    cov_raw_put_point(a->k, point.document, point.span, flags, hits);
}

/* The point was reached at least as often as the condition was tested, also where a part of it that
 * lost its point ran alone: `when Option.isSome x || F ()` of optimised F# code has a point for F
 * only. When the condition of a rule of a match fails, two arms count. */
static void reach_point(const making *a, const dec_decision *d, uint32_t index) {
    if (!d->is_switch) {
        repeat_point(a, index, cov_decision_value(a->values, d));
        return;
    }
    for (uint32_t i = 0; i < d->arm_count; i++) {
        repeat_point(a, index, cov_arm_value(a->values, d, i));
    }
}

/* A decision and its arms, shown at the point. */
static void add_decision(const making *a, const dec_decision *d, uint32_t point) {
    cov_raw_assembly *assembly = a->k->assembly;
    cov_raw_decision *decision = cov_raw_add_decision(assembly, a->k->arena);
    decision->point = point;
    decision->is_switch = d->is_switch;
    decision->is_dead = a->dead.all != NULL && a->dead.all[d->insn];
    decision->test = d->test;
    decision->holds = d->holds;
    for (uint32_t i = 0; i < d->arm_count; i++) {
        cov_raw_arm *arm = cov_raw_add_arm(assembly, a->k->arena);
        arm->place = d->places == NULL ? 0 : d->places[i];
        arm->line = line_of_arm(a, &d->arms[i], assembly->points[point].document);
        arm->is_dead = a->dead.throwing != NULL &&
                       cov_arm_only_throws(a->method, a->dead.throwing, &d->arms[i]);
        arm->is_taken = cov_arm_taken(a->values, d, i);
    }
    if (d->is_in_condition) {
        reach_point(a, d, point);
    }
}

/* Adds a point in the document with this row of the PDB; COV_RAW_NONE: it is in no file of the report. */
static uint32_t put_in(const making *a, uint32_t row, cov_span span, uint32_t flags,
                       uint64_t hits) {
    uint32_t document = cov_raw_document_of(a->k, row);
    if (document == COV_RAW_NONE) {
        return COV_RAW_NONE;
    }
    cov_raw_put_point(a->k, document, span, flags, hits);
    return last_point(a);
}

/* The point at which a decision is shown, as far as only `points` are; COV_RAW_NONE: none. When it
 * has the line of another body's point, it gets an empty point of its own: the branches of a point
 * are the branches of one body. */
static uint32_t point_of(const making *a, const dec_decisions *decisions, uint32_t insn,
                         const uint32_t *points) {
    const cov_branch_context context = {
        a->k->module,    a->method,   a->k->assembly,        points,
        a->is_elsewhere, a->language, decisions->first_part, a->k->scratch};
    const cov_branch_line at = cov_branch_line_find(&context, insn);
    cov_span span = {at.line, at.column, at.line, at.column};
    uint32_t own = at.line == 0 ? COV_RAW_NONE : put_in(a, at.document, span, 0, 0);
    return own == COV_RAW_NONE ? at.point : own;
}

/* A switch statement without a point of its own gets one: what the source has at its head. */
static uint32_t head_point(const making *a, const dec_decision *d) {
    cov_span span = {d->head->head.line, d->head->head.column, d->head->head_end.line,
                     d->head->head_end.column};
    uint64_t hits = cov_nodes_value(a->values, &d->reached);
    uint32_t document = cov_raw_document_of(a->k, d->document);
    if (document == COV_RAW_NONE || span.end_line - span.start_line >= COV_MAX_POINT_LINES) {
        return COV_RAW_NONE;
    }
    bool is_dead = a->dead.all != NULL && a->dead.all[d->insn];
    cov_raw_put_point(a->k, document, span,
                      COV_RAW_COUNTED | COV_RAW_OWN | (is_dead ? COV_RAW_DEAD : 0), hits);
    return last_point(a);
}

/* Behind a point of dead code that did not run, which is not coverable, a decision is shown where
 * live code is. */
static void add_placed(const making *a, const dec_decisions *decisions, const dec_decision *d) {
    cov_raw_assembly *assembly = a->k->assembly;
    uint32_t otherwise = COV_RAW_NONE;
    uint32_t point =
        d->head != NULL ? head_point(a, d) : point_of(a, decisions, d->place, a->points);
    if (point == COV_RAW_NONE) {
        return;
    }
    if (d->head == NULL && (assembly->points[point].flags & COV_RAW_DEAD) != 0) {
        otherwise = point_of(a, decisions, d->place, a->live);
    }
    add_decision(a, d, point);
    assembly->decisions[assembly->decision_count - 1].otherwise = otherwise;
}

/* The keyword `with` of a sequence: a point on its line, before the first rule. */
static uint32_t with_point(const making *a) {
    const mod_extent *e = &a->k->module->extents[MD_TOKEN_RID(a->method->token)];
    bool is_beside = e->start_line == a->with.line && e->start_column > 1;
    uint32_t column = is_beside ? e->start_column - 1 : 1;
    cov_span span = {a->with.line, column, a->with.line, column + 1};
    return put_in(a, e->document, span, COV_RAW_COUNTED | COV_RAW_OWN, a->with.asked);
}

/* Which rule took the exception, or that none did, which only the filter shows. */
static void add_choice(const making *a, const dec_decisions *decisions, const dec_decision *d) {
    cov_raw_assembly *assembly = a->k->assembly;
    if (a->keyword == COV_RAW_NONE) {
        return;
    }
    add_decision(a, d, a->keyword);
    const cov_raw_decision *added = &assembly->decisions[assembly->decision_count - 1];
    for (uint32_t i = 0; a->with.is_passed && i < d->arm_count; i++) {
        cov_raw_arm *arm = &assembly->arms[added->first_arm + i];
        arm->is_taken = arm->is_taken || cov_fsharp_with_is_passed(decisions, &d->arms[i]);
    }
}

static void add_decisions(const making *a, const dec_decisions *decisions) {
    for (uint32_t i = 0; i < decisions->count; i++) {
        const dec_decision *d = &decisions->items[i];
        uint32_t offset = a->method->body.insns[d->place].offset;
        if (a->with.role == DEC_ROLE_HANDLER &&
            cov_fsharp_with_is_choice(a->method, decisions, i)) {
            add_choice(a, decisions, d);
            continue;
        }
        if (cov_fsharp_with_tells_at(&a->with, a->method, offset)) {
            continue;
        }
        add_placed(a, decisions, d);
    }
}

/* --- bodies ------------------------------------------------------------------------------------- */

/* Marks a point that only repeats another one as phantom. */
static void drop_repeated(const making *a, dec_decisions *decisions) {
    const mth_method *m = a->method;
    uint32_t index =
        mod_end_of_owner(a->k->module, MD_TOKEN_RID(m->token), m->points, m->point_count);
    if (a->language == PDB_LANG_FSHARP) {
        index = dec_closure_repeated_point(a->k->module, m, a->k->scratch);
    }
    if (index < m->point_count) {
        decisions->is_phantom[index] = true;
    }
}

static void name_body(const making *a, cov_raw_body *body) {
    const mod_module *m = a->k->module;
    uint32_t rid = MD_TOKEN_RID(a->method->token);
    const mod_owner *owner = &m->owners[rid];
    body->type = cov_raw_class_name(a->k, owner->type);
    mod_method_names(m, owner->method != 0 ? owner->method : rid, owner->name, a->k->scratch,
                     &body->name, &body->signature);
}

static cov_raw_body *begin_body(const cov_raw_maker *k, uint32_t rid) {
    cov_raw_body *body = cov_raw_add_body(k->assembly, k->arena);
    body->token = MD_TOKEN(MD_METHODDEF, rid);
    return body;
}

/* What belongs to the body and has no point. */
static void add_rest(const making *a, const dec_decisions *decisions) {
    bool is_machine = mod_machine_of(a->k->module->tables, a->method->token) == MOD_MACHINE_CLASS;
    uint32_t document = a->k->module->extents[MD_TOKEN_RID(a->method->token)].document;
    const cov_frame frame = {.method = a->method,
                             .decisions = decisions,
                             .is_machine = is_machine,
                             .values = a->values,
                             .hits = a->hits,
                             .text = mod_source_text(a->k->module, document)};
    if (a->language == PDB_LANG_FSHARP) {
        cov_raw_add_rest(a->k, &frame);
    } else {
        add_ends(a, &frame);
    }
}

static cc_err fill_body(making *a, cov_body *body) {
    drop_repeated(a, &body->decisions);
    CC_TRY(mod_no_return_insns(a->k->no_return, a->method, a->k->scratch, &a->dead));
    CC_TRY(add_points(a, &body->decisions));
    add_rest(a, &body->decisions);
    a->keyword = a->with.role == DEC_ROLE_HANDLER ? with_point(a) : COV_RAW_NONE;
    add_decisions(a, &body->decisions);
    return CC_OK;
}

cc_err cov_raw_make_body(cov_raw_maker *k, cov_body *body) {
    making a = {.k = k,
                .method = &body->method,
                .values = body->values,
                .language = body->language,
                .with = body->with};
    name_body(&a, begin_body(k, MD_TOKEN_RID(body->method.token)));
    /* What was added before an error stays: those lines are known. */
    cc_err err = fill_body(&a, body);
    cov_raw_end_body(k->assembly);
    return err;
}

void cov_raw_make_excluded(cov_raw_maker *k, uint32_t rid) {
    pdb_point *points = NULL;
    uint32_t count = 0;
    if (pdb_get_points(k->module->pdb, rid, k->scratch, &points, &count) != CC_OK) {
        return; /* damaged, and not in the report anyway */
    }
    (void)begin_body(k, rid);
    for (uint32_t i = 0; i < count; i++) {
        if (points[i].hidden || !is_sane(&points[i])) {
            continue;
        }
        uint32_t document = cov_raw_document_of(k, points[i].document);
        if (document != COV_RAW_NONE) {
            cov_raw_put_point(k, document, span_of(&points[i]), 0, 0);
        }
    }
    cov_raw_end_body(k->assembly);
}

static mod_extent extent_of(cov_raw_maker *k, uint32_t rid) {
    const src_text *text = mod_source_text(k->module, k->module->extents[rid].document);
    bool is_fsharp = text != NULL && text->language == SRC_LANGUAGE_FSHARP;
    return is_fsharp ? cov_raw_body_extent(k, rid) : cov_lambda_extent(k->module, rid);
}

void cov_raw_make_extent(cov_raw_maker *k, uint32_t rid) {
    if (!cov_lambda_has_extent(k->module, rid)) {
        return;
    }
    const mod_extent e = extent_of(k, rid);
    uint32_t document = cov_raw_document_of(k, e.document);
    if (document == COV_RAW_NONE) {
        return;
    }
    (void)begin_body(k, rid);
    cov_span span = {e.start_line, e.start_column, e.end_line, e.end_column};
    cov_raw_put_point(k, document, span, COV_RAW_LAMBDA, 0);
    k->assembly->points[k->assembly->point_count - 1].lead =
        cov_lambda_lead(k->module, rid, k->scratch);
    cov_raw_end_body(k->assembly);
}
