/* What tokens name, each looked up once; see mbr_internal.h. */
#include "coverage/members/mbr_internal.h"
#include "coverage/members/mbr_plain.h"
#include "coverage/module/mod_name.h"

uint64_t mbr_digest(cc_span bytes) {
    uint64_t digest = cc_hash64(bytes) & INT64_MAX;
    return digest == 0 ? 1 : digest;
}

uint64_t mbr_hash(cc_str text) {
    return mbr_digest(cc_span_of(text.s, text.len));
}

/* A nested type follows the type around it (ECMA-335 II.22.32). The first type is `<Module>`, whose
 * static constructor calls the module's initialisers: nothing else names it. */
static void find_made_types(mbr_tokens *tokens) {
    uint32_t count = md_row_count(tokens->tables, MD_TYPEDEF);
    tokens->is_made_type = CC_NEW_ARRAY(tokens->arena, bool, (size_t)count + 1);
    for (uint32_t rid = 2; rid <= count; rid++) {
        md_typedef row;
        cc_str user = {"", 0};
        uint32_t outer = md_enclosing_type(tokens->tables, rid);
        bool is_named = md_get_typedef(tokens->tables, rid, &row) == CC_OK;
        tokens->is_made_type[rid] = (is_named && mod_name_is_closure(row.name, &user)) ||
                                    (outer < rid && tokens->is_made_type[outer]);
    }
}

void mbr_tokens_open(mbr_tokens *out, const md_image *image, cc_arena *arena) {
    *out = (mbr_tokens){.image = image, .tables = md_image_tables(image), .arena = arena};
    find_made_types(out);
}

void mbr_tokens_close(mbr_tokens *tokens) {
    cc_buf_free(&tokens->text);
    cc_buf_free(&tokens->plain);
}

static mbr_token *slot_of(mbr_tokens *tokens, uint32_t token) {
    uint32_t table = MD_TOKEN_TABLE(token);
    uint32_t rid = MD_TOKEN_RID(token);
    if (table >= MD_TABLE_COUNT || rid > md_row_count(tokens->tables, (md_table)table)) {
        return NULL;
    }
    if (tokens->of_table[table] == NULL) {
        size_t count = (size_t)md_row_count(tokens->tables, (md_table)table) + 1;
        tokens->of_table[table] = CC_NEW_ARRAY(tokens->arena, mbr_token, count);
    }
    return &tokens->of_table[table][rid];
}

static void look_up(mbr_tokens *tokens, uint32_t token, mbr_token *out) {
    cc_buf_clear(&tokens->text);
    cc_buf_clear(&tokens->plain);
    if (md_describe(tokens->tables, token, &tokens->text) != CC_OK) {
        *out = (mbr_token){.plain = token, .raw = token};
        return;
    }
    out->is_made = mbr_put_plain(cc_buf_str(&tokens->text), &tokens->plain);
    out->plain = mbr_hash(cc_buf_str(&tokens->plain));
    out->raw = mbr_hash(cc_buf_str(&tokens->text));
    out->looks_up = mbr_looks_up(cc_buf_str(&tokens->text));
    out->keeps = mbr_keeps(cc_buf_str(&tokens->text));
    out->is_delegate = mbr_names_delegate(cc_buf_str(&tokens->text));
    out->is_system =
        MD_TOKEN_TABLE(token) == MD_TYPEDEF || cc_str_starts(cc_buf_str(&tokens->text), "System.");
}

const mbr_token *mbr_token_of(mbr_tokens *tokens, uint32_t token) {
    static const mbr_token unknown = {.plain = 1, .raw = 1};
    mbr_token *slot = slot_of(tokens, token);
    if (slot == NULL) {
        return &unknown;
    }
    if (slot->plain == 0) {
        look_up(tokens, token, slot);
    }
    return slot;
}

static uint64_t look_up_definition(mbr_tokens *tokens, uint32_t token) {
    cc_buf_clear(&tokens->text);
    cc_buf_clear(&tokens->plain);
    if (md_describe_definition(tokens->tables, token, &tokens->text) != CC_OK) {
        return token;
    }
    (void)mbr_put_plain(cc_buf_str(&tokens->text), &tokens->plain);
    return mbr_hash(cc_buf_str(&tokens->plain));
}

uint64_t mbr_definition_of(mbr_tokens *tokens, uint32_t token) {
    mbr_token *slot = slot_of(tokens, token);
    if (slot == NULL) {
        return 1;
    }
    if (slot->definition == 0) {
        slot->definition = look_up_definition(tokens, token);
    }
    return slot->definition;
}

bool mbr_is_made_type(const mbr_tokens *tokens, uint32_t rid) {
    return rid <= md_row_count(tokens->tables, MD_TYPEDEF) && tokens->is_made_type[rid];
}

bool mbr_is_made_method(const mbr_tokens *tokens, uint32_t rid) {
    md_methoddef row;
    cc_str user = {"", 0};
    if (mbr_is_made_type(tokens, md_owner_of_method(tokens->tables, rid))) {
        return true;
    }
    return md_get_methoddef(tokens->tables, rid, &row) == CC_OK &&
           mod_name_is_part(row.name, &user);
}
