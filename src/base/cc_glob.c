/* Glob matching without recursion: on a mismatch the last star matches one more character. A path
 * pattern has two kinds of star, so there are two places to return to. See cc_glob.h. */
#include "base/cc_glob.h"

static char fold(char c, bool ignore_case) {
    return ignore_case ? cc_lower(c) : c;
}

/* Where to continue after a mismatch: the pattern position after the star, and the text position
 * that the star has reached. */
typedef struct retry {
    bool set;
    size_t pattern, text;
} retry;

typedef struct matcher {
    cc_str pattern, text;
    bool is_path, ignore_case;
    retry star, deep; /* `*` and `**` */
    size_t p, t;
} matcher;

/* Processes a star of the pattern: records it and steps after it. */
static void take_star(matcher *m) {
    bool deep = !m->is_path;
    if (m->is_path && m->p + 1 < m->pattern.len && m->pattern.s[m->p + 1] == '*') {
        deep = true;
        m->p++;
        /* `**` followed by a slash also matches no directory: "**" "/x" matches "x". */
        bool at_start = m->t == 0 || m->text.s[m->t - 1] == '/';
        if (at_start && m->p + 1 < m->pattern.len && m->pattern.s[m->p + 1] == '/') {
            m->p++;
        }
    }
    m->p++;
    retry here = {true, m->p, m->t};
    if (deep) {
        m->deep = here;
        m->star.set = false;
    } else {
        m->star = here;
    }
}

static bool matches_here(const matcher *m) {
    if (m->p >= m->pattern.len) {
        return false;
    }
    char want = m->pattern.s[m->p];
    char have = m->text.s[m->t];
    if (want == '?') {
        return !(m->is_path && have == '/');
    }
    return fold(want, m->ignore_case) == fold(have, m->ignore_case);
}

/* After `**` and a slash only the start of a component may match. */
static bool is_component_start(const matcher *m, size_t pattern_at, size_t text_at) {
    bool slash_star = pattern_at >= 3 && m->pattern.s[pattern_at - 1] == '/' &&
                      m->pattern.s[pattern_at - 2] == '*';
    return !slash_star || text_at == 0 || m->text.s[text_at - 1] == '/';
}

static bool go_back(matcher *m) {
    if (m->star.set && m->text.s[m->star.text] != '/') {
        m->star.text++;
        m->p = m->star.pattern;
        m->t = m->star.text;
        return true;
    }
    m->star.set = false;
    if (!m->deep.set) {
        return false;
    }
    do {
        m->deep.text++;
    } while (m->deep.text < m->text.len && m->is_path &&
             !is_component_start(m, m->deep.pattern, m->deep.text));
    m->p = m->deep.pattern;
    m->t = m->deep.text;
    return m->t < m->text.len ||
           (m->t == m->text.len && is_component_start(m, m->deep.pattern, m->deep.text));
}

/* A `?` matches a whole character, including its continuation bytes in UTF-8. */
static void take_one(matcher *m) {
    bool is_any = m->pattern.s[m->p++] == '?';
    m->t++;
    while (is_any && m->t < m->text.len && ((unsigned char)m->text.s[m->t] & 0xC0) == 0x80) {
        m->t++;
    }
}

static bool match(matcher *m) {
    while (m->t < m->text.len) {
        if (m->p < m->pattern.len && m->pattern.s[m->p] == '*') {
            take_star(m);
        } else if (matches_here(m)) {
            take_one(m);
        } else if (!go_back(m)) {
            return false;
        }
    }
    while (m->p < m->pattern.len && m->pattern.s[m->p] == '*') {
        m->p++;
    }
    return m->p == m->pattern.len;
}

bool cc_glob_name(cc_str pattern, cc_str text, bool ignore_case) {
    matcher m = {.pattern = pattern, .text = text, .ignore_case = ignore_case};
    return match(&m);
}

bool cc_glob_path(cc_str pattern, cc_str path, bool ignore_case) {
    matcher m = {.pattern = pattern, .text = path, .is_path = true, .ignore_case = ignore_case};
    return match(&m);
}
