/* What was missed in a line, in words: which operand was never true or never false, which arm of a switch
 * was never taken, and the line to which it leads.
 *
 *     `b` in `a && b` was never false, so line 12 did not run
 *     1 of 3 arms was never taken: line 9 (case 5)
 *
 * The names come from the text of the source. Where it is not there, or is not understood, the sentence
 * tells the number of the branch only; it never says more than is known.
 *
 * Beside the line itself the text need not be repeated: where the line has one decision, the sentence is "the
 * condition was never false, so line 12 did not run", and where it has several, it names the operand alone. There the two ways out of a decision
 * are its branches, as in the column of figures; elsewhere they are the arms of a branch.
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
    cc_arena *arena, *scratch; /* the second one for one sentence at a time */
    bool is_beside;            /* set by the caller: the sentence stands beside its line */
} rep_words;

/* `text` is that of the file; empty: it is not there. File and text stay in place.
 * rep_words_close() must be called, also after a failure. CC_E_NOMEM. */
CC_NODISCARD cc_err rep_words_open(rep_words *w, const cov_file *file, cc_str text);
void rep_words_close(rep_words *w);

/* Appends the sentence, without a full stop, about the arms of one branch of the line that were not
 * taken; false, and nothing, when all were. White space in operands becomes one space; other characters
 * are as in the source: the caller escapes them. */
bool rep_words_branch(rep_words *w, const cov_line *line, uint32_t branch, cc_buf *out);

#endif
