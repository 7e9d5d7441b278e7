#include "counters_help.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"

cc_arena *help_arena;
char help_dir[] = "/tmp/clrcov-test-XXXXXX";

ctr_process help_process(ctr_hits hits) {
    return (ctr_process){
        CC_STR("/usr/bin/dotnet"), CC_STR("/app/Tests.dll"), {"dotnet\0test", 11}, hits};
}

ctr_writer *help_writer(ctr_hits hits) {
    ctr_process process = help_process(hits);
    ctr_writer *writer = NULL;
    CU_ASSERT_EQUAL_FATAL(ctr_writer_open(&writer, help_dir, &process), CC_OK);
    return writer;
}

ctr_module_record help_module(const char *name) {
    ctr_module_record record = {
        .is_mapped_layout = true, .reason = CTR_MEASURED, .path = cc_strz(name), .detail = {"", 0}};
    record.name = cc_path_stem(record.path);
    memset(record.mvid, 0x11, sizeof record.mvid);
    memset(record.pdb_id, 0x22, sizeof record.pdb_id);
    memset(record.image_hash.bytes, 0x33, sizeof record.image_hash.bytes);
    memset(record.pdb_hash.bytes, 0x44, sizeof record.pdb_hash.bytes);
    return record;
}

ctr_file *help_open(const char *path) {
    ctr_file *counters = NULL;
    CU_ASSERT_EQUAL_FATAL(ctr_open(&counters, path, help_arena), CC_OK);
    return counters;
}

void help_method(ctr_writer *writer, uint32_t module, uint32_t token, uint32_t count,
                 void **place) {
    uint64_t first = 0;
    CU_ASSERT_EQUAL_FATAL(ctr_writer_reserve(writer, count, place, &first), CC_OK);
    ctr_method_record method = {.module_id = module,
                                .token = token,
                                .plan_key = token * 7u,
                                .first = first,
                                .count = count,
                                .plan_all = token % 2 == 0,
                                .plan_blocks = token % 3 == 0};
    CU_ASSERT_EQUAL_FATAL(ctr_writer_method(writer, &method), CC_OK);
}

bool help_begin(void) {
    help_arena = cc_arena_new();
    return help_arena != NULL && mkdtemp(help_dir) != NULL;
}

bool help_end(void) {
    cc_arena_free(help_arena);
    return cc_dir_remove(help_dir) == CC_OK;
}
