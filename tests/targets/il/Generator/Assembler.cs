using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection.Emit;
using System.Reflection.Metadata;

namespace IlTargets;

/// <summary>What the code of a method needs from the metadata.</summary>
internal interface ITokens
{
    int OfType(string text);
    int OfMethod(Method from, string text);
    int OfField(Method from, string text);
    int OfCallSite(string text);
    int OfString(string text);
    int OfLocals(string text);
}

internal readonly record struct Point(int Offset, Line Line);

/// <summary>One method from lines to the bytes of its body. Nothing is checked that the runtime checks.</summary>
internal sealed class Assembler(Method method, ITokens tokens)
{
    private static readonly Dictionary<string, OpCode> codes = typeof(OpCodes).GetFields()
        .Select(field => (OpCode)field.GetValue(null)!).ToDictionary(code => code.Name!);

    private readonly List<byte> code = [];
    private readonly Dictionary<string, int> labels = [];
    private readonly List<(int At, int Size, int From, string Label, int Line)> fixups = [];

    public List<Point> Points { get; } = [];
    public int LocalsToken { get; private set; }

    public byte[] Assemble(Func<int, int> align)
    {
        foreach (Line line in method.Lines)
        {
            AddLine(line);
        }
        foreach ((int at, int size, int from, string label, int line) in fixups)
        {
            Patch(at, size, Offset(label, line) - from, line);
        }
        LocalsToken = method.Locals is { } locals ? tokens.OfLocals(locals) : 0;
        bool isTiny = !method.IsFat && code.Count < 64;
        var body = new List<byte>();
        if (isTiny)
        {
            body.Add((byte)(code.Count << 2 | 2));
            body.AddRange(code);
            return [.. body];
        }
        body.AddRange(new byte[align(4)]);
        Add16(body, method.HeaderFlags ?? 0x3003 | (method.Clauses.Count > 0 ? 8 : 0) | (method.InitLocals && LocalsToken != 0 ? 0x10 : 0));
        Add16(body, method.MaxStack);
        Add32(body, code.Count);
        Add32(body, LocalsToken);
        body.AddRange(code);
        AddSections(body, align(4));
        return [.. body];
    }

    private int Offset(string label, int line) => label == "end" ? code.Count
        : labels.TryGetValue(label, out int offset) ? offset : throw method.Wrong($"no label {label}", line);

    /* --- items ------------------------------------------------------------------------------- */

    private void AddLine(Line line)
    {
        string text = line.Text;
        bool isFirst = true;
        foreach (string piece in text.Split(';'))
        {
            string item = piece.Trim();
            for (int colon; (colon = LabelEnd(item)) > 0; item = item[(colon + 1)..].Trim())
            {
                if (!labels.TryAdd(item[..colon], code.Count))
                {
                    throw method.Wrong($"label {item[..colon]} twice", line.Number);
                }
            }
            if (item.Length == 0)
            {
                continue;
            }
            if (isFirst && line.Point != PointKind.None)
            {
                Points.Add(new Point(code.Count, line));
            }
            isFirst = false;
            try
            {
                AddItem(item, line);
            }
            catch (Exception problem) when (problem is FormatException or ArgumentException or OverflowException or KeyNotFoundException)
            {
                throw method.Wrong($"{item}: {problem.Message}", line.Number);
            }
        }
    }

    private static int LabelEnd(string item)
    {
        int colon = item.IndexOf(':');
        return colon > 0 && item[..colon].All(c => char.IsLetterOrDigit(c) || c is '_' or '-')
            && (colon + 1 == item.Length || item[colon + 1] == ' ') ? colon : -1;
    }

