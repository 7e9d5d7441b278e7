/* What attributes exclude, and what include rules for attributes include: on assembly, module,
 * type, member and accessor. The effect covers everything that belongs to the element: nested
 * types, lambdas, local functions and their lambdas, state machines. See mod_select.h. */
#include <string.h>

#include "coverage/module/mod_name.h"
#include "coverage/module/mod_select.h"
#include "metadata/md_columns.h"
#include "rewriter/il/il.h"

enum { MAX_STEPS = 64 };

/* --- one token -------------------------------------------------------------------------------- */

static cc_str last_part(cc_str full_name) {
    size_t dot = full_name.len;
    while (dot > 0 && full_name.s[dot - 1] != '.' && full_name.s[dot - 1] != '/') {
        dot--;
    }
    return (cc_str){full_name.s + dot, full_name.len - dot};
}

/* The attributes that need no rule, as messages name them; NULL for others. */
static const char *always_out(cc_str full_name) {
    cc_str name = last_part(full_name);
    if (cc_str_eqz(name, "ExcludeFromCodeCoverageAttribute")) {
        return "[ExcludeFromCodeCoverage]";
    }
    return cc_str_eqz(name, "ExcludeFromCoverageAttribute") ? "[ExcludeFromCoverage]" : NULL;
}

static cc_str type_name(const mod_module *m, uint32_t rid) {
    md_typedef row;
    return md_get_typedef(m->tables, rid, &row) == CC_OK ? row.name : CC_STR("?");
}

static cc_str method_name(const mod_module *m, uint32_t rid) {
    md_methoddef row;
    return md_get_methoddef(m->tables, rid, &row) == CC_OK ? row.name : CC_STR("?");
}

static bool is_in_closure(const mod_module *m, uint32_t type) {
    cc_str ignored = {"", 0};
    uint32_t at = type;
    for (int i = 0; i < MAX_STEPS && at != 0; i++) {
        if (mod_name_is_closure(type_name(m, at), &ignored)) {
            return true;
        }
        at = md_enclosing_type(m->tables, at);
    }
    return false;
}

/* The class of top-level statements is marked as compiler-made; its code is not compiler-made. */
static bool has_top_level_code(const mod_module *m, uint32_t type) {
    md_typedef row;
    if (md_get_typedef(m->tables, type, &row) != CC_OK) {
        return false;
    }
    for (uint32_t rid = row.first_method; rid < row.end_method; rid++) {
        if (cc_str_eqz(method_name(m, rid), "<Main>$")) {
            return true;
        }
    }
    return false;
}

/* The compiler put the attribute there for its own purposes. */
static bool is_compilers_own(const mod_module *m, uint32_t token, cc_str full_name) {
    cc_str ignored = {"", 0};
    cc_str name = last_part(full_name);
    uint32_t rid = MD_TOKEN_RID(token);
    bool is_method = MD_TOKEN_TABLE(token) == MD_METHODDEF;
    bool is_type = MD_TOKEN_TABLE(token) == MD_TYPEDEF;
    if (cc_str_eqz(name, "DebuggerStepThroughAttribute")) {
        return is_method && m->machines != NULL && m->machines[rid] != 0;
    }
    if (!cc_str_eqz(name, "CompilerGeneratedAttribute")) {
        return false;
    }
    if (is_method) {
        return mod_name_is_part(method_name(m, rid), &ignored) ||
               is_in_closure(m, md_owner_of_method(m->tables, rid));
    }
    return is_type && (is_in_closure(m, rid) || has_top_level_code(m, rid));
}

