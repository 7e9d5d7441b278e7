#!/usr/bin/env python3
"""Compares the sources with the design: who includes whom, circles, names, sizes, and documents that are named.

The tables below are those of docs/design.md. Run: check_structure.py REPOSITORY
"""
import re
import sys
from pathlib import Path

# room -> rooms whose headers its files may include.
READING = {"method", "metadata", "plan", "il"}  # what reads methods and their plans, and rewrites none
ROOMS = {
    "include": set(),
    "base": {"base"},
    "source": {"source", "base"},
    "metadata": {"metadata", "base"},
    "select": {"select", "base"},
    "config": {"config", "select", "base", "include"},
    "diagnostics": {"diagnostics", "base"},
    "il": {"il", "base"},
    "plan": {"plan", "il", "base"},
    "rewrite": {"rewrite", "plan", "il", "base"},
    "method": {"base"} | READING,
    "counters": {"counters", "base", "include"},
    "session": {"session", "counters", "base"},
    "module": {"module", "source", "counters", "select", "base"} | READING,
    "decision": {"decision", "module", "source", "base"} | READING,
    "members": {"members", "module", "base"} | READING,
    "model": {"model", "members", "decision", "module", "source", "session", "counters", "select", "base", "include"} | READING,
    "reports": {"reports", "patch", "compare", "model", "source", "counters", "base", "include"},
    "profiler": {"profiler", "session", "counters", "select", "rewrite", "base", "include"} | READING,
    "patch": {"patch", "model", "base"},
    "compare": {"compare", "model", "base"},
    "gate": {"gate", "patch", "model", "base"},
    "data": {"data", "model", "members", "module", "counters", "metadata", "base"},
    "impact": {"impact", "model", "members", "module", "base"} | READING,
    "foreign": {"foreign", "model", "module", "metadata", "base"},
    "cli": {"cli", "config", "diagnostics", "reports", "gate", "patch", "compare", "data", "impact", "members", "foreign", "model", "module",
            "session", "counters", "select", "rewrite", "base", "include"} | READING,
}
# What names of files, and of functions in headers, begin with.
PREFIXES = {
    "base": ("cc_",),
    "source": ("src_",),
    "metadata": ("md_", "pdb_"),
    "select": ("sel_",),
    "config": ("cfg_",),
    "diagnostics": ("ipc_",),
    "il": ("il_", "flow_"),
    "plan": ("probe_",),
    "rewrite": ("rw_",),
    "method": ("mth_",),
    "counters": ("ctr_",),
    "session": ("ses_",),
    "module": ("mod_",),
    "decision": ("dec_",),
    "members": ("mbr_",),
    "impact": ("imp_",),
    "model": ("cov_",),
    "patch": ("patch_",),
    "compare": ("cmp_",),
    "gate": ("gate_",),
    "data": ("dat_",),
    "foreign": ("foreign_",),
    "reports": ("rep_", "xmlw_", "html_"),
    "profiler": ("prof_",),
    "cli": ("cmd_", "opt_"),
}
# Inside the cli only the dump command may look below the model.
DUMP_ONLY = {"rewrite", "members"} | READING
# folder of the cli -> folders of the cli whose headers its files may include; main.c, beside the folders, includes any.
CLI_FOLDERS = {
    "opt": set(),
    "load": set(),
    "core": {"opt", "load"},
    "project": {"core"},
    "report": {"core", "load", "project"},
    "run": {"core", "load", "project", "report"},
    "live": {"core", "load", "report"},
    "explain": {"core", "report"},
    "impact": {"core", "project", "report"},
    "mcp": {"core"},
    "init": {"core", "project"},
    "doctor": {"core", "load"},
    "dump": {"core"},
}
# stage of building the model, a folder of model/build -> stages whose headers its files may include: none that comes later.
# All may include what is beside model/build; the files beside the stages include any, and nothing else includes a stage.
MODEL_STAGES = {
    "context": set(),
    "gather": {"context"},
    "judge": {"context", "gather"},
    "measure": {"context", "gather"},
    "unite": {"context"},
    "lines": {"context", "unite"},
    "facts": {"context", "gather", "judge"},
}
MAX_FILE_LINES = 500
MAX_FUNCTION_LINES = 80


