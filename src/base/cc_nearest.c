/* Edit distance of short words. See cc_nearest.h. */
#include "base/cc_nearest.h"

enum { MAX_WORD = 40 };

static size_t min3(size_t a, size_t b, size_t c) {
    size_t least = a < b ? a : b;
    return least < c ? least : c;
}

/* Returns the number of letters added, removed, replaced, or neighbours swapped, to turn `a` into
 * `b` (optimal string alignment); MAX_WORD for words that are too long to compare. */
static size_t distance(cc_str a, cc_str b) {
    size_t rows[MAX_WORD + 1][MAX_WORD + 1];
    if (a.len > MAX_WORD || b.len > MAX_WORD) {
        return MAX_WORD;
    }
    for (size_t i = 0; i <= a.len; i++) {
        rows[i][0] = i;
        for (size_t k = 1; k <= b.len; k++) {
            rows[i][k] = k;
            if (i == 0) {
                continue;
            }
            char x = cc_lower(a.s[i - 1]);
            char y = cc_lower(b.s[k - 1]);
            rows[i][k] =
                min3(rows[i - 1][k] + 1, rows[i][k - 1] + 1, rows[i - 1][k - 1] + (x != y));
            bool is_swap =
                i > 1 && k > 1 && x == cc_lower(b.s[k - 2]) && y == cc_lower(a.s[i - 2]) && x != y;
            if (is_swap && rows[i - 2][k - 2] + 1 < rows[i][k]) {
                rows[i][k] = rows[i - 2][k - 2] + 1;
            }
        }
    }
    return rows[a.len][b.len];
}

const char *cc_nearest(cc_str word, const char *const *names, size_t count) {
    const char *best = NULL;
    size_t least = word.len > MAX_WORD ? 0 : word.len / 3 + 2;
    for (size_t i = 0; i < count; i++) {
        cc_str name = cc_strz(names[i]);
        bool begins = word.len >= 3 && name.len > word.len &&
                      cc_str_eq_nocase(word, (cc_str){name.s, word.len});
        size_t d = begins && least > 1 ? 1 : distance(word, name);
        if (d < least) {
            least = d;
            best = names[i];
        }
    }
    return best;
}
