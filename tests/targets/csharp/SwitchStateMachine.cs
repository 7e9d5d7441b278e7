// State machines in loops: the switch over the state begins the loop's body, what a label does goes on to the next round, and a state
// without a label goes round at once.

using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class SwitchStateMachine
{
    private enum State { Before, Name, Quoted, Number, Skip }

    private static bool B(bool value) => value; //: hit

    private static bool IsSpace(char c) => c is ' ' or '\t'; //: part 1/2 2/2

    public static void Run()
    { //D: hit
        Use(Attributes("a 'b' 1;")); //: hit
        Use(Attributes("/x")); //: hit
        Use(Chosen("ab-!", true)); //: hit
        Use(Endless("x;")); //: hit
        Use(Waiting(2)); //: hit
    } //: hit

    //- conditions of several operands in labels, and a state chosen by ?:
    private static int Attributes(string text)
    { //D: hit
        var state = State.Before; //: hit
        int at = 0, names = 0; //: hit
        bool isStrict = text.Length > 4; //: hit
        while (true) //D: hit
        { //D: hit
            switch (state) //: part 4/6
            {
                case State.Before:
                { //D: hit
                    char c = text[at++]; //: hit
                    if (c == '/') //: hit 2/2
                    { //D: hit
                        state = State.Skip; //: hit
                    } //D: hit
                    else if (c == '\'' || c == '"' || c == '=') //: part 2/2 1/2 1/2
                    { //D: hit
                        state = State.Quoted; //: hit
                    } //D: hit
                    else if (B(char.IsDigit(c)) && isStrict) //: part 1/2
                    { //D: miss
                        state = State.Number; //: miss
                    } //D: miss
                    else if (c == ';') //: hit 2/2
                    { //D: hit
                        return names; //: hit
                    }
                    else
                    { //D: hit
                        state = State.Name; //: hit
                    } //D: hit

                    break; //: hit
                }

                case State.Name:
                { //D: hit
                    names++; //: hit
                    char c = text[at++]; //: hit
                    if (isStrict && (c == '/' || c == '>' || IsSpace(c))) //: part 1/2 1/2 1/2 2/2
                    { //D: hit
                        bool isEnd = at >= text.Length; //: hit
                        state = isEnd ? State.Skip : State.Before; //: part 1/2
                    } //D: hit
                    else if (char.IsLetter(c)) //: part 1/2
                    { //D: miss
                        names += 2; //: miss
                    } //D: miss
                    else
                    { //D: hit
                        state = State.Before; //: hit
                    } //D: hit

                    break; //: hit
                }

                case State.Quoted:
                { //D: hit
                    bool isClosed = text[at] == '\''; //: hit
                    at++; //: hit
                    state = isClosed ? State.Before : State.Quoted; //: hit 2/2
                    break; //: hit
                }

                case State.Number:
                    state = State.Before; //: miss
                    break; //: miss

                case State.Skip:
                    return -names; //: hit
            }
        } //D: hit
    } //D: hit

    //- labels that choose the next state, one after the other
    private static int Chosen(string text, bool a)
    { //D: hit
        int state = 0, n = 0; //: hit
        for (int i = 0; i < text.Length; i++) //: hit 2/2
        { //D: hit
            switch (state) //: part 4/5
            {
                case 0:
                    state = a && text[i] == 'a' ? 1 : 2; //: part 1/2 1/2
                    break; //: hit
                case 1:
                    state = B(a) ? 2 : 0; //: part 1/2
                    break; //: hit
                case 2:
                    if (a || text[i] == '-') //: part 1/2 0/2
                    { //D: hit
                        n++; //: hit
                        state = 3; //: hit
                    } //D: hit
                    else if (text[i] == '!') //: miss 0/2
                    { //D: miss
                        state = 0; //: miss
                    } //D: miss

                    break; //D: hit
                case 3:
                    n += 2; //: hit
                    state = n > 2 ? 0 : 2; //: part 1/2
                    break; //D: hit
            }
        } //D: hit

        return n; //: hit
    } //D: hit

    //- a state without a label goes round: the loop has no other way
    private static int Endless(string text)
    { //D: hit
        int state = 0, at = 0; //: hit
        while (true) //D: hit
        { //D: hit
            switch (state) //: part 3/4
            {
                case 0:
                    state = text[at++] == ';' ? 7 : 4; //: hit 2/2
                    if (state == 4) //: hit 2/2
                        state = 9; //: hit
                    break; //: hit
                case 7:
                    return at; //: hit
                case 9:
                    state = 0; //: hit
                    break; //: hit
            }
        } //D: hit
    } //D: hit

    //- the same when each label ends in continue or return
    private static int Waiting(int rounds)
    { //D: hit
        int state = rounds; //: hit
        for (; ; )
        { //D: hit
            switch (state) //: part 3/4
            {
                case 2:
                    if (rounds > 1) //: part 1/2
                    { //D: hit
                        state = 1; //: hit
                        continue; //: hit
                    }

                    return 2; //: miss
                case 1:
                    state = 3; //: hit
                    continue; //: hit
                case 3:
                    return state; //: hit
            }
        } //D: miss
    } //D: hit
}
