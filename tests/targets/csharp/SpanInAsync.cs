// Ref structs in async methods and iterators, protocols over spans, lock and using, unsafe, switches of every kind.

using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Numerics;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal enum Op : byte { None, Push, Add, Jump = 10, Call, Halt = 255 }

internal static class SpanInAsync
{
    public static async Task Run()
    { //D: hit
        Use(await Read("ab,c\n#x\nd,,e")); //: hit
        Use(await Read("")); //: hit
        Use(Machine([1, 5, 1, 7, 2, 10, 2, 9, 255])); //: hit
        Use(Machine([2, 255])); //: hit
        Use(Machine([77])); //: hit
        Use(Tokens("x1 = (y + 23) ;").Count()); //: hit
        Use(Verb("GET")); //: hit
        Use(Verb("post")); //: hit
        Use(Verb("?")); //: hit
        Use(State("idle", "start", 0)); //: hit
        Use(State("idle", "stop", 3)); //: hit
        Use(State("busy", "stop", 1)); //: hit
        Use(State("busy", null, 9)); //: hit
        Use(Fold<int>([3, -1, 2], 0)); //: hit
        Use((int)Fold<double>([], 1)); //: hit
        Use(Header([0xCA, 0xFE, 0, 2, 65, 66])); //: hit
        Use(Header([0xCA, 0xFE, 0, 9])); //: hit
        Use(Header([1])); //: hit
        Use(Ranks(0) + Ranks(15) + Ranks(42) + Ranks(100)); //: hit
        Use(await Pooled(5) + await Pooled(0)); //: hit
        Use(Kind('x') + Kind('7') + Kind(' ') + Kind('_') + Kind('é')); //: hit
        Use(Shape(new Circle(2)) + Shape(new Square(3)) + Shape(new Square(0)) + Shape(null)); //: hit
        Use(Bits(5) + Bits(0)); //: hit
        Use(await Raced(true) + await Raced(false)); //: hit
    } //: hit

    //- spans between awaits
    private static async Task<int> Read(string text)
    { //D: hit
        int sum = 0, at = 0; //: hit
        while (at < text.Length) //: hit 2/2
        { //D: hit
            ReadOnlySpan<char> rest = text.AsSpan(at); //: hit
            int end = rest.IndexOf('\n') is >= 0 and var found ? found : rest.Length; //: hit 2/2
            ReadOnlySpan<char> line = rest[..end]; //: hit
            at += end + 1; //: hit
            if (line is ['#', ..]) continue; //: part 1/2 2/2
            foreach (Range field in line.Split(',')) //: hit 2/2
                sum += line[field] is [] ? -1 : line[field].Length; //: hit 2/2
            await Task.Yield(); //: hit
        } //D: hit

        return sum; //: hit
    } //: hit //AR: none

    //- a machine of bytes
    private static int Machine(ReadOnlySpan<byte> code)
    { //D: hit
        Span<int> stack = stackalloc int[8]; //: hit
        int top = 0, pc = 0; //: hit
        while (true) //D: hit
        { //D: hit
            switch ((Op)code[pc++]) //: part 5/7
            {
                case Op.Push when top < stack.Length: //: part 1/2
                    stack[top++] = code[pc++]; //: hit
                    break; //: hit
                case Op.Add when top is >= 2: //: hit 2/2
                    top--; //: hit
                    stack[top - 1] += stack[top]; //: hit
                    break; //: hit
                case Op.Jump:
                    pc += code[pc]; //: hit
                    break; //: hit
                case Op.Call or Op.None:
                    throw new NotSupportedException(); //: miss
                case Op.Halt:
                    return top > 0 ? stack[top - 1] : 0; //: hit 2/2
                default:
                    if (pc == 1 && code.Length > 1) continue; //: part 1/2 2/2
                    return -1; //: hit
            }
        } //D: hit
    } //D: hit

    //- an iterator with a scanner inside
    private static IEnumerable<string> Tokens(string text)
    { //D: hit
        for (int at = 0; at < text.Length;) //: part 1/2
        { //D: hit
            char c = text[at]; //: hit
            int start = at++; //: hit
            switch (c) //: part 5/7
            {
                case ' ' or '\t':
                    continue; //D: hit
                case >= 'a' and <= 'z' or >= 'A' and <= 'Z' or '_':
                    while (at < text.Length && char.IsLetterOrDigit(text[at])) at++; //: part 1/2 2/2
                    break; //: hit
                case >= '0' and <= '9':
                    while (at < text.Length && char.IsAsciiDigit(text[at])) at++; //: part 1/2 2/2
                    break; //: hit
                case ';' when at == text.Length: //: part 1/2
                    yield break; //: hit
            } //: none

            yield return text[start..at]; //: hit
        } //D: hit
    } //: miss

