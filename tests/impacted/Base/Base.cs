// What Library and the tests take from another assembly.
using System;

namespace Impacted;

public static class Limits
{
    public const int Most = 10;
    public const string Prefix = "p-";
    public static int Scaled(int x, int by = 2) => x * by;
}

public class Animal
{
    public virtual string Sound() => "none";
    public virtual int Legs() => 4;
}

public interface IShape
{
    string Describe() => "shape";
}

public interface ISquare : IShape
{
    // default implementation
}

public interface IWorker
{
    int Work() => 1;
}

public enum Colour
{
    Red,
    Green
}

[AttributeUsage(AttributeTargets.All)]
public sealed class LabelAttribute : Attribute
{
    public LabelAttribute(string text, int number) => Text = text + number;
    public string Text { get; }
}

public interface IPlugin
{
    string Name { get; }
}

public interface IClock
{
    int Now();
}

public sealed class Clock : IClock
{
    public int Now() => 7;
}

public static class Alone
{
    public static int Value() => 5;
}
