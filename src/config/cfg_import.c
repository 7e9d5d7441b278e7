/* Settings of other tools: choice of the reader and the block, and the single warning. See
 * cfg.h. */
#include "config/cfg_internal_import.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MAX_SIZE = 1 << 20, LINE_SIZE = 512 };

/* --- blocks ----------------------------------------------------------------------------------- */

cfg_import_block *cfg_import_add_block(cfg_import_file *file, cfg_import_block block) {
    file->blocks = cc_arena_grow(file->arena, file->blocks, file->count, &file->cap, sizeof block);
    file->blocks[file->count] = block;
    return &file->blocks[file->count++];
}

void cfg_import_add_setting(cfg_import_file *file, cfg_import_block *block,
                            cfg_import_setting setting) {
    block->settings =
        cc_arena_grow(file->arena, block->settings, block->count, &block->cap, sizeof setting);
    block->settings[block->count++] = setting;
}

cc_err cfg_import_fail(const cfg_import_file *file, unsigned line, const char *fmt, ...) {
    char text[LINE_SIZE];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    return cc_fail(CC_E_USAGE, "%s:%u: %s", file->shown, line, text);
}

/* --- entries ---------------------------------------------------------------------------------- */

static void put(cfg_import_sink *sink, cfg_key key, const char *text, const char *words,
                const char *origin) {
    cfg_entry entry = {.key = key,
                       .text = text,
                       .origin = origin,
                       .base = sink->file->base,
                       .is_imported = true,
                       .words = words};
    cfg_layer_put(sink->layer, &entry);
}

static const char *origin_of(const cfg_import_sink *sink, unsigned line) {
    return cc_arena_printf(sink->file->arena, "%s:%u", sink->file->shown, line);
}

void cfg_import_put(cfg_import_sink *sink, cfg_key key, const char *text, unsigned line) {
    put(sink, key, text, NULL, origin_of(sink, line));
}

void cfg_import_put_default(cfg_import_sink *sink, cfg_key key, const char *text, const char *words,
                            const char *origin) {
    put(sink, key, text, words, origin);
}

void cfg_import_put_rule(cfg_import_sink *sink, cfg_key key, const char *text, const char *words,
                         unsigned line) {
    sel_list list;
    sel_init(&list, sink->file->arena, cfg_regex_engine());
    if (sel_add(&list, key == CFG_EXCLUDE, cc_strz(text), CC_STR("")) != CC_OK) {
        cfg_import_note(sink, line, "%s", cc_error_message());
        return;
    }
    put(sink, key, text, words, origin_of(sink, line));
}

bool cfg_import_bool(const char *text, bool *out) {
    cc_str word = cc_str_trim(cc_strz(text));
    bool is_true = cc_str_eq_nocase(word, CC_STR("true"));
    if (!is_true && !cc_str_eq_nocase(word, CC_STR("false"))) {
        return false;
    }
    *out = is_true;
    return true;
}

const char *cfg_import_sources(const char *text) {
    static const cc_pair words[] = {
        {"MissingAll", "skip"}, {"MissingAny", "skip-any"}, {"None", "keep"}, {NULL, NULL}};
    cc_str word = cc_str_trim(cc_strz(text));
    return cc_find_value_nocase(words, word);
}

/* --- the warning ------------------------------------------------------------------------------ */

void cfg_import_unused(cfg_import_sink *sink, const char *name, unsigned line) {
    char quoted[CFG_QUOTE_SIZE];
    cc_buf_printf(&sink->unused, "%s%s (line %u)", sink->unused.len == 0 ? "" : ", ",
                  cfg_quote(cc_strz(name), quoted), line);
}

void cfg_import_note(cfg_import_sink *sink, unsigned line, const char *fmt, ...) {
    char text[LINE_SIZE];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    cc_buf_printf(&sink->notes, "%sline %u: %s", sink->notes.len == 0 ? "" : "; ", line, text);
}

