/* Filters of test runners; see cmd_impact.h. All rows of a test run: none of them can be named in
 * every runner. */
#include <string.h>

#include "base/cc_map.h"
#include "cli/impact/cmd_impact.h"
#include "cli/project/cmd_settings.h"

const char *const cmd_filter_names[] = {"none",      "list",  "vstest",      "mtp",
                                        "xunit-mtp", "tunit", "runsettings", NULL};

#define NO_TEST "clrcov.runs.no.test"

cmd_selection cmd_selection_of(const imp_suite *suites, uint32_t count) {
    cmd_selection out = {suites, count, false, true};
    for (uint32_t i = 0; i < count; i++) {
        out.is_all = out.is_all || suites[i].all != NULL;
        out.is_none = out.is_none && suites[i].all == NULL && suites[i].count == 0;
    }
    return out;
}

/* Calls `put` for each test; `number` counts them. */
typedef void put_test(cc_buf *out, const imp_test *test, uint32_t number);

static void each(cc_buf *out, const cmd_selection *of, put_test *put) {
    uint32_t number = 0;
    for (uint32_t i = 0; i < of->count; i++) {
        for (uint32_t k = 0; k < of->suites[i].count; k++) {
            put(out, &of->suites[i].tests[k], number++);
        }
    }
}

/* --- names ------------------------------------------------------------------------------------ */

static size_t arity_mark(cc_str type) {
    const char *mark = memchr(type.s, '`', type.len);
    return mark == NULL ? type.len : (size_t)(mark - type.s);
}

/* Expressions of VSTest mask these with a backslash. */
static void put_masked(cc_buf *out, cc_str text) {
    for (size_t i = 0; i < text.len; i++) {
        if (strchr("\\()&|=!~", text.s[i]) != NULL) {
            cc_buf_putc(out, '\\');
        }
        cc_buf_putc(out, text.s[i]);
    }
}

static void put_equal(cc_buf *out, const imp_test *test, const char *end) {
    cc_buf_puts(out, "FullyQualifiedName=");
    put_masked(out, test->type);
    cc_buf_putc(out, '.');
    put_masked(out, test->method);
    cc_buf_puts(out, end);
}

/* The class with any arguments: "Ns.Sized(1).Has". The adapter of NUnit finds no masked parentheses
 * after '~', so there are none, and other tests may match as well. */
static void put_with_arguments(cc_buf *out, const imp_test *test) {
    cc_buf_puts(out, "|(FullyQualifiedName~");
    put_masked(out, test->type);
    cc_buf_puts(out, "&FullyQualifiedName~.");
    put_masked(out, test->method);
    cc_buf_putc(out, ')');
}

/* Runners write type arguments in ways of their own, so all instances of a generic class run. */
static void put_condition(cc_buf *out, const imp_test *test, uint32_t number) {
    size_t plain = arity_mark(test->type);
    cc_buf_puts(out, number > 0 ? "|" : "");
    if (plain < test->type.len) {
        cc_buf_puts(out, "FullyQualifiedName~");
        put_masked(out, (cc_str){test->type.s, plain});
        return;
    }
    put_equal(out, test, "");
    if (test->has_result) {
        cc_buf_putc(out, '|');
        put_equal(out, test, "\\(\\)");
    }
    if (test->has_class_arguments) {
        put_with_arguments(out, test);
    }
}

void cmd_put_condition(cc_buf *out, const cmd_selection *of) {
    if (of->is_none) {
        cc_buf_puts(out, "FullyQualifiedName=" NO_TEST);
        return;
    }
    each(out, of, put_condition);
}

/* --- runners ---------------------------------------------------------------------------------- */

static void put_names(cc_buf *out, const imp_suite *suite) {
    if (suite->all != NULL) {
        cc_buf_printf(out, "* %.*s\n", CC_STR_ARGS(suite->of->assembly));
        return;
    }
    for (uint32_t i = 0; i < suite->count; i++) {
        cc_buf_printf(out, "%.*s.%.*s\n", CC_STR_ARGS(suite->tests[i].type),
                      CC_STR_ARGS(suite->tests[i].method));
    }
}

static void put_list(cc_buf *out, const cmd_selection *of) {
    for (uint32_t i = 0; i < of->count; i++) {
        put_names(out, &of->suites[i]);
    }
}

