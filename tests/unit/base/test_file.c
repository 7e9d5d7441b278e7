/* Files, directories, paths. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <CUnit/CUnit.h>

#include "base/cc_file.h"
#include "base/cc_guard.h"
#include "base/cc_os.h"
#include "base/cc_out.h"
#include "base/cc_proc.h"
#include "base/test_base.h"

/* A new directory for one test; the caller removes it with cc_dir_remove(). */
static void make_temp(char out[64]) {
    strcpy(out, "/tmp/clrcov-test-XXXXXX");
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(out));
}

static void *read_last_byte(void *ctx) {
    const cc_mapped_file *file = ctx;
    return (void *)(uintptr_t)(file->bytes.data[file->bytes.len - 1] + 1);
}

/* A build or an editor truncates a file while a thread of the command reads it. */
void test_file_shrinks(void) {
    enum { SIZE = 1 << 20 };
    char dir[64];
    make_temp(dir);
    cc_arena *arena = cc_arena_new();
    const char *path = cc_path_join(arena, dir, "file");
    int fd = open(path, O_RDWR | O_CREAT, 0600);
    cc_mapped_file file;
    pthread_t thread;
    void *answer = NULL;
    cc_guard_start();
    CU_ASSERT_EQUAL_FATAL(ftruncate(fd, SIZE), 0);
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&file, path, false), CC_OK);
    CU_ASSERT_EQUAL_FATAL(ftruncate(fd, 0), 0);
    CU_ASSERT_TRUE_FATAL(cc_os_thread(&thread, read_last_byte, &file));
    CU_ASSERT_EQUAL(pthread_join(thread, &answer), 0);
    CU_ASSERT_EQUAL((uintptr_t)answer, 1);
    cc_file_unmap(&file);
    (void)close(fd);
    CU_ASSERT_EQUAL(cc_dir_remove(dir), CC_OK);
    cc_arena_free(arena);
}

void test_file_write_replaces(void) {
    char dir[64];
    make_temp(dir);
    cc_arena *arena = cc_arena_new();
    char *path = cc_path_join(arena, dir, "a b\xC3\xA9.txt");
    CU_ASSERT_EQUAL(cc_file_write(path, cc_span_of("one", 3), 0644), CC_OK);
    CU_ASSERT_EQUAL(cc_file_write(path, cc_span_of("second", 6), 0600), CC_OK);
    cc_mapped_file file;
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&file, path, true), CC_OK);
    CU_ASSERT(cc_span_eq(file.bytes, cc_span_of("second", 6)));
    cc_file_unmap(&file);
    char **names;
    size_t count;
    CU_ASSERT_EQUAL(cc_dir_list(arena, dir, &names, &count), CC_OK);
    CU_ASSERT_EQUAL(count, 1);
    char *missing = cc_path_join(arena, dir, "no/where");
    CU_ASSERT_EQUAL(cc_file_write(missing, cc_span_of("", 0), 0644), CC_E_NOTFOUND);
    CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "no/where"));
    CU_ASSERT_EQUAL(cc_dir_remove(dir), CC_OK);
    cc_arena_free(arena);
}

static bool has(const char *path, const char *text) {
    cc_mapped_file file;
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&file, path, true), CC_OK);
    bool is_same = cc_span_eq(file.bytes, cc_span_of(text, strlen(text)));
    cc_file_unmap(&file);
    return is_same;
}

void test_file_in_pieces(void) {
    char dir[64];
    make_temp(dir);
    cc_arena *arena = cc_arena_new();
    char *path = cc_path_join(arena, dir, "out");
    cc_out out;
    CU_ASSERT_EQUAL(cc_file_write(path, cc_span_of("old", 3), 0600), CC_OK);
    for (int is_whole = 0; is_whole < 2; is_whole++) {
        CU_ASSERT_EQUAL_FATAL(cc_out_open(&out, path, 0600), CC_OK);
        CU_ASSERT_TRUE(cc_out_write(&out, "ne", 2) && cc_out_write(&out, "w", 1));
        CU_ASSERT_TRUE(has(path, "old"));
        CU_ASSERT_EQUAL(cc_out_close(&out, is_whole == 1), CC_OK);
        CU_ASSERT_TRUE(has(path, is_whole == 1 ? "new" : "old"));
    }
    char **names;
    size_t count;
    CU_ASSERT_EQUAL(cc_dir_list(arena, dir, &names, &count), CC_OK);
    CU_ASSERT_EQUAL(count, 1);
    CU_ASSERT_EQUAL_FATAL(cc_out_open(&out, "/dev/full", 0600), CC_OK);
    CU_ASSERT_FALSE(cc_out_write(&out, "x", 1));
    CU_ASSERT_FALSE(cc_out_write(&out, "", 0));
    CU_ASSERT_EQUAL(cc_out_close(&out, true), CC_E_IO);
    CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "/dev/full: cannot write: No space left"));
    CU_ASSERT_EQUAL(cc_dir_remove(dir), CC_OK);
    cc_arena_free(arena);
}

