/* What a branch with two arms tests, as far as its IL shows it. */
#ifndef DEC_TEST_H
#define DEC_TEST_H

typedef enum dec_test {
    DEC_TEST_UNKNOWN,  /* more than two arms, or made from several branches */
    DEC_TEST_VALUE,    /* a value is true, not zero or not null */
    DEC_TEST_TYPE,     /* a value is of a type (isinst) */
    DEC_TEST_OPERATOR, /* a comparison that is a method (op_Equality, op_LessThan, ...) holds */
    DEC_TEST_EQUAL,    /* two values are equal */
    DEC_TEST_LESS,     /* the first one is less than the second one */
    DEC_TEST_GREATER
} dec_test;

#endif
