/* Symbolic links of paths that are written to. See cc_file.h. */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cc_file.h"

/* Replaces `link` by its target, whose text is `target`. */
static bool replace_by_target(char *link, const char *target) {
    char joined[PATH_MAX];
    cc_str dir = cc_path_dir(cc_strz(link));
    bool is_beside = target[0] != '/' && dir.len > 0;
    int n = is_beside ? snprintf(joined, sizeof joined, "%.*s/%s", (int)dir.len, dir.s, target)
                      : snprintf(joined, sizeof joined, "%s", target);
    if (n < 0 || (size_t)n >= sizeof joined) {
        return false;
    }
    memcpy(link, joined, (size_t)n + 1);
    return true;
}

bool cc_path_is_link(const char *path) {
    struct stat info;
    return lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
}

cc_err cc_link_check(const char *path) {
    char dir[PATH_MAX];
    struct stat link;
    struct stat above;
    cc_str parent = cc_path_dir(cc_strz(path));
    int n = snprintf(dir, sizeof dir, "%.*s", parent.len > 0 ? (int)parent.len : 1,
                     parent.len > 0 ? parent.s : ".");
    bool is_known = n > 0 && (size_t)n < sizeof dir && lstat(path, &link) == 0 &&
                    S_ISLNK(link.st_mode) && stat(dir, &above) == 0;
    if (!is_known || link.st_uid == geteuid() || link.st_uid == above.st_uid) {
        return CC_OK;
    }
    bool is_open_to_all = (above.st_mode & S_ISVTX) != 0 && (above.st_mode & S_IWOTH) != 0;
    return is_open_to_all
               ? cc_fail(CC_E_IO,
                         "%s: is a link of another user in a folder that all may write to; choose "
                         "another path",
                         path)
               : CC_OK;
}

cc_err cc_path_follow(char *out, const char *path) {
    enum { MOST_LINKS = 40 }; /* same number as in the kernel */
    char target[PATH_MAX];
    size_t length = strlen(path);
    if (length >= PATH_MAX) {
        return cc_fail(CC_E_LIMIT, "%s: path is too long", path);
    }
    memcpy(out, path, length + 1);
    for (int i = 0; i < MOST_LINKS; i++) {
        ssize_t n = readlink(out, target, sizeof target);
        if (n < 0) {
            return CC_OK; /* no link, or a missing file */
        }
        CC_TRY(cc_link_check(out));
        if ((size_t)n >= sizeof target) {
            return cc_fail(CC_E_LIMIT, "%s: path is too long", path);
        }
        target[n] = '\0';
        if (!replace_by_target(out, target)) {
            return cc_fail(CC_E_LIMIT, "%s: path is too long", path);
        }
    }
    return cc_fail(CC_E_IO, "%s: too many links", path);
}
