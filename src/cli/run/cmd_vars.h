/* Lines that set environment variables, in the languages of shells and build services, and in the
 * run settings of tests. For the command `env` and its tests. */
#ifndef CMD_VARS_H
#define CMD_VARS_H

#include "base/cc_buf.h"
#include "base/cc_err.h"

/* In the order of the names of --shell. */
typedef enum cmd_shell {
    CMD_SHELL_SH,         /* export NAME='value' */
    CMD_SHELL_PWSH,       /* $env:NAME = 'value' */
    CMD_SHELL_CMD,        /* set "NAME=value", in a batch file */
    CMD_SHELL_GITHUB,     /* NAME=value, for the file that $GITHUB_ENV names */
    CMD_SHELL_AZURE,      /* ##vso[task.setvariable variable=NAME]value */
    CMD_SHELL_DOCKER,     /* ENV NAME="value" */
    CMD_SHELL_RUNSETTINGS /* <NAME>value</NAME>, in RunSettings/RunConfiguration/EnvironmentVariables */
} cmd_shell;

/* Appends one line that gives the variable exactly this value. CC_E_USAGE when the language cannot
 * express it: a line break where a line cannot contain one, a quote in cmd. */
CC_NODISCARD cc_err cmd_put_variable(cc_buf *out, cmd_shell shell, const char *name,
                                     const char *value);

#endif
