/* Sums of counts that stay at their largest value. */
#ifndef CC_SUM_H
#define CC_SUM_H

#include <stdint.h>

static inline uint64_t cc_add_saturated(uint64_t a, uint64_t b) {
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

#endif
