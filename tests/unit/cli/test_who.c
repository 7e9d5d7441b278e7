/* `clrcov who` over a model made by hand, and what `run --per-test` asks runners for. */
#include "test_cli.h"

#include <CUnit/CUnit.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/cc_file.h"
#include "cli/explain/cmd_who.h"
#include "cli/run/cmd_serial.h"

/* --- a model ---------------------------------------------------------------------------------- */

#define TEXT(literal)                                                                              \
    { (literal), sizeof(literal) - 1 }

static cov_test tests[] = {
    {TEXT("T"), TEXT("Ns.Cart"), TEXT("Adds"), COV_OUTCOME_ENDED, 2, false, 1},
    {TEXT("T"), TEXT("Ns.Cart"), TEXT("Throws"), COV_OUTCOME_THREW, 1, false, 1},
    {TEXT("T"), TEXT("Ns.Cart+Inner"), TEXT("Adds"), COV_OUTCOME_OPEN, 1, true, 1},
};

/* Lines 1, 2, 3, 5 of a.cs and 7 of b.cs. */
static cov_line lines[] = {
    {.number = 1}, {.number = 2}, {.number = 3}, {.number = 5}, {.number = 7}};
static cov_line *lines_of_a[] = {&lines[0], &lines[1], &lines[2], &lines[3]};
static cov_line *lines_of_b[] = {&lines[4]};
static const uint32_t first[] = {0}, both[] = {0, 1}, inner[] = {2};
static cov_line_tests tests_of_a[] = {
    {first, 1, false, NULL}, {both, 2, false, NULL}, {first, 1, true, NULL}, {NULL, 0, true, NULL}};
static cov_line_tests tests_of_b[] = {{inner, 1, false, NULL}};
static cov_file files[2];

static cov_model make_model(void) {
    files[0] = (cov_file){
        .path = TEXT("src/a.cs"), .lines = lines_of_a, .line_count = 4, .tests = tests_of_a};
    files[1] = (cov_file){
        .path = TEXT("src/b.cs"), .lines = lines_of_b, .line_count = 1, .tests = tests_of_b};
    return (cov_model){.files = files, .file_count = 2, .tests = tests, .test_count = 3};
}

static void answer(cmd_who_answer *out, const cov_model *model, const cmd_who_question *question) {
    const cmd_answer everything = {.model = model};
    cmd_who_find(out, &everything, question, cli_arena);
}

static void expect(cmd_who_question question, const char *expected) {
    const cov_model model = make_model();
    cmd_who_answer found;
    cc_buf out = {0};
    answer(&found, &model, &question);
    cmd_who_text(&found, &out);
    cc_buf_u8(&out, 0);
    if (strcmp((const char *)out.data, expected) != 0) {
        printf("\n%s---\n%s", (const char *)out.data, expected);
    }
    CU_ASSERT_STRING_EQUAL((const char *)out.data, expected);
    cc_buf_free(&out);
}

/* --- questions -------------------------------------------------------------------------------- */

void test_who_everything(void) {
    expect((cmd_who_question){NULL, 0},
           "3 tests, 5 lines\n  Ns.Cart.Adds: 3 lines\n  Ns.Cart.Throws (threw): 1 line\n"
           "  Ns.Cart+Inner.Adds (ran beside other tests): 1 line\n");
}

void test_who_tests(void) {
    static const char adds[] = "Ns.Cart.Adds: 3 lines\n  src/a.cs: 1-3\n";
    static const char of_inner[] =
        "Ns.Cart+Inner.Adds (ran beside other tests): 1 line\n  src/b.cs: 7\n";
    expect((cmd_who_question){"Ns.Cart.Adds", 0}, adds);
    expect((cmd_who_question){"Cart.Adds", 0}, adds);
    expect((cmd_who_question){"Inner.Adds", 0}, of_inner);
    expect((cmd_who_question){"*Inner*", 0}, of_inner);
    expect((cmd_who_question){"Throws", 0}, "Ns.Cart.Throws (threw): 1 line\n  src/a.cs: 2\n");
    expect((cmd_who_question){"Adds", 0}, cc_arena_printf(cli_arena, "%s%s", adds, of_inner));
    expect((cmd_who_question){"dds", 0}, ""); /* a part of a name */
    expect((cmd_who_question){"", 0}, "");
}

