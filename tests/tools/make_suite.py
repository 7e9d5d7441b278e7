#!/usr/bin/env python3
"""Writes a library and its unit tests: make_suite.py TESTS DIR.

It has the shape of the tests of a parser: for every three tests there are eight methods of the library, most of them
small, some async, iterators, switches, lambdas or with clauses. Each test calls one or two that nobody else calls, and
reads a text with methods that all tests share: most of the time of a run goes into compiling what runs once and into a
few methods that run often. For measurements: nothing is marked.

With BENCH_TIERING=FILE in its environment the test host writes at its end what the runtime's thread used that compiles
methods again: seconds of processor time, and the number of methods.
"""
import pathlib
import sys

CLASS = 30      # tests of a class
PARTS = 35      # of the class that it tests: of some 80 methods, with what the compiler makes of them
LINES = 24      # of the text that a test reads

LIBRARY = """<Project Sdk="Microsoft.NET.Sdk" />
"""

TESTS = """<Project Sdk="Microsoft.NET.Sdk">

  <ItemGroup>
    <PackageReference Include="Microsoft.NET.Test.Sdk" Version="17.14.1" />
    <PackageReference Include="xunit" Version="2.9.3" />
    <PackageReference Include="xunit.runner.visualstudio" Version="3.1.5" />
    <ProjectReference Include="../Library/Library.csproj" />
  </ItemGroup>

</Project>
"""

READER = """using System.Collections.Generic;

namespace Library;

public enum Kind { Word, Number, Space, Mark, End }

public readonly struct Token
{
    public Token(Kind kind, int start, int length)
    {
        Kind = kind;
        Start = start;
        Length = length;
    }

    public Kind Kind { get; }
    public int Start { get; }
    public int Length { get; }
}

/// What all tests share: it splits a text into tokens and puts them into a tree of blocks.
public sealed class Reader
{
    private readonly string text;
    private int at;

    public Reader(string text)
    {
        this.text = text;
    }

    private bool IsAtEnd => at >= text.Length;
    private char Current => IsAtEnd ? '\\0' : text[at];

    private static bool IsLetter(char c) => (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');

    private static bool IsDigit(char c)
    {
        return c >= '0' && c <= '9';
    }

    private static bool IsSpace(char c)
    {
        switch (c)
        {
            case ' ':
            case '\\t':
            case '\\n':
                return true;
            default:
                return false;
        }
    }

    private static Kind KindOf(char c)
    {
        if (IsLetter(c))
        {
            return Kind.Word;
        }
        if (IsDigit(c))
        {
            return Kind.Number;
        }
        return IsSpace(c) ? Kind.Space : Kind.Mark;
    }

    public Token Next()
    {
        int start = at;
        if (IsAtEnd)
        {
            return new Token(Kind.End, start, 0);
        }
        Kind kind = KindOf(Current);
        at++;
        while (!IsAtEnd && kind != Kind.Mark && KindOf(Current) == kind)
        {
            at++;
        }
        return new Token(kind, start, at - start);
    }

    public List<Block> ReadBlocks()
    {
        List<Block> blocks = new();
        Block block = new();
        for (Token token = Next(); token.Kind != Kind.End; token = Next())
        {
            if (token.Kind == Kind.Space && text[token.Start] == '\\n')
            {
                blocks.Add(block);
                block = new Block();
                continue;
            }
            block.Add(token);
        }
        blocks.Add(block);
        return blocks;
    }
}

public sealed class Block
{
    private readonly List<Token> tokens = new();

    public int Count => tokens.Count;
    public int Letters { get; private set; }
    public int Digits { get; private set; }

    public void Add(Token token)
    {
        tokens.Add(token);
        switch (token.Kind)
        {
            case Kind.Word:
                Letters += token.Length;
                break;
            case Kind.Number:
                Digits += token.Length;
                break;
        }
    }

    public int Longest()
    {
        int longest = 0;
        foreach (Token token in tokens)
        {
            if (token.Length > longest)
            {
                longest = token.Length;
            }
        }
        return longest;
    }
}
"""

