/* The configuration of a command: reads layers from the command line, the environment, clrcov.xml,
 * imported settings and, for reports, an earlier run, and derives values, filter and root from
 * them. Precedence: cmd_config.h; for users: docs/configuration.md. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_proc.h"
#include "cli/core/cmd.h"
#include "cli/core/cmd_formats.h"
#include "cli/core/cmd_paths.h"
#include "cli/load/cmd_library.h"

enum { STORED_MODE = 0600, STORED_LAYERS = 3, MAX_STORED = 1 << 24 };

typedef struct loading {
    cmd_config *out;
    const cmd_config_request *request;
    cc_arena *arena;
    char *here;
    cc_buf *warnings;
    cfg_layer run_file; /* the values that the run had read from its file and its imports */
} loading;

/* --- layers ----------------------------------------------------------------------------------- */

static void read_environment(loading *l) {
    static const char *const known[] = {CMD_CONFIG_ENV, CMD_LIBRARY_ENV, SES_SESSION_ENV, NULL};
    cfg_read_environment(&l->out->environment, cc_proc_environment(), l->here, known, l->warnings);
}

/* A file whose name is nearly right is not read: its settings would be missed without a word. */
static void warn_about_name(loading *l, const char *folder) {
    char **names;
    size_t count;
    if (cc_dir_list(l->arena, folder, &names, &count) != CC_OK) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        cc_str name = cc_strz(names[i]);
        if (cc_str_eq_nocase(name, CC_STR("clrcov.xml")) ||
            cc_str_eq_nocase(name, CC_STR(".clrcov.xml"))) {
            cc_buf_printf(l->warnings, "%s: is not read; name it clrcov.xml\n", names[i]);
        }
    }
}

/* From the folder up to the repository's root, as the file is searched. */
static cc_err warn_about_names(loading *l, const char *start) {
    char *root = NULL;
    CC_TRY(cmd_find_git(l->arena, start, &root));
    for (cc_str dir = cc_strz(start); dir.len > 0; dir = cc_path_dir(dir)) {
        char *folder = cc_arena_strdup(l->arena, dir);
        warn_about_name(l, folder);
        if (root == NULL || strcmp(folder, root) == 0 || dir.len == 1) {
            break;
        }
    }
    return CC_OK;
}

static cc_err read_file(loading *l) {
    const char *start = l->request->start == NULL ? l->here : l->request->start;
    CC_TRY(cfg_find_file(l->request->file, getenv(CMD_CONFIG_ENV), start, l->arena, &l->out->path));
    if (l->out->path == NULL) {
        return warn_about_names(l, start);
    }
    return cfg_read_file(&l->out->file, l->out->path);
}

/* A session that no clrcov command made (variables set by hand) has no layers, but its output was
 * given in the environment. */
static void take_output(loading *l) {
    const ses_settings *settings = &l->request->session->settings;
    if (settings->output == NULL || l->out->is_foreign) {
        return;
    }
    cfg_layer_put(&l->out->run_environment, &(cfg_entry){.key = CFG_OUTPUT,
                                                         .text = settings->output,
                                                         .origin = SES_OUTPUT_ENV,
                                                         .base = "/"});
}

static bool names_place(cfg_key key) {
    cfg_type type = cfg_spec_of(key)->type;
    return type == CFG_PATH || type == CFG_PATHS || type == CFG_MAPS || type == CFG_FORMATS;
}

/* Removes the entries that name a file or a folder. */
static void remove_places(cfg_layer *layer) {
    size_t kept = 0;
    for (size_t i = 0; i < layer->count; i++) {
        if (!names_place(layer->entries[i].key)) {
            layer->entries[kept++] = layer->entries[i];
        }
    }
    layer->count = kept;
}

static cc_err parse_stored(loading *l, cc_str text) {
    cfg_layer layers[STORED_LAYERS];
    cfg_layer_init(&layers[0], CFG_FILE, l->arena);
    cfg_layer_init(&layers[1], CFG_ENVIRONMENT, l->arena);
    cfg_layer_init(&layers[2], CFG_COMMAND, l->arena);
    CC_TRY(cfg_parse_layers(layers, STORED_LAYERS, text));
    for (size_t i = 0; l->out->is_foreign && i < STORED_LAYERS; i++) {
        remove_places(&layers[i]);
    }
    l->run_file = layers[0];
    l->out->run_environment = layers[1];
    l->out->run_command = layers[2];
    return CC_OK;
}

