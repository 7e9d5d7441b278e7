/* The session directory: made private, found again, shared, kept while used, pruned afterwards. */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "coverage/session/ses.h"
#include "coverage/session/ses_settings.h"
#include "test_main.h"

static cc_arena *arena;
static char temp[] = "/tmp/clrcov-test-XXXXXX";

static ses_settings settings_of(const char *start, const char *output) {
    return (ses_settings){
        .hits = CTR_HITS_EXACT,
        .probe = SES_PROBE_INLINE,
        .stress = SES_STRESS_CORELIB,
        .keeps_probes = true,
        .probe_all = true,
        .include_tests = true,
        .per_test = true,
        .test_attributes = cc_arena_strdup(arena, CC_STR("A.B,C")),
        .root = cc_arena_strdup(arena, CC_STR("/a b/ro\nt%")),
        .start_dir = cc_arena_strdup(arena, cc_strz(start)),
        .output = output == NULL ? NULL : cc_arena_strdup(arena, cc_strz(output)),
    };
}

/* A new session whose lock is given up. */
static ses_session create(const char *start) {
    ses_settings settings = settings_of(start, NULL);
    ses_session session = {0};
    CU_ASSERT_EQUAL_FATAL(ses_create(&session, &settings, CC_STR("f\n"), arena), CC_OK);
    CU_ASSERT_TRUE(session.lock_fd >= 0);
    ses_unlock(session.lock_fd);
    return session;
}

static void remove_all(void) {
    char **dirs;
    size_t count;
    CU_ASSERT_EQUAL(ses_list(arena, &dirs, &count), CC_OK);
    for (size_t i = 0; i < count; i++) {
        CU_ASSERT_EQUAL(cc_dir_remove(dirs[i]), CC_OK);
    }
}

static void test_settings_survive(void) {
    ses_settings settings = settings_of("/start", "/out/c.xml");
    ses_settings read;
    cc_buf text = {0};
    ses_settings_print(&settings, &text);
    CU_ASSERT_EQUAL_FATAL(ses_settings_parse(&read, cc_buf_str(&text), arena), CC_OK);
    CU_ASSERT_EQUAL(read.hits, CTR_HITS_EXACT);
    CU_ASSERT_EQUAL(read.probe, SES_PROBE_INLINE);
    CU_ASSERT_EQUAL(read.stress, SES_STRESS_CORELIB);
    CU_ASSERT_TRUE(read.keeps_probes && read.probe_all && read.include_tests);
    CU_ASSERT_FALSE(read.wide || read.verify || read.is_joint);
    CU_ASSERT_TRUE(read.per_test);
    CU_ASSERT_STRING_EQUAL(read.test_attributes, "A.B,C");
    CU_ASSERT_STRING_EQUAL(read.root, "/a b/ro\nt%");
    CU_ASSERT_STRING_EQUAL(read.start_dir, "/start");
    CU_ASSERT_STRING_EQUAL(read.output, "/out/c.xml");
    for (size_t len = 0; len < text.len; len++) {
        char *cut = cc_arena_strdup(arena, (cc_str){(const char *)text.data, len});
        cc_err err = ses_settings_parse(&read, (cc_str){cut, len}, arena);
        bool is_line_end = len > 0 && cut[len - 1] == '\n';
        CU_ASSERT_EQUAL(err == CC_OK, is_line_end);
    }
    cc_buf_free(&text);
}

/* Any byte may be any other: then the settings are refused, or are others that could have been
 * written. */
static void test_every_settings_byte(void) {
    ses_settings settings = settings_of("/start", "/out/c.xml");
    cc_buf text = {0};
    size_t odd = 0;
    ses_settings_print(&settings, &text);
    for (size_t i = 0; i < text.len; i++) {
        uint8_t was = text.data[i];
        for (unsigned byte = 0; byte < 256; byte++) {
            cc_arena *own = cc_arena_new();
            ses_settings read;
            text.data[i] = (uint8_t)byte;
            cc_err err = ses_settings_parse(&read, cc_buf_str(&text), own);
            odd += err == CC_OK && (read.hits > CTR_HITS_EXACT || read.probe > SES_PROBE_INLINE);
            odd += err == CC_OK && byte == '\0' && i < sizeof "clrcov session";
            cc_arena_free(own);
        }
        text.data[i] = was;
    }
    CU_ASSERT_EQUAL(odd, 0);
    cc_buf_free(&text);
}

