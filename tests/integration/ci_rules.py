#!/usr/bin/env python3
"""What the readers of a Cobertura report demand, as code: GitHub, Codecov, GitLab, Azure, Jenkins, SonarQube.

    ci_rules.py report REPORT CHECKOUT [READER...]     the report against the rules of the readers, default all
    ci_rules.py published RESULT.json                  what ci_steps.py handed to the publishing step, then the report

Every rule is a function that yields sentences about what is wrong; RULES says who reads by it, and why is said in
docs/ci.md. Exit code: 0 all right, 1 findings, 2 the report cannot be read.
"""

import json
import os
import re
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field
from pathlib import Path

READERS = ("github", "codecov", "gitlab", "azure", "jenkins", "sonar")
ROOT_ATTRIBUTES = ("line-rate", "branch-rate", "lines-covered", "lines-valid", "branches-covered", "branches-valid",
                   "complexity", "version", "timestamp")
MAX_HITS = 99_999_999  # Sonar adds the copies of a line in 32 bits
MIB = 1 << 20
SIZE_LIMITS = {"gitlab": 10 * MIB, "codecov": 20 * MIB}
MAX_SOURCES = 100
MAX_AGE = 12 * 3600
CONDITION_COVERAGE = re.compile(r"([0-9]+)% \(([0-9]+)/([0-9]+)\)")
WHOLE = re.compile(r"[0-9]+")
DECIMAL = re.compile(r"[0-9]+(\.[0-9]+)?")


@dataclass
class Report:
    """A report, where its sources are, and when it is read."""
    path: Path
    checkout: Path
    now: float
    data: bytes = b""
    root: ET.Element = None
    lengths: dict = field(default_factory=dict)

    def __post_init__(self):
        self.data = self.path.read_bytes()
        self.root = ET.fromstring(self.data)

    def classes(self):
        yield from self.root.iter("class")

    def class_lines(self):
        for element in self.classes():
            for line in element.findall("lines/line"):
                yield element, line

    def all_lines(self):
        for element in self.classes():
            for line in element.iter("line"):
                yield element, line

    def length(self, name):
        """Number of lines of a source file, None when it is not there."""
        if name not in self.lengths:
            path = self.checkout / name
            text = path.read_bytes() if path.is_file() else None
            self.lengths[name] = None if text is None else len(text.splitlines())
        return self.lengths[name]


def at(element, line):
    return f"{element.get('filename')}:{line.get('number')}"


def integer(text):
    return int(text) if text is not None and WHOLE.fullmatch(text) else None


# --- The file -------------------------------------------------------------------------------------

def plain_xml(report):
    if report.data.startswith(b"\xef\xbb\xbf"):
        yield "a byte order mark"
    if b"<!DOCTYPE" in report.data[:4096]:
        yield "a document type: readers that prohibit one refuse the file"
    if b"standalone=" in report.data[:200]:
        yield "a standalone declaration"
    if report.root.tag != "coverage":
        yield f"the root element is {report.root.tag}"


def root_attributes(report):
    for name in ROOT_ATTRIBUTES:
        if report.root.get(name) is None:
            yield f"<coverage> lacks {name}"


def timestamp(report):
    seconds = integer(report.root.get("timestamp"))
    if seconds is None:
        yield f"timestamp {report.root.get('timestamp')!r} is not whole seconds"
    elif seconds != 0 and not report.now - MAX_AGE < seconds <= report.now + 60:
        yield f"timestamp {seconds} is not of the last 12 hours: old, or not in seconds"


def not_empty(report):
    if next(report.class_lines(), None) is None:
        yield "no lines"


def sources_limit(report):
    count = len(report.root.findall("sources/source"))
    if count > MAX_SOURCES:
        yield f"{count} sources, at most {MAX_SOURCES} are read"


def size_limit(limit):
    def size(report):
        if len(report.data) > limit:
            yield f"{len(report.data)} bytes, at most {limit} are read"
    return size


# --- Paths ----------------------------------------------------------------------------------------

def one_source(report):
    sources = [source.text for source in report.root.findall("sources/source")]
    if sources != [os.path.realpath(report.checkout)]:
        yield f"sources are {sources}, not the checkout {os.path.realpath(report.checkout)}"


def relative_names(report):
    for element in report.classes():
        name = element.get("filename", "")
        parts = name.split("/")
        if not name or name.startswith("/") or "\\" in name or re.match(r"[A-Za-z]:", name):
            yield f"{name!r} is not a relative path with forward slashes"
        elif parts[0] == "_" or any(part in ("", ".", "..") for part in parts):
            yield f"{name!r} is not a plain path below the root"


