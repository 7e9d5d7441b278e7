/* Where reports go: a stream, a file, a folder. See cmd_sink.h. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/cc_async_writer.h"
#include "base/cc_file.h"
#include "base/cc_folder.h"
#include "base/cc_os.h"
#include "base/cc_out.h"
#include "base/cc_proc.h"
#include "cli/core/cmd.h"
#include "cli/core/cmd_formats.h"
#include "cli/report/cmd_sink.h"
#include "clrcov/version.h"

enum { REPORT_MODE = 0644, DIRECTORY_MODE = 0777 };

static bool write_to_stream(void *ctx, const void *data, size_t len) {
    return fwrite(data, 1, len, ctx) == len;
}

static bool write_to_out(void *ctx, const void *data, size_t len) {
    return cc_out_write(ctx, data, len);
}

static bool write_after(void *ctx, const void *data, size_t len) {
    return cc_async_writer_write(ctx, data, len);
}

cc_err cmd_make_folder_above(const char *path) {
    char followed[PATH_MAX];
    char dir[PATH_MAX];
    CC_TRY(cc_path_follow(followed, path));
    cc_str above = cc_path_dir(cc_strz(followed));
    (void)snprintf(dir, sizeof dir, "%.*s", CC_STR_ARGS(above));
    return cc_path_is_device(path) ? CC_OK : cc_dir_make_all(dir, DIRECTORY_MODE);
}

static cc_err open_output(cc_out *out, const char *path) {
    if (strcmp(path, "-") == 0) {
        cc_out_standard(out);
        return CC_OK;
    }
    CC_TRY(cmd_make_folder_above(path));
    return cc_out_open(out, path, REPORT_MODE);
}

bool cmd_is_step_summary(const char *path) {
    const char *summary = cc_proc_variable("GITHUB_STEP_SUMMARY");
    return summary != NULL && cc_path_is_same(path, summary);
}

/* Copies what other programs wrote there into the file that replaces it. */
static cc_err put_earlier_text(cc_out *out, const char *path) {
    char followed[PATH_MAX];
    cc_mapped_file file;
    if (!cmd_is_step_summary(path) || cc_out_is_direct(path)) {
        return CC_OK;
    }
    CC_TRY(cc_path_follow(followed, path));
    CC_TRY(cc_file_map(&file, followed, true));
    (void)cc_out_write(out, file.bytes.data, file.bytes.len); /* closing tells of a failure */
    cc_file_unmap(&file);
    return CC_OK;
}

static cc_err open_text(cc_out *out, const char *path) {
    CC_TRY(open_output(out, path));
    cc_err err = put_earlier_text(out, path);
    if (err != CC_OK) {
        (void)!cc_out_close(out, false);
    }
    return err;
}

int cmd_write_text(const rep_input *in, rep_writer *write) {
    cc_out out;
    if (open_text(&out, in->path) != CC_OK) {
        return cmd_fail(CLRCOV_EXIT_CANTWRITE);
    }
    cc_async_writer writer;
    cc_async_writer_open(&writer, write_to_out, &out);
    cc_err err = write(in, (rep_sink){write_after, &writer});
    if (!cc_async_writer_close(&writer) && err == CC_OK) {
        err = cc_fail(CC_E_IO, "the report could not be written");
    }
    int code = err == CC_OK || err == CC_E_IO ? CLRCOV_EXIT_OK : cmd_fail(CLRCOV_EXIT_INTERNAL);
    /* has the reason when the sink failed */
    if (cc_out_close(&out, err == CC_OK) != CC_OK) {
        code = cmd_fail(CLRCOV_EXIT_CANTWRITE);
    }
    return code;
}

static bool put_in_folder(void *ctx, const char *name, cc_span bytes) {
    return cc_folder_put(ctx, name, bytes);
}

int cmd_write_folder(const rep_input *in, rep_folder_writer *write) {
    cc_folder *folder;
    if (cc_folder_open(&folder, in->path, &cmd_pages_folder) != CC_OK) {
        return cmd_fail(CLRCOV_EXIT_CANTWRITE);
    }
    cc_err err = write(in, (rep_folder){put_in_folder, folder});
    int code = err == CC_OK || err == CC_E_IO ? CLRCOV_EXIT_OK : cmd_fail(CLRCOV_EXIT_INTERNAL);
    /* has the reason when a file could not be written */
    if (cc_folder_close(folder, err == CC_OK) != CC_OK) {
        code = cmd_fail(CLRCOV_EXIT_CANTWRITE);
    }
    return code;
}

cc_err cmd_print(const rep_input *in, rep_writer *write, FILE *stream) {
    cc_err err = write(in, (rep_sink){write_to_stream, stream});
    return err == CC_OK && fflush(stream) != 0 ? cc_fail(CC_E_IO, "the output cannot be written")
                                               : err;
}

int cmd_print_answer(const rep_input *in, rep_writer *write) {
    cc_err err = cmd_print(in, write, stdout);
    return err == CC_OK ? CLRCOV_EXIT_OK
                        : cmd_fail(err == CC_E_IO ? CLRCOV_EXIT_CANTWRITE : CLRCOV_EXIT_INTERNAL);
}
