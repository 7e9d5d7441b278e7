/* Opening below a directory over Linux. See cc_beneath.h. */
#include "base/cc_beneath.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cc_os.h"
#include "base/cc_span.h"

enum {
    OPENAT2 = 437, /* one number on every architecture; older headers do not have it */
    NO_MAGICLINKS = 0x02,
    NO_SYMLINKS = 0x04,
    BENEATH = 0x08,
    FILE_FLAGS = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW,
    FOLDER_FLAGS = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
};

/* struct open_how of linux/openat2.h */
typedef struct how {
    uint64_t flags, mode, resolve;
} how;

/* Takes the first component. */
static cc_str next_part(const char **path) {
    size_t length = strcspn(*path, "/");
    cc_str part = {*path, length};
    *path += (*path)[length] == '/' ? length + 1 : length;
    return part;
}

bool cc_beneath_is_plain(const char *path) {
    size_t length = strlen(path);
    if (length == 0 || path[length - 1] == '/') {
        return false;
    }
    while (*path != '\0') {
        cc_str part = next_part(&path);
        if (part.len == 0 || cc_str_eqz(part, ".") || cc_str_eqz(part, "..")) {
            return false;
        }
    }
    return true;
}

/* Returns -1 with errno on failure. */
static int open_at_once(int root, const char *path) {
    const how wanted = {.flags = FILE_FLAGS, .resolve = BENEATH | NO_SYMLINKS | NO_MAGICLINKS};
    return (int)syscall(OPENAT2, root, path, &wanted, sizeof wanted);
}

/* Returns -1 with errno on failure. `root` stays open. */
static int open_by_parts(int root, const char *path) {
    char name[NAME_MAX + 1];
    int folder = root;
    int opened = -1;
    while (*path != '\0') {
        cc_str part = next_part(&path);
        bool fits = part.len < sizeof name;
        memcpy(name, part.s, fits ? part.len : 0);
        name[fits ? part.len : 0] = '\0';
        errno = ENAMETOOLONG;
        opened = fits ? openat(folder, name, *path == '\0' ? FILE_FLAGS : FOLDER_FLAGS) : -1;
        int failure = errno;
        if (folder != root) {
            (void)close(folder);
        }
        errno = failure;
        if (opened < 0) {
            return -1;
        }
        folder = opened;
    }
    return opened;
}

/* The kernel has no openat2, or a filter of system calls blocks it: some filters return ENOSYS,
 * older filters return EPERM. */
static bool is_refused(int failure) {
    return failure == ENOSYS || failure == EPERM;
}

cc_err cc_beneath_open(int *fd, const char *root, const char *path) {
    *fd = -1;
    if (!cc_beneath_is_plain(path)) {
        return cc_fail(CC_E_IO, "%s/%s: cannot open: the path leaves the folder", root, path);
    }
    int folder = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
    int opened = folder < 0 ? -1 : open_at_once(folder, path);
    if (folder >= 0 && opened < 0 && is_refused(errno)) {
        opened = open_by_parts(folder, path);
    }
    int failure = errno;
    cc_fd_close(folder);
    if (opened < 0) {
        bool is_absent = failure == ENOENT || (failure == ENOTDIR && folder < 0);
        return cc_fail(is_absent ? CC_E_NOTFOUND : CC_E_IO, "%s/%s: cannot open: %s", root, path,
                       strerror(failure));
    }
    *fd = opened;
    return CC_OK;
}
