/* The members of a build; see mbr.h. */
#include "coverage/members/mbr_internal.h"
#include "coverage/members/mbr_plain.h"
#include "metadata/md_columns.h"

/* TypeAttributes (ECMA-335 II.23.1.15): static classes are abstract and sealed. */
enum { ABSTRACT = 0x80, ABSTRACT_OR_SEALED = 0x180 };

typedef struct reading {
    mod_module module; /* of the names alone */
    const md_tables *tables;
    cc_arena *arena;
    mbr_build *build;
    mbr_tokens tokens;
    mbr_coder coder;
    mbr_names names; /* of the member that is being read, or of what is asked next */
    mbr_lists named, bases, outer, parts;
    bool *looks_up, *keeps; /* by member */
    bool wants_links;
} reading;

/* Of members that are no rows of types. */
static uint64_t identity_of(mbr_kind kind, cc_str name) {
    const uint64_t key[] = {kind, mbr_hash(name)};
    return mbr_digest(cc_span_of(key, sizeof key));
}

static mbr_member *add(reading *r, mbr_kind kind, cc_str type, cc_str name) {
    mbr_member *member = &r->build->members[r->build->count++];
    *member = (mbr_member){.kind = kind, .type = type};
    member->name = (cc_str){cc_arena_strdup(r->arena, name), name.len};
    return member;
}

static cc_str name_of_row(const reading *r, md_table table, uint32_t rid, uint32_t column) {
    uint32_t index = 0;
    cc_str name = {"", 0};
    bool is_named =
        md_cell(r->tables, table, rid, column, &index) && md_string(r->tables, index, &name);
    return is_named ? name : CC_STR("");
}

/* --- links ------------------------------------------------------------------------------------ */

/* Types end their lists of bases and parts before; other members have none. */
static void end_links(reading *r) {
    mbr_names none = {.tokens = &r->tokens};
    mbr_lists_end(&r->named, &r->names);
    mbr_lists_end(&r->bases, &none);
    mbr_lists_end(&r->outer, &none);
    mbr_lists_end(&r->parts, &none);
}

static cc_span signature_of(const reading *r, uint32_t token) {
    cc_span signature = {NULL, 0};
    md_table table = (md_table)MD_TOKEN_TABLE(token);
    uint32_t column = table == MD_FIELD ? MD_COL_FIELD_SIGNATURE : MD_COL_METHODDEF_SIGNATURE;
    uint32_t index = 0;
    if (md_cell(r->tables, table, MD_TOKEN_RID(token), column, &index)) {
        (void)md_blob(r->tables, index, &signature);
    }
    return signature;
}

/* Calls `add` with the base type and the interfaces. */
static void each_base(reading *r, uint32_t type, const md_typedef *row,
                      void (*take)(reading *r, uint32_t token)) {
    uint32_t count = 0;
    uint32_t first =
        md_find(r->tables, MD_INTERFACE_IMPL, MD_COL_INTERFACE_IMPL_CLASS, type, &count);
    if (row->extends != 0) {
        take(r, row->extends);
    }
    for (uint32_t i = first; i < first + count; i++) {
        uint32_t token = 0;
        if (md_cell(r->tables, MD_INTERFACE_IMPL, i, MD_COL_INTERFACE_IMPL_INTERFACE, &token)) {
            take(r, token);
        }
    }
}

static void add_base(reading *r, uint32_t token) {
    mbr_names_add(&r->names, token);
}

static void add_outer_base(reading *r, uint32_t token) {
    size_t before = r->names.items.len;
    if (!mbr_token_of(&r->tokens, token)->is_system) {
        mbr_names_add(&r->names, token);
        r->names.items.len = before + sizeof(uint64_t); /* without type arguments */
    }
}

static void link_type(reading *r, uint32_t type, const md_typedef *row) {
    each_base(r, type, row, add_base);
    mbr_names_add_attributes(&r->names, MD_TOKEN(MD_TYPEDEF, type));
    mbr_lists_end(&r->named, &r->names);
    each_base(r, type, row, add_base);
    mbr_lists_end(&r->bases, &r->names);
    each_base(r, type, row, add_outer_base);
    mbr_lists_end(&r->outer, &r->names);
    for (uint32_t field = row->first_field; field < row->end_field; field++) {
        mbr_names_add_signature(&r->names, signature_of(r, MD_TOKEN(MD_FIELD, field)));
    }
    mbr_lists_end(&r->parts, &r->names);
}

