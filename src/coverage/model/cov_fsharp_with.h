/* `with` in a sequence of F#: `seq { try .. with | :? A -> .. | e when c -> .. }`. Its rules are compiled
 * twice: a closure asks whether one of them takes the exception (the filter, which gives 0 or 1), and
 * another one does what that rule says (the handler). Conditions are told by the filter, which asks each
 * exception; the rules by the handler, and that none took it by the filter. Neither has a point for the keyword;
 * its line is in their names. Threads: as cov_records.h. */
#ifndef COV_FSHARP_WITH_H
#define COV_FSHARP_WITH_H

#include "coverage/decision/dec.h"
#include "coverage/model/cov_records.h"
#include "method/mth.h"

typedef struct cov_fsharp_with {
    dec_role role;            /* of the method */
    uint32_t line;            /* of a handler: that of the keyword */
    const mth_method *filter; /* of a handler; NULL: there is nothing to ask, `with e -> ..` */
    uint64_t asked;           /* how often the filter was */
    bool is_passed;           /* no rule took some exception */
} cov_fsharp_with;

/* What the method is for a `with`; of a handler, what ran of its filter. `values`: of the method's nodes. */
CC_NODISCARD cc_err cov_fsharp_with_find(cov_fsharp_with *out, const cov_reader *from,
                                         const mth_method *method, const uint64_t *values,
                                         bool plan_all);
/* The filter tells of the visible point, or of what stands behind it up to the offset. */
bool cov_fsharp_with_tells(const cov_fsharp_with *with, const pdb_point *point);
bool cov_fsharp_with_tells_at(const cov_fsharp_with *with, const mth_method *handler,
                              uint32_t offset);
/* Decision number `index` of the handler is the one between its rules. */
bool cov_fsharp_with_is_choice(const mth_method *handler, const dec_decisions *decisions,
                               uint32_t index);
/* The arm says that no rule takes the exception. */
bool cov_fsharp_with_is_passed(const dec_decisions *decisions, const dec_decision_arm *arm);

#endif
