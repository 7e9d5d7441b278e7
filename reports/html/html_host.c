/* Addresses of the server that shows the repository: its commit, files and lines; see html.h. */
#include <inttypes.h>

#include "reports/html/html.h"

const char *html_host(const html_site *site, const cov_file *file) {
    static const char *const names[] = {[REP_HOST_NONE] = NULL,
                                        [REP_HOST_GITHUB] = "GitHub",
                                        [REP_HOST_GITLAB] = "GitLab",
                                        [REP_HOST_AZURE] = "Azure DevOps"};
    bool is_shown = file == NULL || (!file->is_changed && !file->is_outside_root &&
                                     file->path.len > 0 && file->path.s[0] != '/');
    return is_shown ? names[site->origin->host] : NULL;
}

static bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '.' || c == '_' || c == '~' || c == '/';
}

/* Characters that RFC 3986 does not allow in a path become codes such as "%20". */
static void put_path(cc_buf *out, cc_str path) {
    for (size_t i = 0; i < path.len; i++) {
        if (is_plain(path.s[i])) {
            cc_buf_putc(out, path.s[i]);
        } else {
            cc_buf_printf(out, "%%%02X", (unsigned)(unsigned char)path.s[i]);
        }
    }
}

static void put_file(cc_buf *out, const rep_origin *origin, const cov_file *file) {
    put_path(out, origin->folder);
    cc_buf_puts(out, origin->folder.len > 0 ? "/" : "");
    put_path(out, file->path);
}

static void put_azure(cc_buf *out, const rep_origin *origin, const cov_file *file, uint32_t line) {
    cc_buf_puts(out, "?path=/");
    put_file(out, origin, file);
    cc_buf_puts(out, "&amp;version=GC");
    put_path(out, origin->commit);
    if (line > 0) {
        cc_buf_printf(out,
                      "&amp;line=%" PRIu32 "&amp;lineEnd=%" PRIu32
                      "&amp;lineStartColumn=1&amp;lineEndColumn=1",
                      line, line);
    }
}

void html_host_address(cc_buf *out, const html_site *site, const cov_file *file, uint32_t line) {
    const rep_origin *origin = site->origin;
    cc_buf_str_put(out, origin->repository);
    if (file != NULL && origin->host == REP_HOST_AZURE) {
        put_azure(out, origin, file, line);
        return;
    }
    cc_buf_puts(out, origin->host == REP_HOST_GITLAB ? "/-/" : "/");
    cc_buf_puts(out, file == NULL ? "commit/" : "blob/");
    put_path(out, origin->commit);
    if (file != NULL) {
        cc_buf_putc(out, '/');
        put_file(out, origin, file);
    }
    if (file != NULL && line > 0) {
        cc_buf_printf(out, "#L%" PRIu32, line);
    }
}
