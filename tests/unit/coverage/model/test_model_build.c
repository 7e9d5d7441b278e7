/* The whole model, from counters files that the tests write: what a process would have left after
 * after running some methods of golden/model/Model.dll. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "method/mth.h"
#include "model_help.h"
#include "reports/rep.h"
#include "test_main.h"

/* --- names ------------------------------------------------------------------------------------ */

static void check_names(const char *config) {
    mh_fixture f;
    mh_process p;
    mh_begin(&f, "golden/model", config, "Model");
    mh_start(&p, &f, CTR_HITS_ONCE);
    mh_finish(&p);
    cov_model *model = mh_plain_model(&f);
    CU_ASSERT_EQUAL(model->package_count, 1);
    CU_ASSERT_EQUAL(model->file_count, 1);
    CU_ASSERT(cc_str_eqz(model->files[0].path, "Model.cs"));
    CU_ASSERT_FALSE(model->files[0].is_changed);
    CU_ASSERT_EQUAL(model->totals.lines_covered, 0);
    CU_ASSERT(model->totals.lines_valid > 20);
    CU_ASSERT_EQUAL(model->lost_count, 0);
    const cov_class *cart = mh_class(model, "Shop.Cart`1");
    CU_ASSERT_PTR_NOT_NULL_FATAL(cart);
    CU_ASSERT_PTR_NOT_NULL(mh_class(model, "Shop.Cart`1/Line"));
    CU_ASSERT_PTR_NULL(mh_class(model, "Shop.Hidden"));
    CU_ASSERT_PTR_NULL(mh_class(model, "Shop.Hidden/Inner"));
    CU_ASSERT_EQUAL(mh_methods(cart, ".ctor", "()"), 1);
    CU_ASSERT_EQUAL(mh_methods(cart, ".ctor", "(T)"), 1);
    CU_ASSERT_EQUAL(mh_methods(cart, "Pick", "(System.Int32)"), 1);
    CU_ASSERT_EQUAL(mh_methods(cart, "Pick", "(System.String)"), 1);
    CU_ASSERT_EQUAL(mh_methods(cart, "Later", "(System.Int32)"), 1);
    CU_ASSERT_EQUAL(mh_methods(cart, "Same", "()"), 1);
    CU_ASSERT_EQUAL(mh_methods(cart, "Same`1", "()"), 1);
    CU_ASSERT_EQUAL(mh_methods(cart, "op_Implicit", "(Shop.Cart`1<T>)System.Int32"), 1);
    CU_ASSERT_EQUAL(mh_methods(cart, "op_Implicit", "(Shop.Cart`1<T>)System.String"), 1);
    CU_ASSERT(mh_method_has(cart, "Pick", "(System.Int32)", mh_line_with(&f, "lambda")));
    CU_ASSERT(mh_method_has(cart, "Pick", "(System.String)", mh_line_with(&f, "local")));
    CU_ASSERT_FALSE(mh_method_has(cart, "Pick", "(System.Int32)", mh_line_with(&f, "local")));
    CU_ASSERT(mh_method_has(cart, "Later", "(System.Int32)", mh_line_with(&f, "later")));
    CU_ASSERT(mh_method_has(cart, "Numbers", "()", mh_line_with(&f, "yield")));
    CU_ASSERT(mh_method_has(cart, ".ctor", "()", mh_line_with(&f, "initialiser")));
    CU_ASSERT(mh_method_has(cart, ".ctor", "(T)", mh_line_with(&f, "initialiser")));
    for (uint32_t i = 0; i < cart->method_count; i++) {
        CU_ASSERT_EQUAL(mh_methods(cart, cc_arena_strdup(f.arena, cart->methods[i].name),
                                   cc_arena_strdup(f.arena, cart->methods[i].signature)),
                        1);
    }
    mh_end(&f);
}

static void test_names_debug(void) {
    check_names("Debug");
}

static void test_names_release(void) {
    check_names("Release");
}

static void check_exclusions(const char *config) {
    static const char *const hidden[] = {"hidden-nested", "hidden-getter", "hidden-setter",
                                         "hidden-lambda"};
    mh_fixture f;
    mh_process p;
    mh_begin(&f, "golden/model", config, "Model");
    mh_start(&p, &f, CTR_HITS_ONCE);
    mh_finish(&p);
    cov_model *model = mh_plain_model(&f);
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++) {
        CU_ASSERT_PTR_NULL(mh_line_at(&f, model, hidden[i]));
    }
    CU_ASSERT_EQUAL(mh_hits(&f, model, "seen"), 0);
    CU_ASSERT_FALSE(model->nothing_measured);
    mh_end(&f);
}

