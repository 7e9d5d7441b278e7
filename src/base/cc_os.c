/* Locks, reserved space, mappings, random bytes, clocks over POSIX and Linux. See cc_os.h. */
#include "base/cc_os.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "base/cc_guard.h"
#include "base/cc_memory.h"
#include "base/cc_out.h"
#include "base/cc_signals.h"

enum { OWN_FILE_MODE = 0600 };

static cc_err fail_errno(const char *what) {
    int saved = errno;
    cc_err code = saved == ENOENT || saved == ENOTDIR ? CC_E_NOTFOUND : CC_E_IO;
    return cc_fail(code, "%s: %s", what, strerror(saved));
}

cc_err cc_os_random(void *out, size_t len) {
    uint8_t *at = out;
    while (len > 0) {
        ssize_t n = getrandom(at, len, 0);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            return fail_errno("cannot get random bytes");
        }
        at += n;
        len -= (size_t)n;
    }
    return CC_OK;
}

static uint64_t clock_ns(clockid_t clock) {
    struct timespec now = {0};
    (void)clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void cc_os_day(uint64_t seconds, char out[CC_DAY_SIZE]) {
    static const uint64_t last = 253402300799; /* of the year 9999 */
    struct tm at;
    time_t when = (time_t)seconds;
    bool has_day = seconds <= last && gmtime_r(&when, &at) != NULL &&
                   strftime(out, CC_DAY_SIZE, "%Y-%m-%d", &at) > 0;
    out[0] = has_day ? out[0] : '\0';
}

uint64_t cc_os_time_ns(void) {
    return clock_ns(CLOCK_REALTIME);
}

uint64_t cc_os_monotonic_ns(void) {
    return clock_ns(CLOCK_MONOTONIC);
}

uint64_t cc_os_thread_ns(void) {
    return clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

void cc_os_sleep_ms(unsigned ms) {
    struct timespec rest = {(time_t)(ms / 1000), (long)(ms % 1000) * 1000000};
    while (nanosleep(&rest, &rest) != 0 && errno == EINTR) {
    }
}

uint32_t cc_os_pid(void) {
    return (uint32_t)getpid();
}

/* proc(5): "PID (NAME) STATE PPID ..."; the name may contain anything, so the last ')' is used. */
uint32_t cc_os_parent_of(uint32_t pid) {
    char path[64];
    char text[512];
    (void)snprintf(path, sizeof path, "/proc/%u/stat", pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    cc_fd_close(fd);
    if (got <= 0) {
        return 0;
    }
    text[got] = '\0';
    const char *name_end = strrchr(text, ')');
    unsigned parent = 0;
    return name_end != NULL && sscanf(name_end, ") %*c %u", &parent) == 1 ? parent : 0;
}

/* Files below /proc have no size, so the function reads to the end. */
static cc_err read_whole(int fd, const char *path, size_t limit, cc_buf *out) {
    uint8_t part[4096];
    ssize_t got = 1;
    size_t left = limit;
    while (left > 0 && got != 0) {
        got = read(fd, part, left < sizeof part ? left : sizeof part);
        if (got < 0 && errno != EINTR) {
            return fail_errno(path);
        }
        if (got > 0) {
            cc_buf_bytes(out, part, (size_t)got);
            left -= (size_t)got;
        }
    }
    return cc_buf_ok(out) ? CC_OK : cc_fail(CC_E_NOMEM, "out of memory");
}

cc_err cc_os_read_process(uint32_t pid, const char *name, size_t limit, cc_buf *out) {
    char path[128];
    (void)snprintf(path, sizeof path, "/proc/%u/%s", pid, name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    cc_err err = fd < 0 ? fail_errno(path) : read_whole(fd, path, limit, out);
    cc_fd_close(fd);
    return err;
}

bool cc_os_is_running(uint32_t pid) {
    cc_buf line = {0};
    bool is_running =
        pid != 0 && cc_os_read_process(pid, "cmdline", 1, &line) == CC_OK && line.len > 0;
    cc_buf_free(&line);
    return is_running;
}

cc_err cc_os_processes(cc_arena *arena, uint32_t **pids, size_t *count) {
    char **names;
    size_t all;
    *count = 0;
    CC_TRY(cc_dir_list(arena, "/proc", &names, &all));
    *pids = CC_NEW_ARRAY(arena, uint32_t, all + 1);
    for (size_t i = 0; *pids != NULL && i < all; i++) {
        size_t digits = strspn(names[i], "0123456789");
        if (digits > 0 && digits < 10 && names[i][digits] == '\0') {
            (*pids)[(*count)++] = (uint32_t)strtoul(names[i], NULL, 10);
        }
    }
    return *pids != NULL ? CC_OK : cc_fail(CC_E_NOMEM, "out of memory");
}

bool cc_path_is_same(const char *a, const char *b) {
    struct stat first;
    struct stat second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

uint32_t cc_os_uid(void) {
    return (uint32_t)geteuid();
}

bool cc_os_is_privileged(void) {
    return getauxval(AT_SECURE) != 0;
}

/* The mark is the soft limit of file locks (RLIMIT_LOCKS). The kernel has not applied this limit
 * since Linux 2.4 but still keeps it; fork and exec preserve it. It is never unlimited. */
static rlim_t limit_of(uint64_t mark) {
    return (rlim_t)(mark >> 1);
}

void cc_os_mark_descendants(uint64_t mark) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_LOCKS, &limit) == 0) {
        limit.rlim_cur = limit_of(mark);
        (void)setrlimit(RLIMIT_LOCKS, &limit); /* refused where a lower hard limit is set */
    }
}

bool cc_os_has_mark(uint64_t mark) {
    struct rlimit limit;
    return getrlimit(RLIMIT_LOCKS, &limit) == 0 && limit.rlim_cur == limit_of(mark);
}

void cc_os_want_large_pages(void *base, size_t size) {
    const uintptr_t large = 2u << 20;
    uintptr_t from = ((uintptr_t)base + large - 1) & ~(large - 1);
    uintptr_t to = ((uintptr_t)base + size) & ~(large - 1);
    if (from < to) {
        (void)madvise((uint8_t *)base + (from - (uintptr_t)base), to - from, MADV_HUGEPAGE);
    }
}

unsigned cc_os_processors(void) {
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count > 1 ? (unsigned)count : 1;
}

bool cc_os_thread(pthread_t *thread, void *(*work)(void *ctx), void *ctx) {
    sigset_t before;
    cc_signals_block(&before);
    bool is_started = pthread_create(thread, NULL, work, ctx) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return is_started;
}

size_t cc_os_page_size(void) {
    long size = sysconf(_SC_PAGESIZE);
    return size > 0 ? (size_t)size : 4096;
}

/* With a strict umask, no process could open the files again. */
cc_err cc_fd_create(int *fd, const char *path) {
    *fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, OWN_FILE_MODE);
    if (*fd < 0) {
        return cc_fail_in(fail_errno("cannot create"), path);
    }
    (void)fchmod(*fd, OWN_FILE_MODE);
    return CC_OK;
}

cc_err cc_fd_open(int *fd, const char *path, bool create) {
    int flags = O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;
    *fd = open(path, flags);
    if (*fd < 0 && errno == ENOENT && create) {
        *fd = open(path, flags | O_CREAT, OWN_FILE_MODE);
        if (*fd >= 0) {
            (void)fchmod(*fd, OWN_FILE_MODE);
        }
    }
    return *fd < 0 ? cc_fail_in(fail_errno("cannot open"), path) : CC_OK;
}

cc_err cc_fd_open_read(int *fd, const char *path) {
    *fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    return *fd < 0 ? cc_fail_in(fail_errno("cannot open"), path) : CC_OK;
}

void cc_fd_close(int fd) {
    if (fd >= 0) {
        close(fd);
    }
}

bool cc_fd_is_at(int fd, const char *path) {
    struct stat mine;
    struct stat there;
    return fstat(fd, &mine) == 0 && lstat(path, &there) == 0 && mine.st_dev == there.st_dev &&
           mine.st_ino == there.st_ino;
}

cc_err cc_fd_lock(int fd, cc_lock lock, bool wait, bool *got) {
    static const int kinds[] = {LOCK_UN, LOCK_SH, LOCK_EX};
    int operation = kinds[lock] | (wait ? 0 : LOCK_NB);
    int result;
    do {
        result = flock(fd, operation);
    } while (result != 0 && errno == EINTR);
    if (got != NULL) {
        *got = result == 0;
    }
    if (result != 0 && (wait || errno != EWOULDBLOCK)) {
        return fail_errno("cannot lock");
    }
    return CC_OK;
}

/* The test takes the lock for an instant, so two simultaneous tests see each other's lock: the
 * function tests a locked file again. */
bool cc_file_is_locked(const char *path) {
    enum { LOOKS = 3 };
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        return false;
    }
    bool blocked = true;
    for (int i = 0; i < LOOKS && blocked; i++) {
        if (i > 0) {
            cc_os_sleep_ms(1);
        }
        blocked = flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    }
    close(fd);
    return blocked;
}

