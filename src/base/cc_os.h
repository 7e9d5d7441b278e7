/* Services of the operating system other than files by name: locks, reserved space, mappings,
 * random bytes, clocks. Every error message names the operation. Threads: no state. */
#ifndef CC_OS_H
#define CC_OS_H

#include <pthread.h>

#include "base/cc_arena.h"
#include "base/cc_buf.h"
#include "base/cc_err.h"

/* Fills the buffer with unpredictable bytes. */
CC_NODISCARD cc_err cc_os_random(void *out, size_t len);
/* Returns nanoseconds since 1970. */
uint64_t cc_os_time_ns(void);

enum { CC_DAY_SIZE = 16 };
/* Formats seconds since 1970 in UTC as "2026-11-24"; "" for years beyond 9999. */
void cc_os_day(uint64_t seconds, char out[CC_DAY_SIZE]);
/* Returns nanoseconds of a clock that never jumps. */
uint64_t cc_os_monotonic_ns(void);
/* Returns the processor time of the calling thread. */
uint64_t cc_os_thread_ns(void);
void cc_os_sleep_ms(unsigned ms);
uint32_t cc_os_pid(void);
/* Returns the parent of a process; 0 when there is none, or when it cannot be determined. */
uint32_t cc_os_parent_of(uint32_t pid);
uint32_t cc_os_uid(void);
/* Appends at most `limit` bytes of /proc/PID/NAME. CC_E_NOTFOUND: the process does not exist;
 * CC_E_IO: the process is not this user's, or the file cannot be read. */
CC_NODISCARD cc_err cc_os_read_process(uint32_t pid, const char *name, size_t limit, cc_buf *out);
/* Whether the process runs. A process that has ended has no command line, also while its parent has
 * not asked for its end. False also for a process of another process namespace. */
bool cc_os_is_running(uint32_t pid);
/* Lists the ids of all processes that this process sees; in the arena. */
CC_NODISCARD cc_err cc_os_processes(cc_arena *arena, uint32_t **pids, size_t *count);
/* Both paths lead to one file or directory. */
bool cc_path_is_same(const char *a, const char *b);
/* The process has rights that the user who started it does not have (setuid, file capabilities).
 * Callers must then not trust the environment. */
bool cc_os_is_privileged(void);
/* Marks this process, and all descendants that start from now on, with 63 bits of the mark.
 * Namespaces do not hide the mark, exec preserves it, and nothing else in the process depends on
 * it. Does nothing where the system refuses it. */
void cc_os_mark_descendants(uint64_t mark);
bool cc_os_has_mark(uint64_t mark);
size_t cc_os_page_size(void);
/* Returns the number of processors on which this process may run; at least 1. */
unsigned cc_os_processors(void);
/* Starts a thread that receives no signals that are sent to the process; they are for the caller's
 * threads. The caller must join the thread. False: no thread was started. */
bool cc_os_thread(pthread_t *thread, void *(*work)(void *ctx), void *ctx);

/* Hints that all of the memory, just allocated, will be used: a page fault for each 4 KiB can cost
 * more than the use. It applies to the part that consists of whole large pages. */
void cc_os_want_large_pages(void *base, size_t size);

/* Creates a new file for reading and writing (mode 0600, closed by exec); never opens an existing
 * one. */
CC_NODISCARD cc_err cc_fd_create(int *fd, const char *path);
/* Opens a file for reading and writing, and creates a missing file if `create`; not through a link,
 * closed by exec. */
CC_NODISCARD cc_err cc_fd_open(int *fd, const char *path, bool create);
/* Opens a file for reading; not through a link, closed by exec. */
CC_NODISCARD cc_err cc_fd_open_read(int *fd, const char *path);
/* -1 is allowed. */
void cc_fd_close(int fd);
/* The open file is still the file that the path names. */
bool cc_fd_is_at(int fd, const char *path);

/* Locks of whole files (flock): they belong to the open file and end with its last descriptor. */
typedef enum cc_lock { CC_LOCK_NONE, CC_LOCK_SHARED, CC_LOCK_EXCLUSIVE } cc_lock;
/* With `wait` the function waits for the lock; else *got is whether it acquired the lock. `got` may
 * be NULL when waiting. */
CC_NODISCARD cc_err cc_fd_lock(int fd, cc_lock lock, bool wait, bool *got);
/* Another open file holds a lock on it. False also when the file cannot be opened. */
bool cc_file_is_locked(const char *path);

/* Allocates [offset, offset+size) on the disk, where nothing is written yet, so that later stores
 * there cannot fail. */
CC_NODISCARD cc_err cc_fd_reserve(int fd, uint64_t offset, uint64_t size);
/* Maps the range shared for reading and writing, below 2 GiB when possible, not guarded
 * (cc_guard.h). `fd` -1: zeroed memory of its own. */
CC_NODISCARD cc_err cc_fd_map_low(void **out, int fd, uint64_t offset, size_t size);
/* Maps the whole file shared for reading; *out {NULL, 0} for an empty one. */
CC_NODISCARD cc_err cc_fd_map_read(cc_span *out, int fd);
void cc_unmap(void *base, size_t size);

/* Returns the columns of the terminal that is standard error; 0 when standard error is not a
 * terminal. */
unsigned cc_os_terminal_width(void);
/* Sets the path of this program's executable, links resolved; in the arena. */
CC_NODISCARD cc_err cc_os_executable(cc_arena *arena, char **out);
/* Checks that the file is a shared library that a process like this one could load (format, word
 * size, machine). CC_E_NOTFOUND, CC_E_FORMAT, CC_E_MISMATCH. */
CC_NODISCARD cc_err cc_os_check_library(const char *path);

/* The path is on a local file system: data in shared mappings survives any end of the process. */
bool cc_path_is_local(const char *path);
/* Returns the number of bytes that this user may still write on the path's file system; 0 when it
 * is read-only or has room for fewer than 64 files, UINT64_MAX when unknown. */
uint64_t cc_path_room(const char *path);

#endif
