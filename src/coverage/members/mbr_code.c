/* Digests of code. A method is read together with the compiler-made methods that it reaches: lambdas,
 * local functions, state machines, closures. Their names count without ordinals; what keeps two of
 * them apart is the order in which they occur. */
#include "coverage/members/mbr_internal.h"
#include "coverage/module/mod_name.h"
#include "rewriter/il/il.h"

enum { STRING_TABLE = 0x70, CONSTRAINED_BYTE0 = 0xFE, CONSTRAINED_BYTE1 = 0x16 };

void mbr_coder_open(mbr_coder *out, mbr_tokens *tokens, cc_arena *arena) {
    *out = (mbr_coder){.tokens = tokens, .scratch = cc_arena_new(), .ordinals = cc_map_new()};
    uint32_t methods = md_row_count(tokens->tables, MD_METHODDEF);
    out->seen_by = CC_NEW_ARRAY(arena, uint32_t, (size_t)methods + 1);
    out->queue = CC_NEW_ARRAY(arena, uint32_t, (size_t)methods + 1);
}

void mbr_coder_close(mbr_coder *coder) {
    cc_buf_free(&coder->out);
    cc_map_free(coder->ordinals);
    cc_arena_free(coder->scratch);
}

/* --- the methods that belong to a member ------------------------------------------------------ */

static void queue(mbr_coder *c, uint32_t rid) {
    if (c->seen_by[rid] != c->number) {
        c->seen_by[rid] = c->number;
        c->queue[c->queued++] = rid;
    }
}

static bool is_shared_name(cc_str name) {
    return cc_str_eqz(name, "<>c") || cc_str_eqz(name, "<>O") || cc_str_eqz(name, "_Closure$__") ||
           cc_str_starts(name, "<>c`") || cc_str_starts(name, "<>O`") ||
           cc_str_starts(name, "_Closure$__`") || cc_str_starts(name, "<PrivateImplementation");
}

/* One such type serves many methods of the user: only what code names of it belongs to them. */
static bool is_shared_type(const mbr_coder *c, uint32_t rid) {
    md_typedef row;
    return md_get_typedef(c->tokens->tables, rid, &row) == CC_OK && is_shared_name(row.name);
}

static void queue_type(mbr_coder *c, uint32_t rid) {
    md_typedef row;
    if (!mbr_is_made_type(c->tokens, rid) || is_shared_type(c, rid) ||
        md_get_typedef(c->tokens->tables, rid, &row) != CC_OK) {
        return;
    }
    for (uint32_t method = row.first_method; method < row.end_method; method++) {
        queue(c, method);
    }
}

static uint32_t type_of(const md_tables *tables, uint32_t token) {
    md_table table = (md_table)MD_TOKEN_TABLE(token);
    if (table == MD_TYPEDEF) {
        return MD_TOKEN_RID(token);
    }
    return table == MD_TYPEREF || table == MD_TYPESPEC ? 0 : md_member_owner(tables, token);
}

static void queue_made(void *ctx, uint32_t token) {
    mbr_coder *c = ctx;
    if (MD_TOKEN_TABLE(token) == MD_TYPEDEF) {
        queue_type(c, MD_TOKEN_RID(token));
    }
}

static void follow(mbr_coder *c, uint32_t token) {
    const md_tables *tables = c->tokens->tables;
    uint32_t method = MD_TOKEN_TABLE(token) == MD_FIELD ? 0 : md_method_in_module(tables, token);
    if (method != 0 && mbr_is_made_method(c->tokens, method)) {
        queue(c, method);
    }
    queue_type(c, type_of(tables, token));
    md_each_type(tables, token, queue_made, c);
}

/* --- instructions ----------------------------------------------------------------------------- */

static void put_made(mbr_coder *c, const mbr_token *token) {
    void **place = cc_map_put_u64(c->ordinals, token->raw);
    if (*place == NULL) {
        *place = (void *)(uintptr_t)cc_map_count(c->ordinals);
    }
    cc_buf_u64(&c->out, token->plain);
    cc_buf_u32(&c->out, (uint32_t)(uintptr_t)*place);
}