/* Lines that belong to every test are hit by more than a few. */
void test_who_only_by(void) {
    expect((cmd_who_question){NULL, 1},
           "src/a.cs:1: 1 test\n  Ns.Cart.Adds\n"
           "src/b.cs:7: 1 test\n  Ns.Cart+Inner.Adds (ran beside other tests)\n");
    expect((cmd_who_question){NULL, 2},
           "src/a.cs:1: 1 test\n  Ns.Cart.Adds\n"
           "src/a.cs:2: 2 tests\n  Ns.Cart.Adds\n  Ns.Cart.Throws (threw)\n"
           "src/b.cs:7: 1 test\n  Ns.Cart+Inner.Adds (ran beside other tests)\n");
    expect((cmd_who_question){"Throws", 1}, "Ns.Cart.Throws (threw): 0 lines\n");
}

void test_who_line(void) {
    static const struct {
        uint32_t number;
        const char *expected;
    } rows[] = {
        {2, "src/a.cs:2: 2 tests\n  Ns.Cart.Adds\n  Ns.Cart.Throws (threw)\n"},
        {3, "src/a.cs:3: 1 test, and code that belongs to every test\n  Ns.Cart.Adds\n"},
        {5, "src/a.cs:5: 0 tests, and code that belongs to every test\n"},
        {4, "a.cs:4: no line of the report; clrcov explain gives the reason\n"},
    };
    const cov_model model = make_model();
    const cmd_who_question question = {NULL, 0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cmd_thing thing = {.text = cc_strz("a.cs:4"), .line = rows[i].number};
        cmd_line_answer line = {.shown = &files[0], .number = rows[i].number};
        const cmd_answer found = {
            .model = &model, .thing = &thing, .lines = &line, .line_count = 1};
        cmd_who_answer out;
        cc_buf text = {0};
        cmd_who_find(&out, &found, &question, cli_arena);
        cmd_who_text(&out, &text);
        CU_ASSERT(cc_str_eqz(cc_buf_str(&text), rows[i].expected));
        cc_buf_free(&text);
    }
}

/* Line 1 of a.cs gets two branches for the time of a test. */
static cov_arm some_arms[] = {{true, 2, false}, {false, 0, false}, {true, 0, false}};
static cov_branch some_branches[] = {
    {.span = {1, 5, 1, 9}, .arm_count = 2, .arms = &some_arms[0]},
    {.span = {1, 12, 1, 15}, .arm_count = 1, .arms = &some_arms[2]}};
static const cov_line_tests tests_of_arms[] = {
    {first, 1, false, NULL}, {NULL, 0, true, NULL}, {both, 2, false, NULL}};

static void set_branches(bool has_them) {
    lines[0].branches = has_them ? some_branches : NULL;
    lines[0].branch_count = has_them ? 2 : 0;
    lines[0].arm_count = has_them ? 3 : 0;
    tests_of_a[0].arms = has_them ? tests_of_arms : NULL;
}

void test_who_arms(void) {
    const cov_model model = make_model();
    const cmd_who_question question = {NULL, 0};
    cmd_thing thing = {.text = cc_strz("a.cs:1"), .line = 1};
    cmd_line_answer line = {.shown = &files[0], .number = 1};
    const cmd_answer found = {.model = &model, .thing = &thing, .lines = &line, .line_count = 1};
    cmd_who_answer out;
    cc_buf text = {0};
    json_error_t error;
    set_branches(true);
    cmd_who_find(&out, &found, &question, cli_arena);
    cmd_who_text(&out, &text);
    CU_ASSERT(cc_str_eqz(cc_buf_str(&text),
                         "src/a.cs:1: 1 test\n  Ns.Cart.Adds\n"
                         "  branch in column 5\n    arm 1 of 2, to line 2: 1 test\n"
                         "      Ns.Cart.Adds\n"
                         "    arm 2 of 2: 0 tests, and code that belongs to every test\n"
                         "  branch in column 12\n    arm 1 of 1: 2 tests\n"
                         "      Ns.Cart.Adds\n      Ns.Cart.Throws\n"));
    cc_buf_clear(&text);
    cmd_who_json(&out, &text);
    json_t *json = json_loadb((const char *)text.data, text.len, 0, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(json);
    const json_t *branches =
        json_object_get(json_array_get(json_object_get(json, "lines"), 0), "branches");
    CU_ASSERT_EQUAL_FATAL(json_array_size(branches), 2);
    const json_t *arms = json_object_get(json_array_get(branches, 0), "arms");
    CU_ASSERT_EQUAL(json_array_size(arms), 2);
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(json_array_get(arms, 0), "line")), 2);
    CU_ASSERT_PTR_NULL(json_object_get(json_array_get(arms, 1), "line"));
    CU_ASSERT(json_is_true(json_object_get(json_array_get(arms, 1), "isShared")));
    arms = json_object_get(json_array_get(branches, 1), "arms");
    CU_ASSERT_EQUAL(json_array_size(json_object_get(json_array_get(arms, 0), "tests")), 2);
    json_decref(json);
    cc_buf_free(&text);
    set_branches(false);
}