# The parts of a class, in turn: a method that takes a text and gives a number that is not negative, and what it needs.
KINDS = [
    """    public int Value{n} {{ get; set; }} = {n};

    public int Of{n}(string text) => Value{n} + text.Length;
""",
    """    public int Of{n}(string text)
    {{
        if (text.Length > {n})
        {{
            return text.Length - {n};
        }}
        return text.Length;
    }}
""",
    """    private static bool Is{n}(char c) => c == 'a' + {n} % 26;

    public int Of{n}(string text)
    {{
        int count = 0;
        for (int i = 0; i < text.Length && i < 8; i++)
        {{
            if (Is{n}(text[i]))
            {{
                count++;
            }}
        }}
        return count;
    }}
""",
    """    public int Of{n}(string text)
    {{
        switch (text.Length % 7)
        {{
            case 0:
                return {n};
            case 1:
                return {n} + 1;
            case 2:
                return {n} + text.Length;
            case 3:
                return text.IndexOf('x') + 1;
            case 5:
                return 2;
            default:
                return 0;
        }}
    }}
""",
    """    private readonly List<int> list{n} = new();

    private void Fill{n}(int count)
    {{
        list{n}.Clear();
        while (list{n}.Count < count)
        {{
            list{n}.Add(list{n}.Count * {n});
        }}
    }}

    public int Of{n}(string text)
    {{
        Fill{n}(text.Length % 5 + 1);
        return list{n}.Where(value => value >= {n}).Count();
    }}
""",
    """    private static IEnumerable<int> Parts{n}(string text)
    {{
        yield return {n};
        foreach (char c in text)
        {{
            if (c == '\\n')
            {{
                yield break;
            }}
            yield return c;
        }}
    }}

    public int Of{n}(string text) => Parts{n}(text).Count();
""",
    """    private static async Task<int> Wait{n}(string text)
    {{
        await Task.CompletedTask;
        return text.Length + {n};
    }}

    public int Of{n}(string text) => Wait{n}(text).Result;
""",
    """    public int Of{n}(string text)
    {{
        string part = text.Length > 3 ? text.Substring(0, 3) : text;
        try
        {{
            return part == "{n}" ? int.Parse(part) : part.Length;
        }}
        finally
        {{
            last = part;
        }}
    }}
""",
    """    public string Name{n} => last ?? "none";

    public int Of{n}(string text)
    {{
        string name = Name{n};
        return name.Length > 2 && text.Length > 1 || name == text ? name.Length : text.Length;
    }}
""",
    """    public int Of{n}(string text)
    {{
        (int first, int second) = (text.Length, {n});
        if (first > second)
        {{
            (first, second) = (second, first);
        }}
        return text switch
        {{
            "" => 0,
            "one" or "two" => first,
            {{ Length: > 100 }} => second - first,
            _ => second,
        }};
    }}
""",
]
# The thread ends when it had nothing to do for some seconds, and another one may follow: so it is looked at after each
# of its batches, of which the runtime tells.
TIERING = """using System;
using System.Collections.Generic;
using System.Diagnostics.Tracing;
using System.Globalization;
using System.IO;
using System.Runtime.CompilerServices;

namespace Tests;

internal sealed class Tiering : EventListener
{
    private const EventKeywords Compilation = (EventKeywords)0x1000000000;
    private static Tiering? listener;
    private readonly Dictionary<string, long> nanoseconds = new();
    private long methods;

    [ModuleInitializer]
    internal static void Begin()
    {
        string? path = Environment.GetEnvironmentVariable("BENCH_TIERING");
        if (path != null)
        {
            listener = new Tiering();
            AppDomain.CurrentDomain.ProcessExit += (_, _) => listener.Write(path);
        }
    }

    protected override void OnEventSourceCreated(EventSource source)
    {
        if (source.Name == "Microsoft-Windows-DotNETRuntime")
        {
            EnableEvents(source, EventLevel.Informational, Compilation);
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs told)
    {
        int at = told.PayloadNames?.IndexOf("JittedMethodCount") ?? -1;
        if (at < 0)
        {
            return;
        }
        lock (nanoseconds)
        {
            methods += Convert.ToInt64(told.Payload![at], CultureInfo.InvariantCulture);
            Look();
        }
    }

    private void Look()
    {
        foreach (string task in Directory.GetDirectories("/proc/self/task"))
        {
            try
            {
                if (File.ReadAllText(task + "/comm").StartsWith(".NET Tiered", StringComparison.Ordinal))
                {
                    string clock = File.ReadAllText(task + "/schedstat").Split(' ')[0];
                    nanoseconds[task] = long.Parse(clock, CultureInfo.InvariantCulture);
                }
            }
            catch (IOException)
            {
            }
        }
    }

    private void Write(string path)
    {
        lock (nanoseconds)
        {
            Look();
            double seconds = 0;
            foreach (long value in nanoseconds.Values)
            {
                seconds += value / 1e9;
            }
            File.WriteAllText(path, FormattableString.Invariant($"{seconds:F6} {methods}\\n"));
        }
    }
}
"""

TEXTS = """namespace Tests;

internal static class Texts
{{
    internal static string Of(int number)
    {{
        string text = "";
        for (int i = 0; i < {lines}; i++)
        {{
            text += $"line {{number}} of a text, with {{i * number}} and *more* words;\\n";
        }}
        return text;
    }}
}}
"""


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def feature(index):
    parts = "\n".join(KINDS[n % len(KINDS)].format(n=n) for n in range(PARTS))
    return f"""using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;

namespace Library;

public sealed class Feature{index}
{{
    private string? last;

{parts}}}
"""


def test(index, number):
    calls = " + ".join(f"feature.Of{n}(text)" for n in range(number, PARTS, CLASS))
    return f"""    [Fact]
    public void Reads{number}()
    {{
        string text = Texts.Of({index * CLASS + number});
        Feature{index} feature = new();
        Assert.InRange({calls}, 0, int.MaxValue);
        Assert.NotEmpty(new Reader(text).ReadBlocks());
    }}
"""


def tests(index):
    return f"""using Library;
using Xunit;

namespace Tests;

public class Feature{index}Tests
{{
{chr(10).join(test(index, number) for number in range(CLASS))}}}
"""


def main():
    count, folder = int(sys.argv[1]), pathlib.Path(sys.argv[2])
    write(folder / "Library/Library.csproj", LIBRARY)
    write(folder / "Library/Reader.cs", READER)
    write(folder / "Tests/Tests.csproj", TESTS)
    write(folder / "Tests/Texts.cs", TEXTS.format(lines=LINES))
    write(folder / "Tests/Tiering.cs", TIERING)
    for index in range((count + CLASS - 1) // CLASS):
        write(folder / f"Library/Feature{index}.cs", feature(index))
        write(folder / f"Tests/Feature{index}Tests.cs", tests(index))


if __name__ == "__main__":
    main()
