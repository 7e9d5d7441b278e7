"""What is measured: the workloads, the arms, and how an arm runs a workload.

A Case has a name, a configuration and arms; measure(arm, tag) runs it once and gives samples, dictionaries with at
least workload, cpu and wall, or raises Wrong when the answer is not what it should be.
"""

import glob
import os
import re
import shutil
import sys

import measure

CONFIGS = ("Release", "Debug")
ARMS = ("none", "clrcov", "erase-off", "exact", "coverlet", "coverlet-single", "microsoft-dynamic", "microsoft-static")
OURS = {"clrcov": [], "erase-off": ["--erase", "off"], "exact": ["--hits", "exact"]}
OTHERS = ("coverlet", "coverlet-single", "microsoft-dynamic", "microsoft-static")
NULL = "null"           # a build whose probes are as many bytes that do nothing
ALL_ARMS = (*ARMS, NULL, "reportgenerator")  # the last one only converts reports
ORACLE = "oracle"
SECONDS = 1.5           # of processor time: what a program's size is chosen for
TEST_SECONDS = 0.1      # the same for programs as tests; tools that are 30 times slower have to be waited for
STARTS = 10             # of a process, in one sample
PROGRAM_TESTS = "programs as tests"
WHERE = re.compile(r"[^:]*:\d+")        # of a sentence of coverage.py


# The runtime adds a thread to a pool whose threads all wait, but only after half a second. Whether a test host gets into this state
# depends on the machine's scheduling, and moves the clock of a suite in steps of this size. Enough threads from the start, in every
# arm, leave what coverage costs. The number is hexadecimal.
POOL = "DOTNET_ThreadPool_ForceMinWorkerThreads=10"


class Wrong(Exception):
    """An arm gave another answer than it should."""


class Missing(Exception):
    """An arm cannot run here, and why."""


class Bench:
    """Where things are, and how commands are run."""

    def __init__(self, work, root, clrcov, here):
        self.work, self.root, self.clrcov, self.here = work, root, clrcov, here
        self.null = os.environ.get("CLRCOV_NULL")
        self.environment = dict(os.environ) | {
            "MSBUILDDISABLENODEREUSE": "1", "DOTNET_CLI_TELEMETRY_OPTOUT": "1", "DOTNET_NOLOGO": "1",
            "LC_ALL": "C.UTF-8", "TMPDIR": os.path.join(work, "tmp")}
        os.makedirs(self.environment["TMPDIR"], exist_ok=True)
        self.log = os.path.join(work, "log")
        self.source = os.path.join(work, "source")
        self.kept = 0
        self.missing = {}       # arm -> why
        self.others = {}        # "workload config arm" -> the lines that differ from the oracle

    def run(self, command, directory=None, codes=(0,), **environment):
        """Runs a command; Wrong when its exit code is another."""
        outcome = measure.run(command, self.environment | environment, directory or self.work, self.log)
        if outcome.code not in codes:
            with open(self.log, encoding="utf-8", errors="replace") as stream:
                told = (outcome.output + stream.read()).strip().splitlines()[-8:]
            raise Wrong(f"exit code {outcome.code}: {' / '.join(told)}")
        return outcome

    def build(self, project, config):
        """Builds a project that was restored."""
        self.run(["dotnet", "build", project, "-c", config, "--nologo", "-v", "quiet", "-p:RunAnalyzers=false"])

    def wrapped(self, arm, report, command, root=None):
        """The command line of one of our arms; of the plain arm the command itself."""
        if arm == "none":
            return command
        options = {ORACLE: ["--probe-all"], NULL: []} | OURS
        return [self._clrcov_of(arm), "run", "-q", "--root", root or self.source, "-o", report, *options[arm], "--", *command]

    def _clrcov_of(self, arm):
        if arm != NULL:
            return self.clrcov
        if not self.null:
            raise Missing("CLRCOV_NULL does not name the command of a build of the preset null-probes")
        return self.null

    def keep(self, report):
        """The oracle's report, under another name. Wrong when there is none."""
        self.kept += 1
        path = os.path.join(self.work, f"oracle-{self.kept}.xml")
        if not os.path.exists(report):
            raise Wrong("the oracle measured nothing")
        os.rename(report, path)
        return path

    def differences(self, oracle, what, *reports, root=None):
        """Sentences about lines (or lines and arms) that reports have otherwise than the oracle's report."""
        comparer = os.path.join(self.here, "coverage.py")
        outcome = self.run([sys.executable, "-B", comparer, oracle, root or self.source, what, *reports], codes=(0, 1))
        return outcome.output.strip().splitlines()

    def check(self, report, oracle, root=None):
        """Wrong unless the report says what the oracle's says."""
        found = self.differences(oracle, "arms", report, root=root)
        if found:
            raise Wrong(f"{len(found)} lines differ: {found[0]}")


