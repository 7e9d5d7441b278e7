// Compiler idioms. A comment `//= 2 3` says: the decisions of this line, in order, have so many arms. Lines
// without one have no decision. `//D= ` and `//R= ` hold for Debug and Release only.
// Compiled once; ../build.sh tells how.

using System;
using System.Collections;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

public struct Money(int amount)
{
    public int Amount = amount;
    public static Money operator +(Money a, Money b) => new(a.Amount + b.Amount);
    public static bool operator ==(Money a, Money b) => a.Amount == b.Amount;
    public static bool operator !=(Money a, Money b) => a.Amount != b.Amount;
    public static explicit operator int?(Money a) => a.Amount;
    public override bool Equals(object? other) => false;
    public override int GetHashCode() => Amount;
}

[InterpolatedStringHandler]
public struct Handler
{
    public Handler(int literals, int parts, bool wanted, out bool append) => append = wanted;
    public bool AppendLiteral(string text) => text.Length > 0; // no decision: a comparison
    public bool AppendFormatted(int value) => value > 0;
}

public static class Idioms
{
    private static Action? cached;
    private static readonly object Gate = new();

    public static void Use(object? value) => _ = value?.ToString(); //= 2

    private static void Log(bool on, [InterpolatedStringHandlerArgument("on")] Handler handler)
    {
    }

    public static void Delegates(int[] numbers, Func<int, bool> filter)
    {
        Action a = () => Use(1);
        Action b = Nothing;
        Array.FindAll(numbers, n => n > 1);
        for (int i = 0; i < 2; i++) //= 2
        {
            Array.FindAll(numbers, n => filter(n));
        }

        cached ??= Nothing; //= 2
        a();
        b();
    }

    public static int Arrays(string last)
    {
        ReadOnlySpan<string> names = new[] { "a", "b" };
        ReadOnlySpan<decimal> prices = new[] { 1m, 2.5m };
        ReadOnlySpan<string> mixed = new[] { "a", last };
        return names.Length + prices.Length + mixed.Length;
    }

    private static void Nothing()
    {
    }

    public static decimal? Priced(decimal? net, int? pieces)
    {
        Use(net > 1.5m);
        Use(pieces * 2.5m);
        return net * 1.19m;
    }

    public static void Lifted(int? a, int? b, Money? m, Money? n, bool? p, bool? q)
    {
        Use(a + b);
        Use(-a);
        Use(a + 1);
        Use(m + n);
        Use((int?)m);
        Use(m == n);
        Use(a < b);
        Use(a?.CompareTo(1)); //= 2
        Use(a.HasValue ? a.Value + 1 : null); //= 2
        Use(a ?? 5 + Convert.ToInt32(b)); //= 2
        if (a == b) //= 2
        {
            Use(1);
        }
    }

    // Nobody uses the results.
    public static void Unused(int? a, int? b, Money? m, Money? n, bool? p, bool? q, bool r)
    {
        _ = a + b;
        _ = -a;
        _ = (long?)a;
        _ = m + n;
        _ = m == n;
        _ = (int?)m;
        _ = p & q;
        _ = p | q;
        _ = r & p;
        bool? either = p | q;
        _ = a.HasValue ? a.Value + 1 : 0; //= 2
    }

    public static unsafe void OfRanks<T>(int[,] grid, T[,,] cube)
        where T : unmanaged
    {
        fixed (int* p = grid)
        {
            Use(*p);
        }

        fixed (T* p = cube, q = &cube[0, 0, 0])
        {
            Use(p == q);
        }
    }

    public static async Task DisposeLater<T, TClass>(T t, TClass c)
        where T : IAsyncDisposable
        where TClass : class, IAsyncDisposable
    {
        await using (t)
        {
            Use(1);
        }

        await using (c)
        {
            Use(2);
        }
    }

    public static unsafe void Pointers(int[] array, string text, Span<byte> span)
    {
        fixed (int* p = array)
        {
            Use(*p);
        }

        fixed (char* c = text)
        {
            Use(*c);
        }

        fixed (byte* s = span)
        {
            Use(*s);
        }
    }

    public static void Interpolated(bool on, int value)
    {
        Log(on, $"a {value} b {value}");
    }

    public static string? Receivers<T>(T value, object? other)
    {
        Use(other?.ToString()); //= 2
        return value?.ToString(); //= 2
    }

    public static void Collections(int[] a, List<int> b, IEnumerable<int> c)
    {
        int[] all = [1, .. a, .. b];
        List<int> list = [.. c, 2, .. a];
        Use(all);
        Use(list);
    }

    public static void Loops(int[,] table, IEnumerable plain, string text, List<int> list)
    {
        foreach (int cell in table) //= 2
        {
            Use(cell);
        }

        foreach (object o in plain) //= 2
        {
            Use(o);
        }

        foreach (char c in text) //= 2
        {
            Use(c);
        }

        foreach (int i in list) //= 2
        {
            Use(i);
        }

        while (true)
        {
            if (list.Count > 3) //= 2
            {
                break;
            }
        }
    }

    public static void Resources(IDisposable resource)
    {
        using (resource)
        {
            Use(1);
        }

        lock (Gate)
        {
            Use(2);
        }

        try
        {
            Use(3);
        }
        catch (InvalidOperationException e) when (e.Message.Length > 3) //= 2
        {
            Use(4);
        }
        finally
        {
            resource?.Dispose(); //= 2
        }
    }

