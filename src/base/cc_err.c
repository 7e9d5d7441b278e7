/* Thread-local error message. See cc_err.h. */
#include "base/cc_err.h"

#include <stdio.h>
#include <string.h>

static _Thread_local char message[CC_MESSAGE_SIZE];

cc_err cc_fail(cc_err code, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(message, sizeof message, fmt, args);
    va_end(args);
    return code;
}

cc_err cc_fail_in(cc_err code, const char *prefix) {
    char old[CC_MESSAGE_SIZE];
    memcpy(old, message, sizeof old);
    int n = snprintf(message, sizeof message, "%s: ", prefix);
    if (n < 0 || (size_t)n >= sizeof message) {
        return code;
    }
    size_t room = sizeof message - (size_t)n;
    size_t len = strnlen(old, room - 1);
    memcpy(message + n, old, len);
    message[(size_t)n + len] = '\0';
    return code;
}

const char *cc_error_message(void) {
    return message;
}

const char *cc_err_name(cc_err code) {
    switch (code) {
    case CC_OK:
        return "ok";
    case CC_E_TRUNCATED:
        return "truncated";
    case CC_E_FORMAT:
        return "bad format";
    case CC_E_UNSUPPORTED:
        return "unsupported";
    case CC_E_NOMEM:
        return "out of memory";
    case CC_E_IO:
        return "input/output error";
    case CC_E_MISMATCH:
        return "mismatch";
    case CC_E_LIMIT:
        return "limit reached";
    case CC_E_USAGE:
        return "usage";
    case CC_E_NOTFOUND:
        return "not found";
    }
    return "unknown";
}
