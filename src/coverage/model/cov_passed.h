/* Ways out that optimised code does not tell apart. The compilers of C# and Visual Basic lead a branch to a jump to where the
 * jump leads, and copy a `ret` to where a jump to it stands. A statement that is nothing but a jump (`}`, `break;`,
 * `return;`, `End If`) then has code on one of the ways that pass it only:
 *     if (a) A(); else B();  break;      a; brfalse L; call A; br X;  L: call B; br X [break;]
 * When its own code did not run, but some other way to the same place did, nobody can say whether it was passed: it is
 * neither covered nor missed. Threads: a pure function of its arguments. */
#ifndef COV_PASSED_H
#define COV_PASSED_H

#include "method/mth.h"

typedef struct cov_passing {
    const mth_method *method;
    const uint64_t *values; /* by node of the plan */
    pdb_language language;
    bool is_optimised; /* other code has every jump where it is written: nothing is unknown there */
} cov_passing;

/* `hits`, by point: those of the head of an endless loop, which stands at the end of the loop in the code
 * (`BODY: ...; br BODY [while (true)]`), become what its body has: control came past the head. *is_unknown, by point, in
 * `scratch`: not hit, and perhaps passed all the same; NULL when there are no such points.
 * `hits` NULL: nothing is done. CC_E_NOMEM. */
CC_NODISCARD cc_err cov_passed_find(const cov_passing *in, uint64_t *hits, bool **is_unknown,
                                    cc_arena *scratch);

#endif
