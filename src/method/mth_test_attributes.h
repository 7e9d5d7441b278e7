/* Attributes of test frameworks. Internal to this room. */
#ifndef MTH_TEST_ATTRIBUTES_H
#define MTH_TEST_ATTRIBUTES_H

#include "base/cc_span.h"

/* What an attribute makes of the method, class or assembly that has it. One attribute may have
 * several roles. */
enum { MTH_ROLE_TEST = 1, MTH_ROLE_WIDE_FIXTURE = 2, MTH_ROLE_SET_UP = 4 };

/* The roles of the attribute with this full name ("Xunit.FactAttribute") in mth_test_attributes.def,
 * as bits; 0: it has none. */
unsigned mth_roles_of_attribute(cc_str name);

#endif
