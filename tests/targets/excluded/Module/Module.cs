// An attribute of the project's own, known by its name, on the module.

using System;
using System.Linq;

[module: ExcludedModule.ExcludeFromCoverage]

namespace ExcludedModule;

[AttributeUsage(AttributeTargets.All)]
public sealed class ExcludeFromCoverageAttribute : Attribute
{
}

//- a module
public static class Things
{
    public static int Work(int value)
    {
        return new[] { 1, 2 }.Where(n => n < value).Sum(); //: none
    }
}
