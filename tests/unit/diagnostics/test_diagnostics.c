/* Messages of the diagnostics port by their bytes, texts of /proc, and a port that a thread of the
 * test plays. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/cc_os.h"
#include "diagnostics/ipc_client.h"
#include "diagnostics/ipc_process.h"
#include "test_main.h"

/* --- messages --------------------------------------------------------------------------------- */

/* AttachProfiler as the protocol's page has it, byte by byte. */
static void test_attach_message(void) {
    static const uint8_t
        expected
            [] =
                {
                    'D',  'O',  'T',  'N',  'E', 'T', '_',  'I',
                    'P',  'C',  '_',  'V',  '1', 0, /* magic */
                    60,   0,    0x03, 0x01, 0,   0, /* size, set, id, reserved */
                    0xE8, 0x03, 0,    0,            /* 1000 ms */
                    1,    2,    3,    4,    5,   6,   7,    8,
                    9,    10,   11,   12,   13,  14,  15,   16, /* class identifier */
                    5,    0,    0,    0,    '/', 0,   0xE4, 0,
                    0x3D, 0xD8, 0x00, 0xDE, 0,   0,   /* "/ä" and a surrogate pair */
                    2,    0,    0,    0,    'x', 'y', /* client data */
                };
    ipc_attach attach = {.timeout_ms = 1000,
                         .clsid = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
                         .library = CC_STR("/\xC3\xA4\xF0\x9F\x98\x80"),
                         .data = {(const uint8_t *)"xy", 2}};
    cc_buf out = {0};
    CU_ASSERT_EQUAL_FATAL(ipc_put_attach(&out, &attach), CC_OK);
    CU_ASSERT_EQUAL_FATAL(out.len, sizeof expected);
    CU_ASSERT_EQUAL(memcmp(out.data, expected, sizeof expected), 0);
    cc_buf_free(&out);
}

static void test_message_limit(void) {
    static uint8_t large[IPC_MAX_MESSAGE];
    ipc_attach attach = {.library = CC_STR("/l"), .data = {large, sizeof large}};
    cc_buf out = {0};
    CU_ASSERT_EQUAL(ipc_put_attach(&out, &attach), CC_E_LIMIT);
    CU_ASSERT_EQUAL(out.len, 0);
    cc_buf_free(&out);
}

static void put_header(cc_buf *out, uint16_t size, uint8_t set, uint8_t id) {
    cc_buf_bytes(out, "DOTNET_IPC_V1", 14);
    cc_buf_u16(out, size);
    cc_buf_u8(out, set);
    cc_buf_u8(out, id);
    cc_buf_u16(out, 0);
}

static void test_replies(void) {
    cc_buf out = {0};
    ipc_reply reply;
    uint32_t hr = 7;
    put_header(&out, 24, 0xFF, 0x00);
    cc_buf_u32(&out, 0);
    CU_ASSERT_EQUAL(ipc_parse_reply(&reply, cc_buf_span(&out)), CC_OK);
    CU_ASSERT_FALSE(reply.is_error);
    CU_ASSERT_EQUAL(ipc_parse_result(&reply, &hr), CC_OK);
    CU_ASSERT_EQUAL(hr, 0);
    cc_buf_clear(&out);
    put_header(&out, 24, 0xFF, 0xFF);
    cc_buf_u32(&out, IPC_E_ALREADY_ACTIVE);
    CU_ASSERT_EQUAL(ipc_parse_reply(&reply, cc_buf_span(&out)), CC_OK);
    CU_ASSERT_TRUE(reply.is_error);
    CU_ASSERT_EQUAL(reply.hr, IPC_E_ALREADY_ACTIVE);
    for (size_t len = 0; len < out.len; len++) {
        CU_ASSERT_EQUAL(ipc_parse_reply(&reply, cc_span_of(out.data, len)), CC_E_TRUNCATED);
    }
    out.data[16] = 3; /* a command is not an answer */
    CU_ASSERT_EQUAL(ipc_parse_reply(&reply, cc_buf_span(&out)), CC_E_FORMAT);
    out.data[0] = 'd';
    CU_ASSERT_EQUAL(ipc_parse_reply(&reply, cc_buf_span(&out)), CC_E_FORMAT);
    cc_buf_clear(&out);
    put_header(&out, 19, 0xFF, 0x00); /* shorter than its header */
    CU_ASSERT_EQUAL(ipc_parse_reply(&reply, cc_buf_span(&out)), CC_E_FORMAT);
    cc_buf_free(&out);
}

