/* F#, optimised: long bodies of rules, or of then and else, are methods of their own, `f$cont@12`. Input:
 * a view, a unit of it. Output: does it call such a part, and where in the source does the part begin? */
#include "coverage/cov_name.h"
#include "coverage/idiom/cov_view.h"

uint32_t cov_part_line(const cov_view *v, uint32_t unit) {
    static const char part[] = "$cont@";
    cc_str name = v->language == PDB_LANG_FSHARP && cov_is_op(v, unit, IL_CALL)
                      ? cov_member(v, unit)
                      : CC_STR("");
    for (size_t i = 0; i + sizeof part <= name.len; i++) {
        if (cc_str_starts((cc_str){name.s + i, name.len - i}, part)) {
            return cov_name_line(name);
        }
    }
    return 0;
}

/* The first visible point of the part; NULL: it has none. A damaged blob is told where the part is opened. */
static cc_err find_begin(const cov_view *v, const pdb_file *pdb, uint32_t unit,
                         const pdb_point **begin) {
    pdb_point *points = NULL;
    uint32_t count = 0;
    uint32_t rid = md_method_in_module(v->tables, (uint32_t)cov_unit(v, unit)->operand);
    cc_err err = rid == 0 ? CC_OK : pdb_get_points(pdb, rid, v->arena, &points, &count);
    for (uint32_t i = 0; err == CC_OK && i < count && *begin == NULL; i++) {
        *begin = points[i].hidden ? NULL : &points[i];
    }
    return err == CC_E_NOMEM ? err : CC_OK;
}

cc_err cov_find_parts(cov_view *v, const pdb_file *pdb) {
    for (uint32_t u = 0; pdb != NULL && u < v->body->unit_count; u++) {
        if (cov_part_line(v, u) > 0) {
            v->part_at = v->part_at != NULL
                             ? v->part_at
                             : CC_NEW_ARRAY(v->arena, const pdb_point *, v->body->unit_count);
            if (v->part_at == NULL) {
                return cc_fail(CC_E_NOMEM, "out of memory for the parts of a method");
            }
            CC_TRY(find_begin(v, pdb, u, &v->part_at[u]));
        }
    }
    return CC_OK;
}

const pdb_point *cov_point_here(const cov_view *v, uint32_t unit) {
    if (v->point_at[unit] != PROBE_NONE) {
        return &v->method->points[v->point_at[unit]];
    }
    return v->part_at != NULL ? v->part_at[unit] : NULL;
}
