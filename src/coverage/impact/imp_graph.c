/* Types and names over all builds of a suite; see imp_graph.h. */
#include "coverage/impact/imp_graph.h"

imp_type *imp_graph_find(const imp_graph *graph, uint64_t identity) {
    return cc_map_get_u64(graph->types, identity);
}

static void add_types(imp_graph *g, const imp_build *build) {
    for (uint32_t i = 0; i < build->now.count; i++) {
        const mbr_member *member = &build->now.members[i];
        if (member->kind != MBR_TYPE) {
            continue;
        }
        imp_type *type = CC_NEW(g->arena, imp_type);
        void **slot = cc_map_put_u64(g->types, member->identity);
        *type =
            (imp_type){.identity = member->identity, .build = build, .member = i, .same = *slot};
        type->derived.arena = type->holders.arena = g->arena;
        *slot = type;
    }
}

static void link(const imp_graph *g, imp_type *type) {
    const mbr_links *links = &type->build->links;
    for (uint32_t i = links->bases.first[type->member]; i < links->bases.first[type->member + 1];
         i++) {
        imp_type *base = imp_graph_find(g, links->bases.items[i]);
        if (base != NULL) {
            cc_list_add(&base->derived, type);
        }
    }
    for (uint32_t i = links->parts.first[type->member]; i < links->parts.first[type->member + 1];
         i++) {
        imp_type *part = imp_graph_find(g, links->parts.items[i]);
        if (part != NULL) {
            cc_list_add(&part->holders, type);
        }
    }
}

static void name_types(const imp_graph *g, const mbr_member *members, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (members[i].kind == MBR_TYPE) {
            *cc_map_put_str(g->of_name, members[i].type) = (void *)(uintptr_t)members[i].identity;
        }
    }
}

void imp_graph_open(imp_graph *out, const imp_state *s) {
    *out = (imp_graph){s->arena, cc_map_new(), cc_map_new()};
    for (uint32_t i = 0; i < s->build_count; i++) {
        const imp_build *build = &s->builds[i];
        if (build->image == NULL) {
            continue;
        }
        add_types(out, build);
        name_types(out, build->now.members, build->now.count);
        if (build->old != NULL) {
            name_types(out, build->old->members, build->old->member_count);
        }
    }
    for (size_t i = 0; i < cc_map_count(out->types); i++) {
        for (imp_type *t = cc_map_at(out->types, i, NULL); t != NULL; t = t->same) {
            link(out, t);
        }
    }
}

void imp_graph_close(imp_graph *graph) {
    cc_map_free(graph->types);
    cc_map_free(graph->of_name);
}

/* --- families --------------------------------------------------------------------------------- */

/* True when the set did not have it. */
static bool put(cc_map *set, uint64_t identity, void *value) {
    void **slot = cc_map_put_u64(set, identity);
    if (*slot != NULL) {
        return false;
    }
    *slot = value;
    return true;
}

/* Types that wait; each comes once. */
typedef struct waiting {
    cc_list types;
    cc_map *seen;
} waiting;

static void wait_for(const imp_graph *g, waiting *w, uint64_t identity) {
    imp_type *type = imp_graph_find(g, identity);
    if (type == NULL || !put(w->seen, identity, type)) {
        return;
    }
    for (; type != NULL; type = type->same) {
        cc_list_add(&w->types, type);
    }
}

static void wait_for_bases(const imp_graph *g, waiting *w, const imp_type *type) {
    const mbr_list *bases = &type->build->links.bases;
    for (uint32_t i = bases->first[type->member]; i < bases->first[type->member + 1]; i++) {
        wait_for(g, w, bases->items[i]);
    }
}

static void wait_for_all(const imp_graph *g, waiting *w, const cc_list *types) {
    for (uint32_t i = 0; i < types->count; i++) {
        wait_for(g, w, ((const imp_type *)types->items[i])->identity);
    }
}

static waiting begin(const imp_graph *g, uint64_t type) {
    waiting w = {.types = {.arena = g->arena}, .seen = cc_map_new()};
    wait_for(g, &w, type);
    return w;
}

static void end(waiting *w, cc_map *set, void *value) {
    for (uint32_t i = 0; i < w->types.count; i++) {
        (void)put(set, ((const imp_type *)w->types.items[i])->identity, value);
    }
    cc_map_free(w->seen);
}

void imp_graph_add_bases(const imp_graph *g, uint64_t type, cc_map *set, void *value) {
    waiting up = begin(g, type);
    (void)put(set, type, value); /* it may be gone */
    for (uint32_t i = 0; i < up.types.count; i++) {
        wait_for_bases(g, &up, up.types.items[i]);
    }
    end(&up, set, value);
}

void imp_graph_add_family(const imp_graph *g, uint64_t type, cc_map *set, void *value) {
    waiting down = begin(g, type);
    imp_graph_add_bases(g, type, set, value);
    for (uint32_t i = 0; i < down.types.count; i++) {
        wait_for_all(g, &down, &((const imp_type *)down.types.items[i])->derived);
    }
    end(&down, set, value);
}

void imp_graph_add_holders(const imp_graph *g, uint64_t type, cc_map *set, void *value) {
    waiting up = begin(g, type);
    (void)put(set, type, value);
    for (uint32_t i = 0; i < up.types.count; i++) {
        wait_for_all(g, &up, &((const imp_type *)up.types.items[i])->holders);
    }
    end(&up, set, value);
}

static bool names_outer(const imp_graph *g, const imp_type *type) {
    const mbr_list *outer = &type->build->links.outer;
    for (uint32_t i = outer->first[type->member]; i < outer->first[type->member + 1]; i++) {
        if (imp_graph_find(g, outer->items[i]) == NULL) {
            return true;
        }
    }
    return false;
}

bool imp_graph_has_outer_base(const imp_graph *g, uint64_t type) {
    waiting up = begin(g, type);
    bool is_found = false;
    for (uint32_t i = 0; i < up.types.count && !is_found; i++) {
        is_found = names_outer(g, up.types.items[i]);
        wait_for_bases(g, &up, up.types.items[i]);
    }
    cc_map_free(up.seen);
    return is_found;
}
