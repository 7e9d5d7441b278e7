/* Where reports go. Threads: one. */
#ifndef CMD_SINK_H
#define CMD_SINK_H

#include <stdio.h>

#include "reports/rep.h"

/* Writes to a stream, and flushes it. CC_E_IO: nobody reads it any more, or it is full. */
CC_NODISCARD cc_err cmd_print(const rep_input *in, rep_writer *write, FILE *stream);
/* Writes to standard output, for a command whose answer this is. The exit code. */
int cmd_print_answer(const rep_input *in, rep_writer *write);
/* The file in which the steps of a job of GitHub Actions collect text: a report goes after the text that
 * is there. */
bool cmd_is_step_summary(const char *path);
/* Writes the file or the folder in->path as a whole, or leaves it as it was. The exit code. */
int cmd_write_text(const rep_input *in, rep_writer *write);
int cmd_write_folder(const rep_input *in, rep_folder_writer *write);
/* Makes the directories above a file that is to be written. */
CC_NODISCARD cc_err cmd_make_folder_above(const char *path);

#endif
