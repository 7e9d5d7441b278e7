/* Internal to `clrcov who`: which tests hit which lines. Users' view and the JSON form:
 * docs/per-test.md. Threads: one. */
#ifndef CMD_WHO_H
#define CMD_WHO_H

#include "base/cc_buf.h"
#include "base/cc_list.h"
#include "cli/explain/cmd_explain.h"
#include "coverage/data/dat.h"

/* What is asked for. */
typedef struct cmd_who_question {
    const char *test;  /* a pattern for names of tests: `*`, `?`; NULL: all */
    uint32_t only_by;  /* only lines that at most so many tests hit; 0: all lines */
} cmd_who_question;

/* A line of the answer. */
typedef struct cmd_who_line {
    const cov_file *file;
    const cov_line *line;
    const cov_line_tests *tests;
} cmd_who_line;

typedef struct cmd_who_answer {
    const cov_model *model;
    const cmd_who_question *question;
    const cmd_thing *thing; /* NULL: everything */
    bool is_one_line;       /* FILE:LINE was asked for */
    cmd_who_line *lines; /* of the files of the model, in order */
    uint32_t line_count;
    const bool *is_asked; /* by test: the pattern matches its name */
    uint32_t *counts;     /* by test: lines of the answer that it hit */
} cmd_who_answer;

/* Makes the answer about what was found (cmd_answer_find()); `found` without a thing: everything.
 * Memory of `arena`. */
void cmd_who_find(cmd_who_answer *out, const cmd_answer *found, const cmd_who_question *question,
                  cc_arena *arena);
/* Appends "Ns.Class.Method" of a test. */
void cmd_who_name(cc_buf *out, const cov_test *test);

/* cmd_who_choice.c: which sources of a data file the answer is about, as far as names alone tell it.
 * Returns what to read; it refers to the thing, and to `out`. */
typedef struct cmd_who_choice {
    const cmd_thing *thing;
    cc_list paths; /* of files that it may be about */
    bool is_all;
    dat_choice reading;
} cmd_who_choice;
const dat_choice *cmd_who_choose(cmd_who_choice *out, const cmd_thing *thing, cc_arena *arena);

/* cmd_who_text.c: lines for people, names without control characters. */
void cmd_who_text(const cmd_who_answer *answer, cc_buf *out);
/* cmd_who_json.c: for programs. */
void cmd_who_json(const cmd_who_answer *answer, cc_buf *out);

#endif
