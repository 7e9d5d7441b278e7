/* Spans, arenas, buffers, maps, hashes, errors. */
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/cc_arena.h"
#include "base/cc_async_writer.h"
#include "base/cc_buf.h"
#include "base/cc_crew.h"
#include "base/cc_err.h"
#include "base/cc_hash.h"
#include "base/cc_map.h"
#include "base/cc_memory.h"
#include "base/cc_os.h"
#include "base/cc_sort.h"
#include "base/cc_span.h"
#include "base/test_base.h"
#include "test_main.h"

static void test_reads_are_little_endian(void) {
    static const uint8_t bytes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    cc_span s = cc_span_of(bytes, sizeof bytes);
    uint8_t a;
    uint16_t b;
    uint32_t c;
    uint64_t d;
    CU_ASSERT(cc_span_u8(&s, &a) && a == 1);
    CU_ASSERT(cc_span_u16(&s, &b) && b == 0x0302);
    CU_ASSERT(cc_span_u32(&s, &c) && c == 0x07060504);
    CU_ASSERT(cc_span_u64(&s, &d) && d == 0x0F0E0D0C0B0A0908);
    CU_ASSERT_EQUAL(s.len, 0);
}

static void test_short_read_changes_nothing(void) {
    static const uint8_t bytes[] = {1, 2, 3};
    cc_span s = cc_span_of(bytes, sizeof bytes);
    uint32_t v = 77;
    CU_ASSERT_FALSE(cc_span_u32(&s, &v));
    CU_ASSERT_EQUAL(v, 77);
    CU_ASSERT_EQUAL(s.len, 3);
    CU_ASSERT_FALSE(cc_span_skip(&s, 4));
    CU_ASSERT_PTR_EQUAL(s.data, bytes);
}

static void test_slices_stay_inside(void) {
    static const uint8_t bytes[8] = {0};
    cc_span s = cc_span_of(bytes, sizeof bytes);
    cc_span out;
    CU_ASSERT(cc_span_slice(s, 8, 0, &out) && out.len == 0);
    CU_ASSERT_FALSE(cc_span_slice(s, 9, 0, &out));
    CU_ASSERT_FALSE(cc_span_slice(s, 1, 8, &out));
    CU_ASSERT_FALSE(cc_span_slice(s, 1, SIZE_MAX, &out));
    CU_ASSERT(cc_span_from(s, 3, &out) && out.len == 5);
}

static void test_align_counts_from_start(void) {
    static const uint8_t bytes[12] = {0};
    cc_span s = cc_span_of(bytes, sizeof bytes);
    CU_ASSERT(cc_span_skip(&s, 5));
    CU_ASSERT(cc_span_align(&s, bytes, 4));
    CU_ASSERT_EQUAL(s.len, 4);
    CU_ASSERT(cc_span_align(&s, bytes, 4));
    CU_ASSERT_EQUAL(s.len, 4);
}

static void test_cstr_needs_its_nul(void) {
    cc_span s = cc_span_of("ab\0cd", 5);
    cc_str out;
    CU_ASSERT(cc_span_cstr(&s, &out) && cc_str_eqz(out, "ab"));
    CU_ASSERT_FALSE(cc_span_cstr(&s, &out));
    CU_ASSERT_EQUAL(s.len, 2);
}

static void test_arena_memory_is_zero_and_separate(void) {
    cc_arena *arena = cc_arena_new();
    uint8_t *first = CC_NEW_ARRAY(arena, uint8_t, 100);
    memset(first, 0xFF, 100);
    for (int i = 0; i < 10000; i++) {
        uint32_t *p = CC_NEW(arena, uint32_t);
        CU_ASSERT_FATAL(p != NULL && *p == 0);
        *p = UINT32_MAX;
    }
    CU_ASSERT_EQUAL(first[99], 0xFF);
    CU_ASSERT_EQUAL((uintptr_t)CC_NEW(arena, uint8_t) % 16, 0);
    CU_ASSERT_PTR_NULL(cc_arena_alloc(arena, SIZE_MAX / 2, 3));
    cc_arena_reset(arena);
    uint64_t *again = CC_NEW(arena, uint64_t);
    CU_ASSERT_EQUAL(*again, 0);
    cc_arena_free(arena);
}

