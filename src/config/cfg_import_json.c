/* Reads testconfig.json and Microsoft's JSON settings as blocks of settings. See
 * cfg_internal_import.h.
 *
 *   Configuration                  Microsoft's settings file
 *   codeCoverage/Configuration     Microsoft's, in the configuration of its test platform
 *   platformOptions/Coverlet       coverlet's, in the configuration of that test platform
 *
 * As in .NET, names are compared without case, and comments and trailing commas are allowed.
 * jansson returns the values in the order of the text but without their lines. So a scan of the
 * text records the lines of names and scalars in that order before. */
#include "config/cfg_internal_import.h"

#include <string.h>

#include <jansson.h>

typedef struct frame {
    json_t *node;
    void *next;   /* for an object */
    size_t index; /* for an array */
    size_t path_len;
} frame;

typedef struct reading {
    cfg_import_file *file;
    cc_buf text;     /* the document without comments */
    unsigned *lines; /* of names and scalars */
    size_t line_count, line_cap, at;
    frame open[CFG_IMPORT_MAX_DEPTH];
    size_t depth;
    cc_buf path;
    size_t block;     /* index of the current block */
    size_t block_len; /* length of its path; 0: no block is current */
} reading;

static const struct place {
    const char *path;
    cfg_import_tool tool;
} places[] = {
    {"Configuration", CFG_IMPORT_MICROSOFT},
    {"codeCoverage/Configuration", CFG_IMPORT_PLATFORM},
    {"platformOptions/Coverlet", CFG_IMPORT_COVERLET},
};

/* --- scan of the text ------------------------------------------------------------------------- */

/* Returns the length of the comment at `at`, without the line feed that ends it; 0: none. */
static size_t comment_len(cc_span in, size_t at) {
    size_t n = 2;
    if (at + 1 >= in.len || in.data[at] != '/' ||
        (in.data[at + 1] != '/' && in.data[at + 1] != '*')) {
        return 0;
    }
    if (in.data[at + 1] == '/') {
        while (at + n < in.len && in.data[at + n] != '\n') {
            n++;
        }
        return n;
    }
    while (at + n < in.len &&
           !(n > 3 && in.data[at + n - 2] == '*' && in.data[at + n - 1] == '/')) {
        n++;
    }
    return n;
}

/* Returns the length of the string or other scalar at `at`; 0: none. */
static size_t scalar_len(cc_span in, size_t at) {
    size_t n = 1;
    if (in.data[at] == '"') {
        while (at + n < in.len && in.data[at + n] != '"') {
            n += in.data[at + n] == '\\' && at + n + 1 < in.len ? 2 : 1;
        }
        return at + n < in.len ? n + 1 : n;
    }
    for (n = 0; at + n < in.len; n++) {
        uint8_t c = in.data[at + n];
        if (c <= ' ' || strchr("{}[],:\"/", c) != NULL) {
            break;
        }
    }
    return n;
}

static unsigned count_lines(const uint8_t *bytes, size_t len) {
    unsigned lines = 0;
    for (size_t i = 0; i < len; i++) {
        lines += bytes[i] == '\n';
    }
    return lines;
}

/* Replaces a comma at the end of the text so far, before a closing bracket, by a space. */
static void drop_comma(cc_buf *text) {
    size_t i = text->len;
    while (i > 0 && strchr(" \t\r\n", text->data[i - 1]) != NULL && text->data[i - 1] != '\0') {
        i--;
    }
    if (i > 0 && text->data[i - 1] == ',') {
        text->data[i - 1] = ' ';
    }
}

static void add_line(reading *r, unsigned line) {
    r->lines =
        cc_arena_grow(r->file->arena, r->lines, r->line_count, &r->line_cap, sizeof *r->lines);
    r->lines[r->line_count++] = line;
}

/* Copies the text without comments, keeping line feeds, and records the lines of names and
 * scalars. */
static void look(reading *r, cc_span in) {
    unsigned line = 1;
    for (size_t at = 0; at < in.len;) {
        size_t comment = comment_len(in, at);
        size_t scalar = comment > 0 ? 0 : scalar_len(in, at);
        size_t n = comment + scalar > 0 ? comment + scalar : 1;
        if (scalar > 0) {
            add_line(r, line);
        }
        if (in.data[at] == '}' || in.data[at] == ']') {
            drop_comma(&r->text);
        }
        unsigned lines = count_lines(in.data + at, n);
        for (unsigned i = 0; i < lines && comment > 0; i++) {
            cc_buf_putc(&r->text, '\n');
        }
        cc_buf_bytes(&r->text, comment > 0 ? (const void *)" " : in.data + at, comment > 0 ? 1 : n);
        line += lines;
        at += n;
    }
}

/* --- blocks and settings ---------------------------------------------------------------------- */

static unsigned take_line(reading *r) {
    unsigned last = r->line_count == 0 ? 1 : r->lines[r->line_count - 1];
    return r->at < r->line_count ? r->lines[r->at++] : last;
}

static void push_name(reading *r, const char *name) {
    cc_buf_puts(&r->path, r->path.len == 0 ? "" : "/");
    cc_buf_puts(&r->path, name);
}