/* Replaces the call on file systems that lack it: glibc emulates it, musl does not. */
static int write_zeros(int fd, uint64_t offset, uint64_t size) {
    static const uint8_t zeros[4096];
    while (size > 0) {
        size_t part = size < sizeof zeros ? (size_t)size : sizeof zeros;
        ssize_t n = pwrite(fd, zeros, part, (off_t)offset);
        if (n == 0 || (n < 0 && errno != EINTR)) {
            return n == 0 ? ENOSPC : errno;
        }
        uint64_t written = n > 0 ? (uint64_t)n : 0;
        offset += written;
        size -= written;
    }
    return 0;
}

cc_err cc_fd_reserve(int fd, uint64_t offset, uint64_t size) {
    if (offset > INT64_MAX - size || cc_file_exceeds_limit(offset + size)) {
        return cc_fail(CC_E_LIMIT, "cannot allocate %llu bytes: file size limit",
                       (unsigned long long)size);
    }
    int result;
    do {
        result = posix_fallocate(fd, (off_t)offset, (off_t)size);
    } while (result == EINTR);
    if (result == EOPNOTSUPP || result == ENOSYS) {
        result = write_zeros(fd, offset, size);
    }
    errno = result;
    return result == 0 ? CC_OK : fail_errno("cannot allocate space for counters");
}