/* Killed in the middle of writing. */
static int write_and_die(void *ctx) {
    cc_out out;
    if (cc_out_open(&out, ctx, 0600) == CC_OK && cc_out_write(&out, "half", 4)) {
        (void)raise(SIGKILL);
    }
    return 1;
}

static size_t count_names(cc_arena *arena, const char *dir) {
    char **names;
    size_t count = 0;
    CU_ASSERT_EQUAL(cc_dir_list(arena, dir, &names, &count), CC_OK);
    return count;
}

void test_file_dead_writers(void) {
    char dir[64];
    make_temp(dir);
    cc_arena *arena = cc_arena_new();
    char *path = cc_path_join(arena, dir, "file");
    char *other = cc_path_join(arena, dir, "other");
    cc_proc_end end;
    cc_out living;
    CU_ASSERT_EQUAL(cc_proc_isolated(&end, write_and_die, path), CC_OK);
    CU_ASSERT_EQUAL(cc_proc_isolated(&end, write_and_die, other), CC_OK);
    CU_ASSERT_EQUAL(end.signal, SIGKILL);
    CU_ASSERT_EQUAL(count_names(arena, dir), 2);
    CU_ASSERT_EQUAL_FATAL(cc_out_open(&living, path, 0600), CC_OK);
    CU_ASSERT_EQUAL(count_names(arena, dir), 2); /* the dead one's of another file stays */
    CU_ASSERT_EQUAL(cc_file_write(path, cc_span_of("whole", 5), 0600), CC_OK);
    CU_ASSERT_EQUAL(count_names(arena, dir), 3);
    cc_out_sweep(dir, NULL);
    CU_ASSERT_EQUAL(count_names(arena, dir), 2);
    CU_ASSERT_TRUE(cc_out_write(&living, "late", 4));
    CU_ASSERT_EQUAL(cc_out_close(&living, true), CC_OK);
    CU_ASSERT_TRUE(has(path, "late"));
    CU_ASSERT_EQUAL(count_names(arena, dir), 1);
    CU_ASSERT_EQUAL(cc_dir_remove(dir), CC_OK);
    cc_arena_free(arena);
}

/* In children, so that this process stays without one. */
static int has_mark(void *ctx) {
    return cc_os_has_mark(*(const uint64_t *)ctx);
}

static int mark_and_look(void *ctx) {
    uint64_t mark = *(const uint64_t *)ctx;
    uint64_t other = mark ^ (uint64_t)1 << 63;
    cc_proc_end end;
    cc_os_mark_descendants(mark);
    if (cc_proc_isolated(&end, has_mark, &mark) != CC_OK || end.code != 1 ||
        cc_proc_isolated(&end, has_mark, &other) != CC_OK || end.code != 0) {
        return 2;
    }
    cc_os_mark_descendants(other); /* of another session, inside */
    return cc_os_has_mark(mark) || !cc_os_has_mark(other) ? 3 : 0;
}

void test_marks(void) {
    static const uint64_t marks[] = {0, 2, 848, 123456789, (uint64_t)1 << 63, UINT64_MAX};
    cc_proc_end end;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        uint64_t mark = marks[i];
        CU_ASSERT_FALSE(cc_os_has_mark(mark)); /* an unmarked process */
        CU_ASSERT_EQUAL(cc_proc_isolated(&end, mark_and_look, &mark), CC_OK);
        CU_ASSERT_EQUAL(end.code, 0);
    }
}

static bool is_link(const char *path) {
    struct stat st;
    return lstat(path, &st) == 0 && S_ISLNK(st.st_mode);
}

