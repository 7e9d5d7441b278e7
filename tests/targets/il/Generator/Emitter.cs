using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;
using System.Security.Cryptography;
using System.Text.RegularExpressions;

namespace IlTargets;

/// <summary>Writes the assembly and its portable PDB, whose documents are the sources.</summary>
internal sealed class Emitter : ITokens
{
    private static readonly Guid sha256 = new("8829d00f-11b8-4213-878b-770e8597ac16");
    private static readonly byte[] frameworkKey = [0xb0, 0x3f, 0x5f, 0x7f, 0x11, 0xd5, 0x0a, 0x3a];

    private readonly Source source;
    private readonly bool debug;
    private readonly MetadataBuilder metadata = new();
    private readonly MetadataBuilder symbols = new();
    private readonly BlobBuilder code = new();
    private readonly Dictionary<string, EntityHandle> types = [];
    private readonly Dictionary<string, EntityHandle> members = [];
    private readonly Dictionary<string, DocumentHandle> documents = [];
    private readonly Dictionary<Method, (int Offset, Assembler Assembler)> bodies = [];
    private readonly List<(EntityHandle Owner, int Count)> generics = [];
    private readonly AssemblyReferenceHandle framework, program;

    public Emitter(Source source, bool debug)
    {
        this.source = source;
        this.debug = debug;
        framework = metadata.AddAssemblyReference(metadata.GetOrAddString("System.Runtime"), new Version(10, 0, 0, 0),
            default, metadata.GetOrAddBlob(frameworkKey), 0, default);
        program = metadata.AddAssemblyReference(metadata.GetOrAddString("IlTargets"), new Version(1, 0, 0, 0), default, default, 0, default);
    }

    public void Write(string output)
    {
        Number();
        string name = Path.GetFileNameWithoutExtension(output);
        AssemblyDefinitionHandle assembly = metadata.AddAssembly(metadata.GetOrAddString(name), new Version(1, 0, 0, 0),
            default, default, 0, AssemblyHashAlgorithm.None);
        metadata.AddModule(0, metadata.GetOrAddString(name + ".dll"), metadata.GetOrAddGuid(Mvid()), default, default);
        metadata.AddTypeDefinition(0, default, metadata.GetOrAddString("<Module>"), default,
            MetadataTokens.FieldDefinitionHandle(1), MetadataTokens.MethodDefinitionHandle(1));
        AddAttributes(assembly);
        source.Types.ForEach(AddType);
        foreach (Method method in source.Types.SelectMany(type => type.Methods))
        {
            AddMethod(method);
        }
        foreach ((EntityHandle owner, int count) in generics.OrderBy(item => CodedIndex.TypeOrMethodDef(item.Owner)))
        {
            for (int i = 0; i < count; i++)
            {
                metadata.AddGenericParameter(owner, 0, metadata.GetOrAddString($"T{i}"), i);
            }
        }
        WriteFiles(output);
    }

    private Guid Mvid()
    {
        byte[] all = source.Types.SelectMany(type => type.Methods).Select(method => method.Path).Distinct()
            .SelectMany(File.ReadAllBytes).Append((byte)(debug ? 1 : 0)).ToArray();
        return new Guid(SHA256.HashData(all).AsSpan(0, 16));
    }

    /* --- definitions ------------------------------------------------------------------------------ */

    private void Number()
    {
        int type = 2, field = 1, method = 1;
        foreach (TypeSource t in source.Types)
        {
            (t.Row, t.FirstField, t.FirstMethod) = (type++, field, method);
            types.Add(t.Name, MetadataTokens.TypeDefinitionHandle(t.Row));
            field += t.Fields.Count;
            foreach (Method m in t.Methods)
            {
                m.Row = method++;
                m.Name = Header(m).Name;
            }
        }
    }

    private MethodName Header(Method method)
    {
        MethodName name = Try(method, method.Header, reader => reader.ReadMethod(true));
        name.IsInstance = method.IsInstance;
        return name;
    }

    private T Try<T>(Method? method, string text, Func<SignatureReader, T> read)
    {
        try
        {
            var reader = new SignatureReader(text, NamedType);
            T result = read(reader);
            return reader.AtEnd ? result : throw new FormatException("unread text at the end");
        }
        catch (FormatException problem)
        {
            throw method?.Wrong($"{text}: {problem.Message}") ?? new BadSource($"{text}: {problem.Message}");
        }
    }

