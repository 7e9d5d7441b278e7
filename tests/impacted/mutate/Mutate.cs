// Makes mutants of a project, and compiles them one after the other: the texts of all other files are parsed once.
//
//     Mutate ARGUMENTS FOLDER OUTPUT
//
// ARGUMENTS is a file with the arguments of the C# compiler, one a line; FOLDER is the folder of the project. Prints a line for each
// mutant: number, kind, FILE:LINE, what it changes, separated by tabs; then a line `end`. Then reads numbers, compiles each of these
// mutants to OUTPUT (0: the project as it is), and prints `ok`, or `error` and the first message.

using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.IO;
using System.Linq;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;

internal sealed record Mutant(string Kind, SyntaxTree Tree, TextSpan Span, string Text);

internal sealed class Loader : IAnalyzerAssemblyLoader
{
    public void AddDependencyLocation(string path) { }
    public Assembly LoadFromPath(string path) => Assembly.LoadFrom(path);
}

internal sealed class Project
{
    private readonly CSharpCommandLineArguments arguments;
    private readonly CSharpCompilation plain;
    private readonly string output;

    public Project(string[] lines, string folder, string output)
    {
        arguments = CSharpCommandLineParser.Default.Parse(lines, folder, null);
        this.output = output;
        IEnumerable<SyntaxTree> trees = arguments.SourceFiles.Select(f => Parse(SourceText.From(File.ReadAllText(f.Path),
            System.Text.Encoding.UTF8, SourceHashAlgorithm.Sha256), f.Path));
        IEnumerable<MetadataReference> references = arguments.MetadataReferences
            .Select(r => MetadataReference.CreateFromFile(r.Reference, r.Properties));
        plain = CSharpCompilation.Create(arguments.CompilationName, trees, references, arguments.CompilationOptions);
    }

    public CSharpCompilation Plain => plain;

    private SyntaxTree Parse(SourceText text, string path) => CSharpSyntaxTree.ParseText(text, arguments.ParseOptions, path);

    private CSharpCompilation WithGenerated(CSharpCompilation compilation)
    {
        ISourceGenerator[] generators = arguments.AnalyzerReferences
            .SelectMany(a => new AnalyzerFileReference(Path.GetFullPath(a.FilePath, arguments.BaseDirectory), new Loader())
                .GetGenerators(LanguageNames.CSharp)).ToArray();
        if (generators.Length == 0) return compilation;
        CSharpGeneratorDriver.Create(generators, null, arguments.ParseOptions)
            .RunGeneratorsAndUpdateCompilation(compilation, out Compilation made, out _);
        return (CSharpCompilation)made;
    }

    private CSharpCompilation Of(Mutant mutant)
    {
        if (mutant == null) return plain;
        SourceText text = mutant.Tree.GetText().WithChanges(new TextChange(mutant.Span, mutant.Text));
        return plain.ReplaceSyntaxTree(mutant.Tree, Parse(text, mutant.Tree.FilePath));
    }

    public string Compile(Mutant mutant)
    {
        using var image = new MemoryStream();
        using var symbols = new MemoryStream();
        var result = WithGenerated(Of(mutant)).Emit(image, symbols, manifestResources: arguments.ManifestResources,
            options: arguments.EmitOptions.WithPdbFilePath(Path.ChangeExtension(output, ".pdb")));
        if (!result.Success) return "error " + result.Diagnostics.First(d => d.Severity == DiagnosticSeverity.Error);
        File.WriteAllBytes(output, image.ToArray());
        File.WriteAllBytes(Path.ChangeExtension(output, ".pdb"), symbols.ToArray());
        return "ok";
    }
}

// What can be changed, by syntax; a few kinds ask what a name means.
internal sealed class Finder : CSharpSyntaxWalker
{
    private readonly CSharpCompilation compilation;
    private readonly SemanticModel model;
    private readonly SyntaxTree tree;
    public readonly List<Mutant> Found = new();

    private static readonly Dictionary<SyntaxKind, string> others = new()
    {
        [SyntaxKind.AddExpression] = "-", [SyntaxKind.SubtractExpression] = "+", [SyntaxKind.MultiplyExpression] = "+",
        [SyntaxKind.DivideExpression] = "*", [SyntaxKind.ModuloExpression] = "*", [SyntaxKind.LessThanExpression] = "<=",
        [SyntaxKind.LessThanOrEqualExpression] = "<", [SyntaxKind.GreaterThanExpression] = ">=",
        [SyntaxKind.GreaterThanOrEqualExpression] = ">", [SyntaxKind.EqualsExpression] = "!=",
        [SyntaxKind.NotEqualsExpression] = "==", [SyntaxKind.LogicalAndExpression] = "||",
        [SyntaxKind.LogicalOrExpression] = "&&", [SyntaxKind.BitwiseAndExpression] = "|", [SyntaxKind.BitwiseOrExpression] = "&",
    };

