/* Detached programs, and sessions without the command line tool. */
#include <CUnit/CUnit.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "profiler/fake_runtime.h"
#include "profiler/prof_read.h"
#include "profiler/prof_spawn.h"
#include "profiler/prof_standalone.h"
#include "profiler/test_profiler.h"

static void make_temp(char *path, size_t size) {
    (void)snprintf(path, size, "/tmp/clrcov-test-XXXXXX");
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(path));
}

static bool contains(const cc_buf *text, const char *word) {
    return text->data != NULL && memmem(text->data, text->len, word, strlen(word)) != NULL;
}

/* What the script below wrote about itself. */
static void read_part(const char *temp, const char *part, cc_buf *out) {
    char path[128];
    cc_buf_clear(out);
    (void)snprintf(path, sizeof path, "%s/%s", temp, part);
    CU_ASSERT_EQUAL(prof_read_file(path, 1 << 20, out), CC_OK);
}

static void check_parts(const char *temp) {
    cc_buf text = {0};
    read_part(temp, "env", &text);
    CU_ASSERT(contains(&text, "PATH="));
    CU_ASSERT(!contains(&text, "CORECLR_") && !contains(&text, "CLRCOV_SESSION"));
    CU_ASSERT(contains(&text, "CLRCOV_EXCLUDE=Shop"));
    read_part(temp, "fd", &text);
    CU_ASSERT(contains(&text, " 0 -> /dev/null") && contains(&text, " 2 -> /dev/null"));
    CU_ASSERT(contains(&text, " 3 -> pipe:"));
    CU_ASSERT(!contains(&text, "the-callers-own"));
    read_part(temp, "stat", &text);
    cc_buf_u8(&text, 0);
    int parent = 0;
    int session = 0;
    CU_ASSERT_EQUAL(sscanf((const char *)text.data, "%d %d", &parent, &session), 2);
    CU_ASSERT(parent != (int)getpid() && session != (int)getsid(0));
    cc_buf_free(&text);
}

/* Starts a script that waits for the file "go" and then writes its parent, session, variables and
 * descriptors; *done as prof_spawn(). */
static void start_script(const char *temp, int inherit, int *done) {
    char script[512];
    (void)snprintf(script, sizeof script,
                   "until [ -e %s/go ]; do sleep 0.01; done; "
                   "cut -d' ' -f4,6 /proc/$$/stat > %s/stat; env > %s/env; "
                   "ls -l /proc/$$/fd > %s/fd; echo out; echo err >&2",
                   temp, temp, temp, temp);
    char sh[] = "/bin/sh";
    char option[] = "-c";
    char *argv[] = {sh, option, script, NULL};
    (void)setenv("CORECLR_ENABLE_PROFILING", "1", 1);
    (void)setenv("CLRCOV_SESSION", "/nowhere", 1);
    (void)setenv("CLRCOV_EXCLUDE", "Shop", 1);
    CU_ASSERT_EQUAL_FATAL(prof_spawn(argv, inherit, done), CC_OK);
    (void)unsetenv("CORECLR_ENABLE_PROFILING");
    (void)unsetenv("CLRCOV_SESSION");
    (void)unsetenv("CLRCOV_EXCLUDE");
}

