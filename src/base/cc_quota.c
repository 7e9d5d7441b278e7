/* See cc_quota.h; the files are described in the kernel's cgroup-v2 and sched-bwc documents. */
#include "base/cc_quota.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { MOST_LINE = PATH_MAX + 64 };

/* "max 100000" and "-1" are no quota. */
static bool is_limited(const char *path) {
    char text[32] = "";
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return false;
    }
    bool is_read = fgets(text, sizeof text, file) != NULL;
    (void)fclose(file);
    return is_read && text[0] >= '0' && text[0] <= '9';
}

/* `group`: "/a/b", which is shortened. */
static bool is_limited_at_or_above(const char *mount, char *group, const char *name) {
    char path[2 * PATH_MAX];
    bool is_top = false;
    while (!is_top) {
        (void)snprintf(path, sizeof path, "%s%s/%s", mount, group, name);
        if (is_limited(path)) {
            return true;
        }
        char *slash = strrchr(group, '/');
        is_top = slash == NULL;
        if (slash != NULL) {
            *slash = '\0';
        }
    }
    return false;
}

/* A line of /proc/PID/cgroup: "0::/a/b", or "4:cpu,cpuacct:/a/b" of the first version, whose folder
 * is also called "cpu". */
static bool is_line_limited(const char *groups, char *line) {
    char mount[PATH_MAX];
    char *controllers = strchr(line, ':');
    char *group = controllers == NULL ? NULL : strchr(controllers + 1, ':');
    if (group == NULL) {
        return false;
    }
    *group++ = '\0';
    group[strcspn(group, "\n")] = '\0';
    controllers++;
    if (*controllers == '\0') {
        return is_limited_at_or_above(groups, group, "cpu.max");
    }
    bool has_processors =
        strcmp(controllers, "cpu") == 0 || strncmp(controllers, "cpu,", strlen("cpu,")) == 0;
    (void)snprintf(mount, sizeof mount, "%s/cpu", groups);
    return has_processors && is_limited_at_or_above(mount, group, "cpu.cfs_quota_us");
}

bool cc_has_quota_in(const char *groups, const char *membership) {
    char line[MOST_LINE];
    bool has = false;
    FILE *file = fopen(membership, "re");
    if (file == NULL) {
        return false;
    }
    while (!has && fgets(line, sizeof line, file) != NULL) {
        has = is_line_limited(groups, line);
    }
    (void)fclose(file);
    return has;
}

bool cc_has_quota(void) {
    return cc_has_quota_in("/sys/fs/cgroup", "/proc/self/cgroup");
}
