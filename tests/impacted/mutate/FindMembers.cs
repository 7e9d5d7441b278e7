// Mutants of declarations: members that are added, and what registrations and reflection reach.

using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

internal sealed partial class Finder
{
    private static string Show(ITypeSymbol type) => type.ToDisplayString(SymbolDisplayFormat.FullyQualifiedFormat);

    // --- override added ---------------------------------------------------------------------------------------------------

    private void AddOverrides(TypeDeclarationSyntax node)
    {
        if (model.GetDeclaredSymbol(node) is not INamedTypeSymbol type || node.OpenBraceToken.IsMissing || node.OpenBraceToken.Span.IsEmpty ||
            type.IsStatic || type.TypeKind is TypeKind.Interface) return;
        foreach (IMethodSymbol method in Overridable(type).Where(m => !HasOverride(type, m)))
        {
            bool isOfObject = method.ContainingType.SpecialType == SpecialType.System_Object;
            Found.Add(new Mutant(isOfObject ? "override of Object added" : "override added", project, tree, true,
                new TextChange(new TextSpan(node.OpenBraceToken.Span.End, 0), " " + Override(method) + " ")));
        }
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

    private static string Override(IMethodSymbol m) => $"public override {Show(m.ReturnType)} {m.Name}(" +
        string.Join(", ", m.Parameters.Select(p => $"{Show(p.Type)} {p.Name}_")) + ") => throw new global::System.InvalidOperationException();";

    public override void VisitStructDeclaration(StructDeclarationSyntax node)
    {
        AddOverrides(node);
        base.VisitStructDeclaration(node);
    }

    public override void VisitClassDeclaration(ClassDeclarationSyntax node)
    {
        AddOverrides(node);
        if (IsMarked(node))
        {
            AddDeclaration(node, node.Identifier);
            AddCopy(node);
        }
        base.VisitClassDeclaration(node);
    }

    // --- overload added ---------------------------------------------------------------------------------------------------

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
        bool isPublic = called.DeclaredAccessibility == Accessibility.Public && given.All(t => t.DeclaredAccessibility == Accessibility.Public);
        string modifiers = (isPublic ? "public" : "internal") + (called.IsStatic ? " static" : "");
        string text = $" {modifiers} {Show(called.ReturnType)} {called.Name}({string.Join(", ", given.Select((t, i) => $"{Show(t)} p{i}"))})" +
            " => throw new global::System.InvalidOperationException(); ";
        Found.Add(new Mutant("overload added", project, declared.SyntaxTree, true,
            new TextChange(new TextSpan(declared.FullSpan.Start, 0), text)));
    }

    // --- what registrations and reflection reach --------------------------------------------------------------------------

    private static bool IsMarked(SyntaxNode node) => MarkOf(node) is "registration" or "reflection";

    public override void VisitMethodDeclaration(MethodDeclarationSyntax node)
    {
        if (IsMarked(node)) AddDeclaration(node, node.Identifier);
        base.VisitMethodDeclaration(node);
    }

    public override void VisitPropertyDeclaration(PropertyDeclarationSyntax node)
    {
        if (IsMarked(node)) AddDeclaration(node, node.Identifier);
        base.VisitPropertyDeclaration(node);
    }

    public override void VisitAttributeList(AttributeListSyntax node)
    {
        if (IsMarked(node)) Add("attribute", node, node.Span, "", true);
        base.VisitAttributeList(node);
    }

    // Renamed, removed, hidden: those that the code names elsewhere do not compile.
    private void AddDeclaration(MemberDeclarationSyntax node, SyntaxToken name)
    {
        IEnumerable<TextChange> own = node.ChildNodes().OfType<ConstructorDeclarationSyntax>().Select(c => c.Identifier).Prepend(name)
            .Select(t => new TextChange(t.Span, t.Text + "Renamed"));
        Found.Add(new Mutant(MarkOf(node), project, tree, true, [.. own]));
        Found.Add(new Mutant(MarkOf(node), project, tree, true, new TextChange(node.Span, "")));
        SyntaxToken shown = node.Modifiers.FirstOrDefault(m => m.IsKind(SyntaxKind.PublicKeyword));
        if (shown != default) Found.Add(new Mutant(MarkOf(node), project, tree, true, new TextChange(shown.Span, "internal")));
    }

    private void AddCopy(ClassDeclarationSyntax node)
    {
        string name = "A" + node.Identifier.Text;
        SyntaxNode copy = node.ReplaceTokens(node.ChildNodes().OfType<ConstructorDeclarationSyntax>().Select(c => c.Identifier)
            .Append(node.Identifier), (old, _) => SyntaxFactory.Identifier(old.LeadingTrivia, name, old.TrailingTrivia));
        string text = " " + copy.WithoutTrivia().ToFullString() + " ";
        Found.Add(new Mutant(MarkOf(node), project, tree, true, new TextChange(new TextSpan(node.Span.Start, 0), text)));
    }

    // In registrations: another class with the same base or interface.
    public override void VisitIdentifierName(IdentifierNameSyntax node)
    {
        base.VisitIdentifierName(node);
        if (node.Parent is not (TypeArgumentListSyntax or TypeOfExpressionSyntax or ObjectCreationExpressionSyntax) || !IsMarked(node) ||
            model.GetSymbolInfo(node).Symbol is not INamedTypeSymbol { TypeKind: TypeKind.Class, IsAbstract: false } type) return;
        foreach (INamedTypeSymbol other in TypesOf(compilation.Assembly.GlobalNamespace).Where(t => IsSibling(t, type)).Take(1))
            Add("type", node, node.Span, Show(other));
    }

    private static IEnumerable<INamedTypeSymbol> TypesOf(INamespaceSymbol space) =>
        space.GetTypeMembers().Concat(space.GetNamespaceMembers().SelectMany(TypesOf));

    private static bool IsSibling(INamedTypeSymbol one, INamedTypeSymbol type)
    {
        if (one.IsAbstract || one.IsGenericType || one.TypeKind != TypeKind.Class || SymbolEqualityComparer.Default.Equals(one, type)) return false;
        bool sharesBase = type.BaseType.SpecialType != SpecialType.System_Object &&
            SymbolEqualityComparer.Default.Equals(one.BaseType, type.BaseType);
        return sharesBase || type.Interfaces.Any(i => one.Interfaces.Contains(i, SymbolEqualityComparer.Default));
    }

    // In reflection: the name of another type, or of another member with as many parameters.
    private void AddOtherNames(SyntaxNode node, string name)
    {
        INamedTypeSymbol[] types = [.. TypesOf(compilation.Assembly.GlobalNamespace)];
        if (types.FirstOrDefault(t => t.ToDisplayString() == name) is INamedTypeSymbol type &&
            types.FirstOrDefault(t => IsSibling(t, type)) is INamedTypeSymbol other)
            Add("name", node, node.Span, $"\"{other.ToDisplayString()}\"");
        foreach (IMethodSymbol method in types.SelectMany(t => t.GetMembers(name)).OfType<IMethodSymbol>().Take(1))
            if (method.ContainingType.GetMembers().OfType<IMethodSymbol>().FirstOrDefault(m => m.MethodKind == MethodKind.Ordinary &&
                m.Name != name && m.Parameters.Length == method.Parameters.Length) is IMethodSymbol second)
                Add("name", node, node.Span, $"\"{second.Name}\"");
    }
}
