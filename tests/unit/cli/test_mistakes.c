/* Slips of the keyboard and of the mind, and what clrcov says about each: what is wrong, and what to write. */
#include <CUnit/CUnit.h>
#include <stdlib.h>

#include "base/cc_file.h"
#include "test_cli.h"

/* The first word is wrong, or missing. */
void test_mistakes_commands(void) {
    static const cli_row rows[] = {
        {"$C dotnet test", 64,
         "unknown command 'dotnet'; to measure it: clrcov run -- dotnet test\n"},
        {"$C sh -c 'exit 3'", 64, "to measure it: clrcov run -- sh -c 'exit 3'\n"},
        {"$C rn", 64, "did you mean run?"},
        {"$C html", 64, "write clrcov report -f html"},
        {"$C collect", 64, "write clrcov run -- COMMAND"},
        {"$C version", 64, "write clrcov --version"},
        {"$C -v", 64, "write clrcov --version"},
        {"$C report --watch", 64,
         "--watch: not an option of clrcov report; see clrcov watch --help"},
        {"$C run --history f", 64,
         "--history: not an option of clrcov run; it belongs to clrcov report, "},
        {"$C run 'dotnet test X'", 127, "it is one word with spaces; leave the quotes out"},
        {"touch Hello.dll && $C run ./Hello.dll", 126, "run it with dotnet ./Hello.dll"},
        {"touch Program.cs && $C run ./Program.cs", 126, "run it with dotnet run ./Program.cs"},
        {"$C run Hello.dll", 127, "Hello.dll: cannot be executed; run it with dotnet Hello.dll"},
        {"$C run --append -- true", 64, "give the commands --session NAME"},
        {"$C run --threshold 80 -- true", 64, "write --fail-under-line PERCENT"},
        {"$C run -c Release -- true", 64, "write the configuration of a build after the command"},
        {"$C completion tcsh", 64, "name one shell: bash, zsh or fish"},
        {"$C report nosession", 64, "nosession: not found; name a session or a data file"},
    };
    CHECK_ROWS(rows);
}

/* An option after the command belongs to the command; options that many programs have are not a sign of a mistake. */
void test_mistakes_misplaced(void) {
    static const cli_row rows[] = {
        {"$C run true --fail-under-line 80", 21, "--fail-under-line: the command gets this option"},
        {"$C run -- true --hits=exact", 21, "--hits: the command gets this option"},
        {"$C run -- true --output x --verbose --include a 2>&1 | grep -c 'gets this option'", 1,
         "0"},
        {"$C run -q -- true --fail-under-line 80", 21,
         "--fail-under-line: the command gets this option"},
    };
    CHECK_ROWS(rows);
}

void test_mistakes_values(void) {
    static const cli_row rows[] = {
        {"$C run --allow-empty --fail-under 80 -- true", 0, "Cobertura report"},
        {"$C run --allow-empty --fail-under-line 80% -- true", 0, "Cobertura report"},
        {"$C run --allow-empty --fail-under-line 0.8 -- true", 0,
         "--fail-under-line: the threshold is less than one percent; for 80 percent write 80"},
        {"$C run --allow-empty --fail-under-line 1 -- true 2>&1 | grep -c 'one percent'", 1, "0"},
        {"$C run -f xml -- true", 64, "did you mean 'cobertura'?"},
        {"$C run --allow-empty -f Cobertura -f HTML -- true", 0, "HTML report: "},
        {"$C run -f lcov,html -- true", 64,
         "--format: takes one format at a time, not 'lcov,html'; write -f lcov -f html\n"},
        {"CLRCOV_FORMAT=html,lcov $C run -- true", 64, "write 'html;lcov'\n"},
        {"$C run -f markdown=\"$UNSET\" -- true", 64,
         "--format: markdown=: the path is empty; is a variable not set?"},
        {"$C run --by class -- true", 64, "did you mean 'type'?"},
        {"$C run --sort hits -- true", 64,
         "--sort: rows cannot be sorted by hits that are not counted; add --hits exact"},
        {"$C run --allow-empty -o report.html -- true", 0,
         "report.html gets a Cobertura report; for the kind that its name says add -f html "
         "--single-file\n"},
        {"$C run -q --allow-empty -f html --single-file -o report.html -- true", 0, ""},
        {"$C run --allow-empty -f html -o site.html -- true", 0,
         "site.html: becomes a folder of pages; for one file add --single-file"},
        {"$C report --allow-empty --sort hits", 0, "--sort: the data has no counts"},
        {"$C run --allow-empty -o report.xml -- true 2>&1 | grep -c 'gets a Cobertura'", 1, "0"},
        {"$C run -o a.xml -o b.xml -- true", 64,
         "--output: two paths, a.xml and b.xml; write -f FORMAT=PATH for each report"},
        {"$C run --results r -o a.xml -- true", 64,
         "--results: --output also gives the first report a place; use only one of them, or write "
         "-f FORMAT=PATH"},
        {"$C run -f html=. -- true", 64, "holds the sources; give pages a folder of their own"},
        {"$C merge -o all.xml a.clrcov", 64,
         "-o all.xml: merge writes clrcov's data there, not a report; for a report write -f "
         "FORMAT="},
        {"$C run -s nofile.runsettings -- true", 64, "nofile.runsettings not found"},
        {"$C run -q --allow-empty -f table -- true 2>&1 | grep -c 'Total coverage'", 0, "1"},
        {"$C run --allow-empty -f table -- true 2>&1 | grep -c 'Total coverage'", 0, "1"},
        {"$C run -- dotnet test -p:CollectCoverage=true", 64, "asks coverlet.msbuild for coverage"},
    };
    CHECK_ROWS(rows);
}

