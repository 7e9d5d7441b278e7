/* Names in columns; see rep_name.h. */
#include "reports/rep_name.h"

#include <string.h>

#include "base/cc_utf.h"

static const char ellipsis[] = "...";
enum { ELLIPSIS = sizeof ellipsis - 1 };

size_t rep_columns(cc_str text) {
    size_t count = 0;
    uint32_t code = 0;
    while (cc_utf8_next(&text, &code)) {
        count++;
    }
    return count;
}

/* Returns the length of the name without its parameters. */
static size_t before_parameters(cc_str name) {
    const char *open = name.len == 0 ? NULL : memchr(name.s, '(', name.len);
    return open == NULL ? name.len : (size_t)(open - name.s);
}

size_t rep_common_prefix(cc_str a, cc_str b) {
    size_t most = before_parameters(a);
    size_t end = 0;
    most = before_parameters(b) < most ? before_parameters(b) : most;
    for (size_t i = 0; i < most && a.s[i] == b.s[i]; i++) {
        if (a.s[i] == '/' || a.s[i] == '.') {
            end = i + 1;
        }
    }
    return end;
}

/* Returns the text after its first `count` code points. */
static cc_str skip(cc_str text, size_t count) {
    uint32_t code = 0;
    for (size_t i = 0; i < count && cc_utf8_next(&text, &code); i++) {
        continue;
    }
    return text;
}

/* A third of the kept text is the beginning. */
static void put_without_middle(cc_buf *out, cc_str name, size_t columns, size_t width) {
    size_t kept = width - ELLIPSIS;
    size_t head = kept / 3;
    cc_str rest = skip(name, head);
    cc_buf_str_put(out, (cc_str){name.s, name.len - rest.len});
    cc_buf_puts(out, ellipsis);
    cc_buf_str_put(out, skip(name, columns - (kept - head)));
}

/* Appends the name without its first `prefix` bytes. */
static void put_without_prefix(cc_buf *out, cc_str name, size_t prefix) {
    cc_buf_puts(out, ellipsis);
    cc_buf_str_put(out, (cc_str){name.s + prefix, name.len - prefix});
}

static void drop_parameters(cc_buf *name) {
    cc_str text = cc_buf_str(name);
    size_t len = before_parameters(text);
    if (len + strlen("(...)") < text.len) {
        name->len = len;
        cc_buf_puts(name, "(...)");
    }
}

size_t rep_put_name(cc_buf *out, cc_str name, size_t prefix, size_t width) {
    cc_buf shown = {0};
    if (prefix > ELLIPSIS) {
        put_without_prefix(&shown, name, prefix);
    } else {
        cc_buf_str_put(&shown, name);
    }
    if (rep_columns(cc_buf_str(&shown)) > width) {
        drop_parameters(&shown);
    }
    size_t columns = rep_columns(cc_buf_str(&shown));
    if (columns > width) {
        put_without_middle(out, cc_buf_str(&shown), columns, width);
        columns = width;
    } else {
        cc_buf_str_put(out, cc_buf_str(&shown));
    }
    cc_buf_free(&shown);
    return columns;
}