    public Finder(CSharpCompilation compilation, SyntaxTree tree)
    {
        this.compilation = compilation;
        this.tree = tree;
        model = compilation.GetSemanticModel(tree);
    }

    private void Add(string kind, TextSpan span, string text) => Found.Add(new Mutant(kind, tree, span, text));

    // Initialisers are kinds of their own: they run before the members that read them.
    private static string KindOf(SyntaxNode node, string kind)
    {
        FieldDeclarationSyntax field = node.FirstAncestorOrSelf<FieldDeclarationSyntax>();
        PropertyDeclarationSyntax property = node.FirstAncestorOrSelf<EqualsValueClauseSyntax>()?.Parent as PropertyDeclarationSyntax;
        if (field == null && property == null) return node.FirstAncestorOrSelf<AttributeSyntax>() == null ? kind : "attribute";
        SyntaxTokenList modifiers = field?.Modifiers ?? property.Modifiers;
        if (modifiers.Any(SyntaxKind.ConstKeyword)) return "constant of a field";
        return modifiers.Any(SyntaxKind.StaticKeyword) ? "static initialiser" : "initialiser";
    }

    public override void VisitBinaryExpression(BinaryExpressionSyntax node)
    {
        if (others.TryGetValue(node.Kind(), out string other)) Add(KindOf(node, "operator"), node.OperatorToken.Span, other);
        base.VisitBinaryExpression(node);
    }

    public override void VisitLiteralExpression(LiteralExpressionSyntax node)
    {
        string text = node.Kind() switch
        {
            SyntaxKind.NumericLiteralExpression when node.Token.Value is int value => value == 0 ? "1" : (value + 1).ToString(),
            SyntaxKind.StringLiteralExpression when node.Token.Text.StartsWith('"') && !node.Token.Text.StartsWith("\"\"\"") =>
                node.Token.Text[..^1] + "!\"",
            SyntaxKind.TrueLiteralExpression => "false",
            SyntaxKind.FalseLiteralExpression => "true",
            _ => null,
        };
        if (text != null) Add(KindOf(node, "constant"), node.Span, text);
    }

    public override void VisitIfStatement(IfStatementSyntax node)
    {
        Add("condition", node.Condition.Span, $"!({node.Condition})");
        base.VisitIfStatement(node);
    }

    public override void VisitConditionalExpression(ConditionalExpressionSyntax node)
    {
        Add(KindOf(node, "condition"), node.Condition.Span, $"!({node.Condition})");
        base.VisitConditionalExpression(node);
    }

    public override void VisitReturnStatement(ReturnStatementSyntax node)
    {
        if (node.Expression != null) Add("return", node.Expression.Span, "default");
        base.VisitReturnStatement(node);
    }

    public override void VisitArrowExpressionClause(ArrowExpressionClauseSyntax node)
    {
        bool returns = node.Parent is MethodDeclarationSyntax m && m.ReturnType.ToString() is not ("void" or "Task") ||
            node.Parent is PropertyDeclarationSyntax or AccessorDeclarationSyntax { RawKind: (int)SyntaxKind.GetAccessorDeclaration };
        if (returns && node.Expression is not ThrowExpressionSyntax) Add("return", node.Expression.Span, "default");
        base.VisitArrowExpressionClause(node);
    }

    public override void VisitExpressionStatement(ExpressionStatementSyntax node)
    {
        if (!node.ToString().Contains("++") && !node.ToString().Contains("--")) Add("statement", node.Span, ";");
        base.VisitExpressionStatement(node);
    }

    // --- declarations -----------------------------------------------------------------------------------------------------

    private void AddMembers(TypeDeclarationSyntax node)
    {
        if (model.GetDeclaredSymbol(node) is not INamedTypeSymbol type || node.OpenBraceToken.IsMissing || node.OpenBraceToken.Span.IsEmpty ||
            type.IsStatic || type.TypeKind is TypeKind.Interface) return;
        foreach (IMethodSymbol method in Overridable(type).Where(m => !HasOverride(type, m)))
            Add("override added", new TextSpan(node.OpenBraceToken.Span.End, 0), " " + Override(method) + " ");
    }

