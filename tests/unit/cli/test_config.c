/* Which place decides: command line, environment, file, imports, and what an earlier run was
 * told. */
#include "test_cli.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "cli/core/cmd.h"
#include "cli/core/cmd_config.h"

enum { MAX_ARGS = 10 };

static const opt_command command = {.name = "test",
                                    .arguments = "",
                                    .summary = "Does.",
                                    .settings = CFG_RUN | CFG_REPORT | CFG_EXPLAIN};

/* The layer of a command line whose words are separated by '|'; NULL and "" are not words. */
static const cfg_layer *layer_of(const char *line) {
    char **argv = CC_NEW_ARRAY(cli_arena, char *, MAX_ARGS);
    opt_result *result = CC_NEW(cli_arena, opt_result);
    int argc = 0;
    char *text = cc_arena_strdup(cli_arena, cc_strz(line == NULL ? "" : line));
    for (char *word = strtok(text, "|"); word != NULL; word = strtok(NULL, "|")) {
        argv[argc++] = word;
    }
    CU_ASSERT_EQUAL_FATAL(opt_parse(&command, argc, argv, &argc, result, cli_arena), CC_OK);
    return &result->settings;
}

static void write_text(const char *path, const char *text) {
    if (text == NULL) {
        cc_file_remove(path);
    } else {
        CU_ASSERT_EQUAL_FATAL(cc_file_write(path, cc_span_of(text, strlen(text)), 0600), CC_OK);
    }
}

static void set_variable(const char *name, const char *value) {
    if (value == NULL) {
        unsetenv(name);
    } else {
        setenv(name, value, 1);
    }
}

/* What one command is told: its line, CLRCOV_EXCLUDE, the text of clrcov.xml. */
typedef struct told {
    const char *line, *variable, *file;
} told;

static cc_err load(cmd_config *out, const told *t, const ses_session *session) {
    write_text("clrcov.xml", t->file);
    set_variable("CLRCOV_EXCLUDE", t->variable);
    cmd_config_request request = {.command = layer_of(t->line), .session = session};
    cc_err err = cmd_config_load(out, &request, cli_arena);
    set_variable("CLRCOV_EXCLUDE", NULL);
    write_text("clrcov.xml", NULL);
    return err;
}

/* "A B": what is excluded. */
static const char *excluded(const cmd_config *config) {
    cc_buf text = {0};
    for (size_t i = 0; i < config->values.exclude.count; i++) {
        cc_buf_printf(&text, "%s%s", i == 0 ? "" : " ", config->values.exclude.items[i]);
    }
    cc_str whole = {text.data == NULL ? "" : (const char *)text.data, text.len};
    const char *copy = cc_arena_strdup(cli_arena, whole);
    cc_buf_free(&text);
    return copy;
}

#define FILE_WITH(rules) "<clrcov version=\"1\">" rules "</clrcov>"
#define EXCLUDES(name) "<exclude><assembly>" name "</assembly></exclude>"

void test_config_places(void) {
    static const struct {
        told t;
        const char *expected;
    } rows[] = {
        {{NULL, NULL, NULL}, ""},
        {{NULL, NULL, FILE_WITH(EXCLUDES("F"))}, "assembly:F"},
        {{NULL, "E;E2", FILE_WITH(EXCLUDES("F"))}, "E E2"},
        {{"--exclude|C|--exclude|C2", "E", FILE_WITH(EXCLUDES("F"))}, "C C2"},
        {{"--exclude|C", NULL, NULL}, "C"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cmd_config config;
        CU_ASSERT_EQUAL_FATAL(load(&config, &rows[i].t, NULL), CC_OK);
        CU_ASSERT_STRING_EQUAL(excluded(&config), rows[i].expected);
        CU_ASSERT_EQUAL(config.filter.count, config.values.exclude.count);
        CU_ASSERT_EQUAL(config.path != NULL, rows[i].t.file != NULL);
        CU_ASSERT_STRING_EQUAL(config.root, cli_dir);
    }
    static const told wrong[] = {
        {"--hits|twice", NULL, NULL},   {"--exclude|nonsense:A", NULL, NULL},
        {NULL, "nonsense:A", NULL},     {NULL, NULL, "<clrcov>"},
        {"--root|no-such", NULL, NULL},
    };
    static const char *const places[] = {
        "--hits: ", "--exclude: ", "CLRCOV_EXCLUDE: ", "clrcov.xml:1: ", "--root: "};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        cmd_config config;
        cc_err err = load(&config, &wrong[i], NULL);
        CU_ASSERT_NOT_EQUAL(err, CC_OK);
        CU_ASSERT_EQUAL(cmd_input_code(err), 64);
        CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), places[i]));
    }
}

