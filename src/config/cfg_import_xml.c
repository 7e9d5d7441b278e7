/* Reads .runsettings and Microsoft's configuration files as blocks of settings. See
 * cfg_internal_import.h.
 *
 *   RunSettings/DataCollectionRunSettings/DataCollectors/DataCollector/Configuration  by name, URI
 *   Configuration  Microsoft's */
#include "config/cfg_internal_import.h"

#include <string.h>

#include "config/cfg_xml.h"

typedef struct open_element {
    const char *name;
    unsigned line;
    bool has_child;
} open_element;

typedef struct reading {
    cfg_import_file *file;
    cc_err err;
    open_element open[CFG_IMPORT_MAX_DEPTH];
    size_t depth;
    /* depth of the element whose children are settings; 0: outside of blocks */
    size_t block_depth;
    cfg_import_block *block;
    cc_buf text; /* text of the innermost element */
} reading;

static const char *const collector_path[] = {"RunSettings", "DataCollectionRunSettings",
                                             "DataCollectors", "DataCollector"};
enum { COLLECTOR_DEPTH = sizeof collector_path / sizeof *collector_path };

/* vstest compares names and URIs of collectors without case. */
static const struct collector {
    const char *attribute, *value;
    cfg_import_tool tool;
} collectors[] = {
    {"friendlyName", "XPlat code coverage", CFG_IMPORT_COVERLET},
    {"uri", "datacollector://Microsoft/CoverletCodeCoverage/1.0", CFG_IMPORT_COVERLET},
    {"friendlyName", "Code Coverage", CFG_IMPORT_MICROSOFT},
    {"uri", "datacollector://Microsoft/CodeCoverage/2.0", CFG_IMPORT_MICROSOFT},
};

static void keep(reading *r, cc_err err) {
    r->err = r->err == CC_OK ? err : r->err;
}

/* --- blocks ----------------------------------------------------------------------------------- */

static const char *attribute_of(const cfg_xml_element *element, const char *name) {
    const cfg_xml_attribute *found = cfg_xml_find(element, name);
    return found == NULL ? NULL : found->value;
}

static bool find_tool(const cfg_xml_element *element, cfg_import_tool *out) {
    for (size_t i = 0; i < sizeof collectors / sizeof *collectors; i++) {
        const char *value = attribute_of(element, collectors[i].attribute);
        if (value != NULL &&
            cc_str_eq_nocase(cc_str_trim(cc_strz(value)), cc_strz(collectors[i].value))) {
            *out = collectors[i].tool;
            return true;
        }
    }
    return false;
}

static bool is_collector(const reading *r) {
    if (r->depth != COLLECTOR_DEPTH) {
        return false;
    }
    for (size_t i = 0; i < COLLECTOR_DEPTH; i++) {
        if (strcmp(r->open[i].name, collector_path[i]) != 0) {
            return false;
        }
    }
    return true;
}

static void start_block(reading *r, const cfg_xml_element *element) {
    cfg_import_block block = {.line = element->line};
    const char *enabled = attribute_of(element, "enabled");
    bool is_enabled = true;
    if (is_collector(r) && find_tool(element, &block.tool)) {
        block.is_disabled = enabled != NULL && cfg_import_bool(enabled, &is_enabled) && !is_enabled;
        r->block_depth = COLLECTOR_DEPTH + 1; /* its Configuration */
    } else if (r->depth == 1 && strcmp(element->name, "Configuration") == 0) {
        block.tool = CFG_IMPORT_MICROSOFT;
        r->block_depth = 1;
    } else {
        return;
    }
    r->block = cfg_import_add_block(r->file, block);
}

/* --- settings --------------------------------------------------------------------------------- */

/* The innermost element is a setting: it is below the block's Configuration. */
static bool is_setting(const reading *r) {
    return r->block != NULL && r->depth > r->block_depth &&
           strcmp(r->open[r->block_depth - 1].name, "Configuration") == 0;
}

/* Joins the names from the block down, and the name of an attribute. */
static const char *path_of(const reading *r, const char *attribute) {
    cc_buf path = {0};
    for (size_t i = r->block_depth; i < r->depth; i++) {
        cc_buf_puts(&path, i == r->block_depth ? "" : "/");
        cc_buf_puts(&path, r->open[i].name);
    }
    if (attribute != NULL) {
        cc_buf_puts(&path, "/@");
        cc_buf_puts(&path, attribute);
    }
    return cc_buf_take(&path, r->file->arena);
}

static void add(reading *r, const char *attribute, cc_str text, unsigned line) {
    cfg_import_setting setting = {path_of(r, attribute), cc_arena_strdup(r->file->arena, text),
                                  line};
    cfg_import_add_setting(r->file, r->block, setting);
}

/* --- events ----------------------------------------------------------------------------------- */

static bool on_start(void *ctx, const cfg_xml_element *element) {
    reading *r = ctx;
    if (r->depth == CFG_IMPORT_MAX_DEPTH) {
        keep(r, cfg_import_fail(r->file, element->line, "elements are nested deeper than %d levels",
                                (int)CFG_IMPORT_MAX_DEPTH));
        return false;
    }
    if (r->depth > 0) {
        r->open[r->depth - 1].has_child = true;
    }
    r->open[r->depth++] = (open_element){.name = element->name, .line = element->line};
    cc_buf_clear(&r->text);
    if (r->block == NULL) {
        start_block(r, element);
    } else if (is_setting(r)) {
        for (size_t i = 0; i < element->attribute_count; i++) {
            const cfg_xml_attribute *a = &element->attributes[i];
            add(r, a->name, cc_strz(a->value), a->line);
        }
    }
    return r->err == CC_OK;
}

static void on_end(void *ctx) {
    reading *r = ctx;
    open_element *element = &r->open[r->depth - 1];
    if (is_setting(r) && !element->has_child) {
        add(r, NULL, cc_buf_str(&r->text), element->line);
    }
    r->depth--;
    cc_buf_clear(&r->text);
    bool is_over = r->block_depth == 1 ? r->depth == 0 : r->depth < COLLECTOR_DEPTH;
    if (r->block != NULL && is_over) {
        r->block = NULL;
        r->block_depth = 0;
    }
}

static void on_text(void *ctx, cc_str text, unsigned line) {
    (void)line;
    reading *r = ctx;
    cc_buf_str_put(&r->text, text);
}

static void on_error(void *ctx, unsigned line, const char *message) {
    reading *r = ctx;
    keep(r, cfg_import_fail(r->file, line, "%s", message));
}

cc_err cfg_import_xml(cfg_import_file *file, cc_span bytes) {
    static const cfg_xml_events events = {on_start, on_end, on_text, on_error};
    reading r = {.file = file};
    cc_err err = cfg_xml_read(bytes, &events, &r, file->arena);
    cc_buf_free(&r.text);
    return err != CC_OK ? err : r.err;
}
