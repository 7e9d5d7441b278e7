/* Lines of a C# text that `#line` hides, or to which it gives other numbers or another file.
 * Internal to this room. */
#ifndef SRC_MAPPED_H
#define SRC_MAPPED_H

#include "source/src_text.h"

/* Sets `is_mapped` of the text. Memory of the arena. False when out of memory. */
bool src_mapped_find(src_text *text, cc_arena *arena);

#endif