def existing_names(report):
    """With the case that the file system has, also where that would not matter."""
    for name in sorted({element.get("filename", "") for element in report.classes()}):
        here = report.checkout
        for part in name.split("/"):
            if not here.is_dir() or part not in os.listdir(here):
                yield f"{name} is not in the checkout"
                break
            here = here / part


def tracked_names(report):
    listed = subprocess.run(["git", "-C", str(report.checkout), "-c", "core.quotePath=false", "ls-files", "-z"],
                            capture_output=True, check=True).stdout.decode("utf-8").split("\0")
    for name in sorted({element.get("filename", "") for element in report.classes()} - set(listed)):
        yield f"{name} is not in the repository"


# --- Lines ----------------------------------------------------------------------------------------

def line_numbers(report):
    for element, line in report.all_lines():
        number, length = integer(line.get("number")), report.length(element.get("filename", ""))
        if not number:
            yield f"{at(element, line)}: not a line number"
        elif length is not None and number > length:
            yield f"{at(element, line)}: the file has {length} lines"


def hits(report):
    for element, line in report.all_lines():
        count = integer(line.get("hits"))
        if count is None or count > MAX_HITS:
            yield f"{at(element, line)}: hits {line.get('hits')!r} is not an integer up to {MAX_HITS}"


def once_in_class(report):
    for element in report.classes():
        seen = set()
        for line in element.findall("lines/line"):
            number = line.get("number")
            if number in seen:
                yield f"{at(element, line)}: twice in class {element.get('name')}"
            seen.add(number)


def state(line):
    return line.get("hits"), line.get("branch", "false"), line.get("condition-coverage")


def copies_agree(report):
    """The copies of a line in methods and in other classes: some readers add them, some take the last."""
    states = {}
    for element, line in report.all_lines():
        key = at(element, line)
        if states.setdefault(key, state(line)) != state(line):
            yield f"{key}: copies differ: {states[key]} and {state(line)}"


def methods_in_class(report):
    for element in report.classes():
        numbers = {line.get("number") for line in element.findall("lines/line")}
        for line in element.findall("methods/method/lines/line"):
            if line.get("number") not in numbers:
                yield f"{at(element, line)}: in a method, not in the class"


# --- Branches -------------------------------------------------------------------------------------

def branch_spelling(report):
    for element, line in report.all_lines():
        if line.get("branch", "false") not in ("true", "false"):
            yield f"{at(element, line)}: branch is {line.get('branch')!r}; readers compare with \"true\""


def condition_coverage(report):
    for element, line in report.all_lines():
        text = line.get("condition-coverage")
        if line.get("branch") != "true":
            if text is not None:
                yield f"{at(element, line)}: condition-coverage without branch=\"true\""
            continue
        match = CONDITION_COVERAGE.fullmatch(text or "")
        percent, covered, total = map(int, match.groups()) if match else (0, 0, 0)
        if not match or total == 0 or covered > total or abs(percent - 100 * covered / total) >= 1:
            yield f"{at(element, line)}: condition-coverage {text!r} is not of the form 50% (1/2)"


def conditions(report):
    for element, line in report.all_lines():
        found = line.findall("conditions/condition")
        if (line.get("branch") == "true") != bool(found):
            yield f"{at(element, line)}: branches and conditions do not go together"
        numbers = [condition.get("number") for condition in found]
        if len(set(numbers)) != len(numbers) or not all(integer(number) is not None for number in numbers):
            yield f"{at(element, line)}: the numbers of the conditions are {numbers}"
        for condition in found:
            if condition.get("type") not in ("jump", "switch"):
                yield f"{at(element, line)}: condition of type {condition.get('type')!r}"
            if not re.fullmatch(r"[0-9]+%", condition.get("coverage", "")):
                yield f"{at(element, line)}: condition coverage {condition.get('coverage')!r} is not whole percents"


def taken_without_hit(report):
    for element, line in report.all_lines():
        match = CONDITION_COVERAGE.fullmatch(line.get("condition-coverage") or "")
        if match and line.get("hits") == "0" and match.group(2) != "0":
            yield f"{at(element, line)}: not hit, but {match.group(2)} arms taken"


# --- Names and sums -------------------------------------------------------------------------------

def unique_methods(report):
    for element in report.classes():
        seen = set()
        for method in element.findall("methods/method"):
            key = method.get("name"), method.get("signature")
            if key in seen or None in key:
                yield f"{element.get('name')} in {element.get('filename')}: method {key} twice or without a name"
            seen.add(key)


def unique_classes(report):
    seen = set()
    for package in report.root.iter("package"):
        if package.get("name") in seen:
            yield f"package {package.get('name')} twice"
        seen.add(package.get("name"))
        for element in package.iter("class"):
            key = package.get("name"), element.get("name"), element.get("filename")
            if key in seen:
                yield f"class {key} twice"
            seen.add(key)


