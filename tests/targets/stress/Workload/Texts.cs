using System;
using System.Buffers;
using System.Globalization;
using System.Linq;
using System.Numerics;
using System.Text;

namespace Workload;

internal static class Texts
{
    public static string Run()
    {
        var text = new StringBuilder();
        string mixed = "Stra\u00dfe \u0130stanbul \ud83d\ude00 caf\u00e9 caf\u0065\u0301 na\u00efve";
        text.Append(mixed.ToUpperInvariant()).Append(mixed.Normalize(NormalizationForm.FormD).Length);
        text.Append(string.Join('|', mixed.Split([' ', '\u00e9'], StringSplitOptions.RemoveEmptyEntries)));
        text.Append(mixed.IndexOf("CAF", StringComparison.OrdinalIgnoreCase)).Append(mixed.Replace("caf", "<>", StringComparison.Ordinal));
        foreach (Encoding encoding in new[] { Encoding.UTF8, Encoding.Unicode, Encoding.UTF32, Encoding.Latin1, Encoding.ASCII })
        {
            byte[] bytes = encoding.GetBytes(mixed);
            text.Append(bytes.Length).Append(encoding.GetString(bytes)).Append(Convert.ToBase64String(bytes));
        }
        text.Append(new string('x', 100).Length).Append(
            string.Format(CultureInfo.InvariantCulture, "{0,10:N2}|{1,-8}|{2:X4}", 1234.567, "ab", 48879));
        text.AppendJoin(';', Enumerable.Range(0, 20).Select(i => $"{i:D3}-{i / 7.0:F4}-{(i % 2 == 0 ? "e" : "o"),4}"));
        SearchValues<char> values = SearchValues.Create("aeiou\u00e9");
        text.Append(mixed.AsSpan().IndexOfAny(values)).Append(mixed.AsSpan().LastIndexOfAnyExcept(values));
        text.Append(mixed.EnumerateRunes().Sum(r => r.Value)).Append(StringInfo.ParseCombiningCharacters(mixed).Length);
        return text.ToString();
    }

    public static string RunNumbers()
    {
        var text = new StringBuilder();
        BigInteger big = Enumerable.Range(1, 60).Aggregate(BigInteger.One, (a, b) => a * b);
        text.Append(big).Append(BigInteger.ModPow(big, 65537, BigInteger.Pow(2, 127) - 1)).Append(big / BigInteger.Parse("123456789012345678901"));
        foreach (double d in new[] { 0.1, 1 / 3.0, 1e300, double.Epsilon, double.NaN, -0.0, 123456.789 })
        {
            text.Append(d.ToString("R", CultureInfo.InvariantCulture))
                .Append((decimal)(double.IsFinite(d) && Math.Abs(d) < 1e20 ? d : 1)).Append(Math.Sin(d) > 0);
        }
        foreach (string s in new[] { "12", "-7", "1e5", "0x", "99999999999", "", "3.25", "\u0663" })
        {
            text.Append(int.TryParse(s, out int i) ? i : -1).Append(double.TryParse(s, CultureInfo.InvariantCulture, out double d) ? d : -1);
        }
        text.Append(Int128.MaxValue / 7).Append(Half.MaxValue).Append(UInt128.Parse("340282366920938463463374607431768211455") % 1000007);
        text.Append(new DateTime(2024, 2, 29).AddYears(1).ToString("o"))
            .Append(TimeSpan.FromSeconds(98765.4321)).Append(DateOnly.FromDayNumber(700000).DayOfWeek);
        text.Append(new Complex(1, 2) * new Complex(3, -4))
            .Append(new Guid("00112233-4455-6677-8899-aabbccddeeff")).Append(new Version(1, 2, 3) > new Version("1.2"));
        checked
        {
            try
            {
                int top = int.MaxValue;
                text.Append(top + text.Length);
            }
            catch (OverflowException)
            {
                text.Append("overflow");
            }
        }
        return text.ToString();
    }
}
