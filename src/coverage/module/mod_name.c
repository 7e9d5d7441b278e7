/* Compiler-made names; see mod_name.h. */
#include "coverage/module/mod_name.h"

#include <string.h>

enum { MAX_LINE = 100000000 };

/* Returns the index of the '>' that closes the '<' at the start, counting nested ones; 0 when there
 * is none. */
static size_t closing(cc_str name) {
    size_t depth = 0;
    for (size_t i = 0; i < name.len; i++) {
        depth += name.s[i] == '<' ? 1 : 0;
        if (name.s[i] == '>' && --depth == 0) {
            return i;
        }
        if (depth == 0) {
            return 0;
        }
    }
    return 0;
}

static cc_str rest_of(cc_str name, size_t from) {
    return from <= name.len ? (cc_str){name.s + from, name.len - from} : (cc_str){"", 0};
}

/* Returns the position of the '@' in `name@12`, `name@12-3`; 0: none. */
static size_t fsharp_mark(cc_str name) {
    for (size_t i = name.len; i > 1; i--) {
        char c = name.s[i - 1];
        if (c == '@') {
            return i < name.len && cc_is_digit(name.s[i]) ? i - 1 : 0;
        }
        if (!cc_is_digit(c) && c != '-' && c != '`') {
            return 0;
        }
    }
    return 0;
}

static const char lambda_of_basic[] = "_Lambda$__";

/* F#: the rest of a long body. */
static const char goes_on[] = "$cont";

bool mod_name_is_part(cc_str method, cc_str *user) {
    *user = (cc_str){"", 0};
    if (cc_str_starts(method, lambda_of_basic)) {
        return true;
    }
    size_t close = closing(method);
    if (close > 0) {
        cc_str kind = rest_of(method, close + 1);
        bool is_part = cc_str_starts(kind, "b__") || cc_str_starts(kind, "g__");
        *user = is_part ? (cc_str){method.s + 1, close - 1} : *user;
        return is_part;
    }
    size_t mark = fsharp_mark(method);
    *user = (cc_str){method.s, mark};
    size_t length = sizeof goes_on - 1;
    if (mark > length && cc_str_eqz((cc_str){method.s + mark - length, length}, goes_on)) {
        user->len -= length;
    }
    return mark > 0;
}

static bool has_kind(cc_str method, const char *kind) {
    size_t close = closing(method);
    return close > 0 && cc_str_starts(rest_of(method, close + 1), kind);
}

bool mod_name_is_local_function(cc_str method) {
    return has_kind(method, "g__");
}

bool mod_name_is_lambda(cc_str method) {
    return has_kind(method, "b__") || cc_str_starts(method, lambda_of_basic);
}

bool mod_name_is_closure(cc_str type, cc_str *user) {
    static const char machine[] = "VB$StateMachine_";
    *user = (cc_str){"", 0};
    if (cc_str_starts(type, machine)) {
        size_t at = sizeof machine - 1;
        while (at < type.len && cc_is_digit(type.s[at])) {
            at++;
        }
        *user = rest_of(type, at + 1);
        return true;
    }
    if (cc_str_starts(type, "_Closure$__") || cc_str_starts(type, "VB$AnonymousType")) {
        return true;
    }
    size_t close = closing(type);
    if (close > 0) {
        cc_str kind = rest_of(type, close + 1);
        *user = (cc_str){type.s + 1, close - 1};
        return !cc_str_starts(kind, "F");
    }
    size_t mark = fsharp_mark(type);
    *user = (cc_str){type.s, mark};
    return mark > 0;
}

uint32_t mod_name_line(cc_str type) {
    size_t mark = fsharp_mark(type);
    uint32_t line = 0;
    for (size_t i = mark + 1; mark > 0 && i < type.len && cc_is_digit(type.s[i]); i++) {
        line = line < MAX_LINE ? line * 10 + (uint32_t)(type.s[i] - '0') : line;
    }
    return line;
}

uint32_t mod_name_rest_line(cc_str method) {
    static const char rest[] = "$cont@";
    for (size_t i = 0; i + sizeof rest <= method.len; i++) {
        if (cc_str_starts(rest_of(method, i), rest)) {
            return mod_name_line(method);
        }
    }
    return 0;
}

cc_str mod_name_shown(cc_str type) {
    size_t close = closing(type);
    if (close == 0 || !cc_str_starts(rest_of(type, close + 1), "F")) {
        return type;
    }
    for (size_t i = close + 1; i + 2 < type.len; i++) {
        if (type.s[i] == '_' && type.s[i + 1] == '_') {
            return rest_of(type, i + 2);
        }
    }
    return type;
}

/* F# puts the values of a file into a type of its own, `<StartupCode$Assembly>.$My.Module`. Its
 * name is the name of the module that the file consists of, or else of the file. Returns the length
 * of the part before that name; 0: it is not such a type. */
static size_t startup_prefix(cc_str full) {
    static const char namespace_start[] = "<StartupCode$";
    size_t close = closing(full);
    bool is_startup = close > 0 && cc_str_starts(full, namespace_start) && close + 3 < full.len &&
                      full.s[close + 1] == '.' && full.s[close + 2] == '$';
    return is_startup ? close + 3 : 0;
}

static void drop_bytes(cc_buf *name, size_t at, size_t count) {
    memmove(name->data + at, name->data + at + count, name->len - at - count);
    name->len -= count;
}

void mod_name_show_full(cc_buf *name) {
    size_t startup = startup_prefix(cc_buf_str(name));
    if (startup > 0) {
        drop_bytes(name, 0, startup);
        return;
    }
    for (size_t at = 0; at < name->len; at++) {
        char *own = (char *)name->data + at;
        if (*own != '<' || (at > 0 && own[-1] != '.')) {
            continue;
        }
        cc_str shown = mod_name_shown((cc_str){own, name->len - at});
        drop_bytes(name, at, name->len - at - shown.len);
        return;
    }
}
