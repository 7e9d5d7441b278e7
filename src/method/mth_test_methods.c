/* Test methods and their state machines; see mth_test_methods.h. */
#include "method/mth_test_methods.h"
#include "metadata/md_columns.h"
#include "method/mth.h"
#include "method/mth_boundaries.h"
#include "method/mth_factories.h"
#include "method/mth_set_up.h"
#include "method/mth_test_attributes.h"
#include "method/mth_test_machine.h"

enum { MOST_BASES = 16 };

typedef struct search {
    const md_tables *tables;
    const mth_elsewhere *other;
    mth_test *tests; /* by rid */
    /* by rid of an attribute's constructor: what is_test_attribute() found */
    uint8_t *of_methods, *of_references;
    bool has_any;
} search;

/* --- attributes ------------------------------------------------------------------------------- */

/* `scope`: an AssemblyRef; other scopes are of this assembly. */
static bool makes_tests(const search *s, uint32_t scope, cc_str name) {
    cc_str assembly = {"", 0};
    if ((mth_roles_of_attribute(name) & MTH_ROLE_TEST) != 0) {
        return true;
    }
    return s->other != NULL && MD_TOKEN_TABLE(scope) == MD_ASSEMBLYREF &&
           md_assembly_ref_name(s->tables, MD_TOKEN_RID(scope), &assembly) &&
           s->other->is_test_type(s->other->ctx, assembly, name);
}

/* The scope of a TypeRef; 0 for other types, nested ones too: attributes are not nested. */
static uint32_t scope_of_type(const search *s, uint32_t token) {
    uint32_t scope = 0;
    bool has_scope =
        MD_TOKEN_TABLE(token) == MD_TYPEREF && md_cell(s->tables, MD_TYPEREF, MD_TOKEN_RID(token),
                                                       MD_COL_TYPEREF_RESOLUTION_SCOPE, &scope);
    return has_scope ? scope : 0;
}

/* A base class of the TypeDef makes tests. */
static bool has_test_base(const search *s, uint32_t rid) {
    cc_buf name = {0};
    bool is_one = false;
    md_typedef type;
    for (int i = 0; i < MOST_BASES && !is_one && rid != 0; i++) {
        if (md_get_typedef(s->tables, rid, &type) != CC_OK || type.extends == 0) {
            break;
        }
        cc_buf_clear(&name);
        is_one = md_type_name(s->tables, type.extends, &name) == CC_OK &&
                 makes_tests(s, scope_of_type(s, type.extends), cc_buf_str(&name));
        bool is_here = MD_TOKEN_TABLE(type.extends) == MD_TYPEDEF;
        rid = is_here ? MD_TOKEN_RID(type.extends) : 0;
    }
    cc_buf_free(&name);
    return is_one;
}

static bool is_test_type(const search *s, uint32_t constructor) {
    if (MD_TOKEN_TABLE(constructor) == MD_METHODDEF) {
        return has_test_base(s, md_owner_of_method(s->tables, MD_TOKEN_RID(constructor)));
    }
    cc_buf name = {0};
    cc_str member = {"", 0};
    bool is_one = md_member_name(s->tables, constructor, &name, &member) == CC_OK &&
                  makes_tests(s, md_member_scope(s->tables, constructor), cc_buf_str(&name));
    cc_buf_free(&name);
    return is_one;
}

/* The attribute with this constructor makes tests. Assemblies use a few attributes very often. */
static bool is_test_attribute(search *s, uint32_t constructor) {
    enum { UNKNOWN = 0, NO = 1, YES = 2 };
    bool is_here = MD_TOKEN_TABLE(constructor) == MD_METHODDEF;
    uint32_t rid = MD_TOKEN_RID(constructor);
    md_table table = is_here ? MD_METHODDEF : MD_MEMBERREF;
    if (rid > md_row_count(s->tables, table)) {
        return false;
    }
    uint8_t *known = is_here ? &s->of_methods[rid] : &s->of_references[rid];
    if (*known == UNKNOWN) {
        *known = is_test_type(s, constructor) ? YES : NO;
    }
    return *known == YES;
}

/* --- parts ------------------------------------------------------------------------------------ */

/* A task, or what the framework enumerates. */
static bool returns_work(const search *s, uint32_t rid) {
    cc_buf name = {0};
    cc_str text = {"", 0};
    if (md_return_name(s->tables, rid, &name) == CC_OK) {
        text = cc_buf_str(&name);
    }
    bool is_task = cc_str_starts(text, "System.Threading.Tasks.Task") ||
                   cc_str_starts(text, "System.Threading.Tasks.ValueTask") ||
                   cc_str_starts(text, "Microsoft.FSharp.Control.FSharpAsync") ||
                   cc_str_starts(text, "System.Collections.IEnumera") ||
                   cc_str_starts(text, "System.Collections.Generic.IEnumera") ||
                   cc_str_starts(text, "System.Collections.Generic.IAsyncEnumera");
    cc_buf_free(&name);
    return is_task;
}

