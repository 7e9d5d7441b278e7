/* `*.deps.json` without the versions of the project's own assemblies: builds are compared
 * themselves. Source: the runtime configuration files of the .NET SDK. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_arena.h"
#include "base/cc_hash.h"
#include "coverage/impact/imp_internal.h"

/* "Shop/1.2.0" of `libraries` -> is a project. */
static bool is_project(json_t *libraries, const char *key) {
    const json_t *type = json_object_get(json_object_get(libraries, key), "type");
    return json_is_string(type) && strcmp(json_string_value(type), "project") == 0;
}

static bool is_project_name(json_t *libraries, cc_str name) {
    const char *key = NULL;
    json_t *value = NULL;
    json_object_foreach(libraries, key, value) {
        bool is_named = strncmp(key, name.s, name.len) == 0 && key[name.len] == '/';
        if (is_named && is_project(libraries, key)) {
            return true;
        }
    }
    return false;
}

/* {"Shop.dll": {"fileVersion": "1.2.0.0"}}: names alone. */
static void clear_versions(json_t *files) {
    const char *key = NULL;
    json_t *value = NULL;
    json_object_foreach(files, key, value) {
        json_object_clear(value);
    }
}

/* {"Shop": "1.2.0", "xunit": "2.9.3"}: versions of packages alone. */
static void clear_dependencies(json_t *dependencies, json_t *libraries) {
    const char *key = NULL;
    json_t *value = NULL;
    json_object_foreach(dependencies, key, value) {
        if (is_project_name(libraries, cc_strz(key))) {
            json_string_set(value, "");
        }
    }
}

/* A copy of an object by "NAME/VERSION" where projects have no version. */
static json_t *without_versions(json_t *of, json_t *libraries, cc_arena *arena) {
    const char *key = NULL;
    json_t *value = NULL;
    json_t *out = json_object();
    json_object_foreach(of, key, value) {
        const char *name = key;
        const char *slash = strchr(key, '/');
        bool is_own = slash != NULL && is_project(libraries, key);
        clear_dependencies(json_object_get(value, "dependencies"), libraries);
        if (is_own) {
            clear_versions(json_object_get(value, "runtime"));
            name = cc_arena_strdup(arena, (cc_str){key, (size_t)(slash - key)});
        }
        json_object_set(out, name, value);
    }
    return out;
}

static void plain_targets(json_t *targets, json_t *libraries, cc_arena *arena) {
    const char *key = NULL;
    json_t *value = NULL;
    void *next = NULL;
    json_object_foreach_safe(targets, next, key, value) {
        json_object_set_new(targets, key, without_versions(value, libraries, arena));
    }
}

uint64_t imp_digest_deps(cc_span bytes) {
    json_error_t error;
    json_t *root = json_loadb((const char *)bytes.data, bytes.len, 0, &error);
    json_t *libraries = json_object_get(root, "libraries");
    if (libraries == NULL) {
        json_decref(root);
        return cc_hash64(bytes);
    }
    cc_arena *arena = cc_arena_new();
    plain_targets(json_object_get(root, "targets"), libraries, arena);
    json_object_set_new(root, "libraries", without_versions(libraries, libraries, arena));
    char *text = json_dumps(root, JSON_COMPACT | JSON_SORT_KEYS);
    uint64_t digest = text == NULL ? cc_hash64(bytes) : cc_hash64(cc_span_of(text, strlen(text)));
    free(text);
    json_decref(root);
    cc_arena_free(arena);
    return digest;
}
