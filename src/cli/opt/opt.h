/* Command lines from tables: the parser and the usage text read a subcommand's options from two
 * tables. The settings that its `settings` mask selects are in config/cfg_keys.def and are stored,
 * as text, in a layer of the configuration; the command's own options are in `specs` and are stored
 * in its struct.
 *
 * Long options take their value with `=` or as the next argument; short ones directly or as the
 * next argument; `--` ends options, and is not a value. Boolean settings take a value with `=` only:
 * `--branches=false`; without one they are true. Every command accepts -h and --help. */
#ifndef OPT_H
#define OPT_H

#include "base/cc_arena.h"
#include "base/cc_buf.h"
#include "base/cc_err.h"
#include "config/cfg.h"

typedef enum opt_kind {
    OPT_FLAG,   /* bool: true when given */
    OPT_TEXT,   /* const char *: the last one given */
    OPT_LIST,   /* opt_list: all that were given, in order */
    OPT_CHOICE, /* unsigned: index in `choices` */
    /* unsigned: milliseconds; the argument is in seconds, with decimals, up to a day */
    OPT_SECONDS
} opt_kind;

typedef struct opt_list {
    const char **items;
    size_t count;
} opt_list;
/* Adds a value, which is borrowed. */
void opt_list_add(opt_list *list, const char *value, cc_arena *arena);

typedef struct opt_spec {
    char letter;      /* 0: none */
    const char *name; /* without the dashes */
    opt_kind kind;
    const char *value;          /* placeholder in the usage text; NULL for flags */
    size_t offset;              /* of the variable in the command's struct */
    const char *const *choices; /* OPT_CHOICE: NULL-terminated */
    const char *help;           /* lines of at most 52 columns; NULL: not in the usage text */
} opt_spec;

/* The rows of an opt_command. */
#define OPT_SPECS(rows) .specs = (rows), .spec_count = sizeof(rows) / sizeof *(rows)

/* Initialise with designators. */
typedef struct opt_command {
    const char *name;
    const char *arguments; /* after "clrcov NAME [options]" */
    const char *summary;   /* one line, for the list of commands */
    const char *details;   /* further usage text, NULL: none */
    const opt_spec *specs;
    size_t spec_count;
    /* CFG_RUN, CFG_REPORT, CFG_EXPLAIN: the settings that it accepts; 0: none */
    unsigned settings;
    /* the first operand and everything after it belong to a wrapped command */
    bool is_wrapper;
} opt_command;

typedef struct opt_result {
    bool wants_help;       /* --help or -h */
    bool wants_short_help; /* -h */
    char **operands;       /* points into argv, or to the arena */
    size_t operand_count;
    /* place CFG_COMMAND, origins "--name"; for a key with one value the last one */
    cfg_layer settings;
    const char *unknown; /* an option that the command does not have, without dashes; else NULL */
} opt_result;

/* Parses argv[0..argc) (the arguments after the subcommand's name) into `*values`, the command's
 * struct, which the caller has filled with defaults. Memory of `arena`. CC_E_USAGE with a
 * message. */
CC_NODISCARD cc_err opt_parse(const opt_command *command, int argc, char **argv, void *values,
                              opt_result *result, cc_arena *arena);

/* The command has a long option of this name (without dashes) that its usage text shows. */
bool opt_has(const opt_command *command, cc_str name);

/* What options are about: the sections of the usage text, in this order. */
typedef enum opt_group {
    OPT_MEASURED,
    OPT_REPORTS,
    OPT_GATES,
    OPT_CHANGE, /* the patch */
    OPT_DIAGNOSIS,
    OPT_GENERAL,
    OPT_GROUPS
} opt_group;

/* An option as texts show it. */
typedef struct opt_row {
    opt_group group;
    bool is_common;    /* the short usage text has it, too */
    char letter;       /* 0: none */
    const char *name;  /* without the dashes */
    const char *value; /* placeholder; NULL: none */
    bool may_omit_value;
    const char *const *choices; /* the values it takes, NULL-terminated; NULL: any */
    bool has_path;              /* a choice may have "=PATH" after it */
    const char *default_text;   /* NULL: none worth a word */
    const char *help;           /* lines of at most 52 columns */
} opt_row;
/* The next option that texts show; *at begins with 0. False at the end. */
bool opt_next_row(const opt_command *command, size_t *at, opt_row *out);

/* --- opt_usage.c, opt_man.c, opt_complete.c --------------------------------------------------- */

/* What --help prints: all options in groups, with the formats of reports. */
void opt_usage(const opt_command *command, cc_buf *out);
/* What -h prints: a line for each common option. Of a command with few options all. */
void opt_short_usage(const opt_command *command, cc_buf *out);
/* The manual page clrcov-NAME(1), in the macros of man(7). */
void opt_man(const opt_command *command, const char *version, cc_buf *out);
/* clrcov(1), with the list of commands. */
void opt_man_overview(const opt_command *const *commands, size_t count, const char *version,
                      cc_buf *out);
/* Completion scripts for the words of all commands. */
void opt_complete_bash(const opt_command *const *commands, size_t count, cc_buf *out);
void opt_complete_zsh(const opt_command *const *commands, size_t count, cc_buf *out);
void opt_complete_fish(const opt_command *const *commands, size_t count, cc_buf *out);

#endif
