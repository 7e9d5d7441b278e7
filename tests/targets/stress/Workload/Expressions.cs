using System;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;

namespace Workload;

internal static partial class Expressions
{
    private static readonly string[] Patterns =
    [
        @"\b(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)\b", @"(\w+)\s+\1", @"[a-z]+?(?=ing\b)", @"^(?:(?<open>\()|(?<-open>\))|[^()])*(?(open)(?!))$",
        @"(?i)\p{Lu}\w*|[^\x00-\x7f]+", @"(a|ab)(c|bcd)(d*)", @"(?>x+)y|xx", @"(?<!\d)\d{2,3}(?!\d)", @"\A.*?(?<k>key)=(?<v>[^;]*);?",
    ];

    private static readonly string Text = string.Concat(Enumerable.Range(0, 60).Select(i =>
        $"2024-0{i % 9 + 1}-1{i % 10} the the walking Talking (a(b)c) abcd xxxy {i} {i * 37} key=va{i}lue; \u00c9t\u00e9 \u4e2d\u6587\n"));

    [GeneratedRegex(@"(?<name>[A-Za-z]+)\((?<rest>[^)]*)\)|\d{3,}", RegexOptions.Multiline)]
    private static partial Regex Made();

    private static void Append(StringBuilder text, Regex regex)
    {
        foreach (Match match in regex.Matches(Text))
        {
            text.Append(match.Index).Append(':').Append(match.Length).Append(match.Groups.Count > 1 ? match.Groups[1].Value : "");
        }
        text.Append(regex.Replace(Text, m => m.Value.ToUpperInvariant() + "$").Length);
        text.Append(regex.Split(Text).Length);
    }

    public static string Run()
    {
        var text = new StringBuilder();
        foreach (string pattern in Patterns)
        {
            Append(text, new Regex(pattern, RegexOptions.Multiline | RegexOptions.CultureInvariant));
        }
        Append(text, new Regex(@"(\w+)ing|\d+-\d+", RegexOptions.NonBacktracking));
        Append(text, Made());
        foreach (string wrong in new[] { "(", "[z-a]", "a{3,1}", "(?<", "\\", "(?<=a" })
        {
            try
            {
                text.Append(new Regex(wrong));
            }
            catch (RegexParseException e)
            {
                text.Append(e.Error).Append(e.Offset);
            }
        }
        return text.ToString();
    }

    public static string RunCompiled()
    {
        var text = new StringBuilder();
        foreach (string pattern in Patterns)
        {
            Append(text, new Regex(pattern, RegexOptions.Compiled | RegexOptions.CultureInvariant));
        }
        return text.ToString();
    }
}
