/* The parser of command lines. */
#include "test_cli.h"

#include <CUnit/CUnit.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cli/core/cmd_subcommands.h"
#include "cli/opt/opt.h"

typedef struct values {
    bool flag, verbose;
    const char *text;
    opt_list list;
    unsigned choice, ms;
} values;

static const char *const choices[] = {"once", "exact", NULL};
static const opt_spec specs[] = {
    {'f', "flag", OPT_FLAG, NULL, offsetof(values, flag), NULL, "a flag"},
    {'v', "verbose", OPT_FLAG, NULL, offsetof(values, verbose), NULL, "more\nlines"},
    {'o', "output", OPT_TEXT, "PATH", offsetof(values, text), NULL, "a text"},
    {0, "include", OPT_LIST, "GLOB", offsetof(values, list), NULL, "a list"},
    {0, "hits", OPT_CHOICE, "once|exact", offsetof(values, choice), choices, "a choice"},
    {0, "wait", OPT_SECONDS, "SECONDS", offsetof(values, ms), NULL, "a time"},
    {0, "internal", OPT_FLAG, NULL, offsetof(values, flag), NULL, NULL},
};
static const opt_command plain = {
    .name = "plain", .arguments = "[FILE]", .summary = "Does.", .specs = specs, .spec_count = 7};
static const opt_command wrapper = {.name = "wrap",
                                    .arguments = "COMMAND",
                                    .summary = "Does.",
                                    .specs = specs,
                                    .spec_count = 7,
                                    .is_wrapper = true};
static const opt_spec own[] = {
    {'v', "verbose", OPT_FLAG, NULL, offsetof(values, verbose), NULL, "more"}};
static const opt_command set = {.name = "set",
                                .arguments = "COMMAND",
                                .summary = "Does.",
                                .specs = own,
                                .spec_count = 1,
                                .settings = CFG_RUN,
                                .is_wrapper = true};
static const opt_command reporting = {
    .name = "reporting", .arguments = "", .summary = "Does.", .settings = CFG_REPORT};

enum { MAX_ARGS = 12 };

/* Parses words that are separated by '|'. */
static cc_err parse(const opt_command *command, const char *line, values *v, opt_result *result) {
    char *argv[MAX_ARGS];
    int argc = 0;
    char *text = cc_arena_strdup(cli_arena, cc_strz(line));
    for (char *word = text; word != NULL && *line != '\0' && argc < MAX_ARGS;) {
        char *bar = strchr(word, '|');
        argv[argc++] = word;
        if (bar != NULL) {
            *bar++ = '\0';
        }
        word = bar;
    }
    *v = (values){0};
    char **kept = CC_NEW_ARRAY(cli_arena, char *, MAX_ARGS);
    memcpy(kept, argv, sizeof *kept * (size_t)argc);
    return opt_parse(command, argc, kept, v, result, cli_arena);
}

void test_opt_values(void) {
    values v;
    opt_result r;
    CU_ASSERT_EQUAL(parse(&plain, "", &v, &r), CC_OK);
    CU_ASSERT_FALSE(v.flag || v.verbose || r.wants_help);
    CU_ASSERT_EQUAL(r.operand_count, 0);
    CU_ASSERT_EQUAL(parse(&plain, "--output=a|--hits|exact|--flag", &v, &r), CC_OK);
    CU_ASSERT_STRING_EQUAL(v.text, "a");
    CU_ASSERT_TRUE(v.choice == 1 && v.flag);
    CU_ASSERT_EQUAL(parse(&plain, "-oa|-o|b c", &v, &r), CC_OK);
    CU_ASSERT_STRING_EQUAL(v.text, "b c");
    CU_ASSERT_EQUAL(parse(&plain, "-fvo|x", &v, &r), CC_OK);
    CU_ASSERT_TRUE(v.flag && v.verbose);
    CU_ASSERT_STRING_EQUAL(v.text, "x");
    CU_ASSERT_EQUAL(parse(&plain, "--include|A|--include=B=C|--include|-D", &v, &r), CC_OK);
    CU_ASSERT_EQUAL_FATAL(v.list.count, 3);
    CU_ASSERT_STRING_EQUAL(v.list.items[0], "A");
    CU_ASSERT_STRING_EQUAL(v.list.items[1], "B=C");
    CU_ASSERT_STRING_EQUAL(v.list.items[2], "-D");
    CU_ASSERT_EQUAL(parse(&plain, "-h", &v, &r), CC_OK);
    CU_ASSERT_TRUE(r.wants_help);
    CU_ASSERT_EQUAL(parse(&plain, "--internal", &v, &r), CC_OK);
    CU_ASSERT_TRUE(v.flag);
}

