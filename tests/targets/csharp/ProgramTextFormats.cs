// Readers and writers as libraries have them: JSON out of UTF-8 bytes, numbers, escapes, globs, versions, varints, hex,
// base 64, wrapping of words; spans, ref structs, stackalloc, goto, labels, nested loops and switches.

using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class ProgramTextFormats
{
    private enum Kind : byte { None, Open, Close, Text, Number, True, False, Null, Comma, Colon }

    private ref struct Reader
    {
        private readonly ReadOnlySpan<byte> data;
        private int at;
        private int depth;

        public Reader(ReadOnlySpan<byte> data)
        { //D: hit
            this.data = data; //: hit
            at = data.StartsWith("\uFEFF"u8) ? 3 : 0; //: part 1/2
            depth = 0; //: hit
        } //: hit

        public Kind Kind { readonly get; private set; } //: hit

        public ReadOnlySpan<byte> Value { readonly get; private set; } //: hit

        public readonly int Depth => depth; //: hit

        //- white space, punctuation, literals, strings with escapes, numbers: on [1,-2.5e3,"a\"b",true,null,{"k":false}] x
        public bool Read()
        { //D: hit
            while (at < data.Length) //: hit 2/2
            { //D: hit
                byte b = data[at]; //: hit
                switch (Id(b)) //: hit 13/13
                {
                    case (byte)' ':
                    case (byte)'\t':
                        at++; //: hit
                        continue; //: hit
                    case (byte)'[' or (byte)'{':
                        depth++; //: hit
                        Kind = Kind.Open; //: hit
                        break; //: hit
                    case (byte)']' or (byte)'}':
                        if (--depth < 0) throw new FormatException("unbalanced"); //: part 1/2
                        Kind = Kind.Close; //: hit
                        break; //: hit
                    case (byte)',':
                    case (byte)':':
                        Kind = b == ',' ? Kind.Comma : Kind.Colon; //: hit 2/2
                        break; //: hit
                    case (byte)'"':
                        return String(); //: hit
                    case (byte)'t':
                    case (byte)'f':
                    case (byte)'n':
                        return Literal(b == 't' ? "true"u8 : b == 'f' ? "false"u8 : "null"u8); //: hit 2/2 2/2
                    default:
                        return Number(); //: hit
                }

                Value = data.Slice(at++, 1); //: hit
                return true; //: hit
            }

            Kind = Kind.None; //: hit
            return false; //: hit
        } //D: hit

        private bool Literal(ReadOnlySpan<byte> text)
        { //D: hit
            if (!data[at..].StartsWith(text)) throw new FormatException("literal at " + at); //: hit 2/2
            Kind = text[0] switch { (byte)'t' => Kind.True, (byte)'f' => Kind.False, _ => Kind.Null }; //: hit 3/3
            Value = text; //: hit
            at += text.Length; //: hit
            return true; //: hit
        } //D: hit

        private bool String()
        { //D: hit
            int start = ++at; //: hit
            for (; at < data.Length; at++) //: hit 2/2
            { //D: hit
                if (data[at] == '\\') at++; //: hit 2/2
                else if (data[at] is (byte)'"') goto end; //: hit 2/2
                else if (data[at] < ' ' || data[at] == 0x7f) break; //: part 1/2 1/2
            } //D: hit

            throw new FormatException("open string"); //: hit
        end: //D: hit
            Kind = Kind.Text; //: hit
            Value = data[start..at++]; //: hit
            return true; //: hit
        } //D: hit

        private bool Number()
        { //D: hit
            int start = at; //: hit
            bool point = false, exponent = false; //: hit
            if (data[at] == '-') at++; //: hit 2/2
            while (at < data.Length) //: part 1/2
            { //D: hit
                byte c = data[at]; //: hit
                if (c >= '0' && c <= '9') at++; //: hit 2/2 2/2
                else if (c == '.' && !point && !exponent) //: part 2/2 1/2 1/2
                { //D: hit
                    point = true; //: hit
                    at++; //: hit
                } //D: hit
                else if ((c | 0x20) == 'e' && !exponent) //: part 2/2 1/2
                { //D: hit
                    exponent = true; //: hit
                    at += at + 1 < data.Length && data[at + 1] is (byte)'+' or (byte)'-' ? 2 : 1; //: part 1/2 1/2 1/2
                } //D: hit
                else break; //D: hit
            } //D: hit

            if (at == start || at == start + 1 && data[start] == '-') throw new FormatException("number at " + start); //: part 1/2 2/2 2/2
            Kind = Kind.Number; //: hit
            Value = data[start..at]; //: hit
            return true; //: hit
        } //D: hit
    }

    private static string Kinds(ReadOnlySpan<byte> json)
    { //D: hit
        StringBuilder text = new(); //: hit
        try
        { //D: hit
            Reader reader = new(json); //: hit
            while (reader.Read()) //: hit 2/2
                text.Append(reader.Kind switch { Kind.Open => '(', Kind.Close => ')', Kind.Comma or Kind.Colon => ' ', Kind.Number => '#', Kind.Text => 's', _ => '?' }); //: hit 6/6
            return text.Append(reader.Depth).ToString(); //: hit
        }
        catch (FormatException e) when (e.Message is ['o', ..] or ['n', 'u', ..]) //: part 1/2 1/2 2/2 1/2 2/2 1/2
        { //D: hit
            return text.Append('!').ToString(); //: hit
        }
        catch (FormatException) //: hit
        { //D: hit
            return ""; //: hit
        }
    } //: hit

    //- escapes: nested switch, range patterns, a loop of four hex digits
    private static bool TryUnescape(ReadOnlySpan<char> text, Span<char> to, out int written)
    { //D: hit
        written = 0; //: hit
        for (int i = 0; i < text.Length; i++) //: hit 2/2
        { //D: hit
            char c = text[i]; //: hit
            if (c != '\\') //: hit 2/2
            { //D: hit
                to[written++] = c; //: hit
                continue; //: hit
            }

            if (++i == text.Length) return false; //: hit 2/2
            switch (text[i]) //: part 4/7
            {
                case 'n': to[written++] = '\n'; break; //: hit
                case 't': to[written++] = '\t'; break; //: miss
                case 'u' when i + 4 < text.Length: //: hit 2/2
                    int code = 0; //: hit
                    for (int end = i + 4; i < end;) //: hit 2/2
                    { //D: hit
                        int digit = text[++i] switch //: part 3/4
                        { //: hit
                            >= '0' and <= '9' and var d => d - '0', //: hit
                            >= 'a' and <= 'f' and var d => d - 'a' + 10, //: hit
                            >= 'A' and <= 'F' and var d => d - 'A' + 10, //: miss
                            _ => -1, //: hit
                        }; //: hit
                        if (digit < 0) return false; //: hit 2/2
                        code = code << 4 | digit; //: hit
                    } //D: hit

                    to[written++] = (char)code; //: hit
                    break; //: hit
                case '"' or '\\' or '/':
                    to[written++] = text[i]; //: hit
                    break; //: hit
                default:
                    return false; //: hit
            }
        } //D: hit

        return true; //: hit
    } //D: hit

    private static string? Unescape(string text)
    { //D: hit
        char[]? rented = null; //: hit
        Span<char> buffer = text.Length <= 8 ? stackalloc char[8] : (rented = ArrayPool<char>.Shared.Rent(text.Length)); //: hit 2/2
        try
        { //D: hit
            return TryUnescape(text, buffer, out int n) ? new(buffer[..n]) : null; //: hit 2/2
        }
        finally
        { //D: hit
            if (rented is not null) ArrayPool<char>.Shared.Return(rented); //: hit 2/2
        } //: hit
    } //: hit

    //- a matcher of * and ?, with a place to go back to
    private static bool Glob(ReadOnlySpan<char> pattern, ReadOnlySpan<char> text)
    { //D: hit
        int p = 0, t = 0, star = -1, mark = 0; //: hit
        while (t < text.Length) //: hit 2/2
        { //D: hit
            if (p < pattern.Length && (pattern[p] == '?' || pattern[p] == text[t])) //: hit 2/2 2/2 2/2
            { //D: hit
                p++; //: hit
                t++; //: hit
            } //D: hit
            else if (p < pattern.Length && pattern[p] == '*') //: hit 2/2 2/2
            { //D: hit
                star = p++; //: hit
                mark = t; //: hit
            } //D: hit
            else if (star >= 0) //: hit 2/2
            { //D: hit
                p = star + 1; //: hit
                t = ++mark; //: hit
            } //D: hit
            else
            { //D: hit
                return false; //: hit
            }
        } //D: hit

        while (p < pattern.Length && pattern[p] is '*') p++; //: hit 2/2 2/2
        return p == pattern.Length; //: hit
    } //D: hit

    private readonly record struct Version3(int Major, int Minor, int Patch, string? Label = null) : IComparable<Version3>, ISpanParsable<Version3> //: hit
    {
        public int CompareTo(Version3 other) => //: none
            Major != other.Major ? Major.CompareTo(other.Major) : //: part 2/2 2/2 2/2 2/4
            Minor != other.Minor ? Minor.CompareTo(other.Minor) : //: hit
            Patch != other.Patch ? Patch - other.Patch : //: hit
            (Label, other.Label) switch //: hit
            { //: hit
                (null, null) => 0, //: miss
                (null, _) => 1, //: miss
                (_, null) => -1, //: hit
                var (a, b) => string.CompareOrdinal(a, b), //: hit
            }; //: hit

        public static bool operator <(Version3 a, Version3 b) => a.CompareTo(b) < 0; //: hit

        public static bool operator >(Version3 a, Version3 b) => b < a; //: hit

        public static Version3 Parse(ReadOnlySpan<char> s, IFormatProvider? provider) => TryParse(s, provider, out var result) ? result : throw new FormatException(); //: hit 2/2

        public static Version3 Parse(string s, IFormatProvider? provider) => Parse(s.AsSpan(), provider); //: miss

        public static bool TryParse([NotNullWhen(true)] string? s, IFormatProvider? provider, out Version3 result) => TryParse(s.AsSpan(), provider, out result); //: miss

        public static bool TryParse(ReadOnlySpan<char> s, IFormatProvider? provider, out Version3 result)
        { //D: hit
            result = default; //: hit
            int dash = s.IndexOf('-'); //: hit
            string? label = dash < 0 ? null : s[(dash + 1)..].ToString(); //: hit 2/2
            if (label is { Length: 0 }) return false; //: hit 2/2 2/2
            Span<Range> parts = stackalloc Range[4]; //: hit
            var numbers = dash >= 0 ? s[..dash] : s; //: hit 2/2
            int count = numbers.Split(parts, '.'); //: hit
            if (count is < 2 or > 3) return false; //: part 2/2 1/2
            if (!int.TryParse(numbers[parts[0]], NumberStyles.None, provider, out int major) //: part 2/2 1/2
                || !int.TryParse(numbers[parts[1]], NumberStyles.None, provider, out int minor)) //: hit
                return false; //: hit
            int patch = 0; //: hit
            if (count == 3 && !int.TryParse(numbers[parts[2]], out patch)) return false; //: part 2/2 1/2
            result = new(major, minor, patch, label); //: hit
            return true; //: hit
        } //D: hit

        public override string ToString() => $"{Major}.{Minor}.{Patch}{(Label is { } l ? "-" + l : "")}"; //: hit 2/2
    }

    private static T Read<T>(ReadOnlySpan<char> text) where T : ISpanParsable<T> => T.Parse(text, CultureInfo.InvariantCulture); //: hit

    //- numbers of seven bits a byte; both byte orders
    private static int Varint(ReadOnlySpan<byte> data, out ulong value)
    { //D: hit
        value = 0; //: hit
        int shift = 0; //: hit
        foreach (byte b in data) //: hit 2/2
        { //D: hit
            if (shift == 63 && b > 1) throw new OverflowException(); //: part 1/2 0/2
            value |= (ulong)(b & 0x7f) << shift; //: hit
            shift += 7; //: hit
            if ((b & 0x80) == 0) return shift / 7; //: hit 2/2
        } //D: hit

        return -1; //: hit
    } //D: hit

    private static int Varint(Span<byte> to, long value, bool zigzag)
    { //D: hit
        ulong rest = zigzag ? (ulong)(value << 1 ^ value >> 63) : (ulong)value; //: hit 2/2
        int n = 0; //: hit
        do
        { //D: hit
            to[n] = (byte)(rest & 0x7f | (rest > 0x7f ? 0x80u : 0)); //: hit 2/2
            rest >>= 7; //: hit
        } //D: hit
        while (n++ < 9 && rest != 0); //: part 1/2 2/2
        return n; //: hit
    } //D: hit

    private static uint Word(ReadOnlySpan<byte> data, bool? big) => big switch //: part 2/3
    { //: hit
        true => BinaryPrimitives.ReadUInt32BigEndian(data), //: hit
        false when data.Length >= 4 => BinaryPrimitives.ReadUInt32LittleEndian(data), //: part 1/2
        _ => throw new ArgumentException("order", nameof(big)), //: miss
    }; //: hit

    //- hex of both cases; rubbish is an index
    private static int FromHex(ReadOnlySpan<char> text, Span<byte> to)
    { //D: hit
        if ((text.Length & 1) != 0 || to.Length < text.Length / 2) return -1; //: part 2/2 1/2
        for (int i = 0; i < text.Length; i += 2) //: hit 2/2
        { //D: hit
            int high = Digit(text[i]), low = Digit(text[i + 1]); //: hit
            if ((high | low) < 0) return i; //: hit 2/2
            to[i / 2] = (byte)(high << 4 | low); //: hit
        } //D: hit

        return text.Length / 2; //: hit

        static int Digit(char c) => char.IsAsciiDigit(c) ? c - '0' : (c | 0x20) is >= 'a' and <= 'f' ? (c | 0x20) - 'a' + 10 : -1; //: hit 2/2 2/2 2/2
    } //D: hit

    private static string ToBase64(ReadOnlySpan<byte> data, bool pad = true)
    { //D: hit
        ReadOnlySpan<byte> alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"u8; //: hit
        StringBuilder text = new((data.Length + 2) / 3 * 4); //: hit
        for (int i = 0; i < data.Length; i += 3) //: hit 2/2
        { //D: hit
            int left = data.Length - i; //: hit
            int bits = data[i] << 16 | (left > 1 ? data[i + 1] << 8 : 0) | (left > 2 ? data[i + 2] : 0); //: hit 2/2 2/2
            for (int k = 0, shift = 18; k < 4; k++, shift -= 6) //: hit 2/2
            { //D: hit
                if (k <= left) text.Append((char)alphabet[bits >> shift & 0x3f]); //: hit 2/2
                else if (pad) text.Append('='); //: hit 2/2
            } //D: hit
        } //D: hit

        return text.ToString(); //: hit
    } //D: hit

    //- words into lines; a long word is cut
    private static List<string> Wrap(string text, int width, bool cut = false)
    { //D: hit
        List<string> lines = []; //: hit
        StringBuilder line = new(); //: hit
        foreach (Range range in text.AsSpan().Split(' ')) //: hit 2/2
        { //D: hit
            ReadOnlySpan<char> word = text.AsSpan(range); //: hit
        again: //D: hit
            if (line.Length > 0 && line.Length + 1 + word.Length > width) //: hit 2/2 2/2
            { //D: hit
                lines.Add(line.ToString()); //: hit
                line.Clear(); //: hit
            } //D: hit

            if (cut && line.Length == 0 && word.Length > width) //: hit 2/2 2/2 2/2
            { //D: hit
                lines.Add(word[..width].ToString()); //: hit
                word = word[width..]; //: hit
                goto again; //: hit
            }

            if (word.IsEmpty) continue; //: hit 2/2
            if (line.Length > 0) line.Append(' '); //: hit 2/2
            line.Append(word); //: hit
        } //D: hit

        if (line is { Length: > 0 }) lines.Add(line.ToString()); //: part 1/2 1/2
        return lines; //: hit
    } //D: hit

    //- a formatter of composite texts: {0}, {1,5}, {{ and }}
    private static string Composite(string format, params ReadOnlySpan<object?> arguments)
    { //D: hit
        StringBuilder result = new(); //: hit
        int i = 0; //: hit
        while (true) //: hit
        { //D: hit
            int brace = format.AsSpan(i).IndexOfAny('{', '}'); //: hit
            if (brace < 0) return result.Append(format, i, format.Length - i).ToString(); //: hit 2/2
            result.Append(format, i, brace); //: hit
            i += brace; //: hit
            char c = format[i++]; //: hit
            if (i < format.Length && format[i] == c) //: part 1/2 2/2
            { //D: hit
                result.Append(c); //: hit
                i++; //: hit
                continue; //: hit
            }

            if (c == '}') throw new FormatException("brace"); //: hit 2/2
            int index = 0, width = 0; //: hit
            for (; i < format.Length && char.IsAsciiDigit(format[i]); i++) index = checked(index * 10 + (format[i] - '0')); //: part 1/2 2/2
            if (format[i] is ',') //: hit 2/2
            { //D: hit
                bool left = format[++i] is '-' && ++i > 0; //: part 2/2 1/2
                do width = width * 10 + format[i++] - '0'; //: hit
                while (format[i] is >= '0' and <= '9'); //: part 1/2 1/2
                if (left) width = -width; //: hit 2/2
            } //D: hit

            if (format[i++] != '}' || (uint)index >= (uint)arguments.Length) throw new FormatException($"hole {index}"); //: part 1/2 2/2
            string text = arguments[index] switch { null => "null", IFormattable f => f.ToString(null, CultureInfo.InvariantCulture), string s => s, var o => o.ToString() ?? "" }; //: part 3/4 0/2
            result.Append(width > 0 ? text.PadLeft(width) : width < 0 ? text.PadRight(-width) : text); //: hit 2/2 2/2
        } //D: hit
    } //D: hit

    [InlineArray(4)]
    private struct Four<T>
    {
        private T first;
    }

    private ref struct Ring<T> where T : struct, IEquatable<T>
    {
        private Four<T> items;
        private int head, count;

        public readonly bool Full => count == 4; //: hit

        public bool TryPush(in T item)
        { //D: hit
            if (Full) return false; //: hit 2/2
            items[(head + count++) & 3] = item; //: hit
            return true; //: hit
        } //D: hit

        [UnscopedRef]
        public ref T this[int index] => ref items[(uint)index < (uint)count ? (head + index) & 3 : throw new IndexOutOfRangeException()]; //: part 1/2

        public T? Pop() => count-- > 0 ? items[head++ & 3] : (count = 0) == 1 ? null : default(T?); //: part 2/2 1/2

        public readonly int IndexOf(T item)
        { //D: hit
            int i = 0; //: hit
            foreach (ref readonly T each in ((ReadOnlySpan<T>)items)[..count]) //: hit 2/2
            { //D: hit
                if (each.Equals(item)) return i; //: hit 2/2
                i++; //: hit
            } //D: hit

            return ~i; //: hit
        } //D: hit
    }

    public static void Run()
    { //D: hit
        Use(Kinds("[1, -2.5e3,\"a\\\"b\",true,null,{\"k\":\tfalse}]"u8) + Kinds("\"x"u8) + Kinds("- "u8) + Kinds("trux"u8)); //: hit
        Use(Unescape("ab") + Unescape("\\n\\\"\\u00e9z") + Unescape("a\\") + Unescape("\\u00zzzz") + Unescape("\\u1") + Unescape("\\q")); //: hit
        Use(Glob("a*c?", "abbcd") | Glob("a", "b") | Glob("*x", "abx") | Glob("a**", "a") | Glob("ab", "a") | Glob("a", "ab")); //: hit
        Version3 a = Read<Version3>("1.2.3"), b = Read<Version3>("1.2-beta"), c = new(1, 2, 3, "rc"), d = new(2, 0, 0); //: hit
        Use(a < b || b > a || a > c); //: part 1/2 1/2 1/2
        Use(a < d || new Version3(1, 3, 0) < a || c < a && c.CompareTo(c) != 0); //: part 1/2 0/2 0/2 0/2
        Use(new Version3(1, 3, 0) < a || c < a && c.CompareTo(c) != 0); //: part 1/2 1/2 1/2
        Use(a.ToString() + b.ToString()); //: hit
        Expect<FormatException>(() => Read<Version3>("x.y")); //: hit
        Expect<FormatException>(() => Read<Version3>("1")); //: hit
        Expect<FormatException>(() => Read<Version3>("1.2-")); //: hit
        Span<byte> bytes = stackalloc byte[10]; //: hit
        Use(Varint(bytes, 300, false) + Varint(bytes, -300, true) + Varint(bytes, out ulong value) + Varint([0x80], out value)); //: hit
        Use(Word(bytes, true) == Word(bytes, false)); //: hit
        Use(FromHex("0aFf", bytes) + FromHex("0", bytes) + FromHex("0g", bytes) + FromHex("..", bytes)); //: hit
        Use(ToBase64("abc"u8) + ToBase64("ab"u8) + ToBase64("a"u8, false)); //: hit
        Use(Wrap("a bb ccc  ddddddd", 4, true).Count + Wrap("a bb ccc", 3).Count); //: hit
        Use(Composite("{{a {0}{1,5}{2,-3}}} b", 1, "x", null)); //: hit
        Expect<FormatException>(() => Composite("{3}", 1)); //: hit
        Expect<FormatException>(() => Composite("} ", 1)); //: hit
        Ring<int> ring = new(); //: hit
        for (int i = 0; ring.TryPush(i); i++) Use(i); //: hit 2/2
        ring[1] = 7; //: hit
        Use(ring.IndexOf(7) + ring.IndexOf(9) + (ring.Pop() ?? -1)); //: hit -- a constant behind ?? of a value is no branch
        while (ring.Pop() is { } popped) Use(popped); //: hit 2/2
    } //: hit
}
