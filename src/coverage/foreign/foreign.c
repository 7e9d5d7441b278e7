/* Reports of other tools: detects the format, and contains the common part. See foreign.h. */
#include "coverage/foreign/foreign_internal.h"

#include <inttypes.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_hash.h"

enum { MOST_BYTES = 1 << 30 };

void foreign_keep(foreign_reading *r, cc_str text, cc_str *out) {
    const char *copy = cc_arena_strdup(r->arena, text);
    *out = (cc_str){copy, text.len};
}

bool foreign_count(cc_str text, uint64_t *out) {
    uint64_t value = 0;
    for (size_t i = 0; i < text.len; i++) {
        uint64_t digit = (uint64_t)(text.s[i] - '0');
        if (text.s[i] < '0' || text.s[i] > '9') {
            return false;
        }
        value = value > (UINT64_MAX - digit) / 10 ? UINT64_MAX : value * 10 + digit;
    }
    *out = value;
    return text.len > 0;
}

/* --- assemblies ------------------------------------------------------------------------------- */

cc_err foreign_begin(foreign_reading *out, const foreign_request *request, cc_arena *arena) {
    *out = (foreign_reading){.request = request, .arena = arena, .assemblies = cc_map_new()};
    out->order.arena = out->folders.arena = arena;
    return mod_root_open(&out->root, request->root, request->mappings, request->mapping_count,
                         arena);
}

void foreign_end(foreign_reading *r) {
    for (uint32_t i = 0; i < r->order.count; i++) {
        cc_map_free(((foreign_assembly *)r->order.items[i])->documents);
    }
    cc_map_free(r->assemblies);
    mod_root_close(r->root);
}

static foreign_assembly *new_assembly(foreign_reading *r, cc_str name) {
    foreign_assembly *made = CC_NEW(r->arena, foreign_assembly);
    const char *copy = cc_arena_strdup(r->arena, name);
    if (made == NULL || copy == NULL) {
        return NULL;
    }
    made->raw.name = cc_strz(copy);
    made->raw.framework = made->raw.empty_detail = CC_STR("");
    made->raw.was_loaded = true;
    made->documents = cc_map_new();
    cc_list_add(&r->order, made);
    return made;
}

void foreign_assembly_of(foreign_reading *r, cc_str name) {
    foreign_end_method(r);
    void **slot = cc_map_put_str(r->assemblies, name);
    if (slot != NULL && *slot == NULL) {
        *slot = new_assembly(r, name);
    }
    r->assembly = slot == NULL ? NULL : *slot;
}

/* --- documents -------------------------------------------------------------------------------- */

/* Finds the file of an absolute path, by mappings or by its own place; *out is unchanged when there
 * is none. */
static const mod_location *find_absolute(const foreign_reading *r, cc_str path) {
    const pdb_document document = {.name = path};
    const mod_location *place = mod_root_find(r->root, &document, NULL);
    return place->kind != MOD_LOCATION_MISSING ? place : NULL;
}

static cc_err count_place(foreign_reading *r) {
    uint64_t most = FOREIGN_MOST_PLACES + r->located * FOREIGN_PLACES_OF_DOCUMENT;
    return ++r->places <= most
               ? CC_OK
               : cc_fail(
                     CC_E_LIMIT,
                     "the report names too many folders; its files could be in more than %d places",
                     FOREIGN_MOST_PLACES);
}

static cc_err find_below(foreign_reading *r, cc_str folder, cc_str path, const mod_location **out) {
    CC_TRY(count_place(r));
    const char *full =
        cc_arena_printf(r->arena, "%.*s/%.*s", (int)folder.len, folder.s, (int)path.len, path.s);
    *out = find_absolute(r, cc_strz(full));
    return CC_OK;
}

/* Searches below the folders that the report names, else below the root. Only then it searches
 * below '/', which stands for files outside of the root in clrcov's reports: a file that happens to
 * have such a path is another file. */
