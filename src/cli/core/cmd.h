/* Messages, exit codes and command lines, common to all subcommands. Text for people goes to
 * standard error, with "clrcov: " before every message. Threads: one. */
#ifndef CMD_H
#define CMD_H

#include <stdio.h>

#include "cli/opt/opt.h"

/* Bytes of a file that the command reads as a whole: settings, projects, what a run keeps. */
enum { CMD_MOST_TEXT = 64 << 20 };

/* Writes whole lines to a stream, so that a build server finds no command in them (cc_log.h): all
 * that is printed for people goes through here or through rep_text_open_log(). False: they could
 * not be written. */
bool cmd_print_text(FILE *stream, cc_str text);
/* Writes the text to standard output, as cmd_print_text() does, and frees it; says when that fails.
 * Returns the exit code. */
int cmd_print_output(cc_buf *text);
/* Writes one message line to standard error. */
void cmd_say(const char *fmt, ...) CC_PRINTF(1, 2);
/* Writes one message line, for which it needs no memory. Its names contain nothing that cmd_say()
 * would remove. */
void cmd_say_plain(const char *fmt, ...) CC_PRINTF(1, 2);
/* Writes a message of several lines. */
void cmd_say_lines(cc_str text);
/* Writes the stored error message; returns `code`. */
int cmd_fail(int code);
/* The exit code for what is read: usage, configuration, sessions, data and reports that do not
 * exist or cannot be read: 64; out of memory: 70. */
int cmd_input_code(cc_err err);
/* The exit code for what is written: 73; out of memory: 70; wrong usage: 64. */
int cmd_output_code(cc_err err);

/* A call of a subcommand: its command line, and the memory that it has until it ends. */
typedef struct cmd_call {
    opt_result line;
    cc_arena *arena;
    int code; /* the exit code */
} cmd_call;
/* Parses the command line into `values`, the struct of the command's options, which has their
 * defaults; writes errors and usage. False: nothing is left to do. cmd_call_close() follows in
 * either case. */
bool cmd_call_open(cmd_call *call, const opt_command *command, int argc, char **argv, void *values);
/* The only operand; NULL in *out: there is none. CC_E_USAGE: there are several, of what the text
 * `what` names; `hint` follows in the message. */
CC_NODISCARD cc_err cmd_call_operand(const cmd_call *call, const char *what, const char *hint,
                                     const char **out);
/* CC_E_USAGE: there is an operand, where the command takes none; `hint` says what to do. */
CC_NODISCARD cc_err cmd_call_no_operand(const cmd_call *call, const char *hint);
/* An option whose value is a number; `what` says in messages what it must be. */
typedef struct cmd_count {
    const char *option, *what;
    uint32_t least, most;
} cmd_count;
/* Reads the value of the option; NULL: *out stays. CC_E_USAGE. */
CC_NODISCARD cc_err cmd_take_count(const cmd_count *count, const char *text, uint32_t *out);
/* Frees the memory. Returns the exit code. */
int cmd_call_close(cmd_call *call);

#endif
