// Makes mutants of projects, and compiles them one after the other: the texts of all other files are parsed once.
//
//     Mutate OUTPUT MUTATED ARGUMENTS...
//
// Each of ARGUMENTS is a file: the folder of a project, then the arguments of its C# compiler, one a line. A project stands after
// those that it refers to. The first MUTATED of them are changed (Find.cs). Prints a line for each mutant: number, kind,
// FILE:LINE:COLUMN, what it changes, separated by tabs; then a line `end`. Then reads numbers, and compiles each of these mutants (0:
// the projects as they are): its own project, and those that refer to it where a declaration changes. Prints `ok` and the names of the
// files that it wrote to OUTPUT (those that the mutant before had changed among them), or `error` and the first message.

using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.IO;
using System.Linq;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Emit;
using Microsoft.CodeAnalysis.Text;

internal sealed class Loader : IAnalyzerAssemblyLoader
{
    public void AddDependencyLocation(string path) { }
    public Assembly LoadFromPath(string path) => Assembly.LoadFrom(path);
}

internal sealed record Image(byte[] Code, byte[] Symbols);

internal sealed class Project
{
    private readonly CSharpCommandLineArguments arguments;
    private readonly CSharpCompilation plain;
    private GeneratorDriver driver;     // keeps what it made of the files that a mutant leaves as they are

    public Project(string file)
    {
        string[] lines = File.ReadAllLines(file);
        arguments = CSharpCommandLineParser.Default.Parse(lines.Skip(1), lines[0], null);
        IEnumerable<SyntaxTree> trees = arguments.SourceFiles.Select(f => Parse(SourceText.From(File.ReadAllText(f.Path),
            System.Text.Encoding.UTF8, SourceHashAlgorithm.Sha256), f.Path));
        IEnumerable<MetadataReference> references = arguments.MetadataReferences
            .Select(r => MetadataReference.CreateFromFile(r.Reference, r.Properties));
        plain = CSharpCompilation.Create(arguments.CompilationName, trees, references,
            arguments.CompilationOptions.WithStrongNameProvider(new DesktopStrongNameProvider(arguments.KeyFileSearchPaths)));
        ISourceGenerator[] generators = arguments.AnalyzerReferences
            .SelectMany(a => new AnalyzerFileReference(Path.GetFullPath(a.FilePath, arguments.BaseDirectory), new Loader())
                .GetGenerators(LanguageNames.CSharp)).ToArray();
        if (generators.Length > 0) driver = CSharpGeneratorDriver.Create(generators, null, arguments.ParseOptions);
    }

    public CSharpCompilation Plain => plain;
    public string Name => arguments.CompilationName;

    private SyntaxTree Parse(SourceText text, string path) => CSharpSyntaxTree.ParseText(text, arguments.ParseOptions, path);

    private static string NameOf(MetadataReference reference) =>
        Path.GetFileNameWithoutExtension((reference as PortableExecutableReference)?.FilePath);

    public bool RefersTo(IEnumerable<string> names) => plain.References.Any(r => names.Contains(NameOf(r)));

    public IEnumerable<string> Identifiers() => plain.SyntaxTrees.SelectMany(t => t.GetRoot().DescendantTokens())
        .Where(t => t.IsKind(SyntaxKind.IdentifierToken)).Select(t => t.ValueText);

    private CSharpCompilation WithReferences(CSharpCompilation of, Dictionary<string, Image> changed)
    {
        foreach (MetadataReference old in plain.References.Where(r => NameOf(r) is string name && changed.ContainsKey(name)))
            of = of.ReplaceReference(old, MetadataReference.CreateFromImage(changed[NameOf(old)].Code, old.Properties));
        return of;
    }

    private CSharpCompilation Of(Mutant mutant)
    {
        if (mutant == null) return plain;
        SourceText text = mutant.Tree.GetText().WithChanges(mutant.Changes);
        return plain.ReplaceSyntaxTree(mutant.Tree, Parse(text, mutant.Tree.FilePath));
    }