static void put_ascii(cc_buf *out, const char *text) {
    cc_buf_u32(out, (uint32_t)strlen(text) + 1);
    for (const char *at = text; *at != '\0'; at++) {
        cc_buf_u16(out, (uint8_t)*at);
    }
    cc_buf_u16(out, 0);
}

static void put_info(cc_buf *out) {
    cc_buf_u64(out, 42);
    for (int i = 0; i < 16; i++) {
        cc_buf_u8(out, 0xCC);
    }
    put_ascii(out, "dotnet Shop.dll");
    put_ascii(out, "Linux");
    put_ascii(out, "x64");
    cc_buf_u32(out, 0); /* an empty string has not even its zero */
    put_ascii(out, "10.0.1");
}

static void test_process_info(void) {
    cc_arena *arena = cc_arena_new();
    cc_buf out = {0};
    ipc_process_info info;
    put_info(&out);
    CU_ASSERT_EQUAL(ipc_parse_process_info(&info, cc_buf_span(&out), arena), CC_OK);
    CU_ASSERT_EQUAL(info.pid, 42);
    CU_ASSERT_TRUE(cc_str_eqz(info.command_line, "dotnet Shop.dll"));
    CU_ASSERT_TRUE(cc_str_eqz(info.assembly, ""));
    CU_ASSERT_TRUE(cc_str_eqz(info.version, "10.0.1"));
    for (size_t len = 0; len < out.len; len++) {
        CU_ASSERT_EQUAL(ipc_parse_process_info(&info, cc_span_of(out.data, len), arena),
                        CC_E_TRUNCATED);
    }
    cc_buf_free(&out);
    cc_arena_free(arena);
}

/* --- /proc ------------------------------------------------------------------------------------ */

static void test_start(void) {
    uint64_t ticks = 0;
    cc_str odd = CC_STR("7 (a) b (c)) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 98765 1 2\n");
    CU_ASSERT_TRUE(ipc_parse_start(odd, &ticks));
    CU_ASSERT_EQUAL(ticks, 98765);
    CU_ASSERT_FALSE(ipc_parse_start(CC_STR("7 (a) S 1 2"), &ticks));
    CU_ASSERT_FALSE(ipc_parse_start(CC_STR(""), &ticks));
    CU_ASSERT_FALSE(ipc_parse_start(CC_STR("7 a S 1"), &ticks));
}

static void test_status(void) {
    ipc_status status;
    CU_ASSERT_TRUE(ipc_parse_status(
        CC_STR("Name:\tx\nPid:\t9\nUid:\t1\t1000\t3\t4\nNSpid:\t9\t33\t5\n"), &status));
    CU_ASSERT_EQUAL(status.uid, 1000);
    CU_ASSERT_EQUAL(status.inner_pid, 5);
    CU_ASSERT_TRUE(ipc_parse_status(CC_STR("Pid:\t9\nUid:\t1\t2\t3\t4"), &status));
    CU_ASSERT_EQUAL(status.inner_pid, 9); /* a kernel without namespaces */
    CU_ASSERT_FALSE(ipc_parse_status(CC_STR("Pid:\t9\nUid:\t1\n"), &status));
    CU_ASSERT_FALSE(ipc_parse_status(CC_STR(""), &status));
}

