/* A port of our own, to which threads of the test connect as runtimes do. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cc_os.h"
#include "base/cc_socket.h"
#include "diagnostics/ipc_port.h"
#include "test_main.h"

enum { PATIENCE_MS = 5000 };

/* --- messages --------------------------------------------------------------------------------- */

static void expect(const cc_buf *out, const uint8_t *bytes, size_t size) {
    CU_ASSERT_EQUAL_FATAL(out->len, size);
    CU_ASSERT_EQUAL(memcmp(out->data, bytes, size), 0);
}

/* StartupProfiler, SetEnvironmentVariable and ResumeRuntime as the protocol's page has them. */
static void test_messages_at_start(void) {
    static const uint8_t startup[] = {'D', 'O', 'T', 'N', 'E',  'T',  '_', 'I', 'P', 'C', '_', 'V',
                                      '1', 0,   46,  0,   0x03, 0x02, 0,   0,   1,   2,   3,   4,
                                      5,   6,   7,   8,   9,    10,   11,  12,  13,  14,  15,  16,
                                      3,   0,   0,   0,   '/',  0,    'l', 0,   0,   0};
    static const uint8_t variable[] = {
        'D', 'O', 'T', 'N', 'E', 'T', '_', 'I', 'P', 'C', '_', 'V', '1', 0, 36,   0, 0x04, 0x03,
        0,   0,   2,   0,   0,   0,   'N', 0,   0,   0,   2,   0,   0,   0, 0xE4, 0, 0,    0};
    static const uint8_t resume[] = {'D', 'O', 'T', 'N', 'E', 'T', '_',  'I',  'P', 'C',
                                     '_', 'V', '1', 0,   20,  0,   0x04, 0x01, 0,   0};
    static const uint8_t clsid[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    cc_buf out = {0};
    CU_ASSERT_EQUAL(ipc_put_startup_profiler(&out, clsid, CC_STR("/l")), CC_OK);
    expect(&out, startup, sizeof startup);
    cc_buf_clear(&out);
    CU_ASSERT_EQUAL(ipc_put_variable(&out, CC_STR("N"), CC_STR("\xC3\xA4")), CC_OK);
    expect(&out, variable, sizeof variable);
    cc_buf_clear(&out);
    CU_ASSERT_EQUAL(ipc_put_resume(&out), CC_OK);
    expect(&out, resume, sizeof resume);
    cc_buf_free(&out);
}

static void put_hello(uint8_t out[IPC_ADVERTISE_SIZE], uint8_t cookie) {
    memset(out, 0, IPC_ADVERTISE_SIZE);
    memcpy(out, "ADVR_V1", 8);
    memset(out + 8, cookie, 16);
    out[24] = 42;
}

static void test_advertise(void) {
    uint8_t bytes[IPC_ADVERTISE_SIZE];
    ipc_advertise hello;
    put_hello(bytes, 7);
    CU_ASSERT_EQUAL(ipc_parse_advertise(&hello, cc_span_of(bytes, sizeof bytes)), CC_OK);
    CU_ASSERT_EQUAL(hello.pid, 42);
    CU_ASSERT_EQUAL(hello.cookie[15], 7);
    for (size_t len = 0; len < sizeof bytes; len++) {
        CU_ASSERT_EQUAL(ipc_parse_advertise(&hello, cc_span_of(bytes, len)), CC_E_TRUNCATED);
    }
    bytes[6] = '2';
    CU_ASSERT_EQUAL(ipc_parse_advertise(&hello, cc_span_of(bytes, sizeof bytes)), CC_E_FORMAT);
}

/* --- a port ----------------------------------------------------------------------------------- */

typedef struct place {
    char dir[64];
    char path[128];
} place;

static void make_place(place *p) {
    (void)snprintf(p->dir, sizeof p->dir, "/tmp/clrcov-port-XXXXXX");
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(p->dir));
    (void)snprintf(p->path, sizeof p->path, "%s/port", p->dir);
}

static void connect_as(const char *path, const uint8_t *hello, size_t size, int *fd) {
    CU_ASSERT_EQUAL_FATAL(cc_socket_connect(fd, path, PATIENCE_MS), CC_OK);
    CU_ASSERT_EQUAL(cc_socket_send(*fd, cc_span_of(hello, size)), CC_OK);
}

