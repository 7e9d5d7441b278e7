/* The whole model, from counters files that the tests write: what a process would have left behind
 * after running some methods of golden/model/Model.dll. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "coverage/cov_model.h"
#include "coverage/cov_session.h"
#include "method/mth.h"
#include "reports/rep.h"
#include "test_main.h"

typedef struct fixture {
    cc_arena *arena;
    char top[32];
    cov_session session;
    const char *config;
    cc_mapped_file dll, symbols, source;
    md_image *image;
    pdb_file *pdb;
    cc_hash128 image_hash, pdb_hash;
    char *root;
} fixture;

static void begin(fixture *f, const char *config) {
    *f = (fixture){.arena = cc_arena_new(), .top = "/tmp/clrcov-model-XXXXXX", .config = config};
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(f->top));
    (void)setenv("TMPDIR", f->top, 1);
    CU_ASSERT_EQUAL_FATAL(cc_path_real(f->arena, "golden/model", &f->root), CC_OK);
    cov_settings settings = {.root = f->root, .start_dir = f->root};
    CU_ASSERT_EQUAL_FATAL(cov_session_create(&f->session, &settings, CC_STR(""), f->arena), CC_OK);
    char *dll = cc_arena_printf(f->arena, "golden/model/%s/Model.dll", config);
    char *symbols = cc_arena_printf(f->arena, "golden/model/%s/Model.pdb", config);
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&f->dll, dll, false), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&f->symbols, symbols, false), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&f->source, "golden/model/Model.cs", false), CC_OK);
    CU_ASSERT_EQUAL_FATAL(md_image_open(&f->image, f->dll.bytes, MD_LAYOUT_FLAT, f->arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(pdb_open(&f->pdb, f->symbols.bytes, f->arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cov_session_store(f->session.dir, f->dll.bytes, ".dll", &f->image_hash),
                          CC_OK);
    CU_ASSERT_EQUAL_FATAL(cov_session_store(f->session.dir, f->symbols.bytes, ".pdb", &f->pdb_hash),
                          CC_OK);
}

static void end(fixture *f) {
    cov_session_unlock(f->session.lock_fd);
    cc_file_unmap(&f->dll);
    cc_file_unmap(&f->symbols);
    cc_file_unmap(&f->source);
    CU_ASSERT_EQUAL(cc_dir_remove(f->top), CC_OK);
    cc_arena_free(f->arena);
}

/* --- a process -------------------------------------------------------------------------------- */

typedef struct process {
    fixture *f;
    cov_writer *writer;
    cov_hits hits;
    uint32_t module;
} process;

static void start(process *p, fixture *f, cov_hits hits) {
    cov_process facts = {CC_STR("/usr/bin/dotnet"), CC_STR(""), CC_STR("dotnet"), hits};
    cov_module_record record = {.image_hash = f->image_hash,
                                .pdb_hash = f->pdb_hash,
                                .reason = COV_MEASURED,
                                .path = CC_STR("/app/Model.dll"),
                                .name = CC_STR("Model"),
                                .detail = CC_STR("")};
    *p = (process){.f = f, .hits = hits};
    CU_ASSERT_EQUAL_FATAL(md_mvid(md_image_tables(f->image), record.mvid), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cov_writer_open(&p->writer, f->session.dir, &facts), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cov_writer_module(p->writer, &record, &p->module), CC_OK);
}

static uint32_t line_with(const fixture *f, const char *tag) {
    char mark[64];
    (void)snprintf(mark, sizeof mark, "//@ %s\n", tag);
    const char *text = (const char *)f->source.bytes.data;
    const char *at = memmem(text, f->source.bytes.len, mark, strlen(mark));
    CU_ASSERT_PTR_NOT_NULL_FATAL(at);
    uint32_t line = 1;
    for (const char *c = text; c < at; c++) {
        line += *c == '\n' ? 1 : 0;
    }
    return line;
}

