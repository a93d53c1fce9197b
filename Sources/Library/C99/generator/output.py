"""Puts binnacle.c and binnacle_arrays.c together: the top, types, tables, functions in the order of the modules."""

import re
import textwrap
from dataclasses import dataclass

from . import front
from .analysis import Program
from .expressions import literal
from .ir import Module, Reader
from .names import Source, c_names, comment
from .shapes import (
    Array,
    Scalar,
    Shapes,
    Struct,
    bare,
    c_number,
    declared,
    in_memory,
    leaves,
    swift_names,
    without_file,
)
from .statements import folded, lines_of
from .translate import Place, Untranslatable, Writer

RUNTIME = front.Path(__file__).with_name("runtime.h")
ARRAYS_TOP = """/* The functions of binnacle_arrays.h: many samples a call, for hosts. The Python package compiles this file.

   This text is made from the Swift sources of Binnacle, as binnacle.c is: change them, not this file.
   SPDX-License-Identifier: Apache-2.0 */
#include "binnacle.c"
#include "binnacle_arrays.h"
"""


@dataclass
class Parameter:
    name: str
    type: object
    pointee: str
    is_constant: bool = False


@dataclass
class Prototype:
    name: str
    result: object
    parameters: list
    text: str


def number(words):
    return c_number(words) or Scalar(32, "size_t" not in words)


def prototypes():
    """The functions of the headers."""
    found = {}
    for function in front.header().functions + front.arrays().functions:
        parameters = [
            Parameter(
                each.name,
                None if each.is_pointer else number(each.kind),
                each.kind if each.is_pointer else None,
                each.is_constant,
            )
            for each in function.parameters
        ]
        result = number("int32_t" if function.has_code else function.result)
        found[function.name] = Prototype(function.name, result, parameters, function.text)
    return found


class Tables:
    """Constants that functions read."""

    def __init__(self, module, shapes, told):
        self.module, self.shapes, self.told = module, shapes, told
        self.known, self.read = {}, set()

    def __call__(self, name):
        self.read.add(name)
        if name not in self.known:
            type_, value = Reader(self.module.globals[name]).typed()
            shape = self.shapes.of(type_)
            words = self.told.get(bare(name), name)
            words = re.sub(r"^(static |variable initialization expression of )*", "", words).split(" : ")[0]
            words = without_file(words)
            parts = [part for part in re.split(r"\W+", words) if part][1:]
            title = "_".join(parts) or "table"
            title = title if "_" in title else f"{re.split(r'[^A-Za-z]+', words)[0]}_{title}"
            while title in {place.text for place, _ in self.known.values()}:
                title += "_"
            place = Place(title, shape)
            self.known[name] = (place, self.value(type_, value, shape))
        return self.known[name][0]

    def value(self, type_, value, shape):
        """The initial value of a table."""
        if isinstance(shape, Scalar):
            while value[0] == "aggregate":
                type_, value = value[1][0]
            return literal(0 if value[0] == "zero" else value[1], shape).text
        form = self.module.resolve(type_)
        if value[0] == "zero":
            return "{0}"
        if isinstance(shape, Array):
            while form[0] == "struct" and len(value[1]) == 1:
                type_, value = value[1][0]
                form = self.module.resolve(type_)
            members = value[1]
            return "{" + ", ".join(self.value(t, v, shape.element) for t, v in members) + "}"
        offsets = self.module.offsets(form)
        members = {offset: member for (offset, _), member in zip(offsets, value[1])}
        return "{" + ", ".join(self.value(*members[offset], inner) for _, inner, offset in in_memory(shape)) + "}"

    def lines(self, name):
        place, value = self.known[name]
        text = f"static const {declared(place.shape, place.text)} = {value};"
        if len(text) <= 120:
            return [text]
        head = f"static const {declared(place.shape, place.text)} = {{"
        return [head, *textwrap.wrap(value[1:-1], 116, initial_indent="  ", subsequent_indent="  "), "};"]


def held(struct):
    """The structs that are in a struct."""
    for _, shape, _ in struct.fields:
        while isinstance(shape, Array):
            shape = shape.element
        if isinstance(shape, Struct):
            yield shape


def in_order(structs):
    """Structs so that each stands behind those that it holds."""
    done, result = set(), []

    def visit(struct):
        if struct.name in done or struct.is_foreign:
            return
        done.add(struct.name)
        for inner in held(struct):
            visit(inner)
        result.append(struct)

    for struct in structs:
        visit(struct)
    return result


def used_structs(text, structs):
    words = set(re.findall(r"\w+", text))
    wanted, todo = set(), [struct for struct in structs if struct.name in words]
    while todo:
        struct = todo.pop()
        if struct.name not in wanted:
            wanted.add(struct.name)
            todo += held(struct)
    return [struct for struct in structs if struct.name in wanted]


def helpers(needed):
    """The top of runtime.h, and the parts of it that the functions use."""
    parts = re.split(r"(?m)^// part (\S+)\n", RUNTIME.read_text())
    texts = dict(zip(parts[1::2], parts[2::2]))
    missing = sorted(needed - set(texts) - {"string"})
    if missing:
        raise Untranslatable(f"no helper {missing}")
    return parts[0], "".join(text for name, text in texts.items() if name in needed)


