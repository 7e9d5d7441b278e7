/* Shared by the files that implement cov_session.h. */
#ifndef COV_SESSION_INT_H
#define COV_SESSION_INT_H

#include "coverage/cov_session.h"

/* Length of the date in front of a session's name. */
#define COV_SESSION_DATE 15u

CC_NODISCARD cc_err cov_no_memory(void);
/* "p-*.cov" */
bool cov_is_counters_name(const char *name);

#endif
