/* One method: body, points, resolver, plan, key. See mth.h.
 *
 * The code reads points before it decodes the body: most methods of a foreign assembly have no
 * points, and then need no further work. */
#include "method/mth.h"

#include "method/mth_used_values.h"

enum {
    IMPL_CODE_TYPE_MASK = 3, /* MethodImplAttributes.CodeTypeMask; 0 is IL (ECMA-335 II.23.1.11) */
    KEY_START_SIZE = 20,     /* the numbers before and after the body */
    KEY_POINT_SIZE = 5
};

const char *mth_skip_name(mth_skip skip) {
    switch (skip) {
    case MTH_OK:
        return "ok";
    case MTH_SKIP_NO_BODY:
        return "no-body";
    case MTH_SKIP_NO_POINTS:
        return "no-points";
    case MTH_SKIP_BAD_BODY:
        return "bad-body";
    case MTH_SKIP_BAD_POINTS:
        return "bad-points";
    case MTH_SKIP_BAD_METADATA:
        return "bad-metadata";
    case MTH_SKIP_LIMIT:
        return "limit";
    case MTH_SKIP_REWRITE:
        return "rewrite";
    case MTH_SKIP_RUNTIME:
        return "runtime";
    }
    return "unknown";
}

/* Errors of the input are reasons to skip the method; the function returns errors of the
 * machine. */
static cc_err skipped(cc_err err, mth_skip reason, mth_skip *skip) {
    if (err == CC_OK || err == CC_E_NOMEM || err == CC_E_IO || err == CC_E_USAGE) {
        return err;
    }
    *skip = err == CC_E_LIMIT ? MTH_SKIP_LIMIT : reason;
    return CC_OK;
}

/* --- points and key --------------------------------------------------------------------------- */

static bool any_visible(const mth_method *m) {
    for (uint32_t i = 0; i < m->point_count; i++) {
        if (!m->points[i].hidden) {
            return true;
        }
    }
    return false;
}

bool mth_may_ask_rules(const md_tables *tables, uint32_t token) {
    md_methoddef row;
    cc_buf parameters = {0};
    cc_buf result = {0};
    uint32_t rid = MD_TOKEN_RID(token);
    bool may_ask = md_get_methoddef(tables, rid, &row) == CC_OK && cc_str_eqz(row.name, "Invoke") &&
                   md_signature_name(tables, rid, &parameters) == CC_OK &&
                   md_return_name(tables, rid, &result) == CC_OK &&
                   cc_str_eqz(cc_buf_str(&parameters), "(System.Exception)") &&
                   (cc_str_eqz(cc_buf_str(&result), "System.Int32") ||
                    cc_str_starts(cc_buf_str(&result), "System.Collections.Generic.IEnumerable`1"));
    cc_buf_free(&parameters);
    cc_buf_free(&result);
    return may_ask;
}

static cc_err read_points(mth_method *m, mth_skip *skip, const md_tables *tables,
                          const pdb_file *pdb, cc_arena *arena) {
    if (pdb != NULL) {
        cc_err err =
            pdb_get_points(pdb, MD_TOKEN_RID(m->token), arena, &m->points, &m->point_count);
        CC_TRY(skipped(err, MTH_SKIP_BAD_POINTS, skip));
    }
    bool is_worth = any_visible(m) || (m->point_count > 0 && mth_may_ask_rules(tables, m->token));
    if (*skip == MTH_OK && !is_worth) {
        (void)cc_fail(CC_E_NOTFOUND, "method 0x%08x has no visible sequence point", m->token);
        *skip = MTH_SKIP_NO_POINTS;
    }
    return CC_OK;
}

/* Hashes everything on which the plan depends, in a form that does not depend on the machine. */
static cc_err make_key(mth_method *m, cc_span body, const probe_options *options) {
    cc_buf form = {0};
    cc_buf_want(&form, KEY_START_SIZE + body.len + (size_t)m->point_count * KEY_POINT_SIZE);
    cc_buf_u32(&form, PROBE_PLAN_VERSION);
    cc_buf_u32(&form, options->all ? 1 : 0);
    cc_buf_u64(&form, body.len);
    cc_buf_span_put(&form, body);
    cc_buf_u32(&form, m->point_count);
    for (uint32_t i = 0; i < m->point_count; i++) {
        cc_buf_u32(&form, m->points[i].offset);
        cc_buf_u8(&form, m->points[i].hidden ? 1 : 0);
    }
    cc_err err = cc_buf_ok(&form) ? CC_OK : cc_fail(CC_E_NOMEM, "out of memory for a plan key");
    m->key = err == CC_OK ? cc_hash64(cc_buf_span(&form)) : 0;
    cc_buf_free(&form);
    return err;
}

/* --- body and plan ---------------------------------------------------------------------------- */

