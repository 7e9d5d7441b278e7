System.Console.WriteLine(args.Length);
