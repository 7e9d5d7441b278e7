"""Writes the results of a run as a page: docs/performance.md, and what scripts/bench.sh prints."""

import textwrap

import stats

MANY = 10_000           # methods
MANY_ALONE = "10,000 methods, the process"
SUITE = "3,000 tests"   # of 8,000 methods, written by make_suite.py
SUITE_ALONE = SUITE + ", one processor"
SUITE_QUOTA = SUITE + ", quota of one processor"
GIVEN = "suite "        # third-party
STARTS = 10             # of a sample
LARGE_END = "1,000,000 lines, after the program"    # and after two seconds in which it did nothing
LARGE = "report of 1,000,000 lines"    # in Cobertura; other formats stand behind a comma
MORE_THREADS = ("program threads-4", "program threads-8", "program threads-16")
TITLES = {"none": "no coverage", "clrcov": "clrcov", "erase-off": "clrcov --erase off", "exact": "clrcov --hits exact",
          "coverlet": "coverlet", "coverlet-single": "coverlet SingleHit", "microsoft-dynamic": "Microsoft dynamic",
          "microsoft-static": "Microsoft static", "null": "probes that do nothing", "reportgenerator": "ReportGenerator"}
TESTS = (("test ", "programs as tests"), ("within ", "time within these tests alone"))
OTHERS = ("coverlet", "coverlet-single", "microsoft-dynamic", "microsoft-static")

PAGE = """\
# What coverage costs

[Against the bars](#against-the-bars) compares the cost of clrcov with its targets.
`scripts/bench.sh --page docs/performance.md` writes this page from one run; do not edit it.

Run of {date}: {machine}; load average {load} before and after; {rounds} rounds in {minutes}
minutes. clrcov {clrcov}, coverlet.collector {coverlet}, Microsoft.CodeCoverage {microsoft}, .NET
SDK {sdk}, runtime {runtime}.

{missing}{wrong}\

## Against the bars

{bars}

[design.md](design.md#what-the-bars-leave-open) has the reasons for unmet bars.

## Programs

Each program is a process of its own, of about 1.5 seconds. *threads-N* is one hot method on N
threads, on {cores} cores.

{programs}

## The same programs as tests, with other tools

These are the times of `dotnet test` of one test, which runs the program three times, about 0.1
seconds each. They include all processes, from start to report.

{tests}

This is the time within the test alone, the least of its three runs. It excludes what a tool does
before and after.

{within}

{others}

## Fixed costs

{fixed}

## Report

{report}

## How it is measured

- Arms are interleaved: each round runs all workloads in random order. It runs the arms of a
  workload one after the other, also in random order. Slow arms take part in some rounds only.
- A ratio compares an arm with no coverage in the same round. It is the median over the rounds that
  have both, with its 95 % interval by bootstrap in brackets. 1.00 costs nothing.
- Times are processor time of all processes, including the tool's own processes and the writing of
  the report, unless a column has the name clock.
- The runtime has a thread that compiles methods again. It works as long as the process lives, so a
  run that takes longer has more of it. For the suite, the test host reads the clock of this thread
  and the number of methods that it compiled. Two bars are therefore for the processor time without
  this thread, and for its time for each method.
- A test host whose pool threads all wait gets another thread only after half a second. Whether that
  happens depends on scheduling, so the clock of a suite moves in steps of half a second in every
  arm. In the rows of suites the pool therefore has 16 threads from the start, in every arm.
- The driver compares the coverage of each run with clrcov with the coverage of an oracle, a run
  with a probe at every point and edge (`--probe-all`). It compares the output with the plain
  output. A run that differs counts nowhere, and the page names it.
"""


# --- samples --------------------------------------------------------------------------------------------------------

