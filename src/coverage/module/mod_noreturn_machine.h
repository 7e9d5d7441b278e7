/* What control does not reach in the state machine of an async method or an iterator. The facts are
 * the calls that do not return and the tests of the compiler (mod_noreturn_number.h), followed over
 * the states (mod_noreturn_flow.h). One object per module; one thread at a time. */
#ifndef MOD_NORETURN_MACHINE_H
#define MOD_NORETURN_MACHINE_H

#include "base/cc_map.h"
#include "coverage/module/mod_noreturn_flow.h"
#include "metadata/md.h"

typedef struct mod_machines {
    const md_tables *tables;
    cc_map *fields; /* Field or MemberRef token -> what the field holds */
} mod_machines;

/* Starts; borrows the tables. mod_machines_end() frees all memory. */
void mod_machines_begin(mod_machines *machines, const md_tables *tables);
void mod_machines_end(mod_machines *machines);
/* As mod_no_return_flow(), with the fields of the method's machine. CC_E_NOMEM. */
CC_NODISCARD cc_err mod_machines_dead(mod_machines *machines, const mth_method *m, const bool *cut,
                                      cc_arena *arena, mod_flow_dead *out);

#endif
