/* The members of a build with their digests, as `clrcov impacted` compares them: one line each. */
#include "cli/dump/cmd_dump.h"
#include "coverage/members/mbr.h"

static const char *const kinds[MBR_KINDS] = {[MBR_ASSEMBLY] = "assembly",
                                             [MBR_TYPE] = "type",
                                             [MBR_METHOD] = "method",
                                             [MBR_FIELD] = "field",
                                             [MBR_RESOURCE] = "resource"};

static void put_member(const mbr_member *member, cc_buf *out) {
    cc_buf_printf(out, "%-8s %016lx %016lx %016lx ", kinds[member->kind],
                  (unsigned long)member->identity, (unsigned long)member->declaration,
                  (unsigned long)member->code);
    cmd_dump_text(out, member->type);
    cc_buf_puts(out, member->type.len > 0 && member->name.len > 0 ? "." : "");
    cmd_dump_text(out, member->name);
    cc_buf_putc(out, '\n');
}

cc_err cmd_dump_members(const md_image *image, cc_arena *arena, cc_buf *out) {
    mbr_build build;
    CC_TRY(mbr_read(&build, NULL, image, arena));
    for (uint32_t i = 0; i < build.count; i++) {
        put_member(&build.members[i], out);
    }
    return CC_OK;
}