/* --- methods ---------------------------------------------------------------------------------- */

/* Made methods belong to the first member that reaches them. */
static void claim_parts(reading *r, uint32_t member) {
    for (uint32_t i = 0; i < r->coder.queued; i++) {
        uint32_t rid = r->coder.queue[i];
        if (r->build->of_method[rid] == MBR_NONE) {
            r->build->of_method[rid] = member;
        }
    }
}

static void read_method(reading *r, cc_str type, uint32_t rid) {
    cc_str name = {"", 0};
    cc_str signature = {"", 0};
    uint32_t at = r->build->count;
    if (mbr_is_made_method(&r->tokens, rid)) {
        return;
    }
    mod_method_names(&r->module, rid, CC_STR(""), r->arena, &name, &signature);
    cc_str shown =
        cc_strz(cc_arena_printf(r->arena, "%.*s%.*s", CC_STR_ARGS(name), CC_STR_ARGS(signature)));
    mbr_member *member = add(r, MBR_METHOD, type, shown);
    member->identity = mbr_definition_of(&r->tokens, MD_TOKEN(MD_METHODDEF, rid));
    member->declaration = mbr_declare_method(&r->tokens, rid);
    member->code = mbr_code_of(&r->coder, rid);
    claim_parts(r, at);
    r->looks_up[at] = r->coder.looks_up;
    r->keeps[at] = r->coder.sets_field || (r->coder.fills && r->coder.reads_field);
    if (r->wants_links) {
        mbr_names_add_signature(&r->names, signature_of(r, MD_TOKEN(MD_METHODDEF, rid)));
        mbr_names_add_attributes(&r->names, MD_TOKEN(MD_METHODDEF, rid));
        end_links(r);
    }
}

/* --- fields ----------------------------------------------------------------------------------- */

/* Fields that only code which is compared itself names: caches of delegates, static locals, initial
 * values of arrays. */
static bool is_made_field(cc_str name) {
    return cc_str_starts(name, "<>") || cc_str_starts(name, "$STATIC$") || mbr_is_data(name);
}

static void read_field(reading *r, cc_str type, uint32_t rid) {
    cc_str name = name_of_row(r, MD_FIELD, rid, MD_COL_FIELD_NAME);
    if (is_made_field(name)) {
        return;
    }
    cc_span signature = signature_of(r, MD_TOKEN(MD_FIELD, rid));
    r->keeps[r->build->count] = mbr_is_delegate(&r->tokens, signature);
    mbr_member *member = add(r, MBR_FIELD, type, name);
    member->identity = mbr_definition_of(&r->tokens, MD_TOKEN(MD_FIELD, rid));
    member->declaration = mbr_declare_field(&r->tokens, rid);
    if (r->wants_links) {
        mbr_names_add_signature(&r->names, signature);
        mbr_names_add_attributes(&r->names, MD_TOKEN(MD_FIELD, rid));
        end_links(r);
    }
}

/* --- types ------------------------------------------------------------------------------------ */

/* TUnit generates a class for each test from its attributes, which are compared themselves. The class
 * has the lines of the tests. */
static bool is_registration(const md_typedef *row) {
    return cc_str_eqz(row->space, "TUnit.Generated");
}

/* The row of each type is read, also of those that are left out: where one run of members ends the
 * next one begins, so that no row is a member twice. */
static cc_err read_type(reading *r, uint32_t rid) {
    md_typedef row;
    CC_TRY(md_get_typedef(r->tables, rid, &row));
    if (mbr_is_made_type(&r->tokens, rid) || is_registration(&row)) {
        return CC_OK;
    }
    cc_str type = mod_class_name(&r->module, rid, r->arena);
    mbr_member *member = add(r, MBR_TYPE, type, CC_STR(""));
    member->identity = mbr_token_of(&r->tokens, MD_TOKEN(MD_TYPEDEF, rid))->plain;
    member->declaration = mbr_declare_type(&r->tokens, rid);
    member->is_abstract = (row.flags & ABSTRACT_OR_SEALED) == ABSTRACT;
    if (r->wants_links) {
        link_type(r, rid, &row);
    }
    for (uint32_t field = row.first_field; field < row.end_field; field++) {
        read_field(r, type, field);
    }
    for (uint32_t method = row.first_method; method < row.end_method; method++) {
        read_method(r, type, method);
    }
    return CC_OK;
}

