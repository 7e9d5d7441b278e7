/* Which processes decline, by command lines as they were seen on .NET 10; and how the runtime is
 * set up. */
#include <CUnit/CUnit.h>
#include <string.h>

#include "profiler/prof_process.h"
#include "profiler/prof_tiering.h"
#include "profiler/test_profiler.h"

enum { MOST_ARGS = 16 };

typedef struct sample {
    const char *executable;
    const char *args[MOST_ARGS];
    prof_role role;
} sample;

static const sample samples[] = {
    {"/usr/share/dotnet/dotnet", {"dotnet", "test"}, PROF_ROLE_LAUNCHER},
    {"/usr/share/dotnet/dotnet", {"dotnet", "test", "a.dll"}, PROF_ROLE_LAUNCHER},
    {"/usr/share/dotnet/dotnet", {"dotnet", "run", "--", "x.dll"}, PROF_ROLE_LAUNCHER},
    {"/usr/share/dotnet/dotnet", {"dotnet", "vstest", "a.dll"}, PROF_ROLE_LAUNCHER},
    {"/usr/share/dotnet/dotnet", {"dotnet", "watch", "test"}, PROF_ROLE_LAUNCHER},
    {"/usr/share/dotnet/dotnet", {"dotnet", "msbuild", "-t:VSTest"}, PROF_ROLE_LAUNCHER},
    {"/usr/share/dotnet/dotnet", {"dotnet", "build", "a.csproj"}, PROF_ROLE_TOOL},
    {"/usr/share/dotnet/dotnet", {"dotnet", "build-server", "shutdown"}, PROF_ROLE_TOOL},
    {"/usr/share/dotnet/dotnet", {"dotnet", "--version"}, PROF_ROLE_TOOL},
    {"/usr/share/dotnet/dotnet", {"dotnet", "-h"}, PROF_ROLE_TOOL},
    {"/usr/share/dotnet/dotnet", {"dotnet"}, PROF_ROLE_TOOL},
    {"/usr/share/dotnet/dotnet", {"dotnet", "exec"}, PROF_ROLE_TOOL},
    {"/usr/share/dotnet/dotnet",
     {"dotnet", "exec", "/usr/share/dotnet/sdk/10.0.401/vstest.console.dll", "--port:1"},
     PROF_ROLE_LAUNCHER},
    {"/usr/share/dotnet/dotnet",
     {"/usr/share/dotnet/dotnet", "exec", "--runtimeconfig", "/p/T.runtimeconfig.json",
      "--depsfile", "/p/T.deps.json", "/n/microsoft.testplatform.testhost/testhost.dll", "--port",
      "1"},
     PROF_ROLE_COVER},
    {"/usr/share/dotnet/dotnet",
     {"dotnet", "exec", "/usr/share/dotnet/sdk/10.0.401/testhost.dll", "--port", "1"},
     PROF_ROLE_COVER},
    {"/usr/share/dotnet/dotnet",
     {"dotnet", "exec", "/usr/share/dotnet/sdk/10.0.401/FSharp/fsc.dll"},
     PROF_ROLE_TOOL},
    {"/usr/share/dotnet/dotnet",
     {"dotnet", "exec", "/usr/share/dotnet/sdk/10.0.401/Anything.dll"},
     PROF_ROLE_TOOL},
    {"/usr/share/dotnet/dotnet",
     {"dotnet", "/usr/share/dotnet/sdk/10.0.401/MSBuild.dll", "/noautoresponse", "/nodemode:1"},
     PROF_ROLE_TOOL},
    {"/usr/share/dotnet/dotnet",
     {"dotnet", "/x/Roslyn/bincore/VBCSCompiler.dll", "-pipename:a"},
     PROF_ROLE_TOOL},
    {"/usr/share/dotnet/dotnet", {"dotnet", "/x/bincore/csc.dll", "@a.rsp"}, PROF_ROLE_TOOL},
    {"/usr/share/dotnet/dotnet", {"dotnet", "/x/bincore/VBC.DLL", "@a.rsp"}, PROF_ROLE_TOOL},
    {"/usr/share/dotnet/dotnet", {"dotnet", "/x/datacollector.dll", "--port", "1"}, PROF_ROLE_TOOL},
    {"/usr/share/dotnet/dotnet", {"dotnet", "app.dll"}, PROF_ROLE_COVER},
    {"/usr/share/dotnet/dotnet", {"dotnet", "./bin/App.DLL", "test"}, PROF_ROLE_COVER},
    {"/usr/share/dotnet/dotnet", {"dotnet", "exec", "app.dll"}, PROF_ROLE_COVER},
    {"/usr/share/dotnet/dotnet", {"dotnet", "exec", "odd-name"}, PROF_ROLE_COVER},
    {"/usr/share/dotnet/dotnet",
     {"dotnet", "--roll-forward", "Major", "--fx-version", "10.0.1", "app.dll"},
     PROF_ROLE_COVER},
    {"/usr/share/dotnet/dotnet", {"dotnet", "--roll-forward"}, PROF_ROLE_TOOL},
    {"/usr/share/dotnet/sdk/10.0.401/Roslyn/bincore/csc", {"csc", "@x"}, PROF_ROLE_TOOL},
    {"/d/sdk/10.0.401/Roslyn/bincore/VBCSCompiler", {"VBCSCompiler"}, PROF_ROLE_TOOL},
    {"/usr/share/dotnet/sdk/10.0.401/MSBuild", {"MSBuild"}, PROF_ROLE_TOOL},
    {"/p/bin/Debug/net10.0/V3Tests", {"V3Tests", "@@", "/t/x"}, PROF_ROLE_COVER},
    {"/p/bin/Debug/net10.0/Tests", {"Tests", "--server", "dotnettestcli"}, PROF_ROLE_COVER},
    {"/p/bin/App", {"dotnet", "test"}, PROF_ROLE_COVER},
    {"/p/bin/dotnet-tool.dll", {"x"}, PROF_ROLE_COVER},
    {"/p/bin/testhost", {"testhost", "--port", "1"}, PROF_ROLE_COVER},
    {"/p/cscope", {"cscope"}, PROF_ROLE_COVER},
    /* Names of tools, with a PDB beside them. */
    {"/own/csc", {"csc"}, PROF_ROLE_COVER},
    {"/own/vstest.console.exe", {"vstest.console.exe"}, PROF_ROLE_COVER},
    {"/usr/share/dotnet/dotnet", {"dotnet", "/own/NuGet.dll"}, PROF_ROLE_COVER},
    {"/usr/share/dotnet/dotnet", {"dotnet", "exec", "/own/MSBuild.dll"}, PROF_ROLE_COVER},
    {"/own/sdk/10.0.100/csc", {"csc"}, PROF_ROLE_TOOL},
    {"/own/sdk/csc", {"csc"}, PROF_ROLE_COVER},
    {"/own/.nuget/packages/x/1.0.0/tools/csc", {"csc"}, PROF_ROLE_TOOL},
    {"/own/dotnet", {"dotnet", "/own/sdk/x/vstest.console.dll"}, PROF_ROLE_LAUNCHER},
    {"/own/dotnet", {"dotnet", "/own/sdk/x/Anything.dll"}, PROF_ROLE_TOOL},
    {"/own/dotnet", {"dotnet", "test"}, PROF_ROLE_LAUNCHER},
};

