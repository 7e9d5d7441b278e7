/* The decisions of assemblies under different orders of the idioms (dec_idioms.def): rows that do
 * not name each other may run in any order. Used by the unit test for the golden libraries, and by
 * tests/tools/orders.c for any assembly. */
#ifndef ORDERS_H
#define ORDERS_H

#include <stdio.h>

#include "coverage/decision/core/dec_idioms.h"

typedef struct orders_order {
    uint8_t rows[DEC_IDIOM_COUNT];
} orders_order;

/* The order of the table. */
void orders_of_table(orders_order *out);
/* A random order in which each row is after those that it names. `seed` is changed. */
void orders_shuffle(orders_order *out, uint64_t *seed);
/* The order of the table, but `late`, with the rows that it names, runs before `early`. False:
 * it names that one. */
bool orders_swap(orders_order *out, uint32_t early, uint32_t late);

/* An assembly and its symbols, read and never changed. */
typedef struct orders_assembly {
    const char *name;
    const md_image *image;
    const pdb_file *pdb;
    dec_sources sources;
} orders_assembly;

typedef struct orders_difference {
    uint32_t methods;   /* of the assembly, with branches */
    uint32_t differing; /* of these, with other decisions under the other order */
    uint32_t token;     /* of the first such method */
} orders_difference;

/* Decides all methods of the assembly under both orders, in each role that a method of F# may have.
 * `show`: gets both texts of the first one that differs; may be NULL. CC_E_NOMEM and the errors of
 * the readers. */
CC_NODISCARD cc_err orders_compare(orders_difference *out, const orders_assembly *assembly,
                                   const orders_order *a, const orders_order *b, FILE *show);
/* Writes the decisions of all methods in the order of the table, a line for each. Errors as
 * above. */
CC_NODISCARD cc_err orders_list(FILE *out, const orders_assembly *assembly);

#endif
