/* `with` in a sequence of F#: `seq { try .. with | :? A -> .. | e when c -> .. }`. Its rules are
 * compiled twice: one closure tests whether a rule takes the exception (the filter, which returns 0
 * or 1), another one runs that rule (the handler). Conditions are counted in the filter, which
 * tests every exception; rules in the handler; that no rule took the exception in the filter.
 * Neither has a point for the keyword; its line is in their names. Threads: as cov_records.h. */
#ifndef COV_FSHARP_WITH_H
#define COV_FSHARP_WITH_H

#include "coverage/decision/core/dec.h"
#include "coverage/model/build/measure/cov_records.h"
#include "method/mth.h"

typedef struct cov_fsharp_with {
    dec_role role; /* of the method */
    uint32_t line; /* of a handler: the line of the keyword */
    /* of a handler; NULL: there is nothing to test, `with e -> ..` */
    const mth_method *filter;
    uint64_t asked; /* how often the filter ran */
    bool is_passed; /* no rule took some exception */
} cov_fsharp_with;

/* The role of the method in a `with`; for a handler, also what ran of its filter. `values`: of the
 * method's nodes. Memory of the reader's arena. Errors of mth_open(). */
CC_NODISCARD cc_err cov_fsharp_with_find(cov_fsharp_with *out, const cov_reader *from,
                                         const mth_method *method, const uint64_t *values,
                                         bool plan_all);
/* The filter counts the visible point, or the last visible point at or before the offset. */
bool cov_fsharp_with_tells(const cov_fsharp_with *with, const pdb_point *point);
bool cov_fsharp_with_tells_at(const cov_fsharp_with *with, const mth_method *handler,
                              uint32_t offset);
/* Decision number `index` of the handler is the one between its rules. */
bool cov_fsharp_with_is_choice(const mth_method *handler, const dec_decisions *decisions,
                               uint32_t index);
/* The arm is taken when no rule takes the exception. */
bool cov_fsharp_with_is_passed(const dec_decisions *decisions, const dec_decision_arm *arm);

#endif