static void test_variables(void) {
    cc_str entries = CC_STR("TMPDI=1\0TMPDIR=/a b\0TMPDIR=/second\0EMPTY=\0NOTHING");
    CU_ASSERT_TRUE(cc_str_eqz(ipc_find_variable(entries, "TMPDIR"), "/a b"));
    CU_ASSERT_EQUAL(ipc_find_variable(entries, "EMPTY").len, 0);
    CU_ASSERT_PTR_NOT_NULL(ipc_find_variable(entries, "EMPTY").s);
    CU_ASSERT_PTR_NULL(ipc_find_variable(entries, "NOTHING").s);
    CU_ASSERT_PTR_NULL(ipc_find_variable((cc_str){NULL, 0}, "TMPDIR").s);
    CU_ASSERT(ipc_is_held(CC_STR("A=1")));
    CU_ASSERT(ipc_is_held(CC_STR("DOTNET_DiagnosticPorts=/a")));
    CU_ASSERT(ipc_is_held(CC_STR("DOTNET_DiagnosticPorts=/a,connect,suspend")));
    CU_ASSERT(!ipc_is_held(CC_STR("DOTNET_DiagnosticPorts=/a,nosuspend")));
    CU_ASSERT(!ipc_is_held(CC_STR("DOTNET_DiagnosticPorts=/a,nosuspend,connect;/b,nosuspend;")));
    CU_ASSERT(ipc_is_held(CC_STR("DOTNET_DiagnosticPorts=/a,nosuspend;/b")));
}

static void test_mapped(void) {
    cc_str maps = CC_STR("10-20 r-xp 0 00:00 0 [vdso]\n"
                         "20-30 r-xp 0 08:01 5 /a/xlibclrcov.so\n"
                         "30-40 r-xp 0 08:01 6 /a b/libclrcov.so (deleted)\n"
                         "40-50 r-xp 0 08:01 7 /c/libclrcov.so");
    CU_ASSERT_TRUE(
        cc_str_eqz(ipc_find_mapped(maps, "libclrcov.so"), "/a b/libclrcov.so (deleted)"));
    CU_ASSERT_PTR_NULL(ipc_find_mapped(maps, "libcoreclr.so").s);
    CU_ASSERT_PTR_NULL(ipc_find_mapped(CC_STR(""), "libcoreclr.so").s);
}

/* --- processes -------------------------------------------------------------------------------- */

static void test_no_process(void) {
    cc_arena *arena = cc_arena_new();
    ipc_target target;
    CU_ASSERT_EQUAL(ipc_target_open(&target, 999999999, arena), CC_E_NOTFOUND);
    CU_ASSERT_TRUE(ipc_target_is_gone(999999999));
    CU_ASSERT_FALSE(ipc_target_is_gone(cc_os_pid()));
    CU_ASSERT_EQUAL(ipc_target_open(&target, cc_os_pid(), arena), CC_E_UNSUPPORTED);
    cc_arena_free(arena);
}

static void test_sees(void) {
    ipc_target target = {.root = "/proc/self/root"};
    CU_ASSERT_TRUE(ipc_target_sees(&target, "/proc"));
    CU_ASSERT_FALSE(ipc_target_sees(&target, "/no/such/file"));
    target.root = "/tmp";
    CU_ASSERT_FALSE(ipc_target_sees(&target, "/proc"));
}

/* --- a port ----------------------------------------------------------------------------------- */

typedef struct port {
    char dir[64];
    char path[256];
    int listener;
    cc_buf answer;
    pthread_t thread;
} port;

/* Takes one command and gives the answer; an empty one is a process that ends. */
static void *serve(void *ctx) {
    port *p = ctx;
    uint8_t command[4096];
    int fd = accept(p->listener, NULL, NULL);
    CU_ASSERT(fd >= 0 && recv(fd, command, sizeof command, 0) > 0);
    if (p->answer.len > 0) {
        /* in two parts: a stream keeps no bounds */
        CU_ASSERT_EQUAL(send(fd, p->answer.data, 10, MSG_NOSIGNAL), 10);
        (void)usleep(10000);
        CU_ASSERT(send(fd, p->answer.data + 10, p->answer.len - 10, MSG_NOSIGNAL) > 0);
    }
    (void)close(fd);
    return NULL;
}

