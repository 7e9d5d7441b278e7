/* Answers of subcommands as JSON: one object with the form's version, and what the answer adds. Keys
 * are never renamed; new ones may be added. Threads: one. */
#ifndef CMD_JSON_H
#define CMD_JSON_H

#include "base/cc_json.h"
#include "coverage/model/cov_model.h"

enum { CMD_JSON_INDENT = 2 }; /* of answers that people read as well */

/* Begins the object, with `version`. `text`: empty; holds the JSON until cmd_json_end(). `indent`: as
 * cc_json has it. */
void cmd_json_begin(cc_json *json, cc_buf *text, unsigned indent, uint32_t version);
/* Ends the object and the line, appends it to `out` so that a build server finds no command in it
 * (cc_log.h), and frees the buffer of the text. */
void cmd_json_end(cc_json *json, cc_buf *out);
/* Writes a test as an object with `assembly`, `class` and `method`; the caller ends it. */
void cmd_json_begin_test(cc_json *json, const char *key, const cov_test *test);
/* Writes a text of an assembly or a source, which may be invalid UTF-8 and contain control
 * characters. */
void cmd_json_text(cc_json *json, const char *key, cc_str text);

#endif
