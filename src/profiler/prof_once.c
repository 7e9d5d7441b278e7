/* Records noted facts, so that the library notes each fact once. See prof.h. */
#include <stdarg.h>

#include "base/cc_buf.h"
#include "base/cc_hash.h"
#include "profiler/prof.h"

/* A program that makes assemblies without end, each with a new name, must not fill the disk. */
enum { MAX_TOLD = 16384 };

static void write_note(prof_profiler *p, cc_str text) {
    cc_err err = ctr_writer_note(p->writer, text);
    (void)err; /* the library drops a note without room */
}

bool prof_tell_once(prof_profiler *p, cc_span what) {
    if (p->noted == NULL) {
        p->noted = cc_map_new();
    }
    cc_hash128 hash = cc_hash128_of(what);
    cc_span key = cc_span_of(&hash, sizeof hash);
    if (p->noted == NULL || cc_map_get(p->noted, key) != NULL) {
        return p->noted == NULL;
    }
    size_t count = cc_map_count(p->noted);
    if (count > MAX_TOLD) {
        return false;
    }
    void **slot = cc_map_put(p->noted, key);
    if (slot != NULL) {
        *slot = p;
    }
    if (count == MAX_TOLD) {
        write_note(
            p,
            CC_STR("many assemblies and methods are not measured; clrcov lists no more of them"));
        return false;
    }
    return true;
}

void prof_note_once(prof_profiler *p, cc_str text) {
    (void)pthread_mutex_lock(&p->lock);
    if (prof_tell_once(p, cc_span_of(text.s, text.len))) {
        write_note(p, text);
    }
    (void)pthread_mutex_unlock(&p->lock);
}

void prof_note(prof_profiler *p, const char *fmt, ...) {
    cc_buf text = {0};
    va_list args;
    va_start(args, fmt);
    cc_buf_vprintf(&text, fmt, args);
    va_end(args);
    if (cc_buf_ok(&text)) {
        prof_note_once(p, cc_buf_str(&text));
    }
    cc_buf_free(&text);
}
