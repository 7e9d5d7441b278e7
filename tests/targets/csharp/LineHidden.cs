// Statements between `#line hidden` and the next #line, as generators write them: they are in no report, and their
// decisions belong to no line. What the compiler hides of a visible statement, as the jump of a switch, stays.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class LineHidden
{
    private static readonly object gate = new(); //: hit

    private static bool B(bool value) => value; //: hit

    public static async Task Run()
    { //D: hit
        Between(5, "a"); //: hit
        AtStart(5, null); //: hit
        AtEnd(5, "b"); //: hit
        Use(AllButOne(5)); //: hit
        InArms(5); //: hit
        InArms(1); //: hit
        InBodies(3); //: hit
        AroundVisible(5); //: hit
        Switches(2, "b"); //: hit
        VisibleSwitches(2, "b", 7); //: hit
        BehindHidden(1); //: hit
        Stored(5); //: hit
        Patterns(5); //: hit
        Operands(5, "text"); //: hit
        InStatement(5, "text"); //: hit
        Lambdas(5); //: hit
        Blocks(5); //: hit
        Chosen(new Owner(), 5); //: hit
        Handlers(5); //: hit
        Use(Numbers(5).Sum()); //: hit
        Use(await Waits(5, "x")); //: hit
        Use(await WaitsInHidden(5)); //: hit
        await Streams(3); //: hit
        Loops(3); //: hit
        Captured(3); //: hit
        Gone(5, true); //: hit
        TwoDocuments(5, true); //: hit
        Spans(5); //: hit
    } //: hit

    //- hidden statements between visible ones
    private static void Between(int n, string? text)
    { //D: hit
        Use(1); //: hit
#line hidden
        if (n > 3)
        {
            Use(2);
        }
        if (B(n > 7)) Use(3); else Use(4);
        if (n == 1) Use(5);
        int length = text?.Length ?? 0;
        Use(length > 3 && n > 1 ? 1 : 2);
#line default
        Use(6); //: hit
#line hidden
        if (text == "a") Use(7);
        else if (text == null) Use(8);
        while (n > 3) n--;
#line default
        Use(n > 2 ? 1 : 2); //: part 1/2
    } //: hit

    //- hidden code at the start of a method
    private static void AtStart(int n, string? text)
    { //D: hit
#line hidden
        if (n > 3) Use(2);
        text ??= "none";
        foreach (char c in text)
            if (c > 'c') Use(c);
#line default
        Use(text); //: hit
        if (n > 4) //: part 1/2
            Use(1); //: hit
    } //: hit

    //- hidden code at the end of a method
    private static void AtEnd(int n, string? text)
    { //D: hit
        if (n > 7) //: part 1/2
            Use(1); //: miss
#line hidden
        if (n > 3) Use(2);
        if (n == 5) return;
        Use(text ?? "none");
    }

#line default
    //- one visible statement in hidden code
    private static int AllButOne(int n)
#line hidden
    {
        if (n > 3) n++;
        bool more = n > 7;
        if (more) return 0;
        for (int i = 0; i < n; i++)
            if (i > 2) Use(i);
#line default
        return n > 2 ? n : 0; //: part 1/2
#line hidden
    }

#line default
    //- the arms of a visible `if` begin with hidden code
    private static void InArms(int n)
    { //D: hit
        if (n > 3) //: hit 2/2
        { //D: hit
#line hidden
            if (n > 4) Use(1);
#line default
            Use(2); //: hit
        } //D: hit
        else
        { //D: hit
#line hidden
            if (n > 4) Use(1);
            Use(n == 1 || n == 3);
        }
#line default
        if (B(n == 1)) //: hit 2/2
#line hidden
            if (n == 1) Use(4);
#line default
        Use(3); //: hit
    } //: hit

    //- hidden bodies of visible loops
    private static void InBodies(int n)
    { //D: hit
        foreach (int i in Enumerable.Range(0, n)) //: hit 2/2
        { //D: hit
#line hidden
            if (i > 1) Use(i);
            if (i == 7) continue;
#line default
        } //D: hit
        int[] items = [1, 2, n]; //: hit
        foreach (int item in items) //: hit 2/2
        { //D: hit
            Use(item); //: hit
#line hidden
            if (item > 1) Use(item);
#line default
        } //D: hit
        foreach (char c in "abc") //: hit 2/2
#line hidden
            if (c > 'a') Use(c);
#line default
        for (int i = 0; i < n; i++) //: hit 2/2
        { //D: hit
#line hidden
            if (i > 1) Use(i);
            foreach (int item in items) if (item > 4) Use(item);
#line default
        } //D: hit
        while (n > 0) //: hit 2/2
        { //D: hit
#line hidden
            if (n > 1) Use(n);
            n--;
#line default
        } //D: hit
    } //: hit

    //- visible statements in hidden blocks
    private static void AroundVisible(int n)
    { //D: hit
        Use(0); //: hit
#line hidden
        if (Id(n) > 3)
        {
#line default
            if (n > 4) //: part 1/2
                Use(1); //: hit
#line hidden
        }
        foreach (int i in Enumerable.Range(0, n))
        {
#line default
            Use(i > 1 ? i : 0); //: hit 2/2
#line hidden
        }
        for (int i = 0; i < n; i++)
        {
#line default
            Use(i > 7 ? i : 0); //: part 1/2
#line hidden
        }
        using (StringReader reader = new("text"))
        {
#line default
            Use(reader.Read() > 1 ? 2 : 3); //: part 1/2
#line hidden
        }
        lock (gate)
        {
#line default
            Use(n > 1 ? 2 : 3); //: part 1/2
#line hidden
        }
#line default
    } //: hit

    //- hidden switches
    private static void Switches(int n, string text)
    { //D: hit
        Use(0); //: hit
#line hidden
        switch (n)
        {
            case 1: Use(1); break;
            case 2: Use(2); break;
            case 3: Use(3); break;
            case 4: Use(4); break;
        }
        switch (Id(n))
        {
            case 1: Use(1); break;
            case 2 when text == "b": Use(2); break;
            default: Use(3); break;
        }
        switch (text)
        {
            case "a": Use(1); break;
            case "b": Use(2); break;
        }
        switch ((object)text)
        {
            case string { Length: > 3 }: Use(1); break;
            case string s: Use(s); break;
        }
        Use(n switch { 1 => "a", 2 => "b", _ => "c" });
        if (n switch { 1 => true, 2 => false, _ => B(true) }) Use(1);
#line default
        Use(1); //: hit
    } //: hit

    //- visible switches with hidden bodies, and after hidden code
    private static void VisibleSwitches(int n, string text, object thing)
    { //D: hit
        Use(0); //: hit
        switch (n) //: part 1/4
        {
            case 1:
                Use(1); //: miss
                break; //: miss
            case 2:
                Use(2); //: hit
#line hidden
                if (n > 1) Use(3);
#line default
                break; //: hit
            case 3:
                Use(3); //: miss
                break; //D: miss
        }
        Use(4); //: hit
#line hidden
        if (n > 3) Use(2);
#line default
        switch (Id(text)) //: part 1/3
        {
            case "a":
#line hidden
                if (n > 3) Use(2);
#line default
                break; //: miss
            case "b":
#line hidden
                Use(text == "b" ? 1 : 2);
#line default
                break; //D: hit
        }
        switch (Id(thing)) //: part 2/3
        {
            case int number when number > 8: //: part 1/2
                Use(1); //: miss
                break; //: miss
            case string:
                Use(2); //: miss
                break; //: miss
            default:
                Use(3); //: hit
#line hidden
                if (n > 10) Use(n);
#line default
                break; //D: hit
        }
        string word = n switch //: part 1/3
        { //: hit
            1 => "one", //: miss
            2 => "two", //: hit
            _ => "many", //: miss
        }; //: hit
#line hidden
        if (word == "two") Use(word);
#line default
        Use(word); //: hit
    } //: hit

    //- a switch after hidden code only
    private static void BehindHidden(int n)
    { //D: hit
#line hidden
        if (n > 3) Use(2);
#line default
        switch (n) //: part 1/3
        {
            case 1:
                Use(1); //: hit
                break; //: hit
            case 2:
                Use(2); //: miss
                break; //D: miss
        }
    } //D: hit

    //- hidden conditions over variables of visible statements
    private static void Stored(int n)
    { //D: hit
        bool big = B(n > 3); //: hit
        Use(big); //: hit
#line hidden
        if (big) Use(1);
#line default
        int next = Id(n); //: hit
        Use(next); //: hit
#line hidden
        if (next > 3) Use(1);
        if (next == 5) Use(2); else Use(3);
#line default
        string? text = n > 3 ? Id("x") : null; //: part 1/2
#line hidden
        if (text != null) Use(text);
        Use(text?.Length ?? 0);
#line default
        Use(text ?? "none"); //: part 1/2
    } //: hit

    //- hidden patterns
    private static void Patterns(object thing)
    { //D: hit
        Use(0); //: hit
#line hidden
        if (thing is int number && number > 3) Use(number);
        if (thing is string { Length: > 2 } or null) Use(1);
        if (thing is not long and not short) Use(2);
#line default
        if (thing is int n and > 3) //: part 1/2 1/2
            Use(n); //: hit
    } //: hit

    //- hidden operands of every kind
    private static void Operands(int n, string? text)
    { //D: hit
        Use(0); //: hit
#line hidden
        Use(text ?? "none");
        Use(text?.Trim()?.Length);
        text ??= Id("x");
        Use(B(n > 3) && B(n > 4) || B(n > 5));
        bool both = n > 3 && text != null;
        if (both || B(n > 3)) Use(1);
        int? lifted = n > 4 ? n : null;
        Use(lifted + 1);
        Use($"{n} of {text}" + n);
        (int a, int b) = (n, n + 1);
        Use((a, b) == (n, n));
        Use(text is { Length: 4 } ? 1 : 2);
#line default
        Use(text ?? "none"); //: part 1/2
    } //: hit

    //- a hidden part in the middle of a visible statement is a part of it
    private static void InStatement(int n, string? text)
    { //D: hit
        UseBoth(n > 3 ? 1 : //: part 1/2 0/2 1/2
#line hidden //: none
            n > 2 ? 2 : //: hit
#line default //: none
            3, text ?? "x"); //: hit
#line hidden
        UseBoth(n > 3 ? 1 :
#line default
            n > 2 ? 2 : 3, text ?? "x");
        Use(1); //: hit
    } //: hit

    private static void UseBoth(int n, string text)
    { //D: hit
        Use(n); //: hit
        Use(text); //: hit
    } //: hit

    //- lambdas and local functions, hidden and visible
    private static void Lambdas(int n)
    { //D: hit
        Use(new[] { 1, n }.Count(i => i > 3)); //: hit
#line hidden
        Use(new[] { 1, n }.Count(i => i > 3 && i < 8));
        Func<int, int> hidden = i =>
        {
#line default
            Use(i > 3 ? 1 : 2); //: part 1/2
#line hidden
            if (i > 3) return 1;
            return i > 2 ? 3 : 4;
        };
#line default
        Use(hidden(n)); //: hit
#line hidden
        if (Id(n) > 3) Use(1);
        int Local(int i)
        {
            if (i > 3) return 1;
#line default
            return i > 2 ? 3 : 4; //: miss 0/2
#line hidden
        }
#line default
        Use(Local(n)); //: hit
        Func<int, int> visible = i => //: hit
        { //: hit
#line hidden //: none
            if (i > 3) Use(2);
#line default //: none
            return i > 2 ? 3 : 4; //: part 1/2
        }; //: hit
        Use(visible(n)); //: hit
    } //: hit

    //- hidden code in visible using, lock, try, fixed
    private static unsafe void Blocks(int n)
    { //D: hit
        using (StringReader reader = new("text")) //: hit
        { //D: hit
#line hidden
            if (reader.Read() > 3) Use(1);
#line default
            Use(1); //: hit
        } //: hit
        lock (gate) //: hit
        { //D: hit
#line hidden
            if (n > 3) Use(1);
#line default
        } //: hit
        int[] items = [n]; //: hit
        fixed (int* first = items) //: hit
        { //D: hit
#line hidden
            if (*first > 3) Use(1);
#line default
        } //D: hit
#line hidden
        using (StringReader reader = new("text")) { if (reader.Read() > 3) Use(1); }
        lock (gate) { if (n > 3) Use(1); }
        fixed (int* first = items) { if (*first > 3) Use(1); }
#line default
        using StringReader last = new("text"); //: hit
#line hidden
        if (last.Read() > 3) Use(1);
#line default
    } //: hit

    private sealed class Owner : IDisposable //: none
    {
        public Owner Self => this; //: hit
        public void Dispose() => Use(1); //: hit
    }

    //- a hidden statement after a using that a condition chooses
    private static void Chosen(Owner owner, int n)
    { //D: hit
        using (n > 5 ? owner : owner.Self) //: part 1/2
#line hidden
            if (n > 2) Use(1);
#line default
        using (n > 5 ? owner.Self : owner.Self.Self) //: part 1/2
#line hidden
            if (n > 2) Use(1);
#line default
        Use(1); //: hit
    } //: hit

    //- hidden code in handlers, hidden handlers
    private static void Handlers(int n)
    { //D: hit
        try
        { //D: hit
            Use(1); //: hit
#line hidden
            if (n > 3) throw new InvalidOperationException(n > 4 ? "big" : null);
#line default
            Use(2); //: miss
        } //: miss
        catch (InvalidOperationException e) when (e.Message != "" && n > 3) //: part 1/2 1/2
        { //D: hit
#line hidden
            if (e.Message == "big") Use(3);
#line default
            Use(4); //: hit
        } //: hit
        finally
        { //D: hit
#line hidden
            if (n > 3) Use(5);
#line default
            Use(6); //: hit
        } //: hit
#line hidden
        try
        {
            if (n > 3) throw new InvalidOperationException(n > 4 ? "big" : null);
        }
        catch (Exception e) when (e.Message == "big" || n > 3)
        {
            if (e.Message == "big") Use(3);
        }
        catch (Exception e) when (e is FormatException or InvalidOperationException { Message: "x" })
        {
            if (e.Message == "big") Use(3);
        }
        finally
        {
            if (n > 3) Use(5);
        }
#line default
        Use(n > 3 ? 1 : 2); //: part 1/2
    } //: hit

    //- iterators
    private static IEnumerable<int> Numbers(int n)
    { //D: hit
        yield return 1; //: hit
#line hidden
        if (n > 3) yield return 2;
        foreach (int i in Enumerable.Range(0, n)) { if (i > 2) yield return i; }
#line default
        for (int i = 0; i < n; i++) //: hit 2/2
        { //D: hit
#line hidden
            if (i == 2) continue;
            if (i > 2) yield return i;
#line default
            yield return i; //: hit
        } //D: hit
        yield return 0; //: hit
#line hidden
        if (n == 1) yield return 1;
#line default
    } //: hit

    //- awaits in visible statements, between hidden ones
    private static async Task<int> Waits(int n, string? text)
    { //D: hit
#line hidden
        if (n > 3) Use(1);
#line default
        if (n > 3 && await Task.FromResult(n > 4)) //: part 1/2 1/2
        { //D: hit
#line hidden
            if (n > 4) Use(1);
#line default
            await Task.Yield(); //: hit
#line hidden
            if (n > 5) Use(1);
#line default
        } //D: hit
        string word = await Task.FromResult(text) ?? await Task.FromResult("y"); //: part 1/2
        Use(word); //: hit
#line hidden
        if (word == "x") Use(1);
#line default
        int sum = await Task.FromResult(n) + (n > 3 ? await Task.FromResult(1) : 2); //: part 1/2
#line hidden
        if (sum > 3) Use(1);
#line default
        switch (await Task.FromResult(n)) //: part 1/3
        {
            case 5:
#line hidden
                if (n == 5) Use(1);
#line default
                Use(2); //: hit
                break; //: hit
            case 6:
                Use(3); //: miss
                break; //D: miss
        }
        foreach (int i in new[] { 1, n }) //: hit 2/2 //AR: hit 2/2 2/2 2/2
        { //D: hit
#line hidden
            if (i > 3) Use(1);
            await Task.Yield();
            if (i > 4) Use(1);
#line default
        } //D: hit
        return sum > 3 ? await Task.FromResult(1) : 2; //: part 1/2
    } //: hit //AR: none

    //- hidden awaits
    private static async Task<int> WaitsInHidden(int n)
    { //D: hit
        Use(1); //: hit
#line hidden
        if (n > 3 && await Task.FromResult(n > 4)) Use(1);
        await Task.Yield();
        string word = await Task.FromResult<string?>(null) ?? await Task.FromResult("y");
        int sum = await Task.FromResult(n) + (n > 3 ? await Task.FromResult(1) : 2);
        switch (await Task.FromResult(n)) { case 5: Use(1); break; case 6: Use(2); break; }
        while (await Task.FromResult(sum > 3)) sum--;
        try { if (n > 3) throw new FormatException(); }
        catch (FormatException) { await Task.Yield(); if (n > 4) Use(1); }
        finally { await Task.Yield(); if (n > 4) Use(1); }
        await using (MemoryStream stream = new()) { if (stream.Length > n) Use(1); }
#line default
        if (n > 3) //: part 1/2
            Use(word); //: hit
#line hidden
        if (n > 3) Use(1);
#line default
        return n > 4 ? sum : 0; //: part 1/2
    } //: hit //AR: none

    //- await foreach and await using
    private static async Task Streams(int n)
    { //D: hit
        await foreach (int i in Items(n)) //: hit 2/2 //AR: hit 2/2 2/2 2/2
        { //D: hit
#line hidden
            if (i > 1) Use(1);
            await Task.Yield();
            if (i > 1) Use(1);
#line default
        } //D: hit
        await using (MemoryStream stream = new()) //: hit
        { //D: hit
#line hidden
            if (stream.Length > n) Use(1);
            await Task.Yield();
            if (stream.Length == n) Use(1);
#line default
        } //D: hit
#line hidden
        await foreach (int i in Items(n)) { if (i > 1) Use(1); }
#line default
        Use(n > 1 ? 2 : 3); //: part 1/2
    } //: hit

    private static async IAsyncEnumerable<int> Items(int n)
    { //D: hit
        for (int i = 0; i < n; i++) //: hit 2/2
        { //D: hit
#line hidden
            if (i > 1) await Task.Yield();
#line default
            yield return i; //: hit
        } //D: hit
    } //: hit

    //- hidden loops of every kind
    private static void Loops(int n)
    { //D: hit
        Use(0); //: hit
#line hidden
        for (int i = 0; i < n; i++) Use(i);
        foreach (int i in new[] { 1, n }) Use(i);
        foreach (int i in new List<int> { 1, n }) Use(i);
        foreach (int i in new[,] { { 1, n } }) Use(i);
        foreach (char c in "abc".AsSpan()) Use(c);
        do n--; while (n > 1);
        while (B(n > 0)) n--;
        for (;;) { if (n++ > 3) break; }
#line default
        Use(n > 1 ? 2 : 3); //: part 1/2
    } //: hit

    //- variables of closures
    private static void Captured(int n)
    { //D: hit
        Use(0); //: hit
#line hidden
        if (n > 3) Use(1);
#line default
        for (int i = 0; i < n; i++) //: hit 2/2
        { //D: hit
            int square = i * i; //: hit
            Func<int> sum = () => square + i; //: hit
#line hidden
            if (square > 3) Use(1);
            if (i == 1 || sum() > 2) Use(2);
#line default
            Use(sum() > 4 ? 1 : 2); //: hit 2/2
        } //D: hit
    } //: hit

    //- code of a file that is not there
    private static void Gone(int n, bool more)
    { //D: hit
        Use(more ? 1 : 2); //: part 1/2
#line 5 "gone.y"
        if (n > 3) Use(2);
        Use(n > 3 ? 1 : 2);
        switch (n) { case 1: Use(1); break; case 2: Use(2); break; }
        foreach (int i in new[] { 1, n }) Use(i > 3);
#line default
        Use(n > 3 ? 1 : 2); //: part 1/2
#line 5 "gone.y"
        if (n > 3) Use(2);
    }

#line default
    //- two files in one method
    private static void TwoDocuments(int n, bool more)
#line hidden
    {
#line 8 "LineHidden.Part.cs"
        if (n > 3) Use(2);
        Use(n > 3 ? 1 : 2);
        switch (n) {
            case 1: Use(1); break;
            case 5: Use(2); break; }
        Use(3);
#line hidden
        if (more) Use(1);
#line default
        Use(more ? 1 : 2); //: part 1/2
#line hidden
        if (more) Use(1);
#line 18 "LineHidden.Part.cs"
        Use(more ? 1 : 2);
#line hidden
    }

#line default
    //- spans, as Razor writes them
    private static void Spans(int n)
#line hidden
    {
        Use(1);
#line (25,4)-(25,20) 8 "LineHidden.Part.cs"
   Use(n > 3 ? 1 : 2
#line default
#line hidden
        );
        if (n > 3) Use(1);
#line (28,4)-(28,20) "LineHidden.Part.cs"
if (n > 3) {
#line default
#line hidden
        Use(n > 4);
        if (n > 4) Use(1);
#line (30,4)-(30,5) "LineHidden.Part.cs"
}
#line default
#line hidden
        if (n > 3) Use(1);
    }
}
