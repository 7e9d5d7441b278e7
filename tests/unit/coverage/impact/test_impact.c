/* Which tests a change affects: rule by rule, with golden builds in a made folder and data made by
 * hand. Runs in the tests directory. */
#include <CUnit/CUnit.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "coverage/impact/imp_graph.h"
#include "test_main.h"

/* Tests of the data, by name: what they ran. */
enum { ADDS, LISTS, WAITS, TESTS };

typedef struct fixture {
    cc_arena *arena;
    const char *root;
    cov_test tests[TESTS];
    cov_raw_test_hits hits[TESTS + 1];
    cov_raw_assembly assembly;
    cov_raw_suite suite;
    cov_raw data;
    imp_reads reads;
    imp_request request;
    imp_answer answer;
} fixture;

/* --- files ------------------------------------------------------------------------------------ */

static const char *at(const fixture *f, const char *path) {
    return cc_path_join(f->arena, f->root, path);
}

static void make_folder(const fixture *f, const char *path) {
    CU_ASSERT_EQUAL_FATAL(mkdir(at(f, path), 0700), 0);
}

static void put_bytes(const fixture *f, const char *path, cc_span bytes) {
    FILE *file = fopen(at(f, path), "wb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT_EQUAL_FATAL(fwrite(bytes.data, 1, bytes.len, file), bytes.len);
    CU_ASSERT_EQUAL_FATAL(fclose(file), 0);
}

static void put(const fixture *f, const char *path, const char *text) {
    put_bytes(f, path, cc_span_of(text, strlen(text)));
}

/* Puts a golden build into the folder of the suite. */
static void install(const fixture *f, const char *folder) {
    cc_mapped_file file;
    const char *path = cc_arena_printf(f->arena, "golden/members/%s/Debug/Members.dll", folder);
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&file, path, true), CC_OK);
    put_bytes(f, "out/Members.dll", file.bytes);
    cc_file_unmap(&file);
}

/* As the SDK writes it: a library of the solution, and a package. */
#define DEPS(library, package)                                                                     \
    "{\"targets\": {\".NETCoreApp,Version=v10.0\": {"                                              \
    "\"Members/" library "\": {\"dependencies\": {\"Shop\": \"" library                            \
    "\", \"xunit\": \"" package "\"}, \"runtime\": {\"Members.dll\": {}}},"                        \
    "\"Shop/" library "\": {\"runtime\": {\"Shop.dll\": {\"fileVersion\": \"" library "\"}}},"     \
    "\"xunit/" package "\": {\"runtime\": {\"xunit.dll\": {\"fileVersion\": \"" package "\"}}}}}," \
    "\"libraries\": {\"Members/" library "\": {\"type\": \"project\"}, "                           \
    "\"Shop/" library "\": {\"type\": \"project\"}, "                                              \
    "\"xunit/" package "\": {\"type\": \"package\"}}}"

static void set_time(const fixture *f, const char *path, time_t seconds) {
    const struct timespec times[] = {{.tv_sec = seconds}, {.tv_sec = seconds}};
    CU_ASSERT_EQUAL_FATAL(utimensat(AT_FDCWD, at(f, path), times, 0), 0);
}

static void make_tree(fixture *f) {
    char template[] = "/tmp/clrcov-impact-XXXXXX";
    f->root = cc_arena_strdup(f->arena, cc_strz(mkdtemp(template)));
    make_folder(f, "out");
    make_folder(f, "src");
    make_folder(f, "elsewhere");
    make_folder(f, "fresh");
    make_folder(f, "rt");
    make_folder(f, "rt/10.0.1");
    put(f, "src/Members.csproj", "<Project />");
    put(f, "src/note.txt", "1");
    put(f, "elsewhere/Else.csproj", "<Project />");
    put(f, "elsewhere/note.txt", "1");
    make_folder(f, "elsewhere/obj");
    make_folder(f, "elsewhere/obj/Debug");
    put(f, "elsewhere/obj/Debug/Shop.Else.dll", "");
    put(f, "elsewhere/obj/Debug/Shop.Else.resources.dll", "");
    make_folder(f, "unbuilt");
    put(f, "unbuilt/Sample.csproj", "<Project />");
    make_folder(f, "library");
    make_folder(f, "library/obj");
    put(f, "library/obj/Library.dll", "");
    put(f, "library/Library.csproj", "<Project />");
    put(f, "out/Library.dll", "");
    put(f, "out/Members.deps.json", DEPS("1.0.0", "2.9.3"));
    make_folder(f, "named");
    make_folder(f, "named/obj");
    put(f, "named/obj/Members.dll", "");
    put(f, "named/Named.csproj", "<Project />");
    put(f, "rows.csv", "1");
    put(f, "drawing.svg", "1");
    put(f, "out/data.json", "1");
    put(f, "out/requests.log", "1");
    install(f, "before");
}

