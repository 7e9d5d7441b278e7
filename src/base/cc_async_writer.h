/* Writing behind: what is given is collected and written by another thread while the caller makes more. For text
 * that is as dear to make as to write. Order is kept. Where a thread cannot be had, and for what fits into one
 * buffer, the caller writes itself.
 *
 * Threads: one gives; `write` runs in one thread at a time, the caller's or the other, never after
 * cc_async_writer_close(). */
#ifndef CC_ASYNC_WRITER_H
#define CC_ASYNC_WRITER_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/cc_buf.h"

/* Bytes that are collected; two buffers are filled by turns. */
enum { CC_ASYNC_WRITER_SIZE = 1024 * 1024 };

/* False: it takes no more. */
typedef bool cc_async_writer_fn(void *ctx, const void *data, size_t len);

typedef struct cc_async_writer {
    cc_async_writer_fn *write;
    void *ctx;
    cc_buf filling; /* the caller's */
    pthread_t thread;
    bool has_thread;
    pthread_mutex_t lock; /* of all below; there while there is a thread */
    pthread_cond_t changed;
    cc_buf writing; /* empty: the thread waits */
    bool is_ending;
    bool failed; /* `write` took no more, or out of memory */
} cc_async_writer;

/* `ctx` and `behind` stay in place until cc_async_writer_close(). */
void cc_async_writer_open(cc_async_writer *writer, cc_async_writer_fn *write, void *ctx);
/* False: an earlier piece was not taken; nothing more is written. */
bool cc_async_writer_write(cc_async_writer *writer, const void *data, size_t len);
/* Writes the rest, waits, frees. False when anything was not taken. */
bool cc_async_writer_close(cc_async_writer *writer);

#endif
