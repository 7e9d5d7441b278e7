/* The counters file: what is written is read, by living and dead. */
#include "counters_help.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "base/cc_proc.h"
#include "test_main.h"

enum { BIG = 300000, THREADS = 8, PER_THREAD = 2000 };

static void test_round_trip(void) {
    ctr_writer *writer = help_writer(CTR_HITS_ONCE);
    ctr_module_record first = help_module("/app/First.dll");
    ctr_module_record second = help_module("/app/Second.dll");
    second.reason = CTR_REASON_BAD_IMAGE;
    second.is_ready_to_run = true;
    second.detail = CC_STR("why");
    uint32_t a = 9;
    uint32_t b = 9;
    uint8_t *place = NULL;
    CU_ASSERT_EQUAL(ctr_writer_module(writer, &first, &a), CC_OK);
    CU_ASSERT_EQUAL(ctr_writer_module(writer, &second, &b), CC_OK);
    CU_ASSERT_EQUAL(a, 0);
    CU_ASSERT_EQUAL(b, 1);
    help_method(writer, 0, 0x06000001, 3, (void **)&place);
    CU_ASSERT_EQUAL(ctr_writer_skip(writer, 1, 0x06000002, 4, CC_STR("odd")), CC_OK);
    CU_ASSERT_EQUAL(ctr_writer_note(writer, CC_STR("a note")), CC_OK);
    place[1] = 1;

    ctr_file *read = help_open(ctr_writer_path(writer));
    CU_ASSERT_PTR_NULL(read->damage);
    CU_ASSERT_EQUAL(read->pid, (uint32_t)getpid());
    CU_ASSERT_EQUAL(read->hits, CTR_HITS_ONCE);
    CU_ASSERT_TRUE(read->is_alive);
    CU_ASSERT_TRUE(cc_str_eqz(read->process.executable, "/usr/bin/dotnet"));
    CU_ASSERT_TRUE(cc_str_eqz(read->process.entry_assembly, "/app/Tests.dll"));
    CU_ASSERT_TRUE(cc_str_eq(read->process.command_line, (cc_str){"dotnet\0test", 11}));
    CU_ASSERT_EQUAL_FATAL(read->module_count, 2);
    CU_ASSERT_TRUE(cc_str_eqz(read->modules[0].path, "/app/First.dll"));
    CU_ASSERT_TRUE(cc_str_eqz(read->modules[0].name, "First"));
    CU_ASSERT_TRUE(read->modules[0].is_mapped_layout && !read->modules[0].is_ready_to_run);
    CU_ASSERT_TRUE(read->modules[1].is_ready_to_run);
    CU_ASSERT_EQUAL(read->modules[1].reason, CTR_REASON_BAD_IMAGE);
    CU_ASSERT_TRUE(cc_str_eqz(read->modules[1].detail, "why"));
    CU_ASSERT_EQUAL(memcmp(read->modules[1].pdb_id, second.pdb_id, 20), 0);
    CU_ASSERT_EQUAL(memcmp(&read->modules[1].image_hash, &second.image_hash, 16), 0);
    CU_ASSERT_EQUAL_FATAL(read->method_count, 2);
    CU_ASSERT_EQUAL(read->methods[0].record.token, 0x06000001);
    CU_ASSERT_EQUAL(read->methods[0].record.plan_key, 0x06000001u * 7u);
    CU_ASSERT_EQUAL(ctr_value(read, &read->methods[0], 0), 0);
    CU_ASSERT_EQUAL(ctr_value(read, &read->methods[0], 1), 1);
    CU_ASSERT_EQUAL(ctr_value(read, &read->methods[0], 3), 0);
    place[2] = 1; /* a reader of a living process sees what happens later */
    CU_ASSERT_EQUAL(ctr_value(read, &read->methods[0], 2), 1);
    CU_ASSERT_TRUE(read->methods[1].is_skip);
    CU_ASSERT_EQUAL(read->methods[1].skip, 4);
    CU_ASSERT_TRUE(cc_str_eqz(read->methods[1].detail, "odd"));
    CU_ASSERT_EQUAL_FATAL(read->note_count, 1);
    CU_ASSERT_TRUE(cc_str_eqz(read->notes[0], "a note"));
    ctr_close(read);
    ctr_writer_close(writer);
}

