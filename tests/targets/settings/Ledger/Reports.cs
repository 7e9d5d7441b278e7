using System;
using System.CodeDom.Compiler;

namespace Ledger.Reports
{
    [AttributeUsage(AttributeTargets.All)]
    public sealed class HandMadeAttribute : Attribute
    {
    }

    public class Writer
    {
        public string Write(int value)
        {
            return value.ToString();
        }

        public string Write(string value)
        {
            return value.Trim();
        }

        [Obsolete("kept for callers")]
        public string WriteOld(int value)
        {
            return "old " + value;
        }

        [HandMade]
        public string WriteByHand(int value)
        {
            string Inner(int number)
            {
                return "hand " + number;
            }

            return Inner(value);
        }

        [HandMade]
        public string Title
        {
            get { return "title"; }
        }
    }

    [GeneratedCode("maker", "1.0")]
    public class Made
    {
        public int Number()
        {
            return 1;
        }

        public class Deep
        {
            public int Number()
            {
                return 2;
            }
        }
    }

    public record Row(int Number, string Text);

    public struct Total
    {
        public int Sum;

        public Total(int first)
        {
            Sum = first;
        }

        public static Total operator +(Total total, int value)
        {
            return new Total(total.Sum + value);
        }
    }
}