def folded_names(report):
    """Types and methods that the compiler made stand under the user's: no <>c, no <Run>d__1, no nested dots."""
    for element in report.classes():
        names = [element.get("name", "")] + [method.get("name", "") for method in element.iter("method")]
        for name in names:
            if re.search(r"<>|>[a-z]__|\+", name):
                yield f"{element.get('filename')}: {name} is not a name of the source"


def rates(report):
    for element in report.root.iter():
        for name in ("line-rate", "branch-rate", "complexity"):
            text = element.get(name)
            if text is None and element.tag in ("package", "class", "method"):
                yield f"<{element.tag} name={element.get('name')!r}> lacks {name}"
            elif text is not None and not (DECIMAL.fullmatch(text) and (name == "complexity" or float(text) <= 1)):
                yield f"<{element.tag}> {name} is {text!r}"


def sums(report):
    """The totals at the root count each line of a file once."""
    lines, arms = {}, {}
    for element, line in report.class_lines():
        lines[at(element, line)] = line.get("hits") != "0"
        match = CONDITION_COVERAGE.fullmatch(line.get("condition-coverage") or "")
        if match:
            arms[at(element, line)] = int(match.group(2)), int(match.group(3))
    expected = {"lines-valid": len(lines), "lines-covered": sum(lines.values()),
                "branches-covered": sum(covered for covered, _ in arms.values()),
                "branches-valid": sum(total for _, total in arms.values())}
    for name, value in expected.items():
        if report.root.get(name) != str(value):
            yield f"<coverage> {name} is {report.root.get(name)!r}, its lines make {value}"


ALL = READERS
RULES = {
    "plain-xml": (plain_xml, ALL),
    "root-attributes": (root_attributes, ALL),
    "timestamp": (timestamp, ("codecov", "azure")),
    "not-empty": (not_empty, ALL),
    "sources-limit": (sources_limit, ("gitlab",)),
    "size-gitlab": (size_limit(SIZE_LIMITS["gitlab"]), ("gitlab",)),
    "size-codecov": (size_limit(SIZE_LIMITS["codecov"]), ("codecov",)),
    "one-source": (one_source, ALL),
    "relative-names": (relative_names, ALL),
    "existing-names": (existing_names, ALL),
    "tracked-names": (tracked_names, ("github", "codecov", "gitlab")),
    "line-numbers": (line_numbers, ("sonar", "gitlab", "github", "codecov")),
    "hits": (hits, ("gitlab", "sonar", "jenkins")),
    "once-in-class": (once_in_class, ALL),
    "copies-agree": (copies_agree, ALL),
    "methods-in-class": (methods_in_class, ("codecov", "gitlab", "sonar")),
    "branch-spelling": (branch_spelling, ("github", "codecov", "jenkins", "sonar")),
    "condition-coverage": (condition_coverage, ("codecov", "azure", "jenkins", "sonar")),
    "conditions": (conditions, ("sonar", "codecov", "azure")),
    "taken-without-hit": (taken_without_hit, ("jenkins",)),
    "unique-methods": (unique_methods, ("jenkins",)),
    "unique-classes": (unique_classes, ("jenkins",)),
    "folded-names": (folded_names, ("azure", "jenkins")),
    "rates": (rates, ALL),
    "sums": (sums, ALL),
}


def check_report(report, readers=READERS):
    """(rule, sentence) for everything wrong for one of these readers."""
    found = []
    for name, (rule, read_by) in RULES.items():
        if set(readers) & set(read_by):
            found += [(name, sentence) for sentence in rule(report)]
    return found


# --- The publishing step --------------------------------------------------------------------------

# Inputs that each step knows, and those that it needs.
INPUTS = {
    "github": ({"file", "language", "label", "fail-on-error", "wait-for-processing-timeout", "token", "uses"},
               {"file", "language", "label"}),
    "codecov": ({"files", "disable_search", "fail_ci_if_error", "token", "flags", "name", "slug", "use_oidc", "verbose",
                 "root_dir", "working-directory", "report_type", "uses"}, {"files", "disable_search", "token"}),
    "gitlab": ({"coverage_format", "path"}, {"coverage_format", "path"}),
    "azure": ({"summaryFileLocation", "pathToSources", "failIfCoverageEmpty", "task"},
              {"summaryFileLocation", "pathToSources", "failIfCoverageEmpty"}),
    "jenkins": ({"tools", "qualityGates", "id", "name", "skipPublishingChecks", "checksName", "checksAnnotationScope",
                 "skipSymbolicLinks", "ignoreParsingErrors", "failOnError", "enabledForFailure", "sourceCodeEncoding",
                 "sourceDirectories", "sourceCodeRetention", "scm"}, {"tools", "enabledForFailure"}),
    "sonar": ({"sonar.host.url", "sonar.token", "sonar.cs.cobertura.reportsPaths"},
              {"sonar.host.url", "sonar.token", "sonar.cs.cobertura.reportsPaths"}),
}
# The one value that these inputs must have.
VALUES = {
    "github": {"language": "C#"},
    "codecov": {"disable_search": True},
    "gitlab": {"coverage_format": "cobertura"},
    "azure": {"failIfCoverageEmpty": True},
    "jenkins": {"enabledForFailure": True},
    "sonar": {},
}
PERMISSIONS = {"github": {"contents": "read", "code-quality": "write"}, "codecov": {"contents": "read"}}
NAMES = {"github": ("uses", r"actions/upload-code-coverage@v1"), "codecov": ("uses", r"codecov/codecov-action@v5"),
         "azure": ("task", r"PublishCodeCoverageResults@2")}


