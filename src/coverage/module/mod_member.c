/* Names of types and methods as reports show them; see mod.h. */
#include "coverage/module/mod.h"
#include "coverage/module/mod_name.h"

static cc_str keep(cc_arena *arena, cc_buf *text) {
    char *copy = cc_arena_strdup(arena, cc_buf_str(text));
    size_t length = text->len;
    cc_buf_free(text);
    return (cc_str){copy, length};
}

cc_str mod_class_name(const mod_module *m, uint32_t type, cc_arena *arena) {
    cc_buf name = {0};
    if (md_type_name(m->tables, MD_TOKEN(MD_TYPEDEF, type), &name) != CC_OK || name.len == 0) {
        cc_buf_clear(&name);
        cc_buf_printf(&name, "type 0x%08x", MD_TOKEN(MD_TYPEDEF, type));
    }
    mod_name_show_full(&name);
    return keep(arena, &name);
}

void mod_method_names(const mod_module *m, uint32_t rid, cc_str given, cc_arena *arena,
                      cc_str *name, cc_str *signature) {
    const md_tables *t = m->tables;
    cc_buf text = {0};
    cc_buf sig = {0};
    md_methoddef row;
    uint32_t arity = 0;
    bool known = md_get_methoddef(t, rid, &row) == CC_OK;
    cc_str own = known ? row.name : CC_STR("?");
    cc_buf_str_put(&text, given.len > 0 ? given : own);
    if (text.len == 0) {
        cc_buf_printf(&text, "method 0x%08x", MD_TOKEN(MD_METHODDEF, rid));
    }
    if (md_find(t, MD_GENERIC_PARAM, 2, MD_TOKEN(MD_METHODDEF, rid), &arity) != 0 && arity > 0) {
        cc_buf_printf(&text, "`%u", arity);
    }
    if (!known || md_signature_name(t, rid, &sig) != CC_OK) {
        cc_buf_clear(&sig);
        cc_buf_printf(&sig, "(0x%08x)", MD_TOKEN(MD_METHODDEF, rid));
    }
    bool converts = cc_str_eqz(own, "op_Implicit") || cc_str_eqz(own, "op_Explicit");
    if (converts && md_return_name(t, rid, &sig) != CC_OK) {
        cc_buf_printf(&sig, "0x%08x", MD_TOKEN(MD_METHODDEF, rid));
    }
    *name = keep(arena, &text);
    *signature = keep(arena, &sig);
}