static void test_private_file(void) {
    ctr_writer *writer = help_writer(CTR_HITS_ONCE);
    struct stat st;
    CU_ASSERT_EQUAL_FATAL(stat(ctr_writer_path(writer), &st), 0);
    CU_ASSERT_EQUAL(st.st_mode & 07777, 0600);
    CU_ASSERT_TRUE(st.st_blocks * 512 >= st.st_size); /* nothing is left to be allocated later */
    ctr_writer_close(writer);
}

static void test_life_ends(void) {
    ctr_writer *writer = help_writer(CTR_HITS_ONCE);
    const char *path = cc_arena_strdup(help_arena, cc_strz(ctr_writer_path(writer)));
    ctr_file *read = help_open(path);
    CU_ASSERT_TRUE(read->is_alive);
    ctr_close(read);
    ctr_writer_release(writer);
    read = help_open(path);
    CU_ASSERT_FALSE(read->is_alive);
    ctr_close(read);
    ctr_writer_close(writer);
}

static void test_low_addresses(void) {
    ctr_writer *writer = help_writer(CTR_HITS_ONCE);
    void *place;
    uint64_t first;
    CU_ASSERT_EQUAL(ctr_writer_reserve(writer, 1, &place, &first), CC_OK);
    CU_ASSERT_TRUE((uintptr_t)place < 0x80000000u);
    CU_ASSERT_EQUAL(ctr_writer_reserve(writer, BIG, &place, &first), CC_OK);
    CU_ASSERT_TRUE((uintptr_t)place + BIG <= 0x80000000u);
    ctr_writer_close(writer);
}

/* More than the range of MAP_32BIT holds: the places below it are used, then any address. */
static void test_low_memory_runs_out(void) {
    enum { SIZE = 64 << 20, PIECES = 40 };
    void *pieces[PIECES] = {NULL};
    int fd = -1;
    char *path = cc_path_join(help_arena, help_dir, "sparse");
    CU_ASSERT_EQUAL_FATAL(cc_fd_create(&fd, path), CC_OK);
    CU_ASSERT_EQUAL_FATAL(ftruncate(fd, SIZE), 0);
    size_t low = 0;
    for (size_t i = 0; i < PIECES; i++) {
        CU_ASSERT_EQUAL(cc_fd_map_low(&pieces[i], fd, 0, SIZE), CC_OK);
        low += (uintptr_t)pieces[i] + SIZE <= 0x80000000u;
    }
    CU_ASSERT_TRUE(low >= 16);
    CU_ASSERT_TRUE(low < PIECES);
    for (size_t i = 0; i < PIECES; i++) {
        cc_unmap(pieces[i], SIZE);
    }
    cc_fd_close(fd);
    cc_file_remove(path);
}

static void test_exact_counts(void) {
    ctr_writer *writer = help_writer(CTR_HITS_EXACT);
    ctr_module_record module = help_module("/app/A.dll");
    uint32_t id;
    uint64_t *place = NULL;
    CU_ASSERT_EQUAL(ctr_writer_module(writer, &module, &id), CC_OK);
    help_method(writer, id, 1, 5, (void **)&place);
    CU_ASSERT_EQUAL((uintptr_t)place % 8, 0);
    place[4] = UINT64_C(0x123456789A);
    ctr_file *read = help_open(ctr_writer_path(writer));
    CU_ASSERT_EQUAL(read->hits, CTR_HITS_EXACT);
    CU_ASSERT_EQUAL_FATAL(read->method_count, 1);
    CU_ASSERT_EQUAL(ctr_value(read, &read->methods[0], 4), UINT64_C(0x123456789A));
    ctr_close(read);
    ctr_writer_close(writer);
}

