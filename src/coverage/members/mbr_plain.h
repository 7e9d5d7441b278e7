/* Names without what compilers number. Threads: pure. */
#ifndef MBR_PLAIN_H
#define MBR_PLAIN_H

#include "base/cc_buf.h"

/* Appends the text with '#' in place of each ordinal or line number in a compiler-made name of it:
 *
 *   C#  <M>b__3_0      <M>b__#_#       <>c__DisplayClass3_0    <>c__DisplayClass#_#
 *   VB  _Lambda$__3-0  _Lambda$__#-#   VB$StateMachine_2_M     VB$StateMachine_#_M
 *       $I3-0          $I#-#
 *   F#  f@12-1         f@#-#           Pipe #1 input at line 5@5  Pipe #1 input at line #@#
 *       field18_1@     field#_#@
 *
 * The text may hold several names, as md_describe() writes them. True when it had such a name, also
 * one without a number. */
bool mbr_put_plain(cc_str text, cc_buf *out);
/* The name is one of a field with the initial value of an array, as F# makes it: "field18_1@". */
bool mbr_is_data(cc_str name);

#endif
