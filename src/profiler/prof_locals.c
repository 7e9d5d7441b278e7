/* Local variables for new bodies; see prof_locals.h. */
#include "profiler/prof_locals.h"

#include "rewriter/rewrite/rw.h"

void prof_put_compressed(cc_buf *out, uint32_t value) {
    if (value < 0x80) {
        cc_buf_u8(out, (uint8_t)value);
    } else if (value < 0x4000) {
        cc_buf_u8(out, (uint8_t)(0x80 | value >> 8));
        cc_buf_u8(out, (uint8_t)value);
    } else {
        cc_buf_u8(out, (uint8_t)(0xC0 | value >> 24));
        cc_buf_u8(out, (uint8_t)(value >> 16));
        cc_buf_u8(out, (uint8_t)(value >> 8));
        cc_buf_u8(out, (uint8_t)value);
    }
}

bool prof_put_locals(const md_tables *tables, uint32_t rid, cc_span types, uint32_t count,
                     cc_buf *out, uint32_t *local) {
    enum { SIGNATURE = 0, LOCAL_SIG = 0x07 };
    cc_span old = {NULL, 0};
    uint32_t blob = 0;
    uint8_t kind = LOCAL_SIG;
    *local = 0;
    if (rid != 0 &&
        (!md_cell(tables, MD_STANDALONE_SIG, rid, SIGNATURE, &blob) ||
         !md_blob(tables, blob, &old) || !cc_span_u8(&old, &kind) || kind != LOCAL_SIG ||
         !md_compressed(&old, local) || *local > RW_MAX_LOCAL - (count - 1))) {
        return false;
    }
    cc_buf_u8(out, LOCAL_SIG);
    prof_put_compressed(out, *local + count);
    cc_buf_bytes(out, old.data, old.len);
    cc_buf_span_put(out, types);
    return cc_buf_ok(out);
}