    private void AddAttributes(AssemblyDefinitionHandle assembly)
    {
        // Debuggable: Default | DisableOptimizations, or none of it.
        EntityHandle type = NamedType("System.Diagnostics.DebuggableAttribute");
        byte[] signature = [0x20, 1, 1, 0x11, .. Coded(NestedType("System.Diagnostics.DebuggableAttribute", "DebuggingModes"))];
        EntityHandle constructor = metadata.AddMemberReference(type, metadata.GetOrAddString(".ctor"), metadata.GetOrAddBlob(signature));
        int modes = debug ? 0x101 : 2;
        metadata.AddCustomAttribute(assembly, constructor, metadata.GetOrAddBlob((byte[])[1, 0, .. BitConverter.GetBytes(modes), 0, 0]));
    }

    private EntityHandle NestedType(string outer, string name) =>
        metadata.AddTypeReference(NamedType(outer), default, metadata.GetOrAddString(name));

    private static byte[] Coded(EntityHandle type)
    {
        var blob = new BlobBuilder();
        blob.WriteCompressedInteger(CodedIndex.TypeDefOrRefOrSpec(type));
        return blob.ToArray();
    }

    private void AddType(TypeSource type)
    {
        bool isInterface = type.Flags.Contains("interface"), isValue = type.Flags.Contains("valuetype");
        TypeAttributes flags = TypeAttributes.Public
            | (isInterface ? TypeAttributes.Interface | TypeAttributes.Abstract : 0)
            | (isValue ? TypeAttributes.Sealed | TypeAttributes.SequentialLayout : 0)
            | (type.Flags.Contains("abstract") ? TypeAttributes.Abstract : 0)
            | (type.Flags.Contains("beforefieldinit") ? TypeAttributes.BeforeFieldInit : 0);
        TypeDefinitionHandle handle = metadata.AddTypeDefinition(flags, default, metadata.GetOrAddString(Regex.Unescape(type.Name)),
            isInterface ? default : NamedType(isValue ? "System.ValueType" : type.Extends),
            MetadataTokens.FieldDefinitionHandle(type.FirstField), MetadataTokens.MethodDefinitionHandle(type.FirstMethod));
        generics.Add((handle, type.GenericCount));
        foreach (string implemented in type.Implements)
        {
            metadata.AddInterfaceImplementation(handle, NamedType(implemented));
        }
        foreach ((string name, string text, bool isStatic) in type.Fields)
        {
            byte[] signature = [6, .. Try(null, text, reader => reader.ReadType())];
            metadata.AddFieldDefinition(FieldAttributes.Public | (isStatic ? FieldAttributes.Static : 0),
                metadata.GetOrAddString(name), metadata.GetOrAddBlob(signature));
        }
    }

    private void AddMethod(Method method)
    {
        MethodName header = Header(method);
        bool isAbstract = method.Flags.Contains("abstract"), isVirtual = isAbstract || method.Flags.Contains("virtual");
        bool isSpecial = header.Name.StartsWith('.');
        MethodAttributes flags = MethodAttributes.Public | MethodAttributes.HideBySig
            | (method.IsInstance ? 0 : MethodAttributes.Static)
            | (isVirtual ? MethodAttributes.Virtual : 0) | (isAbstract ? MethodAttributes.Abstract : 0)
            | (isSpecial ? MethodAttributes.SpecialName | MethodAttributes.RTSpecialName : 0);
        MethodImplAttributes how = (method.Flags.Contains("noinlining") ? MethodImplAttributes.NoInlining : 0)
            | (method.Flags.Contains("optimized") ? MethodImplAttributes.AggressiveOptimization : 0)
            | (method.Flags.Contains("inlining") ? MethodImplAttributes.AggressiveInlining : 0);
        int offset = -1;
        var assembler = new Assembler(method, this);
        if (method.SameBodyAs is { } other)
        {
            (offset, assembler) = bodies[method.Type.Methods.Single(candidate => candidate.Name == other)];
        }
        else if (!isAbstract)
        {
            byte[] body = assembler.Assemble(alignment => (alignment - code.Count % alignment) % alignment);
            offset = code.Count + (body.Length - TrimStart(body));
            code.WriteBytes(body);
        }
        bodies.Add(method, (offset, assembler));
        MethodDefinitionHandle handle = metadata.AddMethodDefinition(flags, how, metadata.GetOrAddString(Regex.Unescape(header.Name)),
            metadata.GetOrAddBlob(header.Encode()), offset, MetadataTokens.ParameterHandle(1));
        generics.Add((handle, header.GenericCount));
        AddSymbols(method, assembler);
    }

