/* The places in which C# records how control left a try statement whose catch or finally awaits.
 * The compiler moves the code of that catch or finally to after the statement, records a number or
 * the exception, and tests the record at a hidden point:
 *
 *     .try { ..; leave L } catch { stloc e; ldc.i4.1; stloc n; leave L }
 *       L: ldloc n; ldc.i4.1; bne.un END; (code of the catch)
 *     .try { ..; ldc.i4.1; stloc n; leave L } catch { stloc e; leave L }
 *       L: (code of the finally; throw e) ldloc n; ldc.i4.1; bne.un END; (return, or break)
 *     .try { ..; throw } catch { stloc e; leave L }   L: (finally) ldloc e; brfalse END; (throw e)
 *
 * An async iterator has a field that says whether it is disposed of, and likewise tests it: `yield
 * break` sets it and leaves the block, and DisposeAsync() takes that path, too.
 *
 * Threads: pure functions of their arguments. */
#ifndef MOD_NORETURN_NUMBER_H
#define MOD_NORETURN_NUMBER_H

#include "method/mth.h"
#include "rewriter/il/flow.h"
#include "rewriter/il/il_value.h"

typedef struct mod_numbers {
    const mth_method *method;
    il_place *places;
    size_t count, cap;
} mod_numbers;

/* Finds the places, in memory of `arena`. */
void mod_numbers_find(mod_numbers *out, const mth_method *m, const flow_graph *flow,
                      cc_arena *arena);
/* Adds a place, which may already be in the list. */
void mod_numbers_add(mod_numbers *numbers, il_place place, cc_arena *arena);
/* Adds the locals to which the body copies these places; `hidden`: at hidden points only. */
void mod_numbers_add_copies(mod_numbers *numbers, bool hidden, cc_arena *arena);
bool mod_numbers_have(const mod_numbers *numbers, il_place place);

/* The last point at or before the instruction is hidden. */
bool mod_is_hidden(const mth_method *m, uint32_t insn);

#endif