/* "on type Hidden" */
static void put_place(const mod_module *m, uint32_t token, cc_buf *out) {
    uint32_t rid = MD_TOKEN_RID(token);
    uint32_t index = 0;
    cc_str name = {"?", 1};
    switch (MD_TOKEN_TABLE(token)) {
    case MD_ASSEMBLY:
        cc_buf_puts(out, " on the assembly");
        return;
    case MD_MODULE:
        cc_buf_puts(out, " on the module");
        return;
    case MD_TYPEDEF:
        cc_buf_puts(out, " on type ");
        name = type_name(m, rid);
        break;
    case MD_METHODDEF:
        cc_buf_puts(out, " on ");
        name = method_name(m, rid);
        break;
    case MD_PROPERTY:
        cc_buf_puts(out, " on property ");
        (void)(md_cell(m->tables, MD_PROPERTY, rid, MD_COL_PROPERTY_NAME, &index) &&
               md_string(m->tables, index, &name));
        break;
    default:
        cc_buf_puts(out, " on event ");
        (void)(md_cell(m->tables, MD_EVENT, rid, MD_COL_EVENT_NAME, &index) &&
               md_string(m->tables, index, &name));
        break;
    }
    cc_buf_str_put(out, name);
}

static void set_out(const mod_module *m, uint32_t token, const char *always, const sel_rule *rule,
                    mod_mark *out) {
    cc_buf text = {0};
    if (always != NULL) {
        cc_buf_puts(&text, always);
    } else {
        sel_verdict verdict = {.is_in = false, .rule = rule, .kind = SEL_ATTRIBUTE};
        sel_describe(&verdict, &text);
    }
    put_place(m, token, &text);
    out->is_out = true;
    out->detail = cc_strz(cc_buf_take(&text, m->arena));
}

mod_mark mod_mark_token(const mod_module *m, sel_list *filter, uint32_t token) {
    cc_buf name = {0};
    cc_span value = {NULL, 0};
    uint32_t cursor = 0;
    bool has_include = sel_has_include(filter, SEL_ATTRIBUTE);
    mod_mark out = {.detail = {"", 0}};
    while (md_next_attribute(m->tables, token, &cursor, &name, &value)) {
        cc_str full_name = cc_buf_str(&name);
        const char *always = always_out(full_name);
        const sel_rule *rule = sel_attribute(filter, true, full_name);
        if (rule != NULL && is_compilers_own(m, token, full_name)) {
            rule = NULL;
        }
        if (!out.is_out && (always != NULL || rule != NULL)) {
            set_out(m, token, always, rule, &out);
        }
        mod_generator generator = mod_generated_attribute(full_name, value);
        out.generator = generator != MOD_BY_USER ? generator : out.generator;
        out.is_wanted =
            out.is_wanted || (has_include && sel_attribute(filter, false, full_name) != NULL);
        cc_buf_clear(&name);
    }
    cc_buf_free(&name);
    return out;
}

static void inherit(mod_mark *to, const mod_mark *from) {
    if (!to->is_out && from->is_out) {
        to->is_out = true;
        to->detail = from->detail;
    }
    to->generator = to->generator != MOD_BY_USER ? to->generator : from->generator;
    to->is_wanted = to->is_wanted || from->is_wanted;
}

mod_mark mod_mark_whole(const mod_module *m, sel_list *filter) {
    mod_mark whole = mod_mark_token(m, filter, MD_TOKEN(MD_ASSEMBLY, 1));
    const mod_mark module = mod_mark_token(m, filter, MD_TOKEN(MD_MODULE, 1));
    inherit(&whole, &module);
    return whole;
}

/* --- all of a module -------------------------------------------------------------------------- */

/* A part of the type is in generated files. A generator put [GeneratedCode] on that part of a class
 * of the user's, so the attribute does not apply to parts in other files. */
static bool has_generated_part(const mod_module *m, uint32_t type) {
    md_typedef row;
    if (md_get_typedef(m->tables, type, &row) != CC_OK) {
        return false;
    }
    for (uint32_t rid = row.first_method; rid < row.end_method && rid <= m->method_count; rid++) {
        uint32_t document = m->extents[rid].document;
        if (document != 0 && document <= m->document_count && m->generated[document] != NULL) {
            return true;
        }
    }
    return false;
}

