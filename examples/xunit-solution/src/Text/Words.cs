// Iterators and strings. This library is built for two target frameworks, and each test project
// uses one of the builds: the truth is the union of both.

using System;
using System.Collections.Generic;

namespace Text;

public static class Words
{
    //- a lazy iterator; each test project takes other arms
    public static IEnumerable<string> Split(string text)
    { //D: hit
        int start = -1; //: hit
        for (int i = 0; i < text.Length; i++) //: hit 2/2
        { //D: hit
            if (char.IsLetterOrDigit(text[i])) //: hit 2/2
            { //D: hit
                if (start < 0) //: hit 2/2
                { //D: hit
                    start = i; //: hit
                } //D: hit
            } //D: hit
            else if (start >= 0) //: hit 2/2
            { //D: hit
                yield return text.Substring(start, i - start); //: hit
                start = -1; //: hit
            } //D: hit
        } //D: hit

        if (start >= 0) //: hit 2/2
        { //D: hit
            yield return text.Substring(start); //: hit
        } //D: hit
    } //: hit

    public static string Kind(string word)
    { //D: hit
        switch (word.ToLowerInvariant()) //: part 5/6
        {
            case "a":
            case "an":
                return "indefinite article"; //: hit
            case "the":
                return "definite article"; //: hit
            case "and":
                return "conjunction"; //: miss
            case "":
                return "nothing"; //: hit
            default:
                return "word"; //: hit
        }
    } //D: hit

    //- one arm in the one build, the other arm in the other
    public static string Plural(string word, int count)
    { //D: hit
        if (count == 1) //: hit 2/2
        { //D: hit
            return word; //: hit
        }

        return word + "s"; //: hit
    } //D: hit

    public static string Framework()
    { //D: hit
#if NET
        return "net"; //: hit
#else
        return "netstandard"; //: hit
#endif
    } //D: hit

    public static string Shorten(string text, int length)
    { //D: hit
        if (length < 1) //: part 1/2
        { //D: miss
            throw new ArgumentOutOfRangeException(nameof(length)); //: miss
        }

        return text.Length <= length ? text : text.Substring(0, length); //: hit 2/2
    } //D: hit
}