static void test_buffer_error_sticks(void) {
    cc_buf buf = {0};
    cc_buf_u32(&buf, 0x01020304);
    cc_buf_patch_u32(&buf, 0, 0x0A0B0C0D);
    CU_ASSERT_EQUAL(buf.data[0], 0x0D);
    CU_ASSERT(cc_buf_ok(&buf));
    cc_buf_patch_u32(&buf, 1, 0);
    CU_ASSERT_FALSE(cc_buf_ok(&buf));
    cc_buf_u8(&buf, 1);
    CU_ASSERT_EQUAL(buf.len, 4);
    cc_buf_clear(&buf);
    cc_buf_printf(&buf, "%s %d", "x", 42);
    cc_buf_dec(&buf, UINT64_MAX);
    cc_buf_dec(&buf, 0);
    CU_ASSERT(cc_str_eqz(cc_buf_str(&buf), "x 42184467440737095516150"));
    cc_buf_free(&buf);
}

static void test_map_keeps_order_and_values(void) {
    cc_map *map = cc_map_new();
    static int values[5000];
    for (uint64_t i = 0; i < 5000; i++) {
        void **slot = cc_map_put_u64(map, i * 7919);
        CU_ASSERT_FATAL(slot != NULL && *slot == NULL);
        *slot = &values[i];
    }
    CU_ASSERT_EQUAL(cc_map_count(map), 5000);
    for (uint64_t i = 0; i < 5000; i++) {
        CU_ASSERT_PTR_EQUAL(cc_map_get_u64(map, i * 7919), &values[i]);
        CU_ASSERT_PTR_EQUAL(cc_map_at(map, i, NULL), &values[i]);
    }
    CU_ASSERT_PTR_NULL(cc_map_get_u64(map, 1));
    CU_ASSERT_PTR_NULL(cc_map_at(map, 5000, NULL));
    CU_ASSERT_PTR_NOT_NULL(cc_map_put_str(map, CC_STR("")));
    cc_map_free(map);
}

static void test_hash_of_nothing_is_known(void) {
    CU_ASSERT_EQUAL(cc_hash64(cc_span_of("", 0)), 0x2D06800538D394C2); /* XXH3 reference value */
    cc_hash128 hash = cc_hash128_of(cc_span_of("", 0));
    char hex[33];
    cc_hash128_hex(&hash, hex);
    CU_ASSERT_STRING_EQUAL(hex, "99aa06d3014798d86001c324468d497f");
}

static void test_messages_nest_and_are_cut(void) {
    CU_ASSERT_EQUAL(cc_fail(CC_E_FORMAT, "bad %d", 5), CC_E_FORMAT);
    CU_ASSERT_EQUAL(cc_fail_in(CC_E_FORMAT, "a.dll"), CC_E_FORMAT);
    CU_ASSERT_STRING_EQUAL(cc_error_message(), "a.dll: bad 5");
    char longer[CC_MESSAGE_SIZE + 100];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    (void)cc_fail(CC_E_IO, "%s", longer);
    (void)cc_fail_in(CC_E_IO, "file");
    CU_ASSERT_EQUAL(strlen(cc_error_message()), CC_MESSAGE_SIZE - 1);
    CU_ASSERT_NSTRING_EQUAL(cc_error_message(), "file: xxx", 9);
}

static void test_arena_join(void) {
    cc_arena *into = cc_arena_new();
    cc_arena_join(into, NULL);
    char *texts[6];
    for (int round = 0; round < 3; round++) { /* the first one into an empty arena */
        cc_arena *from = cc_arena_new();
        for (int i = 0; i < 1000; i++) {
            texts[2 * round] = cc_arena_printf(from, "%d of %d", i, round);
        }
        size_t size = cc_arena_size(into) + cc_arena_size(from);
        cc_arena_join(into, from);
        CU_ASSERT_EQUAL(cc_arena_size(into), size);
        texts[2 * round + 1] = cc_arena_printf(into, "%d", round);
    }
    CU_ASSERT_STRING_EQUAL(texts[0], "999 of 0");
    CU_ASSERT_STRING_EQUAL(texts[1], "0");
    CU_ASSERT_STRING_EQUAL(texts[4], "999 of 2");
    CU_ASSERT_STRING_EQUAL(texts[5], "2");
    cc_arena_join(into, cc_arena_new());
    cc_arena_free(into);
}

