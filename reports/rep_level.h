/* Which figures are good, fair or poor, for the colours of pages: by the thresholds of the user, if
 * there are any. The comparison uses the counts, not the rounded figure, so that a colour never
 * contradicts a gate. */
#ifndef REP_LEVEL_H
#define REP_LEVEL_H

#include "reports/rep.h"

/* Returns the level; REP_LEVEL_NONE: there is nothing to cover. */
typedef enum rep_level { REP_LEVEL_NONE, REP_LEVEL_POOR, REP_LEVEL_FAIR, REP_LEVEL_GOOD } rep_level;

/* 100 % in the unit of rep_bounds. */
enum { REP_WHOLE = 1000000 };

/* The bounds without thresholds. */
extern const rep_levels rep_default_levels;

/* Both counts are below 2^43. */
rep_level rep_level_of(const rep_bounds *bounds, uint64_t covered, uint64_t valid);
/* Returns the bounds that a threshold sets, in ten-thousandths of a percent; not above 0: the
 * bounds without a threshold. */
rep_bounds rep_bounds_of(int32_t threshold);

#endif