/* A static constructor sets the fields of its type: that does not depend on what else the type is. */
static void put_name(const mbr_coder *c, uint32_t token) {
    bool is_own_field = c->type_of_constructor != 0 && MD_TOKEN_TABLE(token) == MD_FIELD &&
                        md_member_owner(c->tokens->tables, token) == c->type_of_constructor;
    if (is_own_field) {
        mbr_names_add_alone(c->names, token);
        return;
    }
    mbr_names_add(c->names, token);
}

/* Initial values of arrays and spans are bytes of a field of the compiler. */
static void put_data(mbr_coder *c, uint32_t token) {
    if (MD_TOKEN_TABLE(token) == MD_FIELD) {
        cc_buf_u64(&c->out, mbr_data_of(c->tokens, MD_TOKEN_RID(token)));
    }
}

static void put_token(mbr_coder *c, uint32_t token) {
    cc_span text = {NULL, 0};
    if (MD_TOKEN_TABLE(token) == STRING_TABLE) {
        (void)md_user_string(c->tokens->tables, MD_TOKEN_RID(token), &text);
        cc_buf_u32(&c->out, (uint32_t)text.len);
        cc_buf_span_put(&c->out, text);
        return;
    }
    const mbr_token *known = mbr_token_of(c->tokens, token);
    c->looks_up = c->looks_up || known->looks_up;
    c->fills = c->fills || known->keeps;
    if (c->names != NULL) {
        put_name(c, token);
    }
    if (!known->is_made) {
        cc_buf_u64(&c->out, known->plain);
        return;
    }
    put_made(c, known);
    put_data(c, token);
    follow(c, token);
}

/* The type of constrained. is the operand of a prefix. */
static void put_prefixes(mbr_coder *c, const il_body *body, const il_insn *insn) {
    enum { TOKEN_AT = 2, SIZE = 6 };
    cc_span rest = {NULL, 0};
    uint32_t token = 0;
    cc_buf_u8(&c->out, insn->prefixes);
    if ((insn->prefixes & IL_PREFIX_CONSTRAINED) == 0 ||
        !cc_span_slice(body->code, insn->offset, insn->prefix_size, &rest)) {
        return;
    }
    for (; rest.len >= SIZE; rest.data++, rest.len--) {
        if (rest.data[0] == CONSTRAINED_BYTE0 && rest.data[1] == CONSTRAINED_BYTE1) {
            rest.data += TOKEN_AT;
            rest.len -= TOKEN_AT;
            (void)cc_span_u32(&rest, &token);
            put_token(c, token);
            return;
        }
    }
}

static void put_switch(mbr_coder *c, const il_body *body, const il_insn *insn) {
    cc_buf_u32(&c->out, insn->target_count);
    for (uint32_t i = 0; i < insn->target_count; i++) {
        cc_buf_u32(&c->out, body->targets[insn->target + i]);
    }
}

/* `Value ??= Make()` sets a property of the same type. */
static bool is_own_setter(const mbr_coder *c, uint32_t token) {
    const md_tables *tables = c->tokens->tables;
    md_table table = (md_table)MD_TOKEN_TABLE(token);
    bool is_method = table == MD_METHODDEF || table == MD_MEMBERREF || table == MD_METHODSPEC;
    uint32_t rid = is_method ? md_method_in_module(tables, token) : 0;
    md_methoddef row;
    return rid != 0 && md_owner_of_method(tables, rid) == c->type &&
           md_get_methoddef(tables, rid, &row) == CC_OK && cc_str_starts(row.name, "set_");
}

/* Fields that the compiler made are variables of the method. */
static bool sets_field(const mbr_coder *c, const il_insn *insn) {
    uint32_t token = (uint32_t)insn->operand;
    if (insn->op == IL_STSFLD || insn->op == IL_STFLD) {
        return !mbr_token_of(c->tokens, token)->is_made;
    }
    return (insn->op == IL_CALL || insn->op == IL_CALLVIRT) && is_own_setter(c, token);
}

static void note_field(mbr_coder *c, const il_insn *insn) {
    c->reads_field = c->reads_field || insn->op == IL_LDFLD || insn->op == IL_LDSFLD;
    c->sets_field = c->sets_field || (!c->is_constructor && sets_field(c, insn));
}

