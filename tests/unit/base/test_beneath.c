/* Opening below a folder: nothing leads out, with openat2 and without it. */
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CUnit/CUnit.h>

#include "base/cc_beneath.h"
#include "base/cc_file.h"
#include "base/cc_os.h"
#include "base/test_base.h"

enum { OPENAT2 = 437, SKIPPED = 77 };

/* A folder `root` with files and links, and a file beside it. */
typedef struct scene {
    char dir[64];
    cc_arena *arena;
    const char *root;
} scene;

static const char *in(const scene *s, const char *name) {
    return cc_path_join(s->arena, s->dir, name);
}

static bool put(const scene *s, const char *name) {
    return cc_file_write(in(s, name), cc_span_of("text", 4), 0644) == CC_OK;
}

static bool fill(const scene *s) {
    return cc_dir_make_all(in(s, "root/a/b"), 0755) == CC_OK && put(s, "root/top.cs") &&
           put(s, "root/a/b/deep.cs") && put(s, "outside.cs") &&
           symlink("../outside.cs", in(s, "root/out.cs")) == 0 &&
           symlink("/etc/passwd", in(s, "root/absolute.cs")) == 0 &&
           symlink("top.cs", in(s, "root/inside.cs")) == 0 &&
           symlink("..", in(s, "root/up")) == 0 && symlink("b", in(s, "root/a/link")) == 0 &&
           mkfifo(in(s, "root/pipe.cs"), 0644) == 0;
}

static bool reads(const scene *s, const char *path) {
    int fd = -1;
    cc_mapped_file file = {0};
    bool is_read = cc_beneath_open(&fd, s->root, path) == CC_OK &&
                   cc_file_look_fd(&file, fd, path) == CC_OK &&
                   cc_span_eq(file.bytes, cc_span_of("text", 4));
    cc_file_unmap(&file);
    cc_fd_close(fd);
    return is_read;
}

/* 0: all is as it has to be; else the number of the first case that is not. */
static int first_wrong(const scene *s) {
    static const char *const good[] = {"top.cs", "a/b/deep.cs"};
    static const char *const bad[] = {
        "out.cs",         "absolute.cs",    "inside.cs",   "up/outside.cs",
        "up/root/top.cs", "a/link/deep.cs", "pipe.cs",     "a",
        "none.cs",        "a/none.cs",      "top.cs/x",    "../outside.cs",
        "a/../top.cs",    "./top.cs",       "/etc/passwd", "",
        "a//b/deep.cs",   "a/b/deep.cs/",   "..",          "."};
    int number = 1;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++, number++) {
        if (!reads(s, good[i])) {
            return number;
        }
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++, number++) {
        if (reads(s, bad[i])) {
            return number;
        }
    }
    int fd = -1;
    bool is_told = cc_beneath_open(&fd, s->root, "none.cs") == CC_E_NOTFOUND &&
                   cc_beneath_open(&fd, s->root, "out.cs") == CC_E_IO &&
                   cc_beneath_open(&fd, in(s, "nowhere"), "top.cs") == CC_E_NOTFOUND;
    return is_told ? 0 : number;
}

static void open_scene(scene *s) {
    strcpy(s->dir, "/tmp/clrcov-test-XXXXXX");
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(s->dir));
    s->arena = cc_arena_new();
    s->root = in(s, "root");
    CU_ASSERT_TRUE_FATAL(fill(s));
}

static void close_scene(scene *s) {
    CU_ASSERT_EQUAL(cc_dir_remove(s->dir), CC_OK);
    cc_arena_free(s->arena);
}

void test_beneath(void) {
    scene s;
    open_scene(&s);
    CU_ASSERT_EQUAL(first_wrong(&s), 0);
    close_scene(&s);
}

/* From now on openat2 fails in this process, as it does in containers. */
static bool forbid(int failure) {
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OPENAT2, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ((unsigned)failure & SECCOMP_RET_DATA)),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* The process that tries it ends with what first_wrong() says. */
static int try_without(const scene *s, int failure) {
    pid_t pid = fork();
    if (pid == 0) {
        if (!forbid(failure)) {
            _exit(SKIPPED); /* an emulator without filters, where openat2 is missing anyway */
        }
        errno = 0;
        bool is_forbidden = syscall(OPENAT2, -1, "", NULL, 0) == -1 && errno == failure;
        _exit(is_forbidden ? first_wrong(s) : SKIPPED - 1);
    }
    int status = -1;
    CU_ASSERT_EQUAL(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void test_beneath_without_openat2(void) {
    static const int failures[] = {ENOSYS, EPERM};
    scene s;
    open_scene(&s);
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
        int code = try_without(&s, failures[i]);
        CU_ASSERT_TRUE(code == 0 || code == SKIPPED);
    }
    close_scene(&s);
}
