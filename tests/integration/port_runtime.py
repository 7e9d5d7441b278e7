"""Plays a runtime that is held at its start: port_runtime.py SOCKET PID. After the first command it sends SIGTERM to clrcov,
the process PID, and expects to be let go all the same. Prints the commands that it got."""

import os
import signal
import socket
import struct
import sys
import time

RESUME = (4, 1)     # the command set of processes: resume


def connect(path):
    for _ in range(100):
        runtime = socket.socket(socket.AF_UNIX)
        try:
            runtime.connect(path)
            return runtime
        except OSError:
            runtime.close()
            time.sleep(0.05)
    raise SystemExit("nobody listens any more: the program would wait forever")


def take(runtime, size):
    data = b""
    while len(data) < size:
        part = runtime.recv(size - len(data))
        if not part:
            raise SystemExit("the connection was closed without a command")
        data += part
    return data


def answer_one(path):
    """Announces the runtime, as it does for each command, and answers that the command succeeded."""
    with connect(path) as runtime:
        runtime.sendall(b"ADVR_V1\0" + b"0123456789abcdef" + struct.pack("<QH", os.getpid(), 0))
        header = take(runtime, 20)
        size, kind, command = struct.unpack("<14xHBB2x", header)
        take(runtime, size - 20)
        runtime.sendall(b"DOTNET_IPC_V1\0" + struct.pack("<HBBHI", 24, 0xFF, 0, 0, 0))
        return kind, command


def main():
    path, clrcov = sys.argv[1], int(sys.argv[2])
    first = answer_one(path)
    os.kill(clrcov, signal.SIGTERM)
    time.sleep(0.3)
    last = answer_one(path)
    print(first, last)
    return 0 if first != RESUME and last == RESUME else 1


sys.exit(main())
