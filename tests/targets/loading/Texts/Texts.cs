// Texts in two languages; the other language comes from a satellite assembly.

using System.Globalization;
using System.Resources;

namespace Loading.Texts;

public static class Texts
{
    private static readonly ResourceManager Manager = new("Loading.Texts.Words", typeof(Texts).Assembly); //: hit x1

    //- once in the language of the assembly, once in the satellite's, once in one that nobody has
    public static int Length(string language)
    { //D: hit x3
        string? text = Manager.GetString("Hello", new CultureInfo(language)); //: hit x3
        if (text == null) //: part 1/2 x3
        { //D: miss
            return 0; //: miss
        }

        return text.Length; //: hit x3
    } //D: hit x3
}