void test_config_warnings(void) {
    cmd_config config;
    cmd_config_request request = {0};
    setenv("CLRCOV_HITZ", "exact", 1);
    setenv("CLRCOV_LIBRARY", "/lib.so", 1);
    setenv("CLRCOV_SESSION", "/none", 1);
    cli_catch();
    CU_ASSERT_EQUAL(cmd_config_load(&config, &request, cli_arena), CC_OK);
    const char *text = cli_caught();
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "CLRCOV_HITZ"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "CLRCOV_HITS"));
    CU_ASSERT_PTR_NULL(strstr(text, "CLRCOV_LIBRARY"));
    CU_ASSERT_PTR_NULL(strstr(text, "CLRCOV_SESSION"));
    CU_ASSERT_PTR_EQUAL(strchr(text, '\n'), text + strlen(text) - 1); /* one line */
    request.is_quiet = true;
    cli_catch();
    CU_ASSERT_EQUAL(cmd_config_load(&config, &request, cli_arena), CC_OK);
    CU_ASSERT_STRING_EQUAL(cli_caught(), "");
    unsetenv("CLRCOV_HITZ");
    unsetenv("CLRCOV_LIBRARY");
    unsetenv("CLRCOV_SESSION");
}

/* A session as a run that was told so leaves it. */
static ses_session session_of(const told *t) {
    cmd_config config;
    ses_session session;
    CU_ASSERT_EQUAL_FATAL(load(&config, t, NULL), CC_OK);
    ses_settings settings = {.root = cli_dir, .start_dir = cli_dir};
    settings.output = cc_arena_strdup(cli_arena, cc_strz(config.values.output));
    CU_ASSERT_EQUAL_FATAL(ses_create(&session, &settings, CC_STR(""), cli_arena), CC_OK);
    ses_unlock(session.lock_fd);
    CU_ASSERT_EQUAL_FATAL(cmd_config_store(&config, session.dir), CC_OK);
    return session;
}

void test_config_of_reports(void) {
    static const char file[] = FILE_WITH(EXCLUDES("F"));
    static const char other[] = FILE_WITH(EXCLUDES("G"));
    static const char empty[] = FILE_WITH("");
    static const struct {
        told run, report;
        const char *expected;
    } rows[] = {
        {{NULL, NULL, file}, {NULL, NULL, NULL}, "assembly:F"},
        {{NULL, NULL, file}, {NULL, NULL, other}, "assembly:G"},
        {{NULL, NULL, file}, {NULL, NULL, empty}, ""},
        {{NULL, "E", file}, {NULL, NULL, other}, "E"},
        {{NULL, "E", file}, {NULL, "E2", other}, "E2"},
        {{"--exclude|C", "E", file}, {NULL, "E2", other}, "C"},
        {{"--exclude|C", "E", file}, {"--exclude|C2", "E2", other}, "C2"},
        {{NULL, NULL, NULL}, {"--exclude|C2", NULL, NULL}, "C2"},
        {{NULL, NULL, NULL}, {NULL, NULL, NULL}, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ses_session session = session_of(&rows[i].run);
        cmd_config config;
        CU_ASSERT_EQUAL_FATAL(load(&config, &rows[i].report, &session), CC_OK);
        CU_ASSERT_STRING_EQUAL(excluded(&config), rows[i].expected);
        CU_ASSERT_EQUAL(cc_dir_remove(session.dir), CC_OK);
    }
    /* Where the run's report went, unless somebody says otherwise. */
    ses_session session = session_of(&(told){"--output|from-run.xml", NULL, NULL});
    cmd_config config;
    CU_ASSERT_EQUAL_FATAL(load(&config, &(told){0}, &session), CC_OK);
    CU_ASSERT_STRING_EQUAL(config.values.output, cc_path_join(cli_arena, cli_dir, "from-run.xml"));
    CU_ASSERT_EQUAL_FATAL(load(&config, &(told){"-o|-", NULL, NULL}, &session), CC_OK);
    CU_ASSERT_STRING_EQUAL(config.values.output, "-");
    CU_ASSERT_EQUAL(cc_dir_remove(session.dir), CC_OK);
    session = session_of(&(told){0});
    session.settings.output = cc_path_join(cli_arena, "/elsewhere", "c.xml");
    CU_ASSERT_EQUAL_FATAL(load(&config, &(told){0}, &session), CC_OK);
    CU_ASSERT_STRING_EQUAL(config.values.output, "/elsewhere/c.xml");
    /* Without layers of a run: made by the library alone. */
    cc_file_remove(cc_path_join(cli_arena, session.dir, CMD_STORED_CONFIG));
    CU_ASSERT_EQUAL_FATAL(load(&config, &(told){0}, &session), CC_OK);
    CU_ASSERT_STRING_EQUAL(config.values.output, "/elsewhere/c.xml");
    write_text(cc_path_join(cli_arena, session.dir, CMD_STORED_CONFIG), "nonsense\n");
    CU_ASSERT_NOT_EQUAL(load(&config, &(told){0}, &session), CC_OK);
    CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), session.dir));
    CU_ASSERT_EQUAL(cc_dir_remove(session.dir), CC_OK);
}