def room_of(path: Path) -> str:
    """The room of a file given relative to the repository."""
    parts = path.parts
    if parts[0] in ("include", "reports"):
        return parts[0]
    return parts[2] if parts[1] in ("coverage", "rewriter") else parts[1]


def folder_of(path: Path) -> str:
    """The folder of a file of the cli; "" for the files beside the folders."""
    return path.parts[2] if len(path.parts) > 3 else ""


def included_path(text: str) -> Path:
    """Where a quoted include lies in the repository."""
    if text.startswith("clrcov/"):
        return Path("include") / text
    if text.startswith("reports/"):
        return Path(text)
    return Path("src") / text


def may_include(folder: str, other: str) -> bool:
    """May a file in a folder of the cli include a header in the other folder?"""
    return folder in ("", other) or other in CLI_FOLDERS.get(folder, set())


def stage_of(path: Path) -> str:
    """The stage of a file of the model; "build" for the files beside the stages, "" for those that any room may include."""
    below = path.parts[3:-1]
    return below[-1] if below else ""


def may_include_stage(stage: str, other: str) -> bool:
    """May a file of a stage of the model include a header of the other one?"""
    return other in ("", stage) or stage == "build" or other in MODEL_STAGES.get(stage, set())


def check_includes(root: Path, path: Path, text: str):
    """Yields a sentence for each include that the design does not allow."""
    room = room_of(path)
    for line_number, line in enumerate(text.splitlines(), 1):
        match = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
        if not match:
            continue
        target = included_path(match.group(1))
        if not (root / target).exists():
            yield f"{path}:{line_number}: {match.group(1)}: no such header below src/, include/ or reports/"
            continue
        other = room_of(target)
        if other not in ROOMS[room]:
            yield f"{path}:{line_number}: {room} must not include {other} ({match.group(1)})"
        elif room == "cli" and other in DUMP_ONLY and folder_of(path) != "dump":
            yield f"{path}:{line_number}: in the cli only dump may include {other} ({match.group(1)})"
        elif room == "cli" and other == "cli" and not may_include(folder_of(path), folder_of(target)):
            yield f"{path}:{line_number}: cli/{folder_of(path)} must not include cli/{folder_of(target)} ({match.group(1)})"
        elif other == "model" and not may_include_stage(stage_of(path) if room == "model" else "", stage_of(target)):
            yield f"{path}:{line_number}: no file beside the stages of the model or before this one may include {match.group(1)}"


def included_files(text: str):
    """The files of the repository that a source includes."""
    return [included_path(name) for name in re.findall(r'^\s*#\s*include\s+"([^"]+)"', text, re.M)]


def circles(includes: dict):
    """Yields each set of files that include each other in a circle; a source and its header count as one.

    `includes`: by path, the paths that the file includes.
    """
    edges = {}
    for path, targets in includes.items():
        edges.setdefault(path.with_suffix(""), set()).update(target.with_suffix("") for target in targets)
    reached = {}

    def reach(start):
        if start not in reached:
            found, open_ends = set(), [start]
            while open_ends:
                for target in edges.get(open_ends.pop(), ()):
                    if target not in found:
                        found.add(target)
                        open_ends.append(target)
            reached[start] = found
        return reached[start]

    told = set()
    for file in sorted(edges):
        circle = {other for other in reach(file) if file in reach(other)} - {file}
        if circle and file not in told:
            told |= circle | {file}
            yield sorted(circle | {file})


def check_circles(includes: dict):
    """Yields a sentence for each circle of files that crosses a room."""
    for circle in circles(includes):
        rooms = sorted({room_of(path) for path in circle})
        if len(rooms) > 1:
            yield f"a circle of files crosses the rooms {', '.join(rooms)}: {', '.join(map(str, circle))}"