static void test_exclusions(void) {
    check_exclusions("Debug");
    check_exclusions("Release");
}

static void test_lines_and_arms_of_a_run(void) {
    static const char *const not_else[] = {"else", NULL};
    mh_fixture f;
    mh_process p;
    mh_begin(&f, "golden/model", "Release", "Model");
    mh_start(&p, &f, CTR_HITS_ONCE);
    mh_ran(&p, "if", 1, not_else, false, 0);
    mh_ran(&p, "lambda", 1, NULL, false, 0);
    mh_finish(&p);
    cov_model *model = mh_plain_model(&f);
    CU_ASSERT_EQUAL(model->hits, CTR_HITS_ONCE);
    CU_ASSERT_EQUAL(model->process_count, 1);
    const cov_line *branch = mh_line_at(&f, model, "if");
    CU_ASSERT_PTR_NOT_NULL_FATAL(branch);
    CU_ASSERT_EQUAL(branch->hits, 1);
    CU_ASSERT_EQUAL(branch->branch_count, 1);
    CU_ASSERT_EQUAL(branch->arm_count, 2);
    CU_ASSERT_EQUAL(branch->arms_taken, 1);
    CU_ASSERT_EQUAL(cov_line_state(branch), COV_LINE_PARTIAL);
    CU_ASSERT_EQUAL(mh_hits(&f, model, "then"), 1);
    CU_ASSERT_EQUAL(mh_hits(&f, model, "else"), 0);
    CU_ASSERT_EQUAL(mh_hits(&f, model, "pick"), 0);
    CU_ASSERT_EQUAL(mh_hits(&f, model, "lambda"), 1);
    const cov_line *dispatch = mh_line_at(&f, model, "switch");
    CU_ASSERT_PTR_NOT_NULL_FATAL(
        dispatch); /* over a plain variable: Release has no point there, the source says where it is */
    CU_ASSERT_EQUAL(dispatch->hits, 0);
    CU_ASSERT_EQUAL(dispatch->arm_count, 3);
    CU_ASSERT_EQUAL(mh_line_at(&f, model, "one")->arm_count, 0);
    mh_end(&f);
}

/* Two processes in exact mode add up; the same with the oracle's plan beside the plan proper. */
static void test_counts_add_up(void) {
    static const char *const not_else[] = {"else", NULL};
    static const char *const not_then[] = {"then", NULL};
    mh_fixture f;
    mh_process p;
    mh_begin(&f, "golden/model", "Debug", "Model");
    mh_start(&p, &f, CTR_HITS_EXACT);
    mh_ran(&p, "if", 3, not_else, false, 0);
    mh_ran(&p, "ctor", 5, NULL, false, 0);
    mh_ran(&p, "ctor-one", 2, NULL, false, 0);
    mh_finish(&p);
    mh_start(&p, &f, CTR_HITS_EXACT);
    mh_ran(&p, "if", 4, not_then, true, 0);
    mh_finish(&p);
    cov_model *model = mh_plain_model(&f);
    CU_ASSERT_EQUAL(model->hits, CTR_HITS_EXACT);
    CU_ASSERT_EQUAL(model->process_count, 2);
    CU_ASSERT_EQUAL(mh_hits(&f, model, "if"), 7);
    CU_ASSERT_EQUAL(mh_hits(&f, model, "then"), 3);
    CU_ASSERT_EQUAL(mh_hits(&f, model, "else"), 4);
    CU_ASSERT_EQUAL(mh_hits(&f, model, "initialiser"), 7); /* stands in both constructors */
    CU_ASSERT_EQUAL(mh_line_at(&f, model, "if")->arms_taken % 2, 0);
    mh_end(&f);
}

static void check_line(const mh_fixture *f, const cov_model *model, const char *tag, uint32_t arms,
                       uint32_t taken) {
    const cov_line *line = mh_line_at(f, model, tag);
    CU_ASSERT_PTR_NOT_NULL_FATAL(line);
    CU_ASSERT_EQUAL(line->branch_count, arms > 0 ? 1 : 0);
    CU_ASSERT_EQUAL(line->arm_count, arms);
    CU_ASSERT_EQUAL(line->arms_taken, taken);
}

/* F#, optimised: the rules are in three methods, of which the last one ran. What it takes are arms
 * of the match. */
