/* Named local variables of one method.
 *
 * Input: the rows of LocalScope that belong to the method, and the run of LocalVariable rows of
 * each scope. Output: slot and code of each variable. The code reads the rows twice, to count and
 * to fill. Source: Portable PDB 1.0, LocalScope and LocalVariable. */
#include "metadata/pdb.h"

#include "metadata/md_int.h"
#include "metadata/pdb_int.h"

enum { DEBUGGER_HIDDEN = 1 };

typedef struct scope {
    uint32_t first, end; /* rows of LocalVariable */
    uint32_t start, length;
} scope;

static bool read_scope(const md_tables *t, uint32_t row, scope *out) {
    uint32_t rows = md_row_count(t, MD_LOCAL_VARIABLE);
    if (!md_cell(t, MD_LOCAL_SCOPE, row, MD_COL_LOCAL_SCOPE_VARIABLE_LIST, &out->first) ||
        !md_cell(t, MD_LOCAL_SCOPE, row, MD_COL_LOCAL_SCOPE_START_OFFSET, &out->start) ||
        !md_cell(t, MD_LOCAL_SCOPE, row, MD_COL_LOCAL_SCOPE_LENGTH, &out->length)) {
        return false;
    }
    if (!md_cell(t, MD_LOCAL_SCOPE, row + 1, MD_COL_LOCAL_SCOPE_VARIABLE_LIST, &out->end) ||
        out->end > rows + 1) {
        out->end = rows + 1;
    }
    return out->first > 0 && out->length <= UINT32_MAX - out->start;
}

/* Adds the variables of the scope to `out` (NULL: counts only). */
static uint32_t add_scope(const md_tables *t, const scope *s, pdb_variable *out, uint32_t count) {
    for (uint32_t row = s->first; row < s->end; row++) {
        uint32_t attributes = 0;
        uint32_t slot = 0;
        if (!md_cell(t, MD_LOCAL_VARIABLE, row, MD_COL_LOCAL_VARIABLE_ATTRIBUTES, &attributes) ||
            !md_cell(t, MD_LOCAL_VARIABLE, row, MD_COL_LOCAL_VARIABLE_INDEX, &slot) ||
            (attributes & DEBUGGER_HIDDEN) != 0) {
            continue;
        }
        if (out != NULL) {
            out[count] = (pdb_variable){slot, s->start, s->start + s->length};
        }
        count++;
    }
    return count;
}

static uint32_t read_all(const md_tables *t, uint32_t first, uint32_t scopes, pdb_variable *out) {
    uint32_t count = 0;
    uint32_t most = md_row_count(t, MD_LOCAL_VARIABLE);
    for (uint32_t i = 0; i < scopes && count <= most; i++) {
        scope s;
        if (read_scope(t, first + i, &s)) {
            count = add_scope(t, &s, out, count);
        }
    }
    return count;
}

cc_err pdb_get_variables(const pdb_file *pdb, uint32_t method_rid, cc_arena *arena,
                         pdb_variable **variables, uint32_t *count) {
    const md_tables *t = pdb->tables;
    uint32_t scopes = 0;
    uint32_t first = md_find(t, MD_LOCAL_SCOPE, MD_COL_LOCAL_SCOPE_METHOD, method_rid, &scopes);
    uint32_t n = read_all(t, first, scopes, NULL);
    *count = 0;
    if (n > md_row_count(t, MD_LOCAL_VARIABLE)) {
        n = scopes = 0; /* damaged: scopes share variables */
    }
    *variables = CC_NEW_ARRAY(arena, pdb_variable, n);
    if (*variables == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for %u local variables", n);
    }
    *count = read_all(t, first, scopes, *variables);
    return CC_OK;
}
