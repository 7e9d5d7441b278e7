// Labels with conditions and labels of switch expressions, and what must not be taken for them. Marks as in
// Idioms.cs. Compiled once; ../build.sh tells how.

using System;
using System.Collections.Generic;
using System.IO;
using System.Threading.Tasks;

public static class Labels
{
    private static int count;

    private static bool Yes() => true;

    private static int Id(int value) => value;

    private static void Use(object? value)
    {
    }

    // An arm of a switch expression is one, whatever it tests.
    public static int Arms(int n, string text, DayOfWeek day)
    {
        int sum = Id(n) switch //= 4
        {
            1 or 2 => 1,
            4 or 9 or 100 => 2,
            > 1000 => 4,
            _ => 3,
        };
        sum += text.Trim() switch //= 3
        {
            "a" or "c" => 1,
            null => 4,
            _ => 3,
        };
        sum += Id((int)day) switch { 0 or 6 => 1, _ => 3 }; //= 2
        return sum + Id(n) switch //= 4
        {
            >= 90 and <= 100 => 1,
            >= 80 => 2,
            >= 70 and not 75 => 3,
            _ => 4,
        };
    }

    // A label of a switch statement is one, with others of the same body too.
    public static int Statement(int n)
    {
        switch (Id(n)) //= 5
        {
            case 1:
            case 30:
                return 1;
            case 400:
            case 9000:
                return 2;
            default:
                return 3;
        }
    }

    // Conditions of several operands, of the same test, with no test in front.
    public static int Conditions(int n)
    {
        int sum = Id(n) switch { < 0 when Yes() || n < -5 => 2, _ => 3 }; //= 2 2 2
        sum += Id(n) switch { < 0 when !(Yes() && n > 2) => 2, 5 => 4, _ => 3 }; //= 3 2 2
        sum += Id(n) switch //= 3
        {
            > 0 when n > 5 => 1, //= 2
            > 0 when n > 2 => 2, //= 2
            _ => 3,
        };
        sum += Id(n) switch //= 3
        {
            _ when n > 100 => 1, //= 2
            _ when n < 0 && Yes() => 2, //= 2 2
            _ => 3,
        };
        return sum + Id(n) switch //= 3
        {
            _ when n > 100 => 1, //= 2
            5 => 2,
            _ => 3,
        };
    }

    // A condition that goes back into the tests.
    public static int Back(object value) => Use2(value) switch //= 4
    {
        string s when string.IsNullOrWhiteSpace(s) => 1, //= 2
        string { Length: > 100 } => 2,
        IList<int> { Count: > 1 } => 4,
        _ => 3,
    };

    private static object Use2(object value) => value;

    public static async Task<int> Awaited(string text)
    {
        int sum = text.Length switch //= 3
        {
            > 100 => await Task.FromResult(1),
            5 when await Task.FromResult(sum5) > 3 => 2, //= 2
            _ => await Task.FromResult(4),
        };
        switch (await Task.FromResult(sum)) //= 3
        {
            case 1:
                await Task.Yield();
                break;
            case 2:
                await Task.Yield();
                Use(sum);
                break;
        }

        return await Task.FromResult(sum) switch //= 2
        {
            1 => sum,
            _ => await Task.FromResult(2),
        };
    }

    private static int sum5 = 5;

    // Near misses: statements that follow each other, decisions in an arm, a loop in front of an if.
    public static int Others(bool flag, int a, int b, int[] values)
    {
        Use(Math.Max(a switch { 3 => 1, _ => 2 }, b switch { 3 => 1, _ => flag ? Id(5) : Id(2) })); //= 2 2 2
        int sum = Id(a) switch { 1 => flag ? Id(1) : Id(2), 2 => 4, _ => 5 }; //= 3 2
        sum += Id(a) switch { 1 => Id(b) switch { 3 => 1, 4 => 2, _ => 3 }, _ => 5 }; //= 2 3
        foreach (int value in values) //= 2
        {
            if (value == 3) //= 2
            {
                sum++;
            }
        }

        switch (Id(b)) //= 3
        {
            case 1:
                if (flag) //= 2
                {
                    sum++;
                }

                break;
            case 2:
                sum--;
                break;
        }

        if (flag) //= 2
        {
            return 1;
        }

        return sum > 3 ? Id(1) : Id(2); //= 2
    }

    // Whether a member of a dynamic object is an event is the compiler's question; what it is, the user's.
    public static void Members(dynamic bag)
    {
        bag.Count += 1;
        if (bag.Ready) //= 2
        {
            bag.Count -= 1;
        }

        bool ready = bag.IsEvent(1);
        if (ready) //= 2
        {
            Use(ready ? bag : null); //= 2
        }
    }

