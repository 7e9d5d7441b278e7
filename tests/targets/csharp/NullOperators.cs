// What people write around values that may be absent: ?. compared with constants, bool? in conditions, ?? in chains,
// lookups in dictionaries, guards with is not, lifted comparisons, and all of that in lambdas, iterators and async methods.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class NullOperators
{
    private sealed class User
    {
        public string? Name { get; set; } //: hit
        public User? Boss { get; init; } //: hit
        public bool? Active { get; set; } //: hit
        public int? Age { get; set; } //: hit
        public List<string>? Tags { get; set; } //: hit
        public Dictionary<string, int?> Scores { get; } = []; //: hit
        public Func<User, bool?>? Check { get; set; } //: hit
    }

    private static readonly User root = new() { Name = "root", Active = true, Age = 60, Tags = ["a", "b"], Check = u => u.Age > 18 ? u.Active : null }; //: part 1/2
    private static readonly User ann = new() { Name = "ann", Boss = root, Age = 17, Scores = { ["x"] = 5, ["y"] = null } }; //: hit
    private static readonly User nobody = new(); //: hit

    public static async Task Run()
    { //D: hit
        foreach (User? user in new[] { root, ann, nobody, null }) //: hit 2/2
        { //D: hit
            Use(Compared(user) + Counted(user)); //: hit x4
            Use(Chained(user) + Guarded(user)); //: hit x4
            Use(string.Join(",", Walked(user))); //: hit x4
            Use(await Later(user)); //: hit x4
        } //D: hit

        Flags(true, null); //: hit
        Flags(null, false); //: hit
        Use(Lookups("x") + Lookups("y") + Lookups("z")); //: hit
        Use(Lifted(1, null) + Lifted(2, 2) + Lifted(null, null)); //: hit
        Use(Kinds(3) + Kinds(null) + Kinds(-1)); //: hit
        Use(Assigned(null) + Assigned(ann)); //: hit
        Use(Returned("k=v") + Returned("=") + Returned(null)); //: hit
        Use(Queries([root, ann, nobody])); //: hit
    } //: hit

    //- ?. compared
    private static int Compared(User? user)
    { //D: hit
        int result = 0; //: hit
        if (user?.Active == true) result |= 1; //: hit 2/2 2/2
        if (user?.Active != false) result |= 2; //: part 2/2 1/2
        if (user?.Active is true or null) result |= 4; //: part 2/2 2/2 1/2
        if (user?.Age >= 18) result |= 8; //: hit 2/2 2/2
        if (user?.Age is < 18) result |= 16; //: hit 2/2 2/2 2/2
        if (!(user?.Age < 18)) result |= 32; //: hit 2/2 2/2
        if (user?.Name == "ann" || user?.Boss?.Name == "ann") result |= 64; //: part 2/2 2/2 2/2 1/2 1/2
        if (user?.Name is "root" and not null) result |= 128; //: hit 2/2 2/2
        if (string.IsNullOrEmpty(user?.Name)) result |= 256; //: hit 2/2 2/2
        if (user?.Name?.Length > 3 == user?.Age > 3) result |= 512; //: hit 2/2 2/2 2/2 2/2
        return result; //: hit
    } //D: hit

    private static int Counted(User? user)
    { //D: hit
        bool any = user?.Tags?.Any() == true; //: hit 2/2 2/2
        bool none = user?.Tags?.Count is null or 0; //: part 2/2 2/2 2/2 1/2
        bool two = user is { Tags.Count: 2, Age: > 50 and var age } && age < 70; //: part 2/2 2/2 1/2 1/2 1/2 1/2
        bool old = user is { Age: { } years } && years > 40; //: hit 2/2 2/2 2/2
        bool has = (user?.Tags?.Contains("b") ?? false) && user!.Tags is [_, var second] && second == "b"; //: part 2/2 2/2 2/2 1/2 1/2 1/2
        return (any ? 1 : 0) + (none ? 2 : 0) + (two ? 4 : 0) + (old ? 8 : 0) + (has ? 16 : 0); //D: hit 2/2 2/2 2/2 2/2 2/2 //R: hit 2/2 2/2 2/2 2/2
    } //D: hit

    //- ?? and ?. in chains and in arguments
    private static string Chained(User? user)
    { //D: hit
        string name = user?.Name ?? user?.Boss?.Name ?? "none"; //: part 2/2 2/2 2/2 1/2 1/2
        string upper = (user?.Boss ?? user)?.Name?.ToUpperInvariant() ?? name[..1].ToUpperInvariant() + (user is null ? "?" : "!"); //: hit 2/2 2/2 2/2 2/2 2/2 2/2
        int age = user?.Boss?.Age ?? user?.Age ?? (name.Length > 2 ? name.Length : -1); //: part 2/2 2/2 2/2 2/2 2/2 1/2
        return $"{upper ?? "none"}{age}{user?.Tags?[^1]}{(user?.Check?.Invoke(user) is { } ok ? ok : "unknown")}"; //: part 1/2 2/2 2/2 2/2 2/2 2/2
    } //D: hit

    //- guards at the beginning of a method
    private static string Guarded(User? user)
    { //D: hit
        if (user is not { Name: { Length: > 0 } name }) return "anonymous"; //: part 2/2 2/2 1/2
        if (user is { Boss: null } or { Age: null }) return name; //: part 1/2 2/2 1/2
        if (user.Boss is not User { Tags: [.. var rest, "b"] } boss || rest is ["z", ..]) return "no b"; //: part 1/2 1/2 1/2 1/2 1/2 1/2 1/2
        return user.Active is not { } active ? boss.Name + rest.Count : active ? "active" : "passive"; //: part 1/2 0/2
    } //D: hit

    //- an iterator that walks upwards
    private static IEnumerable<string> Walked(User? user)
    { //D: hit
        for (User? next = user; next is { Name: var name }; next = next.Boss) //: hit 2/2
        { //D: hit
            if (name is null) yield break; //: hit 2/2
            yield return next.Boss is null ? name : name + ">"; //: hit 2/2
            if (next.Scores is { Count: > 0 } scores && scores.TryGetValue("x", out int? score) && score is { } points) //: part 1/2 2/2 1/2 1/2
                yield return points > 3 ? "good" : "bad"; //: part 1/2
        } //D: hit
    } //: hit

    //- the same in an async method
    private static async Task<string> Later(User? user)
    { //D: hit
        if (await Load(user) is not { Active: var active } loaded) return "none"; //: hit 2/2
        string? name = (await Load(loaded.Boss))?.Name ?? await Name(loaded) ?? "unnamed"; //: hit 2/2 2/2 2/2
        if (active ?? await Ask(name)) return name; //: hit 2/2 2/2
        return loaded.Age is > 10 and < 20 && (await Load(loaded.Boss))?.Age is { } age and > 50 ? $"{name}{age - loaded.Age}" : $"{await Name(loaded) ?? "?"}"; //: part 1/2 1/2 1/2 1/2 1/2 1/2 0/2 0/2 -- the last: a string of one hole
    } //: hit //AR: none

    private static async Task<User?> Load(User? user)
    { //D: hit
        if (user is { Boss: { } or null, Age: > 20 }) await Task.Yield(); //: hit 2/2 2/2 2/2
        return user; //: hit
    } //: hit //AR: none

    private static Task<string?> Name(User user) => Task.FromResult(user.Name); //: hit

    private static async ValueTask<bool> Ask(string name)
    { //D: hit
        await Task.Yield(); //: hit
        return name.Length > 4; //: hit
    } //: hit //AR: none

    //- bool? in conditions
    private static void Flags(bool? a, bool? b)
    { //D: hit
        if (a == true) Use(1); //: hit 2/2
        if (a is true && b is not false) Use(2); //: part 2/2 1/2 1/2 0/2
        if (a ?? b ?? true) Use(3); //: hit 2/2 2/2
        if ((a & b) == false) Use(4); //: hit 2/2
        if ((a | b) is null) Use(5); //: hit 2/2
        Use(a.HasValue && a.Value || b.HasValue && !b.Value ? 6 : 7); //: part 2/2 1/2 1/2 1/2
        Use(a switch { true => 1, false => 2, null => b switch { null => 3, false => 4, true => 5 } }); //: part 2/3 1/3
        while (a is true) a = b; //: part 2/2 1/2
        bool c = a.GetValueOrDefault() || b is false; //: part 1/2 2/2 1/2
        Use(c ? a == b : a != b); //: hit 2/2
    } //: hit

    //- dictionaries
    private static string Lookups(string key)
    { //D: hit
        if (ann.Scores.TryGetValue(key, out int? score) && score is > 3) return $"{score}"; //: part 2/2 2/2 1/2
        if (!ann.Scores.TryGetValue(key, out score) || score is null) return score is null && ann.Scores.ContainsKey(key) ? "null" : "none"; //: part 2/2 1/2 1/2 2/2
        return score > 2 ? "some" : "few"; //: miss 0/2
    } //D: hit

    //- lifted comparisons joined
    private static int Lifted(int? a, int? b)
    { //D: hit
        if (a == b && a != null) return 1; //: hit 2/2 2/2
        if (a > b || a is null && b is null) return 2; //: part 1/2 2/2 1/2
        int? sum = a + b ?? a * 2; //: part 1/2
        return sum == 2 && a <= 1 ? 3 : sum.HasValue ? 4 : 5; //: part 1/2 1/2 0/2
    } //D: hit

    private static string Kinds(int? n) => n switch //: part 3/4
    { //: hit
        null => "null", //: hit
        > 0 and < 10 => n is 3 ? "three" : "small", //: part 1/2 1/2
        >= 10 => "big", //: miss
        _ => "negative", //: hit
    }; //: hit

    //- assignments
    private static string Assigned(User? user)
    { //D: hit
        user ??= new User { Name = Yes() ? "new" : null }; //: part 2/2 1/2
        (user.Tags ??= []).Add("t" + user.Tags?.Count); //: part 1/2 1/2
        user.Age ??= user.Boss?.Age; //: part 2/2 1/2
        user.Active = user.Age > 16 || (user.Active ?? user.Boss?.Active ?? false); //: part 2/2 1/2 1/2 1/2
        user.Scores.TryAdd("z", null); //: hit
        user.Scores["z"] ??= user.Scores.Count > 0 ? user.Scores.Count : null; //: part 1/2 1/2
        string? text = user.Tags is [var only] ? only : null; //: part 1/2 1/2
        return text ??= user.Name ??= ""; //: part 1/2 0/2
    } //D: hit

    //- throw and return after ?? and ?:
    private static string Returned(string? line)
    { //D: hit
        try
        { //D: hit
            string text = line ?? throw new ArgumentNullException(nameof(line)); //: hit 2/2
            int at = text.IndexOf('=') is > 0 and var i ? i : throw new FormatException(text); //: hit 2/2
            return text[..at]; //: hit
        }
        catch (Exception e) when (e is FormatException { Message: [.., '='] } or ArgumentNullException { ParamName: null or "line" }) //: part 2/2 1/2 1/2 1/2 1/2 1/2 1/2
        { //D: hit
            return e is ArgumentException { ParamName: var name } ? name ?? "?" : "format"; //: part 2/2 1/2
        }
    } //: hit

    //- queries over what may be absent
    private static int Queries(User[] users)
    { //D: hit
        var bosses = from u in users //: hit
                     where u.Boss is not null || u.Name?.Length > 3 //: hit 2/2 2/2 2/2
                     let age = u.Age ?? u.Boss?.Age ?? 0 //: part 1/2 0/2
                     where age is > 0 and not 99 //: part 1/2 1/2
                     orderby u.Boss?.Name ?? u.Name, age descending //: hit 2/2 2/2
                     select (u.Name, Kind: age switch { < 18 => "young", < 65 => "old", _ => "very old" }); //: part 2/3
        Use(users.OrderBy(u => u.Age is null).ThenByDescending(u => u.Name?.Length ?? -1).First().Name ?? "?"); //: part 1/2 1/2
        Use(users.FirstOrDefault(u => u.Active ?? u.Age is < 10)?.Tags?.FirstOrDefault(t => t != "a")?.Length ?? -1); //: part 1/2 1/2 1/2 1/2 0/2 0/2
        return bosses.Sum(b => b.Kind.Length) + users.Sum(u => u.Age ?? 0) + users.Count(u => u is { Name: not null, Tags: null or [] or ["t1", ..] }); //: part 1/2 2/2 1/2 1/2 1/2
    } //D: hit
}
