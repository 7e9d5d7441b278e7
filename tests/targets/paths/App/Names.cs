namespace PathsApp;

// The other project has a file with this name.
internal static class Names
{
    public static int Length(string name) => name.Length; //: hit x1
}