/* --- data ------------------------------------------------------------------------------------- */

static uint32_t member_of(const fixture *f, const char *name) {
    for (uint32_t i = 0; i < f->assembly.member_count; i++) {
        if (cc_str_starts(f->assembly.members[i].name, name)) {
            return i;
        }
    }
    CU_FAIL_FATAL("no such member");
    return 0;
}

static void ran(fixture *f, uint32_t test, const char *member) {
    cc_buf runs = {0};
    const cov_run run = {member_of(f, member), 1};
    cov_put_run(&runs, 0, &run);
    char *bytes = cc_arena_strdup(f->arena, cc_buf_str(&runs));
    f->hits[f->assembly.test_hit_count++] =
        (cov_raw_test_hits){.test = test, .members = cc_span_of(bytes, runs.len)};
    cc_buf_free(&runs);
}

static cov_raw_assembly read_assembly(const fixture *f) {
    cc_mapped_file file;
    md_image *image = NULL;
    mbr_build build;
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&file, at(f, "out/Members.dll"), false), CC_OK);
    CU_ASSERT_EQUAL_FATAL(md_image_open(&image, file.bytes, MD_LAYOUT_FLAT, f->arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(mbr_read(&build, NULL, image, f->arena), CC_OK);
    for (uint32_t i = 0; i < build.count; i++) {
        build.members[i].type = cc_strz(cc_arena_strdup(f->arena, build.members[i].type));
        build.members[i].name = cc_strz(cc_arena_strdup(f->arena, build.members[i].name));
        build.members[i].is_measured = build.members[i].code != 0;
    }
    cc_file_unmap(&file);
    return (cov_raw_assembly){
        .name = CC_STR("Members"), .members = build.members, .member_count = build.count};
}

static fixture *open_fixture(void) {
    static const char *const methods[TESTS] = {"Adds", "Lists", "Waits"};
    fixture *f = calloc(1, sizeof *f);
    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    f->arena = cc_arena_new();
    make_tree(f);
    f->assembly = read_assembly(f);
    f->assembly.test_hits = f->hits;
    for (int i = 0; i < TESTS; i++) {
        f->tests[i] = (cov_test){.assembly = CC_STR("Members"),
                                 .type = CC_STR("Shop.Tests"),
                                 .method = cc_strz(methods[i]),
                                 .outcome = COV_OUTCOME_ENDED,
                                 .runs = 1};
    }
    f->suite = (cov_raw_suite){.assembly = CC_STR("Members"),
                               .folder = CC_STR("out"),
                               .runtime = cc_strz(at(f, "rt/10.0.1")),
                               .system = cc_strz(imp_system())};
    imp_list_folder(&f->suite.inputs, at(f, "out"), 0, f->arena);
    f->data = (cov_raw){.assemblies = &f->assembly,
                        .assembly_count = 1,
                        .tests = f->tests,
                        .test_count = TESTS,
                        .suites = &f->suite,
                        .suite_count = 1};
    imp_list_tree(&f->data.tree, f->root, 0, f->arena);
    f->request = (imp_request){.data = &f->data, .root = f->root};
    return f;
}

/* A fixture in which each test ran a method of its own. */
static fixture *open_plain(void) {
    fixture *f = open_fixture();
    ran(f, ADDS, "First(");
    ran(f, LISTS, "Second(");
    ran(f, WAITS, "Fourth(");
    return f;
}

static void close_fixture(fixture *f) {
    CU_ASSERT_EQUAL(cc_dir_remove(f->root), CC_OK);
    cc_arena_free(f->arena);
    free(f);
}

/* --- answers ---------------------------------------------------------------------------------- */

static const imp_suite *ask(fixture *f) {
    CU_ASSERT_EQUAL_FATAL(imp_select(&f->answer, &f->request, f->arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(f->answer.count, 1);
    return &f->answer.suites[0];
}

static bool has(const char *text, const char *part) {
    bool is_there = text != NULL && strstr(text, part) != NULL;
    if (!is_there) {
        printf("\n    '%s' has no '%s'", text == NULL ? "(nothing)" : text, part);
    }
    return is_there;
}

static void runs_none(fixture *f) {
    const imp_suite *suite = ask(f);
    if (suite->all != NULL) {
        printf("\n    all: %s", suite->all);
    }
    CU_ASSERT_PTR_NULL(suite->all);
    CU_ASSERT_EQUAL(suite->count, 0);
    CU_ASSERT_EQUAL(suite->left_out, TESTS);
}

static void runs_all(fixture *f, const char *reason) {
    CU_ASSERT_TRUE(has(ask(f)->all, reason));
}

static void runs_one(fixture *f, int test, const char *reason) {
    const imp_suite *suite = ask(f);
    CU_ASSERT_PTR_NULL(suite->all);
    CU_ASSERT_EQUAL_FATAL(suite->count, 1);
    CU_ASSERT_PTR_EQUAL(suite->tests[0].known, &f->tests[test]);
    CU_ASSERT_TRUE(has(suite->tests[0].reason, reason));
    CU_ASSERT_EQUAL(suite->left_out, TESTS - 1);
}

/* --- builds ----------------------------------------------------------------------------------- */

static void test_equal(void) {
    fixture *f = open_plain();
    runs_none(f);
    install(f, "moved");
    runs_none(f);
    close_fixture(f);
}

static void test_code(void) {
    fixture *f = open_plain();
    install(f, "changed");
    runs_one(f, ADDS, "Golden.Numbered.First(");
    close_fixture(f);
}

/* Beside the build that the suite ran, the map has a later one, which a test of `assembly` ran. */
static void add_later_build(fixture *f, const char *assembly) {
    cov_raw_assembly *builds = CC_NEW_ARRAY(f->arena, cov_raw_assembly, 2);
    cov_test *tests = CC_NEW_ARRAY(f->arena, cov_test, TESTS + 1);
    cov_raw_test_hits *hits = CC_NEW(f->arena, cov_raw_test_hits);
    memcpy(tests, f->tests, sizeof f->tests);
    tests[TESTS] = f->tests[WAITS];
    tests[TESTS].assembly = cc_strz(assembly);
    tests[TESTS].type = CC_STR("Later.Tests");
    *hits = (cov_raw_test_hits){.test = TESTS, .members = f->hits[0].members};
    install(f, "changed");
    builds[0] = f->assembly;
    builds[1] = read_assembly(f);
    builds[1].last_run = 1;
    builds[1].test_hits = hits;
    builds[1].test_hit_count = 1;
    f->data.assemblies = builds;
    f->data.assembly_count = 2;
    f->data.tests = tests;
    f->data.test_count = TESTS + 1;
}

static void test_several_builds(void) {
    fixture *f = open_plain();
    add_later_build(f, "Other.Tests");
    const imp_suite *suite = ask(f);
    CU_ASSERT_PTR_NULL(suite->all);
    CU_ASSERT_EQUAL_FATAL(suite->count, 1);
    CU_ASSERT_TRUE(has(suite->tests[0].reason, "Golden.Numbered.First("));
    close_fixture(f);
    f = open_plain();
    add_later_build(f, "Members");
    runs_all(f, "the map has several builds of Members");
    close_fixture(f);
}

static void test_unused_code(void) {
    fixture *f = open_fixture();
    ran(f, LISTS, "Second(");
    install(f, "changed");
    runs_none(f);
    close_fixture(f);
}

static void test_shared_code(void) {
    fixture *f = open_fixture();
    ran(f, COV_RAW_SHARED, "First(");
    ran(f, LISTS, "Second(");
    install(f, "changed");
    runs_all(f, "First(");
    runs_all(f, "changed, and it ran for every test");
    close_fixture(f);
}

/* The data says that a declaration was another one. */
static void test_declaration(void) {
    fixture *f = open_plain();
    install(f, "moved");
    f->assembly.members[member_of(f, "get_Width")].declaration++;
    runs_none(f);
    f->assembly.members[member_of(f, "Seventh(")].declaration++;
    CU_ASSERT_EQUAL(ask(f)->count, TESTS);
    close_fixture(f);
}

/* A static constructor runs for every test, and says nothing about one. */
static void test_declaration_beside_constructor(void) {
    fixture *f = open_fixture();
    uint32_t member = member_of(f, "Has(");
    ran(f, COV_RAW_SHARED, "Has(");
    ran(f, LISTS, "get_Count(");
    f->assembly.members[member_of(f, "items")].declaration++;
    install(f, "moved");
    runs_all(f, "Golden.Generic`1.items changed, and Golden.Generic`1.Has() ran for every test");
    f->assembly.members[member].name = CC_STR(".cctor()");
    f->assembly.members[member].identity = 1;
    runs_one(f, LISTS, "Golden.Generic`1");
    close_fixture(f);
}

/* Only code that looks by reflection finds the version of the file and such text: here is none. */
static void test_assembly(void) {
    fixture *f = open_plain();
    uint32_t member = member_of(f, "Members");
    install(f, "moved");
    f->assembly.members[member].code++;
    runs_none(f);
    f->assembly.members[member].declaration++;
    runs_all(f, "the attributes of Members changed");
    close_fixture(f);
}

static void test_damaged_build(void) {
    fixture *f = open_plain();
    put(f, "out/Members.dll", "no image");
    runs_all(f, "Members.dll cannot be read");
    close_fixture(f);
}

/* --- files ------------------------------------------------------------------------------------ */

static void test_output(void) {
    fixture *f = open_plain();
    put(f, "out/data.json", "2");
    runs_all(f, "out/data.json changed");
    put(f, "out/data.json", "1");
    runs_none(f);
    put(f, "out/more.json", "1");
    runs_all(f, "out/more.json was added");
    close_fixture(f);
}

/* A log that was there before the tests is data of them; one that came later is not. */
static void test_log_of_output(void) {
    fixture *f = open_plain();
    put(f, "out/later.log", "1");
    put(f, "out/results.trx", "1");
    runs_none(f);
    put(f, "out/requests.log", "2");
    runs_all(f, "out/requests.log changed");
    close_fixture(f);
}

static void test_removed_output(void) {
    fixture *f = open_plain();
    CU_ASSERT_EQUAL(remove(at(f, "out/data.json")), 0);
    runs_all(f, "out/data.json was removed");
    close_fixture(f);
}

static void test_output_of_collector(void) {
    fixture *f = open_plain();
    put(f, "out/.msCoverageSourceRootsMapping_Tests", "1");
    runs_none(f);
    close_fixture(f);
}

static void test_written_output(void) {
    fixture *f = open_plain();
    for (uint32_t i = 0; i < f->suite.inputs.count; i++) {
        if (cc_str_eqz(f->suite.inputs.items[i].path, "data.json")) {
            f->suite.inputs.items[i].digest = COV_INPUT_WRITTEN;
        }
    }
    put(f, "out/data.json", "2");
    runs_none(f);
    close_fixture(f);
}

static void test_reads(void) {
    fixture *f = open_plain();
    f->request.reads = &f->reads;
    f->request.read_count = 1;
    put(f, "out/data.json", "2");
    f->reads = (imp_reads){CC_STR("*.json"), CC_STR("none")};
    runs_none(f);
    f->reads = (imp_reads){CC_STR("out/*.json"), CC_STR("Shop.Tests.Li*")};
    runs_one(f, LISTS, "out/data.json changed");
    close_fixture(f);
}

typedef struct file_case {
    const char *path, *reason; /* NULL: no test runs */
} file_case;

static void test_tree(void) {
    static const file_case files[] = {
        {"src/note.txt", "src/note.txt changed"},
        {"src/Members.csproj", "src/Members.csproj changed"},
        {"src/more.txt", "src/more.txt was added"},
        {"src/README.md", "src/README.md was added"},
        {"elsewhere/note.txt", NULL},
        {"elsewhere/Else.csproj", NULL},
        {"unbuilt/note.txt", "unbuilt/note.txt was added"},
        {"named/note.txt", "named/note.txt was added"},
        {"elsewhere/own.props", "own.props was added"},
        {"rows.csv", "rows.csv changed"},
        {"drawing.svg", "drawing.svg changed"},
        {"picture.png", "picture.png was added"},
        {"README.md", NULL},
        {"LICENSE", NULL},
        {"All.slnx", NULL},
        {"Changelog.txt", NULL},
        {"appveyor.yml", NULL},
        {"index.rst", NULL},
        {"src/Changelog.txt", "src/Changelog.txt was added"},
        {"src/PublicAPI.Unshipped.txt", NULL},
        {"src/compatibilitysuppressions.xml", NULL},
        {"src/own.ruleset", NULL},
        {"src/stylecop.json", NULL},
        {"src/PublicAPI.txt", "src/PublicAPI.txt was added"},
        {".gitignore", NULL},
        {".env", ".env was added"},
        {"Directory.Build.props", "Directory.Build.props was added"},
        {"Directory.Build.targets", "Directory.Build.targets was added"},
        {"global.json", "global.json was added"},
        {"nuget.config", "nuget.config was added"},
        {"fresh/New.csproj", "fresh/New.csproj was added"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        fixture *f = open_plain();
        put(f, files[i].path, "<Project></Project>");
        if (files[i].reason == NULL) {
            runs_none(f);
        } else {
            runs_all(f, files[i].reason);
        }
        close_fixture(f);
    }
}

static void test_project_of_library(void) {
    fixture *f = open_plain();
    put(f, "library/Library.csproj", "<Project></Project>");
    runs_all(f, "library/Library.csproj changed");
    set_time(f, "library/Library.csproj", 1);
    runs_none(f);
    put(f, "out/Library.dll", "other");
    runs_all(f, "out/Library.dll changed");
    close_fixture(f);
}

static void test_dependencies(void) {
    fixture *f = open_plain();
    put(f, "out/Members.deps.json", DEPS("1.0.1", "2.9.3"));
    runs_none(f);
    put(f, "out/Members.deps.json", DEPS("1.0.0", "2.9.4"));
    runs_all(f, "out/Members.deps.json changed");
    put(f, "out/Members.deps.json", "{");
    runs_all(f, "out/Members.deps.json changed");
    close_fixture(f);
}

/* A link counts as the file to which it leads. */
static void test_link(void) {
    fixture *f = open_fixture();
    CU_ASSERT_EQUAL(symlink("rows.csv", at(f, "link.csv")), 0);
    imp_list_tree(&f->data.tree, f->root, 0, f->arena);
    runs_none(f);
    CU_ASSERT_EQUAL(remove(at(f, "link.csv")), 0);
    CU_ASSERT_EQUAL(symlink("src/Members.csproj", at(f, "link.csv")), 0);
    runs_all(f, "link.csv changed");
    close_fixture(f);
}

/* --- places ----------------------------------------------------------------------------------- */

static void test_runtime(void) {
    fixture *f = open_plain();
    make_folder(f, "rt/10.0.0");
    make_folder(f, "rt/11.0.2");
    runs_none(f);
    make_folder(f, "rt/10.0.2");
    runs_all(f, "10.0.2");
    f->suite.runtime = cc_strz(at(f, "rt/9.0.0"));
    runs_all(f, "9.0.0, is not there");
    f->suite.runtime = CC_STR("");
    runs_all(f, "the runtime of the last run is not known");
    close_fixture(f);
}

static void test_place(void) {
    fixture *f = open_plain();
    f->suite.system = CC_STR("plan9-vax");
    runs_all(f, "the last run was on plan9-vax");
    f->suite.system = cc_strz(imp_system());
    f->suite.folder = CC_STR("gone");
    runs_all(f, "gone does not exist");
    f->suite.folder = CC_STR("/elsewhere");
    runs_all(f, "outside the source root");
    close_fixture(f);
}

static void test_no_root(void) {
    fixture *f = open_plain();
    f->request.root = at(f, "gone");
    CU_ASSERT_NOT_EQUAL(imp_select(&f->answer, &f->request, f->arena), CC_OK);
    close_fixture(f);
}

/* --- tests that run in any case --------------------------------------------------------------- */

static void test_unsure(void) {
    fixture *f = open_plain();
    f->tests[LISTS].outcome = COV_OUTCOME_THREW;
    runs_one(f, LISTS, "an exception left it");
    f->tests[LISTS].outcome = COV_OUTCOME_OPEN;
    runs_one(f, LISTS, "its end was not seen");
    f->tests[LISTS].outcome = COV_OUTCOME_ENDED;
    f->tests[LISTS].is_overlapped = true;
    runs_one(f, LISTS, "at the same time");
    close_fixture(f);
}

static void test_failed_run(void) {
    fixture *f = open_plain();
    f->suite.has_failed = true;
    runs_all(f, "which test failed is not known");
    f->tests[WAITS].outcome = COV_OUTCOME_THREW;
    runs_one(f, WAITS, "an exception left it");
    close_fixture(f);
}

static void test_plain_names(void) {
    static const char *const names[][2] = {{"Add(System.Int32)", "Add"},
                                           {"Add`1()", "Add"},
                                           {"adds (fast)(System.String)", "adds (fast)"},
                                           {"it`s(System.Int32)", "it`s"},
                                           {"smile :)()", "smile :)"},
                                           {"Field", "Field"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        CU_ASSERT_TRUE(cc_str_eqz(imp_plain_name(cc_strz(names[i][0])), names[i][1]));
    }
}

/* --- types of all builds ---------------------------------------------------------------------- */

enum { BASE, TWIN, HOLDER, KINDS };

/* An assembly with the type TWIN, which derives from BASE and is the type of a field of HOLDER, or has
 * nothing to do with them. */
static void make_twin(imp_build *build, bool is_plain, cc_arena *arena) {
    static const char *const names[KINDS] = {"Base", "Twin", "Holder"};
    uint32_t count = KINDS;
    build->image = (const md_image *)arena; /* anything but NULL */
    build->now.members = CC_NEW_ARRAY(arena, mbr_member, count);
    build->links.bases.items = CC_NEW_ARRAY(arena, uint64_t, 1);
    build->links.bases.first = CC_NEW_ARRAY(arena, uint32_t, count + 1);
    build->links.parts.items = CC_NEW_ARRAY(arena, uint64_t, 1);
    build->links.parts.first = CC_NEW_ARRAY(arena, uint32_t, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        if (!is_plain || i == TWIN) {
            build->now.members[build->now.count++] =
                (mbr_member){.kind = MBR_TYPE, .type = cc_strz(names[i]), .identity = i + 1};
        }
    }
    if (!is_plain) {
        build->links.bases.items[0] = BASE + 1;
        build->links.bases.first[TWIN + 1] = build->links.bases.first[KINDS] = 1;
        build->links.parts.items[0] = TWIN + 1;
        build->links.parts.first[KINDS] = 1;
    }
}

static void test_types_of_one_name(void) {
    for (uint32_t plain = 0; plain < 2; plain++) {
        cc_arena *arena = cc_arena_new();
        imp_build builds[2] = {{.old = NULL}, {.old = NULL}};
        imp_state s = {.arena = arena, .builds = builds, .build_count = 2};
        make_twin(&builds[plain], true, arena);
        make_twin(&builds[1 - plain], false, arena);
        imp_graph_open(&s.graph, &s);
        cc_map *family = cc_map_new();
        cc_map *holders = cc_map_new();
        imp_graph_add_family(&s.graph, TWIN + 1, family, arena);
        imp_graph_add_holders(&s.graph, TWIN + 1, holders, arena);
        CU_ASSERT_PTR_NOT_NULL(cc_map_get_u64(family, BASE + 1));
        CU_ASSERT_PTR_NOT_NULL(cc_map_get_u64(family, TWIN + 1));
        CU_ASSERT_PTR_NULL(cc_map_get_u64(family, HOLDER + 1));
        CU_ASSERT_PTR_NOT_NULL(cc_map_get_u64(holders, HOLDER + 1));
        cc_map_free(family);
        cc_map_free(holders);
        imp_graph_close(&s.graph);
        cc_arena_free(arena);
    }
}

static const test_case cases[] = {
    {"equal builds, and builds in another order, run nothing", test_equal},
    {"code that changed runs the test that ran it", test_code},
    {"the build that the suite ran is compared, not the latest one", test_several_builds},
    {"code that no test ran runs nothing", test_unused_code},
    {"code that belongs to every test runs all", test_shared_code},
    {"a declaration runs what ran anything of its type", test_declaration},
    {"a declaration does not run all because of a static constructor",
     test_declaration_beside_constructor},
    {"text about an assembly runs none that do not look by reflection, other attributes run all",
     test_assembly},
    {"a build that cannot be read runs all", test_damaged_build},
    {"a file beside the assembly runs all", test_output},
    {"a log beside the assembly counts where tests did not write it", test_log_of_output},
    {"a file beside the assembly that is gone runs all", test_removed_output},
    {"what tests wrote runs nothing", test_written_output},
    {"what a collector wrote beside the assembly runs nothing", test_output_of_collector},
    {"clrcov.xml says who reads a file", test_reads},
    {"files of the source tree", test_tree},
    {"the project file of a library counts by its build", test_project_of_library},
    {"dependencies count without versions of projects", test_dependencies},
    {"a link counts as its file", test_link},
    {"another runtime runs all", test_runtime},
    {"another system or folder runs all", test_place},
    {"a root that is not there is an error", test_no_root},
    {"two assemblies have a type of one name", test_types_of_one_name},
    {"tests of which the outcome is not known run", test_unsure},
    {"a run that failed without a test that failed runs all", test_failed_run},
    {"names of F# methods have parentheses", test_plain_names},
};

TEST_MAIN("impact", cases)
