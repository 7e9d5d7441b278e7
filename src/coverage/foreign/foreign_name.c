/* Names of methods as other tools write them. */
#include <string.h>

#include "coverage/foreign/foreign_internal.h"
#include "coverage/module/mod_name.h"

enum { MAX_STEPS = 16 };

/* Returns where the parameters begin; the length of the name when it has none. The type of the result
 * follows those of a conversion: "(System.Int32)Shop.Price". */
static size_t parameters_of(cc_str name) {
    size_t depth = 0;
    size_t at = name.len;
    while (at > 0 && name.s[at - 1] != ')') {
        at--;
    }
    if (at == 0) {
        return name.len;
    }
    do {
        at--;
        depth += name.s[at] == ')' ? 1 : 0;
        depth -= name.s[at] == '(' ? 1 : 0;
    } while (at > 0 && depth > 0);
    return depth == 0 ? at : name.len;
}

/* Returns the position after the last "::"; 0: there is none. */
static size_t after_type(cc_str name) {
    for (size_t i = name.len; i > 1; i--) {
        if (name.s[i - 1] == ':' && name.s[i - 2] == ':') {
            return i;
        }
    }
    return 0;
}

bool foreign_split_name(foreign_name *out, cc_str full) {
    size_t open = parameters_of(full);
    size_t method = after_type((cc_str){full.s, open});
    size_t end = method == 0 ? 0 : method - 2;
    size_t type = end;
    while (type > 0 && full.s[type - 1] != ' ') {
        type--;
    }
    *out = (foreign_name){.type = {full.s + type, end - type},
                          .method = {full.s + method, open - method},
                          .signature = {full.s + open, full.len - open}};
    return type > 0 && end > type;
}

void foreign_full_method(foreign_reading *r, cc_str type, cc_str name) {
    foreign_name parts;
    (void)foreign_split_name(&parts, name);
    foreign_method(r, type, parts.method, parts.signature);
}

/* --- names of compilers ------------------------------------------------------------------------- */

/* Returns where the innermost type begins: after '/', or after a '.' before a name of the compiler, as
 * Microsoft's tools write it. 0: it is in no other type. */
static size_t innermost_type(cc_str type) {
    size_t depth = 0;
    size_t begin = 0;
    for (size_t i = 0; i + 1 < type.len; i++) {
        char c = type.s[i];
        depth += c == '<' ? 1 : 0;
        depth -= c == '>' && depth > 0 ? 1 : 0;
        bool is_end = c == '/' || (c == '.' && type.s[i + 1] == '<');
        begin = depth == 0 && is_end ? i + 1 : begin;
    }
    return begin;
}

/* Leaves the user's type of types that a compiler made for methods; *user: the innermost name of a
 * method in them. */
static void leave_closures(cc_str *type, cc_str *user) {
    for (int i = 0; i < MAX_STEPS; i++) {
        cc_str named = {"", 0};
        size_t begin = innermost_type(*type);
        cc_str own = {type->s + begin, type->len - begin};
        if (begin == 0 || !mod_name_is_closure(own, &named)) {
            return;
        }
        *user = named.len > 0 ? named : *user;
        *type = (cc_str){type->s, begin - 1};
    }
}

/* The name of a lambda's state machine contains the lambda's name, which contains the method's. */
static cc_str user_of(cc_str method) {
    for (int i = 0; i < MAX_STEPS; i++) {
        cc_str next = {"", 0};
        if (!mod_name_is_part(method, &next) || next.len == 0) {
            break;
        }
        method = next;
    }
    return method;
}

void foreign_fold_name(foreign_name *name) {
    cc_str type = name->type;
    cc_str named = {"", 0};
    leave_closures(&type, &named);
    cc_str method = user_of(named.len > 0 ? named : name->method);
    if (type.len < name->type.len || method.len < name->method.len) {
        *name = (foreign_name){type, method, {"", 0}};
    }
}
