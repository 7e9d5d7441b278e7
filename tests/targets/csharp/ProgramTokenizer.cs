// Tokenizers, parsers and small interpreters: spans, patterns on characters, precedence climbing.

using System;
using System.Buffers;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Linq;
using System.Text;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal enum TokenKind : byte { End, Number, Name, Text, Symbol, Error }

internal readonly record struct Token(TokenKind Kind, int Start, int Length) //: hit
{
    public ReadOnlySpan<char> Of(ReadOnlySpan<char> source) => source.Slice(Start, Length); //: hit

    public bool IsOperator => Kind is TokenKind.Symbol && Length is 1 or 2; //: part 2/2 1/2
}

internal ref struct Lexer(ReadOnlySpan<char> source)
{
    private readonly ReadOnlySpan<char> source = source; //: hit
    private int position;

    private static readonly SearchValues<char> Digits = SearchValues.Create("0123456789_"); //: hit

    public Token Next()
    { //D: hit
        while (position < source.Length && char.IsWhiteSpace(source[position])) //: hit 2/2 2/2
            position++; //: hit
        if (position >= source.Length) return new(TokenKind.End, position, 0); //: hit 2/2
        int start = position; //: hit
        char c = source[position++]; //: hit
        TokenKind kind = c switch //: part 5/7
        { //: hit
            >= '0' and <= '9' => Number(), //: hit
            '_' or >= 'a' and <= 'z' or >= 'A' and <= 'Z' => Name(), //: hit
            '"' or '\'' => Text(c), //: hit
            '=' or '!' or '<' or '>' when position < source.Length && source[position] == '=' => Two(), //: hit 2/2 2/2
            '+' or '-' or '*' or '/' or '(' or ')' or '=' or '<' or '>' or '!' or '?' or ':' or ',' or '.' => TokenKind.Symbol, //: hit
            > '\x7f' when char.IsLetter(c) => Name(), //: miss 0/2
            _ => TokenKind.Error, //: miss
        }; //: hit
        return new(kind, start, position - start); //: hit
    } //D: hit

    private TokenKind Number()
    { //D: hit
        ReadOnlySpan<char> rest = source[position..]; //: hit
        int end = rest.IndexOfAnyExcept(Digits); //: hit
        position += end < 0 ? rest.Length : end; //: hit 2/2
        if (position + 1 < source.Length //: part 2/2 2/2 1/2 1/2
            && source[position] == '.' //: hit
            && source[position + 1] is >= '0' and <= '9') //: hit
        { //D: hit
            do position++; while (position < source.Length && source[position] is >= '0' and <= '9' or '_'); //: part 1/2 2/2 1/2 0/2
        } //D: hit

        return TokenKind.Number; //: hit
    } //D: hit

    private TokenKind Name()
    { //D: hit
        for (; position < source.Length; position++) //: hit 2/2
            if (!char.IsLetterOrDigit(source[position]) && source[position] != '_') break; //: part 2/2 1/2
        return TokenKind.Name; //: hit
    } //D: hit

    private TokenKind Text(char quote)
    { //D: hit
        while (position < source.Length) //: hit 2/2
        { //D: hit
            switch (source[position++]) //: part 2/3
            {
                case '\\' when position < source.Length: //: miss 0/2
                    position++; //: miss
                    break; //: miss
                case var c when c == quote: //: part 1/2
                    return TokenKind.Text; //: miss
            }
        } //D: hit

        return TokenKind.Error; //: hit
    } //D: hit

    private TokenKind Two() { position++; return TokenKind.Symbol; } //: hit
}

internal sealed class ParseError(string message, int position) : Exception($"{message} at {position}") //: hit
{
    public int Position { get; } = position; //: hit
}

internal sealed class Calculator(string source, IReadOnlyDictionary<string, double>? variables = null) //: hit
{
    private readonly List<Token> tokens = Tokenize(source); //: hit
    private int index;

    private static List<Token> Tokenize(string source)
    { //D: hit
        List<Token> result = []; //: hit
        Lexer lexer = new(source); //: hit
        Token token;
        while ((token = lexer.Next()) is { Kind: not TokenKind.End }) result.Add(token); //: hit 2/2
        result.Add(token); //: hit
        return result; //: hit
    } //D: hit

    private Token Current => tokens[index]; //: hit