static void test_arena_grow(void) {
    cc_arena *arena = cc_arena_new();
    size_t cap = 0;
    uint32_t *numbers = NULL;
    for (uint32_t i = 0; i < 1000; i++) {
        numbers = cc_arena_grow(arena, numbers, i, &cap, sizeof *numbers);
        CU_ASSERT_PTR_NOT_NULL_FATAL(numbers);
        CU_ASSERT_FATAL(cap > i);
        numbers[i] = i;
    }
    for (uint32_t i = 0; i < 1000; i++) {
        CU_ASSERT_EQUAL(numbers[i], i);
    }
    cc_arena_free(arena);
}

/* An array that did not grow has no more room than before. */
static void test_arena_grow_fails(void) {
    volatile size_t half = SIZE_MAX / 2; /* not a constant: compilers warn of copies of that size */
    cc_arena *arena = cc_arena_new();
    char first = 1;
    size_t cap = 1;
    CU_ASSERT_PTR_NULL(cc_arena_grow(arena, &first, 1, &cap, half));
    CU_ASSERT_EQUAL(cap, 1);
    cap = half + 1;
    CU_ASSERT_PTR_NULL(cc_arena_grow(arena, &first, cap, &cap, 1));
    CU_ASSERT_EQUAL(cap, half + 1);
    cc_arena_free(arena);
}

static void test_arena_take(void) {
    volatile size_t half = SIZE_MAX / 2;
    cc_arena *arena = cc_arena_new();
    uint32_t *numbers = malloc(2 * sizeof *numbers);
    CU_ASSERT_PTR_NOT_NULL_FATAL(numbers);
    numbers[0] = 7;
    numbers[1] = 8;
    const uint32_t *taken = cc_arena_take(arena, numbers, 2, sizeof *numbers);
    CU_ASSERT_PTR_NOT_NULL_FATAL(taken);
    CU_ASSERT_EQUAL(taken[0], 7);
    CU_ASSERT_EQUAL(taken[1], 8);
    CU_ASSERT_PTR_NOT_NULL(cc_arena_take(arena, NULL, 0, sizeof *numbers));
    CU_ASSERT_PTR_NULL(
        cc_arena_take(arena, malloc(1), half, 4)); /* asan sees whether it is freed */
    cc_arena_free(arena);
}

/* Ends the process in place of an error. */
static void end_child(void) {
    _exit(7);
}

enum { NO_LIMIT = 77 };

/* An emulator ignores the limit. */
static bool has_memory(void) {
    void *block = malloc(CC_MEMORY_BELIEVED / 2);
    free(block);
    return block != NULL;
}

typedef enum lacking { LACKS_ARENA, LACKS_CHILD, LACKS_BUFFER, LACKS_COUNT } lacking;

static void allocate_without_memory(lacking kind) {
    const struct rlimit none = {1, 1};
    cc_arena *arena = cc_arena_new();
    void *items = NULL;
    size_t cap = 0;
    arena = kind == LACKS_CHILD ? cc_arena_child(arena) : arena;
    cc_memory_set_end(end_child);
    (void)setrlimit(RLIMIT_AS, &none);
    if (has_memory()) {
        _exit(NO_LIMIT);
    }
    if (kind == LACKS_BUFFER) {
        (void)cc_grow(&items, &cap, CC_MEMORY_BELIEVED / 2, 1);
    } else {
        (void)cc_arena_alloc(arena, CC_MEMORY_BELIEVED / 2, 1);
    }
    _exit(0);
}