def sample(workload, outcome, **more):
    """A sample of a whole command."""
    return {"workload": workload, "cpu": outcome.cpu, "wall": outcome.wall, "peak": outcome.peak} | more


class Command:
    """A command that is run as it is, or under clrcov."""

    every = {"erase-off": 2, "exact": 3}

    def __init__(self, bench, name, config, command, codes=(0,), arms=("none", *OURS)):
        self.bench, self.name, self.config, self.command, self.codes, self.arms = bench, name, config, command, codes, arms
        self.report = os.path.join(bench.work, "report.xml")
        self.oracle = self.expected = None

    def _run(self, arm):
        if os.path.exists(self.report):
            os.unlink(self.report)
        return self.bench.run(self.bench.wrapped(arm, self.report, self.command), codes=self.codes)

    def prepare(self):
        """The answer that all arms have to give."""
        if self.oracle is None:
            self.expected = self._run(ORACLE).output
            self.oracle = self.bench.keep(self.report)

    def measure(self, arm):
        """One sample."""
        self.prepare()
        outcome = self._run(arm)
        if outcome.output != self.expected:
            raise Wrong(f"the output is {outcome.output[:80]!r}")
        if arm != "none":
            self.bench.check(self.report, self.oracle)
        return [sample(self.name, outcome)]


class Process(Command):
    """A command of which the processor time of its own process is a sample, too: what is called "the process"."""

    def __init__(self, bench, name, config, command, codes=(0,)):
        self.own = os.path.join(bench.work, "own")
        wrapper = [sys.executable, "-B", measure.__file__, self.own]
        super().__init__(bench, name, config, wrapper + command, codes)

    def measure(self, arm):
        found = super().measure(arm)
        with open(self.own, encoding="utf-8") as stream:
            cpu = float(stream.read())
        return [*found, {"workload": f"{self.name}, the process", "cpu": cpu, "wall": found[0]["wall"]}]


class Starts(Command):
    """Starts of a small process, one after the other. The tool itself is started once for them."""

    def __init__(self, bench, name, program):
        loop = f"for i in {' '.join(map(str, range(STARTS)))}; do dotnet \"$0\" || exit; done"
        super().__init__(bench, name, "Release", ["sh", "-c", loop, program], arms=("none", "clrcov"))

    def prepare(self):
        """Nothing is compared: one of the processes is not measured at all."""
        self.codes = (0, 21)
        self.expected = "0\n" * STARTS

    def measure(self, arm):
        self.prepare()
        outcome = self._run(arm)
        if outcome.output != self.expected:
            raise Wrong(f"the output is {outcome.output[:80]!r}")
        return [sample(self.name, outcome)]


class LargeRun:
    """A run of a program of many lines: its session, and its Cobertura file, which other tools convert."""

    def __init__(self, bench, program):
        self.bench, self.program = bench, program
        self.session = None
        self.cobertura = os.path.join(bench.work, "large.xml")

    def prepare(self):
        """Runs the program, once."""
        if self.session is None:
            place = os.path.join(self.bench.work, "session")
            self.bench.run([self.bench.clrcov, "run", "-q", "--root", self.bench.source, "-o", self.cobertura, "--",
                            "sh", "-c", 'echo "$CLRCOV_SESSION" >"$0" && exec dotnet "$1"', place, self.program])
            with open(place, encoding="utf-8") as stream:
                self.session = place + ".kept"
                shutil.copytree(stream.read().strip(), self.session)
            os.chmod(self.session, 0o700)


