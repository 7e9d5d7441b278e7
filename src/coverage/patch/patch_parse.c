/* Reading unified diffs; see patch.h. */
#include <string.h>

#include "base/cc_list.h"
#include "base/cc_map.h"
#include "coverage/patch/patch.h"

enum { MAX_LINE_NUMBER = 1 << 29 };

typedef struct parsing {
    cc_str rest;
    unsigned line; /* line of the patch, from 1 */
    cc_arena *arena;
    cc_list files; /* patch_file */
    patch_file *file;
    cc_list hunks;                 /* of the file: patch_hunk */
    cc_list added;                 /* of the file: patch_range */
    cc_str old_prefix, new_prefix; /* of the file's names */
    bool has_names;                /* of `---` and `+++` */
    bool is_renamed;               /* or copied: further lines had the names, without a prefix */
    bool has_others; /* the file has changes other than lines: properties of Subversion */
    bool is_some;    /* the patch has text */
    bool is_change;  /* a change was found */
    cc_map *known;   /* path -> patch_file */
} parsing;

static cc_err fail(const parsing *p, const char *what) {
    return cc_fail(CC_E_FORMAT, "line %u of the patch: %s", p->line, what);
}

/* Takes the next line without its end; false at the end of the text. */
static bool next_line(parsing *p, cc_str *out) {
    if (p->rest.len == 0) {
        return false;
    }
    const char *end = memchr(p->rest.s, '\n', p->rest.len);
    size_t len = end == NULL ? p->rest.len : (size_t)(end - p->rest.s);
    *out = (cc_str){p->rest.s, len};
    p->rest = end == NULL ? (cc_str){"", 0} : (cc_str){end + 1, p->rest.len - len - 1};
    p->line++;
    return true;
}

static cc_str after(cc_str text, const char *prefix) {
    size_t n = strlen(prefix);
    return (cc_str){text.s + n, text.len - n};
}

/* --- paths ------------------------------------------------------------------------------------ */

static bool is_octal(char c) {
    return c >= '0' && c <= '7';
}

/* Reads one character of a quoted path; *at moves past it. */
static char unquote(cc_str text, size_t *at) {
    static const char letters[] = "abtnvfr\"\\", values[] = "\a\b\t\n\v\f\r\"\\";
    char c = text.s[(*at)++];
    if (c != '\\' || *at == text.len) {
        return c;
    }
    c = text.s[(*at)++];
    const char *letter = strchr(letters, c);
    if (letter != NULL && c != '\0') {
        return values[letter - letters];
    }
    unsigned code = 0;
    for (size_t digits = 0; digits < 3 && is_octal(c); digits++) {
        code = code * 8 + (unsigned)(c - '0');
        bool goes_on = digits < 2 && *at < text.len && is_octal(text.s[*at]);
        c = goes_on ? text.s[(*at)++] : 'x';
    }
    return (char)(unsigned char)code;
}

/* A path as git writes it: "\303\244.cs" in quotes, or plain. A tab ends it (diff -u writes the
 * time after it). */
static void take_path(const parsing *p, cc_str text, cc_str *out) {
    if (text.len > 0 && text.s[text.len - 1] == '\r') {
        text.len--;
    }
    if (text.len < 2 || text.s[0] != '"') {
        const char *tab = memchr(text.s, '\t', text.len);
        *out = (cc_str){text.s, tab == NULL ? text.len : (size_t)(tab - text.s)};
        return;
    }
    char *plain = cc_arena_alloc(p->arena, text.len, 1);
    size_t len = 0;
    size_t at = 1;
    while (at < text.len && text.s[at] != '"') {
        plain[len++] = unquote(text, &at);
    }
    *out = (cc_str){plain, len};
}

static cc_str without_prefix(cc_str path, cc_str prefix) {
    bool has_prefix = path.len > prefix.len && cc_str_eq((cc_str){path.s, prefix.len}, prefix);
    return has_prefix ? (cc_str){path.s + prefix.len, path.len - prefix.len} : path;
}