/* A sanitizer ends the program itself. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_SANITIZER true
#elif defined(__has_feature)
#define HAS_SANITIZER (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define HAS_SANITIZER false
#endif

/* Sizes that only damaged input has are reported to the caller in any case. */
static void test_memory_ends(void) {
    cc_arena *arena = cc_arena_new();
    volatile size_t half = SIZE_MAX / 2;
    cc_memory_set_end(end_child);
    CU_ASSERT_PTR_NOT_NULL(cc_arena_alloc(arena, 1000, 100));
    CU_ASSERT_PTR_NULL(cc_arena_alloc(arena, half, 4));
    CU_ASSERT(HAS_SANITIZER || cc_arena_alloc(arena, half, 1) == NULL);
    cc_memory_set_end(NULL);
    cc_arena_free(arena);
    int children = HAS_SANITIZER ? 0 : LACKS_COUNT;
    for (int i = 0; i < children; i++) {
        int status = 0;
        pid_t child = fork();
        if (child == 0) {
            allocate_without_memory((lacking)i);
        }
        CU_ASSERT_EQUAL(waitpid(child, &status, 0), child);
        CU_ASSERT_FATAL(WIFEXITED(status));
        CU_ASSERT(WEXITSTATUS(status) == 7 || WEXITSTATUS(status) == NO_LIMIT);
    }
}

/* What is left after shows with the address sanitizer. */
static void test_arena_child(void) {
    cc_arena *parent = cc_arena_new();
    cc_arena *children[3];
    for (int i = 0; i < 3; i++) {
        children[i] = cc_arena_child(parent);
        CU_ASSERT_PTR_NOT_NULL_FATAL(children[i]);
        CU_ASSERT_PTR_NOT_NULL(cc_arena_alloc(children[i], 1000, 100));
    }
    CU_ASSERT_EQUAL(cc_arena_size(parent), 0);
    CU_ASSERT_PTR_NOT_NULL(cc_arena_alloc(cc_arena_child(children[2]), 1, 1));
    cc_arena_free(children[1]);
    cc_arena_free(children[0]);
    cc_arena_reset(parent);
    CU_ASSERT_PTR_NOT_NULL(cc_arena_alloc(cc_arena_child(parent), 1, 1));
    cc_arena_free(parent);
}

enum { PIECES = 500 };

typedef struct crew_work {
    size_t rooms[CC_CREW_AHEAD];
    _Atomic size_t made;
} crew_work;

static void make_square(void *ctx, unsigned worker, size_t index) {
    crew_work *w = ctx;
    w->rooms[index % CC_CREW_AHEAD] = worker < CC_CREW_MOST ? index * index : 0;
    w->made++;
}

static void test_crew(void) {
    static crew_work w;
    cc_crew *crew = cc_crew_start(PIECES, make_square, &w);
    CU_ASSERT_PTR_NOT_NULL_FATAL(crew);
    for (size_t i = 0; i < PIECES; i++) {
        cc_crew_take(crew);
        CU_ASSERT_EQUAL(w.rooms[i % CC_CREW_AHEAD], i * i);
        CU_ASSERT_TRUE(w.made <= i + CC_CREW_AHEAD);
        cc_crew_next(crew);
    }
    cc_crew_end(crew);
    CU_ASSERT_EQUAL(w.made, PIECES);
}

static void test_crew_ends_early(void) {
    static crew_work w;
    cc_crew *crew = cc_crew_start(PIECES, make_square, &w);
    CU_ASSERT_PTR_NOT_NULL_FATAL(crew);
    cc_crew_take(crew);
    cc_crew_end(crew);
    CU_ASSERT_TRUE(w.made <= CC_CREW_AHEAD);
    cc_crew_end(NULL);
    w.made = 0;
    cc_crew_run(0, make_square, &w);
    CU_ASSERT_TRUE(w.made == 0);
    cc_crew_run(PIECES, make_square, &w);
    CU_ASSERT_TRUE(w.made == PIECES);
}

/* Waits for another thread, at most some seconds. */
static void meet(void *ctx, unsigned worker, size_t index) {
    crew_work *w = ctx;
    const struct timespec pause = {.tv_nsec = 1000000};
    w->rooms[index] = worker;
    w->made++;
    for (int i = 0; i < 5000 && w->made < 2; i++) {
        (void)nanosleep(&pause, NULL);
    }
}

