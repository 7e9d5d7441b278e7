/* What may run between two tests. Internal to this room. */
#ifndef MTH_BOUNDARIES_H
#define MTH_BOUNDARIES_H

#include "method/mth_test_methods.h"

/* Marks the boundaries of the assembly in `tests`, by rid; false: there are none.
 *
 * A boundary too many costs precision: what a test does after it belongs to its whole class. A missing
 * one would give set-up to the test before it alone. So constructors, static methods and virtual ones
 * are boundaries, since set-up, tear-down, fixtures and data of rows are among them; and methods with
 * the attributes MTH_SET_UP. What compilers make is of the method that uses it. */
bool mth_find_boundaries(const md_tables *tables, mth_test *tests);

#endif
