/* From changes to the tests that they affect: the table of docs/impacted.md. */
#include "coverage/impact/imp_graph.h"

/* What the rules collect before the members are looked through once. Values are reasons. */
typedef struct rules {
    imp_state *s;
    const imp_graph *graph;
    cc_map *types;   /* identities of types: tests run that ran a member of them */
    cc_map *names;   /* identities of types and members: tests run that ran code which names them */
    cc_map *whole;   /* identities of types that are new or gone as a whole */
    cc_map *objects; /* identities of types: an earlier test may have made an object of them */
    cc_map *values; /* identities of members -> imp_value: they make values which others may keep */
    const char *shape; /* the first change of a declaration: tests run that look by reflection */
} rules;

/* What a member makes, and so many tests made it themselves. */
typedef struct imp_value {
    const char *reason;
    uint32_t runs;
} imp_value;

static void put_reason(cc_map *to, uint64_t identity, const char *reason) {
    void **slot = cc_map_put_u64(to, identity);
    if (*slot == NULL) {
        *slot = (void *)(uintptr_t)reason;
    }
}

static const mbr_member *member_of(const imp_change *change) {
    return change->now != MBR_NONE ? &change->build->now.members[change->now]
                                   : &change->build->old->members[change->before];
}

static uint64_t type_of(const rules *r, const mbr_member *member) {
    if (member->kind == MBR_TYPE) {
        return member->identity;
    }
    return (uint64_t)(uintptr_t)cc_map_get_str(r->graph->of_name, member->type);
}

/* --- code ------------------------------------------------------------------------------------- */

static void put_value(rules *r, uint64_t identity, const char *reason, uint32_t runs) {
    void **slot = cc_map_put_u64(r->values, identity);
    if (*slot == NULL) {
        imp_value *value = CC_NEW(r->s->arena, imp_value);
        *value = (imp_value){reason, runs};
        *slot = value;
    }
}

/* What only one test ran may be in a cache from which others took it. So tests that ran a caller run
 * as well; a caller that only one test ran may be before a cache itself. An object that only one test
 * made may be shared, and a container may have called its constructor: so tests run that ran code
 * which names its type. Where several tests ran it, each may have made a value of its own: only what
 * keeps values counts. Of code without points nobody knows who ran it: whoever ran a caller may have. */
static void ask_for_callers(rules *r, const cov_raw_assembly *old, uint32_t member,
                            const char *reason) {
    const mbr_member *of = &old->members[member];
    bool is_hidden = of->code != 0 && !of->is_measured;
    uint32_t runs = imp_count_runs(r->s, old, member);
    if (is_hidden || runs == 1) {
        put_reason(r->names, of->identity, reason);
    } else if (runs > 1 && runs != UINT32_MAX) {
        put_value(r, of->identity, reason, runs);
    }
    if (runs == 1 && cc_str_starts(of->name, ".ctor(")) {
        imp_graph_add_bases(r->graph, type_of(r, of), r->objects, (void *)(uintptr_t)reason);
    }
}

static void take_code(rules *r, const imp_change *change) {
    imp_run_member(r->s, change->build->old, change->before, change->reason);
    ask_for_callers(r, change->build->old, change->before, change->reason);
}

static bool has_measured_code(const cov_raw_assembly *old, cc_str type) {
    for (uint32_t i = 0; i < old->member_count; i++) {
        if (old->members[i].is_measured && cc_str_eq(old->members[i].type, type)) {
            return true;
        }
    }
    return false;
}

/* Nobody knows who ran it: whoever ran something of its type, or names it. */
static void take_hidden_code(rules *r, const imp_change *change) {
    const mbr_member *member = member_of(change);
    put_reason(r->names, member->identity, change->reason);
    if (!has_measured_code(change->build->old, member->type)) {
        imp_run_all(r->s, "%s, and what ran it is not known", change->reason);
    }
    put_reason(r->types, type_of(r, member), change->reason);
    put_reason(r->names, type_of(r, member), change->reason);
}

/* --- declarations ----------------------------------------------------------------------------- */

/* A new test is run itself, and changes nothing for others. */
static bool is_new_test(const rules *r, const imp_change *change) {
    const mbr_member *member = member_of(change);
    if (change->before != MBR_NONE) {
        return false;
    }
    if (member->kind == MBR_TYPE) {
        return imp_has_tests(r->s, change->build, change->now);
    }
    return member->kind == MBR_METHOD && change->build->is_test[change->now];
}