    private bool Accept(string symbol)
    { //D: hit
        if (Current is { Kind: TokenKind.Symbol } token && token.Of(source) is var text && text.SequenceEqual(symbol)) //: hit 2/2 2/2
        { //D: hit
            index++; //: hit
            return true; //: hit
        }

        return false; //: hit
    } //D: hit

    private bool AcceptAny([NotNullWhen(true)] out string? found, params ReadOnlySpan<string> symbols)
    { //D: hit
        foreach (string symbol in symbols) //: part 1/2
            if (Accept(symbol)) { found = symbol; return true; } //: part 1/2
        found = null; //: miss
        return false; //: miss
    } //D: hit

    public double Parse()
    { //D: hit
        double value = Conditional(); //: hit
        return Current.Kind == TokenKind.End ? value : throw new ParseError("rubbish", Current.Start); //: hit 2/2
    } //D: hit

    private double Conditional()
    { //D: hit
        double condition = Binary(0); //: hit
        if (!Accept("?")) return condition; //: hit 2/2
        double yes = Conditional(); //: hit
        return Accept(":") //: part 1/2 1/2
            ? Conditional() is var no && condition != 0 ? yes : no //: hit
            : throw new ParseError("':' expected", Current.Start); //: hit
    } //D: hit

    private static int Level(ReadOnlySpan<char> op) => op switch //: part 4/5
    { //: hit
        "==" or "!=" => 1, //: hit
        "<" or ">" or "<=" or ">=" => 2, //: hit
        "+" or "-" => 3, //: hit
        "*" or "/" => 4, //: miss
        _ => -1, //: hit
    }; //: hit

    private double Binary(int minimum)
    { //D: hit
        double left = Unary(); //: hit
        for (int level; Current.IsOperator && (level = Level(Current.Of(source))) > minimum;) //: hit 2/2 2/2
        { //D: hit
            string op = Current.Of(source).ToString(); //: hit
            index++; //: hit
            double right = Binary(level); //: hit
            left = op switch //: part 6/10
            { //: hit
                "+" => left + right, //: hit
                "-" => left - right, //: hit
                "*" => left * right, //: miss
                "/" => right == 0 ? throw new DivideByZeroException() : left / right, //: miss 0/2
                "==" => left == right ? 1 : 0, //D: part 1/2 //R: hit
                "!=" => left != right ? 1 : 0, //D: miss 0/2 //R: miss
                "<" => left < right ? 1 : 0, //D: hit 2/2 //R: hit
                ">" => left > right ? 1 : 0, //D: part 1/2 //R: hit
                "<=" => left <= right ? 1 : 0, //D: part 1/2 //R: hit
                _ => left >= right ? 1 : 0, //D: miss 0/2 //R: miss
            }; //: hit
        } //D: hit

        return left; //: hit
    } //D: hit

    private double Unary() =>
        Accept("-") ? -Unary() //D: part 2/2 1/2 0/2 //R: part 2/2 1/2
        : Accept("!") ? Unary() == 0 ? 1 : 0 //: hit
        : Primary(); //: hit

    private double Primary()
    { //D: hit
        Token token = tokens[index++]; //: hit
        switch (token.Kind) //: part 3/5
        {
            case TokenKind.Number when double.TryParse(token.Of(source), CultureInfo.InvariantCulture, out double value): //: part 1/2
                return value; //: hit
            case TokenKind.Name:
                string name = token.Of(source).ToString(); //: hit
                if (Accept("(")) return Call(name); //: hit 2/2
                return variables?.TryGetValue(name, out double known) ?? false ? known : throw new ParseError($"'{name}' unknown", token.Start); //: hit 2/2 2/2
            case TokenKind.Symbol when token.Of(source) is "(": //: part 1/2
            { //D: hit
                double inner = Conditional(); //: hit
                if (!Accept(")")) goto default; //: part 1/2
                return inner; //: hit
            }

            case TokenKind.Text:
                return token.Length - 2; //: miss
            default:
                throw new ParseError("value expected", token.Start); //: miss
        }
    } //D: hit

