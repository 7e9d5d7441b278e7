/* Extents of lambdas; see cov_lambda.h. */
#include "coverage/model/cov_lambda.h"

#include "coverage/model/cov_body.h"

bool cov_lambda_has_extent(const mod_module *module, uint32_t rid) {
    const mod_extent *e = &module->extents[rid];
    return module->owners[rid].is_part && e->end_line - e->start_line < COV_MAX_POINT_LINES;
}

uint32_t cov_lambda_lead(const mod_module *module, uint32_t rid, cc_arena *scratch) {
    enum { OF_CSHARP = 9, OF_BASIC = 1 };
    pdb_document document;
    if (!cov_is_measured(module, rid) ||
        pdb_get_document(module->pdb, module->extents[rid].document, scratch, &document) != CC_OK) {
        return 0;
    }
    bool is_basic = document.language == PDB_LANG_VB;
    return document.language == PDB_LANG_CSHARP ? OF_CSHARP : (is_basic ? OF_BASIC : 0);
}
