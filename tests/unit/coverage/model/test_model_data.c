/* The model of data files: versions of a source, lines that comments left out, mappings. No session
 * and no image: the data is made here, the sources are in a folder of the test. */
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "coverage/model/cov_raw.h"
#include "coverage/module/mod_checksum.h"
#include "test_main.h"

static cc_arena *arena;
static char root[] = "/tmp/clrcov-model-XXXXXX";

/* --- data --------------------------------------------------------------------------------------- */

enum { LINES = 3 };

static cc_span text_checksum(const char *text, pdb_checksum kind) {
    mod_checksums sums;
    CU_ASSERT_TRUE_FATAL(mod_checksums_make(&sums, kind, cc_span_of(text, strlen(text))));
    return cc_arena_copy(arena, cc_span_of(sums.forms[0], kind == PDB_SUM_SHA1 ? 20 : 32));
}

static void write_source(const char *name, const char *text) {
    const char *path = cc_path_join(arena, root, name);
    CU_ASSERT_EQUAL_FATAL(cc_file_write(path, cc_span_of(text, strlen(text)), 0644), CC_OK);
}

static void remove_source(const char *name) {
    CU_ASSERT_EQUAL_FATAL(remove(cc_path_join(arena, root, name)), 0);
}

/* A build with one method of three lines, of which line `hit` ran. */
static void add_build(cov_raw *raw, const char *path, pdb_checksum kind, cc_span checksum,
                      uint32_t hit, uint64_t last_run) {
    cov_raw_assembly *a = &raw->assemblies[raw->assembly_count++];
    *a = (cov_raw_assembly){.name = CC_STR("A"),
                            .framework = CC_STR(""),
                            .empty_detail = CC_STR(""),
                            .was_loaded = true,
                            .last_run = last_run};
    *cov_raw_add_document(a, arena) =
        (cov_raw_document){.path = cc_strz(path), .checksum_kind = kind, .checksum = checksum};
    cov_raw_body *body = cov_raw_add_body(a, arena);
    body->token = 0x06000001;
    body->type = CC_STR("T");
    body->name = CC_STR("M");
    body->signature = CC_STR("()");
    for (uint32_t line = 1; line <= LINES; line++) {
        cov_raw_point *point = cov_raw_add_point(a, arena);
        point->span = (cov_span){line, 1, line, 5};
        point->flags = COV_RAW_COUNTED | COV_RAW_OWN;
        point->hits = line == hit ? 1 : 0;
    }
    cov_raw_end_body(a);
}

static cov_raw *new_raw(void) {
    cov_raw *raw = CC_NEW(arena, cov_raw);
    raw->assemblies = CC_NEW_ARRAY(arena, cov_raw_assembly, 8);
    raw->left_out = CC_NEW_ARRAY(arena, cov_raw_left_out, 8);
    return raw;
}

static void leave_out(cov_raw *raw, const char *path, cc_span checksum, uint32_t line) {
    mod_left_out *ranges = CC_NEW(arena, mod_left_out);
    ranges->ranges = CC_NEW(arena, mod_left_out_range);
    ranges->ranges[0] = (mod_left_out_range){line, line, CC_STR("coverage: off")};
    ranges->count = 1;
    raw->left_out[raw->left_out_count++] = (cov_raw_left_out){cc_strz(path), checksum, ranges};
}

static cov_model *model_with(cov_raw *raw, const mod_mapping *mapping) {
    sel_list filter;
    cov_model *model = NULL;
    cov_raw *const data[] = {raw};
    sel_init(&filter, arena, NULL);
    const cov_request request = {.root = root,
                                 .selection = {.filter = &filter},
                                 .data = data,
                                 .data_count = 1,
                                 .mappings = mapping,
                                 .mapping_count = mapping == NULL ? 0 : 1};
    CU_ASSERT_EQUAL_FATAL(cov_model_build(&model, &request, arena), CC_OK);
    return model;
}

