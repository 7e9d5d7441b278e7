/* Lines that a source file leaves out of the report, by a comment or by a rule for lines:
 *
 *     // coverage: off            alone on its line: up to `coverage: on`
 *     throw Never(); // coverage: off -- why     after code: this line
 *
 * A comment begins with two slashes or with slash and star in C#, with an apostrophe or REM in
 * Visual Basic, with two slashes or with parenthesis and star in F#. The language follows from the
 * extension of the path. Words after `off` are the reason.
 *
 * Memory is of the caller's arena; the functions only read the text. Threads: one, because the
 * functions mark rules. */
#ifndef MOD_LEFT_OUT_H
#define MOD_LEFT_OUT_H

#include "select/sel.h"

typedef struct mod_left_out_range {
    uint32_t first, last;
    cc_str why; /* the comment and its line, or the rule */
} mod_left_out_range;

typedef struct mod_left_out {
    mod_left_out_range *ranges; /* by line, without overlap */
    uint32_t count;
    uint32_t open_line; /* line of an `off` that no `on` ends; 0: none */
} mod_left_out;

/* The text has to be scanned for comments; rules for lines need all texts. */
bool mod_left_out_has_comment(cc_span text);
void mod_left_out_find(mod_left_out *out, cc_span text, cc_str path, sel_list *filter,
                       cc_arena *arena);
/* Returns the range that contains the line; NULL: the line is in the report. `left_out` may be
 * NULL. */
const mod_left_out_range *mod_left_out_of(const mod_left_out *left_out, uint32_t line);

#endif
