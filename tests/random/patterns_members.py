"""Members that hold a switch, and the file of a seed."""

import random

from patterns_make import Context, Maker, leave
from patterns_tree import Env, Leave, Simple, Thrown, emit_all, run_all
from patterns_values import TYPES, random_value, text_of

MASK = 0xFFFFFFFF

# name: (header, what a return is, async, iterator, static or instance or parameters only, call)
BODIES = {
    "static method": ("public static int M(TYPE v, int n, bool f)", "int", False, False, "static", "CLASS.M(c.F, n, f);"),
    "instance method": ("public int M(TYPE v, int n, bool f)", "int", False, False, "instance", "c.M(c.F, n, f);"),
    "void method": ("public void M(TYPE v, int n, bool f)", "void", False, False, "instance", "c.M(c.F, n, f);"),
    "generic method": ("public int M<TX>(TYPE v, int n, bool f, TX x)", "int", False, False, "instance", 'c.M(c.F, n, f, "x");'),
    "constructor": ("public sealed class Made { public Made(TYPE v, int n, bool f)", "void", False, False, "parameters",
                    "new CLASS.Made(c.F, n, f);"),
    "struct method": ("public struct Made { public int M(TYPE v, int n, bool f)", "int", False, False, "parameters",
                      "new CLASS.Made().M(c.F, n, f);"),
    "interface method": ("public interface IMade { int M(TYPE v, int n, bool f)", "int", False, False, "parameters",
                         "((IMade)new Made()).M(c.F, n, f);"),
    "getter": ("public int M { get", "int", False, False, "fields", "Use(0, c.M);"),
    "setter": ("public TYPE M { set", "void", False, False, "value", "c.M = c.F;"),
    "indexer": ("public int this[TYPE v, int n, bool f] { get", "int", False, False, "instance", "Use(0, c[c.F, n, f]);"),
    "operator": ("public static int operator +(CLASS c, (TYPE v, int n, bool f) t)", "int", False, False, "operator",
                 "Use(0, c + (c.F, n, f));"),
    "conversion": ("public static explicit operator int(CLASS c)", "int", False, False, "conversion", "Use(0, (int)c);"),
    "async method": ("public async Task<int> M(TYPE v, int n, bool f)", "int", True, False, "instance",
                     "c.M(c.F, n, f).GetAwaiter().GetResult();"),
    "static async method": ("public static async Task M(TYPE v, int n, bool f)", "void", True, False, "static",
                            "CLASS.M(c.F, n, f).GetAwaiter().GetResult();"),
    "async method with ValueTask": ("public async ValueTask<int> M(TYPE v, int n, bool f)", "int", True, False, "instance",
                                    "c.M(c.F, n, f).AsTask().GetAwaiter().GetResult();"),
    "iterator": ("public IEnumerable<int> M(TYPE v, int n, bool f)", "yield", False, True, "instance", "Drain(c.M(c.F, n, f));"),
    "static iterator": ("public static IEnumerable<int> M(TYPE v, int n, bool f)", "yield", False, True, "static",
                        "Drain(CLASS.M(c.F, n, f));"),
    "async iterator": ("public async IAsyncEnumerable<int> M(TYPE v, int n, bool f)", "yield", True, True, "instance",
                       "Drain(c.M(c.F, n, f)).GetAwaiter().GetResult();"),
    "event accessor": ("public event Action<TYPE> M { add", "void", False, False, "fields", "c.M += null;"),
}

EXPRESSIONS = {
    "expression-bodied method": ("public int M(TYPE v, int n, bool f) => ", "instance", "c.M(c.F, n, f);"),
    "expression-bodied static method": ("public static int M(TYPE v, int n, bool f) => ", "static", "CLASS.M(c.F, n, f);"),
    "expression-bodied property": ("public int M => ", "fields", "Use(0, c.M);"),
    "expression-bodied async method": ("public async Task<int> M(TYPE v, int n, bool f) => ", "instance",
                                       "c.M(c.F, n, f).GetAwaiter().GetResult();"),
    "expression-bodied indexer": ("public int this[TYPE v, int n, bool f] => ", "instance", "Use(0, c[c.F, n, f]);"),
    "expression-bodied operator": ("public static int operator +(CLASS c, (TYPE v, int n, bool f) t) => ", "operator",
                                   "Use(0, c + (c.F, n, f));"),
    "expression-bodied constructor": ("public sealed class Made { int m; public Made(TYPE v, int n, bool f) => m = ", "parameters",
                                      "new CLASS.Made(c.F, n, f);"),
    "field initialiser": ("public sealed class Made(TYPE v, int n, bool f) { public int M = ", "parameters",
                          "new CLASS.Made(c.F, n, f);"),
    "static field lambda": ("public static Func<TYPE, int, bool, int> M = (v, n, f) => ", "static", "CLASS.M(c.F, n, f);"),
    "base call": ("public sealed class Made : Base { public Made(TYPE v, int n, bool f) : base(", "parameters",
                  "new CLASS.Made(c.F, n, f);"),
}


