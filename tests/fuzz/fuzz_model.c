/* A whole report: image and PDB of the input in a session of one process that ran its methods
 * with counters of the input's making, the model of it, and the Cobertura file of that, which
 * must be what the schema says.
 *
 * Input: choices (1 byte), seed of the counters (1), length of the image (4), the image, the PDB;
 * without a PDB the one in the image. */
#include "tests/fuzz/fuzz.h"

#include <libxml/parser.h>
#include <libxml/relaxng.h>
#include <string.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "coverage/model/cov_model.h"
#include "coverage/session/ses.h"
#include "method/mth.h"
#include "reports/rep.h"

enum {
    EXACT = 1,
    ALL = 2,             /* the oracle's plan */
    RAW = 4,             /* branches of the IL as they are */
    WITHOUT_SOURCES = 8, /* the documents need not be files */
    MAPPED = 16,
    NEVER_LOADED = 32,
    SHOW_DEAD = 64,
    FACTS = 128,
    MAX_IMAGE = 1 << 18,
    MAX_METHODS = 400
};

typedef struct input {
    unsigned choices;
    uint8_t seed;
    cc_span image, pdb;
} input;

/* Once for the process: a folder with sources, and a session. */
typedef struct place {
    char top[256];
    char *root, *app;
    ses_session session;
    cc_arena *arena;
    xmlRelaxNGValidCtxt *schema;
} place;

static place here;

static void leave(void) {
    (void)!cc_dir_remove(here.top);
}

/* The sources of tests/golden, by name: it does not matter what is in them. */
static void make_sources(void) {
    static const char *const names[] = {
        "A.cs",           "Idioms.cs",       "IdiomsBasic.vb", "IdiomsFSharp.fs", "Labels.cs",
        "LabelsBasic.vb", "LabelsFSharp.fs", "NearMisses.cs",  "Model.cs",        "Caller.cs",
        "Shapes.cs",      "Picks.cs",        "Second.cs",      "Auto.fs",         "Main.cs"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        cc_span text = cc_span_of("class A { }\n", 12);
        char *path = cc_path_join(here.arena, here.root, names[i]);
        fuzz_require(path != NULL && cc_file_write(path, text, 0600) == CC_OK, "sources");
    }
}

static void open_schema(void) {
    xmlRelaxNGParserCtxt *parser = xmlRelaxNGNewParserCtxt(FUZZ_SCHEMA);
    xmlRelaxNG *schema = parser == NULL ? NULL : xmlRelaxNGParse(parser);
    here.schema = schema == NULL ? NULL : xmlRelaxNGNewValidCtxt(schema);
    xmlRelaxNGFreeParserCtxt(parser);
    fuzz_require(here.schema != NULL, "the schema is read");
}

static void open_place(void) {
    const char *tmp = getenv("TMPDIR");
    (void)snprintf(here.top, sizeof here.top, "%s/fuzz-model-XXXXXX", tmp == NULL ? "/tmp" : tmp);
    fuzz_require(mkdtemp(here.top) != NULL, "a folder");
    (void)atexit(leave);
    (void)setenv("TMPDIR", here.top, 1);
    here.arena = cc_arena_new();
    here.root = cc_path_join(here.arena, here.top, "src");
    here.app = cc_path_join(here.arena, here.top, "app");
    fuzz_require(here.root != NULL && cc_dir_make(here.root, 0700) == CC_OK &&
                     cc_dir_make(here.app, 0700) == CC_OK,
                 "folders");
    ses_settings settings = {.root = here.root, .start_dir = here.root};
    fuzz_require(ses_create(&here.session, &settings, CC_STR(""), here.arena) == CC_OK,
                 "a session");
    ses_unlock(here.session.lock_fd);
    make_sources();
    open_schema();
}

/* --- what a process leaves after ------------------------------------------------------------- */

static uint32_t mix(uint32_t a, uint32_t b) {
    uint32_t x = (a * 0x9E3779B1u) ^ (b * 0x85EBCA77u);
    return x ^ x >> 15;
}

static void run_method(ctr_writer *writer, uint32_t module, const input *in, const mth_method *m) {
    void *counters = NULL;
    ctr_method_record record = {.module_id = module,
                                .token = m->token,
                                .plan_key = m->key,
                                .count = m->plan->counter_count,
                                .plan_all = (in->choices & ALL) != 0};
    if (record.count == 0 ||
        ctr_writer_reserve(writer, record.count, &counters, &record.first) != CC_OK ||
        ctr_writer_method(writer, &record) != CC_OK) {
        return;
    }
    for (uint32_t i = 0; i < record.count; i++) {
        uint32_t value = in->seed == 0   ? 0
                         : in->seed == 1 ? 1
                                         : mix(mix(in->seed, m->token), i) % 3;
        if ((in->choices & EXACT) != 0) {
            ((uint64_t *)counters)[i] = value;
        } else {
            ((uint8_t *)counters)[i] = value != 0;
        }
    }
}

