/* The data of all pages; see html.h. */
#include <inttypes.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_hash.h"
#include "base/cc_list.h"
#include "base/cc_map.h"
#include "base/cc_sort.h"
#include "reports/html/html.h"

enum { MAX_BASE = 48, HASH_DIGITS = 16 }; /* a page's name: part of its file's name, and a hash */

static const char page_folder[] = "src/";
static const char page_end[] = ".html";

/* --- names of pages --------------------------------------------------------------------------- */

static bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '-' || c == '_';
}

const char *html_page_name(const char *folder, cc_str identity, cc_str name, cc_arena *arena) {
    char base[MAX_BASE + 1];
    size_t len = 0;
    for (size_t i = 0; i < name.len && len < MAX_BASE; i++) {
        bool is_good = is_plain(name.s[i]) && (len > 0 || name.s[i] != '.');
        base[len++] = is_good ? name.s[i] : '_';
    }
    if (len == 0) {
        base[len++] = '_'; /* as from another tool, whose file is "gen/" */
    }
    base[len] = '\0';
    return cc_arena_printf(arena, "%s%s-%0*" PRIx64 "%s", folder, base, HASH_DIGITS,
                           cc_hash64(cc_span_of(identity.s, identity.len)), page_end);
}

/* Makes "NAME-0123456789abcdef". */
static bool ends_in_hash(cc_str name) {
    size_t base = name.len > HASH_DIGITS ? name.len - HASH_DIGITS : 0;
    for (size_t i = base; i < name.len; i++) {
        bool is_digit = name.s[i] >= '0' && name.s[i] <= '9';
        if (!is_digit && !(name.s[i] >= 'a' && name.s[i] <= 'f')) {
            return false;
        }
    }
    return base > 1 && base <= MAX_BASE + 1 && name.s[base - 1] == '-';
}

static bool is_page_in(cc_str name, const char *folder) {
    size_t around = strlen(folder) + strlen(page_end);
    return name.len > around && cc_str_starts(name, folder) && cc_str_ends(name, page_end) &&
           ends_in_hash((cc_str){name.s + strlen(folder), name.len - around});
}

bool rep_html_is_page(cc_str name) {
    static const char *const others[] = {REP_HTML_FRONT, "style.css", "app.js", "icon.svg",
                                         "live.js"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (cc_str_eqz(name, others[i])) {
            return true;
        }
    }
    return is_page_in(name, page_folder) || is_page_in(name, REP_HTML_TESTS);
}

static void name_pages(html_site *site) {
    for (uint32_t i = 0; i < site->model->file_count; i++) {
        html_file *file = &site->files[i];
        file->file = &site->model->files[i];
        file->page = site->is_single ? cc_arena_printf(site->arena, "f%" PRIu32, i + 1)
                                     : html_page_name(page_folder, file->file->path,
                                                      cc_path_base(file->file->path), site->arena);
    }
}

/* --- figures ---------------------------------------------------------------------------------- */

static void add_method(html_file *file, const cov_method *method) {
    uint64_t risk = cov_crap_hundredths(method);
    file->totals.methods_valid += method->line_count > 0 ? 1 : 0;
    file->totals.methods_covered += method->line_count > 0 && method->is_entered ? 1 : 0;
    file->totals.complexity += method->complexity;
    file->risk = risk > file->risk ? risk : file->risk;
}

static void add_figures(html_site *site) {
    for (uint32_t i = 0; i < site->model->file_count; i++) {
        html_file *file = &site->files[i];
        file->totals = cov_lines_totals(file->file->lines, file->file->line_count);
        for (uint32_t k = site->by.first[i]; k < site->by.first[i + 1]; k++) {
            const cov_class *cls = site->by.classes[k];
            for (uint32_t m = 0; m < cls->method_count; m++) {
                add_method(file, &cls->methods[m]);
            }
        }
    }
}

/* --- what belongs to a file ------------------------------------------------------------------- */

const html_file *html_file_of(const html_site *site, const cov_file *file) {
    return &site->files[file - site->model->files];
}

