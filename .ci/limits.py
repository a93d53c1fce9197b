#!/usr/bin/env python3
"""Names the files with more than 450 lines and the functions with more than 50, of those that people write.

    .ci/limits.py        fails if there is one

A function counts from the line of its name to its closing brace, or to its last statement in Python, without its docstring
and in Swift without the lines of texts. Files that programs make (`linguist-generated` in .gitattributes) do not count.
"""

import ast
import re
import subprocess
import sys

from lines import is_made

FILE, FUNCTION = 450, 50
# Who takes one of these takes it as one file.
WHOLE = (
    "Sources/Library/CBinnacle/include/binnacle.h",
    "Sources/Library/CBinnacle/include/binnacle_device.h",
    "Sources/Library/JavaScript/binnacle.d.ts",
)
FOLDERS = ("Sources", "Boards", "Tests", ".ci")
ENDINGS = (".swift", ".py", ".js", ".mjs", ".ts", ".c", ".h", ".cpp", ".ino")
# Texts, comments and regular expressions, whose braces do not count. Swift's texts may have several lines.
SWIFT = re.compile(
    r'//[^\n]*|/\*.*?\*/|#?"""(?:.*?)"""#?|#"(?:[^\n]*?)"#|"(?:\\\((?:[^()]|\([^()]*\))*\)|\\.|[^"\\\n])*"', re.DOTALL
)
C = re.compile(
    r"""//[^\n]*|(?<=[(=,])\s?/(?![/*])(?:\\.|\[[^]\n]*\]|[^/\\\n])+/|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`""",
    re.DOTALL,
)
SWIFT_HEAD = re.compile(
    r"\b(?:func\s+[^\s(<]+|(?<!\.)init[?!]?(?=\s*[(<])|deinit(?=\s*\{)|subscript(?=\s*[(<])|var\s+\w+[^={\n]*(?=\{))"
)
C_HEAD = re.compile(
    r"^[ \t]*(?![ \t]|#(?:define|if|elif)\b|(?:if|for|while|switch|return|else|do|catch)\b)"
    r"[\w*&$#\t =.:(]*?\b\w+\s*\([^;{}]*?\)\s*(?:=>\s*)?(?=\{)",
    re.MULTILINE,
)


# Stands for the end of a line in a text: such a line does not count.
IN_TEXT = "\f"


def blanked(text, tokens):
    """The text with spaces for what is in quotes or is a comment."""
    return tokens.sub(
        lambda m: re.sub(r"[^\n]", " ", m.group()).replace("\n", IN_TEXT if '"""' in m.group()[:4] else "\n"), text
    )


def end_of_block(text, start):
    depth = 0
    for place in range(start, len(text)):
        if text[place] == "{":
            depth += 1
        elif text[place] == "}":
            depth -= 1
            if depth == 0:
                return place
    return start


def functions_in_braces(text, tokens, head):
    """(name, first line, number of lines) of each function."""
    # Of two ways to compile a line one counts: both may open a brace.
    text = re.sub(
        r"^#else\b.*?^#endif", lambda m: re.sub(r"[^\n]", "", m.group()), blanked(text, tokens), flags=re.M | re.S
    )
    for match in head.finditer(text):
        opening = text.find("{", match.end())
        # A requirement of a protocol has no body: another declaration or a blank line comes before the next brace.
        if opening < 0 or re.search(
            r"\n\s*\n|\b(?:func|var|let|init|static|case|struct|enum)\s", text[match.end() : opening]
        ):
            continue
        end = end_of_block(text, opening)
        begin = match.start() + len(match.group()) - len(match.group().lstrip())
        line = text.count("\n", 0, begin) + text.count(IN_TEXT, 0, begin) + 1
        yield " ".join(match.group().strip().split("\n")[0].split()), line, text.count("\n", begin, end) + 1


def functions_of_python(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            text_of_help = node.body[0].end_lineno - node.lineno if ast.get_docstring(node) else 0
            yield node.name, node.lineno, node.end_lineno - node.lineno + 1 - text_of_help


def functions(path, text):
    if path.endswith(".py"):
        return functions_of_python(text)
    if path.endswith(".swift"):
        return functions_in_braces(text, SWIFT, SWIFT_HEAD)
    return functions_in_braces(text, C, C_HEAD)


def too_long(path, text):
    """What is over a limit in a file: (path or path and name, line, number of lines)."""
    if "Made by" not in text[:400] and path not in WHOLE and text.count("\n") > FILE:
        yield path, 1, text.count("\n")
    for name, line, length in functions(path, text):
        if length > FUNCTION:
            yield f"{path} {name}", line, length


def violations(texts):
    """Sentences about what is longer than it may be."""
    for path, text in texts:
        for what, line, length in too_long(path, text):
            name = what.partition(" ")[2]
            yield f"{path}:{line}: {name or 'the file'} has {length} lines; {FUNCTION if name else FILE} at most"


def main():
    listed = subprocess.run(["git", "ls-files", "-z", *FOLDERS], capture_output=True, check=True, text=True).stdout
    paths = [path for path in listed.split("\0") if path.endswith(ENDINGS)]
    made = is_made(paths, "HEAD")
    texts = []
    for path in paths:
        try:
            with open(path, encoding="utf-8") as file:
                texts += [(path, file.read())] if path not in made else []
        except FileNotFoundError:
            pass  # removed, but not committed yet
    found = list(violations(texts))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