static cc_err find_relative(foreign_reading *r, cc_str path, const mod_location **out) {
    bool has_top = false;
    for (uint32_t i = 0; *out == NULL && i < r->folders.count; i++) {
        cc_str folder = *(const cc_str *)r->folders.items[i];
        bool is_top = cc_str_eqz(folder, "/");
        has_top = has_top || is_top;
        CC_TRY(is_top ? CC_OK : find_below(r, folder, path, out));
    }
    CC_TRY(*out != NULL ? CC_OK : find_below(r, cc_strz(r->request->root), path, out));
    return *out != NULL || !has_top ? CC_OK : find_below(r, CC_STR(""), path, out);
}

static cc_str with_slashes(const foreign_reading *r, cc_str path) {
    char *copy = cc_arena_strdup(r->arena, path);
    for (size_t i = 0; i < path.len; i++) {
        copy[i] = path.s[i] == '\\' ? '/' : path.s[i];
    }
    return (cc_str){copy, path.len};
}

/* A name with '\' is one of Windows, unless there is such a file; *path is then with '/'. */
static cc_err find_of_any_system(foreign_reading *r, cc_str *path, const mod_location **out) {
    bool has_backslash = memchr(path->s, '\\', path->len) != NULL;
    if (!has_backslash || !r->is_of_windows) {
        CC_TRY(find_relative(r, *path, out));
    }
    if (!has_backslash || *out != NULL) {
        return CC_OK;
    }
    *path = with_slashes(r, *path);
    return find_relative(r, *path, out);
}

/* Sets the place of the file on this machine; else the path is that of the report. */
static cc_err locate(foreign_reading *r, cc_str path, cov_raw_document *out) {
    bool is_absolute = cov_path_is_absolute(path);
    const mod_location *place = NULL;
    r->located++;
    if (is_absolute) {
        place = find_absolute(r, path);
    } else {
        CC_TRY(find_of_any_system(r, &path, &place));
    }
    *out = (cov_raw_document){.is_missing = place == NULL};
    foreign_keep(r, place == NULL ? path : place->path, &out->path);
    out->is_outside_root = cov_path_is_absolute(out->path);
    return CC_OK;
}

cc_err foreign_switch_document(foreign_reading *r, cc_str path) {
    cov_raw_document document;
    CC_TRY(locate(r, path, &document));
    uint32_t **slot = (uint32_t **)cc_map_put_str(r->assembly->documents, document.path);
    if (*slot == NULL) {
        uint32_t *index = CC_NEW(r->arena, uint32_t);
        cov_raw_document *made = cov_raw_add_document(&r->assembly->raw, r->arena);
        *made = document;
        *index = r->assembly->raw.document_count - 1;
        *slot = index;
    }
    r->assembly->document = **slot;
    return CC_OK;
}

cc_err foreign_document(foreign_reading *r, cc_str path) {
    foreign_end_method(r);
    return foreign_switch_document(r, path);
}

/* --- methods ---------------------------------------------------------------------------------- */

void foreign_end_method(foreign_reading *r) {
    if (r->assembly != NULL && r->assembly->is_in_body) {
        cov_raw_end_body(&r->assembly->raw);
        r->assembly->is_in_body = false;
    }
}

void foreign_method(foreign_reading *r, cc_str type, cc_str name, cc_str signature) {
    foreign_end_method(r);
    cov_raw_body *body = cov_raw_add_body(&r->assembly->raw, r->arena);
    foreign_name user = {type, name, signature.len > 0 ? signature : CC_STR("()")};
    foreign_fold_name(&user);
    body->token = r->assembly->raw.body_count;
    foreign_keep(r, user.type, &body->type);
    foreign_keep(r, user.method, &body->name);
    foreign_keep(r, user.signature, &body->signature);
    r->assembly->is_in_body = true;
}

static cc_err add_point(foreign_reading *r, const cov_span *span, uint64_t hits, uint32_t flags) {
    bool is_sane = span->start_line > 0 && span->end_line >= span->start_line &&
                   span->end_line <= FOREIGN_MOST_LINE &&
                   span->end_line - span->start_line < COV_MAX_POINT_LINES;
    if (!is_sane || ++r->points > FOREIGN_MOST_POINTS) {
        return cc_fail(CC_E_FORMAT, "line %u is out of range", span->start_line);
    }
    r->more_lines += span->end_line - span->start_line;
    cov_raw_point *point = cov_raw_add_point(&r->assembly->raw, r->arena);
    point->document = r->assembly->document;
    point->span = *span;
    point->flags = flags;
    point->hits = hits;
    r->most_hits = hits > r->most_hits ? hits : r->most_hits;
    return CC_OK;
}

