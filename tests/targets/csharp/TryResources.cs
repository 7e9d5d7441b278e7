// Exceptions and resources: filters with patterns, finally and jumps out of loops, disposal, awaits in handlers.

using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class TryResources
{
    private sealed class Refused(int code, string? reason = null, Exception? inner = null) : Exception(reason, inner) //: hit
    {
        public int Code { get; } = code > 0 ? code : -1; //: part 1/2

        public bool Transient => Code is 5 or 503; //: hit 2/2 2/2
    }

    private sealed class Handle(List<string> log, string name) : IDisposable, IAsyncDisposable //: hit
    {
        private bool closed; // no code

        public bool Empty => name.Length == 0; //: hit

        public string? Read(int at)
        { //D: hit
            ObjectDisposedException.ThrowIf(closed, this); //: hit
            return at < name.Length ? name[at].ToString() : null; //: hit 2/2
        } //D: hit

        public void Dispose()
        { //D: hit
            if (closed) return; //: part 1/2
            closed = true; //: hit
            log.Add("-" + name); //: hit
        } //: hit

        public async ValueTask DisposeAsync()
        { //D: hit
            if (!closed && name is ['s', ..]) await Task.Yield(); //: part 1/2 1/2 2/2 2/2
            Dispose(); //: hit
        } //: hit
    }

    private static Exception Make(int n) => n switch //: hit 7/7
    { //: hit
        1 => new Refused(5), //: hit
        2 => new Refused(7, "late"), //: hit
        3 => new IOException("io", new Refused(503)), //: hit
        4 => new OperationCanceledException(), //: hit
        5 => new ArgumentException("bad", "n"), //: hit
        6 => new FormatException(), //: hit
        _ => new InvalidOperationException("x"), //: hit
    }; //: hit

    private static void Throw(int n)
    { //D: hit
        if (n > 0) throw Make(n); //: hit 2/2
    } //: hit

    private static string Filtered(int n, bool quiet)
    { //D: hit
        try
        { //D: hit
            Throw(n); //: hit
            return "fine"; //: hit
        }
        catch (Exception e) when (e is Refused { Code: 5 } or OperationCanceledException) //: hit 2/2 2/2 2/2
        { //D: hit
            return "again"; //: hit
        }
        catch (Refused e) when (!e.Transient && !quiet) //: part 1/2 2/2
        { //D: hit
            return e.Message; //: hit
        }
        catch (IOException e) when (e.InnerException is Refused { Transient: true, Code: var code } && code > 500) //: part 1/2 1/2 1/2
        { //D: hit
            return $"io {code}"; //: hit
        }
        catch (ArgumentException e) when (e.ParamName == "n") //: part 1/2
        { //D: hit
            return e.ParamName ?? "?"; //: part 1/2
        }
        catch (Exception e) when (quiet || e is FormatException) //: hit 2/2 2/2
        { //D: hit
            return "quiet"; //: hit
        }
        catch //: hit
        { //D: hit
            if (n < 0) throw; //: part 1/2
            return "other"; //: hit
        }
    } //: hit

    private static int Loops(int[] codes, List<string> log)
    { //D: hit
        int tries = 0; //: hit
        foreach (int code in codes) //: hit 2/2
        { //D: hit
            try
            { //D: hit
                try
                { //D: hit
                    tries++; //: hit
                    if (code == 0) continue; //: hit 2/2
                    if (code == 8) break; //: hit 2/2
                    if (code == 9) return -tries; //: hit 2/2
                    Throw(code); //: hit
                    log.Add("not here"); //: miss
                } //: miss
                finally
                { //D: hit
                    log.Add(code > 7 ? "out" : "in"); //: hit 2/2
                    if (log.Count > 50) log.Clear(); //: part 1/2
                } //: hit
            } //: miss
            catch (Refused) when (tries < 3) //: hit 2/2
            { //D: hit
                continue; //: hit
            }
            catch (Refused e) //: hit
            { //D: hit
                log.Add(e.Message); //: hit
                if (e.Code == 7) break; //: hit 2/2
            } //: hit
            catch (IOException) //: hit
            { //D: hit
                try
                { //D: hit
                    log.Add("io"); //: hit
                    if (tries > 1) return tries; //: hit 2/2
                } //: hit
                finally
                { //D: hit
                    tries += 10; //: hit
                } //: hit
            } //: hit
        } //D: hit

        return tries; //: hit
    } //: hit

    private static int Disposed(string[] names, List<string> log)
    { //D: hit
        int read = 0; //: hit
        foreach (string name in names) //: hit 2/2
        { //D: hit
            using var handle = new Handle(log, name); //: hit
            if (handle.Empty) continue; //: hit 2/2
            using Handle? second = name.Length > 2 ? new Handle(log, name[1..]) : null; //: hit 2/2
            if (second?.Read(0) is not { } text) continue; //: hit 2/2 2/2
            if (text == "q") break; //: hit 2/2
            read += text.Length; //: hit
            using (StringReader lines = new(name)) //: hit
            using (StringWriter into = new()) //: hit
            { //D: hit
                string? line; // no code
                while ((line = lines.ReadLine()) != null) //: hit 2/2
                { //D: hit
                    if (line.Length == 0) continue; //: hit 2/2
                    if (line is "end") return read; //: hit 2/2
                    into.Write(line); //: hit
                } //D: hit

                read += into.ToString().Length; //: hit
            } //: hit
        } //D: hit

        return read; //: hit
    } //: hit

    private static async Task<string> Handled(int n, List<string> log)
    { //D: hit
        bool done = false; //: hit
        try
        { //D: hit
            await Task.Yield(); //: hit
            Throw(n); //: hit
            done = true; //: hit
            return "done"; //: hit
        }
        catch (Refused e) when (e.Transient || n == 2 && log.Count > 100) //: part 2/2 1/2 1/2
        { //D: hit
            if (await Asked(e.Code)) return "asked"; //: part 1/2
            log.Add(await Asked(1) ? "yes" : "no"); //: miss 0/2
        } //: miss
        catch (OperationCanceledException) //: hit //AR: none
        { //D: hit
            await Task.Yield(); //: hit
            throw; //: hit
        }
        catch (Exception e) when (e is IOException { InnerException: { } inner } && inner is Refused || e is FormatException) //: part 2/2 1/2 1/2 2/2
        { //D: hit
            string text = e.InnerException?.Message ?? await Named(n); //: hit 2/2 2/2
            if (text.Length > 8) return text; //: hit 2/2
        } //D: hit
        finally
        { //D: hit
            if (!done) await Task.Yield(); //: hit 2/2
            log.Add(done || await Asked(n) ? "done" : "failed"); //: hit 2/2 2/2
        } //D: hit

        return log.Count > 0 ? log[^1] : "none"; //: part 1/2
    } //: hit //AR: none

    private static Task<bool> Asked(int n) => Task.FromResult(n > 4); //: hit

    private static async ValueTask<string> Named(int n)
    { //D: hit
        await Task.Yield(); //: hit
        return "n" + n; //: hit
    } //: hit //AR: none

    private static async Task<int> Guarded(string[] names, List<string> log, CancellationToken token)
    { //D: hit
        int n = 0; //: hit
        foreach (string name in names) //: hit 2/2
        { //D: hit
            await using Handle handle = new(log, name); //: hit
            if (handle.Empty) continue; //: hit 2/2
            for (int at = 0; ; at++) //: hit
            { //D: hit
                token.ThrowIfCancellationRequested(); //: hit
                if (handle.Read(at) is not { } text) break; //: hit 2/2
                if (text is "!") return n; //: hit 2/2
                n += text is "x" ? await Task.FromResult(2) : 1; //: hit 2/2
            } //D: hit
        } //: hit //AR: none

        return n; //: hit
    } //: hit //AR: none

    private static async Task<int> Retried(Func<int, Task<int>> action, int limit)
    { //D: hit
        for (int attempt = 1; ; attempt++) //: hit
        { //D: hit
            try
            { //D: hit
                return await action(attempt); //: hit
            }
            catch (Refused e) when (e.Transient && attempt < limit) //: hit 2/2 2/2
            { //D: hit
                await Task.Delay(e.Code > 100 ? 1 : 0); //D: part 1/2 //R: hit
            } //D: hit
            catch (Exception e) when (e is not OperationCanceledException) //: hit 2/2
            { //D: hit
                throw new Refused(attempt, e.Message, e); //: hit
            }
        } //D: hit
    } //: hit

    public static async Task Run()
    { //D: hit
        List<string> log = []; //: hit
        for (int n = 0; n < 8; n++) //: hit 2/2
        { //D: hit
            Use(Filtered(n, false)); //: hit
            Use(n is 5 || Filtered(n, true) is "again" or "quiet"); //: hit 2/2 2/2 2/2
        } //D: hit

        Use(Loops([0, 1, 2], log) + Loops([8], log) + Loops([9], log) + Loops([0, 0, 1, 2, 1], log) + Loops([3, 3], log) + Loops([0], log)); //: hit
        Expect<OperationCanceledException>(() => Loops([4], log)); //: hit
        Use(Disposed(["", "ab", "aq", "abc", "x\n\ny", "aend\nend"], log) + Disposed(["aqx"], log) + Disposed([], log)); //: hit
        foreach (int n in new[] { 0, 1, 3, 6 }) Use(await Handled(n, log)); //: hit 2/2
        foreach (int n in new[] { 2, 4, 5 }) //: hit 2/2
        { //D: hit
            try
            { //D: hit
                await Handled(n, log); //: hit
            } //: miss
            catch (Exception e) when (e is Refused or OperationCanceledException or ArgumentException) //: part 2/2 2/2 1/2
            { //D: hit
                log.Add(e.GetType().Name); //: hit
            } //: hit
        } //D: hit

        Use(await Guarded(["", "sx", "a", "b!"], log, default) + await Guarded(["b"], log, CancellationToken.None)); //: hit
        Use(await Retried(async n => n < 2 ? throw Make(1) : await Task.FromResult(n), 3)); //: hit 2/2
        foreach (int n in new[] { 1, 2, 4 }) //: part 1/2
        { //D: hit
            try
            { //D: hit
                await Retried(_ => throw Make(n), 2); //: hit
            } //: miss
            catch (Refused e) when (e is { InnerException: not null, Code: 1 or 2 }) //: part 1/2 1/2 1/2
            { //D: hit
                Use(e.Code); //: hit
            } //: hit
            catch (OperationCanceledException) //: hit
            { //D: hit
                break; //: hit
            }
        } //D: hit
    } //: hit
}
