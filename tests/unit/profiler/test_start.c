/* Initialize: when it declines, what it leaves after, what it asks the runtime for. */
#include <CUnit/CUnit.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "profiler/fake_runtime.h"
#include "profiler/test_profiler.h"

/* Entries of the session directory whose names begin so. */
static unsigned count_files(fake_runtime *rt, const char *prefix) {
    char **names = NULL;
    size_t count = 0;
    unsigned found = 0;
    CU_ASSERT_EQUAL_FATAL(cc_dir_list(rt->arena, rt->session.dir, &names, &count), CC_OK);
    for (size_t i = 0; i < count; i++) {
        found += cc_str_starts(cc_strz(names[i]), prefix);
    }
    return found;
}

void test_start_without_session(void) {
    fake_runtime *rt = fake_new(NULL, NULL);
    (void)unsetenv(SES_SESSION_ENV);
    CU_ASSERT_EQUAL(fake_start(rt), PROF_E_CANCEL_ACTIVATION);
    (void)setenv(SES_SESSION_ENV, "", 1);
    CU_ASSERT_EQUAL(fake_start(rt), PROF_E_CANCEL_ACTIVATION);
    (void)setenv(SES_SESSION_ENV, "relative/dir", 1);
    CU_ASSERT_EQUAL(fake_start(rt), PROF_E_CANCEL_ACTIVATION);
    /* One that is there: the directory above is the working directory. */
    char *here = getcwd(NULL, 0);
    char *above = cc_arena_strdup(rt->arena, cc_path_dir(cc_strz(rt->session.dir)));
    char *name = cc_arena_strdup(rt->arena, cc_path_base(cc_strz(rt->session.dir)));
    CU_ASSERT_EQUAL_FATAL(chdir(above), 0);
    (void)setenv(SES_SESSION_ENV, name, 1);
    CU_ASSERT_EQUAL(fake_start(rt), PROF_E_CANCEL_ACTIVATION);
    CU_ASSERT_EQUAL_FATAL(chdir(here), 0);
    free(here);
    (void)setenv(SES_SESSION_ENV, "/nowhere/at/all", 1);
    CU_ASSERT_EQUAL(fake_start(rt), PROF_E_CANCEL_ACTIVATION);
    CU_ASSERT_EQUAL(count_files(rt, "p-"), 0);
    CU_ASSERT_EQUAL(count_files(rt, "problem-"), 0);
    fake_free(rt);
}

/* A runtime that was held at its start got the session over the diagnostics port. */
void test_start_over_port(void) {
    fake_runtime *rt = fake_new(NULL, NULL);
    (void)unsetenv(SES_SESSION_ENV);
    rt->session_variable = rt->session.dir;
    rt->newest = 10; /* cannot be asked */
    CU_ASSERT_EQUAL(fake_start(rt), PROF_E_CANCEL_ACTIVATION);
    rt->newest = 15;
    CU_ASSERT_EQUAL(fake_start(rt), PROF_S_OK);
    CU_ASSERT_EQUAL(count_files(rt, "p-"), 1);
    fake_free(rt);
}

void test_start_refuses_open_directory(void) {
    fake_runtime *rt = fake_new(NULL, NULL);
    CU_ASSERT_EQUAL(chmod(rt->session.dir, 0755), 0);
    CU_ASSERT_EQUAL(fake_start(rt), PROF_E_CANCEL_ACTIVATION);
    CU_ASSERT_EQUAL(count_files(rt, "p-"), 0);
    CU_ASSERT_EQUAL(count_files(rt, "problem-"), 0);
    fake_free(rt);
}

void test_start_leaves_a_problem(void) {
    fake_runtime *rt = fake_new(NULL, NULL);
    char *filter = cc_path_join(rt->arena, rt->session.dir, "filter");
    CU_ASSERT_EQUAL(cc_file_write(filter, cc_span_of("no-such-rule x\n", 15), 0600), CC_OK);
    CU_ASSERT_EQUAL(fake_start(rt), PROF_E_CANCEL_ACTIVATION);
    CU_ASSERT_EQUAL(count_files(rt, "p-"), 0);
    CU_ASSERT_EQUAL(count_files(rt, "problem-"), 1);
    CU_ASSERT_EQUAL(fake_start(rt), PROF_E_CANCEL_ACTIVATION);
    CU_ASSERT_EQUAL(count_files(rt, "problem-"), 2); /* as of two processes with one id */
    ses_problem *problems;
    size_t count;
    CU_ASSERT_EQUAL(ses_problems(&rt->session, rt->arena, &problems, &count), CC_OK);
    CU_ASSERT_EQUAL_FATAL(count, 2);
    CU_ASSERT_EQUAL(problems[0].pid, (uint32_t)getpid());
    CU_ASSERT(strlen(problems[0].text) > 1);
    fake_free(rt);
}

