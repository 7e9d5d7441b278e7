/* `clrcov explain`: what a THING stands for, and what is said about it, over a model made by
 * hand. */
#include "test_cli.h"

#include <CUnit/CUnit.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/cc_file.h"
#include "cli/explain/cmd_explain.h"

/* --- texts ------------------------------------------------------------------------------------ */

void test_thing_lines(void) {
    static const struct {
        const char *text, *file;
        uint32_t line;
    } rows[] = {
        {"src/A.cs:12", "src/A.cs", 12},
        {"A.cs:1", "A.cs", 1},
        {"A.cs:16777215", "A.cs", 16777215},
        {"A.cs:16777216", "A.cs:16777216", 0},
        {"A.cs:0", "A.cs:0", 0},
        {"A.cs:", "A.cs:", 0},
        {"A.cs", "A.cs", 0},
        {"12", "12", 0},
        {":12", ":12", 0},
        {"A::M1", "A::M1", 0},
        {"A::12", "A::12", 0},
        {"C:\\src\\A.cs:7", "C:\\src\\A.cs", 7},
        {"A.cs:99999999999999999999", "A.cs:99999999999999999999", 0},
        {"", "", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cmd_thing thing;
        cmd_thing_parse(&thing, cc_strz(rows[i].text));
        CU_ASSERT_EQUAL(thing.line, rows[i].line);
        CU_ASSERT_TRUE(cc_str_eqz(thing.file, rows[i].file));
        CU_ASSERT_TRUE(cc_str_eqz(thing.text, rows[i].text));
    }
}

/* A cc_str in an initialiser of static data. */
#define TEXT(literal)                                                                              \
    { (literal), sizeof(literal) - 1 }
#define ASSEMBLY(NAME, PATH)                                                                       \
    {                                                                                              \
        .subject = COV_SUBJECT_ASSEMBLY, .assembly = TEXT(NAME), .name = TEXT(NAME),               \
        .path = TEXT(PATH)                                                                         \
    }
#define TYPE(NAME)                                                                                 \
    {                                                                                              \
        .subject = COV_SUBJECT_TYPE, .assembly = TEXT("Shop"), .type = TEXT(NAME),                 \
        .name = TEXT(NAME)                                                                         \
    }
#define MEMBER(TYPE_NAME, NAME)                                                                    \
    {                                                                                              \
        .subject = COV_SUBJECT_MEMBER, .assembly = TEXT("Shop"), .type = TEXT(TYPE_NAME),          \
        .name = TEXT(NAME)                                                                         \
    }
#define SOURCE(NAME)                                                                               \
    { .subject = COV_SUBJECT_FILE, .assembly = TEXT("Shop"), .name = TEXT(NAME) }

void test_thing_matches(void) {
    static const struct {
        const char *thing, *path;
        cov_fact fact;
        cmd_grade grade;
    } rows[] = {
        {"Shop", NULL, ASSEMBLY("Shop", "/app/Shop.dll"), CMD_EXACT},
        {"shop", NULL, ASSEMBLY("Shop", "/app/Shop.dll"), CMD_EXACT},
        {"Shop.dll", "/x/Shop.dll", ASSEMBLY("Shop", "/app/Shop.dll"), CMD_LOOSE},
        {"../app/Shop.dll", "/app/Shop.dll", ASSEMBLY("Shop", "/app/Shop.dll"), CMD_EXACT},
        {"Sho", NULL, ASSEMBLY("Shop", ""), CMD_NO_MATCH},
        {"Other.dll", "/app/Other.dll", ASSEMBLY("Shop", "/app/Shop.dll"), CMD_NO_MATCH},
        {"Ns.Outer/Inner`1", NULL, TYPE("Ns.Outer/Inner`1"), CMD_EXACT},
        {"Ns.Outer+Inner", NULL, TYPE("Ns.Outer/Inner`1"), CMD_EXACT},
        {"Inner", NULL, TYPE("Ns.Outer/Inner`1"), CMD_LOOSE},
        {"outer/inner", NULL, TYPE("Ns.Outer/Inner`1"), CMD_LOOSE},
        {"Inner`2", NULL, TYPE("Ns.Outer/Inner`1"), CMD_NO_MATCH},
        {"nner", NULL, TYPE("Ns.Outer/Inner`1"), CMD_NO_MATCH},
        {"Ns.Outer", NULL, TYPE("Ns.Outer/Inner`1"), CMD_NO_MATCH},
        {"ns.outer/inner", NULL, TYPE("Ns.Outer/Inner`1"), CMD_LOOSE},
        {"Ns.T.Add", NULL, MEMBER("Ns.T", "Add(System.Int32)"), CMD_EXACT},
        {"Ns.T::Add", NULL, MEMBER("Ns.T", "Add(System.Int32)"), CMD_EXACT},
        {"T.Add", NULL, MEMBER("Ns.T", "Add(System.Int32)"), CMD_LOOSE},
        {"Add", NULL, MEMBER("Ns.T", "Add(System.Int32)"), CMD_LOOSE},
        {"Ns.T.Add(System.Int32)", NULL, MEMBER("Ns.T", "Add(System.Int32)"), CMD_EXACT},
        {"Ns.T.Add()", NULL, MEMBER("Ns.T", "Add(System.Int32)"), CMD_NO_MATCH},
        {"Ns.T..ctor", NULL, MEMBER("Ns.T", ".ctor()"), CMD_EXACT},
        {"Int32", NULL, MEMBER("Ns.T", "Add(System.Int32)"), CMD_NO_MATCH},
        {"src/A.cs", "/root/src/A.cs", SOURCE("src/A.cs"), CMD_EXACT},
        {"A.cs", "/root/src/A.cs", SOURCE("src/A.cs"), CMD_EXACT},
        {"A.cs", "/root/A.cs", SOURCE("src/A.cs"), CMD_LOOSE},
        {"a.cs", "/root/a.cs", SOURCE("src/A.cs"), CMD_LOOSE},
        {"A.cs:3", "/root/A.cs", SOURCE("src/A.cs"), CMD_LOOSE},
        {"A.cs", "/root/A.cs", SOURCE("src/BA.cs"), CMD_NO_MATCH},
        {"src/A.cs", "/root/src/A.cs", SOURCE("C:\\x\\src\\A.cs"), CMD_LOOSE},
        {"/else/A.cs", "/else/A.cs", SOURCE("/else/A.cs"), CMD_EXACT},
        {"Shop:3", NULL, ASSEMBLY("Shop", ""), CMD_NO_MATCH},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cmd_thing thing;
        cmd_thing_parse(&thing, cc_strz(rows[i].thing));
        thing.path = rows[i].path;
        cmd_grade grade = cmd_thing_match(&thing, &rows[i].fact, CC_STR("/root"));
        if (grade != rows[i].grade) {
            printf("\n%s: %d\n", rows[i].thing, (int)grade);
        }
        CU_ASSERT_EQUAL(grade, rows[i].grade);
    }
    /* The root of the file system is a source root, too. */
    cmd_thing thing;
    cov_fact source = SOURCE("src/A.cs");
    cmd_thing_parse(&thing, CC_STR("/src/A.cs"));
    thing.path = "/src/A.cs";
    CU_ASSERT_EQUAL(cmd_thing_match(&thing, &source, CC_STR("/")), CMD_EXACT);
}

/* --- a model ---------------------------------------------------------------------------------- */

static cov_arm arms[] = {{.is_taken = true}, {.is_taken = false}};
static cov_branch branch = {.arm_count = 2, .arms_taken = 1, .arms = arms};
static cov_line hit = {.number = 3, .hits = 1, .point_count = 1, .points_hit = 1};
static cov_line half = {.number = 4,
                        .hits = 1,
                        .point_count = 1,
                        .points_hit = 1,
                        .branch_count = 1,
                        .branches = &branch,
                        .arm_count = 2,
                        .arms_taken = 1};
static cov_line missed = {.number = 8, .point_count = 1};
static cov_line *run_lines[] = {&hit, &half};
static cov_line *all_lines[] = {&hit, &half, &missed};
static cov_file source = {
    .path = TEXT("A.cs"), .is_changed = true, .lines = all_lines, .line_count = 3};
static cov_method methods[] = {
    {.name = TEXT("Never"),
     .signature = TEXT("()"),
     .complexity = 3,
     .lines = &all_lines[2],
     .line_count = 1},
    {.name = TEXT("Run"), .signature = TEXT("()"), .lines = run_lines, .line_count = 2}};
static cov_class cls = {.name = TEXT("Shop.T"),
                        .file = &source,
                        .methods = methods,
                        .method_count = 2,
                        .lines = all_lines,
                        .line_count = 3};
static cov_package package = {
    .name = TEXT("Shop"),
    .classes = &cls,
    .class_count = 1,
    .totals = {.lines_valid = 3, .lines_covered = 2, .branches_valid = 2, .branches_covered = 1}};

static cov_fact facts[] = {
    {.subject = COV_SUBJECT_ASSEMBLY,
     .assembly = TEXT("Lost"),
     .name = TEXT("Lost"),
     .reason = CTR_REASON_NO_PDB,
     .path = TEXT("/app/Lost.dll"),
     .has_data = true,
     .detail = TEXT("\x1B[31mred")},
    {.subject = COV_SUBJECT_ASSEMBLY,
     .assembly = TEXT("Shop"),
     .name = TEXT("Shop"),
     .has_data = true,
     .path = TEXT("/app/Shop.dll")},
    {.subject = COV_SUBJECT_ASSEMBLY,
     .assembly = TEXT("Sys"),
     .name = TEXT("Sys"),
     .reason = CTR_REASON_FRAMEWORK,
     .has_data = true},
    {.subject = COV_SUBJECT_ASSEMBLY,
     .assembly = TEXT("Unused"),
     .name = TEXT("Unused"),
     .reason = CTR_REASON_NEVER_LOADED},
    {.subject = COV_SUBJECT_TYPE,
     .assembly = TEXT("Shop"),
     .type = TEXT("Shop.Out"),
     .name = TEXT("Shop.Out"),
     .reason = CTR_REASON_FILTER,
     .detail = TEXT("rule exclude type:Shop.Out (clrcov.xml:7)")},
    {.subject = COV_SUBJECT_TYPE,
     .assembly = TEXT("Shop"),
     .type = TEXT("Shop.T"),
     .name = TEXT("Shop.T"),
     .has_data = true},
    {.subject = COV_SUBJECT_MEMBER,
     .assembly = TEXT("Shop"),
     .type = TEXT("Shop.Out"),
     .name = TEXT("M()"),
     .path = TEXT("A.cs"),
     .first_line = 11,
     .last_line = 12,
     .reason = CTR_REASON_FILTER,
     .detail = TEXT("rule exclude type:Shop.Out (clrcov.xml:7)")},
    {.subject = COV_SUBJECT_MEMBER,
     .assembly = TEXT("Shop"),
     .type = TEXT("Shop.T"),
     .name = TEXT("Never()"),
     .path = TEXT("A.cs"),
     .first_line = 7,
     .last_line = 9},
    {.subject = COV_SUBJECT_MEMBER,
     .assembly = TEXT("Shop"),
     .type = TEXT("Shop.T"),
     .name = TEXT("Run()"),
     .path = TEXT("A.cs"),
     .first_line = 2,
     .last_line = 5,
     .has_data = true},
    {.subject = COV_SUBJECT_FILE, .assembly = TEXT("Shop"), .name = TEXT("A.cs")},
    {.subject = COV_SUBJECT_FILE,
     .assembly = TEXT("Shop"),
     .name = TEXT("gen/G.cs"),
     .reason = CTR_REASON_FILTER,
     .detail = TEXT("rule exclude file:gen/** (--exclude)")},
};

static cov_model model = {.root = TEXT("/no-such-root"),
                          .packages = &package,
                          .package_count = 1,
                          .files = &source,
                          .file_count = 1,
                          .facts = facts,
                          .fact_count = sizeof facts / sizeof *facts};

static cmd_answer ask(cmd_thing *thing, const char *text, const char *session) {
    cmd_answer answer = {.model = &model, .session = session};
    if (text != NULL) {
        cmd_thing_parse(thing, cc_strz(text));
        answer.thing = thing;
    }
    cmd_answer_find(&answer, cli_arena);
    return answer;
}

static const char *told(const char *text, const char *session) {
    cmd_thing thing;
    cc_buf out = {0};
    cmd_answer answer = ask(&thing, text, session);
    cmd_answer_text(&answer, &out);
    const char *copy = cc_arena_strdup(cli_arena, cc_buf_str(&out));
    cc_buf_free(&out);
    return copy;
}

void test_explain_text(void) {
    static const struct {
        const char *thing, *session;
        const char *texts[4];
    } rows[] = {
        {"Shop",
         "/s",
         {"assembly Shop is in the report: 2 of 3 lines covered (66.66%), 1 of 2", "/app/Shop.dll",
          "type Shop.Out: filter: rule exclude type:Shop.Out "
          "(clrcov.xml:7)",
          "file gen/G.cs: filter"}},
        {"Lost", "/s", {"Lost is not in the report: no PDB", "/app/Lost.dll"}},
        {"Unused", "/s", {"Unused has no data: never loaded"}},
        {"Unused", NULL, {"Unused would be measured", "no run yet"}},
        {"Lost", NULL, {"Lost would not be measured: no PDB"}},
        {"Shop.Out", "/s", {"type Shop.Out is not in the report: filter: rule", "assembly Shop"}},
        {"T.Run", "/s", {"member Shop.T.Run() is in the report: 2 of 2 lines", "A.cs:2-5"}},
        {"Never",
         "/s",
         {"0 of 1 lines covered (0.00%); it was never entered; complexity 3, CRAP 12.00"}},
        {"G.cs", "/s", {"file gen/G.cs is not in the report: filter: rule exclude file:gen/**"}},
        {"A.cs", "/s", {"file A.cs is in the report: 2 of 3", "changed since it was compiled"}},
        {"A.cs:3", "/s", {"A.cs:3: covered, 1 hit", "Shop.T.Run() in Shop", "--hits exact"}},
        {"A.cs:4", "/s", {"A.cs:4: partial", "branch: 1 of 2 arms"}},
        {"A.cs:8", "/s", {"A.cs:8: missed, 0 hits", "Shop.T.Never() in Shop"}},
        {"A.cs:8", NULL, {"A.cs:8: would be measured"}},
        {"A.cs:5", "/s", {"A.cs:5: not coverable: no statement", "it is in Shop.T.Run()"}},
        {"A.cs:11",
         "/s",
         {"A.cs:11: left out with the member Shop.Out.M(): filter: rule exclude "
          "type:Shop.Out (clrcov.xml:7)"}},
        {"A.cs:20", "/s", {"A.cs:20: not coverable: it is not in a member with code"}},
        {"G.cs:1", "/s", {"gen/G.cs:1: left out with the file gen/G.cs: filter: rule"}},
        {NULL,
         "/s",
         {"from the run in /s\nin            Shop  /app/Shop.dll\n"
          "without data  Unused: never loaded\n"
          "out           Lost: no PDB: \xEF\xBF\xBD[31mred  /app/Lost.dll\n"
          "out           1 assembly: framework\n"}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *text = told(rows[i].thing, rows[i].session);
        CU_ASSERT_PTR_NULL(strchr(text, '\x1B'));
        for (size_t k = 0; k < 4 && rows[i].texts[k] != NULL; k++) {
            if (strstr(text, rows[i].texts[k]) == NULL) {
                printf("\n%s\n--- is not in:\n%s\n", rows[i].texts[k], text);
            }
            CU_ASSERT_PTR_NOT_NULL(strstr(text, rows[i].texts[k]));
        }
    }
    /* Parts of what is left out as a whole are not told again. */
    CU_ASSERT_PTR_NULL(strstr(told("Shop", "/s"), "Shop.Out.M"));
}

/* --- JSON ------------------------------------------------------------------------------------- */

static json_t *json_of(const char *text, const char *session) {
    cmd_thing thing;
    cc_buf out = {0};
    cmd_answer answer = ask(&thing, text, session);
    cmd_answer_json(&answer, &out);
    CU_ASSERT(cc_buf_ok(&out));
    json_t *root = json_loadb((const char *)out.data, out.len, 0, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(root);
    cc_buf_free(&out);
    return root;
}

static const char *string_at(const json_t *root, const char *list, size_t index, const char *key) {
    const char *value =
        json_string_value(json_object_get(json_array_get(json_object_get(root, list), index), key));
    return value == NULL ? "" : value;
}

void test_explain_json(void) {
    json_t *all = json_of(NULL, "/s");
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(all, "version")), 1);
    CU_ASSERT_TRUE(json_is_null(json_object_get(all, "thing")));
    CU_ASSERT_EQUAL(json_array_size(json_object_get(all, "assemblies")), 4);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(all, "types")), 0);
    CU_ASSERT_STRING_EQUAL(string_at(all, "assemblies", 0, "name"), "Lost");
    CU_ASSERT_STRING_EQUAL(string_at(all, "assemblies", 0, "verdict"), "out");
    CU_ASSERT_STRING_EQUAL(string_at(all, "assemblies", 0, "reason"), "no PDB");
    CU_ASSERT_STRING_EQUAL(string_at(all, "assemblies", 0, "path"), "/app/Lost.dll");
    CU_ASSERT_STRING_EQUAL(string_at(all, "assemblies", 0, "detail"), "\xEF\xBF\xBD[31mred");
    CU_ASSERT_STRING_EQUAL(string_at(all, "assemblies", 1, "verdict"), "in");
    CU_ASSERT_STRING_EQUAL(string_at(all, "assemblies", 1, "reason"), "measured");
    CU_ASSERT_STRING_EQUAL(string_at(all, "assemblies", 3, "verdict"), "without data");
    json_decref(all);
    json_t *type = json_of("Shop.T", "/s");
    CU_ASSERT_EQUAL(json_array_size(json_object_get(type, "types")), 1);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(type, "members")), 2);
    CU_ASSERT_STRING_EQUAL(string_at(type, "members", 0, "name"), "Never()");
    CU_ASSERT_STRING_EQUAL(string_at(type, "members", 0, "verdict"), "without data");
    CU_ASSERT_STRING_EQUAL(string_at(type, "members", 1, "file"), "A.cs");
    json_decref(type);
    json_t *shop = json_of("Shop", "/s");
    CU_ASSERT_EQUAL(json_array_size(json_object_get(shop, "types")), 1);
    CU_ASSERT_STRING_EQUAL(string_at(shop, "types", 0, "detail"),
                           "rule exclude type:Shop.Out (clrcov.xml:7)");
    CU_ASSERT_EQUAL(json_array_size(json_object_get(shop, "files")), 1);
    json_decref(shop);
}

