/* Fractions as reports show them: rounded down, so that 99.996 % is never shown as 100 %, and the
 * number never contradicts a threshold. Without locale. The functions write zero-terminated text to
 * `out`. */
#ifndef REP_NUMBER_H
#define REP_NUMBER_H

#include <stdint.h>

enum { REP_NUMBER_SIZE = 64 };

/* Returns hundredths of a percent, rounded down; 10000 when `valid` is 0. */
uint32_t rep_hundredths(uint64_t covered, uint64_t valid);
/* Writes "0.8333": four decimals; "1.0000" for 0 of 0. */
void rep_rate(uint64_t covered, uint64_t valid, char out[REP_NUMBER_SIZE]);
/* Writes "83.33%": two decimals; "n/a" for 0 of 0. */
void rep_percent(uint64_t covered, uint64_t valid, char out[REP_NUMBER_SIZE]);
/* Writes "83.3%": one decimal, for pages; "<0.1%" for less than 0.1 % and more than 0; "n/a" for 0
 * of 0. */
void rep_short_percent(uint64_t covered, uint64_t valid, char out[REP_NUMBER_SIZE]);
/* Writes "+1.2": the difference between two figures in hundredths of a percent, as
 * rep_short_percent() shows both; "+<0.1" where the texts are equal, but the figures are not. */
void rep_short_step(uint32_t from, uint32_t to, char out[REP_NUMBER_SIZE]);
/* Returns the hits, at most `most`: readers of some formats take smaller numbers only. */
uint64_t rep_hits(uint64_t hits, uint64_t most);
/* Writes "+1.25": the difference between two figures in hundredths of a percent. */
void rep_step(uint32_t from, uint32_t to, char out[REP_NUMBER_SIZE]);
/* Writes "50%": no decimals. */
void rep_whole_percent(uint64_t covered, uint64_t valid, char out[REP_NUMBER_SIZE]);

#endif
