"""Reads types and values of LLVM's intermediate representation from the words of a line."""

import re

TOKEN = re.compile(
    r"""\s*(c"[^"]*"|[%@]"[^"]*"|[%@][-\w$.]+|"[^"]*"|!DIExpression\([^)]*\)|!\d+|\#\d+|-?\d+|\.\.\.|[\w.]+"""
    r"""|<\{|\}>|[()\[\]{}<>,=*!|])"""
)
NAME = r'(?:"[^"]*"|[-\w$.]+)'
VOID, POINTER = ("void",), ("ptr",)


def words(text):
    """The words of a line."""
    found, at = [], 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            rest = text[at:].strip()
            if not rest or rest.startswith(";"):
                break
            raise SyntaxError(f"{rest[:60]} in {text[:200]}")
        found.append(match.group(1))
        at = match.end()
    return found


def unmarked(type_):
    """A struct type without the mark that front.py puts at its end."""
    if type_[0] == "struct" and type_[2] and type_[2][-1][:2] == ("arr", 0):
        return (type_[0], type_[1], type_[2][:-1])
    return type_


def width_of(type_):
    """Bits of the number of C that holds one of LLVM."""
    return next(width for width in (8, 16, 32, 64) if type_[1] <= width)


class Reader:
    """Takes types and values from the words of a line."""

    def __init__(self, text):
        self.words = words(text) if isinstance(text, str) else text
        self.at = 0

    def peek(self):
        return self.words[self.at] if self.at < len(self.words) else None

    def next(self):
        self.at += 1
        return self.words[self.at - 1]

    def accept(self, word):
        if self.peek() != word:
            return False
        self.at += 1
        return True

    def expect(self, word):
        if self.next() != word:
            raise SyntaxError(f"no {word} in {' '.join(self.words)[:300]}")

    def type(self):
        word = self.next()
        if word in ("ptr", "void", "metadata", "label"):
            return (word,)
        if re.fullmatch(r"i\d+", word):
            return ("i", int(word[1:]))
        if word in ("[", "<"):
            count = int(self.next())
            self.expect("x")
            element = self.type()
            self.expect("]" if word == "[" else ">")
            return ("arr" if word == "[" else "vec", count, element)
        if word in ("<{", "{"):
            members = []
            while not self.accept("}>" if word == "<{" else "}"):
                members.append(self.type())
                self.accept(",")
            return unmarked(("struct", word == "<{", tuple(members)))
        if word[0] == "%":
            return ("named", word[1:].strip('"'))
        raise SyntaxError(f"type {word} in {' '.join(self.words)[:200]}")

    def typed(self):
        type_ = self.type()
        return type_, self.value(type_)

    def value(self, type_=None):
        word = self.next()
        if word in ("<{", "{", "[", "<"):
            members = []
            while not self.accept({"<{": "}>", "{": "}", "[": "]", "<": ">"}[word]):
                members.append(self.typed())
                self.accept(",")
            if members and members[-1][0][:2] == ("arr", 0):
                members.pop()
            return ("aggregate", members)
        if word.startswith('c"'):
            text = re.sub(rb"\\([0-9A-Fa-f]{2})", lambda m: bytes([int(m[1], 16)]), word[2:-1].encode())
            return ("aggregate", [(("i", 8), ("const", byte)) for byte in text])
        if word == "zeroinitializer":
            return ("zero",)
        if word in ("poison", "undef"):
            return ("undef",)
        if word in ("null", "false"):
            return ("const", 0)
        if word == "true":
            return ("const", 1)
        if re.fullmatch(r"-?\d+", word):
            return ("const", int(word))
        if word[0] == "%":
            return ("local", word[1:].strip('"'))
        if word[0] == "@":
            return ("global", word[1:].strip('"'))
        if word == "getelementptr":
            while self.peek() != "(":
                self.next()
            self.expect("(")
            base = self.type()
            indices = []
            while self.accept(","):
                indices.append(self.typed())
            self.expect(")")
            return ("gep", base, indices[0][1], indices[1:])
        if word in ("ptrtoint", "inttoptr", "bitcast"):
            self.expect("(")
            source, value = self.typed()
            self.expect("to")
            self.type()
            self.expect(")")
            return ("cast", word, source, value)
        raise SyntaxError(f"value {word} in {' '.join(self.words)[:300]}")


BRACKETED = {"dereferenceable", "dereferenceable_or_null", "captures", "sret", "range", "byval", "initializes", "align"}


def attributes(reader):
    """Skips the attributes of a parameter or result; returns the type of sret, and whether it is the place of an error."""
    result, is_error = None, False
    while True:
        word = reader.peek()
        if word is None or not re.fullmatch(r"[a-z]\w*", word) or word in ("undef", "poison", "null", "true", "false"):
            return result, is_error
        if word in ("zeroinitializer", "getelementptr", "inttoptr", "ptrtoint"):
            return result, is_error
        reader.next()
        is_error |= word == "swifterror"
        if word in BRACKETED:
            if reader.peek() != "(":
                reader.next()
                continue
            start, depth = reader.at, 0
            while True:
                found = reader.next()
                depth += (found == "(") - (found == ")")
                if depth == 0:
                    break
            if word == "sret":
                result = Reader(reader.words[start + 1 : reader.at]).type()