void test_spawn_is_detached(void) {
    char temp[64];
    make_temp(temp, sizeof temp);
    int pipe_fds[2];
    CU_ASSERT_EQUAL_FATAL(pipe(pipe_fds), 0);
    int done = -1;
    char own[128];
    (void)snprintf(own, sizeof own, "%s/the-callers-own", temp);
    int kept = open(own, O_RDWR | O_CREAT, 0600); /* without close-on-exec */
    int far = fcntl(kept, F_DUPFD, 200);
    CU_ASSERT(kept >= 0 && far >= 200);
    start_script(temp, pipe_fds[1], &done);
    (void)close(kept);
    (void)close(far);
    struct pollfd end = {.fd = done, .events = POLLIN};
    CU_ASSERT_EQUAL(poll(&end, 1, 0), 0); /* it runs */
    char go[128];
    (void)snprintf(go, sizeof go, "%s/go", temp);
    CU_ASSERT_EQUAL(cc_file_write(go, cc_span_of("", 0), 0600), CC_OK);
    CU_ASSERT_EQUAL(poll(&end, 1, 10000), 1);
    (void)close(done);
    (void)close(pipe_fds[1]);
    char byte;
    CU_ASSERT_EQUAL(read(pipe_fds[0], &byte, 1), 0); /* nobody holds the other end any more */
    (void)close(pipe_fds[0]);
    CU_ASSERT_EQUAL(waitpid(-1, NULL, WNOHANG), -1); /* no child is left */
    check_parts(temp);
    CU_ASSERT_EQUAL(cc_dir_remove(temp), CC_OK);
}

void test_spawn_fails(void) {
    char missing[] = "/nowhere/at/all";
    char *argv[] = {missing, NULL};
    int done = -1;
    CU_ASSERT_EQUAL(prof_spawn(argv, -1, &done), CC_OK);
    struct pollfd end = {.fd = done, .events = POLLIN};
    CU_ASSERT_EQUAL(poll(&end, 1, 10000), 1); /* ends at once; nothing to wait for */
    (void)close(done);
    cc_arena *arena = cc_arena_new();
    char *tool = NULL;
    cc_err err = prof_tool_path(arena, &tool);
    CU_ASSERT(err == CC_E_NOTFOUND || cc_str_ends(cc_strz(tool), "/bin/clrcov"));
    cc_arena_free(arena);
}

void test_standalone_joins(void) {
    char temp[64];
    make_temp(temp, sizeof temp);
    (void)setenv("TMPDIR", temp, 1);
    cc_arena *arena = cc_arena_new();
    prof_standalone launcher;
    prof_standalone host;
    prof_standalone other;
    prof_standalone later;
    ses_session session;
    char *here = getcwd(NULL, 0);
    CU_ASSERT_EQUAL_FATAL(chdir(temp), 0);
    CU_ASSERT_EQUAL_FATAL(prof_standalone_join(&launcher, &session, "out.xml", arena), CC_OK);
    CU_ASSERT(cc_str_starts(cc_strz(session.settings.output), temp));
    CU_ASSERT(cc_str_ends(cc_strz(session.settings.output), "/out.xml"));
    CU_ASSERT_PTR_NOT_NULL(session.settings.root);
    CU_ASSERT_PTR_NOT_NULL(session.settings.start_dir);
    CU_ASSERT_EQUAL_FATAL(prof_standalone_join(&host, &session, "./out.xml", arena), CC_OK);
    CU_ASSERT_STRING_EQUAL(launcher.session_dir, host.session_dir);
    CU_ASSERT_EQUAL_FATAL(prof_standalone_join(&other, &session, "/x/other.xml", arena), CC_OK);
    CU_ASSERT_STRING_NOT_EQUAL(launcher.session_dir, other.session_dir);
    prof_standalone_end(&host); /* the launcher still uses it: no report yet, no new session */
    CU_ASSERT_EQUAL_FATAL(prof_standalone_join(&host, &session, "out.xml", arena), CC_OK);
    CU_ASSERT_STRING_EQUAL(launcher.session_dir, host.session_dir);
    prof_standalone_end(&host);
    prof_standalone_end(&launcher);
    prof_standalone_end(&other);
    CU_ASSERT_EQUAL_FATAL(prof_standalone_join(&later, &session, "out.xml", arena), CC_OK);
    /* Nobody used the first one any more. */
    CU_ASSERT_STRING_NOT_EQUAL(launcher.session_dir, later.session_dir);
    prof_standalone_end(&later);
    CU_ASSERT_EQUAL_FATAL(chdir(here), 0);
    free(here);
    cc_arena_free(arena);
    CU_ASSERT_EQUAL(cc_dir_remove(temp), CC_OK);
}
