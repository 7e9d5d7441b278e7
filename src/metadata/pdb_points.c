/* Sequence points of one method.
 *
 * Input: the SequencePoints blob of MethodDebugInformation. Output: points by increasing IL offset.
 * The size of the blob bounds the number of points, so the code reads the blob once. Source:
 * Portable PDB 1.0, sequence points blob. */
#include "metadata/pdb.h"

#include "metadata/md_int.h"
#include "metadata/pdb_int.h"

enum {
    MAX_OFFSET = 0x1FFFFFFF,
    MAX_COLUMN = 0xFFFF,
    POINT_SIZE = 3,        /* bytes of the shortest record of a point */
    HIDDEN_LINE = 0xFEEFEE /* writers of Windows PDBs use it for "hidden" */
};

typedef struct decoder {
    cc_span in;
    uint32_t documents;   /* number of rows of Document */
    uint32_t document;    /* of the next point */
    uint32_t offset;      /* of the last point */
    int64_t line, column; /* start of the last visible point */
    bool has_point, has_visible;
} decoder;

static cc_err bad_points(const char *why) {
    return cc_fail(CC_E_FORMAT, "damaged sequence points: %s", why);
}

static cc_err set_document(decoder *d, uint32_t rid) {
    if (rid == 0 || rid > d->documents) {
        return bad_points("no such document");
    }
    d->document = rid;
    return CC_OK;
}

/* Reads the signature of the locals, and the document when the row does not contain it. */
static cc_err open_blob(decoder *d, cc_span blob, uint32_t row_document, uint32_t documents) {
    *d = (decoder){.in = blob, .documents = documents};
    uint32_t local_signature = 0;
    uint32_t document = row_document;
    if (!md_compressed(&d->in, &local_signature) ||
        (row_document == 0 && !md_compressed(&d->in, &document))) {
        return bad_points("header ends early");
    }
    return set_document(d, document);
}

/* Reads the extent of the point in lines and columns; both 0: hidden. */
static bool read_extent(decoder *d, uint32_t *lines, int32_t *columns) {
    uint32_t plain = 0;
    if (!md_compressed(&d->in, lines)) {
        return false;
    }
    if (*lines != 0) {
        return md_compressed_signed(&d->in, columns);
    }
    if (!md_compressed(&d->in, &plain)) {
        return false;
    }
    *columns = (int32_t)plain; /* at most 29 bits */
    return true;
}

/* The first visible point of a method has an absolute place; the places of the others are relative
 * to the previous point. */
static bool read_start(decoder *d) {
    uint32_t line = 0;
    uint32_t column = 0;
    int32_t line_delta = 0;
    int32_t column_delta = 0;
    if (!d->has_visible) {
        if (!md_compressed(&d->in, &line) || !md_compressed(&d->in, &column)) {
            return false;
        }
        d->line = line;
        d->column = column;
        d->has_visible = true;
        return true;
    }
    if (!md_compressed_signed(&d->in, &line_delta) ||
        !md_compressed_signed(&d->in, &column_delta)) {
        return false;
    }
    d->line += line_delta;
    d->column += column_delta;
    return true;
}

static cc_err read_place(decoder *d, uint32_t lines, int32_t columns, pdb_point *out) {
    if (!read_start(d)) {
        return bad_points("record ends early");
    }
    int64_t end_line = d->line + lines;
    int64_t end_column = d->column + columns;
    if (d->line < 0 || end_line > PDB_MAX_LINE) {
        return bad_points("line out of range");
    }
    if (d->column < 0 || d->column > MAX_COLUMN || end_column < 0 || end_column > MAX_COLUMN) {
        return bad_points("column out of range");
    }
    if (d->line == 0 || d->line == HIDDEN_LINE) {
        return CC_OK; /* on no line of any file: remains hidden */
    }
    out->hidden = false;
    out->start_line = (uint32_t)d->line;
    out->end_line = (uint32_t)end_line;
    out->start_column = (uint32_t)d->column;
    out->end_column = (uint32_t)end_column;
    return CC_OK;
}

static cc_err read_point(decoder *d, uint32_t delta, pdb_point *out) {
    uint32_t lines = 0;
    int32_t columns = 0;
    if (delta > MAX_OFFSET - d->offset) {
        return bad_points("IL offset out of range");
    }
    d->offset += delta;
    d->has_point = true;
    *out = (pdb_point){.offset = d->offset, .document = d->document, .hidden = true};
    if (!read_extent(d, &lines, &columns)) {
        return bad_points("record ends early");
    }
    return lines == 0 && columns == 0 ? CC_OK : read_place(d, lines, columns, out);
}

/* Reads one record: a point (*is_point) or a change of document. */
static cc_err read_record(decoder *d, pdb_point *out, bool *is_point) {
    uint32_t delta = 0;
    uint32_t document = 0;
    if (!md_compressed(&d->in, &delta)) {
        return bad_points("record ends early");
    }
    *is_point = delta != 0 || !d->has_point;
    if (*is_point) {
        return read_point(d, delta, out);
    }
    if (!md_compressed(&d->in, &document)) {
        return bad_points("record ends early");
    }
    return set_document(d, document);
}

/* Reads all points into `points`. */
static cc_err read_all(decoder *d, pdb_point *points, uint32_t *count) {
    while (d->in.len > 0) {
        bool is_point = false;
        CC_TRY(read_record(d, &points[*count], &is_point));
        *count += is_point ? 1 : 0;
    }
    return CC_OK;
}

cc_err pdb_get_points(const pdb_file *pdb, uint32_t method_rid, cc_arena *arena, pdb_point **points,
                      uint32_t *count) {
    const md_tables *t = pdb->tables;
    uint32_t document = 0;
    uint32_t index = 0;
    cc_span blob = {NULL, 0};
    decoder d;
    *points = NULL;
    *count = 0;
    if (!md_cell(t, MD_METHOD_DEBUG_INFORMATION, method_rid,
                 MD_COL_METHOD_DEBUG_INFORMATION_DOCUMENT, &document) ||
        !md_cell(t, MD_METHOD_DEBUG_INFORMATION, method_rid,
                 MD_COL_METHOD_DEBUG_INFORMATION_SEQUENCE_POINTS, &index) ||
        index == 0) {
        return CC_OK;
    }
    if (!md_blob(t, index, &blob)) {
        return bad_points("blob lies outside the heap");
    }
    CC_TRY(open_blob(&d, blob, document, md_row_count(t, MD_DOCUMENT)));
    /* The last record may be incomplete. */
    size_t bound = d.in.len / POINT_SIZE + 1;
    pdb_point *all = CC_NEW_ARRAY(arena, pdb_point, bound);
    if (all == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for %zu sequence points", bound);
    }
    uint32_t n = 0;
    CC_TRY(read_all(&d, all, &n));
    *points = all;
    *count = n;
    return CC_OK;
}
