/* The counters file in a program that closes descriptors which are not its own, and opens files of
 * its own under their numbers; and in one whose files are taken away. */
#include "counters_help.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "base/cc_guard.h"
#include "base/cc_os.h"
#include "base/cc_proc.h"
#include "test_main.h"

enum { MOST_FILES = 1024, BIG = 300000 };

/* What a daemon does: closes everything; then its own file has each number that was open. */
static int take_all_numbers(const char *path) {
    int own = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (own < 0 || write(own, "mine", 4) != 4) {
        return -1;
    }
    int low = dup2(own, STDIN_FILENO);
    for (int fd = STDERR_FILENO + 1; fd < MOST_FILES; fd++) {
        if (fcntl(fd, F_GETFD) >= 0) {
            (void)dup2(low, fd);
        }
    }
    return low;
}

static bool is_untouched(int fd) {
    struct stat st;
    return fstat(fd, &st) == 0 && st.st_size == 4;
}

/* The writer grows, and its file has all; 0 when all is as promised. */
static int grow_with_foreign_numbers(void *ctx) {
    (void)ctx;
    ctr_writer *writer = help_writer(CTR_HITS_ONCE);
    ctr_module_record module = help_module("/app/A.dll");
    uint32_t id = 0;
    uint8_t *place = NULL;
    char own[256];
    (void)snprintf(own, sizeof own, "%s/own", help_dir);
    if (ctr_writer_module(writer, &module, &id) != CC_OK) {
        return 2;
    }
    int fd = take_all_numbers(own);
    help_method(writer, id, 0x06000001, BIG, (void **)&place);
    place[BIG - 1] = 1;
    if (fd < 0 || !is_untouched(fd)) {
        return 3;
    }
    ctr_file *read = help_open(ctr_writer_path(writer));
    if (!read->is_alive || read->damage != NULL || read->method_count != 1 ||
        ctr_value(read, &read->methods[0], BIG - 1) != 1) {
        return 4;
    }
    ctr_writer_release(writer);
    ctr_writer_end(writer);
    ctr_writer_close(writer);
    return is_untouched(fd) ? 0 : 5;
}

static void test_foreign_numbers(void) {
    cc_proc_end end;
    CU_ASSERT_EQUAL(cc_proc_isolated(&end, grow_with_foreign_numbers, NULL), CC_OK);
    CU_ASSERT_EQUAL(end.signal, 0);
    CU_ASSERT_EQUAL(end.code, 0);
}

/* The program holds a lock of its own on the file that got the number. */
static int release_with_foreign_lock(void *ctx) {
    (void)ctx;
    ctr_writer *writer = help_writer(CTR_HITS_ONCE);
    char own[256];
    (void)snprintf(own, sizeof own, "%s/locked", help_dir);
    int fd = take_all_numbers(own);
    if (fd < 0 || cc_fd_lock(fd, CC_LOCK_EXCLUSIVE, true, NULL) != CC_OK) {
        return 2;
    }
    if (!cc_file_is_locked(ctr_writer_path(writer))) {
        return 3; /* it lives, whatever is closed */
    }
    ctr_writer_release(writer);
    if (cc_file_is_locked(ctr_writer_path(writer))) {
        return 4;
    }
    return cc_file_is_locked(own) ? 0 : 5;
}

static void test_foreign_lock(void) {
    cc_proc_end end;
    CU_ASSERT_EQUAL(cc_proc_isolated(&end, release_with_foreign_lock, NULL), CC_OK);
    CU_ASSERT_EQUAL(end.signal, 0);
    CU_ASSERT_EQUAL(end.code, 0);
}

/* Somebody cuts the file short while the process counts. */
static int count_after_a_cut(void *ctx) {
    uint64_t length = *(uint64_t *)ctx;
    ctr_writer *writer = help_writer(CTR_HITS_ONCE);
    ctr_module_record module = help_module("/app/A.dll");
    uint32_t id = 0;
    uint8_t *place = NULL;
    uint8_t *other = NULL;
    cc_guard_start();
    if (ctr_writer_module(writer, &module, &id) != CC_OK) {
        return 2;
    }
    help_method(writer, id, 0x06000001, BIG, (void **)&place);
    if (truncate(ctr_writer_path(writer), (off_t)length) != 0) {
        return 3;
    }
    memset(place, 1, BIG);
    help_method(writer, id, 0x06000002, BIG * 2, (void **)&other);
    memset(other, 1, BIG * 2);
    ctr_file *read = NULL;
    cc_err err = ctr_open(&read, ctr_writer_path(writer), help_arena);
    bool is_told = err == CC_OK ? read->is_cut : err == CC_E_FORMAT;
    return place[BIG - 1] == 1 && is_told ? 0 : 4;
}

/* ThreadSanitizer's memset touches the pages in code of its own, in which it keeps SIGBUS from the handler. */
#if defined(__SANITIZE_THREAD__)
#define HAS_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HAS_TSAN 1
#endif
#endif
#ifndef HAS_TSAN
#define HAS_TSAN 0
#endif

