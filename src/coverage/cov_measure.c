/* One module: every method that has code of the user, run or not, with its points and decisions;
 * the counters of all processes added up where their plan is ours. See cov_build.h. */
#include <string.h>

#include "coverage/cov_build.h"
#include "coverage/cov_name.h"
#include "coverage/cov_sum.h"
#include "coverage/idiom/cov_idiom.h"
#include "method/mth.h"

typedef struct measuring {
    cov_build *b;
    cov_module *module;
    const cov_candidate *candidate;
    uint32_t next_ref;
    cov_source **sources; /* by Document rid; NULL: not in the report, or not asked for yet */
    cc_str class_name;    /* of class_type */
    uint32_t class_type;
} measuring;

/* The records of one method, and what became of them. */
typedef struct method_refs {
    const cov_ref *refs;
    uint32_t count;
    uint32_t used;
    uint32_t mismatched;
    const cov_method_data *skip; /* NULL: none */
} method_refs;

/* --- names ------------------------------------------------------------------------------------ */

static cc_err keep(cc_arena *arena, cc_buf *text, cc_str *out) {
    char *copy = cc_buf_ok(text) ? cc_arena_strdup(arena, cc_buf_str(text)) : NULL;
    size_t length = text->len;
    cc_buf_free(text);
    *out = (cc_str){copy, length};
    return copy != NULL ? CC_OK : cc_fail(CC_E_NOMEM, "out of memory for a name");
}

/* Names that metadata does not give are made from the token: a damaged name loses no lines. */
static cc_err class_name(measuring *me, uint32_t type, cc_str *out) {
    cc_buf name = {0};
    if (me->class_type == type) {
        *out = me->class_name;
        return CC_OK;
    }
    if (md_type_name(me->module->tables, MD_TOKEN(MD_TYPEDEF, type), &name) != CC_OK) {
        cc_buf_clear(&name);
        cc_buf_printf(&name, "type 0x%08x", MD_TOKEN(MD_TYPEDEF, type));
    }
    CC_TRY(keep(me->module->arena, &name, out));
    cc_str shown = cov_name_shown(*out);
    *out = shown;
    me->class_type = type;
    me->class_name = shown;
    return CC_OK;
}

/* Arity in the name; the result of conversions in the signature, for nothing else tells them
 * apart. */
static cc_err method_names(measuring *me, uint32_t rid, cc_str given, cc_str *name,
                           cc_str *signature) {
    const md_tables *t = me->module->tables;
    cc_buf text = {0};
    cc_buf sig = {0};
    md_methoddef row;
    uint32_t arity = 0;
    bool known = md_get_methoddef(t, rid, &row) == CC_OK;
    cc_str own = known ? row.name : CC_STR("?");
    cc_buf_str_put(&text, given.len > 0 ? given : own);
    if (md_find(t, MD_GENERIC_PARAM, 2, MD_TOKEN(MD_METHODDEF, rid), &arity) != 0 && arity > 0) {
        cc_buf_printf(&text, "`%u", arity);
    }
    if (!known || md_signature_name(t, rid, &sig) != CC_OK) {
        cc_buf_clear(&sig);
        cc_buf_printf(&sig, "(0x%08x)", MD_TOKEN(MD_METHODDEF, rid));
    }
    bool converts = cc_str_eqz(own, "op_Implicit") || cc_str_eqz(own, "op_Explicit");
    if (converts && md_return_name(t, rid, &sig) != CC_OK) {
        cc_buf_printf(&sig, "0x%08x", MD_TOKEN(MD_METHODDEF, rid));
    }
    cc_err err = keep(me->b->scratch, &text, name);
    cc_err second = keep(me->b->scratch, &sig, signature);
    return err != CC_OK ? err : second;
}

static const char *full_name(measuring *me, uint32_t rid) {
    cc_str type = {"?", 1};
    cc_str name = {"?", 1};
    cc_str signature = {"", 0};
    uint32_t owner = md_owner_of_method(me->module->tables, rid);
    if (class_name(me, owner, &type) != CC_OK ||
        method_names(me, rid, CC_STR(""), &name, &signature) != CC_OK) {
        return "a method";
    }
    const char *text = cc_arena_printf(
        me->b->arena, "%.*s: %.*s.%.*s%.*s", (int)me->module->name.len, me->module->name.s,
        (int)type.len, type.s, (int)name.len, name.s, (int)signature.len, signature.s);
    return text == NULL ? "a method" : text;
}

