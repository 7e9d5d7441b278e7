/* How a method goes on after it was suspended: async methods, iterators, sequences. */
#ifndef MOD_MACHINE_H
#define MOD_MACHINE_H

#include "metadata/md.h"

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

#endif