static void test_cut_short(void) {
    if (HAS_TSAN) {
        return;
    }
    static uint64_t lengths[] = {0, 100, 4096, 40000, 200000};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        cc_proc_end end;
        CU_ASSERT_EQUAL(cc_proc_isolated(&end, count_after_a_cut, &lengths[i]), CC_OK);
        CU_ASSERT_EQUAL(end.signal, 0);
        CU_ASSERT_EQUAL(end.code, 0);
    }
}

/* A fault elsewhere ends the process, as it would have. */
static int fault_elsewhere(void *ctx) {
    (void)ctx;
    void *base = NULL;
    int fd = open(help_dir, O_TMPFILE | O_RDWR, 0600);
    (void)signal(SIGBUS, SIG_DFL); /* not a sanitizer's */
    cc_guard_start();
    if (fd < 0 || ftruncate(fd, 4096) != 0 || cc_fd_map_low(&base, fd, 0, 4096) != CC_OK ||
        ftruncate(fd, 0) != 0) {
        return 2;
    }
    *(volatile uint8_t *)base = 1;
    return 3;
}

static void test_fault_elsewhere(void) {
    cc_proc_end end;
    CU_ASSERT_EQUAL(cc_proc_isolated(&end, fault_elsewhere, NULL), CC_OK);
    CU_ASSERT_EQUAL(end.signal, SIGBUS);
}

static clrcov_refusal refusal_of(ctr_writer *writer, const char *path) {
    void *place = NULL;
    uint64_t first = 0;
    CU_ASSERT_NOT_EQUAL(ctr_writer_reserve(writer, BIG, &place, &first), CC_OK);
    ctr_writer_refused(writer, 1);
    ctr_file *read = help_open(path);
    CU_ASSERT_EQUAL(read->refused, 1);
    clrcov_refusal cause = read->refusal;
    ctr_close(read);
    return cause;
}

/* The file was moved away, and the descriptor is closed: it is not found again. */
static int lose_the_file(void *ctx) {
    (void)ctx;
    ctr_writer *writer = help_writer(CTR_HITS_ONCE);
    char moved[256];
    (void)snprintf(moved, sizeof moved, "%s/moved", help_dir);
    if (cc_file_rename(ctr_writer_path(writer), moved) != CC_OK ||
        cc_file_write(ctr_writer_path(writer), cc_span_of("other", 5), 0600) != CC_OK) {
        return 2;
    }
    for (int fd = STDERR_FILENO + 1; fd < MOST_FILES; fd++) {
        (void)close(fd);
    }
    uint64_t size = 0;
    clrcov_refusal cause = refusal_of(writer, moved);
    (void)cc_file_mtime(ctr_writer_path(writer), &size);
    return cause == CLRCOV_REFUSED_FILE_GONE && size == 5 ? 0 : 3;
}

static int reach_the_limit(void *ctx) {
    (void)ctx;
    struct rlimit limit = {100 * 1024, 100 * 1024};
    ctr_writer *writer = help_writer(CTR_HITS_ONCE);
    (void)setrlimit(RLIMIT_FSIZE, &limit);
    return refusal_of(writer, ctr_writer_path(writer)) == CLRCOV_REFUSED_FILE_LIMIT ? 0 : 3;
}

static int run_out_of_descriptors(void *ctx) {
    (void)ctx;
    ctr_writer *writer = help_writer(CTR_HITS_ONCE);
    const char *path = ctr_writer_path(writer);
    struct rlimit limit;
    for (int fd = STDERR_FILENO + 1; fd < MOST_FILES; fd++) {
        (void)close(fd);
    }
    (void)getrlimit(RLIMIT_NOFILE, &limit);
    rlim_t before = limit.rlim_cur;
    limit.rlim_cur = STDERR_FILENO + 1;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
    void *place = NULL;
    uint64_t first = 0;
    if (ctr_writer_reserve(writer, BIG, &place, &first) == CC_OK) {
        return 2;
    }
    ctr_writer_refused(writer, 1);
    limit.rlim_cur = before;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
    ctr_file *read = help_open(path);
    return read->refusal == CLRCOV_REFUSED_OPEN ? 0 : 3;
}

static void test_causes(void) {
    static int (*const losses[])(void *) = {lose_the_file, reach_the_limit, run_out_of_descriptors};
    for (size_t i = 0; i < sizeof losses / sizeof *losses; i++) {
        cc_proc_end end;
        CU_ASSERT_EQUAL(cc_proc_isolated(&end, losses[i], NULL), CC_OK);
        CU_ASSERT_EQUAL(end.signal, 0);
        CU_ASSERT_EQUAL(end.code, 0);
    }
}

int main(void) {
    static const test_case cases[] = {
        {"a program that closes all descriptors harms neither side", test_foreign_numbers},
        {"a lock of the program stays its own", test_foreign_lock},
        {"what is lost has its true cause", test_causes},
        {"a file that is cut short in place ends no process", test_cut_short},
        {"a fault elsewhere ends the process as it would have", test_fault_elsewhere},
    };
    bool is_ready = help_begin();
    int result = is_ready ? test_run("counters kept", cases, sizeof cases / sizeof *cases) : 2;
    return help_end() ? result : 2;
}