class Samples:
    """The samples by workload, configuration and arm; those with a wrong answer are left out."""

    def __init__(self, results):
        self.rows = {}
        for row in results["samples"]:
            if "wrong" not in row:
                key = (row["workload"], row["config"], row["arm"])
                self.rows.setdefault(key, {})[row["round"]] = row

    def values(self, workload, config, arm, field="cpu"):
        """{round: value}"""
        rows = self.rows.get((workload, config, arm), {})
        return {number: row[field] for number, row in rows.items() if field in row}

    def pairs(self, workload, config, arm, field="cpu"):
        """[(arm, none)]"""
        return stats.paired(self.values(workload, config, arm, field), self.values(workload, config, "none", field))

    def median(self, workload, config, arm, field="cpu"):
        """None when there is no sample."""
        return stats.median(list(self.values(workload, config, arm, field).values()))

    def workloads(self, prefix, config):
        """Names in the order of the run's first samples, sorted by name."""
        return sorted({key[0] for key in self.rows if key[0].startswith(prefix) and key[1] == config},
                      key=lambda name: (name.split("-")[0], len(name), name))

    def arms(self, prefix, config):
        """Arms that have a sample of such a workload."""
        there = {key[2] for key in self.rows if key[0].startswith(prefix) and key[1] == config}
        return [arm for arm in TITLES if arm in there]


def number(value, digits=2):
    """A figure, or a dash."""
    return "-" if value is None else f"{value:.{digits}f}"


def with_interval(value, interval, digits=2):
    """"1.02 [0.98-1.05]" """
    if value is None:
        return "-"
    return number(value, digits) + (f" [{number(interval[0], digits)}-{number(interval[1], digits)}]" if interval else "")


def ratio_text(pairs):
    """A ratio with its interval."""
    return with_interval(stats.ratio(pairs), stats.ratio_interval(pairs))


def table(heads, rows):
    """Markdown; all columns but the first are aligned to the right."""
    rule = ["---"] + ["---:"] * (len(heads) - 1)
    return "\n".join("| " + " | ".join(row) + " |" for row in [heads, rule, *rows])


# --- the bars -------------------------------------------------------------------------------------------------------

def verdict(is_met):
    """None: not measured."""
    return "not measured" if is_met is None else "yes" if is_met else "**no**"


def program_bars(samples, config, mean_limit, most_limit, upper_limit=None):
    """Geometric mean and the slowest of the programs, threads up to the machine's cores."""
    names = [name for name in samples.workloads("program ", config) if name not in MORE_THREADS]
    groups = {name: pairs for name in names if (pairs := samples.pairs(name, config, "clrcov"))}
    mean, interval = stats.mean_ratio(list(groups.values())), stats.mean_interval(list(groups.values()))
    limit = f"at most {mean_limit:.2f}" + (f", upper end at most {upper_limit:.2f}" if upper_limit else "")
    is_met = None if mean is None else mean <= mean_limit and (
        upper_limit is None or (interval is not None and interval[1] <= upper_limit))
    yield f"{config}: geometric mean of the programs", limit, with_interval(mean, interval), verdict(is_met)
    ratios = {name: stats.ratio(pairs) for name, pairs in groups.items()}
    by_ratio = sorted(ratios, key=ratios.get, reverse=True)
    told = [name for name in by_ratio if ratios[name] > most_limit] or by_ratio[:1]
    yield (f"{config}: the slowest program, and all beyond the bar", f"at most {most_limit:.2f}",
           ", ".join(f"{name.removeprefix('program ')} {ratio_text(groups[name])}" for name in told) or "-",
           verdict(None if not told else ratios[told[0]] <= most_limit))


def against_others(samples, prefix, config):
    """[(program and tool, our time to theirs, its interval)], over the rounds that both have."""
    found = []
    for name in samples.workloads(prefix, config):
        for arm in OTHERS:
            pairs = stats.paired(samples.values(name, config, "clrcov"), samples.values(name, config, arm))
            if pairs:
                found.append((f"{name.removeprefix(prefix)} ({TITLES[arm]})", stats.ratio(pairs), stats.ratio_interval(pairs)))
    return found