static uint32_t line_at(const mth_method *m, uint32_t unit) {
    uint32_t offset =
        unit < m->body.unit_count ? m->body.units[unit].offset : (uint32_t)m->body.code.len;
    uint32_t line = 0;
    for (uint32_t i = 0; i < m->point_count; i++) {
        bool usable = !m->points[i].hidden;
        line = usable && m->points[i].offset <= offset ? m->points[i].start_line : line;
    }
    return line;
}

/* The method that owns the line ran `times`, without reaching the lines in `missed` (tags, NULL at
 * the end). */
static void ran(process *p, const char *tag, uint64_t times, const char *const *missed, bool all,
                uint64_t key_change) {
    uint32_t line = line_with(p->f, tag);
    uint32_t count = md_row_count(md_image_tables(p->f->image), MD_METHODDEF);
    for (uint32_t rid = 1; rid <= count; rid++) {
        mth_method m;
        mth_skip skip = MTH_OK;
        probe_options options = {.all = all};
        CU_ASSERT_EQUAL_FATAL(mth_open(&m, &skip, p->f->image, p->f->pdb,
                                       MD_TOKEN(MD_METHODDEF, rid), (cc_span){NULL, 0}, &options,
                                       p->f->arena),
                              CC_OK);
        bool owns = false;
        for (uint32_t i = 0; skip == MTH_OK && i < m.point_count; i++) {
            owns = owns || (!m.points[i].hidden && m.points[i].start_line == line);
        }
        if (!owns) {
            continue;
        }
        void *counters = NULL;
        cov_method_record record = {.module_id = p->module,
                                    .token = m.token,
                                    .plan_key = m.key + key_change,
                                    .count = m.plan->counter_count,
                                    .plan_all = all};
        CU_ASSERT_EQUAL_FATAL(cov_writer_reserve(p->writer, record.count, &counters, &record.first),
                              CC_OK);
        CU_ASSERT_EQUAL_FATAL(cov_writer_method(p->writer, &record), CC_OK);
        for (uint32_t n = 0; n < m.plan->node_count; n++) {
            const probe_node *node = &m.plan->nodes[n];
            uint32_t at = line_at(&m, node->is_edge ? node->target : node->first_unit);
            bool reached = node->counter != PROBE_NONE;
            for (size_t i = 0; reached && missed != NULL && missed[i] != NULL; i++) {
                reached = at != line_with(p->f, missed[i]);
            }
            if (reached && p->hits == COV_HITS_ONCE) {
                ((uint8_t *)counters)[node->counter] = 1;
            } else if (reached) {
                ((uint64_t *)counters)[node->counter] = times;
            }
        }
    }
}

/* Path of the counters file of the process that finished last. */
static char last_file[256];

static void finish(process *p) {
    (void)snprintf(last_file, sizeof last_file, "%s", cov_writer_path(p->writer));
    cov_writer_close(p->writer);
}

/* --- the model -------------------------------------------------------------------------------- */

static cov_model *build_with(fixture *f, sel_list *filter, bool include_tests) {
    const char *dirs[] = {f->session.dir};
    cov_request request = {.session_dirs = dirs,
                           .session_count = 1,
                           .root = f->root,
                           .filter = filter,
                           .include_tests = include_tests,
                           .timestamp = 1};
    cov_model *model = NULL;
    CU_ASSERT_EQUAL_FATAL(cov_model_build(&model, &request, f->arena), CC_OK);
    return model;
}

static cov_model *build(fixture *f) {
    sel_list filter;
    sel_init(&filter, f->arena);
    return build_with(f, &filter, false);
}

static const cov_line *line_in(const cov_model *model, uint32_t number) {
    for (uint32_t i = 0; model->file_count > 0 && i < model->files[0].line_count; i++) {
        if (model->files[0].lines[i]->number == number) {
            return model->files[0].lines[i];
        }
    }
    return NULL;
}

static uint64_t hits_of(fixture *f, const cov_model *model, const char *tag) {
    const cov_line *line = line_in(model, line_with(f, tag));
    CU_ASSERT_PTR_NOT_NULL_FATAL(line);
    return line->hits;
}

