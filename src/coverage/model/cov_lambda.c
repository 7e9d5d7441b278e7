/* Extents of lambdas; see cov_lambda.h. */
#include "coverage/model/cov_lambda.h"

#include "coverage/model/cov_body.h"

bool cov_lambda_has_extent(const mod_module *module, uint32_t rid) {
    const mod_extent *e = &module->extents[rid];
    return module->owners[rid].is_part && e->end_line - e->start_line < COV_MAX_POINT_LINES;
}

/* Least number of columns from the statement to the body of a lambda when `x =>` is on the body's line; C# may have it
 * on the line before. 0: the lambda is not in the report, or the method is a step of a computation of F#, which has no
 * statement around it. */
static uint32_t lead_of(const mod_module *module, uint32_t rid, cc_arena *scratch) {
    enum { OF_CSHARP = 9, OF_BASIC = 1 };
    pdb_document document;
    if (!cov_is_measured(module, rid) ||
        pdb_get_document(module->pdb, module->extents[rid].document, scratch, &document) != CC_OK) {
        return 0;
    }
    bool is_basic = document.language == PDB_LANG_VB;
    return document.language == PDB_LANG_CSHARP ? OF_CSHARP : (is_basic ? OF_BASIC : 0);
}

cc_err cov_lambda_add(const cov_points *points, cov_source *source, const mod_module *module,
                      uint32_t rid, cc_arena *scratch) {
    const mod_extent *e = &module->extents[rid];
    cov_span span = {e->start_line, e->start_column, e->end_line, e->end_column};
    cov_point *point = cov_point_at(points, source, &span);
    if (point == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for points");
    }
    point->lead = lead_of(module, rid, scratch);
    return CC_OK;
}