static cc_err read_stored(loading *l) {
    if (l->request->session == NULL) {
        return CC_OK;
    }
    const char *path = cc_path_join(l->arena, l->request->session->dir, CMD_STORED_CONFIG);
    cc_mapped_file file;
    cc_err err = cc_file_map(&file, path, true);
    if (err == CC_E_NOTFOUND) {
        take_output(l);
        return CC_OK;
    }
    CC_TRY(err);
    err = file.bytes.len > MAX_STORED
              ? cc_fail(CC_E_LIMIT, "is too large")
              : parse_stored(l, (cc_str){(const char *)file.bytes.data, file.bytes.len});
    cc_file_unmap(&file);
    return err == CC_OK ? CC_OK : cc_fail_in(err, path);
}

/* --- imports ---------------------------------------------------------------------------------- */

static bool has_key(const cfg_layer *layer, cfg_key key) {
    for (size_t i = 0; i < layer->count; i++) {
        if (layer->entries[i].key == key) {
            return true;
        }
    }
    return false;
}

static void copy_entries(cfg_layer *to, const cfg_layer *from, bool is_imported) {
    for (size_t i = 0; i < from->count; i++) {
        if (from->entries[i].is_imported == is_imported) {
            cfg_layer_put(to, &from->entries[i]);
        }
    }
}

static cc_err resolve(loading *l) {
    cmd_config *c = l->out;
    const cfg_layer *const layers[] = {&c->file, &c->run_environment, &c->environment,
                                       &c->run_command, &c->command};
    return cfg_resolve(&c->values, layers, sizeof layers / sizeof *layers, l->arena);
}

static cc_err read_imports(loading *l) {
    CC_TRY(resolve(l));
    const cfg_texts imports = l->out->values.imports;
    for (size_t i = 0; i < imports.count; i++) {
        if (!cc_path_exists(imports.items[i])) {
            return cc_fail(CC_E_USAGE, "%s: %s not found", imports.origins[i], imports.items[i]);
        }
        CC_TRY(cfg_read_import(&l->out->file, imports.items[i], false, l->warnings));
    }
    return CC_OK;
}

/* Copies the settings that select the measured code; the other tool's place for its report is not
 * used. */
static void copy_filters(cfg_layer *to, const cfg_layer *from) {
    for (size_t i = 0; i < from->count; i++) {
        const cfg_entry *entry = &from->entries[i];
        if (entry->key != CFG_OUTPUT && entry->key != CFG_FORMAT) {
            cfg_layer_put(to, entry);
        }
    }
}

/* Reads the filters of one file of the wrapped command. Since the user did not ask clrcov to read
 * it, errors in it are warnings here, and the command reports them itself. */
static void read_wrapped(loading *l, const char *path, bool is_used) {
    cfg_layer found;
    cc_buf remarks = {0};
    cfg_layer_init(&found, CFG_FILE, l->arena);
    cc_err err = cfg_read_import(&found, path, true, &remarks);
    if (err == CC_OK && is_used) {
        copy_filters(&l->out->file, &found);
        cc_buf_str_put(l->warnings, cc_buf_str(&remarks));
    }
    cc_buf_free(&remarks);
    if (err != CC_OK && is_used) {
        cc_buf_printf(l->warnings, "the coverage settings of the command are not used: %s\n",
                      cc_error_message());
    }
    if (err == CC_OK && found.count > 0) {
        cc_buf_printf(l->warnings, "%s: the coverage settings of the command are %s\n", path,
                      is_used ? "used, as there is no clrcov.xml"
                              : "not used, as clrcov has its own configuration");
    }
}

static void read_all_wrapped(loading *l, bool is_used) {
    for (size_t i = 0; i < l->request->wrapped.count; i++) {
        read_wrapped(l, l->request->wrapped.items[i], is_used);
    }
}

/* Finds the settings to import: those of the strongest layer that names any. Imports of the run are
 * used as they were then. */
static cc_err find_imports(loading *l) {
    cmd_config *c = l->out;
    bool is_file_ours = c->path != NULL;
    const cfg_layer *const order[] = {&c->command, &c->run_command, &c->environment,
                                      &c->run_environment, is_file_ours ? &c->file : &l->run_file};
    enum { PLACES = sizeof order / sizeof *order };
    size_t at = 0;
    while (at < PLACES && !has_key(order[at], CFG_SETTINGS)) {
        at++;
    }
    if (!is_file_ours) {
        copy_entries(&c->file, &l->run_file, false);
    }
    if (at == PLACES && l->request->wrapped.count > 0) {
        read_all_wrapped(l, !is_file_ours);
        return CC_OK;
    }
    bool is_of_run = at < PLACES && (order[at] == &c->run_command ||
                                     order[at] == &c->run_environment || order[at] == &l->run_file);
    if (is_of_run || (at == PLACES && !is_file_ours)) {
        copy_entries(&c->file, &l->run_file, true);
        return CC_OK;
    }
    return at < PLACES ? read_imports(l) : CC_OK;
}