/* "FILE: not used: A (line 3), B (line 4); line 5: ..." */
static void warn(const cfg_import_sink *sink, cc_buf *warnings) {
    bool has_both = sink->unused.len > 0 && sink->notes.len > 0;
    if (sink->unused.len == 0 && sink->notes.len == 0) {
        return;
    }
    cc_buf_printf(warnings, "%s: %s", sink->file->shown, sink->unused.len > 0 ? "not used: " : "");
    cc_buf_str_put(warnings, cc_buf_str(&sink->unused));
    cc_buf_puts(warnings, has_both ? "; " : "");
    cc_buf_str_put(warnings, cc_buf_str(&sink->notes));
    cc_buf_putc(warnings, '\n');
}

/* --- choosing the block ----------------------------------------------------------------------- */

static const char *tool_name(cfg_import_tool tool) {
    return tool == CFG_IMPORT_COVERLET ? "coverlet's settings" : "Microsoft's settings";
}

/* Returns the first enabled block; else the first one, because `--collect` enables what a file
 * disables. Rules of two tools together would select what neither tool selects. */
static const cfg_import_block *choose(const cfg_import_file *file) {
    for (size_t i = 0; i < file->count; i++) {
        if (!file->blocks[i].is_disabled) {
            return &file->blocks[i];
        }
    }
    return &file->blocks[0];
}

static void translate(cfg_import_sink *sink, const cfg_import_block *chosen) {
    for (size_t i = 0; i < sink->file->count; i++) {
        const cfg_import_block *other = &sink->file->blocks[i];
        if (other != chosen) {
            cfg_import_unused(sink, tool_name(other->tool), other->line);
        }
    }
    if (chosen->tool == CFG_IMPORT_COVERLET) {
        cfg_import_coverlet(sink, chosen);
    } else {
        cfg_import_microsoft(sink, chosen);
    }
}

/* --- entry points ----------------------------------------------------------------------------- */

static bool is_json(cc_span bytes) {
    cc_str text = {(const char *)bytes.data, bytes.len};
    text = cc_str_trim_start(cc_str_without_mark(text));
    return text.len > 0 && memchr("{[/\"", text.s[0], 4) != NULL;
}

static cc_err read_blocks(cfg_import_file *file, cc_span bytes) {
    if (bytes.len > MAX_SIZE) {
        return cfg_import_fail(file, 1, "the file has %zu bytes; clrcov reads at most %d",
                               bytes.len, (int)MAX_SIZE);
    }
    if (bytes.len == 0) {
        return cfg_import_fail(file, 1, "the file is empty");
    }
    return is_json(bytes) ? cfg_import_json(file, bytes) : cfg_import_xml(file, bytes);
}

cc_err cfg_parse_import(cfg_layer *layer, cc_span bytes, const char *shown, const char *base,
                        bool is_optional, cc_buf *warnings) {
    size_t count = layer->count;
    cfg_import_file file = {.arena = layer->arena, .shown = shown, .base = base};
    cfg_import_sink sink = {.layer = layer, .file = &file};
    cc_err err = read_blocks(&file, bytes);
    if (err == CC_OK && file.count > 0) {
        translate(&sink, choose(&file));
        warn(&sink, warnings);
    } else if (err == CC_OK && !is_optional) {
        err = cfg_import_fail(&file, 1,
                              "contains no settings of coverlet or of Microsoft's code coverage");
    }
    cc_buf_free(&sink.unused);
    cc_buf_free(&sink.notes);
    layer->count = err == CC_OK ? layer->count : count;
    return err;
}

cc_err cfg_read_import(cfg_layer *layer, const char *path, bool is_optional, cc_buf *warnings) {
    cfg_input input;
    CC_TRY(cfg_open_input(&input, path, layer->arena));
    cc_err err =
        cfg_parse_import(layer, input.file.bytes, input.shown, input.base, is_optional, warnings);
    cc_file_unmap(&input.file);
    return err;
}