/* Runs in a child, whose standard output becomes a file. */
static int write_to_standard(void *ctx) {
    const char *dir = ctx;
    char path[128];
    (void)snprintf(path, sizeof path, "%s/log", dir);
    int fd = open(path, O_WRONLY | O_CREAT, 0600);
    if (fd < 0 || dup2(fd, STDOUT_FILENO) < 0 || write(fd, "before ", 7) != 7) {
        return 2;
    }
    (void)snprintf(path, sizeof path, "%s/stdout", dir);
    if (symlink("/proc/self/fd/1", path) != 0 ||
        cc_file_write(path, cc_span_of("report", 6), 0600) != CC_OK) {
        return 3;
    }
    return is_link(path) && write(fd, " after", 6) == 6 ? 0 : 4;
}

void test_file_links(void) {
    char dir[64];
    char followed[PATH_MAX];
    make_temp(dir);
    cc_arena *arena = cc_arena_new();
    char *link = cc_path_join(arena, dir, "link");
    char *second = cc_path_join(arena, dir, "second");
    char *deep = cc_path_join(arena, dir, "deep/file");
    CU_ASSERT_EQUAL(cc_dir_make(cc_path_join(arena, dir, "deep"), 0700), CC_OK);
    CU_ASSERT_EQUAL(symlink("second", link), 0);
    CU_ASSERT_EQUAL(symlink("deep/file", second), 0);
    CU_ASSERT_EQUAL(cc_path_follow(followed, link), CC_OK);
    CU_ASSERT_STRING_EQUAL(followed, deep);
    for (int i = 0; i < 2; i++) { /* one that leads nowhere, then one to a file */
        CU_ASSERT_EQUAL(cc_file_write(link, cc_span_of("text", 4), 0600), CC_OK);
        CU_ASSERT_TRUE(is_link(link) && is_link(second));
        CU_ASSERT_TRUE(has(deep, "text"));
        CU_ASSERT_EQUAL(count_names(arena, dir), 3);
    }
    CU_ASSERT_EQUAL(unlink(deep), 0);
    CU_ASSERT_EQUAL(symlink("../link", deep), 0); /* in a circle */
    CU_ASSERT_EQUAL(cc_file_write(link, cc_span_of("text", 4), 0600), CC_E_IO);
    cc_proc_end end;
    CU_ASSERT_EQUAL(cc_proc_isolated(&end, write_to_standard, dir), CC_OK);
    CU_ASSERT_TRUE(end.signal == 0 && end.code == 0);
    CU_ASSERT_TRUE(has(cc_path_join(arena, dir, "log"), "before report after"));
    CU_ASSERT_EQUAL(cc_dir_remove(dir), CC_OK);
    cc_arena_free(arena);
}

static unsigned mode_of(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 ? st.st_mode & 07777 : 0;
}

void test_file_tight_umask(void) {
    char dir[64];
    make_temp(dir);
    cc_arena *arena = cc_arena_new();
    char *private = cc_path_join(arena, dir, "private");
    char *written = cc_path_join(arena, dir, "written");
    char *locked = cc_path_join(arena, dir, "locked");
    int fd;
    mode_t before = umask(0777);
    CU_ASSERT_EQUAL(cc_dir_make(private, 0700), CC_OK);
    CU_ASSERT_EQUAL(cc_file_write(written, cc_span_of("", 0), 0600), CC_OK);
    CU_ASSERT_EQUAL(cc_fd_open(&fd, locked, true), CC_OK);
    cc_fd_close(fd);
    (void)umask(before);
    CU_ASSERT_EQUAL(mode_of(private), 0700);
    CU_ASSERT_EQUAL(mode_of(written), 0600);
    CU_ASSERT_EQUAL(mode_of(locked), 0600);
    CU_ASSERT_EQUAL(chmod(private, 0), 0);
    CU_ASSERT_EQUAL(cc_dir_make_private(private), CC_OK);
    CU_ASSERT_EQUAL(mode_of(private), 0700);
    CU_ASSERT_EQUAL(chmod(private, 0755), 0);
    CU_ASSERT_NOT_EQUAL(cc_dir_make_private(private), CC_OK); /* others may have been there */
    CU_ASSERT_EQUAL(cc_dir_remove(dir), CC_OK);
    cc_arena_free(arena);
}

/* Runs in a child, because the limit holds for a process; 0 when all is as promised. */
static int write_beyond_limit(void *ctx) {
    const char *path = ctx;
    static const char bytes[4096] = {1};
    const struct rlimit limit = {1000, 1000};
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) {
        return 2;
    }
    if (cc_file_write(path, cc_span_of(bytes, sizeof bytes), 0600) != CC_E_LIMIT) {
        return 3;
    }
    return cc_path_exists(path) || cc_file_write(path, cc_span_of(bytes, 1000), 0600) != CC_OK ? 4
                                                                                               : 0;
}

