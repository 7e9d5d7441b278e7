// The attributes of test frameworks, by name alone.
using System;

namespace Xunit
{
    public class FactAttribute : Attribute { }
    public class TheoryAttribute : FactAttribute { }
    public class CollectionDefinitionAttribute : Attribute { }
}

namespace NUnit.Framework
{
    public class TestAttribute : Attribute { }
    [AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
    public class TestCaseAttribute : Attribute { public TestCaseAttribute(int value) { } }
    public class SetUpAttribute : Attribute { }
}

namespace Microsoft.VisualStudio.TestTools.UnitTesting
{
    public class TestMethodAttribute : Attribute { }
    public static class TestingPlatformBuilderHook { public static void AddExtensions() { } }
}

namespace TUnit.Core
{
    public class TestAttribute : Attribute { }
}

namespace Xunit.Runner.InProc.SystemConsole
{
    public static class ConsoleRunner { public static void Run() { } }
}