static void test_bad_settings(void) {
    static const char *const bad[] = {"",
                                      "clrcov-session 2\n",
                                      "clrcov-session 1\nnew-key 1\n",
                                      "clrcov-session 1\nhits twice\n",
                                      "clrcov-session 1\nwide 2\n",
                                      "clrcov-session 1\nroot %4\n",
                                      "clrcov-session 1\nroot %4g\n",
                                      "clrcov-session 1\nroot %00\n",
                                      "clrcov-session 1\nroot\n\n",
                                      "clrcov-session 1\nhits\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ses_settings read;
        CU_ASSERT_NOT_EQUAL(ses_settings_parse(&read, cc_strz(bad[i]), arena), CC_OK);
    }
}

static void test_created_private(void) {
    ses_session made = create("/start");
    ses_session opened;
    struct stat st;
    CU_ASSERT_EQUAL_FATAL(stat(made.dir, &st), 0);
    CU_ASSERT_EQUAL(st.st_mode & 07777, 0700);
    CU_ASSERT_EQUAL(strncmp(made.dir, temp, strlen(temp)), 0);
    CU_ASSERT_EQUAL_FATAL(ses_open(&opened, made.dir, arena), CC_OK);
    CU_ASSERT_EQUAL(opened.lock_fd, -1);
    CU_ASSERT_STRING_EQUAL(opened.filter_text, "f\n");
    CU_ASSERT_STRING_EQUAL(opened.settings.start_dir, "/start");
    CU_ASSERT_EQUAL(cc_dir_remove(made.dir), CC_OK);
}

static void test_open_refuses(void) {
    ses_session made = create("/start");
    ses_session opened;
    char *link = cc_path_join(arena, temp, "link");
    CU_ASSERT_EQUAL_FATAL(symlink(made.dir, link), 0);
    CU_ASSERT_NOT_EQUAL(ses_open(&opened, link, arena), CC_OK);
    unlink(link);
    CU_ASSERT_EQUAL(chmod(made.dir, 0750), 0);
    CU_ASSERT_NOT_EQUAL(ses_open(&opened, made.dir, arena), CC_OK);
    CU_ASSERT_EQUAL(chmod(made.dir, 0700), 0);
    char *settings = cc_path_join(arena, made.dir, "settings");
    char *moved = cc_path_join(arena, made.dir, "moved");
    CU_ASSERT_EQUAL(rename(settings, moved), 0);
    CU_ASSERT_EQUAL(ses_open(&opened, made.dir, arena), CC_E_NOTFOUND);
    CU_ASSERT_EQUAL(symlink("moved", settings), 0);
    CU_ASSERT_NOT_EQUAL(ses_open(&opened, made.dir, arena), CC_OK);
    CU_ASSERT_EQUAL(cc_dir_remove(made.dir), CC_OK);
    CU_ASSERT_EQUAL(ses_open(&opened, made.dir, arena), CC_E_NOTFOUND);
}

/* Where the place that TMPDIR names cannot be used, another one is; both are looked at for
 * sessions. */