void test_opt_operands(void) {
    values v;
    opt_result r;
    CU_ASSERT_EQUAL(parse(&plain, "a|--flag|-|--|--b|-c", &v, &r), CC_OK);
    CU_ASSERT_TRUE(v.flag);
    CU_ASSERT_EQUAL_FATAL(r.operand_count, 4);
    CU_ASSERT_STRING_EQUAL(r.operands[0], "a");
    CU_ASSERT_STRING_EQUAL(r.operands[1], "-");
    CU_ASSERT_STRING_EQUAL(r.operands[2], "--b");
    CU_ASSERT_STRING_EQUAL(r.operands[3], "-c");
    CU_ASSERT_PTR_NULL(r.operands[4]);
}

void test_opt_wrapper(void) {
    values v;
    opt_result r;
    CU_ASSERT_EQUAL(parse(&wrapper, "--flag|dotnet|--unknown|--|-h", &v, &r), CC_OK);
    CU_ASSERT_TRUE(v.flag && !r.wants_help);
    CU_ASSERT_EQUAL_FATAL(r.operand_count, 4);
    CU_ASSERT_STRING_EQUAL(r.operands[2], "--");
    CU_ASSERT_EQUAL(parse(&wrapper, "--|--flag|x", &v, &r), CC_OK);
    CU_ASSERT_FALSE(v.flag);
    CU_ASSERT_EQUAL(r.operand_count, 2);
}

/* A flag takes the values that a switch of the settings takes. */
void test_opt_flags(void) {
    static const struct {
        const char *line;
        bool is_set;
    } rows[] = {
        {"--flag|x", true},       {"--flag=true|x", true}, {"--flag=1", true},
        {"--flag=Yes", true},     {"--flag=false", false}, {"--flag|--flag=no", false},
        {"-f|--flag=off", false}, {"x|--flag", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        values v;
        opt_result r;
        CU_ASSERT_EQUAL_FATAL(parse(&wrapper, rows[i].line, &v, &r), CC_OK);
        CU_ASSERT_EQUAL(v.flag, rows[i].is_set);
    }
}

void test_opt_refused(void) {
    static const struct {
        const char *line, *message;
    } rows[] = {
        {"--outptu|x", "--output"},
        {"--inclu|x", "--include"},
        {"--zzzzzzzz", "--help"},
        {"--output", "PATH"},
        {"-o", "PATH"},
        {"--output=", "not empty"},
        {"--flag=2", "--flag takes true or false, not '2'"},
        {"-x", "-x"},
        {"-fx", "-x"},
        {"--hits|twice", "once, exact"},
        {"--interna", "--help"},
        {"--=x", "--help"},
        {"--output|--|x", "-- is not one"},
        {"-o|--", "-- is not one"},
        {"--include=--", "-- is not one"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        values v;
        opt_result r;
        CU_ASSERT_EQUAL(parse(&plain, rows[i].line, &v, &r), CC_E_USAGE);
        CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), rows[i].message));
    }
}

void test_opt_seconds(void) {
    static const struct {
        const char *text;
        unsigned ms;
    } good[] = {{"0", 0},     {"5", 5000},         {"0.5", 500}, {"1.25", 1250},
                {"2.", 2000}, {"86400", 86400000}, {"0.001", 1}, {"007", 7000}};
    static const char *const bad[] = {
        "", "x", "-1", "1x", "1.2345", ".5", "86401", "99999999999999999999", "1 "};
    values v;
    opt_result r;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char *line = cc_arena_printf(cli_arena, "--wait|%s", good[i].text);
        CU_ASSERT_EQUAL(parse(&plain, line, &v, &r), CC_OK);
        CU_ASSERT_EQUAL(v.ms, good[i].ms);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char *line = cc_arena_printf(cli_arena, "--wait=%s", bad[i]);
        CU_ASSERT_EQUAL(parse(&plain, line, &v, &r), CC_E_USAGE);
    }
}