/* While the writer lives, and sees it; what lies beside the counters stays. */
static void reset_all(ctr_hits hits, size_t width) {
    ctr_writer *writer = help_writer(hits);
    ctr_module_record module = help_module("/app/First.dll");
    uint32_t id = 9;
    uint8_t *first = NULL;
    uint8_t *second = NULL;
    void *unpublished = NULL;
    uint64_t place = 0;
    CU_ASSERT_EQUAL(ctr_writer_module(writer, &module, &id), CC_OK);
    help_method(writer, 0, 0x06000001, 3, (void **)&first);
    help_method(writer, 0, 0x06000002, 2, (void **)&second);
    CU_ASSERT_EQUAL(ctr_writer_skip(writer, 0, 0x06000003, 4, CC_STR("odd")), CC_OK);
    CU_ASSERT_EQUAL(ctr_writer_reserve(writer, 1, &unpublished, &place), CC_OK);
    memset(first, 1, 3 * width);
    memset(second, 1, 2 * width);
    *(uint8_t *)unpublished = 1;
    CU_ASSERT_EQUAL(ctr_reset(ctr_writer_path(writer)), CC_OK);
    for (size_t i = 0; i < 3 * width; i++) {
        CU_ASSERT_EQUAL(first[i], 0);
        CU_ASSERT(i >= 2 * width || second[i] == 0);
    }
    CU_ASSERT_EQUAL(*(uint8_t *)unpublished, 1);
    first[width] = 1; /* counts again */
    ctr_file *read = help_open(ctr_writer_path(writer));
    CU_ASSERT_PTR_NULL(read->damage);
    CU_ASSERT_TRUE(read->is_alive);
    CU_ASSERT_EQUAL(read->method_count, 3);
    CU_ASSERT_EQUAL(ctr_value(read, &read->methods[0], 0), 0);
    CU_ASSERT_EQUAL(ctr_value(read, &read->methods[0], 1), 1);
    ctr_close(read);
    ctr_writer_close(writer);
}

static void test_reset(void) {
    reset_all(CTR_HITS_ONCE, 1);
    reset_all(CTR_HITS_EXACT, 8);
    CU_ASSERT_EQUAL(ctr_reset("/no/such/p-1.cov"), CC_E_NOTFOUND);
}

/* The process goes on, and its counters may still be stored into. */
static void test_measuring_ends(void) {
    ctr_writer *writer = help_writer(CTR_HITS_ONCE);
    ctr_module_record module = help_module("/app/First.dll");
    uint32_t id = 9;
    uint8_t *place = NULL;
    void *more = NULL;
    uint64_t at = 0;
    CU_ASSERT_EQUAL(ctr_writer_module(writer, &module, &id), CC_OK);
    help_method(writer, 0, 0x06000001, 3, (void **)&place);
    ctr_writer_end(writer);
    CU_ASSERT_FALSE(cc_file_is_locked(ctr_writer_path(writer)));
    place[2] = 1;
    CU_ASSERT_NOT_EQUAL(ctr_writer_reserve(writer, CTR_MAX_RESERVE, &more, &at), CC_OK);
    ctr_file *read = help_open(ctr_writer_path(writer));
    CU_ASSERT_FALSE(read->is_alive);
    CU_ASSERT_EQUAL(ctr_value(read, &read->methods[0], 2), 1);
    ctr_close(read);
    ctr_writer_close(writer);
}

static void test_reserve_limits(void) {
    ctr_writer *writer = help_writer(CTR_HITS_ONCE);
    void *place;
    uint64_t first;
    CU_ASSERT_EQUAL(ctr_writer_reserve(writer, 0, &place, &first), CC_E_USAGE);
    CU_ASSERT_EQUAL(ctr_writer_reserve(writer, CTR_MAX_RESERVE + 1, &place, &first), CC_E_LIMIT);
    ctr_writer_close(writer);
}

/* Records and counters fill several segments; all stay where they are and are found again. */
static void test_growth(void) {
    enum { MANY = 9000, EACH = 33 };
    static uint8_t *places[MANY];
    ctr_writer *writer = help_writer(CTR_HITS_ONCE);
    ctr_module_record module = help_module("/app/A.dll");
    uint32_t id;
    CU_ASSERT_EQUAL(ctr_writer_module(writer, &module, &id), CC_OK);
    for (uint32_t i = 0; i < MANY; i++) {
        help_method(writer, id, i, EACH, (void **)&places[i]);
        places[i][i % EACH] = 1;
    }
    ctr_file *read = help_open(ctr_writer_path(writer));
    CU_ASSERT_PTR_NULL(read->damage);
    CU_ASSERT_EQUAL_FATAL(read->method_count, MANY);
    size_t wrong = 0;
    for (uint32_t i = 0; i < MANY; i++) {
        wrong += read->methods[i].record.token != i;
        wrong += read->methods[i].record.plan_all != (i % 2 == 0);
        wrong += read->methods[i].record.plan_blocks != (i % 3 == 0);
        for (uint32_t k = 0; k < EACH; k++) {
            wrong += ctr_value(read, &read->methods[i], k) != (k == i % EACH);
        }
    }
    CU_ASSERT_EQUAL(wrong, 0);
    ctr_close(read);
    ctr_writer_close(writer);
}

