/* Random numbers of the simulation: xorshift64*, the same on every machine; or what somebody
 * chose. */
#ifndef SIM_RAND_H
#define SIM_RAND_H

#include "base/cc_span.h"

typedef struct sim_rand {
    uint64_t state;
    cc_span choices; /* taken first: each byte stands for the highest bits of one number */
} sim_rand;

static inline void sim_seed(sim_rand *r, uint64_t seed) {
    uint64_t x = seed + 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    x ^= x >> 31;
    r->state = x == 0 ? 1 : x;
    r->choices = (cc_span){NULL, 0};
}

static inline uint32_t sim_next(sim_rand *r) {
    uint8_t choice = 0;
    if (cc_span_u8(&r->choices, &choice)) {
        return (uint32_t)choice << 24;
    }
    uint64_t x = r->state;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    r->state = x;
    return (uint32_t)((x * 0x2545F4914F6CDD1Du) >> 32);
}

/* 0 .. n-1, n > 0. */
static inline uint32_t sim_below(sim_rand *r, uint32_t n) {
    return (uint32_t)(((uint64_t)sim_next(r) * n) >> 32);
}

static inline bool sim_percent(sim_rand *r, uint32_t percent) {
    return sim_below(r, 100) < percent;
}

#endif
