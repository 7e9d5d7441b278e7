using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Text;

namespace Workload;

internal static unsafe class Memories
{
    private sealed class Watched(int[] ended)
    {
        ~Watched() => ended[0]++;
    }

    [UnmanagedCallersOnly]
    private static int Compare(void* a, void* b) => (*(int*)a).CompareTo(*(int*)b);

    [DllImport("libc", EntryPoint = "qsort")]
    private static extern void Sort(void* items, nuint count, nuint size, delegate* unmanaged<void*, void*, int> compare);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Make(int[] ended) => new(new Watched(ended));

    public static string Run()
    {
        var text = new StringBuilder();
        int[] ended = [0];
        WeakReference weak = Make(ended);
        for (int i = 0; i < 10 && ended[0] == 0; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        text.Append(ended[0]).Append(weak.IsAlive);
        int[] rented = ArrayPool<int>.Shared.Rent(100);
        Span<int> span = rented.AsSpan(0, 100);
        for (int i = 0; i < span.Length; i++)
        {
            span[i] = i * 53 % 101;
        }
        fixed (int* items = span)
        {
            Sort(items, 100, sizeof(int), &Compare);
        }
        text.AppendJoin(',', span[..20].ToArray()).Append(MemoryMarshal.AsBytes(span).IndexOf((byte)7));
        ArrayPool<int>.Shared.Return(rented);
        var table = new ConditionalWeakTable<object, string>();
        object key = new();
        table.Add(key, "kept");
        Span<byte> bytes = stackalloc byte[64];
        bytes.Fill(3);
        bytes[10..20].CopyTo(bytes[12..]);
        Marshal.Copy(bytes.ToArray(), 0, Marshal.AllocHGlobal(64), 64);
        return text.Append(table.TryGetValue(key, out string? kept) ? kept : "").Append(bytes.ToArray().Sum(b => b)).ToString();
    }

    public static string RunVectors()
    {
        int[] data = Enumerable.Range(0, 1000).Select(i => i * 13 % 251).ToArray();
        Vector256<int> sums = Vector256<int>.Zero;
        for (int i = 0; i + 8 <= data.Length; i += 8)
        {
            sums += Vector256.LoadUnsafe(ref data[i]) * 3;
        }
        byte[] bytes = data.Select(d => (byte)d).ToArray();
        return $"{Vector256.Sum(sums)} {bytes.AsSpan().IndexOf((byte)200)} {bytes.AsSpan().Count((byte)13)} {Convert.ToHexString(bytes)[..20]} " +
            $"{Vector128.Shuffle(Vector128.Create((byte)1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16), Vector128<byte>.AllBitsSet)}";
    }

    public static string RunEmit()
    {
        var method = new DynamicMethod("Add", typeof(string), [typeof(int), typeof(int)]);
        ILGenerator il = method.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Call, typeof(Convert).GetMethod(nameof(Convert.ToString), [typeof(int)])!);
        il.Emit(OpCodes.Ret);
        var add = method.CreateDelegate<Func<int, int, string>>();
        AssemblyBuilder assembly = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Made"), AssemblyBuilderAccess.RunAndCollect);
        TypeBuilder type = assembly.DefineDynamicModule("Made").DefineType("T", TypeAttributes.Public, typeof(object), [typeof(IComparer<int>)]);
        MethodBuilder compare = type.DefineMethod("Compare", MethodAttributes.Public | MethodAttributes.Virtual, typeof(int), [typeof(int), typeof(int)]);
        il = compare.GetILGenerator();
        il.Emit(OpCodes.Ldarg_2);
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Sub);
        il.Emit(OpCodes.Ret);
        var comparer = (IComparer<int>)Activator.CreateInstance(type.CreateType())!;
        return add(40, 2) + string.Join(',', new[] { 3, 1, 2 }.OrderBy(i => i, comparer));
    }
}
