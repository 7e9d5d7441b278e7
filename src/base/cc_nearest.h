/* The name that a mistyped word most likely means, for messages. */
#ifndef CC_NEAREST_H
#define CC_NEAREST_H

#include "base/cc_span.h"

/* The name nearest to `word`, ASCII case ignored: one that begins with it (at least three letters),
 * or that differs in at most a third of its letters (added, removed, replaced, or neighbours
 * swapped). NULL when none is near, and for words of more than 40 bytes. Borrowed from `names`. */
const char *cc_nearest(cc_str word, const char *const *names, size_t count);

#endif