static bool has_line(const cov_model *model, uint32_t line) {
    CU_ASSERT_EQUAL_FATAL(model->file_count, 1);
    return cov_file_line(&model->files[0], line) != NULL;
}

static bool has_warning(const cov_model *model, const char *part) {
    for (uint32_t i = 0; i < model->warning_count; i++) {
        if (strstr(model->warnings[i].s, part) != NULL) {
            return true;
        }
    }
    return false;
}

/* --- lines that are left out -------------------------------------------------------------------- */

/* Numbers of lines mean something in one text only. */
static void test_left_out_of_a_version(void) {
    cc_span old = text_checksum("old", PDB_SUM_SHA256);
    cc_span now = text_checksum("now", PDB_SUM_SHA256);
    cov_raw *raw = new_raw();
    add_build(raw, "a.cs", PDB_SUM_SHA256, old, 1, 1);
    add_build(raw, "a.cs", PDB_SUM_SHA256, now, 1, 2);
    leave_out(raw, "a.cs", old, 2);
    CU_ASSERT_TRUE(has_line(model_with(raw, NULL), 2)); /* the later run is shown */
    raw->assemblies[0].last_run = 3;
    CU_ASSERT_FALSE(has_line(model_with(raw, NULL), 2));
    CU_ASSERT_TRUE(has_line(model_with(raw, NULL), 1));
}

/* Where the source is as it was compiled, its own comments count, by the rules of now. */
static void test_left_out_is_read_again(void) {
    const char *text = "a();\nb();\nc(); // coverage: off\n";
    cov_raw *raw = new_raw();
    add_build(raw, "a.cs", PDB_SUM_SHA256, text_checksum(text, PDB_SUM_SHA256), 1, 1);
    leave_out(raw, "a.cs", raw->assemblies[0].documents[0].checksum, 2);
    CU_ASSERT_TRUE(!has_line(model_with(raw, NULL), 2) && has_line(model_with(raw, NULL), 3));
    write_source("a.cs", text);
    CU_ASSERT_TRUE(has_line(model_with(raw, NULL), 2) && !has_line(model_with(raw, NULL), 3));
    write_source("a.cs",
                 "something else\n"); /* what is known of the text that was compiled stays */
    CU_ASSERT_TRUE(!has_line(model_with(raw, NULL), 2) && has_line(model_with(raw, NULL), 3));
    write_source("a.cs", "else // coverage: off\n");
    cov_model *model = model_with(raw, NULL);
    CU_ASSERT_TRUE(has_line(model, 1) && !has_line(model, 2));
    CU_ASSERT_FALSE(has_warning(model, "leave out are in the report"));
    remove_source("a.cs");
}

/* A source without comments has no lines left out either. */
static void test_left_out_no_more(void) {
    const char *text = "a();\nb();\nc();\n";
    cov_raw *raw = new_raw();
    add_build(raw, "a.cs", PDB_SUM_SHA1, text_checksum(text, PDB_SUM_SHA1), 1, 1);
    leave_out(raw, "a.cs", raw->assemblies[0].documents[0].checksum, 2);
    write_source("a.cs", text);
    CU_ASSERT_TRUE(has_line(model_with(raw, NULL), 2));
    remove_source("a.cs");
}

/* A foreign report knows no checksum; the lines are those of the build that does, in any order. */
static void test_left_out_beside_a_foreign_report(void) {
    cc_span checksum = text_checksum("text", PDB_SUM_SHA256);
    for (int i = 0; i < 2; i++) {
        cov_raw *raw = new_raw();
        add_build(raw, "a.cs", i == 0 ? PDB_SUM_NONE : PDB_SUM_SHA256,
                  i == 0 ? (cc_span){NULL, 0} : checksum, 1, 1);
        add_build(raw, "a.cs", i == 1 ? PDB_SUM_NONE : PDB_SUM_SHA256,
                  i == 1 ? (cc_span){NULL, 0} : checksum, 1, 1);
        leave_out(raw, "a.cs", checksum, 2);
        CU_ASSERT_FALSE(has_line(model_with(raw, NULL), 2));
    }
}