static int64_t number_at(const json_t *object, const char *key) {
    return (int64_t)json_integer_value(json_object_get(object, key));
}

/* Each id in a line is one of the tests. */
void test_who_json(void) {
    static const char *const keys[] = {"assembly", "class", "method", "outcome"};
    static const char *const values[] = {"T", "Ns.Cart+Inner", "Adds", "open"};
    const cov_model model = make_model();
    const cmd_who_question question = {"Inner.Adds", 0};
    cmd_who_answer found;
    cc_buf out = {0};
    json_error_t error;
    answer(&found, &model, &question);
    cmd_who_json(&found, &out);
    json_t *json = json_loadb((const char *)out.data, out.len, 0, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(json);
    CU_ASSERT_EQUAL(number_at(json, "version"), 1);
    const json_t *list = json_object_get(json, "tests");
    CU_ASSERT_EQUAL_FATAL(json_array_size(list), 1);
    const json_t *test = json_array_get(list, 0);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(test, keys[i])), values[i]);
    }
    CU_ASSERT_EQUAL(number_at(test, "id"), 2);
    CU_ASSERT_EQUAL(number_at(test, "runs"), 1);
    CU_ASSERT_EQUAL(number_at(test, "lines"), 1);
    CU_ASSERT(json_is_true(json_object_get(test, "isOverlapped")));
    list = json_object_get(json, "lines");
    CU_ASSERT_EQUAL_FATAL(json_array_size(list), 1);
    const json_t *line = json_array_get(list, 0);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(line, "file")), "src/b.cs");
    CU_ASSERT_EQUAL(number_at(line, "line"), 7);
    CU_ASSERT(json_is_false(json_object_get(line, "isShared")));
    const json_t *ids = json_object_get(line, "tests");
    CU_ASSERT_EQUAL_FATAL(json_array_size(ids), 1);
    CU_ASSERT_EQUAL(json_integer_value(json_array_get(ids, 0)), 2);
    json_decref(json);
    cc_buf_free(&out);
}

/* --- one test at a time ----------------------------------------------------------------------- */

static const char *value_of(const cmd_variables *variables, const char *name) {
    for (size_t i = 0; i < variables->count; i++) {
        if (strcmp(variables->items[i].name, name) == 0) {
            CU_ASSERT_FALSE(variables->items[i].is_default);
            return variables->items[i].value;
        }
    }
    return NULL;
}

/* The command is `dotnet test -- WORD all`. */
static cmd_variables serial(const char *word) {
    static char dotnet[] = "dotnet", test[] = "test", dashes[] = "--", all[] = "all";
    char *command[] = {dotnet, test, dashes, cc_arena_strdup(cli_arena, cc_strz(word)), all};
    cmd_variables out = {0};
    CU_ASSERT_EQUAL_FATAL(cmd_make_serial(&out, cli_dir, command, 5, cli_arena), CC_OK);
    return out;
}

static bool file_has(const char *path, const char *part) {
    cc_mapped_file file;
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&file, path, false), CC_OK);
    bool has = memmem(file.bytes.data, file.bytes.len, part, strlen(part)) != NULL;
    cc_file_unmap(&file);
    return has;
}

