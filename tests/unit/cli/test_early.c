/* The report of a model that was built before the command ended is the report that clrcov makes
 * afterwards; and there is none where more was measured. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/cc_os.h"
#include "base/cc_quota.h"
#include "cli/report/cmd_early.h"
#include "coverage/model/model_help.h"
#include "reports/rep.h"
#include "test_main.h"

enum {
    KEPT = 3,
    TRIES = 20,
    BEFORE_MS = 250,
    SHORT_MS = 400,
    LONG_MS = 2500,
    NO_PROCESS = 4194305
};

/* --- a session and its subject ---------------------------------------------------------------- */

/* From now on the counters file is of a process that does not exist. */
static void end_process_of(mh_fixture *f, const char *path) {
    cc_str name = cc_path_base(cc_strz(path));
    const char *random = strrchr(name.s, '-');
    char *ended = cc_arena_printf(f->arena, "%s/p-%d%s", f->session.dir, NO_PROCESS, random);
    CU_ASSERT_EQUAL_FATAL(rename(path, ended), 0);
}

static void end_process(mh_fixture *f) {
    end_process_of(f, mh_last_file);
}

static void run_process(mh_fixture *f) {
    static const char *const not_else[] = {"else", NULL};
    mh_process p;
    mh_start(&p, f, CTR_HITS_ONCE);
    mh_ran(&p, "if", 2, not_else, false, 0);
    mh_ran(&p, "await", 1, NULL, false, 0);
    mh_finish(&p);
}

static void open_subject(cmd_subject *subject, mh_fixture *f) {
    *subject = (cmd_subject){.session = f->session, .is_quiet = true};
    const cmd_config_request request = {.is_quiet = true, .file = NULL};
    CU_ASSERT_EQUAL_FATAL(cmd_config_load(&subject->config, &request, f->arena), CC_OK);
    subject->config.root = f->root;
}

static void begin(mh_fixture *f, cmd_subject *subject) {
    mh_begin(f, "golden/model", "Debug", "Model");
    open_subject(subject, f);
    run_process(f);
}

static bool is_possible(void) {
    return cc_os_processors() > 1 && !cc_has_quota();
}

static cmd_early *start(const cmd_subject *subject) {
    cmd_early *early = cmd_early_start(subject, KEPT);
    CU_ASSERT_EQUAL(early != NULL, is_possible());
    return early;
}

/* --- reports ---------------------------------------------------------------------------------- */

static bool to_buf(void *ctx, const void *data, size_t len) {
    cc_buf_bytes(ctx, data, len);
    return true;
}

static cc_buf report(const cov_model *model) {
    cc_buf out = {0};
    CU_ASSERT_EQUAL(rep_cobertura(&(rep_input){.model = model}, (rep_sink){to_buf, &out}), CC_OK);
    return out;
}

static void expect_same(const cov_model *early, cmd_subject *subject) {
    cc_arena *arena = cc_arena_new();
    CU_ASSERT_EQUAL_FATAL(cmd_subject_measure(subject, arena), CC_OK);
    cc_buf one = report(early);
    cc_buf other = report(subject->model);
    CU_ASSERT(one.len > 0);
    CU_ASSERT(cc_span_eq(cc_buf_span(&one), cc_buf_span(&other)));
    cc_buf_free(&one);
    cc_buf_free(&other);
    subject->model = NULL;
    cc_arena_free(arena);
}

/* --- tests ------------------------------------------------------------------------------------ */

/* Another program may have the processor, so that a model is late or old: then once more. */
static void test_report(void) {
    mh_fixture f;
    cmd_subject subject;
    bool was_there = false;
    begin(&f, &subject);
    end_process(&f);
    for (int i = 0; i < TRIES && !was_there && is_possible(); i++) {
        cmd_early *early = start(&subject);
        cc_os_sleep_ms(SHORT_MS + (unsigned)i * 10);
        const cov_model *model = cmd_early_take(early);
        was_there = model != NULL;
        if (was_there) {
            expect_same(model, &subject);
        }
        CU_ASSERT_TRUE(cmd_early_end(early));
    }
    CU_ASSERT_EQUAL(was_there, is_possible());
    mh_end(&f);
}

