// Finds what can be changed in a file, by syntax; some kinds ask what a name means.
//
// A comment `// kind: NAME` before a statement, a member or a type gives all mutants in it this kind. The kinds `registration` and
// `reflection` have mutants of their own there: other types, other names, members that are renamed, removed, hidden or made twice.

using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

// IsDeclaration: projects that refer to this one are compiled again.
internal sealed record Mutant(string Kind, int Project, SyntaxTree Tree, bool IsDeclaration, params TextChange[] Changes);

internal sealed partial class Finder : CSharpSyntaxWalker
{
    private readonly CSharpCompilation compilation;
    private readonly SemanticModel model;
    private readonly SyntaxTree tree;
    private readonly int project;
    private readonly HashSet<string> named;
    public readonly List<Mutant> Found = [];

    private static readonly Dictionary<SyntaxKind, string> others = new()
    {
        [SyntaxKind.AddExpression] = "-", [SyntaxKind.SubtractExpression] = "+", [SyntaxKind.MultiplyExpression] = "+",
        [SyntaxKind.DivideExpression] = "*", [SyntaxKind.ModuloExpression] = "*", [SyntaxKind.LessThanExpression] = "<=",
        [SyntaxKind.LessThanOrEqualExpression] = "<", [SyntaxKind.GreaterThanExpression] = ">=",
        [SyntaxKind.GreaterThanOrEqualExpression] = ">", [SyntaxKind.EqualsExpression] = "!=",
        [SyntaxKind.NotEqualsExpression] = "==", [SyntaxKind.LogicalAndExpression] = "||",
        [SyntaxKind.LogicalOrExpression] = "&&", [SyntaxKind.BitwiseAndExpression] = "|", [SyntaxKind.BitwiseOrExpression] = "&",
    };

    // `named`: the identifiers in projects that refer to this one.
    public Finder(CSharpCompilation compilation, SyntaxTree tree, int project, HashSet<string> named)
    {
        this.compilation = compilation;
        this.tree = tree;
        this.project = project;
        this.named = named;
        model = compilation.GetSemanticModel(tree);
    }

    private void Add(string kind, SyntaxNode node, TextSpan span, string text, bool isDeclaration = false) =>
        Found.Add(new Mutant(MarkOf(node) ?? kind, project, tree, isDeclaration, new TextChange(span, text)));

    // --- kinds ------------------------------------------------------------------------------------------------------------

    private static string MarkOf(SyntaxNode node)
    {
        for (; node != null; node = node.Parent)
        {
            if (node is not (StatementSyntax or MemberDeclarationSyntax)) continue;
            string mark = node.GetLeadingTrivia().Select(t => t.ToString()).FirstOrDefault(t => t.StartsWith("// kind: "));
            if (mark != null) return mark["// kind: ".Length..];
        }
        return null;
    }

    // Whoever refers to the project has the value of a constant in its own code.
    private string KindOfConstant(SyntaxNode node, string name, SyntaxTokenList modifiers) =>
        named.Contains(name) && modifiers.Any(SyntaxKind.PublicKeyword) ? "constant of another assembly" : "constant of a field";

    // Initialisers are kinds of their own: they run before the members that read them.
    private string KindOf(SyntaxNode node, string kind, out bool isDeclaration)
    {
        isDeclaration = true;
        if (node.FirstAncestorOrSelf<AttributeSyntax>() != null) return "attribute";
        if (node.FirstAncestorOrSelf<EnumMemberDeclarationSyntax>() is { Parent: EnumDeclarationSyntax type } value)
            return KindOfConstant(node, value.Identifier.Text, type.Modifiers);
        if (node.FirstAncestorOrSelf<ParameterSyntax>() is { Parent.Parent: MethodDeclarationSyntax called })
            return KindOfConstant(node, called.Identifier.Text, called.Modifiers);
        FieldDeclarationSyntax field = node.FirstAncestorOrSelf<FieldDeclarationSyntax>();
        if (field != null && field.Modifiers.Any(SyntaxKind.ConstKeyword))
            return KindOfConstant(node, node.FirstAncestorOrSelf<VariableDeclaratorSyntax>()?.Identifier.Text ?? "", field.Modifiers);
        isDeclaration = false;
        var property = node.FirstAncestorOrSelf<EqualsValueClauseSyntax>()?.Parent as PropertyDeclarationSyntax;
        bool isInConstructor = node.FirstAncestorOrSelf<ConstructorDeclarationSyntax>()?.Modifiers.Any(SyntaxKind.StaticKeyword) == true;
        if (field == null && property == null) return isInConstructor ? "static initialiser" : kind;
        return (field?.Modifiers ?? property.Modifiers).Any(SyntaxKind.StaticKeyword) ? "static initialiser" : "initialiser";
    }

