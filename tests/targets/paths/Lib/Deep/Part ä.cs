namespace PathsLib;

// A name with a space and a letter that is not ASCII.
public static class Part
{
    public static int Twice(int value) => value + Shared.Values.Next(value); //: hit x1
}
