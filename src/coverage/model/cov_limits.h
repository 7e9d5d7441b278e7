/* How many lines the spans of points may have. A small file can name spans of many lines, which are
 * damage and not statements. */
#ifndef COV_LIMITS_H
#define COV_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#define COV_MAX_POINT_LINES 100000u /* a point over more lines is damage, not a statement */
#define COV_MAX_FILE_LINES 10000000u

/* Lines of points after their first ones: they are as many as this, and so many more for each
 * point, or the spans are damage. */
#define COV_MOST_MORE_LINES 250000u
#define COV_MORE_LINES_OF_POINT 16u
static inline bool cov_are_spans_sane(uint64_t more_lines, uint64_t points) {
    return more_lines <= COV_MOST_MORE_LINES + COV_MORE_LINES_OF_POINT * points;
}

#endif
