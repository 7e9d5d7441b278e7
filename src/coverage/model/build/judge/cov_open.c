/* Opening a build, wherever its image is; see cov_judge_steps.h. */
#include "coverage/model/build/judge/cov_judge_steps.h"

#include <string.h>

#include "coverage/session/ses.h"

static bool is_zero(const cc_hash128 *hash) {
    static const cc_hash128 zero;
    return memcmp(hash, &zero, sizeof zero) == 0;
}

static const char *stored(const cov_context *c, const cov_candidate *candidate,
                          const cc_hash128 *hash, const char *extension) {
    return is_zero(hash) ? NULL : ses_stored(candidate->session_dir, hash, extension, c->work);
}

cc_err cov_open_candidate(const cov_context *c, const cov_candidate *candidate,
                          mod_module *module) {
    const ctr_module_record *record = &candidate->record;
    const char *image = candidate->image_path;
    const char *pdb = candidate->pdb_path;
    bool is_stored = image == NULL;
    if (is_stored) {
        image = stored(c, candidate, &record->image_hash, ".dll");
        pdb = stored(c, candidate, &record->pdb_hash, ".pdb");
    }
    if (image == NULL) {
        *module = (mod_module){0};
        return cc_fail(CC_E_NOTFOUND, "the session does not contain its image");
    }
    md_layout layout = record->is_mapped_layout ? MD_LAYOUT_MAPPED : MD_LAYOUT_FLAT;
    cc_err err = mod_open(module, image, layout, pdb, is_stored);
    module->origin = c->request->is_foreign ? MOD_ORIGIN_FOREIGN : MOD_ORIGIN_LOCAL;
    return err;
}
