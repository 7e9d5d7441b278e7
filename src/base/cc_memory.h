/* What a program does where memory is missing. A command cannot go on, and ends; a library in
 * another program must, and gets NULL. */
#ifndef CC_MEMORY_H
#define CC_MEMORY_H

#include <stddef.h>

/* From now on `end` is called where an arena, a list, a buffer, a map or a mapped file lacks
 * memory, on any thread. It does not return, so code that only such a program has does not look for NULL. NULL, as
 * at the start: these functions report the lack to their callers.
 *
 * A size of more than CC_MEMORY_BELIEVED bytes comes from damaged input: it is reported to the
 * caller in any case. Threads: one; others may allocate meanwhile. */
typedef void cc_memory_end_fn(void);
void cc_memory_set_end(cc_memory_end_fn *end);
enum { CC_MEMORY_BELIEVED = 1 << 30 };

/* So many bytes could not be allocated. Returns where the caller reports it. */
__attribute__((cold)) void cc_memory_missing(size_t bytes);

#endif
