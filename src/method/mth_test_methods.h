/* Which methods of an assembly are tests, or run once for all tests, and where a test begins and ends
 * in the code.
 *
 * Threads: pure functions of their arguments. */
#ifndef MTH_TEST_METHODS_H
#define MTH_TEST_METHODS_H

#include "metadata/md.h"

typedef enum mth_test_part {
    MTH_TEST_NONE,
    /* begins at the entry, ends where control leaves the method */
    MTH_TEST_WHOLE,
    /* the method that starts the state machine of an async test: the test begins at its entry */
    MTH_TEST_START,
    /* MoveNext of that state machine: the test ends where it completes the task */
    MTH_TEST_MACHINE,
    /* returns a task, or another value that is not the end of the work, without being async: begins
     * at the entry; its work may go on where control leaves the method */
    MTH_TEST_OPEN,
    /* a static constructor, or a factory that Lazy or GetOrAdd calls: what it runs, it runs once for
     * all tests */
    MTH_TEST_STATIC,
    /* a constructor, set-up or tear-down of a class that has tests: mth_find_flow_parts() */
    MTH_TEST_SET_UP
} mth_test_part;

typedef struct mth_test {
    mth_test_part part;
    uint32_t method; /* MethodDef rid of the test method; MTH_TEST_MACHINE: not its own */
    /* the type of the value on the stack at `ret`, borrowed; empty: none. Not of MTH_TEST_START
     * and MTH_TEST_MACHINE before mth_find_flow_parts() */
    cc_span value;
    /* only of MTH_TEST_NONE: it may run between two tests, as set-up does. At its entry the work of a
     * test that has returned is over */
    bool is_boundary;
} mth_test;

/* What a search asks of other assemblies; `assembly` is a simple name, `type` a full name. */
typedef struct mth_elsewhere {
    /* the type makes tests, as an attribute or as the base class of one */
    bool (*is_test_type)(void *ctx, cc_str assembly, cc_str type);
    /* as mth_has_virtual_test() */
    bool (*has_virtual_test)(void *ctx, cc_str assembly, cc_str type, cc_str method);
    void *ctx;
} mth_elsewhere;

/* Sets *out to an array by MethodDef rid (entry 0 is unused), or to NULL when the assembly has no
 * such method. `other` NULL: attributes of the table mth_test_attributes.def count, and base classes
 * of the assembly. Memory of `arena`. CC_E_NOMEM. */
CC_NODISCARD cc_err mth_find_tests(const md_image *image, const mth_elsewhere *other,
                                   cc_arena *arena, const mth_test **out);
/* As mth_find_tests(), without what is not a test. */
CC_NODISCARD cc_err mth_find_test_methods(const md_image *image, const mth_elsewhere *other,
                                          cc_arena *arena, const mth_test **out);
/* The type, or a base class of it, has a virtual test of this name. `tests`: of the assembly. */
bool mth_has_virtual_test(const md_tables *tables, const mth_test *tests,
                          const mth_elsewhere *other, cc_str type, cc_str method);

/* Sets *out to what `tests` has (NULL: nothing), and what tests that run at the same time need in
 * addition: set-up and tear-down, and the values of all methods that begin something. NULL as above.
 * Memory of `arena`. CC_E_NOMEM. */
CC_NODISCARD cc_err mth_find_flow_parts(const md_image *image, const mth_test *tests,
                                        cc_arena *arena, const mth_test **out);

/* A method of this name is set-up or tear-down in a class with tests: that of IDisposable,
 * IAsyncDisposable and xunit's IAsyncLifetime, implemented explicitly or not. */
bool mth_is_set_up_name(cc_str name);

/* The assembly defines a type of this full name, and a base class of it makes tests. */
bool mth_derives_from_test(const md_tables *tables, cc_str name, const mth_elsewhere *other);

/* Set-up or tear-down of the assembly may serve tests of several classes (MTH_WIDE_FIXTURE). */
bool mth_has_wide_fixtures(const md_tables *tables);

#endif
