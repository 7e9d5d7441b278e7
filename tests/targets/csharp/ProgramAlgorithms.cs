// Matrices, graphs and machines: nested loops, goto and labels, jagged arrays, ref locals, unsafe code, flags, a state
// machine by enum, a reader of comma-separated text made of iterators.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Numerics;
using System.Runtime.InteropServices;
using System.Text;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class ProgramAlgorithms
{
    //- Gaussian elimination: nested loops with continue, a goto out of them, a swap of ref locals
    private static bool Solve(double[][] rows, out double[]? result)
    { //D: hit
        int n = rows.Length; //: hit
        for (int column = 0; column < n; column++) //: hit 2/2
        { //D: hit
            int pivot = -1; //: hit
            for (int row = column; row < n && pivot < 0; row++) //: hit 2/2 2/2
                if (Math.Abs(rows[row][column]) > 1e-9) pivot = row; //: hit 2/2
            if (pivot == -1) goto singular; //: hit 2/2
            if (pivot != column) //: hit 2/2
            { //D: hit
                ref double[] a = ref rows[pivot], b = ref rows[column]; //: hit
                (a, b) = (b, a); //: hit
            } //D: hit

            for (int row = 0; row < n; row++) //: hit 2/2
            { //D: hit
                if (row == column || rows[row][column] is 0) continue; //: hit 2/2 2/2
                double factor = rows[row][column] / rows[column][column]; //: hit
                for (int k = column; k <= n; k++) rows[row][k] -= factor * rows[column][k]; //: hit 2/2
            } //D: hit
        } //D: hit

        result = new double[n]; //: hit
        for (int i = 0; i < n; i++) result[i] = rows[i][n] / rows[i][i]; //: hit 2/2
        return true; //: hit

    singular: //D: hit
        result = null; //: hit
        return false; //: hit
    } //D: hit

    //- a shortest way: a queue, a jagged map, labels for the loops that are left
    private static int? Shortest(string[] map, (int X, int Y) from, char goal)
    { //D: hit
        var distances = new Dictionary<(int, int), int> { [from] = 0 }; //: hit
        Queue<(int X, int Y)> open = new([from]); //: hit
        ReadOnlySpan<(int X, int Y)> steps = [(0, 1), (1, 0), (0, -1), (-1, 0)]; //: hit
        int best = 0; //: hit
        while (open.TryDequeue(out var at)) //: hit 2/2
        { //D: hit
            foreach (ref readonly var step in steps) //: hit 2/2
            { //D: hit
                (int x, int y) = (at.X + step.X, at.Y + step.Y); //: hit
                if (y < 0 || y >= map.Length || x < 0 || x >= map[y].Length) continue; //: hit 2/2 2/2 2/2 2/2
                switch (map[y][x]) //: part 4/5
                {
                    case '#':
                        continue; //D: hit
                    case var c when c == goal: //: hit 2/2
                        best = distances[at] + 1; //: hit
                        goto found; //: hit
                    case >= '0' and <= '9':
                    case ' ':
                        if (!distances.TryAdd((x, y), distances[at] + 1)) break; //: hit 2/2
                        open.Enqueue((x, y)); //: hit
                        break; //D: hit
                }
            } //D: hit
        } //: hit

        return null; //: hit
    found: //D: hit
        return best; //: hit
    } //D: hit

    //- primes: a sieve with unsafe pointers, do, and a stackalloc
    private static unsafe int Primes(int limit)
    { //D: hit
        int count = 0, length = limit + 1; //: hit
        byte* composite = stackalloc byte[length]; //: hit
        new Span<byte>(composite, length).Clear(); //: hit
        int p = 2; //: hit
        do
        { //D: hit
            if (composite[p] != 0) continue; //: hit 2/2
            count++; //: hit
            for (byte* m = composite + p * p; m < composite + length; m += p) //: hit 2/2
                *m = 1; //: hit
        } //D: hit
        while (++p <= limit); //: hit 2/2

        fixed (char* text = "primes") //: hit
        { //D: hit
            for (char* c = text; *c != '\0'; ++c) //: hit 2/2
                count += *c is 'p' or 'x' ? 1 : 0; //: part 2/2 1/2
        } //D: hit

        return count; //: hit
    } //D: hit

    //- a topological order by depth first: local recursion, tuples, an early way out of two loops
    private static List<string>? Order(ILookup<string, string> edges, params IEnumerable<string> nodes)
    { //D: hit
        Dictionary<string, bool> marks = new(); //: hit
        List<string> order = []; //: hit
        foreach (string node in nodes) //: hit 2/2
            if (!Visit(node)) return null; //: hit 2/2
        order.Reverse(); //: hit
        return order; //: hit

        bool Visit(string node)
        { //D: hit
            ref bool done = ref CollectionsMarshal.GetValueRefOrAddDefault(marks, node, out bool known); //: hit
            if (known) return done; //: hit 2/2
            foreach (string next in edges[node]) //: hit 2/2
                if (!Visit(next)) return false; //: hit 2/2
            marks[node] = true; //: hit
            order.Add(node); //: hit
            return true; //: hit
        } //: hit
    } //: hit

    //- a multi-dimensional array, a rectangle of loops, labels for the next row
    private static (int Row, int Column) Saddle(int[,] grid)
    { //D: hit
        int rows = grid.GetLength(0), columns = grid.GetLength(1); //: hit
        for (int r = 0; r < rows; ++r) //: part 1/2
        { //D: hit
            for (int c = 0; c < columns; ++c) //: hit 2/2
            { //D: hit
                for (int i = 0; i < columns; ++i) //: hit 2/2
                    if (grid[r, i] > grid[r, c]) goto nextCell; //: hit 2/2
                int k = 0; //: hit
                while (k < rows && (k == r || grid[k, c] >= grid[r, c])) //: hit 2/2 2/2 2/2
                    k++; //: hit
                if (k == rows) return (r, c); //: hit 2/2
            nextCell:; //D: hit
            } //D: hit
        } //D: hit

        return default; //: miss
    } //D: hit

    private enum Gate { Locked, Open, Broken }

    [Flags]
    private enum Effects { None, Beep = 1, Light = 2, Alarm = 4, All = Beep | Light | Alarm }

    private sealed class Turnstile(int strength) //: hit
    {
        private Gate gate; // no code
        private int pushes; // no code

        public Effects Effects { get; private set; } //: hit

        public Gate Handle(string signal) => gate = (gate, signal.Split(':')) switch //: part 6/7
        { //: hit
            (Gate.Locked, ["coin", var text]) when int.TryParse(text, out int coin) && coin is 5 or > 10 => Say(Effects.Light, Gate.Open), //: hit 2/2 2/2 2/2
            (Gate.Locked, ["coin", _]) => Say(Effects.Beep, Gate.Locked), //: hit
            (Gate.Locked, ["push"]) => ++pushes >= strength ? Gate.Broken : gate, //: hit 2/2
            (Gate.Open, ["push"]) => Gate.Locked, //: hit
            (Gate.Open or Gate.Broken, ["coin", ..]) => gate, //: miss
            (Gate.Broken, _) => Say(Effects.All & ~Effects.Light, Gate.Broken), //: hit
            var (_, words) => throw new ArgumentException(words is [{ Length: var length }, ..] && length > 0 ? words[0] : "?"), //: part 1/2 1/2 1/2 2/2
        }; //: hit

        private Gate Say(Effects effects, Gate next)
        { //D: hit
            switch (next) //: hit 4/4
            {
                case Gate.Open when (Effects & effects) == 0: //: hit 2/2
                case Gate.Locked:
                    Effects |= effects; //: hit
                    break; //: hit
                case Gate.Broken:
                    Effects ^= effects; //: hit
                    if ((Effects & Effects.Alarm) is not Effects.None) pushes--; //: hit 2/2
                    goto default; //D: hit
                default:
                    pushes += Effects.HasFlag(Effects.Beep) ? 0 : 1; //D: hit 2/2 //R: hit
                    break; //D: hit
            }

            return next; //: hit
        } //D: hit
    }

    //- comma-separated text: a reader with quotes as a machine of chars, headers, typed rows
    private static IEnumerable<string[]> Rows(TextReader reader, char separator = ',')
    { //D: hit
        StringBuilder cell = new(); //: hit
        List<string> cells = []; //: hit
        bool quoted = false; //: hit
        try
        { //D: hit
            for (int read; (read = reader.Read()) != -1;) //: hit 2/2
            { //D: hit
                char c = (char)read; //: hit
                if (quoted) //: hit 2/2
                { //D: hit
                    if (c != '"') cell.Append(c); //: hit 2/2
                    else if (reader.Peek() == '"') cell.Append((char)reader.Read()); //: hit 2/2
                    else quoted = false; //: hit
                    continue; //: hit
                }

                switch (c) //: hit 5/5
                {
                    case '"' when cell.Length == 0: //: hit 2/2
                        quoted = true; //: hit
                        break; //: hit
                    case '\r':
                        break; //D: hit
                    case '\n' when cells.Count == 0 && cell.Length == 0: //: hit 2/2 2/2
                        continue; //D: hit
                    case '\n':
                        cells.Add(cell.ToString()); //: hit
                        cell.Clear(); //: hit
                        yield return [.. cells]; //: hit
                        cells.Clear(); //: hit
                        break; //: hit
                    default:
                        if (c == separator) //: hit 2/2
                        { //D: hit
                            cells.Add(cell.ToString()); //: hit
                            cell.Length = 0; //: hit
                        } //D: hit
                        else
                        { //D: hit
                            cell.Append(c); //: hit
                        } //D: hit

                        break; //D: hit
                }
            } //D: hit

            if (quoted) throw new FormatException("quote"); //: hit 2/2
            if (cells.Count > 0 || cell.Length > 0) yield return [.. cells, cell.ToString()]; //: part 2/2 1/2
        } //: hit
        finally
        { //D: hit
            reader.Dispose(); //: hit
        } //: hit
    } //: hit

    private static IEnumerable<TRow> Read<TRow>(string text, Func<IReadOnlyDictionary<string, string>, TRow?> make, bool strict = false)
        where TRow : struct
    { //D: hit
        string[]? header = null; //: hit
        int line = 0; //: hit
        foreach (string[] cells in Rows(new StringReader(text))) //: hit 2/2
        { //D: hit
            line++; //: hit
            if (header is null) //: hit 2/2
            { //D: hit
                header = Array.ConvertAll(cells, static c => c.Trim()); //: hit
                continue; //: hit
            }

            if (cells.Length != header.Length) //: hit 2/2
            { //D: hit
                if (strict) throw new FormatException($"line {line}"); //: hit 2/2
                else if (cells is ["end", ..]) yield break; //: part 1/2 1/2 2/2
                continue; //D: hit
            }

            Dictionary<string, string> row = header.Zip(cells).ToDictionary(p => p.First, p => p.Second); //: hit
            if (make(row) is { } made) yield return made; //: hit 2/2
        } //D: hit
    } //: hit

    public static void Run()
    { //D: hit
        Use(Solve([[0, 2, 4], [1, 0, 3]], out _)); //: hit
        Use(Solve([[1, 2, 3], [2, 4, 5]], out _)); //: hit
        string[] map = ["  #1", " ##2", "    "]; //: hit
        Use(Shortest(map, (0, 0), '2')!.Value); //: hit
        Use(Shortest(map, (0, 0), 'x') ?? -1); //: hit
        Use(Primes(30)); //: hit
        (string, string)[] pairs = [("a", "b"), ("a", "c"), ("b", "c")]; //: hit
        Use(Order(pairs.ToLookup(p => p.Item1, p => p.Item2), "a", "c")); //: hit
        Use(Order(pairs.Append(("c", "a")).ToLookup(p => p.Item1, p => p.Item2), "b")); //: hit
        Use(Saddle(new[,] { { 1, 9, 1 }, { 3, 4, 2 }, { 5, 8, 5 } }).Row); //: hit
        Turnstile turnstile = new(2); //: hit
        foreach (string signal in "coin:x coin:7 coin:5 push coin:11 push push push kick kick kick".Split(' ')) //: hit 2/2
            Use(turnstile.Handle(signal)); //: hit
        Expect<ArgumentException>(() => new Turnstile(1).Handle("kick")); //: hit
        Expect<ArgumentException>(() => new Turnstile(1).Handle("")); //: hit
        const string Text = "name, age\r\n\"a \"\"b\"\"\",1\n\nc\"d,x\n\ne\nf,3\nend\ng,4"; //: none
        Func<IReadOnlyDictionary<string, string>, (string, int)?> make = row => int.TryParse(row["age"], out int age) ? (row["name"], age) : null; //: hit 2/2
        Use(Read(Text, make).Count()); //: hit
        Use(Read("name,age\nz,26", make, strict: true).Single()); //: hit
        Use(Read("name,age\n", make).Count()); //: hit
        Expect<FormatException>(() => Read(Text, make, strict: true).Count()); //: hit
        Expect<FormatException>(() => Rows(new StringReader("\"x")).Count()); //: hit
    } //: hit
}
