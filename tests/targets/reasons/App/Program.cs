// Loads each assembly in its own way: Reasons.App PLUGINS, the folder of those that are not referred to.
using System;
using System.IO;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.Loader;

namespace Reasons.App;

internal static class Program
{
    private static int Main(string[] args)
    {
        string plugins = Path.GetFullPath(args[0]);
        int sum = Referenced();
        sum += Call(AssemblyLoadContext.Default.LoadFromAssemblyPath(At(plugins, "Precompiled", "dll")));
        sum += Call(AssemblyLoadContext.Default.LoadFromAssemblyPath(At(plugins, "Mismatch", "dll")));
        sum += Call(new AssemblyLoadContext("first").LoadFromAssemblyPath(At(plugins, "Twice", "dll")));
        sum += Call(new AssemblyLoadContext("second").LoadFromAssemblyPath(At(plugins, "Twice", "dll")));
        sum += Call(Assembly.Load(File.ReadAllBytes(At(plugins, "BytesAlone", "dll"))));
        sum += Call(Assembly.Load(File.ReadAllBytes(At(plugins, "BytesWithSymbols", "dll")),
                                  File.ReadAllBytes(At(plugins, "BytesWithSymbols", "pdb"))));
        sum += Emitted();
        Console.WriteLine(sum);
        return 0;
    }

    private static int Referenced()
    {
        return Plain.Code.Run() + NoPdb.Code.Run() + Embedded.Code.Run() + NoSources.Code.Run()
             + ByAssembly.Code.Run() + ByFilter.Code.Run() + ByAttribute.Code.Run()
             + Rules.Code.Run() + Tests.Code.Run();
    }

    private static string At(string plugins, string name, string extension)
    {
        return Path.Combine(plugins, "Reasons." + name + "." + extension);
    }

    private static int Call(Assembly assembly)
    {
        string type = assembly.GetName().Name + ".Code";
        return (int)assembly.GetType(type, true)!.GetMethod("Run")!.Invoke(null, null)!;
    }

    private static int Emitted()
    {
        AssemblyName name = new("Reasons.Dynamic");
        ModuleBuilder module = AssemblyBuilder.DefineDynamicAssembly(name, AssemblyBuilderAccess.Run)
                                              .DefineDynamicModule("Reasons.Dynamic");
        TypeBuilder type = module.DefineType("Reasons.Dynamic.Code", TypeAttributes.Public);
        ILGenerator il = type.DefineMethod("Run", MethodAttributes.Public | MethodAttributes.Static,
                                           typeof(int), Type.EmptyTypes).GetILGenerator();
        il.Emit(OpCodes.Ldc_I4_1);
        il.Emit(OpCodes.Ret);
        return (int)type.CreateType().GetMethod("Run")!.Invoke(null, null)!;
    }
}
