/* What may run between two tests; see mth_boundaries.h. */
#include "method/mth_boundaries.h"
#include "method/mth_set_up.h"
#include "method/mth_test_attributes.h"

#include <string.h>

#include "metadata/md_columns.h"

/* "<>c", "<Test>d__1", "clo@12" */
static bool is_of_compiler(cc_str name) {
    return memchr(name.s, '<', name.len) != NULL || memchr(name.s, '@', name.len) != NULL;
}

static bool is_of_user(const md_tables *tables, uint32_t rid, cc_str name) {
    md_typedef type;
    return !is_of_compiler(name) &&
           md_get_typedef(tables, md_owner_of_method(tables, rid), &type) == CC_OK &&
           !is_of_compiler(type.name);
}

static bool is_boundary(const md_tables *tables, uint32_t rid) {
    enum { STATIC = 0x10, VIRTUAL = 0x40 };
    md_methoddef method;
    if (md_get_methoddef(tables, rid, &method) != CC_OK || method.rva == 0) {
        return false;
    }
    bool may_be = (method.flags & (STATIC | VIRTUAL)) != 0 || cc_str_eqz(method.name, ".ctor");
    return may_be && is_of_user(tables, rid, method.name);
}

/* The method with row `row` of CustomAttribute, when this is of set-up; 0: it is not. */
static uint32_t set_up_of_row(const md_tables *tables, uint32_t row, cc_buf *type) {
    uint32_t parent = 0;
    uint32_t constructor = 0;
    cc_str member = {"", 0};
    cc_buf_clear(type);
    bool is_one =
        md_cell(tables, MD_CUSTOM_ATTRIBUTE, row, MD_COL_CUSTOM_ATTRIBUTE_PARENT, &parent) &&
        MD_TOKEN_TABLE(parent) == MD_METHODDEF &&
        MD_TOKEN_RID(parent) <= md_row_count(tables, MD_METHODDEF) &&
        md_cell(tables, MD_CUSTOM_ATTRIBUTE, row, MD_COL_CUSTOM_ATTRIBUTE_TYPE, &constructor) &&
        md_member_name(tables, constructor, type, &member) == CC_OK &&
        (mth_roles_of_attribute(cc_buf_str(type)) & MTH_ROLE_SET_UP) != 0;
    return is_one ? MD_TOKEN_RID(parent) : 0;
}

static bool mark(mth_test *tests, uint32_t rid) {
    tests[rid].is_boundary = tests[rid].part == MTH_TEST_NONE;
    return tests[rid].is_boundary;
}

bool mth_find_boundaries(const md_tables *tables, mth_test *tests) {
    uint32_t rows = md_row_count(tables, MD_CUSTOM_ATTRIBUTE);
    uint32_t methods = md_row_count(tables, MD_METHODDEF);
    cc_buf type = {0};
    bool has_any = false;
    for (uint32_t rid = 1; rid <= methods; rid++) {
        has_any = (is_boundary(tables, rid) && mark(tests, rid)) || has_any;
    }
    for (uint32_t row = 1; row <= rows; row++) {
        uint32_t rid = set_up_of_row(tables, row, &type);
        has_any = (rid != 0 && mark(tests, rid)) || has_any;
    }
    cc_buf_free(&type);
    return has_any;
}
