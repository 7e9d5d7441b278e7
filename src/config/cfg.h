/* Configuration: what a run measures and reports, from four places. The command line overrides the
 * environment, which overrides the file, which overrides the defaults. The highest place with an
 * entry for a key decides the key, lists included: clrcov does not mix rules of two places. An
 * imported .runsettings file belongs to the file's place: its rules are added to the file's rules,
 * its other values apply when the file has none.
 *
 * Every place becomes a layer: entries of (key, text, origin), as text. cfg_resolve() selects and
 * parses the values, so the report of a wrong value does not depend on its place. Keys:
 * cfg_keys.def; the users' view: docs/configuration.md.
 *
 * Threads: one; results are immutable. Errors are CC_E_USAGE with a message that names the place
 * ("clrcov.xml:12: ...", "--hits: ...", "CLRCOV_HITS: ..."), and CC_E_NOMEM. */
#ifndef CFG_H
#define CFG_H

#include "base/cc_arena.h"
#include "base/cc_buf.h"
#include "base/cc_err.h"
#include "select/sel.h"

typedef enum cfg_key {
#define CFG_KEY(ID, ...) CFG_##ID,
#include "config/cfg_keys.def"
#undef CFG_KEY
    CFG_KEY_COUNT
} cfg_key;

typedef enum cfg_type {
    CFG_BOOL,    /* bool: true, false, 1, 0, yes, no, on, off (case ignored) */
    CFG_CHOICE,  /* unsigned: index of the choice */
    CFG_SECONDS, /* unsigned: milliseconds; decimals allowed, 0 to 86400 s */
    /* int32_t: ten-thousandths of a percent (80.5 is 805000), 0 to 100; -1: not set */
    CFG_PERCENT,
    CFG_COUNT, /* int64_t: a whole number up to 10^9; -1: not set */
    /* const char *: absolute (folded as text) except for "-"; relative paths are relative to the
     * working directory, or, in a file, to the file's directory; NULL: not set */
    CFG_PATH,
    CFG_PATHS,  /* cfg_texts of paths like CFG_PATH */
    CFG_MAPS,   /* cfg_maps */
    CFG_RULES,  /* cfg_texts: rules of sel_add() */
    CFG_NAMES,  /* cfg_texts: one value with names separated by commas, or "none" */
    CFG_TEXT,   /* const char *; NULL: not set */
    CFG_FORMATS /* cfg_formats: "FORMAT" or "FORMAT=PATH", a path like CFG_PATH */
} cfg_type;

enum {
    CFG_RUN = 1,
    CFG_REPORT = 2,
    CFG_EXPLAIN = 4,
    CFG_MERGE = 8,
    CFG_DIFF = 16,
    CFG_COMPARE = 32,
    CFG_CHECK = 64,
    CFG_ATTACH = 128,
    CFG_WATCH = 256,
    CFG_NEXT = 512,
    CFG_IMPACTED = 1024
};

typedef struct cfg_texts {
    const char **items;
    const char **origins;
    const char **words; /* as in cfg_entry */
    size_t count;
} cfg_texts;

/* The texts with commas, in the arena; NULL: none. */
char *cfg_join(const cfg_texts *texts, cc_arena *arena);

typedef struct cfg_map {
    /* The path as the compiler wrote it: a path of any system, without separator at its end; "" for
     * "/". */
    const char *from;
    const char *to; /* absolute directory */
} cfg_map;
typedef struct cfg_maps {
    cfg_map *items;
    size_t count;
} cfg_maps;

typedef struct cfg_format {
    unsigned format;  /* CFG_COBERTURA... */
    const char *path; /* NULL: the format's default */
} cfg_format;
typedef struct cfg_formats {
    cfg_format *items;
    size_t count;
} cfg_formats;

