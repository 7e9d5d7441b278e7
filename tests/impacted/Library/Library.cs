// A subject of each rule of docs/impacted.md, with the place where scripts/impacted-rules.sh changes it.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Resources;
using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using System.Threading.Tasks;

namespace Impacted;

public class Cart
{
    private int count;
    private int first = 1;
    public int Add(int n)
    {
        count += n;
        return count;
    }

    public int First() => first;
    public bool IsFull() => count >= Limits.Most;
    public int Scaled() => Limits.Scaled(3);
    public string Name() => Limits.Prefix + "cart";
}

public static class Adder
{
    public static int Sum(int x, int y) => x + y;
}

public static class Printer
{
    public static string Print(object value) => "object";
}

public class Dog : Animal
{
    // override
}

public class Cat : Animal
{
    public override int Legs() => 3; // override of Legs
}

public static class Kennel
{
    public static Animal Make() => new Dog();
}

public class Square : ISquare
{
}

public class Worker : IWorker
{
    // implementation
}

public static class Rates
{
    public static readonly int Rate = int.Parse("5");
    public static int Get() => Rate;
}

public static class Paint
{
    public static string Name(int colour) => ((Colour)colour).ToString();
}

[Label("one", 1)]
public class Labelled
{
    public static string Read() => typeof(Labelled).GetCustomAttribute<LabelAttribute>().Text;
}

[Label("rows.cs", 1)]
public class LabelledToo
{
    public static string Read() => typeof(LabelledToo).GetCustomAttribute<LabelAttribute>().Text;
}

public class Order
{
    public int Id { get; set; } = 1;
    public string Name { get; set; } = "n";
    public static string Save() => JsonSerializer.Serialize(new Order());
}

public class Service
{
    public Service(IClock clock) => Clock = clock;
    public IClock Clock { get; }
    public override string ToString() => "service " + Clock.Now();
}

public static class Container
{
    private static readonly Dictionary<Type, Type> known = new() { [typeof(IClock)] = typeof(Clock) };

    public static object Make(Type type)
    {
        type = known.GetValueOrDefault(type, type);
        ConstructorInfo constructor = type.GetConstructors()[0];
        return constructor.Invoke(constructor.GetParameters().Select(p => Make(p.ParameterType)).ToArray());
    }

    public static string Plugins() => string.Join(",", typeof(Container).Assembly.GetTypes()
        .Where(t => typeof(IPlugin).IsAssignableFrom(t)).Select(t => ((IPlugin)Activator.CreateInstance(t)).Name));
}

public class FirstPlugin : IPlugin
{
    public string Name => "first";
}

public class SecondPlugin : IPlugin
{
    public string Name => "second";
}

public static class ByName
{
    public static string Call(string type, string method) =>
        (string)Type.GetType("Impacted." + type).GetMethod(method).Invoke(null, null);
}

public static class Named
{
    public static string Go() => "go";
}

public static class Extensions
{
    public static string Show(this object value) => "object";
    // extension
}

public static class Generic
{
    public static T Twice<T>(T value, Func<T, T, T> add) => add(value, value);
    public static string Of<T>() => "of " + typeof(T).Name;
}

public static class Asynchronous
{
    public static async Task<int> Count()
    {
        await Task.Yield();
        return 1;
    }

    public static IEnumerable<int> Numbers()
    {
        yield return 1;
        yield return 2;
    }

    public static int Local()
    {
        return inner(1);
        int inner(int x) => x + 1;
    }
}

public static class Lambdas
{
    private static readonly Func<int, int> next = x => x + 1;
    public static int Next(int x) => next(x);
    public static int Sum(int[] numbers) => numbers.Where(n => n > 1).Sum(n => n * 2);
    public static string Anonymous() => new { One = 1 }.ToString();
    public static int Bytes() => new byte[] { 1, 2, 3, 4, 5, 6, 7, 8 }.Sum(b => b);
}

public record Size(int Width)
{
    // member of the record
}

public partial class Parts
{
    public int One() => 1;
}

public static class Switches
{
    public static int Value() =>
#if FAST
        2;
#else
        1;
#endif
    public static bool IsNamed =>
#if NAMED
        true;
#else
        false;
#endif
}

public static partial class Patterns
{
    [GeneratedRegex("^a+$")]
    private static partial Regex Letters();
    public static bool Match(string text) => Letters().IsMatch(text);
}

public static class Cache
{
    private static string kept;
    public static string Make() => "made";
    public static string Get() => kept ??= Make();
}

// Several tests make values, each for a key of its own.
public static class Table
{
    private static readonly Dictionary<string, string> rows = new();
    private static string Made(string key) => Ended(key) + "!";
    private static string Ended(string key) => key + "-row";
    public static string Row(string key)
    {
        if (!rows.TryGetValue(key, out string row)) rows[key] = row = Made(key);
        return row;
    }
}

// Functions that remember what they made.
public static class Memo
{
    private static readonly Func<int, string> squares = Remember<int, string>(n => Square(n));
    private static Func<A, R> Remember<A, R>(Func<A, R> make)
    {
        var known = new Dictionary<A, R>();
        return a => known.TryGetValue(a, out R value) ? value : known[a] = make(a);
    }
    private static string Square(int n) => n * n + "-square";
    public static string Of(int n) => squares(n);
}

public static class Current
{
    private static string Text { get; set; }
    private static string Make(string name) => name + "-now";
    public static string Get() => Text ??= Make("x");
    public static string Other() => Make("y");
}

public interface IPart { int Number { get; } }
public class SharedPart : IPart { public int Number { get; } = 41; }

// No code names the constructor of what it makes.
public static class Shelf
{
    private static readonly Dictionary<Type, object> made = new();
    public static T Get<T>() where T : new()
    {
        if (!made.TryGetValue(typeof(T), out object part)) made[typeof(T)] = part = new T();
        return (T)part;
    }
    public static IPart Find() => (IPart)made.GetValueOrDefault(typeof(SharedPart)) ?? Get<SharedPart>();
}

public struct Key
{
    public int Value;
    // member of the structure
}

public static class Keys
{
    private static readonly Dictionary<string, int> seen = new();
    public static string Text() => new Key { Value = 1 }.ToString();
}

public static class Resources
{
    public static string Text(string culture) => new ResourceManager("Impacted.Texts", typeof(Resources).Assembly)
        .GetString("Hello", new CultureInfo(culture));
    public static string Embedded(string name)
    {
        using var reader = new StreamReader(typeof(Resources).Assembly.GetManifestResourceStream(name));
        return reader.ReadToEnd().Trim();
    }
}

public static class State
{
    public static int Value = 1;
    public static int Module;
    public static int Get() => Value;
    public static int GetModule() => Module;
}

internal static class Start
{
    [System.Runtime.CompilerServices.ModuleInitializer] internal static void Set() => State.Module = 3;
}
