/* The tools of `clrcov mcp`: names, arguments, command lines; see cmd_mcp.h. */
#include <string.h>

#include "base/cc_file.h"
#include "cli/mcp/cmd_mcp.h"

enum {
    BUDGET = 8192,
    LEAST_BUDGET = 512,
    MOST_BUDGET = 262144,
    MOST_WORDS = 16,
    MOST_ARGUMENTS = 4
};

typedef enum kind {
    KIND_TEXT,
    KIND_NUMBER,
    KIND_PATH /* below the root */
} kind;

typedef struct argument {
    const char *key;    /* NULL: the end */
    const char *option; /* "--top="; "": an operand */
    kind kind;
    bool is_required;
    const char *description;
} argument;

typedef struct tool {
    const char *name, *description;
    const char *words[MOST_WORDS]; /* of the command, NULL-terminated */
    bool takes_budget;             /* the command has the option itself */
    argument arguments[MOST_ARGUMENTS + 1];
} tool;

#define DATA                                                                                       \
    {                                                                                              \
        "data", "--session=", KIND_PATH, false,                                                    \
            "a data file (coverage.clrcov) instead of the newest run started from here"            \
    }
#define DATA_OPERAND                                                                               \
    {                                                                                              \
        "data", "", KIND_PATH, false,                                                              \
            "a data file (coverage.clrcov) instead of the newest run started from here"            \
    }

static const tool tools[] = {
    {"summary",
     "Coverage of each assembly and the total: lines, branches.",
     {"report", "-q", "--no-wait", "-f", "table=-"},
     false,
     {DATA_OPERAND}},
    {"next",
     "What to test next: the members whose risk a test lowers most, with what was missed in words "
     "and, after a run with --per-test, the nearest existing test.",
     {"next"},
     true,
     {{"top", "--top=", KIND_NUMBER, false, "so many members (10)"},
      {"base", "--base=", KIND_TEXT, false,
       "a branch or commit: members with missed changes since then come first"},
      DATA}},
    {"file",
     "Coverage of one source file: figures, and the lines that did not run.",
     {"report", "-q", "--no-wait", "-f", "markdown=-"},
     false,
     {{"path", "--include=file:", KIND_PATH, true, "the path of the source file"}, DATA_OPERAND}},
    {"explain",
     "Why an assembly, type, member, file or line (FILE:LINE) is in the report or not, and what of "
     "it "
     "ran; for a line, what was missed and the tests that run it.",
     {"explain"},
     false,
     {{"thing", "", KIND_TEXT, true, "Cart.cs:12, Shop.Cart.Add, a file, a type, an assembly"},
      DATA}},
    {"diff",
     "Coverage of the lines that changed since a branch or commit.",
     {"diff"},
     false,
     {{"base", "--base=", KIND_TEXT, false, "a branch or commit (main)"}, DATA_OPERAND}},
    {"compare",
     "What a later run covers better and worse than an earlier one.",
     {"compare"},
     false,
     {{"before", "", KIND_PATH, true, "the data file of the earlier run"},
      {"after", "", KIND_PATH, true, "the data file of the later run"}}},
    {"who",
     "The tests that run a line (FILE:LINE), a member, a type or a file, after a run with "
     "--per-test.",
     {"who"},
     false,
     {{"thing", "", KIND_TEXT, true, "Cart.cs:12, Shop.Cart.Add, a file, a type"}, DATA}},
    {"impacted",
     "The tests that the changes since a run with --per-test affect, with a reason each. Build "
     "first.",
     {"impacted"},
     false,
     {{"test", "--explain=", KIND_TEXT, false, "only why this test runs, or need not run"}, DATA}},
};
enum { TOOL_COUNT = sizeof tools / sizeof *tools };

/* --- the list --------------------------------------------------------------------------------- */

static json_t *property(const char *type, const char *description) {
    return json_pack("{s:s, s:s}", "type", type, "description", description);
}

static json_t *schema_of(const tool *t) {
    json_t *properties = json_object();
    json_t *required = json_array();
    for (const argument *a = t->arguments; a->key != NULL; a++) {
        const char *type = a->kind == KIND_NUMBER ? "integer" : "string";
        (void)json_object_set_new(properties, a->key, property(type, a->description));
        if (a->is_required) {
            (void)json_array_append_new(required, json_string(a->key));
        }
    }
    (void)json_object_set_new(
        properties, "budget",
        property("integer", "an answer of at most so many bytes (8192); what is cut is said"));
    return json_pack("{s:s, s:o, s:o, s:b}", "type", "object", "properties", properties, "required",
                     required, "additionalProperties", 0);
}

json_t *cmd_mcp_list_tools(void) {
    json_t *list = json_array();
    for (size_t i = 0; i < TOOL_COUNT; i++) {
        (void)json_array_append_new(
            list, json_pack("{s:s, s:s, s:o, s:{s:b, s:b}}", "name", tools[i].name, "description",
                            tools[i].description, "inputSchema", schema_of(&tools[i]),
                            "annotations", "readOnlyHint", 1, "openWorldHint", 0));
    }
    return list;
}

/* --- a call ----------------------------------------------------------------------------------- */