static void check_rests(const char *config, bool all, uint32_t taken) {
    mh_fixture f;
    mh_process p;
    mh_begin(&f, "golden/model", config, "Rules");
    mh_start(&p, &f, CTR_HITS_ONCE);
    mh_ran(&p, "last", 1, NULL, all, 0);
    mh_finish(&p);
    cov_model *model = mh_plain_model(&f);
    check_line(&f, model, "match", 25, taken);
    check_line(&f, model, "bodies", 3, 0);
    check_line(&f, model, "body", 3, 0);
    CU_ASSERT_EQUAL(mh_line_at(&f, model, "first")->arm_count, 4);
    CU_ASSERT_EQUAL(mh_line_at(&f, model, "last")->arm_count, 4);
    CU_ASSERT_EQUAL(mh_hits(&f, model, "none"), 1);
    mh_end(&f);
}

static void test_rests_of_a_match(void) {
    check_rests("Debug", false, 25);
    check_rests("Release", false, 9);
    check_rests("Release", true, 9);
}

static void check_inlining(const char *config, const char *name, bool is_loaded, bool expected) {
    mh_fixture f;
    mh_process p;
    mh_begin(&f, "golden/model", config, name);
    if (is_loaded) {
        mh_start(&p, &f, CTR_HITS_ONCE);
    } else {
        mh_start_empty(&p, &f, CTR_HITS_ONCE, "/app/Entry.dll");
    }
    mh_finish(&p);
    cov_model *model = mh_plain_model(&f);
    CU_ASSERT_EQUAL(mh_any_text(model->warnings, model->warning_count, "is optimised, and the F#"),
                    expected);
    mh_end(&f);
}

static void test_optimised_fsharp(void) {
    check_inlining("Release", "Rules", true, true);
    check_inlining("Debug", "Rules", true, false);
    check_inlining("Release", "Model", true, false);
    check_inlining("Release", "Rules", false, false);
}

static bool to_buf(void *ctx, const void *data, size_t len) {
    cc_buf_bytes((cc_buf *)ctx, data, len);
    return true;
}

/* The whole report of a run, to the byte. With CLRCOV_UPDATE_GOLDEN set the file is written
 * again. */
static void check_golden(const char *config) {
    static const char *const not_else[] = {"else", NULL};
    mh_fixture f;
    mh_process p;
    cc_buf out = {0};
    cc_mapped_file golden;
    mh_begin(&f, "golden/model", config, "Model");
    mh_start(&p, &f, CTR_HITS_EXACT);
    mh_ran(&p, "if", 2, not_else, false, 0);
    mh_ran(&p, "ctor", 5, NULL, false, 0);
    mh_ran(&p, "lambda", 7, NULL, false, 0);
    mh_ran(&p, "await", 1, NULL, false, 0);
    mh_finish(&p);
    cov_model *model = mh_plain_model(&f);
    model->root = CC_STR("/src");
    CU_ASSERT_EQUAL(rep_cobertura(&(rep_input){.model = model}, (rep_sink){to_buf, &out}), CC_OK);
    char *path = cc_arena_printf(f.arena, "golden/model/%s.cobertura.xml", config);
    if (getenv("CLRCOV_UPDATE_GOLDEN") != NULL) {
        CU_ASSERT_EQUAL(cc_file_write(path, cc_buf_span(&out), 0644), CC_OK);
    }
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&golden, path, false), CC_OK);
    CU_ASSERT(cc_span_eq(golden.bytes, cc_buf_span(&out)));
    cc_file_unmap(&golden);
    cc_buf_free(&out);
    mh_end(&f);
}

static void test_golden_reports(void) {
    check_golden("Debug");
    check_golden("Release");
}

static void test_what_does_not_match_is_lost(void) {
    mh_fixture f;
    mh_process p;
    mh_begin(&f, "golden/model", "Debug", "Model");
    mh_start(&p, &f, CTR_HITS_ONCE);
    mh_ran(&p, "if", 1, NULL, false, 1);
    mh_ran(&p, "seen", 1, NULL, false, 0);
    mh_finish(&p);
    cov_model *model = mh_plain_model(&f);
    CU_ASSERT_EQUAL(mh_hits(&f, model, "seen"), 1);
    CU_ASSERT_PTR_NULL(mh_line_at(&f, model, "then")); /* neither hit nor missed */
    CU_ASSERT(mh_any_text(model->lost, model->lost_count, "Shop.Cart`1.Count(System.Boolean)"));
    mh_end(&f);
}