/* `why` is kept first: naming the method may set another message. */
static void lose_method(measuring *me, uint32_t rid, const char *why, const char *reason) {
    const char *kept = cc_arena_printf(me->b->arena, "%s", why);
    const char *name = full_name(me, rid);
    cov_lose(me->b, "%s: %s%s%s%s", name, kept == NULL ? "" : kept, reason[0] == 0 ? "" : " (",
             reason, reason[0] == 0 ? "" : ")");
}

/* --- sources ---------------------------------------------------------------------------------- */

static cc_err source_for(cov_build *b, const cov_place *place, cov_source **out) {
    void **slot = cc_map_put_str(b->sources, place->path);
    if (slot != NULL && *slot == NULL) {
        cov_source *source = CC_NEW(b->arena, cov_source);
        char *path = cc_arena_strdup(b->arena, place->path);
        if (source != NULL && path != NULL) {
            source->path = cc_strz(path);
            source->is_outside_root = place->kind == COV_PLACE_OUTSIDE;
            source->points.arena = b->arena;
            *slot = source;
        }
    }
    *out = slot == NULL ? NULL : (cov_source *)*slot;
    return *out != NULL ? CC_OK : cc_fail(CC_E_NOMEM, "out of memory for source files");
}

static cc_err document_source(measuring *me, uint32_t document, cov_source **out) {
    *out = NULL;
    if (document == 0 || document > me->module->document_count) {
        return CC_OK;
    }
    const cov_place *place = me->module->places[document];
    if (place->kind == COV_PLACE_MISSING) {
        return CC_OK;
    }
    if (me->sources[document] == NULL) {
        pdb_document doc;
        CC_TRY(source_for(me->b, place, &me->sources[document]));
        if (pdb_get_document(me->module->pdb, document, me->module->arena, &doc) == CC_OK &&
            cov_sum_compare(&doc, place->file) == COV_SUM_CHANGED) {
            me->sources[document]->is_changed = true;
        }
    }
    *out = me->sources[document];
    return CC_OK;
}

/* --- adding what a body says ------------------------------------------------------------------ */