/* One letter or digit and '/': a/ and b/, or c/, i/, o/, w/, 1/, 2/ with diff.mnemonicPrefix. */
static cc_str prefix_of(cc_str path) {
    char letter = path.len > 2 && path.s[1] == '/' ? path.s[0] : '\0';
    bool has_prefix =
        cc_is_digit(letter) || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
    return has_prefix ? (cc_str){path.s, 2} : (cc_str){"", 0};
}

/* Without quotes both names are equal but for their prefixes, and so of equal length. */
static bool split_plain_names(cc_str text, cc_str *old_name, cc_str *new_name) {
    size_t half = text.len / 2;
    bool has_two = text.len % 2 == 1 && text.s[half] == ' ';
    *old_name = (cc_str){text.s, has_two ? half : text.len};
    *new_name = has_two ? (cc_str){text.s + half + 1, half} : *old_name;
    return has_two;
}

static bool split_quoted_names(const parsing *p, cc_str text, cc_str *old_name, cc_str *new_name) {
    size_t end = 1;
    while (end < text.len && text.s[end] != '"') {
        end += text.s[end] == '\\' ? 2 : 1;
    }
    take_path(p, text, old_name);
    *new_name = *old_name;
    if (end + 2 >= text.len) {
        return false;
    }
    take_path(p, (cc_str){text.s + end + 2, text.len - end - 2}, new_name);
    return true;
}

/* Both names of the header, of a file that was not renamed, show the prefixes. */
static void note_prefixes(parsing *p, cc_str old_name, cc_str new_name) {
    cc_str old_prefix = prefix_of(old_name);
    cc_str new_prefix = prefix_of(new_name);
    if (cc_str_eq(old_name, new_name)) {
        p->old_prefix = p->new_prefix = CC_STR("");
    } else if (old_prefix.len > 0 && new_prefix.len > 0 &&
               cc_str_eq(without_prefix(old_name, old_prefix),
                         without_prefix(new_name, new_prefix))) {
        p->old_prefix = old_prefix;
        p->new_prefix = new_prefix;
    }
}

/* --- files ------------------------------------------------------------------------------------ */

static void *copy_items(const parsing *p, const cc_list *list, size_t size) {
    char *items = cc_arena_alloc(p->arena, list->count, size);
    for (uint32_t i = 0; items != NULL && i < list->count; i++) {
        memcpy(items + i * size, list->items[i], size);
    }
    return items;
}

/* A file that is truncated after its names, or in another form, would pass as a change without
 * lines. */
static cc_err check_hunks(const parsing *p) {
    if (p->has_names && p->hunks.count == 0 && !p->file->is_binary && !p->has_others) {
        return cc_fail(CC_E_FORMAT, "line %u of the patch: %.*s has no '@@'", p->line,
                       (int)p->file->path.len, p->file->path.s);
    }
    return CC_OK;
}

/* In a series of patches, line numbers refer to the states between its parts. Only a file that a
 * file of another kind replaces occurs twice: a link instead of a file. */
static cc_err note_file(const parsing *p) {
    void **slot = cc_map_put_str(p->known, p->file->path);
    const patch_file *before = *slot;
    if (before != NULL && !(before->is_deleted && p->file->is_new)) {
        return cc_fail(CC_E_FORMAT,
                       "line %u of the patch: %.*s is changed twice, as in a series of patches; "
                       "make one patch with 'git diff BASE...'",
                       p->line, (int)p->file->path.len, p->file->path.s);
    }
    *slot = p->file;
    return CC_OK;
}

static cc_err end_file(parsing *p) {
    if (p->file == NULL) {
        return CC_OK;
    }
    CC_TRY(check_hunks(p));
    CC_TRY(note_file(p));
    p->file->hunks = copy_items(p, &p->hunks, sizeof(patch_hunk));
    p->file->hunk_count = p->hunks.count;
    p->file->added = copy_items(p, &p->added, sizeof(patch_range));
    p->file->added_count = p->added.count;
    p->hunks = p->added = (cc_list){.arena = p->arena};
    p->file = NULL;
    return CC_OK;
}