static const cov_class *class_named(const cov_model *model, const char *name) {
    for (uint32_t i = 0; model->package_count > 0 && i < model->packages[0].class_count; i++) {
        if (cc_str_eqz(model->packages[0].classes[i].name, name)) {
            return &model->packages[0].classes[i];
        }
    }
    return NULL;
}

/* Methods of the class with this name and signature. */
static uint32_t methods_named(const cov_class *cls, const char *name, const char *signature) {
    uint32_t found = 0;
    for (uint32_t i = 0; cls != NULL && i < cls->method_count; i++) {
        found += cc_str_eqz(cls->methods[i].name, name) &&
                         cc_str_eqz(cls->methods[i].signature, signature)
                     ? 1
                     : 0;
    }
    return found;
}

static bool method_has(const cov_class *cls, const char *name, const char *signature,
                       uint32_t line) {
    for (uint32_t i = 0; cls != NULL && i < cls->method_count; i++) {
        const cov_method *m = &cls->methods[i];
        for (uint32_t k = 0; k < m->line_count; k++) {
            if (cc_str_eqz(m->name, name) && cc_str_eqz(m->signature, signature) &&
                m->lines[k]->number == line) {
                return true;
            }
        }
    }
    return false;
}

static bool any_text(const cc_str *texts, uint32_t count, const char *part) {
    for (uint32_t i = 0; i < count; i++) {
        if (memmem(texts[i].s, texts[i].len, part, strlen(part)) != NULL) {
            return true;
        }
    }
    return false;
}

/* --- tests ------------------------------------------------------------------------------------ */

static void check_names(const char *config) {
    fixture f;
    process p;
    begin(&f, config);
    start(&p, &f, COV_HITS_ONCE);
    finish(&p);
    cov_model *model = build(&f);
    CU_ASSERT_EQUAL(model->package_count, 1);
    CU_ASSERT_EQUAL(model->file_count, 1);
    CU_ASSERT(cc_str_eqz(model->files[0].path, "Model.cs"));
    CU_ASSERT_FALSE(model->files[0].is_changed);
    CU_ASSERT_EQUAL(model->totals.lines_covered, 0);
    CU_ASSERT(model->totals.lines_valid > 20);
    CU_ASSERT_EQUAL(model->lost_count, 0);
    const cov_class *cart = class_named(model, "Shop.Cart`1");
    CU_ASSERT_PTR_NOT_NULL_FATAL(cart);
    CU_ASSERT_PTR_NOT_NULL(class_named(model, "Shop.Cart`1/Line"));
    CU_ASSERT_PTR_NULL(class_named(model, "Shop.Hidden"));
    CU_ASSERT_PTR_NULL(class_named(model, "Shop.Hidden/Inner"));
    CU_ASSERT_EQUAL(methods_named(cart, ".ctor", "()"), 1);
    CU_ASSERT_EQUAL(methods_named(cart, ".ctor", "(T)"), 1);
    CU_ASSERT_EQUAL(methods_named(cart, "Pick", "(System.Int32)"), 1);
    CU_ASSERT_EQUAL(methods_named(cart, "Pick", "(System.String)"), 1);
    CU_ASSERT_EQUAL(methods_named(cart, "Later", "(System.Int32)"), 1);
    CU_ASSERT_EQUAL(methods_named(cart, "Same", "()"), 1);
    CU_ASSERT_EQUAL(methods_named(cart, "Same`1", "()"), 1);
    CU_ASSERT_EQUAL(methods_named(cart, "op_Implicit", "(Shop.Cart`1<T>)System.Int32"), 1);
    CU_ASSERT_EQUAL(methods_named(cart, "op_Implicit", "(Shop.Cart`1<T>)System.String"), 1);
    CU_ASSERT(method_has(cart, "Pick", "(System.Int32)", line_with(&f, "lambda")));
    CU_ASSERT(method_has(cart, "Pick", "(System.String)", line_with(&f, "local")));
    CU_ASSERT_FALSE(method_has(cart, "Pick", "(System.Int32)", line_with(&f, "local")));
    CU_ASSERT(method_has(cart, "Later", "(System.Int32)", line_with(&f, "later")));
    CU_ASSERT(method_has(cart, "Numbers", "()", line_with(&f, "yield")));
    CU_ASSERT(method_has(cart, ".ctor", "()", line_with(&f, "initialiser")));
    CU_ASSERT(method_has(cart, ".ctor", "(T)", line_with(&f, "initialiser")));
    for (uint32_t i = 0; i < cart->method_count; i++) {
        CU_ASSERT_EQUAL(methods_named(cart, cc_arena_strdup(f.arena, cart->methods[i].name),
                                      cc_arena_strdup(f.arena, cart->methods[i].signature)),
                        1);
    }
    end(&f);
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
    fixture f;
    process p;
    begin(&f, config);
    start(&p, &f, COV_HITS_ONCE);
    finish(&p);
    cov_model *model = build(&f);
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++) {
        CU_ASSERT_PTR_NULL(line_in(model, line_with(&f, hidden[i])));
    }
    CU_ASSERT_EQUAL(hits_of(&f, model, "seen"), 0);
    CU_ASSERT_FALSE(model->nothing_measured);
    end(&f);
}