    private void AddItem(string item, Line line)
    {
        int space = item.IndexOf(' ');
        string name = space < 0 ? item : item[..space], operand = space < 0 ? "" : item[(space + 1)..].Trim();
        switch (name)
        {
            case ".bytes":
                code.AddRange(operand.Split(' ').Select(b => byte.Parse(b, NumberStyles.HexNumber, CultureInfo.InvariantCulture)));
                break;
            case ".pad":    // .pad OFFSET: nops up to there
                code.AddRange(new byte[checked((uint)(Numbers.Parse(operand) - code.Count))]);
                break;
            case ".point":  // .point N: a point N bytes back, inside of the instruction in front
                Points.Add(new Point(code.Count - (int)Numbers.Parse(operand), line));
                break;
            case "note":
                Op(OpCodes.Ldc_I4);
                Add32(code, (int)Numbers.Parse(operand));
                Op(OpCodes.Call);
                Add32(code, tokens.OfMethod(method, "void Help::Note(int32)"));
                break;
            case "no.":
                code.AddRange([0xFE, 0x19, (byte)Numbers.Parse(operand)]);
                break;
            default:
                OpCode op = codes[name];
                Op(op);
                AddOperand(op, operand, line);
                break;
        }
    }

    private void Op(OpCode op)
    {
        if (op.Size == 2)
        {
            code.Add(0xFE);
        }
        code.Add((byte)op.Value);
    }

    private void AddOperand(OpCode op, string operand, Line line)
    {
        switch (op.OperandType)
        {
            case OperandType.InlineNone: Nothing(operand); break;
            case OperandType.ShortInlineI:
            case OperandType.ShortInlineVar: code.Add(unchecked((byte)Numbers.Parse(operand))); break;
            case OperandType.InlineVar: Add16(code, (int)Numbers.Parse(operand)); break;
            case OperandType.InlineI: Add32(code, unchecked((int)Numbers.Parse(operand))); break;
            case OperandType.InlineI8: code.AddRange(BitConverter.GetBytes(Numbers.Parse(operand))); break;
            case OperandType.ShortInlineR: code.AddRange(BitConverter.GetBytes(float.Parse(operand, CultureInfo.InvariantCulture))); break;
            case OperandType.InlineR: code.AddRange(BitConverter.GetBytes(double.Parse(operand, CultureInfo.InvariantCulture))); break;
            case OperandType.InlineBrTarget: Branch(operand, 4, 4, line); break;
            case OperandType.ShortInlineBrTarget: Branch(operand, 1, 1, line); break;
            case OperandType.InlineSwitch: Switch(operand, line); break;
            case OperandType.InlineType: Add32(code, tokens.OfType(operand)); break;
            case OperandType.InlineMethod: Add32(code, operand.StartsWith("0x", StringComparison.Ordinal) ? (int)Numbers.Parse(operand) : tokens.OfMethod(method, operand)); break;
            case OperandType.InlineField: Add32(code, tokens.OfField(method, operand)); break;
            case OperandType.InlineSig: Add32(code, tokens.OfCallSite(operand)); break;
            case OperandType.InlineString: Add32(code, tokens.OfString(operand.Trim('"'))); break;
            case OperandType.InlineTok: Add32(code, Token(operand)); break;
            default: throw new FormatException("unknown operand");
        }
    }

    private int Token(string operand) => operand.StartsWith("0x", StringComparison.Ordinal) ? (int)Numbers.Parse(operand)
        : operand.StartsWith("method ", StringComparison.Ordinal) ? tokens.OfMethod(method, operand[7..])
        : operand.StartsWith("field ", StringComparison.Ordinal) ? tokens.OfField(method, operand[6..])
        : tokens.OfType(operand);

    private static void Nothing(string operand)
    {
        if (operand.Length > 0)
        {
            throw new FormatException("takes no operand");
        }
    }

    private void Branch(string label, int size, int behind, Line line)
    {
        fixups.Add((code.Count, size, code.Count + behind, label, line.Number));
        code.AddRange(new byte[size]);
    }

