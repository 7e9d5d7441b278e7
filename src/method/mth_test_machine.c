/* The state machine of an async method; see mth_test_machine.h. */
#include "method/mth_test_machine.h"
#include "metadata/md_columns.h"

/* The type in the value of an AsyncStateMachineAttribute: "Ns.Outer+<Test>d__1, ...". */
static bool machine_name(const md_tables *tables, uint32_t rid, cc_str *out) {
    cc_buf name = {0};
    cc_span value = {NULL, 0};
    uint32_t cursor = 0;
    uint16_t prolog = 0;
    uint32_t len = 0;
    cc_span text;
    bool found = false;
    while (!found &&
           md_next_attribute(tables, MD_TOKEN(MD_METHODDEF, rid), &cursor, &name, &value)) {
        found = cc_str_eqz(cc_buf_str(&name),
                           "System.Runtime.CompilerServices.AsyncStateMachineAttribute");
        cc_buf_clear(&name);
    }
    cc_buf_free(&name);
    if (!found || !cc_span_u16(&value, &prolog) || !md_compressed(&value, &len) ||
        !cc_span_take(&value, len, &text)) {
        return false;
    }
    *out = (cc_str){(const char *)text.data, text.len};
    return true;
}

/* The simple name: after the last '+', before the assembly. Names of state machines have no
 * comma. */
static cc_str nested_name(cc_str name) {
    size_t end = 0;
    size_t start = 0;
    while (end < name.len && name.s[end] != ',') {
        start = name.s[end] == '+' ? end + 1 : start;
        end++;
    }
    return (cc_str){name.s + start, end - start};
}

static uint32_t find_nested(const md_tables *tables, uint32_t outer, cc_str name) {
    uint32_t count = md_row_count(tables, MD_NESTED_CLASS);
    for (uint32_t row = 1; row <= count; row++) {
        uint32_t inner = 0;
        uint32_t enclosing = 0;
        md_typedef type;
        if (md_cell(tables, MD_NESTED_CLASS, row, MD_COL_NESTED_CLASS_ENCLOSING_CLASS,
                    &enclosing) &&
            enclosing == outer &&
            md_cell(tables, MD_NESTED_CLASS, row, MD_COL_NESTED_CLASS_NESTED_CLASS, &inner) &&
            md_get_typedef(tables, inner, &type) == CC_OK && cc_str_eq(type.name, name)) {
            return inner;
        }
    }
    return 0;
}

static uint32_t find_move_next(const md_tables *tables, uint32_t machine) {
    md_typedef type;
    if (machine == 0 || md_get_typedef(tables, machine, &type) != CC_OK) {
        return 0;
    }
    for (uint32_t rid = type.first_method; rid < type.end_method; rid++) {
        md_methoddef method;
        if (md_get_methoddef(tables, rid, &method) == CC_OK &&
            cc_str_eqz(method.name, "MoveNext")) {
            return rid;
        }
    }
    return 0;
}

uint32_t mth_machine_of(const md_tables *tables, uint32_t rid) {
    cc_str name;
    if (!machine_name(tables, rid, &name)) {
        return 0;
    }
    uint32_t outer = md_owner_of_method(tables, rid);
    return find_move_next(tables, find_nested(tables, outer, nested_name(name)));
}
