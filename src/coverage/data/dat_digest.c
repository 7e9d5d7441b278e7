/* The data of a build, apart from its hits; see dat_internal.h. */
#include "base/cc_hash.h"
#include "coverage/data/dat_internal.h"

static void put_head(cc_buf *out, const cov_raw_assembly *a) {
    cc_buf_key_put(out, a->name);
    cc_buf_bytes(out, a->mvid, sizeof a->mvid);
    cc_buf_key_put(out, a->framework);
    cc_buf_u32(out, a->generated_methods);
    cc_buf_u32(out, (uint32_t)a->empty_reason);
    cc_buf_key_put(out, a->empty_detail);
    for (uint32_t i = 0; i < a->document_count; i++) {
        const cov_raw_document *d = &a->documents[i];
        cc_buf_key_put(out, d->path);
        cc_buf_u8(out, (uint8_t)d->checksum_kind);
        cc_buf_u64(out, d->checksum.len);
        cc_buf_span_put(out, d->checksum);
        cc_buf_u8(out, (uint8_t)((d->is_outside_root ? 1 : 0) | (d->is_missing ? 2 : 0)));
    }
}

static void put_point(cc_buf *out, const cov_raw_point *p, uint32_t first) {
    cc_buf_u32(out, p->document);
    cc_buf_u32(out, p->flags);
    cc_buf_u32(out, p->span.start_line);
    cc_buf_u32(out, p->span.start_column);
    cc_buf_u32(out, p->span.end_line);
    cc_buf_u32(out, p->span.end_column);
    cc_buf_u32(out, p->lead);
    cc_buf_u32(out, p->loop == COV_RAW_NONE ? COV_RAW_NONE : p->loop - first);
}

static void put_decision(cc_buf *out, const cov_raw_assembly *a, const cov_raw_decision *d,
                         uint32_t first) {
    cc_buf_u32(out, d->point - first);
    cc_buf_u32(out, d->otherwise == COV_RAW_NONE ? COV_RAW_NONE : d->otherwise - first);
    cc_buf_u8(out, (uint8_t)((d->is_switch ? 1 : 0) | (d->is_dead ? 2 : 0)));
    cc_buf_u8(out, (uint8_t)d->test);
    cc_buf_u32(out, d->holds);
    cc_buf_u32(out, d->arm_count);
    for (uint32_t i = 0; i < d->arm_count; i++) {
        const cov_raw_arm *arm = &a->arms[d->first_arm + i];
        cc_buf_u64(out, arm->place);
        cc_buf_u32(out, arm->line);
        cc_buf_u8(out, arm->is_dead ? 1 : 0);
    }
}

static void put_body(cc_buf *out, const cov_raw_assembly *a, const cov_raw_body *body) {
    cc_buf_u32(out, body->token);
    cc_buf_key_put(out, body->type);
    cc_buf_key_put(out, body->name);
    cc_buf_key_put(out, body->signature);
    cc_buf_u32(out, body->point_count);
    for (uint32_t i = 0; i < body->point_count; i++) {
        put_point(out, &a->points[body->first_point + i], body->first_point);
    }
    cc_buf_u32(out, body->decision_count);
    for (uint32_t i = 0; i < body->decision_count; i++) {
        put_decision(out, a, &a->decisions[body->first_decision + i], body->first_point);
    }
}

void dat_digest(cov_raw_assembly *a) {
    cc_buf all = {0};
    cc_buf one = {0};
    put_head(&all, a);
    for (uint32_t i = 0; i < a->body_count; i++) {
        cc_buf_clear(&one);
        put_body(&one, a, &a->bodies[i]);
        cc_hash128 hash = cc_hash128_of(cc_buf_span(&one));
        cc_buf_bytes(&all, hash.bytes, sizeof hash.bytes);
    }
    a->digest = cc_hash128_of(cc_buf_span(&all));
    cc_buf_free(&one);
    cc_buf_free(&all);
}