/* Indices of the choices, in the order of cfg_spec.choices. */
enum {
    CFG_COBERTURA,
    CFG_LCOV,
    CFG_OPENCOVER,
    CFG_COVERLET,
    CFG_SONAR,
    CFG_JSON,
    CFG_MARKDOWN,
    CFG_TEAMCITY,
    CFG_GITHUB,
    CFG_AZURE,
    CFG_BADGE,
    CFG_TABLE,
    CFG_DATA,
    CFG_HTML,
    CFG_FORMAT_COUNT
};
enum { CFG_HITS_ONCE, CFG_HITS_EXACT };
enum { CFG_ERASE_ON, CFG_ERASE_OFF };
enum { CFG_SOURCES_SKIP, CFG_SOURCES_SKIP_ANY, CFG_SOURCES_KEEP };
enum { CFG_KEEP_AUTO_PROPERTIES, CFG_SKIP_AUTO_PROPERTIES };
enum { CFG_SKIP_AFTER_NO_RETURN, CFG_KEEP_AFTER_NO_RETURN };
enum { CFG_SKIP_GENERATED, CFG_KEEP_GENERATED };
enum { CFG_COUNT_UNLOADED, CFG_IGNORE_UNLOADED };
enum { CFG_BY_ASSEMBLY, CFG_BY_FILE, CFG_BY_TYPE, CFG_BY_METHOD, CFG_BY_DIR };
enum { CFG_SORT_NAME, CFG_SORT_MISSED, CFG_SORT_HITS };
enum { CFG_COLOR_AUTO, CFG_COLOR_ALWAYS, CFG_COLOR_NEVER };
enum { CFG_OF_TOTAL, CFG_OF_MINIMUM, CFG_OF_AVERAGE };

typedef struct cfg_values {
    const char *root;
    cfg_maps maps;
    cfg_texts imports, include, exclude, unreachable_exceptions, test_attributes, reads;
    bool include_tests, per_test, serial, branches, children, allow_empty, single_file;
    unsigned without_sources, auto_properties, does_not_return, generated_code, unloaded, hits,
        erase, by, sort, color;
    cfg_formats formats; /* at least one */
    unsigned wait_ms;
    const char *output, *results;
    int32_t fail_under_line, fail_under_branch, fail_under_method;
    int32_t fail_under_line_file, fail_under_branch_file, fail_under_method_file;
    int32_t fail_under_line_patch, fail_under_branch_patch, fail_under_method_patch;
    unsigned fail_under_of;
    int64_t max_crap, max_uncovered;
    const char *baseline, *base, *patch, *history;
    /* The origin of each value: "--hits", "CLRCOV_HITS", "clrcov.xml:4", "default". */
    const char *origin[CFG_KEY_COUNT];
    /* Number of the layer that decides the value; the strongest layer has the highest number; 0:
     * the default. */
    unsigned strength[CFG_KEY_COUNT];
} cfg_values;

/* --- the table -------------------------------------------------------------------------------- */

typedef struct cfg_spec {
    cfg_key key;
    cfg_type type;
    size_t offset; /* offset of the field in cfg_values */
    const char *option;
    char letter;
    const char *placeholder;
    const char *element, *attribute;
    const char *default_text;
    unsigned commands;
    const char *help;
    const char *const *choices; /* CFG_CHOICE, CFG_FORMATS: NULL-terminated; else NULL */
} cfg_spec;
const cfg_spec *cfg_spec_of(cfg_key key);
/* Several entries of one place form a list; otherwise the last one counts. */
bool cfg_is_list(cfg_type type);
/* Describes the purpose of a format and the default name of its file: part of a line. format:
 * CFG_COBERTURA... */
const char *cfg_format_summary(unsigned format);
/* Reads "true", "false" or one of their synonyms, without regard to case, as every switch accepts
 * them. CC_E_USAGE. */
CC_NODISCARD cc_err cfg_read_bool(cc_str text, bool *out);
/* "CLRCOV_FAIL_UNDER_LINE"; in the arena. */
char *cfg_variable(cfg_key key, cc_arena *arena);

/* --- layers ----------------------------------------------------------------------------------- */

typedef enum cfg_place { CFG_DEFAULTS, CFG_FILE, CFG_ENVIRONMENT, CFG_COMMAND } cfg_place;

typedef struct cfg_entry {
    cfg_key key;
    const char *text;
    const char *origin; /* "clrcov.xml:12", "--exclude" */
    const char *base;   /* directory for relative paths, absolute */
    /* From a .runsettings file: overridden by the file's own entries, except rules, which are
     * added. */
    bool is_imported;
    /* The user's text in another tool's language, when `text` is a translation; else NULL. */
    const char *words;
} cfg_entry;

