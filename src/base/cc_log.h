/* Text that goes to a terminal or to the log of a build.
 *
 * Build servers interpret parts of a program's output as commands: `##vso[...]`, `##teamcity[...]`
 * and `##[...]` anywhere in a line, `::command::` at the beginning of a line, after white space.
 * Names of files, types, members and assemblies, and messages about them, are foreign text. So all
 * output passes through here, and a space breaks each `##`, and each `::` at the beginning of a
 * line.
 *
 * Some servers compare by culture: they skip invisible characters (U+00AD, U+200B) inside and
 * before a command. Therefore a non-ASCII character never separates two signs, and the text after
 * it may be the beginning of a line (U+2028).
 *
 * Threads: one for each cc_log. */
#ifndef CC_LOG_H
#define CC_LOG_H

#include "base/cc_buf.h"

/* The state at the end of the text so far; zeroed: at the beginning of a line. */
typedef struct cc_log {
    bool is_in_line; /* more than white space precedes in the line */
    char last;       /* ASCII character */
} cc_log;

/* Appends the next piece of a text; also breaks commands that span pieces. Out of memory is
 * recorded in `out`. */
void cc_log_put(cc_log *log, cc_str text, cc_buf *out);
/* Like cc_log_put(), for JSON text: the value of each string stays, the second of two # is
 * escaped. */
void cc_log_put_json(cc_log *log, cc_str text, cc_buf *out);

#endif
