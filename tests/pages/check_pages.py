#!/usr/bin/env python3
"""Reads pages and compares them with what they were made from.

check_pages.py compare FOLDER REPORT.json OPENCOVER.xml ROOT
    every figure of the index and of the pages, the state, hits and arms of every line, the text of every source line, and the
    columns of what is marked in it: those of the sequence points that did not run
check_pages.py words FOLDER SOURCES
    the sentences below lines that ran in part, with what the marks in the sources say (as check_words.py does for explain)
"""
import json
import re
import sys
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "integration"))
from check_words import marks_of  # noqa: E402

STATES = {"c": "covered", "p": "partial", "m": "missed"}
problems = []


def require(where: str, got, expected):
    if got != expected:
        problems.append(f"{where}: {got!r}, expected {expected!r}")


class Page(HTMLParser):
    """The rows of all tables: (attributes of the row, texts of its cells, links of the row, marked parts of the last cell); and
    what stands in lists."""

    def __init__(self, text: str):
        super().__init__(convert_charrefs=True)
        self.rows, self.items, self.scripts = [], [], []
        self.row = self.cell = self.item = self.script = None
        self.title, self.in_title = "", False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.in_title = tag == "title" and self.title == ""
        if tag == "tr":
            self.row = (attrs, [], [], [])
            self.rows.append(self.row)
        elif tag in ("td", "th") and self.row is not None:
            self.row[1].append("")
            self.cell = True
        elif tag == "a" and self.row is not None:
            self.row[2].append(attrs.get("href"))
        elif tag in ("li", "dd", "p", "h1"):
            self.items.append("")
            self.item = True
        elif tag == "script":
            self.script = attrs.get("id", "")
        elif tag == "small" and self.cell:
            self.row[1][-1] += " "
        elif tag == "mark":
            self.row[3].append([len(self.row[1][-1]), None])

    def handle_endtag(self, tag):
        if tag == "title":
            self.in_title = False
        elif tag in ("td", "th"):
            self.cell = None
        elif tag == "mark":
            self.row[3][-1][1] = len(self.row[1][-1])
        elif tag == "tr":
            self.row = None
        elif tag in ("li", "dd", "p", "h1"):
            self.item = None
        elif tag == "script":
            self.script = None

    def handle_data(self, data):
        if self.in_title:
            self.title += data
        elif self.script is not None:
            self.scripts.append((self.script, data))
        elif self.cell and self.row is not None:
            self.row[1][-1] += data
        elif self.item:
            self.items[-1] += data


def percent(part) -> str:
    covered, valid = part["covered"], part["valid"]
    if valid == 0:
        return "n/a"
    tenths = covered * 1000 // valid
    return "<0.1%" if tenths == 0 and covered > 0 else f"{tenths // 10}.{tenths % 10}%"


def counts(part) -> str:
    return f"{part['covered']}/{part['valid']}"


