// Decisions: if, ?:, ??, ??=, ?. and every use of && and ||. Each operand of && and || has two arms
// of its own; what the compiler joins without a branch has none.

using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class Conditions
{
    private sealed class Node
    {
        public Node? Next;
        public string? Name;
        public int Number;
        public int Double() => Number * 2; //: hit
    }

    public static void Run()
    {
        If(1); //: hit x1
        If(2); //: hit x1
        AlwaysTaken(); //: hit x1
        NeverTaken(); //: hit x1
        ElseIf(2); //: hit x1
        ElseIf(3); //: hit x1
        Conditional(true); //: hit x1
        Conditional(false); //: hit x1
        Coalesce("x", null); //: hit x1
        Assign(null, "y", 1); //: hit x1
        Access(new Node { Name = "n", Number = 3 }); //: hit x1
        AccessNull(null); //: hit x1
        Chains(new Node(), new Node { Name = "a", Next = new Node() }); //: hit x1
        AndOr(1, 2); //: hit x1
        Stored(true, false); //: hit x1
        Use(Returned(1)); //: hit x1
        Use(Returned(-1)); //: hit x1
        Use(ReturnedOr(1)); //: hit x1
        Use(ExpressionBody(1)); //: hit x1
        Passed(1, 5); //: hit x1
        Negated(1); //: hit x1
        Nested(1); //: hit x1
        Mixed(1, true); //: hit x1
        Bitwise(true, false); //: hit x1
        PlainVariables(true, false); //: hit x1
        UserOperators(); //: hit x1
        Nullables(5, null); //: hit x1
        Booleans(true, null); //: hit x1
        Constants(4); //: hit x1
        Assignments(3); //: hit x1
        Field(); //: hit x1
        Goto(3); //: hit x1
    }

    //- if without else, both ways
    private static void If(int value)
    {
        if (value == 1) //: hit 2/2 x2
        {
            Use(1); //: hit x1
        }

        Use(2); //: hit x2
    }

    //- if without else, always taken: the jump over the body was not
    private static void AlwaysTaken()
    {
        if (Yes()) //: part 1/2 x1
        {
            Use(1); //: hit x1
        }

        if (Yes()) Use(2); //: part 1/2 x1
        Use(3); //: hit x1
    }

    //- if never taken, on one line and on two
    private static void NeverTaken()
    {
        if (No()) //: part 1/2 x1
            Use(1); //: miss
        if (No()) Use(2); //: part 1/2 x1
        if (No()) { Use(3); } else { Use(4); } //: part 1/2 x1
    }

    //- if, else if, else
    private static void ElseIf(int value)
    {
        if (value == 1) //: part 1/2 x2
        {
            Use(1); //: miss
        }
        else if (value == 2) //: hit 2/2 x2
        {
            Use(2); //: hit x1
        }
        else
        {
            Use(3); //: hit x1
        }
    }

    //- ?: in all its places
    private static void Conditional(bool value)
    {
        Use(value ? 1 : 2); //: hit 2/2 x2
        int number = value ? Id(1) : Id(2); //: hit 2/2 x2
        Use(Yes() ? number : 0); //: part 1/2 x2
        bool flag = value ? Yes() : No(); //: hit 2/2 x2
        Use(flag); //: hit x2
        if (value ? Yes() : Yes()) //: part 2/2 1/2 x2
        {
            Use(1); //: hit x2
        }

        string text = value //: hit 2/2 x2
            ? "yes" //: hit x2
            : "no"; //: hit x2
        Use(text); //: hit x2
        Use(value ? (number > 1 ? 1 : 2) : 3); //: part 2/2 1/2 x2
    }

    //- ?? with and without a value
    private static void Coalesce(string? present, string? absent)
    {
        Use(present ?? "other"); //: part 1/2 x1
        Use(absent ?? "other"); //: part 1/2 x1
        Use(absent ?? present ?? "third"); //: part 1/2 1/2 x1
        object o = present ?? (object)Id(1); //: part 1/2 x1
        Use(o); //: hit x1
        Expect<System.ArgumentException>(() => Use(absent ?? throw new System.ArgumentException("absent"))); //: part 1/2 x1
    }

    //- ??= on parameters and nullable values
    private static void Assign(string? absent, string? present, int? number)
    {
        absent ??= "filled"; //: part 1/2 x1
        present ??= "not needed"; //: part 1/2 x1
        number ??= Id(5); //: part 1/2 x1
        Use(absent + present); //: hit x1
        Use(number); //: hit x1
    }

    //- ?. with a receiver
    private static void Access(Node? node)
    {
        Use(node?.Name); //: part 1/2 x1
        Use(node?.Double()); //: part 1/2 x1
        node?.Double(); //: part 1/2 x1
        Use(node?.Next?.Name); //: part 1/2 1/2 x1
    }

    //- ?. without a receiver
    private static void AccessNull(Node? node)
    {
        Use(node?.Name); //: part 1/2 x1
        Use(node?.Next?.Name); //: part 1/2 0/2 x1
        Use(node?.Name?[0]); //: part 1/2 0/2 x1
    }

    //- a?.b ?? c
    private static void Chains(Node? empty, Node? full)
    {
        Use(empty?.Name ?? "none"); //: part 1/2 1/2 x1
        Use(full?.Name ?? "none"); //: part 1/2 1/2 x1
        for (int i = 0; i < 3; i++) //: hit 2/2
        {
            Node? node = i == 0 ? null : i == 1 ? empty : full; //: hit 2/2 2/2 x3
            Use(node?.Name ?? "none"); //: hit 2/2 2/2 x3
        }

        Use(full?.Next?.Name ?? full?.Name ?? "none"); //: part 1/2 1/2 1/2 1/2 1/2 x1
        Use(full?.Number ?? -1); //: part 1/2 x1 -- a value is null only with its receiver: one decision
    }

    //- && and || as conditions
    private static void AndOr(int a, int b)
    {
        if (Yes() && No()) //: part 1/2 1/2 x1
        {
            Use(1); //: miss
        }

        if (No() && Yes()) //: part 1/2 0/2 x1
        {
            Use(1); //: miss
        }

        if (Yes() || No()) //: part 1/2 0/2 x1
        {
            Use(1); //: hit x1
        }

        if (No() || Yes()) //: part 1/2 1/2 x1
        {
            Use(1); //: hit x1
        }

        if (a > 0 && b > 0) //: part 1/2 1/2 x1
        {
            Use(1); //: hit x1
        }
        else
        {
            Use(2); //: miss
        }

        for (int i = 0; i < 4; i++) //: hit 2/2
        {
            if (i > 1 && Id(i) > 2) //: hit 2/2 2/2 x4
                Use(i); //: hit x1
            if (i > 1 || Id(i) > 0) //: hit 2/2 2/2 x4
                Use(i); //: hit x3
        }

        if (a > 0 //: part 1/2 1/2 x1
            && b > 5) //: hit x1
        {
            Use(3); //: miss
        }
    }

    //- && and || stored
    private static void Stored(bool yes, bool no)
    {
        bool and = yes && No(); //: part 1/2 1/2 x1
        bool or = no || Yes(); //: part 1/2 1/2 x1
        bool skipped = no && Yes(); //: part 1/2 0/2 x1
        bool three = Yes() && Yes() && Yes(); //: part 1/2 1/2 1/2 x1
        Use(and); //: hit x1
        Use(or); //: hit x1
        Use(skipped); //: hit x1
        Use(three); //: hit x1
        bool late; //: none
        late = Yes() && Id(1) == 1; //: part 1/2 1/2 x1
        if (late) //: part 1/2 x1
        {
            Use(late); //: hit x1
        }
    }

    //- && and || returned
    private static bool Returned(int value)
    {
        return value > 0 && Id(value) > 0; //: part 2/2 1/2 x2
    }

    private static bool ReturnedOr(int value)
    {
        return Id(value) > 1 || Id(value) > 0; //: part 1/2 1/2 x1
    }

    private static bool ExpressionBody(int value) => Id(value) == 1 && Yes(); //: part 1/2 1/2 x1

    //- && and || passed
    private static void Passed(int a, int b)
    {
        Use(a > 0 && Id(b) > 9); //: part 1/2 1/2 x1
        Use(a > 0 || Id(b) > 9); //: part 1/2 0/2 x1
        Use(Id(a > 1 || Yes()) ? 1 : 2); //: part 1/2 1/2 1/2 x1
        Use(new object[] { a > 0 && No() }); //: part 1/2 1/2 x1
    }

    //- negated
    private static void Negated(int value)
    {
        if (!(Yes() && No())) //: part 1/2 1/2 x1
        {
            Use(1); //: hit x1
        }

        if (!(No() || Id(value) == 1)) //: part 1/2 1/2 x1
        {
            Use(2); //: miss
        }

        if (!Yes() && !No()) //: part 1/2 0/2 x1
        {
            Use(3); //: miss
        }

        bool not = !(Yes() && No()); //: part 1/2 1/2 x1
        bool notBoth = !Yes() || !No(); //: part 1/2 1/2 x1
        Use(not); //: hit x1
        Use(notBoth); //: hit x1
        Use(!Yes()); //: hit x1
    }

    //- && in || and the other way round
    private static void Nested(int value)
    {
        if ((Yes() && No()) || Id(value) == 1) //: part 1/2 1/2 1/2 x1
        {
            Use(1); //: hit x1
        }

        if (Yes() && (No() || Id(value) == 2)) //: part 1/2 1/2 1/2 x1
        {
            Use(2); //: miss
        }

        bool stored = (No() && Yes()) || (Yes() && Id(value) == 1); //: part 1/2 0/2 1/2 1/2 x1
        bool other = Yes() && (Yes() || No()); //: part 1/2 1/2 0/2 x1
        Use(stored); //: hit x1
        Use(other); //: hit x1
        Use(Yes() && Id(Yes() && No())); //: part 1/2 1/2 1/2 1/2 x1
        if ((No() || Yes()) && (Yes() || No()) && Yes()) //: part 1/2 1/2 1/2 0/2 1/2 x1
        {
            Use(3); //: hit x1
        }
    }

    //- ?: and ?? as operands
    private static void Mixed(int value, bool flag)
    {
        bool a = Yes() && (flag ? Yes() : No()); //: part 1/2 1/2 1/2 x1
        Use(a); //: hit x1
        if ((flag ? No() : Yes()) || Id(value) == 1) //: part 1/2 1/2 1/2 x1
        {
            Use(1); //: hit x1
        }

        int number = Yes() && No() ? 1 : 2; //: part 1/2 1/2 x1
        Use(number); //: hit x1
        string? text = Id<string?>(null); //: hit x1
        Use((text ?? "x").Length > 0 && Yes()); //: part 1/2 1/2 1/2 x1
        while (value < 3 && Yes()) //: part 2/2 1/2 x3
        {
            value++; //: hit x2
        }
    }

    //- user & and |: both sides always run, no decisions of their own
    private static void Bitwise(bool yes, bool no)
    {
        if (Yes() & No()) //: part 1/2 x1
        {
            Use(1); //: miss
        }

        if (yes | no) //: part 1/2 x1
        {
            Use(2); //: hit x1
        }

        bool stored = Yes() ^ (yes & No()); //: hit x1
        Use(stored | no); //: hit x1
        if (Yes() && (No() | Yes())) //: part 1/2 1/2 x1
        {
            Use(3); //: hit x1
        }
    }

    //- two plain variables: joined without a branch
    private static void PlainVariables(bool yes, bool no)
    {
        if (yes && no) //: part 1/2 x1
        {
            Use(1); //: miss
        }

        bool either = yes || no; //: hit x1
        Use(either); //: hit x1
        if (Yes() && no) //: part 1/2 x1
        {
            Use(2); //: miss
        }
    }

    private readonly struct Flag(bool value)
    {
        private readonly bool value = value; //: hit x2

        public static bool operator true(Flag flag) => flag.value; //: hit x1
        public static bool operator false(Flag flag) => !flag.value; //: hit x1
        public static Flag operator &(Flag a, Flag b) => new(a.value & b.value); //: miss
        public static Flag operator |(Flag a, Flag b) => new(a.value | b.value); //: miss
    }

    //- && with operators of the user: one test of `false`, then & ; the whole is tested by `true`
    private static void UserOperators()
    {
        Flag yes = new(true), no = new(false); //: hit x1
        if (no && yes) //: part 1/2 1/2 x1
        {
            Use(1); //: miss
        }
    }

    //- lifted operators and comparisons of nullable values: no decisions of their own
    private static void Nullables(int? present, int? absent)
    {
        int? sum = present + absent; //: hit x1
        Use(sum); //: hit x1
        if (present > 3) //: part 1/2 x1
        {
            Use(1); //: hit x1
        }

        if (absent == null) //: part 1/2 x1
        {
            Use(2); //: hit x1
        }

        bool equal = present == absent; //: hit x1
        Use(equal); //: hit x1
        Use(present ?? Id(1)); //: part 1/2 x1
        Use(absent ?? Id(1)); //: part 1/2 x1
        Use(absent.HasValue ? absent.Value : 0); //: part 1/2 x1
        Use(present ?? 0); //: hit x1 -- GetValueOrDefault: no branch
    }

    //- bool? and comparison with constants
    private static void Booleans(bool yes, bool? unknown)
    {
        if (unknown == true) //: part 1/2 x1
        {
            Use(1); //: miss
        }

        if (unknown ?? yes) //: part 1/2 1/2 x1
        {
            Use(2); //: hit x1
        }

        if (yes == Yes()) //: part 1/2 x1
        {
            Use(3); //: hit x1
        }
    }

    //- conditions that are constant have no branch
    private static void Constants(int value)
    {
        const bool on = true; //: none
        if (on) //D: hit x1
        {
            Use(value); //: hit x1
        }

        Use(on ? value : 0); //: hit x1
        Use(sizeof(int) == 4 ? 1 : 2); //: hit x1
    }

    //- assignments in conditions
    private static void Assignments(int limit)
    {
        int i; //: none
        bool more; //: none
        while ((i = Id(limit--)) > 0) //: hit 2/2 x4
        {
            Use(i); //: hit x3
        }

        if (more = Yes()) //: part 1/2 x1
        {
            Use(more); //: hit x1
        }
    }

    private static bool field; //: none

    //- stored in a field and tested
    private static void Field()
    {
        field = Yes() && No(); //: part 1/2 1/2 x1
        if (field) //: part 1/2 x1
        {
            Use(1); //: miss
        }

        field |= Yes() || No(); //: part 1/2 0/2 x1
        Use(field); //: hit x1
    }

    //- goto forwards and backwards
    private static void Goto(int rounds)
    {
    again:
        Use(rounds); //: hit x3
        if (--rounds > 0) //: hit 2/2 x3
        {
            goto again; //: hit x2
        }

        goto end; //: hit x1
    end:
        Use(1); //: hit x1
    }
}
