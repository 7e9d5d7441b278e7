/* Resets the counters of a living process to zero, from another process. See ctr.h. */
#include "base/cc_file.h"
#include "base/cc_os.h"
#include "coverage/counters/ctr.h"
#include "coverage/counters/ctr_lanes.h"

/* The reader has checked that the counters of each record are in the file, and where 64-bit
 * counters are. */
static void zero(uint8_t *base, const ctr_file *counters, const ctr_method_data *method) {
    uint8_t *first = base + method->record.first;
    for (uint32_t i = 0; i < method->record.count; i++) {
        if (counters->hits == CTR_HITS_EXACT) {
            __atomic_store_n((uint64_t *)(void *)first + i, -ctr_lanes_sum(method, i),
                             __ATOMIC_RELAXED);
        } else {
            __atomic_store_n(first + i, (uint8_t)0, __ATOMIC_RELAXED);
        }
    }
}

/* The function does not reset methods that were published since it opened the file: they ran at
 * this moment. */
static cc_err reset(const char *path, const ctr_file *counters) {
    int fd;
    void *base = NULL;
    size_t size = counters->mapping_size;
    CC_TRY(cc_fd_open(&fd, path, false));
    cc_err err = cc_fd_map_low(&base, fd, 0, size);
    cc_fd_close(fd);
    CC_TRY(err);
    for (uint32_t i = 0; i < counters->method_count; i++) {
        if (!counters->methods[i].is_skip) {
            zero(base, counters, &counters->methods[i]);
        }
    }
    cc_unmap(base, size);
    return CC_OK;
}

cc_err ctr_reset(const char *path) {
    cc_arena *arena = cc_arena_new();
    ctr_file *counters = NULL;
    cc_err err =
        arena == NULL ? cc_fail(CC_E_NOMEM, "out of memory") : ctr_open(&counters, path, arena);
    err = err == CC_OK ? reset(path, counters) : err;
    ctr_close(counters);
    cc_arena_free(arena);
    return err;
}
