// Parsers and machines: precedence climbing by a table of functions, a compiler to byte code and its interpreter, a lexer by
// states, a matcher of regular expressions, a printer; nested switches of chars, enums, types and tuples, goto case, default in
// the middle, function pointers, exceptions as control flow, memoization.

using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Text;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class ProgramByteCode
{
    private enum Op : byte { Push, Load, Add, Sub, Mul, Div, Neg, Not, Eq, Lt, And, Or, Jump, JumpIfNot, Dup, Pop, Call, Return }

    private abstract class Expr
    {
        public sealed class Num(double value) : Expr { public double Value => value; } //: hit
        public sealed class Var(string name) : Expr { public string Name => name; } //: hit
        public sealed class Un(char op, Expr right) : Expr { public char Op => op; public Expr Right => right; } //: hit
        public sealed class Bin(Expr left, string op, Expr right) : Expr //: hit
        {
            public Expr Left => left; //: hit
            public Expr Right => right; //: hit
            public string Op { get; } = op; //: hit
            public void Deconstruct(out Expr l, out string o, out Expr r) => (l, o, r) = (left, Op, right); //: hit
        }

        public sealed class If(Expr test, Expr yes, Expr? no) : Expr //: hit
        {
            public (Expr Test, Expr Yes, Expr? No) Parts => (test, yes, no); //: hit
        }
    }

    private sealed class SyntaxException(string message, int at) : Exception(message) //: hit
    {
        public int At => at; //: hit
    }

    //- precedence climbing: prefix and infix rules in tables of delegates
    private sealed class Pratt
    {
        private delegate Expr Prefix(Pratt p, string token);

        private static readonly Dictionary<string, (int Left, int Right)> powers = new() //: hit
        { //: hit
            ["?"] = (2, 1), ["||"] = (3, 4), ["&&"] = (5, 6), ["=="] = (7, 8), ["<"] = (9, 10), //: hit
            ["+"] = (11, 12), ["-"] = (11, 12), ["*"] = (13, 14), ["/"] = (13, 14), ["^"] = (16, 15), //: hit
        }; //: hit

        private static readonly Dictionary<char, Prefix> prefixes = new() //: hit
        { //: hit
            ['-'] = static (p, _) => new Expr.Un('-', p.Parse(20)), //: hit
            ['!'] = static (p, _) => new Expr.Un('!', p.Parse(20)), //: hit
            ['('] = static (p, _) => //: hit
            { //: hit
                Expr inner = p.Parse(0); //: hit
                return p.Next() is ")" ? inner : throw new SyntaxException("')'", p.at); //: hit 2/2
            }, //: hit
        }; //: hit

        private readonly string text;
        private int at;
        private string? peeked;

        public Pratt(string text) => this.text = text; //: hit

        private string? Peek() => peeked ??= Scan(); //: hit 2/2

        private string? Next()
        { //D: hit
            string? token = Peek(); //: hit
            peeked = null; //: hit
            return token; //: hit
        } //D: hit

        private string? Scan()
        { //D: hit
        skip: //D: hit
            if (at >= text.Length) return null; //: hit 2/2
            int start = at; //: hit
            switch (text[at]) //: part 16/20
            {
                case ' ' or '\t':
                    at++; //: hit
                    goto skip; //: hit
                case >= '0' and <= '9':
                    while (at < text.Length && (char.IsDigit(text[at]) || text[at] == '.')) at++; //: part 2/2 2/2 1/2
                    break; //: hit
                default:
                    throw new SyntaxException($"'{text[at]}'", at); //: hit
                case >= 'a' and <= 'z' or '_':
                    do at++; //: hit
                    while (at < text.Length && (char.IsLetterOrDigit(text[at]) || text[at] == '_')); //: part 2/2 2/2 1/2
                    break; //: hit
                case '&' or '|' or '=' when at + 1 < text.Length && text[at + 1] == text[at]: //: part 1/2 1/2
                    at += 2; //: hit
                    break; //: hit
                case '+' or '-' or '*' or '/' or '^' or '<' or '!' or '(' or ')' or '?' or ':':
                    at++; //: hit
                    break; //D: hit
            }

            return text[start..at]; //: hit
        } //D: hit

        public Expr Parse(int least)
        { //D: hit
            string token = Next() ?? throw new SyntaxException("end", at); //: hit 2/2
            Expr left = token[0] switch //: hit 3/3
            { //: hit
                >= '0' and <= '9' => new Expr.Num(double.Parse(token, CultureInfo.InvariantCulture)), //: hit
                >= 'a' and <= 'z' or '_' => new Expr.Var(token), //: hit
                var c => prefixes.TryGetValue(c, out var prefix) ? prefix(this, token) : throw new SyntaxException(token, at), //: hit 2/2
            }; //: hit
            while (Peek() is { } op && powers.TryGetValue(op, out var power) && power.Left >= least) //: hit 2/2 2/2 2/2
            { //D: hit
                Next(); //: hit
                if (op == "?") //: hit 2/2
                { //D: hit
                    Expr yes = Parse(0); //: hit
                    left = new Expr.If(left, yes, Peek() == ":" && Next() != null ? Parse(power.Right) : null); //: part 2/2 1/2
                    continue; //: hit
                }

                left = new Expr.Bin(left, op, Parse(power.Right)); //: hit
            } //: hit

            return left; //: hit
        } //D: hit

        public static bool TryParse(string text, out Expr? result, out string? error)
        { //D: hit
            Pratt p = new(text); //: hit
            try
            { //D: hit
                result = p.Parse(0); //: hit
                error = p.Peek() is { } rest ? "rest " + rest : null; //: hit 2/2
                return error is null; //: hit
            }
            catch (SyntaxException e) when (e.At <= text.Length && e.Message is var message) //: part 1/2
            { //D: hit
                (result, error) = (null, message is "end" or "')'" ? "open" : message); //: hit 2/2 2/2
                return false; //: hit
            }
        } //: hit
    }

    //- folding of constants: positional and type patterns with conditions
    private static Expr Fold(Expr e) => e switch //: part 9/10
    { //: hit
        Expr.Bin(Expr.Num l, "+" or "-" or "*", Expr.Num r) b => new Expr.Num(b.Op switch { "+" => l.Value + r.Value, "-" => l.Value - r.Value, _ => l.Value * r.Value }), //: part 2/3
        Expr.Bin(var l, "*", Expr.Num { Value: 1 }) => Fold(l), //: hit
        Expr.Bin(Expr.Num { Value: 0 }, "*", _) => new Expr.Num(0), //: miss
        Expr.Bin(var l, var op, var r) when Fold(l) is var fl && Fold(r) is var fr && (fl != l || fr != r) => Fold(new Expr.Bin(fl, op, fr)), //: part 2/2 1/2
        Expr.Un { Op: '-', Right: Expr.Num { Value: var v } } => new Expr.Num(-v), //: hit
        Expr.Un { Op: '!', Right: Expr.Un { Op: '!', Right: Expr.Bin { Op: "==" or "<" } inner } } => inner, //: hit
        Expr.Un u when Fold(u.Right) is var r && r != u.Right => new Expr.Un(u.Op, r), //: part 1/2
        Expr.If { Parts: (Expr.Num { Value: var t }, var yes, var no) } => t != 0 ? Fold(yes) : no is null ? new Expr.Num(0) : Fold(no), //: part 1/2 0/2
        Expr.Num or Expr.Var => e, //: hit
        _ => e, //: hit
    }; //: hit

    //- code with jumps that are patched
    private sealed class Code
    {
        private readonly List<byte> bytes = []; //: hit
        private readonly List<double> constants = []; //: hit
        private readonly Dictionary<string, byte> slots = []; //: hit

        public ReadOnlySpan<byte> Bytes => System.Runtime.InteropServices.CollectionsMarshal.AsSpan(bytes); //: hit

        public double Constant(int i) => constants[i]; //: hit

        public IReadOnlyDictionary<string, byte> Slots => slots; //: hit

        private Code Emit(Op op, params ReadOnlySpan<byte> operands)
        { //D: hit
            bytes.Add((byte)op); //: hit
            foreach (byte b in operands) bytes.Add(b); //: hit 2/2
            return this; //: hit
        } //D: hit

        private int Jump(Op op)
        { //D: hit
            Emit(op, 0); //: hit
            return bytes.Count - 1; //: hit
        } //D: hit

        private void Patch(int at) => bytes[at] = checked((byte)(bytes.Count - at - 1)); //: hit

        public Code Compile(Expr e)
        { //D: hit
            switch (e) //: part 6/7
            {
                case Expr.Num { Value: var value }:
                    int known = constants.IndexOf(value); //: hit
                    if (known < 0) //: hit 2/2
                    { //D: hit
                        known = constants.Count; //: hit
                        constants.Add(value); //: hit
                    } //D: hit

                    return Emit(Op.Push, (byte)known); //: hit
                case Expr.Var { Name: var name }:
                    if (!slots.TryGetValue(name, out byte slot)) slots.Add(name, slot = (byte)slots.Count); //: part 1/2
                    return Emit(Op.Load, slot); //: hit
                case Expr.Un u:
                    return Compile(u.Right).Emit(u.Op is '-' ? Op.Neg : Op.Not); //: hit 2/2
                case Expr.Bin { Op: "&&" or "||" } b:
                    Compile(b.Left).Emit(Op.Dup); //: hit
                    if (b.Op == "||") Emit(Op.Not); //: hit 2/2
                    int end = Jump(Op.JumpIfNot); //: hit
                    Emit(Op.Pop).Compile(b.Right); //: hit
                    Patch(end); //: hit
                    return this; //: hit
                case Expr.Bin(var l, var op, var r):
                    Compile(l).Compile(r); //: hit
                    switch (op) //: part 4/7
                    {
                        case "+": return Emit(Op.Add); //: hit
                        case "-": return Emit(Op.Sub); //: miss
                        case "*": return Emit(Op.Mul); //: hit
                        case "/": return Emit(Op.Div); //: hit
                        case "==": return Emit(Op.Eq); //: miss
                        case "<": return Emit(Op.Lt); //: hit
                    }

                    goto default; //D: miss
                default:
                    throw new NotSupportedException(e.ToString()); //: miss
                case Expr.If { Parts: var (test, yes, no) }:
                    Compile(test); //: hit
                    int otherwise = Jump(Op.JumpIfNot); //: hit
                    Compile(yes); //: hit
                    int done = Jump(Op.Jump); //: hit
                    Patch(otherwise); //: hit
                    if (no is null) Compile(new Expr.Num(0)); //: hit 2/2
                    else Compile(no); //: hit
                    Patch(done); //: hit
                    return this; //: hit
            }
        } //D: hit
    }

    private static unsafe double Execute(Code code, Func<string, double> names)
    { //D: hit
        delegate*<double, double, bool> less = &Less; //: hit
        double* stack = stackalloc double[16]; //: hit
        double* top = stack; //: hit
        double[] slots = new double[code.Slots.Count]; //: hit
        foreach (var (name, slot) in code.Slots) slots[slot] = names(name); //: hit 2/2
        fixed (byte* start = code.Bytes) //: hit
        { //D: hit
            for (byte* ip = start, end = start + code.Bytes.Length; ip < end; ) //: hit 2/2
            { //D: hit
                Op op = (Op)(*ip++); //: hit
                switch (op) //: part 13/16
                {
                    case Op.Push:
                        *top++ = code.Constant(*ip++); //: hit
                        continue; //: hit
                    case Op.Load:
                        *top++ = slots[*ip++]; //: hit
                        continue; //: hit
                    case Op.Neg:
                        top[-1] = -top[-1]; //: hit
                        break; //: hit
                    case Op.Not:
                        top[-1] = top[-1] == 0 ? 1 : 0; //D: hit 2/2 //R: hit -- no branch
                        break; //: hit
                    case Op.Dup:
                        *top = top[-1]; //: hit
                        top++; //: hit
                        break; //: hit
                    case Op.Pop:
                        top--; //: hit
                        break; //: hit
                    case Op.Jump:
                    case Op.JumpIfNot when *--top == 0: //: hit 2/2
                        ip += *ip; //: hit
                        goto case Op.JumpIfNot; //D: hit
                    case Op.JumpIfNot:
                        ip++; //: hit
                        break; //: hit
                    case Op.Add or Op.Sub or Op.Mul or Op.Div:
                    case Op.Eq or Op.Lt:
                        double right = *--top; //: hit
                        ref double left = ref top[-1]; //: hit
                        left = op switch //: part 4/6
                        { //: hit
                            Op.Add => left + right, //: hit
                            Op.Sub => left - right, //: miss
                            Op.Mul => left * right, //: hit
                            Op.Div => right != 0 ? left / right : double.NaN, //: hit 2/2
                            Op.Eq => left == right ? 1 : 0, //D: miss 0/2 //R: miss
                            _ => less(left, right) && !double.IsNaN(left) ? 2 : 1, //: part 1/2 1/2
                        }; //: hit
                        break; //: hit
                    default:
                        throw new InvalidProgramException($"{op}"); //: miss
                }
            } //D: hit
        } //D: hit

        return *--top; //: hit

        static bool Less(double a, double b) => a < b; //: hit
    } //D: hit

    private static string Show(Expr e, int outer = 0) => e switch //: part 5/6
    { //: hit
        Expr.Num n => n.Value.ToString(CultureInfo.InvariantCulture), //: hit
        Expr.Var v => v.Name, //: hit
        Expr.Un u => u.Op + Show(u.Right, 9), //: hit
        Expr.Bin(var l, var op, var r) when (op is "+" or "-" ? 1 : op is "*" or "/" ? 2 : 0) is var level => //: part 2/2 1/2 2/2 2/2
            (level < outer ? "(" : "") + Show(l, level) + op + Show(r, level + 1) + (level < outer ? ")" : ""), //: hit 2/2 2/2
        Expr.If { Parts: var (t, y, n) } => n is null ? $"{Show(t, 1)}?{Show(y)}" : $"{Show(t, 1)}?{Show(y)}:{Show(n)}", //: hit 2/2
        _ => throw new SwitchExpressionException(e), //: miss
    }; //: hit

    //- a matcher by recursion: c . [a-z] ? * + ^ $ |
    private static bool Matches(string pattern, string text)
    { //D: hit
        foreach (string branch in pattern.Split('|')) //: hit 2/2
        { //D: hit
            bool anchored = branch is ['^', ..]; //: part 1/2 1/2 2/2
            ReadOnlySpan<char> rest = anchored ? branch.AsSpan(1) : branch; //: hit 2/2
            for (int i = 0; i <= text.Length; i++) //: hit 2/2
            { //D: hit
                if (Here(rest, text.AsSpan(i))) return true; //: hit 2/2
                if (anchored) break; //: hit 2/2
            } //D: hit
        } //D: hit

        return false; //: hit

        static bool Here(ReadOnlySpan<char> p, ReadOnlySpan<char> t)
        { //D: hit
            if (p is []) return true; //: hit 2/2
            if (p is ['$']) return t.IsEmpty; //: hit 2/2 2/2
            int one = p[0] == '[' ? p.IndexOf(']') + 1 : p[0] == '\\' ? 2 : 1; //: hit 2/2 2/2
            var (least, most) = p.Length > one ? p[one] switch { '?' => (0, 1), '*' => (0, int.MaxValue), '+' => (1, int.MaxValue), _ => (1, 1) } : (1, 1); //: part 2/2 3/4
            bool quantified = (least, most) is not (1, 1); //: hit 2/2 2/2
            int n = 0; //: hit
            while (n < t.Length && n < most && Single(p[..one], t[n])) n++; //: hit 2/2 2/2 2/2
            for (; n >= least; n--) //: hit 2/2
                if (Here(p[(quantified ? one + 1 : one)..], t[n..])) return true; //: hit 2/2 2/2
            return false; //: hit
        } //D: hit

        static bool Single(ReadOnlySpan<char> p, char c) => p switch //: part 6/7
        { //: hit
            ['.'] => c is not '\n', //: hit
            ['\\', 'd'] => c is >= '0' and <= '9', //: part 2/2 1/2
            ['\\', var e] => e == c, //: hit
            ['[', '^', .. var set, ']'] => !In(set, c), //: hit
            ['[', .. var set, ']'] => In(set, c), //: hit
            [var only] => only == c, //: hit
            _ => false, //: miss
        }; //: hit

        static bool In(ReadOnlySpan<char> set, char c)
        { //D: hit
            for (int i = 0; i < set.Length; i++) //: hit 2/2
                if (set[i..] is [var from, '-', var to, ..]) //: part 2/2 1/2
                { //D: hit
                    if (from <= c && c <= to) return true; //: hit 2/2 2/2
                    i += 2; //: hit
                } //D: hit
                else if (set[i] == c) return true; //: hit 2/2
            return false; //: hit
        } //D: hit
    } //D: hit

    private enum State { Start, Sign, Whole, Point, Fraction, Exponent, Bad }

    //- a machine by tuples: what a number is
    private static State Classify(string text)
    { //D: hit
        State state = State.Start; //: hit
        foreach (char c in text) //: hit 2/2
        { //D: hit
            state = (state, c) switch //: part 7/8
            { //: hit
                (State.Start, '+' or '-') => State.Sign, //: hit
                (State.Start or State.Sign or State.Whole, >= '0' and <= '9') => State.Whole, //: hit
                (State.Whole, '.') => State.Point, //: hit
                (State.Point or State.Fraction, >= '0' and <= '9') => State.Fraction, //: hit
                (State.Fraction or State.Whole, 'e' or 'E') => State.Exponent, //: hit
                (State.Exponent, var d) when char.IsDigit(d) => state, //: part 1/2
                (_, ' ' or '_') => state, //: miss
                _ => State.Bad, //: hit
            }; //: hit
            if (state == State.Bad) break; //: hit 2/2
        } //D: hit

        return state; //: hit
    } //D: hit

    //- dynamic programming and memoization
    private static int Distance(ReadOnlySpan<char> a, ReadOnlySpan<char> b, bool swaps = false)
    { //D: hit
        if (a.Length < b.Length) return Distance(b, a, swaps); //: hit 2/2
        Span<int> row = stackalloc int[b.Length + 1], before = stackalloc int[b.Length + 1]; //: hit
        for (int j = 0; j <= b.Length; j++) row[j] = j; //: hit 2/2
        for (int i = 1; i <= a.Length; i++) //: hit 2/2
        { //D: hit
            int diagonal = row[0]; //: hit
            row[0] = i; //: hit
            for (int j = 1; j <= b.Length; j++) //: hit 2/2
            { //D: hit
                int next = a[i - 1] == b[j - 1] ? diagonal : 1 + Math.Min(diagonal, Math.Min(row[j], row[j - 1])); //: hit 2/2
                if (swaps && i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) //: hit 2/2 2/2 2/2 2/2 2/2
                    next = Math.Min(next, before[j - 2] + 1); //: hit
                (diagonal, row[j]) = (row[j], next); //: hit
            } //D: hit

            if (swaps) row.CopyTo(before); //: hit 2/2
        } //D: hit

        return row[^1]; //: hit
    } //D: hit

    private static readonly Dictionary<(int, int), BigInteger> paths = []; //: hit

    private static BigInteger Paths(int x, int y) => //: none
        x < 0 || y < 0 ? 0 : (x, y) is (0, 0) ? 1 : paths.TryGetValue((x, y), out var known) ? known : paths[(x, y)] = Paths(x - 1, y) + Paths(x, y - 1); //: hit 2/2 2/2 2/2 2/2 2/2

    private static Func<TArgument, TResult> Memo<TArgument, TResult>(Func<Func<TArgument, TResult>, TArgument, TResult> f) where TArgument : notnull
    { //D: hit
        Dictionary<TArgument, TResult> seen = new(); //: hit
        return Inner; //: hit

        TResult Inner(TArgument a) => seen.TryGetValue(a, out var r) ? r : seen[a] = f(Inner, a); //: hit 2/2
    } //D: hit

    //- eight queens: masks of bits, a ref counter
    private static void Queens(int all, int columns, int left, int right, ref int count)
    { //D: hit
        if (columns == all) //: hit 2/2
        { //D: hit
            count++; //: hit
            return; //: hit
        }

        int open = all & ~(columns | left | right); //: hit
        while (open != 0) //: hit 2/2
        { //D: hit
            int bit = open & -open; //: hit
            open ^= bit; //: hit
            Queens(all, columns | bit, (left | bit) << 1, (right | bit) >> 1, ref count); //: hit
        } //D: hit
    } //: hit

    public static void Run()
    { //D: hit
        string[] texts = ["1+2*x", "a ? 1 : -b", "(1+2)*3*1", "x&&y||0<1", "!x", "(1", "1 $", "2 2", "1 ? -5", "z/0+4/2", "", ")", "a*(b+c1)", "!!(1<2)"]; //: hit
        double[] values = new double[texts.Length]; //: hit
        for (int i = 0; i < texts.Length; i++) //: hit 2/2
        { //D: hit
            if (!Pratt.TryParse(texts[i], out Expr? e, out string? error) || e is null) //: part 2/2 1/2
            { //D: hit
                Use(error is "open" || error!.StartsWith("rest")); //: hit 2/2 2/2
                continue; //: hit
            }

            Use(Show(e) + Show(Fold(e))); //: hit
            values[i] = Execute(new Code().Compile(e), name => name is "a" or "y" ? 0 : name.Length); //: hit 2/2 2/2
        } //D: hit

        Use(values.Sum() > 0); //: hit
        Use(Show(new Expr.Bin(new Expr.Num(1), "<", new Expr.Var("v")))); //: hit
        Use(Matches("^ab*c$|x+y?", "abbc") & Matches("^b", "ab") & Matches("[a-cx]z", "qxz") & Matches("[^a]\\d.", "b7\n")); //: hit
        Use(Matches("\\.k", "a.k") | Matches("a[b-d]+$", "abeab") | Matches("[c-d]", "abe")); //: hit
        Use(string.Join(",", new[] { "+1.5e", "12e3", "1..", "x" }.Select(Classify))); //: hit
        Use(Distance("kitten", "sitting") + Distance("abcd", "acbd", true) + Distance("ab", "a")); //: hit
        Use((int)Paths(2, 2)); //: hit
        var fib = Memo<int, long>((self, n) => n < 2 ? n : self(n - 1) + self(n - 2)); //: hit 2/2
        Use(fib(9) == 34); //: hit
        int count = 0; //: hit
        Queens(15, 0, 0, 0, ref count); //: hit
        Use(count); //: hit
    } //: hit
}
