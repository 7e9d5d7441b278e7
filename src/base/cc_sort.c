/* See cc_sort.h. */
#include "base/cc_sort.h"

#include <stdlib.h>

void cc_sort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    const char *at = items;
    size_t sorted = count > 0 ? 1 : 0;
    while (sorted < count && compare(at, at + size) <= 0) {
        at += size;
        sorted++;
    }
    if (sorted < count) {
        qsort(items, count, size, compare);
    }
}