/* --- values ----------------------------------------------------------------------------------- */

/* `root` is the folder `top` or lies below it, and no component below `top` begins with a dot. Both
 * are resolved. */
static bool is_within(const char *root, const char *top) {
    size_t length = strcmp(top, "/") == 0 ? 0 : strlen(top);
    bool is_below =
        strncmp(root, top, length) == 0 && (root[length] == '\0' || root[length] == '/');
    return is_below && strstr(root + length, "/.") == NULL;
}

/* The root of a session from elsewhere is used only where it makes the one of here smaller. */
static cc_err find_stored_root(loading *l, const char *stored) {
    cmd_config *c = l->out;
    char *root;
    if (!cc_path_is_dir(stored)) {
        return CC_OK;
    }
    CC_TRY(cc_path_real(l->arena, stored, &root));
    c->root = !c->is_foreign || is_within(root, c->root) ? root : c->root;
    return CC_OK;
}

/* A clrcov.xml that was found may come with a change of a stranger: the root that it states, whose
 * files pages show, is a folder of its repository. */
static cc_err check_root_of_file(loading *l) {
    cmd_config *c = l->out;
    bool is_found = c->path != NULL && l->request->file == NULL && getenv(CMD_CONFIG_ENV) == NULL;
    char *path;
    char *top;
    if (!is_found || c->values.strength[CFG_ROOT] != CMD_FILE_LAYER) {
        return CC_OK;
    }
    CC_TRY(cc_path_real(l->arena, c->path, &path));
    char *dir = cc_arena_strdup(l->arena, cc_path_dir(cc_strz(path)));
    CC_TRY(cmd_find_git(l->arena, dir, &top));
    top = top == NULL ? dir : top;
    return is_within(c->root, top)
               ? CC_OK
               : cc_fail(CC_E_USAGE,
                         "%s: %s lies outside %s, or is hidden in it; give it with --root",
                         c->values.origin[CFG_ROOT], c->root, top);
}

/* The root that is given, else the one that the run had found, else the one that is found now. */
static cc_err choose_root(loading *l) {
    cmd_config *c = l->out;
    const ses_session *session = l->request->session;
    if (c->values.root != NULL) {
        cc_err err = cmd_find_root(l->arena, c->values.root, &c->root);
        CC_TRY(err == CC_E_USAGE ? cc_fail(CC_E_USAGE, "%s: %s is not a directory",
                                           c->values.origin[CFG_ROOT], c->values.root)
                                 : err);
        return check_root_of_file(l);
    }
    CC_TRY(cmd_find_root(l->arena, NULL, &c->root));
    char *stored = session == NULL ? NULL : session->settings.root;
    return stored == NULL ? CC_OK : find_stored_root(l, stored);
}

/* Reports without a path are where the run was started. A session that was moved names no place. */
static cc_err choose_reports(loading *l) {
    const ses_session *session = l->request->session;
    bool is_here = session == NULL || session->settings.start_dir == NULL || l->out->is_foreign;
    CC_TRY(cmd_choose_reports(l->out, is_here ? l->here : session->settings.start_dir, l->arena));
    const cfg_values *v = &l->out->values;
    bool is_default =
        v->strength[CFG_OUTPUT] == 0 && v->strength[CFG_FORMAT] == 0 && v->results == NULL;
    if (is_default && !is_here && session->settings.output != NULL) {
        l->out->reports[0].path = l->out->values.output = session->settings.output;
    }
    return CC_OK;
}

/* A session that lies outside of the places of this user's sessions was moved, or comes from
 * another machine: it names no place to write to, no folder to search, and no root above the one
 * that is found here. */
static cc_err find_origin(loading *l) {
    const ses_session *session = l->request->session;
    return session == NULL || l->request->is_own
               ? CC_OK
               : ses_is_foreign(session->dir, l->arena, &l->out->is_foreign);
}

static cc_err load(loading *l) {
    cmd_config *c = l->out;
    CC_TRY(find_origin(l));
    CC_TRY(cc_path_absolute(l->arena, ".", &l->here));
    read_environment(l);
    CC_TRY(read_file(l));
    CC_TRY(read_stored(l));
    CC_TRY(find_imports(l));
    CC_TRY(resolve(l));
    sel_init(&c->filter, l->arena, cfg_regex_engine());
    CC_TRY(cfg_make_filter(&c->filter, &c->values));
    CC_TRY(choose_root(l));
    return choose_reports(l);
}