    private double Call(string name)
    { //D: hit
        List<double> arguments = []; //: hit
        if (!Accept(")")) //: hit 2/2
        { //D: hit
            do arguments.Add(Conditional()); //: hit x3
            while (Accept(",")); //: hit 2/2
            if (!AcceptAny(out string? closing, ")", "]")) throw new ParseError("')' expected", Current.Start); //: part 1/2
            Use(closing); //: hit
        } //D: hit

        return (name, arguments) switch //: part 3/6
        { //: hit
            ("max", [var a, var b]) => Math.Max(a, b), //: hit
            ("max", { Count: > 0 } many) => many.Max(), //: miss
            ("pi", []) => Math.PI, //: hit
            ("sqrt", [>= 0 and var a]) => Math.Sqrt(a), //: miss
            ("sqrt", [_]) => double.NaN, //: miss
            _ => throw new ParseError(name, index), //: hit
        }; //: hit
    } //D: hit
}

internal static class ProgramTokenizer
{
    public static void Run()
    { //D: hit
        Dictionary<string, double> scope = new() { ["x"] = 3, ["_y1"] = 4 }; //: hit
        Use((int)new Calculator("1 + 2.5 - x", scope).Parse()); //: hit
        Use((int)new Calculator("x < 4 ? 10 : 20", scope).Parse()); //: hit
        Use((int)new Calculator("x<1==0", scope).Parse()); //: hit
        Use((int)new Calculator("max(1, -(_y1)) + pi()", scope).Parse()); //: hit
        Use(new Calculator("x > 1 <= 7 !", scope) is { } c && Fails(c)); //: part 1/2 1/2
        Use(Fails(new Calculator("y"))); //: hit
        Use(Fails(new Calculator("abc(1)", scope))); //: hit
        Use(new Calculator("'text").ToString()); //: hit
        Use(Json("""{"a": [1, 2.5, {"b": null}], "c": true, "d": "x\ny"}""")); //: hit
        Use(Json("[]")); //: hit
        Expect<FormatException>(() => Json("[1 2]")); //: hit
        Use(Csv("a,\"b,\"\"c\"\"\",\n1,,2").Count); //: hit
        Use(Ini(["# c", "", "[main]", "k = v", "flag", "[other]", "k=2"])["other.k"]); //: hit
        Use(Hex("0xFF") + Hex("12") + Hex("zz")); //: hit
        Use(Glob("a*c?", "abbcd") && Glob("*", "") && !Glob("a?", "a")); //: part 1/2 1/2 1/2
    } //: hit

    private static bool Fails(Calculator calculator)
    { //D: hit
        try
        { //D: hit
            calculator.Parse(); //: hit
            return false; //: miss
        }
        catch (ParseError e) when (e is { Position: > 0 and var p, Message: [.., not 'x'] } && p < 100 || e.Position == 0) //: part 1/2 2/2 1/2 1/2 1/2 1/2 1/2 x3
        { //D: hit
            return true; //: hit
        }
    } //: hit

    private static string Json(string text)
    { //D: hit
        int i = 0; //: hit
        StringBuilder output = new(); //: hit
        Value(); //: hit
        return output.ToString(); //: hit

        void Skip()
        { //D: hit
            while (i < text.Length && text[i] is ' ' or '\n') i++; //: part 2/2 1/2 2/2
        } //: hit

        char Peek() => i < text.Length ? text[i] : '\0'; //: part 1/2

        void Take(char c) => _ = Peek() == c ? i++ : throw new FormatException($"'{c}' expected, '{Peek()}' found"); //: hit 2/2

        void Value()
        { //D: hit
            Skip(); //: hit
            switch (Peek()) //: part 6/9 -- - and the digits are arms of their own
            {
                case '{':
                    Members('}', static () => { }, pairs: true); //: hit
                    break; //: hit
                case '[':
                    Members(']', () => output.Append('a'), pairs: false); //: hit
                    break; //: hit
                case '"':
                    output.Append(Text()); //: hit
                    break; //: hit
                case '-' or (>= '0' and <= '9'):
                    int start = i; //: hit
                    //?
                    while (Peek() is '-' or '+' or '.' or 'e' or 'E' or >= '0' and <= '9') i++; //: part 2/2 1/2 0/2 0/2 2/4
                    output.Append(double.Parse(text.AsSpan(start, i - start), CultureInfo.InvariantCulture)); //: hit
                    break; //: hit
                case 't' when Word("true"): //: part 1/2
                case 'f' when Word("false"): //: miss 0/2
                case 'n' when Word("null"): //: part 1/2
                    output.Append('w'); //: hit
                    break; //: hit
                default:
                    throw new FormatException("value expected"); //: miss
            }

            Skip(); //: hit
        } //: hit

        bool Word(string word)
        { //D: hit
            bool found = text.AsSpan(i).StartsWith(word); //: hit
            i += found ? word.Length : 0; //: part 1/2
            return found; //: hit
        } //D: hit

        string Text()
        { //D: hit
            StringBuilder s = new(); //: hit
            for (i++; Peek() != '"'; i++) //: hit 2/2
                s.Append(Peek() != '\\' ? text[i] : text[++i] switch { 'n' => '\n', 't' => '\t', 'u' => Code(), var c => c }); //: part 2/2 1/4
            i++; //: hit
            return s.ToString(); //: hit

            char Code() => (char)int.Parse(text.AsSpan((i += 4) - 3, 4), NumberStyles.HexNumber, null); //: miss
        } //D: hit

        void Members(char close, Action each, bool pairs)
        { //D: hit
            Take(text[i]); //: hit
            Skip(); //: hit
            for (bool first = true; Peek() != close; first = false, each()) //: hit 2/2
            { //D: hit
                if (!first) { Take(','); Skip(); } //: hit 2/2
                if (pairs) { output.Append(Text()); Skip(); Take(':'); } //: hit 2/2
                Value(); //: hit
            } //D: hit

            Take(close); //: hit
        } //: hit
    } //D: hit

