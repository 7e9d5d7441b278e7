/* Asynchronous writing: the caller collects data in a buffer, and another thread writes it while
 * the caller produces more. For text that takes as long to produce as to write. The writer keeps
 * the order. When no thread starts, and for data that fits into one buffer, the caller's thread
 * writes.
 *
 * Threads: one thread adds data; `write` runs in one thread at a time, the caller's or the other,
 * and never after cc_async_writer_close(). */
#ifndef CC_ASYNC_WRITER_H
#define CC_ASYNC_WRITER_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/cc_buf.h"

/* Size of a buffer; the caller fills two buffers in turn. */
enum { CC_ASYNC_WRITER_SIZE = 256 * 1024 };

/* False: `write` accepts no more data. */
typedef bool cc_async_writer_fn(void *ctx, const void *data, size_t len);

typedef struct cc_async_writer {
    cc_async_writer_fn *write;
    void *ctx;
    cc_buf filling; /* used by the caller only */
    pthread_t thread;
    bool has_thread;
    /* guards all fields below; initialised only if there is a thread */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    cc_buf writing; /* empty: the thread waits */
    bool is_ending;
    bool failed; /* `write` failed, or out of memory */
} cc_async_writer;

/* `ctx` and `writer` must stay in place until cc_async_writer_close(). */
void cc_async_writer_open(cc_async_writer *writer, cc_async_writer_fn *write, void *ctx);
/* False: `write` did not accept an earlier piece; the writer writes nothing more. */
bool cc_async_writer_write(cc_async_writer *writer, const void *data, size_t len);
/* Writes the rest, waits, frees. False when `write` did not accept a piece. */
bool cc_async_writer_close(cc_async_writer *writer);

#endif