static void test_exclusions(void) {
    check_exclusions("Debug");
    check_exclusions("Release");
}

static void test_lines_and_arms_of_a_run(void) {
    static const char *const not_else[] = {"else", NULL};
    fixture f;
    process p;
    begin(&f, "Release");
    start(&p, &f, COV_HITS_ONCE);
    ran(&p, "if", 1, not_else, false, 0);
    ran(&p, "lambda", 1, NULL, false, 0);
    finish(&p);
    cov_model *model = build(&f);
    CU_ASSERT_EQUAL(model->hits, COV_HITS_ONCE);
    CU_ASSERT_EQUAL(model->process_count, 1);
    const cov_line *branch = line_in(model, line_with(&f, "if"));
    CU_ASSERT_PTR_NOT_NULL_FATAL(branch);
    CU_ASSERT_EQUAL(branch->hits, 1);
    CU_ASSERT_EQUAL(branch->branch_count, 1);
    CU_ASSERT_EQUAL(branch->arm_count, 2);
    CU_ASSERT_EQUAL(branch->arms_taken, 1);
    CU_ASSERT_EQUAL(cov_line_state(branch), COV_LINE_PARTIAL);
    CU_ASSERT_EQUAL(hits_of(&f, model, "then"), 1);
    CU_ASSERT_EQUAL(hits_of(&f, model, "else"), 0);
    CU_ASSERT_EQUAL(hits_of(&f, model, "pick"), 0);
    CU_ASSERT_EQUAL(hits_of(&f, model, "lambda"), 1);
    const cov_line *dispatch = line_in(model, line_with(&f, "switch"));
    CU_ASSERT_PTR_NULL(dispatch); /* over a plain variable: Release has no point there */
    CU_ASSERT_EQUAL(line_in(model, line_with(&f, "one"))->arm_count, 3);
    end(&f);
}

/* Two processes in exact mode add up; the same with the oracle's plan beside the plan proper. */
static void test_counts_add_up(void) {
    static const char *const not_else[] = {"else", NULL};
    static const char *const not_then[] = {"then", NULL};
    fixture f;
    process p;
    begin(&f, "Debug");
    start(&p, &f, COV_HITS_EXACT);
    ran(&p, "if", 3, not_else, false, 0);
    ran(&p, "ctor", 5, NULL, false, 0);
    ran(&p, "ctor-one", 2, NULL, false, 0);
    finish(&p);
    start(&p, &f, COV_HITS_EXACT);
    ran(&p, "if", 4, not_then, true, 0);
    finish(&p);
    cov_model *model = build(&f);
    CU_ASSERT_EQUAL(model->hits, COV_HITS_EXACT);
    CU_ASSERT_EQUAL(model->process_count, 2);
    CU_ASSERT_EQUAL(hits_of(&f, model, "if"), 7);
    CU_ASSERT_EQUAL(hits_of(&f, model, "then"), 3);
    CU_ASSERT_EQUAL(hits_of(&f, model, "else"), 4);
    CU_ASSERT_EQUAL(hits_of(&f, model, "initialiser"), 7); /* stands in both constructors */
    CU_ASSERT_EQUAL(line_in(model, line_with(&f, "if"))->arms_taken % 2, 0);
    end(&f);
}

