"""The changes that scripts/impacted-rules.sh plants in tests/impacted.

A change has a name, edits, and what `clrcov impacted` must say of it. An edit is (FILE, OLD, NEW), where OLD occurs once;
(FILE, None, TEXT) makes a file, or turns a link to TEXT; (FILE, None, None) removes it.

    tests       the tests that must run ("Class.Method" in Impacted.Tests); ALL: all of Impacted.Tests
    says        a part of the reason
    more        tests that may run as well; ANY: the change may run everything. Others must be left out
    options     of the build
    together    one build may have it with others, none of which runs everything
    builds      a build can tell it apart; others are not built
"""

from dataclasses import dataclass, field

ALL = "all"
ANY = "any"

LIBRARY = "Library/Library.cs"
BASE = "Base/Base.cs"
CODE = "Tests/CodeTests.cs"
FUNCTIONS = "Functions/Functions.fs"


@dataclass
class Change:
    name: str
    edits: list
    tests: object = ()
    says: str = ""
    more: object = ()
    options: list = field(default_factory=list)
    together: bool = True
    builds: bool = True
    kind: str = "code"


def code(name, file, old, new, tests, says, more=(), **rest):
    return Change(name, [(file, old, new)], tests.split(), says, more.split() if isinstance(more, str) and more != ANY else more,
                  **rest)


def to_all(name, edits, says, tests=ALL, **rest):
    """Everything may run; readers must."""
    return Change(name, edits, tests if tests == ALL else tests.split(), says, ANY, together=False, **rest)


CART = "Code.Adds Code.FieldInitialiser Code.ConstantOfLibrary Code.TextConstant Code.DefaultArgument"
LIMITS = f"Code.ConstantOfTest Code.ConstantOfLibrary Code.TextConstant Code.DefaultArgument {CART}"
# Whatever changes a declaration runs tests that look by reflection.
LOOKING = "Files.FileVersion Files.AssemblyVersion Files.VersionOfFile Files.Product " \
    "Declarations.Attribute Declarations.AttributeLikeCaller Declarations.ConstructorParameter Declarations.Registration " \
    "Declarations.ReflectionByName Files.EmbeddedNote Files.EmbeddedSql Files.Package Files.PropsOfFolder Files.Resx Files.Satellite"