/* A runtime that takes two commands, each over a connection of its own, and ends. */
static void *play_runtime(void *ctx) {
    static const uint8_t answer[24] = "DOTNET_IPC_V1\0\x18\0\xFF\0\0\0\x57\0\x07\x80";
    uint8_t hello[IPC_ADVERTISE_SIZE];
    uint8_t command[IPC_HEADER_SIZE];
    put_hello(hello, 7);
    for (int i = 0; i < 2; i++) {
        int fd;
        connect_as(ctx, hello, sizeof hello, &fd);
        CU_ASSERT_EQUAL(cc_socket_receive(fd, command, sizeof command), CC_OK);
        CU_ASSERT_EQUAL(command[17], 0x01); /* ResumeRuntime */
        CU_ASSERT_EQUAL(cc_socket_send(fd, cc_span_of(answer, sizeof answer)), CC_OK);
        (void)close(fd);
    }
    return NULL;
}

static ipc_runtime *wait_for_runtime(ipc_port *port) {
    ipc_runtime *runtime = NULL;
    for (int i = 0; i < 100 && runtime == NULL; i++) {
        CU_ASSERT_EQUAL(ipc_port_wait(port, 50, &runtime), CC_OK);
    }
    CU_ASSERT_PTR_NOT_NULL_FATAL(runtime);
    return runtime;
}

static void test_runtime_comes_back(void) {
    cc_arena *arena = cc_arena_new();
    cc_buf message = {0};
    ipc_port port;
    ipc_reply reply;
    pthread_t thread;
    place p;
    make_place(&p);
    CU_ASSERT_EQUAL_FATAL(ipc_port_open(&port, p.path), CC_OK);
    CU_ASSERT_EQUAL(ipc_put_resume(&message), CC_OK);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, play_runtime, p.path), 0);
    for (unsigned step = 0; step < 2; step++) {
        uint32_t hr = 0;
        ipc_runtime *runtime = wait_for_runtime(&port);
        CU_ASSERT_EQUAL(runtime->step, step);
        CU_ASSERT_EQUAL(runtime->pid, (uint32_t)getpid());
        runtime->step++;
        CU_ASSERT_EQUAL(ipc_port_ask(runtime, &message, arena, &reply), CC_OK);
        CU_ASSERT_EQUAL(ipc_parse_result(&reply, &hr), CC_OK);
        CU_ASSERT_EQUAL(hr, IPC_E_INVALID_ARGUMENT);
        CU_ASSERT_EQUAL(port.count, 1);
        port.runtimes[0].since_ns = 0; /* it takes very long to come back, and lives */
    }
    (void)pthread_join(thread, NULL);
    ipc_port_close(&port);
    CU_ASSERT_NOT_EQUAL(access(p.path, F_OK), 0);
    (void)rmdir(p.dir);
    cc_buf_free(&message);
    cc_arena_free(arena);
}

/* One that connects and says nothing, or half of it, holds nobody. */
static void test_idle_caller(void) {
    uint8_t hello[IPC_ADVERTISE_SIZE];
    ipc_port port;
    place p;
    int idle;
    int half;
    int other;
    make_place(&p);
    CU_ASSERT_EQUAL_FATAL(ipc_port_open(&port, p.path), CC_OK);
    put_hello(hello, 1);
    connect_as(p.path, hello, 0, &idle);
    connect_as(p.path, hello, 10, &half);
    put_hello(hello, 2);
    uint64_t start = cc_os_monotonic_ns();
    connect_as(p.path, hello, sizeof hello, &other);
    CU_ASSERT_EQUAL(wait_for_runtime(&port)->cookie[0], 2);
    CU_ASSERT_TRUE(cc_os_monotonic_ns() - start < UINT64_C(2000000000));
    put_hello(hello, 1);
    CU_ASSERT_EQUAL(cc_socket_send(half, cc_span_of(hello + 10, sizeof hello - 10)), CC_OK);
    CU_ASSERT_EQUAL(wait_for_runtime(&port)->cookie[0], 1);
    (void)close(idle);
    (void)close(half);
    (void)close(other);
    ipc_port_close(&port);
    (void)rmdir(p.dir);
}

