#!/usr/bin/env python3
"""Does `clrcov diff` agree with diff-cover? diff_cases.py CLRCOV FOLDER: makes a repository for each kind of change, a
Cobertura file whose lines are drawn at random for the files as they are then, and compares which changed lines are covered
and missed. Prints "ok - NAME" or "not ok - NAME" for each."""
import json
import os
import random
import shutil
import subprocess
import sys
from xml.sax.saxutils import escape

CLRCOV, FOLDER = sys.argv[1:3]
ENVIRONMENT = {key: value for key, value in os.environ.items() if not key.startswith(("GITHUB_", "CI_", "CHANGE_"))} | {
    "GIT_AUTHOR_NAME": "x", "GIT_AUTHOR_EMAIL": "x@example.com", "GIT_COMMITTER_NAME": "x",
    "GIT_COMMITTER_EMAIL": "x@example.com", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
    "PYTHONWARNINGS": "ignore"}
BASE = [f"line {number}" for number in range(1, 41)]


class Repository:
    """A repository whose branch `main` has A.cs, src/B.cs and src/deep/C.fs, and of which `work` is checked out."""

    def __init__(self, name):
        self.top = os.path.join(FOLDER, name)
        self.random = random.Random(name)
        os.makedirs(self.top)
        self.git("init", "-q", "-b", "main")
        for path in ("A.cs", "src/B.cs", "src/deep/C.fs"):
            self.write(path, BASE)
        self.commit("base")
        self.git("checkout", "-q", "-b", "work")

    def git(self, *words, directory=None):
        """Runs git; its output."""
        return subprocess.run(["git", *words], cwd=directory or self.top, env=ENVIRONMENT, check=True, text=True,
                              capture_output=True).stdout

    def path(self, name):
        return os.path.join(self.top, name)

    def write(self, name, lines, end="\n", last=True):
        """A file of these lines."""
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8", newline="") as stream:
            stream.write(end.join(lines) + (end if last else ""))

    def lines(self, name):
        with open(self.path(name), encoding="utf-8", errors="replace", newline="") as stream:
            return stream.read().splitlines()

    def commit(self, message="change"):
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)

    def cover(self, root="."):
        """Cobertura of all sources below the root: two of three lines have code, half of these ran."""
        top = self.path(root)
        classes = []
        for folder, folders, names in os.walk(top):
            folders[:] = sorted(f for f in folders if f not in (".git", "sub"))
            for name in sorted(names):
                if name.endswith((".cs", ".fs", ".vb")) and not os.path.islink(os.path.join(folder, name)):
                    full = os.path.join(folder, name)
                    with open(full, "rb") as stream:
                        count = len(stream.read().splitlines())
                    lines = "".join(f'<line number="{n}" hits="{self.random.randint(0, 1)}"/>'
                                    for n in range(1, count + 1) if self.random.random() < 0.67)
                    path = escape(os.path.relpath(full, top), {'"': "&quot;"})
                    classes.append(f'<class name="{path}" filename="{path}" line-rate="0" branch-rate="0" '
                                   f'complexity="0"><methods/><lines>{lines}</lines></class>')
        with open(os.path.join(FOLDER, "c.xml"), "w", encoding="utf-8") as stream:
            stream.write('<?xml version="1.0"?><coverage line-rate="0" branch-rate="0" lines-covered="0" lines-valid="0" '
                         'branches-covered="0" branches-valid="0" complexity="0" version="1" timestamp="1"><sources>'
                         f'<source>{top}</source></sources><packages><package name="P" line-rate="0" branch-rate="0" '
                         f'complexity="0"><classes>{"".join(classes)}</classes></package></packages></coverage>')


# --- the kinds of changes ---------------------------------------------------------------------------------------------

def edit(change, path="A.cs"):
    """A change of one file by a function of its lines."""
    def make(repository):
        lines = repository.lines(path)
        change(lines)
        repository.write(path, lines)
        repository.commit()
    return make


def insert(lines, at, count=3):
    lines[at:at] = [f"new {n}" for n in range(count)]


def several(lines):
    insert(lines, 35)
    del lines[20:23]
    lines[10] = "changed"
    insert(lines, 2, 1)


def renamed(repository):
    repository.git("mv", "A.cs", "Moved.cs")
    repository.commit()


def renamed_and_changed(repository):
    repository.git("mv", "A.cs", "src/Moved.cs")
    edit(lambda lines: insert(lines, 5), "src/Moved.cs")(repository)


def copied(repository):
    repository.write("Copy.cs", repository.lines("A.cs") + ["one more"])
    repository.commit()


def new_file(repository):
    repository.write("src/New.vb", BASE[:10])
    repository.commit()


def new_empty(repository):
    repository.write("Empty.cs", [], last=False)
    repository.commit()


