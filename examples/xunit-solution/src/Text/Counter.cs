// Lambdas and closures, async streams, a field initialiser under two constructors.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;

namespace Text;

public sealed class Counter
{
    private readonly Dictionary<string, int> counts = new Dictionary<string, int>(); //: hit
    private readonly Func<string, string> normalise = word => word.ToLowerInvariant(); //: hit

    public Counter() //: hit
    { //D: hit
    } //: hit

    //- this constructor is used by one test project only
    public Counter(Func<string, string> normalise) //: hit
    { //D: hit
        this.normalise = normalise; //: hit
    } //: hit

    public int Add(string text, Predicate<string>? filter = null)
    { //D: hit
        int added = 0; //: hit
        foreach (string word in Words.Split(text).Where(w => filter == null || filter(w))) //: hit 2/2 2/2 2/2
        { //D: hit
            string key = normalise(word); //: hit
            counts[key] = counts.TryGetValue(key, out int before) ? before + 1 : 1; //: hit 2/2
            added++; //: hit
        } //D: hit

        return added; //: hit
    } //D: hit

    public IEnumerable<string> Top(int count)
    { //D: hit
        return counts //: hit
            .OrderByDescending(pair => pair.Value) //: hit
            .ThenBy(pair => pair.Key, StringComparer.Ordinal) //: hit
            .Take(count) //: hit
            .Select(pair => //: hit
            { //: hit
                string times = Words.Plural("time", pair.Value); //: hit
                return $"{pair.Key} {pair.Value} {times}"; //: hit
            }); //: hit
    } //D: hit

    //- really asynchronous; one test project cancels it by leaving early
    public static async IAsyncEnumerable<string> ReadAsync(IEnumerable<string> texts)
    { //D: hit
        foreach (string text in texts) //: hit 2/2
        { //D: hit
            await Task.Yield(); //: hit
            foreach (string word in Words.Split(text)) //: hit 2/2
            { //D: hit
                yield return word; //: hit
            } //D: hit
        } //: hit
    } //: hit

    public async Task<int> AddAllAsync(params string[] texts)
    { //D: hit
        int sum = 0; //: hit
        await foreach (string word in ReadAsync(texts)) //: hit 2/2
        { //D: hit
            sum += Add(word); //: hit
        } //D: hit

        return sum; //: hit
    } //: hit

    public void Forget(Action<string>? report = null)
    { //D: miss
        foreach (string word in counts.Keys.ToList()) //: miss 0/2
        { //D: miss
            report?.Invoke(word); //: miss 0/2
            counts.Remove(word); //: miss
        } //D: miss
    } //: miss
}