static void run_methods(ctr_writer *writer, uint32_t module, const input *in, cc_arena *arena) {
    md_image *image = NULL;
    md_debug_info info;
    pdb_file *pdb = NULL;
    cc_span symbols = in->pdb;
    md_layout layout = (in->choices & MAPPED) != 0 ? MD_LAYOUT_MAPPED : MD_LAYOUT_FLAT;
    probe_options options = {.all = (in->choices & ALL) != 0};
    cc_arena *scratch = cc_arena_new();
    if (scratch == NULL || md_image_open(&image, in->image, layout, arena) != CC_OK ||
        md_image_debug_info(image, &info) != CC_OK || info.embedded_size > MAX_IMAGE ||
        (symbols.len == 0 && pdb_inflate(&info, arena, &symbols) != CC_OK) ||
        pdb_open(&pdb, symbols, arena) != CC_OK) {
        cc_arena_free(scratch);
        return;
    }
    uint32_t methods = md_row_count(md_image_tables(image), MD_METHODDEF);
    for (uint32_t rid = 1; rid <= methods && rid <= MAX_METHODS; rid++) {
        mth_method m;
        mth_skip skip = MTH_OK;
        if (mth_open(&m, &skip, image, pdb, MD_TOKEN(MD_METHODDEF, rid), (cc_span){NULL, 0},
                     &options, scratch) == CC_OK &&
            skip == MTH_OK) {
            run_method(writer, module, in, &m);
        }
        cc_arena_reset(scratch);
    }
    cc_arena_free(scratch);
}

static void store(const input *in, const ctr_module_record *record, cc_arena *arena) {
    char *image = ses_stored(here.session.dir, &record->image_hash, ".dll", arena);
    char *pdb = ses_stored(here.session.dir, &record->pdb_hash, ".pdb", arena);
    fuzz_require(image != NULL && cc_file_write(image, in->image, 0600) == CC_OK, "image");
    fuzz_require(pdb != NULL && cc_file_write(pdb, in->pdb, 0600) == CC_OK, "PDB");
}

static char *run_process(const input *in, cc_arena *arena) {
    ctr_writer *writer = NULL;
    uint32_t module = 0;
    ctr_process process = {.executable = CC_STR("/usr/bin/dotnet"),
                           .entry_assembly = CC_STR(""),
                           .command_line = CC_STR("dotnet"),
                           .hits = (in->choices & EXACT) != 0 ? CTR_HITS_EXACT : CTR_HITS_ONCE};
    ctr_module_record record = {.image_hash = {{1}},
                                .pdb_hash = {{in->pdb.len > 0}},
                                .is_mapped_layout = (in->choices & MAPPED) != 0,
                                .path = CC_STR("/app/A.dll"),
                                .name = CC_STR("A"),
                                .detail = CC_STR("")};
    store(in, &record, arena);
    fuzz_require(ctr_writer_open(&writer, here.session.dir, &process) == CC_OK, "counters file");
    if (ctr_writer_module(writer, &record, &module) == CC_OK) {
        run_methods(writer, module, in, arena);
    }
    char *path = cc_arena_strdup(arena, cc_strz(ctr_writer_path(writer)));
    ctr_writer_close(writer);
    return path;
}

static void put_app(const input *in, cc_arena *arena) {
    char *image = cc_path_join(arena, here.app, "A.dll");
    char *pdb = cc_path_join(arena, here.app, "A.pdb");
    fuzz_require(image != NULL && pdb != NULL && cc_file_write(image, in->image, 0600) == CC_OK &&
                     cc_file_write(pdb, in->pdb, 0600) == CC_OK,
                 "app");
}

/* --- the model -------------------------------------------------------------------------------- */

static void check_line(const cov_line *line) {
    uint32_t arms = 0;
    uint32_t taken = 0;
    fuzz_require(line->number > 0 && line->points_hit <= line->point_count, "points of a line");
    fuzz_require((line->hits > 0) == (line->points_hit > 0) || line->point_count == 0,
                 "a line is hit when a point of it is");
    for (uint32_t i = 0; i < line->branch_count; i++) {
        const cov_branch *branch = &line->branches[i];
        uint32_t count = 0;
        for (uint32_t k = 0; k < branch->arm_count; k++) {
            count += branch->arms[k].is_taken ? 1 : 0;
        }
        fuzz_require(branch->arm_count > 1 && count == branch->arms_taken, "arms of a branch");
        arms += branch->arm_count;
        taken += count;
    }
    fuzz_require(arms == line->arm_count && taken == line->arms_taken, "arms of a line");
}