    // What was pending when a handler awaits is asked behind it; a variable of the loop is the user's.
    public static async Task Retried(int attempts)
    {
        for (int i = 0; ; i++)
        {
            try
            {
                await Task.Yield();
                return;
            }
            catch (IOException) when (i < attempts - 1) //= 2
            {
                await Task.Delay(1);
            }
        }
    }

    // A condition that several leaves of the tree share: what it goes on by is no decision.
    public static int Shared(int a, int b)
    {
        switch (a, b) //= 5
        {
            case (> 0, 0):
                return 1;
            case (var x, var y) when x > y: //= 2
                return 2;
            case (< 0, 0):
                return 3;
            case (0, _) when b > 3: //= 2
                return 4;
            default:
                return 5;
        }
    }

    public static int SharedByThree(int a, int b, string s)
    {
        switch (a, b, s) //= 6
        {
            case (1, _, "x"): return 1;
            case (_, 0, "b" or "c"): return 2;
            case (var x, var y, var t) when x > y && t.Length > 0: //= 2 2
                return 3;
            case (1, > 1, _): return 4;
            case (0, _, ""): return 5;
            default: return 6;
        }
    }

    // A condition whose result is stored before it is tested.
    public static async Task<int> Stored(char c, string input, int n)
    {
        switch (Id(c)) //= 3
        {
            case 'x' when n > 2: //= 2
                return 1;
            case var d when d is 'b' or 'q': //= 2 2
                return 2;
        }

        return input switch //= 3
        {
            ['#', .. var rest] => rest.Length,
            _ when input.Length > 5 && await Task.FromResult(n > 1) => -2, //= 2 2
            _ => -1,
        };
    }

    // The last label takes what its condition lets through.
    public static int Last(int n, string text)
    {
        foreach (char c in text) //= 2
        {
            switch (Id(c)) //= 4
            {
                case 'a' when n > 3: return 1; //= 2
                case 'a':
                    return 2;
                case var d when d == text[^1]: //= 2
                    return 3;
            }
        }

        return 4;
    }

    private static char Id(char c) => c;

    // Operands of a concatenation, lifted operators and comparisons: no decisions.
    public static async Task<string> Operands(object thing, string? text, (int, int)? left, (int, int) right)
    {
        string all = "a" + thing + text + thing + 'c' + count;
        all += thing;
        int size = (await Task.FromResult(1) + text?.Length) ?? await Task.FromResult(2); //= 2 2
        return left == right ? all + size : all; //= 2 2 2
    }

    public static async Task Twice(int attempts)
    {
        for (int i = 0; i < attempts; i++) //= 2
        {
            int way = 0;
            try
            {
                await Task.Yield();
                way = 1;
            }
            catch (IOException) when (i == 0) //= 2
            {
                await Task.Delay(1);
            }
            catch (Exception e) when (e is TimeoutException || e is ArgumentException) //= 2 2
            {
                await Task.Delay(1);
            }
            finally
            {
                await Task.Yield();
            }

            if (way == 1) //= 2
            {
                count++;
            }
        }
    }

    public static int Spans(ReadOnlySpan<char> line, int n)
    {
        while (n-- > 0) //= 2
        {
            switch (line[n..]) //= 3
            {
                case []:
                case ['#', ..]:
                    continue;
                case var s when s.IndexOf('#') > 0: //= 2
                    count++;
                    break;
                default:
                    count += 2;
                    break;
            }
        }

        if (line.Length == 0 || line[0] == '#') //= 2 2
        {
            return 1;
        }

        return line is [] or ['x'] ? 2 : 3; //= 2 2 2
    }

    public static int Scanned(string text, int at)
    {
        switch (text[at]) //= 3
        {
            case 'a':
                while (at < text.Length && text[at] != 'b') //= 2 2
                {
                    at++;
                }

                break;
            case 'c':
                at++;
                break;
        }

        return at;
    }

    public static void Breaks(int n)
    {
        switch (n + 1) //D= 3
        {
            case 1:
                break;
            case 2:
                break;
        }

        count++;
    }

    // In a try block a `break;` leaves by itself, to where the end of the block leaves to.
    public static int ScannedInTry(string text, int at)
    {
        try
        {
            switch (text[at]) //= 3
            {
                case 'a':
                    while (at < text.Length && text[at] != 'b') //= 2 2
                    {
                        at++;
                    }

                    break;
                case 'c':
                    at++;
                    break;
            }
        }
        finally
        {
            count++;
        }

        return at;
    }

    // A switch all the same: one of its labels does something.
    public static void BreaksInTry(int n)
    {
        try
        {
            switch (n + 1) //= 4
            {
                case 1:
                    count++;
                    break;
                case 2:
                    break;
                case 3:
                    Use(n);
                    break;
            }
        }
        finally
        {
            count++;
        }
    }

