/* Internal to `clrcov explain`: parses THING, finds the matching facts of the model, and writes the
 * answer about them. Users' view and the JSON form: docs/explain.md. */
#ifndef CMD_EXPLAIN_H
#define CMD_EXPLAIN_H

#include "base/cc_buf.h"
#include "cli/core/cmd.h"
#include "coverage/model/cov_model.h"
#include "reports/rep_words.h"

/* --- cmd_explain_match.c: works on texts only ------------------------------------------------- */

typedef struct cmd_thing {
    cc_str text;      /* as given; "": none is */
    cc_str file;      /* the text before ":LINE"; the whole text without one */
    const char *path; /* `file` as an absolute path; NULL: not needed */
    uint32_t line;    /* 0: none */
} cmd_thing;

/* Takes the only operand, if there is one, and resolves a link to a source file: the model has
 * resolved paths. `what` is for messages: what is meant, and its forms. CC_E_USAGE. */
typedef struct cmd_thing_kinds {
    const char *what, *forms;
} cmd_thing_kinds;
CC_NODISCARD cc_err cmd_thing_take(cmd_thing *out, const cmd_call *call,
                                   const cmd_thing_kinds *kinds);
/* Splits "FILE:LINE". Borrows `text`. */
void cmd_thing_parse(cmd_thing *out, cc_str text);

/* The part after the last of the letters; the whole text without one. */
cc_str cmd_last_part(cc_str text, const char *letters);
/* After a separator of either kind. */
#define CMD_SEPARATORS "/\\"
bool cmd_is_separator(char letter);

/* LOOSE: matches the end of a name (a type without its namespace, a file by its last parts), or
 * differs in case. When any fact matches EXACT, LOOSE matches do not count. */
typedef enum cmd_grade { CMD_NO_MATCH, CMD_LOOSE, CMD_EXACT } cmd_grade;
/* LOOSE also: the path ends with the word, after a separator. Both kinds of separators are equal. */
cmd_grade cmd_path_match(cc_str word, cc_str path);
cmd_grade cmd_thing_match(const cmd_thing *thing, const cov_fact *fact, cc_str root);

/* --- cmd_explain_find.c ----------------------------------------------------------------------- */

/* Why a line of a file is not in the report, or its state there. */
typedef enum cmd_line_kind {
    CMD_LINE_COVERED,
    CMD_LINE_PARTIAL,
    CMD_LINE_MISSED,
    CMD_LINE_NO_CODE,      /* in a measured member, but no code begins on it */
    CMD_LINE_UNKNOWN,      /* in a member of which no data could be used: `fact` says why */
    CMD_LINE_LEFT_OUT,     /* in an omitted member or file: `fact` */
    CMD_LINE_SWITCHED_OFF, /* a comment or a rule for lines leaves it out: `range` */
    CMD_LINE_OUTSIDE,      /* in no member */
    CMD_LINE_BEYOND        /* the file has fewer lines */
} cmd_line_kind;

typedef struct cmd_line_answer {
    cmd_line_kind kind;
    const cov_fact *file;
    const cov_file *shown; /* of the report; NULL when the file is not in it */
    const cov_line *line;  /* NULL: not coverable */
    /* the innermost member around the line, or the fact that omits it; NULL */
    const cov_fact *fact;
    const mod_left_out_range *range; /* that leaves out the line; NULL: none */
    /* by branch of a line that ran: what was missed, in words; "": nothing. NULL: no sentences */
    cc_str *missed;
    uint32_t number;
} cmd_line_answer;

typedef struct cmd_answer {
    const cov_model *model;
    const cmd_thing *thing; /* NULL: everything */
    const cov_fact **facts; /* that match the thing, in the model's order */
    uint32_t fact_count;
    cmd_line_answer *lines; /* with FILE:LINE: one for each matching file */
    uint32_t line_count;
    const char *session; /* NULL: derived from folders, before any run */
    const char *const *folders;
    size_t folder_count;
} cmd_answer;

/* Finds the facts that match the thing; none: fact_count 0. Memory of `arena`. */
void cmd_answer_find(cmd_answer *answer, cc_arena *arena);
/* cmd_explain_words.c: the sentences about decisions of a file. The names of operands come from the
 * source, or, where it is gone or was changed since it was compiled, from what the compiler embedded
 * of it. CC_E_NOMEM. cmd_words_close() follows in either case. */
typedef struct cmd_words {
    cov_text text;
    rep_words words;
} cmd_words;
CC_NODISCARD cc_err cmd_words_open(cmd_words *out, const cov_model *model, const cov_file *file,
                                   cc_arena *arena);
void cmd_words_close(cmd_words *words);

/* Adds `missed` to the lines of the answer. Reads their source files.
 * CC_E_NOMEM. */
CC_NODISCARD cc_err cmd_answer_words(cmd_answer *answer, cc_arena *arena);
/* Finds up to CMD_NEAR_NAMES names of the model that are similar to the thing's text, the nearest
 * first. Returns their number. */
enum { CMD_NEAR_NAMES = 3 };
size_t cmd_answer_near(const cmd_answer *answer, cc_arena *arena, cc_str out[CMD_NEAR_NAMES]);

/* "in", "out" or "without data": part of the JSON form. */
const char *cmd_verdict(const cmd_answer *answer, const cov_fact *fact);
/* ctr_reason_name() of the reason. Before any run nothing was loaded: "never loaded" is then
 * replaced by "measured". */
const char *cmd_reason_name(const cmd_answer *answer, const cov_fact *fact);
/* Totals of the part of the model that the fact describes; zeros when it is not in the report. */
cov_totals cmd_fact_totals(const cov_model *model, const cov_fact *fact);
/* The method that a member's fact is about; NULL when it is not in the report. */
const cov_method *cmd_fact_method(const cov_model *model, const cov_fact *fact);
/* "covered", "partial", "missed", "no code", "left out", "outside", "beyond the end". */
const char *cmd_line_kind_name(cmd_line_kind kind);
/* Calls `take` for each member whose lines contain this one. */
void cmd_line_members(const cov_model *model, const cmd_line_answer *answer,
                      void (*take)(void *ctx, const cov_package *package, const cov_class *cls,
                                   const cov_method *method),
                      void *ctx);

/* The tests that hit the line; NULL: the run recorded no tests, or the line is not coverable. */
const cov_line_tests *cmd_line_tests(const cmd_line_answer *line);

/* --- the two forms ---------------------------------------------------------------------------- */

/* cmd_explain_text.c: lines for people, names without control characters. */
void cmd_answer_text(const cmd_answer *answer, cc_buf *out);
/* cmd_explain_json.c: for programs. Out of memory is recorded in `out`, as by the other. */
void cmd_answer_json(const cmd_answer *answer, cc_buf *out);

#endif
