/* Code after calls that do not return (docs/coverage-rules.md, what is in and what is out). Code
 * that control can reach only through the return of such a call is not coverable; its points and
 * branches are left out. The callee has System.Diagnostics.CodeAnalysis.DoesNotReturnAttribute (by
 * full name, wherever it is defined).
 *
 * Input: a method (mth.h) and the files of all assemblies of the run, in which callees are looked
 * up: type forwarders are followed (System.Runtime to System.Private.CoreLib). A callee that is not
 * found is assumed to return. Only the attribute of the method that the call names counts, not the
 * attribute of an override. Output: a flag for each instruction.
 *
 * Code that only leads to the throw of a listed exception (UnreachableException) is not coverable
 * either, and neither is the arm of a decision that leads there (mod_noreturn_throw.h). Nor is code
 * after a try statement to which only the tests of the compiler lead (mod_noreturn_number.h).
 *
 * Use: open once for a build. Add the file of every module record of every process (measured or
 * not; a file is read only when a call needs it). For each measured module call begin, then insns
 * for each method. When the instruction of a point or a decision is flagged, the caller checks its
 * counters first. A point that was hit (or a decision with an arm taken) stays, because the
 * attribute was wrong. Others become phantoms (dec_decisions.is_phantom) and dropped decisions.
 *
 * Threads: one. */
#ifndef MOD_NORETURN_H
#define MOD_NORETURN_H

#include "metadata/md.h"
#include "method/mth.h"

typedef struct mod_no_return mod_no_return;

mod_no_return *mod_no_return_open(void);
/* Full names of exceptions that mark code as unreachable; borrowed. None are set at first. */
void mod_no_return_set_thrown(mod_no_return *n, const char *const *types, size_t count);
/* Makes code after calls that do not return, and before listed exceptions, coverable: only paths
 * that no code takes count. Call it before the first file is added. */
void mod_no_return_keep(mod_no_return *n);
/* NULL is allowed. */
void mod_no_return_close(mod_no_return *n);

/* The assembly with this simple name may be in `file` (copied; adding a file twice is allowed). A
 * file that does not exist or is damaged when a call needs it is ignored. */
void mod_no_return_add(mod_no_return *n, cc_str name, cc_str file, md_layout layout);

/* Selects the module of the methods in the following calls; `tables` is borrowed until the next
 * begin. */
void mod_no_return_begin(mod_no_return *n, const md_tables *tables);

/* Flags by instruction of a body, in the arena; NULL when no flag is set, as in most methods. */
typedef struct mod_dead {
    /* Not coverable unless it ran. For the point or decision at instruction i: all[i] */
    const bool *all;
    /* the subset of `all` that only leads to the throw of a listed exception */
    const bool *throwing;
    /* Not coverable, whether it ran or not (mod_noreturn_flow.h) */
    const bool *ways_out;
} mod_dead;

/* Sets the flags. For most methods this is one pass over the calls. CC_E_NOMEM. */
CC_NODISCARD cc_err mod_no_return_insns(mod_no_return *n, const mth_method *m, cc_arena *arena,
                                        mod_dead *out);

#endif
