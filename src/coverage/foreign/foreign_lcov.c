/* lcov's trace file (geninfo(1)). It has files and functions by their first lines, and no
 * assemblies: all belong to one assembly named "lcov", and their class is the name of the file. A
 * line belongs to the last function that begins at or before it.
 *
 * coverlet writes the full name of a method, with the line before its first one, and then its own
 * lines: these are a part of the section, which ends where the next method begins. */
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_sort.h"
#include "coverage/foreign/foreign_internal.h"

typedef struct function {
    uint32_t first;
    cc_str name;
    bool is_full; /* "Ret Ns.Type::Method(Args)", as coverlet writes it */
} function;

typedef struct one_line {
    uint32_t number;
    uint64_t hits;
} one_line;

/* An arm; the arms of one block of a line are a decision. */
typedef struct one_arm {
    uint32_t line, block, arm, order;
    bool is_taken;
} one_arm;

/* A section: from SF to end_of_record. */
typedef struct section {
    foreign_reading *r;
    cc_arena *scratch;
    cc_str path;
    cc_list functions, lines, arms; /* of the current part */
    cc_map *firsts;                 /* index of a function, from lcov 2.2 on -> its `function` */
    foreign_arms together;          /* of one decision */
    unsigned line;                  /* of the file, for messages */
} section;

static cc_err fail(const section *s, const char *what) {
    return cc_fail(CC_E_FORMAT, "line %u: %s", s->line, what);
}

/* Returns the text up to the next comma; *rest is the text after it. */
static cc_str take_field(cc_str *rest) {
    const char *comma = memchr(rest->s, ',', rest->len);
    size_t len = comma == NULL ? rest->len : (size_t)(comma - rest->s);
    cc_str field = {rest->s, len};
    *rest = comma == NULL ? (cc_str){"", 0} : (cc_str){comma + 1, rest->len - len - 1};
    return field;
}

static bool take_number(cc_str *rest, uint64_t most, uint64_t *out) {
    return cc_str_number(cc_str_trim(take_field(rest)), most, out);
}

static cc_err end_part(section *s);

static cc_err add_function(section *s, uint32_t first, cc_str name) {
    foreign_name ignored;
    bool is_full = foreign_split_name(&ignored, name);
    if (is_full && s->lines.count > 0) {
        CC_TRY(end_part(s));
    }
    function *made = CC_NEW(s->scratch, function);
    *made = (function){is_full ? first + 1 : first, name, is_full};
    cc_list_add(&s->functions, made);
    return CC_OK;
}

/* Reads FN:LINE,NAME or FN:LINE,END,NAME. */
static cc_err take_function(section *s, cc_str rest) {
    uint64_t first = 0;
    uint64_t end = 0;
    if (!take_number(&rest, FOREIGN_MOST_LINE, &first)) {
        return fail(s, "FN without a line");
    }
    cc_str after = rest;
    if (take_number(&after, FOREIGN_MOST_LINE, &end) && after.len > 0) {
        rest = after;
    }
    return add_function(s, (uint32_t)first, rest);
}

/* Reads FNL:INDEX,LINE or FNL:INDEX,LINE,END. */
static cc_err take_place(section *s, cc_str rest) {
    uint64_t index = 0;
    uint64_t first = 0;
    if (!take_number(&rest, UINT32_MAX, &index) || !take_number(&rest, FOREIGN_MOST_LINE, &first)) {
        return fail(s, "FNL needs an index and a line");
    }
    function *made = CC_NEW(s->scratch, function);
    *made = (function){.first = (uint32_t)first};
    *cc_map_put_u64(s->firsts, index) = made;
    return CC_OK;
}

/* Reads FNA:INDEX,COUNT,NAME. */
static cc_err take_alias(section *s, cc_str rest) {
    uint64_t index = 0;
    bool is_fine = take_number(&rest, UINT32_MAX, &index);
    const function *place = is_fine ? cc_map_get_u64(s->firsts, index) : NULL;
    (void)take_field(&rest);
    return place == NULL ? fail(s, "FNA needs the index of an FNL")
                         : add_function(s, place->first, rest);
}

static cc_err take_line(section *s, cc_str rest) {
    uint64_t number = 0;
    uint64_t hits = 0;
    bool is_fine = take_number(&rest, FOREIGN_MOST_LINE, &number) && number > 0 &&
                   foreign_count(cc_str_trim(take_field(&rest)), &hits);
    one_line *made = is_fine ? CC_NEW(s->scratch, one_line) : NULL;
    if (!is_fine) {
        return fail(s, "DA needs a line and a count");
    }
    *made = (one_line){(uint32_t)number, hits};
    cc_list_add(&s->lines, made);
    return CC_OK;
}

