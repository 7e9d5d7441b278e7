using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Text.RegularExpressions;

namespace IlTargets;

/// <summary>A mistake in a source; the message names its place.</summary>
internal sealed class BadSource(string message) : Exception(message);

/// <summary>A line of a body: items, and where its sequence point lies.</summary>
internal sealed record Line(string Text, int Number, int StartColumn, int EndColumn, PointKind Point);

internal enum PointKind { None, Visible, Hidden }

internal sealed class Clause
{
    public required string Kind, TryStart, TryEnd, HandlerStart, HandlerEnd, FilterOrType;
}

internal sealed class Method
{
    public required string Header, Path;
    public required int Number;
    public required TypeSource Type;
    public required bool IsInstance;
    public HashSet<string> Flags = [];
    public string Name = "";
    public int MaxStack = 8, Row;
    public string? Locals, SameBodyAs;
    public bool InitLocals = true, IsFat;
    public string Sections = "auto";
    public int? HeaderFlags;
    public List<Line> Lines = [];
    public List<Clause> Clauses = [];

    public BadSource Wrong(string message, int? line = null) => new($"{Path}({line ?? Number}): {message}");
}

internal sealed class TypeSource
{
    public required string Name;
    public HashSet<string> Flags = [];
    public string Extends = "System.Object";
    public List<string> Implements = [];
    public int GenericCount, Row, FirstField, FirstMethod;
    public List<(string Name, string Type, bool IsStatic)> Fields = [];
    public List<Method> Methods = [];
}

/// <summary>
/// The sources as types, methods and lines. Nothing of a body is interpreted here but repetition: README.md
/// has the language.
/// </summary>
internal sealed class Source
{
    private static readonly Regex formulas = new(@"%(?:i|\(i\+(\d+)\)|\(i\*(\d+)\)|\((\d+)-i\))");

    public List<TypeSource> Types { get; } = [];
    public List<string> Runs { get; } = [];

    private TypeSource? type;
    private Method? method;
    private string path = "";

    public void Read(string file)
    {
        path = file;
        string[] lines = File.ReadAllLines(file);
        for (int i = 0; i < lines.Length; i++)
        {
            i = ReadLine(lines, i, null, true);
        }
        Close();
    }

    /// <summary>Takes one line, or a whole repetition; answers the last index taken.</summary>
    private int ReadLine(string[] lines, int index, int? round, bool hasPoints)
    {
        string whole = lines[index];
        int comment = whole.IndexOf("//", StringComparison.Ordinal);
        string code = (comment < 0 ? whole : whole[..comment]).TrimEnd();
        string text = Substitute(code.TrimStart(), round);
        if (text.StartsWith(".repeat ", StringComparison.Ordinal))
        {
            return Repeat(lines, index, text);
        }
        if (text.StartsWith('.') && !text.StartsWith(".byte", StringComparison.Ordinal) && !text.StartsWith(".pad", StringComparison.Ordinal)
            && !text.StartsWith(".point", StringComparison.Ordinal))
        {
            Directive(text, index + 1);
        }
        else if (text.Length > 0)
        {
            AddLine(code, text, index + 1, hasPoints);
        }
        return index;
    }

    private int Repeat(string[] lines, int index, string text)
    {
        string[] words = text.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        int count = int.Parse(words[1], CultureInfo.InvariantCulture), last = index;
        bool each = words.Length > 2 && words[2] == "each";
        for (int round = 0; round < count; round++)
        {
            for (last = index + 1; lines[last].Trim() != ".endrepeat"; last++)
            {
                ReadLine(lines, last, round, each || round == 0);
            }
        }
        return last;
    }

    /// <summary>%i is the round; %(i+N), %(i*N), %(N-i) what they say.</summary>
    private static string Substitute(string text, int? round)
    {
        if (round is not { } i || !text.Contains('%'))
        {
            return text;
        }
        return formulas.Replace(text, match => match.Groups switch
        {
            [_, { Success: true } plus, ..] => $"{i + Numbers.Parse(plus.Value)}",
            [_, _, { Success: true } times, ..] => $"{i * Numbers.Parse(times.Value)}",
            [_, _, _, { Success: true } minus] => $"{Numbers.Parse(minus.Value) - i}",
            _ => $"{i}",
        });
    }

    private void AddLine(string code, string text, int number, bool hasPoints)
    {
        if (method == null)
        {
            throw new BadSource($"{path}({number}): code outside a method");
        }
        PointKind point = text[0] == '~' ? PointKind.None : text[0] == '?' ? PointKind.Hidden : PointKind.Visible;
        int start = code.Length - code.TrimStart().Length + 1;
        method.Lines.Add(new Line(point == PointKind.Visible ? text : text[1..].Trim(), number, start,
            code.Length + 1, hasPoints ? point : PointKind.None));
    }

