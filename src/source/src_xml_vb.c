/* XML literals of Visual Basic (language specification 11.23): elements, comments, CDATA sections
 * and processing instructions. Their text may hold quotes and apostrophes. An attribute such as `<Out>`
 * looks like a tag, and has no tag that ends it: then no literal begins. */
#include "source/src_internal.h"

/* Skips `<%= code %>`, whose code may hold XML with code in it. */
static bool skip_embedded(src_scan *s) {
    uint32_t depth = 0;
    for (const char *at = s->at; s->end - at >= 3; at++) {
        bool is_end = memcmp(at, "%>", 2) == 0;
        depth += memcmp(at, "<%=", 3) == 0 ? 1 : 0;
        depth -= is_end ? 1 : 0;
        if (is_end && depth == 0) {
            s->at = at + 2;
            return true;
        }
    }
    return false;
}

/* Skips what has an end of its own. False: nothing of that kind begins here, or its end is missing. */
static bool skip_closed(src_scan *s) {
    static const struct {
        const char *open, *close;
    } rows[] = {{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}};
    if (src_starts(s, "<%=")) {
        return skip_embedded(s);
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (src_starts(s, rows[i].open)) {
            return src_skip_past(s, rows[i].close);
        }
    }
    return false;
}

static bool is_name_char(char c) {
    unsigned char u = (unsigned char)c;
    return (u >= 'a' && u <= 'z') || (u >= 'A' && u <= 'Z') || (u >= '0' && u <= '9') ||
           u >= 0x80 || memchr("_-.:", c, 4) != NULL;
}

static cc_str skip_name(src_scan *s) {
    const char *from = s->at;
    while (s->at < s->end && is_name_char(*s->at)) {
        s->at++;
    }
    return (cc_str){from, (size_t)(s->at - from)};
}

/* Skips the value of an attribute, in quotes or as code. */
static bool skip_value(src_scan *s) {
    if (*s->at != '"' && *s->at != '\'') {
        return skip_closed(s);
    }
    const char closing[] = {*s->at++, '\0'};
    return src_skip_past(s, closing);
}

/* Skips `<name attributes>`. False: this is not a tag. */
static bool skip_start_tag(src_scan *s, cc_str *name, bool *is_empty) {
    s->at++;
    *name = skip_name(s);
    while (name->len > 0 && s->at < s->end) {
        if (*s->at == '>' || src_starts(s, "/>")) {
            *is_empty = *s->at == '/';
            s->at += *is_empty ? 2 : 1;
            return true;
        }
        bool is_between = is_name_char(*s->at) || memchr("= \t\r\n", *s->at, 5) != NULL;
        if (is_between) {
            s->at++;
        } else if (!skip_value(s)) {
            return false;
        }
    }
    return false;
}

/* Skips `</name>`; the name may be left out. */
static bool skip_end_tag(src_scan *s, cc_str *name) {
    s->at += 2;
    *name = skip_name(s);
    return src_skip_past(s, ">");
}

/* Skips a tag, what has an end of its own, or a character of the text. An ampersand begins an
 * entity: otherwise this is code. */
static bool skip_piece(src_scan *s, uint32_t *depth, cc_str *name) {
    bool is_empty = false;
    if (src_starts(s, "</")) {
        (*depth)--;
        return skip_end_tag(s, name);
    }
    if (*s->at != '<') {
        bool is_text = !src_starts(s, "& ");
        s->at++;
        return is_text;
    }
    if (skip_closed(s)) {
        return true;
    }
    if (!skip_start_tag(s, name, &is_empty)) {
        return false;
    }
    *depth += is_empty ? 0 : 1;
    return true;
}

static bool skip_element(src_scan *s) {
    cc_str root;
    cc_str name;
    bool is_empty = false;
    uint32_t depth = 1;
    if (!skip_start_tag(s, &root, &is_empty) || is_empty) {
        return is_empty;
    }
    while (depth > 0) {
        if (s->at >= s->end || !skip_piece(s, &depth, &name)) {
            return false;
        }
    }
    return name.len == 0 || cc_str_eq(name, root);
}

bool src_skip_xml(src_scan *s) {
    const char *from = s->at;
    bool is_axis = s->counted < s->at && s->at[-1] == '.'; /* `x.<name>` */
    if (s->language != SRC_LANGUAGE_VB || *from != '<' || is_axis) {
        return false;
    }
    bool is_literal = skip_closed(s) || skip_element(s);
    s->at = is_literal ? s->at : from;
    return is_literal;
}