/* --- the assembly ----------------------------------------------------------------------------- */

static void read_assembly(reading *r) {
    mbr_member *member = add(r, MBR_ASSEMBLY, CC_STR(""), r->build->assembly);
    member->identity = identity_of(MBR_ASSEMBLY, CC_STR(""));
    member->declaration = mbr_declare_assembly(&r->tokens);
    member->code = mbr_texts_of_assembly(&r->tokens);
    end_links(r);
}

static void read_resource(reading *r, uint32_t rid) {
    cc_str name = name_of_row(r, MD_MANIFEST_RESOURCE, rid, MD_COL_MANIFEST_RESOURCE_NAME);
    if (mbr_is_derived_resource(name)) {
        return;
    }
    mbr_member *member = add(r, MBR_RESOURCE, CC_STR(""), name);
    member->identity = identity_of(MBR_RESOURCE, name);
    member->declaration = mbr_declare_resource(&r->tokens, rid);
    end_links(r);
}

static cc_err read_all(reading *r) {
    CC_TRY(md_assembly_name(r->tables, &r->build->assembly));
    read_assembly(r);
    for (uint32_t i = 1; i <= md_row_count(r->tables, MD_TYPEDEF); i++) {
        CC_TRY(read_type(r, i));
    }
    for (uint32_t i = 1; i <= md_row_count(r->tables, MD_MANIFEST_RESOURCE); i++) {
        read_resource(r, i);
    }
    return CC_OK;
}

static void prepare(reading *r) {
    static const md_table tables[] = {MD_TYPEDEF, MD_METHODDEF, MD_FIELD, MD_MANIFEST_RESOURCE};
    size_t most = 1;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        most += md_row_count(r->tables, tables[i]);
    }
    uint32_t methods = md_row_count(r->tables, MD_METHODDEF);
    r->build->members = CC_NEW_ARRAY(r->arena, mbr_member, most);
    r->looks_up = CC_NEW_ARRAY(r->arena, bool, most);
    r->keeps = CC_NEW_ARRAY(r->arena, bool, most);
    r->build->of_method = CC_NEW_ARRAY(r->arena, uint32_t, (size_t)methods + 1);
    r->build->method_count = methods;
    for (uint32_t i = 0; i <= methods; i++) {
        r->build->of_method[i] = MBR_NONE;
    }
}

static void take_links(reading *r, mbr_links *out) {
    mbr_links links = {.named = mbr_lists_take(&r->named, r->arena),
                       .bases = mbr_lists_take(&r->bases, r->arena),
                       .outer = mbr_lists_take(&r->outer, r->arena),
                       .parts = mbr_lists_take(&r->parts, r->arena),
                       .looks_up = r->looks_up,
                       .keeps = r->keeps};
    if (out != NULL) {
        *out = links;
    }
}

cc_err mbr_read(mbr_build *out, mbr_links *links, const md_image *image, cc_arena *arena) {
    const md_tables *tables = md_image_tables(image);
    cc_arena *scratch = cc_arena_new();
    reading r = {.module = {.image = NULL, .tables = tables, .arena = scratch},
                 .tables = tables,
                 .arena = arena,
                 .build = out,
                 .wants_links = links != NULL};
    *out = (mbr_build){.assembly = {"", 0}};
    prepare(&r);
    mbr_tokens_open(&r.tokens, image, scratch);
    mbr_coder_open(&r.coder, &r.tokens, scratch);
    r.names.tokens = &r.tokens;
    r.coder.names = links != NULL ? &r.names : NULL;
    cc_err err = read_all(&r);
    take_links(&r, links);
    mbr_coder_close(&r.coder);
    mbr_tokens_close(&r.tokens);
    cc_buf_free(&r.names.items);
    cc_arena_free(scratch);
    return err;
}