static void *map_at(void *hint, int fd, uint64_t offset, size_t size, int flags) {
    int kind = fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
    return mmap(hint, size, PROT_READ | PROT_WRITE, kind | flags, fd, (off_t)offset);
}

static bool is_low(const void *base, size_t size) {
    return (uintptr_t)base + size <= (uintptr_t)INT32_MAX + 1u;
}

/* Tries fixed addresses from 256 MiB up; never replaces existing mappings. */
static void *map_by_hint(int fd, uint64_t offset, size_t size) {
    const uintptr_t first = 0x10000000u;
    const uintptr_t end = 0x7FFF0000u;
    const uintptr_t grain = 0x1000000u;
    uintptr_t step = (size + grain - 1) / grain * grain;
    for (uintptr_t at = first; size <= end - first && at <= end - size; at += step) {
        void *hint = (void *)at; /* NOLINT: the integer is an address */
        void *base = map_at(hint, fd, offset, size, MAP_FIXED_NOREPLACE);
        if (base == hint) {
            return base;
        }
        if (base != MAP_FAILED) {
            /* an old kernel, or an emulator, which treats the address as a hint */
            munmap(base, size);
        } else if (errno != EEXIST) {
            return MAP_FAILED;
        }
    }
    return MAP_FAILED;
}

cc_err cc_fd_map_low(void **out, int fd, uint64_t offset, size_t size) {
    void *base = MAP_FAILED;
#ifdef MAP_32BIT
    base = map_at(NULL, fd, offset, size, MAP_32BIT);
#endif
    if (base == MAP_FAILED || !is_low(base, size)) {
        void *low = map_by_hint(fd, offset, size);
        if (low != MAP_FAILED && base != MAP_FAILED) {
            munmap(base, size);
        }
        base = low != MAP_FAILED ? low : base;
    }
    if (base == MAP_FAILED) {
        base = map_at(NULL, fd, offset, size, 0);
    }
    if (base == MAP_FAILED) {
        return fail_errno("cannot map counters");
    }
    *out = base;
    return CC_OK;
}

