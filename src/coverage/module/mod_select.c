/* Verdicts on the documents, types and members of a module; see mod_select.h. */
#include "coverage/module/mod_select.h"

#include "coverage/module/mod_name.h"
#include "metadata/md_columns.h"

enum { MAX_LEVELS = 64 };

typedef struct selecting {
    mod_module *m;
    const mod_selection *selection;
    mod_marks marks;
    /* include rules for attributes exist, and the assembly has no such attribute */
    bool wants_attribute;
    uint32_t *accessors;
    cc_str type_name; /* full CLR name of `type` */
    uint32_t type;
    sel_verdict described; /* the decision that `description` describes, to avoid equal texts */
    cc_str description;
} selecting;

static mod_verdict in(void) {
    return (mod_verdict){CTR_MEASURED, {"", 0}};
}

void mod_describe(const sel_verdict *verdict, cc_arena *arena, cc_str *out) {
    cc_buf text = {0};
    sel_describe(verdict, &text);
    *out = cc_strz(cc_buf_take(&text, arena));
}

/* Only the first decision counts. */
static void decide(mod_verdict *v, ctr_reason reason, cc_str detail) {
    if (v->reason == CTR_MEASURED) {
        *v = (mod_verdict){reason, detail};
    }
}

static void by_rule(selecting *s, const sel_verdict *rule, mod_verdict *v) {
    if (rule->is_in || v->reason != CTR_MEASURED) {
        return;
    }
    if (s->description.len == 0 || s->described.rule != rule->rule ||
        s->described.kind != rule->kind) {
        mod_describe(rule, s->m->arena, &s->description);
        s->described = *rule;
    }
    decide(v, CTR_REASON_FILTER, s->description);
}

/* --- documents -------------------------------------------------------------------------------- */

static void missing_detail(const mod_module *m, uint32_t rid, cc_str *out) {
    const mod_location *place = m->places[rid];
    cc_str name = m->document_names[rid];
    if (place->alike == 0) {
        *out = cc_strz(cc_arena_printf(m->arena, "%.*s does not exist", CC_STR_ARGS(name)));
        return;
    }
    *out = cc_strz(cc_arena_printf(
        m->arena, "%.*s: %u files below the source root end with this name%s", CC_STR_ARGS(name),
        place->alike,
        place->are_alike_same ? " and have its checksum" : ", and none has its checksum"));
}

static void select_document(selecting *s, uint32_t rid, mod_verdict *v) {
    const mod_module *m = s->m;
    const mod_location *place = m->places[rid];
    bool is_missing = place->kind == MOD_LOCATION_MISSING;
    cc_str name = m->document_names[rid];
    *v = in();
    if (name.len == 0) {
        decide(v, CTR_REASON_BAD_IMAGE, CC_STR("the PDB has a damaged row"));
        return;
    }
    sel_verdict rule = sel_file(s->selection->filter, place->relative, place->absolute);
    by_rule(s, &rule, v);
    /* Whether the compiler kept the files does not affect generated code. */
    bool is_generated = m->generated[rid] != NULL;
    if (is_generated && !s->selection->keep_generated) {
        decide(v, CTR_REASON_GENERATED, cc_strz(m->generated[rid]));
    }
    bool is_known = is_generated || pdb_has_embedded_source(m->pdb, rid);
    if (is_missing && !is_known && s->selection->without_sources != MOD_SOURCES_KEEP) {
        cc_str detail = {"", 0};
        missing_detail(m, rid, &detail);
        decide(v, CTR_REASON_SOURCES_NOT_FOUND, detail);
    }
}

void mod_select_documents(mod_module *m, const mod_selection *selection) {
    selecting s = {.m = m, .selection = selection};
    m->documents = CC_NEW_ARRAY(m->arena, mod_verdict, (size_t)m->document_count + 1);
    for (uint32_t rid = 1; rid <= m->document_count; rid++) {
        select_document(&s, rid, &m->documents[rid]);
    }
}

/* --- types ------------------------------------------------------------------------------------ */

static void full_name(selecting *s, uint32_t type, cc_str *out) {
    cc_buf name = {0};
    if (s->type != type) {
        if (md_type_name(s->m->tables, MD_TOKEN(MD_TYPEDEF, type), &name) != CC_OK) {
            cc_buf_clear(&name);
            cc_buf_printf(&name, "type 0x%08x", MD_TOKEN(MD_TYPEDEF, type));
        }
        mod_name_show_full(&name);
        s->type = type;
        s->type_name = cc_strz(cc_buf_take(&name, s->m->arena));
    }
    *out = s->type_name;
}