/* A socket in a folder whose path is longer than a socket's address. */
static void open_port(port *p) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char *here = getcwd(NULL, 0);
    (void)snprintf(p->dir, sizeof p->dir, "/tmp/clrcov-port-XXXXXX");
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(p->dir));
    (void)snprintf(p->path, sizeof p->path,
                   "%s/./././././././././././././././././././././././././"
                   "./././././././././././././././././socket",
                   p->dir);
    CU_ASSERT_EQUAL_FATAL(chdir(p->dir), 0);
    (void)strcpy(address.sun_path, "socket");
    p->listener = socket(AF_UNIX, SOCK_STREAM, 0);
    CU_ASSERT_EQUAL_FATAL(bind(p->listener, (struct sockaddr *)&address, sizeof address), 0);
    CU_ASSERT_EQUAL_FATAL(listen(p->listener, 1), 0);
    CU_ASSERT_EQUAL_FATAL(chdir(here), 0);
    free(here);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&p->thread, NULL, serve, p), 0);
}

static void close_port(port *p) {
    (void)pthread_join(p->thread, NULL);
    (void)close(p->listener);
    (void)unlink(p->path);
    (void)rmdir(p->dir);
    cc_buf_free(&p->answer);
}

static void test_port(void) {
    const ipc_attach attach = {.library = CC_STR("/l")};
    uint32_t hr = 7;
    port p = {.listener = -1};
    put_header(&p.answer, 24, 0xFF, 0x00);
    cc_buf_u32(&p.answer, 0x8013136A);
    open_port(&p);
    ipc_target target = {.socket = p.path};
    CU_ASSERT_EQUAL(ipc_attach_profiler(&target, &attach, &hr), CC_OK);
    CU_ASSERT_EQUAL(hr, IPC_E_ALREADY_ACTIVE);
    close_port(&p);
    CU_ASSERT_EQUAL(ipc_attach_profiler(&target, &attach, &hr), CC_E_NOTFOUND);
}

static void test_port_of_a_dying_process(void) {
    const ipc_attach attach = {.library = CC_STR("/l")};
    uint32_t hr = 7;
    port p = {.listener = -1};
    open_port(&p);
    ipc_target target = {.socket = p.path};
    CU_ASSERT_EQUAL(ipc_attach_profiler(&target, &attach, &hr), CC_E_NOTFOUND);
    close_port(&p);
}

static void test_port_asks_process(void) {
    cc_arena *arena = cc_arena_new();
    ipc_process_info info;
    cc_buf payload = {0};
    port p = {.listener = -1};
    put_info(&payload);
    put_header(&p.answer, (uint16_t)(IPC_HEADER_SIZE + payload.len), 0xFF, 0x00);
    cc_buf_span_put(&p.answer, cc_buf_span(&payload));
    open_port(&p);
    ipc_target target = {.socket = p.path};
    CU_ASSERT_EQUAL(ipc_ask_process(&target, arena, &info), CC_OK);
    CU_ASSERT_TRUE(cc_str_eqz(info.version, "10.0.1"));
    close_port(&p);
    p = (port){.listener = -1};
    put_header(&p.answer, 24, 0xFF, 0xFF);
    cc_buf_u32(&p.answer, IPC_E_UNKNOWN_COMMAND);
    open_port(&p);
    target.socket = p.path;
    CU_ASSERT_EQUAL(ipc_ask_process(&target, arena, &info), CC_E_UNSUPPORTED);
    close_port(&p);
    cc_buf_free(&payload);
    cc_arena_free(arena);
}

static const test_case cases[] = {
    {"ipc: AttachProfiler, byte by byte", test_attach_message},
    {"ipc: a message that is too long", test_message_limit},
    {"ipc: answers, errors, damage", test_replies},
    {"ipc: what a process tells of itself", test_process_info},
    {"ipc: the start of a process with an odd name", test_start},
    {"ipc: user and inner id of a process", test_status},
    {"ipc: variables of an environment", test_variables},
    {"ipc: mapped files", test_mapped},
    {"ipc: a process that is not there, one without a port", test_no_process},
    {"ipc: what a process sees", test_sees},
    {"ipc: a port after a long path, an answer in parts", test_port},
    {"ipc: a process that ends meanwhile", test_port_of_a_dying_process},
    {"ipc: what a port tells, and an old runtime", test_port_asks_process},
};

TEST_MAIN("diagnostics", cases)
