// Main of a program of Microsoft.Testing.Platform that takes the options of VSTest.
static class Program
{
    static void Main() => Microsoft.VisualStudio.TestTools.UnitTesting.TestingPlatformBuilderHook.AddExtensions();
}
