/* Attributes of test frameworks; see mth_test_attributes.h. */
#include "method/mth_test_attributes.h"

typedef struct named_role {
    const char *name;
    unsigned role;
} named_role;

static const named_role named_roles[] = {
#define MTH_TEST_ATTRIBUTE(NAME) {NAME, MTH_ROLE_TEST},
#define MTH_WIDE_FIXTURE(NAME) {NAME, MTH_ROLE_WIDE_FIXTURE},
#define MTH_SET_UP(NAME) {NAME, MTH_ROLE_SET_UP},
#include "method/mth_test_attributes.def"
#undef MTH_TEST_ATTRIBUTE
#undef MTH_WIDE_FIXTURE
#undef MTH_SET_UP
};

unsigned mth_roles_of_attribute(cc_str name) {
    unsigned roles = 0;
    for (size_t i = 0; i < sizeof named_roles / sizeof *named_roles; i++) {
        if (cc_str_eqz(name, named_roles[i].name)) {
            roles |= named_roles[i].role;
        }
    }
    return roles;
}