typedef struct adding {
    measuring *me;
    const mth_method *method;
    const uint64_t *values;
    cc_str class_name, name, signature;
    cov_source *source; /* of `shape` */
    cov_shape_method *shape;
    cov_point **points; /* by point; NULL: hidden, phantom or in no file */
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

static cc_err add_points(adding *a, const cov_decisions *decisions) {
    cov_build *b = a->me->b;
    const mth_method *m = a->method;
    a->points = CC_NEW_ARRAY(b->scratch, cov_point *, m->point_count);
    for (uint32_t i = 0; a->points != NULL && i < m->point_count; i++) {
        const pdb_point *p = &m->points[i];
        cov_source *source = NULL;
        if (p->hidden || decisions->is_phantom[i]) {
            continue;
        }
        if (!is_sane(p)) {
            return cc_fail(CC_E_FORMAT, "a sequence point spans lines %u to %u", p->start_line,
                           p->end_line);
        }
        CC_TRY(document_source(a->me, p->document, &source));
        if (source == NULL) {
            continue;
        }
        CC_TRY(shape_for(a, source));
        cov_span span = {p->start_line, p->start_column, p->end_line, p->end_column};
        cov_point *point = cov_point_at(&b->points, source, &span);
        uint32_t node = m->plan->node_of_point[i];
        if (point == NULL) {
            return cc_fail(CC_E_NOMEM, "out of memory for points");
        }
        cov_point_add(point, b->body, node == PROBE_NONE ? 0 : a->values[node]);
        cov_list_add(&a->shape->points, point);
        a->points[i] = point;
    }
    return a->points != NULL ? CC_OK : cc_fail(CC_E_NOMEM, "out of memory for points");
}

/* An excluded lambda or local function inside an included method takes its lines out of the
 * method's. */
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

static cc_err add_arms(adding *a, const cov_decision *d, cov_point *point) {
    cov_build *b = a->me->b;
    cov_arms *arms = cov_point_branch(&b->points, point, b->body, d->arm_count, d->is_switch);
    if (arms == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for branches");
    }
    for (uint32_t i = 0; i < d->arm_count; i++) {
        for (uint32_t k = 0; k < d->arms[i].node_count && !arms->taken[i]; k++) {
            arms->taken[i] = a->values[d->arms[i].nodes[k]] > 0 ? 1 : 0;
        }
    }
    CC_TRY(shape_for(a, point->source));
    cov_list_add(&a->shape->arms, arms);
    return CC_OK;
}

/* A branch stands at the last point at or before it; before all points, at the first one. */
static cc_err add_decisions(adding *a, const cov_decisions *decisions) {
    const mth_method *m = a->method;
    cov_point *at = NULL;
    uint32_t next = 0;
    for (uint32_t i = 0; i < m->point_count && at == NULL; i++) {
        at = a->points[i];
    }
    for (uint32_t i = 0; i < decisions->count && at != NULL; i++) {
        uint32_t offset = m->body.units[decisions->items[i].unit].offset;
        for (; next < m->point_count && m->points[next].offset <= offset; next++) {
            at = a->points[next] != NULL ? a->points[next] : at;
        }
        CC_TRY(add_arms(a, &decisions->items[i], at));
    }
    return CC_OK;
}

static cc_err add_body(measuring *me, const mth_method *m, const uint64_t *values) {
    uint32_t rid = MD_TOKEN_RID(m->token);
    const cov_home *home = &me->module->homes[rid];
    adding a = {.me = me, .method = m, .values = values};
    cov_decisions decisions;
    pdb_document document;
    cov_decide_options options = {PDB_LANG_OTHER, me->b->request->raw_branches};
    me->b->body++;
    if (pdb_get_document(me->module->pdb, me->module->extents[rid].document, me->b->scratch,
                         &document) == CC_OK) {
        options.language = document.language;
    }
    CC_TRY(cov_decide(&decisions, m, me->module->tables, &options, me->b->scratch));
    CC_TRY(class_name(me, home->type, &a.class_name));
    CC_TRY(method_names(me, home->method != 0 ? home->method : rid, home->name, &a.name,
                        &a.signature));
    CC_TRY(add_points(&a, &decisions));
    return add_decisions(&a, &decisions);
}

/* --- counters --------------------------------------------------------------------------------- */

/* Adds the counters of all records that were made with this plan. */
static void sum_counters(measuring *me, const mth_method *m, bool plan_all, method_refs *refs,
                         uint64_t *counters) {
    for (uint32_t i = 0; i < refs->count; i++) {
        const cov_counters *file = me->b->files[refs->refs[i].file];
        const cov_method_data *data = &file->methods[refs->refs[i].method];
        if (data->is_skip || data->record.plan_all != plan_all) {
            continue;
        }
        if (data->record.plan_key != m->key || data->record.count != m->plan->counter_count) {
            refs->mismatched++;
            continue;
        }
        refs->used++;
        for (uint32_t k = 0; k < m->plan->counter_count; k++) {
            counters[k] = cov_add_saturated(counters[k], cov_counter_value(file, data, k));
        }
    }
}

static uint32_t count_refs(const measuring *me, method_refs *refs, bool plan_all) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < refs->count; i++) {
        const cov_method_data *data =
            &me->b->files[refs->refs[i].file]->methods[refs->refs[i].method];
        if (data->is_skip) {
            refs->skip = data;
        } else if (data->record.plan_all == plan_all) {
            count++;
        }
    }
    return count;
}

static cc_err add_plan(measuring *me, uint32_t rid, bool plan_all, method_refs *refs,
                       bool *has_plan) {
    probe_options options = {.all = plan_all};
    mth_method m;
    mth_skip skip = MTH_OK;
    cc_arena *scratch = me->b->scratch;
    cc_err err = mth_open(&m, &skip, me->module->image, me->module->pdb,
                          MD_TOKEN(MD_METHODDEF, rid), (cc_span){NULL, 0}, &options, scratch);
    CC_TRY(err);
    *has_plan = skip == MTH_OK;
    if (skip != MTH_OK) {
        if (skip != MTH_SKIP_NO_BODY && skip != MTH_SKIP_NO_POINTS) {
            lose_method(me, rid, cc_error_message(), mth_skip_name(skip));
        }
        return CC_OK;
    }
    uint64_t *counters = CC_NEW_ARRAY(scratch, uint64_t, m.plan->counter_count);
    uint64_t *values = CC_NEW_ARRAY(scratch, uint64_t, m.plan->node_count);
    if (counters == NULL || values == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for counters");
    }
    sum_counters(me, &m, plan_all, refs, counters);
    /* Nothing is said about a method whose only data do not fit, or which was left alone. */
    bool is_unknown = refs->used == 0 && (refs->mismatched > 0 || refs->skip != NULL);
    if (is_unknown) {
        return CC_OK;
    }
    CC_TRY(probe_values(m.plan, counters, values));
    return add_body(me, &m, values);
}