    // The image, or null and the first message.
    public Image Compile(Mutant mutant, Dictionary<string, Image> changed, out string message)
    {
        CSharpCompilation compilation = WithReferences(Of(mutant), changed);
        if (driver != null)
        {
            driver = driver.RunGeneratorsAndUpdateCompilation(compilation, out Compilation made, out _);
            compilation = (CSharpCompilation)made;
        }
        using var image = new MemoryStream();
        using var symbols = new MemoryStream();
        EmitOptions options = arguments.EmitOptions.WithDebugInformationFormat(DebugInformationFormat.PortablePdb)
            .WithPdbFilePath(Name + ".pdb");
        EmitResult result = compilation.Emit(image, symbols, manifestResources: arguments.ManifestResources, options: options);
        message = result.Diagnostics.FirstOrDefault(d => d.Severity == DiagnosticSeverity.Error)?.ToString();
        return result.Success ? new Image(image.ToArray(), symbols.ToArray()) : null;
    }
}

internal sealed class Solution(Project[] projects, int mutated, string output)
{
    private readonly Dictionary<string, Image> plain = [];
    private HashSet<string> last = [];

    public List<Mutant> FindMutants()
    {
        var found = new List<Mutant> { null };
        for (int i = 0; i < mutated; i++)
        {
            Project project = projects[i];
            HashSet<string> named = [.. projects.Skip(i + 1).Where(p => p.RefersTo([project.Name])).SelectMany(p => p.Identifiers())];
            foreach (SyntaxTree tree in project.Plain.SyntaxTrees.Where(t => !t.FilePath.Contains("/obj/")))
            {
                var finder = new Finder(project.Plain, tree, i, named);
                finder.Visit(tree.GetRoot());
                found.AddRange(finder.Found);
            }
        }
        return found;
    }

    private void Write(string name, Image image)
    {
        File.WriteAllBytes($"{output}/{name}.dll", image.Code);
        File.WriteAllBytes($"{output}/{name}.pdb", image.Symbols);
    }

    public string CompilePlain()
    {
        foreach (Project project in projects)
        {
            if (project.Compile(null, [], out string message) is not Image image) return "error " + message;
            Write(project.Name, plain[project.Name] = image);
        }
        last = [];
        return "ok " + string.Join(' ', plain.Keys);
    }

    public string Compile(Mutant mutant)
    {
        if (mutant == null) return CompilePlain();
        var changed = new Dictionary<string, Image>();
        foreach (Project project in projects.Skip(mutant.Project))
        {
            bool isOwn = changed.Count == 0;
            if (!isOwn && !(mutant.IsDeclaration && project.RefersTo(changed.Keys))) continue;
            if (project.Compile(isOwn ? mutant : null, changed, out string message) is not Image image) return "error " + message;
            changed[project.Name] = image;
        }
        foreach (string name in last.Where(n => !changed.ContainsKey(n))) Write(name, plain[name]);
        foreach ((string name, Image image) in changed) Write(name, image);
        string written = string.Join(' ', last.Union(changed.Keys));
        last = [.. changed.Keys];
        return "ok " + written;
    }
}

internal static class Program
{
    private static int Main(string[] arguments)
    {
        var solution = new Solution(arguments.Skip(2).Select(a => new Project(a)).ToArray(), int.Parse(arguments[1]), arguments[0]);
        List<Mutant> mutants = solution.FindMutants();
        for (int i = 1; i < mutants.Count; i++) Console.WriteLine(Describe(i, mutants[i]));
        Console.WriteLine("end");
        while (Console.ReadLine() is string line) Console.WriteLine(solution.Compile(mutants[int.Parse(line)]).Replace('\n', ' '));
        return 0;
    }

    private static string Describe(int number, Mutant mutant)
    {
        LinePosition start = mutant.Tree.GetLineSpan(mutant.Changes[0].Span).StartLinePosition;
        string old = mutant.Tree.GetText().ToString(mutant.Changes[0].Span);
        string what = $"{old} -> {mutant.Changes[0].NewText}".Replace('\n', ' ').Replace('\r', ' ').Replace('\t', ' ');
        return $"{number}\t{mutant.Kind}\t{Path.GetFileName(mutant.Tree.FilePath)}:{start.Line + 1}:{start.Character + 1}\t" +
            (what.Length > 120 ? what[..120] : what);
    }
}