cc_err cc_fd_map_read(cc_span *out, int fd) {
    struct stat st;
    *out = (cc_span){NULL, 0};
    if (fstat(fd, &st) != 0) {
        return fail_errno("cannot read");
    }
    if (!S_ISREG(st.st_mode)) {
        return cc_fail(CC_E_IO, "not a regular file");
    }
    if (st.st_size == 0) {
        return CC_OK;
    }
    void *base = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
    if (base == MAP_FAILED) {
        if (errno == ENOMEM) {
            cc_memory_missing((size_t)st.st_size);
        }
        return fail_errno("cannot map");
    }
    cc_guard_add(base, (size_t)st.st_size, NULL);
    *out = cc_span_of(base, (size_t)st.st_size);
    return CC_OK;
}

void cc_unmap(void *base, size_t size) {
    if (base != NULL) {
        cc_guard_remove(base);
        munmap(base, size);
    }
}

/* Magic numbers of statfs(2) for file systems whose pages are elsewhere. Overlay and container
 * roots are local. */
bool cc_path_is_local(const char *path) {
    static const uint32_t remote[] = {
        0x6969u,     /* NFS */
        0x517Bu,     /* SMB */
        0xFF534D42u, /* CIFS */
        0xFE534D42u, /* SMB2 */
        0x65735546u, /* FUSE */
        0x01021997u, /* 9p */
        0x5346414Fu, /* AFS */
        0x6B414653u, /* kAFS */
        0x00C36400u, /* Ceph */
        0x0BD00BD0u, /* Lustre */
        0x01161970u, /* GFS2 */
        0x7461636Fu, /* OCFS2 */
        0x786F4256u, /* VirtualBox shared folder */
        0xBACBACBCu, /* VMware shared folder */
        0x73757245u, /* Coda */
    };
    struct statfs fs;
    if (statfs(path, &fs) != 0) {
        return true;
    }
    for (size_t i = 0; i < sizeof remote / sizeof *remote; i++) {
        if ((uint32_t)fs.f_type == remote[i]) {
            return false;
        }
    }
    return true;
}

uint64_t cc_path_room(const char *path) {
    struct statvfs fs;
    if (statvfs(path, &fs) != 0) {
        return UINT64_MAX;
    }
    enum { FEW_FILES = 64 };
    bool is_counting = fs.f_files > 0; /* some file systems do not count files */
    bool has_files = !is_counting || fs.f_favail >= FEW_FILES;
    bool is_writable = (fs.f_flag & ST_RDONLY) == 0;
    uint64_t block = fs.f_frsize > 0 ? fs.f_frsize : 1;
    if (!has_files || !is_writable) {
        return 0;
    }
    return fs.f_bavail > UINT64_MAX / block ? UINT64_MAX : fs.f_bavail * block;
}

unsigned cc_os_terminal_width(void) {
    struct winsize size = {0};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

#define OWN_EXECUTABLE "/proc/self/exe"

cc_err cc_os_executable(cc_arena *arena, char **out) {
    return cc_path_real(arena, OWN_EXECUTABLE, out);
}

/* Reads the start of an ELF file; the used fields do not depend on the word size. */
static cc_err read_elf(Elf64_Ehdr *out, const char *path) {
    cc_mapped_file file;
    CC_TRY(cc_file_map(&file, path, false));
    bool is_elf = file.bytes.len >= sizeof *out && memcmp(file.bytes.data, ELFMAG, SELFMAG) == 0;
    if (is_elf) {
        memcpy(out, file.bytes.data, sizeof *out);
    }
    cc_file_unmap(&file);
    return is_elf ? CC_OK : cc_fail(CC_E_FORMAT, "%s: not a shared library", path);
}

cc_err cc_os_check_library(const char *path) {
    Elf64_Ehdr own;
    Elf64_Ehdr library;
    CC_TRY(read_elf(&own, OWN_EXECUTABLE));
    CC_TRY(read_elf(&library, path));
    if (library.e_ident[EI_CLASS] != own.e_ident[EI_CLASS] ||
        library.e_ident[EI_DATA] != own.e_ident[EI_DATA] || library.e_machine != own.e_machine) {
        return cc_fail(CC_E_MISMATCH, "%s: built for another kind of machine", path);
    }
    if (library.e_type != ET_DYN) {
        return cc_fail(CC_E_FORMAT, "%s: not a shared library", path);
    }
    return CC_OK;
}
