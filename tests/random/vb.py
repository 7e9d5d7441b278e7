"""Visual Basic: the files of a batch of seeds, plain and twin, and how they are compiled."""

import random

from vb_make import Maker
from vb_tree import Writer

EXTENSION = ".vb"
HEAD = ("Imports System\nImports System.Collections.Generic\nImports System.Threading.Tasks\nImports RandomPrograms\n")
LATE = "Option Strict Off\n"


class Program:
    """The sources of several seeds: files of the plain program with their layouts, and texts of the twin."""

    def __init__(self, seeds, methods):
        self.files, self.twins, self.entries = {}, {}, []
        maker = Maker()
        for seed in seeds:
            maker.random = random.Random(seed)
            for part in range(0, methods, 12):
                self.add(maker, seed, part, min(12, methods - part))

    def add(self, maker, seed, part, methods):
        """A module of so many methods."""
        name = f"P{seed}_{part}"
        writer = Writer(maker.random)
        maker.is_strict = maker.random.random() < 0.7
        start = f"{'' if maker.is_strict else LATE}{HEAD}\nFriend Module {name}"
        writer.done = start.split("\n")
        writer.depth = 1
        twin = [start]
        for number in range(methods):
            method = maker.method(f"M{number}", maker.random.randrange(2, 5))
            writer.end_line()
            writer.done.append("")
            method.plain(writer)
            twin += ["", *method.twin()]
            self.entries.append((name, method.name, seed * 7919 + part + number, maker.random.randrange(1, 4)))
        writer.depth = 0
        writer.end_line()
        writer.put("End Module")
        self.files[name + EXTENSION] = writer
        self.twins[name + EXTENSION] = "\n".join([*twin, "End Module"]) + "\n"

    def main(self, is_twin):
        calls = "".join(
            f"        H.Entry({start % 2**31}UI, {times}, Function(a, b, s, o) H.Drain({module}.{name}(a, b, s, o)))\n"
            for module, name, start, times in self.entries)
        last = "        T.Write(arguments(0))\n" if is_twin else ""
        return (f"{HEAD}\n<System.Diagnostics.CodeAnalysis.ExcludeFromCodeCoverage>\nFriend Module Program\n"
                f"    Public Sub Main(arguments As String())\n{calls}        Console.WriteLine(H.Sum)\n{last}    End Sub\n"
                f"End Module\n")


def compile_command(sdk, sources, references, output, release):
    """The compiler of the SDK, called directly: a project would take longer and compile the same."""
    library = next(r for r in references if r.endswith("/Microsoft.VisualBasic.Core.dll"))
    return ["dotnet", f"{sdk}/Roslyn/bincore/vbc.dll", "-nologo", "-target:exe", "-langversion:latest", "-optionstrict+",
            "-optioninfer+", "-nowarn", "-deterministic", "-debug:portable", '-define:_MYTYPE="Empty"', f"-vbruntime:{library}", "-nosdkpath",
            f"-optimize{'+' if release else '-'}", f"-out:{output}", *[f"-r:{r}" for r in references], *sources]
