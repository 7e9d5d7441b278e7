/* Settings of the comparison; see cmd_impact.h. */
#include <string.h>

#include "cli/impact/cmd_impact.h"

/* "data/a.sql=Shop.Tests.*": a text without '=' names files that no test reads. */
static imp_reads reads_of(const char *text) {
    const char *sign = strrchr(text, '=');
    if (sign == NULL) {
        return (imp_reads){cc_strz(text), CC_STR("none")};
    }
    return (imp_reads){{text, (size_t)(sign - text)}, cc_strz(sign + 1)};
}

void cmd_impact_settings(imp_request *out, const cmd_config *config, cc_arena *arena) {
    const cfg_texts *reads = &config->values.reads;
    imp_reads *all = CC_NEW_ARRAY(arena, imp_reads, reads->count);
    for (size_t i = 0; i < reads->count; i++) {
        all[i] = reads_of(reads->items[i]);
    }
    out->root = config->root;
    out->reads = all;
    out->read_count = reads->count;
    out->test_attributes = cfg_join(&config->values.test_attributes, arena);
}
