/* One signature blob in every place where a signature can stand: method, member, locals, type. */
#include "tests/tools/md_make.h"
#include "tests/tools/walk.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_BLOB = 0x3FFF };

static const uint8_t STRINGS[] = "\0N\0C\0TKey";
static const uint8_t TYPE_REF[] = {0, 0, 3, 0, 1, 0};
static const uint8_t TYPE_DEF[] = {0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 1, 0, 1, 0};
static const uint8_t METHOD_DEF[] = {0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 1, 0, 1, 0};
static const uint8_t MEMBER_REF[] = {9, 0, 3, 0, 1, 0};
static const uint8_t SIGNATURE[] = {1, 0};
static const uint8_t GENERIC_PARAM[] = {0, 0, 0, 0, 2, 0, 5, 0};

static void ask(const md_tables *t, cc_arena *arena) {
    cc_buf out = {0};
    cc_str name;
    md_callsite site;
    md_kind *kinds = NULL;
    uint32_t count = 0;
    uint32_t ignored = 0;
    ignored += md_signature_name(t, 1, &out) != CC_OK;
    ignored += md_return_name(t, 1, &out) != CC_OK;
    ignored += md_type_name(t, MD_TOKEN(MD_TYPESPEC, 1), &out) != CC_OK;
    ignored += md_member_name(t, MD_TOKEN(MD_MEMBERREF, 1), &out, &name) != CC_OK;
    ignored += md_arg_kinds(t, 1, arena, &kinds, &count, &site) != CC_OK;
    ignored += md_local_kinds(t, MD_TOKEN(MD_STANDALONE_SIG, 1), arena, &kinds, &count) != CC_OK;
    ignored += md_callsite_of(t, MD_TOKEN(MD_STANDALONE_SIG, 1), &site);
    ignored += md_field_kind(t, MD_TOKEN(MD_MEMBERREF, 1)) == MD_KIND_BOOL;
    ignored += md_member_owner(t, MD_TOKEN(MD_MEMBERREF, 1));
    ignored += md_method_in_module(t, MD_TOKEN(MD_MEMBERREF, 1));
    (void)ignored;
    cc_buf_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cc_buf blobs = {0};
    cc_buf root = {0};
    md_tables *t = NULL;
    cc_arena *arena = cc_arena_new();
    size_t len = size < MAX_BLOB ? size : MAX_BLOB;
    cc_buf_u8(&blobs, 0);
    cc_buf_u8(&blobs, (uint8_t)(0x80 | len >> 8));
    cc_buf_u8(&blobs, (uint8_t)len);
    cc_buf_bytes(&blobs, data, len);
    make_metadata m = {.strings = {STRINGS, sizeof STRINGS},
                       .blobs = cc_buf_span(&blobs),
                       .tables = {{MD_TYPEREF, 1, {TYPE_REF, sizeof TYPE_REF}},
                                  {MD_TYPEDEF, 1, {TYPE_DEF, sizeof TYPE_DEF}},
                                  {MD_METHODDEF, 1, {METHOD_DEF, sizeof METHOD_DEF}},
                                  {MD_MEMBERREF, 1, {MEMBER_REF, sizeof MEMBER_REF}},
                                  {MD_STANDALONE_SIG, 1, {SIGNATURE, sizeof SIGNATURE}},
                                  {MD_TYPESPEC, 1, {SIGNATURE, sizeof SIGNATURE}},
                                  {MD_GENERIC_PARAM, 1, {GENERIC_PARAM, sizeof GENERIC_PARAM}}}};
    make_root(&root, &m);
    if (arena != NULL && md_tables_open(&t, cc_buf_span(&root), NULL, arena) == CC_OK) {
        ask(t, arena);
    }
    cc_buf_free(&blobs);
    cc_buf_free(&root);
    cc_arena_free(arena);
    return 0;
}
