using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Programs;

/// <summary>A reader and a writer of JSON: branches on characters, recursion, dictionaries.</summary>
internal static class Json
{
    private sealed class Reader(string text)
    {
        private int _at;

        internal object? Value()
        {
            SkipBlanks();
            switch (text[_at])
            {
                case '{':
                    return Object();
                case '[':
                    return Array();
                case '"':
                    return String();
                case 't':
                    return Word("true", true);
                case 'f':
                    return Word("false", false);
                case 'n':
                    return Word("null", null);
                default:
                    return Number();
            }
        }

        private void SkipBlanks()
        {
            while (text[_at] is ' ' or '\n')
            {
                _at++;
            }
        }

        private bool Take(char wanted)
        {
            SkipBlanks();
            if (text[_at] != wanted)
            {
                return false;
            }
            _at++;
            return true;
        }

        private object? Word(string word, object? value)
        {
            if (string.CompareOrdinal(text, _at, word, 0, word.Length) != 0)
            {
                throw new FormatException($"at {_at}");
            }
            _at += word.Length;
            return value;
        }

        private Dictionary<string, object?> Object()
        {
            Dictionary<string, object?> members = [];
            _at++;
            while (!Take('}'))
            {
                string name = String();
                Take(':');
                members[name] = Value();
                Take(',');
                SkipBlanks();
            }
            return members;
        }

        private List<object?> Array()
        {
            List<object?> items = [];
            _at++;
            while (!Take(']'))
            {
                items.Add(Value());
                Take(',');
            }
            return items;
        }

        private string String()
        {
            StringBuilder value = new();
            for (_at++; text[_at] != '"'; _at++)
            {
                if (text[_at] == '\\')
                {
                    _at++;
                    value.Append(text[_at] == 'n' ? '\n' : text[_at]);
                }
                else
                {
                    value.Append(text[_at]);
                }
            }
            _at++;
            return value.ToString();
        }

        private object Number()
        {
            int start = _at;
            long value = 0;
            for (; char.IsAsciiDigit(text[_at]); _at++)
            {
                value = value * 10 + (text[_at] - '0');
            }
            if (text[_at] != '.')
            {
                return value;
            }
            do
            {
                _at++;
            }
            while (char.IsAsciiDigit(text[_at]));
            return double.Parse(text.AsSpan(start, _at - start), CultureInfo.InvariantCulture);
        }
    }

    private static void Write(object? value, StringBuilder to)
    {
        switch (value)
        {
            case Dictionary<string, object?> members:
                WriteMembers(members, to);
                break;
            case List<object?> items:
                to.Append('[');
                for (int i = 0; i < items.Count; i++)
                {
                    to.Append(i > 0 ? "," : "");
                    Write(items[i], to);
                }
                to.Append(']');
                break;
            case string text:
                WriteText(text, to);
                break;
            case bool truth:
                to.Append(truth ? "true" : "false");
                break;
            case null:
                to.Append("null");
                break;
            default:
                to.Append(CultureInfo.InvariantCulture, $"{value}");
                break;
        }
    }

    private static void WriteMembers(Dictionary<string, object?> members, StringBuilder to)
    {
        to.Append('{');
        bool isFirst = true;
        foreach ((string name, object? member) in members)
        {
            if (!isFirst)
            {
                to.Append(',');
            }
            isFirst = false;
            WriteText(name, to);
            to.Append(':');
            Write(member, to);
        }
        to.Append('}');
    }

    private static void WriteText(string text, StringBuilder to)
    {
        to.Append('"');
        foreach (char c in text)
        {
            if (c is '"' or '\\')
            {
                to.Append('\\').Append(c);
            }
            else if (c == '\n')
            {
                to.Append("\\n");
            }
            else
            {
                to.Append(c);
            }
        }
        to.Append('"');
    }

    private static string Sample()
    {
        StringBuilder text = new("{\"items\": [");
        for (int i = 0; i < 100; i++)
        {
            text.Append(CultureInfo.InvariantCulture, $"{(i > 0 ? ", " : "")}{{\"id\": {i}, \"name\": \"number \\\"{i}\\\"\\n\", ");
            text.Append(CultureInfo.InvariantCulture, $"\"share\": {i}.25, \"is odd\": {(i % 2 == 1 ? "true" : "false")}, \"next\": null}}");
        }
        return text.Append("]}").ToString();
    }

    internal static long Run(int size)
    {
        string sample = Sample();
        long sum = 0;
        for (int i = 0; i < size; i++)
        {
            StringBuilder written = new();
            Write(new Reader(sample).Value(), written);
            sum += written.Length;
        }
        return sum;
    }
}
