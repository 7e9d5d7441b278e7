/* Assemblies that are left out and may be the user's own. See cov_model.h. */
#include "coverage/model/cov_model.h"

bool cov_omitted_is_own(const cov_omitted *omitted) {
    static const bool is_own[CTR_REASON_COUNT] = {
        [CTR_REASON_FILTER] = true,        [CTR_REASON_TEST_ASSEMBLY] = true,
        [CTR_REASON_PDB_MISMATCH] = true,  [CTR_REASON_EXCLUDED_BY_ATTRIBUTE] = true,
        [CTR_REASON_NEVER_LOADED] = true,  [CTR_REASON_GENERATED] = true,
        [CTR_REASON_NOT_STORED] = true,    [CTR_REASON_BAD_IMAGE] = true,
        [CTR_REASON_AUTO_PROPERTY] = true, [CTR_REASON_COMPILER_MADE] = true,
    };
    return (unsigned)omitted->reason < CTR_REASON_COUNT && is_own[omitted->reason];
}
