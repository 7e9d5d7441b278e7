/* Lanes: where the threads of the process count exactly, each thread separately and without a lock.
 *
 * The library allocates counters in banks. A thread that first counts in a bank gets a lane: a copy
 * of all counters of the bank, in the counters file, to which no other thread adds. Its address is
 * in a thread-static field that belongs to the bank. A lane is never cleared or moved: when its
 * thread has ended, the next thread that needs a lane gets it and continues to count in it. A
 * reader adds up all lanes of a bank. So whenever the process is killed, the file contains each
 * stored count once.
 *
 * Only a session that begins with the process has lanes: the session, and so its banks, last as
 * long as the process. */
#ifndef PROF_LANES_H
#define PROF_LANES_H

#include "coverage/counters/ctr.h"

#include <pthread.h>
#include <stdatomic.h>

/* Maximum number of fields, and so of banks, in the process. Each bank is eight times as large as
 * the one before: together they hold 2.4 million counters. The runtime has room for four words of
 * such a type directly in its per-thread block; access to further words takes twice the
 * instructions. */
enum { PROF_BANKS = 4 };

enum { PROF_SCOPES = 4 };

struct prof_profiler;

/* A lane that its bank has allocated, or that is free for the next thread. */
typedef struct prof_lane {
    struct prof_lane *next; /* next in the list of its thread, or of its bank */
    struct prof_bank *bank;
    uint64_t *counters;
} prof_lane;

/* Immutable, except the fields that the lock of all banks guards. */
typedef struct prof_bank {
    uint64_t *(*take)(struct prof_bank *); /* prof_lanes_take(), for the entry of bodies: first */
    struct prof_profiler *profiler;
    uint64_t *shared;      /* the counters of which the lanes are copies */
    uint64_t shared_first; /* their place in the file */
    uint32_t field;        /* number of its thread-static field */
    uint32_t count;
    uint32_t used; /* number of allocated counters; under the lock */
} prof_bank;

typedef struct prof_lanes {
    /* ModuleID of System.Private.CoreLib while it waits for its fields; else 0 */
    atomic_uintptr_t corelib;
    atomic_bool is_ready; /* System.Private.CoreLib has the fields */
    char *dir;            /* of System.Private.CoreLib; set before `is_ready`, and then immutable */
    atomic_uchar forwards[PROF_SCOPES]; /* known facts about facades (prof_exact_lane.c) */
    pthread_mutex_t lock;               /* never held over a call into the runtime */
    /* key of the data of a thread: its destructor reports the thread's end */
    pthread_key_t key;
    uint32_t bank_count;                /* under the lock */
    prof_lane *free[PROF_BANKS];        /* lanes of threads that ended, by bank; under the lock */
    /* PROF_BANKS banks, below 2 GiB when possible: the JIT inlines some bodies with short addresses
     * that it does not inline with longer ones */
    prof_bank *banks;
} prof_lanes;

/* Counters of one method. */
typedef struct prof_place {
    prof_bank *bank;
    uint32_t offset; /* in bytes, of the first counter in a lane */
    uint64_t first;  /* for the record */
} prof_place;

/* Makes the lock, the key and room for banks; false when the process has no more. Call it once,
 * when a session with exact counts begins. */
bool prof_lanes_init(prof_lanes *lanes);

/* Allocates `count` zeroed counters; false when there is no room, or no bank left. Takes the lock
 * of the banks. */
bool prof_lanes_reserve(struct prof_profiler *p, uint32_t count, prof_place *out);

/* Returns the lane of the calling thread in the bank, which the thread keeps until it ends. The
 * entry of bodies calls this from managed code, as a managed function: the runtime cannot stop the
 * thread meanwhile. So the function neither calls the runtime nor waits for a thread that does.
 * Without space it returns the shared counters, where an addition may be lost when threads add at
 * the same time, and writes a note. Never NULL. */
uint64_t *prof_lanes_take(prof_bank *bank);

#endif
