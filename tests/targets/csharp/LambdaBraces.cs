// Lambdas with blocks: their outer braces are the lambda's, whether it ran or not.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;

namespace CSharpTargets;

internal static class LambdaBraces
{
    private static int Keep(Func<int, int> function) => function.Method.Name.Length; //: hit

    private static int Call(Func<int, int> function) => function(1); //: hit

    private static void Keep(Action action) => Use(action.Method.Name.Length); //: hit

    private static void Use(int value) => Console.Write(value < 0 ? "!" : ""); //: part 1/2

    //- lambdas with a block that never run: value, none, with a first line without code
    private static void Never()
    { //D: hit
        Keep(x => //: hit
        { //: miss
            Use(x); //: miss
            return x; //: miss
        }); //: miss
        Keep(() => //: hit
        { //: miss
            Use(1); //: miss
        }); //: miss
        Func<int, int> later = x => //: hit
        { //: miss
            int unset;
            // a comment
            unset = x; //: miss
            return unset + x; //: miss

        }; //: miss
        Keep(later); //: hit
        Keep(x => { //: hit
            return x; //: miss
        }); //: miss
        Keep(delegate (int x) //: hit
        { //: miss
            return x; //: miss
        }); //: miss
        Keep(delegate //: hit
        { //: miss
            return 1; //: miss
        }); //: miss
    } //: hit

    //- lambdas with a block that run
    private static void Ran()
    { //D: hit
        Call(x => //: hit
        { //: hit
            Use(x); //: hit
            return x; //: hit
        }); //: hit
        Call(delegate (int x) //: hit
        { //: hit
            return x; //: hit
        }); //: hit
        Call(x => //: hit
        { //: hit
            if (x > 0) //: part 1/2
            { //D: hit
                return x; //: hit
            }
            return 0; //: miss
        }); //: hit
    } //: hit

    //- a lambda that ran and never returned
    private static void Threw()
    { //D: hit
        try
        { //D: hit
            Call(x => //: hit
            { //: hit
                if (x == 1) //: part 1/2
                { //D: hit
                    throw new InvalidOperationException(); //: hit
                }
                return x; //: miss
            }); //: miss
        } //: miss
        catch (InvalidOperationException) //: hit
        { //D: hit
        } //: hit
    } //: hit

    //- a lambda in a lambda, and a local function in a lambda
    private static void Nested()
    { //D: hit
        Call(x => //: hit
        { //: hit
            Keep(y => //: hit
            { //: miss
                return y; //: miss
            }); //: miss
            int Inner(int z) //: none
            { //D: hit
                return z + x; //: hit
            } //D: hit
            return Inner(Keep(y => y)); //: hit
        }); //: hit
        Keep(x => //: hit
        { //: miss
            return Call(y => //: miss
            { //: miss
                return y; //: miss
            }); //: miss
        }); //: miss
    } //: hit

    //- the first argument of several, and members after the brace
    private static void Beside(List<int> none)
    { //D: hit
        Use(none //: hit
            .Where(x => //: hit
            { //: miss
                return x > 1; //: miss
            }) //: miss
            .Select(x => //: hit
            { //: miss
                return x + 1; //: miss
            }) //: miss
            .Count()); //: hit
        Use(none.Aggregate(0, (x, y) => //: hit
        { //: miss
            return x + y; //: miss
        }, x => x + 1)); //: hit
    } //: hit

    //- async lambdas with a block
    private static void Async()
    { //D: hit
        Func<int, Task<int>> never = async x => //: hit
        { //: miss
            await Task.Yield(); //: miss
            return x; //: miss
        }; //: miss
        Func<int, Task<int>> ran = async x => //: hit
        { //: hit
            await Task.Yield(); //: hit
            return x; //: hit
        }; //: hit
        Use(ran(1).Result + never.Method.Name.Length); //: hit
    } //: hit

    //- a switch over a plain variable as the first statement
    private static void Switches(int n)
    { //D: hit
        Call(x => //: hit
        { //: hit x1
            switch (n) //: part 1/3
            {
                case 1: //: none
                    Use(x); //: miss
                    break; //: miss
                case 2: //: none
                    Use(n); //: hit
                    break; //D: hit
            }

            return 1; //: hit
        }); //: hit
        Func<int, Task> later = async x => //: hit
        { //: hit
            switch (x) //: part 1/3
            {
                case 1: //: none
                    Use(x); //: miss
                    break; //: miss
                case 2: //: none
                    await Task.Yield(); //: hit
                    break; //D: hit
            }
        }; //: hit
        later(n).Wait(); //: hit
    } //: hit

    public static void Run()
    { //D: hit
        Never(); //: hit
        Ran(); //: hit
        Threw(); //: hit
        Nested(); //: hit
        Beside(new List<int>()); //: hit
        Async(); //: hit
        Switches(2); //: hit
    } //: hit
}
