/* Files that are too much, and paths that are not files. */
#include "test_config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "base/cc_proc.h"

static const char root[] = "<clrcov version='1'>\n";

static cc_err read_path(cc_arena *arena, const char *path) {
    cfg_layer layer;
    cfg_layer_init(&layer, CFG_FILE, arena);
    return cfg_read_file(&layer, path);
}

static void assert_refused(cc_arena *arena, const char *path, const char *part) {
    CU_ASSERT_EQUAL(read_path(arena, path), CC_E_USAGE);
    assert_message(cc_error_message(), cc_arena_printf(arena, "%s:", path), part);
}

/* 100 MB of "<a>": the size is enough to refuse it, before anything is read. */
void test_huge_nesting(void) {
    enum { ELEMENTS = 33 * 1000 * 1000 };
    cc_arena *arena = cc_arena_new();
    const char *dir = make_directory(arena);
    const char *path = cc_path_join(arena, dir, "clrcov.xml");
    FILE *file = fopen(path, "wb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    static char block[3 * 1000];
    for (size_t i = 0; i < sizeof block; i += 3) {
        memcpy(block + i, "<a>", 3);
    }
    fputs(root, file);
    for (size_t i = 0; i < ELEMENTS / 1000; i++) {
        CU_ASSERT_EQUAL_FATAL(fwrite(block, 1, sizeof block, file), sizeof block);
    }
    CU_ASSERT_EQUAL(fclose(file), 0);
    assert_refused(arena, path, "bytes; clrcov reads at most 1048576");
    CU_ASSERT_TRUE(cc_arena_size(arena) < 1 << 20);
    CU_ASSERT_EQUAL(cc_dir_remove(dir), CC_OK);
    cc_arena_free(arena);
}

/* Nesting that fits into the size. */
void test_nesting(void) {
    cc_arena *arena = cc_arena_new();
    cc_buf text = {0};
    cc_buf_puts(&text, root);
    for (int i = 0; i < 100 * 1000; i++) {
        cc_buf_puts(&text, "<collect>\n");
    }
    cfg_layer layer;
    cfg_layer_init(&layer, CFG_FILE, arena);
    CU_ASSERT_EQUAL(cfg_parse_file(&layer, cc_buf_span(&text), "x.xml", "/"), CC_E_USAGE);
    assert_text(cc_error_message(), "x.xml:3: <collect> takes no elements; remove 'collect'\n"
                                    "x.xml:33: elements are nested deeper than 32");
    cc_buf_free(&text);
    cc_arena_free(arena);
}

void test_size_limit(void) {
    enum { LIMIT = 1 << 20 };
    cc_arena *arena = cc_arena_new();
    cc_buf text = {0};
    cc_buf_puts(&text, root);
    cc_buf_puts(&text, "<collect hits='exact'/></clrcov>");
    while (text.len < LIMIT) {
        cc_buf_putc(&text, '\n');
    }
    cfg_layer layer;
    cfg_layer_init(&layer, CFG_FILE, arena);
    CU_ASSERT_EQUAL(cfg_parse_file(&layer, cc_buf_span(&text), "x.xml", "/"), CC_OK);
    CU_ASSERT_EQUAL(layer.count, 1);
    cc_buf_putc(&text, '\n');
    CU_ASSERT_EQUAL(cfg_parse_file(&layer, cc_buf_span(&text), "x.xml", "/"), CC_E_USAGE);
    assert_message(cc_error_message(), "x.xml:1: ", "the file has 1048577 bytes");
    cc_buf_free(&text);
    cc_arena_free(arena);
}

void test_no_files(void) {
    cc_arena *arena = cc_arena_new();
    const char *dir = make_directory(arena);
    assert_refused(arena, dir, "is a directory");
    assert_refused(arena, cc_path_join(arena, dir, "none.xml"), "cannot open: No such file");
    assert_refused(arena, "/dev/null", "not a regular file");
    const char *fifo = cc_path_join(arena, dir, "fifo.xml");
    CU_ASSERT_EQUAL(mkfifo(fifo, 0600), 0);
    assert_refused(arena, fifo, "not a regular file");
    const char *loop = cc_path_join(arena, dir, "loop.xml");
    CU_ASSERT_EQUAL(symlink("loop.xml", loop), 0);
    assert_refused(arena, loop, "Too many levels of symbolic links");
    write_file(arena, dir, "file", "");
    assert_refused(arena, cc_path_join(arena, dir, "file/clrcov.xml"), "Not a directory");
    char longer[5000];
    memset(longer, 'x', sizeof longer - 1);
    longer[0] = '/';
    longer[sizeof longer - 1] = '\0';
    CU_ASSERT_EQUAL(read_path(arena, longer), CC_E_USAGE);
    CU_ASSERT_EQUAL(cc_dir_remove(dir), CC_OK);
    cc_arena_free(arena);
}

/* Modes do not bind root: a child without its rights reads. */
static int read_as_nobody(void *path) {
    enum { NOBODY = 65534 };
    if (geteuid() == 0 && (setgid(NOBODY) != 0 || setuid(NOBODY) != 0)) {
        return 2;
    }
    cc_arena *arena = cc_arena_new();
    cfg_layer layer;
    cfg_layer_init(&layer, CFG_FILE, arena);
    cc_err err = cfg_read_file(&layer, path);
    const char *wanted =
        cc_arena_printf(arena, "%s: cannot open: Permission denied", (char *)path);
    int result = err == CC_E_USAGE && strcmp(cc_error_message(), wanted) == 0 ? 0 : 1;
    cc_arena_free(arena);
    return result;
}

void test_no_permission(void) {
    cc_arena *arena = cc_arena_new();
    const char *dir = make_directory(arena);
    char *path = cc_path_join(arena, dir, "clrcov.xml");
    write_file(arena, dir, "clrcov.xml", "<clrcov version='1'/>");
    CU_ASSERT_EQUAL(chmod(path, 0), 0);
    cc_proc_end end = {0};
    CU_ASSERT_EQUAL(cc_proc_isolated(&end, read_as_nobody, path), CC_OK);
    CU_ASSERT_EQUAL(end.signal, 0);
    CU_ASSERT_EQUAL(end.code, 0);
    CU_ASSERT_EQUAL(cc_dir_remove(dir), CC_OK);
    cc_arena_free(arena);
}

/* Twenty are told, the others counted, in order. */
void test_many_mistakes(void) {
    cc_arena *arena = cc_arena_new();
    cc_buf text = {0};
    cc_buf_puts(&text, root);
    for (int i = 0; i < 30; i++) {
        cc_buf_printf(&text, "<wrong%d/>\n", i);
    }
    cc_buf_puts(&text, "</clrcov>");
    cc_buf_u8(&text, 0);
    cfg_layer layer;
    CU_ASSERT_EQUAL(read_xml(&layer, arena, (const char *)text.data), CC_E_USAGE);
    const char *at = cc_error_message();
    for (unsigned i = 0; i < 20; i++) {
        assert_message(at, cc_arena_printf(arena, "clrcov.xml:%u: ", i + 2), "wrong");
        at += strcspn(at, "\n") + 1;
    }
    assert_text(at, "and 10 more");
    cc_buf_free(&text);
    cc_arena_free(arena);
}

/* When the twenty do not fit, whole lines are left out and counted. */
void test_long_messages(void) {
    cc_arena *arena = cc_arena_new();
    cc_buf text = {0};
    cc_buf_puts(&text, root);
    for (int i = 0; i < 20; i++) {
        cc_buf_puts(&text, "<x/>\n");
    }
    cc_buf_puts(&text, "</clrcov>");
    char shown[301];
    memset(shown, 'f', 300);
    shown[300] = '\0';
    cfg_layer layer;
    cfg_layer_init(&layer, CFG_FILE, arena);
    CU_ASSERT_EQUAL(cfg_parse_file(&layer, cc_buf_span(&text), shown, "/"), CC_E_USAGE);
    const char *message = cc_error_message();
    unsigned lines = 0;
    const char *last = message;
    for (const char *at = message; (at = strchr(at, '\n')) != NULL; at++) {
        lines++;
        last = at + 1;
    }
    unsigned more = 0;
    CU_ASSERT_EQUAL(sscanf(last, "and %u more", &more), 1);
    CU_ASSERT_TRUE(lines > 5);
    CU_ASSERT_EQUAL(lines + more, 20);
    CU_ASSERT_EQUAL(layer.count, 0);
    cc_buf_free(&text);
    cc_arena_free(arena);
}

/* A name as long as the message: the first mistake is told as far as it goes, and is a failure. */
void test_long_name(void) {
    cc_arena *arena = cc_arena_new();
    static char shown[3 * CC_MESSAGE_SIZE];
    memset(shown, 'f', sizeof shown - 1);
    static const char text[] = "<clrcov version='1'><x/><y/></clrcov>";
    cfg_layer layer;
    cfg_layer_init(&layer, CFG_FILE, arena);
    CU_ASSERT_EQUAL(cfg_parse_file(&layer, cc_span_of(text, sizeof text - 1), shown, "/"),
                    CC_E_USAGE);
    CU_ASSERT_EQUAL(strlen(cc_error_message()), CC_MESSAGE_SIZE - 1);
    cc_arena_free(arena);
}

/* Stray text is one mistake, however many pieces the parser makes of it. */
void test_stray_text(void) {
    cc_arena *arena = cc_arena_new();
    cc_buf text = {0};
    cc_buf_puts(&text, root);
    for (int i = 0; i < 5000; i++) {
        cc_buf_printf(&text, "stray &amp; %d\n", i);
    }
    cc_buf_puts(&text, "<collect/>more</clrcov>");
    cfg_layer layer;
    cfg_layer_init(&layer, CFG_FILE, arena);
    CU_ASSERT_EQUAL(cfg_parse_file(&layer, cc_buf_span(&text), "x.xml", "/"), CC_E_USAGE);
    const char *second = strchr(cc_error_message(), '\n');
    assert_message(cc_error_message(), "x.xml:2: unexpected text 'stray", "no element here takes text");
    CU_ASSERT_PTR_NOT_NULL_FATAL(second);
    assert_text(second + 1, "x.xml:5002: unexpected text 'more'; no element here takes text");
    cc_buf_free(&text);
    cc_arena_free(arena);
}

/* Of a wrong document nothing counts; what the layer had before stays. */
void test_all_or_nothing(void) {
    cc_arena *arena = cc_arena_new();
    cfg_layer layer;
    cfg_layer_init(&layer, CFG_FILE, arena);
    add_text(&layer, CFG_HITS, "exact", "before");
    static const char text[] = "<clrcov version='1'><collect wait='1'/><gate line='x'/></clrcov>";
    CU_ASSERT_EQUAL(cfg_parse_file(&layer, cc_span_of(text, sizeof text - 1), "x.xml", "/"),
                    CC_E_USAGE);
    assert_text(cc_error_message(), "x.xml:1: <gate line>: takes a percentage, 0 to 100 with up to "
                                    "4 decimals, not 'x'");
    CU_ASSERT_EQUAL_FATAL(layer.count, 1);
    assert_text(layer.entries[0].origin, "before");
    cc_arena_free(arena);
}

/* Every beginning of a valid file is refused, with a line; nothing is read after it. */
void test_file_truncation(void) {
    cc_arena *arena = cc_arena_new();
    size_t size;
    const char *text = read_whole(arena, "unit/config/good/full.xml", &size);
    while (size > 0 && text[size - 1] != '>') {
        size--;
    }
    for (size_t len = 0; len < size; len++) {
        char *cut = malloc(len + 1);
        memcpy(cut, text, len);
        cc_arena *own = cc_arena_new();
        cfg_layer layer;
        cfg_layer_init(&layer, CFG_FILE, own);
        CU_ASSERT_EQUAL(cfg_parse_file(&layer, cc_span_of(cut, len), "x.xml", "/"), CC_E_USAGE);
        CU_ASSERT_NSTRING_EQUAL(cc_error_message(), "x.xml:", 6);
        cc_arena_free(own);
        free(cut);
    }
    cc_arena_free(arena);
}
