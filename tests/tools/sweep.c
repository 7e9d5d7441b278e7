/* sweep [-j N] LIST: sends every method body of the assemblies named in the file LIST, one a
 * line, through decode -> plan -> rewrite -> verify and counts. Points come from the PDB
 * (embedded or beside the assembly) when there is one; in any case every body is also taken with
 * a point at the start of each block, so that plans are not empty. Both kinds of plan
 * (inference, all) and both forms of the probe (narrow, wide) are tried. Output: the methods
 * left untouched with their reason, the wrong ones, and totals. Exit status 0 when nothing was
 * wrong. Files are worked on by N processes (default: one for each processor). */
#include "tests/tools/sweep.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cc_file.h"

enum { MAX_WORKERS = 64, SET_SLOTS = 1 << 23 };

typedef struct shared {
    _Atomic uint64_t next_file;
    sweep_counts counts[MAX_WORKERS];
} shared;

static void *share(size_t size) {
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

bool sweep_set_add(const sweep_set *set, uint64_t hash) {
    uint64_t key = hash == 0 ? 1 : hash;
    size_t at = (size_t)key & (set->count - 1);
    for (size_t tried = 0; tried < set->count; tried++) {
        uint64_t found = 0;
        if (atomic_compare_exchange_strong(&set->slots[at], &found, key)) {
            return true;
        }
        if (found == key) {
            return false;
        }
        at = (at + 1) & (set->count - 1);
    }
    return false;
}

/* The PDB embedded in the image, else the file beside it; NULL in *out when there is none that
 * matches. */
static cc_err find_pdb(pdb_file **out, const char *path, const md_image *image,
                       cc_mapped_file *file, cc_arena *arena) {
    md_debug_info info;
    cc_span bytes = {NULL, 0};
    cc_str dir = cc_path_dir(cc_strz(path));
    cc_str stem = cc_path_stem(cc_strz(path));
    *out = NULL;
    CC_TRY(md_image_debug_info(image, &info));
    if (info.embedded.data != NULL) {
        CC_TRY(pdb_inflate(&info, arena, &bytes));
    } else {
        const char *beside =
            cc_arena_printf(arena, "%.*s/%.*s.pdb", (int)dir.len, dir.s, (int)stem.len, stem.s);
        if (beside == NULL || cc_file_map(file, beside, false) != CC_OK) {
            return CC_OK;
        }
        bytes = file->bytes;
    }
    cc_err err = pdb_open(out, bytes, arena);
    if (err != CC_OK || !pdb_matches(*out, &info)) {
        *out = NULL;
    }
    return err == CC_E_UNSUPPORTED ? CC_OK : err;
}

static cc_err sweep_bytes(const char *path, cc_span bytes, const sweep_set *seen,
                          sweep_counts *counts, cc_arena *arena) {
    md_image *image = NULL;
    pdb_file *pdb = NULL;
    cc_mapped_file pdb_map = {0};
    cc_err err = md_image_open(&image, bytes, MD_LAYOUT_FLAT, arena);
    if (err == CC_E_UNSUPPORTED) {
        counts->unmanaged++;
        return CC_OK;
    }
    CC_TRY(err);
    counts->images++;
    err = find_pdb(&pdb, path, image, &pdb_map, arena);
    counts->pdbs += pdb != NULL ? 1 : 0;
    cc_arena *scratch = cc_arena_new();
    if (err == CC_OK && scratch != NULL) {
        err = sweep_image(&(sweep_job){path, image, pdb, seen, counts, scratch});
    }
    cc_arena_free(scratch);
    cc_file_unmap(&pdb_map);
    return err;
}

static void sweep_file(const char *path, const sweep_set *seen, sweep_counts *counts) {
    cc_mapped_file file;
    cc_err err = cc_file_map(&file, path, false);
    if (err == CC_OK) {
        cc_arena *arena = cc_arena_new();
        err = arena != NULL ? sweep_bytes(path, file.bytes, seen, counts, arena) : CC_E_NOMEM;
        cc_arena_free(arena);
        cc_file_unmap(&file);
    }
    if (err != CC_OK) {
        counts->refused++;
        printf("%s: refused: %s: %s\n", path, cc_err_name(err), cc_error_message());
    }
}

static void work(shared *all, sweep_counts *counts, const sweep_set *seen, char **files,
                 uint64_t count) {
    for (;;) {
        uint64_t at = atomic_fetch_add(&all->next_file, 1);
        if (at >= count) {
            return;
        }
        counts->file = at;
        sweep_file(files[at], seen, counts);
    }
}

/* Starts the workers and waits for them; the number of those that died. */
static int run_workers(shared *all, const sweep_set *seen, int workers, char **files,
                       uint64_t count) {
    pid_t pids[MAX_WORKERS];
    int dead = 0;
    (void)fflush(stdout);
    for (int i = 0; i < workers; i++) {
        pids[i] = fork();
        if (pids[i] == 0) {
            work(all, &all->counts[i], seen, files, count);
            (void)fflush(stdout);
            _exit(0);
        }
    }
    for (int i = 0; i < workers; i++) {
        int status = 0;
        if (pids[i] < 0 || waitpid(pids[i], &status, 0) < 0 || status != 0) {
            printf("%s: the worker died (status 0x%x)\n", files[all->counts[i].file],
                   (unsigned)status);
            dead++;
        }
    }
    return dead;
}

/* Every field is a count: they are added as an array. */
static sweep_counts sum(const shared *all) {
    sweep_counts total;
    uint64_t *to = (uint64_t *)&total;
    memset(&total, 0, sizeof total);
    for (size_t i = 0; i < MAX_WORKERS; i++) {
        const uint64_t *from = (const uint64_t *)&all->counts[i];
        for (size_t k = 0; k < sizeof total / sizeof *to; k++) {
            to[k] += from[k];
        }
    }
    return total;
}

static void print_untouched(const sweep_counts *c) {
    static const char *const stages[SWEEP_STAGE_COUNT] = {"metadata", "points", "decode", "plan",
                                                          "rewrite"};
    uint64_t all = 0;
    for (int stage = 0; stage < SWEEP_STAGE_COUNT; stage++) {
        for (int err = 0; err < SWEEP_ERR_COUNT; err++) {
            uint64_t n = c->untouched[stage][err];
            all += n;
            if (n > 0) {
                printf("untouched, %s, %s: %" PRIu64 "\n", stages[stage], cc_err_name((cc_err)err),
                       n);
            }
        }
    }
    printf("untouched: %" PRIu64 "\n", all);
}

static void print_totals(const sweep_counts *c) {
    static const char *const shapes[SWEEP_SHAPES] = {
        "points of the PDB, inference", "points of the PDB, all", "points at blocks, inference",
        "points at blocks, all"};
    printf("images %" PRIu64 ", not managed %" PRIu64 ", refused %" PRIu64 ", with a PDB %" PRIu64
           "\n",
           c->images, c->unmanaged, c->refused, c->pdbs);
    printf("methods %" PRIu64 ", without a body %" PRIu64 ", bodies %" PRIu64 ", distinct %" PRIu64
           "\n",
           c->methods, c->without_body, c->bodies, c->distinct);
    print_untouched(c);
    for (int i = 0; i < SWEEP_SHAPES; i++) {
        double plans = c->plans[i] > 0 ? (double)c->plans[i] : 1.0;
        printf("%s: %" PRIu64 " plans, %.2f counters and %.2f probes a body\n", shapes[i],
               c->plans[i], (double)c->counters[i] / plans,
               (double)c->sites[i] / plans / SWEEP_PROBES);
    }
    printf("rewritten and verified: %" PRIu64 " bodies, grown past the JIT's limit: %" PRIu64 "\n",
           c->rewritten, c->too_large_for_jit);
    printf("wrong: %" PRIu64 "\n", c->wrong);
}

/* Lines of the list file; in the arena. */
static cc_err read_list(const char *path, cc_arena *arena, char ***files, uint64_t *count) {
    cc_mapped_file map;
    CC_TRY(cc_file_map(&map, path, false));
    char *text = cc_arena_strdup(arena, (cc_str){(const char *)map.bytes.data, map.bytes.len});
    *files = CC_NEW_ARRAY(arena, char *, map.bytes.len);
    cc_file_unmap(&map);
    if (text == NULL || *files == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for the list");
    }
    *count = 0;
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        (*files)[(*count)++] = line;
    }
    return CC_OK;
}

