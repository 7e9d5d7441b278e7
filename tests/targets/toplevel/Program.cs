// Top-level statements: a method that nobody named, with local functions, await and a result.

using System;
using System.Threading.Tasks;

int total = 0; //: hit x1
foreach (string argument in args) //: part 1/2 x1
    total += argument.Length; //: miss

for (int i = 0; i < 3; i++) //: hit 2/2 x4
    total += Twice(i); //: hit x3

await Task.Yield(); //: hit x1
Func<int, bool> isBig = n => n > 5 && IsEven(n); //: part 1/2 1/2 x1
Console.WriteLine(isBig(total) ? "big" : "small"); //: part 1/2 x1
if (total == 0) //: part 1/2 x1
    return 1; //: miss

//- ifs in ifs, where no brace has code of its own
if (total > 1) //: part 1/2 x1
        if (total > 50) //: part 1/2 x1
    Console.WriteLine("much"); //: miss
if (total > 1) //: part 1/2 x1
  if (total > 50) //: part 1/2 x1
    Console.WriteLine("much"); //: miss
  else if (total > 5) //: part 1/2 x1
Console.WriteLine("big"); //: hit x1
switch (total % 4) //: part 1/3 x1
{
    case 1: if (total > 50) Console.WriteLine("odd"); break; //: miss 0/2
    case 2: if (total > 50) //: part 1/2 x1
                Console.WriteLine("even"); //: miss
            break; //D: hit
}

return new Result(0).Code; //: hit x1

static int Twice(int value) //: none
{ //D: hit
    return value * 2; //: hit x3
} //D: hit

static bool IsEven(int value) => value % 2 == 0; //: hit x1

internal sealed record Result(int Code); //: hit
