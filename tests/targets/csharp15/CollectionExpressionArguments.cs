// Arguments of collection expressions, and indexers of extensions.

using System.Collections.Generic;

namespace CSharp15;

internal static class Texts
{
    extension(List<string> list)
    {
        public string this[string first] //: none
        {
            get
            { //D: hit
                foreach (string text in list) //: part 1/2
                    if (text.StartsWith(first)) return text; //: hit 2/2
                return ""; //: miss
            } //R: hit -- the way out of the try block; in Debug the compiler has no point here
        }
    }
}

internal static class CollectionExpressionArguments
{
    public static void Run()
    { //D: hit
        List<string> names = [with(capacity: 8), "anna", "bert"]; //: hit
        HashSet<string> set = [with(names.Count > 1 ? System.StringComparer.Ordinal : null), .. names]; //: part 1/2
        Program.Use(names["b"]); //: hit
        Program.Use(set.Count > 1 ? set : null); //: part 1/2
    } //: hit
}
