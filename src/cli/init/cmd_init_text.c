/* The clrcov.xml that `clrcov init` writes, made from the table of settings. */
#include <string.h>

#include "base/cc_utf.h"
#include "cli/init/cmd_init.h"
#include "config/cfg.h"

enum { COLUMNS = 92 };

/* --- texts ------------------------------------------------------------------------------------ */

size_t cmd_init_put_prose(cc_buf *out, const char *text, size_t column) {
    char before = ' ';
    for (const char *at = text; *at != '\0'; at++) {
        bool is_space = *at == ' ' || *at == '\n';
        size_t word = is_space ? strcspn(at + 1, " \n") : 0;
        if (is_space && column + 1 + word > COLUMNS) {
            cc_buf_puts(out, "\n      ");
            column = 6;
        }
        if (before == '-' && *at == '-') {
            cc_buf_putc(out, ' ');
        }
        before = is_space ? ' ' : *at;
        cc_buf_putc(out, before);
        column++;
    }
    return column;
}

void cmd_init_put_value(cc_buf *out, const char *value) {
    cc_buf clean = {0};
    cc_utf8_clean(cc_strz(value), &clean);
    char before = ' ';
    for (size_t i = 0; i < clean.len && cc_buf_ok(&clean); i++) {
        char c = (char)clean.data[i];
        if (c == '&' || c == '<' || c == '>' || c == '"') {
            cc_buf_puts(out, c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : "&quot;");
        } else if (c == '-' && before == '-') {
            cc_buf_puts(out, "&#45;");
        } else {
            cc_buf_putc(out, c);
        }
        before = c;
    }
    cc_buf_free(&clean);
}

/* --- elements with one value ------------------------------------------------------------------ */

/* "." for a folder. */
static const char *path_example(cfg_key key) {
    return key == CFG_BASELINE ? "main.clrcov" : key == CFG_HISTORY ? "history.clrcov" : ".";
}

/* An example value for the comment of a key without a default. */
static const char *example_of(const cfg_spec *spec) {
    switch (spec->type) {
    case CFG_PERCENT:
        return "80";
    case CFG_COUNT:
        return "30";
    case CFG_PATH:
        return path_example(spec->key);
    case CFG_PATHS:
        return "tests.runsettings";
    case CFG_TEXT:
        return "origin/main";
    case CFG_BOOL:
    case CFG_CHOICE:
    case CFG_SECONDS:
    case CFG_MAPS:
    case CFG_RULES:
    case CFG_NAMES:
    case CFG_FORMATS:
        break;
    }
    return "";
}

static bool is_same_element(const cfg_spec *a, const cfg_spec *b) {
    return strcmp(a->element, b->element) == 0;
}

/* No key before this one belongs to the same element. */
static bool is_first(cfg_key key) {
    for (unsigned i = 0; i < (unsigned)key; i++) {
        if (is_same_element(cfg_spec_of((cfg_key)i), cfg_spec_of(key))) {
            return false;
        }
    }
    return true;
}

/* Writes "gate line: exit 20 when fewer lines are covered". */
static void put_help(cc_buf *out, const cfg_spec *spec) {
    size_t start = out->len;
    cc_buf_printf(out, "  <!-- %s%s%s:", spec->element, spec->attribute[0] == '\0' ? "" : " ",
                  spec->attribute);
    cc_buf_putc(out, ' ');
    size_t column = cmd_init_put_prose(out, spec->help, out->len - start);
    for (size_t i = 0; spec->choices != NULL && spec->choices[i] != NULL; i++) {
        column = cmd_init_put_prose(out, i == 0 ? "; one of " : ", ", column);
        column = cmd_init_put_prose(out, spec->choices[i], column);
    }
    cc_buf_puts(out, " -->\n");
}

/* Writes all attributes of an element, as one element in a comment. */
static void put_attributes(cc_buf *out, cfg_key first) {
    const cfg_spec *spec = cfg_spec_of(first);
    size_t line_start = out->len;
    cc_buf_printf(out, "  <!-- <%s", spec->element);
    for (unsigned i = (unsigned)first; i < CFG_KEY_COUNT; i++) {
        const cfg_spec *other = cfg_spec_of((cfg_key)i);
        /* a patch is named by its base or by its file */
        if (!is_same_element(spec, other) || i == CFG_PATCH) {
            continue;
        }
        const char *value = other->default_text != NULL ? other->default_text : example_of(other);
        if (out->len - line_start + strlen(other->attribute) + strlen(value) > COLUMNS) {
            cc_buf_puts(out, "\n      ");
            line_start = out->len;
        }
        cc_buf_printf(out, " %s=\"", other->attribute);
        cmd_init_put_value(out, value);
        cc_buf_putc(out, '"');
    }
    cc_buf_puts(out, "/> -->\n");
}

/* --- elements of their own -------------------------------------------------------------------- */

/* Without a repository the root is the working directory, which may change between commands: the
 * file then states the root. */