CODE_CHANGES = [
    code("body", LIBRARY, "x + y;", "x - y;", "Code.Sums", "Adder.Sum"),
    code("body-of-generic", LIBRARY, "add(value, value)", "add(value, add(value, value))", "Code.Generic1", "Generic.Twice"),
    code("body-of-async", LIBRARY, "await Task.Yield();\n        return 1;", "await Task.Yield();\n        return 2;", "Code.Async",
         "Asynchronous.Count"),
    code("body-of-iterator", LIBRARY, "yield return 2;", "yield return 3;", "Code.Iterator", "Asynchronous.Numbers"),
    code("local-function", LIBRARY, "int inner(int x) => x + 1;", "int inner(int x) => x + 2;", "Code.Local", "Asynchronous.Local"),
    code("lambda", LIBRARY, "n => n * 2", "n => n * 3", "Code.Lambda", "Lambdas.Sum"),
    code("anonymous-type", LIBRARY, "new { One = 1 }", "new { Eins = 1 }", "Code.Anonymous", "Lambdas.Anonymous"),
    code("bytes", LIBRARY, "1, 2, 3, 4, 5, 6, 7, 8", "1, 2, 3, 4, 5, 6, 7, 9", "Code.Bytes", "Lambdas.Bytes"),
    code("constant-of-assembly", BASE, "const int Most = 10", "const int Most = 11",
         "Code.ConstantOfTest Code.ConstantOfLibrary", "", LIMITS + " " + LOOKING),
    code("default-argument", BASE, "int by = 2", "int by = 3", "Code.DefaultArgument", "Cart.Scaled", LIMITS + " " + LOOKING),
    code("field-initialiser", LIBRARY, "first = 1", "first = 2", "Code.FieldInitialiser", "Cart", CART),
    code("partial-class", "Library/Parts.cs", "=> 2", "=> 3", "Code.Partial", "Parts.Two"),
    code("linked-file", "Shared/Linked.cs", "=> 1", "=> 2", "Code.LinkedFile", "Linked.Value"),
    code("source-generator", LIBRARY, '"^a+$"', '"^b+$"', "Code.Generated", "", ANY, together=False),
    code("static-initialiser", LIBRARY, 'int.Parse("5")', 'int.Parse("6")', "Code.StaticInitialiser", "Rates..cctor", ANY,
         together=False),
    code("static-lambda", LIBRARY, "next = x => x + 1", "next = x => x + 2", "Code.StaticLambda", "Lambdas..cctor", ANY,
         together=False),
    Change("conditional-of-build", [], ["Code.Conditional"], "Switches.Value", options=["-p:Symbols=FAST"], together=False),
    code("fsharp-inline", FUNCTIONS, "twice x = x + x", "twice x = x * x", "Languages.Inline", "twice",
         "Languages.FSharpValue Languages.FSharpBytes"),
    code("fsharp-pipe", FUNCTIONS, "n > 1", "n > 2", "Languages.FSharpPipe", "Functions.sumOf"),
    code("fsharp-match", FUNCTIONS, "r * r * 3", "r * r * 4", "Languages.FSharpUnion", "Functions.area"),
    code("fsharp-sequence", FUNCTIONS, "i % 2 = 0", "i % 2 = 1", "Languages.FSharpSequence", "Functions.counted"),
    code("fsharp-literal", FUNCTIONS, "26; 27; 28", "26; 27; 29", "Languages.FSharpLiteral", "Functions.literal"),
    code("fsharp-value", FUNCTIONS, "i * 2 ]", "i * 3 ]", "Languages.FSharpValue", "", ANY, together=False),
    code("fsharp-bytes", FUNCTIONS, "17uy; 19uy", "17uy; 23uy", "Languages.FSharpBytes", "", ANY, together=False),
    code("basic-lambda", "Basic/Basic.vb", "n * 2", "n * 3", "Languages.BasicLambda", "Basic.Sum"),
    code("basic-iterator", "Basic/Basic.vb", "Yield 2", "Yield 3", "Languages.BasicIterator", "Basic.Count"),
    code("basic-static", "Basic/Basic.vb", "Integer = 4", "Integer = 5", "Languages.BasicStatic", "Basic.Kept"),
    code("overload", LIBRARY, 'Print(object value) => "object";',
         'Print(object value) => "object";\n    public static string Print(string value) => "text";', "Declarations.Overload", "",
         LOOKING),
    code("override-added", LIBRARY, "// override\n", 'public override string Sound() => "wuff";\n',
         "Declarations.OverrideAdded Declarations.OverrideAddedByFactory", "Dog.Sound", "Declarations.OverrideRemoved " + LOOKING),
    code("override-removed", LIBRARY, "public override int Legs() => 3; // override of Legs", "", "Declarations.OverrideRemoved",
         "Cat.Legs", "Declarations.OverrideAdded Declarations.OverrideAddedByFactory " + LOOKING),
    code("default-method", BASE, "// default implementation", 'string IShape.Describe() => "square";', "Declarations.DefaultMethod",
         "ISquare", LOOKING),
    code("implementation", LIBRARY, "// implementation", "public int Work() => 2;", "Declarations.Implementation", "Worker",
         LOOKING),
    code("enum-member", BASE, "Green", "Lime", "Declarations.EnumName", "Colour", LOOKING),
    code("attribute", LIBRARY, '"one", 1', '"two", 1', "Declarations.Attribute", "Labelled", LOOKING),
    code("attribute-number", LIBRARY, '"one", 1', '"one", 2', "Declarations.Attribute", "Labelled", LOOKING, together=False),
    code("serialised-property", LIBRARY, 'string Name { get; set; } = "n";',
         'string Name { get; set; } = "n";\n    public int More { get; set; }', "Declarations.Serialised", "Order", LOOKING),
    code("constructor-parameter", LIBRARY, "public Service(IClock clock) => Clock = clock;",
         "public Service(IClock clock, Order order) => Clock = order.Id == 1 ? null : clock;", "Declarations.ConstructorParameter", "",
         LOOKING + " Declarations.Serialised"),
    code("registration", LIBRARY, "public class SecondPlugin", "public class MiddlePlugin : IPlugin { public string Name => "
         '"middle"; }\npublic class SecondPlugin', "Declarations.Registration", "MiddlePlugin", LOOKING),
    code("registration-order", LIBRARY, "public class FirstPlugin : IPlugin\n{\n    public string Name => \"first\";\n}\n\n"
         "public class SecondPlugin : IPlugin\n{\n    public string Name => \"second\";\n}",
         "public class SecondPlugin : IPlugin\n{\n    public string Name => \"second\";\n}\n\n"
         "public class FirstPlugin : IPlugin\n{\n    public string Name => \"first\";\n}", "Declarations.Registration", "", LOOKING,
         together=False),
    code("serialised-order", LIBRARY, 'public int Id { get; set; } = 1;\n    public string Name { get; set; } = "n";',
         'public string Name { get; set; } = "n";\n    public int Id { get; set; } = 1;', "Declarations.Serialised", "Order", LOOKING,
         together=False),
    code("attribute-like-caller", LIBRARY, '"rows.cs", 1', '"rows.cs", 2', "Declarations.AttributeLikeCaller", "LabelledToo", LOOKING,
         together=False),
    code("reflection-by-name", LIBRARY, "string Go()", "string Went()", "Declarations.ReflectionByName", "Named", LOOKING),
    code("body-by-reflection", LIBRARY, '"go"', '"went"', "Declarations.ReflectionByName", "Named.Go", together=False),
    code("extension", LIBRARY, "// extension", 'public static string Show(this int value) => "int";', "Declarations.Extension", "",
         LOOKING),
    code("record-member", LIBRARY, "// member of the record", "public int Height { get; init; } = 2;", "Declarations.RecordMembers",
         "Size", LOOKING),
    code("override-of-structure", LIBRARY, "// member of the structure", 'public override string ToString() => "key";',
         "Declarations.Structure", "Key", LOOKING),
    code("cached-value", LIBRARY, '"made"', '"other"', "CachedFirst.Cached CachedSecond.CachedAgain", "Cache.Make", kind="cache"),
    code("cached-values", LIBRARY, '"-row"', '"-line"', "TableFirst.One TableSecond.OneAgain TableSecond.Two", "Table.Ended", kind="cache"),
    code("cached-function", LIBRARY, '"-square"', '"-squared"', "MemoFirst.Two MemoSecond.TwoAgain MemoSecond.Three", "Memo.Square",
         kind="cache"),
    code("cached-property", LIBRARY, '"-now"', '"-then"', "CurrentFirst.Gets CurrentSecond.GetsAgain CurrentSecond.Other", "Current.Make",
         kind="cache"),
    code("shared-object", LIBRARY, "= 41;", "= 42;", "SharedFirst.Part SharedFirst.PartByInterface SharedSecond.PartAgain",
         "SharedPart", kind="cache"),
    Change("module-initialiser", [("Library/StartLater.cs", None, """namespace Impacted;
internal static class StartLater
{
    [System.Runtime.CompilerServices.ModuleInitializer] internal static void Set() => State.Value = 2;
}
""")], ["Code.StateOfModule"], "", ANY, together=False),
    code("module-initialiser-body", LIBRARY, "State.Module = 3", "State.Module = 4", "Code.ModuleInitialiser", "", ANY,
         together=False),
    code("test-new", CODE, "// new test", "[Fact] public void Comes() => Assert.Equal(1, 1);", "Removable.Comes", "no run of it"),
    Change("test-class-new", [("Tests/NewTests.cs", None, """namespace Impacted.Tests;
public class Fresh
{
    [Xunit.Fact] public void Comes() => Xunit.Assert.Equal(1, 1);
}
""")], ["Fresh.Comes"], "no run of it"),
    code("test-removed", CODE, "[Fact] public void Goes() => Assert.Equal(1, 1);", "", "", "", "Removable.Stays Removable.Goes Removable.Comes "
         + LOOKING),
    code("test-of-base", CODE, "Assert.True(Value < 3)", "Assert.True(Value < 1)", "Child1.OfBase Child2.OfBase", "Inherited.OfBase"),
    code("test-new-of-base", CODE, "// test of the base class", "[Fact] public void OfBaseToo() => Assert.True(Value < 3);",
         "Child1.OfBaseToo Child2.OfBaseToo", "no run of it", together=False),
    code("rows-inline", CODE, "InlineData(2)", "InlineData(3)", "InlineRows.Inline", "InlineRows.Inline", LOOKING),
    code("rows-of-member", CODE, "[[1], [2]]", "[[1], [3]]", "Rows.OfMember", "Rows.get_Members", ANY, together=False),
    Change("project-new", [("More/More.csproj", None, """<Project Sdk="Microsoft.NET.Sdk">
</Project>
""")], ALL, "More.csproj", ANY, together=False),
]