static cc_err begin_file(parsing *p) {
    CC_TRY(end_file(p));
    p->file = CC_NEW(p->arena, patch_file);
    cc_list_add(&p->files, p->file);
    p->old_prefix = CC_STR("a/");
    p->new_prefix = CC_STR("b/");
    p->has_names = p->has_others = p->is_renamed = false;
    p->is_change = true;
    return CC_OK;
}

/* Reads "diff --git a/X b/X": the names when no others follow (a file that only changed its mode,
 * or is empty or binary). When the file was renamed, further lines state the names. */
static cc_err take_git_header(parsing *p, cc_str text) {
    CC_TRY(begin_file(p));
    cc_str old_name;
    cc_str new_name;
    text.len -= text.len > 0 && text.s[text.len - 1] == '\r' ? 1 : 0;
    bool is_quoted = text.len > 0 && text.s[0] == '"';
    bool has_two = is_quoted ? split_quoted_names(p, text, &old_name, &new_name)
                             : split_plain_names(text, &old_name, &new_name);
    if (has_two) {
        note_prefixes(p, old_name, new_name);
    }
    p->file->old_path = without_prefix(old_name, p->old_prefix);
    p->file->path = p->file->old_path;
    return CC_OK;
}

static cc_err take_old_name(parsing *p, cc_str text) {
    cc_str path;
    if (p->file == NULL || p->has_names) {
        CC_TRY(begin_file(p)); /* diff -u writes no other header */
    }
    take_path(p, text, &path);
    p->file->is_new = p->file->is_new || cc_str_eqz(path, "/dev/null");
    if (!cc_str_eqz(path, "/dev/null") && !p->is_renamed) {
        p->file->old_path = without_prefix(path, p->old_prefix);
    }
    return CC_OK;
}

static cc_err take_new_name(parsing *p, cc_str text) {
    cc_str path;
    if (p->file == NULL) {
        return fail(p, "'+++' without '---'");
    }
    take_path(p, text, &path);
    bool is_nothing = cc_str_eqz(path, "/dev/null");
    p->has_names = true;
    p->file->is_deleted = p->file->is_deleted || is_nothing;
    if (p->is_renamed) {
        return CC_OK;
    }
    p->file->path = is_nothing ? p->file->old_path : without_prefix(path, p->new_prefix);
    p->file->old_path = p->file->is_new ? p->file->path : p->file->old_path;
    return CC_OK;
}

/* Reads "rename from x" and similar lines, of the current file. */
static void take_extended_header(parsing *p, cc_str line) {
    p->is_renamed =
        p->is_renamed || cc_str_starts(line, "rename from ") || cc_str_starts(line, "copy from ");
    if (cc_str_starts(line, "rename from ") || cc_str_starts(line, "copy from ")) {
        take_path(p, after(line, line.s[0] == 'r' ? "rename from " : "copy from "),
                  &p->file->old_path);
        return;
    }
    if (cc_str_starts(line, "rename to ") || cc_str_starts(line, "copy to ")) {
        take_path(p, after(line, line.s[0] == 'r' ? "rename to " : "copy to "), &p->file->path);
        return;
    }
    p->has_others = p->has_others || cc_str_starts(line, "Property changes on: ");
    p->file->is_new = p->file->is_new || cc_str_starts(line, "new file mode ");
    p->file->is_deleted = p->file->is_deleted || cc_str_starts(line, "deleted file mode ");
    p->file->is_binary = p->file->is_binary || cc_str_starts(line, "Binary files ") ||
                         cc_str_starts(line, "GIT binary patch");
    p->file->is_submodule = p->file->is_submodule ||
                            (cc_str_starts(line, "index ") && cc_str_ends(line, " 160000")) ||
                            cc_str_starts(line, "new file mode 160000") ||
                            cc_str_starts(line, "deleted file mode 160000");
}