    private void Directive(string text, int number)
    {
        int space = text.IndexOf(' ');
        string name = space < 0 ? text : text[..space], rest = space < 0 ? "" : text[(space + 1)..].Trim();
        switch (name)
        {
            case ".class": Close(); OpenType(rest); break;
            case ".field": AddField(rest); break;
            case ".method": CloseMethod(); OpenMethod(rest, number); break;
            case ".run": Runs.Add($"{type!.Name}::{rest}"); break;
            case ".maxstack": method!.MaxStack = (int)Numbers.Parse(rest); method.IsFat = true; break;
            case ".locals": method!.Locals = rest; method.IsFat = true; break;
            case ".locals-as-they-are": method!.Locals = rest; method.IsFat = true; method.InitLocals = false; break;
            case ".fat": method!.IsFat = true; break;
            case ".body": method!.SameBodyAs = rest; break;
            case ".header": method!.HeaderFlags = (int)Numbers.Parse(rest); method.IsFat = true; break;
            case ".sections": method!.Sections = rest; break;
            case ".try": AddClause(rest, number); break;
            default: throw new BadSource($"{path}({number}): unknown directive {name}");
        }
    }

    private void Close()
    {
        CloseMethod();
        type = null;
    }

    private void CloseMethod() => method = null;

    private void OpenType(string rest)
    {
        // [interface|abstract|valuetype|beforefieldinit]... NAME[`n] [extends T] [implements T,T]
        string[] words = rest.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        int i = 0;
        var flags = new HashSet<string>();
        for (; words[i] is "interface" or "abstract" or "valuetype" or "beforefieldinit"; i++)
        {
            flags.Add(words[i]);
        }
        type = new TypeSource { Name = words[i], Flags = flags };
        int tick = words[i].IndexOf('`');
        type.GenericCount = tick < 0 ? 0 : int.Parse(words[i][(tick + 1)..], CultureInfo.InvariantCulture);
        for (i++; i + 1 < words.Length; i += 2)
        {
            if (words[i] == "extends")
            {
                type.Extends = words[i + 1];
            }
            else
            {
                type.Implements.AddRange(words[i + 1].Split(','));
            }
        }
        Types.Add(type);
    }

    private void AddField(string rest)
    {
        bool isStatic = rest.StartsWith("static ", StringComparison.Ordinal);
        rest = isStatic ? rest[7..] : rest;
        int space = rest.LastIndexOf(' ');
        type!.Fields.Add((rest[(space + 1)..], rest[..space].Trim(), isStatic));
    }

    private void OpenMethod(string rest, int number)
    {
        // [instance] [virtual|abstract|noinlining|aggressive|newslot]... [vararg] TYPE NAME[<n>](TYPES)
        bool isInstance = false;
        var flags = new HashSet<string>();
        for (int space; (space = rest.IndexOf(' ')) > 0; rest = rest[(space + 1)..])
        {
            string word = rest[..space];
            if (word == "instance")
            {
                isInstance = true;
            }
            else if (word is "virtual" or "abstract" or "noinlining" or "optimized" or "inlining" or "nopoints")
            {
                flags.Add(word);
            }
            else
            {
                break;
            }
        }
        method = new Method { Header = rest, Path = path, Number = number, Type = type!, IsInstance = isInstance, Flags = flags };
        type!.Methods.Add(method);
    }

    private void AddClause(string rest, int number)
    {
        // A B catch TYPE C D | A B finally C D | A B fault C D | A B filter F C D
        string[] words = rest.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        bool hasExtra = words.Length > 2 && words[2] is "catch" or "filter";
        if (words.Length != (hasExtra ? 6 : 5))
        {
            throw new BadSource($"{path}({number}): wrong clause");
        }
        method!.IsFat = true;
        method.Clauses.Add(new Clause
        {
            TryStart = words[0], TryEnd = words[1], Kind = words[2], FilterOrType = hasExtra ? words[3] : "",
            HandlerStart = words[^2], HandlerEnd = words[^1],
        });
    }
}

internal static class Numbers
{
    public static long Parse(string text)
    {
        bool isNegative = text.StartsWith('-');
        string digits = isNegative ? text[1..] : text;
        long value = digits.StartsWith("0x", StringComparison.Ordinal)
            ? unchecked((long)ulong.Parse(digits[2..], NumberStyles.HexNumber, CultureInfo.InvariantCulture))
            : long.Parse(digits, CultureInfo.InvariantCulture);
        return isNegative ? -value : value;
    }
}
