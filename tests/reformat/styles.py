"""Ways to write the same program. Some keep the lines, so that marks follow; the others keep constructs only."""

import re

from tokens import tokens

CONSTRUCT = "//- "
BETWEEN = ("    // else if (a && b) switch", "#region between\n#endregion", "#if NEVER_DEFINED\nif (A() && B()) C();\n#endif", "")
ADDED = {line for text in BETWEEN for line in text.split("\n")}     # what the style puts between lines


def indent(source, unit):
    """Another indentation."""
    def again(match):
        width = len(match[0].replace("\t", "    "))
        return unit * (width // 4) + " " * (width % 4 if unit.strip(" ") == "" and unit else 0)
    return re.sub(r"^[ \t]+", again, source, flags=re.M)


def tabs(source):
    return keep_texts(source, lambda text: indent(text, "\t"))


def wide(source):
    return keep_texts(source, lambda text: indent(text, "           "))


def narrow(source):
    return keep_texts(source, lambda text: indent(text, " "))


def keep_texts(source, change):
    """Changes the layout of a source whose literals all end in their line; others stay as they are."""
    if any(kind == "code" and "\n" in text for kind, text in tokens(source)):
        return source
    return change(source)


def aligned(source):
    """Arrows and labels in columns, as some people align them."""
    found = []
    for line in source.split("\n"):
        match = re.match(r"^(\s*(?:case\b[^\"']*?[^:\"'?]:|[\w<>. ]+ =>))( +\S.*)$", line)
        found.append(f"{match[1][:-2].rstrip():<44} =>{match[2]}" if match and match[1].endswith("=>")
                     else f"{match[1]:<44}{match[2]}" if match and "//" not in match[1] else line)
    return keep_texts(source, lambda _: "\n".join(found))


def between(source):
    """Comments and directives between lines; marks stay with their lines."""
    found, count, inside = [], 0, 0
    for line in source.split("\n"):
        text = line.strip()
        found.append(line)
        inside += text.startswith("#if") - text.startswith("#endif")
        code = text.split("//")[0].rstrip()
        if code.endswith((";", "{")) and not inside:
            found.append(BETWEEN[count % len(BETWEEN)])
            count += 1
    return keep_texts(source, lambda _: "\n".join(found))


def pieces(source):
    """Tokens of code and the lines that stay lines: constructs and directives."""
    for kind, text in tokens(source):
        if kind == "comment" and not text.startswith(CONSTRUCT):
            continue
        yield ("line" if kind in ("comment", "directive") else "space" if kind in ("newline", "space") else kind), text


def rebuilt(source, join):
    """The source with join(previous, space, token) between two tokens."""
    text, previous, space = "", None, ""
    for kind, token in pieces(source):
        if kind == "space":
            space = " "
        elif kind == "line":
            text, previous, space = text + ("" if text.endswith("\n") else "\n") + token + "\n", None, ""
        else:
            text += (join(previous, space, token) if previous else "") + token
            previous, space = token, ""
    return text + "\n"


def one_line(source):
    """A construct is one line."""
    return rebuilt(source, lambda previous, space, token: space)


def each_token(source):
    """Each token has a line."""
    def join(previous, space, token):
        return space if (previous, token) == ("-", "=") else "\n"
    return rebuilt(source, join)


LINES = {"tabs": tabs, "wide": wide, "narrow": narrow, "aligned": aligned, "between": between}
CONSTRUCTS = {"one-line": one_line, "each-token": each_token}