static void test_left_out_with_reasons(void) {
    mh_fixture f;
    mh_process p;
    mh_begin(&f, "golden/model", "Debug", "Model");
    mh_start(&p, &f, CTR_HITS_ONCE);
    mh_load_other(&p, "Other", CTR_REASON_NO_PDB, "none beside it");
    ctr_module_record gone = {.reason = CTR_MEASURED,
                              .path = CC_STR("/app/Gone.dll"),
                              .name = CC_STR("Gone"),
                              .detail = CC_STR("")};
    uint32_t id = 0;
    gone.image_hash.bytes[0] = 1;
    CU_ASSERT_EQUAL(ctr_writer_module(p.writer, &gone, &id), CC_OK);
    mh_finish(&p);
    cov_request request = {.selection.filter = mh_filter(&f)};
    mh_rule(request.selection.filter, "-mod*", "--exclude");
    mh_rule(request.selection.filter, "-Nothing.*", "--exclude");
    cov_model *model = mh_model(&f, &request);
    CU_ASSERT_EQUAL(model->package_count, 0);
    CU_ASSERT(model->nothing_measured);
    CU_ASSERT_EQUAL_FATAL(model->omitted_count, 3);
    CU_ASSERT_EQUAL(model->omitted[0].reason, CTR_REASON_NO_PDB);
    CU_ASSERT(cc_str_eqz(model->omitted[0].detail, "none beside it"));
    CU_ASSERT_EQUAL(model->omitted[1].reason, CTR_REASON_FILTER);
    CU_ASSERT(cc_str_eqz(model->omitted[1].name, "Model"));
    CU_ASSERT(mh_has(model->omitted[1].detail, "mod*"));
    CU_ASSERT_EQUAL(model->omitted[2].reason, CTR_REASON_BAD_IMAGE);
    CU_ASSERT(mh_any_text(model->warnings, model->warning_count,
                          "the rule exclude Nothing.* (--exclude) matched nothing"));
    CU_ASSERT_FALSE(mh_any_text(model->warnings, model->warning_count, "exclude mod*"));
    mh_end(&f);
}

/* What one process could not count is named, whoever else measured the assembly. */
static void test_not_stored(void) {
    mh_fixture f;
    mh_process p;
    mh_begin(&f, "golden/model", "Debug", "Model");
    mh_start(&p, &f, CTR_HITS_ONCE);
    mh_ran(&p, "seen", 1, NULL, false, 0);
    mh_finish(&p);
    mh_start_empty(&p, &f, CTR_HITS_ONCE, "/app/Model.dll");
    mh_load_other(&p, "Model", CTR_REASON_NOT_STORED, "the disk is full");
    mh_finish(&p);
    cov_model *model = mh_plain_model(&f);
    CU_ASSERT_PTR_NOT_NULL(mh_package(model, "Model"));
    CU_ASSERT_EQUAL(model->omitted_count, 0);
    CU_ASSERT(mh_any_text(model->lost, model->lost_count,
                          "(/app/Model.dll): Model was not measured, because the process could not "
                          "store it: the disk is full"));
    mh_end(&f);
}

/* Assemblies that are instrumented for their own sake are counted, and are in no report. */
static void test_stressed_assemblies_are_counted(void) {
    mh_fixture f;
    mh_process p;
    mh_begin(&f, "golden/model", "Debug", "Model");
    for (int process = 0; process < 2; process++) {
        mh_start(&p, &f, CTR_HITS_ONCE);
        mh_load_other(&p, "System.Linq", CTR_REASON_FRAMEWORK, "");
        uint8_t *counters = NULL;
        ctr_method_record record = {.module_id = 1, .token = 0x06000001, .count = 3};
        for (; record.token <= 0x06000002; record.token++) {
            CU_ASSERT_EQUAL_FATAL(
                ctr_writer_reserve(p.writer, 3, (void **)&counters, &record.first), CC_OK);
            CU_ASSERT_EQUAL_FATAL(ctr_writer_method(p.writer, &record), CC_OK);
        }
        counters[0] = counters[2] = 1;
        CU_ASSERT_EQUAL(ctr_writer_skip(p.writer, 1, 0x06000009, MTH_SKIP_LIMIT, CC_STR("long")),
                        CC_OK);
        mh_finish(&p);
    }
    cov_model *model = mh_plain_model(&f);
    CU_ASSERT_EQUAL_FATAL(model->stressed_count, 1);
    const cov_stressed *s = &model->stressed[0];
    CU_ASSERT(cc_str_eqz(s->name, "System.Linq"));
    CU_ASSERT(s->methods == 4 && s->methods_entered == 2);
    CU_ASSERT(s->probes == 12 && s->probes_hit == 4);
    CU_ASSERT(mh_any_text(model->lost, model->lost_count,
                          "System.Linq: method 0x06000009: not instrumented: limit: long"));
    CU_ASSERT_PTR_NOT_NULL(mh_omitted(model, "System.Linq"));
    CU_ASSERT_PTR_NULL(mh_package(model, "System.Linq"));
    mh_end(&f);
}

