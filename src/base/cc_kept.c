/* Descriptors that are checked before each use, and locks without one. See cc_kept.h. */
#include "base/cc_kept.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cc_os.h"

/* --- files ------------------------------------------------------------------------------------ */

static bool is_still(const cc_kept *kept) {
    struct stat st;
    return kept->fd >= 0 && fstat(kept->fd, &st) == 0 && (uint64_t)st.st_dev == kept->device &&
           (uint64_t)st.st_ino == kept->inode;
}

/* The kernel's table of descriptors grows with the highest number, so the number is moderate.
 * Where the limit is low, the number is near the limit. */
static int move_high(int fd) {
    enum { HIGH = 900, NEAR = 8 };
    struct rlimit limit;
    int moved = fcntl(fd, F_DUPFD_CLOEXEC, HIGH);
    if (moved < 0 && getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur > NEAR &&
        limit.rlim_cur <= HIGH) {
        moved = fcntl(fd, F_DUPFD_CLOEXEC, (int)limit.rlim_cur - NEAR);
    }
    if (moved >= 0) {
        (void)close(fd);
    }
    return moved >= 0 ? moved : fd;
}

cc_err cc_kept_take(cc_kept *out, int fd) {
    struct stat st;
    *out = (cc_kept){.fd = -1};
    if (fstat(fd, &st) != 0) {
        return cc_fail(CC_E_IO, "cannot read: %s", strerror(errno));
    }
    *out = (cc_kept){move_high(fd), (uint64_t)st.st_dev, (uint64_t)st.st_ino};
    return CC_OK;
}

static cc_err open_again(cc_kept *kept, const char *path) {
    int fd = -1;
    cc_kept found = {.fd = -1};
    kept->fd = -1; /* the program has taken the number */
    CC_TRY(cc_fd_open(&fd, path, false));
    cc_err err = cc_kept_take(&found, fd);
    if (err != CC_OK) {
        cc_fd_close(fd);
        return err;
    }
    if (found.device != kept->device || found.inode != kept->inode) {
        cc_kept_close(&found);
        return cc_fail(CC_E_NOTFOUND, "%s: was replaced by another file", path);
    }
    *kept = found;
    return CC_OK;
}

cc_err cc_kept_get(cc_kept *kept, const char *path, int *fd) {
    if (!is_still(kept)) {
        CC_TRY(open_again(kept, path));
    }
    *fd = kept->fd;
    return CC_OK;
}

void cc_kept_close(cc_kept *kept) {
    if (is_still(kept)) {
        (void)close(kept->fd);
    }
    kept->fd = -1;
}

/* --- locks ------------------------------------------------------------------------------------ */

/* A mapping refers to the open file as a descriptor does, and flock() locks belong to the open
 * file. No code reads or writes the page, but the file contains it: an emulator whose pages are
 * larger than the machine's refuses to map beyond the end of the file. */
cc_err cc_hold_begin(cc_hold *out, int fd) {
    out->page = NULL;
    CC_TRY(cc_fd_lock(fd, CC_LOCK_SHARED, true, NULL));
    CC_TRY(cc_fd_reserve(fd, 0, cc_os_page_size()));
    void *page = mmap(NULL, cc_os_page_size(), PROT_NONE, MAP_PRIVATE, fd, 0);
    if (page == MAP_FAILED) {
        return cc_fail(CC_E_IO, "cannot hold a lock: %s", strerror(errno));
    }
    out->page = page;
    return CC_OK;
}

void cc_hold_end(cc_hold *hold) {
    cc_unmap(hold->page, cc_os_page_size());
    hold->page = NULL;
}