    // An empty text is a label, which is compiled to a test of the length.
    public static int Texts(string? text)
    {
        switch (text?.Trim()) //= 2 4
        {
            case "a":
                return 1;
            default:
                return 2;
            case "":
                return 3;
            case null:
                return 4;
        }
    }

    // Lengths alone are no texts.
    public static int Lengths(string text)
    {
        switch (text.Trim()) //= 3
        {
            case { Length: 0 }:
                return 1;
            default:
                return 2;
            case { Length: 5 }:
                return 3;
        }
    }

    // Without a default: what fails the first operand goes to the block's end, the second one leaves by itself.
    public static int LastInTry(string text, int n)
    {
        try
        {
            switch (text.Trim()) //= 3
            {
                case "a":
                    return 1;
                case "b" when Id(n) != 3 && Yes(): //= 2 2
                    n += 2;
                    break;
            }
        }
        finally
        {
            count++;
        }

        return n;
    }

    // A length among texts is no label of the text; the near miss is a switch on a length.
    public static int LengthAmongTexts(string text)
    {
        switch (text.Trim()) //= 5
        {
            default:
                return 1;
            case "a" or "b":
                return 2;
            case { Length: 3 or 9 }:
                return 3;
            case "":
                return 4;
        }
    }

    public static int LabelsOfLength(string text)
    {
        switch (text.Trim().Length) //= 4
        {
            case 1 or 9:
                return 1;
            case 4:
                return 2;
            default:
                return text == "a" ? 3 : 4; //= 2
        }
    }

    // Types lead to a condition and have labels of their own; the near miss takes null with all the rest.
    public static int TypesTogether(object value)
    {
        switch (value.ToString() == "" ? null : value) //= 2 4
        {
            case string or int when Yes(): //= 2
                return 1;
            case string:
                return 2;
            case int:
                return 3;
            default:
                return 4;
        }
    }

    public static int TakesRest(string text)
    {
        switch (text.Trim()) //= 4
        {
            case ['a', ..]:
                return 1;
            case var any when Yes(): //= 2
                return 2;
            case "b":
                return 3;
        }

        return 4;
    }

    private readonly record struct Pair(int First, int? Second);

    // The slot of the number of a condition is given a part of a pattern behind the switch.
    private static int SlotAgain(string text, Pair pair)
    {
        int sum = 0;
        for (int i = 0; i < 3; i++) //= 2
        {
            switch (text.Trim()) //= 4
            {
                case "b" when sum > 9: //= 2
                    sum += 2;
                    break;
                case { Length: 3 } when Yes(): //= 2
                    sum += 3;
                    break;
                case "a":
                    sum += 4;
                    break;
            }

            if (pair is (1, > 2)) //= 2 2 2
            {
                sum += 5;
            }
        }

        return sum;
    }

    // What looks alike is the user's: a number in a variable that a call is given by address.
    public static int OwnNumber(string text, int n)
    {
        int number = 2;
        if (n > 3) //= 2
        {
            number = 1;
        }

        Use(number);
        if (Yes() && int.TryParse(text, out number)) //= 2 2
        {
            Use(1);
        }

        if (number == 1) //= 2
        {
            return 1;
        }

        return number == 2 ? 2 : 3; //= 2
    }

    private static async Task<string> Later(string text)
    {
        await Task.Yield();
        return text;
    }

    // A finally that waits on its way to a throw: where to go on is kept in a local. The second one is the user's.
    public static async Task<int> LastWait(int n)
    {
        try
        {
            if (n > 3) //= 2
            {
                return 5;
            }
        }
        finally
        {
            if (n > 7) //= 2
            {
                throw new InvalidOperationException(await Later("a"));
            }
        }

        return 6;
    }

    public static async Task<int> OwnLast(int n)
    {
        int last = 0;
        try
        {
            if (n > 3) //= 2
            {
                last = 1;
            }
        }
        finally
        {
            if (n > 7) //= 2
            {
                throw new InvalidOperationException(await Later("a"));
            }
        }

        return last == 1 ? 6 : 7; //= 2
    }

    private sealed class Lease : IAsyncDisposable
    {
        public string? Name { get; set; }

        public ValueTask DisposeAsync() => default;
    }

    // ??= with a switch expression at the end of a block that is disposed of: its way out is no arm.
    public static async Task Kept(int? n)
    {
        await using (Lease lease = new())
        {
            lease.Name ??= n switch { null => "x", > 18 => "y", _ => lease.ToString() ?? "z" }; //= 2 3 2
        }
    }

    // Texts in a switch over a span, beside a pattern.
    public static int Span(ReadOnlySpan<char> text)
    {
        switch (text.Trim()) //= 5
        {
            case "" or ['#', ..]:
                return 1;
            case "a" or "b":
                return 2;
            default:
                return 3;
        }
    }
}
