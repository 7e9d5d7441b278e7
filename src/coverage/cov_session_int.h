/* Shared by the files that implement cov_session.h. */
#ifndef COV_SESSION_INT_H
#define COV_SESSION_INT_H

#include "coverage/cov_session.h"

/* Length of the date in front of a session's name. */
#define COV_SESSION_DATE 15u

CC_NODISCARD cc_err cov_no_memory(void);
/* The directories that sessions may lie in, the best first; in the arena. They need not exist. */
#define COV_PLACES 2
CC_NODISCARD cc_err cov_session_places(cc_arena *arena, char *out[COV_PLACES], size_t *count);
/* "p-*.cov" */
bool cov_is_counters_name(const char *name);

#endif
