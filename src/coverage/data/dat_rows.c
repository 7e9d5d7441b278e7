/* Rows of a query in sequence; see dat_internal.h. */
#include <string.h>

#include "coverage/data/dat_internal.h"

enum { MOST_ROWS = 1 << 28, FIRST_ITEMS = 8 };

cc_err dat_each_row(dat_reading *r, const char *query, dat_take_row *take) {
    sqlite3_stmt *statement = NULL;
    bool has_row = false;
    r->at = 0;
    r->rows = 0;
    cc_err err = dat_prepare(r->db, query, &statement);
    err = err == CC_OK ? dat_step(r->db, statement, &has_row) : err;
    while (err == CC_OK && has_row) {
        r->rows++;
        err = r->rows > MOST_ROWS ? dat_db_damaged(r->db, "a table has too many rows")
                                  : take(r, statement);
        err = err == CC_OK ? dat_step(r->db, statement, &has_row) : err;
    }
    (void)sqlite3_finalize(statement);
    return err;
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