class Report:
    """clrcov report of a session that is there, in one format; beside it ReportGenerator, which makes the same format of
    the Cobertura file."""

    every = {"reportgenerator": 1000}   # it is slow: in the first round
    config = "Debug"
    # name of a workload -> format, file, what ReportGenerator calls it, and what to count in the file
    KINDS = {
        "report of 1,000,000 lines": ("cobertura", "lines.xml", "Cobertura", rb'<line number="'),
        "report of 1,000,000 lines, lcov": ("lcov", "lcov.info", "lcov", rb"^DA:"),
        "report of 1,000,000 lines, json": ("json", "lines.json", None, None),
        "report of 1,000,000 lines, data": ("data", "lines.clrcov", None, None),
        "report of 1,000,000 lines, html": ("html", "pages", "Html", None),
    }

    def __init__(self, bench, name, run, lines):
        self.bench, self.name, self.large, self.lines = bench, name, run, lines
        self.format, self.file, self.type, self.counted = self.KINDS[name]
        self.arms = ("clrcov", "reportgenerator") if self.type else ("clrcov",)

    def prepare(self):
        """The session."""
        self.large.prepare()

    def _command(self, arm, folder):
        if arm == "reportgenerator":
            return [report_generator(self.bench), "-reports:" + self.large.cobertura, "-targetdir:" + folder,
                    "-reporttypes:" + self.type]
        return [self.bench.clrcov, "report", "-q", "--root", self.bench.source, "-f",
                f"{self.format}={os.path.join(folder, self.file)}", self.large.session]

    def _count(self, folder):
        """The lines in what was written; Cobertura has each under its method and under its class."""
        if self.counted is None:    # each line leaves at least a byte
            sizes = (os.path.getsize(os.path.join(where, name)) for where, _, names in os.walk(folder) for name in names)
            return self.lines if sum(sizes) > self.lines else 0
        path, = glob.glob(os.path.join(folder, "*"))
        with open(path, "rb") as stream:
            found = len(re.findall(self.counted, stream.read(), re.M))
        return found // 2 if self.format == "cobertura" else found

    def measure(self, arm):
        """One sample; what is written must have as many lines as the program."""
        self.prepare()
        folder = os.path.join(self.bench.work, "formats")
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        outcome = self.bench.run(self._command(arm, folder))
        found = self._count(folder)
        if found < self.lines:
            raise Wrong(f"the report has {found} lines")
        return [sample(self.name, outcome, lines=found)]


class LargeEnd:
    """clrcov run of a large program, which then leaves a processor idle for a while: what is left when it has ended."""

    config, arms, every = "Debug", ("clrcov",), {}
    name = "1,000,000 lines, after the program"
    PAUSE = "2"     # seconds

    def __init__(self, bench, program):
        self.bench, self.program = bench, program
        self.report = os.path.join(bench.work, "large-end.xml")
        self.ended = os.path.join(bench.work, "large-ended")

    def prepare(self):
        """Nothing is compared: reports of this program are counted in the other workloads."""

    def measure(self, arm):
        """One sample of the whole command, with the time after the program's end."""
        outcome = self.bench.run([self.bench.clrcov, "run", "-q", "--root", self.bench.source, "-o", self.report, "--",
                                  "sh", "-c", 'dotnet "$1" && sleep "$2" && date +%s%N >"$0"', self.ended, self.program, self.PAUSE])
        return [sample(self.name, outcome, after=seconds_after(self.ended, self.report))]


def seconds_after(ended, report):
    """What is left after a command that wrote its end to a file. The report's own time is when it was written, by the same clock."""
    with open(ended, encoding="utf-8") as stream:
        return max(0.0, os.stat(report).st_mtime_ns - int(stream.read())) / 1e9


def report_generator(bench, version="5.6.0"):
    """The path of ReportGenerator, which is installed once; Missing when its package cannot be had."""
    tools = os.path.join(bench.work, "reportgenerator")
    if not os.path.isdir(tools):
        try:
            bench.run(["dotnet", "tool", "install", "dotnet-reportgenerator-globaltool", "--version", version,
                       "--tool-path", tools])
        except Wrong as problem:
            raise Missing(str(problem)) from problem
    return os.path.join(tools, "reportgenerator")