def is_of_header(name):
    """Whether a function is one of binnacle.h, and not over arrays."""
    return not name.startswith("binnacle_array_")


def is_of_arrays(names):
    """Whether nothing but functions over arrays needs something."""
    return not any(map(is_of_header, names))


# What can be left out: the macro, and the functions of the header that are then not there.
PARTS = {
    "BINNACLE_WITHOUT_CALIBRATION": r"binnacle_(calibration|axis_check|guide)_",
    "BINNACLE_WITHOUT_MOTION": r"binnacle_(motion|guide)_",
    "BINNACLE_WITHOUT_WORLD_MODEL": r"binnacle_(declination$|compass_set_place$|locator_)",
}


@dataclass
class Piece:
    """A table or a function."""

    home: str
    lines: list
    # Names of the functions of the header that need it.
    needed_by: set

    def condition(self):
        """When it is compiled; nothing for always."""
        ways = set()
        # Who compiles the functions over arrays compiles all of it.
        for name in self.needed_by if is_of_arrays(self.needed_by) else filter(is_of_header, self.needed_by):
            ways.add(tuple(macro for macro, pattern in PARTS.items() if re.match(pattern, name)))
        # One that needs all that another one needs adds nothing.
        ways = {way for way in ways if not any(set(other) < set(way) for other in ways)}
        if () in ways:
            return None
        return " || ".join(" && ".join(f"!defined({macro})" for macro in way) for way in sorted(ways))


