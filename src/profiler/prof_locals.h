/* Signatures of local variables for new bodies. */
#ifndef PROF_LOCALS_H
#define PROF_LOCALS_H

#include "metadata/md.h"

/* Appends the LocalVarSig (II.23.2.6) of row `rid` of StandAloneSig (0: no variables) with one more
 * variable, whose type has the bytes `type`. *local is its index, at most RW_MAX_LOCAL. False: the
 * row is damaged, there are too many variables, or out of memory. */
bool prof_put_locals(const md_tables *tables, uint32_t rid, cc_span type, cc_buf *out,
                     uint32_t *local);

#endif