static bool to_buf(void *ctx, const void *data, size_t len) {
    cc_buf_bytes((cc_buf *)ctx, data, len);
    return true;
}

/* The whole report of a run, to the byte. With CLRCOV_UPDATE_GOLDEN set the file is written
 * again. */
static void check_golden(const char *config) {
    static const char *const not_else[] = {"else", NULL};
    fixture f;
    process p;
    cc_buf out = {0};
    cc_mapped_file golden;
    begin(&f, config);
    start(&p, &f, COV_HITS_EXACT);
    ran(&p, "if", 2, not_else, false, 0);
    ran(&p, "ctor", 5, NULL, false, 0);
    ran(&p, "lambda", 7, NULL, false, 0);
    ran(&p, "await", 1, NULL, false, 0);
    finish(&p);
    cov_model *model = build(&f);
    model->root = CC_STR("/src");
    CU_ASSERT_EQUAL(rep_cobertura(model, (rep_sink){to_buf, &out}), CC_OK);
    char *path = cc_arena_printf(f.arena, "golden/model/%s.cobertura.xml", config);
    if (getenv("CLRCOV_UPDATE_GOLDEN") != NULL) {
        CU_ASSERT_EQUAL(cc_file_write(path, cc_buf_span(&out), 0644), CC_OK);
    }
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&golden, path, false), CC_OK);
    CU_ASSERT(cc_span_eq(golden.bytes, cc_buf_span(&out)));
    cc_file_unmap(&golden);
    cc_buf_free(&out);
    end(&f);
}

static void test_golden_reports(void) {
    check_golden("Debug");
    check_golden("Release");
}

static void test_what_does_not_match_is_lost(void) {
    fixture f;
    process p;
    begin(&f, "Debug");
    start(&p, &f, COV_HITS_ONCE);
    ran(&p, "if", 1, NULL, false, 1);
    ran(&p, "seen", 1, NULL, false, 0);
    finish(&p);
    cov_model *model = build(&f);
    CU_ASSERT_EQUAL(hits_of(&f, model, "seen"), 1);
    CU_ASSERT_PTR_NULL(line_in(model, line_with(&f, "then"))); /* neither hit nor missed */
    CU_ASSERT(any_text(model->lost, model->lost_count, "Shop.Cart`1.Count(System.Boolean)"));
    end(&f);
}

static void test_left_out_with_reasons(void) {
    fixture f;
    process p;
    uint32_t id = 0;
    begin(&f, "Debug");
    start(&p, &f, COV_HITS_ONCE);
    cov_module_record other = {.reason = COV_NO_PDB,
                               .path = CC_STR("/app/Other.dll"),
                               .name = CC_STR("Other"),
                               .detail = CC_STR("none beside it")};
    CU_ASSERT_EQUAL(cov_writer_module(p.writer, &other, &id), CC_OK);
    other.reason = COV_MEASURED;
    other.name = CC_STR("Gone");
    other.image_hash.bytes[0] = 1;
    CU_ASSERT_EQUAL(cov_writer_module(p.writer, &other, &id), CC_OK);
    finish(&p);
    sel_list filter;
    sel_init(&filter, f.arena);
    CU_ASSERT_EQUAL(sel_add(&filter, SEL_EXCLUDE_ASSEMBLY, CC_STR("mod*")), CC_OK);
    CU_ASSERT_EQUAL(sel_add(&filter, SEL_EXCLUDE_ASSEMBLY, CC_STR("Nothing.*")), CC_OK);
    cov_model *model = build_with(&f, &filter, false);
    CU_ASSERT_EQUAL(model->package_count, 0);
    CU_ASSERT(model->nothing_measured);
    CU_ASSERT_EQUAL_FATAL(model->omitted_count, 3);
    CU_ASSERT_EQUAL(model->omitted[0].reason, COV_NO_PDB);
    CU_ASSERT(cc_str_eqz(model->omitted[0].detail, "none beside it"));
    CU_ASSERT_EQUAL(model->omitted[1].reason, COV_FILTER);
    CU_ASSERT(cc_str_eqz(model->omitted[1].name, "Model"));
    CU_ASSERT_EQUAL(model->omitted[2].reason, COV_BAD_IMAGE);
    CU_ASSERT(any_text(model->warnings, model->warning_count, "--exclude Nothing.* matched no"));
    CU_ASSERT_FALSE(any_text(model->warnings, model->warning_count, "--exclude mod*"));
    end(&f);
}

