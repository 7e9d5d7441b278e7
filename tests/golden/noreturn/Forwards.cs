using System.Runtime.CompilerServices;

[assembly: TypeForwardedTo(typeof(Deep.Fail))]
[assembly: TypeForwardedTo(typeof(Deep.Box<>))]
