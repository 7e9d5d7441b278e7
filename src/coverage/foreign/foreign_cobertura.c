/* Cobertura (coverage-04). A line that no method of its class has belongs to a method "(lines)". A
 * condition is a decision: with two arms when it is a jump, with the rest of the line's arms when
 * it is a switch. */
#include <string.h>

#include "coverage/foreign/foreign_internal.h"
#include "coverage/module/mod_root_path.h"

enum { MOST_JUMPS = 256, MOST_FOLDERS = 256 };

typedef struct cobertura {
    cc_str class_name;
    /* Numbers of lines that the methods of the class have; its values are not used */
    cc_map *in_methods;
    bool is_in_methods, is_in_own_lines;
    /* of the current line */
    uint32_t line, taken, arms;
    uint32_t jumps[MOST_JUMPS]; /* number of taken arms of each */
    uint32_t jump_count, switch_count;
} cobertura;

/* coverlet writes several, and clrcov a second one for files outside of the root. */
static void add_folder(foreign_reading *r, cc_str text) {
    cc_str *folder = text.len == 0 ? NULL : CC_NEW(r->arena, cc_str);
    if (text.len == 0 || r->folders.count == MOST_FOLDERS) {
        return;
    }
    foreign_keep(r, text, folder);
    cc_list_add(&r->folders, folder);
    r->is_of_windows = r->is_of_windows || mod_path_is_windows(text);
}

static cc_err begin_class(cobertura *c, foreign_reading *r, const foreign_element *e) {
    cc_map_free(c->in_methods);
    c->in_methods = cc_map_new();
    c->is_in_own_lines = false;
    if (r->assembly == NULL) {
        foreign_assembly_of(r, CC_STR(""));
    }
    foreign_keep(r, foreign_attribute(e, "name"), &c->class_name);
    return foreign_document(r, foreign_attribute(e, "filename"));
}

/* Reads the numbers in the parentheses of "50% (1/2)". */
static void read_arms(cobertura *c, cc_str text) {
    const char *open = memchr(text.s, '(', text.len);
    const char *slash = open == NULL ? NULL : memchr(open, '/', (size_t)(text.s + text.len - open));
    const char *close =
        slash == NULL ? NULL : memchr(slash, ')', (size_t)(text.s + text.len - slash));
    uint64_t taken = 0;
    uint64_t arms = 0;
    if (close != NULL &&
        cc_str_number((cc_str){open + 1, (size_t)(slash - open - 1)}, FOREIGN_MOST_ARMS, &taken) &&
        cc_str_number((cc_str){slash + 1, (size_t)(close - slash - 1)}, FOREIGN_MOST_ARMS, &arms) &&
        taken <= arms) {
        c->taken = (uint32_t)taken;
        c->arms = (uint32_t)arms;
    }
}

/* Adds a line of the class itself that no method has. */
static void begin_own_line(cobertura *c, foreign_reading *r) {
    if (c->is_in_own_lines) {
        return;
    }
    c->is_in_own_lines = true;
    foreign_method(r, c->class_name, CC_STR("(lines)"), CC_STR(""));
}

static cc_err read_line(const foreign_element *e, uint64_t *number, uint64_t *hits) {
    cc_str count = foreign_attribute(e, "hits");
    if (!cc_str_number(foreign_attribute(e, "number"), FOREIGN_MOST_LINE, number) || *number == 0) {
        return cc_fail(CC_E_FORMAT, "<line> needs a line number");
    }
    *hits = 0;
    if (count.len > 0 && !foreign_count(count, hits)) {
        return cc_fail(CC_E_FORMAT, "hits=\"%.20s\" is not a count", count.s);
    }
    return CC_OK;
}

static void note_line_of_method(const cobertura *c, uint64_t number) {
    static char is_there;
    void **slot = cc_map_put_u64(c->in_methods, number);
    *slot = &is_there;
}

