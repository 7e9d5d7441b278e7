// Generics, an initialiser under two constructors, lock, async that really yields.

using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Shop;

public sealed class Stock<TKey>
    where TKey : notnull
{
    private static int created = Start(); //: hit

    private readonly Dictionary<TKey, int> pieces = new(); //: hit
    private readonly int number = ++created > 1_000_000 ? 0 : created; //: part 1/2
    private readonly Lock gate = new(); //: hit

    public Stock() //: hit
    { //D: hit
    } //: hit

    public Stock(IEnumerable<KeyValuePair<TKey, int>> initial) //: hit
    { //D: hit
        foreach ((TKey key, int count) in initial) //: hit 2/2
        { //D: hit
            pieces[key] = count; //: hit
        } //D: hit
    } //: hit

    public int Number => number; //: hit

    private static int Start() => 0; //: hit

    public int Put(TKey key, int count)
    { //: hit
        lock (gate)
        { //D: hit
            pieces.TryGetValue(key, out int before); //: hit
            return pieces[key] = before + count; //: hit
        }
    } //: hit

    //- both operands, in two test projects
    public bool Has(TKey key, int count) => pieces.TryGetValue(key, out int there) && there >= count; //: hit 2/2 2/2

    public async Task<int> TakeAsync(TKey key, int count)
    { //D: hit
        await Task.Yield(); //: hit
        try
        { //D: hit
            if (!Has(key, count)) //: hit 2/2
            { //D: hit
                throw new InvalidOperationException($"not enough of {key}"); //: hit
            }

            await Task.Delay(1); //: hit
            return Put(key, -count); //: hit
        }
        catch (InvalidOperationException e) when (e.Message.Length == 0) //: part 1/2
        { //D: miss
            return 0; //: miss
        }
        finally
        { //D: hit
            await Task.Yield(); //: hit
        } //D: hit
    } //: hit

    public void Clear()
    { //D: miss
        pieces.Clear(); //: miss
    } //: miss
}

//- a type that no test reaches
public sealed class Voucher(string code) //: miss
{
    private readonly DateTime created = DateTime.UnixEpoch; //: miss

    public string Code { get; } = code; //: miss

    public bool IsValid(DateTime now) => now >= created && Code.Length == 8; //: miss 0/2 0/2

    public override string ToString()
    { //D: miss
        if (Code.Length > 4) //: miss 0/2
        { //D: miss
            return Code[..4] + "..."; //: miss
        }

        return Code; //: miss
    } //D: miss
}
