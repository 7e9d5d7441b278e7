/* Code behind calls that do not return (docs/coverage-rules.md, what is in and what is out): code
 * that can be reached only through the return of a call to a method with
 * System.Diagnostics.CodeAnalysis.DoesNotReturnAttribute (by full name, wherever it is defined) is
 * not coverable; its points and branches are left out.
 *
 * Input: a method (mth.h) and the files of all assemblies of the run, in which callees are looked
 * up: type forwarders are followed (System.Runtime to System.Private.CoreLib). A callee that is not
 * found is assumed to return. Only the attribute of the method that the call names counts, not that
 * of an override. Output: a flag for each instruction.
 *
 * Code that only leads to the throw of a listed exception (UnreachableException) is not coverable
 * either, and neither is the arm of a decision that leads there (mod_noreturn_throw.h). The same
 * holds for code behind a try statement that only the tests of the compiler lead to
 * (mod_noreturn_number.h).
 *
 * Use: open once for a build; add the file of every module record of every process (measured or
 * not; a file is read only when a call needs it); for each measured module call begin, then insns
 * for each method. When the instruction of a point or a decision is flagged, the caller checks its
 * counters first: one that was hit (or has an arm taken) stays, because the attribute was wrong;
 * others are treated as phantoms (dec_decisions.is_phantom) and dropped decisions.
 *
 * Threads: one. */
#ifndef MOD_NORETURN_H
#define MOD_NORETURN_H

#include "metadata/md.h"
#include "method/mth.h"

typedef struct mod_no_return mod_no_return;

/* CC_E_NOMEM. */
CC_NODISCARD cc_err mod_no_return_open(mod_no_return **out);
/* Full names of exceptions that mark code as unreachable; borrowed. None are set at first. */
void mod_no_return_set_thrown(mod_no_return *n, const char *const *types, size_t count);
/* Code behind calls that do not return, and in front of listed exceptions, is coverable after all;
 * only ways that no code takes count. Before the first file is added. */
void mod_no_return_keep(mod_no_return *n);
/* NULL is allowed. */
void mod_no_return_close(mod_no_return *n);

/* The assembly with this simple name may be in `file` (copied; adding a file twice is allowed). A
 * file that does not exist or is damaged when it is needed is ignored. CC_E_NOMEM. */
CC_NODISCARD cc_err mod_no_return_add(mod_no_return *n, cc_str name, cc_str file, md_layout layout);

/* Following calls are about methods of this module; `tables` is borrowed until the next begin.
 * CC_E_NOMEM. */
CC_NODISCARD cc_err mod_no_return_begin(mod_no_return *n, const md_tables *tables);

/* Flags by instruction of a body, in the arena; NULL when none is set, as in most methods. */
typedef struct mod_dead {
    /* Not coverable unless it ran: for the point or decision at instruction i, all[i] */
    const bool *all;
    const bool *throwing; /* of them, those that only lead to the throw of a listed exception */
} mod_dead;

/* One pass over the calls of most methods. CC_E_NOMEM. */
CC_NODISCARD cc_err mod_no_return_insns(mod_no_return *n, const mth_method *m, cc_arena *arena,
                                        mod_dead *out);

#endif