    private static List<string[]> Csv(string text)
    { //D: hit
        List<string[]> rows = []; //: hit
        List<string> row = []; //: hit
        StringBuilder cell = new(); //: hit
        bool quoted = false; //: hit
        for (int i = 0; i <= text.Length; i++) //: hit 2/2
        { //D: hit
            char c = i < text.Length ? text[i] : '\n'; //: hit 2/2
            switch (c, quoted) //: part 4/5
            {
                case ('"', true) when i + 1 < text.Length && text[i + 1] == '"': //: part 1/2 2/2
                    cell.Append('"'); //: hit
                    i++; //: hit
                    break; //: hit
                case ('"', _):
                    quoted = !quoted; //: hit
                    break; //: hit
                case (',' or '\n', false):
                    row.Add(cell.ToString()); //: hit
                    cell.Clear(); //: hit
                    if (c == ',') break; //: hit 2/2
                    rows.Add([.. row]); //: hit
                    row.Clear(); //: hit
                    break; //: hit
                case ('\r', _):
                    continue; //D: miss
                default:
                    cell.Append(c); //: hit
                    break; //D: hit
            }
        } //D: hit

        return rows; //: hit
    } //D: hit

    private static Dictionary<string, string> Ini(IEnumerable<string> lines)
    { //D: hit
        Dictionary<string, string> result = []; //: hit
        string? section = null; //: hit
        foreach (string raw in lines) //: hit 2/2
        { //D: hit
            switch (raw.Trim()) //D: part 5/6 //R: hit 5/5 -- in Release a comment and falling out are one
            {
                case "" or ['#' or ';', ..]:
                    continue; //D: hit
                case ['[', .. { Length: > 0 } name, ']']:
                    section = name; //: hit
                    break; //: hit
                case var line when line.IndexOf('=') is > 0 and var at: //: hit 2/2
                    result[(section is null ? "" : section + ".") + line[..at].TrimEnd()] = line[(at + 1)..].TrimStart(); //: part 1/2
                    break; //: hit
                case { Length: var length } line:
                    result[section + "!" + line] = length.ToString(CultureInfo.InvariantCulture); //: hit
                    break; //D: hit
            }
        } //D: hit

        return result; //: hit
    } //D: hit

    private static int Hex(string text) =>
        text is ['0', 'x' or 'X', .. var digits] ? int.Parse(digits, NumberStyles.HexNumber, null) //: part 1/2 1/2 2/2 1/2 1/2 2/2
        : int.TryParse(text, out int plain) ? plain //: hit
        : -1; //: hit

    private static bool Glob(ReadOnlySpan<char> pattern, ReadOnlySpan<char> text)
    { //D: hit
        if (pattern is []) return text is []; //: hit 2/2
        if (pattern[0] == '*') //: hit 2/2
        { //D: hit
            for (int i = 0; i <= text.Length; i++) //: part 1/2
                if (Glob(pattern[1..], text[i..])) return true; //: hit 2/2
            return false; //: miss
        }

        return text is not [] && (pattern[0] is '?' || pattern[0] == text[0]) && Glob(pattern[1..], text[1..]); //: hit 2/2 2/2 2/2 2/2
    } //D: hit
}