/* Handles "0", or "e0" for an arm that an exception takes: that arm also belongs to the block. */
static bool take_block(cc_str *rest, uint64_t *out) {
    cc_str field = cc_str_trim(take_field(rest));
    bool is_exception = cc_str_starts(field, "e");
    field = is_exception ? (cc_str){field.s + 1, field.len - 1} : field;
    return cc_str_number(field, UINT32_MAX, out);
}

/* Reads BRDA:LINE,BLOCK,BRANCH,TAKEN. */
static cc_err take_arm(section *s, cc_str rest) {
    uint64_t line = 0;
    uint64_t block = 0;
    uint64_t arm = 0;
    uint64_t taken = 0;
    bool is_fine =
        take_number(&rest, FOREIGN_MOST_LINE, &line) && line > 0 && take_block(&rest, &block);
    /* from lcov 2 on a branch may be any text: then their order counts */
    cc_str name = cc_str_trim(take_field(&rest));
    if (!cc_str_number(name, UINT32_MAX, &arm)) {
        arm = s->arms.count;
    }
    cc_str count = cc_str_trim(take_field(&rest));
    is_fine = is_fine && (cc_str_eqz(count, "-") || foreign_count(count, &taken));
    one_arm *made = is_fine ? CC_NEW(s->scratch, one_arm) : NULL;
    if (!is_fine) {
        return fail(s, "BRDA needs a line, a block, a branch and a count");
    }
    *made = (one_arm){(uint32_t)line, (uint32_t)block, (uint32_t)arm, s->arms.count, taken > 0};
    cc_list_add(&s->arms, made);
    return CC_OK;
}

/* --- sections --------------------------------------------------------------------------------- */

static int compare_functions(const void *a, const void *b) {
    const function *x = *(function *const *)a;
    const function *y = *(function *const *)b;
    return (x->first > y->first) - (x->first < y->first);
}

static int compare_lines(const void *a, const void *b) {
    const one_line *x = *(one_line *const *)a;
    const one_line *y = *(one_line *const *)b;
    return (x->number > y->number) - (x->number < y->number);
}

static int compare_arms(const void *a, const void *b) {
    const one_arm *x = *(one_arm *const *)a;
    const one_arm *y = *(one_arm *const *)b;
    const uint32_t left[] = {x->line, x->block, x->arm, x->order};
    const uint32_t right[] = {y->line, y->block, y->arm, y->order};
    for (int i = 0; i < 4; i++) {
        if (left[i] != right[i]) {
            return left[i] < right[i] ? -1 : 1;
        }
    }
    return 0;
}

/* Adds the arms of one line, from *at on: one decision per block. */
static cc_err put_arms(section *s, uint32_t line, uint32_t *at) {
    while (*at < s->arms.count && ((one_arm *)s->arms.items[*at])->line <= line) {
        const one_arm *first = s->arms.items[*at];
        s->together.count = 0;
        while (*at < s->arms.count && ((one_arm *)s->arms.items[*at])->line == first->line &&
               ((one_arm *)s->arms.items[*at])->block == first->block) {
            const one_arm *arm = s->arms.items[(*at)++];
            CC_TRY(foreign_add_arm(s->r, &s->together, arm->line, arm->is_taken));
        }
        if (first->line == line) {
            CC_TRY(foreign_decision(s->r, line, s->together.taken, s->together.count));
        }
    }
    return CC_OK;
}

/* Splits "Type.Method(Args)", as clrcov's own files have it. */
static bool split_own_name(foreign_name *out, cc_str name) {
    const char *open = memchr(name.s, '(', name.len);
    cc_str head = {name.s, open == NULL ? name.len : (size_t)(open - name.s)};
    size_t dot = head.len;
    while (dot > 0 && head.s[dot - 1] != '.') {
        dot--;
    }
    dot = dot > 1 && head.s[dot - 2] == '.' ? dot - 1 : dot; /* ..ctor */
    bool has_type = open != NULL && open != name.s && dot > 1;
    if (has_type) {
        *out = (foreign_name){.type = {head.s, dot - 1},
                              .method = {head.s + dot, head.len - dot},
                              .signature = {open, name.len - head.len}};
    }
    return has_type;
}

/* All of a name that has no type is the method. */
static void split_any_name(foreign_name *out, cc_str name) {
    foreign_name full;
    (void)foreign_split_name(&full, name);
    if (full.type.len > 0) {
        *out = full;
    } else if (!split_own_name(out, name)) {
        out->method = name;
    }
}

static void begin_method(section *s, cc_str type, const function *f) {
    foreign_name parts = {type, CC_STR("(lines)"), CC_STR("")};
    if (f != NULL) {
        split_any_name(&parts, f->name);
    }
    foreign_method(s->r, parts.type, parts.method, parts.signature);
}

/* The only method of a part has all of its lines. */
static bool begins_by(const section *s, const function *f, uint32_t line) {
    return f->first <= line || (f->is_full && s->functions.count == 1);
}