/* Of a type that is new or gone, the type alone counts. */
static void find_whole_types(rules *r) {
    for (uint32_t i = 0; i < r->s->changes.count; i++) {
        const imp_change *change = r->s->changes.items[i];
        const mbr_member *member = member_of(change);
        bool is_whole = change->before == MBR_NONE || change->now == MBR_NONE;
        if (member->kind == MBR_TYPE && is_whole) {
            put_reason(r->whole, member->identity, change->reason);
        }
    }
}

static bool is_of_whole_type(const rules *r, const mbr_member *member) {
    return member->kind != MBR_TYPE && cc_map_get_u64(r->whole, type_of(r, member)) != NULL;
}

/* Tests run that ran anything of the type, of its bases, interfaces and derived types, and those
 * that name it, one of these, or a type with a field of it. */
static void take_shape(rules *r, const imp_change *change) {
    const mbr_member *member = member_of(change);
    uint64_t type = type_of(r, member);
    void *reason = (void *)(uintptr_t)change->reason;
    if (is_new_test(r, change) || is_of_whole_type(r, member)) {
        return;
    }
    r->shape = r->shape == NULL ? change->reason : r->shape;
    imp_graph_add_family(r->graph, type, r->types, reason);
    imp_graph_add_family(r->graph, type, r->names, reason);
    imp_graph_add_holders(r->graph, type, r->names, reason);
    put_reason(r->names, member->identity, change->reason);
    bool is_found_by_others = member->kind == MBR_TYPE && change->before == MBR_NONE &&
                              imp_graph_has_outer_base(r->graph, type);
    if (is_found_by_others) {
        imp_run_all(r->s, "%s, and a package may look for such types", change->reason);
    }
}

static void take_change(rules *r, const imp_change *change) {
    switch (change->kind) {
    case IMP_CODE:
        take_code(r, change);
        break;
    case IMP_HIDDEN_CODE:
        take_hidden_code(r, change);
        break;
    case IMP_SHAPE:
        take_shape(r, change);
        break;
    case IMP_FOUND:
        r->shape = r->shape == NULL ? change->reason : r->shape;
        break;
    case IMP_WHOLE:
        imp_run_all(r->s, "%s", change->reason);
        break;
    }
}

/* --- members ---------------------------------------------------------------------------------- */

/* Identity -> index + 1 of a member of the build that ran. */
static cc_map *index_old(const imp_build *build) {
    cc_map *of = cc_map_new();
    for (uint32_t i = 0; i < build->old->member_count; i++) {
        *cc_map_put_u64(of, build->old->members[i].identity) = (void *)(uintptr_t)(i + 1);
    }
    return of;
}

/* The value of the first name of the member that is in the map; NULL. */
static void *find_named(const cc_map *map, const imp_build *build, uint32_t member) {
    const mbr_list *named = &build->links.named;
    if (cc_map_count(map) == 0) {
        return NULL;
    }
    for (uint32_t i = named->first[member]; i < named->first[member + 1]; i++) {
        void *value = cc_map_get_u64(map, named->items[i]);
        if (value != NULL) {
            return value;
        }
    }
    return NULL;
}

static const char *reason_of(const rules *r, const imp_build *build, uint32_t member) {
    const char *reason = find_named(r->names, build, member);
    if (reason == NULL && r->shape != NULL && build->links.looks_up[member]) {
        reason = r->shape;
    }
    return reason;
}

/* What is shared made the object, or the value, for every test: then it changed for all. */
static void take_reader(rules *r, const imp_build *build, uint32_t old, const char *reason) {
    imp_run_member_of_tests(r->s, build->old, old, reason);
    ask_for_callers(r, build->old, old, reason);
}

/* A function in a static field may remember what it made: whoever names the field may have it. */
static void take_functions(rules *r, const imp_build *build, uint32_t constructor,
                           const char *reason) {
    cc_str type = build->now.members[constructor].type;
    for (uint32_t i = 0; i < build->now.count; i++) {
        const mbr_member *field = &build->now.members[i];
        bool is_function = field->kind == MBR_FIELD && build->links.keeps[i];
        if (is_function && cc_str_eq(field->type, type)) {
            put_reason(r->objects, field->identity, reason);
        }
    }
}

/* The member names one that makes values. It keeps them, or is a part of what makes them, or has other
 * tests that took another way. */
