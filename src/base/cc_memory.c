/* The end of a program without memory; see cc_memory.h. */
#include "base/cc_memory.h"

#include <stdatomic.h>

static cc_memory_end_fn *_Atomic program_end;

void cc_memory_set_end(cc_memory_end_fn *end) {
    atomic_store(&program_end, end);
}

void cc_memory_missing(size_t bytes) {
    cc_memory_end_fn *end = atomic_load(&program_end);
    if (end != NULL && bytes <= CC_MEMORY_BELIEVED) {
        end();
    }
}