void test_serial_plain(void) {
    (void)unsetenv("VSTestCLIRunSettings");
    (void)unsetenv("CustomAfterMicrosoftCommonTargets");
    cmd_variables out = serial("-v");
    CU_ASSERT_STRING_EQUAL(value_of(&out, "VSTestCLIRunSettings"),
                           "RunConfiguration.DisableParallelization=true");
    CU_ASSERT_STRING_EQUAL(value_of(&out, "TUNIT_MAX_PARALLEL_TESTS"), "1");
    CU_ASSERT_STRING_EQUAL(value_of(&out, "ClrcovSerialXunit"), "-parallel none");
    CU_ASSERT_PTR_NULL(value_of(&out, "ClrcovOtherTargets"));
    const char *targets = value_of(&out, "CustomAfterMicrosoftCommonTargets");
    CU_ASSERT_PTR_NOT_NULL_FATAL(targets);
    CU_ASSERT(file_has(targets, "$(ClrcovSerialXunit)"));
    CU_ASSERT(file_has(cc_path_join(cli_arena, cli_dir, "serial.runsettings"),
                       "<DisableParallelization>true</DisableParallelization>"));
    CU_ASSERT_PTR_NOT_NULL(strstr(value_of(&out, "ClrcovSerialSettings"), "serial.runsettings"));
}

/* What the user wrote comes first, so that later items override it. */
void test_serial_own_variables(void) {
    (void)setenv("VSTestCLIRunSettings", "RunConfiguration.MaxCpuCount=4", 1);
    (void)setenv("CustomAfterMicrosoftCommonTargets", "/own.targets", 1);
    cmd_variables out = serial("-v");
    CU_ASSERT_STRING_EQUAL(
        value_of(&out, "VSTestCLIRunSettings"),
        "RunConfiguration.MaxCpuCount=4;RunConfiguration.DisableParallelization=true");
    CU_ASSERT_STRING_EQUAL(value_of(&out, "ClrcovOtherTargets"), "/own.targets");
    (void)setenv("VSTestCLIRunSettings", "", 1);
    (void)setenv("CustomAfterMicrosoftCommonTargets", "", 1);
    out = serial("-v");
    CU_ASSERT_STRING_EQUAL(value_of(&out, "VSTestCLIRunSettings"),
                           "RunConfiguration.DisableParallelization=true");
    CU_ASSERT_PTR_NULL(value_of(&out, "ClrcovOtherTargets"));
    (void)unsetenv("VSTestCLIRunSettings");
    (void)unsetenv("CustomAfterMicrosoftCommonTargets");
}

