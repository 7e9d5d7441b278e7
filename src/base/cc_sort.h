/* Sorting of data that is mostly sorted already. */
#ifndef CC_SORT_H
#define CC_SORT_H

#include <stddef.h>

/* Sorts like qsort(); sorted input costs one comparison per element. `items` may be NULL when there
 * are none. */
void cc_sort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *));

#endif