static int sweep_files(char **files, uint64_t count, int workers) {
    shared *all = share(sizeof *all);
    sweep_set seen = {share(SET_SLOTS * sizeof *seen.slots), SET_SLOTS};
    if (all == NULL || seen.slots == NULL) {
        perror("mmap");
        return 70;
    }
    int dead = run_workers(all, &seen, workers, files, count);
    sweep_counts total = sum(all);
    print_totals(&total);
    return total.wrong > 0 || total.refused > 0 || dead > 0;
}

int main(int argc, char **argv) {
    long workers = sysconf(_SC_NPROCESSORS_ONLN);
    bool has_workers = argc == 4 && strcmp(argv[1], "-j") == 0;
    if (argc != 2 && !has_workers) {
        fprintf(stderr, "usage: sweep [-j N] LIST\n");
        return 64;
    }
    if (has_workers) {
        workers = strtol(argv[2], NULL, 10);
    }
    workers = workers < 1 ? 1 : workers > MAX_WORKERS ? MAX_WORKERS : workers;
    cc_arena *arena = cc_arena_new();
    char **files = NULL;
    uint64_t count = 0;
    if (arena == NULL || read_list(argv[argc - 1], arena, &files, &count) != CC_OK) {
        fprintf(stderr, "sweep: %s\n", cc_error_message());
        cc_arena_free(arena);
        return 64;
    }
    int status = sweep_files(files, count, (int)workers);
    cc_arena_free(arena);
    return status;
}
