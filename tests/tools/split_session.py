#!/usr/bin/env python3
"""Splits a session into parts as if its tests had run on several machines: split_session.py SESSION PARTS DIR [SEED].

Each part is a session with all records of the original. Each count goes to a part that is chosen at random: a hit of a
session that counts once to one to three parts, exact counts piece by piece. Prints the paths of the parts.
"""
import os
import random
import shutil
import struct
import sys

HEADER = struct.Struct("<8sIIII")                # magic, version, header_size, hits, pid
SEGMENT = struct.Struct("<IIQQQQIIQQ")           # include/clrcov/counters_format.h
SEGMENT_MAGIC = 0x474D4753


def counter_areas(data):
    """(offset, size) of the counters of each segment."""
    offset = HEADER.unpack_from(data)[2]
    while offset + SEGMENT.size <= len(data):
        magic, _, _, size, counters, length, *_ = SEGMENT.unpack_from(data, offset)
        if magic != SEGMENT_MAGIC or size == 0:
            return
        yield offset + counters, length
        offset += size


def share(value, parts, rng, exact):
    """How much of the value each part gets: {part: count}."""
    if not exact:
        return {rng.randrange(parts): value for _ in range(rng.randint(1, 3))}
    shares = {}
    pieces = min(value, rng.randint(1, 4))
    for piece in range(pieces):
        amount = value if piece == pieces - 1 else rng.randint(1, value - (pieces - 1 - piece))
        part = rng.randrange(parts)
        shares[part] = shares.get(part, 0) + amount
        value -= amount
    return shares


def split_counters(data, parts, rng):
    """The bytes of a counters file for each part."""
    exact = HEADER.unpack_from(data)[3] == 1
    width = 8 if exact else 1
    empty = bytearray(data)
    found = []
    for offset, length in counter_areas(data):
        area = data[offset:offset + length]
        empty[offset:offset + length] = bytes(length)
        if area.count(0) < length:
            found += [(offset + at, int.from_bytes(area[at:at + width], "little"))
                      for at in range(0, length - width + 1, width) if any(area[at:at + width])]
    out = [None] * parts
    for offset, value in found:
        for part, amount in share(value, parts, rng, exact).items():
            if out[part] is None:
                out[part] = bytearray(empty)
            out[part][offset:offset + width] = amount.to_bytes(width, "little")
    return [bytes(empty) if one is None else bytes(one) for one in out]


def main():
    """All parts."""
    session, parts, folder = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    rng = random.Random(sys.argv[4] if len(sys.argv) > 4 else 1)
    name = os.path.basename(session.rstrip("/"))
    files = [file for file in sorted(os.listdir(session)) if file.endswith(".cov")]
    paths = [os.path.join(folder, f"{name[:16]}part{number:04}") for number in range(parts)]
    for path in paths:
        shutil.copytree(session, path, ignore=shutil.ignore_patterns("*.cov", "reported"), copy_function=os.link)
        os.chmod(path, 0o700)
    for file in files:
        with open(os.path.join(session, file), "rb") as stream:
            pieces = split_counters(stream.read(), parts, rng)
        for path, piece in zip(paths, pieces):
            descriptor = os.open(os.path.join(path, file), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(piece)
    print("\n".join(paths))


main()
