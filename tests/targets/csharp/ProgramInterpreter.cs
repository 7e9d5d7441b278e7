// A small language from text to value: a scanner of spans, a parser by precedence, nodes as records, an evaluator,
// a printer, a simplifier, and a machine that runs what was compiled.

using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Linq;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class ProgramInterpreter
{
    private enum Sort : byte { End, Number, Name, Text, Operator, Open, Close, Comma }

    private readonly ref struct Token(Sort sort, ReadOnlySpan<char> text) //: none
    {
        public Sort Sort { get; } = sort; //: hit
        public ReadOnlySpan<char> Text { get; } = text; //: hit

        public bool Is(char c) => Sort >= Sort.Operator && Text is [var only] && only == c; //: part 2/2 1/2 2/2
    }

    private ref struct Scanner(ReadOnlySpan<char> text) //: none
    {
        private readonly ReadOnlySpan<char> all = text; //: hit
        private int at = 0; //: hit

        //- a scanner of "1.5+ab", "\"t\"", "f(1,2)<=3", "(a", "\"open" and "#"
        public Token Next()
        { //D: hit
            while (at < all.Length && all[at] is ' ') at++; //: hit 2/2 2/2
            if (at >= all.Length) return new(Sort.End, default); //: hit 2/2
            int start = at; //: hit
            char first = all[at++]; //: hit
            switch (first) //: part 7/9 -- '(' or '[' are two constants, '_' is one beside the ranges
            {
                case >= '0' and <= '9':
                    bool point = false; //: hit
                    for (; at < all.Length && (char.IsAsciiDigit(all[at]) || all[at] == '.' && !point); at++) //: part 2/2 2/2 2/2 1/2
                        point |= all[at] is '.'; //: hit
                    return new(Sort.Number, all[start..at]); //: hit
                case '_' or (>= 'a' and <= 'z') or (>= 'A' and <= 'Z'):
                    while (at < all.Length && all[at] is >= 'a' and <= 'z') at++; //: part 2/2 2/2 1/2
                    return new(Sort.Name, all[start..at]); //: hit
                case '"':
                    do
                    { //D: hit
                        if (at == all.Length) throw new FormatException($"open text at {start}"); //: hit 2/2
                    } //D: hit
                    while (all[at++] != '"'); //: hit 2/2
                    return new(Sort.Text, all[(start + 1)..(at - 1)]); //: hit
                case '(' or '[':
                    return new(Sort.Open, all.Slice(start, 1)); //: hit
                case ')':
                    return new(Sort.Close, all[start..at]); //: hit
                case ',':
                    return new(Sort.Comma, all[start..at]); //: hit
                default:
                    if (at < all.Length && (first, all[at]) is ('<' or '>', '=') or ('&', '&')) at++; //: part 2/2 1/2 2/2 1/2 1/2 0/2
                    return new(Sort.Operator, all[start..at]); //: hit
            }
        } //D: hit
    }

    private abstract record Node //: none
    {
        public record Number(double Value) : Node; //: hit

        public record Text(string Value) : Node; //: hit

        public record Name(string Id) : Node; //: hit

        public record Unary(string Op, Node Operand) : Node; //: hit

        public record Binary(string Op, Node Left, Node Right) : Node; //: hit

        public record Call(string Of, params List<Node> Arguments) : Node; //: hit

        public sealed override string ToString() => this switch //: part 6/8
        { //: hit
            Number(var value) => value.ToString(CultureInfo.InvariantCulture), //: hit
            Text { Value: var text } => $"\"{text}\"", //: hit
            Name n => n.Id, //: hit
            Unary("-", Number or Name) u => "-" + u.Operand.ToString(), //: hit
            Binary { Op: var op, Left: var l, Right: var r } => string.Join("", l, op, r), //: hit
            Call { Of: var name, Arguments: [] } => name + "()", //: miss
            Call(var name, [var first, .. var rest]) => rest.Aggregate(string.Join("(", name, first), (s, a) => string.Join(",", s, a)) + ")", //: hit
            _ => throw new NotSupportedException(), //: miss
        }; //: hit
    }

    private ref struct Parser //: none
    {
        private Scanner scanner;
        private Token token;

        private Parser(ReadOnlySpan<char> text)
        { //D: hit
            scanner = new(text); //: hit
            token = scanner.Next(); //: hit
        } //: hit

        public static bool TryParse(string text, [NotNullWhen(true)] out Node? node, out string? error)
        { //D: hit
            (node, error) = (null, null); //: hit
            try
            { //D: hit
                Parser parser = new(text); //: hit
                node = parser.Parse(0); //: hit
                return parser.token.Sort is Sort.End || (error = $"{parser.token.Sort} behind {node}") is null; //: part 2/2 1/2
            }
            catch (FormatException e) when (e.Message is { Length: > 0 } message && (error ??= message) is not "") //: part 1/2 1/2 1/2 1/2
            { //D: hit
                return node is not null; //: hit
            }
        } //: hit

        private static int Power(Token token) => token switch //: part 4/5
        { //: hit
            { Sort: not Sort.Operator } => -1, //: hit
            { Text: "<" or ">" or "<=" or ">=" } => 1, //: hit
            { Text: ['+'] or ['-'] } => 2, //: hit
            { Text: ['*' or '/' or '%'] } => 3, //: miss
            _ => -1, //: hit
        }; //: hit

        private Node Parse(int least)
        { //D: hit
            Node left = token switch //: hit 6/6
            { //: hit
                { Sort: Sort.Number, Text: var digits } when double.TryParse(digits, CultureInfo.InvariantCulture, out double d) => Skip(new Node.Number(d)), //: part 1/2
                { Sort: Sort.Text } t => Skip(new Node.Text(t.Text.ToString())), //: hit
                { Sort: Sort.Name, Text: var name } => Named(name.ToString()), //: hit
                { Sort: Sort.Operator, Text: ['-' or '+'] } t => Negated(t.Text[0] == '-'), //: hit
                { Sort: Sort.Open } => Inner(), //: hit
                _ => throw new FormatException($"no value at {token.Sort}"), //: hit
            }; //: hit
            while (Power(token) is var power && power > least) //: hit 2/2
            { //D: hit
                string op = token.Text.ToString(); //: hit
                token = scanner.Next(); //: hit
                left = new Node.Binary(op, left, Parse(power)); //: hit
            } //: hit

            return left; //: hit
        } //D: hit

        private Node Skip(Node node)
        { //D: hit
            token = scanner.Next(); //: hit
            return node; //: hit
        } //D: hit

        private Node Negated(bool really)
        { //D: hit
            token = scanner.Next(); //: hit
            return Parse(5) is var operand && really ? new Node.Unary("-", operand) : operand; //: part 1/2
        } //D: hit

        private Node Inner()
        { //D: hit
            token = scanner.Next(); //: hit
            Node node = Parse(0); //: hit
            return token.Is(')') ? Skip(node) : throw new FormatException($"open after {node}"); //: hit 2/2
        } //D: hit

        private Node Named(string name)
        { //D: hit
            token = scanner.Next(); //: hit
            if (!token.Is('(')) return new Node.Name(name); //: hit 2/2
            List<Node> arguments = []; //: hit
            for (token = scanner.Next(); !token.Is(')'); ) //: hit 2/2
            { //D: hit
                arguments.Add(Parse(0)); //: hit
                if (token.Is(',')) token = scanner.Next(); //: hit 2/2
                else if (token is { Sort: not Sort.Close }) throw new FormatException($"{name} is open"); //: part 1/2
            } //D: hit

            return Skip(new Node.Call(name, arguments)); //: hit
        } //D: hit
    }

    //- constants are folded: nested switches, positional and property patterns, when
    private static Node Simple(Node node) => node switch //: hit 5/5
    { //: hit
        Node.Unary(_, Node.Number { Value: var v }) => new Node.Number(-v), //: hit
        Node.Binary(var op, var l, var r) => (op, Simple(l), Simple(r)) switch //: part 4/6
        { //: hit
            ("+", Node.Number(0), var x) => x, //: miss
            ("+", Node.Number(var a), Node.Number(var b)) when a + b is var sum and not 0 => new Node.Number(sum), //: part 1/2
            ("-", var a, var b) when a == b => new Node.Number(0), //: part 1/2
            ("<" or "<=", Node.Number a, Node.Number b) => new Node.Number(a.Value < b.Value || op.Length > 1 && a == b ? 1 : 0), //: miss 0/2 0/2 0/2
            (_, var a, _) when a is Node.Text { Value.Length: > 5 } or Node.Unary { Operand: not Node.Name } => a, //: part 1/2 0/2 0/2 1/2 0/2
            var (o, a, b) => new Node.Binary(o, a, b), //: hit
        }, //: hit
        Node.Call { Of: ['i', 'f'], Arguments: [var condition, var yes, ..] } call when Simple(condition) is Node.Number { Value: var truth } => //: part 1/2
            truth != 0 ? Simple(yes) : call.Arguments is [_, _, var no] ? Simple(no) : new Node.Number(0), //: part 1/2 0/2 0/2
        Node.Call c => c with { Arguments = [.. c.Arguments.Select(Simple)] }, //: hit
        _ => node, //: hit
    }; //: hit

    //- an evaluator: types, conditions, slices
    private static object Value(Node node, Func<string, object?>? names = null)
    { //D: hit
        switch (Id(node)) //: hit 8/8
        {
            case Node.Number { Value: var v }:
                return v; //: hit
            case Node.Text(var t):
                return t; //: hit
            case Node.Name { Id: var id }:
                return names?.Invoke(id) ?? throw new KeyNotFoundException(id); //: hit 2/2 2/2
            case Node.Unary("-", var inner) when Value(inner, names) is double d: //: part 1/2
                return -d; //: hit
            case Node.Binary { Op: ['<' or '>', ..] op, Left: var l, Right: var r }:
                int order = Comparer<object>.Default.Compare(Value(l, names), Value(r, names)); //: hit
                if (op.Length > 1 && order == 0) return 1.0; //: part 1/2 1/2
                return order < 0 == (op[0] == '<') ? 1.0 : 0.0; //: part 1/2
            case Node.Binary { Op: var op } b when (Value(b.Left, names), Value(b.Right, names)) is (double x, double y): //: part 2/2 1/2
                return op switch { "+" => x + y, "-" => x - y, _ => double.NaN }; //: part 1/3
            case Node.Call { Of: "if", Arguments: [var c, .. { Count: > 0 } rest] }:
                return Value(c, names) is not 0.0 ? Value(rest[0], names) : rest is [_, var no] ? Value(no, names) : 0.0; //: part 1/2 1/2 0/2 0/2
            default:
                return double.NaN; //: hit
        }
    } //D: hit

    public static void Run()
    { //D: hit
        string[] texts = ["1.5+ab", "\"t\"", "f(1, 2)<=-3", "(a", "\"o", "#", "(a)-a", "1 1", "1#", "if(1, 2)", "2+3"]; //: hit
        foreach (string text in texts) //: hit 2/2
        { //D: hit
            if (Parser.TryParse(text, out Node? node, out string? error)) //: hit 2/2
            { //D: hit
                Use(node.ToString() + Simple(node)); //: hit
                Use(Value(node, id => id == "ab" ? 1.0 : id)); //: hit 2/2
            } //D: hit
            else
            { //D: hit
                Use(error is ['o' or 'n', ..] ? 1 : error?.Length ?? -1); //: part 1/2 1/2 2/2 2/2 1/2
            } //D: hit
        } //D: hit

        Expect<KeyNotFoundException>(() => Value(new Node.Name("q"))); //: hit
    } //: hit
}
