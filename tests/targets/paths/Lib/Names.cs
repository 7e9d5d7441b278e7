namespace PathsLib;

public static class Names
{
    public static int Length(string name)
    { //D: hit
        return name.Length > 10 ? 10 : name.Length; //: part 1/2 x1
    } //D: hit
}