static void mark_types(const mod_module *m, sel_list *filter, mod_mark *all) {
    uint32_t count = md_row_count(m->tables, MD_TYPEDEF);
    mod_mark *own = CC_NEW_ARRAY(m->arena, mod_mark, (size_t)count + 1);
    for (uint32_t rid = 1; rid <= count; rid++) {
        own[rid] = mod_mark_token(m, filter, MD_TOKEN(MD_TYPEDEF, rid));
        if (own[rid].generator == MOD_BY_TOOL && has_generated_part(m, rid)) {
            own[rid].generator = MOD_BY_USER;
        }
    }
    for (uint32_t rid = 1; rid <= count; rid++) {
        uint32_t at = rid;
        for (int i = 0; i < MAX_STEPS && at != 0 && at <= count; i++) {
            inherit(&all[rid], &own[at]);
            at = md_enclosing_type(m->tables, at);
        }
    }
}

/* Attributes on properties and events apply to their accessors. */
static void mark_accessors(const mod_module *m, sel_list *filter, mod_mark *methods) {
    uint32_t *accessors = mod_accessors(m);
    for (uint32_t rid = 1; rid <= m->method_count; rid++) {
        if (accessors[rid] != 0) {
            const mod_mark mark = mod_mark_token(m, filter, accessors[rid]);
            inherit(&methods[rid], &mark);
        }
    }
}

/* Marks lambdas and local functions inside a marked local function. Their names contain only the
 * method's name, so their place decides. `own`: the marks on the method itself. */
static void mark_inner_parts(const mod_module *m, const mod_mark *own, mod_mark *methods) {
    cc_list parts = {.arena = m->arena};
    uint32_t *rids = CC_NEW_ARRAY(m->arena, uint32_t, m->method_count);
    for (uint32_t rid = 1; rids != NULL && rid <= m->method_count; rid++) {
        bool is_marked = own[rid].is_out || own[rid].is_wanted;
        if (is_marked && m->extents[rid].document != 0 && m->owners[rid].is_part) {
            rids[parts.count] = rid;
            cc_list_add(&parts, &m->extents[rid]);
        }
    }
    for (uint32_t rid = 1; parts.count > 0 && rid <= m->method_count; rid++) {
        bool is_candidate = m->owners[rid].is_part && m->extents[rid].document != 0;
        for (uint32_t i = 0; is_candidate && i < parts.count; i++) {
            if (mod_extent_holds((const mod_extent *)parts.items[i], &m->extents[rid])) {
                inherit(&methods[rid], &own[rids[i]]);
            }
        }
    }
}

/* --- F# --------------------------------------------------------------------------------------- */

/* F# names a closure after the value to which it is bound, and puts it beside the type of its
 * member. The function marks closures that a marked method creates or calls, transitively. */
typedef struct fsharp_walk {
    const mod_module *m;
    mod_mark *methods;
    uint32_t *stack; /* a method is pushed once */
    bool *pushed;
    uint32_t depth;
} fsharp_walk;

static bool has_fsharp_name(cc_str name) {
    cc_str ignored = {"", 0};
    return memchr(name.s, '@', name.len) != NULL && mod_name_is_part(name, &ignored);
}

static void push_method(fsharp_walk *w, uint32_t rid) {
    if (!w->pushed[rid]) {
        w->pushed[rid] = true;
        w->stack[w->depth++] = rid;
    }
}

/* The body of `from` contains the token. */
static void mark_named(fsharp_walk *w, uint32_t from, uint32_t token) {
    const md_tables *t = w->m->tables;
    uint32_t method = md_method_in_module(t, token);
    uint32_t type = method != 0 ? md_owner_of_method(t, method) : 0;
    if (MD_TOKEN_TABLE(token) == MD_FIELD) {
        type = md_owner_of_field(t, MD_TOKEN_RID(token));
    }
    md_typedef row = {0};
    bool is_closure =
        type != 0 && md_get_typedef(t, type, &row) == CC_OK && has_fsharp_name(row.name);
    uint32_t first = is_closure ? row.first_method : method;
    uint32_t end = is_closure ? row.end_method : method + 1;
    if (!is_closure && (method == 0 || !has_fsharp_name(method_name(w->m, method)))) {
        return;
    }
    for (uint32_t rid = first; rid < end && rid <= w->m->method_count; rid++) {
        inherit(&w->methods[rid], &w->methods[from]);
        push_method(w, rid);
    }
}

