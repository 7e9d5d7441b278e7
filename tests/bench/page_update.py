"""Puts the results of a run of some workloads into a page that an earlier run wrote: rows that were measured again replace
those of their names, all others stay, and the page says which run a row is of."""

import re

ROWS = ("## Against the bars", "## Fixed costs", "## Report")      # sections that are updated row by row
HOW = "## How it is measured"
LATER = "Later runs, whose rows replace older ones:"


def sections(text):
    """{heading: text after it}, "" for what stands before the first."""
    parts = re.split(r"^(## .*)\n", text, flags=re.M)
    return {"": parts[0]} | dict(zip(parts[1::2], parts[2::2]))


def cells(line):
    """Of a row of a table."""
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def key_of(line, heading):
    """What a row is: bars have one column for it, other tables two. None: no row of a table."""
    if not line.startswith("| ") or line.startswith("| ---"):
        return None
    return tuple(cells(line)[:1 if heading == ROWS[0] else 2])


def is_measured(line):
    """Rows of bars stand for what was not measured, too."""
    return cells(line)[-1] != "not measured"


def headers(text):
    """The first rows of the tables."""
    lines = text.splitlines()
    return {line for line, below in zip(lines, lines[1:]) if below.startswith("| ---")}


def notes(text):
    """What stands after the last table."""
    lines = text.splitlines()
    last = max((at for at, line in enumerate(lines) if line.startswith("|")), default=len(lines))
    return lines[last + 1:]


def update_rows(old, new, heading):
    """The old section with the rows of the new one; rows that only the new one has follow the last one. Notes are those of the new one. A
    section whose tables have got other columns is replaced."""
    if not headers(old) >= headers(new):
        return new
    fresh = {key_of(line, heading): line for line in new.splitlines() if key_of(line, heading) and is_measured(line)}
    lines, last, is_any = [], None, bool(fresh)
    for line in old.splitlines():
        key = key_of(line, heading)
        lines.append(fresh.pop(key, line) if key else line)
        last = len(lines) if key else last
    if last is None:
        return new
    lines[last:] = [*fresh.values(), *(notes(new) if is_any else lines[last:])]
    return "\n".join(lines) + "\n"


def has_samples(heading, results):
    """Whether the run measured anything of a section that is one whole."""
    prefixes = ("program ",) if heading == "## Programs" else ("test ", "within ")
    return any(row["workload"].startswith(prefixes) for row in results["samples"])


def run_line(results, what):
    """Of the list of later runs."""
    load = " and ".join(f"{value:.1f}" for value in results["load"])
    return (f"- {results['date']}, {results['rounds']} rounds in {results['minutes']} minutes, load average {load} before and after, "
            f"clrcov {results['versions']['clrcov']}, coverlet.collector {results['versions']['coverlet']}: {', '.join(what)}")


def names(results):
    """Of the workloads."""
    return sorted({row["workload"] for row in results["samples"]})


def update(old, new, results):
    """`old` is the page as it is, `new` that of the run alone."""
    of_old, of_new = sections(old), sections(new)
    out = []
    for heading, text in of_old.items():
        if heading in ROWS and heading in of_new:
            text = update_rows(text, of_new[heading], heading)
        elif heading == HOW and heading in of_new:
            text = of_new[heading]
        elif heading in of_new and heading != "" and has_samples(heading, results):
            text = of_new[heading]
        elif heading == "":
            mark = "" if LATER in text else f"{LATER}\n\n"
            text = text.rstrip("\n") + "\n" + ("\n" if mark else "") + mark + run_line(results, names(results)) + "\n\n"
        out.append((heading + "\n" if heading else "") + text)
    return "".join(out)
