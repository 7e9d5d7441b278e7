/* Signatures of local variables for new bodies. */
#ifndef PROF_LOCALS_H
#define PROF_LOCALS_H

#include "metadata/md.h"

/* Appends the LocalVarSig (II.23.2.6) of row `rid` of StandAloneSig (0: no variables) with `count`
 * more variables, whose types have the bytes `types`. *local is the index of the first one; none is
 * above RW_MAX_LOCAL. False: the row is damaged, there are too many variables, or out of memory. */
bool prof_put_locals(const md_tables *tables, uint32_t rid, cc_span types, uint32_t count,
                     cc_buf *out, uint32_t *local);
/* Appends an unsigned number in the form of II.23.2. */
void prof_put_compressed(cc_buf *out, uint32_t value);

#endif
