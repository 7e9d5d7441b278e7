/* The name that a mistyped word may have meant, for messages. */
#ifndef CC_NEAREST_H
#define CC_NEAREST_H

#include "base/cc_span.h"

/* The name nearest to `word`, ASCII case ignored: one that begins with it (three letters at least), or is
 * at most a third of its letters away (added, removed, replaced, or neighbours swapped). NULL when none is near, and for words
 * of more than 40 bytes. Borrowed from `names`. */
const char *cc_nearest(cc_str word, const char *const *names, size_t count);

#endif