static cc_err find_body(const md_image *image, const md_methoddef *row, uint32_t token,
                        cc_span *bytes, mth_skip *skip) {
    if ((row->impl_flags & IMPL_CODE_TYPE_MASK) != 0 || (row->rva == 0 && bytes->data == NULL)) {
        (void)cc_fail(CC_E_NOTFOUND, "method 0x%08x has no IL body", token);
        *skip = MTH_SKIP_NO_BODY;
        return CC_OK;
    }
    if (bytes->data == NULL) {
        return skipped(md_image_at_rva(image, row->rva, bytes), MTH_SKIP_BAD_METADATA, skip);
    }
    return CC_OK;
}

static cc_err drop_padding(mth_method *m, cc_arena *arena) {
    if (!il_has_padding(&m->body)) {
        return CC_OK;
    }
    uint32_t *offsets = CC_NEW_ARRAY(arena, uint32_t, m->point_count);
    if (offsets == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for %u points", m->point_count);
    }
    for (uint32_t i = 0; i < m->point_count; i++) {
        offsets[i] = m->points[i].offset;
    }
    return il_drop_padding(&m->body, offsets, m->point_count, arena);
}

static cc_err make_plan(mth_method *m, const probe_options *options, cc_arena *arena) {
    probe_point *points = CC_NEW_ARRAY(arena, probe_point, m->point_count);
    if (points == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for %u points", m->point_count);
    }
    for (uint32_t i = 0; i < m->point_count; i++) {
        points[i] = (probe_point){m->points[i].offset, m->points[i].hidden};
    }
    return probe_plan_make(&m->plan, &m->body, points, m->point_count, &m->resolver, options,
                           arena);
}

static cc_err use_block_points(mth_method *m, cc_arena *arena) {
    probe_point *points = NULL;
    CC_TRY(probe_block_points(&points, &m->point_count, &m->body, arena));
    m->points = CC_NEW_ARRAY(arena, pdb_point, m->point_count);
    if (m->points == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for %u points", m->point_count);
    }
    for (uint32_t i = 0; i < m->point_count; i++) {
        m->points[i] = (pdb_point){.offset = points[i].offset};
    }
    return CC_OK;
}

/* With `at_blocks` the method has no points and gets a point at the start of each block. */
static cc_err analyse(mth_method *m, mth_skip *skip, const md_image *image, const pdb_file *pdb,
                      cc_span bytes, const probe_options *options, bool at_blocks,
                      cc_arena *arena) {
    cc_err err = il_decode(&m->body, bytes, arena);
    if (err != CC_OK) {
        return skipped(err, MTH_SKIP_BAD_BODY, skip);
    }
    CC_TRY(drop_padding(m, arena));
    if (at_blocks) {
        CC_TRY(use_block_points(m, arena));
    }
    err = mth_resolver(&m->resolver, md_image_tables(image), MD_TOKEN_RID(m->token),
                       m->body.local_sig, arena);
    if (err != CC_OK) {
        return skipped(err, MTH_SKIP_BAD_METADATA, skip);
    }
    if (pdb != NULL && !at_blocks) {
        CC_TRY(mth_move_points(m, pdb, arena));
    }
    err = make_plan(m, options, arena);
    if (err != CC_OK) {
        return skipped(err, err == CC_E_MISMATCH ? MTH_SKIP_BAD_POINTS : MTH_SKIP_BAD_BODY, skip);
    }
    cc_span whole = {NULL, 0};
    if (!cc_span_slice(bytes, 0, m->body.total_size, &whole)) {
        return cc_fail(CC_E_FORMAT, "decoded body is longer than its bytes");
    }
    return make_key(m, whole, options);
}

static cc_err open_row(mth_method *out, mth_skip *skip, const md_image *image, uint32_t token,
                       cc_span *body_bytes) {
    md_methoddef row;
    *out = (mth_method){.token = token};
    *skip = MTH_OK;
    if (MD_TOKEN_TABLE(token) != MD_METHODDEF) {
        return cc_fail(CC_E_USAGE, "0x%08x is not a MethodDef token", token);
    }
    cc_err err = md_get_methoddef(md_image_tables(image), MD_TOKEN_RID(token), &row);
    if (err != CC_OK) {
        return skipped(err, MTH_SKIP_BAD_METADATA, skip);
    }
    return find_body(image, &row, token, body_bytes, skip);
}

cc_err mth_open(mth_method *out, mth_skip *skip, const md_image *image, const pdb_file *pdb,
                uint32_t token, cc_span body_bytes, const probe_options *options, cc_arena *arena) {
    CC_TRY(open_row(out, skip, image, token, &body_bytes));
    if (*skip == MTH_OK) {
        CC_TRY(read_points(out, skip, md_image_tables(image), pdb, arena));
    }
    return *skip == MTH_OK ? analyse(out, skip, image, pdb, body_bytes, options, false, arena)
                           : CC_OK;
}

cc_err mth_open_blocks(mth_method *out, mth_skip *skip, const md_image *image, uint32_t token,
                       cc_span body_bytes, const probe_options *options, cc_arena *arena) {
    CC_TRY(open_row(out, skip, image, token, &body_bytes));
    return *skip == MTH_OK ? analyse(out, skip, image, NULL, body_bytes, options, true, arena)
                           : CC_OK;
}