static void test_ended_runtime_is_forgotten(void) {
    uint8_t hello[IPC_ADVERTISE_SIZE];
    ipc_port port;
    place p;
    int first;
    int second;
    make_place(&p);
    CU_ASSERT_EQUAL_FATAL(ipc_port_open(&port, p.path), CC_OK);
    put_hello(hello, 1);
    connect_as(p.path, hello, sizeof hello, &first);
    (void)wait_for_runtime(&port);
    put_hello(hello, 2);
    connect_as(p.path, hello, sizeof hello, &second);
    (void)wait_for_runtime(&port);
    CU_ASSERT_EQUAL(port.count, 2);
    (void)close(first);
    ipc_runtime *none;
    CU_ASSERT_EQUAL(ipc_port_wait(&port, 1000, &none), CC_OK);
    CU_ASSERT_PTR_NULL(none);
    CU_ASSERT_EQUAL_FATAL(port.count, 1);
    CU_ASSERT_EQUAL(port.runtimes[0].cookie[0], 2);
    (void)close(second);
    ipc_port_close(&port);
    (void)rmdir(p.dir);
}

/* What is not a runtime is turned away, and the port goes on. */
static void test_strangers(void) {
    static const uint8_t other[IPC_ADVERTISE_SIZE] = "GET / HTTP/1.1";
    uint8_t hello[IPC_ADVERTISE_SIZE];
    ipc_port port;
    ipc_runtime *runtime;
    place p;
    int fd;
    int real;
    make_place(&p);
    CU_ASSERT_EQUAL_FATAL(ipc_port_open(&port, p.path), CC_OK);
    connect_as(p.path, other, sizeof other, &fd);
    CU_ASSERT_EQUAL(ipc_port_wait(&port, 1000, &runtime), CC_OK);
    CU_ASSERT_PTR_NULL(runtime);
    (void)close(fd);
    connect_as(p.path, other, 3, &fd); /* and ends */
    (void)close(fd);
    CU_ASSERT_EQUAL(ipc_port_wait(&port, 1000, &runtime), CC_OK);
    CU_ASSERT_PTR_NULL(runtime);
    put_hello(hello, 1);
    connect_as(p.path, hello, sizeof hello, &real);
    (void)wait_for_runtime(&port);
    CU_ASSERT_EQUAL(port.count, 1);
    (void)close(real);
    ipc_port_close(&port);
    (void)rmdir(p.dir);
}

static void test_place_of_a_port(void) {
    ipc_port port;
    ipc_port other;
    struct stat mode;
    place p;
    make_place(&p);
    CU_ASSERT_EQUAL_FATAL(ipc_port_open(&port, p.path), CC_OK);
    CU_ASSERT_EQUAL(stat(p.path, &mode), 0);
    CU_ASSERT_EQUAL(mode.st_mode & 0777, 0600);
    CU_ASSERT_EQUAL(ipc_port_open(&other, p.path), CC_E_USAGE); /* somebody listens */
    (void)close(port.listener);                                 /* as one that was killed */
    port.listener = -1;
    ipc_port_close(&port);
    CU_ASSERT_EQUAL(ipc_port_open(&port, p.path), CC_OK);
    ipc_port_close(&port);
    FILE *file = fopen(p.path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    (void)fclose(file);
    CU_ASSERT_EQUAL(ipc_port_open(&port, p.path), CC_E_USAGE); /* a file of the user */
    CU_ASSERT_EQUAL(access(p.path, F_OK), 0);
    (void)unlink(p.path);
    (void)rmdir(p.dir);
    CU_ASSERT_EQUAL(ipc_port_open(&port, p.path), CC_E_NOTFOUND);
}

static const test_case cases[] = {
    {"port: what a runtime at its start is told, byte by byte", test_messages_at_start},
    {"port: how a runtime begins", test_advertise},
    {"port: a runtime comes back for each command", test_runtime_comes_back},
    {"port: a caller that says nothing holds nobody", test_idle_caller},
    {"port: a runtime that has ended is forgotten", test_ended_runtime_is_forgotten},
    {"port: what is no runtime is turned away", test_strangers},
    {"port: only one listens, a left-over is replaced, a file is not", test_place_of_a_port},
};

TEST_MAIN("port", cases)
