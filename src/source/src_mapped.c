/* The effect of `#line` directives on lines; see src_mapped.h. */
#include "source/src_mapped.h"

#include "source/src_internal.h"

typedef enum effect { EFFECT_NONE, EFFECT_DEFAULT, EFFECT_MAPS } effect;

/* `#line default`; `#line hidden`, `#line 12 "File"`, `#line (1, 2) - (3, 4) "File"`. Blanks may be
 * around the `#`. */
static effect effect_of(cc_str line) {
    cc_str at = src_trim_start(line);
    if (!cc_str_starts(at, "#")) {
        return EFFECT_NONE;
    }
    at = src_trim_start((cc_str){at.s + 1, at.len - 1});
    if (!cc_str_starts(at, "line")) {
        return EFFECT_NONE;
    }
    at = src_trim_start((cc_str){at.s + 4, at.len - 4});
    return cc_str_starts(at, "default") ? EFFECT_DEFAULT : EFFECT_MAPS;
}

static uint32_t first_mapping(const src_text *text) {
    uint32_t line = 0;
    while (line < text->line_count && effect_of(text->lines[line]) != EFFECT_MAPS) {
        line++;
    }
    return line;
}

bool src_mapped_find(src_text *text, cc_arena *arena) {
    uint32_t line = first_mapping(text);
    bool is_mapped = false;
    if (line == text->line_count) {
        return true;
    }
    text->is_mapped = CC_NEW_ARRAY(arena, bool, text->line_count);
    for (; text->is_mapped != NULL && line < text->line_count; line++) {
        effect here = effect_of(text->lines[line]);
        if (here != EFFECT_NONE) {
            is_mapped = here == EFFECT_MAPS;
        }
        text->is_mapped[line] = is_mapped;
    }
    return text->is_mapped != NULL;
}
