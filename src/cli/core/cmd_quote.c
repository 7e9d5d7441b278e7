/* Words of a shell; see cmd_quote.h. */
#include <string.h>

#include "base/cc_escape.h"
#include "cli/core/cmd_quote.h"

/* Between single quotes only the quote itself is special. */
void cmd_put_quoted(cc_buf *out, const char *text) {
    static const char *const written[] = {"'\\''"};
    cc_buf_putc(out, '\'');
    cc_replace(out, cc_strz(text), "'", written);
    cc_buf_putc(out, '\'');
}

static bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           strchr("_-./:@%+=,", c) != NULL;
}

bool cmd_is_plain_word(const char *text) {
    size_t plain = 0;
    while (text[plain] != '\0' && is_plain(text[plain])) {
        plain++;
    }
    return plain > 0 && text[plain] == '\0';
}

const char *cmd_shell_word(const char *text, cc_arena *arena) {
    if (cmd_is_plain_word(text)) {
        return text;
    }
    cc_buf quoted = {0};
    cmd_put_quoted(&quoted, text);
    const char *word = cc_buf_take(&quoted, arena);
    return word != NULL ? word : "...";
}