    /// <summary>Labels by comma; A*N for N times A; A..B for A0 ... of numbered labels (T0..2999).</summary>
    private void Switch(string operand, Line line)
    {
        var arms = new List<string>();
        foreach (string word in operand.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        {
            int star = word.IndexOf('*'), dots = word.IndexOf("..", StringComparison.Ordinal);
            if (star > 0)
            {
                arms.AddRange(Enumerable.Repeat(word[..star], (int)Numbers.Parse(word[(star + 1)..])));
            }
            else if (dots > 0)
            {
                string stem = word[..dots].TrimEnd("0123456789".ToCharArray());
                int from = (int)Numbers.Parse(word[stem.Length..dots]), to = (int)Numbers.Parse(word[(dots + 2)..]);
                arms.AddRange(Enumerable.Range(from, to - from + 1).Select(i => $"{stem}{i}"));
            }
            else
            {
                arms.Add(word);
            }
        }
        Add32(code, arms.Count);
        int end = code.Count + 4 * arms.Count;
        foreach (string arm in arms)
        {
            Branch(arm, 4, end - code.Count, line);
        }
    }

    private void Patch(int at, int size, int distance, int line)
    {
        if (size == 1 && distance is < -128 or > 127)
        {
            throw method.Wrong($"short branch of {distance} bytes", line);
        }
        for (int i = 0; i < size; i++)
        {
            code[at + i] = (byte)(distance >> 8 * i);
        }
    }

    /* --- exception sections --------------------------------------------------------------------- */

    private void AddSections(List<byte> body, int padding)
    {
        List<Clause> clauses = method.Clauses;
        if (clauses.Count == 0)
        {
            return;
        }
        while (body.Count % 4 != padding % 4)
        {
            body.Add(0);
        }
        bool fits = clauses.Count <= 20 && clauses.All(FitsSmall);
        switch (method.Sections)
        {
            case "auto" when fits:
            case "small": AddSection(body, clauses, false, false); break;
            case "auto":
            case "fat": AddSection(body, clauses, true, false); break;
            case "uncounted":   // the size without the four bytes of the section's header
                int start = body.Count;
                AddSection(body, clauses, false, false);
                body[start + 1] -= 4;
                break;
            case "second":      // behind a section of another kind
                body.AddRange([0x82, 4, 0, 0]);
                AddSection(body, clauses, false, false);
                break;
            case "each":    // a section for each clause, small and fat by turns where they fit
                for (int i = 0; i < clauses.Count; i++)
                {
                    AddSection(body, [clauses[i]], i % 2 == 1 || !FitsSmall(clauses[i]), i + 1 < clauses.Count);
                }
                break;
            default: throw method.Wrong($"unknown sections {method.Sections}");
        }
    }

    private (int Try, int TryLength, int Handler, int HandlerLength) Range(Clause clause)
    {
        int start = Offset(clause.TryStart, method.Number), handler = Offset(clause.HandlerStart, method.Number);
        return (start, Offset(clause.TryEnd, method.Number) - start, handler, Offset(clause.HandlerEnd, method.Number) - handler);
    }

    private bool FitsSmall(Clause clause) => Range(clause) is { Try: <= 0xFFFF, TryLength: <= 0xFF, Handler: <= 0xFFFF, HandlerLength: <= 0xFF };

    private void AddSection(List<byte> body, IReadOnlyList<Clause> clauses, bool isFat, bool hasMore)
    {
        int size = 4 + clauses.Count * (isFat ? 24 : 12);
        body.Add((byte)(1 | (isFat ? 0x40 : 0) | (hasMore ? 0x80 : 0)));
        body.AddRange([(byte)size, (byte)(isFat ? size >> 8 : 0), (byte)(isFat ? size >> 16 : 0)]);
        foreach (Clause clause in clauses)
        {
            int kind = clause.Kind switch { "catch" => 0, "filter" => 1, "finally" => 2, "fault" => 4, _ => throw method.Wrong(clause.Kind) };
            int last = kind switch { 0 => tokens.OfType(clause.FilterOrType), 1 => Offset(clause.FilterOrType, method.Number), _ => 0 };
            (int start, int length, int handler, int handlerLength) = Range(clause);
            if (isFat)
            {
                foreach (int value in (int[])[kind, start, length, handler, handlerLength, last])
                {
                    Add32(body, value);
                }
                continue;
            }
            Add16(body, kind);
            Add16(body, start);
            body.Add((byte)length);
            Add16(body, handler);
            body.Add((byte)handlerLength);
            Add32(body, last);
        }
    }

    private static void Add16(List<byte> bytes, int value) => bytes.AddRange([(byte)value, (byte)(value >> 8)]);

    private static void Add32(List<byte> bytes, int value) => bytes.AddRange(BitConverter.GetBytes(value));
}