static bool is_void(cc_span type) {
    enum { VOID = 0x01 };
    return type.len == 1 && type.data[0] == VOID;
}

/* What a body that the runtime suspends leaves on the stack: T of Task<T>. */
static cc_span value_of_async(const search *s, cc_span type) {
    cc_span argument = {NULL, 0};
    (void)md_only_argument(s->tables, type, &argument);
    return argument;
}

static void add_test(search *s, uint32_t rid) {
    md_methoddef method;
    mth_test *test = &s->tests[rid];
    cc_span type = {NULL, 0};
    if (md_get_methoddef(s->tables, rid, &method) != CC_OK || method.rva == 0 ||
        !md_return_type(s->tables, rid, &type)) {
        return;
    }
    uint32_t machine = mth_machine_of(s->tables, rid);
    test->method = rid;
    s->has_any = true;
    if (machine != 0) {
        test->part = MTH_TEST_START;
        s->tests[machine] = (mth_test){.part = MTH_TEST_MACHINE, .method = rid};
        return;
    }
    bool is_async = (method.impl_flags & MD_IMPL_ASYNC) != 0;
    if (!is_async && returns_work(s, rid)) {
        test->part = MTH_TEST_OPEN;
        test->value = type;
        return;
    }
    test->part = MTH_TEST_WHOLE;
    if (!is_void(type)) {
        test->value = is_async ? value_of_async(s, type) : type;
    }
}

/* The method with row `rid` of CustomAttribute, when this makes it a test; 0: it does not. */
static uint32_t test_of_row(search *s, uint32_t row) {
    uint32_t parent = 0;
    uint32_t constructor = 0;
    bool is_one =
        md_cell(s->tables, MD_CUSTOM_ATTRIBUTE, row, MD_COL_CUSTOM_ATTRIBUTE_PARENT, &parent) &&
        MD_TOKEN_TABLE(parent) == MD_METHODDEF &&
        MD_TOKEN_RID(parent) <= md_row_count(s->tables, MD_METHODDEF) &&
        md_cell(s->tables, MD_CUSTOM_ATTRIBUTE, row, MD_COL_CUSTOM_ATTRIBUTE_TYPE, &constructor) &&
        is_test_attribute(s, constructor);
    return is_one ? MD_TOKEN_RID(parent) : 0;
}

/* --- overrides -------------------------------------------------------------------------------- */

/* The TypeDef with the full name; 0: there is none. */
static uint32_t find_type(const md_tables *tables, cc_str name) {
    uint32_t count = md_row_count(tables, MD_TYPEDEF);
    cc_buf full = {0};
    uint32_t found = 0;
    for (uint32_t rid = 1; rid <= count && found == 0; rid++) {
        cc_buf_clear(&full);
        if (md_type_name(tables, MD_TOKEN(MD_TYPEDEF, rid), &full) == CC_OK &&
            cc_str_eq(cc_buf_str(&full), name)) {
            found = rid;
        }
    }
    cc_buf_free(&full);
    return found;
}

uint32_t mth_base_type(const md_tables *tables, uint32_t rid) {
    md_typedef type;
    cc_buf name = {0};
    uint32_t base = 0;
    if (md_get_typedef(tables, rid, &type) != CC_OK || type.extends == 0) {
        return 0;
    }
    if (MD_TOKEN_TABLE(type.extends) == MD_TYPEDEF) {
        uint32_t extends = MD_TOKEN_RID(type.extends);
        return extends <= md_row_count(tables, MD_TYPEDEF) ? extends : 0;
    }
    bool is_instance = MD_TOKEN_TABLE(type.extends) == MD_TYPESPEC;
    if (is_instance && md_definition_name(tables, type.extends, &name) == CC_OK) {
        base = find_type(tables, cc_buf_str(&name));
    }
    cc_buf_free(&name);
    return base;
}

static bool derives_from(const search *s, uint32_t type, uint32_t base) {
    for (int i = 0; i < MOST_BASES && type != 0; i++) {
        type = mth_base_type(s->tables, type);
        if (type == base) {
            return true;
        }
    }
    return false;
}

static bool is_test(const mth_test *test) {
    mth_test_part part = test->part;
    return part == MTH_TEST_WHOLE || part == MTH_TEST_START || part == MTH_TEST_OPEN;
}