def context(kind, place, owner, returns, is_async, yields):
    """What is in sight in a member."""
    value = lambda e: e.v["v"]                  # noqa: E731
    number = lambda e: e.v["n"]                 # noqa: E731
    names = {"fields": ("F", "N", "B"), "value": ("value", "N", "B"), "operator": ("t.v", "t.n", "t.f"),
             "conversion": ("c.F", "c.N", "c.B")}.get(owner, ("v", "n", "f"))
    first = "parameter" if owner not in ("fields", "conversion") else "field"
    subjects = [(names[0], value, first)] * 3
    array = "SA"
    if owner in ("instance", "fields", "value"):
        subjects += [("F", value, "field"), ("this.F", value, "field"), ("P", value, "property"), ("Get()", value, "method result"),
                     ("A[0]", value, "array element")]
        array = "A"
    else:
        subjects += [("SF", value, "static field"), ("SA[0]", value, "array element")]
    if owner == "operator":
        subjects.append(("c.P", value, "property"))
    flag = names[2]
    return Context(kind, place, subjects, [(names[1], number)], flag, array, returns, is_async, yields)


class Member:
    """A class with one member and its calls."""

    def __init__(self, rng, name):
        self.name = name
        self.kind = kind = rng.choice(TYPES)
        maker = Maker(rng)
        self.top = None
        if rng.random() < 0.78:
            self.place = rng.choice(list(BODIES))
            header, returns, is_async, yields, owner, self.call = BODIES[self.place]
            ctx = context(kind, self.place, owner, returns, is_async, yields)
            self.body = maker.around(ctx, rng.choice((0, 1, 1, 1, 2, 2, 3)))
            if self.body[-1].falls:
                if returns == "int":
                    self.body.append(Simple(maker.call().around("return ", ";"), self.place, leave("return"), False))
                elif yields:
                    self.body.append(Simple(maker.call().around("yield return ", ";"), self.place))
        else:
            self.place = rng.choice(list(EXPRESSIONS))
            header, owner, self.call = EXPRESSIONS[self.place]
            ctx = context(kind, self.place, owner, "int", "async" in header, False)
            s = maker.switched(ctx, "int", rng.random() < 0.8)
            header = header.replace("TYPE", kind).replace("CLASS", name)
            tail = ";" if "{" not in header else "; }"
            if self.place == "base call":
                tail = ") { } }"
            self.top = Simple(s.around(header, tail), self.place)
            self.body = [self.top]
        self.header = header.replace("TYPE", kind).replace("CLASS", name)
        self.call = self.call.replace("CLASS", name).replace("Made()", f"{name}.Made()").replace(f"{name}.{name}.", f"{name}.") \
            .replace("(IMade)", f"({name}.IMade)")
        self.calls = []
        for _ in range(rng.randint(1, 6)):
            values = tuple(random_value(rng, kind) for _ in range(rng.randint(1, 4)))
            self.calls.append((values, rng.choice((0, 1, 2, 3, 4, 5, 7, 9, 12)), rng.random() < 0.5))
        self.trace = self.run()

    def run(self):
        """Runs all calls; returns the sum that the program prints."""
        total = 0
        for values, n, f in self.calls:
            env = Env({"v": values[0], "A": values, "n": n, "f": f})
            try:
                run_all(self.body, env)
            except Leave as left:
                assert left.kind == "return", left.kind
            except Thrown as thrown:
                env.trace.append(-1 if thrown.number is None else thrown.number)
            for k in env.trace:
                total = (total * 31 + k) & MASK
        return total

    def emit(self, out):
        """Prints the class."""
        kind, name = self.kind, self.name
        for text in (f"// {self.place}", f"sealed class {name}", "{",
                     f"    public {kind} F; public {kind}[] A; public int N; public bool B; public static {kind} SF;"
                     f" public static {kind}[] SA; static readonly object Gate = new();",
                     f"    public {kind} P => F; public {kind} Get() => Id(F);",
                     f"    public {name}({kind}[] a, int n, bool f) {{ A = a; F = a[0]; N = n; B = f; SF = F; SA = a; }}"):
            out.append((text, None))
        if self.top:
            self.top.emit(out, 4)
        else:
            out.append(("    " + self.header, None))
            out.append(("    {", None))
            emit_all(self.body, out, 8)
            closing = "    }" + " }" * (self.header.count("{"))
            if "event" in self.header:
                closing = "    } remove { } }"
            out.append((closing, None))
        if "IMade" in self.header:
            out.append(("    public sealed class Made : IMade { }", None))
        out.append(("    public static void Run()", None))
        out.append(("    {", None))
        for values, n, f in self.calls:
            array = f"new {kind}[] {{ " + ", ".join(text_of(v) for v in values) + " }"
            if kind.endswith("[]"):
                array = f"new {kind}[] {{ " + ", ".join(text_of(v) for v in values) + " }"
                array = array.replace(f"new {kind}[] {{", f"new {kind[:-2]}[][] {{", 1)
            truth = "true" if f else "false"
            out.append((f"        Call(() => {{ int n = {n}; bool f = {truth}; var c = new {name}({array}, n, f); {self.call} }});",
                        None))
        out.append((f'        Print("{name}");', None))
        out.append(("    }", None))
        out.append(("}", None))