void test_opt_usage(void) {
    static const char expected[] = "usage: clrcov plain [options] [FILE]\n"
                                   "\n"
                                   "Does.\n"
                                   "\n"
                                   "options:\n"
                                   "  -f, --flag              a flag\n"
                                   "  -v, --verbose           more\n"
                                   "                          lines\n"
                                   "  -o, --output PATH       a text\n"
                                   "      --include GLOB      a list\n"
                                   "      --hits once|exact   a choice\n"
                                   "      --wait SECONDS      a time\n"
                                   "  -h, --help              this text; -h: the common options\n";
    static const char few[] = "  -v, --verbose           more lines\n";
    cc_buf text = {0};
    opt_usage(&plain, &text);
    CU_ASSERT_TRUE(cc_str_eqz(cc_buf_str(&text), expected));
    cc_buf_clear(&text);
    opt_short_usage(&plain, &text);
    cc_buf_u8(&text, 0);
    CU_ASSERT_PTR_NOT_NULL(strstr((const char *)text.data, few));
    CU_ASSERT_PTR_NOT_NULL(
        strstr((const char *)text.data, "  -h, --help              this text\n"));
    cc_buf_free(&text);
}

/* The place of a text in the usage of a command with settings, 0: it is not there. */
static size_t place_of(void (*usage)(const opt_command *command, cc_buf *out), const char *part) {
    cc_buf text = {0};
    usage(&set, &text);
    cc_buf_u8(&text, 0);
    const char *at = strstr((const char *)text.data, part);
    size_t place = at == NULL ? 0 : (size_t)(at - (const char *)text.data) + 1;
    cc_buf_free(&text);
    return place;
}

/* The help names these codes, in this order. */
static bool names_codes(const opt_command *command, const char *codes) {
    const char *at = strstr(command->details, "Exit code: ");
    cc_str rest = cc_strz(codes);
    cc_str code;
    while (at != NULL && cc_str_next(&rest, ' ', &code)) {
        at = strstr(at, cc_arena_strdup(cli_arena, code));
    }
    return at != NULL;
}

/* The codes with which the command fails; "": only that some are named is checked. */
static const char *codes_of(const opt_command *command) {
    static const char *const rows[][2] = {
        {"reset", "64 70"},   {"stop", "64 70"},   {"watch", "64 70 73"}, {"explain", "64 70 73"},
        {"init", "64 70 73"}, {"env", "64 70 73"}, {"mcp", "64 70 73"},   {"dump", "64 70 73"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i][0], command->name) == 0) {
            return rows[i][1];
        }
    }
    return "";
}

void test_opt_exit_codes(void) {
    for (size_t i = 0; i < cmd_subcommand_count; i++) {
        bool has_codes = names_codes(cmd_commands[i], codes_of(cmd_commands[i]));
        CU_ASSERT_TRUE(has_codes);
        if (!has_codes) {
            printf("\n%s: its help lacks exit codes\n", cmd_commands[i]->name);
        }
    }
}

/* Long usage has groups in their order and all formats; the short one a line for each common option. */
void test_opt_groups(void) {
    static const char *const order[] = {
        "\nwhat is measured:\n", "--include RULE", "\nreports:\n", "--format FORMAT",
        "\nformats:\n",          "  lcov  ",       "\ngates:\n",   "\ngeneral:\n"};
    size_t last = 0;
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        size_t place = place_of(opt_usage, order[i]);
        CU_ASSERT_TRUE(place > last);
        last = place;
    }
    CU_ASSERT_TRUE(place_of(opt_short_usage, "--include RULE      measure only what matches\n") >
                   0);
    CU_ASSERT_EQUAL(place_of(opt_short_usage, "--max-crap"), 0);
    CU_ASSERT_TRUE(place_of(opt_short_usage, " --help prints all options.\n") > 0);
}

/* --- settings --------------------------------------------------------------------------------- */