def others_bar(samples, prefix, config, what):
    """Is each program faster than with every other tool? Those that are not are named by what their intervals say."""
    compared = against_others(samples, prefix, config)
    lost = [row for row in compared if row[1] >= 1.0]
    slower = [name for name, _, ends in lost if ends is None or ends[0] > 1.0]
    open_ones = [name for name, _, ends in lost if ends is not None and ends[0] <= 1.0]
    told = "-" if not compared else f"{len(compared) - len(lost)} of {len(compared)}"
    told += f"; slower: {', '.join(slower)}" if slower else ""
    told += f"; not told apart (1 lies in the interval): {', '.join(open_ones)}" if open_ones else ""
    return f"{config}: {what} faster than with each other tool", "all", told, verdict(None if not compared else not lost)


def fixed_bars(samples):
    """What one trivial test costs."""
    ours = stats.difference(samples.pairs("one test", "Debug", "clrcov"))
    yield ("`dotnet test` of one test: fixed cost", "at most 0.3 s", "-" if ours is None else f"{ours:.2f} s",
           verdict(None if ours is None else ours <= 0.3))
    for arm in OTHERS:
        theirs = stats.difference(samples.pairs("one test", "Debug", arm))
        if ours is not None and theirs is not None:
            yield (f"the same, to {TITLES[arm]}", "at most half", f"{ours:.2f} s to {theirs:.2f} s", verdict(ours <= theirs / 2))


def ratio_bar(title, pairs, limit):
    """The row of a ratio to no coverage. The upper end of its interval has to be below the limit."""
    value, interval = stats.ratio(pairs), stats.ratio_interval(pairs)
    upper = interval[1] if interval else value
    return title, f"upper end at most {limit:.2f}", ratio_text(pairs), verdict(None if upper is None else upper <= limit)


def suite_bars(samples, config, whole, untiered):
    """A whole run of a test suite, report and all, to no coverage: first all of its processor time."""
    title = f"{config}: `dotnet test` of 3,000 tests of 8,000 methods"
    yield ratio_bar(f"{title}, whole", samples.pairs(SUITE, config, "clrcov"), whole)
    yield ratio_bar(f"{title}, clock", samples.pairs(SUITE, config, "clrcov", "wall"), whole)
    yield ratio_bar(f"{title}, without the thread that compiles again", samples.pairs(SUITE, config, "clrcov", "untiered"),
                    untiered)
    yield ratio_bar(f"{title}, that thread for each method", samples.pairs(SUITE, config, "clrcov", "tiered_each"), 1.03)
    yield ratio_bar(f"{title}, clock on one processor", samples.pairs(SUITE_ALONE, config, "clrcov", "wall"), 1.08)
    yield ratio_bar(f"{title}, clock under a quota of one processor", samples.pairs(SUITE_QUOTA, config, "clrcov", "wall"), 1.08)
    after = samples.median(SUITE, config, "clrcov", "after")
    yield (f"{title}, the report after the last test", "at most 0.03 s", "-" if after is None else f"{after:.3f} s",
           verdict(None if after is None else after <= 0.03))


def given_bars(samples, config, limit):
    """Third-party suites, on the clock."""
    for name in samples.workloads(GIVEN, config):
        yield ratio_bar(f"{config}: `dotnet test` of {name.removeprefix(GIVEN)}, clock", samples.pairs(name, config, "clrcov", "wall"),
                        limit)


def each_bar(samples, workload, config, title, limit, unit, divisor):
    """A difference to no coverage, for each of many things."""
    pairs = samples.pairs(workload, config, "clrcov")
    value, interval = stats.difference(pairs), stats.difference_interval(pairs)
    if value is None:
        return title, f"at most {limit} {unit}", "-", verdict(None)
    scale = 1e6 if unit == "us" else 1e3
    each = value * scale / divisor
    ends = tuple(end * scale / divisor for end in interval) if interval else None
    return (title, f"at most {limit} {unit}", with_interval(each, ends, 1) + f" {unit}", verdict(each <= limit))


