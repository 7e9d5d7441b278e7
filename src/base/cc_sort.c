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

size_t cc_find_first(const void *items, size_t count, size_t size, const void *key,
                     int (*compare)(const void *item, const void *key)) {
    size_t low = 0;
    size_t high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare((const char *)items + middle * size, key) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}
