/* Methods: from the original body to the published new one. See prof.h.
 *
 * The library plans a method once. Threads that handle one method at one time each make a body. All
 * set the first published body: no thread waits, no lock is held. Work memory is an arena that the
 * callback returns at the end; the result is one block that is freed with its image. */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profiler/prof_body.h"
#include "profiler/prof_exact.h"
#include "profiler/prof_work.h"
#include "rewriter/il/flow.h"
#include "rewriter/rewrite/rw.h"

enum { MAP_NONE = 0, MAP_BEING_SET = 1, MAP_SET = 2 };

/* The published results for methods that are not instrumented, one per reason. */
static const prof_body left_alone[] = {
    [MTH_SKIP_NO_BODY] = {.skip = MTH_SKIP_NO_BODY},
    [MTH_SKIP_NO_POINTS] = {.skip = MTH_SKIP_NO_POINTS},
    [MTH_SKIP_BAD_BODY] = {.skip = MTH_SKIP_BAD_BODY},
    [MTH_SKIP_BAD_POINTS] = {.skip = MTH_SKIP_BAD_POINTS},
    [MTH_SKIP_BAD_METADATA] = {.skip = MTH_SKIP_BAD_METADATA},
    [MTH_SKIP_LIMIT] = {.skip = MTH_SKIP_LIMIT},
    [MTH_SKIP_REWRITE] = {.skip = MTH_SKIP_REWRITE},
    [MTH_SKIP_RUNTIME] = {.skip = MTH_SKIP_RUNTIME},
};

uint32_t prof_method_row(const prof_module *module, uint32_t token) {
    uint32_t row = MD_TOKEN_RID(token);
    bool is_one = module->image != NULL && MD_TOKEN_TABLE(token) == MD_METHODDEF &&
                  row <= module->image->method_count;
    return is_one ? row : 0;
}

