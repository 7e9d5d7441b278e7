/* The conditions in the text of a statement, in the order in which they are evaluated: operands of
 * && and ||, what stands in front of ? and ??, receivers of ?., the condition of an if or a loop.
 * They are matched with the branches of the statement by their number, so a text that holds something
 * else (a pattern of several tests, a switch expression, a query) is not read at all.
 *
 * Threads: pure functions of their arguments. */
#ifndef REP_OPERANDS_H
#define REP_OPERANDS_H

#include "coverage/model/cov_model.h"
#include "source/src_tokens.h"

typedef enum rep_operand_kind {
    REP_OPERAND_CONDITION, /* true or false */
    REP_OPERAND_NULL,      /* null or not: what stands in front of ?? or ?. */
    REP_OPERAND_LOOP       /* a foreach has a next element or not */
} rep_operand_kind;

typedef struct rep_operand {
    rep_operand_kind kind;
    const src_token *tokens; /* the operand, as written */
    uint32_t count;
    const src_token *whole; /* the condition that it is a part of */
    uint32_t whole_count;   /* 0: it stands alone */
} rep_operand;

/* Finds `wanted` operands, no more and no less; false when the text does not hold as many. With less
 * than all understood the answer is false, too. Memory of `arena`. */
bool rep_operands_find(cc_str text, src_language language, rep_operand *out, uint32_t wanted,
                       cc_arena *arena);

/* 1: the operand is true when the test of its branch holds; -1: it is false then; 0: not known. */
int rep_operand_sense(const rep_operand *operand, src_language language, dec_test test);

#endif
