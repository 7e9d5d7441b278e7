/* Assemblies beside the one that ran: never loaded, copies of what ran, several builds of one name;
 * and what becomes of assemblies whose sources are not all there. */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "model_help.h"
#include "test_main.h"

static const char golden[] = "golden/select";

/* A session of a process whose entry assembly lies in f->top/app, where `copy` of the library
 * (NULL: none) lies, too. */
static char *begin(mh_fixture *f, mh_process *p, const char *copy) {
    mh_begin(f, golden, "now", "Picks");
    char *app = cc_path_join(f->arena, f->top, "app");
    if (copy != NULL) {
        mh_copy(f, cc_path_join(f->arena, golden, copy), "Picks", app);
    }
    mh_start_empty(p, f, CTR_HITS_ONCE, cc_path_join(f->arena, app, "Entry.dll"));
    return app;
}

static bool warns(const cov_model *model, const char *part) {
    return mh_any_text(model->warnings, model->warning_count, part);
}

static uint32_t lines_of(const cov_model *model, const char *path) {
    for (uint32_t i = 0; i < model->file_count; i++) {
        if (cc_str_eqz(model->files[i].path, path)) {
            return model->files[i].line_count;
        }
    }
    return 0;
}

/* --- never loaded ----------------------------------------------------------------------------- */

static void test_never_loaded(void) {
    mh_fixture f;
    mh_process p;
    begin(&f, &p, "now");
    mh_finish(&p);
    cov_model *model = mh_plain_model(&f);
    CU_ASSERT_EQUAL_FATAL(model->package_count, 1);
    CU_ASSERT(model->packages[0].never_loaded);
    CU_ASSERT(model->nothing_measured);
    CU_ASSERT_EQUAL(mh_hits(&f, model, "outer"), 0);
    CU_ASSERT_EQUAL(model->totals.lines_covered, 0);

    cov_request ignore = {.ignore_unloaded = true};
    model = mh_model(&f, &ignore);
    CU_ASSERT_EQUAL(model->package_count, 0);
    CU_ASSERT_EQUAL(model->file_count, 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mh_omitted(model, "Picks"));
    CU_ASSERT_EQUAL(mh_omitted(model, "Picks")->reason, CTR_REASON_NEVER_LOADED);

    cov_request request = {.selection.filter = mh_filter(&f)};
    mh_rule(request.selection.filter, "-Picks", "--exclude");
    model = mh_model(&f, &request);
    CU_ASSERT_EQUAL(model->package_count, 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mh_omitted(model, "Picks"));
    CU_ASSERT_EQUAL(mh_omitted(model, "Picks")->reason, CTR_REASON_FILTER);
    CU_ASSERT_EQUAL(model->warning_count, 0);
    mh_end(&f);
}

