/* Names of methods as other tools write them. */
#include <string.h>

#include "coverage/foreign/foreign_internal.h"

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
