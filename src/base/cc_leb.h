/* Unsigned LEB128: seven bits a byte, the lowest first, the top bit set but in the last byte. */
#ifndef CC_LEB_H
#define CC_LEB_H

#include "base/cc_buf.h"

/* Appends the number: 1 to 10 bytes. */
void cc_leb_put(cc_buf *out, uint64_t value);
/* Takes a number; false when the bytes end within it, or it has more than 64 bits. */
bool cc_leb_take(cc_span *in, uint64_t *out);
/* Like cc_leb_take(); false also for a number above UINT32_MAX. */
bool cc_leb_take_u32(cc_span *in, uint32_t *out);

#endif
