/* How a method goes on after it was suspended: async methods, iterators, sequences. */
#ifndef MOD_MACHINE_H
#define MOD_MACHINE_H

#include "metadata/md.h"
#include "rewriter/il/il_propagate.h"

typedef enum mod_machine {
    MOD_MACHINE_NONE,
    /* The compiler made a class of the method: MoveNext, in F# sequences GenerateNext, and
     * `<>m__Finally1`, where C# puts the finally blocks of iterators. What lives on is in fields. */
    MOD_MACHINE_CLASS,
    /* The runtime suspends the method (MethodImplOptions.Async): what lives on is in locals. The
     * compiler moves awaits out of handlers as it does in a class. */
    MOD_MACHINE_RUNTIME
} mod_machine;

/* Of a MethodDef token. Any thread. */
mod_machine mod_machine_of(const md_tables *tables, uint32_t token);

/* Tells `ask` with which states a MoveNext() of C# is entered, by its token; the caller says which
 * field has them. CC_E_NOMEM. */
CC_NODISCARD cc_err mod_machine_enter(il_propagate_ask *ask, bool is_iterator, cc_arena *arena);
/* The method's class is an iterator's; else it is that of an async method or an async iterator. */
bool mod_machine_is_iterator(const md_tables *tables, uint32_t token);

#endif
