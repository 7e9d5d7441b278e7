/* Where control goes on behind a catch block whose code awaits. C# moves such code behind the try statement: the block that is
 * left stores a number in a variable of the compiler's and leaves to a hidden point, where tests of the number follow. The
 * number is not 0, which stands for the end of the try block: when no code comes to that end, what follows the try statement is
 * not reachable, although the tests have a way there.
 *
 *     .try { .. } catch { stloc e; ldc.i4.1; stloc n; leave L }   L: ldloc n; ldc.i4.1; bne.un END; (moved code)
 *
 * Threads: pure functions of their arguments. */
#ifndef MOD_NORETURN_CAUGHT_H
#define MOD_NORETURN_CAUGHT_H

#include "method/mth.h"

/* *leads: by instruction, for such a leave the instruction where the tests lead, IL_NO_INSN for all else; memory of `arena`. NULL
 * when the method has none. CC_E_NOMEM. */
CC_NODISCARD cc_err mod_no_return_caught(const mth_method *m, cc_arena *arena,
                                         const uint32_t **leads);

#endif