cc_err foreign_line(foreign_reading *r, uint32_t number, uint64_t hits) {
    const cov_span span = {number, 1, number, 1};
    return add_point(r, &span, hits,
                     COV_RAW_COUNTED | COV_RAW_OWN | COV_RAW_WHOLE_LINE | COV_RAW_OF_PLACE);
}

cc_err foreign_span(foreign_reading *r, const cov_span *span, uint64_t hits) {
    return add_point(r, span, hits, COV_RAW_COUNTED | COV_RAW_OWN | COV_RAW_OF_PLACE);
}

cc_err foreign_add_arm(foreign_reading *r, foreign_arms *arms, uint32_t line, bool is_taken) {
    if (arms->count == FOREIGN_MOST_ARMS) {
        return cc_fail(CC_E_FORMAT, "line %u has more than %d arms", line, (int)FOREIGN_MOST_ARMS);
    }
    bool *more = cc_arena_grow(r->arena, arms->taken, arms->count, &arms->cap, sizeof *more);
    arms->taken = more;
    arms->taken[arms->count++] = is_taken;
    return CC_OK;
}

/* Decisions have their own place before all points of the line: it is not known to which point they
 * belong. */
cc_err foreign_decision(foreign_reading *r, uint32_t line, const bool *taken, uint32_t count) {
    const cov_span span = {line, 1, line, 1};
    if (count < 2 || count > FOREIGN_MOST_ARMS) {
        return count < 2 ? CC_OK : cc_fail(CC_E_FORMAT, "line %u has %u arms", line, count);
    }
    CC_TRY(add_point(r, &span, 0, 0));
    cov_raw_decision *decision = cov_raw_add_decision(&r->assembly->raw, r->arena);
    decision->point = r->assembly->raw.point_count - 1;
    decision->is_switch = count > 2;
    for (uint32_t i = 0; i < count; i++) {
        cov_raw_arm *arm = cov_raw_add_arm(&r->assembly->raw, r->arena);
        arm->is_taken = taken[i];
    }
    return CC_OK;
}

cc_err foreign_counted(foreign_reading *r, uint32_t line, uint32_t taken, uint32_t count) {
    if (count > FOREIGN_MOST_ARMS) {
        return cc_fail(CC_E_FORMAT, "line %u has %u arms", line, count);
    }
    r->counted += count;
    if (r->counted > FOREIGN_MOST_COUNTED + FOREIGN_COUNTED_OF_POINT * r->points) {
        return cc_fail(CC_E_LIMIT,
                       "line %u: the report counts more than %d arms and %d for each line", line,
                       (int)FOREIGN_MOST_COUNTED, (int)FOREIGN_COUNTED_OF_POINT);
    }
    bool *arms = CC_NEW_ARRAY(r->arena, bool, count);
    for (uint32_t i = 0; arms != NULL && i < taken && i < count; i++) {
        arms[i] = true;
    }
    r->is_lower_bound = r->is_lower_bound || (taken > 0 && taken < count);
    return foreign_decision(r, line, arms, count);
}

/* --- the file --------------------------------------------------------------------------------- */

/* Skips a byte order mark and blanks. */
static cc_str without_mark(cc_span bytes) {
    cc_str text = cc_str_trim_start((cc_str){(const char *)bytes.data, bytes.len});
    return cc_str_trim_start(cc_str_without_mark(text));
}

/* Comments may precede the first record. */
static bool is_lcov(cc_str text) {
    while (cc_str_starts(text, "#")) {
        const char *end = memchr(text.s, '\n', text.len);
        size_t len = end == NULL ? text.len : (size_t)(end - text.s);
        text = cc_str_trim_start((cc_str){text.s + len, text.len - len});
    }
    return cc_str_starts(text, "TN:") || cc_str_starts(text, "SF:");
}