static void test_long_texts(void) {
    ctr_writer *writer = help_writer(CTR_HITS_ONCE);
    char *text = cc_arena_alloc(help_arena, CTR_MAX_TEXT * 3, 1);
    memset(text, 'x', CTR_MAX_TEXT * 3);
    for (int i = 0; i < 5; i++) {
        CU_ASSERT_EQUAL(ctr_writer_note(writer, (cc_str){text, CTR_MAX_TEXT * 3}), CC_OK);
    }
    ctr_file *read = help_open(ctr_writer_path(writer));
    CU_ASSERT_PTR_NULL(read->damage);
    CU_ASSERT_EQUAL_FATAL(read->note_count, 5);
    CU_ASSERT_EQUAL(read->notes[4].len, CTR_MAX_TEXT);
    ctr_close(read);
    ctr_writer_close(writer);
}

/* Runs in a child, because the limit holds for a process; 0 when all is as promised. */
static int run_out_of_space(void *ctx) {
    (void)ctx;
    struct rlimit limit = {300 * 1024, 300 * 1024};
    void *place;
    uint64_t first;
    ctr_writer *writer = help_writer(CTR_HITS_ONCE);
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) {
        return 2;
    }
    if (ctr_writer_reserve(writer, BIG, &place, &first) != CC_E_LIMIT) {
        return 3;
    }
    if (ctr_writer_reserve(writer, 100, &place, &first) != CC_OK) {
        return 4;
    }
    memset(place, 1, 100);
    ctr_writer_refused(writer, 1);
    ctr_writer_refused(writer, 6);
    ctr_file *read = NULL;
    bool is_sound =
        ctr_open(&read, ctr_writer_path(writer), help_arena) == CC_OK && read->damage == NULL;
    if (!is_sound || read->refused != 7) {
        return 5;
    }
    ctr_writer_refused(writer, UINT32_MAX);
    is_sound = ctr_open(&read, ctr_writer_path(writer), help_arena) == CC_OK;
    return is_sound && read->damage == NULL && read->refused == UINT32_MAX ? 0 : 6;
}

static void test_no_space(void) {
    ctr_writer *writer = NULL;
    ctr_process process = help_process(CTR_HITS_ONCE);
    CU_ASSERT_EQUAL(ctr_writer_open(&writer, "/nonexistent/clrcov", &process), CC_E_NOTFOUND);
    CU_ASSERT_PTR_NULL(writer);
    cc_proc_end end;
    CU_ASSERT_EQUAL(cc_proc_isolated(&end, run_out_of_space, NULL), CC_OK);
    CU_ASSERT_TRUE(end.signal == 0 && end.code == 0);
}

/* --- kill -9 ---------------------------------------------------------------------------------- */

static void write_for_ever(int ready) {
    ctr_writer *writer = help_writer(CTR_HITS_ONCE);
    ctr_module_record module = help_module("/app/A.dll");
    uint32_t id;
    CU_ASSERT_EQUAL(ctr_writer_module(writer, &module, &id), CC_OK);
    (void)!write(ready, ctr_writer_path(writer), strlen(ctr_writer_path(writer)) + 1);
    for (uint32_t i = 0;; i++) {
        uint8_t *place;
        help_method(writer, id, i, 2, (void **)&place);
        place[0] = 1;
    }
}

static void test_killed(void) {
    int pipes[2];
    CU_ASSERT_EQUAL_FATAL(pipe(pipes), 0);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        write_for_ever(pipes[1]);
        _exit(1);
    }
    char path[4096];
    CU_ASSERT_TRUE_FATAL(read(pipes[0], path, sizeof path) > 0);
    close(pipes[0]);
    close(pipes[1]);
    usleep(30000);
    ctr_file *living = help_open(path);
    CU_ASSERT_TRUE(living->is_alive);
    CU_ASSERT_PTR_NULL(living->damage);
    uint32_t seen = living->method_count;
    ctr_close(living);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    ctr_file *dead = help_open(path);
    CU_ASSERT_FALSE(dead->is_alive);
    CU_ASSERT_PTR_NULL(dead->damage);
    CU_ASSERT_TRUE(dead->method_count >= seen && dead->method_count > 0);
    size_t missing = 0;
    for (uint32_t i = 0; i + 1 < dead->method_count; i++) {
        missing += ctr_value(dead, &dead->methods[i], 0) != 1;
    }
    CU_ASSERT_EQUAL(missing, 0);
    ctr_close(dead);
}

