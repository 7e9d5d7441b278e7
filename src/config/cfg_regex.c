/* Regular expressions for filter rules: PCRE2 as a sel_engine.
 *
 * Dialect: the common part of .NET's expressions, which Microsoft's collector uses, and PCRE2
 * (UTF-8, Unicode classes, \uXXXX; only a line feed ends a line). An expression matches when a part
 * of the text matches. The work of one match is limited: beyond the limit the text does not match.
 * When an expression often exceeds the limit, it no longer matches anything. When the expressions
 * of one list often exceed it, all of them get a smaller limit. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "config/cfg.h"

#include <pcre2.h>

enum { MAX_STEPS = 1000000, MAX_NESTING = 10000, MAX_KIBIBYTES = 16384, MESSAGE_SIZE = 160 };
/* Limit of memory: an expression takes far more memory than its text when it repeats large
 * groups. */
enum { MAX_PATTERN = 32768 };
/* Number of texts over the limit before clrcov abandons the expression: a report tests each member
 * of a program, and such an expression is slow for most of them. */
enum { MAX_FAILURES = 16 };
/* Number of such texts for all expressions of a list, and the limit per match after that number. */
enum { MAX_ALL_FAILURES = 64, FEW_STEPS = 10000 };

typedef struct regex {
    pcre2_code *code;
    /* the usual limits, and the limits of a list without budget */
    pcre2_match_context *limits, *few;
    unsigned *failures;                /* relaxed atomic; number of texts that exceeded a limit */
    /* number of such texts of all expressions that share the budget */
    unsigned *all_failures;
} regex;

/* PCRE2 allocates from the arena, so the caller frees nothing. */
static void *take_memory(size_t size, void *arena) {
    return cc_arena_alloc(arena, 1, size);
}

static void leave_memory(void *memory, void *arena) {
    (void)memory;
    (void)arena;
}

static cc_err out_of_memory(void) {
    return cc_fail(CC_E_NOMEM, "out of memory");
}

static cc_err fail_pattern(int code, size_t offset) {
    PCRE2_UCHAR message[MESSAGE_SIZE];
    if (code == PCRE2_ERROR_HEAP_FAILED) {
        return out_of_memory();
    }
    if (pcre2_get_error_message(code, message, sizeof message) < 0) {
        message[0] = '\0';
    }
    return cc_fail(CC_E_USAGE, "not a regular expression: %s (at byte %zu)", (const char *)message,
                   offset);
}

static pcre2_match_context *make_limits(pcre2_general_context *memory, uint32_t steps) {
    pcre2_match_context *limits = pcre2_match_context_create(memory);
    if (limits != NULL) {
        pcre2_set_match_limit(limits, steps);
        pcre2_set_depth_limit(limits, MAX_NESTING);
        pcre2_set_heap_limit(limits, MAX_KIBIBYTES);
    }
    return limits;
}

static cc_err compile_in(regex *re, pcre2_general_context *memory, cc_str pattern) {
    const uint32_t options =
        PCRE2_UTF | PCRE2_UCP | PCRE2_ALT_BSUX | PCRE2_DUPNAMES | PCRE2_NEVER_BACKSLASH_C;
    int code = 0;
    size_t offset = 0;
    pcre2_compile_context *how = pcre2_compile_context_create(memory);
    re->limits = make_limits(memory, MAX_STEPS);
    re->few = make_limits(memory, FEW_STEPS);
    pcre2_set_newline(how, PCRE2_NEWLINE_LF);
    re->code = pcre2_compile((PCRE2_SPTR)pattern.s, pattern.len, options, &code, &offset, how);
    return re->code == NULL ? fail_pattern(code, offset) : CC_OK;
}

static cc_err compile(void **out, cc_str pattern, cc_arena *arena) {
    *out = NULL;
    if (pattern.len > MAX_PATTERN) {
        return cc_fail(CC_E_USAGE, "the regular expression has %zu bytes; clrcov takes at most %d",
                       pattern.len, (int)MAX_PATTERN);
    }
    regex *re = CC_NEW(arena, regex);
    pcre2_general_context *memory = pcre2_general_context_create(take_memory, leave_memory, arena);
    unsigned *failures = CC_NEW_ARRAY(arena, unsigned, 2);
    re->failures = failures;
    re->all_failures = failures + 1;
    CC_TRY(compile_in(re, memory, pattern));
    *out = re;
    return CC_OK;
}

static unsigned load(const unsigned *count) {
    return __atomic_load_n(count, __ATOMIC_RELAXED);
}

static void share(void *compiled, const void *other) {
    ((regex *)compiled)->all_failures = ((const regex *)other)->all_failures;
}

static bool is_limit(int code) {
    return code == PCRE2_ERROR_MATCHLIMIT || code == PCRE2_ERROR_DEPTHLIMIT ||
           code == PCRE2_ERROR_HEAPLIMIT;
}

static bool match(const void *compiled, cc_str text) {
    const regex *re = compiled;
    if (load(re->failures) >= MAX_FAILURES) {
        return false;
    }
    /* The data is not from the arena: matches run in any thread, and there are many. */
    pcre2_match_data *data = pcre2_match_data_create(1, NULL);
    if (data == NULL) {
        return false;
    }
    const char *start = text.s == NULL ? "" : text.s;
    bool has_budget = load(re->all_failures) < MAX_ALL_FAILURES;
    int found = pcre2_match(re->code, (PCRE2_SPTR)start, text.len, 0, 0, data,
                            has_budget ? re->limits : re->few);
    pcre2_match_data_free(data);
    if (is_limit(found)) {
        (void)__atomic_fetch_add(re->failures, 1, __ATOMIC_RELAXED);
        (void)__atomic_fetch_add(re->all_failures, 1, __ATOMIC_RELAXED);
    }
    /* 0: matched, with more groups than `data` can hold. */
    return found >= 0;
}

static bool gave_up(const void *compiled) {
    const regex *re = compiled;
    return load(re->failures) > 0;
}

static void renew(void *compiled) {
    const regex *re = compiled;
    __atomic_store_n(re->failures, 0, __ATOMIC_RELAXED);
    __atomic_store_n(re->all_failures, 0, __ATOMIC_RELAXED);
}

const sel_engine *cfg_regex_engine(void) {
    static const sel_engine engine = {compile, match, gave_up, share, renew};
    return &engine;
}
