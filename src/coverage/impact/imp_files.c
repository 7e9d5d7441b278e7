/* The files on which tests may depend; see imp.h. */
#include <string.h>
#include <sys/stat.h>

#include "base/cc_file.h"
#include "base/cc_hash.h"
#include "base/cc_list.h"
#include "base/cc_sort.h"
#include "coverage/impact/imp_internal.h"

#define NS_PER_S UINT64_C(1000000000)

typedef struct walk {
    cc_arena *arena;
    const char *root;
    uint64_t since_ns;
    bool is_tree;    /* of sources; else the folder of a test assembly */
    bool is_sources; /* of the tree: what compilers read, alone */
    cc_list found;   /* cov_raw_input; with is_sources imp_source */
} walk;

const char *imp_system(void) {
#if defined __aarch64__
    return "linux-arm64";
#else
    return "linux-x64";
#endif
}

/* --- what counts ------------------------------------------------------------------------------ */

/* Compilers read these, and the builds show what they mean. */
static bool is_source(cc_str name) {
    static const char *const ends[] = {".cs", ".vb", ".fs", ".fsi", ".razor", NULL};
    return cc_str_ends_with_one_of_nocase(name, ends);
}

bool imp_is_report(cc_str name) {
    static const char *const ends[] = {".clrcov", ".cobertura.xml", ".trx",
                                       ".binlog", ".log",           NULL};
    return cc_str_ends_with_one_of_nocase(name, ends);
}

/* The folder of all builds, where the SDK makes one; not a folder of this name with data of tests. */
static bool is_artifacts(const walk *w, cc_str name, const char *path) {
    return cc_str_eqz(name, "artifacts") && (cc_path_is_dir(cc_path_join(w->arena, path, "bin")) ||
                                             cc_path_is_dir(cc_path_join(w->arena, path, "obj")));
}

static bool is_folder_left_out(const walk *w, cc_str name, const char *path) {
    static const char *const names[] = {"bin",         "obj",           "node_modules",
                                        "TestResults", "coverage-html", NULL};
    return w->is_tree &&
           (name.s[0] == '.' || cc_str_is_one_of(name, names) || is_artifacts(w, name, path));
}

/* Documentation that the compiler wrote beside an assembly. */
static bool is_documentation(const char *path) {
    size_t length = strlen(path);
    char image[4096];
    if (length < 4 || length >= sizeof image || strcmp(path + length - 4, ".xml") != 0) {
        return false;
    }
    memcpy(image, path, length - 3);
    memcpy(image + length - 3, "dll", 4);
    return cc_path_exists(image);
}

static bool is_file_left_out(const walk *w, cc_str name, const char *path) {
    if (w->is_tree) {
        return is_source(name) != w->is_sources || imp_is_report(name);
    }
    /* a package of Microsoft's collector writes the last when a project is built */
    return cc_str_ends_nocase(name, ".pdb") || is_documentation(path) ||
           cc_str_starts(name, ".msCoverageSourceRootsMapping");
}

/* --- walking ---------------------------------------------------------------------------------- */

/* Beside an assembly tools write files that say something else after each commit. */
static uint64_t digest_bytes(const walk *w, const char *path, cc_span bytes) {
    if (!w->is_tree && cc_str_ends_nocase(cc_strz(path), ".deps.json")) {
        return imp_digest_deps(bytes);
    }
    if (!w->is_tree && cc_str_ends_nocase(cc_strz(path), ".resources.dll")) {
        return imp_digest_satellite(bytes);
    }
    return cc_hash64(bytes);
}

static uint64_t digest_of(const walk *w, const char *path) {
    cc_mapped_file file;
    if (cc_file_map(&file, path, false) != CC_OK) {
        return COV_INPUT_UNKNOWN;
    }
    uint64_t digest = digest_bytes(w, path, file.bytes) & INT64_MAX;
    cc_file_unmap(&file);
    return digest < COV_INPUT_FIRST ? digest + COV_INPUT_FIRST : digest;
}

static uint64_t change_of(const struct stat *info) {
    return (uint64_t)info->st_mtim.tv_sec * NS_PER_S + (uint64_t)info->st_mtim.tv_nsec;
}

static void add_source(walk *w, const char *path, const struct stat *info) {
    imp_source *source = CC_NEW(w->arena, imp_source);
    *source = (imp_source){cc_strz(path + strlen(w->root) + 1), change_of(info)};
    cc_list_add(&w->found, source);
}

static void add_file(walk *w, const char *path, const struct stat *info) {
    if (w->is_sources) {
        add_source(w, path, info);
        return;
    }
    cov_raw_input *input = CC_NEW(w->arena, cov_raw_input);
    input->path = cc_strz(path + strlen(w->root) + 1);
    bool was_written = w->since_ns != 0 && change_of(info) > w->since_ns;
    input->digest = was_written ? COV_INPUT_WRITTEN : digest_of(w, path);
    cc_list_add(&w->found, input);
}

/* Folders that wait are in a list: the depth of a tree is not bounded. */
static void list_one(walk *w, const char *folder, cc_list *folders) {
    char **names = NULL;
    size_t count = 0;
    if (cc_dir_list(w->arena, folder, &names, &count) != CC_OK) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        struct stat info;
        cc_str name = cc_strz(names[i]);
        char *path = cc_path_join(w->arena, folder, names[i]);
        bool is_link = lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
        if (stat(path, &info) != 0) {
            continue;
        }
        if (S_ISDIR(info.st_mode) && !is_link && !is_folder_left_out(w, name, path)) {
            cc_list_add(folders, path);
        }
        if (S_ISREG(info.st_mode) && !is_file_left_out(w, name, path)) {
            add_file(w, path, &info);
        }
    }
}

static int compare(const void *a, const void *b) {
    return cc_str_cmp(((const cov_raw_input *)a)->path, ((const cov_raw_input *)b)->path);
}

static void find_all(walk *w) {
    cc_list folders = {.arena = w->arena};
    w->found.arena = w->arena;
    cc_list_add(&folders, cc_arena_strdup(w->arena, cc_strz(w->root)));
    for (uint32_t i = 0; i < folders.count; i++) {
        list_one(w, folders.items[i], &folders);
    }
}

static void list_all(cov_raw_inputs *out, walk *w) {
    find_all(w);
    out->count = w->found.count;
    out->items = CC_NEW_ARRAY(w->arena, cov_raw_input, out->count);
    for (uint32_t i = 0; i < out->count; i++) {
        out->items[i] = *(const cov_raw_input *)w->found.items[i];
    }
    cc_sort(out->items, out->count, sizeof *out->items, compare);
}

void imp_list_folder(cov_raw_inputs *out, const char *folder, uint64_t since_ns, cc_arena *arena) {
    walk w = {.arena = arena, .root = folder, .since_ns = since_ns};
    list_all(out, &w);
}

void imp_list_tree(cov_raw_inputs *out, const char *root, uint64_t since_ns, cc_arena *arena) {
    walk w = {.arena = arena, .root = root, .since_ns = since_ns, .is_tree = true};
    list_all(out, &w);
}

void imp_list_sources(cc_list *out, const char *root, cc_arena *arena) {
    walk w = {.arena = arena, .root = root, .is_tree = true, .is_sources = true};
    find_all(&w);
    *out = w.found;
}

uint64_t imp_time_of(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 ? change_of(&info) : 0;
}