/* xunit takes a '*' at the ends of names. */
static void put_xunit(cc_buf *out, const imp_test *test, uint32_t number) {
    size_t plain = arity_mark(test->type);
    (void)number;
    cc_buf_puts(out, "--filter-method\n\"");
    cc_buf_str_put(out, (cc_str){test->type.s, plain});
    cc_buf_puts(out, plain < test->type.len ? "*" : ".");
    cc_buf_str_put(out, plain < test->type.len ? CC_STR("") : test->method);
    cc_buf_puts(out, "\"\n");
}

/* The class is the third part of a path of TUnit: "Outer+Inner" without namespace and type
 * parameters. */
static cc_str class_of(cc_str type) {
    size_t from = 0;
    size_t end = arity_mark(type);
    for (size_t i = 0; i < end; i++) {
        from = type.s[i] == '.' ? i + 1 : from;
    }
    return (cc_str){type.s + from, end - from};
}

typedef cc_str part_of(const imp_test *test);

static cc_str tunit_class(const imp_test *test) {
    return class_of(test->type);
}

static cc_str tunit_method(const imp_test *test) {
    return test->method;
}

/* A part of a path that is any of the tests' own; each once. A path of TUnit has alternatives only
 * within its parts, so any class is combined with any method: more run than were asked for. */
static void put_alternatives(cc_buf *out, const cmd_selection *of, part_of *part, const char *end) {
    cc_map *seen = cc_map_new();
    for (uint32_t i = 0; i < of->count; i++) {
        for (uint32_t k = 0; k < of->suites[i].count; k++) {
            cc_str text = part(&of->suites[i].tests[k]);
            void **slot = cc_map_put_str(seen, text);
            if (*slot == NULL) {
                *slot = seen;
                cc_buf_printf(out, "%s(%.*s%s)", cc_map_count(seen) > 1 ? "|" : "",
                              CC_STR_ARGS(text), end);
            }
        }
    }
    cc_map_free(seen);
}

static void put_tunit(cc_buf *out, const cmd_selection *of) {
    cc_buf_puts(out, "--treenode-filter\n\"/*/*/");
    if (of->is_none) {
        cc_buf_puts(out, NO_TEST "/*");
    } else {
        put_alternatives(out, of, tunit_class, "*");
        cc_buf_putc(out, '/');
        put_alternatives(out, of, tunit_method, "");
    }
    cc_buf_puts(out, "\"\n");
}

static void put_runsettings(cc_buf *out, const cmd_selection *of) {
    cc_arena *arena = cc_arena_new();
    cc_buf expression = {0};
    cmd_put_condition(&expression, of);
    cmd_settings_of_filter(out, cc_buf_take(&expression, arena), arena);
    cc_arena_free(arena);
}

/* F#: ``it says "hi"``. Runners remove all quotes of a response file. */
static bool has_quotes(const cmd_selection *of) {
    for (uint32_t i = 0; i < of->count; i++) {
        for (uint32_t k = 0; k < of->suites[i].count; k++) {
            const imp_test *test = &of->suites[i].tests[k];
            if (memchr(test->type.s, '"', test->type.len) != NULL ||
                memchr(test->method.s, '"', test->method.len) != NULL) {
                return true;
            }
        }
    }
    return false;
}

static bool is_response(cmd_filter_kind kind) {
    return kind == CMD_FILTER_MTP || kind == CMD_FILTER_XUNIT_MTP || kind == CMD_FILTER_TUNIT;
}

void cmd_put_filter(cc_buf *out, const cmd_selection *of, cmd_filter_kind kind) {
    if (kind == CMD_FILTER_LIST) {
        put_list(out, of);
        return;
    }
    if (of->is_all || (is_response(kind) && has_quotes(of))) {
        return;
    }
    switch (kind) {
    case CMD_FILTER_NONE:
    case CMD_FILTER_LIST:
        break;
    case CMD_FILTER_VSTEST:
        cmd_put_condition(out, of);
        cc_buf_putc(out, '\n');
        break;
    case CMD_FILTER_MTP:
        cc_buf_puts(out, "--filter\n\"");
        cmd_put_condition(out, of);
        cc_buf_puts(out, "\"\n");
        break;
    case CMD_FILTER_XUNIT_MTP:
        each(out, of, put_xunit);
        cc_buf_puts(out, of->is_none ? "--filter-method\n" NO_TEST "\n" : "");
        break;
    case CMD_FILTER_TUNIT:
        put_tunit(out, of);
        break;
    case CMD_FILTER_RUNSETTINGS:
        put_runsettings(out, of);
        break;
    }
}
