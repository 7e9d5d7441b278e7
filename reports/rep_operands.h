/* The conditions in the text of a statement, in the order of evaluation: operands of && and ||,
 * operands before ? and ??, receivers of ?., the condition of an if or a loop. Their number matches
 * them with the branches of the statement. So the function does not read a text with any other
 * construct (a pattern of several tests, a switch expression, a query).
 *
 * Threads: pure functions of their arguments. */
#ifndef REP_OPERANDS_H
#define REP_OPERANDS_H

#include "coverage/model/cov_model.h"
#include "source/src_tokens.h"

typedef enum rep_operand_kind {
    REP_OPERAND_CONDITION, /* true or false */
    REP_OPERAND_NULL,      /* null or not: the operand before ?? or ?. */
    REP_OPERAND_LOOP       /* a foreach has a next element or not */
} rep_operand_kind;

typedef struct rep_operand {
    rep_operand_kind kind;
    const src_token *tokens; /* the operand, as written */
    uint32_t count;
    const src_token *whole; /* the condition of which it is a part */
    uint32_t whole_count;   /* 0: it is a condition of its own */
} rep_operand;

/* Finds exactly `wanted` operands; false when the text has another number of them, or when a part
 * of it is not understood. Memory of `arena`. */
bool rep_operands_find(cc_str text, src_language language, rep_operand *out, uint32_t wanted,
                       cc_arena *arena);

/* Returns 1: the operand is true when the test of its branch holds; -1: the operand is then false;
 * 0: unknown. */
int rep_operand_sense(const rep_operand *operand, src_language language, dec_test test);

#endif
