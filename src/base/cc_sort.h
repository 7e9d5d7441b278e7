/* Sorting of data that is mostly sorted already. */
#ifndef CC_SORT_H
#define CC_SORT_H

#include <stddef.h>
#include <stdint.h>

/* Sorts like qsort(); sorted input costs one comparison per element. `items` may be NULL when there
 * are none. */
void cc_sort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *));

/* Index of the first of sorted items that is not before the key; `count`: all are. `compare` gets an
 * item and the key. */
size_t cc_find_first(const void *items, size_t count, size_t size, const void *key,
                     int (*compare)(const void *item, const void *key));

/* The order of two numbers, for functions that compare. */
static inline int cc_compare(uint64_t a, uint64_t b) {
    return (a > b) - (a < b);
}

#endif