def deleted(repository):
    os.unlink(repository.path("A.cs"))
    edit(lambda lines: insert(lines, 1), "src/B.cs")(repository)


def carriage_returns(repository):
    repository.write("A.cs", repository.lines("A.cs"), end="\r\n")
    repository.commit()


def some_carriage_returns(repository):
    lines = repository.lines("A.cs")
    lines[4] += "\r"
    insert(lines, 30)
    repository.write("A.cs", lines)
    repository.commit()


def no_last_end(repository):
    repository.write("A.cs", repository.lines("A.cs") + ["the end"], last=False)
    repository.commit()


def last_end_only(repository):
    repository.git("checkout", "-q", "main")
    repository.write("A.cs", BASE, last=False)
    repository.commit()
    repository.git("checkout", "-q", "-B", "work")
    repository.write("A.cs", BASE)
    repository.commit()


def binary(repository):
    with open(repository.path("b.bin"), "wb") as stream:
        stream.write(bytes(range(256)) * 9)
    edit(lambda lines: insert(lines, 9))(repository)


def mode_only(repository):
    os.chmod(repository.path("A.cs"), 0o755)
    edit(lambda lines: insert(lines, 3), "src/B.cs")(repository)


def submodule(repository):
    other = os.path.join(FOLDER, "other-" + os.path.basename(repository.top))
    os.makedirs(other)
    for words in (("init", "-q"), ("commit", "-q", "--allow-empty", "-m", "x")):
        repository.git(*words, directory=other)
    repository.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other, "sub")
    edit(lambda lines: insert(lines, 7))(repository)


def link(repository):
    os.symlink("A.cs", repository.path("Link.cs"))
    edit(lambda lines: insert(lines, 7))(repository)


def letters(repository):
    repository.write("src/\u00c4 b\u2028c.cs", BASE[:6])
    repository.write("src/quote\"tab\\x.cs", BASE[:6])
    repository.commit()


def base_went_on(repository):
    edit(several)(repository)
    repository.git("checkout", "-q", "main")
    edit(lambda lines: lines.insert(0, "on main"), "src/B.cs")(repository)
    repository.git("checkout", "-q", "work")


def merged(repository):
    base_went_on(repository)
    repository.git("merge", "-q", "--no-edit", "main")
    edit(lambda lines: insert(lines, 12), "src/B.cs")(repository)


def not_committed(repository):
    edit(lambda lines: insert(lines, 5))(repository)
    lines = repository.lines("src/B.cs")
    insert(lines, 8)
    repository.write("src/B.cs", lines)


def staged(repository):
    not_committed(repository)
    repository.git("add", "-A")


def moved_block(lines):
    lines[30:30] = lines[2:12]
    del lines[2:12]


def spaces(lines):
    for n in range(5, 15):
        lines[n] = "    " + lines[n]


def looks_like_a_patch(lines):
    lines[8:8] = ["-- a/x", "++ b/y", "@@ -1 +1 @@", "diff --git a/A.cs b/A.cs", "-", "+", "\\ No newline"]


def nothing(repository):
    repository.commit()


def many(repository):
    for number in range(60):
        repository.write(f"many/F{number}.cs", BASE[:number % 7 + 1])
    repository.commit()


def long_file(repository):
    lines = [f"line {n}" for n in range(30000)]
    repository.write("A.cs", lines)
    repository.git("checkout", "-q", "main")
    repository.write("A.cs", lines)
    repository.commit()
    repository.git("checkout", "-q", "-B", "work")
    for n in range(0, 30000, 7):
        lines[n] = f"changed {n}"
    repository.write("A.cs", lines)
    repository.commit()


LAST_END, LETTERS = "a line end at the end", "letters and quotes in names"
CASES = {
    "lines added": edit(lambda lines: insert(lines, 5)),
    "lines at the top": edit(lambda lines: insert(lines, 0)),
    "lines at the end": edit(lambda lines: insert(lines, 40)),
    "lines changed": edit(lambda lines: lines.__setitem__(9, "changed")),
    "lines deleted": edit(lambda lines: lines.__delitem__(slice(3, 9))),
    "several changes": edit(several),
    "a block moved": edit(moved_block),
    "indentation": edit(spaces),
    "a file of one line": edit(lambda lines: lines.__setitem__(slice(None), ["only"])),
    "lines that look like a patch": edit(looks_like_a_patch),
    "a deep folder": edit(several, "src/deep/C.fs"),
    "a file renamed": renamed,
    "a file renamed and changed": renamed_and_changed,
    "a file copied": copied,
    "a new file": new_file,
    "a new empty file": new_empty,
    "a file deleted": deleted,
    "CR LF everywhere": carriage_returns,
    "CR LF in one line": some_carriage_returns,
    "no line end at the end": no_last_end,
    LAST_END: last_end_only,
    "a binary file": binary,
    "only the mode": mode_only,
    "a submodule": submodule,
    "a link": link,
    LETTERS: letters,
    "the base went on": base_went_on,
    "a merge commit": merged,
    "changes that are not committed": not_committed,
    "changes that are staged": staged,
    "no change": nothing,
    "sixty files": many,
    "4,000 changes of one file": long_file,
}