/* Two large pieces are worth two threads. */
static void test_crew_of_large_pieces(void) {
    static crew_work w;
    cc_crew_run_large(0, meet, &w);
    CU_ASSERT_TRUE(w.made == 0);
    if (cc_os_processors() > 1) {
        cc_crew_run_large(2, meet, &w);
        CU_ASSERT_TRUE(w.made == 2);
        CU_ASSERT_NOT_EQUAL(w.rooms[0], w.rooms[1]);
    }
}

/* Takes numbers from 0 on, as many as it has room for. */
typedef struct taker {
    uint32_t next, room;
    bool is_in_order;
} taker;

static bool take_numbers(void *ctx, const void *data, size_t len) {
    taker *t = ctx;
    const uint32_t *numbers = data;
    for (size_t i = 0; i < len / sizeof *numbers; i++) {
        t->is_in_order = t->is_in_order && numbers[i] == t->next;
        t->next++;
    }
    return t->next <= t->room;
}

/* False from the first piece on that was not taken, at the latest at the end. */
static bool give_numbers(cc_async_writer *writer, uint32_t count) {
    bool is_taken = true;
    for (uint32_t i = 0; i < count && is_taken; i++) {
        is_taken = cc_async_writer_write(writer, &i, sizeof i);
    }
    return cc_async_writer_close(writer) && is_taken;
}

static void test_after(void) {
    enum { BUFFER = CC_ASYNC_WRITER_SIZE / sizeof(uint32_t) };
    const uint32_t counts[] = {0, 1, BUFFER - 1, BUFFER, BUFFER + 1, 2 * BUFFER, 20 * BUFFER + 7};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        taker t = {0, UINT32_MAX, true};
        cc_async_writer writer;
        cc_async_writer_open(&writer, take_numbers, &t);
        CU_ASSERT_TRUE(give_numbers(&writer, counts[i]));
        CU_ASSERT_TRUE(t.is_in_order && t.next == counts[i]);
    }
    taker full = {0, 3 * BUFFER, true};
    cc_async_writer writer;
    cc_async_writer_open(&writer, take_numbers, &full);
    CU_ASSERT_FALSE(give_numbers(&writer, 20 * BUFFER));
    CU_ASSERT_TRUE(full.is_in_order && full.next == 4 * BUFFER); /* nothing after what failed */
    taker none = {0, 0, true};
    cc_async_writer_open(&writer, take_numbers, &none);
    CU_ASSERT_FALSE(give_numbers(&writer, 1));
}

static int compare_ints(const void *a, const void *b) {
    int x = *(const int *)a;
    int y = *(const int *)b;
    return (x > y) - (x < y);
}

static void test_sort(void) {
    int sorted[] = {1, 2, 2, 5};
    int late[] = {1, 2, 5, 3};
    cc_sort(NULL, 0, sizeof(int), compare_ints);
    cc_sort(sorted, 4, sizeof(int), compare_ints);
    cc_sort(late, 4, sizeof(int), compare_ints);
    CU_ASSERT_TRUE(sorted[0] == 1 && sorted[1] == 2 && sorted[2] == 2 && sorted[3] == 5);
    CU_ASSERT_TRUE(late[0] == 1 && late[1] == 2 && late[2] == 3 && late[3] == 5);
}