typedef struct cfg_layer {
    cfg_place place;
    cc_arena *arena;
    cfg_entry *entries;
    size_t count, cap;
} cfg_layer;

void cfg_layer_init(cfg_layer *layer, cfg_place place, cc_arena *arena);
/* Adds an entry, whose key exists, and copies its texts. */
void cfg_layer_put(cfg_layer *layer, const cfg_entry *entry);
/* Does the same after a check of the key. */
CC_NODISCARD cc_err cfg_layer_add(cfg_layer *layer, const cfg_entry *entry);

/* Adds all CLRCOV_* of `environment` (NULL-terminated "NAME=value"). Items of lists are separated
 * by ';' or line feeds. A variable that is neither a key nor in `known` (NULL-terminated names of
 * other variables) gives one line in `warnings`, with the nearest name. An empty value
 * means not set. */
void cfg_read_environment(cfg_layer *layer, char *const *environment, const char *base,
                          const char *const *known, cc_buf *warnings);

/* Finds the file to use: `given` (from --config), else `variable` (from CLRCOV_CONFIG), else the
 * nearest clrcov.xml. The search starts in the directory `start` and ends with the first directory
 * that contains a .git; without a .git it covers only `start`. *out NULL: none. A given file that
 * does not exist is an error. Path in the arena. */
CC_NODISCARD cc_err cfg_find_file(const char *given, const char *variable, const char *start,
                                  cc_arena *arena, const char **out);
/* Reads clrcov.xml into a layer. The imports that it names become entries of the key SETTINGS; the
 * function does not read them. It reports all errors of the file, one per line, at most 20, each
 * after "FILE:LINE: " (FILE as `shown`). */
CC_NODISCARD cc_err cfg_read_file(cfg_layer *layer, const char *path);
/* Like cfg_read_file(), with the file's bytes, the file's name for messages, and the directory for
 * relative paths. */
CC_NODISCARD cc_err cfg_parse_file(cfg_layer *layer, cc_span bytes, const char *shown,
                                   const char *base);

/* Adds the entries (is_imported) of a .runsettings, an XML file of Microsoft's collector (root
 * Configuration), or a testconfig.json. Lists unused settings in `warnings`, one line per file. A
 * file with the settings of neither tool is an error, unless `is_optional`. */
CC_NODISCARD cc_err cfg_read_import(cfg_layer *layer, const char *path, bool is_optional,
                                    cc_buf *warnings);
/* Translates a pattern of Microsoft.Extensions.FileSystemGlobbing, as coverlet applies it to a
 * source file, to the rule "file~EXPRESSION" with the same effect: it looks at the full path, and
 * ignores case. In the arena. */
char *cfg_rule_of_file_glob(cc_arena *arena, cc_str pattern);

/* --- values ----------------------------------------------------------------------------------- */

/* Selects and parses the values. Layers are in order of precedence, the strongest last. Strings are
 * in the arena or the layers. The function checks rules (sel_add's errors with their origin). */
CC_NODISCARD cc_err cfg_resolve(cfg_values *out, const cfg_layer *const *layers, size_t count,
                                cc_arena *arena);
/* Fills `list` with the rules of the values; the caller initialises it with cfg_regex_engine(). */
CC_NODISCARD cc_err cfg_make_filter(sel_list *list, const cfg_values *values);
/* The engine PCRE2, with a limit on the work of a match (an expression that exceeds it does not
 * match). Static. */
const sel_engine *cfg_regex_engine(void);

/* Writes layers as text, for the session: "clrcov-config 1", then "PLACE KEY IMPORTED ORIGIN BASE
 * TEXT", fields separated by tabs, control characters and '%' as %XX; the last line is "end". When
 * an entry has words, the first line is "clrcov-config 2", and each line ends with the field
 * WORDS. */
void cfg_print_layers(const cfg_layer *const *layers, size_t count, cc_buf *out);
/* Reads such a text; `layers` has one initialised layer per place. CC_E_FORMAT with the number of
 * the line. */
CC_NODISCARD cc_err cfg_parse_layers(cfg_layer *layers, size_t count, cc_str text);

#endif
