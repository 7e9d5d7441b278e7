// Dates, spans and identifiers that may be missing: patterns give them names and are decisions; operators are lifted.

using System;
using System.Linq;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class NullableDates
{
    private sealed record Token(string Name, DateTime? Expires, TimeSpan? Grace = null, Guid? Id = null, Token? Parent = null) //: hit
    {
        public bool Valid(DateTime now) => Expires is not { } e || e > now; //: hit 2/2 2/2

        public bool Soon(DateTime now) => Expires is { } e && e - now < TimeSpan.FromDays(1); //: hit 2/2 2/2

        public bool Late(DateTime now) => Parent?.Expires < now; //: hit 2/2

        public bool Lifted(DateTime now) => Expires < now || Grace > TimeSpan.Zero; //: hit 2/2 2/2

        public bool Same(Guid id) => Id is { } own && own == id; //: part 2/2 1/2

        public bool Chosen(DateTime now) => Expires is { } e ? e < now : false; //: hit 2/2

        public DateTime? Next(DateTime now) => Expires is { } e && e > now ? e + (Grace ?? TimeSpan.Zero) : Parent?.Expires; //: part 2/2 2/2 1/2 2/2

        public string Text(DateTime now) => (Expires, Grace) switch //: hit 4/4
        { //: hit
            (null, _) => "never", //: hit
            ({ } e, null) when e < now => "old", //: hit 2/2
            ({ } e, { } g) when e + g < now => "older", //: hit 2/2
            _ => "new", //: hit
        }; //: hit

        public async Task<bool> ValidLater(DateTime now) => Expires is not { } e || e > await Task.FromResult(now); //: hit 2/2 2/2
    }

    private static int Count(Token[] all, DateTime now)
    { //D: hit
        int n = 0; //: hit
        foreach (Token t in all) //: hit 2/2
        { //D: hit
            if (t.Expires is not { } e || e > now) n++; //: hit 2/2 2/2
            if (t.Expires is { } f && f > now) n++; //: hit 2/2 2/2
            if (t.Expires > now) n++; //: hit 2/2
            if (t.Expires is null || t.Expires.Value > now) n++; //: hit 2/2 2/2
            if (!(t.Expires > now) && t.Grace is not null) n++; //: hit 2/2 2/2
            while (t.Grace is { } g && g > TimeSpan.Zero && n < 3) n++; //: part 2/2 2/2 1/2
            n += t.Expires is { } h && h > now ? 1 : t.Grace is { } k && k > TimeSpan.Zero ? 2 : 3; //: hit 2/2 2/2 2/2 2/2
        } //D: hit

        return n + all.Where(t => t.Expires is { } x && x < now || t.Grace is null).Count(t => t.Expires < now); //: hit 2/2 2/2 2/2
    } //D: hit

    public static async Task Run()
    { //D: hit
        DateTime now = new(2020, 1, 1); //: hit
        Token old = new("a", now.AddDays(-1)), none = new("b", null, TimeSpan.FromDays(1)), fresh = new("c", now.AddDays(2), TimeSpan.Zero, Guid.Empty, old), graced = new("d", now.AddDays(-1), TimeSpan.Zero); //: hit
        Token[] all = [old, none, fresh, graced, new("e", now.AddDays(2))]; //: hit
        foreach (Token t in all) //: hit 2/2
        { //D: hit
            Use(t.Valid(now)); //: hit
            Use(t.Soon(now)); //: hit
            Use(t.Late(now)); //: hit
            Use(t.Lifted(now)); //: hit
            Use(t.Same(Guid.Empty)); //: hit
            Use(t.Chosen(now)); //: hit
            Use(t.Next(now)); //: hit
            Use(t.Text(now)); //: hit
            Use(await t.ValidLater(now)); //: hit
        } //D: hit

        Use(Count(all, now)); //: hit
    } //: hit
}