typedef struct place_row {
    const char *options, *environment;
    const char *paths[3];
} place_row;

static void assert_places(const place_row *row) {
    cmd_config config;
    setenv("CLRCOV_OUTPUT", row->environment, 1);
    CU_ASSERT_EQUAL_FATAL(load(&config, &(told){row->options, NULL, NULL}, NULL), CC_OK);
    for (size_t i = 0; i < config.report_count; i++) {
        CU_ASSERT_STRING_EQUAL(config.reports[i].path,
                               cc_path_join(cli_arena, cli_dir, row->paths[i]));
    }
}

/* The names of reports below --results; and -o, -f FORMAT=PATH beside it. */
void test_config_results(void) {
    static const place_row rows[] = {
        {"--results|r", "", {"r/coverage.cobertura.xml"}},
        {"--results|r|-f|lcov|-f|html|-f|data",
         "",
         {"r/lcov.info", "r/coverage", "r/coverage.clrcov"}},
        {"--results|r|-f|html|--single-file", "", {"r/coverage.html"}},
        {"--results|r|-f|lcov|-f|json=j.json", "", {"r/lcov.info", "j.json"}},
        {"--results|r|-f|lcov|-f|json", "weaker.info", {"r/lcov.info", "r/coverage.json"}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_places(&rows[i]);
    }
    unsetenv("CLRCOV_OUTPUT");
    cmd_config config;
    setenv("CLRCOV_RESULTS", "r", 1);
    CU_ASSERT_EQUAL_FATAL(load(&config, &(told){"-o|x.info|-f|lcov|-f|json", NULL, NULL}, NULL),
                          CC_OK);
    CU_ASSERT_STRING_EQUAL(config.reports[0].path, cc_path_join(cli_arena, cli_dir, "x.info"));
    CU_ASSERT_STRING_EQUAL(config.reports[1].path,
                           cc_path_join(cli_arena, cli_dir, "r/coverage.json"));
    unsetenv("CLRCOV_RESULTS");
    /* The run's folder is the report's folder, unless somebody says otherwise. */
    ses_session session = session_of(&(told){"--results|r", NULL, NULL});
    CU_ASSERT_EQUAL_FATAL(load(&config, &(told){0}, &session), CC_OK);
    CU_ASSERT_STRING_EQUAL(config.values.output,
                           cc_path_join(cli_arena, cli_dir, "r/coverage.cobertura.xml"));
    CU_ASSERT_EQUAL_FATAL(load(&config, &(told){"--results|s", NULL, NULL}, &session), CC_OK);
    CU_ASSERT_STRING_EQUAL(config.values.output,
                           cc_path_join(cli_arena, cli_dir, "s/coverage.cobertura.xml"));
    CU_ASSERT_EQUAL(cc_dir_remove(session.dir), CC_OK);
}

/* What pages may show is decided by who runs the command: a file of the repository, and a session
 * from elsewhere, name no root outside of the repository, none that is hidden, and no link to one. */
void test_config_roots(void) {
    static const struct {
        const char *root;
        bool is_good;
    } rows[] = {{".", true},          {"inside", true},  {"..", false},
                {"/", false},         {"/etc", false},   {".git", false},
                {"to-hidden", false}, {"to-etc", false}, {"inside/../.git", false}};
    CU_ASSERT_EQUAL_FATAL(mkdir("inside", 0755), 0);
    CU_ASSERT_EQUAL_FATAL(mkdir(".git", 0755), 0);
    CU_ASSERT_EQUAL_FATAL(symlink(".git", "to-hidden"), 0);
    CU_ASSERT_EQUAL_FATAL(symlink("/etc", "to-etc"), 0);
    ses_session session = session_of(&(told){0});
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cmd_config config;
        const char *file =
            cc_arena_printf(cli_arena, FILE_WITH("<root path=\"%s\"/>"), rows[i].root);
        cc_err err = load(&config, &(told){NULL, NULL, file}, NULL);
        CU_ASSERT_EQUAL(err, rows[i].is_good ? CC_OK : CC_E_USAGE);
        CU_ASSERT_TRUE(rows[i].is_good || strstr(cc_error_message(), "clrcov.xml:1: ") != NULL);
        const char *line = cc_arena_printf(cli_arena, "--root|%s", rows[i].root);
        CU_ASSERT_EQUAL(load(&config, &(told){line, NULL, file}, NULL), CC_OK);
        char *own = cc_arena_strdup(cli_arena, cc_strz(config.root));
        /* A session that was moved. */
        char *moved = cc_path_join(cli_arena, cli_dir, "moved");
        CU_ASSERT_EQUAL_FATAL(rename(session.dir, moved), 0);
        ses_session foreign = session;
        foreign.dir = moved;
        foreign.settings.root = cc_path_join(cli_arena, cli_dir, rows[i].root);
        foreign.settings.root = rows[i].root[0] == '/' ? own : foreign.settings.root;
        CU_ASSERT_EQUAL(load(&config, &(told){0}, &foreign), CC_OK);
        CU_ASSERT_TRUE(config.is_foreign);
        CU_ASSERT_STRING_EQUAL(config.root, rows[i].is_good ? own : cli_dir);
        CU_ASSERT_EQUAL_FATAL(rename(moved, session.dir), 0);
    }
    /* Whoever names the file trusts it. */
    write_text("named.xml", FILE_WITH("<root path=\"/etc\"/>"));
    cmd_config_request request = {.file = "named.xml"};
    cmd_config config;
    CU_ASSERT_EQUAL(cmd_config_load(&config, &request, cli_arena), CC_OK);
    CU_ASSERT_STRING_EQUAL(config.root, "/etc");
    CU_ASSERT_EQUAL(cc_dir_remove(session.dir), CC_OK);
    cc_file_remove("named.xml");
    cc_file_remove("to-hidden");
    cc_file_remove("to-etc");
    CU_ASSERT_EQUAL(rmdir(".git"), 0);
    CU_ASSERT_EQUAL(rmdir("inside"), 0);
}

