/* Symbolic links of paths that are written to. See cc_file.h. */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cc_file.h"

enum { MOST_LINKS = 40 }; /* the number that the kernel uses */

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

/* Sets `dir`, which has room for PATH_MAX bytes, to the directory of the last component of
 * `path`. */
static bool find_parent(char *dir, const char *path) {
    cc_str parent = cc_path_dir(cc_strz(path));
    int n = snprintf(dir, PATH_MAX, "%.*s", parent.len > 0 ? (int)parent.len : 1,
                     parent.len > 0 ? parent.s : ".");
    return n > 0 && n < PATH_MAX;
}

/* `link` is a link. */
static cc_err check_owner(const char *link) {
    char dir[PATH_MAX];
    struct stat info;
    struct stat above;
    bool is_known = find_parent(dir, link) && lstat(link, &info) == 0 && stat(dir, &above) == 0;
    if (!is_known || info.st_uid == geteuid() || info.st_uid == above.st_uid) {
        return CC_OK;
    }
    bool is_open_to_all = (above.st_mode & S_ISVTX) != 0 && (above.st_mode & S_IWOTH) != 0;
    return is_open_to_all ? cc_fail(CC_E_IO,
                                    "%s: is a link of another user in a world-writable folder; "
                                    "choose another path",
                                    link)
                          : CC_OK;
}

static cc_err read_link(char *target, const char *link, bool *is_link) {
    ssize_t n = readlink(link, target, PATH_MAX);
    *is_link = n >= 0; /* else not a link, or a missing file */
    if (n >= PATH_MAX) {
        return cc_fail(CC_E_LIMIT, "%s: path is too long", link);
    }
    target[*is_link ? n : 0] = '\0';
    return CC_OK;
}

/* Checks each link in `path` from byte `start` to its end, and the links of their targets. `links`:
 * the number of links so far. */
static cc_err check_from(const char *path, size_t start, unsigned *links) {
    char front[PATH_MAX];
    char target[PATH_MAX];
    size_t length = strlen(path);
    for (size_t end = start; end < length;) {
        bool is_link;
        end += strspn(path + end, "/");
        end += strcspn(path + end, "/");
        memcpy(front, path, end);
        front[end] = '\0';
        CC_TRY(read_link(target, front, &is_link));
        if (!is_link) {
            continue;
        }
        CC_TRY(check_owner(front));
        if (++*links > MOST_LINKS) {
            return cc_fail(CC_E_IO, "%s: too many links", path);
        }
        size_t known = target[0] == '/' ? 0 : cc_path_dir(cc_strz(front)).len;
        if (!replace_by_target(front, target)) {
            return cc_fail(CC_E_LIMIT, "%s: path is too long", path);
        }
        CC_TRY(check_from(front, known, links));
    }
    return CC_OK;
}

cc_err cc_link_check(const char *path) {
    unsigned links = 0;
    return strlen(path) < PATH_MAX ? check_from(path, 0, &links)
                                   : cc_fail(CC_E_LIMIT, "%s: path is too long", path);
}

cc_err cc_path_follow(char *out, const char *path) {
    char target[PATH_MAX];
    CC_TRY(cc_link_check(path));
    memcpy(out, path, strlen(path) + 1);
    for (int i = 0; i < MOST_LINKS; i++) {
        bool is_link;
        CC_TRY(read_link(target, out, &is_link));
        if (!is_link) {
            return CC_OK;
        }
        if (!replace_by_target(out, target)) {
            return cc_fail(CC_E_LIMIT, "%s: path is too long", path);
        }
    }
    return cc_fail(CC_E_IO, "%s: too many links", path);
}
