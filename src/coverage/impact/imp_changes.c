/* What is different between two builds: members by identity. */
#include "base/cc_sort.h"
#include "coverage/impact/imp_internal.h"

/* Members in the order of their identities; equal ones in the order of their digests. */
typedef struct ordered {
    const mbr_member *members;
    uint32_t *items;
    uint32_t count;
} ordered;

typedef struct place {
    const mbr_member *member;
    uint32_t index;
} place;

static int compare_numbers(uint64_t x, uint64_t y) {
    return (x > y) - (x < y);
}

static int compare_places(const void *a, const void *b) {
    const mbr_member *x = ((const place *)a)->member;
    const mbr_member *y = ((const place *)b)->member;
    int order = compare_numbers(x->identity, y->identity);
    order = order != 0 ? order : compare_numbers(x->declaration, y->declaration);
    return order != 0 ? order : compare_numbers(x->code, y->code);
}

static ordered order(const mbr_member *members, uint32_t count, cc_arena *arena) {
    ordered out = {members, CC_NEW_ARRAY(arena, uint32_t, count), count};
    place *places = CC_NEW_ARRAY(arena, place, count);
    for (uint32_t i = 0; i < count; i++) {
        places[i] = (place){&members[i], i};
    }
    cc_sort(places, count, sizeof *places, compare_places);
    for (uint32_t i = 0; i < count; i++) {
        out.items[i] = places[i].index;
    }
    return out;
}

/* --- changes ---------------------------------------------------------------------------------- */

static const char *describe(const imp_state *s, const mbr_member *member, const char *what) {
    const char *dot = member->type.len > 0 && member->name.len > 0 ? "." : "";
    if (member->kind == MBR_ASSEMBLY) {
        return cc_arena_printf(s->arena, "the attributes of %.*s %s", CC_STR_ARGS(member->name),
                               what);
    }
    return cc_arena_printf(s->arena, "%s%.*s%s%.*s %s",
                           member->kind == MBR_RESOURCE ? "the resource " : "",
                           CC_STR_ARGS(member->type), dot, CC_STR_ARGS(member->name), what);
}

/* Initialisers of the module run before anything else of the assembly. */
static bool is_of_module(const mbr_member *member) {
    return cc_str_eqz(member->type, "<Module>");
}

static void add(imp_state *s, imp_change_kind kind, const imp_build *build, uint32_t before,
                uint32_t now, const char *what) {
    const mbr_member *member =
        now != MBR_NONE ? &build->now.members[now] : &build->old->members[before];
    bool is_whole = kind != IMP_FOUND && (member->kind == MBR_ASSEMBLY ||
                                          member->kind == MBR_RESOURCE || is_of_module(member));
    imp_change *change = CC_NEW(s->arena, imp_change);
    *change = (imp_change){.kind = is_whole ? IMP_WHOLE : kind,
                           .build = build,
                           .before = before,
                           .now = now,
                           .reason = describe(s, member, what)};
    cc_list_add(&s->changes, change);
}

static void compare_pair(imp_state *s, const imp_build *build, uint32_t before, uint32_t now) {
    const mbr_member *x = &build->old->members[before];
    const mbr_member *y = &build->now.members[now];
    if (x->declaration != y->declaration) {
        add(s, IMP_SHAPE, build, before, now, "changed");
    }
    if (x->code != y->code && x->kind == MBR_ASSEMBLY) {
        add(s, IMP_FOUND, build, before, now, "that are text changed");
    } else if (x->code != y->code) {
        add(s, x->is_measured ? IMP_CODE : IMP_HIDDEN_CODE, build, before, now, "changed");
    }
}

static void compare_build(imp_state *s, const imp_build *build) {
    ordered old = order(build->old->members, build->old->member_count, s->arena);
    ordered now = order(build->now.members, build->now.count, s->arena);
    uint32_t i = 0;
    uint32_t k = 0;
    while (i < old.count || k < now.count) {
        uint64_t x = i < old.count ? old.members[old.items[i]].identity : UINT64_MAX;
        uint64_t y = k < now.count ? now.members[now.items[k]].identity : UINT64_MAX;
        if (x == y) {
            compare_pair(s, build, old.items[i++], now.items[k++]);
        } else if (x < y) {
            add(s, IMP_SHAPE, build, old.items[i++], MBR_NONE, "was removed");
        } else {
            add(s, IMP_SHAPE, build, MBR_NONE, now.items[k++], "was added");
        }
    }
}

/* --- order ------------------------------------------------------------------------------------ */

/* Identity of a type -> index + 1. */
static cc_map *index_types(const mbr_build *build) {
    cc_map *of = cc_map_new();
    for (uint32_t i = 0; i < build->count; i++) {
        if (build->members[i].kind == MBR_TYPE) {
            *cc_map_put_u64(of, build->members[i].identity) = (void *)(uintptr_t)(i + 1);
        }
    }
    return of;
}

/* Code that looks for types finds them in the order of their rows: a container takes the first, or
 * the last. The first type that is elsewhere stands for all. */
static void compare_order(imp_state *s, const imp_build *build) {
    cc_map *places = index_types(&build->now);
    uintptr_t last = 0;
    for (uint32_t i = 0; i < build->old->member_count; i++) {
        const mbr_member *member = &build->old->members[i];
        uintptr_t now =
            member->kind == MBR_TYPE ? (uintptr_t)cc_map_get_u64(places, member->identity) : 0;
        if (now != 0 && now < last) {
            add(s, IMP_FOUND, build, i, (uint32_t)(now - 1), "is at another place among types");
            break;
        }
        last = now > last ? now : last;
    }
    cc_map_free(places);
}

void imp_find_changes(imp_state *s) {
    s->changes.arena = s->arena;
    for (uint32_t i = 0; i < s->build_count; i++) {
        const imp_build *build = &s->builds[i];
        if (build->is_changed && build->image != NULL && build->old != NULL) {
            compare_build(s, build);
            compare_order(s, build);
        }
    }
    s->has_changes = s->has_changes || s->changes.count > 0;
}