def report_bars(samples):
    """How long reports take, on the clock."""
    formats = ((LARGE, 1.0), (LARGE + ", lcov", 1.5), (LARGE + ", json", 1.5), (LARGE + ", data", 4.0), (LARGE + ", html", 10.0))
    for title, limit, value in (
            *((name, limit, samples.median(name, "Debug", "clrcov", "wall")) for name, limit in formats),
            ("report of 30 projects after the last test", 0.5, samples.median("30 projects", "Debug", "clrcov", "after")),
            ("report of " + LARGE_END, 0.3, samples.median(LARGE_END, "Debug", "clrcov", "after"))):
        yield (title, f"under {limit:.1f} s", "-" if value is None else f"{value:.2f} s",
               verdict(None if value is None else value < limit))


def peak_bar(samples):
    """The memory of the largest process."""
    pairs = samples.pairs("10,000 methods", "Release", "clrcov", "peak")
    more, ratio = stats.difference(pairs), stats.ratio(pairs)
    told = "-" if more is None else f"{(ratio - 1) * 100:.1f} %, {more / (1 << 20):.1f} MiB"
    return ("peak memory of the 10,000-method program", "at most 5 % and 20 MB more", told,
            verdict(None if more is None else ratio <= 1.05 and more <= 20e6))


def bars(results):
    """[what, limit, measured, met]"""
    samples = Samples(results)
    rows = [*program_bars(samples, "Release", 1.02, 1.10, 1.05), *program_bars(samples, "Debug", 1.10, 1.25)]
    rows += [others_bar(samples, prefix, config, what) for prefix, what in TESTS for config in ("Release", "Debug")]
    rows += [*suite_bars(samples, "Release", 1.05, 1.06), *suite_bars(samples, "Debug", 1.08, 1.07)]
    rows += [*given_bars(samples, "Release", 1.05), *given_bars(samples, "Debug", 1.08)]
    rows += fixed_bars(samples)
    rows += [each_bar(samples, MANY_ALONE, config, f"{config}: 10,000 methods called once, each", 10, "us", MANY)
             for config in ("Release", "Debug")]
    rows.append(each_bar(samples, "start, declined", "Release", "start of a process that is not of interest", 5, "ms", STARTS))
    rows += report_bars(samples)
    rows.append(peak_bar(samples))
    return rows


# --- tables ---------------------------------------------------------------------------------------------------------

def ratios_table(samples, prefix, config, first, sizes=None):
    """Workloads down, arms across: seconds of the first arm, ratios of the others."""
    arms = [arm for arm in samples.arms(prefix, config) if arm != "none"]
    names = samples.workloads(prefix, config)
    if not names:
        return f"{config}: not measured."
    rows = []
    for name in names:
        title = name.removeprefix(prefix)
        size = [(sizes or {}).get(f"{title} {config}", "")] if sizes is not None else []
        plain = samples.median(name, config, "none")
        rows.append([title, *map(str, size), number(plain) + " s",
                     *(ratio_text(samples.pairs(name, config, arm)) for arm in arms)])
    groups = {arm: [samples.pairs(name, config, arm) for name in names if name not in MORE_THREADS] for arm in arms}
    rows.append([f"**geometric mean** ({len(groups[arms[0]]) if arms else 0})", *([""] if sizes is not None else []), "",
                 *(with_interval(stats.mean_ratio(groups[arm]), stats.mean_interval(groups[arm])) for arm in arms)])
    heads = [f"{first}, {config}", *(["size"] if sizes is not None else []), TITLES["none"], *(TITLES[arm] for arm in arms)]
    return table(heads, rows)


def both_tables(samples, prefix, first, sizes=None):
    """Of Release and Debug builds."""
    return "\n\n".join(ratios_table(samples, prefix, config, first, sizes) for config in ("Release", "Debug"))


