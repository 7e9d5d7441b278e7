/* Rows of a query in sequence; see dat_internal.h. */
#include <string.h>

#include "coverage/data/dat_internal.h"

enum { MOST_ROWS = 1 << 28, FIRST_ITEMS = 8 };

static cc_err take_rows(dat_reading *r, sqlite3_stmt *statement, dat_take_row *take) {
    bool has_row = false;
    CC_TRY(dat_step(r->db, statement, &has_row));
    while (has_row) {
        r->rows++;
        CC_TRY(r->rows > MOST_ROWS ? dat_db_damaged(r->db, "a table has too many rows")
                                   : take(r, statement));
        CC_TRY(dat_step(r->db, statement, &has_row));
    }
    return CC_OK;
}

cc_err dat_each_row(dat_reading *r, const char *query, dat_take_row *take) {
    sqlite3_stmt *statement = NULL;
    r->at = 0;
    r->rows = 0;
    cc_err err = dat_prepare(r->db, query, &statement);
    err = err == CC_OK ? take_rows(r, statement, take) : err;
    (void)sqlite3_finalize(statement);
    return err;
}

static cc_err take_range(dat_reading *r, sqlite3_stmt *statement, sqlite3_int64 first,
                         sqlite3_int64 last, dat_take_row *take) {
    (void)sqlite3_bind_int64(statement, 1, first);
    (void)sqlite3_bind_int64(statement, 2, last);
    cc_err err = take_rows(r, statement, take);
    (void)sqlite3_reset(statement);
    return err;
}

cc_err dat_each_row_of(dat_reading *r, dat_table table, const char *query, dat_take_row *take) {
    sqlite3_stmt *statement = NULL;
    r->at = 0;
    r->rows = 0;
    cc_err err = dat_prepare(r->db, query, &statement);
    if (err == CC_OK && r->part == NULL) {
        err = take_range(r, statement, INT64_MIN, INT64_MAX, take);
    }
    for (uint32_t i = 0; r->part != NULL && err == CC_OK && i < r->part->rows[table].count; i++) {
        const dat_range *range = &r->part->rows[table].ranges[i];
        err =
            take_range(r, statement, (sqlite3_int64)range->first, (sqlite3_int64)range->last, take);
    }
    (void)sqlite3_finalize(statement);
    return err;
}

const dat_range *dat_find_range(const dat_part *part, dat_table table, uint64_t id) {
    uint32_t low = 0;
    uint32_t high = part->rows[table].count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (part->rows[table].ranges[middle].last < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < part->rows[table].count ? &part->rows[table].ranges[low] : NULL;
}

cc_err dat_get_id(const dat_reading *r, sqlite3_stmt *row, int column, dat_table table,
                  uint64_t *out) {
    CC_TRY(dat_get(r->db, row, column, INT64_MAX, out));
    if (r->part == NULL || *out == 0) {
        return CC_OK;
    }
    const dat_range *range = dat_find_range(r->part, table, *out);
    if (range == NULL || *out < range->first) {
        return dat_db_damaged(r->db, "a row refers to a row that does not belong to it");
    }
    *out = range->before + (*out - range->first) + 1;
    return CC_OK;
}

cc_err dat_get_u32(const dat_reading *r, sqlite3_stmt *row, int column, uint32_t *out) {
    uint64_t value = 0;
    CC_TRY(dat_get(r->db, row, column, UINT32_MAX, &value));
    *out = (uint32_t)value;
    return CC_OK;
}

cc_err dat_get_bool(const dat_reading *r, sqlite3_stmt *row, int column, bool *out) {
    uint64_t value = 0;
    CC_TRY(dat_get(r->db, row, column, 1, &value));
    *out = value == 1;
    return CC_OK;
}

/* Capacities are powers of two. */
void *dat_next_item(void *items, uint32_t *count, size_t size, cc_arena *arena) {
    bool is_full = *count == 0 || (*count >= FIRST_ITEMS && (*count & (*count - 1)) == 0);
    if (is_full) {
        void *more = cc_arena_alloc(arena, *count == 0 ? FIRST_ITEMS : (size_t)*count * 2, size);
        if (more != NULL && *count > 0) {
            memcpy(more, items, *count * size);
        }
        items = more;
    }
    *count += items != NULL ? 1 : 0;
    return items;
}