/* --- versions ----------------------------------------------------------------------------------- */

static uint64_t hits_of(const cov_model *model, uint32_t line) {
    CU_ASSERT_EQUAL_FATAL(model->file_count, 1);
    const cov_line *found = cov_file_line(&model->files[0], line);
    return found == NULL ? 0 : found->hits;
}

/* Checkouts with other line ends, compilers with another algorithm: all of it is the file that is
 * here. */
static void test_one_text_with_several_checksums(void) {
    cov_raw *raw = new_raw();
    add_build(raw, "a.cs", PDB_SUM_SHA256, text_checksum("a\nb\nc\n", PDB_SUM_SHA256), 1, 1);
    add_build(raw, "a.cs", PDB_SUM_SHA256, text_checksum("a\r\nb\r\nc\r\n", PDB_SUM_SHA256), 2, 2);
    add_build(raw, "a.cs", PDB_SUM_SHA1, text_checksum("a\nb\nc\n", PDB_SUM_SHA1), 3, 3);
    write_source("a.cs", "a\nb\nc\n");
    cov_model *model = model_with(raw, NULL);
    for (uint32_t line = 1; line <= LINES; line++) {
        CU_ASSERT_EQUAL(hits_of(model, line), 1);
    }
    CU_ASSERT_FALSE(has_warning(model, "another version"));
    /* of what is here another version is dropped, of whatever kind its checksum is */
    write_source("a.cs", "a\r\nb\r\nc\r\n");
    raw->assemblies[2].documents[0].checksum = text_checksum("x", PDB_SUM_SHA1);
    model = model_with(raw, NULL);
    CU_ASSERT_TRUE(hits_of(model, 1) == 1 && hits_of(model, 2) == 1 && hits_of(model, 3) == 0);
    CU_ASSERT_TRUE(has_warning(model, "another version"));
    remove_source("a.cs");
}

/* Elsewhere the latest one is shown, and checksums of two kinds say nothing about each other. */
static void test_versions_elsewhere(void) {
    cov_raw *raw = new_raw();
    add_build(raw, "a.cs", PDB_SUM_SHA256, text_checksum("old", PDB_SUM_SHA256), 1, 1);
    add_build(raw, "a.cs", PDB_SUM_SHA256, text_checksum("new", PDB_SUM_SHA256), 2, 2);
    add_build(raw, "a.cs", PDB_SUM_SHA1, text_checksum("new", PDB_SUM_SHA1), 3, 3);
    cov_model *model = model_with(raw, NULL);
    CU_ASSERT_TRUE(hits_of(model, 1) == 0 && hits_of(model, 2) == 1 && hits_of(model, 3) == 1);
    CU_ASSERT_TRUE(has_warning(model, "another version"));
}

/* --- loops ------------------------------------------------------------------------------------ */

/* A data file may name each point the head of the loop before it: the time for it grows with their
 * number alone. */
static void test_chain_of_loops(void) {
    enum { MANY = 200000 };
    cov_raw *raw = new_raw();
    add_build(raw, "a.cs", PDB_SUM_NONE, (cc_span){NULL, 0}, 1, 1);
    cov_raw_assembly *a = raw->assemblies;
    for (uint32_t i = LINES; i < MANY; i++) {
        cov_raw_point *point = cov_raw_add_point(a, arena);
        point->span = (cov_span){1 + i / 10, 6 + i % 10, 1 + i / 10, 7 + i % 10};
        point->flags = COV_RAW_COUNTED | COV_RAW_OWN;
    }
    for (uint32_t i = 1; i < MANY; i++) {
        a->points[i].loop = i - 1;
    }
    cov_raw_end_body(a);
    const cov_model *model = model_with(raw, NULL);
    CU_ASSERT_EQUAL(hits_of(model, MANY / 10), 1);
}

/* --- places ------------------------------------------------------------------------------------- */

