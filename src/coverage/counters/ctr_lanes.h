/* Reading lanes: copies of exact counters, one for each thread that counted in them. Internal to
 * this room. */
#ifndef CTR_LANES_H
#define CTR_LANES_H

#include "coverage/counters/ctr.h"

/* Gives each method of the file its lanes. Each lane is in counter areas of `bytes`; the function
 * sorts `lanes`. When lanes overlap, it uses none, and the file is damaged. Memory of `arena`;
 * false when out of memory. */
bool ctr_lanes_join(ctr_file *file, cc_span bytes, clrcov_lane_payload *lanes, size_t count,
                    cc_arena *arena);

/* Returns the sum of the copies of counter `index`, modulo 2^64; loads each copy atomically.
 * `index` must be below the method's number of counters. */
uint64_t ctr_lanes_sum(const ctr_method_data *method, uint32_t index);

#endif