static cc_err put_lines(section *s) {
    cc_str type = cc_path_stem(cc_path_base(s->path));
    uint32_t next = 0;
    uint32_t arm = 0;
    for (uint32_t i = 0; i < s->lines.count; i++) {
        const one_line *line = s->lines.items[i];
        bool begins = i == 0;
        while (next < s->functions.count && begins_by(s, s->functions.items[next], line->number)) {
            begins = true;
            next++;
        }
        if (begins) {
            begin_method(s, type, next == 0 ? NULL : s->functions.items[next - 1]);
        }
        CC_TRY(foreign_line(s->r, line->number, line->hits));
        CC_TRY(put_arms(s, line->number, &arm));
    }
    return CC_OK;
}

static void sort(cc_list *list, int (*compare)(const void *, const void *)) {
    if (list->count > 1) {
        cc_sort(list->items, list->count, sizeof(void *), compare);
    }
}

static cc_err end_part(section *s) {
    if (s->path.len > 0 && s->lines.count > 0) {
        sort(&s->functions, compare_functions);
        sort(&s->lines, compare_lines);
        sort(&s->arms, compare_arms);
        CC_TRY(foreign_document(s->r, s->path));
        CC_TRY(put_lines(s));
        foreign_end_method(s->r);
    }
    s->functions = s->lines = s->arms = (cc_list){.arena = s->scratch};
    return CC_OK;
}

static void begin_section(section *s) {
    cc_map_free(s->firsts);
    cc_arena_reset(s->scratch);
    s->firsts = cc_map_new();
    s->path = (cc_str){"", 0};
    s->functions = s->lines = s->arms = (cc_list){.arena = s->scratch};
}

static cc_err end_section(section *s) {
    CC_TRY(end_part(s));
    begin_section(s);
    return CC_OK;
}

static bool take_word(cc_str *rest, const char *word) {
    bool is_there = cc_str_starts(*rest, word);
    size_t len = is_there ? strlen(word) : 0;
    *rest = (cc_str){rest->s + len, rest->len - len};
    return is_there;
}

/* In clrcov's own files the name of the test states what the figures lack: "lower_bounds",
 * "tests_left_out_3", or both with '_'. Other names say nothing. */
static cc_err take_test_name(section *s, cc_str rest) {
    uint64_t count = 0;
    bool is_lower_bound = take_word(&rest, "lower_bounds");
    bool has_more = take_word(&rest, is_lower_bound ? "_tests_left_out_" : "tests_left_out_");
    if (has_more ? !cc_str_number(rest, UINT32_MAX, &count) : rest.len > 0) {
        return CC_OK;
    }
    foreign_reading *r = s->r;
    r->is_lower_bound = r->is_lower_bound || is_lower_bound;
    r->tests_left_out = count > r->tests_left_out ? (uint32_t)count : r->tests_left_out;
    return CC_OK;
}

static cc_err take_record(section *s, cc_str key, cc_str rest) {
    static const struct {
        const char *key;
        cc_err (*take)(section *s, cc_str rest);
    } records[] = {{"TN", take_test_name}, {"FN", take_function}, {"FNL", take_place},
                   {"FNA", take_alias},    {"DA", take_line},     {"BRDA", take_arm}};
    for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
        if (cc_str_eqz(key, records[i].key)) {
            return records[i].take(s, rest);
        }
    }
    return CC_OK;
}

static cc_err take(section *s, cc_str line) {
    const char *colon = memchr(line.s, ':', line.len);
    if (cc_str_eqz(line, "end_of_record")) {
        return end_section(s);
    }
    if (colon == NULL) {
        return line.len == 0 || line.s[0] == '#' ? CC_OK : fail(s, "not a record of lcov");
    }
    cc_str key = {line.s, (size_t)(colon - line.s)};
    cc_str rest = {colon + 1, line.len - key.len - 1};
    if (cc_str_eqz(key, "SF")) {
        s->path = rest;
        return CC_OK;
    }
    return take_record(s, key, rest);
}

static cc_err take_all(section *s, cc_str text) {
    while (text.len > 0) {
        const char *end = memchr(text.s, '\n', text.len);
        size_t len = end == NULL ? text.len : (size_t)(end - text.s);
        s->line++;
        CC_TRY(take(s, cc_str_trim((cc_str){text.s, len})));
        text = end == NULL ? (cc_str){"", 0} : (cc_str){end + 1, text.len - len - 1};
    }
    return s->path.len == 0 ? CC_OK : fail(s, "the file ends within a record");
}

cc_err foreign_read_lcov(foreign_reading *r, cc_span bytes) {
    section s = {.r = r, .scratch = cc_arena_new()};
    begin_section(&s);
    foreign_assembly_of(r, CC_STR("lcov"));
    cc_err err = take_all(&s, (cc_str){(const char *)bytes.data, bytes.len});
    cc_map_free(s.firsts);
    cc_arena_free(s.scratch);
    return err;
}