/* Sources outside the root have the paths of the machine that measured. What is found is read. */
static void test_mapped_documents(void) {
    static const char text[] = "a\nb // coverage: off\nc\n";
    static const struct {
        const char *from, *path;
    } rows[] = {{"C:\\agent\\src", "C:\\agent\\src\\a.cs"},
                {"/agent/src", "/agent/src/a.cs"},
                {"\\\\host\\src", "\\\\host\\src\\a.cs"}};
    write_source("a.cs", text);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const mod_mapping mapping = {.from = rows[i].from, .to = root};
        cov_raw *raw = new_raw();
        add_build(raw, rows[i].path, PDB_SUM_SHA256, text_checksum(text, PDB_SUM_SHA256), 1, 1);
        raw->assemblies[0].documents[0].is_missing = true;
        raw->assemblies[0].documents[0].is_outside_root = true;
        const cov_model *model = model_with(raw, &mapping);
        CU_ASSERT_EQUAL_FATAL(model->file_count, 1);
        CU_ASSERT_TRUE(cc_str_eqz(model->files[0].path, "a.cs"));
        CU_ASSERT_TRUE(has_line(model, 1) && !has_line(model, 2));
        CU_ASSERT_FALSE(model->files[0].is_changed);
    }
    remove_source("a.cs");
}

/* --- linked files --------------------------------------------------------------------------------- */

/* A build of assembly `name` with the file a.cs: line `hit` ran, and of its decision the first arm. */
static void add_linked(cov_raw *raw, const char *name, uint32_t hit, bool was_loaded) {
    add_build(raw, "a.cs", PDB_SUM_NONE, (cc_span){NULL, 0}, hit, 1);
    cov_raw_assembly *a = &raw->assemblies[raw->assembly_count - 1];
    a->name = cc_strz(name);
    a->was_loaded = was_loaded;
    cov_raw_forget_bodies(a);
    cov_raw_body *body = cov_raw_add_body(a, arena);
    body->type = CC_STR("T");
    body->name = CC_STR("M");
    body->signature = CC_STR("()");
    for (uint32_t line = 1; line <= LINES; line++) {
        cov_raw_point *point = cov_raw_add_point(a, arena);
        point->span = (cov_span){line, 1, line, 5};
        point->flags = COV_RAW_COUNTED | COV_RAW_OWN;
        point->hits = line == hit ? 1 : 0;
        point->loop = COV_RAW_NONE;
    }
    cov_raw_decision *decision = cov_raw_add_decision(a, arena);
    decision->point = 0;
    decision->otherwise = COV_RAW_NONE;
    cov_raw_add_arm(a, arena)->is_taken = hit > 0;
    cov_raw_add_arm(a, arena)->is_taken = false;
    cov_raw_end_body(a);
}

static void check_package(const cov_package *package, uint64_t lines, uint64_t arms,
                          uint64_t methods) {
    CU_ASSERT_EQUAL(package->totals.lines_valid, LINES);
    CU_ASSERT_EQUAL(package->totals.lines_covered, lines);
    CU_ASSERT_EQUAL(package->totals.branches_valid, 2);
    CU_ASSERT_EQUAL(package->totals.branches_covered, arms);
    CU_ASSERT_EQUAL(package->totals.methods_covered, methods);
    CU_ASSERT_EQUAL(package->classes[0].methods[0].complexity, 2);
}

/* An assembly has what ran in it; the file and the totals have what ran anywhere. */
static void test_linked_file(void) {
    for (int turn = 0; turn < 2; turn++) {
        cov_raw *raw = new_raw();
        add_linked(raw, turn == 0 ? "A" : "C", turn == 0 ? 1 : 0, turn == 0);
        add_linked(raw, "B", 2, true);
        add_linked(raw, turn == 0 ? "C" : "A", turn == 0 ? 0 : 1, turn == 1);
        cov_model *model = model_with(raw, NULL);
        CU_ASSERT_EQUAL_FATAL(model->package_count, 3);
        check_package(&model->packages[0], 1, 1, 1);
        check_package(&model->packages[1], 1, 1, 1);
        check_package(&model->packages[2], 0, 0, 0);
        CU_ASSERT_TRUE(model->packages[2].never_loaded);
        CU_ASSERT_EQUAL(model->totals.lines_valid, LINES);
        CU_ASSERT_EQUAL(model->totals.lines_covered, 2);
        CU_ASSERT_EQUAL(model->totals.branches_covered, 1);
        CU_ASSERT_EQUAL(model->totals.methods_valid, 3);
        CU_ASSERT_EQUAL(model->totals.methods_covered, 3);
        CU_ASSERT_EQUAL(model->shared_lines, LINES);
        CU_ASSERT_TRUE(has_line(model, 1));
    }
}