/* A virtual method in the place of one of a base class, by name: an overload counts as well. */
static bool is_override(const search *s, uint32_t rid, cc_str name) {
    enum { VIRTUAL = 0x40, NEW_SLOT = 0x100 };
    md_methoddef method;
    return s->tests[rid].part == MTH_TEST_NONE &&
           md_get_methoddef(s->tables, rid, &method) == CC_OK &&
           (method.flags & (VIRTUAL | NEW_SLOT)) == VIRTUAL && cc_str_eq(method.name, name);
}

static void add_overrides(search *s, uint32_t test) {
    enum { VIRTUAL = 0x40 };
    uint32_t count = md_row_count(s->tables, MD_METHODDEF);
    uint32_t owner = md_owner_of_method(s->tables, test);
    md_methoddef method;
    if (md_get_methoddef(s->tables, test, &method) != CC_OK || (method.flags & VIRTUAL) == 0) {
        return;
    }
    for (uint32_t rid = 1; rid <= count; rid++) {
        if (is_override(s, rid, method.name) &&
            derives_from(s, md_owner_of_method(s->tables, rid), owner)) {
            add_test(s, rid);
        }
    }
}

/* The method is in the place of a virtual one, and may be a test that its attributes do not name. */
static bool may_inherit(const search *s, uint32_t rid, cc_str *name) {
    md_methoddef method;
    bool is_one = md_get_methoddef(s->tables, rid, &method) == CC_OK && method.rva != 0 &&
                  is_override(s, rid, method.name);
    *name = is_one ? method.name : (cc_str){"", 0};
    return is_one;
}

/* `type`: what a class extends, of another assembly. */
static bool has_test_elsewhere(const search *s, uint32_t type, cc_str method) {
    cc_buf name = {0};
    cc_str assembly = {"", 0};
    uint32_t scope = md_type_scope(s->tables, type);
    bool is_one = s->other != NULL && MD_TOKEN_TABLE(scope) == MD_ASSEMBLYREF &&
                  md_assembly_ref_name(s->tables, MD_TOKEN_RID(scope), &assembly) &&
                  md_definition_name(s->tables, type, &name) == CC_OK &&
                  s->other->has_virtual_test(s->other->ctx, assembly, cc_buf_str(&name), method);
    cc_buf_free(&name);
    return is_one;
}

/* A class that the type derives from and that another assembly defines has such a test. */
static bool inherits_test(const search *s, uint32_t type, cc_str method) {
    md_typedef row;
    for (int i = 0; i < MOST_BASES && type != 0; i++) {
        uint32_t base = mth_base_type(s->tables, type);
        if (base == 0) {
            return md_get_typedef(s->tables, type, &row) == CC_OK && row.extends != 0 &&
                   has_test_elsewhere(s, row.extends, method);
        }
        type = base;
    }
    return false;
}

/* The attributes of tests count for methods that override them, too. */
static void find_overrides(search *s) {
    uint32_t count = md_row_count(s->tables, MD_METHODDEF);
    for (uint32_t rid = 1; rid <= count; rid++) {
        if (is_test(&s->tests[rid])) {
            add_overrides(s, rid);
        }
    }
    for (uint32_t rid = 1; rid <= count && s->other != NULL; rid++) {
        cc_str name;
        if (may_inherit(s, rid, &name) &&
            inherits_test(s, md_owner_of_method(s->tables, rid), name)) {
            add_test(s, rid);
        }
    }
}

static bool has_test_of(const md_tables *tables, const mth_test *tests, uint32_t type,
                        cc_str name) {
    enum { VIRTUAL = 0x40 };
    md_typedef row;
    md_methoddef method;
    if (md_get_typedef(tables, type, &row) != CC_OK) {
        return false;
    }
    for (uint32_t rid = row.first_method; rid < row.end_method; rid++) {
        if (is_test(&tests[rid]) && md_get_methoddef(tables, rid, &method) == CC_OK &&
            (method.flags & VIRTUAL) != 0 && cc_str_eq(method.name, name)) {
            return true;
        }
    }
    return false;
}

static void find_static_constructors(search *s) {
    uint32_t count = md_row_count(s->tables, MD_METHODDEF);
    for (uint32_t rid = 1; rid <= count; rid++) {
        md_methoddef method;
        if (md_get_methoddef(s->tables, rid, &method) == CC_OK && method.rva != 0 &&
            cc_str_eqz(method.name, ".cctor")) {
            s->tests[rid] = (mth_test){.part = MTH_TEST_STATIC, .method = rid};
            s->has_any = true;
        }
    }
}

