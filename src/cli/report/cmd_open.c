/* Pages in a browser: --open. See cmd_open.h. */
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_proc.h"
#include "cli/core/cmd.h"
#include "cli/core/cmd_formats.h"
#include "cli/report/cmd_open.h"

cc_err cmd_add_pages(cmd_config *config, cc_arena *arena, size_t *index) {
    char *here;
    CC_TRY(cc_path_absolute(arena, ".", &here));
    CC_TRY(cmd_add_report(config, CFG_HTML, here, arena, index));
    return strcmp(config->reports[*index].path, "-") != 0
               ? CC_OK
               : cc_fail(CC_E_USAGE, "--open: standard output cannot be opened; give a path: "
                                     "-f html=PATH");
}

/* The desktop knows which browser. */
void cmd_open_pages(const cmd_config *config, size_t index, cc_arena *arena) {
    static const char opener[] = "xdg-open";
    const cmd_report_file *pages = &config->reports[index];
    const char *front = cmd_is_folder(config, pages)
                            ? cc_path_join(arena, pages->path, cmd_pages_folder.front)
                            : pages->path;
    char *program = cc_arena_strdup(arena, cc_strz(opener));
    char *page = front == NULL ? NULL : cc_arena_strdup(arena, cc_strz(front));
    char *const words[] = {program, page, NULL};
    cc_proc_end end = {0, 0};
    if (program == NULL || page == NULL || !cc_path_exists(page)) {
        return;
    }
    if (cc_proc_run(&end, words, cc_proc_environment()) != CC_OK || end.code != 0 ||
        end.signal != 0) {
        cmd_say("%s: %s could not start a browser; open the page yourself", page, opener);
    }
}
