"""Reads the text of LLVM's intermediate representation: types, constants, functions, and what debug information tells."""

import re
from dataclasses import dataclass

from .instruction import InstructionReader
from .reader import NAME, Reader, attributes


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
        return InstructionReader(re.sub(r"\s*#\d+$", "", line), self).read()
