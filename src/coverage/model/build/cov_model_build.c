/* Building the model, from stage to stage:
 *
 *     gather   sessions -> counters files, candidates
 *     judge    candidates, data files -> which builds, members and files are in
 *     measure  a module -> the bodies of its methods
 *     unite    bodies -> points and decisions, united by place
 *     lines    points -> lines, methods, classes, packages
 *
 * One build after the other is judged, measured and united, so that one module is open at a time.
 * See cov_model.h; each stage has a header that says what it takes and gives. */
#include "coverage/model/build/cov_finish.h"
#include "coverage/model/build/cov_keep.h"
#include "coverage/model/build/facts/cov_facts.h"
#include "coverage/model/build/gather/cov_suites.h"
#include "coverage/model/build/judge/cov_judge_data.h"
#include "coverage/model/build/lines/cov_shape.h"
#include "coverage/model/build/measure/cov_complete.h"
#include "coverage/model/build/measure/cov_measure.h"

typedef struct building {
    cov_context c;
    cov_gathered gathered;
    cov_judge judge;
    cov_rooms rooms;
    cov_tests *tests;         /* with wants_raw; NULL: none ran */
    const uint32_t *left_out; /* numbers of tests of the completion; NULL: there is none */
    cc_list tests_listed;     /* cov_test: of sessions, then of data, with wants_tests */
    cov_united united;
    cov_model *model;
    cc_list raw;              /* cov_raw_assembly, with wants_raw */
    bool has_once, has_exact; /* some run of data counted in this way */
} building;

static bool is_cancelled(const building *b) {
    return cov_is_cancelled(&b->c);
}

static cc_err check_cancelled(const building *b) {
    return is_cancelled(b) ? cc_fail(CC_E_LIMIT, "the model is not needed any more") : CC_OK;
}

/* --- builds of sessions ----------------------------------------------------------------------- */

/* What was measured is added at once; it is kept only when somebody asks for it. */
static void unite_bodies(building *b, cov_adding *adding, cov_raw_assembly *raw, uint32_t first) {
    for (uint32_t i = first; i < raw->body_count; i++) {
        cov_add_body(adding, i, true);
    }
    if (b->c.request->wants_raw) {
        cov_raw_keep_names(raw, first, b->c.arena);
    } else {
        cov_raw_forget_bodies(raw);
    }
}

/* Only where this run records tests itself: its data is then a map of all tests. */
static void complete_tests(building *b, cov_complete *complete, cov_raw_assembly *raw) {
    if (b->tests != NULL && b->c.request->wants_raw) {
        cov_complete_tests(complete, b->left_out, raw, b->c.arena);
    }
}

static void unite_module(building *b, cov_measuring *measuring, cov_raw_assembly *raw) {
    cov_adding adding;
    cov_complete complete;
    uint32_t first = 0;
    cov_complete_open(&complete, b->c.request->completion, raw, measuring->module->image,
                      measuring->module->arena);
    cov_add_begin(&adding, &b->united, raw, NULL);
    while (!is_cancelled(b) && cov_measure_next(measuring)) {
        cov_complete_bodies(&complete, raw, first);
        unite_bodies(b, &adding, raw, first);
        first = raw->body_count;
    }
    cov_measure_tests(measuring);
    cov_add_tests(&adding, 0);
    complete_tests(b, &complete, raw);
    cov_complete_close(&complete);
}

static void include(building *b, cov_judged *judged) {
    cov_raw_assembly raw = cov_judged_assembly(judged);
    const cov_measure_input in = {&b->gathered, judged->of->candidate, &judged->module, b->tests};
    cov_measuring measuring;
    raw.was_loaded = raw.was_loaded || cov_was_loaded_before(b->c.request->completion, &raw);
    cov_unite_assembly(&b->united, &raw);
    cov_measure_open(&measuring, &b->c, &in, &b->rooms, &raw);
    unite_module(b, &measuring, &raw);
    cov_measure_close(&measuring);
    if (b->c.request->wants_raw) {
        cov_keep_assembly(&b->raw, &raw);
    }
}

