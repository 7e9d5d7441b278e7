/* Extents of lambdas; see cov_lambda.h. */
#include "coverage/model/cov_lambda.h"

#include "coverage/model/cov_body.h"
#include "coverage/module/mod_name.h"
#include "coverage/module/mod_source.h"

bool cov_lambda_has_extent(const mod_module *module, uint32_t rid) {
    const mod_extent *e = &module->extents[rid];
    return module->owners[rid].is_part && e->end_line - e->start_line < COV_MAX_POINT_LINES;
}

/* The source has nothing but the `{` of the lambda in front of its first point on that line. */
static bool begins_line(const mod_module *module, const mod_extent *e) {
    const src_text *text = mod_source_text(module, e->document);
    cc_str line = text == NULL ? (cc_str){"", 0} : src_text_line(text, e->start_line);
    size_t end = e->start_column > 0 ? e->start_column - 1u : 0;
    for (size_t i = 0; i < end && i < line.len; i++) {
        if (line.s[i] != ' ' && line.s[i] != '\t' && line.s[i] != '{') {
            return false;
        }
    }
    return end <= line.len && text != NULL;
}

/* A declaration: no statement goes on beside it. */
static bool is_local_function(const mod_module *module, uint32_t rid) {
    md_methoddef method;
    return md_get_methoddef(module->tables, rid, &method) == CC_OK &&
           mod_name_is_local_function(method.name);
}

uint32_t cov_lambda_lead(const mod_module *module, uint32_t rid, cc_arena *scratch) {
    enum { OF_CSHARP = 9, OF_BASIC = 1, NO_COLUMN = 1 << 16 };
    pdb_document document;
    if (!cov_is_measured(module, rid) ||
        pdb_get_document(module->pdb, module->extents[rid].document, scratch, &document) != CC_OK) {
        return 0;
    }
    if (document.language == PDB_LANG_CSHARP) {
        bool is_alone =
            is_local_function(module, rid) || begins_line(module, &module->extents[rid]);
        return is_alone ? NO_COLUMN : OF_CSHARP;
    }
    return document.language == PDB_LANG_VB ? OF_BASIC : 0;
}