void test_start_old_runtime(void) {
    fake_runtime *rt = fake_new(NULL, NULL);
    rt->newest = 2;
    CU_ASSERT_EQUAL(fake_start(rt), PROF_E_CANCEL_ACTIVATION);
    CU_ASSERT_EQUAL(count_files(rt, "problem-"), 1);
    CU_ASSERT_EQUAL(count_files(rt, "p-"), 0);
    fake_free(rt);
    rt = fake_new(NULL, NULL);
    rt->newest = 3; /* has no SetEventMask2 */
    CU_ASSERT_EQUAL(fake_start(rt), PROF_S_OK);
    CU_ASSERT_EQUAL(rt->events, 0x24);
    fake_free(rt);
}

void test_start_refused_events(void) {
    fake_runtime *rt = fake_new(NULL, NULL);
    rt->refuses_events = true;
    CU_ASSERT_EQUAL(fake_start(rt), PROF_E_CANCEL_ACTIVATION);
    CU_ASSERT_EQUAL(count_files(rt, "problem-"), 1);
    CU_ASSERT_EQUAL(count_files(rt, "p-"), 0);
    fake_free(rt);
}

void test_start_exact_and_hot_reload(void) {
    ses_settings settings = {.hits = CTR_HITS_EXACT};
    (void)setenv("DOTNET_MODIFIABLE_ASSEMBLIES", "Debug", 1);
    fake_runtime *rt = fake_new(&settings, NULL);
    CU_ASSERT_EQUAL(fake_start(rt), PROF_E_CANCEL_ACTIVATION);
    CU_ASSERT_EQUAL(rt->events_calls, 0);
    CU_ASSERT_EQUAL(count_files(rt, "p-"), 0);
    CU_ASSERT_EQUAL(count_files(rt, "problem-"), 1);
    fake_free(rt);
    rt = fake_new(NULL, NULL); /* once mode adds nothing to the metadata */
    CU_ASSERT_EQUAL(fake_start(rt), PROF_S_OK);
    fake_free(rt);
    (void)unsetenv("DOTNET_MODIFIABLE_ASSEMBLIES");
}

void test_start_makes_counters(void) {
    ses_settings settings = {.hits = CTR_HITS_EXACT};
    fake_runtime *rt = fake_new(&settings, NULL);
    CU_ASSERT_EQUAL(fake_start(rt), PROF_S_OK);
    CU_ASSERT_EQUAL(rt->events, 0x24);
    CU_ASSERT_EQUAL(rt->events_calls, 1);
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_EQUAL(counters->pid, (uint32_t)getpid());
    CU_ASSERT_EQUAL(counters->hits, CTR_HITS_EXACT);
    CU_ASSERT(cc_str_ends(counters->process.executable, "clrcov_test_profiler"));
    CU_ASSERT(counters->process.command_line.len > 0);
    CU_ASSERT_TRUE(counters->is_alive);
    CU_ASSERT_EQUAL(count_files(rt, "problem-"), 0);
    ctr_close(counters);
    fake_free(rt);
}

/* What a child of this process gets from Initialize: 0 it is measured, 1 it declined. */
static int start_in_child(fake_runtime *rt) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        prof_hr hr = fake_start(rt);
        _exit(hr == PROF_S_OK ? 0 : hr == PROF_E_CANCEL_ACTIVATION ? 1 : 2);
    }
    CU_ASSERT_EQUAL(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 3;
}

void test_start_below_a_measured_process(void) {
    ses_settings settings = {.no_children = true};
    ctr_process process = {.hits = CTR_HITS_ONCE};
    fake_runtime *rt = fake_new(&settings, NULL);
    CU_ASSERT_EQUAL(start_in_child(rt), 0);
    ctr_writer *writer = NULL;
    CU_ASSERT_EQUAL_FATAL(ctr_writer_open(&writer, rt->session.dir, &process), CC_OK);
    CU_ASSERT_EQUAL(start_in_child(rt), 1);
    CU_ASSERT_EQUAL(count_files(rt, "problem-"), 0);
    /* A file of this process that nobody holds: an earlier process had the number. */
    ctr_writer_close(writer);
    CU_ASSERT_EQUAL(start_in_child(rt), 0);
    fake_free(rt);
    rt = fake_new(NULL, NULL);
    CU_ASSERT_EQUAL_FATAL(ctr_writer_open(&writer, rt->session.dir, &process), CC_OK);
    CU_ASSERT_EQUAL(start_in_child(rt), 0); /* children are measured unless they are left out */
    ctr_writer_close(writer);
    fake_free(rt);
}

static bool has_handler(void (*handler)(int, siginfo_t *, void *)) {
    struct sigaction now;
    return sigaction(SIGBUS, NULL, &now) == 0 && now.sa_sigaction == handler;
}

/* The file system takes no byte, then what it is given. */
static bool declines_without_a_trace(fake_runtime *rt) {
    struct sigaction before;
    struct rlimit full;
    (void)signal(SIGXFSZ, SIG_IGN);
    if (sigaction(SIGBUS, NULL, &before) != 0 || getrlimit(RLIMIT_FSIZE, &full) != 0) {
        return false;
    }
    const struct rlimit none = {.rlim_cur = 0, .rlim_max = full.rlim_max};
    bool has_declined = setrlimit(RLIMIT_FSIZE, &none) == 0 &&
                        fake_start(rt) == PROF_E_CANCEL_ACTIVATION &&
                        has_handler(before.sa_sigaction);
    return has_declined && setrlimit(RLIMIT_FSIZE, &full) == 0 && fake_start(rt) == PROF_S_OK &&
           !has_handler(before.sa_sigaction);
}