/* Opens a block when the path is the path of a block. */
static void start_block(reading *r, unsigned line) {
    for (size_t i = 0; i < sizeof places / sizeof *places && r->block_len == 0; i++) {
        if (!cc_str_eq_nocase(cc_buf_str(&r->path), cc_strz(places[i].path))) {
            continue;
        }
        r->block = r->file->count;
        r->block_len = r->path.len;
        cfg_import_add_block(
            r->file, (cfg_import_block){.tool = places[i].tool, .line = line, .is_json = true});
    }
}

static const char *scalar_text(cc_arena *arena, const json_t *value) {
    switch (json_typeof(value)) {
    case JSON_STRING:
        return cc_arena_strdup(arena, cc_strz(json_string_value(value)));
    case JSON_INTEGER:
        return cc_arena_printf(arena, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    case JSON_REAL:
        return cc_arena_printf(arena, "%.17g", json_real_value(value));
    case JSON_TRUE:
        return "true";
    case JSON_FALSE:
        return "false";
    case JSON_NULL:
    case JSON_OBJECT:
    case JSON_ARRAY:
        break;
    }
    return "";
}

static void add_scalar(reading *r, const json_t *value, unsigned line) {
    if (r->block_len == 0) {
        return;
    }
    cc_arena *arena = r->file->arena;
    cc_str path = {(const char *)r->path.data + r->block_len + 1, r->path.len - r->block_len - 1};
    cfg_import_setting setting = {cc_arena_strdup(arena, path), scalar_text(arena, value), line};
    cfg_import_add_setting(r->file, &r->file->blocks[r->block], setting);
}

/* --- the walk --------------------------------------------------------------------------------- */

/* Processes a value whose name is already on the path. */
static cc_err enter(reading *r, json_t *value, size_t path_len, unsigned line) {
    if (!json_is_object(value) && !json_is_array(value)) {
        unsigned own = take_line(r);
        add_scalar(r, value, own);
        r->path.len = path_len;
        return CC_OK;
    }
    if (r->depth == CFG_IMPORT_MAX_DEPTH) {
        return cfg_import_fail(r->file, line, "values are nested deeper than %d levels",
                               (int)CFG_IMPORT_MAX_DEPTH);
    }
    if (json_is_object(value)) {
        start_block(r, line);
    }
    r->open[r->depth++] = (frame){.node = value,
                                  .next = json_is_object(value) ? json_object_iter(value) : NULL,
                                  .path_len = path_len};
    return CC_OK;
}

static void leave(reading *r) {
    r->path.len = r->open[--r->depth].path_len;
    if (r->path.len < r->block_len) {
        r->block_len = 0;
    }
}

static cc_err step(reading *r) {
    frame *top = &r->open[r->depth - 1];
    size_t path_len = r->path.len;
    if (json_is_array(top->node)) {
        if (top->index == json_array_size(top->node)) {
            leave(r);
            return CC_OK;
        }
        json_t *value = json_array_get(top->node, top->index++);
        push_name(r, "*");
        unsigned line = r->at < r->line_count ? r->lines[r->at] : 1;
        return enter(r, value, path_len, line);
    }
    if (top->next == NULL) {
        leave(r);
        return CC_OK;
    }
    json_t *value = json_object_iter_value(top->next);
    push_name(r, json_object_iter_key(top->next));
    top->next = json_object_iter_next(top->node, top->next);
    unsigned line = take_line(r);
    return enter(r, value, path_len, line);
}

static cc_err walk(reading *r, json_t *root) {
    if (!json_is_object(root)) {
        return cfg_import_fail(r->file, 1, "the document is not a JSON object");
    }
    CC_TRY(enter(r, root, 0, 1));
    while (r->depth > 0) {
        CC_TRY(step(r));
    }
    return CC_OK;
}

/* jansson's message quotes the text; the line is enough. */
static cc_err fail_json(const cfg_import_file *file, const json_error_t *error) {
    char quoted[CFG_QUOTE_SIZE];
    unsigned line = error->line < 1 ? 1 : (unsigned)error->line;
    const char *near = strstr(error->text, " near ");
    size_t len = near == NULL ? strlen(error->text) : (size_t)(near - error->text);
    return cfg_import_fail(file, line, "not JSON: %s",
                           cfg_quote((cc_str){error->text, len}, quoted));
}

static cc_err parse(reading *r) {
    json_error_t error;
    json_t *root =
        json_loadb((const char *)r->text.data, r->text.len, JSON_REJECT_DUPLICATES, &error);
    if (root == NULL) {
        return fail_json(r->file, &error);
    }
    cc_err err = walk(r, root);
    json_decref(root);
    return err;
}

cc_err cfg_import_json(cfg_import_file *file, cc_span bytes) {
    cc_str text = cc_str_without_mark((cc_str){(const char *)bytes.data, bytes.len});
    reading r = {.file = file};
    look(&r, cc_span_of(text.s, text.len));
    cc_err err = parse(&r);
    cc_buf_free(&r.text);
    cc_buf_free(&r.path);
    return err;
}