static cc_err begin_line(cobertura *c, foreign_reading *r, const foreign_element *e) {
    uint64_t number = 0;
    uint64_t hits = 0;
    c->line = c->taken = c->arms = c->jump_count = c->switch_count = 0;
    if (c->in_methods == NULL) {
        return cc_fail(CC_E_FORMAT, "<line> outside a class");
    }
    CC_TRY(read_line(e, &number, &hits));
    if (!c->is_in_methods && cc_map_get_u64(c->in_methods, number) != NULL) {
        return CC_OK;
    }
    if (c->is_in_methods) {
        note_line_of_method(c, number);
    } else {
        begin_own_line(c, r);
    }
    c->line = (uint32_t)number;
    cc_str branch = foreign_attribute(e, "branch");
    if (cc_str_eq_nocase(branch, CC_STR("true"))) {
        read_arms(c, foreign_attribute(e, "condition-coverage"));
    }
    return foreign_line(r, c->line, hits);
}

/* "50%" of a jump is one arm. */
static void take_condition(cobertura *c, const foreign_element *e) {
    if (!cc_str_eq_nocase(foreign_attribute(e, "type"), CC_STR("jump"))) {
        c->switch_count++;
        return;
    }
    cc_str text = foreign_attribute(e, "coverage");
    const char *end = memchr(text.s, '%', text.len);
    uint64_t percent = 0;
    size_t len = end == NULL ? text.len : (size_t)(end - text.s);
    const char *point = memchr(text.s, '.', len);
    len = point == NULL ? len : (size_t)(point - text.s);
    (void)cc_str_number((cc_str){text.s, len}, 100, &percent);
    if (c->jump_count < MOST_JUMPS) {
        c->jumps[c->jump_count] = percent >= 100 ? 2 : percent > 0 ? 1 : 0;
    }
    c->jump_count++;
}

/* The conditions belong to the line when they have no more arms than the line. */
static cc_err end_line(cobertura *c, foreign_reading *r) {
    uint32_t taken = 0;
    if (c->line == 0 || c->arms == 0) {
        return CC_OK;
    }
    for (uint32_t i = 0; i < c->jump_count && i < MOST_JUMPS; i++) {
        taken += c->jumps[i];
    }
    bool has_jumps = c->jump_count <= MOST_JUMPS && c->jump_count * 2 <= c->arms &&
                     taken <= c->taken && (c->switch_count > 0 || c->jump_count * 2 == c->arms);
    for (uint32_t i = 0; has_jumps && i < c->jump_count; i++) {
        CC_TRY(foreign_counted(r, c->line, c->jumps[i], 2));
    }
    uint32_t rest = has_jumps ? c->arms - c->jump_count * 2 : c->arms;
    uint32_t rest_taken = has_jumps ? c->taken - taken : c->taken;
    return rest == 0 ? CC_OK : foreign_counted(r, c->line, rest_taken, rest);
}

static cc_err on_start(void *ctx, foreign_reading *r, const foreign_element *e) {
    cobertura *c = ctx;
    if (strcmp(e->name, "package") == 0) {
        foreign_assembly_of(r, foreign_attribute(e, "name"));
        return CC_OK;
    }
    if (strcmp(e->name, "class") == 0) {
        return begin_class(c, r, e);
    }
    if (strcmp(e->name, "method") == 0) {
        c->is_in_methods = true;
        c->is_in_own_lines = false;
        if (c->in_methods == NULL) {
            return cc_fail(CC_E_FORMAT, "<method> outside a class");
        }
        foreign_method(r, c->class_name, foreign_attribute(e, "name"),
                       foreign_attribute(e, "signature"));
        return CC_OK;
    }
    if (strcmp(e->name, "line") == 0) {
        return begin_line(c, r, e);
    }
    if (strcmp(e->name, "condition") == 0) {
        take_condition(c, e);
    }
    return CC_OK;
}

static cc_err on_end(void *ctx, foreign_reading *r, const char *name, cc_str text) {
    cobertura *c = ctx;
    if (strcmp(name, "source") == 0) {
        add_folder(r, cc_str_trim(text));
        return CC_OK;
    }
    if (strcmp(name, "line") == 0) {
        return end_line(c, r);
    }
    if (strcmp(name, "method") == 0) {
        c->is_in_methods = false;
        foreign_end_method(r);
    }
    if (strcmp(name, "class") == 0) {
        cc_map_free(c->in_methods);
        c->in_methods = NULL;
        foreign_end_method(r);
    }
    return CC_OK;
}

static void on_close(void *ctx) {
    cc_map_free(((cobertura *)ctx)->in_methods);
}

const foreign_handler foreign_cobertura = {on_start, on_end, on_close, sizeof(cobertura)};
