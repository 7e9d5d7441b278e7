/* The bodies of test methods; see prof_tests.h. */
#include "profiler/prof_test_calls.h"

#include <string.h>

#include "base/cc_file.h"
#include "profiler/prof_exact.h"
#include "profiler/prof_locals.h"

#define SLOT(object, method, type) ((type)(object)->vtable[PROF_SLOT_##method])

typedef prof_hr (*sig_token_fn)(prof_object *, const uint8_t *, uint32_t, uint32_t *);
typedef prof_hr (*memberref_fn)(prof_object *, uint32_t, const prof_wchar *, const uint8_t *,
                                uint32_t, uint32_t *);

/* StandAloneMethodSig (II.23.2.3), managed: void(object, native int) and void(native int). */
static const uint8_t enter_signature[] = {0x00, 0x02, 0x01, 0x1C, 0x18};
static const uint8_t end_signature[] = {0x00, 0x01, 0x01, 0x18};
/* With a flow: void(native int, native int). */
static const uint8_t flow_end_signature[] = {0x00, 0x02, 0x01, 0x18, 0x18};

/* --- finding them ----------------------------------------------------------------------------- */

static prof_test_site *make_site(prof_profiler *p, const prof_image *image, uint32_t rid,
                                 mth_test_part part) {
    prof_test_site *site = CC_NEW(image->arena, prof_test_site);
    if (site != NULL) {
        uint32_t owner = md_owner_of_method(md_image_tables(image->image), rid);
        *site = (prof_test_site){p, image->record, MD_TOKEN(MD_METHODDEF, rid), owner, part};
    }
    return site;
}

