/* The name that a mistyped word most likely means, for messages. */
#ifndef CC_NEAREST_H
#define CC_NEAREST_H

#include "base/cc_span.h"

/* Returns the name nearest to `word`, ASCII case ignored. That is a name that begins with the word
 * (at least three letters), or that differs in at most a third of its letters (added, removed,
 * replaced, or neighbours swapped). NULL when no name is near, and for words of more than 40 bytes.
 * Borrowed from `names`. */
const char *cc_nearest(cc_str word, const char *const *names, size_t count);

#endif