/* --- threads ---------------------------------------------------------------------------------- */

static ctr_writer *shared;
static int finished;

static void *publish_many(void *arg) {
    uint32_t thread = *(const uint32_t *)arg;
    for (uint32_t i = 0; i < PER_THREAD; i++) {
        uint64_t first;
        uint8_t *place;
        uint32_t count = 1 + i % 5;
        if (ctr_writer_reserve(shared, count, (void **)&place, &first) != CC_OK) {
            return NULL;
        }
        ctr_method_record method = {
            .token = thread << 16 | i, .plan_key = thread, .first = first, .count = count};
        if (ctr_writer_method(shared, &method) != CC_OK) {
            return NULL;
        }
        for (uint32_t k = 0; k < count; k++) {
            place[k] = (uint8_t)(thread + 1); /* nobody else's: shown by reading it back */
        }
    }
    return NULL;
}

/* At least once: on a busy machine the writers may be done before this thread begins. */
static void *read_again(void *arg) {
    size_t *wrong = arg;
    bool is_last = false;
    while (!is_last) {
        is_last = __atomic_load_n(&finished, __ATOMIC_ACQUIRE) != 0;
        cc_arena *own = cc_arena_new();
        ctr_file *read = NULL;
        bool is_read = ctr_open(&read, ctr_writer_path(shared), own) == CC_OK;
        *wrong += !is_read || read->damage != NULL || !read->is_alive ? 1 : 0;
        ctr_close(read);
        cc_arena_free(own);
    }
    return NULL;
}

static size_t count_wrong(const ctr_file *read) {
    static uint32_t next[THREADS];
    size_t wrong = 0;
    for (uint32_t i = 0; i < read->method_count; i++) {
        const ctr_method_data *method = &read->methods[i];
        uint32_t thread = method->record.token >> 16;
        wrong += thread >= THREADS || (method->record.token & 0xFFFF) != next[thread % THREADS]++;
        for (uint32_t k = 0; k < method->record.count; k++) {
            wrong += method->counters.data[k] != thread + 1;
            wrong += ctr_value(read, method, k) != 1; /* whatever it is but 0 */
        }
    }
    return wrong;
}

static void test_threads(void) {
    pthread_t threads[THREADS];
    pthread_t reading;
    uint32_t numbers[THREADS];
    size_t wrong = 0;
    uint32_t id;
    ctr_module_record module = help_module("/app/A.dll");
    shared = help_writer(CTR_HITS_ONCE);
    CU_ASSERT_EQUAL(ctr_writer_module(shared, &module, &id), CC_OK);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&reading, NULL, read_again, &wrong), 0);
    for (uint32_t i = 0; i < THREADS; i++) {
        numbers[i] = i;
        CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, publish_many, &numbers[i]), 0);
    }
    for (uint32_t i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    __atomic_store_n(&finished, 1, __ATOMIC_RELEASE);
    pthread_join(reading, NULL);
    CU_ASSERT_EQUAL(wrong, 0);
    ctr_file *read = help_open(ctr_writer_path(shared));
    CU_ASSERT_EQUAL(read->method_count, THREADS * PER_THREAD);
    CU_ASSERT_EQUAL(count_wrong(read), 0);
    ctr_close(read);
    ctr_writer_close(shared);
}

static const test_case cases[] = {
    {"what is written is read, also while the process lives", test_round_trip},
    {"the file is private and fully allocated", test_private_file},
    {"the lock tells living from finished", test_life_ends},
    {"counters lie below 2 GiB", test_low_addresses},
    {"without room below 2 GiB any address will do", test_low_memory_runs_out},
    {"exact counters are 64 bits wide and aligned", test_exact_counts},
    {"counters are reset while the process lives", test_reset},
    {"measuring ends before the process", test_measuring_ends},
    {"no counters and too many counters are refused", test_reserve_limits},
    {"a full segment is followed by a larger one", test_growth},
    {"long texts are cut", test_long_texts},
    {"space that cannot be had is an error, and what is there still works", test_no_space},
    {"after kill -9 every published method is there with its hits", test_killed},
    {"threads never share counters, readers see whole records", test_threads},
};

int main(void) {
    bool is_ready = help_begin();
    int result = is_ready ? test_run("counters", cases, sizeof cases / sizeof *cases) : 2;
    return help_end() ? result : 2;
}
