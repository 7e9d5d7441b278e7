/* Code behind calls that do not come back (docs/coverage.md, what is in and what is out): what can only
 * be reached through the return of a call to a method with
 * System.Diagnostics.CodeAnalysis.DoesNotReturnAttribute (by full name, wherever it is defined) is
 * no coverable code; its points and branches are left out.
 *
 * Input: a method (mth.h) and the files of all assemblies of the run, where callees are looked up:
 * type forwarders are followed (System.Runtime to System.Private.CoreLib). A callee that is not
 * found comes back. The attribute of the method that is named by the call counts, not that of an
 * override. Output: a flag for each instruction.
 *
 * Use: open once for a build; add the file of every module record of every process (measured or
 * not; nothing is read before a call asks for it); for each measured module begin, then instructions for
 * each method. For a point or a decision whose instruction is flagged the caller asks its counters first:
 * one that was hit (or has an arm taken) stays, for then the attribute lied; others are treated as
 * phantoms (dec_decisions.is_phantom) and dropped decisions.
 * Threads: one. */
#ifndef MOD_NORETURN_H
#define MOD_NORETURN_H

#include "metadata/md.h"
#include "method/mth.h"

typedef struct mod_no_return mod_no_return;

/* CC_E_NOMEM. */
CC_NODISCARD cc_err mod_no_return_open(mod_no_return **out);
/* NULL is fine. */
void mod_no_return_close(mod_no_return *n);

/* The assembly with this simple name may be found in `file` (copied; the same file again is
 * fine). A file that is gone or damaged is passed over when it is needed. CC_E_NOMEM. */
CC_NODISCARD cc_err mod_no_return_add(mod_no_return *n, cc_str name, cc_str file, md_layout layout);

/* The methods asked for from now on are of this module; `tables` is borrowed until the next
 * begin. CC_E_NOMEM. */
CC_NODISCARD cc_err mod_no_return_begin(mod_no_return *n, const md_tables *tables);

/* *dead: a flag by instruction of m->body, in the arena; NULL when nothing in the method is dead (most
 * methods: one pass over the calls). Of the point or decision at instruction u: dead[u]. CC_E_NOMEM. */
CC_NODISCARD cc_err mod_no_return_insns(mod_no_return *n, const mth_method *m, cc_arena *arena,
                                        const bool **dead);

#endif
