/* Comments and rules that leave out lines of a source; see mod_left_out.h. */
#include "coverage/module/mod_left_out.h"

#include <string.h>

#include "base/cc_list.h"
#include "coverage/module/mod_select.h"

static const char word[] = "coverage:";
enum { WORD_LENGTH = sizeof word - 1 };

/* The openings of comments at the end of the text before the word, by language. */
static const char *const openers_csharp[] = {"//", "/*", NULL};
static const char *const openers_vb[] = {"'", "REM", "Rem", "rem", NULL};
static const char *const openers_fsharp[] = {"//", "(*", NULL};

typedef struct comment {
    bool is_off, is_on;
    bool is_alone; /* the line has no code */
    cc_str why;    /* the words after `off` */
} comment;

typedef struct finding {
    const char *const *openers;
    sel_list *filter;
    bool has_rules;
    cc_arena *arena;
    cc_list ranges;
    mod_left_out_range *block; /* the range that `off` began; NULL: none */
} finding;

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* --- one line --------------------------------------------------------------------------------- */

/* Finds the text before the comment at the end of the text; false: the text does not end with a
 * comment. */
static bool cut_opener(const finding *f, cc_str before, cc_str *code) {
    before = cc_str_trim_end(before);
    for (size_t i = 0; f->openers[i] != NULL; i++) {
        if (cc_str_ends(before, f->openers[i])) {
            *code = cc_str_trim_end((cc_str){before.s, before.len - strlen(f->openers[i])});
            bool is_part_of_name = is_word(f->openers[i][0]) && code->len > 0 &&
                                   code->s + code->len != before.s &&
                                   is_word(before.s[before.len - strlen(f->openers[i]) - 1]);
            return !is_part_of_name;
        }
    }
    return false;
}

/* Returns the reason without the punctuation around it. */
static cc_str clean_reason(cc_str s) {
    s = cc_str_trim_end(s);
    if (cc_str_ends(s, "*/") || cc_str_ends(s, "*)")) {
        s.len -= 2;
    }
    while (s.len > 0 && (is_blank(s.s[0]) || s.s[0] == '-' || s.s[0] == ':' || s.s[0] == ',')) {
        s = (cc_str){s.s + 1, s.len - 1};
    }
    return cc_str_trim_end(s);
}

static bool takes_word(cc_str *s, const char *expected) {
    size_t length = strlen(expected);
    bool is_it = cc_str_starts(*s, expected) && (s->len == length || !is_word(s->s[length]));
    if (is_it) {
        *s = (cc_str){s->s + length, s->len - length};
    }
    return is_it;
}

/* Finds the first comment of the line that switches coverage. */
static comment read_comment(const finding *f, cc_str line) {
    cc_str rest = line;
    const char *at = NULL;
    while ((at = memmem(rest.s, rest.len, word, WORD_LENGTH)) != NULL) {
        comment c = {0};
        cc_str code = {"", 0};
        rest = (cc_str){at + WORD_LENGTH, line.len - (size_t)(at - line.s) - WORD_LENGTH};
        cc_str after = cc_str_trim_start(rest);
        bool is_comment = cut_opener(f, (cc_str){line.s, (size_t)(at - line.s)}, &code);
        c.is_off = is_comment && takes_word(&after, "off");
        c.is_on = is_comment && !c.is_off && takes_word(&after, "on");
        c.is_alone = cc_str_trim_start(code).len == 0;
        c.why = clean_reason(after);
        if (c.is_off || c.is_on) {
            return c;
        }
    }
    return (comment){0};
}

/* --- ranges ----------------------------------------------------------------------------------- */

static void add_range(finding *f, uint32_t line, cc_str why, mod_left_out_range **out) {
    mod_left_out_range *range = CC_NEW(f->arena, mod_left_out_range);
    *range = (mod_left_out_range){line, line, why};
    cc_list_add(&f->ranges, range);
    *out = range;
}

static void add_comment(finding *f, uint32_t line, const comment *c, mod_left_out_range **out) {
    const char *why = cc_arena_printf(f->arena, "coverage: off in line %u%s%.*s%s", line,
                                      c->why.len > 0 ? " (" : "", (int)c->why.len, c->why.s,
                                      c->why.len > 0 ? ")" : "");
    add_range(f, line, cc_strz(why), out);
}

/* The function tries rules on each line, also inside a block: a rule that matches only there is not
 * a mistake. */
static void try_rules(finding *f, uint32_t number, cc_str line, bool is_out) {
    sel_verdict verdict = sel_line(f->filter, line);
    cc_str why = {"", 0};
    mod_left_out_range *range = NULL;
    if (verdict.is_in || is_out) {
        return;
    }
    mod_describe(&verdict, f->arena, &why);
    add_range(f, number, why, &range);
}

static void take_line(finding *f, uint32_t number, cc_str line) {
    comment c = read_comment(f, line);
    mod_left_out_range *range = NULL;
    bool is_out = f->block != NULL;
    if (is_out) {
        f->block->last = number;
        f->block = c.is_on && c.is_alone ? NULL : f->block;
    } else if (c.is_off) {
        add_comment(f, number, &c, &range);
        f->block = c.is_alone ? range : NULL;
        is_out = true;
    }
    if (f->has_rules) {
        try_rules(f, number, line, is_out);
    }
}

/* --- a text ----------------------------------------------------------------------------------- */

static const char *const *openers_of(cc_str path) {
    if (cc_str_ends(path, ".vb")) {
        return openers_vb;
    }
    bool is_fsharp = cc_str_ends(path, ".fs") || cc_str_ends(path, ".fsx");
    return is_fsharp ? openers_fsharp : openers_csharp;
}

static void take_lines(finding *f, cc_str text) {
    for (uint32_t number = 1; text.len > 0; number++) {
        const char *end = memchr(text.s, '\n', text.len);
        size_t length = end == NULL ? text.len : (size_t)(end - text.s);
        take_line(f, number, cc_str_trim_end((cc_str){text.s, length}));
        size_t taken = end == NULL ? length : length + 1;
        text = (cc_str){text.s + taken, text.len - taken};
    }
}

bool mod_left_out_has_comment(cc_span text) {
    return text.len > 0 && memmem(text.data, text.len, word, WORD_LENGTH) != NULL;
}

void mod_left_out_find(mod_left_out *out, cc_span text, cc_str path, sel_list *filter,
                       cc_arena *arena) {
    cc_str rest = {(const char *)text.data, text.len};
    finding f = {.openers = openers_of(path),
                 .filter = filter,
                 .has_rules = sel_has_kind(filter, SEL_LINE),
                 .arena = arena,
                 .ranges = {.arena = arena}};
    *out = (mod_left_out){0};
    take_lines(&f, cc_str_without_mark(rest));
    out->ranges = CC_NEW_ARRAY(arena, mod_left_out_range, f.ranges.count);
    for (uint32_t i = 0; i < f.ranges.count; i++) {
        out->ranges[out->count++] = *(const mod_left_out_range *)f.ranges.items[i];
    }
    if (f.block != NULL) {
        out->open_line = f.block->first;
        out->ranges[out->count - 1].last = UINT32_MAX;
    }
}

const mod_left_out_range *mod_left_out_of(const mod_left_out *left_out, uint32_t line) {
    uint32_t low = 0;
    uint32_t high = left_out == NULL ? 0 : left_out->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const mod_left_out_range *range = &left_out->ranges[middle];
        if (line >= range->first && line <= range->last) {
            return range;
        }
        if (line < range->first) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return NULL;
}
