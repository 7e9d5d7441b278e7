// Parsing: exceptions, patterns, nullable values.

using System;
using System.Globalization;

namespace Text;

public static class Number
{
    public static int? TryParse(string? text)
    { //D: hit
        if (string.IsNullOrWhiteSpace(text)) //: hit 2/2
        { //D: hit
            return null; //: hit
        }

        return int.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out int value) //: hit 2/2
            ? value //: hit
            : (int?)null; //: hit
    } //D: hit

    public static int Parse(string? text)
    { //D: hit
        try
        { //D: hit
            return Strict(text!.Trim()); //: hit
        }
        catch (FormatException e) when (text!.Length > 3) //: hit 2/2
        { //D: hit
            throw new ArgumentException($"'{Words.Shorten(text, 3)}...' is no number", nameof(text), e); //: hit
        }
        catch (NullReferenceException) //: hit
        { //D: hit
            return -1; //: hit
        }
        finally
        { //D: hit
            Calls++; //: hit
        } //: hit
    } //: hit

    public static int Calls { get; private set; } //: hit

    private static int Strict(string text)
    { //D: hit
        int value = int.Parse(text, CultureInfo.InvariantCulture); //: hit
        return value; //: hit
    } //D: hit

    public static string Describe(object? value) => value switch //: part 4/6
    { //: hit
        null => "nothing", //: hit
        int n when n < 0 => "negative", //: part 1/2
        int => "integer", //: hit
        double => "real", //: miss
        string s => "text of " + Words.Plural("character", s.Length), //: hit
        _ => "something", //: miss
    }; //: hit
}
