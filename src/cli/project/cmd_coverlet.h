/* Properties of coverlet.msbuild in project files, in the words of clrcov's settings.
 * coverlet.msbuild does not run in a run of clrcov, so its thresholds and filters no longer apply:
 * `clrcov run` tells what to write in their place, and `clrcov init` writes it into clrcov.xml.
 * Threads: one. */
#ifndef CMD_COVERLET_H
#define CMD_COVERLET_H

#include "cli/core/cmd_config.h"
#include "cli/project/cmd_condition.h"

typedef struct cmd_coverlet_setting {
    cfg_key key;
    const char *text;     /* as for the option: "80", "file:*.g.cs", "skip" */
    const char *property; /* "Threshold" */
    const char *value;    /* of the property, or its part that this setting translates */
    const char *file;     /* the file that sets it, absolute; NULL: the command */
    const char *refused;  /* why clrcov cannot take it; NULL: it can */
} cmd_coverlet_setting;

typedef struct cmd_coverlet {
    cmd_coverlet_setting *items;
    size_t count, cap;
} cmd_coverlet;

/* Does coverlet.msbuild run, as far as the properties are known? CMD_YES as well where a condition
 * is not known; CMD_UNKNOWN where nothing but a threshold in the command speaks for it. */
cmd_truth cmd_coverlet_is_on(const cmd_properties *p);
/* The assignment of CollectCoverage that switches coverlet.msbuild on, or may; NULL: none. */
const cmd_assignment *cmd_coverlet_switch(const cmd_properties *p);
/* Adds what the properties of coverlet.msbuild that are certainly set say, without what is there
 * already. What is coverlet's default and is not set is added only for a threshold. Memory of the
 * properties' arena. CC_E_NOMEM. */
CC_NODISCARD cc_err cmd_coverlet_read(cmd_coverlet *out, const cmd_properties *p);

/* Adds what a project says, read with Directory.Build.props and .targets, also where it does not
 * switch coverlet.msbuild on: the command may do so. CC_E_NOMEM. */
CC_NODISCARD cc_err cmd_read_coverlet(cmd_coverlet *out, const char *project,
                                      const char *solution_dir, cc_arena *arena);

/* Which part of a setting: thresholds, or what selects the code and the report. */
bool cmd_coverlet_is_threshold(const cmd_coverlet_setting *setting);

/* One line about filters and other settings that do not apply, unless clrcov has a configuration of
 * its own: before the command runs. */
void cmd_coverlet_say_filters(const cmd_coverlet *coverlet, const cmd_config *config,
                              cc_arena *arena);
/* A line for each file whose thresholds do not apply, unless clrcov has one for the same figure: at
 * the end of the run. */
void cmd_coverlet_say_thresholds(const cmd_coverlet *coverlet, const cmd_config *config,
                                 cc_arena *arena);

#endif
