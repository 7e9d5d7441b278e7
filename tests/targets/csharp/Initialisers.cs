// Initialisers: compiled into each constructor that does not call another one, so their lines have
// several bodies; static ones run once, when the type is first used.

using System;
using System.Collections.Generic;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class Initialisers
{
    //- the same initialisers in two constructors, both of which run
    private sealed class BothUsed
    {
        private readonly int number = Id(1); //: hit
        private readonly List<int> list = Yes() ? [1] : []; //: part 1/2

        public BothUsed() //: hit x1
        { //D: hit
            Use(number); //: hit x1
        } //: hit

        public BothUsed(int value) //: hit x1
        { //D: hit
            Use(value + list.Count); //: hit x1
        } //: hit
    }

    //- two constructors, one of which never runs; an arm taken in one, the other arm in the other
    private sealed class OneUsed
    {
        private readonly int number = Id(1); //: hit
        private readonly Func<int> lambda = () => 5; //: hit

        public OneUsed() //: hit x1
        { //D: hit
            Use(number + lambda()); //: hit x1
        } //: hit

        public OneUsed(string text) //: miss
        { //D: miss
            Use(text); //: miss
        } //: miss
    }

    private static int calls; //: none

    private sealed class ArmForEach
    {
        private readonly int number = calls++ == 0 ? Id(1) : Id(2); //: hit 2/2

        public ArmForEach() //: hit x1
        { //D: hit
            Use(number); //: hit x1
        } //: hit

        public ArmForEach(int value) //: hit x1
        { //D: hit
            Use(value); //: hit x1
        } //: hit
    }

    //- this(...): no initialisers here
    private sealed class Chained
    {
        private readonly int number = Id(1); //: hit x1

        public Chained() : this(5) //: hit x1
        { //D: hit
            Use(1); //: hit x1
        } //: hit

        public Chained(int value) //: hit x1
        { //D: hit
            Use(number + value); //: hit x1
        } //: hit
    }

    //- a static constructor and static initialisers
    private static class WithStatics
    {
        private static readonly int Number = Id(1); //: hit x1
        private static readonly int[] Numbers = [1, 2]; //: hit x1

        static WithStatics() //: none
        { //D: hit
            Use(Number); //: hit x1
            if (Numbers.Length > 5) //: part 1/2 x1
            { //D: miss
                Use(1); //: miss
            } //D: miss
        } //: hit

        public static int Get() => Number; //: hit x2
    }

    //- a type that is never used: its initialisers never ran
    private static class NeverUsed
    {
        private static readonly int Number = Id(1); //: miss

        public static int Get() => Number; //: miss
    }

    //- a struct with a constructor, and one without that never runs any code
    private struct Value
    {
        public int Number = Id(3); //: hit x1

        public Value()
        { //D: hit
            Use(1); //: hit x1
        } //: hit
    }

    //- members of object, collection and nested initialisers
    private sealed class Options
    {
        public int Number { get; set; } = Id(1); //: hit
        public List<int> List { get; } = []; //: hit
        public Options? Inner { get; set; } //: hit
    }

    public static void Run()
    { //D: hit
        Use(new BothUsed()); //: hit x1
        Use(new BothUsed(2)); //: hit x1
        Use(new OneUsed()); //: hit x1
        Use(new ArmForEach()); //: hit x1
        Use(new ArmForEach(1)); //: hit x1
        Use(new Chained()); //: hit x1
        Use(WithStatics.Get()); //: hit x1
        Use(WithStatics.Get()); //: hit x1
        Use(new Value().Number); //: hit x1
        Use(default(Value).Number); //: hit x1
        Options options = new() //: hit x1
        { //: hit x1
            Number = Id(2), //: hit x1
            List = { 1, 2 }, //: hit x1
            Inner = new Options { Number = 3 }, //: hit x1
        }; //: hit x1
        Use(options.Number + options.List.Count); //: hit x1
        Use(options.Inner); //: hit x1
        Dictionary<string, Func<int>> table = new() //: hit x1
        { //: hit x1
            ["used"] = () => 1, //: hit x1
            ["unused"] = () => //: hit x1
                2, //: miss
        }; //: hit x1
        Use(table["used"]()); //: hit x1
    } //: hit
}