cc_err cmd_config_load(cmd_config *out, const cmd_config_request *request, cc_arena *arena) {
    cc_buf warnings = {0};
    loading l = {.out = out, .request = request, .arena = arena, .warnings = &warnings};
    *out = (cmd_config){0};
    out->has_no_tests = request->session != NULL && !request->session->settings.include_tests;
    cfg_layer_init(&out->file, CFG_FILE, arena);
    cfg_layer_init(&out->environment, CFG_ENVIRONMENT, arena);
    cfg_layer_init(&out->command, CFG_COMMAND, arena);
    cfg_layer_init(&out->run_environment, CFG_ENVIRONMENT, arena);
    cfg_layer_init(&out->run_command, CFG_COMMAND, arena);
    cfg_layer_init(&l.run_file, CFG_FILE, arena);
    if (request->command != NULL) {
        out->command = *request->command;
    }
    cc_err err = load(&l);
    if (!request->is_quiet && cc_buf_ok(&warnings)) {
        cmd_say_lines(cc_buf_str(&warnings));
    }
    cc_buf_free(&warnings);
    return err;
}

/* --- results ---------------------------------------------------------------------------------- */

/* https://reproducible-builds.org/specs/source-date-epoch/ */
static void take_source_date(cov_request *out) {
    const char *text = getenv("SOURCE_DATE_EPOCH");
    char *end = NULL;
    errno = 0;
    unsigned long long seconds = text == NULL ? 0 : strtoull(text, &end, 10);
    bool is_number = text != NULL && text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0;
    out->has_source_date = is_number && seconds <= INT64_MAX;
    out->source_date = out->has_source_date ? seconds : 0;
    if (text != NULL && !out->has_source_date) {
        cmd_say("SOURCE_DATE_EPOCH: '%s' is not a number of seconds; it is not used", text);
    }
}

void cmd_config_request_of(cov_request *out, cmd_config *config, cc_arena *arena) {
    const cfg_values *v = &config->values;
    mod_mapping *mappings = CC_NEW_ARRAY(arena, mod_mapping, v->maps.count);
    for (size_t i = 0; i < v->maps.count; i++) {
        mappings[i] = (mod_mapping){v->maps.items[i].from, v->maps.items[i].to};
    }
    static const mod_without_sources without[] = {
        [CFG_SOURCES_SKIP] = MOD_SOURCES_SKIP,
        [CFG_SOURCES_SKIP_ANY] = MOD_SOURCES_SKIP_ANY,
        [CFG_SOURCES_KEEP] = MOD_SOURCES_KEEP,
    };
    *out = (cov_request){
        .root = config->root,
        .mappings = mappings,
        .mapping_count = v->maps.count,
        .selection =
            {
                .filter = &config->filter,
                .without_sources = without[v->without_sources],
                .skip_auto_properties = v->auto_properties == CFG_SKIP_AUTO_PROPERTIES,
                .keep_generated = v->generated_code == CFG_KEEP_GENERATED,
            },
        .include_tests = v->include_tests,
        .has_no_tests = config->has_no_tests,
        .no_branches = !v->branches,
        .keep_after_no_return = v->does_not_return == CFG_KEEP_AFTER_NO_RETURN,
        .unreachable_exceptions = v->unreachable_exceptions.items,
        .unreachable_exception_count = v->unreachable_exceptions.count,
        .is_foreign = config->is_foreign,
        .ignore_unloaded = v->unloaded == CFG_IGNORE_UNLOADED,
    };
    take_source_date(out);
}

cc_err cmd_session_settings(ses_settings *settings, cc_str *filter, const cmd_config *config,
                            cc_arena *arena) {
    const cfg_values *v = &config->values;
    cc_buf text = {0};
    settings->hits = v->hits == CFG_HITS_EXACT ? CTR_HITS_EXACT : CTR_HITS_ONCE;
    settings->include_tests = v->include_tests;
    settings->per_test = v->per_test;
    settings->serial = v->serial;
    settings->keeps_probes = settings->keeps_probes || v->per_test;
    settings->test_attributes = cfg_join(&v->test_attributes, arena);
    settings->include_tools = v->without_sources == CFG_SOURCES_KEEP;
    settings->root = config->root;
    settings->output = cc_arena_strdup(arena, cc_strz(v->output));
    sel_print(&config->filter, &text);
    *filter = cc_strz(cc_buf_take(&text, arena));
    return cc_path_real(arena, ".", &settings->start_dir);
}

cc_err cmd_config_store(const cmd_config *config, const char *session_dir) {
    const cfg_layer *const layers[] = {&config->file, &config->environment, &config->command};
    cc_arena *arena = cc_arena_new();
    const char *path = cc_path_join(arena, session_dir, CMD_STORED_CONFIG);
    cc_buf text = {0};
    cfg_print_layers(layers, sizeof layers / sizeof *layers, &text);
    cc_err err = cc_file_replace(path, cc_buf_span(&text), STORED_MODE);
    cc_buf_free(&text);
    cc_arena_free(arena);
    return err;
}
