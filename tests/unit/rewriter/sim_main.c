/* The simulation as a program: many bodies, several processes.
 *
 *     sim [--bodies N] [--seed S] [--jobs J] [--shrink] [--print] [--no-verify]
 *
 * Prints counts; on a mismatch the failing body, with --shrink the smallest of all failing bodies.
 * Exit status 1 on any mismatch. */
#include "sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct settings {
    uint64_t bodies;
    uint64_t seed;
    uint32_t jobs;
    bool shrink;
    bool print;
    bool no_verify;
} settings;

enum { MAX_JOBS = 64, MAX_FAILURES = 200 };

static bool parse(settings *s, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        bool has_value = i + 1 < argc;
        if (strcmp(argv[i], "--shrink") == 0) {
            s->shrink = true;
        } else if (strcmp(argv[i], "--print") == 0) {
            s->print = true;
        } else if (strcmp(argv[i], "--no-verify") == 0) {
            s->no_verify = true;
        } else if (strcmp(argv[i], "--bodies") == 0 && has_value) {
            s->bodies = strtoull(argv[++i], NULL, 10);
        } else if (strcmp(argv[i], "--seed") == 0 && has_value) {
            s->seed = strtoull(argv[++i], NULL, 10);
        } else if (strcmp(argv[i], "--jobs") == 0 && has_value) {
            s->jobs = (uint32_t)strtoul(argv[++i], NULL, 10);
        } else {
            return false;
        }
    }
    return s->jobs >= 1 && s->jobs <= MAX_JOBS;
}

static void show(sim_lab *lab, uint64_t seed, sim_stats *stats) {
    sim_report report;
    cc_buf text = {0};
    bool ok = sim_lab_body(lab, seed, stats, &report);
    sim_lab_print(lab, &text);
    if (cc_buf_ok(&text)) {
        (void)printf("%s: %s\n%.*s", ok ? "ok" : "MISMATCH", ok ? "" : report.text, (int)text.len,
                     (const char *)text.data);
    }
    cc_buf_free(&text);
}

/* Bodies first, first + step, ... The first failing one, or the smallest, is printed. */
static void run_share(const settings *s, uint32_t first, sim_stats *stats) {
    sim_lab *lab = sim_lab_new(!s->no_verify);
    sim_report report;
    uint64_t worst = 0;
    uint32_t worst_insns = UINT32_MAX;
    for (uint64_t i = first; lab != NULL && i < s->bodies; i += s->jobs) {
        if (sim_lab_body(lab, s->seed + i, stats, &report)) {
            continue;
        }
        if (sim_lab_insns(lab) < worst_insns) {
            worst_insns = sim_lab_insns(lab);
            worst = s->seed + i;
        }
        if (!s->shrink || stats->failures >= MAX_FAILURES) {
            break;
        }
    }
    if (lab == NULL) {
        stats->failures++;
    } else if (worst_insns != UINT32_MAX || s->print) {
        sim_stats ignored = {0};
        show(lab, worst_insns != UINT32_MAX ? worst : s->seed, &ignored);
    }
    sim_lab_free(lab);
}

/* Runs in a child; its counts come back through the pipe. */
static void child(const settings *s, uint32_t job, int out) {
    sim_stats stats = {0};
    run_share(s, job, &stats);
    (void)fflush(stdout);
    bool ok = write(out, &stats, sizeof stats) == (ssize_t)sizeof stats;
    _exit(ok ? 0 : 1);
}

static bool run_jobs(const settings *s, sim_stats *total) {
    int ends[MAX_JOBS];
    for (uint32_t job = 0; job < s->jobs; job++) {
        int fds[2];
        if (pipe(fds) != 0) {
            return false;
        }
        pid_t pid = fork();
        if (pid == 0) {
            child(s, job, fds[1]);
        }
        (void)close(fds[1]);
        ends[job] = fds[0];
        if (pid < 0) {
            return false;
        }
    }
    bool ok = true;
    for (uint32_t job = 0; job < s->jobs; job++) {
        sim_stats stats;
        ok = read(ends[job], &stats, sizeof stats) == (ssize_t)sizeof stats && ok;
        if (ok) {
            sim_stats_add(total, &stats);
        }
        (void)close(ends[job]);
    }
    while (wait(NULL) > 0) {
    }
    return ok;
}

static void print_stats(const sim_stats *t, double seconds) {
    static const char *const ends[SIM_END_COUNT] = {"returned", "tail call", "unwound", "crashed",
                                                    "hung",     "killed",    "bad"};
    double bodies = t->bodies == 0 ? 1.0 : (double)t->bodies;
    (void)printf("%llu bodies (%llu skipped), %.1f units and %.1f bytes each, %.0f%% with clauses, "
                 "%.0f%% with forks, %llu forks\n",
                 (unsigned long long)t->bodies, (unsigned long long)t->skipped,
                 (double)t->insns / bodies, (double)t->bytes / bodies,
                 100.0 * (double)t->with_clauses / bodies, 100.0 * (double)t->with_forks / bodies,
                 (unsigned long long)t->forks);
    (void)printf("%llu counters for %llu wanted nodes\nexecutions:",
                 (unsigned long long)t->counters, (unsigned long long)t->wanted);
    for (size_t i = 0; i < SIM_END_COUNT; i++) {
        (void)printf(" %llu %s,", (unsigned long long)t->executions[i], ends[i]);
    }
    (void)printf(" %llu of the killed with a value off by one\n",
                 (unsigned long long)t->killed_off);
    (void)printf("%llu mismatches, %.1f s, %.0f bodies/s\n", (unsigned long long)t->failures,
                 seconds, bodies / (seconds > 0 ? seconds : 1));
}

int main(int argc, char **argv) {
    settings s = {.bodies = 100000, .seed = 1, .jobs = 1};
    if (!parse(&s, argc, argv)) {
        (void)fprintf(stderr,
                      "usage: %s [--bodies N] [--seed S] [--jobs J] [--shrink] [--print] "
                      "[--no-verify]\n",
                      argv[0]);
        return 2;
    }
    struct timespec begin, end;
    (void)clock_gettime(CLOCK_MONOTONIC, &begin);
    sim_stats total = {0};
    bool ok = run_jobs(&s, &total);
    (void)clock_gettime(CLOCK_MONOTONIC, &end);
    print_stats(&total,
                (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9);
    return ok && total.failures == 0 ? 0 : 1;
}
