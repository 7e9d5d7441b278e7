// Texts: holes with conditions, builders, flags, classes of characters, loops that read until something comes.

using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Text;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class ProgramTexts
{
    [Flags]
    private enum Style { None = 0, Bold = 1, Wide = 2, Upper = 4, All = Bold | Wide | Upper }

    private sealed record Person(string? Name, int? Age = null, Person? Boss = null, double Score = 0); //: hit

    private static string Line(Person? p, Style style)
    { //D: hit
        string head = $"{(p is null ? "?" : p.Name)} {p?.Boss?.Name ?? "none"} {p?.Score:0.0}"; //: hit 2/2 2/2 2/2 2/2 2/2
        string tail = $"{((style & Style.Bold) != 0 ? "**" : "")}{p?.Age ?? -1,4}{(style.HasFlag(Style.Upper) && p is { Name.Length: > 2 } ? $"<{p.Name.ToUpperInvariant()}>" : string.Empty)}"; //: part 2/2 2/2 2/2 2/2 1/2 2/2
        style &= ~Style.Bold; //: hit
        style |= p?.Age > 5 ? Style.Wide : Style.None; //: hit 2/2 2/2
        bool wide = (style & (Style.Wide | Style.Upper)) == Style.Wide; //: hit
        StringBuilder text = new StringBuilder(head).Append(wide ? ' ' : '-').Append(tail); //: hit 2/2
        text.AppendLine().AppendFormat(CultureInfo.InvariantCulture, "{0}", p?.Age).Append(CultureInfo.InvariantCulture, $"{(wide ? 1 : 2)}{p?.Name?[0]}"); //: part 2/2 2/2 2/2 1/2
        if (text is { Length: > 3 } && text[^1] is '\n' or '1' or '2') text.Length--; //: part 1/2 1/2 1/2 2/2 2/2
        return (style ^ Style.All) != 0 && text.Length > 0 ? text.ToString() : ""; //: part 1/2 1/2
    } //D: hit

    private static List<string> Tokens(string source)
    { //D: hit
        List<string> tokens = []; //: hit
        int at = 0; //: hit
        for (;;)
        { //D: hit
            while (at < source.Length && char.IsWhiteSpace(source[at])) at++; //: hit 2/2 2/2
            if (at >= source.Length) break; //: hit 2/2
            char c = source[at]; //: hit
            if (c == '#') break; //: hit 2/2
            int start = at; //: hit
            if (char.IsDigit(c) || c == '-' && at + 1 < source.Length && char.IsDigit(source[at + 1])) //: hit 2/2 2/2 2/2 2/2
            { //D: hit
                do at++; while (at < source.Length && (char.IsDigit(source[at]) || source[at] is '.' or '_')); //: hit 2/2 2/2 2/2 2/2
            } //D: hit
            else if (char.IsLetter(c) || c is '_' or '$') //: hit 2/2 2/2 2/2
            { //D: hit
                do at++; //: hit
                while (at < source.Length && char.IsLetterOrDigit(source[at])); //: part 1/2 2/2
            } //D: hit
            else if (c is '"' or '\'') //: hit 2/2 2/2
            { //D: hit
                while (++at < source.Length && source[at] != c) //: hit 2/2 2/2
                    if (source[at] == '\\') at++; //: hit 2/2
                if (at++ >= source.Length) throw new FormatException($"{start}"); //: hit 2/2
            } //D: hit
            else
            { //D: hit
                at += at + 1 < source.Length && source[at..(at + 2)] is "==" or "!=" or "<=" ? 2 : 1; //: hit 2/2 2/2 2/2 2/2
            } //D: hit

            tokens.Add(source[start..at]); //: hit
        } //D: hit

        return tokens; //: hit
    } //D: hit

    private static Dictionary<string, string> Read(TextReader reader)
    { //D: hit
        Dictionary<string, string> all = new(StringComparer.OrdinalIgnoreCase); //: hit
        string? line, section = null; //: hit
        int number = 0; //: hit
        while ((line = reader.ReadLine()) != null) //: hit 2/2
        { //D: hit
            number++; //: hit
            line = line.Trim(); //: hit
            if (line.Length == 0 || line[0] is ';' or '#') continue; //: hit 2/2 2/2 2/2
            if (line is ['[', .. var name, ']']) //: part 1/2 2/2 2/2 1/2
            { //D: hit
                section = name is "" ? null : name; //: hit 2/2
                continue; //: hit
            }

            int at = line.IndexOf('=', StringComparison.Ordinal); //: hit
            if (at <= 0) throw new FormatException($"line {number}: {(at < 0 ? "no =" : "no key")}"); //: hit 2/2 2/2
            string key = (section is null ? "" : section + ".") + line[..at].TrimEnd(); //: hit 2/2
            if (!all.TryAdd(key, line[(at + 1)..].Trim())) all[key] += "," + line[(at + 1)..].Trim(); //: hit 2/2
        } //D: hit

        return all; //: hit
    } //D: hit

    private static int Number(string? text, int radix)
    { //D: hit
        if (text is null or "") return -1; //: hit 2/2 2/2
        int n = 0, at = text[0] is '+' or '-' ? 1 : 0; //: hit 2/2 2/2
        do
        { //D: hit
            char c = char.ToLowerInvariant(text[at]); //: hit
            int digit = c switch { >= '0' and <= '9' => c - '0', >= 'a' and <= 'f' when radix > 10 => c - 'a' + 10, _ => -1 }; //: hit 3/3 2/2
            if (digit < 0 || digit >= radix) return -2; //: hit 2/2 2/2
            try
            { //D: hit
                n = checked(n * radix + digit); //: hit
            } //: hit
            catch (OverflowException) //: hit
            { //D: hit
                return text[0] == '-' ? int.MinValue : int.MaxValue; //: hit 2/2
            }
        } //D: hit
        while (++at < text.Length && (n < 1000 || radix != 2)); //: part 2/2 2/2 1/2

        return text is ['-', ..] ? -n : n; //: part 1/2 1/2 2/2
    } //: hit

    private static string Walk(string commands)
    { //D: hit
        StringBuilder path = new(); //: hit
        int x = 0, y = 0, steps = 0; //: hit
        for (int i = 0; ; i++) //: hit
        { //D: hit
            if (i == commands.Length) break; //: hit 2/2
            if (++steps > 20 || x < -3) return "lost"; //: part 1/2 2/2
            switch (commands[i]) //: hit 7/7
            {
                case 'u':
                    y++; //: hit
                    break; //: hit
                case 'd' when y > 0: //: hit 2/2
                    y--; //: hit
                    break; //: hit
                case 'd':
                    path.Append('!'); //: hit
                    goto default; //: hit
                case 'l':
                    x--; //: hit
                    if (x < 0) goto case 'u'; //: hit 2/2
                    break; //D: hit
                case 'r':
                case 'R':
                    x += commands[i] == 'R' ? 2 : 1; //: hit 2/2
                    continue; //: hit
                default:
                    path.Append('.'); //: hit
                    break; //D: hit
            }

            path.Append(x).Append(y > 9 ? "+" : ","); //: part 1/2
        } //D: hit

        return path.Length is > 0 and < 100 ? path.ToString() : "-"; //: part 2/2 1/2
    } //D: hit

    public static void Run()
    { //D: hit
        Person boss = new("Boss", 60, Score: 1.25), ann = new("Al", 3, boss); //: hit
        foreach (Person? p in new[] { boss, ann, null }) //: hit 2/2
            foreach (Style s in new[] { Style.None, Style.Bold, Style.Upper, Style.All, Style.Wide }) Use(Line(p, s)); //: hit 2/2
        foreach (string s in new[] { "", " a1 == 12.5_0 - -3 <", "_x $ 'a\\'b' \"c\" 7", "x # y", "'open", "-", "a!=b<=c ", "é=" }) //: hit 2/2
        { //D: hit
            try
            { //D: hit
                Use(Tokens(s).Count); //: hit
            } //: hit
            catch (FormatException e) when (e.Message is [var c, ..] && char.IsDigit(c)) //: part 1/2 1/2 1/2
            { //D: hit
                Use(e.Message); //: hit
            } //: hit
        } //D: hit

        Use(Read(new StringReader("; no\n\n#\na=1\n[s]\na = 2\nA=3\n[]\nb=\nx]=[")).Count); //: hit
        Expect<FormatException>(() => Read(new StringReader("=x"))); //: hit
        Expect<FormatException>(() => Read(new StringReader("["))); //: hit
        Use(Number(null, 10) + Number("", 10) + Number("+12", 10) + Number("-7", 10) + Number("fF", 16) + Number("f", 10) + Number("9", 8) + Number("99999999999", 10) + Number("-99999999999", 10) + Number("10101010101", 2)); //: hit
        Use(Walk("udd?lRrlllu") + Walk("lllll") + Walk("")); //: hit
    } //: hit
}
