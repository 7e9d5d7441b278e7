/* The configuration of a command. Threads: one. */
#ifndef CMD_CONFIG_H
#define CMD_CONFIG_H

#include "cli/opt/opt.h"
#include "coverage/model/cov_model.h"
#include "coverage/session/ses.h"

/* The variable that holds the path of the configuration file. */
#define CMD_CONFIG_ENV "CLRCOV_CONFIG"
/* The layers of a run, in its session directory (cfg_print_layers). */
#define CMD_STORED_CONFIG "config"

/* The rows of --verbose and --quiet, for a command that makes reports: its struct has
 * `bool is_verbose, is_quiet`. */
#define CMD_TOLD_SPECS(options)                                                                    \
    {'v',                                                                                          \
     "verbose",                                                                                    \
     OPT_FLAG,                                                                                     \
     NULL,                                                                                         \
     offsetof(options, is_verbose),                                                                \
     NULL,                                                                                         \
     "name each assembly that is not in the report"},                                              \
    {                                                                                              \
        'q', "quiet", OPT_FLAG, NULL, offsetof(options, is_quiet), NULL,                           \
            "no table; only what went wrong"                                                       \
    }

/* The row of --config, for a command whose struct has `const char *config` at `offset`. */
#define CMD_CONFIG_SPEC(offset)                                                                    \
    {                                                                                              \
        'c', "config", OPT_TEXT, "FILE", (offset), NULL,                                           \
            "the configuration (the nearest clrcov.xml from\nthis directory up to the "            \
            "repository's root)"                                                                   \
    }

/* The file's number in cfg_values.strength; the command line and variables have higher ones. */
enum { CMD_FILE_LAYER = 1 };

typedef struct cmd_config_request {
    const cfg_layer *command; /* opt_result.settings; NULL: no options */
    const char *file;         /* of --config; NULL: searched */
    /* directory where the search for the file starts; NULL: the working directory */
    const char *start;
    /* .runsettings of the wrapped command, used when there are no others */
    opt_list wrapped;
    /* made by an earlier run whose layers count too; NULL: none */
    const ses_session *session;
    bool is_own;   /* the library made the session just now, wherever it lies */
    bool is_quiet; /* warnings are not shown */
} cmd_config_request;

/* A report that is to be made. */
typedef struct cmd_report_file {
    unsigned format;  /* CFG_COBERTURA... */
    const char *path; /* absolute; "-": standard output */
} cmd_report_file;

/* Strings are in the arena of cmd_config_load(). */
typedef struct cmd_config {
    cfg_layer file, environment, command;   /* of this command; imports are in `file` */
    cfg_layer run_environment, run_command; /* of the run that made the session */
    cfg_values values;
    sel_list filter; /* with cfg_regex_engine() */
    char *root;      /* the source root, resolved */
    /* the clrcov.xml in use; NULL: none, or the one that the run had read */
    const char *path;
    bool is_foreign;   /* the session was moved, or comes from another machine: it names no place */
    bool has_no_tests; /* the run that made the session did not measure test assemblies */
    cmd_report_file *reports; /* at least one; values.output is the path of the first */
    size_t report_count;
} cmd_config;

/* Layers, imports, values, filter and root. The layers, strongest first: this command line, the
 * run's, this environment, the run's, the file (given, or found now, else the one that the run had
 * read), defaults. Warnings (unknown variables, unused parts of an import) go to standard error.
 * Errors are CC_E_USAGE with the place in the message, or CC_E_NOMEM. */
CC_NODISCARD cc_err cmd_config_load(cmd_config *out, const cmd_config_request *request,
                                    cc_arena *arena);
/* The part of a request that the configuration decides; the caller sets the rest: sessions or
 * folders, facts, raw branches. `config` must outlive the request. */
void cmd_config_request_of(cov_request *out, cmd_config *config, cc_arena *arena);
/* Completes the settings of a session: the caller has set what the configuration does not say.
 * `filter`: its list of rules, in the arena. */
CC_NODISCARD cc_err cmd_session_settings(ses_settings *settings, cc_str *filter,
                                         const cmd_config *config, cc_arena *arena);
/* Stores the layers of a run in its session (mode 0600). */
CC_NODISCARD cc_err cmd_config_store(const cmd_config *config, const char *session_dir);

#endif