void test_explain_json_lines(void) {
    json_t *root = json_of("A.cs:4", "/s");
    const json_t *line = json_array_get(json_object_get(root, "lines"), 0);
    CU_ASSERT_STRING_EQUAL(string_at(root, "lines", 0, "state"), "partial");
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(line, "line")), 4);
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(line, "hits")), 1);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(line, "branches")), 1);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(line, "members")), 1);
    CU_ASSERT_TRUE(json_is_true(json_object_get(line, "isChanged")));
    CU_ASSERT_TRUE(json_is_null(json_object_get(line, "tests"))); /* the run recorded none */
    json_decref(root);
    root = json_of("A.cs:11", NULL);
    CU_ASSERT_STRING_EQUAL(string_at(root, "lines", 0, "state"), "left out");
    CU_ASSERT_STRING_EQUAL(string_at(root, "lines", 0, "reason"), "filter");
    CU_ASSERT_TRUE(json_is_null(json_object_get(json_object_get(root, "source"), "session")));
    json_decref(root);
}

void test_explain_near(void) {
    cmd_thing thing;
    cc_str near[CMD_NEAR_NAMES];
    cmd_answer answer = ask(&thing, "Shop.Ou", "/s");
    CU_ASSERT_EQUAL(answer.fact_count, 0);
    CU_ASSERT_TRUE_FATAL(cmd_answer_near(&answer, cli_arena, near) > 0);
    CU_ASSERT_TRUE(cc_str_eqz(near[0], "Shop.Out"));
    answer = ask(&thing, "T.Nevr", "/s");
    CU_ASSERT_TRUE_FATAL(cmd_answer_near(&answer, cli_arena, near) > 0);
    CU_ASSERT_TRUE(cc_str_eqz(near[0], "T.Never"));
    answer = ask(&thing, "qqqqqqqqqqqqqqqq", "/s");
    CU_ASSERT_EQUAL(cmd_answer_near(&answer, cli_arena, near), 0);
}