static void mark_made_by(fsharp_walk *w, uint32_t rid, cc_arena *scratch) {
    md_methoddef row;
    cc_span bytes = {NULL, 0};
    il_body body = {0};
    if (md_get_methoddef(w->m->tables, rid, &row) != CC_OK || row.rva == 0 ||
        md_image_at_rva(w->m->image, row.rva, &bytes) != CC_OK ||
        il_decode(&body, bytes, scratch) != CC_OK) {
        return; /* clrcov reports a damaged body with the method itself */
    }
    for (uint32_t u = 0; u < body.insn_count; u++) {
        const il_insn *insn = &body.insns[u];
        if (il_op_get((il_op)insn->op)->operand == IL_OPERAND_TOKEN) {
            mark_named(w, rid, (uint32_t)insn->operand);
        }
    }
}

static bool has_fsharp_types(const mod_module *m) {
    uint32_t count = md_row_count(m->tables, MD_TYPEDEF);
    for (uint32_t rid = 1; rid <= count; rid++) {
        if (has_fsharp_name(type_name(m, rid))) {
            return true;
        }
    }
    return false;
}

static void mark_fsharp_parts(const mod_module *m, mod_mark *methods) {
    if (!has_fsharp_types(m)) {
        return;
    }
    size_t places = (size_t)m->method_count + 1;
    fsharp_walk walk = {.m = m,
                        .methods = methods,
                        .stack = CC_NEW_ARRAY(m->arena, uint32_t, places),
                        .pushed = CC_NEW_ARRAY(m->arena, bool, places)};
    cc_arena *scratch = cc_arena_new();
    for (uint32_t rid = 1; rid <= m->method_count; rid++) {
        if (methods[rid].is_out || methods[rid].is_wanted) {
            push_method(&walk, rid);
        }
    }
    while (walk.depth > 0) {
        mark_made_by(&walk, walk.stack[--walk.depth], scratch);
        cc_arena_reset(scratch);
    }
    cc_arena_free(scratch);
}

/* --- all together ----------------------------------------------------------------------------- */

/* A state machine gets the marks of its method. */
static void spread_to_machines(const mod_module *m, mod_mark *marks) {
    for (uint32_t rid = 1; rid <= m->method_count; rid++) {
        uint32_t kickoff = pdb_kickoff_of(m->pdb, rid);
        if (kickoff != 0 && kickoff <= m->method_count) {
            inherit(&marks[rid], &marks[kickoff]);
        }
    }
}

mod_marks mod_mark_all(const mod_module *m, sel_list *filter) {
    size_t types = (size_t)md_row_count(m->tables, MD_TYPEDEF) + 1;
    size_t methods = (size_t)m->method_count + 1;
    mod_mark *own = CC_NEW_ARRAY(m->arena, mod_mark, methods);
    mod_marks out = {.types = CC_NEW_ARRAY(m->arena, mod_mark, types),
                     .methods = CC_NEW_ARRAY(m->arena, mod_mark, methods)};
    mark_types(m, filter, out.types);
    for (uint32_t rid = 1; rid <= m->method_count; rid++) {
        uint32_t owner = md_owner_of_method(m->tables, rid);
        own[rid] = mod_mark_token(m, filter, MD_TOKEN(MD_METHODDEF, rid));
        out.methods[rid] = own[rid];
        if (owner != 0 && owner < types) {
            inherit(&out.methods[rid], &out.types[owner]);
        }
    }
    mark_accessors(m, filter, out.methods);
    spread_to_machines(m, own);
    for (uint32_t rid = 1; rid <= m->method_count; rid++) {
        uint32_t owner = m->owners[rid].method;
        if (owner != 0 && owner != rid) {
            inherit(&out.methods[rid], &out.methods[owner]);
        }
    }
    mark_inner_parts(m, own, out.methods);
    mark_fsharp_parts(m, out.methods);
    return out;
}
