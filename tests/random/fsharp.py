"""F#: the files of a batch of seeds, plain and twin, and how they are compiled."""

import random

from fs_make import Maker
from fs_tree import Writer

EXTENSION = ".fs"
HEAD = ("open System\nopen System.Collections.Generic\nopen System.Runtime.CompilerServices\nopen System.Threading.Tasks\n"
        "open RandomPrograms.Support\n")
TWIN = "open RandomPrograms.Truth\n"


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
        """A module of so many functions."""
        name = f"P{seed}_{part}"
        writer = Writer(maker.random)
        start = f"module RandomPrograms.{name}\n\n{HEAD}"
        writer.done = start.split("\n")
        twin = [start + TWIN]
        for number in range(methods):
            method = maker.method(f"m{number}", maker.random.randrange(2, 5))
            writer.end_line()
            writer.done.append("")
            method.plain(writer)
            twin += ["", *method.twin(0)]
            self.entries.append((name, method.name, seed * 7919 + part + number, maker.random.randrange(1, 4)))
        self.files[name + EXTENSION] = writer
        self.twins[name + EXTENSION] = "\n".join(twin) + "\n"

    def main(self, is_twin):
        calls = "".join(
            f"    H.Entry({start % 2**32}u, {times}, fun a b s o -> H.Drain({module}.{name} a b s o))\n"
            for module, name, start, times in self.entries)
        last = f"    {'RandomPrograms.Truth.T.Write(arguments[0])' if is_twin else 'ignore arguments'}\n"
        return (f"module RandomPrograms.Program\n\nopen System\nopen System.Diagnostics.CodeAnalysis\n"
                f"open RandomPrograms.Support\n\n[<ExcludeFromCodeCoverage; EntryPoint>]\nlet main arguments =\n{calls}"
                f"    Console.WriteLine H.Sum\n{last}    0\n")


def compile_command(sdk, sources, references, output, release):
    """The compiler of the SDK, called directly: a project would take longer and compile the same."""
    core = f"{sdk}/FSharp/FSharp.Core.dll"
    kind = ["--optimize+", "--crossoptimize+"] if release else ["--optimize-", "--tailcalls-", "--define:DEBUG"]
    return ["dotnet", f"{sdk}/FSharp/fsc.dll", "--nologo", "--noframework", "--target:exe", "--targetprofile:netcore",
            "--deterministic+", "--debug:portable", "--nowarn:3370,25,26,64,1182,3391", *kind, f"--out:{output}", f"-r:{core}",
            *[f"-r:{r}" for r in references], *sources]
