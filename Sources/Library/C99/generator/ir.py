"""Reads the text of LLVM's intermediate representation: types, constants, functions, and what debug information tells."""

import re
from dataclasses import dataclass, field

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


FLAGS = {"nuw", "nsw", "exact", "disjoint", "nneg", "samesign", "inbounds", "nusw"}
BINARY = {"add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor"}
CASTS = {"trunc", "zext", "sext", "ptrtoint", "inttoptr", "bitcast"}
BRACKETED = {"dereferenceable", "dereferenceable_or_null", "captures", "sret", "range", "byval", "initializes", "align"}
CONVENTIONS = {"swiftcc", "fastcc", "ccc", "tailcc", "swifttailcc"}


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


@dataclass
class Instruction:
    op: str
    type: tuple
    result: str
    # Pairs of (type, value).
    operands: list
    targets: list = field(default_factory=list)
    extra: dict = field(default_factory=dict)


@dataclass
class Parameter:
    type: tuple
    name: str
    result_of: tuple
    is_error: bool


@dataclass
class Function:
    name: str
    result: tuple
    parameters: list
    # Label to instructions, in the order of the text.
    blocks: dict
    # Triples of (value, debug variable, expression).
    names: list
    debug: str


class Module:
    """What a file of the representation holds."""

    def __init__(self, representation):
        self.types, self.globals, self.metadata, self.texts, self.layouts = {}, {}, {}, {}, {}
        lines = iter(representation.split("\n"))
        for line in lines:
            if line.startswith("%") and " = type " in line:
                name, type_ = line.split(" = type ", 1)
                if type_ != "opaque":
                    self.types[name[1:].strip('"')] = Reader(type_).type()
            elif line.startswith("@"):
                match = re.match(rf"@({NAME}) = (.*?)\b(?:global|constant) (.*)$", line)
                if match and "external" not in match.group(2):
                    text = re.split(r", (?:align|section|comdat|no_sanitize|!)", match.group(3))[0]
                    self.globals[match.group(1).strip('"')] = text
            elif line.startswith("define"):
                name = re.search(rf"@({NAME})\(", line).group(1)
                body = []
                for inner in lines:
                    if inner == "}":
                        break
                    body.append(inner)
                self.texts[name.strip('"')] = (line, name, body)
            elif line.startswith("!"):
                match = re.match(r"(!\d+) = (.*)", line)
                if match:
                    self.metadata[match.group(1)] = match.group(2)

    def resolve(self, type_):
        while type_[0] == "named":
            type_ = self.types[type_[1]]
        return type_

    def layout(self, type_):
        """Size and alignment in bytes."""
        if type_ not in self.layouts:
            self.layouts[type_] = self.measured(type_)
        return self.layouts[type_]

    def measured(self, type_):
        kind = type_[0]
        if kind == "i":
            size = 1 if type_[1] <= 8 else 2 if type_[1] <= 16 else 4 if type_[1] <= 32 else 8
            return size, size
        if kind == "ptr":
            return 4, 4
        if kind == "named":
            return self.layout(self.types[type_[1]])
        if kind in ("arr", "vec"):
            size, alignment = self.layout(type_[2])
            return size * type_[1], alignment if kind == "arr" else size * type_[1]
        offset, most = 0, 1
        for member in type_[2]:
            size, alignment = self.layout(member)
            if not type_[1]:
                offset = -(-offset // alignment) * alignment
                most = max(most, alignment)
            offset += size
        return -(-offset // most) * most, most

    def size(self, type_):
        return self.layout(type_)[0]

    def offsets(self, type_):
        """Pairs of (offset, type) of the members of a struct."""
        found, offset = [], 0
        for member in type_[2]:
            size, alignment = self.layout(member)
            if not type_[1]:
                offset = -(-offset // alignment) * alignment
            found.append((offset, member))
            offset += size
        return found

    def distance(self, base, indices):
        """How many bytes behind a pointer to a type an element is; None where that is known only at run time."""
        if any(value[0] != "const" for _, value in indices):
            return None
        type_ = base
        offset = indices[0][1][1] * self.size(type_)
        for _, (_, index) in indices[1:]:
            form = self.resolve(type_)
            if form[0] in ("arr", "vec"):
                type_ = form[2]
                offset += index * self.size(type_)
            else:
                start, type_ = self.offsets(form)[index]
                offset += start
        return offset

    def plain(self, type_):
        """The number in a struct of one number, as an enumeration is loaded and stored."""
        while type_[0] in ("named", "struct"):
            type_ = self.resolve(type_)
            if len(type_[2]) != 1:
                raise SyntaxError(f"a struct as one value: {type_}")
            type_ = type_[2][0]
        return type_

    def told(self, node, name):
        """A field of a node of the debug information."""
        match = re.search(rf'\b{name}: ("([^"]*)"|!\d+|\d+)', self.metadata.get(node, ""))
        return None if not match else match.group(1) if match.group(2) is None else match.group(2)

    def function(self, name):
        head, quoted, lines = self.texts[name]
        at = head.index(f"@{quoted}(")
        reader = Reader(head[len("define ") : at])
        while reader.peek() not in ("void", "ptr", "{", "<{", "[", "<") and not re.fullmatch(r"i\d+", reader.peek()):
            reader.next()
        result = reader.type()
        rest, depth = head[at + len(quoted) + 1 :], 0
        end = 0
        while not end or depth:
            depth += (rest[end] == "(") - (rest[end] == ")")
            end += 1
        reader, parameters = Reader(rest[1 : end - 1]), []
        while reader.peek() is not None:
            type_ = reader.type()
            result_of, is_error = attributes(reader)
            parameters.append(Parameter(type_, reader.next()[1:].strip('"'), result_of, is_error))
            reader.accept(",")
        debug = re.search(r"!dbg (!\d+)", rest)
        blocks, names, current = {}, [], None
        lines = iter(lines)
        for line in lines:
            match = re.match(rf"({NAME}):", line)
            if match:
                current = blocks.setdefault(match.group(1).strip('"'), [])
                continue
            line = line.strip()
            if not line or line.startswith(";"):
                continue
            if current is None:
                current = blocks.setdefault(str(len(parameters)), [])
            if line.startswith("#dbg"):
                match = re.match(rf"#dbg_value\(\S+ %({NAME}), (!\d+), (!DIExpression\([^)]*\)),", line)
                if match:
                    names.append((match.group(1).strip('"'), match.group(2), match.group(3)))
                continue
            if line.startswith("switch"):
                while "]" not in line:
                    line += " " + next(lines).strip()
            instruction = self.instruction(line)
            if instruction:
                current.append(instruction)
        return Function(name, result, parameters, blocks, names, debug.group(1) if debug else None)

    def instruction(self, line):
        line = re.split(
            r", !(?:dbg|tbaa|range|prof|srcloc|noundef|alias|noalias|invariant|unpredictable|annotation)", line
        )[0]
        line = re.sub(r"\s*#\d+$", "", line)
        reader, result = Reader(line), None
        if len(reader.words) > 1 and reader.words[1] == "=":
            result = reader.next()[1:].strip('"')
            reader.next()
        op = reader.next()
        if op in ("tail", "musttail", "notail"):
            op = reader.next()
        while reader.peek() in FLAGS:
            reader.next()
        if op in BINARY or op == "icmp":
            extra = {"predicate": reader.next()} if op == "icmp" else {}
            type_, left = reader.typed()
            reader.expect(",")
            return Instruction(
                op, ("i", 1) if op == "icmp" else type_, result, [(type_, left), (type_, reader.value())], [], extra
            )
        if op in ("select", "insertelement", "extractelement", "insertvalue", "extractvalue", "freeze"):
            operands = [reader.typed()]
            while reader.accept(","):
                if op in ("insertvalue", "extractvalue") and re.fullmatch(r"\d+", reader.peek()):
                    index = int(reader.next())
                    type_ = operands[0][0] if op == "insertvalue" else self.resolve(operands[0][0])[2][index]
                    return Instruction(op, type_, result, operands, [], {"index": index})
                operands.append(reader.typed())
            if op == "select":
                return Instruction(op, operands[1][0], result, operands)
            if op == "freeze":
                return Instruction(op, operands[0][0], result, operands)
            index = operands.pop()[1][1]
            type_ = operands[0][0] if op == "insertelement" else operands[0][0][2]
            return Instruction(op, type_, result, operands, [], {"index": index})
        if op in CASTS:
            operand = reader.typed()
            reader.expect("to")
            return Instruction(op, reader.type(), result, [operand])
        if op == "load":
            type_ = reader.type()
            reader.expect(",")
            return Instruction(op, self.plain(type_), result, [reader.typed()])
        if op == "store":
            type_, value = reader.typed()
            reader.expect(",")
            return Instruction(op, VOID, None, [(self.plain(type_), value), reader.typed()])
        if op == "getelementptr":
            base = reader.type()
            operands = []
            while reader.accept(","):
                operands.append(reader.typed())
            return Instruction("gep", POINTER, result, operands, [], {"base": base})
        if op == "phi":
            type_, incoming = reader.type(), []
            while reader.accept("["):
                value = reader.value()
                reader.expect(",")
                incoming.append((value, reader.next()[1:].strip('"')))
                reader.expect("]")
                reader.accept(",")
            return Instruction(op, type_, result, [(type_, value) for value, _ in incoming], [], {"incoming": incoming})
        if op in ("br", "switch"):
            operands, targets, cases = [], [], []
            if reader.peek() != "label":
                operands.append(reader.typed())
                reader.expect(",")
            while reader.accept("label"):
                targets.append(reader.next()[1:].strip('"'))
                reader.accept(",")
            if op == "switch":
                reader.expect("[")
                while not reader.accept("]"):
                    _, case = reader.typed()
                    reader.expect(",")
                    reader.expect("label")
                    cases.append(case[1])
                    targets.append(reader.next()[1:].strip('"'))
            return Instruction(op, VOID, None, operands, targets, {"cases": cases})
        if op == "ret":
            return Instruction(op, VOID, None, [] if reader.peek() == "void" else [reader.typed()])
        if op == "unreachable":
            return Instruction(op, VOID, None, [])
        if op == "alloca":
            is_error = reader.accept("swifterror")
            return Instruction(op, POINTER, result, [], [], {"of": reader.type(), "is_error": is_error})
        if op == "call":
            while reader.peek() in CONVENTIONS:
                reader.next()
            if not re.fullmatch(r"void|ptr|i\d+", reader.peek()):
                attributes(reader)
            type_ = reader.type()
            if reader.peek() == "asm":
                return None
            callee = reader.next()[1:].strip('"')
            reader.expect("(")
            operands = []
            while not reader.accept(")"):
                kind = reader.type()
                attributes(reader)
                operands.append((kind, reader.value(kind)))
                reader.accept(",")
            return Instruction(op, type_, result, operands, [], {"callee": callee})
        raise SyntaxError(line)