    private static IEnumerable<IMethodSymbol> Overridable(INamedTypeSymbol type)
    {
        var seen = new List<IMethodSymbol>();
        for (INamedTypeSymbol at = type.BaseType; at != null; at = at.BaseType)
            foreach (IMethodSymbol m in at.GetMembers().OfType<IMethodSymbol>())
                if (m is { MethodKind: MethodKind.Ordinary, IsVirtual: true, TypeParameters.Length: 0, IsSealed: false } &&
                    m.DeclaredAccessibility is Accessibility.Public && m.Parameters.All(p => p.RefKind == RefKind.None) &&
                    m.RefKind == RefKind.None && !m.IsInitOnly) seen.Add(m);
        return seen;
    }

    private static bool HasOverride(INamedTypeSymbol type, IMethodSymbol method) =>
        type.IsRecord || type.GetMembers(method.Name).OfType<IMethodSymbol>().Any(m => m.Parameters.Length == method.Parameters.Length);

    private static string Show(ITypeSymbol type) => type.ToDisplayString(SymbolDisplayFormat.FullyQualifiedFormat);

    private static string Override(IMethodSymbol m) => $"public override {Show(m.ReturnType)} {m.Name}(" +
        string.Join(", ", m.Parameters.Select(p => $"{Show(p.Type)} {p.Name}_")) + ") => throw new global::System.InvalidOperationException();";

    public override void VisitClassDeclaration(ClassDeclarationSyntax node)
    {
        AddMembers(node);
        base.VisitClassDeclaration(node);
    }

    public override void VisitStructDeclaration(StructDeclarationSyntax node)
    {
        AddMembers(node);
        base.VisitStructDeclaration(node);
    }

    // An overload that takes the arguments of a call better than the method that it calls now.
    public override void VisitInvocationExpression(InvocationExpressionSyntax node)
    {
        base.VisitInvocationExpression(node);
        if (model.GetSymbolInfo(node).Symbol is not IMethodSymbol { IsGenericMethod: false, ReducedFrom: null } called ||
            called.DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax() is not MethodDeclarationSyntax declared ||
            called.MethodKind != MethodKind.Ordinary || node.ArgumentList.Arguments.Count != called.Parameters.Length ||
            called.ContainingType.TypeKind == TypeKind.Interface || called.Parameters.Any(p => p.RefKind != RefKind.None)) return;
        ITypeSymbol[] given = node.ArgumentList.Arguments.Select(a => model.GetTypeInfo(a.Expression).Type).ToArray();
        bool differs = given.Where((t, i) => t != null && !SymbolEqualityComparer.Default.Equals(t, called.Parameters[i].Type)).Any();
        if (!differs || given.Any(t => t is null or ITypeParameterSymbol || t.IsAnonymousType)) return;
        string modifiers = called.IsStatic ? "internal static" : "internal";
        string text = $" {modifiers} {Show(called.ReturnType)} {called.Name}({string.Join(", ", given.Select((t, i) => $"{Show(t)} p{i}"))})" +
            " => throw new global::System.InvalidOperationException(); ";
        Found.Add(new Mutant("overload added", declared.SyntaxTree, new TextSpan(declared.FullSpan.Start, 0), text));
    }
}

internal static class Program
{
    private static int Main(string[] arguments)
    {
        var project = new Project(File.ReadAllLines(arguments[0]), arguments[1], arguments[2]);
        var mutants = new List<Mutant> { null };
        foreach (SyntaxTree tree in project.Plain.SyntaxTrees.Where(t => !t.FilePath.Contains("/obj/")))
        {
            var finder = new Finder(project.Plain, tree);
            finder.Visit(tree.GetRoot());
            mutants.AddRange(finder.Found);
        }
        for (int i = 1; i < mutants.Count; i++) Console.WriteLine(Describe(i, mutants[i]));
        Console.WriteLine("end");
        while (Console.ReadLine() is string line) Console.WriteLine(project.Compile(mutants[int.Parse(line)]).Replace('\n', ' '));
        return 0;
    }

    private static string Describe(int number, Mutant mutant)
    {
        int line = mutant.Tree.GetLineSpan(mutant.Span).StartLinePosition.Line + 1;
        string old = mutant.Tree.GetText().ToString(mutant.Span);
        string what = $"{old} -> {mutant.Text}".Replace('\n', ' ').Replace('\r', ' ').Replace('\t', ' ');
        return $"{number}\t{mutant.Kind}\t{Path.GetFileName(mutant.Tree.FilePath)}:{line}\t{(what.Length > 120 ? what[..120] : what)}";
    }
}