/* A change of it may be what a test tells apart. Only test assemblies were measured. */
static void hide(building *b, cov_judged *judged) {
    cov_raw_assembly raw = cov_judged_assembly(judged);
    bool is_measured = judged->verdict.reason == CTR_REASON_TEST_ASSEMBLY;
    const cov_measure_input in = {&b->gathered, judged->of->candidate, &judged->module, b->tests};
    cov_measuring measuring;
    cov_complete complete;
    raw.is_hidden = true;
    cov_measure_open(&measuring, &b->c, &in, &b->rooms, &raw);
    cov_complete_open(&complete, b->c.request->completion, &raw, judged->module.image,
                      judged->module.arena);
    while (is_measured && !is_cancelled(b) && cov_measure_next(&measuring)) {
    }
    cov_measure_tests(&measuring);
    cov_raw_hide(&raw);
    complete_tests(b, &complete, &raw);
    cov_complete_close(&complete);
    cov_measure_close(&measuring);
    cov_keep_assembly(&b->raw, &raw);
}

static bool is_hidden(const building *b, const cov_judged *judged) {
    ctr_reason reason = judged->verdict.reason;
    bool is_own = reason == CTR_REASON_TEST_ASSEMBLY || reason == CTR_REASON_FILTER ||
                  reason == CTR_REASON_EXCLUDED_BY_ATTRIBUTE;
    return b->tests != NULL && b->c.request->wants_raw && is_own && judged->is_open &&
           judged->module.owners != NULL;
}

static void take_judged(building *b, cov_judged *judged) {
    if (judged->verdict.reason == CTR_MEASURED) {
        include(b, judged);
    } else if (is_hidden(b, judged)) {
        hide(b, judged);
    }
    cov_facts_add(&b->c, &b->gathered, judged);
}

static void take_build(building *b, cov_case *of) {
    cov_judged judged;
    cov_judge_build(&b->judge, of, &judged);
    take_judged(b, &judged);
    cov_judged_close(&judged);
}

static void take_unloaded(building *b) {
    cc_list found = {.arena = b->c.work};
    cov_find_unloaded(&b->judge, &found);
    for (uint32_t i = 0; i < found.count && !is_cancelled(b); i++) {
        take_build(b, found.items[i]);
    }
}

/* --- data files ------------------------------------------------------------------------------- */

static void unite_data(building *b, const cov_judged_data *data, uint32_t first_test) {
    cov_adding adding;
    cov_add_begin(&adding, &b->united, &data->assembly, data->is_out);
    for (uint32_t i = 0; i < data->assembly.body_count; i++) {
        cov_add_body(&adding, i, data->bodies[i]);
    }
    cov_add_tests(&adding, first_test);
    cov_unite_assembly(&b->united, &data->assembly);
}

static void list_tests(building *b, cov_test *tests, uint32_t count) {
    for (uint32_t i = 0; b->c.request->wants_tests && i < count; i++) {
        cc_list_add(&b->tests_listed, &tests[i]);
    }
}

static void add_runs(building *b, const cov_raw *data) {
    cov_model *model = b->model;
    for (uint32_t i = 0; i < data->run_count; i++) {
        const cov_raw_run *run = &data->runs[i];
        bool is_exact = run->hits == CTR_HITS_EXACT;
        model->timestamp = run->started > model->timestamp ? run->started : model->timestamp;
        model->process_count += run->processes;
        model->is_lower_bound = model->is_lower_bound || run->is_lower_bound;
        model->tests_left_out += run->tests_left_out;
        b->has_exact = b->has_exact || is_exact;
        b->has_once = b->has_once || !is_exact;
    }
}

static void add_texts(cc_list *to, const cc_str *from, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        cc_list_add(to, cc_arena_strdup(to->arena, from[i]));
    }
}

static void add_what_was_said(cov_context *c, const cov_raw *data) {
    for (uint32_t i = 0; i < data->omitted_count; i++) {
        const cov_omitted *o = &data->omitted[i];
        cov_add_omitted(c, o->name, o->reason, o->detail);
    }
    for (uint32_t i = 0; i < data->fact_count; i++) {
        cov_add_fact(c, &data->facts[i]);
    }
    add_texts(&c->lost, data->lost, data->lost_count);
    add_texts(&c->warnings, data->warnings, data->warning_count);
    add_texts(&c->missing, data->missing, data->missing_count);
}