static const test_case cases[] = {
    {"span: integers are little-endian", test_reads_are_little_endian},
    {"span: a short read changes nothing", test_short_read_changes_nothing},
    {"span: a slice never leaves its parent", test_slices_stay_inside},
    {"span: alignment counts from the start", test_align_counts_from_start},
    {"span: a string without NUL is refused", test_cstr_needs_its_nul},
    {"arena: memory is zeroed, aligned and disjoint", test_arena_memory_is_zero_and_separate},
    {"buf: an error sticks", test_buffer_error_sticks},
    {"map: values by key and in order", test_map_keeps_order_and_values},
    {"hash: reference values", test_hash_of_nothing_is_known},
    {"err: messages nest and are cut", test_messages_nest_and_are_cut},
    {"arena: joins another", test_arena_join},
    {"arena: an array grows", test_arena_grow},
    {"arena: an array that cannot grow keeps its size", test_arena_grow_fails},
    {"arena: the program ends where memory is missing", test_memory_ends},
    {"arena: takes an array of malloc()", test_arena_take},
    {"arena: children go with their parent, or before", test_arena_child},
    {"crew: pieces in order, few ahead", test_crew},
    {"crew: may end early", test_crew_ends_early},
    {"crew: large pieces", test_crew_of_large_pieces},
    {"writing after: order, sizes about a buffer, who takes no more", test_after},
    {"sort: in order, and not", test_sort},
    {"quota: of control groups, and of those above", test_quota},
    {"arena: arrays of lists, and with more room", test_copies_of_arrays},
    {"map: values, and keys of several texts", test_map_values},
    {"sort: the first that is not before a key", test_find_first},
    {"text: by key, and with other letters", test_texts_by_key},
    {"os: a variable that is not empty", test_variables},
    {"file: read as a whole", test_whole_files},
    {"file: written whole or not at all", test_file_write_replaces},
    {"file: one that shrinks does not end a thread that reads it", test_file_shrinks},
    {"file: in pieces, and whole or not at all", test_file_in_pieces},
    {"file: what dead writers left goes, what living ones write stays", test_file_dead_writers},
    {"os: a mark is inherited", test_marks},
    {"file: a link is written where it leads", test_file_links},
    {"file: a tight umask makes nothing unusable", test_file_tight_umask},
    {"file: too large for the process is an error, not its end", test_file_size_limit},
    {"directories: all that are missing on the way", test_dir_make_all},
    {"file: links and directories are refused", test_file_map_refuses},
    {"file: a directory is listed sorted and removed whole", test_dir_list_and_remove},
    {"file: private directories are told from open ones", test_dir_check_private},
    {"file: paths by text", test_paths},
    {"utf: surrogates and bad bytes become U+FFFD", test_utf},
    {"utf: names lose what XML and terminals do not take", test_utf_clean},
    {"json: each kind of value, with its comma and escapes", test_json},
    {"json: a value on each line", test_json_lines},
    {"leb: bytes of known numbers", test_leb_numbers},
    {"leb: borders, one after the other", test_leb_borders},
    {"leb: bytes that end within a number", test_leb_truncated},
    {"leb: more than 64 bits", test_leb_too_long},
    {"leb: 32 bits", test_leb_u32},
    {"nearest: what a mistyped word may have meant", test_nearest},
    {"escape: every text comes back", test_escape},
    {"escape: what is never written is refused", test_unescape_refuses_what_is_never_written},
    {"text: lower case", test_lower_case},
    {"text: parts, cases, sums", test_parts},
    {"folder: moves what its list names, and nothing else", test_folder_move},
    {"folder: git ignores one that was made for it", test_folder_is_ignored},
    {"file: links of other users in open folders are refused", test_links_of_others},
    {"file: links of other users above a file are refused", test_links_of_others_above},
    {"log: commands of build servers are broken", test_log_commands},
    {"log: commands in JSON are escaped", test_log_json},
    {"paths: the nearest directory that holds a name", test_path_find_up},
    {"files: space is reserved, also where the system has no call for it", test_reserve},
    {"beneath: nothing leads out of the folder", test_beneath},
    {"beneath: the same where openat2 is missing or forbidden", test_beneath_without_openat2},
    {"folder: whole or not at all", test_folder_whole_or_not},
    {"folder: files of others stay", test_folder_keeps_what_others_wrote},
    {"folder: what would be lost, and names that lead out, are refused", test_folder_refuses},
    {"folder: a list names nothing outside", test_folder_distrusts_lists},
    {"folder: only names of its kind are removed", test_folder_removes_own_names_only},
    {"folder: nothing is written or removed through a link", test_folder_follows_no_links},
    {"directories: a link in place of one is not followed", test_dir_remove_follows_no_link},
    {"glob: names", test_glob_names},
    {"glob: paths", test_glob_paths},
    {"glob: all short patterns and names", test_glob_all_short},
    {"glob: many stars take little time", test_glob_is_not_exponential},
};

TEST_MAIN("base", cases)