static cc_err shorten(rw_result *result, const mth_method *method, cc_arena *arena) {
    uint32_t *points = CC_NEW_ARRAY(arena, uint32_t, method->point_count);
    if (points == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    for (uint32_t i = 0; i < method->point_count; i++) {
        points[i] = method->points[i].offset;
    }
    result->map_count =
        rw_shorten_map(result->map, result->map_count, &method->body, points, method->point_count);
    return CC_OK;
}

/* Every offset of the code belongs to one point. */
static bool has_one_point(const mth_method *method) {
    uint32_t visible = 0;
    for (uint32_t i = 0; i < method->point_count; i++) {
        visible += !method->points[i].hidden;
    }
    return visible == 1 && method->points[0].offset == 0 && !method->points[0].hidden;
}

/* A frame of the method may be in a stack trace with a wrong line if the runtime takes offsets in
 * the new code for offsets in the old code. Only then does the runtime get the map: it looks for
 * maps in chains that grow with their number, at each new map and each compile. A method that
 * neither calls nor throws is in no trace, and with one point every offset has one line. */
static bool needs_map(const mth_method *method) {
    if (has_one_point(method)) {
        return false;
    }
    for (uint32_t i = 0; i < method->body.insn_count; i++) {
        if (method->body.insns[i].may_throw) {
            return true;
        }
    }
    return false;
}

/* Returns the body in the image, if it is short, without branches and clauses, and needs no map
 * (see prof_erase.c); otherwise empty. */
static cc_span restorable(const prof_image *image, const mth_method *method) {
    enum { LONGEST_INLINED = 100 }; /* the JIT inlines nothing larger */
    const cc_span none = {NULL, 0};
    if (method->body.code.len > LONGEST_INLINED || method->body.clause_count > 0 ||
        needs_map(method)) {
        return none;
    }
    for (uint32_t i = 0; i < method->body.insn_count; i++) {
        il_flow flow = (il_flow)method->body.insns[i].flow;
        if (flow != IL_FLOW_NEXT && flow != IL_FLOW_CALL && flow != IL_FLOW_RETURN) {
            return none;
        }
    }
    md_methoddef row;
    cc_span body;
    const md_tables *tables = md_image_tables(image->image);
    bool is_there = md_get_methoddef(tables, MD_TOKEN_RID(method->token), &row) == CC_OK &&
                    md_image_at_rva(image->image, row.rva, &body) == CC_OK &&
                    cc_span_slice(body, 0, method->body.total_size, &body);
    return is_there ? body : none;
}

static bool wants_verify(const prof_profiler *p) {
#ifdef NDEBUG
    return p->session.settings.verify;
#else
    (void)p;
    return true;
#endif
}

/* A frame of a loop may last as long as the process, and a new compile of the method does not
 * replace it (prof_hot.c). Several threads that run one loop must not store into one place all the
 * time. Code outside of loops runs once per call and needs no check. */
static bool needs_check(const prof_profiler *p, const prof_image *image, const il_body *body) {
    bool lasts = !image->is_optimised || p->is_attached;
    return image->probe.kind == RW_PROBE_STORE && lasts && flow_has_loop(body);
}

/* Makes the new body, and its map for the runtime: empty if it needs none. */
static mth_skip rewrite_with(const prof_profiler *p, const prof_image *image,
                             const mth_method *method, rw_probe probe, cc_arena *arena,
                             rw_result *out) {
    if (needs_check(p, image, &method->body)) {
        probe.kind = RW_PROBE_CHECKED;
    }
    if (rw_rewrite(out, method->plan, &probe, arena) != CC_OK) {
        return MTH_SKIP_REWRITE;
    }
    if (wants_verify(p) &&
        rw_verify(out, method->plan, &probe, &method->resolver, arena) != CC_OK) {
        return MTH_SKIP_REWRITE;
    }
    if (shorten(out, method, arena) != CC_OK) {
        return MTH_SKIP_LIMIT;
    }
    out->map_count = needs_map(method) ? out->map_count : 0;
    return MTH_OK;
}

/* Reserves counters for the method: its probes, their address, and their place for the record. */
static cc_err reserve(prof_profiler *p, const prof_image *image, const mth_method *method,
                      cc_arena *arena, rw_probe *probe, void **counters, uint64_t *first) {
    prof_placing placing = prof_exact_place(p, image, method, arena, probe, first);
    if (placing == PROF_PLACED) {
        return CC_OK;
    }
    if (placing == PROF_REFUSED) {
        return cc_fail(CC_E_UNSUPPORTED, "the runtime refused a token for its probes");
    }
    CC_TRY(ctr_writer_reserve(p->writer, method->plan->counter_count, counters, first));
    probe->base = (uint64_t)(uintptr_t)*counters;
    return CC_OK;
}

/* Makes the new body, with its counters reserved and its record published. */
static mth_skip rewrite(prof_profiler *p, const prof_module *module, const mth_method *method,
                        cc_arena *arena, prof_body **out) {
    const prof_image *image = module->image;
    void *counters = NULL;
    ctr_method_record record = {
        .module_id = image->record,
        .token = method->token,
        .plan_key = method->key,
        .count = method->plan->counter_count,
        .plan_all = p->session.settings.probe_all,
        .plan_blocks = image->pdb == NULL,
    };
    rw_probe probe;
    if (reserve(p, image, method, arena, &probe, &counters, &record.first) != CC_OK) {
        return MTH_SKIP_LIMIT;
    }
    rw_result result;
    mth_skip skip = rewrite_with(p, image, method, probe, arena, &result);
    if (skip != MTH_OK) {
        return skip;
    }
    if (prof_tests_add_calls(p, module, method, arena, &result) != CC_OK) {
        return MTH_SKIP_REWRITE;
    }
    prof_callees called = {.count = 0};
    if (prof_erases(p)) {
        prof_callees_find(&called, image, &method->body);
    }
    *out = prof_body_keep(&result, &called, counters);
    if (*out == NULL) {
        (void)cc_fail(CC_E_NOMEM, "out of memory");
        return MTH_SKIP_LIMIT;
    }
    if (prof_erases(p)) {
        cc_span original = restorable(image, method);
        (*out)->original = original.data;
        (*out)->original_size = (uint8_t)original.len;
    }
    if (ctr_writer_method(p->writer, &record) != CC_OK) {
        free(*out);
        *out = NULL;
        return MTH_SKIP_LIMIT;
    }
    return MTH_OK;
}

/* The runtime's body equals the body in the image. A hot reload may have replaced it; the points
 * and the plan of a report come from the image. */
static bool is_of_image(const prof_image *image, uint32_t token, cc_span body) {
    md_methoddef method;
    cc_span there;
    cc_span same;
    return md_get_methoddef(md_image_tables(image->image), MD_TOKEN_RID(token), &method) == CC_OK &&
           method.rva != 0 && md_image_at_rva(image->image, method.rva, &there) == CC_OK &&
           cc_span_take(&there, body.len, &same) && cc_span_eq(same, body);
}

/* Opens the method with its plan. `body`: empty for the body in the image. */
static mth_skip plan(const prof_profiler *p, const prof_image *image, uint32_t token, cc_span body,
                     cc_arena *arena, mth_method *out) {
    probe_options options = {.all = p->session.settings.probe_all};
    mth_skip skip = MTH_OK;
    cc_err err = image->pdb == NULL
                     ? mth_open_blocks(out, &skip, image->image, token, body, &options, arena)
                     : mth_open(out, &skip, image->image, image->pdb, token, body, &options, arena);
    return err != CC_OK && skip == MTH_OK ? MTH_SKIP_LIMIT : skip;
}

/* A part of a test that has no line of its own, as the method that starts a state machine: its body
 * with the calls, and no probe. */
static mth_skip make_calls_alone(prof_profiler *p, const prof_module *module, uint32_t token,
                                 cc_span body, cc_arena *arena, prof_body **out) {
    mth_method method = {.token = token};
    const prof_callees none = {.count = 0};
    rw_map_entry no_entry; /* prof_body_keep() copies none of them */
    rw_site no_site;
    rw_result result = {.body = body, .map = &no_entry, .sites = &no_site};
    if (il_decode(&method.body, body, arena) != CC_OK) {
        return MTH_SKIP_BAD_BODY;
    }
    if (prof_tests_add_calls(p, module, &method, arena, &result) != CC_OK) {
        return MTH_SKIP_REWRITE;
    }
    *out = prof_body_keep(&result, &none, NULL);
    return *out == NULL ? MTH_SKIP_LIMIT : MTH_OK;
}

static mth_skip make(prof_profiler *p, prof_module *module, uint32_t token, cc_span original,
                     cc_arena *arena, prof_body **out) {
    const prof_image *image = module->image;
    if (original.data != NULL && !is_of_image(image, token, original)) {
        (void)cc_fail(CC_E_UNSUPPORTED, "its code was replaced while the process ran");
        return MTH_SKIP_BAD_BODY;
    }
    if (prof_exact_check(image, MD_TOKEN_RID(token)) != CC_OK) {
        return MTH_SKIP_REWRITE;
    }
    mth_method method;
    bool has_part = prof_tests_has_part(image, token);
    bool is_measured = image->pdb != NULL || p->session.settings.stress != SES_STRESS_NONE;
    mth_skip skip =
        is_measured ? plan(p, image, token, original, arena, &method) : MTH_SKIP_NO_POINTS;
    if (skip == MTH_SKIP_NO_POINTS && has_part) {
        return make_calls_alone(p, module, token, original, arena, out);
    }
    if (skip != MTH_OK) {
        return skip;
    }
    if (method.plan->counter_count == 0) {
        return MTH_SKIP_NO_POINTS;
    }
    return rewrite(p, module, &method, arena, out);
}

/* Publishes the result unless another thread was first; returns the published one. */
static const prof_body *publish(prof_profiler *p, const prof_image *image, uint32_t row,
                                prof_body *body, mth_skip skip) {
    const prof_body *mine = body != NULL ? body : &left_alone[skip];
    const prof_body *seen = NULL;
    if (!atomic_compare_exchange_strong(&image->bodies[row - 1], &seen, mine)) {
        free(body);
        return seen;
    }
    /* Many methods have no body or no points: this is not a loss and gets no record. */
    if (body == NULL && skip != MTH_SKIP_NO_BODY && skip != MTH_SKIP_NO_POINTS) {
        cc_err err = ctr_writer_skip(p->writer, image->record, MD_TOKEN(MD_METHODDEF, row),
                                     (uint32_t)skip, cc_strz(cc_error_message()));
        if (err != CC_OK) {
            ctr_writer_refused(p->writer, 1);
        }
    }
    return mine;
}

void prof_method_refused(prof_profiler *p, const prof_image *image, uint32_t token,
                         const char *call, prof_hr hr) {
    char text[64];
    int length = snprintf(text, sizeof text, "%s returned 0x%08X", call, (uint32_t)hr);
    uint32_t what[] = {image->record, token, (uint32_t)hr, (uint32_t)call[0]};
    (void)pthread_mutex_lock(&p->lock);
    if (prof_tell_once(p, cc_span_of(what, sizeof what))) {
        cc_err err = ctr_writer_skip(p->writer, image->record, token, MTH_SKIP_RUNTIME,
                                     (cc_str){text, length > 0 ? (size_t)length : 0});
        (void)err;
    }
    (void)pthread_mutex_unlock(&p->lock);
}

/* There is no body to rewrite: the method has none, or the runtime does not return it this time. */
static const prof_body *without_body(prof_profiler *p, const prof_image *image, uint32_t row,
                                     prof_hr hr) {
    md_methoddef method;
    if (md_get_methoddef(md_image_tables(image->image), row, &method) != CC_OK || method.rva == 0) {
        return publish(p, image, row, NULL, MTH_SKIP_NO_BODY);
    }
    prof_method_refused(p, image, MD_TOKEN(MD_METHODDEF, row), "GetILFunctionBody", hr);
    return &left_alone[MTH_SKIP_RUNTIME];
}

const prof_body *prof_method_ensure(prof_profiler *p, prof_module *module, uint32_t row) {
    prof_body_slot *slot = &module->image->bodies[row - 1];
    const prof_body *seen = atomic_load_explicit(slot, memory_order_acquire);
    if (seen != NULL) {
        return seen;
    }
    uint32_t token = MD_TOKEN(MD_METHODDEF, row);
    cc_span original = {0};
    /* ReJIT can set any body: the image's. The runtime may have the body of an earlier session. */
    prof_hr hr = module->by_rejit
                     ? PROF_S_OK
                     : prof_info_get_body(&p->info, (prof_id)module->id, token, &original);
    if (!PROF_OK(hr)) {
        return without_body(p, module->image, row, hr);
    }
    /* Another thread may have set its body in between, and the runtime may have returned that body;
     * but a body is published before it is set. */
    seen = atomic_load_explicit(slot, memory_order_acquire);
    if (seen != NULL) {
        return seen;
    }
    cc_arena *arena = prof_arena_take(p);
    if (arena == NULL) {
        return &left_alone[MTH_SKIP_LIMIT];
    }
    prof_body *body = NULL;
    mth_skip skip = make(p, module, token, original, arena, &body);
    prof_arena_give(p, arena);
    return publish(p, module->image, row, body, skip);
}

static bool set(prof_profiler *p, prof_module *module, uint32_t row) {
    prof_method *method = &module->methods[row - 1];
    const prof_body *body = prof_method_ensure(p, module, row);
    if (body->skip != MTH_OK) {
        return false;
    }
    uint32_t token = MD_TOKEN(MD_METHODDEF, row);
    /* Probes that were hit in an earlier load of these bytes are not needed. */
    const prof_erased *copy = atomic_load_explicit(&body->erased, memory_order_acquire);
    prof_hr hr = prof_info_set_body(&p->info, (prof_id)module->id, token,
                                    copy != NULL ? copy->bytes : body->bytes);
    if (!PROF_OK(hr)) {
        if (!atomic_exchange(&method->is_refused, true)) {
            prof_method_refused(p, module->image, token, "SetILFunctionBody", hr);
        }
        return false;
    }
    const prof_erased *none = NULL;
    (void)atomic_compare_exchange_strong(&method->given, &none, copy);
    /* The earliest number stays: all threads set one body, with more or fewer hit probes. */
    uint_fast64_t never = 0;
    (void)atomic_compare_exchange_strong(&method->set_at, &never,
                                         atomic_fetch_add(&p->clock, 1) + 1);
    return true;
}

bool prof_method_is_set(const prof_module *module, uint32_t row) {
    return atomic_load_explicit(&module->methods[row - 1].set_at, memory_order_acquire) != 0;
}

bool prof_method_set(prof_profiler *p, prof_module *module, uint32_t row) {
    prof_method *method = &module->methods[row - 1];
    if (atomic_load_explicit(&method->set_at, memory_order_acquire) != 0) {
        return true;
    }
    if (module->by_rejit || atomic_load(&method->is_refused)) {
        return false;
    }
    uint64_t begun = prof_work_begin(p);
    bool is_set = set(p, module, row);
    if (is_set) {
        prof_work_end(p, PROF_WORK_METHOD, begun);
    }
    return is_set;
}

/* A second call would free the runtime's first map while others read it, so one thread sets the
 * map. Threads that compile another instantiation now wait for it, or continue without a map. */
void prof_method_map(prof_profiler *p, prof_module *module, uint32_t row, prof_id function) {
    enum { PATIENCE = 2000 };
    const prof_body *body = prof_body_of(module, row);
    if (body->map_count == 0) {
        return;
    }
    atomic_uchar *state = &module->methods[row - 1].map;
    unsigned char none = MAP_NONE;
    if (atomic_compare_exchange_strong(state, &none, MAP_BEING_SET)) {
        prof_hr hr = prof_info_set_map(&p->info, function, prof_body_map(body), body->map_count);
        atomic_store(state, PROF_OK(hr) ? MAP_SET : MAP_NONE);
        return;
    }
    for (int i = 0; i < PATIENCE && atomic_load(state) == MAP_BEING_SET; i++) {
        (void)sched_yield();
    }
}

/* Removes the counters of nodes that were hit. */
static void drop_hits(probe_plan *plan, const uint8_t *counters) {
    for (uint32_t i = 0; i < plan->node_count; i++) {
        uint32_t *counter = &plan->nodes[i].counter;
        if (*counter != PROBE_NONE && __atomic_load_n(&counters[*counter], __ATOMIC_RELAXED) != 0) {
            *counter = PROBE_NONE;
        }
    }
}

/* If this sets no body, the runtime compiles its present body. */
static void again(const prof_profiler *p, const prof_module *module, uint32_t row,
                  const prof_body *body, cc_arena *arena, prof_object *control) {
    const prof_image *image = module->image;
    mth_method method;
    rw_result result;
    if (plan(p, image, MD_TOKEN(MD_METHODDEF, row), (cc_span){NULL, 0}, arena, &method) != MTH_OK ||
        method.plan->counter_count != body->site_count) {
        return;
    }
    drop_hits(method.plan, body->counters);
    rw_probe probe = image->probe;
    probe.base = (uint64_t)(uintptr_t)body->counters;
    if (rewrite_with(p, image, &method, probe, arena, &result) != MTH_OK ||
        !PROF_OK(prof_control_set_body(control, result.body))) {
        return;
    }
    if (result.map_count > 0) {
        (void)prof_control_set_map(control, result.map, result.map_count);
    }
    prof_work_erased(p);
}

void prof_method_again(prof_profiler *p, prof_module *module, uint32_t row, prof_object *control) {
    const prof_body *body = prof_body_of(module, row);
    cc_arena *arena = prof_arena_take(p);
    if (arena != NULL && prof_method_is_set(module, row) &&
        prof_method_is_ours(p, module, MD_TOKEN(MD_METHODDEF, row), body)) {
        again(p, module, row, body, arena, control);
    }
    prof_arena_give(p, arena);
}