/* A method that the processes left alone: its lines are not in the report. */
void test_explain_unknown(void) {
    cov_fact left_alone[] = {
        {.subject = COV_SUBJECT_FILE, .assembly = TEXT("Shop"), .name = TEXT("B.cs")},
        {.subject = COV_SUBJECT_MEMBER,
         .assembly = TEXT("Shop"),
         .type = TEXT("Shop.T"),
         .name = TEXT("Odd()"),
         .path = TEXT("B.cs"),
         .first_line = 2,
         .last_line = 9,
         .detail = TEXT("not instrumented: too large")}};
    cov_model other = model;
    other.facts = left_alone;
    other.fact_count = 2;
    cmd_thing thing;
    cmd_answer answer = {.model = &other, .session = "/s", .thing = &thing};
    cc_buf text = {0};
    cmd_thing_parse(&thing, CC_STR("B.cs:4"));
    cmd_answer_find(&answer, cli_arena);
    CU_ASSERT_EQUAL_FATAL(answer.line_count, 1);
    CU_ASSERT_EQUAL(answer.lines[0].kind, CMD_LINE_UNKNOWN);
    cmd_answer_text(&answer, &text);
    cc_buf_u8(&text, 0);
    CU_ASSERT_PTR_NOT_NULL(strstr((const char *)text.data,
                                  "B.cs:4: not in the report: nothing is known about "
                                  "Shop.T.Odd(): not instrumented: too large"));
    cc_buf_free(&text);
}

/* A file that has fewer lines. */
void test_explain_beyond(void) {
    cov_model small = model;
    small.root = cc_strz(cli_dir);
    cmd_thing thing;
    cmd_answer answer = {.model = &small, .session = "/s", .thing = &thing};
    CU_ASSERT_EQUAL(cc_file_write("A.cs", cc_span_of("1\n2\n3", 5), 0600), CC_OK);
    cmd_thing_parse(&thing, CC_STR("A.cs:5"));
    cmd_answer_find(&answer, cli_arena);
    CU_ASSERT_EQUAL_FATAL(answer.line_count, 1);
    CU_ASSERT_EQUAL(answer.lines[0].kind, CMD_LINE_BEYOND);
    cc_file_remove("A.cs");
}