static cc_err measure_method(measuring *me, uint32_t rid, method_refs *refs) {
    bool has_plan = false;
    uint32_t all = count_refs(me, refs, true);
    uint32_t plain = count_refs(me, refs, false);
    if (plain > 0 || all == 0) {
        CC_TRY(add_plan(me, rid, false, refs, &has_plan));
    }
    if (all > 0) {
        CC_TRY(add_plan(me, rid, true, refs, &has_plan));
    }
    if (refs->mismatched > 0) {
        cov_lose(me->b, "%s: what ran is not what its image holds (%u of %u records)",
                 full_name(me, rid), refs->mismatched, refs->mismatched + refs->used);
    }
    if (refs->skip != NULL && has_plan) {
        cov_lose(me->b, "%s: not instrumented: %s%s%.*s", full_name(me, rid),
                 mth_skip_name((mth_skip)refs->skip->skip), refs->skip->detail.len > 0 ? ": " : "",
                 (int)refs->skip->detail.len, refs->skip->detail.s);
    }
    return CC_OK;
}

/* The refs of the next method, in step with increasing rids. */
static method_refs refs_of(measuring *me, uint32_t rid) {
    const cov_candidate *c = me->candidate;
    uint32_t token = MD_TOKEN(MD_METHODDEF, rid);
    while (me->next_ref < c->ref_count && c->refs[me->next_ref].token < token) {
        me->next_ref++;
    }
    method_refs refs = {.refs = c->refs == NULL ? NULL : c->refs + me->next_ref};
    while (me->next_ref < c->ref_count && c->refs[me->next_ref].token == token) {
        me->next_ref++;
        refs.count++;
    }
    return refs;
}

/* Some method's code comes from the document: generated files of attributes have none. */
static bool has_code(const cov_module *m, uint32_t document) {
    for (uint32_t rid = 1; rid <= m->method_count; rid++) {
        if (m->extents[rid].document == document) {
            return true;
        }
    }
    return false;
}

static void tell_missing(measuring *me) {
    const cov_module *m = me->module;
    cc_buf names = {0};
    uint32_t missing = 0;
    for (uint32_t d = 1; d <= m->document_count; d++) {
        pdb_document document;
        if (m->places[d]->kind == COV_PLACE_MISSING && !pdb_has_embedded_source(m->pdb, d) &&
            has_code(m, d) && pdb_get_document(m->pdb, d, m->arena, &document) == CC_OK &&
            ++missing <= 3) {
            cc_buf_puts(&names, missing > 1 ? ", " : "");
            cc_buf_str_put(&names, document.name);
        }
    }
    if (missing > 0 && cc_buf_ok(&names)) {
        cov_warn(me->b, "%.*s: %u source file%s not found and not in the report: %.*s%s",
                 (int)m->name.len, m->name.s, missing, missing == 1 ? "" : "s", (int)names.len,
                 (const char *)names.data, missing > 3 ? ", ..." : "");
    }
    cc_buf_free(&names);
}

cc_err cov_measure(cov_build *b, cov_module *module, const cov_candidate *candidate) {
    measuring me = {.b = b, .module = module, .candidate = candidate};
    me.sources = CC_NEW_ARRAY(module->arena, cov_source *, (size_t)module->document_count + 1);
    if (me.sources == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for source files");
    }
    for (uint32_t rid = 1; rid <= module->method_count; rid++) {
        method_refs refs = refs_of(&me, rid);
        if (module->extents[rid].document == 0) {
            continue;
        }
        cc_err err = CC_OK;
        if (!module->is_excluded[rid]) {
            err = measure_method(&me, rid, &refs);
        } else if (module->homes[rid].is_part) {
            err = add_excluded(&me, rid);
        }
        cc_arena_reset(b->scratch);
        if (err == CC_E_NOMEM) {
            return err;
        }
        if (err != CC_OK) {
            lose_method(&me, rid, cc_error_message(), "");
        }
    }
    tell_missing(&me);
    return CC_OK;
}
