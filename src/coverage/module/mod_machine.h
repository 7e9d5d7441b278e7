/* How a method resumes after a suspension: async methods, iterators, sequences. */
#ifndef MOD_MACHINE_H
#define MOD_MACHINE_H

#include "metadata/md.h"
#include "rewriter/il/il_propagate.h"

typedef enum mod_machine {
    MOD_MACHINE_NONE,
    /* The compiler turned the method into a class: MoveNext, in F# sequences GenerateNext, and
     * `<>m__Finally1`, where C# puts the finally blocks of iterators. Live values are in fields. */
    MOD_MACHINE_CLASS,
    /* The runtime suspends the method (MethodImplOptions.Async): live values are in locals. The
     * compiler moves awaits out of handlers, as in a state machine class. */
    MOD_MACHINE_RUNTIME
} mod_machine;

/* Returns how the method of a MethodDef token is suspended. Any thread may call this. */
mod_machine mod_machine_of(const md_tables *tables, uint32_t token);

/* Sets in `ask` the states with which the runtime enters a MoveNext() of C#, given by its token;
 * the caller sets which field has them. CC_E_NOMEM. */
CC_NODISCARD cc_err mod_machine_enter(il_propagate_ask *ask, bool is_iterator, cc_arena *arena);
/* The method's class belongs to an iterator; else it belongs to an async method or an async
 * iterator. */
bool mod_machine_is_iterator(const md_tables *tables, uint32_t token);

#endif