static void test_base_of_others(void) {
    char *base;
    char *other;
    char *note;
    char **dirs;
    size_t count;
    CU_ASSERT_EQUAL_FATAL(ses_base(arena, &base, &note), CC_OK);
    CU_ASSERT_PTR_NULL(note);
    CU_ASSERT_EQUAL(chmod(base, 0777), 0);
    CU_ASSERT_EQUAL_FATAL(ses_base(arena, &other, &note), CC_OK);
    CU_ASSERT_TRUE(strncmp(other, "/dev/shm/clrcov-", 16) == 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(note);
    CU_ASSERT_PTR_NOT_NULL(strstr(note, temp));
    CU_ASSERT_PTR_NOT_NULL(strstr(note, "/dev/shm"));
    ses_session elsewhere = create("/start");
    CU_ASSERT_TRUE(strncmp(elsewhere.dir, other, strlen(other)) == 0);
    CU_ASSERT_STRING_EQUAL(elsewhere.note, note);
    CU_ASSERT_EQUAL(chmod(base, 0700), 0);
    ses_session here = create("/start");
    CU_ASSERT_EQUAL_FATAL(ses_list(arena, &dirs, &count), CC_OK);
    CU_ASSERT_FATAL(count >= 2);
    CU_ASSERT_STRING_EQUAL(dirs[0], here.dir);
    CU_ASSERT_STRING_EQUAL(dirs[1], elsewhere.dir);
    CU_ASSERT_EQUAL(cc_dir_remove(elsewhere.dir), CC_OK);
    CU_ASSERT_EQUAL(cc_dir_remove(here.dir), CC_OK);
    setenv("TMPDIR", "/nonexistent/dir", 1);
    CU_ASSERT_EQUAL(ses_base(arena, &other, &note), CC_OK);
    CU_ASSERT_PTR_NOT_NULL(note);
    setenv("TMPDIR", temp, 1);
}

static void test_base_long(void) {
    char *base;
    char *note;
    char *deep = cc_arena_strdup(arena, cc_strz(temp));
    for (int i = 0; i < 20; i++) {
        deep = cc_arena_printf(arena, "%s/%0200d", deep, i);
        CU_ASSERT_EQUAL_FATAL(cc_dir_make(deep, 0700), CC_OK);
    }
    setenv("TMPDIR", deep, 1);
    CU_ASSERT_EQUAL_FATAL(ses_base(arena, &base, &note), CC_OK);
    CU_ASSERT_EQUAL(strncmp(base, "/dev/shm/clrcov-", 16), 0);
    ses_session session = create("/start");
    CU_ASSERT_EQUAL(cc_dir_remove(session.dir), CC_OK);
    setenv("TMPDIR", temp, 1);
}

static void test_base_tight_umask(void) {
    char *base;
    char *note;
    CU_ASSERT_EQUAL_FATAL(ses_base(arena, &base, &note), CC_OK);
    CU_ASSERT_EQUAL(chmod(base, 0), 0);
    mode_t before = umask(0777);
    ses_session session = create("/start");
    (void)umask(before);
    struct stat st;
    CU_ASSERT_EQUAL(strncmp(session.dir, base, strlen(base)), 0);
    CU_ASSERT_PTR_NULL(session.note);
    static const char *const parts[] = {"", "images", "settings", "lock"};
    for (size_t i = 0; i < 4; i++) {
        CU_ASSERT_EQUAL(stat(cc_path_join(arena, session.dir, parts[i]), &st), 0);
        CU_ASSERT_EQUAL(st.st_mode & 0777, i < 2 ? 0700 : 0600);
    }
    CU_ASSERT_EQUAL(cc_dir_remove(session.dir), CC_OK);
}

static void test_store(void) {
    ses_session made = create("/start");
    cc_hash128 first;
    cc_hash128 second;
    cc_span bytes = cc_span_of("image", 5);
    CU_ASSERT_EQUAL(ses_store(made.dir, bytes, ".dll", &first), CC_OK);
    CU_ASSERT_EQUAL(ses_store(made.dir, bytes, ".dll", &second), CC_OK);
    CU_ASSERT_EQUAL(memcmp(&first, &second, sizeof first), 0);
    char *path = ses_stored(made.dir, &first, ".dll", arena);
    cc_mapped_file file;
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&file, path, true), CC_OK);
    CU_ASSERT_TRUE(cc_span_eq(file.bytes, bytes));
    cc_file_unmap(&file);
    CU_ASSERT_EQUAL(ses_store(made.dir, bytes, "/../x", &second), CC_E_USAGE);
    CU_ASSERT_EQUAL(ses_store(made.dir, bytes, "", &second), CC_E_USAGE);
    CU_ASSERT_EQUAL(cc_dir_remove(made.dir), CC_OK);
    CU_ASSERT_NOT_EQUAL(ses_store(made.dir, bytes, ".dll", &second), CC_OK);
}

static void test_lock(void) {
    ses_session made = create("/start");
    int first;
    int second;
    CU_ASSERT_EQUAL(ses_lock(made.dir, &first), CC_OK);
    CU_ASSERT_TRUE(first >= 0);
    CU_ASSERT_EQUAL(ses_lock(made.dir, &second), CC_OK);
    CU_ASSERT_EQUAL(second, -1);
    ses_unlock(first);
    CU_ASSERT_EQUAL(ses_lock_wait(made.dir, &second), CC_OK);
    CU_ASSERT_TRUE(second >= 0);
    ses_unlock(second);
    CU_ASSERT_EQUAL(cc_dir_remove(made.dir), CC_OK);
    CU_ASSERT_EQUAL(ses_lock(made.dir, &first), CC_E_NOTFOUND);
}

/* Lists of the watched folder (the linker calls this function). */
static const char *watched;
static unsigned listed;

cc_err __real_cc_dir_list(cc_arena *to, const char *path, char ***names, size_t *count);
cc_err __wrap_cc_dir_list(cc_arena *to, const char *path, char ***names, size_t *count);
cc_err __wrap_cc_dir_list(cc_arena *to, const char *path, char ***names, size_t *count) {
    listed += watched != NULL && strcmp(path, watched) == 0 ? 1 : 0;
    return __real_cc_dir_list(to, path, names, count);
}

