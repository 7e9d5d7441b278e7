/* Accessors of properties and events, and which of them are compiler-made. See mod_select.h. */
#include <string.h>

#include "coverage/module/mod_select.h"
#include "metadata/md_columns.h"

uint32_t *mod_accessors(const mod_module *m) {
    uint32_t *out = CC_NEW_ARRAY(m->arena, uint32_t, (size_t)m->method_count + 1);
    uint32_t count = md_row_count(m->tables, MD_METHOD_SEMANTICS);
    for (uint32_t rid = 1; out != NULL && rid <= count; rid++) {
        uint32_t method = 0;
        uint32_t association = 0;
        if (md_cell(m->tables, MD_METHOD_SEMANTICS, rid, MD_COL_METHOD_SEMANTICS_METHOD, &method) &&
            md_cell(m->tables, MD_METHOD_SEMANTICS, rid, MD_COL_METHOD_SEMANTICS_ASSOCIATION,
                    &association) &&
            method >= 1 && method <= m->method_count) {
            out[method] = association;
        }
    }
    return out;
}

/* Compares `text` with prefix + name + suffix, without joining them. */
static bool is_made_of(cc_str text, const char *prefix, cc_str name, const char *suffix) {
    size_t front = strlen(prefix);
    size_t back = strlen(suffix);
    return text.len == front + name.len + back && cc_str_starts(text, prefix) &&
           cc_str_ends(text, suffix) && memcmp(text.s + front, name.s, name.len) == 0;
}

static bool has_backing_field(const mod_module *m, uint32_t type, cc_str property) {
    md_typedef row;
    if (md_get_typedef(m->tables, type, &row) != CC_OK) {
        return false;
    }
    for (uint32_t rid = row.first_field; rid < row.end_field; rid++) {
        uint32_t index = 0;
        cc_str name = {"", 0};
        if (md_cell(m->tables, MD_FIELD, rid, MD_COL_FIELD_NAME, &index) &&
            md_string(m->tables, index, &name) &&
            (is_made_of(name, "<", property, ">k__BackingField") ||
             is_made_of(name, "", property, "@"))) {
            return true;
        }
    }
    return false;
}

bool mod_is_auto_accessor(const mod_module *m, uint32_t method, uint32_t property) {
    uint32_t index = 0;
    cc_str name = {"", 0};
    return MD_TOKEN_TABLE(property) == MD_PROPERTY &&
           md_has_attribute(m->tables, MD_TOKEN(MD_METHODDEF, method),
                            "System.Runtime.CompilerServices.CompilerGeneratedAttribute") &&
           md_cell(m->tables, MD_PROPERTY, MD_TOKEN_RID(property), MD_COL_PROPERTY_NAME, &index) &&
           md_string(m->tables, index, &name) &&
           has_backing_field(m, md_owner_of_method(m->tables, method), name);
}
