/* The kinds of reports, and where a command writes them. Threads: one. */
#ifndef CMD_FORMATS_H
#define CMD_FORMATS_H

#include "base/cc_folder.h"
#include "cli/core/cmd_config.h"
#include "reports/rep.h"

typedef struct cmd_format {
    const char *title; /* for messages */
    const char *file;  /* name of the report's file when none is given; NULL: standard output */
    rep_writer *write; /* NULL: a data file */
    bool is_for_log;   /* it is made for the log of a build: standard output, also in `run` */
    /* It is a folder, unless a single file is asked for; NULL: it is a file */
    rep_folder_writer *write_folder;
    const char *folder;  /* name of the folder when none is given */
    const char *results; /* its name below --results; NULL: the same name */
    const char *mark;    /* a text that stands at the beginning of each such file */
} cmd_format;
/* format: CFG_COBERTURA... */
const cmd_format *cmd_format_of(unsigned format);
/* One of the reports is of this kind. */
bool cmd_wants_format(const cmd_config *config, unsigned format);
/* The report is a folder. */
bool cmd_is_folder(const cmd_config *config, const cmd_report_file *report);
/* Folders of pages: which file is the list of the others, and which one people open. */
extern const cc_folder_kind cmd_pages_folder;
/* Adds a report of this kind at its default path, unless there is one; its number in *index. */
CC_NODISCARD cc_err cmd_add_report(cmd_config *config, unsigned format, const char *base,
                                   cc_arena *arena, size_t *index);
/* Fills in config->reports and values.output. Default paths are in `base`, an absolute directory.
 * CC_E_USAGE: two reports have one path. */
CC_NODISCARD cc_err cmd_choose_reports(cmd_config *config, const char *base, cc_arena *arena);

#endif