/* Short and long forms are one instruction. */
static void put_insn(mbr_coder *c, const il_body *body, const il_insn *insn) {
    cc_buf_u16(&c->out, (uint16_t)il_long_op(insn));
    if (insn->prefixes != 0) {
        put_prefixes(c, body, insn);
    }
    il_operand operand = (il_operand)il_op_get((il_op)insn->op)->operand;
    if (operand == IL_OPERAND_TOKEN) {
        put_token(c, (uint32_t)insn->operand);
        note_field(c, insn);
    } else if (operand == IL_OPERAND_SWITCH) {
        put_switch(c, body, insn);
    } else if (operand == IL_OPERAND_BRANCH8 || operand == IL_OPERAND_BRANCH32) {
        cc_buf_u32(&c->out, insn->target);
    } else {
        cc_buf_u64(&c->out, (uint64_t)insn->operand);
    }
}

static void put_clause(mbr_coder *c, const il_clause *clause) {
    cc_buf_u8(&c->out, (uint8_t)clause->kind);
    cc_buf_u32(&c->out, clause->try_start);
    cc_buf_u32(&c->out, clause->try_end);
    cc_buf_u32(&c->out, clause->handler_start);
    cc_buf_u32(&c->out, clause->handler_end);
    if (clause->kind == IL_CLAUSE_FILTER) {
        cc_buf_u32(&c->out, clause->filter_start);
    }
    if (clause->kind == IL_CLAUSE_CATCH) {
        put_token(c, clause->class_token);
    }
}

static void put_body(mbr_coder *c, const il_body *body) {
    cc_buf_u8(&c->out, body->init_locals ? 1 : 0);
    if (body->local_sig != 0) {
        put_token(c, body->local_sig);
    }
    for (uint32_t i = 0; i < body->insn_count; i++) {
        put_insn(c, body, &body->insns[i]);
    }
    for (uint32_t i = 0; i < body->clause_count; i++) {
        put_clause(c, &body->clauses[i]);
    }
}

/* --- methods ---------------------------------------------------------------------------------- */

/* False: the method has no code. What cannot be decoded counts with its bytes up to the end of its
 * section, so that it rather seems changed. */
static bool put_method(mbr_coder *c, uint32_t rid) {
    md_methoddef row;
    cc_span bytes = {NULL, 0};
    il_body body = {0};
    const md_image *image = c->tokens->image;
    if (md_get_methoddef(c->tokens->tables, rid, &row) != CC_OK || row.rva == 0 ||
        md_image_at_rva(image, row.rva, &bytes) != CC_OK) {
        return false;
    }
    cc_arena_reset(c->scratch);
    if (il_decode(&body, bytes, c->scratch) != CC_OK) {
        cc_buf_span_put(&c->out, bytes);
        return true;
    }
    put_body(c, &body);
    return true;
}

/* A made method counts with what it is, too: its place among the others is not enough. */
static void put_part(mbr_coder *c, uint32_t rid) {
    const mbr_token *token = mbr_token_of(c->tokens, MD_TOKEN(MD_METHODDEF, rid));
    put_made(c, token);
    (void)put_method(c, rid);
}

static bool has_name(const mbr_coder *c, uint32_t rid, const char *name) {
    md_methoddef row;
    return md_get_methoddef(c->tokens->tables, rid, &row) == CC_OK && cc_str_eqz(row.name, name);
}

uint64_t mbr_code_of(mbr_coder *c, uint32_t rid) {
    c->number++;
    c->type_of_constructor =
        has_name(c, rid, ".cctor") ? md_owner_of_method(c->tokens->tables, rid) : 0;
    c->queued = 0;
    c->taken = 1;
    c->type = md_owner_of_method(c->tokens->tables, rid);
    c->is_constructor = c->type_of_constructor != 0 || has_name(c, rid, ".ctor");
    c->looks_up = c->sets_field = c->reads_field = c->fills = false;
    cc_buf_clear(&c->out);
    if (cc_map_count(c->ordinals) > 0) {
        cc_map_free(c->ordinals);
        c->ordinals = cc_map_new();
    }
    queue(c, rid);
    if (!put_method(c, rid)) {
        return 0;
    }
    while (c->taken < c->queued) {
        put_part(c, c->queue[c->taken++]);
    }
    return mbr_digest(cc_buf_span(&c->out));
}