/* The command ends before the first look, during the work, and after it. */
static void test_any_moment(void) {
    enum { ROUNDS = 12, STEP_MS = 2 };
    mh_fixture f;
    cmd_subject subject;
    begin(&f, &subject);
    end_process(&f);
    for (unsigned i = 0; i < ROUNDS; i++) {
        cmd_early *early = start(&subject);
        cc_os_sleep_ms(BEFORE_MS - 10 + i * STEP_MS);
        const cov_model *model = i % 3 == 0 ? NULL : cmd_early_take(early);
        if (model != NULL) {
            expect_same(model, &subject);
        }
        CU_ASSERT_TRUE(cmd_early_end(early));
    }
    mh_end(&f);
}

static const cov_model *take_after(const cmd_subject *subject, unsigned ms, mh_fixture *other) {
    cmd_early *early = start(subject);
    cc_os_sleep_ms(ms);
    if (other != NULL) {
        run_process(other);
        end_process(other);
    }
    const cov_model *model = cmd_early_take(early);
    CU_ASSERT_TRUE(cmd_early_end(early));
    return model;
}

/* A process lives: with its lock, and without. */
static void test_living(void) {
    mh_fixture f;
    mh_process p;
    cmd_subject subject;
    begin(&f, &subject);
    CU_ASSERT_PTR_NULL(take_after(&subject, SHORT_MS, NULL));
    end_process(&f);
    mh_start(&p, &f, CTR_HITS_ONCE);
    mh_ran(&p, "lambda", 1, NULL, false, 0);
    end_process_of(&f, ctr_writer_path(p.writer));
    CU_ASSERT_PTR_NULL(take_after(&subject, SHORT_MS, NULL));
    mh_finish(&p);
    mh_end(&f);
}

/* After the model was begun another process measured, and has ended as well. */
static void test_more(void) {
    mh_fixture f;
    cmd_subject subject;
    begin(&f, &subject);
    end_process(&f);
    CU_ASSERT_PTR_NULL(take_after(&subject, SHORT_MS, &f));
    mh_end(&f);
}

/* A source was touched after the model was begun. */
static void test_changed_source(void) {
    mh_fixture f;
    cmd_subject subject;
    struct stat st;
    begin(&f, &subject);
    end_process(&f);
    cmd_early *early = start(&subject);
    cc_os_sleep_ms(SHORT_MS);
    const char *source = cc_path_join(f.arena, f.root, f.source_name);
    CU_ASSERT_EQUAL_FATAL(stat(source, &st), 0);
    CU_ASSERT_EQUAL_FATAL(chmod(source, st.st_mode), 0);
    CU_ASSERT_PTR_NULL(cmd_early_take(early));
    CU_ASSERT_TRUE(cmd_early_end(early));
    mh_end(&f);
}

static void test_old(void) {
    mh_fixture f;
    cmd_subject subject;
    begin(&f, &subject);
    end_process(&f);
    CU_ASSERT_PTR_NULL(take_after(&subject, LONG_MS, NULL));
    mh_end(&f);
}

static void test_nothing(void) {
    mh_fixture f;
    cmd_subject subject;
    mh_begin(&f, "golden/model", "Debug", "Model");
    open_subject(&subject, &f);
    CU_ASSERT_PTR_NULL(take_after(&subject, SHORT_MS, NULL));
    CU_ASSERT_PTR_NULL(cmd_early_take(NULL));
    CU_ASSERT_TRUE(cmd_early_end(NULL));
    mh_end(&f);
}

static const test_case cases[] = {
    {"early: the report, to the byte", test_report},
    {"early: the command ends at any moment", test_any_moment},
    {"early: no model while a process lives", test_living},
    {"early: no model of a session that went on", test_more},
    {"early: no model of other sources", test_changed_source},
    {"early: no old model", test_old},
    {"early: no model of nothing", test_nothing},
};

TEST_MAIN("early", cases)
