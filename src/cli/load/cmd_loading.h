/* The environment that loads the library. Threads: one. */
#ifndef CMD_LOADING_H
#define CMD_LOADING_H

#include "base/cc_arena.h"
#include "base/cc_err.h"

/* The product with the class identifier "{...}"; NULL when it is unknown. */
const char *cmd_profiler_name(const char *identifier);
/* CC_E_MISMATCH, with the variable and the product in the message, when the environment loads
 * another profiler. */
CC_NODISCARD cc_err cmd_check_other_profiler(void);
/* CC_E_MISMATCH, with the variable in the message, when the environment prevents the runtime from
 * loading profilers. */
CC_NODISCARD cc_err cmd_check_diagnostics(void);

/* A variable of the measured command. */
typedef struct cmd_variable {
    const char *name;
    const char *value; /* NULL: removed */
    bool is_default;   /* a value that the user has set stays */
} cmd_variable;

typedef struct cmd_variables {
    cmd_variable *items;
    size_t count;
} cmd_variables;

/* A variable switches on coverlet.msbuild, which rewrites the assemblies that are measured. */
bool cmd_environment_has_coverlet(void);
/* The environment of the measured command: the environment of this process without the switch of
 * coverlet.msbuild, the variables of clrcov, and `more` (NULL: none). In the arena. */
char **cmd_child_environment(cc_arena *arena, const char *library, const char *session_dir,
                             const cmd_variables *more);

#endif
