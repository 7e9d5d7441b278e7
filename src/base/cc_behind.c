/* Writing on another thread. See cc_behind.h. */
#include "base/cc_behind.h"

#include "base/cc_os.h"

static bool write_all(cc_behind *b, const cc_buf *text) {
    return cc_buf_ok(text) && b->write(b->ctx, text->data, text->len);
}

static void *work(void *ctx) {
    cc_behind *b = ctx;
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

static void start(cc_behind *b) {
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

/* Gives the full buffer to the thread, for the one that it has written. */
static void hand_over(cc_behind *b) {
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

static void write_here(cc_behind *b) {
    b->failed = b->failed || !write_all(b, &b->filling);
    cc_buf_clear(&b->filling);
}

static bool has_failed(cc_behind *b) {
    if (!b->has_thread) {
        return b->failed;
    }
    (void)pthread_mutex_lock(&b->lock);
    bool failed = b->failed;
    (void)pthread_mutex_unlock(&b->lock);
    return failed;
}

void cc_behind_open(cc_behind *behind, cc_behind_write_fn *write, void *ctx) {
    *behind = (cc_behind){.write = write, .ctx = ctx};
}

bool cc_behind_write(cc_behind *behind, const void *data, size_t len) {
    cc_buf_bytes(&behind->filling, data, len);
    if (behind->filling.len < CC_BEHIND_SIZE) {
        return cc_buf_ok(&behind->filling);
    }
    if (!behind->has_thread) {
        start(behind);
    }
    if (behind->has_thread) {
        hand_over(behind);
    } else {
        write_here(behind);
    }
    return !has_failed(behind);
}

bool cc_behind_close(cc_behind *behind) {
    if (behind->has_thread) {
        (void)pthread_mutex_lock(&behind->lock);
        behind->is_ending = true;
        (void)pthread_cond_signal(&behind->changed);
        (void)pthread_mutex_unlock(&behind->lock);
        (void)pthread_join(behind->thread, NULL);
        (void)pthread_cond_destroy(&behind->changed);
        (void)pthread_mutex_destroy(&behind->lock);
        behind->has_thread = false;
    }
    if (behind->filling.len > 0 || !cc_buf_ok(&behind->filling)) {
        write_here(behind);
    }
    cc_buf_free(&behind->filling);
    cc_buf_free(&behind->writing);
    return !behind->failed;
}
