/* Runs with `--per-test`: when tests begin and end, and which counters each of them hit.
 *
 * Test methods get calls of the functions below (rw_calls.h). At each boundary the library ends a
 * region (ctr_tests.h): so the counters of a region belong to the tests that ran in it. The calls
 * come from managed code without a transition: the runtime cannot stop the thread for a garbage
 * collection meanwhile, so they take some microseconds at most, unless the file grows, and they
 * never call the runtime. A thread of the library asks the runtime for the types of `this`.
 *
 * Threads: tests begin and end on any number of threads. */
#ifndef PROF_TESTS_H
#define PROF_TESTS_H

#include "method/mth.h"
#include "method/mth_test_methods.h"
#include "rewriter/rewrite/rw_calls.h"

#include <pthread.h>
#include <stdatomic.h>

struct prof_profiler;
struct prof_image;
struct prof_module;

/* A test method: what its calls pass on. In the arena of its image. */
typedef struct prof_test_site {
    struct prof_profiler *profiler;
    uint32_t module;   /* number of the module record */
    uint32_t token;    /* MethodDef */
    uint32_t owner;    /* TypeDef rid of the type that has it */
    mth_test_part part;
} prof_test_site;

/* The test methods of an image. */
typedef struct prof_image_tests {
    const mth_test *parts;       /* by rid */
    prof_test_site *const *sites; /* by rid of the test method */
    bool has_module; /* the image has, or had, its one module; under the lock of the profiler */
    /* in the metadata of that module. Other modules have variants of the image, without calls */
    _Atomic(uint32_t) enter_token, leave_token, end_token;
} prof_image_tests;

typedef struct prof_living_test {
    const prof_test_site *site;
    uint32_t number;
    uint64_t type; /* its class: class_key() */
    pthread_t thread; /* that began it */
    uint32_t depth;   /* of calls of its method from itself */
    uint32_t left;    /* ends of this method that may be of this test, or of others */
    bool has_thrown;  /* one of them was an exception */
    uint32_t lane;    /* of tests that run at the same time (prof_flow.h) */
    bool has_returned; /* MTH_TEST_OPEN: the method did; its work may go on until a boundary */
} prof_living_test;

enum { PROF_LIVING_TESTS = 1024, PROF_CLASS_SLOTS = 4096 };

/* The state of a process. */
typedef struct prof_tests {
    pthread_mutex_t lock; /* guards all fields below; not held over calls into the runtime */
    pthread_cond_t changed; /* a class waits, or the end */
    prof_living_test living[PROF_LIVING_TESTS]; /* in order of their begins */
    uint32_t living_count;
    uint32_t begun; /* number of the last test that began */
    uint32_t last;  /* number of the test that ended or returned last */
    uint32_t static_depth; /* number of static constructors that run */
    _Atomic(uint32_t) open_count; /* of living tests that have returned; read without the lock */
    bool has_failed; /* a record found no room; noted once */
    /* runtime types that were seen, by hash; 0: free */
    uintptr_t classes[PROF_CLASS_SLOTS];
    /* types that the thread has to ask for */
    uintptr_t waiting[PROF_CLASS_SLOTS];
    uint32_t waiting_count;
    bool has_thread, is_over;
} prof_tests;

/* Prepares the state; false for lack of resources. */
bool prof_tests_init(struct prof_profiler *p);
/* Handles Shutdown: asks for the types that still wait. */
void prof_tests_end(struct prof_profiler *p);
/* The run is one with `--per-test`, and the assembly has tests; `path` as below. Memory of `arena`. */
bool prof_tests_are_in(const struct prof_profiler *p, const md_image *image, cc_str path,
                       cc_arena *arena);
/* Finds the tests of an image in scope, in a run with `--per-test`; `path`: of its file, "" in
 * memory. Attributes of other assemblies are looked up in the files beside it. CC_E_NOMEM. */
CC_NODISCARD cc_err prof_tests_find(struct prof_profiler *p, struct prof_image *image, cc_str path);
/* The method of the image is a part of a test. */
bool prof_tests_has_part(const struct prof_image *image, uint32_t token);
/* Adds the calls to the new body of a method that is a part of a test; others stay as they are.
 * Calls the runtime where tokens are needed. Errors of rw_add_calls(), and CC_E_UNSUPPORTED where
 * the runtime refuses a token. */
CC_NODISCARD cc_err prof_tests_add_calls(struct prof_profiler *p, const struct prof_module *module,
                                         const mth_method *method, cc_arena *arena,
                                         rw_result *body);

#endif
