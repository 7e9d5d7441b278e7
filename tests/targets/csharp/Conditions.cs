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
    { //D: hit
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
    } //: hit

    //- if without else, both ways
    private static void If(int value)
    { //D: hit
        if (value == 1) //: hit 2/2 x2
        { //D: hit
            Use(1); //: hit x1
        } //D: hit

        Use(2); //: hit x2
    } //: hit

    //- if without else, always taken: the jump over the body was not
    private static void AlwaysTaken()
    { //D: hit
        if (Yes()) //: part 1/2 x1
        { //D: hit
            Use(1); //: hit x1
        } //D: hit

        if (Yes()) Use(2); //: part 1/2 x1
        Use(3); //: hit x1
    } //: hit

    //- if never taken, on one line and on two
    private static void NeverTaken()
    { //D: hit
        if (No()) //: part 1/2 x1
            Use(1); //: miss
        if (No()) Use(2); //: part 1/2 x1
        if (No()) { Use(3); } else { Use(4); } //: part 1/2 x1
    } //: hit

    //- if, else if, else
    private static void ElseIf(int value)
    { //D: hit
        if (value == 1) //: part 1/2 x2
        { //D: miss
            Use(1); //: miss
        } //D: miss
        else if (value == 2) //: hit 2/2 x2
        { //D: hit
            Use(2); //: hit x1
        } //D: hit
        else
        { //D: hit
            Use(3); //: hit x1
        } //D: hit
    } //: hit

    //- ?: in all its places
    private static void Conditional(bool value)
    { //D: hit
        Use(value ? 1 : 2); //: hit 2/2 x2
        int number = value ? Id(1) : Id(2); //: hit 2/2 x2
        Use(Yes() ? number : 0); //: part 1/2 x2
        bool flag = value ? Yes() : No(); //: hit 2/2 x2
        Use(flag); //: hit x2
        if (value ? Yes() : Yes()) //: part 2/2 1/2 x2
        { //D: hit
            Use(1); //: hit x2
        } //D: hit

        string text = value //: hit 2/2 x2
            ? "yes" //: hit x2
            : "no"; //: hit x2
        Use(text); //: hit x2
        Use(value ? (number > 1 ? 1 : 2) : 3); //: part 2/2 1/2 x2
    } //: hit

    //- ?? with and without a value
    private static void Coalesce(string? present, string? absent)
    { //D: hit
        Use(present ?? "other"); //: part 1/2 x1
        Use(absent ?? "other"); //: part 1/2 x1
        Use(absent ?? present ?? "third"); //: part 1/2 1/2 x1
        object o = present ?? (object)Id(1); //: part 1/2 x1
        Use(o); //: hit x1
        Expect<System.ArgumentException>(() => Use(absent ?? throw new System.ArgumentException("absent"))); //: part 1/2 x1
    } //: hit

    //- ??= on parameters and nullable values
    private static void Assign(string? absent, string? present, int? number)
    { //D: hit
        absent ??= "filled"; //: part 1/2 x1
        present ??= "not needed"; //: part 1/2 x1
        number ??= Id(5); //: part 1/2 x1
        Use(absent + present); //: hit x1
        Use(number); //: hit x1
    } //: hit

    //- ?. with a receiver
    private static void Access(Node? node)
    { //D: hit
        Use(node?.Name); //: part 1/2 x1
        Use(node?.Double()); //: part 1/2 x1
        node?.Double(); //: part 1/2 x1
        Use(node?.Next?.Name); //: part 1/2 1/2 x1
    } //: hit

    //- ?. without a receiver
    private static void AccessNull(Node? node)
    { //D: hit
        Use(node?.Name); //: part 1/2 x1
        Use(node?.Next?.Name); //: part 1/2 0/2 x1
        Use(node?.Name?[0]); //: part 1/2 0/2 x1
    } //: hit

    //- a?.b ?? c
    private static void Chains(Node? empty, Node? full)
    { //D: hit
        Use(empty?.Name ?? "none"); //: part 1/2 1/2 x1
        Use(full?.Name ?? "none"); //: part 1/2 1/2 x1
        for (int i = 0; i < 3; i++) //: hit 2/2
        { //D: hit
            Node? node = i == 0 ? null : i == 1 ? empty : full; //: hit 2/2 2/2 x3
            Use(node?.Name ?? "none"); //: hit 2/2 2/2 x3
        } //D: hit

        Use(full?.Next?.Name ?? full?.Name ?? "none"); //: part 1/2 1/2 1/2 1/2 1/2 x1
        Use(full?.Number ?? -1); //: part 1/2 x1 -- deviation: a value is null only with its receiver, one branch
    } //: hit

    //- && and || as conditions
    private static void AndOr(int a, int b)
    { //D: hit
        if (Yes() && No()) //: part 1/2 1/2 x1
        { //D: miss
            Use(1); //: miss
        } //D: miss

        if (No() && Yes()) //: part 1/2 0/2 x1
        { //D: miss
            Use(1); //: miss
        } //D: miss

        if (Yes() || No()) //: part 1/2 0/2 x1
        { //D: hit
            Use(1); //: hit x1
        } //D: hit

        if (No() || Yes()) //: part 1/2 1/2 x1
        { //D: hit
            Use(1); //: hit x1
        } //D: hit

        if (a > 0 && b > 0) //: part 1/2 1/2 x1
        { //D: hit
            Use(1); //: hit x1
        } //D: hit
        else
        { //D: miss
            Use(2); //: miss
        } //D: miss

        for (int i = 0; i < 4; i++) //: hit 2/2
        { //D: hit
            if (i > 1 && Id(i) > 2) //: hit 2/2 2/2 x4
                Use(i); //: hit x1
            if (i > 1 || Id(i) > 0) //: hit 2/2 2/2 x4
                Use(i); //: hit x3
        } //D: hit

        if (a > 0 //: part 1/2 1/2 x1
            && b > 5) //: hit x1
        { //D: miss
            Use(3); //: miss
        } //D: miss
    } //: hit

    //- && and || stored
    private static void Stored(bool yes, bool no)
    { //D: hit
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
        { //D: hit
            Use(late); //: hit x1
        } //D: hit
    } //: hit

    //- && and || returned
    private static bool Returned(int value)
    { //D: hit
        return value > 0 && Id(value) > 0; //: part 2/2 1/2 x2
    } //D: hit

    private static bool ReturnedOr(int value)
    { //D: hit
        return Id(value) > 1 || Id(value) > 0; //: part 1/2 1/2 x1
    } //D: hit

    private static bool ExpressionBody(int value) => Id(value) == 1 && Yes(); //: part 1/2 1/2 x1

    //- && and || passed
    private static void Passed(int a, int b)
    { //D: hit
        Use(a > 0 && Id(b) > 9); //: part 1/2 1/2 x1
        Use(a > 0 || Id(b) > 9); //: part 1/2 0/2 x1
        Use(Id(a > 1 || Yes()) ? 1 : 2); //: part 1/2 1/2 1/2 x1
        Use(new object[] { a > 0 && No() }); //: part 1/2 1/2 x1
    } //: hit

    //- negated
    private static void Negated(int value)
    { //D: hit
        if (!(Yes() && No())) //: part 1/2 1/2 x1
        { //D: hit
            Use(1); //: hit x1
        } //D: hit

        if (!(No() || Id(value) == 1)) //: part 1/2 1/2 x1
        { //D: miss
            Use(2); //: miss
        } //D: miss

        if (!Yes() && !No()) //: part 1/2 0/2 x1
        { //D: miss
            Use(3); //: miss
        } //D: miss

        bool not = !(Yes() && No()); //: part 1/2 1/2 x1
        bool notBoth = !Yes() || !No(); //: part 1/2 1/2 x1
        Use(not); //: hit x1
        Use(notBoth); //: hit x1
        Use(!Yes()); //: hit x1
    } //: hit

    //- && in || and the other way round
    private static void Nested(int value)
    { //D: hit
        if ((Yes() && No()) || Id(value) == 1) //: part 1/2 1/2 1/2 x1
        { //D: hit
            Use(1); //: hit x1
        } //D: hit

        if (Yes() && (No() || Id(value) == 2)) //: part 1/2 1/2 1/2 x1
        { //D: miss
            Use(2); //: miss
        } //D: miss

        bool stored = (No() && Yes()) || (Yes() && Id(value) == 1); //: part 1/2 0/2 1/2 1/2 x1
        bool other = Yes() && (Yes() || No()); //: part 1/2 1/2 0/2 x1
        Use(stored); //: hit x1
        Use(other); //: hit x1
        Use(Yes() && Id(Yes() && No())); //: part 1/2 1/2 1/2 1/2 x1
        if ((No() || Yes()) && (Yes() || No()) && Yes()) //: part 1/2 1/2 1/2 0/2 1/2 x1
        { //D: hit
            Use(3); //: hit x1
        } //D: hit
    } //: hit

    //- ?: and ?? as operands
    private static void Mixed(int value, bool flag)
    { //D: hit
        bool a = Yes() && (flag ? Yes() : No()); //: part 1/2 1/2 1/2 x1
        Use(a); //: hit x1
        if ((flag ? No() : Yes()) || Id(value) == 1) //: part 1/2 1/2 1/2 x1
        { //D: hit
            Use(1); //: hit x1
        } //D: hit

        int number = Yes() && No() ? 1 : 2; //: part 1/2 1/2 x1
        Use(number); //: hit x1
        string? text = Id<string?>(null); //: hit x1
        Use((text ?? "x").Length > 0 && Yes()); //: part 1/2 1/2 1/2 x1
        while (value < 3 && Yes()) //: part 2/2 1/2 x3
        { //D: hit
            value++; //: hit x2
        } //D: hit
    } //: hit

    //- user & and |: both sides always run, no decisions of their own
    private static void Bitwise(bool yes, bool no)
    { //D: hit
        if (Yes() & No()) //: part 1/2 x1
        { //D: miss
            Use(1); //: miss
        } //D: miss

        if (yes | no) //: part 1/2 x1
        { //D: hit
            Use(2); //: hit x1
        } //D: hit

        bool stored = Yes() ^ (yes & No()); //: hit x1
        Use(stored | no); //: hit x1
        if (Yes() && (No() | Yes())) //: part 1/2 1/2 x1
        { //D: hit
            Use(3); //: hit x1
        } //D: hit
    } //: hit

    //- two plain variables: joined without a branch
    private static void PlainVariables(bool yes, bool no)
    { //D: hit
        if (yes && no) //: part 1/2 x1
        { //D: miss
            Use(1); //: miss
        } //D: miss

        bool either = yes || no; //: hit x1
        Use(either); //: hit x1
        if (Yes() && no) //: part 1/2 x1
        { //D: miss
            Use(2); //: miss
        } //D: miss
    } //: hit

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
    { //D: hit
        Flag yes = new(true), no = new(false); //: hit x1
        if (no && yes) //: part 1/2 1/2 x1
        { //D: miss
            Use(1); //: miss
        } //D: miss
    } //: hit

    //- lifted operators and comparisons of nullable values: no decisions of their own
    private static void Nullables(int? present, int? absent)
    { //D: hit
        int? sum = present + absent; //: hit x1
        Use(sum); //: hit x1
        if (present > 3) //: part 1/2 x1
        { //D: hit
            Use(1); //: hit x1
        } //D: hit

        if (absent == null) //: part 1/2 x1
        { //D: hit
            Use(2); //: hit x1
        } //D: hit

        bool equal = present == absent; //: hit x1
        Use(equal); //: hit x1
        Use(present ?? Id(1)); //: part 1/2 x1
        Use(absent ?? Id(1)); //: part 1/2 x1
        Use(absent.HasValue ? absent.Value : 0); //: part 1/2 x1
        Use(present ?? 0); //: hit x1 -- GetValueOrDefault: no branch
    } //: hit

    //- bool? and comparison with constants
    private static void Booleans(bool yes, bool? unknown)
    { //D: hit
        if (unknown == true) //: part 1/2 x1
        { //D: miss
            Use(1); //: miss
        } //D: miss

        if (unknown ?? yes) //: part 1/2 x1 -- compiled without a branch: GetValueOrDefault(yes)
        { //D: hit
            Use(2); //: hit x1
        } //D: hit

        if (yes == Yes()) //: part 1/2 x1
        { //D: hit
            Use(3); //: hit x1
        } //D: hit
    } //: hit

    //- conditions that are constant have no branch
    private static void Constants(int value)
    { //D: hit
        const bool on = true; //: none
        if (on) //D: hit x1
        { //D: hit
            Use(value); //: hit x1
        } //D: hit

        Use(on ? value : 0); //: hit x1
        Use(sizeof(int) == 4 ? 1 : 2); //: hit x1
    } //: hit

    //- assignments in conditions
    private static void Assignments(int limit)
    { //D: hit
        int i; //: none
        bool more; //: none
        while ((i = Id(limit--)) > 0) //: hit 2/2 x4
        { //D: hit
            Use(i); //: hit x3
        } //D: hit

        if (more = Yes()) //: part 1/2 x1
        { //D: hit
            Use(more); //: hit x1
        } //D: hit
    } //: hit

    private static bool field; //: none

    //- stored in a field and tested
    private static void Field()
    { //D: hit
        field = Yes() && No(); //: part 1/2 1/2 x1
        if (field) //: part 1/2 x1
        { //D: miss
            Use(1); //: miss
        } //D: miss

        field |= Yes() || No(); //: part 1/2 0/2 x1
        Use(field); //: hit x1
    } //: hit

    //- goto forwards and backwards
    private static void Goto(int rounds)
    { //D: hit
    again: //D: hit x3
        Use(rounds); //: hit x3
        if (--rounds > 0) //: hit 2/2 x3
        { //D: hit
            goto again; //D: hit x2
        }

        goto end; //D: hit x1
    end: //D: hit x1
        Use(1); //: hit x1
    } //: hit
}
