/* Banks, lanes, and the ends of threads. See prof_lanes.h. */
#include "profiler/prof_lanes.h"

#include <limits.h>
#include <stdlib.h>

#include "base/cc_os.h"
#include "profiler/prof.h"

enum { FIRST_BANK = 4096, GROWTH_BITS = 3 };

/* The data of a thread, until the thread ends. */
typedef struct held {
    prof_lanes *lanes;
    prof_lane *first;
    unsigned rounds; /* number of calls of give_back() */
} held;

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define IS_WATCHED 1
#endif
#elif defined(__SANITIZE_THREAD__)
#define IS_WATCHED 1
#endif

/* ThreadSanitizer forgets a thread in the last round of destructors; nothing that it watches may
 * run after that. */
#ifdef IS_WATCHED
enum { ROUNDS = PTHREAD_DESTRUCTOR_ITERATIONS - 1 };
#else
enum { ROUNDS = PTHREAD_DESTRUCTOR_ITERATIONS };
#endif

/* Returns the lanes of a thread that ends. Other libraries may have destructors that enter managed
 * code, so it waits for the last round of them. */
static void give_back(void *value) {
    held *h = value;
    prof_lanes *lanes = h->lanes;
    if (++h->rounds < ROUNDS && pthread_setspecific(lanes->key, h) == 0) {
        return;
    }
    (void)pthread_mutex_lock(&lanes->lock);
    while (h->first != NULL) {
        prof_lane *lane = h->first;
        h->first = lane->next;
        prof_lane **free_lanes = &lanes->free[lane->bank->field];
        lane->next = *free_lanes;
        *free_lanes = lane;
    }
    (void)pthread_mutex_unlock(&lanes->lock);
    free(h);
}

bool prof_lanes_init(prof_lanes *lanes) {
    void *banks = NULL;
    if (cc_fd_map_low(&banks, -1, 0, PROF_BANKS * sizeof(prof_bank)) != CC_OK) {
        return false;
    }
    lanes->banks = banks;
    return pthread_mutex_init(&lanes->lock, NULL) == 0 &&
           pthread_key_create(&lanes->key, give_back) == 0;
}

/* --- banks ------------------------------------------------------------------------------------ */

/* Makes a bank. Runs under the lock. NULL: no space, or no field left. */
static prof_bank *add_bank(prof_profiler *p) {
    void *counters = NULL;
    prof_lanes *lanes = &p->lanes;
    if (lanes->bank_count == PROF_BANKS) {
        return NULL;
    }
    prof_bank *bank = &lanes->banks[lanes->bank_count];
    *bank = (prof_bank){.take = prof_lanes_take,
                        .profiler = p,
                        .field = lanes->bank_count,
                        .count = (uint32_t)FIRST_BANK << lanes->bank_count * GROWTH_BITS};
    if (ctr_writer_reserve(p->writer, bank->count, &counters, &bank->shared_first) != CC_OK) {
        return NULL;
    }
    bank->shared = counters;
    lanes->bank_count++;
    return bank;
}

bool prof_lanes_reserve(prof_profiler *p, uint32_t count, prof_place *out) {
    prof_lanes *lanes = &p->lanes;
    (void)pthread_mutex_lock(&lanes->lock);
    prof_bank *bank = lanes->bank_count > 0 ? &lanes->banks[lanes->bank_count - 1] : NULL;
    if (count > FIRST_BANK) {
        bank = NULL;
    } else if (bank == NULL || count > bank->count - bank->used) {
        bank = add_bank(p);
    }
    if (bank != NULL) {
        out->bank = bank;
        out->offset = bank->used * (uint32_t)sizeof(uint64_t);
        out->first = bank->shared_first + out->offset;
        bank->used += count;
    }
    (void)pthread_mutex_unlock(&lanes->lock);
    return bank != NULL;
}

/* --- lanes ------------------------------------------------------------------------------------ */

static prof_lane *take_free(prof_bank *bank) {
    prof_lanes *lanes = &bank->profiler->lanes;
    (void)pthread_mutex_lock(&lanes->lock);
    prof_lane *lane = lanes->free[bank->field];
    if (lane != NULL) {
        lanes->free[bank->field] = lane->next;
    }
    (void)pthread_mutex_unlock(&lanes->lock);
    return lane;
}

static prof_lane *make_lane(prof_bank *bank) {
    prof_lane *lane = malloc(sizeof *lane);
    if (lane == NULL) {
        return NULL;
    }
    lane->bank = bank;
    if (ctr_writer_lane(bank->profiler->writer, bank->shared_first, bank->count, &lane->counters) !=
        CC_OK) {
        free(lane);
        return NULL;
    }
    return lane;
}

/* Without memory the library never frees the lane, which loses only its room. */
static void hold(prof_lane *lane) {
    prof_lanes *lanes = &lane->bank->profiler->lanes;
    held *h = pthread_getspecific(lanes->key);
    if (h == NULL && (h = calloc(1, sizeof *h)) != NULL) {
        h->lanes = lanes;
        if (pthread_setspecific(lanes->key, h) != 0) {
            free(h);
            h = NULL;
        }
    }
    if (h != NULL) {
        lane->next = h->first;
        h->first = lane;
    }
}

uint64_t *prof_lanes_take(prof_bank *bank) {
    prof_lane *lane = take_free(bank);
    lane = lane != NULL ? lane : make_lane(bank);
    if (lane == NULL) {
        prof_note_once(bank->profiler,
                       CC_STR("no room for the counters of a thread; what ran is in the report, "
                              "but exact counts of this process may be too low"));
        return bank->shared;
    }
    hold(lane);
    return lane->counters;
}
