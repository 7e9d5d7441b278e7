/* Assemblies with the resources of a language: the compiler writes the version of the build, and so
 * the commit, into each of them. */
#include "base/cc_buf.h"
#include "base/cc_hash.h"
#include "coverage/impact/imp_internal.h"

static cc_err put_members(cc_buf *out, cc_span bytes, cc_arena *arena) {
    md_image *image = NULL;
    mbr_build build;
    CC_TRY(md_image_open(&image, bytes, MD_LAYOUT_FLAT, arena));
    CC_TRY(mbr_read(&build, NULL, image, arena));
    for (uint32_t i = 0; i < build.count; i++) {
        const mbr_member *member = &build.members[i];
        cc_buf_u64(out, member->identity);
        cc_buf_u64(out, member->declaration);
        cc_buf_u64(out, member->kind == MBR_ASSEMBLY ? 0 : member->code);
    }
    return CC_OK;
}

uint64_t imp_digest_satellite(cc_span bytes) {
    cc_buf members = {0};
    cc_arena *arena = cc_arena_new();
    bool is_read = put_members(&members, bytes, arena) == CC_OK;
    uint64_t digest = cc_hash64(is_read ? cc_buf_span(&members) : bytes);
    cc_buf_free(&members);
    cc_arena_free(arena);
    return digest;
}