def decimals(hundredths: int) -> str:
    """Of a risk, which is rounded up."""
    tenths = -(-hundredths // 10)
    return f"{tenths // 10}.{tenths % 10}"


def crap(method) -> int:
    return round(float(method["crap"]) * 100)


def sum_of(parts):
    parts = list(parts)
    return {"covered": sum(part["covered"] for part in parts), "valid": sum(part["valid"] for part in parts)}


def state_of(line):
    number, hits, points, hit, branches = (line + [1, 1 if line[1] > 0 else 0, []])[:5] if len(line) == 2 else line
    arms = [arm if isinstance(arm, int) else arm[0] for branch in branches for arm in branch]
    if hits == 0:
        return "m", arms
    return ("p" if hit < points or sum(arms) < len(arms) else "c"), arms


def figures_of(report):
    """By path of a file: its figures as pages show them."""
    methods = {}
    for assembly in report["assemblies"]:
        for kind in assembly["types"]:
            methods.setdefault(kind["file"], []).extend((kind["name"], method) for method in kind["methods"])
    figures = {}
    for file in report["files"]:
        own = [method for _, method in methods.get(file["path"], [])]
        entered = {"covered": sum(method["isEntered"] for method in own), "valid": len(own)}
        figures[file["path"]] = (file["lineTotals"], file["branchTotals"], entered, sum(m["complexity"] for m in own),
                                 max([crap(m) for m in own], default=0))
    return figures, methods


def row_of(figures):
    lines, branches, entered, complexity, risk = figures
    return [percent(lines), counts(lines), str(lines["valid"] - lines["covered"]), percent(branches), counts(branches),
            percent(entered), counts(entered), str(complexity), decimals(risk)]


def flat(figures):
    lines, branches, entered, complexity, risk = figures
    return [lines["covered"], lines["valid"], branches["covered"], branches["valid"], entered["covered"], entered["valid"], complexity,
            risk]


def compare_index(folder: Path, report, figures):
    """Totals and all rows; returns the pages of the files."""
    index = Page((folder / "index.html").read_text(encoding="utf-8"))
    totals = report["totals"]
    for part, name in (("lines", "Lines"), ("branches", "Branches"), ("methods", "Methods")):
        text = f"{percent(totals[part])} {totals[part]['covered']} of {totals[part]['valid']}"
        if text not in index.items:
            problems.append(f"index: {name}: no {text!r}")
    plain = {row[1][0]: (row[1][1:], row[2][0]) for row in index.rows if len(row[1]) == 10 and row[2]}
    shown = {path for path in figures if figures[path][0]["valid"] > 0}
    require("index: files", set(plain), shown)
    for path in shown & set(plain):
        require(f"index: {path}", plain[path][0], row_of(figures[path]))
    NAME[0] = next(item for item in index.items if item.startswith("Coverage of ")).removeprefix("Coverage of ")
    require("index: title", index.title, f"{percent(totals['lines'])} - {NAME[0]} - coverage")
    data = json.loads("".join(text for kind, text in index.scripts if kind == "data"))
    compare_data(data, report, figures, plain)
    return {path: plain[path][1] for path in shown & set(plain)}


def compare_data(data, report, figures, plain):
    """What the script shows: files, assemblies, namespaces, types."""
    paths = [f"{data['folders'][row[0]]}/{row[1]}".lstrip("/") if data["folders"][row[0]] else row[1] for row in data["files"]]
    require("tree: files", paths, [file["path"].lstrip("/") for file in report["files"]])
    for path, row in zip((file["path"] for file in report["files"]), data["files"]):
        require(f"tree: {path}", row[3:11], flat(figures[path]))
        if path in plain:
            require(f"tree: page of {path}", row[2], plain[path][1])
    require("tree: assemblies", [row[0] for row in data["assemblies"]], [one["name"] for one in report["assemblies"]])
    spaces = {}
    for number, assembly in enumerate(report["assemblies"]):
        t = assembly["totals"]
        risk = max([crap(method) for kind in assembly["types"] for method in kind["methods"]], default=0)
        require(f"tree: {assembly['name']}", data["assemblies"][number][2:],
                flat((t["lines"], t["branches"], t["methods"], t["complexity"], risk)))
        for kind in assembly["types"]:
            outer = kind["name"].split("/")[0]
            space = spaces.setdefault((number, outer.rpartition(".")[0]), [])
            space.append(kind)
    require("tree: namespaces", [(row[0], row[1]) for row in data["namespaces"]], sorted(spaces, key=lambda key: (key[0], key[1].encode())))
    lines_of = {file["path"]: {line[0]: state_of(line) for line in file["lines"]} for file in report["files"]}
    for row in data["namespaces"]:
        kinds = spaces.get((row[0], row[1]), [])
        own = [method for kind in kinds for method in kind["methods"]]
        require(f"tree: {row[1]}: methods", row[6:], [sum(m["isEntered"] for m in own), len(own), sum(m["complexity"] for m in own),
                                                       max(crap(m) for m in own)])
    total = sum(len(kinds) for kinds in spaces.values())
    require("tree: types", len(data["types"]), total)
    for row in data["types"]:
        space = data["namespaces"][row[0]]
        name = f"{space[1]}.{row[1]}" if space[1] else row[1]
        file = report["files"][row[2]]["path"]
        kinds = [kind for kind in spaces[(space[0], space[1])] if kind["name"] == name and kind["file"] == file]
        own = [method for kind in kinds for method in kind["methods"]]
        require(f"tree: {name}: methods", row[8:], [sum(m["isEntered"] for m in own), len(own), sum(m["complexity"] for m in own),
                                                    max(crap(m) for m in own)])
        require(f"tree: {name}: its first line", row[3] in lines_of[file], True)


def visible(text: str) -> str:
    """As html_escape.h says."""
    def show(match):
        code = ord(match.group())
        if code < 0x20 and code != 9:
            return chr(0x2400 + code)
        return "\u2421" if code == 0x7F else f"[U+{code:04X}]"
    return re.sub("[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]", show, text)


def offset_of(text: str, column: int) -> int:
    """Columns count UTF-16 units from 1."""
    units = 1
    for offset, char in enumerate(text):
        if units >= column:
            return offset
        units += 2 if ord(char) > 0xFFFF else 1
    return len(text)


def marks_of_line(spots, number: int, text: str):
    """The parts of the line whose innermost sequence point did not run, without the white space around them, as shown."""
    is_missed = [False] * len(text)
    for (start_line, start, end_line, end), hits in sorted(spots.items(), key=lambda item: (item[0][:2], [-end for end in item[0][2:]])):
        if start_line <= number <= end_line:
            first = offset_of(text, start) if start_line == number else 0
            last = offset_of(text, end) if end_line == number else len(text)
            is_missed[first:last] = [hits == 0] * max(last - first, 0)
    marks = []
    for run in re.finditer("1+", "".join("1" if one else "0" for one in is_missed)):
        part = text[run.start():run.end()]
        first = run.start() + len(part) - len(part.lstrip(" \t"))
        last = run.end() - len(part) + len(part.rstrip(" \t"))
        if first < last:
            marks.append((len(visible(text[:first])), len(visible(text[:last]))))
    return marks


def read_spots(path: Path, root: Path):
    """By path of a file, relative to the root: its sequence points with their hits."""
    found = {}
    for module in ET.parse(path).getroot().iter("Module"):
        names = {file.get("uid"): Path(file.get("fullPath")) for file in module.iter("File")}
        for point in module.iter("SequencePoint"):
            name = names[point.get("fileid")]
            key = str(name.relative_to(root)) if name.is_relative_to(root) else str(name)
            span = tuple(int(point.get(part)) for part in ("sl", "sc", "el", "ec"))
            found.setdefault(key, {})[span] = int(point.get("vc"))
    return found


MARKED = [0]
NAME = [""]  # of what was measured


def compare_page(page: Page, file, methods, figures, source, spots):
    path = file["path"]
    heads = [item for item in page.items if re.match("(Lines|Branches|Methods|Complexity|Risk) ", item)]
    values = row_of(figures)
    require(f"{path}: figures", heads[:5], [f"Lines {values[0]} {values[1]}", f"Branches {values[3]} {values[4]}",
                                            f"Methods {values[5]} {values[6]}", f"Complexity {values[7]}", f"Risk {values[8]}"])
    require(f"{path}: title", page.title, f"{values[0]} - {visible(Path(path).name)} - {NAME[0]} - coverage")
    require(f"{path}: methods", sorted(tuple(row[1]) for row in page.rows if len(row[1]) == 8 and row[2]), sorted(
        (visible(f"{m['name']}{m['signature']} {kind}"), percent(m["lines"]), counts(m["lines"]), percent(m["branches"]),
         counts(m["branches"]), "yes" if m["isEntered"] else "no", str(m["complexity"]), decimals(crap(m))) for kind, m in methods))
    lines = {line[0]: line for line in file["lines"]}
    rows = {int(row[0]["id"][1:]): row for row in page.rows if "id" in row[0]}
    require(f"{path}: rows", sorted(rows), list(range(1, max([len(source), *lines]) + 1)))
    for number, row in rows.items():
        state = [kind for kind in row[0].get("class", "").split() if kind in STATES]
        expected = state_of(lines[number]) if number in lines else ("", [])
        require(f"{path}:{number}: state", state, [expected[0]] if expected[0] else [])
        arms = f" {sum(expected[1])}/{len(expected[1])}" if expected[1] else ""
        hits = str(lines[number][1]) if number in lines and IS_EXACT else ""
        require(f"{path}:{number}: hits and arms", row[1][1], hits + arms)
        if number <= len(source):
            text = source[number - 1]
            require(f"{path}:{number}: text", row[1][2], visible(text))
            ran_in_part = number in lines and lines[number][1] > 0 and len(lines[number]) > 2 and lines[number][3] < lines[number][2]
            marks = marks_of_line(spots, number, text) if ran_in_part else []
            require(f"{path}:{number}: marked columns", [tuple(mark) for mark in row[3]], marks)
            MARKED[0] += len(marks)


def compare(folder: Path, report_path: Path, points_path: Path, root: Path) -> str:
    global IS_EXACT
    report = json.loads(report_path.read_text(encoding="utf-8"))
    IS_EXACT = report["hits"] == "exact"
    figures, methods = figures_of(report)
    spots = read_spots(points_path, root)
    pages = compare_index(folder, report, figures)
    count = 0
    for file in report["files"]:
        if file["path"] not in pages:
            continue
        text = (root / file["path"]).read_bytes().decode("utf-8-sig", errors="replace")
        source = [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]
        page = Page((folder / pages[file["path"]]).read_text(encoding="utf-8"))
        compare_page(page, file, methods[file["path"]], figures[file["path"]], source, spots.get(file["path"], {}))
        count += len(file["lines"])
    if count == 0 or MARKED[0] == 0:
        problems.append("no line was compared, or none had a mark")
    return f"{len(pages)} pages, {count} lines with code, {MARKED[0]} marks"


def sentences_of(folder: Path):
    """By name of the file and line: the sentences below the line."""
    found = {}
    for path in (folder / "src").iterdir():
        line = 0
        for attrs, cells, *_ in Page(path.read_text(encoding="utf-8")).rows:
            if "id" in attrs:
                line = int(attrs["id"][1:])
            elif attrs.get("class") == "w":
                found.setdefault((path.name.rsplit("-", 1)[0], line), []).append(cells[2])
    return found


def beside(sentence: str):
    """What a page may say below the line where explain says the sentence: its unit is branches, it names the condition
    without the statement around it, and not at all where the line has one decision."""
    branches = re.sub(r"^branch (\d+ of \d+: )", r"decision \1", re.sub(r"\barms\b", "branches", sentence))
    named = re.sub(r"(`[^`]*`) in `[^`]*`", r"\1", branches)
    bare = re.sub(r"^(one of the two branches) of `[^`]*`", r"\1", named)
    bare = re.sub("^`[^`]*` was ", "the value was " if re.search("` was (always|never) null", named) else "the condition was ", bare)
    value = bare.replace("the condition was never evaluated", "the value was never evaluated")
    return tuple(form.replace("`", "") for form in (named, bare, value))


SHORT = [0]


def words(folder: Path, sources: Path) -> str:
    """The sentences that marks say, in the form of pages, without the quotes, which pages show as code."""
    found = sentences_of(folder)
    marks = list(marks_of(sources))
    for path, number, expected in marks:
        said = found.get((path.name, number), [])
        meant = expected.split(" | ")
        require(f"{path.name}:{number}: sentences", len(said), len(meant))
        for one, other in zip(said, meant):
            forms = beside(other)
            SHORT[0] += one in forms[1:] and one != forms[0]
            require(f"{path.name}:{number}", one if one not in forms else "", "")
    if SHORT[0] == 0:
        problems.append("no sentence leaves out what stands above it")
    if not marks:
        problems.append("no mark was found")
    return f"{len(marks)} sentences"


IS_EXACT = False
if sys.argv[1] == "compare":
    said = compare(Path(sys.argv[2]), Path(sys.argv[3]), Path(sys.argv[4]), Path(sys.argv[5]))
else:
    said = words(Path(sys.argv[2]), Path(sys.argv[3]))
print("\n".join(problems[:40]))
print(f"{said}, {len(problems)} problems")
sys.exit(1 if problems else 0)
