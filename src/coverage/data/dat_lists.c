/* Rows that are equal in several files count once; see dat_merge.h. */
#include <string.h>

#include "base/cc_sort.h"
#include "coverage/data/dat_merge.h"

void dat_lists_open(dat_lists *out, cc_arena *arena) {
    *out = (dat_lists){.arena = arena};
    cc_map **const maps[] = {&out->runs, &out->settings, &out->omitted, &out->facts,
                             &out->lost, &out->warnings, &out->missing, &out->left_out};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        *maps[i] = cc_map_new();
    }
}

void dat_lists_close(dat_lists *l) {
    cc_map_free(l->runs);
    cc_map_free(l->settings);
    cc_map_free(l->omitted);
    cc_map_free(l->facts);
    cc_map_free(l->lost);
    cc_map_free(l->warnings);
    cc_map_free(l->missing);
    cc_map_free(l->left_out);
}

/* --- adding ----------------------------------------------------------------------------------- */

/* The slot of a key, which is freed. */
static void slot_of(cc_map *map, cc_buf *key, void ***out) {
    *out = cc_buf_ok(key) ? cc_map_put(map, cc_buf_span(key)) : NULL;
    cc_buf_free(key);
}

/* Two snapshots of one run: the later one has more processes. */
static void add_runs(dat_lists *l, const cov_raw *raw) {
    for (uint32_t i = 0; i < raw->run_count; i++) {
        void **slot = cc_map_put_str(l->runs, raw->runs[i].id);
        const cov_raw_run *known = *slot;
        if (known == NULL || known->processes < raw->runs[i].processes) {
            *slot = &raw->runs[i];
        }
    }
}

static void add_settings(dat_lists *l, const cov_raw *raw) {
    for (uint32_t i = 0; i < raw->setting_count; i++) {
        cc_buf key = {0};
        void **slot = NULL;
        cc_buf_key_put(&key, raw->settings[i].run);
        cc_buf_key_put(&key, raw->settings[i].key);
        cc_buf_key_put(&key, raw->settings[i].value);
        slot_of(l->settings, &key, &slot);
        *slot = &raw->settings[i];
    }
}

static void add_omitted(dat_lists *l, const cov_raw *raw) {
    for (uint32_t i = 0; i < raw->omitted_count; i++) {
        cc_buf key = {0};
        void **slot = NULL;
        cc_buf_u32(&key, (uint32_t)raw->omitted[i].reason);
        cc_buf_key_put(&key, raw->omitted[i].name);
        cc_buf_key_put(&key, raw->omitted[i].detail);
        slot_of(l->omitted, &key, &slot);
        *slot = &raw->omitted[i];
    }
}

/* An assembly that a run loaded does not count as never loaded. */
static bool is_never_loaded(const cov_fact *fact) {
    return fact->reason == CTR_REASON_NEVER_LOADED && fact->detail.len == 0;
}

static void join_fact(cov_fact *to, const cov_fact *from) {
    to->reason = is_never_loaded(to) ? from->reason : to->reason;
    to->has_data = to->has_data || from->has_data;
    to->first_line = from->first_line < to->first_line ? from->first_line : to->first_line;
    to->last_line = from->last_line > to->last_line ? from->last_line : to->last_line;
}

static void add_facts(dat_lists *l, const cov_raw *raw) {
    for (uint32_t i = 0; i < raw->fact_count; i++) {
        const cov_fact *fact = &raw->facts[i];
        cc_buf key = {0};
        void **slot = NULL;
        cc_buf_u32(&key, (uint32_t)fact->subject);
        cc_buf_key_put(&key, fact->assembly);
        cc_buf_key_put(&key, fact->type);
        cc_buf_key_put(&key, fact->name);
        cc_buf_key_put(&key, fact->path);
        cc_buf_key_put(&key, fact->detail);
        cc_buf_u32(&key, (uint32_t)(is_never_loaded(fact) ? CTR_MEASURED : fact->reason));
        slot_of(l->facts, &key, &slot);
        if (*slot != NULL) {
            join_fact(*slot, fact);
            continue;
        }
        cov_fact *kept = CC_NEW(l->arena, cov_fact);
        *kept = *fact;
        *slot = kept;
    }
}

static void add_texts(cc_map *map, cc_str *texts, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        void **slot = cc_map_put_str(map, texts[i]);
        *slot = &texts[i];
    }
}

