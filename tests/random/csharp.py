"""C#: the files of a batch of seeds, plain and twin, and how they are compiled."""

import random

from cs_make import Maker, make_method
from cs_more import MORE
from layout import Layout

USINGS = ("using System;\nusing System.Collections.Generic;\nusing System.Threading.Tasks;\nusing RandomPrograms;\n\n"
          "namespace RandomPrograms;\n\n")
EXTENSION = ".cs"


class Program:
    """The sources of several seeds: files of the plain program with their layouts, and texts of the twin."""

    def __init__(self, seeds, methods):
        self.files, self.twins, self.entries = {}, {}, []
        maker = Maker(None)
        for seed in seeds:
            maker.random = random.Random(seed)
            maker.callees = []
            maker.more = seed >= MORE
            for part in range(0, methods, 12):
                self.add(maker, seed, part, min(12, methods - part))

    def add(self, maker, seed, part, methods):
        """A class of so many methods."""
        name = f"P{seed}_{part}"
        layout = Layout(maker.random)
        usings = USINGS.replace("using System.Threading", "using System.Linq;\nusing System.Threading", maker.more)
        layout.done = (usings + f"internal static class {name}\n{{").split("\n")
        layout.depth = 1
        twin = [usings, f"internal static class {name}\n{{"]
        maker.callees = []
        for number in range(methods):
            method = make_method(maker, f"M{number}", maker.random.randrange(2, 5))
            layout.end_line()
            layout.done.append("")
            method.plain(layout)
            twin.append(method.twin())
            self.entries.append((name, method.name, seed * 7919 + part + number, maker.random.randrange(1, 4)))
        layout.depth = 0
        layout.put("}")
        self.files[name + EXTENSION] = layout
        self.twins[name + EXTENSION] = "\n".join(twin + ["}"]) + "\n"

    def main(self, is_twin):
        calls = "".join(
            f"        H.Entry({start % 2**32}u, {times}, (a, b, s, o) => H.Drain({cls}.{name}(a, b, s, o)));\n"
            for cls, name, start, times in self.entries)
        last = "        T.Write(arguments[0]);\n" if is_twin else ""
        return (f"{USINGS}[System.Diagnostics.CodeAnalysis.ExcludeFromCodeCoverage]\ninternal static class Program\n{{\n"
                f"    private static void Main(string[] arguments)\n    {{\n{calls}"
                f"        Console.WriteLine(H.Sum);\n{last}    }}\n}}\n")


def compile_command(sdk, sources, references, output, release):
    """The compiler of the SDK, called directly: a project would take longer and compile the same."""
    return ["dotnet", f"{sdk}/Roslyn/bincore/csc.dll", "-nologo", "-nostdlib", "-target:exe", "-langversion:latest",
            "-nullable:annotations", "-nowarn:1591", "-warn:0", "-deterministic", "-debug:portable", "-unsafe",
            f"-optimize{'+' if release else '-'}", f"-out:{output}", *[f"-r:{r}" for r in references], *sources]