static void take_data(building *b, const cov_raw *data) {
    add_runs(b, data);
    const cov_judged_data *judged = cov_judge_data(&b->judge, data);
    for (uint32_t i = 0; i < data->assembly_count; i++) {
        if (judged[i].is_in) {
            unite_data(b, &judged[i], b->tests_listed.count);
        }
    }
    list_tests(b, data->tests, data->test_count);
    cov_unite_left_out(&b->united, data);
    add_what_was_said(&b->c, data);
}

/* --- the model -------------------------------------------------------------------------------- */

static void take_all(building *b) {
    const cov_request *request = b->c.request;
    cc_progress_expect(request->progress, b->gathered.candidates.count + request->data_count);
    for (uint32_t i = 0; i < b->gathered.candidates.count && !is_cancelled(b); i++) {
        take_build(b, &b->judge.cases[i]);
        cc_progress_step(request->progress);
    }
    take_unloaded(b);
    for (size_t i = 0; i < request->data_count; i++) {
        take_data(b, request->data[i]);
        if (request->drops_data && !request->wants_tests) {
            cov_raw_drop_rows(request->data[i]);
        }
        cc_progress_step(request->progress);
    }
}

static void shape(building *b) {
    cov_shape shape = {
        .c = &b->c, .from = &b->united, .to = b->model, .emptied = {.arena = b->c.work}};
    cov_shape_make(&shape);
    for (uint32_t i = 0; i < shape.emptied.count; i++) {
        const cov_assembly *empty = shape.emptied.items[i];
        cov_facts_empty(&b->c, empty->name, empty->why_empty);
        cov_add_omitted(&b->c, empty->name, empty->why_empty->reason, empty->why_empty->detail);
    }
}

/* What the stages before the last one say of the model. */
static void fill(building *b) {
    const cov_gathered *gathered = &b->gathered;
    cov_model *model = b->model;
    bool has_exact = b->has_exact || gathered->has_exact;
    bool has_once = b->has_once || gathered->has_once;
    model->hits = has_exact && !has_once ? CTR_HITS_EXACT : CTR_HITS_ONCE;
    model->process_count += gathered->process_count;
    model->alive_count = gathered->alive_count;
    model->stressed = gathered->stressed;
    model->stressed_count = gathered->stressed_count;
    model->generated_methods = b->united.generated_methods;
    if (b->c.request->has_source_date) {
        model->timestamp = b->c.request->source_date;
    }
}

/* Those of this run, then those that it left out: the numbers of cov_number_left_out(). */
static void keep_all_tests(const building *b, cov_raw *raw) {
    const cov_completion *completion = b->c.request->completion;
    uint32_t before = completion == NULL ? 0 : completion->data->test_count;
    raw->tests = CC_NEW_ARRAY(b->c.arena, cov_test, (size_t)b->tests->count + before);
    for (uint32_t i = 0; i < b->tests->count; i++) {
        raw->tests[raw->test_count] = b->tests->tests[i];
        raw->tests[raw->test_count++].last_run = b->c.request->timestamp;
    }
    for (uint32_t i = 0; i < before; i++) {
        if (b->left_out[i] != COV_RAW_NONE && b->left_out[i] >= b->tests->count) {
            raw->tests[raw->test_count++] = completion->data->tests[i];
        }
    }
}

static bool has_suite(const cov_raw *raw, const cov_raw_suite *suite, cc_str root) {
    for (uint32_t i = 0; i < raw->suite_count; i++) {
        const cov_raw_suite *ran = &raw->suites[i];
        if (cc_str_eq(ran->assembly, suite->assembly) &&
            cc_str_eq(cov_suite_place(ran->folder, root), suite->folder)) {
            return true;
        }
    }
    return false;
}

