// What attributes take out, with everything that the compiler makes of it. Deterministic; exit code 0.

using System;
using static ExcludedParts.Help;

ExcludedParts.Runner.Run(); //: hit x1
Use(await ExcludedWhole.Things.Work(2)); //: hit x1
Use(ExcludedModule.Things.Work(2)); //: hit x1
Console.WriteLine("done"); //: hit x1