/* Matches the type's name, then the names of the types around it: the part before each '/'. */
static size_t names_around(cc_str name, cc_str *out) {
    size_t count = 0;
    out[count++] = name;
    for (size_t i = name.len; i > 0 && count < MAX_LEVELS; i--) {
        if (name.s[i - 1] == '/') {
            out[count++] = (cc_str){name.s, i - 1};
        }
    }
    return count;
}

static void select_type(selecting *s, uint32_t rid, mod_verdict *v) {
    cc_str name = {"", 0};
    cc_str names[MAX_LEVELS];
    md_typedef row;
    *v = in();
    if (md_get_typedef(s->m->tables, rid, &row) != CC_OK || mod_name_is_closure(row.name, &name)) {
        return;
    }
    const mod_mark *mark = &s->marks.types[rid];
    if (mark->is_out) {
        decide(v, CTR_REASON_EXCLUDED_BY_ATTRIBUTE, mark->detail);
    }
    full_name(s, rid, &name);
    sel_verdict rule = sel_type(s->selection->filter, s->m->name, names, names_around(name, names));
    by_rule(s, &rule, v);
}

/* --- members ---------------------------------------------------------------------------------- */

static cc_str association_name(const mod_module *m, uint32_t token) {
    uint32_t rid = MD_TOKEN_RID(token);
    uint32_t index = 0;
    cc_str name = {"", 0};
    bool is_found = false;
    if (MD_TOKEN_TABLE(token) == MD_PROPERTY) {
        is_found = md_cell(m->tables, MD_PROPERTY, rid, MD_COL_PROPERTY_NAME, &index);
    } else if (MD_TOKEN_TABLE(token) == MD_EVENT) {
        is_found = md_cell(m->tables, MD_EVENT, rid, MD_COL_EVENT_NAME, &index);
    }
    return is_found && md_string(m->tables, index, &name) ? name : CC_STR("");
}

/* Matches rules with the user's method `owner`; a method that is not found has only its name. */
static void match_member(selecting *s, const mod_owner *owner, mod_verdict *v) {
    const mod_module *m = s->m;
    cc_str type = {"", 0};
    cc_str names[2] = {owner->name, {"", 0}};
    size_t count = 1;
    md_methoddef row;
    cc_buf parameters = {0};
    full_name(s, owner->type, &type);
    if (owner->method != 0 && md_get_methoddef(m->tables, owner->method, &row) == CC_OK) {
        names[0] = row.name;
        names[1] = association_name(m, s->accessors[owner->method]);
        count += names[1].len > 0 ? 1 : 0;
        if (md_signature_name(m->tables, owner->method, &parameters) != CC_OK) {
            cc_buf_clear(&parameters);
        }
    }
    sel_verdict rule =
        sel_member(s->selection->filter, type, names, count, cc_buf_str(&parameters));
    by_rule(s, &rule, v);
    cc_buf_free(&parameters);
}

/* Copy constructors of records: compiler-made, although they have a point (the record's name). */
static bool is_copy_constructor(const mod_module *m, uint32_t rid) {
    md_methoddef row;
    return md_get_methoddef(m->tables, rid, &row) == CC_OK && cc_str_eqz(row.name, ".ctor") &&
           md_has_attribute(m->tables, MD_TOKEN(MD_METHODDEF, rid),
                            "System.Runtime.CompilerServices.CompilerGeneratedAttribute");
}

static void select_member(selecting *s, uint32_t rid, mod_verdict *v) {
    static const cc_str by_compiler = {"the compiler wrote it", 21};
    const mod_module *m = s->m;
    const mod_owner *owner = &m->owners[rid];
    const mod_mark *mark = &s->marks.methods[rid];
    *v = in();
    if (is_copy_constructor(m, rid)) {
        decide(v, CTR_REASON_COMPILER_MADE, by_compiler);
    }
    if (mark->is_out) {
        decide(v, CTR_REASON_EXCLUDED_BY_ATTRIBUTE, mark->detail);
    }
    if (m->types[owner->type].reason != CTR_MEASURED) {
        decide(v, m->types[owner->type].reason, m->types[owner->type].detail);
    }
    match_member(s, owner, v);
    if (s->selection->skip_auto_properties && mod_is_auto_accessor(m, rid, s->accessors[rid])) {
        decide(v, CTR_REASON_AUTO_PROPERTY, by_compiler);
    }
    if (!s->selection->keep_generated && mark->generator != MOD_BY_USER &&
        !mod_is_view(m->document_names[m->extents[rid].document])) {
        decide(v, CTR_REASON_GENERATED, cc_strz(mod_generator_text(mark->generator)));
    }
    if (s->wants_attribute && !mark->is_wanted) {
        sel_verdict none = {.is_in = false, .rule = NULL, .kind = SEL_ATTRIBUTE};
        by_rule(s, &none, v);
    }
}

