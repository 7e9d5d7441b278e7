// Interpolated strings with handlers of the user's, and what surrounds them.

using System.Runtime.CompilerServices;
using System.Text;
using static CSharpTargets.Help;

namespace CSharpTargets;

[InterpolatedStringHandler]
internal readonly ref struct LogHandler
{
    private readonly StringBuilder? text; //: none

    public LogHandler(int literals, int holes, bool wanted, out bool enabled)
    { //D: hit
        enabled = wanted; //: hit x4
        text = wanted ? new StringBuilder(literals + holes) : null; //: hit 2/2 x4
    } //: hit

    public void AppendLiteral(string part) => text?.Append(part); //: part 1/2

    public void AppendFormatted<T>(T value) => text?.Append(value); //: part 1/2

    public void AppendFormatted<T>(T value, string format)
        where T : System.IFormattable
    { //D: miss
        text?.Append(value.ToString(format, null)); //: miss 0/2
    } //: miss

    public override string ToString() => text is null ? "" : text.ToString(); //: hit 2/2
}

[InterpolatedStringHandler]
internal ref struct StopHandler
{
    private int room; //: none

    public StopHandler(int literals, int holes)
    { //D: hit
        room = 2; //: hit x2
    } //: hit

    public bool AppendLiteral(string part) => --room > 0; //: hit

    public bool AppendFormatted(int value) => --room > 0; //: hit

    public readonly int Room => room; //: hit
}

internal sealed class PartWriter
{
    public bool AppendLiteral(string part) => part.Length > 1; //: hit

    public bool AppendFormatted<T>(T value) => value is int; //: hit
}

internal static class InterpolatedStringHandlers
{
    public static void Run()
    { //D: hit
        Wanted(); //: hit x1
        Unwanted(); //: hit x1
        Stopped(); //: hit x1
        Decisions(5, null); //: hit x1
        Written(5); //: hit x1
        Tried(5, new char[9]); //: hit x1
        Tried(5, new char[1]); //: hit x1
    } //: hit

    private static void Log(bool wanted, [InterpolatedStringHandlerArgument(nameof(wanted))] LogHandler handler)
        => Use(handler.ToString()); //: hit x4

    private static void Count(StopHandler handler) => Use(handler.Room); //: hit x2

    //- a handler that wants its parts: its test is not a branch
    private static void Wanted()
    { //D: hit
        Log(Yes(), $"number {Id(5)} text {Id("x")}"); //: hit x1
        Log( //: hit x1
            Yes(), //: hit x1
            $"a {Id(1)}" + //: hit x1
            $"b {Id(2)}"); //: hit x1
    } //: hit

    //- a handler that does not: the statement ran all the same
    private static void Unwanted()
    { //D: hit
        Log(No(), $"number {Fail("never computed")}"); //: hit x1
        Log(Yes() && No(), $"number {Fail("never computed")}"); //: part 1/2 1/2 x1
    } //: hit

    //- Append returns false
    private static void Stopped()
    { //D: hit
        Count($"a{Id(1)}b{Id(2)}"); //: hit x1
        Count($"{Id(1)}"); //: hit x1
    } //: hit

    //- decisions of the user's in the holes
    private static void Decisions(int number, string? text)
    { //D: hit
        Use($"{(number > 3 ? "big" : "small")} {text ?? "none"} {text?.Length}"); //: part 1/2 1/2 1/2 x1
        Use($"{number switch { 1 => "one", 5 => "five", _ => "many" }}!"); //: part 1/3 x1
        Use($"{text}"); //: part 1/2 x1 -- deviation: one hole and no text is compiled to text ?? ""
        Use("" + Id<object?>(text)); //: part 1/2 1/2 x1 -- deviation: compiled to x?.ToString() ?? ""
    } //: hit

    //- a class with the methods of a handler that is not one
    private static void Written(int number)
    { //D: hit
        var writer = new PartWriter(); //: hit x1
        if (writer.AppendLiteral("x")) //: part 1/2 x1
            Use(1); //: miss
        if (writer.AppendFormatted(number) && Yes()) //: part 1/2 1/2 x1
            Use(2); //: hit x1
        Use(writer.AppendLiteral("xx") ? Id(1) : Id(2)); //: part 1/2 x1
    } //: hit

    //- a handler of the framework that wants no parts after it failed
    private static void Tried(int number, System.Span<char> room)
    { //D: hit
        if (System.MemoryExtensions.TryWrite(room, $"a{number}b{number + 1}c", out int count)) //: hit 2/2 x2
            Use(count); //: hit x1
    } //: hit
}