    //- strings, with and without a span
    private static int Verb(ReadOnlySpan<char> verb) => verb switch //: hit 3/3
    { //: hit
        "GET" or "HEAD" => 1, //: hit
        { Length: 4 } when verb.Equals("post", StringComparison.OrdinalIgnoreCase) => 2, //: part 1/2
        _ => 0, //: hit
    }; //: hit

    private static string State(string state, string? command, int n) => (state, command, n) switch //: part 4/5
    { //: hit
        ("idle", "start", 0 or 1) => "busy", //: hit
        ("idle", not null, _) => "ignored", //: hit
        (_, "stop", < 2) => "idle", //: hit
        (var s, _, > 5 and var m) => s + m, //: hit
        _ => throw new InvalidOperationException(), //: miss
    }; //: hit

    //- generic arithmetic with static abstract members
    private static T Fold<T>(ReadOnlySpan<T> values, T start) where T : struct, INumber<T>, ISignedNumber<T>
    { //D: hit
        T best = start; //: hit
        for (int i = 0; i < values.Length; i++) //: hit 2/2
        { //D: hit
            best = values[i] switch { var v when v > best => v, var v when T.IsNegative(v) => best + T.Abs(v), _ => best }; //: hit 3/3 2/2 2/2
        } //D: hit

        return values is [] || best == T.Zero ? T.NegativeOne : best; //: part 2/2 1/2
    } //D: hit

    private static string Header(ReadOnlySpan<byte> data)
    { //D: hit
        if (data is not [0xCA, 0xFE, _, var length, .. var body]) return "bad"; //: part 2/2 1/2 1/2
        if (BinaryPrimitives.ReadUInt16BigEndian(data[2..]) != length || body.Length < length) return "short"; //: part 1/2 2/2
        return Encoding.ASCII.GetString(body[..length]); //: hit
    } //D: hit

    private static int Ranks(int n)
    { //D: hit
        switch (n) //: part 4/5
        {
            case 0: return 1; //: hit
            case > 10 and < 20: return 2; //: hit
            case 42 or 43: return 3; //: hit
            case < 0: return 4; //: miss
            default: return 5; //: hit
        }
    } //D: hit

    //- rented arrays, given back
    private static async Task<int> Pooled(int n)
    { //D: hit
        byte[] buffer = ArrayPool<byte>.Shared.Rent(16); //: hit
        try
        { //D: hit
            Memory<byte> used = buffer.AsMemory(0, n); //: hit
            used.Span.Fill((byte)n); //: hit
            await Task.Yield(); //: hit
            lock (buffer) //: hit
            { //D: hit
                foreach (ref readonly byte b in used.Span) //: hit 2/2
                    if (b != n) throw new InvalidOperationException(); //: part 1/2
            } //: hit
            return used.Span is [var first, ..] ? first : used.Length; //: hit 2/2
        }
        finally
        { //D: hit
            ArrayPool<byte>.Shared.Return(buffer, clearArray: n > 0); //: hit
        } //D: hit //AR: hit
    } //: hit

    private static int Kind(char c) => c switch //: part 4/5
    { //: hit
        >= 'a' and <= 'z' or >= 'A' and <= 'Z' => 1, //: hit
        >= '0' and <= '9' => 2, //: hit
        ' ' or '\t' => 3, //: hit
        '\n' => 4, //: miss
        _ => char.IsLetter(c) ? 5 : 6, //: hit 2/2
    }; //: hit

    private abstract record Figure; //: none

    private sealed record Circle(double Radius) : Figure; //: hit

    private sealed record Square(double Side) : Figure; //: hit

    private static double Shape(Figure? figure)
    { //D: hit
        switch (figure) //: hit 4/4
        {
            case Circle { Radius: > 0 and var r }:
                return r * r * Math.PI; //: hit
            case Square { Side: 0 }:
                goto case null; //D: hit
            case Square(var side):
                return side * side; //: hit
            case null:
                return 0; //: hit
            default:
                throw new UnreachableException(); //: none
        }
    } //D: hit

    private static unsafe int Bits(uint value)
    { //D: hit
        int count = 0; //: hit
        int* p = &count; //: hit
        for (uint v = value; v != 0; v >>= 1) //: hit 2/2
            *p += (v & 1) != 0 ? 3 : 5; //: hit 2/2
        return p is not null && *p > 0 ? *p : -1; //: part 1/2 2/2
    } //D: hit

    private static async Task<int> Raced(bool wins)
    { //D: hit
        TaskCompletionSource<int> first = new(), second = new(); //: hit
        (wins ? first : second).SetResult(1); //: hit 2/2
        Task<int> done = await Task.WhenAny(first.Task, second.Task); //: hit
        return done == first.Task && await done is 1 ? 2 : second.Task.IsCompletedSuccessfully ? await second.Task : -1; //: part 2/2 1/2 1/2
    } //: hit //AR: none
}
