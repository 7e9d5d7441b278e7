System.Console.WriteLine(args.Length); //@ top
Again();

void Again() => System.Console.WriteLine(2); //@ local
