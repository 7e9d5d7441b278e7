/* Names of the reasons why an assembly is not measured: part of the interface of reports. */
#include "coverage/cov_counters.h"

const char *cov_reason_name(cov_reason reason) {
    static const char *const names[COV_REASON_COUNT] = {
        [COV_MEASURED] = "measured",
        [COV_FRAMEWORK] = "framework",
        [COV_NO_PDB] = "no PDB",
        [COV_SOURCES_NOT_FOUND] = "sources not found",
        [COV_FILTER] = "filter",
        [COV_TEST_ASSEMBLY] = "test assembly",
        [COV_NATIVE_IMAGE_REFUSED] = "native image refused",
        [COV_IN_MEMORY_NO_SYMBOLS] = "in memory without symbols",
        [COV_DYNAMIC] = "dynamic",
        [COV_EXCLUDED_BY_ATTRIBUTE] = "excluded by attribute",
        [COV_BAD_IMAGE] = "unreadable",
        [COV_NEVER_LOADED] = "never loaded",
        [COV_PDB_MISMATCH] = "PDB mismatch",
        [COV_AUTO_PROPERTY] = "auto-property",
        [COV_COMPILER_MADE] = "compiler-made",
    };
    return (unsigned)reason < COV_REASON_COUNT ? names[reason] : "unknown";
}
