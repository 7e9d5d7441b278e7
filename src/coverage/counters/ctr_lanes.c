/* Assigns lanes to methods. See ctr_lanes.h.
 *
 * The lanes of one set of counters are a bank. Banks do not overlap, so a method has the lanes of
 * the one bank that contains its counters. Lanes do not overlap, either, so all additions take the
 * time of one pass over the file. */
#include "coverage/counters/ctr_lanes.h"

#include "base/cc_sort.h"

enum { WIDTH = sizeof(uint64_t) };

static int compare(uint64_t a, uint64_t b) {
    return (a > b) - (a < b);
}

static int by_place(const void *a, const void *b) {
    const clrcov_lane_payload *x = a;
    const clrcov_lane_payload *y = b;
    return compare(x->first, y->first);
}

static int by_bank(const void *a, const void *b) {
    const clrcov_lane_payload *x = a;
    const clrcov_lane_payload *y = b;
    int order = compare(x->shared, y->shared);
    return order != 0 ? order : by_place(a, b);
}

static uint64_t bytes_of(const clrcov_lane_payload *lane) {
    return (uint64_t)lane->count * WIDTH;
}

/* No lane shares a byte with another lane; banks are equal or disjoint. Leaves the lanes sorted by
 * bank. */
static bool is_sound(clrcov_lane_payload *lanes, size_t count) {
    bool ok = true;
    cc_sort(lanes, count, sizeof *lanes, by_place);
    for (size_t i = 1; ok && i < count; i++) {
        ok = lanes[i].first - lanes[i - 1].first >= bytes_of(&lanes[i - 1]);
    }
    cc_sort(lanes, count, sizeof *lanes, by_bank);
    for (size_t i = 1; ok && i < count; i++) {
        const clrcov_lane_payload *before = &lanes[i - 1];
        ok = lanes[i].shared == before->shared
                 ? lanes[i].count == before->count
                 : lanes[i].shared - before->shared >= bytes_of(before);
    }
    return ok;
}

/* Returns the index of the first lane of the last bank that begins at `place` or before it;
 * `count`: there is none. */
static size_t find_bank(const clrcov_lane_payload *lanes, size_t count, uint64_t place) {
    size_t low = 0;
    size_t high = count;
    while (low < high) { /* lanes before `low` begin at `place` or earlier */
        size_t middle = low + (high - low) / 2;
        if (lanes[middle].shared <= place) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == 0) {
        return count;
    }
    uint64_t bank = lanes[low - 1].shared;
    size_t end = low - 1;
    low = 0;
    while (low < end) { /* the bank begins after `low` - 1, and at `end` or earlier */
        size_t middle = low + (end - low) / 2;
        if (lanes[middle].shared < bank) {
            low = middle + 1;
        } else {
            end = middle;
        }
    }
    return end;
}

static void join(ctr_method_data *method, const clrcov_lane_payload *lanes, size_t count,
                 const uint8_t *const *starts) {
    uint64_t first = method->record.first;
    size_t bank = find_bank(lanes, count, first);
    if (method->is_skip || bank == count ||
        first - lanes[bank].shared + method->counters.len > bytes_of(&lanes[bank])) {
        return;
    }
    size_t end = bank;
    while (end < count && lanes[end].shared == lanes[bank].shared) {
        end++;
    }
    method->lanes = starts + bank;
    method->lane_count = (uint32_t)(end - bank);
    method->lane_offset = first - lanes[bank].shared;
}

bool ctr_lanes_join(ctr_file *file, cc_span bytes, clrcov_lane_payload *lanes, size_t count,
                    cc_arena *arena) {
    if (count == 0) {
        return true;
    }
    if (!is_sound(lanes, count)) {
        file->damage =
            file->damage != NULL ? file->damage : "lanes overlap; the counts of all lanes are lost";
        return true;
    }
    const uint8_t **starts = CC_NEW_ARRAY(arena, const uint8_t *, count);
    if (starts == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        starts[i] = bytes.data + lanes[i].first;
    }
    for (uint32_t i = 0; i < file->method_count; i++) {
        join(&file->methods[i], lanes, count, starts);
    }
    return true;
}

uint64_t ctr_lanes_sum(const ctr_method_data *method, uint32_t index) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < method->lane_count; i++) {
        const uint8_t *place = method->lanes[i] + method->lane_offset + (size_t)index * WIDTH;
        sum += __atomic_load_n((const uint64_t *)(const void *)place, __ATOMIC_RELAXED);
    }
    return sum;
}