static ses_moment look(const char *dir) {
    ses_moment out = {0};
    watched = dir;
    listed = 0;
    CU_ASSERT_EQUAL(ses_look(&out, dir, arena), CC_OK);
    CU_ASSERT_EQUAL(listed, 1); /* a session may have thousands of files */
    watched = NULL;
    return out;
}

/* Each change gives another state; at rest is a session with processes of which none lives. */
static void test_moments(void) {
    enum { NO_PROCESS = 4194305 };
    ses_session made = create("/start");
    ses_moment before = look(made.dir);
    CU_ASSERT_FALSE(before.is_at_rest);
    CU_ASSERT_EQUAL(look(made.dir).state, before.state);
    ctr_process process = {{"", 0}, {"", 0}, {"", 0}, CTR_HITS_ONCE};
    ctr_writer *writer;
    CU_ASSERT_EQUAL_FATAL(ctr_writer_open(&writer, made.dir, &process), CC_OK);
    ses_moment living = look(made.dir); /* 0 */
    CU_ASSERT_FALSE(living.is_at_rest);
    CU_ASSERT(living.state != before.state);
    char *own = cc_arena_strdup(arena, cc_strz(ctr_writer_path(writer)));
    ctr_writer_close(writer);
    CU_ASSERT_FALSE(look(made.dir).is_at_rest); /* it lives without its lock */
    char *ended = cc_arena_printf(arena, "%s/p-%d-0123456789abcdef.cov", made.dir, NO_PROCESS);
    CU_ASSERT_EQUAL_FATAL(rename(own, ended), 0);
    ses_moment after = look(made.dir);
    CU_ASSERT_TRUE(after.is_at_rest);
    CU_ASSERT(after.state != living.state);
    const struct timespec then[] = {{.tv_sec = 1}, {.tv_sec = 1}};
    CU_ASSERT_EQUAL_FATAL(utimensat(AT_FDCWD, ended, then, 0), 0);
    CU_ASSERT(look(made.dir).state != after.state);
    after = look(made.dir);
    CU_ASSERT_EQUAL_FATAL(truncate(ended, 1), 0);
    CU_ASSERT_EQUAL_FATAL(utimensat(AT_FDCWD, ended, then, 0), 0);
    CU_ASSERT(look(made.dir).state != after.state);
    after = look(made.dir);
    cc_hash128 hash;
    CU_ASSERT_EQUAL(ses_store(made.dir, cc_span_of("image", 5), ".dll", &hash), CC_OK);
    CU_ASSERT(look(made.dir).state != after.state); /* below it */
    CU_ASSERT_EQUAL(cc_dir_remove(made.dir), CC_OK);
    ses_moment gone;
    CU_ASSERT_EQUAL(ses_look(&gone, made.dir, arena), CC_E_NOTFOUND);
    ses_unlock(made.lock_fd);
}

static void test_use(void) {
    ses_session made = create("/start");
    bool in_use = true;
    cc_hold hold;
    CU_ASSERT_EQUAL(ses_in_use(made.dir, arena, &in_use), CC_OK);
    CU_ASSERT_FALSE(in_use);
    CU_ASSERT_EQUAL(ses_hold(made.dir, &hold), CC_OK);
    for (int fd = STDERR_FILENO + 1; fd < 1024; fd++) {
        (void)close(fd); /* what a daemon does; the session's lock is among them */
    }
    made.lock_fd = -1;
    CU_ASSERT_EQUAL(ses_in_use(made.dir, arena, &in_use), CC_OK);
    CU_ASSERT_TRUE(in_use);
    cc_hold_end(&hold);
    CU_ASSERT_EQUAL(ses_in_use(made.dir, arena, &in_use), CC_OK);
    CU_ASSERT_FALSE(in_use);
    ctr_process process = {{"", 0}, {"", 0}, {"", 0}, CTR_HITS_ONCE};
    ctr_writer *writer;
    char **paths;
    size_t count;
    CU_ASSERT_EQUAL_FATAL(ctr_writer_open(&writer, made.dir, &process), CC_OK);
    CU_ASSERT_EQUAL(ses_in_use(made.dir, arena, &in_use), CC_OK);
    CU_ASSERT_TRUE(in_use);
    CU_ASSERT_EQUAL(ses_files(&made, arena, &paths, &count), CC_OK);
    CU_ASSERT_EQUAL_FATAL(count, 1);
    CU_ASSERT_STRING_EQUAL(paths[0], ctr_writer_path(writer));
    ctr_writer_close(writer);
    CU_ASSERT_EQUAL(cc_dir_remove(made.dir), CC_OK);
}

