// An expression parser and evaluator: a tokenizer over spans, records with recursive patterns, an optimiser,
// a visitor by generic interface, an interpreter with a stack and labels.

using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Linq;
using System.Runtime.CompilerServices;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class ProgramExpressionTree
{
    private enum Kind : byte { End, Number, Name, Operator, Open, Close, Comma, Bad }

    private readonly ref struct Token(Kind kind, ReadOnlySpan<char> text) //: none -- a structure calls no other constructor
    {
        public Kind Kind { get; } = kind; //: hit

        public ReadOnlySpan<char> Text { get; } = text; //: hit

        public void Deconstruct(out Kind kind, out ReadOnlySpan<char> text)
        { //D: hit
            kind = Kind; //: hit
            text = Text; //: hit
        } //: hit
    }

    //- a tokenizer: a loop with a switch, spans, nested loops, local functions
    private ref struct Tokenizer
    {
        private ReadOnlySpan<char> rest; // no code

        public Tokenizer(ReadOnlySpan<char> text)
        { //D: hit
            rest = text; //: hit
            Count = 0; //: hit
        } //: hit

        public int Count { get; private set; } //: hit

        public Token Next()
        { //D: hit
            rest = rest.TrimStart(); //: hit
            Count++; //: hit
            if (rest.IsEmpty) //: hit 2/2
            { //D: hit
                return default; //: hit
            }

            switch (rest[0]) //: hit 9/9
            {
                case '(':
                    return Take(Kind.Open, 1); //: hit
                case ')':
                    return Take(Kind.Close, 1); //: hit
                case ',':
                    return Take(Kind.Comma, 1); //: hit
                case '+' or '-' or '*' or '/' or '^':
                    return Take(Kind.Operator, 1); //: hit
            }

            int length = 0; //: hit
            if (char.IsAsciiDigit(rest[0]) || rest[0] == '.') //: hit 2/2 2/2
            { //D: hit
                bool dot = false; //: hit
                while (length < rest.Length && (char.IsAsciiDigit(rest[length]) || rest[length] is '.' && !dot)) //: hit 2/2 2/2 2/2 2/2
                    dot |= rest[length++] == '.'; //: hit
                return Take(Kind.Number, length); //: hit
            }

            do
            { //D: hit
                if (!IsName(rest[length], length == 0)) break; //: hit 2/2
                length++; //: hit
            } //D: hit
            while (length < rest.Length); //: hit 2/2

            return length > 0 ? Take(Kind.Name, length) : Take(Kind.Bad, 1); //: hit 2/2

            static bool IsName(char c, bool first) => char.IsLetter(c) || c == '_' || !first && char.IsDigit(c); //: hit 2/2 2/2 2/2 2/2
        } //D: hit

        private Token Take(Kind kind, int length)
        { //D: hit
            var token = new Token(kind, rest[..length]); //: hit
            rest = rest[length..]; //: hit
            return token; //: hit
        } //D: hit
    }

    private interface IVisitor<out T>
    {
        T Visit(Node node);
    }

    private abstract record Node
    {
        public virtual T Accept<T>(IVisitor<T> visitor) => visitor.Visit(this); //: hit
    }

    private sealed record Constant(double Value) : Node //: hit
    {
        public static readonly Constant Zero = new(0), One = new(1); //: hit
    }

    private sealed record Variable(string Name) : Node; //: hit

    private sealed record Unary(char Operator, Node Operand) : Node; //: hit

    private sealed record Binary(char Operator, Node Left, Node Right) : Node; //: hit

    private sealed record Call(string Name, params Node[] Arguments) : Node; //: hit

    private sealed class ParseException(int at, string message) : FormatException($"{at}: {message}") //: hit
    {
        public int At => at; //: miss
    }

    //- recursive descent with precedences
    private ref struct Parser(ReadOnlySpan<char> text) //: none
    {
        private Tokenizer tokens = new(text); //: hit
        private Token current; // no code

        public Node Parse()
        { //D: hit
            Advance(); //: hit
            Node node = Expression(0); //: hit
            if (current.Kind is not Kind.End) throw Error("end expected"); //: hit 2/2
            return node; //: hit
        } //D: hit

        private void Advance() => current = tokens.Next(); //: hit

        private readonly ParseException Error(string message) => new(tokens.Count, current.Text.IsEmpty ? message : $"{message} at '{current.Text}'"); //: hit 2/2

        private Node Expression(int least)
        { //D: hit
            Node left = Prefix(); //: hit
            while (current is { Kind: Kind.Operator, Text: [var op] } && Precedence(op) is var precedence && precedence > least) //: part 2/2 1/2 2/2
            { //D: hit
                Advance(); //: hit
                Node right = Expression(op == '^' ? precedence - 1 : precedence); //: hit 2/2
                left = new Binary(op, left, right); //: hit
            } //: hit -- a condition that declares variables is asked in front of the body: the way back is here

            return left; //: hit
        } //D: hit

        private static int Precedence(char op) => op switch { '+' or '-' => 1, '*' or '/' => 2, _ => 3 }; //: hit 3/3

        private Node Prefix()
        { //D: hit
            (Kind kind, ReadOnlySpan<char> text) = current; //: hit
            Advance(); //: hit
            switch (kind) //: hit 6/6
            {
                case Kind.Number when double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double value): //: hit 2/2
                    return new Constant(value); //: hit
                case Kind.Name when current.Kind == Kind.Open: //: hit 2/2
                    string name = text.ToString(); //: hit
                    return new Call(name, Arguments()); //: hit
                case Kind.Name:
                    return new Variable(text.ToString()); //: hit
                case Kind.Operator when text is "-" or "+": //: part 1/2 0/2
                    return text is "-" ? new Unary('-', Prefix()) : Prefix(); //: part 1/2
                case Kind.Open:
                { //D: hit
                    Node inner = Expression(0); //: hit
                    Expect(Kind.Close); //: hit
                    return inner; //: hit
                }

                default:
                    throw Error($"{kind} not expected"); //: hit
            }
        } //D: hit

        private Node[] Arguments()
        { //D: hit
            List<Node> all = []; //: hit
            Expect(Kind.Open); //: hit
            if (current.Kind != Kind.Close) //: hit 2/2
            { //D: hit
                while (true) //: hit
                { //D: hit
                    all.Add(Expression(0)); //: hit
                    if (current.Kind != Kind.Comma) break; //: hit 2/2
                    Advance(); //: hit
                } //D: hit
            } //D: hit

            Expect(Kind.Close); //: hit
            return [.. all]; //: hit
        } //D: hit

        private void Expect(Kind kind)
        { //D: hit
            if (current.Kind != kind) throw Error($"{kind} expected"); //: hit 2/2
            Advance(); //: hit
        } //: hit
    }

    //- an evaluator: one switch expression over recursive patterns with nested switches
    private static double Evaluate(Node node, IReadOnlyDictionary<string, double>? names = null) => node switch //: part 8/9
    { //: hit
        Constant { Value: var value } => value, //: hit
        Variable { Name: "pi" } => Math.PI, //: hit
        Variable(var name) when names is not null && names.TryGetValue(name, out double found) => found, //: part 1/2 2/2
        Variable v => throw new KeyNotFoundException(v.Name), //: hit
        Unary('-', var operand) => -Evaluate(operand, names), //: hit
        Binary(var op, var l, var r) => (op, Evaluate(l, names), Evaluate(r, names)) switch //: part 5/6
        { //: hit
            ('+', var a, var b) => a + b, //: hit
            ('-', var a, var b) => a - b, //: miss
            ('*', var a, var b) => a * b, //: hit
            ('/', _, 0) => throw new DivideByZeroException(), //: hit
            ('/', var a, var b) => a / b, //: hit
            (_, var a, var b) => Math.Pow(a, b), //: hit
        }, //: hit
        Call("max", [var first, .. var more]) => more.Aggregate(Evaluate(first, names), (best, n) => Evaluate(n, names) is var next && next > best ? next : best), //: hit 2/2
        Call { Name: "if", Arguments: [var c, var yes, var no] } => Evaluate(Evaluate(c, names) != 0 ? yes : no, names), //: miss 0/2
        _ => throw new NotSupportedException(node.ToString()), //: hit
    }; //: hit

    //- an optimiser: patterns of patterns, a fixed point
    private static Node Simplify(Node node)
    { //D: hit
        Node before; //: none
        int rounds = 0; //: hit
        do
        { //D: hit
            before = node; //: hit
            node = Once(node); //: hit
        } //D: hit
        while (!node.Equals(before) && ++rounds < 10); //: part 2/2 1/2

        return node; //: hit

        static Node Once(Node node) => node switch //: part 6/9
        { //: hit
            Binary('+', var x, Constant { Value: 0 }) => Once(x), //: hit
            Binary('+', Constant { Value: 0 }, var x) => Once(x), //: miss
            Binary('*', Constant(0), _) or Binary('*', _, Constant(0)) => Constant.Zero, //: hit
            Binary('*', var x, Constant(1)) => Once(x), //: hit
            Binary('*', Constant(1), var x) => Once(x), //: miss
            Binary(var op and ('+' or '*'), Constant(var a), Constant(var b)) => new Constant(op == '+' ? a + b : a * b), //: hit 2/2
            Binary b => b with { Left = Once(b.Left), Right = Once(b.Right) }, //: hit
            Unary(_, Unary(_, var inner)) => inner, //: miss
            _ => node, //: hit
        }; //: hit
    } //D: hit

    private sealed class Depth : IVisitor<int>
    {
        private static readonly ConditionalWeakTable<Node, object> Seen = new(); //: hit

        public int Visit(Node node)
        { //D: hit
            if (Seen.TryGetValue(node, out object? known)) return (int)known; //: hit 2/2
            int depth = 1 + node switch //: hit 4/4
            { //: hit
                Unary u => u.Operand.Accept(this), //: hit
                Binary { Left: var l, Right: var r } => Math.Max(l.Accept(this), r.Accept(this)), //: hit
                Call { Arguments: { Length: > 0 } all } => all.Max(a => a.Accept(this)), //: hit
                _ => 0, //: hit
            }; //: hit
            Seen.Add(node, depth); //: hit
            return depth; //: hit
        } //D: hit
    }

    private static bool TryParse(string text, [NotNullWhen(true)] out Node? node, out string? error)
    { //D: hit
        (node, error) = (null, null); //: hit
        try
        { //D: hit
            node = new Parser(text).Parse(); //: hit
            return true; //: hit
        }
        catch (ParseException e) when ((error = e.Message) is { Length: > 3 }) //: part 1/2 1/2
        { //D: hit
            return false; //: hit
        }
    } //: hit

    public static void Run()
    { //D: hit
        string[] texts = ["1 + 2*3", "2^3^2", "(x + 1) * 0", "max(1, -2, pi)", "f()", "y", "1/0", "8 / 4 ^ .5", "4 +", "(1", "1 2", "#", ".", "x_1 * 1 + 0", "1.5.2"]; //: hit
        Dictionary<string, double> names = new() { ["x"] = 4 }; //: hit
        foreach (string text in texts) //: hit 2/2
        { //D: hit
            if (!TryParse(text, out Node? node, out string? error)) //: hit 2/2
            { //D: hit
                Use(error); //: hit
                continue; //: hit
            }

            try
            { //D: hit
                Node simple = Simplify(node); //: hit
                Use(simple.Accept(new Depth()) + node.Accept(new Depth())); //: hit
                Use(Evaluate(node, names) == Evaluate(simple, names) ? 1 : throw new InvalidOperationException()); //: part 1/2
            } //: hit
            catch (Exception e) when (e is KeyNotFoundException or NotSupportedException or DivideByZeroException) //: part 2/2 2/2 1/2
            { //D: hit
                Use(e); //: hit
            } //: hit
        } //D: hit
    } //: hit
}