class Tests:
    """`dotnet test` of a project or solution, under any tool."""

    arms = ARMS
    root = None     # of the sources, where they are not in the copy of the bench

    def __init__(self, bench, name, config, project, every):
        self.bench, self.name, self.config, self.project, self.every = bench, name, config, project, every
        self.group = name       # under which name other tools' wrong lines are counted
        self.sizes = {}
        self.oracle = self.expected = None
        self.results = os.path.join(bench.work, "results")
        self.report = os.path.join(bench.work, "tests.xml")
        self.times = os.path.join(bench.work, "times")
        self.libraries = os.path.join(bench.work, "libraries")
        self.ended = os.path.join(bench.work, "ended")

    def _command(self, arm):
        command = ["dotnet", "test", self.project, "--no-build", "--nologo", "-v", "quiet", "-c", self.config,
                   "--results-directory", self.results]
        if arm in OTHERS:
            folder = "accuracy" if arm.startswith("microsoft") else "bench"
            command += ["--settings", os.path.join(self.bench.root, "tests", folder, arm + ".runsettings")]
            command += ["--collect", "XPlat Code Coverage"] if arm.startswith("coverlet") else []
            return command
        told = ["sh", "-c", '"$@"; code=$?; date +%s%N >"$0"; exit $code', self.ended, *command]
        return self.bench.wrapped(arm, self.report, told, self.root)

    def _run(self, arm):
        for path in (self.report, self.times, self.libraries, self.ended):
            if os.path.exists(path):
                os.unlink(path)
        shutil.rmtree(self.results, ignore_errors=True)
        environment = {"BENCH_TIMES": self.times, "BENCH_LIBRARIES": self.libraries}
        if self.sizes:
            environment["BENCH_SIZES"] = ",".join(f"{name}={size}" for name, size in self.sizes.items())
        return self.bench.run(self._command(arm), **environment)

    def _read_times(self):
        """[(name, cpu, wall, result)] of the programs in the test host."""
        if not self.sizes:
            return []
        with open(self.times, encoding="utf-8") as stream:
            rows = [line.split() for line in stream]
        return [(name, float(cpu), float(wall), result) for name, cpu, wall, result in rows]

    def _check_tool(self, arm):
        """Was the tool there, and did it write a report? Gives the report of another tool."""
        if self.sizes:
            with open(self.libraries, encoding="utf-8") as stream:
                there = set(stream.read().split())
            wanted = {"none": False, "microsoft-dynamic": "libCoverageInstrumentationMethod.so"}.get(arm, None)
            if arm in (*OURS, ORACLE):
                wanted = "libclrcov.so"
            if wanted and wanted not in there:
                raise Missing(f"{wanted} was not in the test process")
        if arm not in OTHERS:
            return None
        reports = [path for path in glob.glob(self.results + "/**/*.xml", recursive=True) if os.path.getsize(path)]
        if not reports:
            raise Missing("it wrote no report")
        return reports

    def _compare(self, arm, reports):
        """Ours must be right; of others it is told how far they are off."""
        if arm in OURS:
            self.bench.check(self.report, self.oracle, self.root)
        elif arm in OTHERS:
            off = self.bench.differences(self.oracle, "lines", *reports, root=self.root)
            self.bench.others.setdefault(f"{self.group} {self.config} {arm}", set()).update(
                WHERE.match(sentence)[0] for sentence in off)

    def prepare(self):
        """The oracle's coverage and the programs' results."""
        if self.oracle is None:
            self._run(ORACLE)
            self._check_tool(ORACLE)
            self.oracle = self.bench.keep(self.report)
            self.expected = [(row[0], row[3]) for row in self._read_times()]

    def measure(self, arm):
        """A sample of the whole, and one of the time within each program's test."""
        self.prepare()
        outcome = self._run(arm)
        reports = self._check_tool(arm)
        rows = self._read_times()
        if [(row[0], row[3]) for row in rows] != self.expected:
            raise Wrong("the programs' results differ")
        self._compare(arm, reports)
        more = {}
        if arm in OURS:
            more["after"] = seconds_after(self.ended, self.report)
        found = [sample(self.name, outcome, **more)]
        for name, cpu, wall, _ in rows:
            found.append({"workload": f"within {name}", "cpu": cpu, "wall": wall})
        return found


