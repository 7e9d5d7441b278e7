/* Writing on another thread. See cc_async_writer.h. */
#include "base/cc_async_writer.h"

#include "base/cc_os.h"

static bool write_all(cc_async_writer *b, const cc_buf *text) {
    return cc_buf_ok(text) && b->write(b->ctx, text->data, text->len);
}

static void *work(void *ctx) {
    cc_async_writer *b = ctx;
    (void)pthread_mutex_lock(&b->lock);
    while (!b->is_ending || b->writing.len > 0) {
        if (b->writing.len == 0) {
            (void)pthread_cond_wait(&b->changed, &b->lock);
            continue;
        }
        bool is_wanted = !b->failed;
        (void)pthread_mutex_unlock(&b->lock);
        bool is_fine = is_wanted && write_all(b, &b->writing);
        (void)pthread_mutex_lock(&b->lock);
        b->failed = !is_fine;
        cc_buf_clear(&b->writing);
        (void)pthread_cond_signal(&b->changed);
    }
    (void)pthread_mutex_unlock(&b->lock);
    return NULL;
}

static void start(cc_async_writer *b) {
    if (pthread_mutex_init(&b->lock, NULL) != 0) {
        return;
    }
    if (pthread_cond_init(&b->changed, NULL) == 0) {
        b->has_thread = cc_os_thread(&b->thread, work, b);
        if (b->has_thread) {
            return;
        }
        (void)pthread_cond_destroy(&b->changed);
    }
    (void)pthread_mutex_destroy(&b->lock);
}

/* Exchanges the full buffer for the buffer that the thread has written. */
static void hand_over(cc_async_writer *b) {
    (void)pthread_mutex_lock(&b->lock);
    while (b->writing.len > 0) {
        (void)pthread_cond_wait(&b->changed, &b->lock);
    }
    cc_buf written = b->writing;
    b->writing = b->filling;
    b->filling = written;
    (void)pthread_cond_signal(&b->changed);
    (void)pthread_mutex_unlock(&b->lock);
}

static void write_here(cc_async_writer *b) {
    b->failed = b->failed || !write_all(b, &b->filling);
    cc_buf_clear(&b->filling);
}

static bool has_failed(cc_async_writer *b) {
    if (!b->has_thread) {
        return b->failed;
    }
    (void)pthread_mutex_lock(&b->lock);
    bool failed = b->failed;
    (void)pthread_mutex_unlock(&b->lock);
    return failed;
}

void cc_async_writer_open(cc_async_writer *writer, cc_async_writer_fn *write, void *ctx) {
    *writer = (cc_async_writer){.write = write, .ctx = ctx};
}

bool cc_async_writer_write(cc_async_writer *writer, const void *data, size_t len) {
    cc_buf_bytes(&writer->filling, data, len);
    if (writer->filling.len < CC_ASYNC_WRITER_SIZE) {
        return cc_buf_ok(&writer->filling);
    }
    if (!writer->has_thread) {
        start(writer);
    }
    if (writer->has_thread) {
        hand_over(writer);
    } else {
        write_here(writer);
    }
    return !has_failed(writer);
}

bool cc_async_writer_close(cc_async_writer *writer) {
    if (writer->has_thread) {
        (void)pthread_mutex_lock(&writer->lock);
        writer->is_ending = true;
        (void)pthread_cond_signal(&writer->changed);
        (void)pthread_mutex_unlock(&writer->lock);
        (void)pthread_join(writer->thread, NULL);
        (void)pthread_cond_destroy(&writer->changed);
        (void)pthread_mutex_destroy(&writer->lock);
        writer->has_thread = false;
    }
    if (writer->filling.len > 0 || !cc_buf_ok(&writer->filling)) {
        write_here(writer);
    }
    cc_buf_free(&writer->filling);
    cc_buf_free(&writer->writing);
    return !writer->failed;
}