static void put_root(const cmd_solution *solution, cc_buf *out) {
    bool is_default = solution->git != NULL;
    cc_buf_puts(out, is_default ? "  <!-- <root path=\"" : "  <root path=\"");
    cmd_init_put_value(out, is_default ? solution->git : ".");
    cc_buf_puts(out, is_default ? "\"/> -->\n" : "\"/>\n");
}

/* A single import is in effect. Several are usually for different runs, and the rules of two tools
 * together select something that neither of them does: the user chooses. */
static void put_imports(const cmd_solution *solution, cc_buf *out) {
    bool is_only = solution->settings_count == 1;
    for (size_t i = 0; i < solution->settings_count; i++) {
        cc_buf_puts(out, is_only ? "  <import runsettings=\"" : "  <!-- <import runsettings=\"");
        cmd_init_put_value(out, solution->settings[i]);
        cc_buf_puts(out, is_only ? "\"/>\n" : "\"/> -->\n");
    }
    if (solution->settings_count == 0) {
        cc_buf_puts(out, "  <!-- <import runsettings=\"tests.runsettings\"/> -->\n");
    }
}

static bool is_before(const cmd_solution *solution, size_t at) {
    for (size_t i = 0; i < at; i++) {
        if (strcmp(solution->projects[i].assembly, solution->projects[at].assembly) == 0) {
            return true;
        }
    }
    return false;
}

/* Writes rules for the assemblies of the projects, tests or others; returns their number. */
static size_t put_assemblies(const cmd_solution *solution, bool is_test, cc_buf *out) {
    size_t count = 0;
    for (size_t i = 0; i < solution->project_count; i++) {
        if (solution->projects[i].is_test == is_test && !is_before(solution, i)) {
            cc_buf_puts(out, "    <assembly>");
            cmd_init_put_value(out, solution->projects[i].assembly);
            cc_buf_puts(out, "</assembly>\n");
            count++;
        }
    }
    return count;
}

static void put_include(const cmd_solution *solution, cc_buf *out) {
    cc_buf_puts(out, "  <!-- <include>\n");
    if (put_assemblies(solution, false, out) == 0) {
        cc_buf_puts(out, "    <assembly>*</assembly>\n");
    }
    cc_buf_puts(out, "  </include> -->\n");
}

static void put_exclude(const cmd_solution *solution, cc_buf *out) {
    cc_buf_puts(out, "  <!-- <exclude>\n");
    (void)put_assemblies(solution, true, out);
    cc_buf_puts(out, "    <type>*.Migrations.*</type>\n"
                     "    <member>*.Program.Main</member>\n"
                     "    <attribute>GeneratedCode</attribute>\n"
                     "    <file>**/*.g.cs</file>\n"
                     "    <filter>[*]*.Internal.*</filter>\n"
                     "  </exclude> -->\n");
}

/* --- the file --------------------------------------------------------------------------------- */

static void put_element(const cmd_solution *solution, cfg_key first, cc_buf *out) {
    const cfg_spec *spec = cfg_spec_of(first);
    cc_buf_putc(out, '\n');
    for (unsigned i = (unsigned)first; i < CFG_KEY_COUNT; i++) {
        if (is_same_element(spec, cfg_spec_of((cfg_key)i))) {
            put_help(out, cfg_spec_of((cfg_key)i));
        }
    }
    if (cmd_init_put_coverlet(&solution->coverlet, first, out)) {
        return; /* in place of the example */
    }
    if (first == CFG_ROOT) {
        put_root(solution, out);
    } else if (first == CFG_MAP) {
        cc_buf_puts(out, "  <!-- <map from=\"/src\" to=\".\"/> -->\n");
    } else if (first == CFG_SETTINGS) {
        put_imports(solution, out);
    } else if (first == CFG_INCLUDE) {
        put_include(solution, out);
    } else if (first == CFG_EXCLUDE) {
        cc_buf_puts(out, "  <!-- clrcov leaves test assemblies out without a rule. -->\n");
        put_exclude(solution, out);
    } else {
        put_attributes(out, first);
    }
}

void cmd_init_text(const cmd_solution *solution, cc_buf *out) {
    cc_buf_puts(out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                     "<!-- Settings of clrcov");
    if (solution->title != NULL) {
        cc_buf clean = {0};
        cc_utf8_clean(cc_strz(solution->title), &clean);
        cc_buf_u8(&clean, 0);
        cc_buf_puts(out, " for ");
        (void)cmd_init_put_prose(out, cc_buf_ok(&clean) ? (const char *)clean.data : "", 30);
        cc_buf_free(&clean);
    }
    cc_buf_puts(out,
                ".\n"
                "     Comments hold defaults and examples, which are not in effect.\n"
                "     The command line and CLRCOV_ variables override this file. -->\n"
                "<clrcov version=\"1\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"\n"
                "        xsi:noNamespaceSchemaLocation=\"clrcov.xsd\">\n");
    for (unsigned i = 0; i < CFG_KEY_COUNT; i++) {
        if (is_first((cfg_key)i)) {
            put_element(solution, (cfg_key)i, out);
        }
    }
    cc_buf_puts(out, "\n</clrcov>\n");
}