def fixed_table(samples):
    """Whole commands: medians, and what an arm takes more."""
    rows = []
    given = [(name, config) for config in ("Release", "Debug") for name in samples.workloads(GIVEN, config)]
    for name, config in (("one test", "Debug"), ("30 projects", "Debug"), (SUITE, "Release"), (SUITE, "Debug"),
                         (SUITE_ALONE, "Release"), (SUITE_ALONE, "Debug"), (SUITE_QUOTA, "Release"), (SUITE_QUOTA, "Debug"), *given,
                         (MANY_ALONE, "Release"),
                         ("10,000 methods", "Release"), (MANY_ALONE, "Debug"), ("10,000 methods", "Debug"),
                         ("start, measured", "Release"), ("start, declined", "Release")):
        for arm in samples.arms(name, config):
            pairs = samples.pairs(name, config, arm)
            more = "" if arm == "none" else with_interval(stats.difference(pairs), stats.difference_interval(pairs)) + " s"
            peak = samples.median(name, config, arm, "peak")
            rows.append([f"{name}, {config}", TITLES[arm], number(samples.median(name, config, arm)) + " s", more,
                         number(samples.median(name, config, arm, "wall")) + " s",
                         "-" if peak is None else f"{peak / (1 << 20):.0f} MiB"])
    notes = ("*3,000 tests* are small ones, of a library of 8,000 mostly small methods; *one processor* is a run of them by "
             "taskset, *quota of one processor* one under cpu.max. *suite* rows are third-party test projects. *Probes that do nothing* are "
             "as many bytes in each method, in a build for measuring. *10,000 methods*: each is called once; "
             "*the process* excludes the tool and its report. *start* is ten starts of a program that does nothing, and one of the tool; "
             "*declined* programs are of a kind that is not of interest, such as the test platform's own programs.")
    told = table(["what", "with", "processor", "more", "clock", "largest process"], rows)
    return f"{told}\n\n{textwrap.fill(notes, 100)}" if rows else "Not measured."


def report_table(samples):
    """Reports by themselves, and ReportGenerator, which converts the Cobertura file."""
    rows = []
    for name in samples.workloads(LARGE, "Debug"):
        for arm in filter(lambda arm: samples.values(name, "Debug", arm), TITLES):
            rows.append([name.removeprefix(LARGE + ", ").replace(LARGE, "cobertura"), TITLES[arm],
                         f"{samples.median(name, 'Debug', arm, 'lines'):,.0f}",
                         number(samples.median(name, "Debug", arm)) + " s",
                         number(samples.median(name, "Debug", arm, "wall")) + " s",
                         f"{samples.median(name, 'Debug', arm, 'peak') / (1 << 20):.0f} MiB"])
    return table(["1,000,000 lines as", "with", "lines", "processor", "clock", "peak memory"], rows) if rows else "Not measured."


def others_text(results):
    """How far other tools are from the oracle."""
    rows = [[what.rpartition(" ")[0].rpartition(" ")[0], what.split(" ")[-2], TITLES[what.split(" ")[-1]], str(lines)]
            for what, lines in sorted(results["others"].items())]
    if not rows:
        return ""
    return ("Lines where another tool differs from the oracle, or that it leaves out (whether they ran; [accuracy.md](accuracy.md) "
            "compares decisions):\n\n" + table(["run", "configuration", "tool", "lines"], rows))


def page(results):
    """The whole page."""
    samples = Samples(results)
    missing = "".join(f"- {TITLES.get(arm, arm)}: not run: {why}\n" for arm, why in sorted(results["missing"].items()))
    wrong = "".join(f"- **Wrong**, and not counted: {told}\n" for told in results["wrong"])
    facts = {name: results[name] for name in ("date", "machine", "minutes", "rounds", "cores")}
    return PAGE.format(
        **facts, **results["versions"], missing=missing, wrong=wrong,
        load=" and ".join(number(value, 1) for value in results["load"]),
        bars=table(["what", "bar", "measured", "met"], [list(row) for row in bars(results)]),
        programs=both_tables(samples, "program ", "program", results["sizes"]),
        tests=both_tables(samples, "test ", "test"), within=both_tables(samples, "within ", "within the test"),
        others=others_text(results), fixed=fixed_table(samples), report=report_table(samples))
