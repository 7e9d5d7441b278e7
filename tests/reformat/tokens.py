"""Tokens of C#, as far as a change of layout needs them: what may not be torn apart, and what ends with its line."""

import re

OPERATORS = (">>>=", "<<=", ">>>", ">>=", "??=", "...", "=>", "->", "??", "?.", "?[", "&&", "||", "==", "!=", "<=", ">=", "++", "--",
             "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "::", "..")
SPACE = re.compile(r"[ \t\r\ufeff]+")
WORD = re.compile(r"@?[^\W\d]\w*")
NUMBER = re.compile(r"(0[xXbB][\da-fA-F_]+|\d[\d_]*(\.\d[\d_]*)?([eE][+-]?\d+)?)[uUlLfFdDmM]*")
TEXT_START = re.compile(r'(\$+@?|@\$?)?"')
CHARACTER = re.compile(r"'(\\.[^']*|[^\\'])'")


def text_end(source, start):
    """The end of the string literal that starts here."""
    head = re.compile(r'(\$*)(@?)(\$*)("{3,}|")').match(source, start)
    dollars, quotes = len(head[1]) + len(head[3]), head[4]
    verbatim, position = bool(head[2]), head.end()
    if quotes == '"' and source.startswith('""', head.start(4)) and not verbatim:
        return head.start(4) + 2
    if len(quotes) >= 3:
        return source.index(quotes, position) + len(quotes)
    while source[position] != '"' or verbatim and source.startswith('""', position):
        if source[position] == '"':
            position += 2
        elif source[position] == "\\" and not verbatim:
            position += 2
        elif source[position] == "{" and dollars and not source.startswith("{{", position):
            position = hole_end(source, position + 1)
        elif source.startswith("{{", position) and dollars:
            position += 2
        else:
            position += 1
    return position + 1


def hole_end(source, position):
    """The end of a hole of an interpolated string: after its closing brace."""
    depth = 1
    while depth:
        if TEXT_START.match(source, position):
            position = text_end(source, position)
            continue
        character = CHARACTER.match(source, position)
        if character and source[position - 1] != ":":
            position = character.end()
            continue
        depth += {"{": 1, "}": -1}.get(source[position], 0)
        position += 1
    return position


def tokens(source):
    """[(kind, text)]: code, space, newline, comment (to the end of its line), block (/* */), directive (a line)."""
    found, position, fresh = [], 0, True
    while position < len(source):
        kind, end = token_at(source, position, fresh)
        found.append((kind, source[position:end]))
        fresh = kind == "newline" or fresh and kind == "space"
        position = end
    return found


def token_at(source, position, fresh):
    """(kind, end) of the token that starts here; fresh: nothing stands before it on its line."""
    first = source[position]
    line_end = source.find("\n", position)
    line_end = len(source) if line_end < 0 else line_end
    if first == "\n":
        return "newline", position + 1
    if first in " \t\r\ufeff":
        return "space", SPACE.match(source, position).end()
    if first == "#" and fresh:
        return "directive", line_end
    if source.startswith("//", position):
        return "comment", line_end
    if source.startswith("/*", position):
        return "block", source.index("*/", position) + 2
    if TEXT_START.match(source, position):
        end = text_end(source, position)
        return "code", end + 2 * source.startswith("u8", end)
    for pattern in (WORD, NUMBER, CHARACTER):
        match = pattern.match(source, position)
        if match:
            return "code", match.end()
    operator = next((o for o in OPERATORS if source.startswith(o, position)), first)
    return "code", position + len(operator)