/* Everything below "/own" has a PDB. */
static bool has_pdb(const char *path) {
    return strncmp(path, "/own/", 5) == 0 && cc_str_ends(cc_strz(path), ".pdb") &&
           !cc_str_ends(cc_strz(path), ".dll.pdb") && !cc_str_ends(cc_strz(path), ".exe.pdb");
}

static void classify(const sample *from, prof_process *out, cc_arena *arena) {
    cc_str args[MOST_ARGS];
    size_t count = 0;
    while (count < MOST_ARGS && from->args[count] != NULL) {
        args[count] = cc_strz(from->args[count]);
        count++;
    }
    prof_process_classify(out, cc_strz(from->executable), args, count, has_pdb, arena);
}

void test_process_roles(void) {
    cc_arena *arena = cc_arena_new();
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        prof_process process;
        classify(&samples[i], &process, arena);
        if (process.role != samples[i].role) {
            printf("  sample %zu: %s %s\n", i, samples[i].executable, samples[i].args[0]);
        }
        CU_ASSERT_EQUAL(process.role, samples[i].role);
    }
    cc_arena_free(arena);
}

void test_process_entry(void) {
    static const sample host = {
        "/usr/bin/dotnet",
        {"dotnet", "exec", "--runtimeconfig", "/p/T.json", "/n/testhost.dll"},
        PROF_ROLE_COVER};
    static const sample own = {"/p/Te.sts", {"Te.sts"}, PROF_ROLE_COVER};
    static const sample late = {
        "/usr/bin/dotnet", {"dotnet", "app.dll", "--runtimeconfig", "/p/T.json"}, PROF_ROLE_COVER};
    cc_arena *arena = cc_arena_new();
    prof_process process;
    classify(&host, &process, arena);
    CU_ASSERT(cc_str_eqz(process.entry, "/n/testhost.dll"));
    CU_ASSERT(cc_str_eqz(process.runtime_config, "/p/T.json"));
    classify(&own, &process, arena);
    CU_ASSERT(cc_str_eqz(process.entry, "/p/Te.sts.dll"));
    CU_ASSERT_EQUAL(process.runtime_config.len, 0);
    classify(&late, &process, arena);
    CU_ASSERT(cc_str_eqz(process.entry, "app.dll"));
    CU_ASSERT_EQUAL(process.runtime_config.len, 0);
    cc_arena_free(arena);
}

