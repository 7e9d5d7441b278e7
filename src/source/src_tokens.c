/* See src_tokens.h. */
#include "source/src_tokens.h"

src_token *src_tokens_of(cc_str text, src_language language, cc_arena *arena, uint32_t *count) {
    src_scan scan = src_scan_begin(text, (src_place){1, 1}, language, NULL);
    src_token token;
    *count = 0;
    scan.is_line_start = false; /* the piece begins inside a line */
    uint32_t room = text.len < SRC_MOST_TOKENS ? (uint32_t)text.len : SRC_MOST_TOKENS;
    src_token *tokens = CC_NEW_ARRAY(arena, src_token, room + 1);
    while (tokens != NULL && src_scan_next(&scan, &token)) {
        if (*count == room) {
            return NULL;
        }
        tokens[(*count)++] = token;
    }
    return tokens;
}
