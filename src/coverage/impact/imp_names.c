/* How runners name tests beyond class and method; see imp_internal.h. */
#include "coverage/impact/imp_internal.h"

/* NUnit writes arguments into full names: "Ns.Sized(1).Has", "Ns.Sums.Result()". A class of tests has
 * arguments when its constructor has parameters; a method without parameters has "()" when it
 * returns a value, which the attribute compares. */
typedef struct naming {
    cc_map *classes, *methods; /* names of those that may have arguments in their names */
} naming;

static bool refers_to_nunit(const md_tables *tables) {
    for (uint32_t rid = 1; rid <= md_row_count(tables, MD_ASSEMBLYREF); rid++) {
        cc_str name = {"", 0};
        if (md_assembly_ref_name(tables, rid, &name) && cc_str_eqz(name, "nunit.framework")) {
            return true;
        }
    }
    return false;
}

static bool returns_value(const md_tables *tables, uint32_t rid) {
    enum { VOID = 0x01 }; /* ELEMENT_TYPE_VOID */
    cc_span type;
    return md_return_type(tables, rid, &type) && !(type.len == 1 && type.data[0] == VOID);
}

static void take_method(const naming *n, const imp_state *s, const imp_build *build, uint32_t rid) {
    uint32_t index = build->now.of_method[rid];
    if (index == MBR_NONE) {
        return;
    }
    const mbr_member *member = &build->now.members[index];
    if (cc_str_starts(member->name, ".ctor(") && !cc_str_eqz(member->name, ".ctor()")) {
        *cc_map_put_str(n->classes, imp_name_of_tests(s->arena, member->type)) = n->classes;
    }
    if (build->is_test[index] && returns_value(md_image_tables(build->image), rid)) {
        *cc_map_put_str(n->methods, imp_plain_name(member->name)) = n->methods;
    }
}

void imp_name_tests(const imp_state *s, imp_test *tests, uint32_t count) {
    const naming n = {cc_map_new(), cc_map_new()};
    for (uint32_t i = 0; i < s->build_count; i++) {
        const imp_build *build = &s->builds[i];
        if (build->image == NULL || !refers_to_nunit(md_image_tables(build->image))) {
            continue;
        }
        for (uint32_t rid = 1; rid <= build->now.method_count; rid++) {
            take_method(&n, s, build, rid);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        tests[i].has_class_arguments = cc_map_get_str(n.classes, tests[i].type) != NULL;
        tests[i].has_result = cc_map_get_str(n.methods, tests[i].method) != NULL;
    }
    cc_map_free(n.classes);
    cc_map_free(n.methods);
}
