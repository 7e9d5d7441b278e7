// What an optimising compiler reuses: a field of a state machine that held something else before, a label's jump for another one,
// the place where two statements meet.

using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class ReleaseReusedJumps
{
    private struct Box
    {
        public int? O;

        public bool Has => O.HasValue; //: hit
    }

    public static async Task Run()
    { //D: hit
        Use(await LoopThenCatch(2, false) + await LoopThenCatch(1, true)); //: hit
        Use(await LoopThenFinally(2)); //: hit
        Use(await LoopThenReturn(1)); //: hit
        Use(await LoopThenPlainReturn(1)); //: hit
        Use(await LoopThenReturnInUsing(1)); //: hit
        Use(await GivenTogether(1)); //: hit
        Use(await SwitchBehindFinally(1)); //: hit
        Use(await SwitchInFinally(1) + await SwitchInFinally(9)); //: hit
        Use(OnlyCondition(0) + OnlyCondition(5)); //: hit
        Use(BehindExpression(2) + BehindExpression(5)); //: hit
        Use(Coalesced(2)); //: hit
        Use(Declares(5)); //: hit
        Use(Declares("x")); //: hit
        Use(DeclaresCaptured(5, 1) ? 1 : 2); //: part 1/2
        Use(DeclaresNot(5, 1)); //: hit
        Use(DeclaresNot("x", 1)); //: hit
        Use(BreaksOut(2, false) + BreaksOut(3, false) + BreaksOut(3, false)); //: hit
        Gaps(1); //: hit
        Gaps(2); //: hit
        Gaps(5); //: hit
        Use(IfThenSwitch(-1, default) + IfThenSwitch(2, default)); //: hit
        Use(AndThenSwitch(-1, new Box { O = 4 }, 4) + AndThenSwitch(2, default, 4)); //: hit
        await foreach (int k in BehindStream(2)) Use(k); //: hit 2/2
    } //: hit

    private static async Task<int> A(int n)
    { //D: hit
        await Task.Yield(); //: hit
        return n; //: hit
    } //: hit //AR: none

    private static async Task<int> Throws(bool throws)
    { //D: hit
        await Task.Yield(); //: hit
        if (throws) //: hit 2/2
            throw new InvalidOperationException("expected"); //: hit
        return 1; //: hit
    } //: hit //AR: none

    //- the field of a loop's variable keeps what was caught
    private static async Task<int> LoopThenCatch(int n, bool throws)
    { //D: hit
        int sum = 0; //: hit
        for (int i = 0; i < n; i++) //: hit 2/2
        { //D: hit
            sum += await A(i); //: hit
        } //D: hit

        try //: none
        { //D: hit
            sum += await Throws(throws); //: hit
        } //: hit
        catch (InvalidOperationException) //D: hit
        { //D: hit
            sum += await A(5); //: hit
        } //D: hit

        return sum; //: hit
    } //: hit //AR: none

    //- the same with finally
    private static async Task<int> LoopThenFinally(int n)
    { //D: hit
        int sum = 0; //: hit
        for (int i = 0; i < n; i++) //: hit 2/2
        { //D: hit
            sum += await A(i); //: hit
        } //D: hit

        try //: none
        { //D: hit
            sum += await A(1); //: hit
        } //D: hit
        finally //: none
        { //D: hit
            sum += await A(5); //: hit
        } //D: hit

        return sum; //: hit
    } //: hit //AR: none

    //- the same with a return out of the block
    private static async Task<int> LoopThenReturn(int n)
    { //D: hit
        int sum = 0; //: hit
        for (int i = 0; i < n; i++) //: hit 2/2
        { //D: hit
            sum += await A(i); //: hit
        } //D: hit

        try //: none
        { //D: hit
            if (sum > 100) //: part 1/2
                return await A(3); //: miss
            sum += await A(1); //: hit
        } //D: hit
        finally //: none
        { //D: hit
            sum += await A(5); //: hit
        } //D: hit

        return sum; //: hit
    } //: hit //AR: none

    //- the same with a return of a value that is there already
    private static async Task<int> LoopThenPlainReturn(int n)
    { //D: hit
        int sum = 0; //: hit
        for (int i = 0; i < n; i++) //: hit 2/2
        { //D: hit
            sum += await A(i); //: hit
        } //D: hit

        try //: none
        { //D: hit
            if (sum > 100) //: part 1/2
                return sum + n; //: miss
            sum += await A(1); //: hit
        } //D: hit
        finally //: none
        { //D: hit
            sum += await A(5); //: hit
        } //D: hit

        return sum; //: hit
    } //: hit //AR: none

    private sealed class Held : IAsyncDisposable
    {
        public async ValueTask DisposeAsync() => await Task.Yield(); //: hit
    }

    private static async Task<int> LoopThenReturnInUsing(int n)
    { //D: hit
        int sum = 0; //: hit
        for (int i = 0; i < n; i++) //: hit 2/2
        { //D: hit
            object? kept = n > 5 ? null : "kept"; //: part 1/2
            sum += await A(i); //: hit
            Use(kept); //: hit
        } //: hit //AR: none

        if (n > 0) //: part 1/2
        { //D: hit
            await using (var held = new Held()) //: hit
            { //D: hit
                Use(held); //: hit
                return G(n); //: hit
            }
        }

        return sum; //: miss
    } //: hit //AR: none

    //- two variables of the user that are given together, as the last thing of the block
    private static async Task<int> GivenTogether(int n)
    { //D: hit
        int a, b; //: none
        try //: none
        { //D: hit
            (a, b) = (n, 2); //: hit
        } //D: hit
        finally //: none
        { //D: hit
            await A(5); //: hit
        } //D: hit

        if (b == 2) //: part 1/2
            return a; //: hit
        return b; //: miss
    } //: hit //AR: none

    //- a switch over a variable of the user directly after the block
    private static async Task<int> SwitchBehindFinally(int n)
    { //D: hit
        for (int i = 0; i < n; i++) //: hit 2/2
        { //D: hit
            object? kept = n > 5 ? null : "kept"; //: part 1/2
            Use(await A(i)); //: hit
            Use(kept); //: hit
        } //: hit //AR: none

        int way = 3; //: hit
        try //: none
        { //D: hit
            if (n > 5) //: part 1/2
                return n; //: miss
            way = n; //: hit
        } //D: hit
        finally //: none
        { //D: hit
            await A(5); //: hit
        } //D: hit

        switch (way) //: part 1/3
        {
            case 1: //: none
                return 2; //: hit
            case 2: //: none
                return 3; //: miss
        }

        return way; //: miss
    } //: hit //AR: none

    //- a switch ends the finally
    private static async Task<int> SwitchInFinally(int n)
    { //D: hit
        int r = 0; //: hit
        try //: none
        { //D: hit
            r = await A(1); //: hit
        } //D: hit
        finally //: none
        { //D: hit
            switch (await A(n)) //: part 2/3
            {
                case 1: //: none
                    r += 2; //: hit
                    break; //: hit
                case 2: //: none
                    r += 3; //: miss
                    break; //D: miss
            }
        } //D: hit

        return r; //: hit
    } //: hit //AR: none

    //- a condition at the first label, and a loop after the switch
    private static int OnlyCondition(int n)
    { //D: hit
        int r = 0; //: hit
        switch (n) //: part 2/3
        {
            case 0 when No(): //: part 1/2
                r = 1; //: miss
                break; //: miss
            case 1: //: none
                r = 2; //: miss
                break; //D: miss
        }

        for (int i = 0; i < 2; i++) //: hit 2/2
        { //D: hit
            r++; //: hit
        } //D: hit

        return r; //: hit
    } //D: hit

    private static bool F(int n) => n > 3; //: hit

    private static int G(int n) => n; //: hit

    private static bool H() => false; //: miss

    private static string? U(int n) => n > 100 ? "b" : null; //: part 1/2

    //- an operand after a switch expression
    private static int BehindExpression(int n)
    { //D: hit
        if (F(n switch { > 4 => G(3), _ => n }) && H()) //: part 2/2 1/2 0/2
            return 1; //: miss
        return 2; //: hit
    } //D: hit

    private static string Coalesced(int n)
    { //D: hit
        return U(n switch { > 4 => G(3), _ => n }) ?? "a"; //: part 1/2 1/2
    } //D: hit

    private static bool M(int n) => n > 2; //: hit

    //- an operand after a pattern that declares a value
    private static bool Declares(object o)
    { //D: hit
        return o is int q || M(G(4)); //: part 2/2 1/2
    } //D: hit

    private static bool DeclaresCaptured(object o, int n)
    { //D: hit
        Func<object> later = () => o; //: hit
        bool r = o is int q || M(n); //: part 1/2 0/2
        if ((o is string s || o is int p) || n > 3) Use(n); //: part 1/2 1/2 0/2
        Use(later() is int ? 1 : 2); //: part 1/2
        return r; //: hit
    } //D: hit

    private static bool DeclaresNot(object o, int n) => !(o is int q) && M(n); //: part 2/2 1/2

    //- a label whose last statement is an if, and then only the end
    private static int BreaksOut(int k, bool j)
    { //D: hit
        switch (k) //: part 2/3
        {
            case 2: //: none
                return 1; //: hit
            case 3: //: none
                if (j) //: part 1/2
                    return 2; //: miss
                break; //D: hit
        }

        return 0; //: hit
    } //D: hit

    //- labels with gaps between them, and a default that only returns
    private static void Gaps(int n)
    { //D: hit
        switch (n * 2) //: part 3/5
        {
            case 2: //: none
                n++; //: hit
                break; //: hit
            case 4: //: none
                n--; //: hit
                break; //: hit
            case 7: //: none
                n += 2; //: miss
                break; //: miss
            case 8: //: none
                n += 3; //: miss
                break; //: miss
            default: //: none
                return; //: hit
        }

        Use(n); //: hit
    } //: hit

    //- ifs with nothing after them, before a switch over the same variable
    private static int IfThenSwitch(int i, Box n)
    { //D: hit
        if (i == -1) //: hit 2/2
            i = 0; //: hit
        else if (n.Has) //: part 1/2
            i++; //: miss

        switch (i) //: part 2/5
        {
            case 0: //: none
                return 1; //: hit
            case 1: //: none
                return 2; //: miss
            case 2: //: none
                return 3; //: hit
            case 3: //: none
                return 4; //: miss
        }

        return 0; //: miss
    } //D: hit

    private static int AndThenSwitch(int i, Box n, int p)
    { //D: hit
        if (i == -1 && n.O == p) //: part 2/2 1/2
            i = 0; //: hit

        switch (i) //: part 2/5
        {
            case 0: //: none
                return 1; //: hit
            case 1: //: none
                return 2; //: miss
            case 2: //: none
                return 3; //: hit
            case 3: //: none
                return 4; //: miss
        }

        return 0; //: miss
    } //D: hit

    private static async IAsyncEnumerable<int> Stream(int n)
    { //D: hit
        for (int i = 0; i < n; i++) //: hit 2/2
        { //D: hit
            await Task.Yield(); //: hit
            yield return i; //: hit
        } //D: hit
    } //: hit

    //- the field that told why a stream ended counts the rounds of a loop
    private static async IAsyncEnumerable<int> BehindStream(int n)
    { //D: hit
        await foreach (int x in Stream(n)) //: hit 2/2
        { //D: hit
            Use(x); //: hit
        } //D: hit

        int k = 0; //: hit
        while (k++ < 2) //: hit 2/2
        { //D: hit
            yield return n; //: hit
        } //D: hit
    } //: hit
}