static uint64_t last_reset(const ses_session *session) {
    uint64_t mark = 1;
    CU_ASSERT_EQUAL(ses_last_reset(session->dir, &mark), CC_OK);
    return mark;
}

static void test_reset_mark(void) {
    ses_session session = create("/start");
    CU_ASSERT_EQUAL(last_reset(&session), 0);
    CU_ASSERT_EQUAL(ses_note_reset(session.dir), CC_OK);
    uint64_t first = last_reset(&session);
    CU_ASSERT_NOT_EQUAL(first, 0);
    CU_ASSERT_EQUAL(last_reset(&session), first);
    CU_ASSERT_EQUAL(ses_note_reset(session.dir), CC_OK);
    CU_ASSERT_NOT_EQUAL(last_reset(&session), first);
    CU_ASSERT_EQUAL(cc_dir_remove(session.dir), CC_OK);
    CU_ASSERT_NOT_EQUAL(ses_note_reset(session.dir), CC_OK);
}

enum { DAY = 24 * 3600 };

/* The file, or all files of the directory, changed so long ago for the last time. */
static void set_age(const char *path, int64_t seconds) {
    struct timespec then = {(time_t)((int64_t)(cc_os_time_ns() / 1000000000u) - seconds), 0};
    const struct timespec times[2] = {then, then};
    char **names;
    size_t count;
    if (cc_path_is_dir(path) && cc_dir_list(arena, path, &names, &count) == CC_OK) {
        for (size_t i = 0; i < count; i++) {
            set_age(cc_path_join(arena, path, names[i]), seconds);
        }
    }
    CU_ASSERT_EQUAL(utimensat(AT_FDCWD, path, times, 0), 0);
}

/* A finished session that ended so long ago. */
static const char *finished(const char *start, bool has_report, int64_t seconds) {
    ses_session session = create(start);
    if (has_report) {
        CU_ASSERT_EQUAL(ses_reported(session.dir), CC_OK);
    }
    set_age(session.dir, seconds);
    return session.dir;
}

/* A working directory that is there. */
static char *working_dir(const char *name) {
    char *path = cc_path_join(arena, temp, name);
    CU_ASSERT_EQUAL(cc_dir_make(path, 0700), CC_OK);
    return path;
}

static void check_stay(const char *const *dirs, const bool *stays, size_t count) {
    for (size_t i = 0; i < count; i++) {
        CU_ASSERT_EQUAL(cc_path_is_dir(dirs[i]), stays[i]);
    }
}

static void test_prune(void) {
    const char *made[6];
    const char *start = working_dir("work");
    cc_hold hold;
    int lock;
    remove_all();
    for (int i = 0; i < 6; i++) {
        made[i] = finished(start, true, 6 - i);
    }
    CU_ASSERT_EQUAL(ses_hold(made[0], &hold), CC_OK);
    CU_ASSERT_EQUAL(ses_lock(made[4], &lock), CC_OK);
    CU_ASSERT_EQUAL(ses_prune(3, NULL), CC_OK);
    check_stay(made, (const bool[]){true, false, true, true, true, true}, 6);
    cc_hold_end(&hold);
    ses_unlock(lock);
    CU_ASSERT_EQUAL(ses_prune(0, NULL), CC_OK);
    unsigned left = 0;
    for (int i = 0; i < 6; i++) {
        left += cc_path_is_dir(made[i]);
    }
    CU_ASSERT_EQUAL(left, 1); /* the newest of a directory */
    remove_all();
}

/* The newest map stays, however many runs without one followed. */
static void test_prune_maps(void) {
    const char *made[6];
    const char *start = working_dir("work");
    remove_all();
    for (int i = 0; i < 6; i++) {
        made[i] = finished(start, true, 6 - i);
        if (i < 2) {
            char *map = cc_path_join(arena, made[i], SES_MAP_NAME);
            CU_ASSERT_EQUAL(cc_file_write(map, cc_span_of("x", 1), 0600), CC_OK);
            set_age(made[i], 6 - i);
        }
    }
    CU_ASSERT_EQUAL(ses_prune(3, NULL), CC_OK);
    check_stay(made, (const bool[]){false, true, false, true, true, true}, 6);
    remove_all();
}

