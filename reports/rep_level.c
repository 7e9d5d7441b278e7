/* Good, fair and poor figures; see rep_level.h. */
#include "reports/rep_level.h"

/* 90 %, 75 %; where a threshold defines the good figures, fair figures begin 10 points below it. */
enum { GOOD = 900000, FAIR = 750000, BELOW = 100000 };

#define WITHOUT_THRESHOLD                                                                          \
    { GOOD, FAIR, false }
#define WITHOUT_THRESHOLDS                                                                         \
    { WITHOUT_THRESHOLD, WITHOUT_THRESHOLD, WITHOUT_THRESHOLD }

const rep_levels rep_default_levels = {.all = WITHOUT_THRESHOLDS, .file = WITHOUT_THRESHOLDS};

static bool is_reached(uint64_t covered, uint64_t valid, int32_t bound) {
    return covered * REP_WHOLE >= valid * (uint64_t)bound;
}

rep_level rep_level_of(const rep_bounds *bounds, uint64_t covered, uint64_t valid) {
    if (valid == 0) {
        return REP_LEVEL_NONE;
    }
    if (is_reached(covered, valid, bounds->good)) {
        return REP_LEVEL_GOOD;
    }
    return is_reached(covered, valid, bounds->fair) ? REP_LEVEL_FAIR : REP_LEVEL_POOR;
}

rep_bounds rep_bounds_of(int32_t threshold) {
    if (threshold <= 0) {
        return (rep_bounds)WITHOUT_THRESHOLD;
    }
    return (rep_bounds){threshold, threshold > BELOW ? threshold - BELOW : 0, true};
}