def check_names(path: Path, text: str):
    """Yields a sentence for each file, or function in a header, whose name does not begin as its room's names do."""
    prefixes = PREFIXES.get(room_of(path))
    if prefixes is None:
        return
    bare = tuple(prefix.rstrip("_") for prefix in prefixes)
    if not path.name.startswith(prefixes) and path.stem not in bare and path.name != "main.c":
        yield f"{path}: names of files in this room begin with {' or '.join(prefixes)}"
    if path.suffix != ".h":
        return
    for line_number, line in enumerate(text.splitlines(), 1):
        match = re.match(r"(?!typedef|#|\s|/\*|\*|})[\w ]+[ *](\w+)\(", line)
        if match and not match.group(1).startswith(prefixes):
            yield f"{path}:{line_number}: {match.group(1)}: names of functions in this room begin with {' or '.join(prefixes)}"


def check_documents(path: Path, text: str, documents: set):
    """Yields a sentence for each document that a file names and the repository does not have."""
    for line_number, line in enumerate(text.splitlines(), 1):
        for folder, name in re.findall(r"(?<![\w/.*-])((?:[\w.-]+/)*)([\w.-]+\.md)\b", line):
            if name not in documents and not folder.startswith("build/"):
                yield f"{path}:{line_number}: {name}: no such document in the repository"


def check_sizes(path: Path, text: str):
    """Yields a sentence for each file or function that does not fit the house limits."""
    lines = text.splitlines()
    if len(lines) > MAX_FILE_LINES:
        yield f"{path}: {len(lines)} lines, at most {MAX_FILE_LINES} wanted"
    start = None
    for line_number, line in enumerate(lines, 1):
        if start is None and line.endswith(") {"):
            start = line_number
        elif start is not None and line == "}":
            if line_number - start - 1 > MAX_FUNCTION_LINES:
                yield f"{path}:{start}: function of {line_number - start - 1} lines"
            start = None


# What these print are figures and texts of clrcov itself, lines for a shell, bytes of a report, or messages of a protocol.
PRINTING = {"cmd.c", "cmd_mcp.c", "cmd_progress.c", "cmd_sink.c", "cmd_stats.c", "cmd_vars.c", "cmd_watch.c", "main.c", "opt_pages_main.c"}


def check_printing(path: Path, text: str):
    """Yields a sentence for each call that prints past cmd_print_text(), which breaks commands of build servers."""
    if path.name in PRINTING:
        return
    for line_number, line in enumerate(text.splitlines(), 1):
        if re.search(r"(?<![\w])(fprintf|printf|fputs|puts|fwrite|putchar|fputc|dprintf|perror)\(", line):
            yield f"{path}:{line_number}: prints by itself; cmd_say() and cmd_print_text() break commands of build servers"


def source_files(root: Path):
    """All C sources and headers of the product, relative to the repository."""
    for top in ("include", "src", "reports"):
        for path in sorted((root / top).rglob("*.[ch]")):
            yield path.relative_to(root)


def own_files(root: Path, pattern: str):
    """Files of the repository whose name fits, relative to it; not what was built."""
    for path in sorted(root.rglob(pattern)):
        relative = path.relative_to(root)
        if not {"build", "bin", "obj", ".git"} & set(relative.parts):
            yield relative


def main() -> int:
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    documents = {path.name for path in own_files(root, "*.md")}
    findings, count, includes = [], 0, {}
    for path in source_files(root):
        text = (root / path).read_text(encoding="utf-8")
        count += 1
        includes[path] = included_files(text)
        findings.extend(check_includes(root, path, text))
        findings.extend(check_names(path, text))
        findings.extend(check_sizes(path, text))
        findings.extend(check_printing(path, text))
    findings.extend(check_circles(includes))
    for pattern in ("*.md", "*.[ch]", "*.def", "*.cs", "*.fs", "*.vb", "CMakeLists.txt"):
        for path in own_files(root, pattern):
            findings.extend(check_documents(path, (root / path).read_text(encoding="utf-8", errors="replace"), documents))
    print("\n".join(findings))
    print(f"{count} files, {len(findings)} findings")
    return 1 if findings or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