static const char coverlet[] =
    "<RunSettings><DataCollectionRunSettings><DataCollectors><DataCollector "
    "friendlyName=\"XPlat code coverage\"><Configuration><Exclude>[%s]*</Exclude></Configuration>"
    "</DataCollector></DataCollectors></DataCollectionRunSettings></RunSettings>";

static void write_import(const char *path, const char *name) {
    const char *at = strstr(coverlet, "%s");
    write_text(
        path, cc_arena_printf(cli_arena, "%.*s%s%s", (int)(at - coverlet), coverlet, name, at + 2));
}

/* What a run had imported stays as it was, also when its file is gone. */
void test_config_imports_of_reports(void) {
    cmd_config config;
    write_import("run.runsettings", "R");
    write_import("now.runsettings", "N");
    const told run = {"-s|run.runsettings", NULL, NULL};
    const told file = {NULL, NULL,
                       FILE_WITH("<import runsettings=\"run.runsettings\"/>" EXCLUDES("F"))};
    CU_ASSERT_EQUAL_FATAL(load(&config, &run, NULL), CC_OK);
    CU_ASSERT_STRING_EQUAL(excluded(&config), "[R]*");
    CU_ASSERT_EQUAL_FATAL(load(&config, &file, NULL), CC_OK);
    CU_ASSERT_STRING_EQUAL(excluded(&config), "assembly:F [R]*");
    ses_session of_line = session_of(&run);
    ses_session of_file = session_of(&file);
    cc_file_remove("run.runsettings");
    static const struct {
        told report;
        const char *line, *file;
    } rows[] = {
        {{NULL, NULL, NULL}, "[R]*", "assembly:F [R]*"},
        {{NULL, NULL, FILE_WITH(EXCLUDES("G"))}, "assembly:G [R]*", "assembly:G"},
        {{"-s|now.runsettings", NULL, NULL}, "[N]*", "assembly:F [N]*"},
        {{NULL, NULL, FILE_WITH("<import runsettings=\"now.runsettings\"/>")}, "[R]*", "[N]*"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        CU_ASSERT_EQUAL_FATAL(load(&config, &rows[i].report, &of_line), CC_OK);
        CU_ASSERT_STRING_EQUAL(excluded(&config), rows[i].line);
        CU_ASSERT_EQUAL_FATAL(load(&config, &rows[i].report, &of_file), CC_OK);
        CU_ASSERT_STRING_EQUAL(excluded(&config), rows[i].file);
    }
    CU_ASSERT_NOT_EQUAL(load(&config, &run, NULL), CC_OK);
    CU_ASSERT_EQUAL(cc_dir_remove(of_line.dir), CC_OK);
    CU_ASSERT_EQUAL(cc_dir_remove(of_file.dir), CC_OK);
}

void test_config_wrapped(void) {
    cmd_config config;
    write_import("wrapped.runsettings", "W");
    write_import("now.runsettings", "N");
    const char *path = cc_path_join(cli_arena, cli_dir, "wrapped.runsettings");
    cmd_config_request request = {.wrapped = {&path, 1}};
    static const struct {
        const char *line, *file, *expected, *told;
    } rows[] = {
        {NULL, NULL, "[W]*", "wrapped.runsettings: the coverage settings of the command are used"},
        {"--exclude|C", NULL, "C", "are used"},
        {NULL, FILE_WITH(EXCLUDES("F")), "assembly:F", "are not used"},
        {"-s|now.runsettings", NULL, "[N]*", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        write_text("clrcov.xml", rows[i].file);
        request.command = layer_of(rows[i].line);
        cli_catch();
        cc_err err = cmd_config_load(&config, &request, cli_arena);
        const char *text = cli_caught();
        CU_ASSERT_EQUAL_FATAL(err, CC_OK);
        CU_ASSERT_STRING_EQUAL(excluded(&config), rows[i].expected);
        CU_ASSERT_PTR_NOT_NULL(strstr(text, rows[i].told));
    }
    write_text("clrcov.xml", NULL);
    /* A file without coverage settings is not a mistake: the command is given it for other reasons. */
    write_text("wrapped.runsettings", "<RunSettings/>");
    request.command = NULL;
    cli_catch();
    CU_ASSERT_EQUAL(cmd_config_load(&config, &request, cli_arena), CC_OK);
    CU_ASSERT_STRING_EQUAL(cli_caught(), "");
}

void test_config_request(void) {
    cmd_config config;
    cov_request request;
    CU_ASSERT_EQUAL_FATAL(load(&config, &(told){0}, NULL), CC_OK);
    cmd_config_request_of(&request, &config, cli_arena);
    CU_ASSERT_STRING_EQUAL(request.root, cli_dir);
    CU_ASSERT_EQUAL(request.mapping_count, 0);
    CU_ASSERT_EQUAL(request.selection.without_sources, MOD_SOURCES_SKIP);
    CU_ASSERT_FALSE(request.include_tests || request.no_branches ||
                    request.selection.skip_auto_properties || request.keep_after_no_return ||
                    request.ignore_unloaded);
    CU_ASSERT_FALSE(request.has_source_date);
    static const struct {
        const char *text;
        bool is_used;
        uint64_t seconds;
    } dates[] = {{"0", true, 0},
                 {"1764288000", true, 1764288000},
                 {"", false, 0},
                 {"-1", false, 0},
                 {"1 ", false, 0},
                 {"today", false, 0},
                 {"99999999999999999999", false, 0}};
    for (size_t i = 0; i < sizeof dates / sizeof *dates; i++) {
        CU_ASSERT_EQUAL(setenv("SOURCE_DATE_EPOCH", dates[i].text, 1), 0);
        cmd_config_request_of(&request, &config, cli_arena);
        CU_ASSERT_EQUAL(request.has_source_date, dates[i].is_used);
        CU_ASSERT_EQUAL(request.source_date, dates[i].seconds);
    }
    CU_ASSERT_EQUAL(unsetenv("SOURCE_DATE_EPOCH"), 0);
    cmd_config_request_of(&request, &config, cli_arena);
    static const struct {
        const char *line;
        size_t offset;
    } flags[] = {
        {"--include-tests", offsetof(cov_request, include_tests)},
        {"--branches=no", offsetof(cov_request, no_branches)},
        {"--auto-properties|skip", offsetof(cov_request, selection.skip_auto_properties)},
        {"--does-not-return|keep", offsetof(cov_request, keep_after_no_return)},
        {"--generated-code|keep", offsetof(cov_request, selection.keep_generated)},
        {"--unloaded|ignore", offsetof(cov_request, ignore_unloaded)},
    };
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        CU_ASSERT_EQUAL_FATAL(load(&config, &(told){flags[i].line, NULL, NULL}, NULL), CC_OK);
        cmd_config_request_of(&request, &config, cli_arena);
        CU_ASSERT_TRUE(*(const bool *)((const char *)&request + flags[i].offset));
    }
    const told t = {"--map|/src=.|--without-sources|skip-any", NULL, NULL};
    CU_ASSERT_EQUAL_FATAL(load(&config, &t, NULL), CC_OK);
    cmd_config_request_of(&request, &config, cli_arena);
    CU_ASSERT_EQUAL(request.selection.without_sources, MOD_SOURCES_SKIP_ANY);
    CU_ASSERT_EQUAL_FATAL(request.mapping_count, 1);
    CU_ASSERT_STRING_EQUAL(request.mappings[0].from, "/src");
    CU_ASSERT_STRING_EQUAL(request.mappings[0].to, cli_dir);
}

/* What the library reads of a run with `--per-test`: probes stay, so that each test hits them. */
void test_config_per_test(void) {
    static const struct {
        told told;
        bool per_test;
        const char *attributes; /* NULL: none */
    } rows[] = {
        {{NULL, NULL, NULL}, false, NULL},
        {{"--per-test", NULL, NULL}, true, NULL},
        {{"--per-test|--test-attributes|A.B,C", NULL, NULL}, true, "A.B,C"},
        {{NULL, NULL, FILE_WITH("<collect per-test=\"true\" test-attributes=\"A.B, C\"/>")},
         true,
         "A.B,C"},
        {{"--per-test=no", NULL, FILE_WITH("<collect per-test=\"true\"/>")}, false, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cmd_config config;
        ses_settings settings = {0};
        cc_str filter;
        CU_ASSERT_EQUAL_FATAL(load(&config, &rows[i].told, NULL), CC_OK);
        CU_ASSERT_EQUAL_FATAL(cmd_session_settings(&settings, &filter, &config, cli_arena), CC_OK);
        CU_ASSERT_EQUAL(settings.per_test, rows[i].per_test);
        CU_ASSERT_EQUAL(settings.keeps_probes, rows[i].per_test);
        if (rows[i].attributes == NULL) {
            CU_ASSERT_PTR_NULL(settings.test_attributes);
        } else {
            CU_ASSERT_STRING_EQUAL(settings.test_attributes, rows[i].attributes);
        }
    }
}
