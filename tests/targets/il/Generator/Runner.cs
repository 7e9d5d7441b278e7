using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;

namespace IlTargets;

/// <summary>What the bodies call: a trace of where they were, and failures on demand.</summary>
public static class Help
{
    internal static readonly StringBuilder Trace = new();

    public static void Note(int value) => Trace.Append(CultureInfo.InvariantCulture, $" {value}");

    /// <summary>Throws when its argument is true.</summary>
    public static void Fail(bool whether)
    {
        if (whether)
        {
            throw new InvalidOperationException("on demand");
        }
    }

    public static bool IsOdd(int value) => (value & 1) != 0;

    public static int Add(int a, int b) => a + b;

    public static int Never() => throw new NotSupportedException("never to be called");

    public static int Filter(object exception, int want) => exception is ArgumentException ? want : 0;
}

/// <summary>Calls every method as the ".run" lines say and prints result, trace and failure.</summary>
internal static class Runner
{
    public static int Run(string path, int rounds, string[] only)
    {
        Assembly assembly = Assembly.LoadFrom(Path.GetFullPath(path));
        List<Call> calls = [.. File.ReadLines(Path.ChangeExtension(path, ".runs")).Select(line => Call.Parse(assembly, line))
            .Where(call => only.Length == 0 || only.Contains(call.Method.Name))];
        string[] first = [.. calls.Select(call => call.Print(rounds == 1))];
        foreach (string line in first)
        {
            Console.WriteLine(line);
        }
        return rounds == 1 || Repeat(calls, rounds) ? 0 : 1;
    }

    /// <summary>
    /// Eighty rounds reach every tier: some, thirty calls, thirty more, with time for the background compiles between. Lines of stack traces are left out,
    /// optimised code keeps only some of them. What holds state answers differently the first time: the second
    /// round is what all later ones must be equal to.
    /// </summary>
    private static bool Repeat(List<Call> calls, int rounds)
    {
        string[] second = [.. calls.Select(call => call.Print(false))];
        bool isSame = true;
        for (int round = 2; round < rounds; round++)
        {
            for (int i = 0; i < calls.Count; i++)
            {
                string now = calls[i].Print(false);
                if (now != second[i] && isSame)
                {
                    Console.WriteLine($"round {round}: {now}\ninstead of {second[i]}");
                    isSame = false;
                }
            }
            if (round % 34 == 4)
            {
                Thread.Sleep(150);
            }
        }
        return isSame;
    }
}

/// <summary>One ".run" line: TYPE::METHOD[&lt;TYPES&gt;](ARGUMENTS)</summary>
internal sealed record Call(string Text, MethodInfo Method, object?[] Arguments)
{
    public static Call Parse(Assembly assembly, string text)
    {
        int colons = text.IndexOf("::", StringComparison.Ordinal), open = text.IndexOf('(', colons), close = text.LastIndexOf(')');
        string name = text[(colons + 2)..open];
        Type[] generic = [];
        if (name.IndexOf('<') is > 0 and var angle)
        {
            generic = [.. name[(angle + 1)..^1].Split(',').Select(word => System.Type.GetType(word) ?? assembly.GetType(word, true)!)];
            name = name[..angle];
        }
        Type type = assembly.GetTypes().Single(type => type.FullName == Regex.Unescape(text[..colons]));
        MethodInfo method = type.GetMethod(Regex.Unescape(name)) ?? throw new MissingMethodException(text);
        method = generic.Length > 0 ? method.MakeGenericMethod(generic) : method;
        string[] words = open + 1 == close ? [] : text[(open + 1)..close].Split(',', StringSplitOptions.TrimEntries);
        ParameterInfo[] parameters = method.GetParameters();
        if (words.Length != parameters.Length)
        {
            throw new TargetParameterCountException(text);
        }
        return new Call(text, method, [.. words.Select((word, i) => Value(word, parameters[i].ParameterType))]);
    }

    private static object? Value(string word, Type type) => word switch
    {
        "null" => null,
        "int[]" => new[] { 1, 2, 3 },
        _ when type == typeof(object) => word,
        _ => Convert.ChangeType(word, type, CultureInfo.InvariantCulture),
    };

    public string Print(bool withTrace)
    {
        Help.Trace.Clear();
        string result;
        try
        {
            object? value = Method.Invoke(null, BindingFlags.DoNotWrapExceptions, null, (object?[])Arguments.Clone(), null);
            result = Convert.ToString(value, CultureInfo.InvariantCulture) ?? "";
        }
        catch (Exception problem)
        {
            result = $"throws {problem.GetType().Name}: {problem.Message}{(withTrace ? Frames(problem) : "")}";
        }
        return $"{Text} = {result};{Help.Trace}";
    }

    /// <summary>The lines that the trace names, of the bodies under test.</summary>
    private static string Frames(Exception problem) => string.Concat(new StackTrace(problem, true).GetFrames()
        .Where(frame => frame.GetFileName()?.EndsWith(".il", StringComparison.Ordinal) == true)
        .Select(frame => $" at {Path.GetFileName(frame.GetFileName())}:{frame.GetFileLineNumber()}:{frame.GetFileColumnNumber()}"));
}
