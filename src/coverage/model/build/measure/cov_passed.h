/* Exits that optimised code does not distinguish. The compilers of C# and Visual Basic redirect a
 * branch to a jump: it leads to the target of the jump. A jump to a `ret` they replace by a copy of
 * the `ret`. A statement that is only a jump (`}`, `break;`, `return;`, `End If`) then has code on only one of
 * the paths that pass it:
 *
 *     if (a) A(); else B();  break;      a; brfalse L; call A; br X;  L: call B; br X [break;]
 *
 * When its own code did not run, but another path to the same target did, it is unknown whether the
 * statement was passed: it is neither covered nor missed. Threads: a pure function of its
 * arguments. */
#ifndef COV_PASSED_H
#define COV_PASSED_H

#include "method/mth.h"

typedef struct cov_passing {
    const mth_method *method;
    const uint64_t *values; /* by node of the plan */
    pdb_language language;
    bool is_optimised; /* other code has every jump in its source position: nothing is unknown */
} cov_passing;

/* By point of the method; NULL: there is no such point. */
typedef struct cov_passed {
    /* the head of an endless loop, whose code is at the end of the loop (`BODY: ...; br BODY [while
     * (true)]`): the first point of the loop, an earlier one. Control passed the head before it, so
     * the head has at least its hits. PROBE_NONE: the point is no such head. */
    uint32_t *loop_of;
    /* not hit, but possibly passed. With a `loop_of` this only counts when the loop's point was not
     * hit either. */
    bool *is_passed;
} cov_passed;

/* `hits`: by point; NULL: nothing is done. Memory of `scratch`. */
void cov_passed_find(const cov_passing *in, const uint64_t *hits, cov_passed *out,
                     cc_arena *scratch);

#endif
