using System;
using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace Programs;

/// <summary>Regular expressions and strings: most of the work is the framework's, called from small methods.</summary>
internal static class Text
{
    private static readonly Regex Words = new(@"\b(?<first>[a-z])(?<rest>[a-z]+)\b", RegexOptions.Compiled);
    private static readonly Regex Numbers = new(@"\d+");

    internal static long Run(int size)
    {
        string text = string.Join(' ', Array.ConvertAll(new int[40], _ => "the 12 quick foxes jump over 345 lazy dogs;"));
        long sum = 0;
        for (int i = 0; i < size; i++)
        {
            string raised = Words.Replace(text, Raise);
            string counted = Numbers.Replace(raised, m => Next(m.Value));
            sum += Wrap(counted).Length;
        }
        return sum;
    }

    private static string Raise(Match match)
    {
        string first = match.Groups["first"].Value;
        return match.Length > 3 ? first.ToUpperInvariant() + match.Groups["rest"].Value : match.Value;
    }

    private static string Next(string number) =>
        (int.Parse(number, CultureInfo.InvariantCulture) + 1).ToString(CultureInfo.InvariantCulture);

    private static string Wrap(string text)
    {
        StringBuilder wrapped = new();
        int column = 0;
        foreach (string word in text.Split(' '))
        {
            if (column + word.Length > 60)
            {
                wrapped.Append('\n');
                column = 0;
            }
            wrapped.Append(word).Append(' ');
            column += word.Length + 1;
        }
        return wrapped.ToString();
    }
}
