/* What the readers and the translators of foreign settings share. A reader (XML, JSON) turns a file
 * into blocks, one per tool that the file configures: a list of paths and texts. A translator turns
 * one block into entries of a layer. See cfg_read_import(); users' view: docs/configuration.md,
 * "Imported settings". */
#ifndef CFG_INTERNAL_IMPORT_H
#define CFG_INTERNAL_IMPORT_H

#include "base/cc_file.h"
#include "config/cfg_internal.h"

/* A mapped file that the user named; the caller frees it with cc_file_unmap(&input.file). */
typedef struct cfg_input {
    cc_mapped_file file;
    /* its name for messages: relative when it is below the working directory */
    const char *shown;
    const char *base; /* its directory, absolute */
} cfg_input;
/* Maps a file. CC_E_USAGE "SHOWN:1: reason" when it cannot be read. Strings are in the arena, or
 * are `path`. */
CC_NODISCARD cc_err cfg_open_input(cfg_input *out, const char *path, cc_arena *arena);

/* Does the work of cfg_read_import() for bytes. */
CC_NODISCARD cc_err cfg_parse_import(cfg_layer *layer, cc_span bytes, const char *shown,
                                     const char *base, bool is_optional, cc_buf *warnings);

typedef enum cfg_import_tool {
    CFG_IMPORT_COVERLET,
    CFG_IMPORT_MICROSOFT,
    /* Microsoft's, in testconfig.json: with the defaults of its test platform */
    CFG_IMPORT_PLATFORM
} cfg_import_tool;

/* A setting below the block: names joined by '/'; attributes as "@name", elements of JSON arrays as
 * "*". XML gives its attributes and innermost elements, JSON its scalars. */
typedef struct cfg_import_setting {
    const char *path;
    const char *text;
    unsigned line;
} cfg_import_setting;

typedef struct cfg_import_block {
    cfg_import_tool tool;
    unsigned line;
    bool is_disabled; /* enabled="false" */
    bool is_json;     /* names are compared without case */
    cfg_import_setting *settings;
    size_t count, cap;
} cfg_import_block;

typedef struct cfg_import_file {
    cc_arena *arena;
    const char *shown; /* the file's name for messages */
    const char *base;  /* its directory */
    cfg_import_block *blocks;
    size_t count, cap;
} cfg_import_file;

enum { CFG_IMPORT_MAX_DEPTH = 32 };

/* The readers. CC_E_USAGE, with the line, for an invalid file; a file without such settings gives
 * no blocks. */
CC_NODISCARD cc_err cfg_import_xml(cfg_import_file *file, cc_span bytes);
CC_NODISCARD cc_err cfg_import_json(cfg_import_file *file, cc_span bytes);

/* Adds an empty block at the end. The pointer is valid until the next block is added. */
cfg_import_block *cfg_import_add_block(cfg_import_file *file, cfg_import_block block);
/* Adds a setting; the strings are borrowed. */
void cfg_import_add_setting(cfg_import_file *file, cfg_import_block *block,
                            cfg_import_setting setting);
/* Returns CC_E_USAGE with "FILE:LINE: " and the message. */
cc_err cfg_import_fail(const cfg_import_file *file, unsigned line, const char *fmt, ...)
    CC_PRINTF(3, 4);

/* --- translation ------------------------------------------------------------------------------ */

typedef struct cfg_import_sink {
    cfg_layer *layer;
    const cfg_import_file *file;
    cc_buf unused; /* names and lines of unused settings */
    cc_buf notes;  /* other remarks */
} cfg_import_sink;

void cfg_import_coverlet(cfg_import_sink *sink, const cfg_import_block *block);
void cfg_import_microsoft(cfg_import_sink *sink, const cfg_import_block *block);

/* Adds an entry with the line as origin. */
void cfg_import_put(cfg_import_sink *sink, cfg_key key, const char *text, unsigned line);
/* Like the function above, for values that no file contains: `origin` starts with "default".
 * `words` as in cfg_entry. */
void cfg_import_put_default(cfg_import_sink *sink, cfg_key key, const char *text, const char *words,
                            const char *origin);
/* Adds a rule if the filter list accepts it; else adds a remark with the reason. `words` as in
 * cfg_entry. */
void cfg_import_put_rule(cfg_import_sink *sink, cfg_key key, const char *text, const char *words,
                         unsigned line);

/* Adds to the single warning of the file. */
void cfg_import_unused(cfg_import_sink *sink, const char *name, unsigned line);
void cfg_import_note(cfg_import_sink *sink, unsigned line, const char *fmt, ...) CC_PRINTF(3, 4);

/* Parses a bool as .NET does: ignores case and surrounding white space. False when the text is not
 * a bool. */
bool cfg_import_bool(const char *text, bool *out);

/* Translates "MissingAll", "MissingAny", "None" to a text of CFG_WITHOUT_SOURCES; NULL for any
 * other text. */
const char *cfg_import_sources(const char *text);

/* Translates a .NET expression to PCRE2's language. With `is_path`, a literal backslash means both
 * separators. *out is NULL, and *why the reason, when .NET would refuse it or PCRE2 would interpret
 * it differently. */
void cfg_import_regex(cc_arena *arena, const char *pattern, bool is_path, const char **out,
                      const char **why);

#endif
