/* The idioms of compilers, as rows of a table (dec_idioms.def). A row says in which languages its
 * idiom occurs and which rows must have run before it; rows that are not named may run before it or
 * after it, with the same decisions. Threads: the table is constant. */
#ifndef DEC_IDIOMS_H
#define DEC_IDIOMS_H

#include "coverage/decision/core/dec_edit.h"
#include "coverage/decision/core/dec_match.h"
#include "coverage/decision/core/dec_value.h"

/* An idiom changes what dec_edit.h has functions for, and nothing else of the view. */
typedef void dec_idiom_fn(dec_view *view);
#define DEC_IDIOM(name, languages, after, text) dec_idiom_fn dec_idiom_##name;
#include "coverage/decision/core/dec_idioms.def"
#undef DEC_IDIOM

typedef struct dec_idiom {
    const char *name;
    dec_idiom_fn *run;
    uint32_t languages; /* a bit for each pdb_language: 1 << language */
    uint64_t after;     /* a bit for each row that must have run before: 1 << row */
} dec_idiom;

enum {
#define DEC_IDIOM(name, languages, after, text) DEC_ROW_##name,
#include "coverage/decision/core/dec_idioms.def"
#undef DEC_IDIOM
    DEC_IDIOM_COUNT
};

extern const dec_idiom dec_idioms[DEC_IDIOM_COUNT];

/* Runs all rows that the language of the view has. `order`: each row once, after those that it
 * names; NULL: the order of the table. */
void dec_run_idioms(dec_view *v, const uint8_t *order);

#endif
