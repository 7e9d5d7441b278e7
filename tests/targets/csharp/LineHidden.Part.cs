// The second file of LineHidden.cs: its #line directives lead to the commented lines below, in which the code is
// repeated with its marks.

namespace CSharpTargets;

internal static class LineHiddenParts;

//  if (n > 3) Use(2); //: part 1/2
//  Use(n > 3 ? 1 : 2); //D: part 1/2 //R: part 1/2 1/3
//  switch (n) { //D: part 1/3
//      case 1: Use(1); break; //: miss
//      case 5: Use(2); break; } //: hit
//  Use(3); //: hit
//
//
//
//
//  Use(more ? 1 : 2); //: part 1/2
//
//
//
//
//
//  markup
//  @(n > 3 ? 1 : 2) //: part 1/2
//
//
//  @if (n > 3) { //: part 1/2
//      markup
//  } //D: hit