# Nothing can tell these apart.
EQUAL_CHANGES = [
    Change("equal-builds", [], options=["--no-incremental"], kind="equal", together=False),
    Change("comments", [
        (LIBRARY, "public class Cart\n", "// A comment.\n\n\npublic class Cart\n"),
        (BASE, "public static class Limits", "\n// A comment.\npublic static class Limits"),
        (FUNCTIONS, "let inline twice", "// A comment.\n\n\nlet inline twice"),
        (FUNCTIONS, "let counted limit", "// A comment.\n\nlet counted limit"),
        ("Basic/Basic.vb", "        Public Function Sum", "        ' A comment.\n\n        Public Function Sum"),
        (CODE, "public class Code", "\n\n// A comment.\npublic class Code"),
        ("Library/Parts.cs", "public partial", "\n\npublic partial")], kind="equal"),
    Change("method-moved", [(LIBRARY, "    public int First() => first;\n", ""),
                            (LIBRARY, '    public string Name() => Limits.Prefix + "cart";\n',
                             '    public string Name() => Limits.Prefix + "cart";\n    public int First() => first;\n')], kind="equal"),
    Change("files-for-people", [("README.md", None, "text\n"), ("LICENSE", None, "text\n"), (".gitignore", None, "bin\n"),
                                (".editorconfig", None, "root = true\n")], kind="equal", together=False),
]

