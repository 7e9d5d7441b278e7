#!/usr/bin/env python3
"""Sends the same requests to the server of Web/ in every run, from several connections at once, and writes what came
back: a line for each request with status, headers and body.

ask.py ADDRESS COUNT OUTPUT
"""
import hashlib
import http.client
import json
import sys
import threading
import urllib.parse

CONNECTIONS = 4
# Those differ from run to run, or say what is said elsewhere.
PASSED_OVER = {"date"}


def chunks(body):
    """The body in parts, sent without its length."""
    for start in range(0, len(body), 700):
        yield body[start : start + 700]


def lines(count):
    return [{"id": i, "text": "x" * (i % 17), "price": i / 4, "tags": None} for i in range(count)]


def request(number):
    """Method, path, headers and body of request `number`."""
    n = number // len(KINDS)
    return KINDS[number % len(KINDS)](n)


KINDS = [
    lambda n: ("GET", "/", {}, None),
    lambda n: ("GET", f"/json/{n % 60}", {}, None),
    lambda n: ("GET", f"/json/{n % 500}", {"Accept-Encoding": ["gzip", "br", "identity"][n % 3]}, None),
    lambda n: ("GET", f"/slow/{n % 40}", {}, None),
    lambda n: ("GET", "/text/" + urllib.parse.quote(f"name é {n}") + f"?greeting=g{n}%20+", {}, None),
    lambda n: ("POST", "/sum", {"Content-Type": "application/json"}, json.dumps(lines(n % 90 + 1)).encode()),
    lambda n: ("POST", "/sum", {"Content-Type": "application/json"}, b'[{"id": ' + b"x" * (n % 3)),
    lambda n: ("POST", "/form", {"Content-Type": "application/x-www-form-urlencoded"}, f"b={n}&a=%C3%A9+{n}&c=".encode()),
    lambda n: ("POST", "/form", {"Content-Type": "multipart/form-data; boundary=B"},
               b'--B\r\nContent-Disposition: form-data; name="f"; filename="n.txt"\r\n\r\n' + b"z" * (n * 13)
               + b"\r\n--B\r\nContent-Disposition: form-data; name=\"v\"\r\n\r\nvalue\r\n--B--\r\n"),
    lambda n: ("PUT", "/echo", {}, bytes(i * n % 256 for i in range(n * 97 % 9000))),
    lambda n: ("PUT", "/echo", {"Transfer-Encoding": "chunked"}, chunks(b"abc" * (n * 31 % 3000))),
    lambda n: ("GET", "/fail", {}, None),
    lambda n: ("GET", "/moved", {}, None),
    lambda n: ("GET", "/file", {"Range": f"bytes={n}-{n * 3 + 10}"} if n % 2 else {}, None),
    lambda n: ("GET", "/cookie", {"Cookie": "seen=" + "y" * (n % 9)}, None),
    lambda n: ("GET", "/stream", {}, None),
    lambda n: ("GET", "/compressed", {"Accept-Encoding": "gzip, br;q=0.5"}, None),
    lambda n: ("HEAD", f"/json/{n % 10}", {}, None),
    lambda n: ("GET", ["/json/x", "/none", "/json/501", "/%00", "/text/"][n % 5], {}, None),
    lambda n: ("DELETE", "/", {}, None),
]


def answer(connection, number):
    method, path, headers, body = request(number)
    if number % 37 == 0:
        headers = {**headers, "Connection": "close"}
    connection.request(method, path, body=body, headers=headers, encode_chunked="Transfer-Encoding" in headers)
    response = connection.getresponse()
    content = response.read()
    told = sorted(f"{k.lower()}: {v}" for k, v in response.getheaders() if k.lower() not in PASSED_OVER)
    return f"{number} {method} {path} {response.status} {told} {len(content)} {hashlib.sha256(content).hexdigest()[:16]}"


def ask(address, numbers, answers):
    connection = http.client.HTTPConnection(address, timeout=600)
    for number in numbers:
        try:
            answers[number] = answer(connection, number)
        except (OSError, http.client.HTTPException) as problem:
            answers[number] = f"{number}: {problem!r}"
            connection.close()
    connection.close()


def main():
    address, count, output = sys.argv[1].removeprefix("http://"), int(sys.argv[2]), sys.argv[3]
    answers = [""] * count
    threads = [threading.Thread(target=ask, args=(address, range(k, count, CONNECTIONS), answers)) for k in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with open(output, "w", encoding="utf-8") as file:
        file.write("\n".join(answers) + "\n")


if __name__ == "__main__":
    main()
