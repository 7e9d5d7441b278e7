using System;
using System.Collections.Generic;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace IlTargets;

/// <summary>A method as named by an operand or declared by a header.</summary>
internal sealed class MethodName
{
    public bool IsInstance, IsVarargs;
    public byte[] Returns = [];
    public string? Owner;       // as written; null in a declaration
    public string Name = "";
    public int GenericCount;
    public List<byte[]> GenericArguments = [];
    public List<byte[]> Parameters = [];
    public int Sentinel = -1;   // index of the first argument behind "..."

    /// <summary>The blob of a method signature (ECMA-335 II.23.2.1 to II.23.2.3).</summary>
    public byte[] Encode()
    {
        var blob = new BlobBuilder();
        int generic = Math.Max(GenericCount, GenericArguments.Count);
        blob.WriteByte((byte)((IsInstance ? 0x20 : 0) | (IsVarargs ? 5 : 0) | (generic > 0 ? 0x10 : 0)));
        if (generic > 0)
        {
            blob.WriteCompressedInteger(generic);
        }
        blob.WriteCompressedInteger(Parameters.Count);
        blob.WriteBytes(Returns);
        for (int i = 0; i < Parameters.Count; i++)
        {
            if (i == Sentinel)
            {
                blob.WriteByte(0x41);
            }
            blob.WriteBytes(Parameters[i]);
        }
        return blob.ToArray();
    }

    public byte[] EncodeInstantiation()
    {
        var blob = new BlobBuilder();
        blob.WriteByte(0x0A);
        blob.WriteCompressedInteger(GenericArguments.Count);
        GenericArguments.ForEach(blob.WriteBytes);
        return blob.ToArray();
    }
}

/// <summary>Reads types and method names from text and writes them as signatures.</summary>
internal sealed class SignatureReader(string text, Func<string, EntityHandle> typeOf)
{
    private static readonly Dictionary<string, byte> primitives = new()
    {
        ["void"] = 1, ["bool"] = 2, ["char"] = 3, ["int8"] = 4, ["uint8"] = 5, ["int16"] = 6, ["uint16"] = 7,
        ["int32"] = 8, ["uint32"] = 9, ["int64"] = 10, ["uint64"] = 11, ["float32"] = 12, ["float64"] = 13,
        ["string"] = 14, ["typedref"] = 0x16, ["nint"] = 0x18, ["nuint"] = 0x19, ["object"] = 0x1C,
    };

    private int at;

    public bool AtEnd
    {
        get
        {
            SkipSpace();
            return at == text.Length;
        }
    }

    public void SkipComma() => _ = TryTake(',');

    public List<byte[]> ReadTypes(char end)
    {
        var types = new List<byte[]>();
        while (!TryTake(end))
        {
            types.Add(ReadType());
            _ = TryTake(',');
        }
        return types;
    }

    public byte[] ReadType()
    {
        var blob = new BlobBuilder();
        if (TryWord("fn"))
        {
            MethodName signature = ReadCallSite();
            blob.WriteByte(0x1B);
            blob.WriteBytes(signature.Encode());
        }
        else if (TryTake('!'))
        {
            blob.WriteByte((byte)(TryTake('!') ? 0x1E : 0x13));
            blob.WriteCompressedInteger((int)Numbers.Parse(Word()));
        }
        else
        {
            ReadNamed(blob);
        }
        return ReadSuffixes(blob.ToArray());
    }

    private void ReadNamed(BlobBuilder blob)
    {
        bool isValue = TryWord("valuetype");
        string name = Word();
        if (!isValue && primitives.TryGetValue(name, out byte code))
        {
            blob.WriteByte(code);
            return;
        }
        bool isGeneric = TryTake('<');
        if (isGeneric)
        {
            blob.WriteByte(0x15);
        }
        blob.WriteByte((byte)(isValue ? 0x11 : 0x12));
        blob.WriteCompressedInteger(CodedIndex.TypeDefOrRefOrSpec(typeOf(name)));
        if (isGeneric)
        {
            List<byte[]> arguments = ReadTypes('>');
            blob.WriteCompressedInteger(arguments.Count);
            arguments.ForEach(blob.WriteBytes);
        }
    }

    private byte[] ReadSuffixes(byte[] type)
    {
        for (; ; )
        {
            byte[] before = TryTake('&') ? [0x10] : TryTake('*') ? [0x0F] : TryWord("[]") ? [0x1D]
                : TryWord("pinned") ? [0x45] : [];
            if (before.Length == 0)
            {
                return type;
            }
            type = [.. before, .. type];
        }
    }

    /// <summary>[instance] [vararg] TYPE(TYPES), of calli and of function pointers.</summary>
    public MethodName ReadCallSite()
    {
        var method = new MethodName { IsInstance = TryWord("instance"), IsVarargs = TryWord("vararg"), Returns = ReadType() };
        Expect('(');
        ReadParameters(method);
        return method;
    }

    /// <summary>[instance] [vararg] TYPE [OWNER::]NAME[&lt;TYPES or number&gt;](TYPES)</summary>
    public MethodName ReadMethod(bool isDeclaration)
    {
        var method = new MethodName { IsInstance = TryWord("instance"), IsVarargs = TryWord("vararg"), Returns = ReadType() };
        if (!isDeclaration)
        {
            int colons = text.IndexOf("::", at, StringComparison.Ordinal);
            method.Owner = colons < 0 ? throw new FormatException("no owner") : text[at..colons].Trim();
            at = colons + 2;
        }
        method.Name = Word();
        if (TryTake('<'))
        {
            if (isDeclaration)
            {
                method.GenericCount = (int)Numbers.Parse(Word());
                Expect('>');
            }
            else
            {
                method.GenericArguments = ReadTypes('>');
            }
        }
        Expect('(');
        ReadParameters(method);
        return method;
    }

    private void ReadParameters(MethodName method)
    {
        while (!TryTake(')'))
        {
            if (TryWord("..."))
            {
                method.Sentinel = method.Parameters.Count;
            }
            else
            {
                method.Parameters.Add(ReadType());
            }
            _ = TryTake(',');
        }
    }

    private void SkipSpace()
    {
        while (at < text.Length && text[at] == ' ')
        {
            at++;
        }
    }

    private string Word()
    {
        SkipSpace();
        int start = at;
        while (at < text.Length && (char.IsLetterOrDigit(text[at]) || "._`/-\\\"".Contains(text[at])))
        {
            at++;
        }
        return at > start ? text[start..at] : throw new FormatException($"a name is missing at '{text[start..]}'");
    }

    private bool TryTake(char c)
    {
        SkipSpace();
        bool isThere = at < text.Length && text[at] == c;
        at += isThere ? 1 : 0;
        return isThere;
    }

    private bool TryWord(string word)
    {
        SkipSpace();
        int end = at + word.Length;
        bool isThere = string.CompareOrdinal(text, at, word, 0, word.Length) == 0
            && (end == text.Length || !char.IsLetterOrDigit(word[^1]) || !char.IsLetterOrDigit(text[end]));
        at = isThere ? end : at;
        return isThere;
    }

    private void Expect(char c)
    {
        if (!TryTake(c))
        {
            throw new FormatException($"'{c}' is missing at '{text[at..]}'");
        }
    }
}