/* The runtime unloads a library that declined: a handler of it would be an address of nothing. It has
 * to be the first start in this process. */
void test_start_leaves_no_handler(void) {
    fake_runtime *rt = fake_new(NULL, NULL);
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        _exit(declines_without_a_trace(rt) ? 0 : 1);
    }
    CU_ASSERT_EQUAL(waitpid(child, &status, 0), child);
    CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    fake_free(rt);
}

void test_start_calls_before(void) {
    fake_runtime *rt = fake_new(NULL, NULL);
    fake_put(rt, 1, GOLDEN_DEBUG, PROF_MODULE_DISK | PROF_MODULE_FLAT_LAYOUT);
    prof_id function = fake_function(1, 0, 1);
    fake_loaded(rt, 1);
    fake_compile_begins(rt, function);
    CU_ASSERT_TRUE(fake_inlines(rt, function, function));
    CU_ASSERT_TRUE(fake_uses_cached(rt, function));
    fake_compile_ends(rt, function, PROF_S_OK);
    fake_unloaded(rt, 1);
    typedef prof_hr (*end_fn)(prof_object *);
    end_fn end = (end_fn)rt->profiler->vtable[PROF_CALLBACK_Shutdown];
    CU_ASSERT_EQUAL(end(rt->profiler), PROF_S_OK);
    CU_ASSERT_EQUAL(rt->asked, 0);
    CU_ASSERT_EQUAL(rt->events_calls, 0);
    fake_free(rt);
}

/* --- two threads that ask for more events ------------------------------------------------------- */

static void *ask_for_rejit(void *runtime) {
    fake_runtime *rt = runtime;
    prof_profiler *p = (prof_profiler *)(void *)rt->profiler;
    CU_ASSERT_EQUAL(prof_events_add(p, PROF_ENABLE_REJIT), PROF_S_OK);
    return NULL;
}

static void *load_precompiled(void *runtime) {
    fake_loaded(runtime, 2);
    return NULL;
}

/* A runtime that does not come back from one thread's call while another thread loads a module with
 * precompiled code. */
static void ask_twice(fake_runtime *rt, pthread_t threads[2]) {
    fake_put(rt, 2, GOLDEN_RELEASE,
             PROF_MODULE_DISK | PROF_MODULE_FLAT_LAYOUT | PROF_MODULE_NATIVE);
    unsigned calls = atomic_load(&rt->events_calls);
    atomic_store(&rt->keeps_waiting, true);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[0], NULL, ask_for_rejit, rt), 0);
    while (atomic_load(&rt->events_calls) == calls) {
        (void)sched_yield();
    }
    CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[1], NULL, load_precompiled, rt), 0);
}

void test_events_of_two_threads(void) {
    fake_runtime *rt = fake_ready(NULL);
    pthread_t threads[2];
    ask_twice(rt, threads);
    atomic_store(&rt->keeps_waiting, false);
    (void)pthread_join(threads[0], NULL);
    (void)pthread_join(threads[1], NULL);
    CU_ASSERT_EQUAL(rt->events, PROF_MONITOR_MODULE_LOADS | PROF_MONITOR_JIT_COMPILATION |
                                    PROF_MONITOR_CACHE_SEARCHES | PROF_ENABLE_REJIT);
    CU_ASSERT_FALSE(fake_uses_cached(rt, fake_function(2, 0, fake_row(rt, 2, 0))));
    fake_free(rt);
}

/* The other thread's callback must end all the same: perhaps the runtime waits for just that. */
void test_events_wait_ends(void) {
    enum { PATIENCE_S = 20 };
    fake_runtime *rt = fake_ready(NULL);
    pthread_t threads[2];
    struct timespec until;
    ask_twice(rt, threads);
    (void)clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += PATIENCE_S;
    int is_waiting = pthread_timedjoin_np(threads[1], NULL, &until);
    CU_ASSERT_EQUAL(is_waiting, 0);
    atomic_store(&rt->keeps_waiting, false);
    (void)pthread_join(threads[0], NULL);
    if (is_waiting != 0) {
        (void)pthread_join(threads[1], NULL);
    }
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_EQUAL_FATAL(counters->note_count, 1);
    CU_ASSERT(cc_str_ends(counters->notes[0], "are not measured"));
    ctr_close(counters);
    /* The next one finds nobody in the way. */
    fake_put(rt, 3, GOLDEN_RELEASE,
             PROF_MODULE_DISK | PROF_MODULE_FLAT_LAYOUT | PROF_MODULE_NATIVE);
    fake_loaded(rt, 3);
    CU_ASSERT_TRUE((rt->events & PROF_MONITOR_CACHE_SEARCHES) != 0);
    fake_free(rt);
}
