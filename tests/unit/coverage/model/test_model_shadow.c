/* A report that takes methods which were read while the command ran is the report that reads all of
 * them itself. */
#include <pthread.h>

#include "base/cc_os.h"
#include "base/cc_quota.h"
#include "coverage/model/build/measure/cov_ready.h"
#include "coverage/model/cov_shadow.h"
#include "model_help.h"
#include "reports/rep.h"
#include "test_main.h"

static bool to_buf(void *ctx, const void *data, size_t len) {
    cc_buf_bytes(ctx, data, len);
    return true;
}

static cov_shadow *open_shadow(mh_fixture *f, const char *const *dirs) {
    cov_request request = {.session_dirs = dirs, .session_count = 1, .root = f->root};
    cov_shadow *shadow = cov_shadow_open(&request);
    CU_ASSERT_PTR_NOT_NULL_FATAL(shadow);
    return shadow;
}

static ctr_module_record record_of(const mh_image *image) {
    return (ctr_module_record){.image_hash = image->image_hash, .pdb_hash = image->pdb_hash};
}

static uint32_t count_ready(mh_fixture *f, cov_shadow *shadow) {
    const ctr_module_record record = record_of(&f->main);
    const cov_ready *ready = cov_shadow_find(shadow, &record);
    uint32_t count = 0;
    for (uint32_t rid = 1; ready != NULL && rid <= ready->method_count; rid++) {
        count += cov_ready_find(ready, rid) != NULL ? 1 : 0;
    }
    return count;
}

static cc_buf report(mh_fixture *f, cov_shadow *shadow, bool raw_branches) {
    cov_request request = {.shadow = shadow, .raw_branches = raw_branches};
    cov_model *model = mh_model(f, &request);
    cc_buf out = {0};
    CU_ASSERT_EQUAL(rep_cobertura(&(rep_input){.model = model}, (rep_sink){to_buf, &out}), CC_OK);
    return out;
}

static void expect_same(mh_fixture *f, cov_shadow *shadow, bool raw_branches) {
    cc_buf with = report(f, shadow, raw_branches);
    cc_buf without = report(f, NULL, raw_branches);
    CU_ASSERT(without.len > 0);
    CU_ASSERT(cc_span_eq(cc_buf_span(&with), cc_buf_span(&without)));
    cc_buf_free(&with);
    cc_buf_free(&without);
}

static void run_model(mh_fixture *f, const char *config, ctr_hits hits) {
    static const char *const not_else[] = {"else", NULL};
    mh_process p;
    mh_begin(f, "golden/model", config, "Model");
    mh_start(&p, f, hits);
    mh_ran(&p, "if", 2, not_else, false, 0);
    mh_ran(&p, "lambda", 7, NULL, false, 0);
    mh_ran(&p, "await", 1, NULL, false, 0);
    mh_ran(&p, "ctor", 1, NULL, false, 1); /* another body */
    mh_finish(&p);
}

static void check_report(const char *config, ctr_hits hits) {
    mh_fixture f;
    run_model(&f, config, hits);
    const char *const dirs[] = {f.session.dir};
    cov_shadow *shadow = open_shadow(&f, dirs);
    CU_ASSERT_EQUAL(count_ready(&f, shadow), 0);
    expect_same(&f, shadow, false); /* nothing is made */
    cov_shadow_look(shadow);
    CU_ASSERT(count_ready(&f, shadow) > 20);
    expect_same(&f, shadow, false);
    expect_same(&f, shadow, true);
    cov_shadow_leave(shadow);
    mh_end(&f);
}

static void test_report(void) {
    check_report("Debug", CTR_HITS_ONCE);
    check_report("Debug", CTR_HITS_EXACT);
    check_report("Release", CTR_HITS_ONCE);
}