void test_mistakes_files(void) {
    static const cli_row rows[] = {
        {"mkdir cased && cd cased && touch Clrcov.xml && $C run -- true", 21,
         "Clrcov.xml: is not read; name it clrcov.xml"},
        {"mkdir -p above/.git above/below && cd above && touch Clrcov.xml && cd below && $C run -- "
         "true",
         21, "Clrcov.xml: is not read; name it clrcov.xml"},
        {"mkdir dotted && cd dotted && touch .clrcov.xml && $C run -- true", 21,
         ".clrcov.xml: is not read; name it clrcov.xml"},
        {"mkdir imports && cd imports && echo '<clrcov version=\"1\"><import "
         "runsettings=\"none.runsettings\"/></clrcov>' >clrcov.xml && $C run -- true",
         64, "clrcov.xml:1: "},
        {"cd imports && $C run -- true", 64, "none.runsettings not found"},
        {"mkdir lists && cd lists && echo '<clrcov version=\"1\"><report "
         "format=\"html;lcov\"/></clrcov>' >clrcov.xml && $C run -- true",
         64, "write <report format=\"html\"/> <report format=\"lcov\"/>"},
    };
    CHECK_ROWS(rows);
}

/* The schema for editors stands beside the configuration, and is the one of this clrcov. */
void test_init_schema(void) {
    static const cli_row rows[] = {
        {"mkdir begun && cd begun && $C init -h | grep -c clrcov.xsd", 1, "0"},
        {"cd begun && $C init --help | grep -c clrcov.xsd", 0, "1"},
        {"cd begun && $C init", 0, "clrcov.xml"},
        {"cd begun && xmllint --noout --schema clrcov.xsd clrcov.xml", 0, "clrcov.xml validates"},
        {"cd begun && rm clrcov.xml && $C init 2>&1 | grep -c xsd", 1, "0"},
        {"cd begun && rm clrcov.xml && echo mine >clrcov.xsd && $C init", 0,
         "clrcov.xsd: exists already and stays; --force overwrites it"},
        {"cd begun && cat clrcov.xsd", 0, "mine\n"},
        {"cd begun && $C init -q", 64, "unknown option -q"},
        {"cd begun && $C init --force && head -c 5 clrcov.xsd", 0, "<?xml"},
    };
    CHECK_ROWS(rows);
}

/* Without a build server the report of the last run stays when the command fails. */
void test_mistakes_failed_build(void) {
    static const cli_row rows[] = {
        {"mkdir last && cd last && $C run -q --allow-empty -o c.xml -- true", 0, ""},
        {"cd last && CI= $C run -o c.xml -- false", 1, "c.xml stays: it is the report of 20"},
        {"cd last && test -e c.xml", 0, NULL},
        {"cd last && CI=true $C run -o c.xml -- false", 1,
         "The report of an earlier run was moved to "},
        {"cd last && test -e c.xml", 1, NULL},
    };
    CHECK_ROWS(rows);
}

/* Two commands with one report: the second one says that it replaces it. */
void test_mistakes_two_runs(void) {
    static const cli_row rows[] = {
        {"mkdir twice && cd twice && $C run -q --allow-empty -- sh -c : one && sleep 1", 0, ""},
        {"cd twice && touch coverage.cobertura.xml && sleep 1.1", 0, NULL},
        {"cd twice && CI= $C run -q -- false", 1, ""},
        {"cd twice && CI= $C run --allow-empty -- sh -c : two", 0,
         "coverage.cobertura.xml: replaced the report of 'sh -c : one', begun "},
        {"cd twice && $C run --allow-empty -- sh -c : two 2>&1 | grep -c replaced", 1, "0"},
        {"cd twice && $C run --allow-empty -- sh -c 'exit 3' | grep -c replaced", 1, "0"},
        {"cd twice && (CLRCOV_WAIT=0 $C run -q --allow-empty -- sleep 2 & sleep 0.5; $C run "
         "--allow-empty -- true; wait)",
         0, "s ago, writes its report there, too; give both"},
        {"cd twice && $C run --allow-empty --session s -- sh -c : one 2>&1 | grep -c replaced", 1,
         "0"},
    };
    CHECK_ROWS(rows);
}

/* Without a remote the usual branches are tried, and a statement says what is missing. */
void test_mistakes_base(void) {
    static const cli_row rows[] = {
        {"mkdir based && cd based && git init -q -b trunk . && git -c user.name=a -c user.email=b "
         "commit -q --allow-empty -m one && $C run -q --allow-empty -- true && $C diff",
         64, "the base of the change is not known"},
        {"cd based && git branch main && $C diff --allow-empty", 0, "since main"},
        {"cd based && $C diff main", 64, "for a branch or commit write --base main"},
    };
    CHECK_ROWS(rows);
}
