/* Where control goes on behind a catch block whose code awaits. C# moves such code behind the try
 * statement: the block that is left stores a number in a variable of the compiler's and leaves to a
 * hidden point, where tests of the number follow. The number is not 0, which stands for the end of
 * the try block: when no code comes to that end, what follows the try statement is not reachable,
 * although the tests have a way there.
 *
 *     .try { .. } catch { stloc e; ldc.i4.1; stloc n; leave L }   L: ldloc n; ldc.i4.1; bne.un END; (moved code)
 *
 * A try statement whose finally awaits (await using, await foreach) has a block around it that
 * keeps the exception; what leaves the block by `return` or `break` stores a number, too, which is
 * tested behind the code of the finally:
 *
 *     .try { ..; ldc.i4.1; stloc n; leave L } catch { stloc e; leave L }   L: (finally; throw e) ldloc n; ldc.i4.1; bne.un END; (return)
 *
 * When control never leaves the block but by an exception, the test of the kept exception always
 * finds one:
 *
 *     .try { ..; throw } catch { stloc e; leave L }   L: (finally) ldloc e; brfalse END; (throw e)
 *
 * An async iterator has a field that says whether it is disposed of. `yield break` sets it, and
 * leaves to a test of it behind the try statement; DisposeAsync() comes on the same way.
 *
 *     .try { ..; ldarg.0; ldc.i4.1; stfld f; leave L } finally { .. }   L: ldarg.0; ldfld f; brfalse N; leave END;  N: (what follows)
 *
 * Behind a finally that awaits, the field is tested behind the numbers, and `yield break` leaves
 * with the number 0:
 *
 *     L: (finally; throw e) ldloc n; ldc.i4.1; beq R;  ldarg.0; ldfld f; brfalse N; leave END;  N: (what follows)  R: (return)
 *
 * Threads: pure functions of their arguments. */
#ifndef MOD_NORETURN_CAUGHT_H
#define MOD_NORETURN_CAUGHT_H

#include "method/mth.h"

/* What is known of a method. */
typedef struct mod_caught_known {
    uint32_t disposal; /* token of that field; 0: the method uses none */
    /* By instruction: it is not reachable, by what was found before; NULL: nothing was */
    const bool *dead;
} mod_caught_known;

/* *leads: by instruction, for such a leave the instruction where the tests lead, for a test that always leads to one instruction
 * that instruction, IL_NO_INSN for all else; memory of `arena`. NULL when the method has none.
 * CC_E_NOMEM. */
CC_NODISCARD cc_err mod_no_return_caught(const mth_method *m, const mod_caught_known *known,
                                         cc_arena *arena, const uint32_t **leads);

#endif