static void check_model(const cov_model *model, const input *in) {
    cov_totals sum = {0};
    for (uint32_t i = 0; i < model->file_count; i++) {
        const cov_file *file = &model->files[i];
        for (uint32_t k = 0; k < file->line_count; k++) {
            check_line(file->lines[k]);
            fuzz_require(k == 0 || file->lines[k - 1]->number < file->lines[k]->number,
                         "lines by number, each once");
            fuzz_require(in->seed != 0 ||
                             (file->lines[k]->hits == 0 && file->lines[k]->arms_taken == 0),
                         "nothing ran, nothing is covered");
        }
        cov_totals some = cov_lines_totals(file->lines, file->line_count);
        sum.lines_valid += some.lines_valid;
        sum.lines_covered += some.lines_covered;
        sum.branches_valid += some.branches_valid;
        sum.branches_covered += some.branches_covered;
    }
    const cov_totals *t = &model->totals;
    fuzz_require(t->lines_valid == sum.lines_valid && t->lines_covered == sum.lines_covered &&
                     t->branches_valid == sum.branches_valid &&
                     t->branches_covered == sum.branches_covered,
                 "totals are those of the files");
    fuzz_require(t->lines_covered <= t->lines_valid && t->branches_covered <= t->branches_valid &&
                     t->methods_covered <= t->methods_valid,
                 "no more is covered than there is");
}

static bool put(void *ctx, const void *data, size_t len) {
    cc_buf_bytes((cc_buf *)ctx, data, len);
    return true;
}

static void quiet(void *ctx, const char *format, ...) {
    (void)ctx;
    (void)format;
}

static void check_report(const cov_model *model) {
    cc_buf xml = {0};
    cc_buf table = {0};
    fuzz_require(rep_cobertura(&(rep_input){.model = model}, (rep_sink){put, &xml}) == CC_OK,
                 "a Cobertura file");
    fuzz_require(rep_table(&(rep_input){.model = model, .width = 80, .is_verbose = true},
                           (rep_sink){put, &table}) == CC_OK,
                 "a table");
    xmlDoc *doc =
        xmlReadMemory((const char *)xml.data, (int)xml.len, "x.xml", NULL,
                      XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_HUGE);
    fuzz_require(doc != NULL, "the Cobertura file is XML");
    bool is_valid = xmlRelaxNGValidateDoc(here.schema, doc) == 0;
    if (!is_valid) {
        fprintf(stderr, "%.*s\n", (int)xml.len, (const char *)xml.data);
    }
    fuzz_require(is_valid, "the schema takes the report");
    xmlFreeDoc(doc);
    cc_buf_free(&xml);
    cc_buf_free(&table);
}

static void build(const input *in, cc_arena *arena) {
    const char *sessions[] = {here.session.dir};
    const char *folders[] = {here.app};
    bool is_loaded = (in->choices & NEVER_LOADED) == 0;
    sel_list filter;
    cov_model *model = NULL;
    sel_init(&filter, arena, NULL);
    cov_request request = {.session_dirs = sessions,
                           .session_count = is_loaded ? 1 : 0,
                           .folders = folders,
                           .folder_count = is_loaded ? 0 : 1,
                           .root = here.root,
                           .selection.filter = &filter,
                           .selection.without_sources = (in->choices & WITHOUT_SOURCES) != 0
                                                            ? MOD_SOURCES_KEEP
                                                            : MOD_SOURCES_SKIP_ANY,
                           .include_tests = true,
                           .raw_branches = (in->choices & RAW) != 0,
                           .keep_after_no_return = (in->choices & SHOW_DEAD) != 0,
                           .wants_facts = (in->choices & FACTS) != 0,
                           .timestamp = 1};
    fuzz_require(cov_model_build(&model, &request, arena) == CC_OK, "a model of any image");
    check_model(model, in);
    check_report(model);
}

static bool read_input(input *out, cc_span in) {
    uint8_t choices = 0;
    uint32_t len = 0;
    if (!cc_span_u8(&in, &choices) || !cc_span_u8(&in, &out->seed) || !cc_span_u32(&in, &len) ||
        in.len > MAX_IMAGE) {
        return false;
    }
    out->choices = choices;
    bool ok = cc_span_take(&in, len < in.len ? len : in.len, &out->image);
    out->pdb = in;
    return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    input in;
    cc_arena *arena = cc_arena_new();
    if (arena != NULL && read_input(&in, cc_span_of(data, size))) {
        if (here.arena == NULL) {
            open_place();
            xmlSetGenericErrorFunc(NULL, quiet);
        }
        if ((in.choices & NEVER_LOADED) != 0) {
            put_app(&in, arena);
            build(&in, arena);
        } else {
            char *counters = run_process(&in, arena);
            build(&in, arena);
            cc_file_remove(counters);
        }
    }
    cc_arena_free(arena);
    return 0;
}
