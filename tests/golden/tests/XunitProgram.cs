// Main of a program of xunit.v3.
static class Program
{
    static void Main() => Xunit.Runner.InProc.SystemConsole.ConsoleRunner.Run();
}
