/* Starting programs and waiting for them. */
#include "test_cli.h"

#include <CUnit/CUnit.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "base/cc_proc.h"

static cc_err run_shell(const char *script, cc_proc_end *end) {
    char shell[] = "sh";
    char option[] = "-c";
    char *argv[] = {shell, option, cc_arena_strdup(cli_arena, cc_strz(script)), NULL};
    return cc_proc_run(end, argv, cc_proc_environment());
}

void test_proc_ends(void) {
    cc_proc_end end;
    CU_ASSERT_EQUAL(run_shell("exit 7", &end), CC_OK);
    CU_ASSERT_TRUE(end.code == 7 && end.signal == 0);
    CU_ASSERT_EQUAL(run_shell("kill -9 $$", &end), CC_OK);
    CU_ASSERT_TRUE(end.code == 0 && end.signal == SIGKILL);
    char missing[] = "no-such-program-here";
    char *argv[] = {missing, NULL};
    CU_ASSERT_EQUAL(cc_proc_run(&end, argv, cc_proc_environment()), CC_E_NOTFOUND);
    char directory[] = "/";
    argv[0] = directory;
    CU_ASSERT_EQUAL(cc_proc_run(&end, argv, cc_proc_environment()), CC_E_UNSUPPORTED);
}

void test_proc_capture(void) {
    cc_proc_end end;
    cc_buf out = {0};
    char shell[] = "sh";
    char option[] = "-c";
    char script[] = "cat; echo out; echo err >&2; exit 3";
    char *argv[] = {shell, option, script, NULL};
    CU_ASSERT_EQUAL(cc_proc_capture(&end, argv, &out), CC_OK);
    CU_ASSERT_EQUAL(end.code, 3);
    CU_ASSERT_TRUE(cc_str_eqz(cc_buf_str(&out), "out\n"));
    cc_buf_free(&out);
}

/* Children of ours that have ended and that nobody has waited for. */
static unsigned count_zombies(void) {
    unsigned count = 0;
    siginfo_t info = {0};
    while (waitid(P_ALL, 0, &info, WEXITED | WNOHANG) == 0 && info.si_pid != 0) {
        count++;
        info.si_pid = 0;
    }
    return count;
}

/* As in a container whose first process we are: orphans become our children. */
void test_proc_reaps_orphans(void) {
    cc_proc_end end;
    CU_ASSERT_EQUAL_FATAL(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
    CU_ASSERT_EQUAL(run_shell("for i in 1 2 3 4 5; do (sleep 0.05 &); done; sleep 0.3; "
                              "ps -o stat= --ppid $PPID | grep -c Z >orphans; exit 6",
                              &end),
                    CC_OK);
    CU_ASSERT_EQUAL(end.code, 6);
    CU_ASSERT_EQUAL(prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
    CU_ASSERT_EQUAL(count_zombies(), 0);
    cc_mapped_file file;
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&file, "orphans", false), CC_OK);
    CU_ASSERT_TRUE(cc_span_eq(file.bytes, cc_span_of("0\n", 2)));
    cc_file_unmap(&file);
}

/* A child sends us the signal; without passing it on the program would run for a minute. */
static void check_signal(int signal) {
    cc_proc_end end;
    char *script = cc_arena_printf(cli_arena,
                                   "trap 'exit 9' %d; (sleep 0.1; kill -%d %u) & "
                                   "i=0; while [ $i -lt 600 ]; do sleep 0.1; i=$((i+1)); done",
                                   signal, signal, cc_os_pid());
    CU_ASSERT_EQUAL(run_shell(script, &end), CC_OK);
    CU_ASSERT_EQUAL(end.code, 9);
}

void test_proc_signals(void) {
    check_signal(SIGTERM);
    check_signal(SIGINT);
    check_signal(SIGHUP);
    check_signal(SIGQUIT);
    struct sigaction now;
    CU_ASSERT_EQUAL(sigaction(SIGTERM, NULL, &now), 0);
    CU_ASSERT_TRUE(now.sa_handler == SIG_DFL); /* as it was */
}

static int crash(void *ctx) {
    (void)ctx;
    (void)kill(getpid(), SIGKILL);
    return 0;
}

static int give(void *ctx) {
    return *(const int *)ctx;
}

void test_proc_isolated(void) {
    cc_proc_end end;
    int result = 5;
    CU_ASSERT_EQUAL(cc_proc_isolated(&end, give, &result), CC_OK);
    CU_ASSERT_TRUE(end.code == 5 && end.signal == 0);
    CU_ASSERT_EQUAL(cc_proc_isolated(&end, crash, NULL), CC_OK);
    CU_ASSERT_EQUAL(end.signal, SIGKILL);
}

typedef struct wish {
    int signal;
    bool comes_later; /* once more */
} wish;

/* The signal twice at once, as timeout(1) sends it: this is one. */
static int wait_for_ends(void *ctx) {
    const wish *w = ctx;
    cc_proc_await_end();
    bool is_told_before = cc_proc_is_told_to_end();
    (void)raise(w->signal);
    (void)raise(w->signal);
    if (w->comes_later) {
        cc_os_sleep_ms(CC_PROC_ONE_WISH_MS + 1);
        (void)raise(w->signal);
    }
    return !is_told_before && cc_proc_is_told_to_end() ? 7 : 1;
}

void test_proc_awaits_end(void) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        cc_proc_end end;
        wish w = {signals[i], false};
        CU_ASSERT_EQUAL(cc_proc_isolated(&end, wait_for_ends, &w), CC_OK);
        CU_ASSERT_TRUE(end.code == 7 && end.signal == 0);
        w.comes_later = true;
        CU_ASSERT_EQUAL(cc_proc_isolated(&end, wait_for_ends, &w), CC_OK);
        CU_ASSERT_EQUAL(end.signal, signals[i]);
    }
}