void test_file_size_limit(void) {
    char dir[64];
    make_temp(dir);
    cc_arena *arena = cc_arena_new();
    char *path = cc_path_join(arena, dir, "file");
    cc_proc_end end;
    CU_ASSERT_EQUAL(cc_proc_isolated(&end, write_beyond_limit, path), CC_OK);
    CU_ASSERT_TRUE(end.signal == 0 && end.code == 0);
    CU_ASSERT_EQUAL(cc_dir_remove(dir), CC_OK);
    cc_arena_free(arena);
}

void test_dir_make_all(void) {
    char dir[64];
    make_temp(dir);
    cc_arena *arena = cc_arena_new();
    char *deep = cc_path_join(arena, dir, "one/two words/three");
    CU_ASSERT_EQUAL(cc_dir_make_all(deep, 0755), CC_OK);
    CU_ASSERT_TRUE(cc_path_is_dir(deep));
    CU_ASSERT_EQUAL(cc_dir_make_all(deep, 0755), CC_OK);
    CU_ASSERT_EQUAL(cc_file_write(cc_path_join(arena, deep, "file"), cc_span_of("", 0), 0644),
                    CC_OK);
    CU_ASSERT_EQUAL(cc_dir_make_all(cc_path_join(arena, deep, "file/x"), 0755), CC_E_IO);
    CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "three/file"));
    CU_ASSERT_EQUAL(cc_dir_remove(dir), CC_OK);
    cc_arena_free(arena);
}

void test_file_map_refuses(void) {
    char dir[64];
    make_temp(dir);
    cc_arena *arena = cc_arena_new();
    char *empty = cc_path_join(arena, dir, "empty");
    char *link = cc_path_join(arena, dir, "link");
    CU_ASSERT_EQUAL(cc_file_write(empty, cc_span_of("", 0), 0644), CC_OK);
    CU_ASSERT_EQUAL(symlink("empty", link), 0);
    cc_mapped_file file;
    CU_ASSERT_EQUAL(cc_file_map(&file, empty, true), CC_OK);
    CU_ASSERT_EQUAL(file.bytes.len, 0);
    cc_file_unmap(&file);
    CU_ASSERT_EQUAL(cc_file_map(&file, link, false), CC_OK);
    cc_file_unmap(&file);
    CU_ASSERT_EQUAL(cc_file_map(&file, link, true), CC_E_IO);
    CU_ASSERT_EQUAL(cc_file_map(&file, dir, true), CC_E_IO);
    CU_ASSERT_EQUAL(cc_file_map(&file, cc_path_join(arena, dir, "x"), true), CC_E_NOTFOUND);
    CU_ASSERT_EQUAL(cc_dir_remove(dir), CC_OK);
    cc_arena_free(arena);
}

void test_dir_list_and_remove(void) {
    char dir[64];
    make_temp(dir);
    cc_arena *arena = cc_arena_new();
    char *outside = cc_arena_printf(arena, "%s-outside", dir);
    CU_ASSERT_EQUAL(cc_file_write(outside, cc_span_of("x", 1), 0644), CC_OK);
    for (int i = 0; i < 5; i++) {
        char *sub = cc_arena_printf(arena, "%s/d%d", dir, 4 - i);
        CU_ASSERT_EQUAL(cc_dir_make(sub, 0755), CC_OK);
        CU_ASSERT_EQUAL(cc_dir_make(sub, 0755), CC_OK);
        char *deep = cc_path_join(arena, sub, "deep");
        CU_ASSERT_EQUAL(cc_dir_make(deep, 0755), CC_OK);
        CU_ASSERT_EQUAL(symlink(outside, cc_path_join(arena, deep, "link")), 0);
    }
    char **names;
    size_t count;
    CU_ASSERT_EQUAL(cc_dir_list(arena, dir, &names, &count), CC_OK);
    CU_ASSERT_EQUAL_FATAL(count, 5);
    CU_ASSERT_STRING_EQUAL(names[0], "d0");
    CU_ASSERT_STRING_EQUAL(names[4], "d4");
    CU_ASSERT_EQUAL(cc_dir_remove(dir), CC_OK);
    CU_ASSERT_FALSE(cc_path_exists(dir));
    CU_ASSERT(cc_path_exists(outside));
    unlink(outside);
    cc_arena_free(arena);
}