class Suite(Tests):
    """A suite. Of the processor time, the runtime's thread that compiles methods again has a part: it works as long as
    the process lives, so a run that takes longer has more of it. Other fields say what the rest took, and what that
    thread took for each method. `prefix` makes the machine smaller: then only plain and clrcov are compared."""

    def __init__(self, bench, name, config, project, every, prefix=()):
        super().__init__(bench, name, config, project, every)
        self.arms = ("none", "clrcov") if prefix else (*ARMS, NULL)
        self.tiering = os.path.join(bench.work, "tiering")
        self.prefix = prefix

    def _run(self, arm):
        if os.path.exists(self.tiering):
            os.unlink(self.tiering)
        return super()._run(arm)

    def _command(self, arm):
        command = super()._command(arm)
        return [*self.prefix, "env", POOL, f"BENCH_TIERING={self.tiering}", *command]

    def measure(self, arm):
        found = super().measure(arm)
        with open(self.tiering, encoding="utf-8") as stream:
            found[0] |= tiering(stream.read(), found[0]["cpu"])
        return found


def tiering(text, cpu):
    """Fields of a sample, from what the test host wrote."""
    seconds, methods = text.split()
    each = {"tiered_each": float(seconds) / int(methods)} if int(methods) > 0 else {}
    return {"tiered": float(seconds), "tiered_methods": int(methods), "untiered": cpu - float(seconds)} | each


class GivenSuite(Tests):
    """A third-party test project, already built."""

    arms = ("none", "clrcov")

    def __init__(self, bench, config, project, root):
        super().__init__(bench, f"suite {os.path.splitext(os.path.basename(project))[0]}", config, project, {})
        self.root = root

    def _command(self, arm):
        return ["env", POOL, *super()._command(arm)]


class ProgramTest(Tests):
    """`dotnet test` of the one test that runs a program. It says much in few rounds: most of it is the tool."""

    arms = ("none", "clrcov", *OTHERS)

    def __init__(self, bench, program, config, project, size):
        super().__init__(bench, f"test {program}", config, project, dict.fromkeys(self.arms, 3))
        self.group = PROGRAM_TESTS
        self.sizes = {program: size}


# --- making them ----------------------------------------------------------------------------------------------------

def calibrate(bench, program, name, config, seconds):
    """The size with which the plain program takes about so many seconds of processor time."""
    size, base = 20, bench.run(["dotnet", program, name, "0"]).cpu
    while True:
        took = bench.run(["dotnet", program, name, str(size)]).cpu - base
        if took >= seconds / 4 or size > 10 ** 7:
            return max(1, round(size * seconds / max(took, 0.01)))
        size *= 4 if took > seconds / 20 else 10


def names_of_programs(here):
    """From the table in Program.cs."""
    with open(os.path.join(here, "programs", "Program.cs"), encoding="utf-8") as stream:
        return re.findall(r'^\s*\["([^"]+)"\] = ', stream.read(), re.M)


def generate(bench, tool, amount, folder):
    """A program written by a script of tests/tools, with the settings of the others."""
    target = os.path.join(bench.source, folder)
    bench.run([sys.executable, os.path.join(bench.root, "tests", "tools", tool), str(amount), target])
    return target


def write_tools(bench, coverlet, microsoft):
    """Packages of the tools, for every test project, as far as they restore; the versions are pinned."""
    text = f"""<Project>
  <PropertyGroup><CoverletVersion>{coverlet}</CoverletVersion><MicrosoftVersion>{microsoft}</MicrosoftVersion></PropertyGroup>
  <ItemGroup>
    <PackageReference Include="coverlet.collector" Version="[$(CoverletVersion)]" Condition="'$(WithCoverlet)' != 'false'" />
    <PackageReference Include="Microsoft.CodeCoverage" Version="[$(MicrosoftVersion)]" />
  </ItemGroup>
</Project>
"""
    with open(os.path.join(bench.source, "Tools.props"), "w", encoding="utf-8") as stream:
        stream.write(text)


def restore(bench, project, versions):
    """Restores a test project; gives False when there is no test host. Arms without a package are named."""
    try:
        bench.run(["dotnet", "restore", project, "--nologo"])
        return True
    except Wrong:
        bench.environment["WithCoverlet"] = "false"
    try:
        bench.run(["dotnet", "restore", project, "--nologo"])
    except Wrong:
        why = f"the packages of the test host (xunit, Microsoft.NET.Test.Sdk {versions['microsoft']}) do not restore"
        bench.missing.update({arm: why for arm in OTHERS})
        return False
    why = f"the package coverlet.collector {versions['coverlet']} does not restore"
    bench.missing.update({arm: why for arm in OTHERS if arm.startswith("coverlet")})
    return True
