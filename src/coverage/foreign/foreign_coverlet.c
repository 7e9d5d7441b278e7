/* coverlet's JSON: module > file > class > method > lines and branches. The format distinguishes
 * arms; the arms of one offset on a line are a decision. */
#include <jansson.h>
#include <string.h>

#include "base/cc_sort.h"
#include "coverage/foreign/foreign_internal.h"

typedef struct one_arm {
    uint64_t line, offset, path, order;
    bool is_taken;
} one_arm;

static cc_err wrong(const char *what) {
    return cc_fail(CC_E_FORMAT, "not coverlet's JSON: %s", what);
}

/* --- branches --------------------------------------------------------------------------------- */

static int compare_arms(const void *a, const void *b) {
    const one_arm *x = a;
    const one_arm *y = b;
    const uint64_t left[] = {x->line, x->offset, x->path, x->order};
    const uint64_t right[] = {y->line, y->offset, y->path, y->order};
    for (int i = 0; i < 4; i++) {
        if (left[i] != right[i]) {
            return left[i] < right[i] ? -1 : 1;
        }
    }
    return 0;
}

static bool member(const json_t *object, const char *name, uint64_t most, uint64_t *out) {
    const json_t *value = json_object_get(object, name);
    json_int_t number = json_integer_value(value);
    *out = number < 0 ? 0 : (uint64_t)number;
    return json_is_integer(value) && number >= 0 && *out <= most;
}

static cc_err read_arms(const json_t *list, one_arm *arms) {
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *item = json_array_get(list, i);
        uint64_t hits = 0;
        one_arm *arm = &arms[i];
        bool is_fine = member(item, "Line", FOREIGN_MOST_LINE, &arm->line) && arm->line > 0 &&
                       member(item, "Offset", UINT32_MAX, &arm->offset) &&
                       member(item, "Path", UINT32_MAX, &arm->path) &&
                       member(item, "Hits", INT64_MAX, &hits);
        if (!is_fine) {
            return wrong("a branch needs Line, Offset, Path and Hits");
        }
        arm->order = i;
        arm->is_taken = hits > 0;
    }
    return CC_OK;
}

static cc_err put_arms(foreign_reading *r, const one_arm *arms, size_t count) {
    bool *taken = CC_NEW_ARRAY(r->arena, bool, count);
    for (size_t at = 0; taken != NULL && at < count;) {
        uint32_t together = 0;
        size_t first = at;
        while (at < count && arms[at].line == arms[first].line &&
               arms[at].offset == arms[first].offset) {
            taken[together++] = arms[at++].is_taken;
        }
        CC_TRY(foreign_decision(r, (uint32_t)arms[first].line, taken, together));
    }
    return CC_OK;
}

static cc_err take_branches(foreign_reading *r, const json_t *list) {
    size_t count = json_array_size(list);
    one_arm *arms = CC_NEW_ARRAY(r->arena, one_arm, count);
    if (list != NULL && !json_is_array(list)) {
        return wrong("Branches must be a list");
    }
    CC_TRY(read_arms(list, arms));
    cc_sort(arms, count, sizeof *arms, compare_arms);
    return put_arms(r, arms, count);
}

/* --- methods ---------------------------------------------------------------------------------- */

static cc_err take_lines(foreign_reading *r, json_t *lines) {
    const char *key = NULL;
    json_t *value = NULL;
    json_object_foreach(lines, key, value) {
        uint64_t number = 0;
        json_int_t hits = json_integer_value(value);
        if (!cc_str_number(cc_strz(key), FOREIGN_MOST_LINE, &number) || number == 0 ||
            !json_is_integer(value) || hits < 0) {
            return wrong("a line needs a number and a count");
        }
        CC_TRY(foreign_line(r, (uint32_t)number, (uint64_t)hits));
    }
    return CC_OK;
}

static cc_err take_methods(foreign_reading *r, const char *type, json_t *methods) {
    const char *key = NULL;
    json_t *value = NULL;
    json_object_foreach(methods, key, value) {
        json_t *lines = json_object_get(value, "Lines");
        if (!json_is_object(lines)) {
            return wrong("a method has no Lines");
        }
        foreign_full_method(r, cc_strz(type), cc_strz(key));
        CC_TRY(take_lines(r, lines));
        CC_TRY(take_branches(r, json_object_get(value, "Branches")));
    }
    return CC_OK;
}

static cc_err take_classes(foreign_reading *r, json_t *classes) {
    const char *key = NULL;
    json_t *value = NULL;
    json_object_foreach(classes, key, value) {
        if (!json_is_object(value)) {
            return wrong("a class has no methods");
        }
        CC_TRY(take_methods(r, key, value));
    }
    return CC_OK;
}

static cc_err take_module(foreign_reading *r, const char *name, json_t *files) {
    cc_str assembly = cc_strz(name);
    const char *key = NULL;
    json_t *value = NULL;
    bool has_end = cc_str_ends(assembly, ".dll") || cc_str_ends(assembly, ".exe");
    assembly.len -= has_end ? strlen(".dll") : 0;
    foreign_assembly_of(r, assembly);
    json_object_foreach(files, key, value) {
        if (!json_is_object(value)) {
            return wrong("a file has no classes");
        }
        CC_TRY(foreign_document(r, cc_strz(key)));
        CC_TRY(take_classes(r, value));
    }
    return CC_OK;
}

static cc_err take_modules(foreign_reading *r, json_t *modules) {
    const char *key = NULL;
    json_t *value = NULL;
    json_object_foreach(modules, key, value) {
        if (!json_is_object(value)) {
            return wrong("a module has no files");
        }
        CC_TRY(take_module(r, key, value));
    }
    return CC_OK;
}

cc_err foreign_read_coverlet(foreign_reading *r, cc_span bytes) {
    json_error_t error;
    json_t *root = json_loadb((const char *)bytes.data, bytes.len, JSON_REJECT_DUPLICATES, &error);
    if (root == NULL) {
        return cc_fail(CC_E_FORMAT, "line %d: %s", error.line, error.text);
    }
    cc_err err =
        json_is_object(root) ? take_modules(r, root) : wrong("the document is not an object");
    json_decref(root);
    return err;
}