void test_dir_check_private(void) {
    char dir[64];
    make_temp(dir);
    CU_ASSERT_EQUAL(cc_dir_check_private(dir), CC_OK);
    CU_ASSERT_EQUAL(chmod(dir, 0750), 0);
    CU_ASSERT_EQUAL(cc_dir_check_private(dir), CC_E_IO);
    CU_ASSERT_EQUAL(chmod(dir, 0700), 0);
    char link[80];
    (void)snprintf(link, sizeof link, "%s-link", dir);
    CU_ASSERT_EQUAL(symlink(dir, link), 0);
    CU_ASSERT_EQUAL(cc_dir_check_private(link), CC_E_IO);
    unlink(link);
    CU_ASSERT_EQUAL(cc_dir_remove(dir), CC_OK);
}

void test_paths(void) {
    cc_arena *arena = cc_arena_new();
    char *out;
    CU_ASSERT_EQUAL(cc_path_absolute(arena, "/a/./b//../c/", &out), CC_OK);
    CU_ASSERT_STRING_EQUAL(out, "/a/c");
    CU_ASSERT_EQUAL(cc_path_absolute(arena, "/../..", &out), CC_OK);
    CU_ASSERT_STRING_EQUAL(out, "/");
    CU_ASSERT_EQUAL(cc_path_absolute(arena, "x", &out), CC_OK);
    CU_ASSERT_EQUAL(out[0], '/');
    CU_ASSERT(cc_str_eqz(cc_path_base(CC_STR("/a/b.dll")), "b.dll"));
    CU_ASSERT(cc_str_eqz(cc_path_stem(CC_STR("/a/b.c.dll")), "b.c"));
    CU_ASSERT(cc_str_eqz(cc_path_stem(CC_STR(".hidden")), ".hidden"));
    CU_ASSERT_EQUAL(cc_path_base((cc_str){NULL, 0}).len, 0);
    CU_ASSERT_EQUAL(cc_path_stem((cc_str){NULL, 0}).len, 0);
    CU_ASSERT(cc_str_eqz(cc_path_dir(CC_STR("/a")), "/"));
    CU_ASSERT(cc_str_eqz(cc_path_dir(CC_STR("a")), ""));
    CU_ASSERT(cc_str_eqz(cc_path_dir(CC_STR("/a/b")), "/a"));
    CU_ASSERT_EQUAL(cc_path_real(arena, "/no such thing", &out), CC_E_NOTFOUND);
    cc_arena_free(arena);
}

void test_path_find_up(void) {
    cc_arena *arena = cc_arena_new();
    char dir[64];
    char *found = NULL;
    make_temp(dir);
    char *inner = cc_path_join(arena, dir, "a");
    char *deep = cc_path_join(arena, inner, "b");
    CU_ASSERT_EQUAL_FATAL(mkdir(inner, 0700), 0);
    CU_ASSERT_EQUAL_FATAL(mkdir(deep, 0700), 0);
    CU_ASSERT_EQUAL(cc_path_find_up(arena, deep, "no such name", &found), CC_OK);
    CU_ASSERT_PTR_NULL(found);
    CU_ASSERT_EQUAL(cc_path_find_up(arena, deep, "a", &found), CC_OK);
    CU_ASSERT_STRING_EQUAL(found, dir);
    CU_ASSERT_EQUAL(cc_path_find_up(arena, deep, "b", &found), CC_OK);
    CU_ASSERT_STRING_EQUAL(found, inner);
    CU_ASSERT_EQUAL(cc_path_find_up(arena, "/", "no such name", &found), CC_OK);
    CU_ASSERT_PTR_NULL(found);
    CU_ASSERT_EQUAL(cc_dir_remove(dir), CC_OK);
    cc_arena_free(arena);
}

/* --- reserved space --------------------------------------------------------------------------- */

static int reserve_answer; /* what the file system says; 0: it does it */

/* In place of the C library's, which may or may not make up for what a file system lacks. */
int posix_fallocate(int fd, off_t offset, off_t len) {
    if (reserve_answer != 0) {
        return reserve_answer;
    }
    return fallocate(fd, 0, offset, len) == 0 ? 0 : errno;
}