    /// <summary>Bytes without the padding in front; no header begins with 0.</summary>
    private static int TrimStart(byte[] body) => body.Length - Array.FindIndex(body, b => b != 0);

    /* --- symbols ---------------------------------------------------------------------------------- */

    private DocumentHandle Document(string path)
    {
        if (!documents.TryGetValue(path, out DocumentHandle handle))
        {
            handle = symbols.AddDocument(symbols.GetOrAddDocumentName(path), symbols.GetOrAddGuid(sha256),
                symbols.GetOrAddBlob(SHA256.HashData(File.ReadAllBytes(path))), default);
            documents.Add(path, handle);
        }
        return handle;
    }

    /// <summary>A row for each method; the blob as in the Portable PDB format, "Sequence Points Blob".</summary>
    private void AddSymbols(Method method, Assembler assembler)
    {
        List<Point> points = [.. assembler.Points.OrderBy(point => point.Offset).DistinctBy(point => point.Offset)];
        if (points.Count == 0 || method.Flags.Contains("nopoints"))
        {
            symbols.AddMethodDebugInformation(default, default);
            return;
        }
        var blob = new BlobBuilder();
        blob.WriteCompressedInteger(assembler.LocalsToken & 0xFFFFFF);
        int offset = 0, line = -1, column = 0;
        foreach (Point point in points)
        {
            blob.WriteCompressedInteger(point.Offset - offset);
            offset = point.Offset;
            blob.WriteCompressedInteger(0);
            if (point.Line.Point == PointKind.Hidden)
            {
                blob.WriteCompressedInteger(0);
                continue;
            }
            blob.WriteCompressedInteger(point.Line.EndColumn - point.Line.StartColumn);
            if (line < 0)
            {
                blob.WriteCompressedInteger(point.Line.Number);
                blob.WriteCompressedInteger(point.Line.StartColumn);
            }
            else
            {
                blob.WriteCompressedSignedInteger(point.Line.Number - line);
                blob.WriteCompressedSignedInteger(point.Line.StartColumn - column);
            }
            (line, column) = (point.Line.Number, point.Line.StartColumn);
        }
        symbols.AddMethodDebugInformation(Document(method.Path), symbols.GetOrAddBlob(blob));
    }

    private void WriteFiles(string output)
    {
        var pdb = new PortablePdbBuilder(symbols, metadata.GetRowCounts(), default, content => Id(content));
        var pdbBytes = new BlobBuilder();
        BlobContentId id = pdb.Serialize(pdbBytes);
        var directory = new DebugDirectoryBuilder();
        string pdbPath = Path.ChangeExtension(output, ".pdb");
        directory.AddCodeViewEntry(Path.GetFileName(pdbPath), id, pdb.FormatVersion);
        var image = new ManagedPEBuilder(new PEHeaderBuilder(imageCharacteristics: Characteristics.Dll | Characteristics.ExecutableImage),
            new MetadataRootBuilder(metadata, suppressValidation: true), code, debugDirectoryBuilder: directory,
            deterministicIdProvider: content => Id(content));
        var imageBytes = new BlobBuilder();
        image.Serialize(imageBytes);
        File.WriteAllBytes(pdbPath, pdbBytes.ToArray());
        File.WriteAllBytes(output, imageBytes.ToArray());
    }