    public static async Task Asynchronous(IAsyncDisposable resource, IAsyncEnumerable<int> stream, dynamic task)
    {
        try
        {
            await Task.Yield();
        }
        catch (InvalidOperationException)
        {
            await Task.Delay(1);
            throw;
        }
        catch (ArgumentException) when (Gate != null) //= 2
        {
            await Task.Delay(2);
        }
        finally
        {
            await Task.Delay(3);
        }

        await using (resource)
        {
            Use(1);
        }

        await foreach (int i in stream) //= 2
        {
            if (i > 3) //= 2
            {
                return;
            }
        }

        await task;
    }

    public static IEnumerable<int> Iterator(int count)
    {
        using IDisposable d = new CancellationTokenSource();
        for (int i = 0; i < count; i++) //= 2
        {
            yield return i;
        }
    }

    public static async IAsyncEnumerable<int> Stream([EnumeratorCancellation] CancellationToken token = default)
    {
        while (!token.IsCancellationRequested) //= 2
        {
            await Task.Yield();
            yield return 1;
        }
    }

    public static async Task<string> Joined(StringBuilder text, object? other, Task<string> last)
    {
        string all = text + await last + other;
        return text + "," + other + await last + (other == null ? await last : "-"); //= 2
    }

    public static async IAsyncEnumerable<T> Relayed<T>(IAsyncEnumerable<string> texts, IAsyncEnumerable<T> values)
    {
        await foreach (string text in texts) //= 2
        {
            Use(text);
        }

        await foreach (T value in values) //= 2
        {
            yield return value;
        }
    }

    public static async IAsyncEnumerable<string> Relayed(IAsyncEnumerable<string> texts)
    {
        await foreach (string text in texts) //= 2
        {
            yield return text;
        }
    }

    public static int Switches(int value, string text, object shape, int other)
    {
        switch (value) //= 4
        {
            case 1:
                if (other > 2) //= 2
                {
                    Use(1);
                }

                break;
            case 2:
                while (other-- > 0) //= 2
                {
                    Use(2);
                }

                break;
            case 700:
                return 3;
        }

        switch (text + other) //= 9
        {
            case "a": return 1;
            case "bc": return 2;
            case "def": return 3;
            case "deg": return 4;
            case "dxg": return 5;
            case "hijk": return 6;
            case "hijl": return 7;
            case "m": return 8;
        }

        switch (shape) //= 5
        {
            case int n when n > 3: //= 2
                return n;
            case int n:
                if (n == 2) //= 2
                {
                    return 7;
                }

                break;
            case string { Length: > 3 } s:
                return s.Length;
            case null:
                return 0;
        }

        if (shape is string { Length: 2 } or int) //= 2 2 2
        {
            return 5;
        }

        return (value > 2 ? value : other) switch //= 2 3
        {
            1 => 4,
            100 => 5,
            _ => throw new ArgumentException("value"),
        };
    }

    private static T Same<T>(T value) => value;

    public static bool Chains(int a, int b, string? s)
    {
        if (a == 1 || a == 5 || a == 9) //= 2 2 2
        {
            return true;
        }

        bool stored = a > 1 && b > 2 || s?.Length > 2; //= 2 2 2 2
        if (stored) //= 2
        {
            return a == 3 ? b == 4 : b == 5; //= 2
        }

        bool generic = a > 1 && Same(b > 2) && new List<bool> { true }[0]; //= 2 2 2
        return generic && s is "x" or "y"; //= 2 2 2
    }

    public static bool Operands(int kind, int a, string? s) => kind switch //= 3
    {
        1 => a > 1 && s is "x" or "y" && a < 9, //= 2 2 2 2
        2 => (a > 1 || s is not (null or "x")) && a < 9, //= 2 2 2 2
        _ => false,
    };

    public static async Task<Func<string?>> Captured(IAsyncDisposable resource)
    {
        await using IAsyncDisposable own = resource;
        Func<string?> text = () => own.ToString();
        await Task.Yield();
        return text;
    }

    public static async Task<int> Generated(int n, string? text)
    {
#line hidden
        if (n > 1 && text != null) Use(n);
        foreach (char c in text ?? "none") { if (c > 'c') Use(c); }
        await Task.Yield();
#line default
        if (n > 1) //= 2
        {
#line hidden
            if (n > 2) Use(n);
#line default
            Use(n);
        }

        int sum = await Task.FromResult(n > 2 ? n : 3); //= 2
        Use(sum);
#line hidden
        switch (n) { case 1: Use(1); break; case 2: Use(2); break; case 3: Use(3); break; }
        while (n > 3) n--;
        Use(n switch { 1 => 2, 2 => 3, _ => 4 });
        if (await Task.FromResult(n > 1) || n == 3) Use(text?.Length ?? n);
#line default
        return sum > 3 ? n : 1; //= 2
    }

    // A concatenation of more operands than anyone writes by hand.
    public static string Sentence(object a, object b) =>
        "<" + a + b + a + b + a + b + a + b + a + b + a + b + a + b + a + b + a + b + a + b + a + b + a + b + a + b + a + b + a + b + a + b + a + b + a + b + a + b + a + b + ">";

    // The last part is written when the handler wants it; what is computed for it is long.
    public static string Wanted(int a, int b) =>
        string.Create(null, stackalloc char[64], $"{a * b + a * a - b * b + a / (b + 1) - a % (b + 2) + (a ^ b) + (a << 3) + (b >> 2)}");
}