class Writing:
    """Everything that goes into binnacle.c and binnacle_arrays.c."""

    def __init__(self, representation):
        self.module = Module(representation)
        self.shapes = Shapes(self.module, front.headers())
        known = {name: p for name, p in prototypes().items() if name in self.module.texts}
        self.program = Program(self.module, self.shapes, known)
        self.source = Source(self.module)
        self.modules = [name for _, name in front.MODULES]
        names = [*self.program.order, *self.module.globals]
        self.told = swift_names({bare(name) for name in names if "$" in name})
        self.names = c_names(self.program.order, self.told, {*self.modules, "Swift"})
        self.tables = Tables(self.module, self.shapes, self.told)
        self.calls = {
            name: {item.extra["callee"] for block in function.blocks.values() for item in block if item.op == "call"}
            for name, function in self.program.functions.items()
        }
        self.callers = self._callers()
        self.functions, self.heads = {}, {}
        # The first time tells which types share memory.
        for _ in range(2):
            self.helpers, self.table_users = {}, {}
            for name in self.program.order:
                self._function(name)

    def _callers(self):
        """For each function those of the header that need it."""
        found = {name: set() for name in self.program.order}
        for name in self.program.prototypes:
            stack, seen = [name], set()
            while stack:
                inner = stack.pop()
                if inner in seen:
                    continue
                seen.add(inner)
                found[inner].add(name)
                stack += self.calls[inner] & set(self.program.functions)
        return found

    def _function(self, name):
        self.helpers[name] = set()
        writer = Writer(self.program, name, self.names, self.tables, self.helpers[name])
        before = self.tables.read = set()
        statements, parameters = writer.statements()
        prototype = self.program.prototypes.get(name)
        if prototype:
            head = prototype.text
            known = {parameter.name for parameter in prototype.parameters}
        else:
            result = writer.result.c if writer.result is not None else "void"
            head = f"static {result} {self.names[name]}({', '.join(parameters) or 'void'})"
            known = {writer.variables[writer.group[p.name]].name for p in writer.function.parameters}
            self.heads[name] = folded(f"{head};")
        body = lines_of(statements, writer.types, known)
        place = self.source.told(self.program.functions[name].debug)
        home = home_of(name, place, self.told, self.modules)
        lines = [*comment(place), *folded(f"{head} {{"), *body, "}"]
        self.functions[name] = Piece(home, lines, self.callers[name])
        for table in sorted(before):
            self.table_users.setdefault(table, []).append(name)

    def _tables(self):
        """Each table in the module of the first function that reads it."""
        found = {}
        for table, users in self.table_users.items():
            order = sorted(users, key=lambda name: self.modules.index(self.functions[name].home))
            needed = set().union(*(self.callers[name] for name in users))
            found[table] = Piece(self.functions[order[0]].home, self.tables.lines(table), needed)
        return found

    def _in_order(self):
        """The functions in the order of the text: by module, and those that are called before those that call."""
        return [name for home in self.modules for name in self.program.order if self.functions[name].home == home]

    def _declared(self, order, before):
        """Functions that are called before they are defined; `before`: those of the text before."""
        found, defined = set(), set(before)
        for name in order:
            found |= {callee for callee in self.calls[name] if callee in self.heads and callee not in defined}
            defined.add(name)
        return found

    def _body(self, order, before, tables):
        """Tables and functions, each under the title of its module."""
        declared_first = self._declared(order, before)
        heads = [
            Piece(self.functions[name].home, self.heads[name], self.callers[name])
            for name in order
            if name in declared_first
        ]
        body = [title("Functions that are called before they are written"), *guarded(heads, 0)] if heads else []
        for home in self.modules:
            pieces = [piece for piece in tables if piece.home == home]
            pieces += [self.functions[name] for name in order if self.functions[name].home == home]
            if pieces:
                folder = next(part for part, name in front.MODULES if name == home)
                body += [title(f"{home}: Sources/{folder}/{home}"), *guarded(pieces, 1)]
        return body

    def texts(self):
        """The text of binnacle.c, and that of binnacle_arrays.c, which has what only functions over arrays need."""
        order, tables = self._in_order(), self._tables().values()
        ours = [name for name in order if not is_of_arrays(self.callers[name])]
        theirs = [name for name in order if is_of_arrays(self.callers[name])]
        body = self._body(ours, (), [piece for piece in tables if not is_of_arrays(piece.needed_by)])
        words = front.WORDS.read_text().split('#include "binnacle.h"')[1].strip()
        body += [title("Version and words"), words, ""]
        arrays = self._body(theirs, ours, [piece for piece in tables if is_of_arrays(piece.needed_by)])
        needed = set().union(*(self.helpers[name] for name in ours))
        top, helping = helpers(needed)
        structs = in_order(used_structs("\n".join([helping, *body]), self.shapes.structs))
        known = {struct.name for struct in structs}
        others = in_order(used_structs("\n".join(arrays), self.shapes.structs))
        others = [struct for struct in others if struct.name not in known]
        _, more = helpers(set().union(*(self.helpers[name] for name in theirs)) - needed)
        stored = [
            f"CHECK({storage}, sizeof({name}) + 8 <= sizeof({storage}));"
            for storage, name in sorted(self.program.stored)
        ]
        return (
            "\n".join([
                top.rstrip().replace("@VERSION@", front.header().version),
                *("", helping.strip(), "", title("Types"), *self._structs(structs)),
                title("What must hold of a compiler and of the types"),
                "CHECK(arithmetic_shift, (-1 >> 1) == -1 && (int32_t)0xffffffffu == -1);",
                *(*stored, *self._checks(structs), "", *body),
            ]),
            "\n".join([
                ARRAYS_TOP,
                *(["", more.strip()] if more else []),
                *("", title("Types"), *self._structs(others), *self._checks(others), *arrays),
            ]),
        )  # fmt: skip

    def _structs(self, structs):
        stored = {name for _, name in self.program.stored}
        return [line for struct in structs for line in self._struct(struct, struct.name in stored)]

    def _struct(self, struct, is_stored):
        place = self.source.at(*struct.place) if struct.place else None
        fields = [f"  {declared(shape, field)};" for field, shape, _ in in_memory(struct)]
        kind = "union" if struct.is_union else "struct"
        # The storage of an object is declared as numbers of 64 bits.
        alias = "MAY_ALIAS " if is_stored else ""
        return [*comment(place), f"typedef {kind} {alias}{struct.name} {{", *fields, f"}} {struct.name};", ""]

    def _checks(self, structs):
        """Sizes: bytes of a record are where they belong."""
        names, lines = {struct.name for struct in structs}, []
        for struct in sorted(self.program.as_bytes, key=lambda struct: struct.name):
            if struct.name not in names:
                continue
            lines.append(f"CHECK({struct.name}, sizeof({struct.name}) == {struct.size});")
            places = []
            for _, number, offset in leaves(struct, 0, struct.size):
                places += [offset + number.size - 1 - byte for byte in range(number.size)]
            lines += [
                "#if IS_BIG_ENDIAN",
                f"static const uint8_t places_in_{struct.name}[{struct.size}] = {{",
                *textwrap.wrap(", ".join(map(str, places)), 116, initial_indent="  ", subsequent_indent="  "),
                "};",
                f"#define BYTE_OF_{struct.name}(index) places_in_{struct.name}[index]",
                "#else",
                f"#define BYTE_OF_{struct.name}(index) (index)",
                "#endif",
            ]
        return lines


def guarded(pieces, gap):
    """Lines of pieces, with the conditions under which they are compiled around each run of them."""
    lines, open_condition = [], None
    for piece in pieces:
        condition = piece.condition()
        if condition != open_condition:
            if open_condition:
                lines += ["#endif", ""]
            if condition:
                lines += folded_condition(f"#if {condition}")
            open_condition = condition
        lines += [*piece.lines, *[""] * gap]
    if open_condition:
        lines.append("#endif")
    return [*lines, ""]


def folded_condition(line):
    lines = folded(line)
    return [*(f"{part} \\" for part in lines[:-1]), lines[-1]]


def home_of(name, place, told, modules):
    if name.startswith("binnacle_"):
        return "BinnacleC"
    if place:
        folder = place[1].split("/")
        if len(folder) > 2 and folder[2] in modules:
            return folder[2]
    words = told.get(bare(name), "")
    return next((word for word in re.findall(r"\w+", words) if word in modules), "RawMemory")


def title(text):
    line = f"/* ---- {text} "
    return line + "-" * (117 - len(line)) + " */\n"
