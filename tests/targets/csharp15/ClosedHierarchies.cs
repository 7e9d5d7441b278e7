// Closed hierarchies: a switch over all of their types is complete.

namespace CSharp15;

internal closed record Shape; //: none

internal sealed record Circle(double Radius) : Shape; //: hit

internal sealed record Square(double Side) : Shape; //: hit

internal static class ClosedHierarchies
{
    //- a switch expression without default
    private static double Area(Shape shape) => shape switch //: hit 2/2
    { //: hit
        Circle c => c.Radius * c.Radius * 3, //: hit
        Square s => s.Side * s.Side, //: hit
    }; //: hit

    public static void Run()
    { //D: hit
        Program.Use(Area(new Circle(1)) + Area(new Square(2))); //: hit
    } //: hit
}