/* Another command may add to a named session, however many runs came between. */
static void test_prune_names(void) {
    const char *made[6];
    const char *start = working_dir("work");
    remove_all();
    for (int i = 0; i < 6; i++) {
        int64_t age = i == 0 ? 2 * DAY : 6 - i;
        made[i] = finished(start, true, age);
        if (i < 2) {
            char *name = cc_path_join(arena, made[i], SES_NAME_FILE);
            CU_ASSERT_EQUAL(cc_file_write(name, cc_span_of("x", 1), 0600), CC_OK);
            set_age(made[i], age);
        }
    }
    CU_ASSERT_EQUAL(ses_prune(3, NULL), CC_OK);
    check_stay(made, (const bool[]){false, true, false, true, true, true}, 6);
    remove_all();
}

/* What nobody has made a report of is not ours to remove, however many runs there are. */
static void test_prune_without_report(void) {
    const char *made[7];
    const char *start = working_dir("work");
    remove_all();
    made[0] = finished(start, false, 8 * DAY);
    made[1] = finished(start, false, 6 * DAY);
    made[2] = finished("/gone", false, 6 * DAY);
    made[3] = finished(start, true, 5 * DAY);
    char *earlier = cc_path_join(arena, made[3], "earlier-0.xml");
    CU_ASSERT_EQUAL(cc_file_write(earlier, cc_span_of("x", 1), 0600), CC_OK);
    set_age(made[3], 5 * DAY);
    for (int i = 4; i < 7; i++) {
        made[i] = finished(start, true, 7 - i);
    }
    CU_ASSERT_EQUAL(ses_prune(3, NULL), CC_OK);
    check_stay(made, (const bool[]){false, true, true, true, true, true, true}, 7);
    remove_all();
}

/* A clock that is ahead once, or was, decides nothing about what nobody has made a report of. */
static void test_prune_by_wrong_clock(void) {
    const char *start = working_dir("work");
    remove_all();
    const char *kept = finished(start, false, 8 * DAY);
    const char *reported = finished(start, true, 8 * DAY);
    const char *own = finished(start, true, 0); /* of the run that has the clock */
    CU_ASSERT_EQUAL(ses_prune(3, own), CC_OK);
    check_stay((const char *[]){kept, reported, own}, (const bool[]){true, false, true}, 3);
    set_age(own, -30 * DAY); /* of the run before, which had another clock */
    CU_ASSERT_EQUAL(ses_prune(3, NULL), CC_OK);
    CU_ASSERT_TRUE(cc_path_is_dir(kept));
    set_age(own, DAY); /* two runs agree */
    CU_ASSERT_EQUAL(ses_prune(3, finished(start, true, 0)), CC_OK);
    CU_ASSERT_FALSE(cc_path_is_dir(kept));
    remove_all();
}

/* A long run ends after short ones that began later: its end counts. */
static void test_prune_by_end(void) {
    const char *made[5];
    const char *start = working_dir("work");
    remove_all();
    for (int i = 0; i < 5; i++) {
        made[i] = finished(start, true, i == 0 ? 0 : 60 - i);
    }
    CU_ASSERT_EQUAL(ses_prune(3, NULL), CC_OK);
    check_stay(made, (const bool[]){true, false, false, true, true}, 5);
    /* One that is in use has not ended yet, whenever it wrote its last file. */
    cc_hold hold;
    remove_all();
    const char *running = finished(start, false, 1);
    CU_ASSERT_EQUAL(ses_hold(running, &hold), CC_OK);
    set_age(running, 30 * DAY);
    CU_ASSERT_EQUAL(ses_prune(3, NULL), CC_OK);
    cc_hold_end(&hold);
    CU_ASSERT_EQUAL(ses_prune(3, NULL), CC_OK);
    CU_ASSERT_TRUE(cc_path_is_dir(running));
    remove_all();
}

static void test_prune_other_places(void) {
    enum { PLACES = 30, RUNS = 3 };
    const char *made[PLACES * RUNS];
    remove_all();
    for (int i = 0; i < PLACES * RUNS; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "place-%d", i / RUNS);
        made[i] = finished(working_dir(name), true, PLACES * RUNS - i);
    }
    const char *gone = finished("/gone", true, 1);
    const char *old = finished(working_dir("old"), true, 8 * DAY);
    CU_ASSERT_EQUAL(ses_prune(2, NULL), CC_OK);
    for (int i = 0; i < PLACES * RUNS; i++) {
        CU_ASSERT_EQUAL(cc_path_is_dir(made[i]), i % RUNS > 0);
    }
    CU_ASSERT_TRUE(cc_path_is_dir(gone));
    CU_ASSERT_FALSE(cc_path_is_dir(old));
    CU_ASSERT_EQUAL(ses_prune(0, NULL), CC_OK);
    for (int i = 0; i < PLACES * RUNS; i++) {
        CU_ASSERT_EQUAL(cc_path_is_dir(made[i]), i % RUNS == RUNS - 1);
    }
    CU_ASSERT_FALSE(cc_path_is_dir(gone)); /* nobody works there any more */
    remove_all();
}

