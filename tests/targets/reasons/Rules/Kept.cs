// Measured, but for the parts that rules and attributes leave out.
using System;
using System.Diagnostics.CodeAnalysis;

namespace Reasons.Rules;

[AttributeUsage(AttributeTargets.All)]
public sealed class MarkedAttribute : Attribute;

public static class Code
{
    // Every part runs.
    public static int Run()
    {
        return ByType.Run() + ByMember.Run() + ByMember.LeftOut() + ByMark.Run()
             + ByFile.Run() + ByFilter.Run() + ByAttribute.Run() + ByMemberAttribute.Run();
    }

    public static int Never() => 0;
}

// Left out by the rule `type`.
public static class ByType
{
    public static int Run() => 1;
}

public static class ByMember
{
    public static int Run() => 1;

    // Left out by the rule `member`.
    public static int LeftOut() => 1;
}

// Left out by the rule `attribute`.
[Marked]
public static class ByMark
{
    public static int Run() => 1;
}

// Left out by the rule `filter`.
public static class ByFilter
{
    public static int Run() => 1;
}

// Left out by the attribute in the code.
[ExcludeFromCodeCoverage]
public static class ByAttribute
{
    public static int Run() => 1;
}

public static class ByMemberAttribute
{
    [ExcludeFromCodeCoverage]
    public static int Run() => 1;

    public static int Never() => 1;
}
