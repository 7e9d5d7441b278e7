/* Sorting of what mostly is in order already. */
#ifndef CC_SORT_H
#define CC_SORT_H

#include <stddef.h>

/* As qsort(); what is in order stays as it is, for the price of one look at each
 * element. `items` may be NULL when there are none. */
void cc_sort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *));

#endif