static void test_sources_not_found(void) {
    mh_fixture f;
    mh_process p;
    mh_begin(&f, "golden/model", "Debug", "Model");
    mh_start(&p, &f, CTR_HITS_ONCE);
    mh_finish(&p);
    f.root = f.top;
    cov_model *model = mh_plain_model(&f);
    CU_ASSERT_EQUAL(model->package_count, 0);
    CU_ASSERT_EQUAL_FATAL(model->omitted_count, 1);
    CU_ASSERT_EQUAL(model->omitted[0].reason, CTR_REASON_SOURCES_NOT_FOUND);
    mh_end(&f);
}

/* Everything is asked of the model: rules of all kinds, facts. */
static cov_request all_request(mh_fixture *f) {
    static const char *const rules[] = {"-attribute:Nothing", "+type:*", "-member:*.Nothing",
                                        "+file:*", "-[Model]Nothing"};
    cov_request request = {.selection.filter = mh_filter(f),
                           .selection.skip_auto_properties = true};
    request.wants_facts = true;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        mh_rule(request.selection.filter, rules[i], "--exclude");
    }
    return request;
}

/* One byte of the image or of the symbols is wrong: the model says so or copes, and never fails as
 * a whole. */
static void check_damage(const char *name, bool in_symbols, uint8_t change) {
    mh_fixture f;
    mh_begin(&f, "golden/model", "Release", name);
    cov_request request = all_request(&f);
    cc_span whole = in_symbols ? f.main.symbols.bytes : f.main.dll.bytes;
    for (size_t at = in_symbols ? 64 : 512; at < whole.len; at += 61) {
        mh_process p;
        cc_buf bytes = {0};
        cc_buf_span_put(&bytes, whole);
        bytes.data[at] ^= change;
        cc_hash128 *hash = in_symbols ? &f.main.pdb_hash : &f.main.image_hash;
        CU_ASSERT_EQUAL_FATAL(
            ses_store(f.session.dir, cc_buf_span(&bytes), in_symbols ? ".pdb" : ".dll", hash),
            CC_OK);
        mh_start(&p, &f, CTR_HITS_ONCE);
        mh_finish(&p);
        cov_model *model = mh_model(&f, &request);
        CU_ASSERT(model->package_count + model->omitted_count >= 1);
        CU_ASSERT(model->fact_count >= 1);
        CU_ASSERT_EQUAL(unlink(mh_last_file), 0);
        cc_buf_free(&bytes);
    }
    mh_end(&f);
}

static void test_damaged_input(void) {
    check_damage("Model", false, 0xFF);
    check_damage("Model", false, 0x01);
    check_damage("Model", true, 0xFF);
    check_damage("Model", true, 0x01);
    check_damage("Rules", false, 0x01);
    check_damage("Rules", true, 0x01);
}

static void test_session_that_is_not_there(void) {
    const char *dirs[] = {"/nonexistent/clrcov"};
    sel_list filter;
    cov_model *model = NULL;
    cc_arena *arena = cc_arena_new();
    sel_init(&filter, arena, NULL);
    cov_request request = {
        .session_dirs = dirs, .session_count = 1, .root = "/", .selection.filter = &filter};
    CU_ASSERT_EQUAL(cov_model_build(&model, &request, arena), CC_E_NOTFOUND);
    cc_arena_free(arena);
}

static const test_case cases[] = {
    {"model: the user's names, Debug", test_names_debug},
    {"model: the user's names, Release", test_names_release},
    {"model: attributes exclude, with what belongs to the member", test_exclusions},
    {"model: lines and arms of a run", test_lines_and_arms_of_a_run},
    {"model: counts add up over processes and bodies", test_counts_add_up},
    {"model: the rules of a match in several methods are one decision", test_rests_of_a_match},
    {"model: a warning for optimised F#", test_optimised_fsharp},
    {"model: the Cobertura report, to the byte", test_golden_reports},
    {"model: what does not match is lost, by name", test_what_does_not_match_is_lost},
    {"model: left out with reasons", test_left_out_with_reasons},
    {"an assembly that one process could not store is told", test_not_stored},
    {"model: what is instrumented beside the report is counted",
     test_stressed_assemblies_are_counted},
    {"model: sources not found", test_sources_not_found},
    {"model: damaged images and symbols", test_damaged_input},
    {"model: no session", test_session_that_is_not_there},
};

TEST_MAIN("model", cases)