def known_inputs(published):
    known, needed = INPUTS[published.reader]
    for name in sorted(set(published.given) - known):
        yield f"the step does not know {name}"
    for name in sorted(needed - set(published.given)):
        yield f"the step needs {name}"


def wanted_values(published):
    for name, value in VALUES[published.reader].items():
        if published.given.get(name) != value:
            yield f"{name} is {published.given.get(name)!r}, not {value!r}"
    if published.reader in NAMES:
        name, pattern = NAMES[published.reader]
        if not re.fullmatch(pattern, str(published.given.get(name))):
            yield f"{name} is {published.given.get(name)!r}"


def named_file(published):
    """The report is named, not searched for, and is there."""
    given = published.given
    if published.reader == "jenkins":
        tools = given.get("tools") or [{}]
        if len(tools) != 1 or tools[0].get("parser") != "COBERTURA":
            yield f"tools are {tools}, not one of parser COBERTURA"
        name = tools[0].get("pattern")
    else:
        name = given.get({"github": "file", "codecov": "files", "gitlab": "path", "azure": "summaryFileLocation",
                          "sonar": "sonar.cs.cobertura.reportsPaths"}[published.reader])
    if not name or re.search(r"[*?,\n]", name):
        yield f"{name!r} does not name one file"
    elif not (published.checkout / name).is_file():
        yield f"{name} is not there"
    elif published.reader in ("gitlab", "jenkins") and os.path.isabs(name):
        yield f"{name} is not relative to the checkout"


def source_directory(published):
    if published.reader == "azure" and published.given.get("pathToSources") != str(published.checkout):
        yield f"pathToSources is {published.given.get('pathToSources')!r}, not the root {published.checkout}"


def permissions(published):
    wanted = PERMISSIONS.get(published.reader)
    if wanted is not None and published.permissions != wanted:
        yield f"permissions are {published.permissions}, not {wanted}"


def log_line(published):
    """GitLab: the last line of the log that the pattern matches has the total of the report, rounded down."""
    if published.reader != "gitlab":
        return
    found = re.findall(published.pattern, published.log) if published.pattern else []
    root = ET.parse(published.checkout / "coverage.cobertura.xml").getroot()
    covered, valid = int(root.get("lines-covered")), int(root.get("lines-valid"))
    expected = f"{10000 * covered // valid / 100:.2f}" if valid else ""
    if not found or found[-1] != expected:
        yield f"the log's total is {found[-1:]}, the report's {expected}"


@dataclass
class Published:
    """What the publishing step was given."""
    reader: str
    given: dict
    checkout: Path
    permissions: dict
    pattern: str
    log: str


STEP_RULES = {
    "known-inputs": known_inputs,
    "wanted-values": wanted_values,
    "named-file": named_file,
    "source-directory": source_directory,
    "permissions": permissions,
    "log-line": log_line,
}


def check_published(published):
    return [(name, sentence) for name, rule in STEP_RULES.items() for sentence in rule(published)]


def read_published(path):
    result = json.loads(Path(path).read_text(encoding="utf-8"))
    log = Path(result["log"]).read_text(encoding="utf-8", errors="replace")
    return Published(result["reader"], result["published"] or {}, Path(result["checkout"]), result["permissions"],
                     result["log_pattern"], log)


def main(arguments):
    if len(arguments) < 2 or arguments[0] not in ("report", "published"):
        print(__doc__, file=sys.stderr)
        return 2
    found = []
    try:
        if arguments[0] == "report":
            report = Report(Path(arguments[1]), Path(arguments[2]), time.time())
            found = check_report(report, arguments[3:] or READERS)
        else:
            published = read_published(arguments[1])
            found = check_published(published)
            report = Report(published.checkout / "coverage.cobertura.xml", published.checkout, time.time())
            found += check_report(report, [published.reader])
    except (OSError, ET.ParseError) as error:
        print(error, file=sys.stderr)
        return 2
    for rule, sentence in found:
        print(f"{rule}: {sentence}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
