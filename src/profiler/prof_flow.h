/* Runs with `--per-test` whose tests run at the same time: each test hits counters in a lane of its
 * own.
 *
 *     home lane   [ a byte for each byte of the counters file ]   what runs on behalf of no test
 *     once lane   [ the same ]                                    what runs once for all tests
 *     lane 2, 3.. [ the same ]                                    of a test, or of a class of tests
 *
 * Lanes are memory of the process, which the system provides page by page. A probe stores 1 in the
 * lane of its thread and, the first time, in the counters file (RW_PROBE_TEST). So the file has the
 * totals at any moment, and nothing clears its counters. The lane says only who hit them.
 *
 * Which lane a thread has follows the flow of the program, through await, threads and timers: an
 * AsyncLocal has the distance of the lane from the home lane, and its handler stores it in a
 * thread-static field. Both are members of a type of System.Private.CoreLib (prof_flow_members.c).
 * Methods that the test framework calls set the value at their entry and restore it where control
 * leaves them (rw_calls.h).
 *
 * When a test ends, the library records what its lane has and clears that (ctr_tests.h). What comes
 * later is work that outlived its test, or work for another test on a thread that this one has
 * started: it belongs to every test. A lane is of one test, or class, for good.
 *
 * Threads: any. Guarded by the lock of the tests. */
#ifndef PROF_FLOW_H
#define PROF_FLOW_H

#include "profiler/prof_tests.h"

#include <stdatomic.h>

struct prof_module_facts;

enum { PROF_LANE_BITS = 26, PROF_FLOW_LANES = 8192, PROF_FLOW_SLOTS = 2 * PROF_FLOW_LANES };
enum { PROF_HOME_LANE = 0, PROF_ONCE_LANE = 1, PROF_FIRST_TEST_LANE = 2 };
enum { PROF_RESTING_LANES = 64, PROF_OPEN_LANES = 8 };

/* The lane of a test or of a class. */
typedef struct prof_flow_lane {
    uintptr_t type;             /* the runtime type of `this`; 0: none */
    const prof_test_site *site; /* the test method; NULL: a class */
    uint32_t living;            /* runs of the test that have not ended */
    uint32_t last; /* number of its last run; of a class: of one of its tests. 0: none */
    bool goes_on;  /* MTH_TEST_OPEN: its work may go on after its end */
    bool is_resting;
} prof_flow_lane;

typedef struct prof_flow {
    /* the members are defined, and there is room for lanes; set under the lock of the profiler */
    atomic_bool is_on;
    uint8_t *home; /* address of the home lane; lane N is N << PROF_LANE_BITS after it */
    uint32_t room; /* number of lanes for which there is room */
    uint32_t count;
    prof_flow_lane *lanes;
    uint32_t *slots; /* by hash of type and site: number of the lane; 0: free */
    /* lanes whose test has ended; the library gives back the memory of the oldest one */
    uint32_t resting[PROF_RESTING_LANES];
    uint32_t resting_first, resting_count;
    /* The last lanes whose test returned its work: the next begins and ends of tests record what that
     * work did, so that a killed process keeps it. 0: none. */
    uint32_t open[PROF_OPEN_LANES];
    uint32_t open_next;
    bool is_full; /* some test has no lane of its own */
} prof_flow;

/* Reserves room for lanes; false when the process has none. */
bool prof_flow_init(prof_flow *flow);
/* Handles the end of the process: records what lanes have. Takes the lock of the tests. */
void prof_flow_end(struct prof_profiler *p);

/* --- the members (prof_flow_members.c) --- */

/* Adds the members to the type `holder` of System.Private.CoreLib; `field`: its thread-static field.
 * False: the runtime refused, or the framework lacks what they need. */
bool prof_flow_define(struct prof_profiler *p, uint64_t corelib, const md_tables *tables,
                      uint32_t holder, uint32_t field);

/* Names and signatures of the methods that bodies call: object(object site, native int, native int)
 * and void(object, native int, native int). */
enum { PROF_ENTER_SIGNATURE = 6, PROF_LEAVE_SIGNATURE = 6 };
extern const uint8_t prof_flow_enter_signature[PROF_ENTER_SIGNATURE];
extern const uint8_t prof_flow_leave_signature[PROF_LEAVE_SIGNATURE];
#define PROF_FLOW_ENTER u"clrcov_enter"
#define PROF_FLOW_LEAVE u"clrcov_leave"

/* --- what the members call: managed calling convention, see prof_tests.h --- */

/* `distance`: of the lane of the thread from the home lane. Returns the distance of the lane that it
 * has from now on, or PROF_FLOW_STAYS. */
#define PROF_FLOW_STAYS ((uintptr_t)1)
uintptr_t prof_flow_enter(const void *object, const prof_test_site *site, uintptr_t distance);
void prof_flow_ended(const prof_test_site *site, uintptr_t distance);
void prof_flow_threw(const prof_test_site *site, uintptr_t distance);
void prof_flow_returned(const prof_test_site *site, uintptr_t distance);

#endif
