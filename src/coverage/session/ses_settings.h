/* The text form of a session's settings. Internal to this room.
 *
 * First line "clrcov-session 1", then "key value" lines; values have %XX for bytes below 0x20, DEL
 * and '%'. A missing key has its zero value; an unknown key is an error. */
#ifndef SES_SETTINGS_H
#define SES_SETTINGS_H

#include "base/cc_buf.h"
#include "coverage/session/ses.h"

void ses_settings_print(const ses_settings *settings, cc_buf *out);
/* Reads settings. Strings are in the arena. CC_E_FORMAT with the number of the line. */
CC_NODISCARD cc_err ses_settings_parse(ses_settings *out, cc_str text, cc_arena *arena);

#endif
