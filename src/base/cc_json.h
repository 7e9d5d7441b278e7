/* Appends JSON to a buffer piece by piece: commas, quotes, escapes. Out of memory is recorded in
 * the buffer. Nothing checks that the calls nest.
 *
 * Each function that writes a value takes its key; NULL: the value is an item of an array, or
 * follows cc_json_key(). Keys are constants that need no escapes.
 *
 * Threads: one for each cc_json. */
#ifndef CC_JSON_H
#define CC_JSON_H

#include "base/cc_buf.h"

enum { CC_JSON_LEVELS = 64 };

typedef struct cc_json {
    cc_buf *out;     /* borrowed */
    unsigned indent; /* spaces per level, one value per line; 0: no spaces and line breaks */
    unsigned depth;  /* less than CC_JSON_LEVELS */
    uint64_t filled; /* one bit per level: the level has a value */
    bool is_placed;  /* the comma, line break and key of the next value are already written */
} cc_json;

/* Begins an object ('{') or an array ('['). */
void cc_json_begin(cc_json *w, const char *key, char bracket);
/* Ends the object ('}') or array (']'). */
void cc_json_end(cc_json *w, char bracket);
/* Writes a string: text in UTF-8. U+FFFD replaces other bytes. */
void cc_json_text(cc_json *w, const char *key, cc_str text);
void cc_json_number(cc_json *w, const char *key, uint64_t number);
/* Writes a number with a fraction or exponent, with all digits that restore the value. */
void cc_json_real(cc_json *w, const char *key, double number);
void cc_json_truth(cc_json *w, const char *key, bool truth);
void cc_json_null(cc_json *w, const char *key);

/* Writes a key that may be any text; its value follows. */
void cc_json_key(cc_json *w, cc_str key);
/* Begins a new line for the next value, or for its key. */
void cc_json_line(cc_json *w);
/* Writes the comma and the key alone: the caller appends the value to the buffer. */
void cc_json_next(cc_json *w, const char *key);
/* Appends a string with its quotes. */
void cc_json_quote(cc_buf *out, cc_str text);

#endif
