/* What a run missed in a line, in words: which operand was never true or never false, which arm of
 * a switch was never taken, and the line to which the arm leads.
 *
 *     `b` in `a && b` was never false, so line 12 did not run
 *     4 of 5 arms were never taken: line 9 (`case 5`), 3 to line 14 (`case 8`)
 *
 * The names come from the text of the source. Without the text, or when the text is not understood,
 * the sentence has only the number of the branch; it contains only known facts.
 *
 * Beside the line itself the sentence need not repeat the text. If the line has one decision, the
 * sentence is "the condition was never false, so line 12 did not run"; if it has several, the
 * sentence names only the operand. There the sentence calls the two outcomes of a decision its
 * branches, as in the column of figures; elsewhere it calls them the arms of a branch.
 *
 * Threads: one for each rep_words. */
#ifndef REP_WORDS_H
#define REP_WORDS_H

#include "base/cc_buf.h"
#include "coverage/model/cov_model.h"
#include "source/src_text.h"

typedef struct rep_words {
    src_text source;
    const cov_file *file;
    cc_arena *arena, *scratch; /* the second arena is for one sentence at a time */
    bool is_beside;            /* set by the caller: the sentence is beside its line */
} rep_words;

/* `text` is the text of the file; empty: there is none. File and text stay in place. The caller
 * calls rep_words_close(), also after a failure. CC_E_NOMEM. */
CC_NODISCARD cc_err rep_words_open(rep_words *w, const cov_file *file, cc_str text);
void rep_words_close(rep_words *w);

/* Appends the sentence, without a full stop, about the arms of one branch of the line that were not
 * taken. False, and appends nothing, when all were taken. White space in operands becomes one
 * space; other characters are as in the source: the caller escapes them. */
bool rep_words_branch(rep_words *w, const cov_line *line, uint32_t branch, cc_buf *out);

#endif