static void test_prune_by_size(void) {
    const char *made[3];
    const char *start = working_dir("work");
    int fd;
    remove_all();
    for (int i = 0; i < 3; i++) {
        made[i] = finished(start, true, 60 - i);
        CU_ASSERT_EQUAL(cc_fd_create(&fd, cc_path_join(arena, made[i], "images/large.dll")), CC_OK);
        CU_ASSERT_EQUAL(cc_fd_reserve(fd, 0, i < 2 ? COV_KEPT_BYTES / 2 : 4096), CC_OK);
        cc_fd_close(fd);
        set_age(made[i], 60 - i);
    }
    CU_ASSERT_EQUAL(ses_prune(3, NULL), CC_OK);
    check_stay(made, (const bool[]){false, true, true}, 3);
    remove_all();
}

/* What a process left that was killed while it stored an image. */
static void test_prune_sweeps(void) {
    const char *dir = finished(working_dir("work"), true, 0);
    char *half = cc_path_join(arena, dir, "images/00.dll.0123456789abcdef.tmp");
    CU_ASSERT_EQUAL(cc_file_write(half, cc_span_of("half", 4), 0600), CC_OK);
    CU_ASSERT_EQUAL(ses_prune(3, NULL), CC_OK);
    CU_ASSERT_TRUE(cc_path_is_dir(dir));
    CU_ASSERT_FALSE(cc_path_exists(half));
    remove_all();
}

/* --- joining ---------------------------------------------------------------------------------- */

enum { JOINERS = 6 };

/* A joiner is a process; it tells its session's name and then stays until the pipe closes. */
static void join_and_stay(int tell, int stay) {
    ses_settings settings = settings_of("/start", "/out/joint.xml");
    ses_session session;
    cc_hold hold;
    char name[256] = "";
    if (ses_join(&session, &settings, CC_STR(""), arena, &hold) == CC_OK) {
        (void)strncpy(name, session.dir, sizeof name - 1);
    }
    (void)!write(tell, name, sizeof name);
    char byte;
    (void)!read(stay, &byte, 1);
    _exit(0);
}

static void test_join(void) {
    int tell[2];
    int stay[2];
    char names[JOINERS][256];
    CU_ASSERT_EQUAL_FATAL(pipe(tell), 0);
    CU_ASSERT_EQUAL_FATAL(pipe(stay), 0);
    fflush(stdout);
    for (int i = 0; i < JOINERS; i++) {
        if (fork() == 0) {
            close(stay[1]);
            join_and_stay(tell[1], stay[0]);
        }
    }
    for (int i = 0; i < JOINERS; i++) {
        CU_ASSERT_EQUAL_FATAL(read(tell[0], names[i], sizeof names[i]), (ssize_t)sizeof names[i]);
        CU_ASSERT_TRUE(names[i][0] == '/');
        CU_ASSERT_STRING_EQUAL(names[i], names[0]);
    }
    ses_session other;
    cc_hold hold;
    ses_settings settings = settings_of("/start", "/out/other.xml");
    CU_ASSERT_EQUAL(ses_join(&other, &settings, CC_STR(""), arena, &hold), CC_OK);
    CU_ASSERT_STRING_NOT_EQUAL(other.dir, names[0]);
    CU_ASSERT_EQUAL(other.lock_fd, -1);
    cc_hold_end(&hold);
    close(stay[1]);
    while (wait(NULL) > 0) {
    }
    /* Nobody uses it any more: the next run begins anew. */
    settings = settings_of("/start", "/out/joint.xml");
    CU_ASSERT_EQUAL(ses_join(&other, &settings, CC_STR(""), arena, &hold), CC_OK);
    CU_ASSERT_STRING_NOT_EQUAL(other.dir, names[0]);
    cc_hold_end(&hold);
    settings.output = NULL;
    CU_ASSERT_EQUAL(ses_join(&other, &settings, CC_STR(""), arena, &hold), CC_E_USAGE);
    remove_all();
}