mod_verdict mod_member_verdict(const mod_module *m, uint32_t rid) {
    uint32_t document = m->extents[rid].document;
    mod_verdict v = m->verdicts[rid];
    if (document != 0 && document <= m->document_count) {
        decide(&v, m->documents[document].reason, m->documents[document].detail);
    }
    return v;
}

/* Settings of the user take precedence over what clrcov found; compiler-made code is not a
 * reason. */
static int weight(const mod_verdict *v) {
    switch (v->reason) {
    case CTR_REASON_FILTER:
        return 6;
    case CTR_REASON_EXCLUDED_BY_ATTRIBUTE:
        return 5;
    case CTR_REASON_AUTO_PROPERTY:
        return 4;
    case CTR_REASON_GENERATED:
        return 3;
    case CTR_REASON_PDB_MISMATCH:
        return 2;
    case CTR_REASON_SOURCES_NOT_FOUND:
        return 1;
    case CTR_MEASURED:
    case CTR_REASON_FRAMEWORK:
    case CTR_REASON_NO_PDB:
    case CTR_REASON_TEST_ASSEMBLY:
    case CTR_REASON_NATIVE_IMAGE_REFUSED:
    case CTR_REASON_IN_MEMORY_NO_SYMBOLS:
    case CTR_REASON_DYNAMIC:
    case CTR_REASON_BAD_IMAGE:
    case CTR_REASON_NEVER_LOADED:
    case CTR_REASON_COMPILER_MADE:
    case CTR_REASON_NOT_STORED:
    case CTR_REASON_THIRD_PARTY:
    case CTR_REASON_COUNT:
    default:
        return 0;
    }
}

/* Some members in files of protoc have no attribute, such as static constructors. */
static void spread_over_files(selecting *s) {
    const mod_module *m = s->m;
    bool *is_protoc = CC_NEW_ARRAY(m->arena, bool, (size_t)m->document_count + 1);
    for (uint32_t rid = 1; rid <= m->method_count; rid++) {
        uint32_t document = m->extents[rid].document;
        if (document <= m->document_count && s->marks.methods[rid].generator == MOD_BY_PROTOC) {
            is_protoc[document] = true;
        }
    }
    for (uint32_t rid = 1; rid <= m->method_count; rid++) {
        uint32_t document = m->extents[rid].document;
        mod_mark *mark = &s->marks.methods[rid];
        if (document != 0 && document <= m->document_count && is_protoc[document] &&
            mark->generator == MOD_BY_USER) {
            mark->generator = MOD_BY_PROTOC;
        }
    }
}

static void select_methods(selecting *s) {
    mod_module *m = s->m;
    spread_over_files(s);
    m->why_empty = in();
    for (uint32_t rid = 1; rid <= m->method_count; rid++) {
        mod_verdict *v = &m->verdicts[rid];
        *v = in();
        if (m->extents[rid].document == 0 || m->extents[rid].document > m->document_count) {
            continue;
        }
        select_member(s, rid, v);
        mod_verdict whole = mod_member_verdict(m, rid);
        m->generated_methods += whole.reason == CTR_REASON_GENERATED ? 1 : 0;
        if (weight(&whole) > weight(&m->why_empty)) {
            m->why_empty = whole;
        }
    }
    /* a setting of the user, like a rule */
    if (m->why_empty.reason == CTR_REASON_AUTO_PROPERTY) {
        m->why_empty = (mod_verdict){
            CTR_REASON_FILTER,
            CC_STR("all its code is auto-properties, which --auto-properties skip leaves out")};
    }
}

void mod_select_members(mod_module *m, const mod_selection *selection) {
    selecting s = {.m = m, .selection = selection, .type_name = {"", 0}};
    uint32_t types = md_row_count(m->tables, MD_TYPEDEF);
    m->types = CC_NEW_ARRAY(m->arena, mod_verdict, (size_t)types + 1);
    m->verdicts = CC_NEW_ARRAY(m->arena, mod_verdict, (size_t)m->method_count + 1);
    s.accessors = mod_accessors(m);
    s.marks = mod_mark_all(m, selection->filter);
    const mod_mark whole = mod_mark_whole(m, selection->filter);
    s.wants_attribute = sel_has_include(selection->filter, SEL_ATTRIBUTE) && !whole.is_wanted;
    for (uint32_t rid = 1; rid <= types; rid++) {
        select_type(&s, rid, &m->types[rid]);
    }
    select_methods(&s);
}