static cc_err parse_any(foreign_reading *r, cc_span bytes, const char **tool) {
    cc_str text = without_mark(bytes);
    if (cc_str_starts(text, "<")) {
        return foreign_read_xml(r, cc_span_of(text.s, text.len), tool);
    }
    if (cc_str_starts(text, "{")) {
        *tool = "coverlet";
        return foreign_read_coverlet(r, cc_span_of(text.s, text.len));
    }
    if (is_lcov(text)) {
        *tool = "lcov";
        return foreign_read_lcov(r, cc_span_of(text.s, text.len));
    }
    return cc_fail(
        CC_E_FORMAT,
        "neither a data file of clrcov nor a report of Cobertura, OpenCover, lcov or coverlet");
}

static void make_result(const foreign_reading *r, cc_span bytes, const char *tool, cov_raw *out) {
    char hex[33];
    cc_hash128 hash = cc_hash128_of(bytes);
    cc_hash128_hex(&hash, hex);
    const char *id = cc_arena_printf(r->arena, "%s-%s", tool, hex);
    out->runs = CC_NEW(r->arena, cov_raw_run);
    out->assemblies = CC_NEW_ARRAY(r->arena, cov_raw_assembly, r->order.count);
    out->run_count = 1;
    *out->runs = (cov_raw_run){.id = cc_strz(id),
                               .tool = cc_strz(tool),
                               .commit = CC_STR(""),
                               .hits = r->most_hits > 1 ? CTR_HITS_EXACT : CTR_HITS_ONCE,
                               .is_lower_bound = r->is_lower_bound,
                               .tests_left_out = r->tests_left_out};
    /* the tool left out an assembly without files */
    for (uint32_t i = 0; i < r->order.count; i++) {
        const foreign_assembly *assembly = r->order.items[i];
        if (assembly->raw.document_count > 0) {
            out->assemblies[out->assembly_count++] = assembly->raw;
        }
    }
}

/* Without its sources, a report shows files twice beside data that has found them. */
static void warn_of_missing(const foreign_reading *r, const char *path, cov_raw *out) {
    uint32_t missing = 0;
    uint32_t total = 0;
    for (uint32_t i = 0; i < out->assembly_count; i++) {
        const cov_raw_assembly *assembly = &out->assemblies[i];
        total += assembly->document_count;
        for (uint32_t d = 0; d < assembly->document_count; d++) {
            missing += assembly->documents[d].is_missing ? 1 : 0;
        }
    }
    if (missing == 0) {
        return;
    }
    const char *text = cc_arena_printf(
        r->arena, "%s: %" PRIu32 " of %" PRIu32 " sources not found; use --map FROM=TO", path,
        missing, total);
    out->warnings = CC_NEW(r->arena, cc_str);
    *out->warnings = cc_strz(text);
    out->warning_count = 1;
}

static cc_err parse(foreign_reading *r, cc_span bytes, const char *path, cov_raw *out) {
    const char *tool = "";
    if (bytes.len > MOST_BYTES) {
        return cc_fail(CC_E_LIMIT, "the file is larger than 1 GiB");
    }
    CC_TRY(parse_any(r, bytes, &tool));
    foreign_end_method(r);
    if (!cov_are_spans_sane(r->more_lines, r->points)) {
        return cc_fail(CC_E_LIMIT,
                       "its statements cover more than %u lines and %u for each of them",
                       COV_MOST_MORE_LINES, COV_MORE_LINES_OF_POINT);
    }
    make_result(r, bytes, tool, out);
    warn_of_missing(r, path, out);
    return CC_OK;
}

cc_err foreign_parse(cov_raw **out, cc_span bytes, const char *path, const foreign_request *request,
                     cc_arena *arena) {
    foreign_reading r = {0};
    cov_raw *raw = CC_NEW(arena, cov_raw);
    cc_err err = foreign_begin(&r, request, arena);
    err = err == CC_OK ? parse(&r, bytes, path, raw) : err;
    foreign_end(&r);
    *out = err == CC_OK ? raw : NULL;
    return err == CC_OK ? CC_OK : cc_fail_in(err, path);
}

cc_err foreign_read(cov_raw **out, const char *path, const foreign_request *request,
                    cc_arena *arena) {
    cc_mapped_file file;
    *out = NULL;
    CC_TRY(cc_file_map(&file, path, false));
    cc_err err = foreign_parse(out, file.bytes, path, request, arena);
    cc_file_unmap(&file);
    return err;
}