/* A merge against several parents: the lines of each parent have their own columns. */
static bool is_combined(cc_str line) {
    return cc_str_starts(line, "@@@ ") || cc_str_starts(line, "diff --cc ") ||
           cc_str_starts(line, "diff --combined ");
}

static cc_err take_header(parsing *p, cc_str line) {
    p->is_some = p->is_some || cc_str_trim(line).len > 0;
    if (is_combined(line)) {
        return fail(p,
                    "this is the combined diff of a merge; make the patch with 'git diff BASE...'");
    }
    if (cc_str_starts(line, "diff --git ")) {
        return take_git_header(p, after(line, "diff --git "));
    }
    /* else it is text of a message, or of a context diff */
    if (cc_str_starts(line, "--- ") && cc_str_starts(p->rest, "+++ ")) {
        return take_old_name(p, after(line, "--- "));
    }
    if (cc_str_starts(line, "+++ ")) {
        return take_new_name(p, after(line, "+++ "));
    }
    p->is_change = p->is_change || cc_str_starts(line, "Binary files "); /* of diff -r */
    /* without a file: the message of a mail, "Index: x", "Only in x" */
    if (p->file != NULL) {
        take_extended_header(p, line);
    }
    return CC_OK;
}

/* --- hunks ------------------------------------------------------------------------------------ */

static bool take_number(cc_str *text, uint32_t *out) {
    uint64_t value = 0;
    size_t at = 0;
    while (at < text->len && text->s[at] >= '0' && text->s[at] <= '9' && value <= MAX_LINE_NUMBER) {
        value = value * 10 + (uint64_t)(text->s[at++] - '0');
    }
    *out = (uint32_t)value;
    *text = (cc_str){text->s + at, text->len - at};
    return at > 0 && value <= MAX_LINE_NUMBER;
}

/* Reads "-12,3": one line when there is no count. */
static bool take_side(cc_str *text, char sign, uint32_t *first, uint32_t *count) {
    *count = 1;
    if (text->len == 0 || text->s[0] != sign) {
        return false;
    }
    *text = (cc_str){text->s + 1, text->len - 1};
    if (!take_number(text, first)) {
        return false;
    }
    if (text->len > 0 && text->s[0] == ',') {
        *text = (cc_str){text->s + 1, text->len - 1};
        return take_number(text, count);
    }
    return true;
}

static bool read_hunk_header(cc_str line, patch_hunk *out) {
    cc_str text = after(line, "@@ ");
    if (!take_side(&text, '-', &out->old_first, &out->old_count) || text.len == 0) {
        return false;
    }
    text = (cc_str){text.s + 1, text.len - 1};
    return take_side(&text, '+', &out->new_first, &out->new_count) && cc_str_starts(text, " @@");
}

/* The current change: without the context around it. */
typedef struct change {
    uint32_t old_at, new_at; /* the next lines */
    patch_hunk open;
    bool is_open;
} change;

static void end_change(parsing *p, change *c) {
    if (!c->is_open) {
        return;
    }
    patch_hunk *hunk = CC_NEW(p->arena, patch_hunk);
    *hunk = c->open;
    cc_list_add(&p->hunks, hunk);
    c->is_open = false;
    if (hunk->new_count > 0) {
        patch_range *range = CC_NEW(p->arena, patch_range);
        *range = (patch_range){hunk->new_first, hunk->new_first + hunk->new_count - 1};
        cc_list_add(&p->added, range);
    }
}

static void open_change(change *c) {
    if (!c->is_open) {
        c->open = (patch_hunk){c->old_at, 0, c->new_at, 0};
        c->is_open = true;
    }
}