# --- the comparison ---------------------------------------------------------------------------------------------------

def ours(directory, *options):
    """{path: {line: covered}} of clrcov diff."""
    data = os.path.join(FOLDER, "d.clrcov")
    subprocess.run([CLRCOV, "merge", "-q", "--allow-empty", "--root", directory, "-o", data, os.path.join(FOLDER, "c.xml")],
                   check=True, env=ENVIRONMENT, cwd=directory)
    run = subprocess.run([CLRCOV, "diff", "-f", "json", "--allow-empty", "--root", directory, *options, data], env=ENVIRONMENT,
                         cwd=directory, text=True, capture_output=True, check=False)
    if run.returncode:
        raise AssertionError(run.stderr)
    return {file["path"]: {line["number"]: line["hits"] > 0 for line in file["lines"]}
            for file in json.loads(run.stdout)["files"]}


def theirs(directory):
    """The number of covered and missed lines for each file, and the missed ones, of diff-cover."""
    report = os.path.join(FOLDER, "r.json")
    subprocess.run(["diff-cover", os.path.join(FOLDER, "c.xml"), "--compare-branch", "main", "--json-report", report, "-q"],
                   cwd=directory, env=ENVIRONMENT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(report, encoding="utf-8") as stream:
        found = json.load(stream)
    return found["total_num_lines"], {path: sorted(of["violation_lines"]) for path, of in found["src_stats"].items()}


def compare(name, directory, mine):
    """Prints the verdict."""
    total, missed = theirs(directory)
    got = {path: sorted(n for n, hit in lines.items() if not hit) for path, lines in mine.items()}
    wanted = {path: lines for path, lines in missed.items() if path in got or lines}
    if total == sum(map(len, mine.values())) and got == {path: wanted.get(path, []) for path in got} and not (
            wanted.keys() - got.keys()):
        print(f"ok - diff: {name} ({total} lines)")
    else:
        print(f"not ok - diff: {name}\n#   diff-cover {total} {wanted}\n#   clrcov {sum(map(len, mine.values()))} {got}")


def patch_file(repository):
    """The same change as a patch with context, by --patch."""
    path = os.path.join(FOLDER, "change.patch")
    base = repository.git("merge-base", "main", "HEAD").strip()
    with open(path, "w", encoding="utf-8", newline="") as stream:
        stream.write(subprocess.run(["git", "diff", "-U5", base], cwd=repository.top, env=ENVIRONMENT, check=True,
                                    capture_output=True).stdout.decode("utf-8", "surrogateescape"))
    return path


def main():
    """All cases."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    os.makedirs(FOLDER)
    for number, (name, change) in enumerate(CASES.items()):
        repository = Repository(f"r{number}")
        change(repository)
        repository.cover()
        mine = ours(repository.top, "--base", "main")
        if name == LAST_END:
            # git says that the last line changed; diff-cover does not count it
            fine = set(mine.get("A.cs", {})) <= {40}
            print("ok - diff: " + name if fine else f"not ok - diff: {name}: {mine}")
        elif name == LETTERS:
            # diff-cover does not read names that git quotes
            fine = set(mine) <= {"src/\u00c4 b\u2028c.cs", "src/quote\"tab\\x.cs"} and sum(map(len, mine.values())) > 3
            print("ok - diff: " + name if fine else f"not ok - diff: {name}: {mine}")
        else:
            compare(name, repository.top, mine)
        if mine != ours(repository.top, "--patch", patch_file(repository)):
            print(f"not ok - diff: {name}, as a patch")
    repository = Repository("folder")
    edit(several, "src/B.cs")(repository)
    edit(several)(repository)
    repository.cover("src")
    mine = ours(repository.path("src"), "--base", "main")
    wanted = {"B.cs"} if set(mine) == {"B.cs"} and mine["B.cs"] else None
    print("ok - diff: a folder as the root" if wanted else f"not ok - diff: a folder as the root\n#   {mine}")
    repository = Repository("tree")
    edit(several)(repository)
    tree = os.path.join(FOLDER, "worktree")
    repository.git("checkout", "-q", "main")
    repository.git("worktree", "add", "-q", tree, "work")
    repository.top = tree
    repository.cover()
    compare("a worktree", tree, ours(tree, "--base", "main"))


main()