void test_process_self(void) {
    cc_arena *arena = cc_arena_new();
    prof_command command;
    CU_ASSERT_EQUAL_FATAL(prof_process_read(&command, arena), CC_OK);
    CU_ASSERT(cc_str_ends(command.executable, "/clrcov_test_profiler"));
    CU_ASSERT_FATAL(command.count >= 1);
    CU_ASSERT(cc_str_ends(command.args[0], "clrcov_test_profiler"));
    cc_arena_free(arena);
}

/* --- tiering ---------------------------------------------------------------------------------- */

static const char *variable;
static const char *variable_value;

static const char *one_variable(const char *name) {
    return variable != NULL && strcmp(name, variable) == 0 ? variable_value : NULL;
}

static bool once(const char *name, const char *value, const char *json) {
    variable = name;
    variable_value = value;
    return prof_is_compiled_once(one_variable, cc_strz(json));
}

void test_tiering_environment(void) {
    CU_ASSERT_FALSE(once(NULL, NULL, ""));
    CU_ASSERT_TRUE(once("DOTNET_TieredCompilation", "0", ""));
    CU_ASSERT_TRUE(once("COMPlus_TieredCompilation", "0x0", ""));
    CU_ASSERT_TRUE(once("DOTNET_TC_QuickJit", "00", ""));
    CU_ASSERT_TRUE(once("DOTNET_TC_QuickJitForLoops", "0", ""));
    CU_ASSERT_FALSE(once("DOTNET_TieredCompilation", "1", ""));
    CU_ASSERT_FALSE(once("DOTNET_TieredCompilation", "no", ""));
    CU_ASSERT_FALSE(once("DOTNET_TieredCompilation", "", ""));
    CU_ASSERT_FALSE(once("DOTNET_TieredPGO", "0", ""));
}

void test_tiering_hot_reload(void) {
    static const struct {
        const char *name, *value;
        bool expected;
    } table[] = {
        {NULL, NULL, false},
        {"DOTNET_MODIFIABLE_ASSEMBLIES", "debug", true},
        {"DOTNET_MODIFIABLE_ASSEMBLIES", "DEBUG", true},
        {"COMPlus_MODIFIABLE_ASSEMBLIES", "debug", true},
        {"DOTNET_MODIFIABLE_ASSEMBLIES", "none", false},
        {"DOTNET_MODIFIABLE_ASSEMBLIES", "", false},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        variable = table[i].name;
        variable_value = table[i].value;
        CU_ASSERT_EQUAL(prof_is_modifiable(one_variable), table[i].expected);
    }
}

void test_tiering_config(void) {
    const char *off = "{\"configProperties\":{\"System.Runtime.TieredCompilation\": false}}";
    const char *text = "{ \"System.Runtime.TieredCompilation.QuickJit\"\n:\t\"false\" }";
    const char *loops = "{\"System.Runtime.TieredCompilation.QuickJitForLoops\":false}";
    const char *on = "{\"System.Runtime.TieredCompilation\": true}";
    CU_ASSERT_TRUE(once(NULL, NULL, off));
    CU_ASSERT_TRUE(once(NULL, NULL, text));
    CU_ASSERT_TRUE(once(NULL, NULL, loops));
    CU_ASSERT_FALSE(once(NULL, NULL, on));
    CU_ASSERT_FALSE(once("DOTNET_TieredCompilation", "1", off)); /* the environment wins */
    CU_ASSERT_TRUE(once("DOTNET_TieredCompilation", "0", on));
    CU_ASSERT_FALSE(once(NULL, NULL, "{\"System.Runtime.TieredPGO\": false}"));
    for (size_t i = 0; i < strlen(off) - 8; i++) { /* cut before "false" ends: no answer */
        CU_ASSERT_FALSE(prof_is_compiled_once(one_variable, (cc_str){off, i}));
    }
}