static void test_sources_not_found(void) {
    fixture f;
    process p;
    begin(&f, "Debug");
    start(&p, &f, COV_HITS_ONCE);
    finish(&p);
    f.root = f.top;
    cov_model *model = build(&f);
    CU_ASSERT_EQUAL(model->package_count, 0);
    CU_ASSERT_EQUAL_FATAL(model->omitted_count, 1);
    CU_ASSERT_EQUAL(model->omitted[0].reason, COV_SOURCES_NOT_FOUND);
    end(&f);
}

/* One byte of the image or of the symbols is wrong: the model says so or copes, and never fails as
 * a whole. */
static void check_damage(bool in_symbols, uint8_t change) {
    fixture f;
    begin(&f, "Release");
    cc_span whole = in_symbols ? f.symbols.bytes : f.dll.bytes;
    for (size_t at = in_symbols ? 64 : 512; at < whole.len; at += 61) {
        process p;
        cc_buf bytes = {0};
        cc_buf_span_put(&bytes, whole);
        bytes.data[at] ^= change;
        cc_hash128 *hash = in_symbols ? &f.pdb_hash : &f.image_hash;
        CU_ASSERT_EQUAL_FATAL(cov_session_store(f.session.dir, cc_buf_span(&bytes),
                                                in_symbols ? ".pdb" : ".dll", hash),
                              CC_OK);
        start(&p, &f, COV_HITS_ONCE);
        finish(&p);
        cov_model *model = build(&f);
        CU_ASSERT(model->package_count + model->omitted_count >= 1);
        CU_ASSERT_EQUAL(unlink(last_file), 0);
        cc_buf_free(&bytes);
    }
    end(&f);
}

static void test_damaged_input(void) {
    check_damage(false, 0xFF);
    check_damage(false, 0x01);
    check_damage(true, 0xFF);
    check_damage(true, 0x01);
}

static void test_session_that_is_not_there(void) {
    const char *dirs[] = {"/nonexistent/clrcov"};
    sel_list filter;
    cov_model *model = NULL;
    cc_arena *arena = cc_arena_new();
    sel_init(&filter, arena);
    cov_request request = {
        .session_dirs = dirs, .session_count = 1, .root = "/", .filter = &filter};
    CU_ASSERT_EQUAL(cov_model_build(&model, &request, arena), CC_E_NOTFOUND);
    cc_arena_free(arena);
}

static const test_case cases[] = {
    {"model: the user's names, Debug", test_names_debug},
    {"model: the user's names, Release", test_names_release},
    {"model: attributes exclude, with what belongs to the member", test_exclusions},
    {"model: lines and arms of a run", test_lines_and_arms_of_a_run},
    {"model: counts add up over processes and bodies", test_counts_add_up},
    {"model: the Cobertura report, to the byte", test_golden_reports},
    {"model: what does not match is lost, by name", test_what_does_not_match_is_lost},
    {"model: left out with reasons", test_left_out_with_reasons},
    {"model: sources not found", test_sources_not_found},
    {"model: damaged images and symbols", test_damaged_input},
    {"model: no session", test_session_that_is_not_there},
};

TEST_MAIN("model", cases)
