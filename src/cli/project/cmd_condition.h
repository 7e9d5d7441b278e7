/* Properties and conditions of MSBuild, as far as they follow from the text of project files, the
 * command line and the environment: `'$(Configuration)' == 'Release' and '$(CI)' != ''`. MSBuild
 * itself is never run. What depends on anything else (functions, items, what the SDK or a package
 * sets) is unknown, and the caller decides what an unknown condition means.
 *
 * Threads: one. Memory is in the arena of the properties. */
#ifndef CMD_CONDITION_H
#define CMD_CONDITION_H

#include "base/cc_arena.h"

typedef enum cmd_truth { CMD_NO, CMD_YES, CMD_UNKNOWN } cmd_truth;

/* A value that a property got. Later ones replace earlier ones. */
typedef struct cmd_assignment {
    const char *name;
    const char *value; /* NULL: it contains something unknown */
    const char *text;  /* then the value, with what is unknown as written; else NULL */
    const char *file;  /* the file that sets it, absolute; NULL: the command, the environment */
    bool is_sure;      /* false: it is not known whether its condition holds */
    bool is_global;    /* of the command line: files cannot change it */
} cmd_assignment;

typedef struct cmd_properties {
    cc_arena *arena;
    cmd_assignment *items; /* in their order; callers may set `count` back */
    size_t count, cap;
    char *const *environment; /* NULL-terminated "NAME=value": properties that nothing else sets */
    const char *directory;    /* of the project, absolute: for relative paths in conditions */
    bool unset_is_unknown;    /* a file that is not read may set what nothing else sets */
} cmd_properties;

/* Adds an assignment; its strings are borrowed. Nothing is added when the command line has set the
 * property. */
void cmd_property_set(cmd_properties *p, const cmd_assignment *assignment);
/* Adds the properties in the words of a `dotnet` command, as global ones: -p:A=B;C=D, --property,
 * -c, -f; ends at "--" or ";". */
void cmd_properties_of_command(cmd_properties *p, char *const *words, size_t count);
/* Adds those of these properties that the environment sets, so that cmd_property_perhaps finds them:
 * after those of the command, before those of files. */
void cmd_properties_of_environment(cmd_properties *p, const char *const *names);
/* The assignment in effect; NULL: nothing sets the property, or it is not known which one is in
 * effect, or the property is one of the environment. Names ignore case. */
const cmd_assignment *cmd_property_assigned(const cmd_properties *p, const char *name);
/* The assignments that may be in effect, the latest first: begins with `after` NULL, and ends with
 * the first that is sure. */
const cmd_assignment *cmd_property_perhaps(const cmd_properties *p, const char *name,
                                           const cmd_assignment *after);
/* The value; "" when nothing sets it (but see unset_is_unknown), NULL: unknown. */
const char *cmd_property_value(const cmd_properties *p, cc_str name);
/* The text with its properties replaced; NULL: it contains something unknown. */
const char *cmd_property_expand(const cmd_properties *p, cc_str text);
/* The same, where what is unknown stays as written: *is_known is false. */
const char *cmd_property_expand_known(const cmd_properties *p, cc_str text, bool *is_known);
/* The text with %XX as the characters that they stand for. */
char *cmd_property_unescape(const cmd_properties *p, const char *text);

/* The length of a text with balanced parentheses that begins with "("; those between quotes do not
 * count. 0: it does not end. */
size_t cmd_parentheses_length(cc_str text);

/* Does the condition hold? An empty one does. A text that is not a condition is unknown. */
cmd_truth cmd_condition(const cmd_properties *p, const char *text);

#endif
