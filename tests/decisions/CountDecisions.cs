// Counts the decisions of each member by its syntax alone: a second opinion beside the report, which goes by the IL.
// Arguments: source files. A line for each member: FILE, first line, last line, decisions, name, separated by tabs.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

internal static class Program
{
    private static void Main(string[] arguments)
    {
        string[] symbols = arguments[0].Split(';');
        foreach (string path in arguments.Skip(1))
        {
            var options = new CSharpParseOptions(LanguageVersion.Preview, preprocessorSymbols: symbols);
            SyntaxNode root = CSharpSyntaxTree.ParseText(File.ReadAllText(path), options).GetRoot();
            foreach (SyntaxNode member in root.DescendantNodes().Where(IsMember)) Print(path, member);
        }
    }

    private static bool IsMember(SyntaxNode node) => node is BaseMethodDeclarationSyntax or BasePropertyDeclarationSyntax
        or GlobalStatementSyntax or FieldDeclarationSyntax;

    private static void Print(string path, SyntaxNode member)
    {
        FileLinePositionSpan span = member.GetLocation().GetLineSpan();
        var counter = new Counter();
        counter.Visit(member);
        string name = member switch
        {
            MethodDeclarationSyntax m => m.Identifier.Text,
            PropertyDeclarationSyntax p => p.Identifier.Text,
            ConstructorDeclarationSyntax c => c.Identifier.Text,
            _ => member.Kind().ToString(),
        };
        Console.WriteLine(string.Join('\t', path, span.StartLinePosition.Line + 1, span.EndLinePosition.Line + 1,
            counter.Decisions, name));
    }
}

// Walks a member; a condition is walked by Condition, which counts its leaves.
internal sealed class Counter : CSharpSyntaxWalker
{
    public int Decisions { get; private set; }

    private static bool IsTrue(ExpressionSyntax? condition) =>
        condition is null || condition.IsKind(SyntaxKind.TrueLiteralExpression);

    public override void VisitIfStatement(IfStatementSyntax node)
    {
        Condition(node.Condition);
        Visit(node.Statement);
        Visit(node.Else);
    }

    public override void VisitWhileStatement(WhileStatementSyntax node)
    {
        Condition(node.Condition);
        Visit(node.Statement);
    }

    public override void VisitDoStatement(DoStatementSyntax node)
    {
        Condition(node.Condition);
        Visit(node.Statement);
    }

    public override void VisitForStatement(ForStatementSyntax node)
    {
        Visit(node.Declaration);
        foreach (ExpressionSyntax part in node.Initializers.Concat(node.Incrementors)) Visit(part);
        Condition(node.Condition);
        Visit(node.Statement);
    }

    public override void VisitConditionalExpression(ConditionalExpressionSyntax node)
    {
        Condition(node.Condition);
        Visit(node.WhenTrue);
        Visit(node.WhenFalse);
    }

    public override void VisitCatchFilterClause(CatchFilterClauseSyntax node) => Condition(node.FilterExpression);

    public override void VisitWhenClause(WhenClauseSyntax node) => Condition(node.Condition);

    public override void VisitForEachStatement(ForEachStatementSyntax node)
    {
        Decisions++;
        base.VisitForEachStatement(node);
    }

    public override void VisitForEachVariableStatement(ForEachVariableStatementSyntax node)
    {
        Decisions++;
        base.VisitForEachVariableStatement(node);
    }

    // A switch whose only label is the default asks nothing.
    public override void VisitSwitchStatement(SwitchStatementSyntax node)
    {
        if (node.Sections.SelectMany(s => s.Labels).Any(l => l is not DefaultSwitchLabelSyntax)) Decisions++;
        base.VisitSwitchStatement(node);
    }

    public override void VisitSwitchExpression(SwitchExpressionSyntax node)
    {
        if (node.Arms.Count > 1) Decisions++;
        base.VisitSwitchExpression(node);
    }

    public override void VisitConditionalAccessExpression(ConditionalAccessExpressionSyntax node)
    {
        Decisions++;
        base.VisitConditionalAccessExpression(node);
    }

    public override void VisitAssignmentExpression(AssignmentExpressionSyntax node)
    {
        if (node.IsKind(SyntaxKind.CoalesceAssignmentExpression)) Decisions++;
        base.VisitAssignmentExpression(node);
    }

    public override void VisitBinaryExpression(BinaryExpressionSyntax node)
    {
        switch (node.Kind())
        {
            case SyntaxKind.LogicalAndExpression or SyntaxKind.LogicalOrExpression:
                Condition(node);
                return;
            case SyntaxKind.CoalesceExpression:
                Decisions++;
                break;
            case SyntaxKind.EqualsExpression or SyntaxKind.NotEqualsExpression when node.Left is TupleExpressionSyntax tuple:
                Decisions += tuple.Arguments.Count;
                break;
        }

        base.VisitBinaryExpression(node);
    }

    // A pattern of several tests is a row of operands, also where its value is kept.
    public override void VisitIsPatternExpression(IsPatternExpressionSyntax node)
    {
        Visit(node.Expression);
        int tests = Tests(node.Pattern);
        if (tests > 1) Decisions += tests;
    }

    private void Condition(ExpressionSyntax? node)
    {
        if (IsTrue(node)) return;
        switch (node)
        {
            case ParenthesizedExpressionSyntax inner:
                Condition(inner.Expression);
                break;
            case PrefixUnaryExpressionSyntax not when not.IsKind(SyntaxKind.LogicalNotExpression):
                Condition(not.Operand);
                break;
            case BinaryExpressionSyntax both when both.IsKind(SyntaxKind.LogicalAndExpression)
                                                  || both.IsKind(SyntaxKind.LogicalOrExpression):
                Operands(both);
                break;
            case BinaryExpressionSyntax equal when equal.Left is TupleExpressionSyntax:
                Visit(equal);
                break;
            case IsPatternExpressionSyntax pattern:
                Visit(pattern.Expression);
                Decisions += Tests(pattern.Pattern);
                break;
            default:
                Decisions++;
                Visit(node);
                break;
        }
    }

    // The compiler makes one test of both operands where the right one is a plain variable.
    private void Operands(BinaryExpressionSyntax both)
    {
        Condition(both.Left);
        if (both.Right is not IdentifierNameSyntax) Condition(both.Right);
    }

    private static int Tests(PatternSyntax? pattern) => pattern switch
    {
        ConstantPatternSyntax or RelationalPatternSyntax or TypePatternSyntax or DeclarationPatternSyntax => 1,
        UnaryPatternSyntax not => Tests(not.Pattern),
        ParenthesizedPatternSyntax inner => Tests(inner.Pattern),
        BinaryPatternSyntax both => Tests(both.Left) + Tests(both.Right),
        RecursivePatternSyntax parts => 1 + Parts(parts.PropertyPatternClause?.Subpatterns)
                                          + Parts(parts.PositionalPatternClause?.Subpatterns),
        ListPatternSyntax list => 2 + list.Patterns.Sum(p => p is SlicePatternSyntax slice ? Tests(slice.Pattern) : Tests(p)),
        _ => 0,
    };

    private static int Parts(SeparatedSyntaxList<SubpatternSyntax>? parts) => parts?.Sum(p => Tests(p.Pattern)) ?? 0;
}
