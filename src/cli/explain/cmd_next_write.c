/* The answer of `clrcov next`, for people and for programs; see cmd_next.h. */
#include <inttypes.h>

#include "base/cc_utf.h"
#include "cli/core/cmd_json.h"
#include "cli/explain/cmd_next.h"

enum { FORM = 1, HUNDREDTHS = 100 };

static uint32_t first_line(const cmd_next_item *item) {
    return item->method->lines[0]->number;
}

static uint32_t last_line(const cmd_next_item *item) {
    return item->method->lines[item->method->line_count - 1]->number;
}

/* --- text ------------------------------------------------------------------------------------- */

static void put_number(cc_buf *out, uint64_t hundredths) {
    cc_buf_printf(out, "%" PRIu64 ".%02" PRIu64, hundredths / HUNDREDTHS, hundredths % HUNDREDTHS);
}

static void put_test(cc_buf *out, const cmd_next_item *item) {
    static const char *const words[] = {[CMD_NEXT_NO_TEST] = "",
                                        [CMD_NEXT_SAME_MEMBER] = "runs a part of it",
                                        [CMD_NEXT_SAME_TYPE] = "runs other members of the type",
                                        [CMD_NEXT_SAME_FILE] = "runs other lines of the file"};
    if (item->test == NULL) {
        return;
    }
    cc_buf_puts(out, "   nearest test: ");
    cc_utf8_clean(item->test->type, out);
    cc_buf_putc(out, '.');
    cc_utf8_clean(item->test->method, out);
    cc_buf_printf(out, " (%s)\n", words[item->nearness]);
}

static void put_item(cc_buf *out, uint32_t number, const cmd_next_item *item) {
    cc_buf_printf(out, "%" PRIu32 ". ", number);
    cc_utf8_clean(item->cls->name, out);
    cc_buf_putc(out, '.');
    cc_utf8_clean(item->method->name, out);
    cc_utf8_clean(item->method->signature, out);
    cc_buf_puts(out, "\n   ");
    cc_utf8_clean(item->cls->file->path, out);
    cc_buf_printf(out, ":%" PRIu32 "; risk ", first_line(item));
    put_number(out, item->risk);
    cc_buf_puts(out, ", ");
    put_number(out, item->risk - item->gain);
    cc_buf_puts(out, " with tests");
    if (item->missed_changes > 0) {
        cc_buf_printf(out, "; %" PRIu32 " changed line%s missed", item->missed_changes,
                      item->missed_changes == 1 ? "" : "s");
    }
    cc_buf_putc(out, '\n');
    for (uint32_t i = 0; i < item->word_count; i++) {
        cc_buf_puts(out, "   ");
        cc_utf8_clean(item->words[i], out);
        cc_buf_putc(out, '\n');
    }
    put_test(out, item);
}

static void put_rest(cc_buf *out, uint32_t shown, uint32_t count) {
    if (shown < count) {
        cc_buf_printf(out, "and %" PRIu32 " more member%s; --top and --budget show more\n",
                      count - shown, count - shown == 1 ? "" : "s");
    }
}

void cmd_next_text(const cmd_next_list *list, uint32_t top, size_t budget, cc_buf *out) {
    enum { REST = 80 }; /* bytes of the last line */
    uint32_t shown = 0;
    cc_buf one = {0};
    while (shown < list->count && shown < top) {
        cc_buf_clear(&one);
        put_item(&one, shown + 1, &list->items[shown]);
        if (out->len + one.len + REST > budget) {
            break;
        }
        cc_buf_span_put(out, cc_buf_span(&one));
        shown++;
    }
    cc_buf_free(&one);
    if (list->count == 0) {
        cc_buf_puts(out, "every line and every outcome of a decision ran\n");
    }
    put_rest(out, shown, list->count);
}

/* --- JSON ------------------------------------------------------------------------------------- */

static void put_json_test(cc_json *json, const cmd_next_item *item) {
    static const char *const names[] = {[CMD_NEXT_NO_TEST] = "",
                                        [CMD_NEXT_SAME_MEMBER] = "member",
                                        [CMD_NEXT_SAME_TYPE] = "type",
                                        [CMD_NEXT_SAME_FILE] = "file"};
    if (item->test == NULL) {
        cc_json_null(json, "nearestTest");
        return;
    }
    cmd_json_begin_test(json, "nearestTest", item->test);
    cc_json_text(json, "runs", cc_strz(names[item->nearness]));
    cc_json_end(json, '}');
}

static void put_hundredths(cc_json *json, const char *key, uint64_t hundredths) {
    cc_json_next(json, key);
    put_number(json->out, hundredths);
}

static void put_json_item(cc_json *json, const cmd_next_item *item) {
    cc_json_begin(json, NULL, '{');
    cmd_json_text(json, "assembly", item->package->name);
    cmd_json_text(json, "type", item->cls->name);
    cmd_json_text(json, "member", item->method->name);
    cmd_json_text(json, "signature", item->method->signature);
    cmd_json_text(json, "file", item->cls->file->path);
    cc_json_number(json, "firstLine", first_line(item));
    cc_json_number(json, "lastLine", last_line(item));
    put_hundredths(json, "risk", item->risk);
    put_hundredths(json, "riskWithTests", item->risk - item->gain);
    cc_json_number(json, "missedLines", item->missed_lines);
    cc_json_number(json, "missedOutcomes", item->missed_outcomes);
    cc_json_number(json, "missedChanges", item->missed_changes);
    cc_json_begin(json, "missed", '[');
    for (uint32_t i = 0; i < item->word_count; i++) {
        cmd_json_text(json, NULL, item->words[i]);
    }
    cc_json_end(json, ']');
    put_json_test(json, item);
    cc_json_end(json, '}');
}

/* The length of an item, alone. */
static size_t size_of(const cmd_next_item *item) {
    cc_buf text = {0};
    cc_json json = {.out = &text};
    put_json_item(&json, item);
    size_t size = text.len;
    cc_buf_free(&text);
    return size;
}

void cmd_next_json(const cmd_next_list *list, uint32_t top, size_t budget, cc_buf *out) {
    enum { FRAME = 80 }; /* bytes around the items */
    cc_buf text = {0};
    cc_json json;
    uint32_t shown = 0;
    cmd_json_begin(&json, &text, 0, FORM);
    cc_json_begin(&json, "members", '[');
    while (shown < list->count && shown < top &&
           text.len + size_of(&list->items[shown]) + FRAME <= budget) {
        put_json_item(&json, &list->items[shown++]);
    }
    cc_json_end(&json, ']');
    cc_json_number(&json, "more", list->count - shown);
    cmd_json_end(&json, out);
}
