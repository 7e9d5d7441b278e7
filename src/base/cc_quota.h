/* Quotas of processor time, as containers have them. Threads: no state. */
#ifndef CC_QUOTA_H
#define CC_QUOTA_H

#include <stdbool.h>

/* Whether a control group of this process, or one above it, has a quota of processor time: cpu.max,
 * in the first version of control groups cpu.cfs_quota_us. Groups that this process cannot see do
 * not count. */
bool cc_has_quota(void);
/* The groups are folders below `groups`; `membership` is a file like /proc/PID/cgroup. */
bool cc_has_quota_in(const char *groups, const char *membership);

#endif
