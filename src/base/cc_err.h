/* Result codes and the error message of the current thread.
 *
 * A function that can fail returns cc_err. The function that finds the failure calls cc_fail()
 * once, with a message that names the cause; every caller returns the code unchanged. Threads: the
 * message is thread-local. */
#ifndef CC_ERR_H
#define CC_ERR_H

#include <stdarg.h>

typedef enum cc_err {
    CC_OK = 0,
    CC_E_TRUNCATED,   /* input ends before the structure it announces */
    CC_E_FORMAT,      /* input contradicts its format */
    CC_E_UNSUPPORTED, /* valid, but of a kind that clrcov does not handle */
    CC_E_NOMEM,       /* out of memory */
    CC_E_IO,          /* the operating system reported an error */
    CC_E_MISMATCH,    /* two inputs do not belong together */
    CC_E_LIMIT,       /* a named limit was reached */
    CC_E_USAGE,       /* the caller's arguments are wrong */
    CC_E_NOTFOUND     /* the requested item does not exist */
} cc_err;

/* Holds all errors of a settings file, which clrcov reports together. */
enum { CC_MESSAGE_SIZE = 4096 };

#define CC_NODISCARD __attribute__((warn_unused_result))
#define CC_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))

/* Stores the formatted message (cut to CC_MESSAGE_SIZE bytes, including its NUL) for this thread
 * and returns `code`. The compiler moves code that calls a cold function out of the way of the code
 * that it expects to run. */
__attribute__((cold)) cc_err cc_fail(cc_err code, const char *fmt, ...) CC_PRINTF(2, 3);

/* Puts "prefix: ", such as the name of the file that failed, before the stored message; returns
 * `code`. */
cc_err cc_fail_in(cc_err code, const char *prefix);

/* Returns the message of the last cc_fail() of this thread; "" when there was none. Borrowed. */
const char *cc_error_message(void);

/* Returns a short constant English name of a code, for logs. */
const char *cc_err_name(cc_err code);

/* Returns a failure to the caller. The only macro of the project that hides control flow. */
#define CC_TRY(expr)                                                                               \
    do {                                                                                           \
        cc_err cc_try_err_ = (expr);                                                               \
        if (cc_try_err_ != CC_OK) {                                                                \
            return cc_try_err_;                                                                    \
        }                                                                                          \
    } while (0)

#endif