    private void AddOf(SyntaxNode node, string kind, TextSpan span, string text)
    {
        kind = KindOf(node, kind, out bool isDeclaration);
        Add(kind, node, span, text, isDeclaration);
    }

    // --- code -------------------------------------------------------------------------------------------------------------

    public override void VisitBinaryExpression(BinaryExpressionSyntax node)
    {
        if (others.TryGetValue(node.Kind(), out string other)) AddOf(node, "operator", node.OperatorToken.Span, other);
        base.VisitBinaryExpression(node);
    }

    private static string OtherLiteral(SyntaxToken token) => token.Value switch
    {
        int value => value == 0 ? "1" : $"{(long)value + 1}",
        long value => $"{(decimal)value + 1}L",
        double value => (value + 1).ToString("0.0###", CultureInfo.InvariantCulture),
        decimal value => (value + 1).ToString(CultureInfo.InvariantCulture) + "m",
        char value when value < 'z' && char.IsAsciiLetterOrDigit(value) => $"'{(char)(value + 1)}'",
        string when token.Text.StartsWith('"') && !token.Text.StartsWith("\"\"\"") => token.Text[..^1] + "!\"",
        true => "false",
        false => "true",
        _ => null,
    };

    public override void VisitLiteralExpression(LiteralExpressionSyntax node)
    {
        if (OtherLiteral(node.Token) is string text) AddOf(node, "constant", node.Span, text);
        if (MarkOf(node) == "reflection" && node.Token.Value is string name) AddOtherNames(node, name);
    }

    public override void VisitIfStatement(IfStatementSyntax node)
    {
        Add("condition", node, node.Condition.Span, $"!({node.Condition})");
        base.VisitIfStatement(node);
    }

    public override void VisitConditionalExpression(ConditionalExpressionSyntax node)
    {
        AddOf(node, "condition", node.Condition.Span, $"!({node.Condition})");
        base.VisitConditionalExpression(node);
    }

    public override void VisitReturnStatement(ReturnStatementSyntax node)
    {
        if (node.Expression != null) Add("return", node, node.Expression.Span, "default");
        base.VisitReturnStatement(node);
    }

    public override void VisitArrowExpressionClause(ArrowExpressionClauseSyntax node)
    {
        bool returns = node.Parent is MethodDeclarationSyntax m && m.ReturnType.ToString() is not ("void" or "Task") ||
            node.Parent is PropertyDeclarationSyntax or AccessorDeclarationSyntax { RawKind: (int)SyntaxKind.GetAccessorDeclaration };
        if (returns && node.Expression is not ThrowExpressionSyntax) Add("return", node, node.Expression.Span, "default");
        base.VisitArrowExpressionClause(node);
    }

    public override void VisitExpressionStatement(ExpressionStatementSyntax node)
    {
        bool isStatic = node.FirstAncestorOrSelf<ConstructorDeclarationSyntax>()?.Modifiers.Any(SyntaxKind.StaticKeyword) == true;
        if (!node.ToString().Contains("++") && !node.ToString().Contains("--"))
            Add(isStatic ? "static initialiser" : "statement", node, node.Span, ";");
        base.VisitExpressionStatement(node);
    }
}
