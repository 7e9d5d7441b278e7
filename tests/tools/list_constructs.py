#!/usr/bin/env python3
"""Writes tests/targets/CONSTRUCTS.md: which file of the targets tests which construct.

    list_constructs.py [--check]

The page is made of the headings and the `//- ` lines of the sources. --check writes nothing: exit code 1 when the page is not what
the sources say.
"""

import argparse
import os
import re
import sys

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "integration"))

from check_marks import read_source, source_paths       # noqa: E402

TARGETS = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "targets"))
PAGE = "CONSTRUCTS.md"
# The projects that test languages, construct by construct.
PROJECTS = {
    "csharp": "C#",
    "csharp15": "C# 15",
    "fsharp": "F#",
    "fsharp-more": "F#, more",
    "vb": "Visual Basic",
    "vb-more": "Visual Basic, more",
}
# Files that test nothing of their own.
HELPERS = {"Help", "Program"}
HEAD = """\
# Which file tests which construct

`tests/tools/list_constructs.py` writes this page from the heading of each file and from its lines that begin with `//- `; do not
edit it. Below each file are its constructs, in the order of the file. Files of one family of constructs share the beginning of
their names; `Program...` are programs as people write them, with many constructs. The marks are explained in
[README.md](README.md).
"""
ALONE = "Others"        # files whose names begin as no other does


def first_word(name):
    """The first word of a name, in the singular: `Switch` of SwitchStatements and of Switches."""
    word = re.match(r"[A-Z][A-Za-z]*?[a-z]+(?=[A-Z0-9.]|$)", name)[0]
    return re.sub(r"(?<=ch)es$|(?<!s)s$", "", word)


def families(names):
    """family -> its names, both in the order of the alphabet; those that share their first word with no other are in the last one."""
    words = {first_word(name) for name in names}
    shortest = {name: min((word for word in words if name.startswith(word)), key=len) for name in names}
    members = {}
    for name in sorted(names, key=str.lower):
        members.setdefault(shortest[name], []).append(name)
    alone = [name for family in members.values() if len(family) == 1 for name in family]
    found = {word: family for word, family in sorted(members.items()) if len(family) > 1}
    return found | ({ALONE: alone} if alone else {})


def text(words):
    """Words of a comment as Markdown; what stands between backticks is code already."""
    pieces = words.split("`")
    return "`".join(piece if n % 2 else re.sub(r"([\\*_<\[])", r"\\\1", piece) for n, piece in enumerate(pieces))


def page_of(root):
    """The whole page."""
    lines = [HEAD]
    for project, title in PROJECTS.items():
        if not os.path.isdir(os.path.join(root, project)):
            continue
        sources = {os.path.basename(path).rsplit(".", 1)[0]: read_source(path) for path in source_paths([os.path.join(root, project)])}
        sources = {name: source for name, source in sources.items() if name not in HELPERS}
        lines.append(f"## {title}: [{project}]({project})\n")
        for family, names in families(sources).items():
            lines.append(f"### {family}\n")
            for name in names:
                source = sources[name]
                lines.append(f"- **[{name}]({project}/{os.path.basename(source.path)})**: {text(source.heading)}")
                if source.constructs:
                    lines.append(f"  - {' · '.join(map(text, source.constructs.values()))}")
            lines.append("")
    return "\n".join(lines)


def main(arguments=None, root=TARGETS):
    parser = argparse.ArgumentParser(description="Writes the page that says which file tests which construct.")
    parser.add_argument("--check", action="store_true", help="only say whether the page is what the sources say")
    options = parser.parse_args(arguments)
    path, page = os.path.join(root, PAGE), page_of(root)
    if not options.check:
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(page)
        return 0
    with open(path, encoding="utf-8") as stream:
        if stream.read() == page:
            return 0
    print(f"{path} is not what the sources say: run tests/tools/list_constructs.py")
    return 1


if __name__ == "__main__":
    sys.exit(main())