/* A runner refuses an option that it gets twice; `=` and `:` may come before a value. */
void test_serial_own_words(void) {
    static const struct {
        const char *word;
        bool has_parallel, has_settings;
    } rows[] = {
        {"--parallel", true, false},
        {"--parallel=all", true, false},
        {"--parallel:all", true, false},
        {"--parallelism", false, false},
        {"-parallel", true, false},
        {"--settings", false, true},
        {"--settings=x.runsettings", false, true},
        {"--settings:x", false, true},
        {"settings", false, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cmd_variables out = serial(rows[i].word);
        CU_ASSERT_EQUAL(value_of(&out, "ClrcovSerialXunit") == NULL, rows[i].has_parallel);
        CU_ASSERT_EQUAL(value_of(&out, "ClrcovSerialSettings") == NULL, rows[i].has_settings);
    }
}

/* The words after the command, separated by spaces; the path of the session is left out. */
static void expect_words(const char *command, const char *expected, const char *said) {
    char *words[8];
    size_t count = 0;
    char *rest = cc_arena_strdup(cli_arena, cc_strz(command));
    for (char *word = strtok(rest, " "); word != NULL; word = strtok(NULL, " ")) {
        words[count++] = word;
    }
    cmd_serial_words out;
    cc_buf text = {0};
    cmd_find_serial_words(&out, "/S", words, count, cli_arena);
    for (size_t i = 0; i < out.count; i++) {
        cc_buf_printf(&text, "%s%s", i == 0 ? "" : " ", out.items[i]);
    }
    bool is_same = cc_str_eqz(cc_buf_str(&text), expected);
    bool is_said =
        said == NULL ? out.text == NULL : out.text != NULL && strstr(out.text, said) != NULL;
    if (!is_same || !is_said) {
        printf("\n    %s: %.*s; %s\n", command, (int)text.len, (const char *)text.data,
               out.text == NULL ? "" : out.text);
    }
    CU_ASSERT(is_same && is_said);
    cc_buf_free(&text);
}

void test_serial_words(void) {
#define GOLDEN_PROGRAMS "programs/"
    CU_ASSERT_EQUAL(symlink(cc_arena_printf(cli_arena, "%s/golden/tests", cli_tests), "programs"),
                    0);
    static const char item[] = "RunConfiguration.DisableParallelization=true";
    const char *with_dashes = cc_arena_printf(cli_arena, "-- %s", item);
    expect_words("dotnet test", "", NULL);
    expect_words("dotnet test Some.csproj -c Release", "", NULL);
    expect_words("dotnet test Some.dll", with_dashes, "clrcov adds");
    expect_words("/usr/bin/dotnet test --nologo Some.EXE", with_dashes, "clrcov adds");
    expect_words("dotnet vstest Some", with_dashes, "clrcov adds");
    expect_words("dotnet test Some.dll -- A.B=c", item, "clrcov adds");
    expect_words("dotnet test Some.dll -- RunConfiguration.DisableParallelization=false", "", NULL);
    expect_words("dotnet test Some.csproj -- Some.dll", "", NULL);
    expect_words("dotnet test -- A.B=c D.E=f", item, "clrcov adds");
    expect_words("dotnet test -- --filter=f", "", NULL);
    expect_words("dotnet test -- A.B=c all", "", NULL);
    expect_words("dotnet test --", "", NULL);
    expect_words("dotnet test --test-modules Some.dll", "", "name the project");
    expect_words("sh -c Some.dll", "", NULL);
    expect_words("dotnet " GOLDEN_PROGRAMS "XunitProgram.dll", "-parallel none", "clrcov adds");
    expect_words("dotnet exec --x y " GOLDEN_PROGRAMS "XunitProgram.dll", "-parallel none",
                 "clrcov adds");
    expect_words("./" GOLDEN_PROGRAMS "XunitProgram", "-parallel none", "clrcov adds");
    expect_words("dotnet " GOLDEN_PROGRAMS "XunitProgram.dll -parallel all", "", NULL);
    expect_words("dotnet " GOLDEN_PROGRAMS "PlatformProgram.dll",
                 "--settings /S/serial.runsettings", "clrcov adds");
    expect_words("dotnet " GOLDEN_PROGRAMS "PlatformProgram.dll --settings own", "", NULL);
    expect_words("dotnet " GOLDEN_PROGRAMS "Cases.dll", "", NULL);
    expect_words("dotnet " GOLDEN_PROGRAMS "none.dll", "", NULL);
    CU_ASSERT_EQUAL(unlink("programs"), 0);
}

/* --- refusals --------------------------------------------------------------------------------- */

/* Exit code of the command; what it said in `text`. */
static int run_clrcov(const char *words, char *text, size_t size) {
    FILE *pipe = popen(cc_arena_printf(cli_arena, "%s %s 2>&1", cli_clrcov, words), "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(pipe);
    size_t len = fread(text, 1, size - 1, pipe);
    text[len] = '\0';
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void test_per_test_refusals(void) {
    static const struct {
        const char *words, *part;
        int code;
    } rows[] = {
        {"run --per-test --hits exact -- true", "--per-test records that a test hit a line", 64},
        {"run --per-test --live -- true", "--per-test and --live", 64},
        {"who --only-by 0", "--only-by: 0 is not a number of tests", 64},
        {"who --only-by x", "--only-by: x is not a number", 64},
        {"who --only-by ''", "--only-by needs a value", 64},
        {"who ''", "the name is empty", 64},
        {"run --per-test --test-attributes '' -- true", "--test-attributes", 64},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[4096];
        int code = run_clrcov(rows[i].words, text, sizeof text);
        bool is_right = code == rows[i].code && strstr(text, rows[i].part) != NULL;
        if (!is_right) {
            printf("\n    %s: %d, %s", rows[i].words, code, text);
        }
        CU_ASSERT(is_right);
    }
}
