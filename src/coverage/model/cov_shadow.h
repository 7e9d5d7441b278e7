/* The part of a report that needs no counters, made while the measured command still runs. The
 * command waits for its child then and has nothing to do; after the last test the user waits.
 *
 * One thread of idle priority (SCHED_IDLE) looks for builds that processes have stored in the
 * session, reads their methods and decides their branches, method by method. The report takes what
 * is there and makes the rest itself, with the same functions. It never waits for the thread.
 *
 * A shadow does not start where it could slow down the command: under a quota of processor time,
 * which idle work uses up as well, and on fewer than three processors. The tests use one, and the
 * runtime, which compiles their methods again, another one; two are often one core that runs two
 * threads. Nothing is kept between runs. */
#ifndef COV_SHADOW_H
#define COV_SHADOW_H

#include "coverage/counters/ctr.h"
#include "coverage/model/cov_model.h"

enum { COV_SHADOW_PROCESSORS = 3 };

struct cov_ready;

typedef struct cov_shadow cov_shadow;

/* A shadow without a thread, for the first session of the request, of which everything that is needed
 * is copied. NULL: the source root cannot be read. */
cov_shadow *cov_shadow_open(const cov_request *request);
/* Makes the methods of all builds that the session has now. */
void cov_shadow_look(cov_shadow *shadow);
/* Opens a shadow whose thread looks again and again. NULL: there is none. */
cov_shadow *cov_shadow_start(const cov_request *request);
/* The methods of a build that are ready; NULL: none. NULL is allowed. Threads: any, until
 * cov_shadow_leave(). */
const struct cov_ready *cov_shadow_find(cov_shadow *shadow, const ctr_module_record *build);
/* The thread makes no other method. It does not wait for the one that is being made. NULL is
 * allowed. */
void cov_shadow_stop(cov_shadow *shadow);
/* Stops it and gives it up; the last one that uses the memory frees it. NULL is allowed. */
void cov_shadow_leave(cov_shadow *shadow);

/* Whether this thread is that of a shadow. */
bool cov_shadow_is_thread(void);

#endif