/* Reads one line of a hunk; counts down the remaining lines of both sides. */
static cc_err take_hunk_line(parsing *p, change *c, cc_str line, patch_hunk *left) {
    char kind = line.len == 0 ? ' ' : line.s[0]; /* some tools omit the blank of an empty line */
    if (kind == '\\') {
        return CC_OK; /* "\ No newline at end of file" */
    }
    bool is_old = kind == '-' || kind == ' ';
    bool is_new = kind == '+' || kind == ' ';
    if ((!is_old && !is_new) || (is_old && left->old_count == 0) ||
        (is_new && left->new_count == 0)) {
        return fail(p, "the line contradicts the numbers of its '@@'");
    }
    if (kind == ' ') {
        end_change(p, c);
    } else {
        open_change(c);
    }
    c->open.old_count += kind == '-' ? 1 : 0;
    c->open.new_count += kind == '+' ? 1 : 0;
    c->old_at += is_old ? 1 : 0;
    c->new_at += is_new ? 1 : 0;
    left->old_count -= is_old ? 1 : 0;
    left->new_count -= is_new ? 1 : 0;
    return CC_OK;
}

/* A side without lines names the line before it. */
static change begin_change(const patch_hunk *h) {
    return (change){.old_at = h->old_first + (h->old_count == 0 ? 1 : 0),
                    .new_at = h->new_first + (h->new_count == 0 ? 1 : 0)};
}

static cc_err take_hunk(parsing *p, cc_str line) {
    patch_hunk left;
    if (p->file == NULL || !read_hunk_header(line, &left)) {
        return fail(p,
                    p->file == NULL ? "'@@' without a file" : "the numbers of '@@' are not valid");
    }
    change c = begin_change(&left);
    const patch_hunk *last = p->hunks.count == 0 ? NULL : p->hunks.items[p->hunks.count - 1];
    if (last != NULL && c.new_at < last->new_first + last->new_count) {
        return fail(p, "hunks are not in order");
    }
    while (left.old_count > 0 || left.new_count > 0) {
        if (!next_line(p, &line)) {
            return fail(p, "the patch ends in the middle of a hunk");
        }
        CC_TRY(take_hunk_line(p, &c, line, &left));
    }
    end_change(p, &c);
    return CC_OK;
}

static cc_err parse(parsing *p, patch_change *out) {
    cc_str line;
    while (next_line(p, &line)) {
        CC_TRY(cc_str_starts(line, "@@ ") ? take_hunk(p, line) : take_header(p, line));
    }
    CC_TRY(end_file(p));
    if (p->is_some && !p->is_change) {
        return cc_fail(CC_E_FORMAT,
                       "the patch names no file; make a unified diff with 'git diff' or 'diff -u'");
    }
    out->files = copy_items(p, &p->files, sizeof(patch_file));
    out->file_count = p->files.count;
    return CC_OK;
}

cc_err patch_parse(patch_change *out, cc_str text, cc_arena *arena) {
    parsing p = {.rest = text, .arena = arena, .known = cc_map_new()};
    p.files.arena = p.hunks.arena = p.added.arena = arena;
    *out = (patch_change){NULL, 0};
    cc_err err = parse(&p, out);
    cc_map_free(p.known);
    return err;
}

/* Returns the last hunk that begins at or before the line; NULL: none. */
static const patch_hunk *hunk_before(const patch_file *file, uint32_t line) {
    uint32_t low = 0;
    uint32_t high = file->hunk_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (file->hunks[middle].new_first <= line) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low == 0 ? NULL : &file->hunks[low - 1];
}

uint32_t patch_old_line(const patch_file *file, uint32_t line) {
    const patch_hunk *h = hunk_before(file, line);
    if (h == NULL) {
        return line;
    }
    if (line < h->new_first + h->new_count) {
        return 0;
    }
    int64_t old = (int64_t)line + h->old_first + h->old_count - h->new_first - h->new_count;
    return old > 0 ? (uint32_t)old : 0;
}
