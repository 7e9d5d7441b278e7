#!/usr/bin/env python3
"""Speaks the Model Context Protocol with `clrcov mcp`: agents.py CLRCOV DIR DATA FILE:LINE.

Each check prints "ok - NAME" or "not ok - NAME". DATA is below DIR.
"""
import json
import os
import random
import signal
import subprocess
import sys
import time

ERRORS = {-32700, -32600, -32601, -32602}


class Server:
    """A server in DIR."""

    def __init__(self, clrcov, folder):
        self.process = subprocess.Popen([clrcov, "mcp"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.next = 0

    def send(self, line):
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def read(self):
        return json.loads(self.process.stdout.readline())

    def call(self, method, params=None):
        self.next += 1
        message = {"jsonrpc": "2.0", "id": self.next, "method": method}
        if params is not None:
            message["params"] = params
        self.send(json.dumps(message).encode())
        answer = self.read()
        assert answer["id"] == self.next, answer
        return answer

    def tool(self, name, **arguments):
        return self.call("tools/call", {"name": name, "arguments": arguments})

    def end(self):
        self.process.stdin.close()
        return self.process.wait()


def say(name, is_fine, detail=""):
    print(f"ok - {name}" if is_fine else f"not ok - {name}\n#   {str(detail)[:300]}")


def text_of(answer):
    return answer["result"]["content"][0]["text"]


def check_tools(server, data, place):
    """Each tool answers."""
    path = place.split(":")[0]
    calls = {"summary": {}, "next": {"top": 2}, "file": {"path": path}, "explain": {"thing": place},
             "who": {"thing": place}, "impacted": {}, "diff": {"base": "HEAD"}}
    names = {tool["name"] for tool in server.call("tools/list")["result"]["tools"]}
    say("the tools are those of the documents", names == set(calls) | {"compare"}, names)
    for name, arguments in calls.items():
        answer = server.tool(name, data=data, **arguments)
        say(f"{name} answers", "result" in answer and not answer["result"]["isError"] and text_of(answer) != "", answer)
    answer = server.tool("compare", before=data, after=data)
    say("compare answers", "Lines covered worse: 0" in text_of(answer), answer)
    answer = server.tool("file", path=path, data=data, budget=512)
    say("an answer keeps within its budget and says what was cut",
        len(text_of(answer).encode()) <= 512, text_of(answer))


def check_refusals(server):
    """What leads out of the directory, and what is no argument."""
    for arguments in ({"thing": "/etc/passwd"}, {"thing": "../x"}, {"thing": "--root=/"}, {"thing": ""}, {}, {"thing": 1},
                      {"thing": "x", "data": "/etc/passwd"}, {"thing": "x", "nothing": 1}, {"thing": "x", "budget": 1}):
        answer = server.tool("who", **arguments)
        say(f"who refuses {json.dumps(arguments)}", answer.get("error", {}).get("code") == -32602, answer)
    say("an unknown tool", server.tool("nothing")["error"]["code"] == -32602)
    say("an unknown method", server.call("nothing")["error"]["code"] == -32601)


def check_names(server, folder, data, place):
    """Texts that look like ways out, and lead to nothing outside."""
    for thing in ("Shop.Cart..ctor", f"{folder}/{place}", "a..b"):
        answer = server.tool("explain", thing=thing, data=data)
        say(f"explain takes {thing.replace(folder, 'ROOT')}", "result" in answer, answer)
    answer = server.tool("file", path=f"{folder}/{place.split(':')[0]}", data=data)
    say("file takes an absolute path below the root", "result" in answer and not answer["result"]["isError"], answer)


def check_gates(server, folder, data):
    """A threshold that is missed is an answer."""
    path = os.path.join(folder, "clrcov.xml")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write('<clrcov version="1"><gate line="100"/></clrcov>')
    answer = server.tool("summary", data=data)
    os.unlink(path)
    say("a missed threshold is no error of the tool",
        not answer["result"]["isError"] and "100" in text_of(answer), answer)


def check_busy(server, clrcov, folder):
    """A session in use is an answer at once, not silence until the tests end."""
    with subprocess.Popen([clrcov, "run", "-q", "--allow-empty", "--", "sleep", "30"], cwd=folder, stdin=subprocess.DEVNULL) as run:
        time.sleep(1)
        begun = time.monotonic()
        answer = server.tool("summary")
        took = time.monotonic() - begun
        run.send_signal(signal.SIGINT)
    say("summary does not wait for a run", took < 20 and answer["result"]["isError"] and "ask again" in text_of(answer), answer)


def damage(message, seed):
    """A message that is cut, has a byte changed, or has a part twice."""
    rng = random.Random(seed)
    at = rng.randrange(len(message))
    kind = rng.randrange(3)
    if kind == 0:
        return message[:at]
    if kind == 1:
        return message[:at] + bytes([rng.randrange(256)]) + message[at + 1:]
    return message[:at] + message[rng.randrange(len(message)):]


def check_damage(clrcov, folder):
    """A thousand damaged messages: an error of the protocol each, or an answer, and never an end."""
    message = json.dumps({"jsonrpc": "2.0", "id": 7, "method": "tools/call",
                          "params": {"name": "who", "arguments": {"thing": "../x", "budget": 600}}}).encode()
    server = Server(clrcov, folder)
    wrong = None
    for seed in range(1000):
        line = damage(message, seed).replace(b"\n", b" ").replace(b"\r", b" ")
        server.send(line)
        server.send(b'{"jsonrpc":"2.0","id":"mark","method":"ping"}')
        answer = server.read()
        while answer.get("id") != "mark":
            if "error" in answer and answer["error"]["code"] not in ERRORS:
                wrong = wrong or (line, answer)
            answer = server.read()
    server.send(b"x" * (2 << 20))
    say("a message that is too long", server.read()["error"]["code"] == -32600)
    say("1,000 damaged messages: errors of the protocol", wrong is None, wrong)
    say("the server ends with its input", server.end() == 0)


def main():
    clrcov, folder, data, place = sys.argv[1:]
    server = Server(clrcov, folder)
    answer = server.call("initialize", {"protocolVersion": "2025-06-18", "capabilities": {},
                                        "clientInfo": {"name": "test", "version": "1"}})
    say("the version of the client", answer["result"]["protocolVersion"] == "2025-06-18", answer)
    server.send(b'{"jsonrpc":"2.0","method":"notifications/initialized"}')
    say("a notification has no answer", server.call("ping")["result"] == {})
    check_tools(server, data, place)
    check_refusals(server)
    check_names(server, folder, data, place)
    check_gates(server, folder, data)
    check_busy(server, clrcov, folder)
    server.end()
    check_damage(clrcov, folder)


if __name__ == "__main__":
    main()