static int compare_ranges(const mod_left_out *a, const mod_left_out *b) {
    for (uint32_t i = 0; i < a->count && i < b->count; i++) {
        const mod_left_out_range *x = &a->ranges[i];
        const mod_left_out_range *y = &b->ranges[i];
        if (x->first != y->first || x->last != y->last) {
            return x->first < y->first || (x->first == y->first && x->last < y->last) ? -1 : 1;
        }
        int order = cc_str_cmp(x->why, y->why);
        if (order != 0) {
            return order;
        }
    }
    return (a->count > b->count) - (a->count < b->count);
}

/* Runs with other rules leave out other lines of one text: the ranges of one run are chosen, in any
 * order the same. */
static void add_left_out(dat_lists *l, const cov_raw *raw) {
    for (uint32_t i = 0; i < raw->left_out_count; i++) {
        cc_buf key = {0};
        void **slot = NULL;
        cc_buf_key_put(&key, raw->left_out[i].path);
        cc_buf_span_put(&key, raw->left_out[i].checksum);
        slot_of(l->left_out, &key, &slot);
        const cov_raw_left_out *known = *slot;
        if (known == NULL || compare_ranges(raw->left_out[i].ranges, known->ranges) < 0) {
            *slot = &raw->left_out[i];
        }
    }
}

void dat_lists_add(dat_lists *l, const cov_raw *raw) {
    add_runs(l, raw);
    add_settings(l, raw);
    add_omitted(l, raw);
    add_facts(l, raw);
    add_texts(l->lost, raw->lost, raw->lost_count);
    add_texts(l->warnings, raw->warnings, raw->warning_count);
    add_texts(l->missing, raw->missing, raw->missing_count);
    add_left_out(l, raw);
}

/* --- the result ------------------------------------------------------------------------------- */

static int compare_runs(const void *a, const void *b) {
    return cc_str_cmp(((const cov_raw_run *)a)->id, ((const cov_raw_run *)b)->id);
}

static int compare_settings(const void *a, const void *b) {
    const cov_raw_setting *x = a;
    const cov_raw_setting *y = b;
    int order = cc_str_cmp(x->run, y->run);
    order = order != 0 ? order : cc_str_cmp(x->key, y->key);
    return order != 0 ? order : cc_str_cmp(x->value, y->value);
}

static int compare_omitted(const void *a, const void *b) {
    const cov_omitted *x = a;
    const cov_omitted *y = b;
    int order = (x->reason > y->reason) - (x->reason < y->reason);
    order = order != 0 ? order : cc_str_cmp(x->name, y->name);
    return order != 0 ? order : cc_str_cmp(x->detail, y->detail);
}

static int compare_facts(const void *a, const void *b) {
    return cov_fact_cmp(a, b);
}

static int compare_texts(const void *a, const void *b) {
    return cc_str_cmp(*(const cc_str *)a, *(const cc_str *)b);
}

static int compare_bytes(cc_span a, cc_span b) {
    return cc_str_cmp((cc_str){(const char *)a.data, a.len}, (cc_str){(const char *)b.data, b.len});
}

static int compare_left_out(const void *a, const void *b) {
    const cov_raw_left_out *x = a;
    const cov_raw_left_out *y = b;
    int order = cc_str_cmp(x->path, y->path);
    return order != 0 ? order : compare_bytes(x->checksum, y->checksum);
}

/* Makes a sorted array, of elements of `size` bytes, from the values of a map. */
static void *list_of(const dat_lists *l, const cc_map *map, size_t size,
                     int (*compare)(const void *, const void *), uint32_t *count) {
    size_t all = cc_map_count(map);
    char *items = cc_arena_alloc(l->arena, all, size);
    for (size_t i = 0; i < all; i++) {
        memcpy(items + i * size, cc_map_at(map, i, NULL), size);
    }
    cc_sort(items, all, size, compare);
    *count = (uint32_t)all;
    return items;
}

void dat_lists_finish(dat_lists *l, cov_raw *out) {
    out->runs = list_of(l, l->runs, sizeof *out->runs, compare_runs, &out->run_count);
    out->settings =
        list_of(l, l->settings, sizeof *out->settings, compare_settings, &out->setting_count);
    out->omitted =
        list_of(l, l->omitted, sizeof *out->omitted, compare_omitted, &out->omitted_count);
    out->facts = list_of(l, l->facts, sizeof *out->facts, compare_facts, &out->fact_count);
    out->lost = list_of(l, l->lost, sizeof(cc_str), compare_texts, &out->lost_count);
    out->warnings = list_of(l, l->warnings, sizeof(cc_str), compare_texts, &out->warning_count);
    out->missing = list_of(l, l->missing, sizeof(cc_str), compare_texts, &out->missing_count);
    out->left_out =
        list_of(l, l->left_out, sizeof *out->left_out, compare_left_out, &out->left_out_count);
}