/* A factory that is a test, or async, is left alone: what it returns is not the value. */
static void find_factories(search *s, const md_image *image, cc_arena *arena) {
    uint32_t count = md_row_count(s->tables, MD_METHODDEF);
    bool *is_factory = CC_NEW_ARRAY(arena, bool, (size_t)count + 1);
    if (is_factory == NULL) {
        return;
    }
    mth_find_factories(image, is_factory, arena);
    for (uint32_t rid = 1; rid <= count; rid++) {
        cc_span type = {NULL, 0};
        if (is_factory[rid] && s->tests[rid].part == MTH_TEST_NONE && !returns_work(s, rid) &&
            md_return_type(s->tables, rid, &type)) {
            s->tests[rid] = (mth_test){.part = MTH_TEST_STATIC, .method = rid, .value = type};
            s->has_any = true;
        }
    }
}

static bool open_search(search *s, cc_arena *arena) {
    size_t methods = (size_t)md_row_count(s->tables, MD_METHODDEF) + 1;
    size_t references = (size_t)md_row_count(s->tables, MD_MEMBERREF) + 1;
    s->tests = CC_NEW_ARRAY(arena, mth_test, methods);
    s->of_methods = CC_NEW_ARRAY(arena, uint8_t, methods);
    s->of_references = CC_NEW_ARRAY(arena, uint8_t, references);
    return s->tests != NULL && s->of_methods != NULL && s->of_references != NULL;
}

static cc_err find_test_methods(search *s, cc_arena *arena) {
    uint32_t rows = md_row_count(s->tables, MD_CUSTOM_ATTRIBUTE);
    if (!open_search(s, arena)) {
        return cc_fail(CC_E_NOMEM, "out of memory for the tests of an assembly");
    }
    for (uint32_t row = 1; row <= rows; row++) {
        uint32_t rid = test_of_row(s, row);
        if (rid != 0 && s->tests[rid].part == MTH_TEST_NONE) {
            add_test(s, rid);
        }
    }
    find_overrides(s);
    return CC_OK;
}

cc_err mth_find_test_methods(const md_image *image, const mth_elsewhere *other, cc_arena *arena,
                             const mth_test **out) {
    search s = {.tables = md_image_tables(image), .other = other};
    *out = NULL;
    CC_TRY(find_test_methods(&s, arena));
    *out = s.has_any ? s.tests : NULL;
    return CC_OK;
}

cc_err mth_find_tests(const md_image *image, const mth_elsewhere *other, cc_arena *arena,
                      const mth_test **out) {
    search s = {.tables = md_image_tables(image), .other = other};
    *out = NULL;
    CC_TRY(find_test_methods(&s, arena));
    bool is_of_tests = s.has_any || mth_test_framework(s.tables) != NULL;
    find_static_constructors(&s);
    find_factories(&s, image, arena);
    if (is_of_tests && mth_find_boundaries(s.tables, s.tests)) {
        s.has_any = true;
    }
    *out = s.has_any ? s.tests : NULL;
    return CC_OK;
}

bool mth_has_virtual_test(const md_tables *tables, const mth_test *tests,
                          const mth_elsewhere *other, cc_str type, cc_str method) {
    const search s = {.tables = tables, .other = other};
    uint32_t first = find_type(tables, type);
    uint32_t base = first;
    for (int i = 0; i < MOST_BASES && base != 0 && tests != NULL; i++) {
        if (has_test_of(tables, tests, base, method)) {
            return true;
        }
        base = mth_base_type(tables, base);
    }
    return first != 0 && inherits_test(&s, first, method);
}

/* --- other questions -------------------------------------------------------------------------- */

bool mth_derives_from_test(const md_tables *tables, cc_str name, const mth_elsewhere *other) {
    const search s = {.tables = tables, .other = other};
    return has_test_base(&s, find_type(tables, name));
}

/* A reference to the constructor is enough: nothing but the attribute needs it. */
bool mth_has_wide_fixtures(const md_tables *tables) {
    uint32_t count = md_row_count(tables, MD_MEMBERREF);
    cc_buf type = {0};
    bool found = false;
    for (uint32_t rid = 1; rid <= count && !found; rid++) {
        cc_str member = {"", 0};
        cc_buf_clear(&type);
        found = md_member_name(tables, MD_TOKEN(MD_MEMBERREF, rid), &type, &member) == CC_OK &&
                (mth_roles_of_attribute(cc_buf_str(&type)) & MTH_ROLE_WIDE_FIXTURE) != 0;
    }
    cc_buf_free(&type);
    return found;
}