/* Which copies beside an assembly that ran are shown: those for another framework alone. */
static void test_copies_of_what_ran(void) {
    static const struct {
        const char *ran, *copy;
        bool is_shown;
    } rows[] = {
        {"now", "now", false},  {"now", "old", false}, {"now", "other", true},
        {"other", "now", true}, {"old", "now", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        mh_fixture f;
        mh_process p;
        mh_image ran;
        begin(&f, &p, rows[i].copy);
        mh_open(&f, &ran, cc_path_join(f.arena, golden, rows[i].ran), "Picks", "/ran/Picks.dll");
        mh_load(&p, &ran);
        mh_finish(&p);
        cov_request request = {.wants_facts = true};
        cov_model *model = mh_model(&f, &request);
        uint32_t assemblies = 0;
        for (uint32_t k = 0; k < model->fact_count; k++) {
            assemblies += model->facts[k].subject == COV_SUBJECT_ASSEMBLY ? 1 : 0;
        }
        CU_ASSERT_EQUAL(assemblies, rows[i].is_shown ? 2 : 1);
        CU_ASSERT_EQUAL_FATAL(model->package_count, 1);
        CU_ASSERT_FALSE(model->packages[0].never_loaded);
        bool has_other = strcmp(rows[i].ran, "other") == 0 ||
                         (rows[i].is_shown && strcmp(rows[i].copy, "other") == 0);
        CU_ASSERT_EQUAL(mh_line_at(&f, model, "elsewhere") != NULL, has_other);
        mh_close(&ran);
        mh_end(&f);
    }
}

/* Some build of the name was left alone in a process: nothing is known of what it was. */
static void test_copy_of_what_was_not_measured(void) {
    mh_fixture f;
    mh_process p;
    begin(&f, &p, "other");
    mh_load(&p, &f.main);
    mh_load_other(&p, "Picks", CTR_REASON_NO_PDB, "");
    mh_finish(&p);
    CU_ASSERT_PTR_NULL(mh_line_at(&f, mh_plain_model(&f), "elsewhere"));
    mh_end(&f);
}

/* --- two builds ran --------------------------------------------------------------------------- */

/* Lines of Second.cs that each build has, by itself. */
static uint32_t second_lines(const char *build, bool *is_changed) {
    mh_fixture f;
    mh_process p;
    mh_image image;
    begin(&f, &p, NULL);
    mh_open(&f, &image, cc_path_join(f.arena, golden, build), "Picks", "/app/Picks.dll");
    mh_load(&p, &image);
    mh_finish(&p);
    cov_model *model = mh_plain_model(&f);
    uint32_t count = lines_of(model, "Second.cs");
    *is_changed = warns(model, "Second.cs was changed");
    mh_close(&image);
    mh_end(&f);
    return count;
}

static void test_two_builds(void) {
    mh_fixture f;
    mh_process p;
    mh_image old;
    bool now_changed = true;
    bool old_changed = false;
    uint32_t now_lines = second_lines("now", &now_changed);
    CU_ASSERT_NOT_EQUAL(now_lines, 0);
    CU_ASSERT_NOT_EQUAL(second_lines("old", &old_changed), 0);
    CU_ASSERT_FALSE(now_changed);
    CU_ASSERT(old_changed);

    begin(&f, &p, NULL);
    mh_open(&f, &old, cc_path_join(f.arena, golden, "old"), "Picks", "/old/Picks.dll");
    mh_load(&p, &old);
    mh_ran(&p, "outer", 1, NULL, false, 0);
    mh_ran_document(&p, 2);
    mh_load(&p, &f.main);
    mh_finish(&p);
    cov_model *model = mh_plain_model(&f);
    CU_ASSERT_EQUAL(lines_of(model, "Second.cs"), now_lines);
    CU_ASSERT(warns(model, "two builds of Picks ran, /old/Picks.dll and /app/Picks.dll"));
    CU_ASSERT(warns(model, "1 source file (Second.cs)"));
    CU_ASSERT_EQUAL(model->warning_count, 1);
    CU_ASSERT_EQUAL(mh_hits(&f, model, "outer"), 1); /* the same text in both */
    for (uint32_t line = 1; line <= 15; line++) {
        const cov_line *at = mh_line(model, "Second.cs", line);
        CU_ASSERT(at == NULL || at->hits == 0);
    }
    mh_close(&old);
    mh_end(&f);
}

/* For different frameworks both are what they are. */
static void test_two_builds_for_two_frameworks(void) {
    mh_fixture f;
    mh_process p;
    mh_image old;
    mh_image other;
    bool is_changed = false;
    begin(&f, &p, NULL);
    mh_open(&f, &old, cc_path_join(f.arena, golden, "old"), "Picks", "/old/Picks.dll");
    mh_open(&f, &other, cc_path_join(f.arena, golden, "other"), "Picks", "/other/Picks.dll");
    mh_load(&p, &old);
    mh_load(&p, &other);
    mh_finish(&p);
    cov_model *model = mh_plain_model(&f);
    CU_ASSERT(lines_of(model, "Second.cs") > second_lines("now", &is_changed));
    CU_ASSERT_FALSE(warns(model, "two builds"));
    CU_ASSERT(warns(model, "Second.cs was changed"));
    mh_close(&old);
    mh_close(&other);
    mh_end(&f);
}

static void test_rewritten_by_coverlet(void) {
    mh_fixture f;
    mh_process p;
    mh_image tracked;
    begin(&f, &p, NULL);
    mh_open(&f, &tracked, cc_path_join(f.arena, golden, "tracked"), "Picks", "/app/Picks.dll");
    mh_load(&p, &tracked);
    mh_finish(&p);
    cov_model *model = mh_plain_model(&f);
    CU_ASSERT(warns(model, "Picks was rewritten by coverlet (/app/Picks.dll)"));
    CU_ASSERT_EQUAL(model->package_count, 1);
    mh_close(&tracked);
    mh_end(&f);
}

/* --- sources ---------------------------------------------------------------------------------- */

/* The library ran; of its sources only those in `files` are below the root. */
static cov_model *with_sources(mh_fixture *f, const char *file, mod_without_sources mode) {
    mh_process p;
    begin(f, &p, NULL);
    mh_load(&p, &f->main);
    mh_finish(&p);
    char *root = cc_path_join(f->arena, f->top, "src");
    CU_ASSERT_EQUAL_FATAL(cc_dir_make(root, 0700), CC_OK);
    if (file != NULL) {
        cc_mapped_file content;
        char *from = cc_path_join(f->arena, golden, file);
        CU_ASSERT_EQUAL_FATAL(cc_file_map(&content, from, false), CC_OK);
        CU_ASSERT_EQUAL(cc_file_write(cc_path_join(f->arena, root, file), content.bytes, 0644),
                        CC_OK);
        cc_file_unmap(&content);
    }
    CU_ASSERT_EQUAL_FATAL(cc_path_real(f->arena, root, &f->root), CC_OK);
    cov_request request = {.selection.without_sources = mode, .wants_facts = true};
    return mh_model(f, &request);
}

static void test_some_sources_are_missing(void) {
    mh_fixture f;
    cov_model *model = with_sources(&f, "Second.cs", MOD_SOURCES_SKIP);
    CU_ASSERT_EQUAL(model->file_count, 1);
    CU_ASSERT(warns(model, "1 source file not found and not in the report: /_/Picks.cs"));
    mh_end(&f);

    model = with_sources(&f, "Second.cs", MOD_SOURCES_SKIP_ANY);
    CU_ASSERT_EQUAL(model->package_count, 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mh_omitted(model, "Picks"));
    CU_ASSERT_EQUAL(mh_omitted(model, "Picks")->reason, CTR_REASON_SOURCES_NOT_FOUND);
    CU_ASSERT(mh_has(mh_omitted(model, "Picks")->detail, "/_/Picks.cs"));
    mh_end(&f);

    model = with_sources(&f, "Second.cs", MOD_SOURCES_KEEP);
    CU_ASSERT_EQUAL_FATAL(model->file_count, 2);
    CU_ASSERT(cc_str_eqz(model->files[0].path, "/_/Picks.cs"));
    CU_ASSERT(model->files[0].is_outside_root);
    CU_ASSERT(warns(model, "1 source file not found: /_/Picks.cs"));
    CU_ASSERT_FALSE(warns(model, "outside"));
    mh_end(&f);
}

static void test_all_sources_are_missing(void) {
    mh_fixture f;
    cov_model *model = with_sources(&f, NULL, MOD_SOURCES_SKIP);
    CU_ASSERT_EQUAL(model->package_count, 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mh_omitted(model, "Picks"));
    CU_ASSERT_EQUAL(mh_omitted(model, "Picks")->reason, CTR_REASON_SOURCES_NOT_FOUND);
    CU_ASSERT(mh_has(mh_omitted(model, "Picks")->detail, "/_/Picks.cs and 2 more do not exist"));
    CU_ASSERT_EQUAL(model->warning_count, 0);
    mh_end(&f);

    model = with_sources(&f, NULL, MOD_SOURCES_KEEP);
    CU_ASSERT_EQUAL(model->package_count, 1);
    CU_ASSERT_EQUAL(model->file_count, 2);
    mh_end(&f);
}

/* Code that is in no file of the root leaves an assembly with a source, but without lines. */
static void test_sources_without_code(void) {
    mh_fixture f;
    cov_model *model = with_sources(&f, "Assembly.cs", MOD_SOURCES_SKIP);
    CU_ASSERT_EQUAL(model->package_count, 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mh_omitted(model, "Picks"));
    CU_ASSERT_EQUAL(mh_omitted(model, "Picks")->reason, CTR_REASON_SOURCES_NOT_FOUND);
    mh_end(&f);
}

/* --- before any run --------------------------------------------------------------------------- */

static const cov_fact *assembly_fact(const cov_model *model, const char *name) {
    for (uint32_t i = 0; i < model->fact_count; i++) {
        const cov_fact *fact = &model->facts[i];
        if (fact->subject == COV_SUBJECT_ASSEMBLY && cc_str_eqz(fact->name, name)) {
            return fact;
        }
    }
    return NULL;
}

static void check_fact(const cov_model *model, const char *name, ctr_reason reason,
                       const char *path) {
    const cov_fact *fact = assembly_fact(model, name);
    CU_ASSERT_PTR_NOT_NULL_FATAL(fact);
    CU_ASSERT_EQUAL(fact->reason, reason);
    CU_ASSERT_FALSE(fact->has_data);
    CU_ASSERT(mh_has(fact->path, path));
}

static void test_folders(void) {
    mh_fixture f;
    mh_process p;
    char *app = begin(&f, &p, "now");
    mh_finish(&p);
    mh_copy(&f, "golden/select/program", "Main", app);
    cc_file_remove(cc_path_join(f.arena, app, "Main.pdb"));
    mh_copy(&f, "golden/select/fsharp", "Auto", app);
    CU_ASSERT_EQUAL(cc_file_rename(cc_path_join(f.arena, app, "Auto.pdb"),
                                   cc_path_join(f.arena, app, "Model.pdb")),
                    CC_OK);
    mh_copy(&f, "golden/model/Debug", "Model", cc_path_join(f.arena, f.top, "model"));
    CU_ASSERT_EQUAL(cc_file_rename(cc_path_join(f.arena, f.top, "model/Model.dll"),
                                   cc_path_join(f.arena, app, "Model.dll")),
                    CC_OK);
    CU_ASSERT_EQUAL(
        cc_file_write(cc_path_join(f.arena, app, "Native.dll"), cc_span_of("MZ", 2), 0644), CC_OK);
    const char *folders[] = {app, "/nonexistent/clrcov"};
    cov_request request = {.folders = folders, .folder_count = 2, .wants_facts = true};
    cov_model *model = mh_model(&f, &request);
    CU_ASSERT_EQUAL(model->process_count, 0);
    CU_ASSERT_EQUAL(model->package_count, 1);
    check_fact(model, "Picks", CTR_REASON_NEVER_LOADED, "app/Picks.dll");
    check_fact(model, "Main", CTR_REASON_NO_PDB, "app/Main.dll");
    check_fact(model, "Auto", CTR_REASON_NO_PDB, "app/Auto.dll");
    check_fact(model, "Model", CTR_REASON_PDB_MISMATCH, "app/Model.dll");
    CU_ASSERT_PTR_NULL(assembly_fact(model, "Native"));
    CU_ASSERT_PTR_NOT_NULL(mh_omitted(model, "Main"));
    CU_ASSERT_EQUAL(model->omitted_count, 3);
    CU_ASSERT(warns(model, "/nonexistent/clrcov"));
    mh_end(&f);
}

/* The same build in several folders: the newest. */
static void test_newest_of_folders(void) {
    for (int newer = 0; newer < 2; newer++) {
        mh_fixture f;
        mh_process p;
        char *app = begin(&f, &p, "now");
        mh_finish(&p);
        char *second = cc_path_join(f.arena, f.top, "second");
        mh_copy(&f, "golden/select/old", "Picks", second);
        const char *old_one = newer == 0 ? second : app;
        const struct timespec times[2] = {{1000, 0}, {1000, 0}};
        CU_ASSERT_EQUAL(utimensat(AT_FDCWD, cc_path_join(f.arena, old_one, "Picks.dll"), times, 0),
                        0);
        const char *folders[] = {app, second};
        cov_request request = {.folders = folders, .folder_count = 2, .wants_facts = true};
        cov_model *model = mh_model(&f, &request);
        check_fact(model, "Picks", CTR_REASON_NEVER_LOADED, newer == 0 ? "app/" : "second/");
        mh_end(&f);
    }
}

/* Builds for two frameworks are not copies of each other. */
static void test_two_frameworks_in_folders(void) {
    mh_fixture f;
    mh_process p;
    char *app = begin(&f, &p, "now");
    mh_finish(&p);
    char *second = cc_path_join(f.arena, f.top, "second");
    mh_copy(&f, "golden/select/other", "Picks", second);
    const char *folders[] = {app, second, app};
    cov_request request = {.folders = folders, .folder_count = 3, .wants_facts = true};
    cov_model *model = mh_model(&f, &request);
    uint32_t assemblies = 0;
    for (uint32_t i = 0; i < model->fact_count; i++) {
        assemblies += model->facts[i].subject == COV_SUBJECT_ASSEMBLY ? 1 : 0;
    }
    CU_ASSERT_EQUAL(assemblies, 2);
    CU_ASSERT_EQUAL(model->package_count, 1);
    CU_ASSERT_PTR_NOT_NULL(mh_line_at(&f, model, "elsewhere"));
    mh_end(&f);
}

/* A session from elsewhere does not choose which folders of this machine are searched. */
static void test_folders_of_a_foreign_session(void) {
    mh_fixture f;
    mh_process p;
    begin(&f, &p, "now");
    mh_finish(&p);
    cov_request foreign = {.is_foreign = true};
    CU_ASSERT_EQUAL(mh_plain_model(&f)->package_count, 1);
    CU_ASSERT_EQUAL(mh_model(&f, &foreign)->package_count, 0);
    mh_end(&f);
}

static const test_case cases[] = {
    {"unloaded: a session from elsewhere names no folder to search",
     test_folders_of_a_foreign_session},
    {"unloaded: assemblies beside the entry assembly", test_never_loaded},
    {"unloaded: copies of what ran", test_copies_of_what_ran},
    {"unloaded: a copy of what was not measured", test_copy_of_what_was_not_measured},
    {"builds: an older one adds no lines of another time", test_two_builds},
    {"builds: for two frameworks", test_two_builds_for_two_frameworks},
    {"builds: rewritten by coverlet", test_rewritten_by_coverlet},
    {"sources: some are missing", test_some_sources_are_missing},
    {"sources: all are missing", test_all_sources_are_missing},
    {"sources: none with code", test_sources_without_code},
    {"folders: every managed file has its reason", test_folders},
    {"folders: the newest build counts", test_newest_of_folders},
    {"folders: builds for two frameworks", test_two_frameworks_in_folders},
};

TEST_MAIN("model: unloaded", cases)
