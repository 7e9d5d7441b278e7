/* Lines from forms with placeholders. See rep_lines.h. */
#include "reports/rep_lines.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "reports/rep_number.h"

#define MAX_HITS UINT64_C(99999999)
/* no other value of a line contains it: they are numbers, percents and constant names */
#define HOLE "@"

enum { ENOUGH = 32 * 1024 }; /* number of collected bytes before the writer gets them */

typedef struct form {
    cc_str before, between, after; /* the placeholders are for number and hits */
} form;

/* --- forms ------------------------------------------------------------------------------------ */

static void conditions(xmlw *w, const cov_line *line) {
    xmlw_start(w, "conditions");
    for (uint32_t i = 0; i < line->branch_count; i++) {
        const cov_branch *b = &line->branches[i];
        char percent[REP_NUMBER_SIZE];
        rep_whole_percent(b->arms_taken, b->arm_count, percent);
        xmlw_start(w, "condition");
        xmlw_attr_number(w, "number", i);
        xmlw_attr(w, "type", b->arm_count > 2 ? CC_STR("switch") : CC_STR("jump"));
        xmlw_attr(w, "coverage", cc_strz(percent));
        xmlw_end(w);
    }
    xmlw_end(w);
}

static void branches(xmlw *w, const cov_line *line) {
    char percent[REP_NUMBER_SIZE];
    char text[2 * REP_NUMBER_SIZE];
    rep_whole_percent(line->arms_taken, line->arm_count, percent);
    (void)snprintf(text, sizeof text, "%s (%" PRIu32 "/%" PRIu32 ")", percent, line->arms_taken,
                   line->arm_count);
    xmlw_attr(w, "branch", CC_STR("true"));
    xmlw_attr(w, "condition-coverage", cc_strz(text));
    conditions(w, line);
}

static bool to_buf(void *ctx, const void *data, size_t len) {
    cc_buf_bytes(ctx, data, len);
    return cc_buf_ok(ctx);
}

/* Removes the next part, up to a placeholder or the end, from the text. */
static cc_str next_part(cc_str *text) {
    const char *hole = memchr(text->s, HOLE[0], text->len);
    cc_str part = {text->s, hole == NULL ? text->len : (size_t)(hole - text->s)};
    size_t skipped = hole == NULL ? part.len : part.len + 1;
    *text = (cc_str){text->s + skipped, text->len - skipped};
    return part;
}

static form *make_form(rep_lines *r, const cov_line *line) {
    xmlw w;
    cc_buf text = {0};
    xmlw_open_part(&w, (rep_sink){to_buf, &text});
    xmlw_start(&w, "line");
    xmlw_attr(&w, "number", CC_STR(HOLE));
    xmlw_attr(&w, "hits", CC_STR(HOLE));
    if (line->arm_count > 0) {
        branches(&w, line);
    }
    xmlw_end(&w);
    form *made = xmlw_close(&w) == CC_OK ? CC_NEW(r->arena, form) : NULL;
    const char *copy = made == NULL ? NULL : cc_arena_strdup(r->arena, cc_buf_str(&text));
    cc_str rest = {copy, text.len};
    cc_buf_free(&text);
    if (copy == NULL) {
        return NULL;
    }
    made->before = next_part(&rest);
    made->between = next_part(&rest);
    made->after = next_part(&rest);
    return made;
}

static const form *form_of(rep_lines *r, const cov_line *line) {
    cc_buf_clear(&r->key);
    for (uint32_t i = 0; i < line->branch_count; i++) {
        cc_buf_u32(&r->key, line->branches[i].arm_count);
        cc_buf_u32(&r->key, line->branches[i].arms_taken);
    }
    void **slot = cc_buf_ok(&r->key) ? cc_map_put(r->forms, cc_buf_span(&r->key)) : NULL;
    if (slot != NULL && *slot == NULL) {
        *slot = make_form(r, line);
    }
    return slot == NULL ? NULL : (const form *)*slot;
}

/* --- lines ------------------------------------------------------------------------------------ */

static void put_line(rep_lines *r, const cov_line *line) {
    const form *f = form_of(r, line);
    cc_buf_str_put(&r->text, f->before);
    cc_buf_dec(&r->text, line->number);
    cc_buf_str_put(&r->text, f->between);
    cc_buf_dec(&r->text, rep_hits(line->hits, MAX_HITS));
    cc_buf_str_put(&r->text, f->after);
}

static void pass_on(rep_lines *r, xmlw *w) {
    xmlw_raw(w, cc_buf_str(&r->text));
    cc_buf_clear(&r->text);
}

void rep_lines_write(rep_lines *r, xmlw *w, cov_line *const *lines, uint32_t count) {
    xmlw_start(w, "lines");
    for (uint32_t i = 0; i < count; i++) {
        put_line(r, lines[i]);
        if (r->text.len >= ENOUGH) {
            pass_on(r, w);
        }
    }
    pass_on(r, w);
    xmlw_end(w);
}

void rep_lines_open(rep_lines *r) {
    *r = (rep_lines){.arena = cc_arena_new(), .forms = cc_map_new()};
}

void rep_lines_close(rep_lines *r) {
    cc_map_free(r->forms);
    cc_arena_free(r->arena);
    cc_buf_free(&r->key);
    cc_buf_free(&r->text);
}