static void leave(const ses_session *session, const char *name, const char *text, size_t len) {
    char *path = cc_path_join(arena, session->dir, name);
    CU_ASSERT_EQUAL(cc_file_write(path, cc_span_of(text, len), 0600), CC_OK);
}

static void test_problems(void) {
    ses_settings settings = settings_of("/start", NULL);
    ses_session session;
    ses_problem *problems = NULL;
    size_t count = 9;
    CU_ASSERT_EQUAL_FATAL(ses_create(&session, &settings, CC_STR(""), arena), CC_OK);
    CU_ASSERT_EQUAL(ses_problems(&session, arena, &problems, &count), CC_OK);
    CU_ASSERT_EQUAL(count, 0);
    static char big[5000];
    memset(big, 'x', sizeof big);
    leave(&session, "problem-12.txt", "it \x1b[31m went\nwrong\n", 21);
    leave(&session, "problem-13.txt", big, sizeof big);
    leave(&session, "problem-14.txt", "\n", 1);
    leave(&session, "problem-13-0123456789abcdef.txt", "same id", 7);
    leave(&session, "problem-x.txt", "no pid", 6);
    leave(&session, "problem-.txt", "no pid", 6);
    leave(&session, "problem-15.txt~", "another", 7);
    leave(&session, "problem-15-x.txt", "no mark", 7);
    leave(&session, "problem-99999999999999999999.txt", "no pid", 6);
    char *link = cc_path_join(arena, session.dir, "problem-16.txt");
    CU_ASSERT_EQUAL(symlink("/etc/passwd", link), 0);
    CU_ASSERT_EQUAL(ses_problems(&session, arena, &problems, &count), CC_OK);
    CU_ASSERT_EQUAL_FATAL(count, 3);
    CU_ASSERT_EQUAL(problems[0].pid, 12);
    CU_ASSERT_STRING_EQUAL(problems[0].text, "it \xEF\xBF\xBD[31m went\xEF\xBF\xBDwrong");
    CU_ASSERT_EQUAL(problems[1].pid, 13);
    CU_ASSERT_STRING_EQUAL(problems[1].text, "same id");
    CU_ASSERT_EQUAL(problems[2].pid, 13);
    CU_ASSERT_EQUAL(strlen(problems[2].text), 2048);
    for (int i = 1000; i < 1200; i++) {
        leave(&session, cc_arena_printf(arena, "problem-%d.txt", i), "again", 5);
    }
    CU_ASSERT_EQUAL(ses_problems(&session, arena, &problems, &count), CC_OK);
    CU_ASSERT_EQUAL(count, 100);
    ses_unlock(session.lock_fd);
    remove_all();
}

static const test_case cases[] = {
    {"settings survive their text form, cut text is refused", test_settings_survive},
    {"settings that are not understood are refused", test_bad_settings},
    {"session: every byte of its settings may be wrong", test_every_settings_byte},
    {"a new session is private and can be opened", test_created_private},
    {"links, open directories and missing parts are refused", test_open_refuses},
    {"a base that others can write to is refused; odd places are told", test_base_of_others},
    {"a base whose path is too long is not used", test_base_long},
    {"a tight umask makes no session unusable", test_base_tight_umask},
    {"files are stored once by content", test_store},
    {"the lock is exclusive and ends with the session", test_lock},
    {"counters files and holds keep a session in use", test_use},
    {"session: moments", test_moments},
    {"each reset of the counters leaves another mark", test_reset_mark},
    {"pruning keeps the newest and the used", test_prune},
    {"pruning keeps the newest map", test_prune_maps},
    {"a named session stays for a day", test_prune_names},
    {"pruning keeps what was run elsewhere", test_prune_other_places},
    {"pruning keeps what has no report for a week", test_prune_without_report},
    {"pruning by a wrong clock keeps what has no report", test_prune_by_wrong_clock},
    {"pruning goes by the end of a run", test_prune_by_end},
    {"pruning goes by size", test_prune_by_size},
    {"pruning removes what dead writers left", test_prune_sweeps},
    {"processes with one output meet in one session", test_join},
    {"what processes could not do is read, clean and bounded", test_problems},
};

int main(void) {
    arena = cc_arena_new();
    if (arena == NULL || mkdtemp(temp) == NULL || setenv("TMPDIR", temp, 1) != 0) {
        return 2;
    }
    int result = test_run("session", cases, sizeof cases / sizeof *cases);
    cc_arena_free(arena);
    return cc_dir_remove(temp) != CC_OK || result != 0;
}
