// Small functions on one line each: locks, retries, refs, spans, inline arrays, checked code, closures, queries, generic
// mathematics, gotos, iterators and awaits. Each is called with 1, 2 and 5.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class LineWholeMethod
{
    [InlineArray(3)]
    private struct Three { private int a; }

    private static readonly Lock gate = new(); //: hit
    private static int counter;
    private static readonly Dictionary<string, List<int>> index = []; //: hit

    public static async Task Run()
    { //D: hit
        foreach (int n in new[] { 1, 2, 5 }) //: hit 2/2
        { //D: hit
            Use(A(n) + B(n) + C(n) + D(n) + E(n) + F(n) + G(n) + H(n)); //: hit
            Use(I(n) + J(n) + K(n) + L(n) + M(n) + N<int>(n) + O(n) + P(n)); //: hit
            Use(Q(n).Count() + R(n) + S(n) + T(n) + U(n) + X(n)); //: hit
            Use(await V(n) + await W(n)); //: hit
        } //D: hit
    } //: hit

    private static int A(int n) { lock (gate) { if (n > 1) return counter++; } return n > 0 ? 1 : 2; } //: part 2/2 1/2

    private static int B(int n) { int old; do { old = counter; if (n > 2) break; } while (Interlocked.CompareExchange(ref counter, old + 1, old) != old); return old; } //: part 2/2 1/2

    private static int C(int n) { for (int i = 0, j = n; i < j && (i ^ j) != 9; i++, j--) if ((i & 1) == 0) continue; else n++; return n; } //: part 2/2 1/2 2/2

    private static int D(int n) { ref int r = ref n > 1 ? ref n : ref counter; r += n > 2 ? 1 : 3; return r; } //: hit 2/2 2/2

    private static int E(int n) { Three t = default; t[n > 2 ? 0 : 1] = n; int s = 0; foreach (int x in t) s += x > 0 ? x : 1; return s; } //D: hit 2/2 2/2 2/2 //R: hit 2/2 2/2

    private static int F(int n) { Span<int> s = n > 1 ? stackalloc int[4] : new int[2]; foreach (ref int x in s) x = n > 2 ? 1 : 2; return s is [1, ..] ? s[^1] : s is [_, 2] ? s[0] : -1; } //: part 2/2 2/2 2/2 1/2 2/2 2/2 1/2

    private static int G(int n) { try { return checked((byte)(n > 2 ? 300 : n)); } catch (OverflowException) when (n != 5 || No()) { return 1; } catch { return n > 4 ? 2 : 3; } } //: part 2/2 1/2 1/2 1/2

    private static int H(int n) { if (!index.TryGetValue("k" + n, out var list) || list.Count == 0) index["k" + n] = list = [n]; (n > 1 ? list : index["k1"]).Add(n); return list.Count; } //: part 1/2 0/2 2/2

    private static string I(int n) { var (a, b, _) = n switch { 1 => (1, "a", 2), 2 => (2, "b", 3), var k => (k, n > 3 ? "c" : "d", 4) }; return a > 1 && b is "b" ? b : "-"; } //: part 3/3 1/2 2/2 2/2

    private static int J(int n) { static int Rec(int k) => k <= 0 ? 0 : k % 2 == 0 ? Rec(k - 2) : 1 + Rec(k - 1); return Rec(n) > 1 ? 1 : n > 1 ? 2 : 3; } //: part 2/2 2/2 1/2 2/2

    private static int K(int n) { Func<int, Func<int, bool>> f = x => y => x > y && y > 1; return f(n)(1) ? 1 : f(n + 1)(n) ? 2 : 3; } //: part 2/2 2/2 1/2 2/2

    private static int L(int n) { int? a = n > 1 ? n : null; a += n > 2 ? 1 : null; return a is { } v ? v : -1; } //: hit 2/2 2/2 2/2

    private static int M(int n) { object o = n > 2 ? "s" : n; return o is int i and > 1 ? i : o is string { Length: 1 } s ? s.Length : o switch { int => 7, _ => 8 }; } //: part 2/2 2/2 2/2 2/2 1/2 1/2

    private static T N<T>(int n) where T : INumber<T> { T t = T.CreateChecked(n); return t > T.One ? t is { } u && u != T.One + T.One ? t : T.Zero : -t; } //: part 2/2 1/2 2/2

    private static int O(int n) { goto start; top: if (n > 3) goto end; n += 2; start: if (n < 4) goto top; end: return n; } //: part 1/2 2/2

    private static int P(int n) { int c = 0; foreach (var (k, v) in new Dictionary<int, string?> { [1] = "a", [2] = null }) { if (v is null) continue; if (k == n) break; c += k; } return c; } //: hit 2/2 2/2 2/2

    private static IEnumerable<int> Q(int n) { for (int i = 0; ; i++) { if (i == n) yield break; if (i % 2 == 0) continue; yield return i; } } //: hit 2/2 2/2

    private static int R(int n) { var q = from x in new[] { 1, n } where x > 1 || n == 1 let y = x > 2 ? x : -x group y by y > 0 into g orderby g.Key select g.Key ? g.Sum() : g.Count() > 1 ? 1 : 2; return q.FirstOrDefault(); } //: hit 2/2 2/2 2/2 2/2 2/2

    private static int S(int n) { uint u = (uint)n; return (u & 1) != 0 ? u << 1 > 4 ? 1 : 2 : ~u > 5 ? 3 : 4; } //: part 2/2 1/2 2/2

    private static int T(int n) { try { try { if (n > 2) throw new InvalidOperationException(); return 1; } finally { counter += n > 1 ? 1 : 2; } } catch (InvalidOperationException) { return 2; } } //: hit 2/2 2/2

    private static int U(int n) { using var e = new[] { 1, 2, 3 }.AsEnumerable().GetEnumerator(); int s = 0; while (e.MoveNext() && s < n) s += e.Current switch { 1 => 1, > 1 when s > 2 => 5, _ => 2 }; return s; } //: hit 2/2 2/2 3/3 2/2

    private static async Task<int> V(int n) { int s = 0; for (int i = 0; i < n; i++) { if (i == 2) continue; try { if (i == 3) break; s += await Task.FromResult(i) > 0 ? 1 : 2; } finally { if (n > 2) await Task.Yield(); } } return s; } //: hit 2/2 2/2 2/2 2/2 2/2

    private static async Task<int> W(int n) { await using var d = n > 1 ? new System.IO.MemoryStream() : null; return d is { CanRead: true } && await Task.FromResult(n > 2) ? (int)d.Length : d?.GetHashCode() is not null ? 1 : 2; } //: part 2/2 2/2 1/2 2/2 2/2 2/2

    private static int X(int n) { decimal m = n; DayOfWeek d = (DayOfWeek)n; return m switch { > 1.5m and < 3 => 1, 5m => 2, _ => 3 } + d switch { DayOfWeek.Monday or DayOfWeek.Friday => 1, < DayOfWeek.Wednesday => 2, _ => 3 } + (d is DayOfWeek.Sunday ? 1 : d.HasFlag(DayOfWeek.Monday) ? 2 : 3); } //: part 3/3 2/3 1/2 2/2
}