/* "--exclude A|--exclude B": origins and texts of what was collected. */
static const char *collected(const cfg_layer *layer) {
    cc_buf text = {0};
    for (size_t i = 0; i < layer->count; i++) {
        const cfg_entry *e = &layer->entries[i];
        CU_ASSERT_FALSE(e->is_imported);
        CU_ASSERT_STRING_EQUAL(e->base, cli_dir);
        cc_buf_printf(&text, "%s%s %s", i == 0 ? "" : "|", e->origin, e->text);
    }
    cc_str whole = {text.data == NULL ? "" : (const char *)text.data, text.len};
    const char *copy = cc_arena_strdup(cli_arena, whole);
    cc_buf_free(&text);
    return copy;
}

void test_opt_settings(void) {
    static const struct {
        const char *line, *expected;
    } rows[] = {
        {"true", ""},
        {"--hits|exact|x", "--hits exact"},
        {"--hits=once|--hits=exact|x", "--hits exact"},
        {"--hits=exact|--wait|2|--hits=once", "--wait 2|--hits once"},
        {"--exclude|A|--exclude=B=C|--include|-D", "--exclude A|--exclude B=C|--include -D"},
        {"--include-tests|--branches=false|x", "--include-tests true|--branches false"},
        {"--include-tests|--include-tests=no", "--include-tests no"},
        {"--map|/src=.|--map=a=b", "--map /src=.|--map a=b"},
        {"-oa|-sb|-s|c|-f|cobertura", "--output a|--settings b|--settings c|--format cobertura"},
        {"-vob|x", "--output b"},
        {"x|--hits|exact", ""},
        {"--fail-under|80", "--fail-under-line 80"},
        {"-oa|-oa|x", "--output a"},
        {"--hits|twice", "--hits twice"}, /* cfg_resolve() reads it */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        values v;
        opt_result r;
        CU_ASSERT_EQUAL_FATAL(parse(&set, rows[i].line, &v, &r), CC_OK);
        CU_ASSERT_EQUAL(r.settings.place, CFG_COMMAND);
        CU_ASSERT_STRING_EQUAL(collected(&r.settings), rows[i].expected);
    }
}

void test_opt_settings_refused(void) {
    static const struct {
        const char *line, *message;
    } rows[] = {
        {"--hits", "once|exact"},
        {"-o|--|x", "-- is not one"},
        {"--exclude|--|x", "-- is not one"},
        {"--branches=--", "true or false"},
        {"--root=", "not empty"},
        {"--include|", "not empty"},
        {"--exclud|A", "--exclude"},
        {"--fail-undr|80", "--fail-under-"},
        {"--verbsoe", "--verbose"},
        {"-oa|--output=b", "-f FORMAT=PATH"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        values v;
        opt_result r;
        CU_ASSERT_EQUAL(parse(&set, rows[i].line, &v, &r), CC_E_USAGE);
        CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), rows[i].message));
    }
    values v;
    opt_result r;
    /* A setting of another command, and a command without settings. */
    CU_ASSERT_EQUAL(parse(&reporting, "--hits|exact", &v, &r), CC_E_USAGE);
    CU_ASSERT_EQUAL(parse(&reporting, "--exclude|A", &v, &r), CC_OK);
    CU_ASSERT_EQUAL(parse(&plain, "--exclude|A", &v, &r), CC_E_USAGE);
}

void test_opt_settings_usage(void) {
    static const char *const lines[] = {
        "  -o, --output PATH       the file of the first report\n",
        "      --branches[=BOOL]   report branches as well as lines (true)\n",
        "      --include-tests[=BOOL]\n                          measure test assemblies too\n",
        "                          command (5)\n",
        "      --exclude RULE      leave out what matches, even when --include matches;\n",
        "  -v, --verbose           more\n",
    };
    cc_buf text = {0};
    opt_usage(&set, &text);
    cc_buf_putc(&text, '\0');
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        CU_ASSERT_PTR_NOT_NULL(strstr((const char *)text.data, lines[i]));
    }
    for (char *at = strtok((char *)text.data, "\n"); at != NULL; at = strtok(NULL, "\n")) {
        CU_ASSERT_TRUE(strlen(at) <= 80);
    }
    cc_buf_clear(&text);
    opt_usage(&reporting, &text);
    cc_buf_putc(&text, '\0');
    CU_ASSERT_PTR_NULL(strstr((const char *)text.data, "--hits"));
    CU_ASSERT_PTR_NOT_NULL(strstr((const char *)text.data, "--fail-under-method PERCENT"));
    cc_buf_free(&text);
}