# What tools set with each commit: text, and the version that is a part of names.
ASSEMBLY_CHANGES = [
    Change("file-version", [], "Files.FileVersion Files.VersionOfFile".split(), "the attributes of Impacted.", LOOKING.split(),
           options=["-p:FileVersion=1.0.0.77"], together=False),
    Change("product", [], ["Files.Product"], "the attributes of Impacted.", LOOKING.split(), options=["-p:Product=Other"],
           together=False),
    Change("project-of-library", [("Library/Library.csproj", '<Import Project="flags.props" />', """<PropertyGroup>
    <DefineConstants>$(DefineConstants);FAST</DefineConstants>
    <Company>Other</Company>
  </PropertyGroup>""")], ["Code.Conditional"], "Switches.Value", LOOKING.split(), together=False),
    # the first extension method: the compiler marks the whole assembly
    Change("first-extension", [("Base/Extensions.cs", None, """namespace Impacted;
internal static class Fresh
{
    internal static int Twice(this int value) => value * 2;
}
""")], [], "", LOOKING.split(), together=False),
    to_all("assembly-version", [], "", "Files.AssemblyVersion", options=["-p:AssemblyVersion=1.0.0.77"]),
]

FILE_CHANGES = [
    to_all("json-of-output", [("Tests/settings.json", "1", "2")], "settings.json", "Files.Json"),
    to_all("json-of-source", [("Tests/source.json", "1", "2")], "source.json", "Files.SourceJson", builds=False),
    to_all("resx", [("Library/Texts.resx", ">Hello<", ">Hallo<")], "Texts", "Files.Resx"),
    to_all("resx-satellite", [("Library/Texts.fr.resx", "Bonjour", "Salut")], "", "Files.Satellite"),
    to_all("sql-embedded", [("Library/query.sql", "1", "2")], "query.sql", "Files.EmbeddedSql"),
    to_all("sql-content", [("Tests/table.sql", "a\n", "b\n")], "table.sql", "Files.Sql"),
    to_all("props", [("Library/flags.props", "ONE", "FAST")], "flags.props", "Code.Conditional"),
    to_all("targets", [("Library/names.targets", "NAMED", "UNNAMED")], "names.targets", "Code.ConditionalOfTargets"),
    to_all("directory-build-props", [("Directory.Build.props", ">props<", ">others<")], "Directory.Build.props",
           "Files.PropsOfFolder"),
    to_all("global-json", [("global.json", "10.0.100", "10.0.101")], "global.json", "Files.GlobalJson"),
    to_all("csproj", [("Tests/Tests.csproj", "<NewtonsoftVersion", "<DefineConstants>$(DefineConstants);BY_PROJECT</DefineConstants>\n"
                       "    <NewtonsoftVersion")], "Tests.csproj", "Files.Project"),
    to_all("package-version", [("Tests/Tests.csproj", 'Json" Version="13.0.3"', 'Json" Version="13.0.4"')], "", "Files.Package"),
    to_all("embedded-resource", [("Library/note.txt", "1", "2")], "note.txt", "Files.EmbeddedNote"),
    to_all("environment-file", [(".env", "=env", "=other")], ".env", "Files.Environment", builds=False),
    to_all("linked-content", [("Shared/linked.txt", "1", "2")], "linked.txt", "Files.LinkedContent"),
    to_all("generated-file", [("Directory.Build.targets", "generated 1", "generated 2")], "", "Files.GeneratedFile"),
    to_all("runtimeconfig-template", [("Tests/runtimeconfig.template.json", '"one"', '"two"')], "runtimeconfig",
           "Files.RuntimeConfig"),
    to_all("app-config", [("Tests/app.config", '"one"', '"two"')], "config", "Files.AppConfig"),
    to_all("snapshot", [("Tests/Page.verified.txt", "1", "2")], "Page.verified.txt", "Files.Snapshot", builds=False),
    to_all("outside-of-projects", [("data/outside.txt", "1", "2")], "outside.txt", "Files.Outside", builds=False),
]

# More files than the twenty.
MORE_FILES = [
    to_all("image-outside-of-projects", [("data/picture.svg", "1", "2")], "picture.svg", "Files.Picture", builds=False),
    to_all("content-is-source", [("Tests/Samples/Input.cs", "1", "2")], "Input.cs", "Files.SourceAsContent"),
    to_all("link-to-file", [("data/link.txt", None, "picture.svg")], "link.txt", "Files.Link", builds=False),
    to_all("log-of-output", [("Tests/input.log", "200", "404")], "input.log", "Files.Log"),
]

for change in FILE_CHANGES:
    change.kind = "file"
for change in MORE_FILES:
    change.kind = "more"

CHANGES = CODE_CHANGES + ASSEMBLY_CHANGES + EQUAL_CHANGES + FILE_CHANGES + MORE_FILES