static void find_changes(html_site *site) {
    const patch_cover *patch = site->in->patch;
    for (uint32_t i = 0; patch != NULL && i < patch->file_count; i++) {
        site->files[patch->files[i].file - site->model->files].changed = &patch->files[i];
    }
}

static void find_new(html_site *site) {
    const cmp_result *compared = site->in->live != 0 ? site->in->compared : NULL;
    for (uint32_t i = 0; compared != NULL && i < compared->file_count; i++) {
        const cmp_file *file = &compared->files[i];
        if (file->after != NULL) {
            site->files[file->after - site->model->files].compared = file;
        }
    }
}

/* The member has a reason to show for its lines: they are not in the report, or are not
 * measured. */
static bool is_told(const cov_fact *fact) {
    return fact->subject == COV_SUBJECT_MEMBER && fact->first_line > 0 && fact->path.len > 0;
}

static uint32_t lines_of(const cov_fact *fact) {
    return fact->last_line - fact->first_line;
}

/* Compares: larger members come first, so that inner members come later; of equal members the
 * omitted ones come later. */
static int compare_facts(const void *a, const void *b) {
    const cov_fact *x = *(const cov_fact *const *)a;
    const cov_fact *y = *(const cov_fact *const *)b;
    if (lines_of(x) != lines_of(y)) {
        return lines_of(x) > lines_of(y) ? -1 : 1;
    }
    if (x->first_line != y->first_line) {
        return x->first_line < y->first_line ? -1 : 1;
    }
    bool x_is_in = x->reason == CTR_MEASURED;
    bool y_is_in = y->reason == CTR_MEASURED;
    return x_is_in != y_is_in ? (x_is_in ? -1 : 1) : (x > y) - (x < y);
}

static cc_list *list_of(cc_map *lists, cc_str path, cc_arena *arena) {
    void **slot = cc_map_put_str(lists, path);
    if (slot != NULL && *slot == NULL) {
        cc_list *list = CC_NEW(arena, cc_list);
        if (list != NULL) {
            list->arena = arena;
        }
        *slot = list;
    }
    return slot == NULL ? NULL : (cc_list *)*slot;
}

static void sort_facts(html_site *site, cc_map *lists) {
    for (uint32_t i = 0; i < site->model->file_count; i++) {
        html_file *file = &site->files[i];
        cc_list *list = (cc_list *)cc_map_get_str(lists, file->file->path);
        if (list == NULL) {
            continue;
        }
        cc_sort(list->items, list->count, sizeof(void *), compare_facts);
        file->facts = (const cov_fact *const *)(void *)list->items;
        file->fact_count = list->count;
    }
}

static void find_facts(html_site *site) {
    const cov_model *model = site->model;
    cc_map *lists = cc_map_new();
    for (uint32_t i = 0; i < model->fact_count; i++) {
        if (is_told(&model->facts[i])) {
            cc_list *list = list_of(lists, model->facts[i].path, site->arena);
            cc_list_add(list, (void *)(uintptr_t)&model->facts[i]);
        }
    }
    sort_facts(site, lists);
    cc_map_free(lists);
}

void html_site_make(html_site *out, const rep_input *in, bool is_single, cc_arena *arena) {
    static const rep_origin unknown = {.host = REP_HOST_NONE};
    const rep_origin *origin = in->origin == NULL ? &unknown : in->origin;
    cc_str name = origin->project.len > 0 ? origin->project : cc_path_base(in->model->root);
    *out = (html_site){.in = in,
                       .origin = origin,
                       .levels = in->levels == NULL ? &rep_default_levels : in->levels,
                       .model = in->model,
                       .arena = arena,
                       .is_single = is_single,
                       .name = name.len > 0 ? name : CC_STR("/")};
    out->files = CC_NEW_ARRAY(arena, html_file, in->model->file_count);
    rep_by_file_open(&out->by, in->model, arena);
    name_pages(out);
    add_figures(out);
    find_changes(out);
    find_new(out);
    find_facts(out);
    html_spaces_make(out);
    html_tests_make(out);
}
