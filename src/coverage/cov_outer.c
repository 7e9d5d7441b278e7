/* The statement that a closure of F# was made for; see cov_outer.h. */
#include "coverage/cov_outer.h"

#include "coverage/cov_name.h"

static uint32_t named_line(const cov_module *m, uint32_t rid) {
    md_typedef type;
    uint32_t owner = md_owner_of_method(m->tables, rid);
    bool is_named = owner != 0 && md_get_typedef(m->tables, owner, &type) == CC_OK;
    return is_named ? cov_name_line(type.name) : 0;
}

static void look_at(const cov_extent *inner, const pdb_point *p, uint32_t line, pdb_point *out,
                    bool *found) {
    bool is_before = p->start_line < inner->start_line ||
                     (p->start_line == inner->start_line && p->start_column < inner->start_column);
    if (!p->hidden && p->document == inner->document && p->start_line == line && is_before &&
        (!*found || p->start_column > out->start_column)) {
        *out = *p;
        *found = true;
    }
}

cc_err cov_outer_point(const cov_module *module, uint32_t rid, cc_arena *scratch, pdb_point *out,
                       bool *found) {
    const cov_extent *inner = &module->extents[rid];
    uint32_t line = named_line(module, rid);
    *found = false;
    for (uint32_t other = 1; line > 0 && other <= module->method_count; other++) {
        const cov_extent *e = &module->extents[other];
        pdb_point *points = NULL;
        uint32_t count = 0;
        if (other == rid || e->document != inner->document || e->start_line > line ||
            e->end_line < line) {
            continue;
        }
        cc_err err = pdb_get_points(module->pdb, other, scratch, &points, &count);
        if (err == CC_E_NOMEM) {
            return err;
        }
        for (uint32_t i = 0; err == CC_OK && i < count; i++) {
            look_at(inner, &points[i], line, out, found);
        }
    }
    return CC_OK;
}
