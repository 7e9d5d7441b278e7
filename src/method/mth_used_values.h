/* F#: lines that use a value which their code computes first.
 *
 *     let value =                      line 1
 *         if c then A() else B()       line 2
 *     use value                        line 3
 *
 * Optimised code has no variable for such a value. The point of line 3 is at a `nop` before the
 * code of line 2, although line 3 runs only when that code gave the value:
 *
 *     nop                              point of line 3
 *     c; brfalse L                     points of line 2
 *     call A; br M
 *     L: call B
 *     M: call use                      line 3
 *
 * The point belongs to M, the instruction that takes the value from the stack. */
#ifndef MTH_USED_VALUES_H
#define MTH_USED_VALUES_H

#include "method/mth.h"

/* Moves such points of an F# method to the instruction that takes the value; the points stay in
 * order. `m` has body, points and resolver. CC_E_NOMEM. */
CC_NODISCARD cc_err mth_move_points(mth_method *m, const pdb_file *pdb, cc_arena *arena);

#endif
