/* Shared by the files that implement ses.h. Internal to this room. */
#ifndef SES_INTERNAL_H
#define SES_INTERNAL_H

#include "coverage/session/ses.h"

/* Length of the date before a session's name. */
#define SES_SESSION_DATE 15u

CC_NODISCARD cc_err ses_no_memory(void);
/* The empty file that marks a session whose report was made. */
#define COV_REPORTED_MARK "reported"

/* Lists the directories that may contain sessions, the preferred one first; in the arena. The first
 * two need not exist. The others have unpredictable names, and were made where the first two were
 * unusable. */
#define SES_PLACES 4
CC_NODISCARD cc_err ses_places(cc_arena *arena, char *out[SES_PLACES], size_t *count);
/* Sets *in_use to whether a process still holds one of these files of the session. */
CC_NODISCARD cc_err ses_are_in_use(const char *session_dir, char *const *names, size_t count,
                                   cc_arena *scratch, bool *in_use);
/* "p-*.cov" */
bool ses_is_counters_name(const char *name);

#endif