static void take_value(rules *r, const imp_build *build, uint32_t member, uint32_t old,
                       const imp_value *value) {
    uint32_t runs = imp_count_runs(r->s, build->old, old);
    if (cc_str_eqz(build->now.members[member].name, ".cctor()")) {
        take_functions(r, build, member, value->reason);
    } else if (build->links.keeps[member]) {
        take_reader(r, build, old, value->reason);
    } else if (runs > 0 && runs <= value->runs) {
        put_value(r, build->now.members[member].identity, value->reason, runs);
    }
}

static void take_member(rules *r, const imp_build *build, uint32_t member, const cc_map *of_old) {
    uint64_t identity = build->now.members[member].identity;
    uintptr_t before = (uintptr_t)cc_map_get_u64(of_old, identity);
    if (before == 0) {
        return;
    }
    uint32_t old = (uint32_t)(before - 1);
    const char *reason = reason_of(r, build, member);
    if (reason != NULL) {
        imp_run_member(r->s, build->old, old, reason);
        ask_for_callers(r, build->old, old, reason);
    }
    const char *object = find_named(r->objects, build, member);
    if (object != NULL) {
        take_reader(r, build, old, object);
    }
    const imp_value *value = find_named(r->values, build, member);
    if (value != NULL) {
        take_value(r, build, member, old, value);
    }
}

static void look_through(rules *r, const imp_build *build, const cc_map *of_old) {
    for (uint32_t i = 0; of_old != NULL && i < build->now.count; i++) {
        take_member(r, build, i, of_old);
    }
}

/* A static constructor runs for every test, whether it has to do with the type or not: what it names
 * was looked through. */
static void take_member_of_type(rules *r, const imp_build *build, uint32_t member,
                                const char *reason) {
    if (cc_str_eqz(build->old->members[member].name, ".cctor()")) {
        imp_run_member_of_tests(r->s, build->old, member, reason);
        return;
    }
    imp_run_member(r->s, build->old, member, reason);
}

/* The members that ran, also those that are gone. */
static void take_types(rules *r, const imp_build *build) {
    for (uint32_t i = 0; i < build->old->member_count; i++) {
        const mbr_member *member = &build->old->members[i];
        const char *reason =
            member->type.len == 0 ? NULL : cc_map_get_u64(r->types, type_of(r, member));
        if (reason != NULL) {
            take_member_of_type(r, build, i, reason);
        }
    }
}

static bool is_compared(const imp_build *build) {
    return build->image != NULL && build->old != NULL;
}

static size_t count_questions(const rules *r) {
    return cc_map_count(r->names) + cc_map_count(r->objects) + cc_map_count(r->values);
}

/* Ends, because each round adds names of members. */
static void look_through_all(rules *r, cc_map *const *of_old) {
    bool has_more = count_questions(r) > 0 || r->shape != NULL;
    while (has_more) {
        size_t before = count_questions(r);
        for (uint32_t i = 0; i < r->s->build_count; i++) {
            look_through(r, &r->s->builds[i], of_old[i]);
        }
        has_more = count_questions(r) > before;
    }
}

static void take_all(rules *r) {
    const imp_state *s = r->s;
    cc_map **of_old = CC_NEW_ARRAY(s->arena, cc_map *, s->build_count);
    for (uint32_t i = 0; i < s->build_count; i++) {
        of_old[i] = is_compared(&s->builds[i]) ? index_old(&s->builds[i]) : NULL;
    }
    look_through_all(r, of_old);
    for (uint32_t i = 0; i < s->build_count; i++) {
        if (of_old[i] != NULL) {
            take_types(r, &s->builds[i]);
            cc_map_free(of_old[i]);
        }
    }
}

void imp_apply_rules(imp_state *s) {
    rules r = {.s = s,
               .graph = &s->graph,
               .types = cc_map_new(),
               .names = cc_map_new(),
               .objects = cc_map_new(),
               .values = cc_map_new(),
               .whole = cc_map_new()};
    find_whole_types(&r);
    for (uint32_t i = 0; i < s->changes.count && s->all == NULL; i++) {
        take_change(&r, s->changes.items[i]);
    }
    if (s->all == NULL) {
        take_all(&r);
    }
    cc_map_free(r.types);
    cc_map_free(r.names);
    cc_map_free(r.objects);
    cc_map_free(r.values);
    cc_map_free(r.whole);
}