/* Of a suite of which no test is affected, the state of its last run stays. What the others had is not
 * known any more: the builds of this run may have what their last run did not have. */
static void keep_all_suites(building *b, cov_raw *raw) {
    const cov_completion *completion = b->c.request->completion;
    cov_raw_suite *ran = NULL;
    uint32_t before = completion == NULL ? 0 : completion->data->suite_count;
    cov_suites_gather(&b->c, &b->gathered, &ran, &raw->suite_count);
    raw->suites = CC_NEW_ARRAY(b->c.arena, cov_raw_suite, (size_t)raw->suite_count + before);
    for (uint32_t i = 0; i < raw->suite_count; i++) {
        raw->suites[i] = ran[i];
        raw->suites[i].last_run = b->c.request->timestamp;
    }
    for (uint32_t i = 0; i < before; i++) {
        if (completion->is_idle[i] && !has_suite(raw, &completion->data->suites[i], b->c.root)) {
            raw->suites[raw->suite_count++] = completion->data->suites[i];
        }
    }
}

static void keep_tests(building *b, cov_raw *raw) {
    if (b->tests != NULL) {
        keep_all_suites(b, raw);
        keep_all_tests(b, raw);
    }
    if (b->tests != NULL && b->c.request->completion != NULL) {
        cov_carry_assemblies(raw, b->c.request->completion, b->left_out, b->c.arena);
    }
}

static void fill_tests(const building *b, cov_model *model) {
    model->test_count = b->tests_listed.count;
    model->tests = cc_list_values(&b->tests_listed, b->c.arena, sizeof *model->tests);
}

static void count_left_out(building *b) {
    const cov_completion *completion = b->c.request->completion;
    for (uint32_t i = 0; completion != NULL && i < completion->data->test_count; i++) {
        b->model->tests_left_out += completion->is_left_out[i] ? 1 : 0;
    }
}

static void finish(building *b) {
    cov_model *model = b->model;
    count_left_out(b);
    cov_warn_about_rules(&b->judge);
    cov_finish_warnings(&b->c, &b->united, b->gathered.candidates.count > 0);
    cov_finish_lists(&b->c, model);
    cov_finish_inputs(&b->c, &b->united, model);
    model->facts = cov_facts_finish(&b->c, &model->fact_count);
    if (b->c.request->wants_raw) {
        model->raw = cov_keep(model, &b->united, &b->raw);
        keep_tests(b, model->raw);
    }
}

static cc_err build(building *b, const cov_request *request, cc_arena *arena) {
    CC_TRY(cov_context_open(&b->c, request, arena));
    b->raw.arena = arena;
    b->model = CC_NEW(arena, cov_model);
    *b->model = (cov_model){.root = b->c.root, .timestamp = request->timestamp};
    cov_united_open(&b->united, &b->c);
    if (request->selection.filter != NULL) {
        sel_renew(request->selection.filter);
    }
    CC_TRY(cov_gather(&b->c, &b->gathered));
    CC_TRY(check_cancelled(b));
    b->tests_listed.arena = b->c.work;
    if (request->wants_raw || request->wants_tests) {
        cov_tests_gather(&b->c, &b->gathered, &b->tests);
    }
    CC_TRY(check_cancelled(b));
    if (b->tests != NULL) {
        list_tests(b, b->tests->tests, b->tests->count);
        b->left_out =
            cov_number_left_out(request->completion, b->tests->tests, b->tests->count, b->c.work);
    }
    cov_judge_open(&b->judge, &b->c, &b->gathered);
    take_all(b);
    CC_TRY(check_cancelled(b));
    fill(b);
    fill_tests(b, b->model);
    shape(b);
    finish(b);
    return CC_OK;
}

cc_err cov_model_build(cov_model **out, const cov_request *request, cc_arena *arena) {
    building b = {0};
    cc_err err = build(&b, request, arena);
    *out = err == CC_OK ? b.model : NULL;
    cov_judge_close(&b.judge);
    cov_gathered_close(&b.gathered);
    cov_united_close(&b.united);
    cov_rooms_free(&b.rooms);
    cov_context_close(&b.c);
    return err;
}