/* Two builds of one assembly share nothing. */
static void test_builds_of_one_assembly(void) {
    cov_raw *raw = new_raw();
    add_linked(raw, "A", 1, true);
    add_linked(raw, "A", 2, true);
    cov_model *model = model_with(raw, NULL);
    CU_ASSERT_EQUAL_FATAL(model->package_count, 1);
    CU_ASSERT_EQUAL(model->packages[0].totals.lines_covered, 2);
    CU_ASSERT_EQUAL(model->shared_lines, 0);
    CU_ASSERT_PTR_EQUAL(model->packages[0].classes[0].lines[0], model->files[0].lines[0]);
}

/* Reports of the same data say the same time, whenever they are made. */
static void test_time_of_the_latest_run(void) {
    static cov_raw_run runs[] = {{.id = {"a", 1}, .started = 7},
                                 {.id = {"b", 1}, .started = 9},
                                 {.id = {"c", 1}, .started = 0}};
    cov_raw *raw = new_raw();
    raw->runs = runs;
    raw->run_count = 3;
    CU_ASSERT_EQUAL(model_with(raw, NULL)->timestamp, 9);
    sel_list filter;
    cov_model *model = NULL;
    cov_raw *const data[] = {raw};
    sel_init(&filter, arena, NULL);
    const cov_request request = {.root = root,
                                 .selection = {.filter = &filter},
                                 .data = data,
                                 .data_count = 1,
                                 .has_source_date = true,
                                 .source_date = 0};
    CU_ASSERT_EQUAL_FATAL(cov_model_build(&model, &request, arena), CC_OK);
    CU_ASSERT_EQUAL(model->timestamp, 0);
}

/* `#line 400 "Short.tmpl"`, `DA:16000000,1`: where the text is known, so are its lines. */
static void test_lines_beyond_the_end(void) {
    cc_span none = {NULL, 0};
    cov_raw *raw = new_raw();
    add_build(raw, "short.cs", PDB_SUM_NONE, none, 3, 1);
    write_source("short.cs", "one\ntwo\n");
    cov_model *model = model_with(raw, NULL);
    CU_ASSERT_TRUE(has_line(model, 2));
    CU_ASSERT_FALSE(has_line(model, 3));
    CU_ASSERT_EQUAL(model->totals.lines_valid, 2);
    CU_ASSERT_TRUE(has_warning(model, "short.cs ends with line 2"));
    write_source("short.cs", "one\ntwo\nthree");
    CU_ASSERT_TRUE(has_line(model_with(raw, NULL), 3));
    remove_source("short.cs");
    CU_ASSERT_TRUE(has_line(model_with(raw, NULL), 3));
}

/* The lines of a source that was changed since are those of the text that was compiled. */
static void test_lines_of_a_changed_text(void) {
    cc_span three = text_checksum("1\n2\n3\n", PDB_SUM_SHA256);
    cov_raw *raw = new_raw();
    add_build(raw, "a.cs", PDB_SUM_SHA256, three, 3, 1);
    write_source("a.cs", "1\n");
    CU_ASSERT_TRUE(has_line(model_with(raw, NULL), 3));
    remove_source("a.cs");
}