    private static BlobContentId Id(IEnumerable<Blob> content)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (Blob blob in content)
        {
            hash.AppendData(blob.GetBytes());
        }
        return BlobContentId.FromHash(hash.GetHashAndReset());
    }

    /* --- tokens ------------------------------------------------------------------------------------ */

    private EntityHandle NamedType(string name)
    {
        if (!types.TryGetValue(name, out EntityHandle handle))
        {
            int dot = name.LastIndexOf('.');
            handle = name == "Help"
                ? metadata.AddTypeReference(program, metadata.GetOrAddString("IlTargets"), metadata.GetOrAddString(name))
                : metadata.AddTypeReference(framework, metadata.GetOrAddString(dot < 0 ? "System" : name[..dot]),
                    metadata.GetOrAddString(name[(dot + 1)..]));
            types.Add(name, handle);
        }
        return handle;
    }

    private EntityHandle Cached(string key, Func<EntityHandle> make)
    {
        if (!members.TryGetValue(key, out EntityHandle handle))
        {
            handle = make();
            members.Add(key, handle);
        }
        return handle;
    }

    private EntityHandle TypeOf(string text)
    {
        byte[] signature = Try(null, text, reader => reader.ReadType());
        string plain = text.StartsWith("valuetype ", StringComparison.Ordinal) ? text[10..].Trim() : text;
        bool isPlain = signature[0] is 0x11 or 0x12;
        return isPlain ? NamedType(plain)
            : Cached("type " + text, () => metadata.AddTypeSpecification(metadata.GetOrAddBlob(signature)));
    }

    public int OfType(string text) => MetadataTokens.GetToken(TypeOf(text));

    public int OfMethod(Method from, string text)
    {
        if (text.StartsWith('@'))
        {
            Method local = from.Type.Methods.SingleOrDefault(method => method.Name == text[1..])
                ?? throw new FormatException("no such method, or more than one");
            return MetadataTokens.GetToken(MetadataTokens.MethodDefinitionHandle(local.Row));
        }
        MethodName name = Try(from, text, reader => reader.ReadMethod(false));
        return MetadataTokens.GetToken(Cached("method " + text, () => MethodOf(name)));
    }

    private EntityHandle MethodOf(MethodName name)
    {
        Method? local = source.Types.SingleOrDefault(type => type.Name == name.Owner)?.Methods
            .FirstOrDefault(method => method.Name == name.Name && Header(method).Parameters.Count <= name.Parameters.Count);
        EntityHandle method = local != null ? MetadataTokens.MethodDefinitionHandle(local.Row) : default;
        if (local == null || name.Sentinel >= 0)
        {
            EntityHandle parent = local != null ? method : TypeOf(name.Owner!);
            method = metadata.AddMemberReference(parent, metadata.GetOrAddString(name.Name), metadata.GetOrAddBlob(name.Encode()));
        }
        return name.GenericArguments.Count == 0 ? method
            : metadata.AddMethodSpecification(method, metadata.GetOrAddBlob(name.EncodeInstantiation()));
    }

    public int OfField(Method from, string text)
    {
        if (text.StartsWith('@'))
        {
            int index = from.Type.Fields.FindIndex(field => field.Name == text[1..]);
            return index < 0 ? throw new FormatException("no such field")
                : MetadataTokens.GetToken(MetadataTokens.FieldDefinitionHandle(from.Type.FirstField + index));
        }
        // TYPE OWNER::NAME
        int colons = text.IndexOf("::", StringComparison.Ordinal), space = text.LastIndexOf(' ', colons);
        byte[] signature = [6, .. Try(from, text[..space], reader => reader.ReadType())];
        return MetadataTokens.GetToken(Cached("field " + text, () => metadata.AddMemberReference(
            TypeOf(text[(space + 1)..colons]), metadata.GetOrAddString(text[(colons + 2)..]), metadata.GetOrAddBlob(signature))));
    }

    public int OfCallSite(string text)
    {
        byte[] signature = Try(null, text, reader => reader.ReadCallSite()).Encode();
        return MetadataTokens.GetToken(Cached("site " + text, () => metadata.AddStandaloneSignature(metadata.GetOrAddBlob(signature))));
    }

    public int OfString(string text) => MetadataTokens.GetToken(metadata.GetOrAddUserString(text));

    /// <summary>Types by comma; TYPE x N for N of them.</summary>
    public int OfLocals(string text)
    {
        var locals = new List<byte[]>();
        string[] words = text.Split(" x ");
        Try(null, words[0], reader =>
        {
            while (!reader.AtEnd)
            {
                locals.Add(reader.ReadType());
                reader.SkipComma();
            }
            return true;
        });
        if (words.Length > 1)
        {
            locals = [.. Enumerable.Repeat(locals[0], (int)Numbers.Parse(words[1]))];
        }
        return MetadataTokens.GetToken(Cached("locals " + text, () =>
        {
            var blob = new BlobBuilder();
            blob.WriteByte(7);
            blob.WriteCompressedInteger(locals.Count);
            locals.ForEach(blob.WriteBytes);
            return metadata.AddStandaloneSignature(metadata.GetOrAddBlob(blob));
        }));
    }
}