static void check_reserved(int answer) {
    enum { START = 4096, SIZE = 100000 };
    char path[] = "/tmp/clrcov-test-XXXXXX";
    int fd = mkstemp(path);
    CU_ASSERT_FATAL(fd >= 0);
    CU_ASSERT_EQUAL(unlink(path), 0);
    CU_ASSERT_EQUAL(write(fd, "x", 1), 1);
    reserve_answer = answer;
    CU_ASSERT_EQUAL(cc_fd_reserve(fd, START, SIZE), CC_OK);
    reserve_answer = 0;
    struct stat st;
    char first = 0;
    CU_ASSERT_EQUAL_FATAL(fstat(fd, &st), 0);
    CU_ASSERT_EQUAL(st.st_size, START + SIZE);
    CU_ASSERT_TRUE(st.st_blocks * 512 >= SIZE);
    CU_ASSERT_EQUAL(pread(fd, &first, 1, 0), 1);
    CU_ASSERT_EQUAL(first, 'x');
    cc_fd_close(fd);
}

void test_reserve(void) {
    check_reserved(0);
    check_reserved(EOPNOTSUPP); /* a file system without the call */
    check_reserved(ENOSYS);     /* a system without it */
    reserve_answer = ENOSPC;
    CU_ASSERT_EQUAL(cc_fd_reserve(-1, 0, 1), CC_E_IO);
    reserve_answer = 0;
}

/* A link that another user put into a folder like /tmp leads nobody's output elsewhere. */
void test_links_of_others(void) {
    enum { OTHER = 12345 };
    char dir[] = "/tmp/clrcov-links-XXXXXX";
    char link[64];
    char followed[PATH_MAX];
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(dir));
    (void)snprintf(link, sizeof link, "%s/report.xml", dir);
    CU_ASSERT_EQUAL_FATAL(symlink("/etc/passwd", link), 0);
    CU_ASSERT_EQUAL(chmod(dir, 01777), 0);
    CU_ASSERT_EQUAL(cc_path_follow(followed, link), CC_OK); /* one's own */
    if (lchown(link, OTHER, OTHER) == 0) {                  /* root alone may do this */
        CU_ASSERT_EQUAL(cc_path_follow(followed, link), CC_E_IO);
        CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "another user"));
        CU_ASSERT_EQUAL(cc_link_check(link), CC_E_IO);
        CU_ASSERT_EQUAL(chmod(dir, 0777),
                        0); /* whoever may write may also rename: nothing is kept */
        CU_ASSERT_EQUAL(cc_path_follow(followed, link), CC_OK);
        CU_ASSERT_EQUAL(chmod(dir, 01777), 0);
        CU_ASSERT_EQUAL(lchown(dir, OTHER, OTHER), 0); /* the folder's owner made the link */
        CU_ASSERT_EQUAL(cc_path_follow(followed, link), CC_OK);
    }
    CU_ASSERT_EQUAL(cc_dir_remove(dir), CC_OK);
}

/* A link above the last component leads elsewhere as well, and so does one on the way of another. */
void test_links_of_others_above(void) {
    enum { OTHER = 12345 };
    static const char *const targets[] = {"own", "own/../own", "again"};
    char dir[] = "/tmp/clrcov-links-XXXXXX";
    char above[64];
    char link[64];
    char file[sizeof link + 16];
    char followed[PATH_MAX];
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(dir));
    (void)snprintf(above, sizeof above, "%s/own", dir);
    CU_ASSERT_EQUAL_FATAL(mkdir(above, 0755), 0);
    (void)snprintf(above, sizeof above, "%s/again", dir);
    CU_ASSERT_EQUAL_FATAL(symlink("own", above), 0);
    CU_ASSERT_EQUAL(chmod(dir, 01777), 0);
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        (void)snprintf(link, sizeof link, "%s/link%zu", dir, i);
        (void)snprintf(file, sizeof file, "%s/report.xml", link);
        CU_ASSERT_EQUAL_FATAL(symlink(targets[i], link), 0);
        CU_ASSERT_EQUAL(cc_path_follow(followed, file), CC_OK);
        CU_ASSERT_STRING_EQUAL(followed, file);
        bool is_last = i == 2;
        if (lchown(is_last ? above : link, OTHER, OTHER) == 0) { /* root alone may do this */
            CU_ASSERT_EQUAL(cc_path_follow(followed, file), CC_E_IO);
            CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "another user"));
            CU_ASSERT_EQUAL(cc_link_check(file), CC_E_IO);
        }
    }
    CU_ASSERT_EQUAL(cc_dir_remove(dir), CC_OK);
}
