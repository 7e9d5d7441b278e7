// Writes the other half of class Half of each assembly, with its marks.

using Microsoft.CodeAnalysis;

namespace Loading.Generator;

[Generator]
public sealed class HalfGenerator : IIncrementalGenerator
{
    private const string Text = """
        namespace Loading.Generated.NAME;

        public static partial class Half
        {
            //- a generated method with a branch
            private static partial int Generated(int number)
            { //D: hit x6
                if (number > 3) //: hit 2/2 x6
                { //D: hit x2
                    return Never(number - 100); //: hit x2
                }

                return number; //: hit x4
            } //D: hit x6

            private static int Never(int number)
            { //D: hit x2
                return number > 0 ? number : Written(number); //: part 1/2 x2
            } //D: hit x2

            //- a generated method that is never called
            public static int Unused() => 1; //: miss
        }
        """;

    public void Initialize(IncrementalGeneratorInitializationContext context)
    {
        IncrementalValueProvider<string> names =
            context.CompilationProvider.Select(static (c, _) => c.AssemblyName!.Split('.')[^1]);
        context.RegisterSourceOutput(
            names, static (output, name) => output.AddSource("Half.g.cs", Text.Replace("NAME", name) + "\n"));
    }
}