class Seed:
    """The file of a seed."""

    def __init__(self, seed, members):
        rng = random.Random(f"patterns {seed}")
        self.seed = seed
        self.members = [Member(rng, f"C{seed}_{i}") for i in range(members)]
        self.rows = []
        for text in ("// A random program: tests/random/patterns.py makes it.", "using System;", "using System.Collections.Generic;",
                     "using System.Linq;", "using System.Threading.Tasks;", "using static Support;"):
            self.rows.append((text, None))
        for member in self.members:
            start = len(self.rows)
            member.emit(self.rows)
            member.lines = (start + 1, len(self.rows))
        self.rows.append((f"static class P{seed}", None))
        self.rows.append(("{", None))
        self.rows.append(("    public static void Run() { " + " ".join(f"{m.name}.Run();" for m in self.members) + " }", None))
        self.rows.append(("}", None))

    @property
    def text(self):
        """The source with its marks."""
        return "".join(text + (f" //: {line.mark()}" if line else "") + "\n" for text, line in self.rows)

    def member_at(self, number):
        """The member of a line."""
        return next((m for m in self.members if m.lines[0] <= number <= m.lines[1]), None)


SUPPORT = """using System;
using System.Collections.Generic;
using System.Threading.Tasks;

public enum Colour { Red, Green, Blue, Far = 40 }
public interface INamed { }
public abstract record Shape;
public sealed record Circle(int Radius, string Name) : Shape, INamed;
public sealed record Box(int Width, object Inner) : Shape;
public record struct Pt(int X, int Y);
public class Node(object value, Node next, int[] items) : INamed
{
    public object Value => value;
    public Node Next => next;
    public int[] Items => items;
    public void Deconstruct(out object v, out Node n) { v = value; n = next; }
}
public sealed class Leaf(object value, Node next, int[] items) : Node(value, next, items);
public sealed class E(int k) : Exception { public int K => k; }
public sealed class Res(int k) : IDisposable, IAsyncDisposable
{
    public int K => k;
    public void Dispose() { }
    public ValueTask DisposeAsync() => default;
}
public sealed class Bag { public int Value; }
public class Base(int k) { public int K => k; }

public static class Support
{
    private static uint sum;
    public static int T(int k) { sum = sum * 31 + (uint)k; return k; }
    public static bool G(int k, bool b) { T(2 * k + (b ? 1 : 0)); return b; }
    public static TX Id<TX>(TX x) => x;
    public static void Use<TX>(int n, TX x) { }
    public static void Out<TX>(TX x, out TX y) => y = x;
    public static string D() => "d";
    public static async Task<TX> Y<TX>(TX x) { await Task.Yield(); return x; }
    public static async IAsyncEnumerable<TX> Later<TX>(TX[] all) { foreach (TX x in all) { await Task.Yield(); yield return x; } }
    public static void Drain(IEnumerable<int> all) { foreach (int x in all) { } }
    public static async Task Drain(IAsyncEnumerable<int> all) { await foreach (int x in all) { } }
    public static void Call(Action action)
    {
        try { action(); }
        catch (E e) { T(e.K); }
        catch (System.Runtime.CompilerServices.SwitchExpressionException) { T(-1); }
    }
    public static void Print(string name) { Console.WriteLine(name + " " + sum); sum = 0; }
}
"""
