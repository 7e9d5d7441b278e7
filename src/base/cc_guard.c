/* The handler of SIGBUS and its table of ranges. See cc_guard.h. The table has no lock: a handler
 * cannot wait. */
#include "base/cc_guard.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/mman.h>

#include "base/cc_os.h"

/* `base` 0: free; TAKEN: being filled, or abandoned by its owner. */
typedef struct range {
    _Atomic(uintptr_t) base;
    size_t size;
    uint16_t *mark;
} range;

enum { RANGES = 4096, TRIES = 64 };
static const uintptr_t TAKEN = 1;

static range ranges[RANGES];
static struct sigaction before;
static uintptr_t page_size;
static atomic_bool is_started;

/* --- the handler ------------------------------------------------------------------------------ */

static const range *find(uintptr_t at) {
    for (size_t i = 0; i < RANGES; i++) {
        uintptr_t base = atomic_load_explicit(&ranges[i].base, memory_order_acquire);
        if (base > TAKEN && at >= base && at - base < ranges[i].size) {
            return &ranges[i];
        }
    }
    return NULL;
}

/* What follows the page in the range is after the end of the file, too. mmap() is a system call
 * without state of the C library. */
static bool replace(const range *cut, uintptr_t at) {
    uintptr_t start = at / page_size * page_size;
    uintptr_t end = atomic_load_explicit(&cut->base, memory_order_relaxed) + cut->size;
    void *place = (void *)start; /* NOLINT: the integer is an address */
    return mmap(place, end - start, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
                -1, 0) == place;
}

/* After the return the instruction faults again, and the process ends as without the handler. */
static void act_as_default(int number, const siginfo_t *info) {
    struct sigaction plain = {.sa_handler = SIG_DFL};
    bool is_sent = info->si_code <= 0; /* by a process */
    if (is_sent && before.sa_handler == SIG_IGN) {
        return;
    }
    (void)sigaction(number, &plain, NULL);
    if (is_sent) {
        (void)raise(number);
    }
}

static void pass_on(int number, siginfo_t *info, void *context) {
    if ((before.sa_flags & SA_SIGINFO) != 0) {
        before.sa_sigaction(number, info, context);
    } else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
        before.sa_handler(number);
    } else {
        act_as_default(number, info);
    }
}

/* SA_NODEFER: the store to the mark may itself fault, and the handler repairs that page, too. */
static void on_fault(int number, siginfo_t *info, void *context) {
    int error = errno;
    uintptr_t at = (uintptr_t)info->si_addr;
    const range *cut = info->si_code == BUS_ADRERR ? find(at) : NULL;
    if (cut == NULL || !replace(cut, at)) {
        pass_on(number, info, context);
    } else if (cut->mark != NULL) {
        __atomic_store_n(cut->mark, 1, __ATOMIC_RELAXED);
    }
    errno = error;
}

void cc_guard_start(void) {
    struct sigaction action = {.sa_sigaction = on_fault,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART};
    (void)sigemptyset(&action.sa_mask);
    if (!atomic_exchange(&is_started, true)) {
        page_size = cc_os_page_size();
        (void)sigaction(SIGBUS, NULL, &before);
        (void)sigaction(SIGBUS, &action, NULL);
    }
}

/* --- ranges ----------------------------------------------------------------------------------- */

static size_t first_slot(uintptr_t base) {
    return (size_t)((base >> 12) * UINT64_C(0x9E3779B97F4A7C15) >> 52); /* 12 bits: RANGES */
}

void cc_guard_add(const void *base, size_t size, uint16_t *mark) {
    uintptr_t at = (uintptr_t)base;
    for (size_t i = 0; i < TRIES; i++) {
        range *slot = &ranges[(first_slot(at) + i) % RANGES];
        uintptr_t free = 0;
        if (atomic_compare_exchange_strong(&slot->base, &free, TAKEN)) {
            slot->size = size;
            slot->mark = mark;
            atomic_store_explicit(&slot->base, at, memory_order_release);
            return;
        }
    }
}

void cc_guard_remove(const void *base) {
    uintptr_t at = (uintptr_t)base;
    for (size_t i = 0; i < TRIES; i++) {
        range *slot = &ranges[(first_slot(at) + i) % RANGES];
        if (atomic_load_explicit(&slot->base, memory_order_relaxed) == at) {
            atomic_store_explicit(&slot->base, 0, memory_order_release);
            return;
        }
    }
}
