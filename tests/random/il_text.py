"""The IL after a line of source, from `clrcov dump --il`."""

import os
import re
import subprocess

DOCUMENT = re.compile(r"^document +(\d+) (.*)$")
POINT = re.compile(r"^ *; document (\d+), (\d+):\d+ to \d+:\d+")
SHOWN = 30      # instructions of a point


class IlText:
    """The IL of an assembly, by file and line; read when it is asked for the first time."""

    def __init__(self, clrcov, dll):
        self.clrcov, self.dll, self.lines = clrcov, dll, None

    def dump(self, *options):
        return subprocess.run([self.clrcov, "dump", self.dll, *options], capture_output=True, text=True,
                              check=True).stdout.splitlines()

    def read(self):
        names = {m[1]: os.path.basename(m[2]) for line in self.dump() if (m := DOCUMENT.match(line))}
        self.lines, block = {}, []
        for text in self.dump("--il"):
            point = POINT.match(text)
            if point:
                block = []
                self.lines.setdefault((names.get(point[1]), int(point[2])), []).append(block)
            elif not text.startswith(" "):
                block = []
            block.append(text)

    def of(self, file, line):
        if self.lines is None:
            self.read()
        blocks = self.lines.get((file, line), [])
        return [text for block in blocks for text in block[:SHOWN]] or ["(no sequence point begins on the line)"]
