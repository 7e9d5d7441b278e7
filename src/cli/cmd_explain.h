/* Inside of `clrcov explain`: what a THING is, which facts of the model it stands for, what is said
 * about them. Users' view and the JSON form: docs/explain.md. */
#ifndef CMD_EXPLAIN_H
#define CMD_EXPLAIN_H

#include "base/cc_buf.h"
#include "coverage/model/cov_model.h"

/* --- cmd_explain_match.c: texts alone --------------------------------------------------------- */

typedef struct cmd_thing {
    cc_str text;      /* as it was given */
    cc_str file;      /* the text in front of ":LINE"; the whole text without one */
    const char *path; /* `file` as an absolute path; NULL: not asked for */
    uint32_t line;    /* 0: none */
} cmd_thing;

/* Takes "FILE:LINE" apart. Borrows `text`. */
void cmd_thing_parse(cmd_thing *out, cc_str text);

/* LOOSE: by the end of a name (a type without its namespace, a file by its last parts), or but for
 * case. Where something is EXACT, what is LOOSE does not count. */
typedef enum cmd_grade { CMD_NO_MATCH, CMD_LOOSE, CMD_EXACT } cmd_grade;
cmd_grade cmd_thing_match(const cmd_thing *thing, const cov_fact *fact, cc_str root);

/* --- cmd_explain_find.c ----------------------------------------------------------------------- */

/* Why a line of a file is no line of the report, or what it is there. */
typedef enum cmd_line_kind {
    CMD_LINE_COVERED,
    CMD_LINE_PARTIAL,
    CMD_LINE_MISSED,
    CMD_LINE_NO_CODE,  /* in a member that is in, but no code begins on it */
    CMD_LINE_LEFT_OUT, /* in a member or a file that is left out: `fact` */
    CMD_LINE_OUTSIDE,  /* in no member */
    CMD_LINE_BEYOND    /* the file has fewer lines */
} cmd_line_kind;

typedef struct cmd_line_answer {
    cmd_line_kind kind;
    const cov_fact *file;
    const cov_file *shown; /* of the report; NULL when the file is not in it */
    const cov_line *line;  /* NULL: not coverable */
    const cov_fact *fact;  /* the innermost member around the line, or what left it out; NULL */
    uint32_t number;
} cmd_line_answer;

typedef struct cmd_answer {
    const cov_model *model;
    const cmd_thing *thing; /* NULL: everything */
    const cov_fact **facts; /* that the thing stands for, as the model orders them */
    uint32_t fact_count;
    cmd_line_answer *lines; /* with FILE:LINE, for each file that fits */
    uint32_t line_count;
    const char *session; /* NULL: judged from folders, before any run */
    const char *const *folders;
    size_t folder_count;
} cmd_answer;

/* What the thing stands for; nothing: fact_count 0. CC_E_NOMEM. */
CC_NODISCARD cc_err cmd_answer_find(cmd_answer *answer, cc_arena *arena);
/* Up to `cap` names of the model that are near the thing's text, the nearest first. */
enum { CMD_NEAR_NAMES = 3 };
size_t cmd_answer_near(const cmd_answer *answer, cc_arena *arena, cc_str out[CMD_NEAR_NAMES]);

/* "in", "out" or "without data": part of the JSON form. */
const char *cmd_verdict(const cmd_answer *answer, const cov_fact *fact);
/* ctr_reason_name() of the reason. Before any run nothing was loaded: what would be in is "measured"
 * then, not "never loaded". */
const char *cmd_reason_name(const cmd_answer *answer, const cov_fact *fact);
/* Sums of what the fact stands for; zeros when it is not in the report. */
cov_totals cmd_fact_totals(const cov_model *model, const cov_fact *fact);
/* "covered", "partial", "missed", "no code", "left out", "outside", "beyond the end". */
const char *cmd_line_kind_name(cmd_line_kind kind);
/* The members whose lines have this one. Calls `take` for each. */
void cmd_line_members(const cov_model *model, const cmd_line_answer *answer,
                      void (*take)(void *ctx, const cov_package *package, const cov_class *cls,
                                   const cov_method *method),
                      void *ctx);

/* --- the two forms ---------------------------------------------------------------------------- */

/* cmd_explain_text.c: lines for people, names without control characters. */
void cmd_answer_text(const cmd_answer *answer, cc_buf *out);
/* cmd_explain_json.c: CC_E_NOMEM. */
CC_NODISCARD cc_err cmd_answer_json(const cmd_answer *answer, cc_buf *out);

#endif