/* The path exists, and is in the root after all links. */
static cc_err check_path(const cmd_mcp_server *server, const char *key, const char *path,
                         cc_arena *arena) {
    char *real = NULL;
    size_t len = strlen(server->root);
    CC_TRY(cc_path_real(arena, path, &real));
    if (strncmp(real, server->root, len) != 0 || (real[len] != '/' && len > 1)) {
        return cc_fail(CC_E_USAGE, "%s: %s is outside of %s", key, path, server->root);
    }
    return CC_OK;
}

/* `..` as a part of a path; "Shop.Cart..ctor" and "main..HEAD" have none. */
static bool leads_up(const char *text) {
    cc_str rest = cc_strz(text);
    while (rest.len > 0) {
        if (cc_str_eqz(cc_str_cut(&rest, '/'), "..")) {
            return true;
        }
    }
    return false;
}

/* A text is never an option, and names no file outside of the root. */
static cc_err check_text(const char *key, const char *text) {
    if (text[0] == '\0' || text[0] == '-' || text[0] == '/' || leads_up(text)) {
        return cc_fail(CC_E_USAGE, "%s: %s is not a name below the working directory", key, text);
    }
    return CC_OK;
}

/* Agents also give the absolute path of a file below the root. */
static const char *without_root(const cmd_mcp_server *server, const char *text) {
    size_t len = strlen(server->root);
    bool is_below = len > 1 && strncmp(text, server->root, len) == 0 && text[len] == '/';
    return is_below ? text + len + 1 : text;
}

static cc_err word_of(const cmd_mcp_server *server, const argument *a, json_t *value, char **out,
                      cc_arena *arena) {
    if (a->kind == KIND_NUMBER) {
        if (!json_is_integer(value)) {
            return cc_fail(CC_E_USAGE, "%s: a number is needed", a->key);
        }
        *out = cc_arena_printf(arena, "%s%lld", a->option, (long long)json_integer_value(value));
        return CC_OK;
    }
    const char *text = json_string_value(value);
    if (text == NULL || strlen(text) != json_string_length(value)) {
        return cc_fail(CC_E_USAGE, "%s: a text is needed", a->key);
    }
    text = without_root(server, text);
    CC_TRY(check_text(a->key, text));
    CC_TRY(a->kind == KIND_PATH ? check_path(server, a->key, text, arena) : CC_OK);
    *out = cc_arena_printf(arena, "%s%s", a->option, text);
    return CC_OK;
}

static const tool *find_tool(const char *name) {
    for (size_t i = 0; i < TOOL_COUNT; i++) {
        if (strcmp(tools[i].name, name) == 0) {
            return &tools[i];
        }
    }
    return NULL;
}

static bool is_known(const tool *t, const char *key) {
    if (strcmp(key, "budget") == 0) {
        return true;
    }
    for (const argument *a = t->arguments; a->key != NULL; a++) {
        if (strcmp(a->key, key) == 0) {
            return true;
        }
    }
    return false;
}

static cc_err check_keys(const tool *t, json_t *arguments) {
    const char *key;
    json_t *value;
    json_object_foreach(arguments, key, value) {
        if (!is_known(t, key)) {
            return cc_fail(CC_E_USAGE, "%s: %s has no such argument", key, t->name);
        }
    }
    return CC_OK;
}

static cc_err take_budget(json_t *arguments, size_t *out) {
    json_t *value = json_object_get(arguments, "budget");
    *out = BUDGET;
    if (value == NULL) {
        return CC_OK;
    }
    json_int_t number = json_is_integer(value) ? json_integer_value(value) : 0;
    if (number < LEAST_BUDGET || number > MOST_BUDGET) {
        return cc_fail(CC_E_USAGE, "budget: a number from %d to %d is needed", LEAST_BUDGET,
                       MOST_BUDGET);
    }
    *out = (size_t)number;
    return CC_OK;
}

static cc_err add_arguments(const cmd_mcp_server *server, const tool *t, json_t *arguments,
                            char **command, size_t *count, cc_arena *arena) {
    for (const argument *a = t->arguments; a->key != NULL; a++) {
        json_t *value = json_object_get(arguments, a->key);
        if (value == NULL && a->is_required) {
            return cc_fail(CC_E_USAGE, "%s: %s needs it", a->key, t->name);
        }
        if (value != NULL) {
            CC_TRY(word_of(server, a, value, &command[(*count)++], arena));
        }
    }
    return CC_OK;
}

cc_err cmd_mcp_command_of(const cmd_mcp_server *server, const char *tool_name, json_t *arguments,
                          char ***out, size_t *budget, cc_arena *arena) {
    const tool *t = find_tool(tool_name);
    if (t == NULL) {
        return cc_fail(CC_E_NOTFOUND, "there is no such tool");
    }
    char **command = CC_NEW_ARRAY(arena, char *, MOST_WORDS + MOST_ARGUMENTS + 3);
    size_t count = 0;
    CC_TRY(check_keys(t, arguments));
    CC_TRY(take_budget(arguments, budget));
    command[count++] = cc_arena_strdup(arena, cc_strz(server->program));
    for (size_t i = 0; t->words[i] != NULL; i++) {
        command[count++] = cc_arena_strdup(arena, cc_strz(t->words[i]));
    }
    if (t->takes_budget) {
        command[count++] = cc_arena_printf(arena, "--budget=%zu", *budget);
    }
    CC_TRY(add_arguments(server, t, arguments, command, &count, arena));
    *out = command;
    return CC_OK;
}
