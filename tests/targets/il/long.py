#!/usr/bin/env python3
"""Writes the shapes that are too long to be kept as lines: standard output is an .il file with marks."""

BLOCKS = 2100   # the runtime optimises no method with 2,000 blocks


def blocks():
    """One method of many branches, each on a line of its own."""
    print("//- two thousand branches, a line each; half of them are taken")
    print(".method int32 Branches(int32)")
    print(".locals int32")
    for i in range(BLOCKS):
        arms = "hit 2/2" if 0 < i < BLOCKS // 2 else "part 1/2"
        print(f"N{i}: ldarg.0; ldc.i4 {i}; bge N{i + 1}; ldloc.0; ldc.i4.1; add; stloc.0 //: {arms} x2")
    print(f"N{BLOCKS}: ldloc.0; ret //: hit x2")
    print(".run Branches(0)")
    print(f".run Branches({BLOCKS // 2 - 1})")


def shorts():
    """Short branches over 100 to 127 bytes with a probe or two in between: most of them grow out of reach."""
    for distance in range(100, 128):
        print(f"//- a short branch over {distance} bytes with two branches in between")
        print(f".method int32 Short{distance}(int32)")
        print("    ldarg.0; brtrue.s L //: hit 2/2 x2")
        print("    ldarg.0; brtrue.s M //: part 1/2 x1")
        print("M:  ldarg.0; brfalse.s N //: part 1/2 x1")
        print("N:  nop //: hit x1")
        print(f"    .pad {3 + distance} //: hit x1")
        print("L:  ldarg.0; ret //: hit x2")
        print(f".run Short{distance}(0)")
        print(f".run Short{distance}(1)")


print(".class Long")
blocks()
shorts()