/* A checksum in data says nothing of a file outside the root: it may be a guess. */
static void test_checksum_of_data_opens_nothing(void) {
    cc_span sum = text_checksum("secret", PDB_SUM_SHA256);
    cov_raw *raw = new_raw();
    const char *outside = cc_arena_printf(arena, "%s-outside.cs", root);
    cov_text text;
    add_build(raw, outside, PDB_SUM_SHA256, sum, 1, 1);
    CU_ASSERT_EQUAL_FATAL(cc_file_write(outside, cc_span_of("secret", 6), 0644), CC_OK);
    cov_model *model = model_with(raw, NULL);
    CU_ASSERT_EQUAL_FATAL(model->file_count, 1);
    cov_text_open(&text, model->root, &model->files[0], arena);
    CU_ASSERT_TRUE(text.kind == COV_TEXT_NONE && text.is_outside && text.bytes.len == 0);
    cov_text_close(&text);
    CU_ASSERT_FALSE(model->files[0].is_changed);
    CU_ASSERT_EQUAL_FATAL(cc_file_write(outside, cc_span_of("other!", 6), 0644), CC_OK);
    CU_ASSERT_FALSE(model_with(raw, NULL)->files[0].is_changed);
    CU_ASSERT_EQUAL(remove(outside), 0);
}

/* A small file names spans of many lines: no more lines are made of them than of sane ones. */
static void test_spans_over_too_many_lines(void) {
    enum { POINTS = 20, LONG = 90000 };
    cov_raw *raw = new_raw();
    add_build(raw, "small.cs", PDB_SUM_NONE, (cc_span){NULL, 0}, 1, 1);
    add_build(raw, "wide.cs", PDB_SUM_NONE, (cc_span){NULL, 0}, 1, 1);
    cov_raw_assembly *a = &raw->assemblies[1];
    cov_raw_body *body = cov_raw_add_body(a, arena);
    *body = (cov_raw_body){.token = 0x06000002,
                           .type = CC_STR("T"),
                           .name = CC_STR("N"),
                           .signature = CC_STR("()"),
                           .first_point = a->point_count};
    for (uint32_t i = 1; i <= POINTS; i++) {
        cov_raw_point *point = cov_raw_add_point(a, arena);
        point->span = (cov_span){i, 1, i + LONG, 5};
        point->flags = COV_RAW_COUNTED | COV_RAW_OWN;
    }
    cov_raw_end_body(a);
    cov_model *model = model_with(raw, NULL);
    CU_ASSERT_EQUAL(model->file_count, 1);
    CU_ASSERT_TRUE(cc_str_eqz(model->files[0].path, "small.cs"));
    CU_ASSERT_EQUAL_FATAL(model->lost_count, 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(model->lost[0].s, "wide.cs cover too many lines"));
}

static const test_case cases[] = {
    {"model: a file of several assemblies", test_linked_file},
    {"model: builds of one assembly share no lines", test_builds_of_one_assembly},
    {"data: spans over too many lines are named and left out", test_spans_over_too_many_lines},
    {"data: the time is that of the latest run", test_time_of_the_latest_run},
    {"data: a line beyond the end of its source does not exist", test_lines_beyond_the_end},
    {"data: a changed source keeps the lines that were compiled", test_lines_of_a_changed_text},
    {"data: a checksum opens no file outside the root", test_checksum_of_data_opens_nothing},
    {"model: lines that one version of a source leaves out", test_left_out_of_a_version},
    {"model: comments of a source that is here are read again", test_left_out_is_read_again},
    {"model: a comment that is gone leaves nothing out", test_left_out_no_more},
    {"model: lines left out beside a foreign report", test_left_out_beside_a_foreign_report},
    {"model: one text with several checksums", test_one_text_with_several_checksums},
    {"model: versions of a source that is elsewhere", test_versions_elsewhere},
    {"model: a chain of loops", test_chain_of_loops},
    {"model: mappings of data files", test_mapped_documents},
};

int main(void) {
    arena = cc_arena_new();
    if (arena == NULL || mkdtemp(root) == NULL) {
        return 2;
    }
    int failed = test_run("model data", cases, sizeof cases / sizeof cases[0]);
    (void)!cc_dir_remove(root);
    cc_arena_free(arena);
    return failed;
}