static cc_err make_sites(prof_profiler *p, prof_image *image, const mth_test *parts) {
    uint32_t count = image->method_count;
    prof_test_site **sites = CC_NEW_ARRAY(image->arena, prof_test_site *, (size_t)count + 1);
    image->tests = CC_NEW(image->arena, prof_image_tests);
    bool is_out = sites == NULL || image->tests == NULL;
    for (uint32_t rid = 1; !is_out && rid <= count; rid++) {
        mth_test_part part = parts[rid].part;
        bool has_own = part != MTH_TEST_NONE && part != MTH_TEST_MACHINE;
        if (has_own || parts[rid].is_boundary) {
            sites[rid] = make_site(p, image, rid, part);
            is_out = sites[rid] == NULL;
        }
    }
    if (is_out) {
        image->tests = NULL;
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    image->tests->parts = parts;
    image->tests->sites = sites;
    return CC_OK;
}

enum { MOST_DEPTH = 4, MOST_OTHERS = 16 };

/* An assembly beside the image. */
typedef struct other_file {
    cc_str assembly;
    cc_mapped_file file;
    const md_image *image; /* NULL: there is no such file, or it is damaged */
    const mth_test *tests; /* NULL: none */
    bool is_mapped;
} other_file;

/* Where the assemblies of an image are, and what is known of them. */
typedef struct neighbours {
    const prof_profiler *profiler;
    cc_str dir;
    cc_arena *arena; /* of the other files; NULL until one is asked for */
    other_file others[MOST_OTHERS];
    uint32_t count;
    uint32_t depth; /* of base classes in yet other assemblies */
    mth_elsewhere elsewhere;
} neighbours;

static bool is_named(const neighbours *n, cc_str name) {
    const char *names = n->profiler->session.settings.test_attributes;
    cc_str rest = cc_strz(names == NULL ? "" : names);
    while (rest.len > 0) {
        const char *comma = memchr(rest.s, ',', rest.len);
        size_t len = comma == NULL ? rest.len : (size_t)(comma - rest.s);
        if (cc_str_eq((cc_str){rest.s, len}, name)) {
            return true;
        }
        size_t used = comma == NULL ? len : len + 1;
        rest = (cc_str){rest.s + used, rest.len - used};
    }
    return false;
}

static void read_other(neighbours *n, other_file *out) {
    md_image *image = NULL;
    const char *path = cc_arena_printf(n->arena, "%.*s/%.*s.dll", CC_STR_ARGS(n->dir),
                                       CC_STR_ARGS(out->assembly));
    if (path == NULL || cc_file_map(&out->file, path, false) != CC_OK) {
        return;
    }
    out->is_mapped = true;
    if (md_image_open(&image, out->file.bytes, MD_LAYOUT_FLAT, n->arena) != CC_OK) {
        return;
    }
    out->image = image;
    if (mth_find_test_methods(image, &n->elsewhere, n->arena, &out->tests) != CC_OK) {
        out->tests = NULL;
    }
}

/* The assembly is beside the image: the framework's own attributes make no tests. NULL: it is not
 * there, or base classes lead too far. Its own questions may lead back to an assembly that is being
 * read: that one has no tests yet. */
static const other_file *open_other(neighbours *n, cc_str assembly) {
    for (uint32_t i = 0; i < n->count; i++) {
        if (cc_str_eq(n->others[i].assembly, assembly)) {
            return n->others[i].image == NULL ? NULL : &n->others[i];
        }
    }
    n->arena = n->arena == NULL ? cc_arena_new() : n->arena;
    bool has_room = n->dir.len > 0 && n->depth < MOST_DEPTH && n->count < MOST_OTHERS;
    char *name = has_room && n->arena != NULL ? cc_arena_strdup(n->arena, assembly) : NULL;
    if (name == NULL) {
        return NULL;
    }
    other_file *out = &n->others[n->count++];
    out->assembly = cc_strz(name);
    n->depth++;
    read_other(n, out);
    n->depth--;
    return out->image == NULL ? NULL : out;
}

static bool is_test_type(void *ctx, cc_str assembly, cc_str type) {
    neighbours *n = ctx;
    if (is_named(n, type)) {
        return true;
    }
    const other_file *other = open_other(n, assembly);
    return other != NULL &&
           mth_derives_from_test(md_image_tables(other->image), type, &n->elsewhere);
}

static bool has_virtual_test(void *ctx, cc_str assembly, cc_str type, cc_str method) {
    neighbours *n = ctx;
    const other_file *other = open_other(n, assembly);
    return other != NULL && mth_has_virtual_test(md_image_tables(other->image), other->tests,
                                                 &n->elsewhere, type, method);
}

static void open_neighbours(neighbours *n, const prof_profiler *p, cc_str path) {
    *n = (neighbours){.profiler = p, .dir = cc_path_dir(path)};
    n->elsewhere = (mth_elsewhere){is_test_type, has_virtual_test, n};
}

static void close_neighbours(neighbours *n) {
    for (uint32_t i = 0; i < n->count; i++) {
        if (n->others[i].is_mapped) {
            cc_file_unmap(&n->others[i].file);
        }
    }
    cc_arena_free(n->arena);
}

/* The tests of the image, in memory of `arena`. */
static cc_err find_parts(const prof_profiler *p, const md_image *image, cc_str path,
                         cc_arena *arena, const mth_test **out) {
    neighbours beside;
    open_neighbours(&beside, p, path);
    cc_err err = mth_find_tests(image, &beside.elsewhere, arena, out);
    close_neighbours(&beside);
    return err;
}

static bool is_part(const mth_test *test) {
    return test->part != MTH_TEST_NONE && test->part != MTH_TEST_STATIC;
}

/* Boundaries do not count: adapters of frameworks have them as well. */
bool prof_tests_are_in(const prof_profiler *p, const md_image *image, cc_str path,
                       cc_arena *arena) {
    const mth_test *parts = NULL;
    if (!p->session.settings.per_test ||
        find_parts(p, image, path, arena, &parts) != CC_OK || parts == NULL) {
        return false;
    }
    uint32_t count = md_row_count(md_image_tables(image), MD_METHODDEF);
    for (uint32_t rid = 1; rid <= count; rid++) {
        if (is_part(&parts[rid])) {
            return true;
        }
    }
    return false;
}

cc_err prof_tests_find(prof_profiler *p, prof_image *image, cc_str path) {
    const mth_test *parts = NULL;
    if (!p->session.settings.per_test) {
        return CC_OK;
    }
    CC_TRY(find_parts(p, image->image, path, image->arena, &parts));
    if (prof_exact_has_forms(p)) {
        CC_TRY(mth_find_flow_parts(image->image, parts, image->arena, &parts));
    }
    return parts == NULL ? CC_OK : make_sites(p, image, parts);
}

/* --- tokens ----------------------------------------------------------------------------------- */

static cc_err refuse(void) {
    return cc_fail(CC_E_UNSUPPORTED, "the runtime refused a token");
}

static cc_err token_of(prof_object *emit, cc_span signature, uint32_t *token) {
    prof_hr hr = SLOT(emit, GetTokenFromSig, sig_token_fn)(emit, signature.data,
                                                           (uint32_t)signature.len, token);
    return PROF_OK(hr) ? CC_OK : refuse();
}

static cc_err shared_token(prof_object *emit, cc_span signature, _Atomic(uint32_t) *known,
                           uint32_t *token) {
    *token = atomic_load(known);
    if (*token != 0) {
        return CC_OK;
    }
    CC_TRY(token_of(emit, signature, token));
    atomic_store(known, *token);
    return CC_OK;
}

static cc_err locals_token(prof_object *emit, const md_tables *tables, const mth_method *method,
                           cc_span types, uint32_t count, rw_calls *calls, uint32_t *first) {
    cc_buf sig = {0};
    uint32_t rid = MD_TOKEN_RID(method->body.local_sig);
    bool is_fine = prof_put_locals(tables, rid, types, count, &sig, first);
    cc_err err = is_fine ? token_of(emit, cc_buf_span(&sig), &calls->local_sig) : refuse();
    cc_buf_free(&sig);
    return err;
}

static cc_err value_token(prof_object *emit, const md_tables *tables, const mth_method *method,
                          cc_span value, rw_calls *calls) {
    return locals_token(emit, tables, method, value, 1, calls, &calls->local);
}

static cc_err set_serial_tokens(prof_object *emit, const md_tables *tables, prof_image_tests *tests,
                                const mth_method *method, cc_span value, rw_calls *calls) {
    CC_TRY(shared_token(emit, cc_span_of(enter_signature, sizeof enter_signature),
                        &tests->enter_token, &calls->enter_token));
    CC_TRY(shared_token(emit, cc_span_of(end_signature, sizeof end_signature), &tests->end_token,
                        &calls->end_token));
    return calls->returns_value ? value_token(emit, tables, method, value, calls) : CC_OK;
}

/* --- tokens with a flow ----------------------------------------------------------------------- */

static cc_err method_token(prof_object *emit, uint32_t type, const prof_wchar *name,
                           cc_span signature, _Atomic(uint32_t) *known, uint32_t *token) {
    *token = atomic_load(known);
    if (*token != 0) {
        return CC_OK;
    }
    if (!PROF_OK(SLOT(emit, DefineMemberRef, memberref_fn)(emit, type, name, signature.data,
                                                           (uint32_t)signature.len, token))) {
        return refuse();
    }
    atomic_store(known, *token);
    return CC_OK;
}

/* The variables: the lane of rw_lane, what the entry keeps, and the value. */
static cc_err flow_locals(prof_object *emit, const md_tables *tables, const mth_method *method,
                          cc_span value, rw_calls *calls) {
    enum { NATIVE_INT = 0x18, OBJECT = 0x1C, BEFORE = 1, VALUE = 2 };
    cc_buf types = {0};
    uint32_t first = 0;
    cc_buf_u8(&types, NATIVE_INT);
    cc_buf_u8(&types, OBJECT);
    cc_buf_span_put(&types, value);
    cc_err err = cc_buf_ok(&types) ? locals_token(emit, tables, method, cc_buf_span(&types),
                                                  value.len > 0 ? VALUE + 1 : VALUE, calls, &first)
                                   : refuse();
    calls->before = first + BEFORE;
    calls->local = first + VALUE;
    cc_buf_free(&types);
    return err;
}

static cc_err set_flow_tokens(prof_object *emit, const prof_image *image, const mth_method *method,
                              cc_span value, rw_calls *calls) {
    prof_image_tests *tests = image->tests;
    calls->field = prof_exact_field(image->exact, emit, 0);
    if (calls->field == 0) {
        return refuse();
    }
    CC_TRY(shared_token(emit, cc_span_of(flow_end_signature, sizeof flow_end_signature),
                        &tests->end_token, &calls->end_token));
    if (!calls->enters) {
        return CC_OK;
    }
    CC_TRY(method_token(emit, image->exact->type, PROF_FLOW_ENTER,
                        cc_span_of(prof_flow_enter_signature, PROF_ENTER_SIGNATURE),
                        &tests->enter_token, &calls->enter_token));
    CC_TRY(method_token(emit, image->exact->type, PROF_FLOW_LEAVE,
                        cc_span_of(prof_flow_leave_signature, PROF_LEAVE_SIGNATURE),
                        &tests->leave_token, &calls->leave_token));
    return flow_locals(emit, md_image_tables(image->image), method, value, calls);
}

static cc_err set_tokens(prof_profiler *p, const prof_module *module, const mth_method *method,
                         cc_span value, rw_calls *calls) {
    const prof_image *image = module->image;
    prof_object *emit = NULL;
    if (!PROF_OK(prof_info_metadata(&p->info, (prof_id)module->id, PROF_OPEN_WRITE,
                                    &PROF_IID_IMetaDataEmit, &emit))) {
        return refuse();
    }
    cc_err err = calls->has_flow ? set_flow_tokens(emit, image, method, value, calls)
                                 : set_serial_tokens(emit, md_image_tables(image->image),
                                                     image->tests, method, value, calls);
    prof_release(emit);
    return err;
}

/* --- calls ------------------------------------------------------------------------------------ */

static void add_member(rw_members *members, uint32_t token) {
    for (uint32_t i = 0; i < members->count; i++) {
        if (members->tokens[i] == token) {
            return;
        }
    }
    if (members->count < RW_MOST_MEMBERS) {
        members->tokens[members->count++] = token;
    }
}

/* Of the framework, or one that [AsyncMethodBuilder] names. */
static bool is_builder(const md_tables *tables, uint32_t token, cc_str *name) {
    cc_buf type = {0};
    bool is_one = md_member_name(tables, token, &type, name) == CC_OK &&
                  (cc_str_ends(cc_buf_str(&type), "MethodBuilder") ||
                   cc_str_ends(cc_buf_str(&type), "MethodBuilder`1"));
    cc_buf_free(&type);
    return is_one;
}

/* The members of the builder that complete the task. */
static void find_members(const md_tables *tables, const il_body *body, rw_calls *calls) {
    for (uint32_t i = 0; i < body->insn_count; i++) {
        const il_insn *insn = &body->insns[i];
        cc_str name = {"", 0};
        bool is_call = insn->op == IL_CALL || insn->op == IL_CALLVIRT;
        if (!is_call || !is_builder(tables, (uint32_t)insn->operand, &name)) {
            continue;
        }
        if (cc_str_eqz(name, "SetResult")) {
            add_member(&calls->completes, (uint32_t)insn->operand);
        } else if (cc_str_eqz(name, "SetException")) {
            add_member(&calls->fails, (uint32_t)insn->operand);
        }
    }
}

static bool is_structure(const md_tables *tables, uint32_t rid) {
    cc_buf base = {0};
    md_typedef type;
    bool is_one = md_get_typedef(tables, rid, &type) == CC_OK && type.extends != 0 &&
                  md_type_name(tables, type.extends, &base) == CC_OK &&
                  cc_str_eqz(cc_buf_str(&base), "System.ValueType");
    cc_buf_free(&base);
    return is_one;
}

/* `this` is a reference to an object, not the address of a structure. */
static bool has_this(const md_tables *tables, uint32_t rid) {
    enum { HAS_THIS = 0x20 };
    md_methoddef method;
    return md_get_methoddef(tables, rid, &method) == CC_OK && method.signature.len > 0 &&
           (method.signature.data[0] & HAS_THIS) != 0 &&
           !is_structure(tables, md_owner_of_method(tables, rid));
}

#define ADDRESS(FUNCTION) ((uint64_t)(uintptr_t) & (FUNCTION))

static uint64_t end_call(mth_test_part part) {
    if (part == MTH_TEST_STATIC) {
        return ADDRESS(prof_test_static_left);
    }
    return part == MTH_TEST_OPEN ? ADDRESS(prof_test_returned) : ADDRESS(prof_test_ended);
}

static uint64_t enter_call(const mth_test *test) {
    if (test->is_boundary) {
        return ADDRESS(prof_test_boundary);
    }
    return test->part == MTH_TEST_STATIC ? ADDRESS(prof_test_static_enter)
                                         : ADDRESS(prof_test_enter);
}

static void choose_serial(const mth_test *test, rw_calls *calls) {
    bool is_static = test->part == MTH_TEST_STATIC;
    calls->ends = is_static || test->part == MTH_TEST_WHOLE || test->part == MTH_TEST_OPEN;
    calls->enter = enter_call(test);
    calls->ended = end_call(test->part);
    calls->threw = is_static ? ADDRESS(prof_test_static_left) : ADDRESS(prof_test_threw);
}

/* The flow is restored where control leaves any part. */
static void choose_flow(const mth_test *test, rw_calls *calls) {
    bool is_machine = test->part == MTH_TEST_MACHINE;
    bool has_end = is_machine || test->part == MTH_TEST_WHOLE || test->part == MTH_TEST_OPEN;
    calls->has_flow = true;
    calls->ends = !is_machine;
    calls->enter = ADDRESS(prof_flow_enter);
    if (has_end) {
        calls->ended =
            test->part == MTH_TEST_OPEN ? ADDRESS(prof_flow_returned) : ADDRESS(prof_flow_ended);
        calls->threw = ADDRESS(prof_flow_threw);
    }
}

static rw_calls calls_for(const prof_profiler *p, const prof_image *image, const mth_test *test,
                          const mth_method *method) {
    const md_tables *tables = md_image_tables(image->image);
    uint32_t site = test->is_boundary ? MD_TOKEN_RID(method->token) : test->method;
    rw_calls calls = {
        .argument = (uint64_t)(uintptr_t)image->tests->sites[site],
        .enters = test->part != MTH_TEST_MACHINE,
        .has_this = has_this(tables, MD_TOKEN_RID(method->token)),
    };
    if (prof_exact_has_forms(p)) {
        choose_flow(test, &calls);
    } else {
        choose_serial(test, &calls);
    }
    calls.returns_value = calls.ends && test->value.len > 0;
    if (test->part == MTH_TEST_MACHINE) {
        find_members(tables, &method->body, &calls);
    }
    return calls;
}

bool prof_tests_has_part(const prof_image *image, uint32_t token) {
    if (image->tests == NULL) {
        return false;
    }
    const mth_test *test = &image->tests->parts[MD_TOKEN_RID(token)];
    switch (test->part) {
    case MTH_TEST_NONE:
        return test->is_boundary;
    case MTH_TEST_STATIC:
        return image->pdb != NULL;
    case MTH_TEST_SET_UP:
        return image->exact != NULL;
    case MTH_TEST_WHOLE:
    case MTH_TEST_START:
    case MTH_TEST_MACHINE:
    case MTH_TEST_OPEN:
        break;
    }
    return true;
}

/* The image has one module, whose metadata gets the tokens of the calls. */
static bool may_have_calls(const prof_profiler *p, const prof_image *image) {
    return prof_exact_has_forms(p) ? image->exact != NULL : image->original == NULL;
}

static void note_no_calls(prof_profiler *p, const prof_image *image) {
    cc_str name = {"", 0};
    (void)!md_assembly_name(md_image_tables(image->image), &name);
    prof_note(p,
              "%.*s: in one of its loads clrcov cannot tell tests and static "
              "constructors apart; usually it was loaded before, or can be unloaded",
              (int)(name.len < 128 ? name.len : 128), name.s);
}

cc_err prof_tests_add_calls(prof_profiler *p, const prof_module *module, const mth_method *method,
                            cc_arena *arena, rw_result *body) {
    if (!prof_tests_has_part(module->image, method->token)) {
        return CC_OK;
    }
    const mth_test *test = &module->image->tests->parts[MD_TOKEN_RID(method->token)];
    if (!may_have_calls(p, module->image)) {
        note_no_calls(p, module->image);
        return CC_OK;
    }
    rw_calls calls = calls_for(p, module->image, test, method);
    CC_TRY(set_tokens(p, module, method, test->value, &calls));
    CC_TRY(rw_add_calls(body, &calls, arena));
    prof_tests_start(p);
    return CC_OK;
}