/* Of F#, which decisions there are depends on counters. */
static void test_fsharp(void) {
    mh_fixture f;
    mh_process p;
    mh_begin(&f, "golden/model", "Release", "Rules");
    mh_start(&p, &f, CTR_HITS_ONCE);
    mh_ran_document(&p, 1);
    mh_finish(&p);
    const char *const dirs[] = {f.session.dir};
    cov_shadow *shadow = open_shadow(&f, dirs);
    cov_shadow_look(shadow);
    CU_ASSERT_EQUAL(count_ready(&f, shadow), 0);
    expect_same(&f, shadow, false);
    cov_shadow_leave(shadow);
    mh_end(&f);
}

/* A process that runs on loads more, and another one loads the same. */
static void test_builds(void) {
    mh_fixture f;
    mh_process p;
    mh_begin(&f, "golden/model", "Debug", "Model");
    const char *const dirs[] = {f.session.dir};
    cov_shadow *shadow = open_shadow(&f, dirs);
    cov_shadow_look(shadow);
    CU_ASSERT_EQUAL(count_ready(&f, shadow), 0);
    mh_start(&p, &f, CTR_HITS_ONCE);
    cov_shadow_look(shadow);
    uint32_t count = count_ready(&f, shadow);
    CU_ASSERT(count > 20);
    mh_finish(&p);
    mh_start(&p, &f, CTR_HITS_ONCE);
    mh_finish(&p);
    cov_shadow_look(shadow);
    CU_ASSERT_EQUAL(count_ready(&f, shadow), count);
    const ctr_module_record other = {.image_hash = f.main.image_hash};
    CU_ASSERT_PTR_NULL(cov_shadow_find(shadow, &other)); /* with an embedded PDB */
    cov_shadow_leave(shadow);
    mh_end(&f);
}

/* One that was stopped has what it had, and makes no more. */
static void test_stopped(void) {
    mh_fixture f;
    run_model(&f, "Debug", CTR_HITS_ONCE);
    const char *const dirs[] = {f.session.dir};
    cov_shadow *shadow = open_shadow(&f, dirs);
    cov_shadow_stop(shadow);
    cov_shadow_look(shadow);
    CU_ASSERT_EQUAL(count_ready(&f, shadow), 0);
    expect_same(&f, shadow, false);
    cov_shadow_leave(shadow);
    cov_shadow_stop(NULL);
    cov_shadow_leave(NULL);
    CU_ASSERT_PTR_NULL(cov_shadow_find(NULL, &(ctr_module_record){.is_mapped_layout = false}));
    mh_end(&f);
}

static void *look(void *shadow) {
    cov_shadow_look(shadow);
    return NULL;
}

/* The report takes what is there at each moment. */
static void test_beside(void) {
    enum { ROUNDS = 20 };
    mh_fixture f;
    run_model(&f, "Debug", CTR_HITS_ONCE);
    const char *const dirs[] = {f.session.dir};
    for (int i = 0; i < ROUNDS; i++) {
        pthread_t thread;
        cov_shadow *shadow = open_shadow(&f, dirs);
        CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, look, shadow), 0);
        expect_same(&f, shadow, false);
        cov_shadow_stop(shadow);
        CU_ASSERT_EQUAL(pthread_join(thread, NULL), 0);
        cov_shadow_leave(shadow);
    }
    mh_end(&f);
}

/* Whoever comes last frees it, also when the thread has not begun. */
static void test_thread(void) {
    mh_fixture f;
    run_model(&f, "Debug", CTR_HITS_ONCE);
    const char *const dirs[] = {f.session.dir};
    cov_request request = {.session_dirs = dirs, .session_count = 1, .root = f.root};
    cov_shadow *shadow = cov_shadow_start(&request);
    CU_ASSERT_EQUAL(shadow == NULL, cc_os_processors() < COV_SHADOW_PROCESSORS || cc_has_quota());
    expect_same(&f, shadow, false);
    cov_shadow_leave(shadow);
    mh_end(&f);
}

static const test_case cases[] = {
    {"shadow: the report, to the byte", test_report},
    {"shadow: F# is left to the report", test_fsharp},
    {"shadow: builds as they come", test_builds},
    {"shadow: one that was stopped", test_stopped},
    {"shadow: a report while it works", test_beside},
    {"shadow: a thread", test_thread},
};

TEST_MAIN("model shadow", cases)
