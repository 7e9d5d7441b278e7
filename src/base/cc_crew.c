/* Work in pieces on several threads. See cc_crew.h. */
#include "base/cc_crew.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/cc_memory.h"
#include "base/cc_os.h"

enum { WORTH_A_THREAD = 16, ALL_WORTH_ONE = 1 }; /* pieces */

typedef struct member {
    cc_crew *crew;
    unsigned number;
    pthread_t thread;
} member;

struct cc_crew {
    pthread_mutex_t lock; /* guards all fields below */
    pthread_cond_t made;  /* the caller waits for a made piece */
    pthread_cond_t room;  /* the other threads wait for a free slot */
    cc_crew_make *make;
    void *ctx;
    size_t count;
    size_t begun;                /* number of pieces that threads have begun */
    size_t taken;                /* number of pieces that the caller has released */
    bool is_made[CC_CREW_AHEAD]; /* by slot */
    bool is_ending;
    member members[CC_CREW_MOST];
    unsigned member_count; /* number of threads without the caller's */
};

static bool can_begin(const cc_crew *crew) {
    return crew->begun < crew->count && crew->begun < crew->taken + CC_CREW_AHEAD &&
           !crew->is_ending;
}

/* Makes a piece. The caller holds the lock; the function releases it during the work. */
static void make_one(cc_crew *crew, unsigned worker) {
    size_t index = crew->begun++;
    (void)pthread_mutex_unlock(&crew->lock);
    crew->make(crew->ctx, worker, index);
    (void)pthread_mutex_lock(&crew->lock);
    crew->is_made[index % CC_CREW_AHEAD] = true;
    (void)pthread_cond_signal(&crew->made);
}

static void *work(void *ctx) {
    const member *self = ctx;
    cc_crew *crew = self->crew;
    (void)pthread_mutex_lock(&crew->lock);
    while (crew->begun < crew->count && !crew->is_ending) {
        if (can_begin(crew)) {
            make_one(crew, self->number);
        } else {
            (void)pthread_cond_wait(&crew->room, &crew->lock);
        }
    }
    (void)pthread_mutex_unlock(&crew->lock);
    return NULL;
}

/* Returns the number of threads, including the caller's: a thread start costs as much as several
 * small pieces. */
static unsigned members_for(size_t count, size_t pieces_a_thread) {
    size_t worth = pieces_a_thread == ALL_WORTH_ONE ? count : 1 + count / pieces_a_thread;
    unsigned processors = worth > 1 ? cc_os_processors() : 1;
    unsigned most = processors < CC_CREW_MOST ? processors : CC_CREW_MOST;
    return worth < most ? (unsigned)worth : most;
}

static void hire(cc_crew *crew, size_t pieces_a_thread) {
    unsigned wanted = members_for(crew->count, pieces_a_thread);
    for (unsigned i = 1; i < wanted; i++) {
        member *m = &crew->members[crew->member_count];
        *m = (member){.crew = crew, .number = i};
        if (!cc_os_thread(&m->thread, work, m)) {
            break;
        }
        crew->member_count++;
    }
}

static void destroy(cc_crew *crew) {
    (void)pthread_cond_destroy(&crew->room);
    (void)pthread_cond_destroy(&crew->made);
    (void)pthread_mutex_destroy(&crew->lock);
    free(crew);
}

static cc_crew *start(size_t count, cc_crew_make *make, void *ctx, size_t pieces_a_thread) {
    cc_crew *crew = calloc(1, sizeof *crew);
    /* The initialisation of locks without attributes cannot fail on the supported systems. If it
     * did, the other locks own no resources. */
    if (crew == NULL || pthread_mutex_init(&crew->lock, NULL) != 0 ||
        pthread_cond_init(&crew->made, NULL) != 0 || pthread_cond_init(&crew->room, NULL) != 0) {
        cc_memory_missing(sizeof *crew);
        free(crew);
        return NULL;
    }
    crew->make = make;
    crew->ctx = ctx;
    crew->count = count;
    hire(crew, pieces_a_thread);
    return crew;
}

cc_crew *cc_crew_start(size_t count, cc_crew_make *make, void *ctx) {
    return start(count, make, ctx, WORTH_A_THREAD);
}

void cc_crew_take(cc_crew *crew) {
    (void)pthread_mutex_lock(&crew->lock);
    while (!crew->is_made[crew->taken % CC_CREW_AHEAD]) {
        if (can_begin(crew)) {
            make_one(crew, 0);
        } else {
            (void)pthread_cond_wait(&crew->made, &crew->lock);
        }
    }
    (void)pthread_mutex_unlock(&crew->lock);
}

/* The code wakes threads that wait for a slot only when several slots are free: a wake-up costs as
 * much as a piece. */
void cc_crew_next(cc_crew *crew) {
    (void)pthread_mutex_lock(&crew->lock);
    crew->is_made[crew->taken % CC_CREW_AHEAD] = false;
    crew->taken++;
    if (crew->taken % (CC_CREW_AHEAD / 2) == 0) {
        (void)pthread_cond_broadcast(&crew->room);
    }
    (void)pthread_mutex_unlock(&crew->lock);
}

void cc_crew_end(cc_crew *crew) {
    if (crew == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&crew->lock);
    crew->is_ending = true;
    (void)pthread_cond_broadcast(&crew->room);
    (void)pthread_mutex_unlock(&crew->lock);
    for (unsigned i = 0; i < crew->member_count; i++) {
        (void)pthread_join(crew->members[i].thread, NULL);
    }
    destroy(crew);
}

static void run(size_t count, cc_crew_make *make, void *ctx, size_t pieces_a_thread) {
    cc_crew *crew = start(count, make, ctx, pieces_a_thread);
    for (size_t i = 0; crew != NULL && i < count; i++) {
        cc_crew_take(crew);
        cc_crew_next(crew);
    }
    cc_crew_end(crew);
}

void cc_crew_run(size_t count, cc_crew_make *make, void *ctx) {
    run(count, make, ctx, WORTH_A_THREAD);
}

void cc_crew_run_large(size_t count, cc_crew_make *make, void *ctx) {
    run(count, make, ctx, ALL_WORTH_ONE);
}
