/* Names of the reasons why an assembly is not measured: part of the interface of reports. */
#include "coverage/counters/ctr.h"

const char *ctr_reason_name(ctr_reason reason) {
    static const char *const names[CTR_REASON_COUNT] = {
        [CTR_MEASURED] = "measured",
        [CTR_REASON_FRAMEWORK] = "framework",
        [CTR_REASON_NO_PDB] = "no PDB",
        [CTR_REASON_SOURCES_NOT_FOUND] = "sources not found",
        [CTR_REASON_FILTER] = "filter",
        [CTR_REASON_TEST_ASSEMBLY] = "test assembly",
        [CTR_REASON_NATIVE_IMAGE_REFUSED] = "native image refused",
        [CTR_REASON_IN_MEMORY_NO_SYMBOLS] = "in memory without symbols",
        [CTR_REASON_DYNAMIC] = "dynamic",
        [CTR_REASON_EXCLUDED_BY_ATTRIBUTE] = "excluded by attribute",
        [CTR_REASON_BAD_IMAGE] = "unreadable",
        [CTR_REASON_NEVER_LOADED] = "never loaded",
        [CTR_REASON_PDB_MISMATCH] = "PDB mismatch",
        [CTR_REASON_AUTO_PROPERTY] = "auto-property",
        [CTR_REASON_COMPILER_MADE] = "compiler-made",
        [CTR_REASON_NOT_STORED] = "not stored",
        [CTR_REASON_THIRD_PARTY] = "third-party",
        [CTR_REASON_GENERATED] = "generated code",
    };
    return (unsigned)reason < CTR_REASON_COUNT ? names[reason] : "unknown";
}
