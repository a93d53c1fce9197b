"""Puts binnacle.c and binnacle_arrays.c together: the top, types, tables, functions in the order of the modules."""

import re
import textwrap
from dataclasses import dataclass

from . import front
from .analysis import Program
from .expressions import literal
from .inside import leaves
from .ir import Module
from .names import Source, c_names, comment
from .pieces import Piece, file_of, files_of, guarded
from .place import Place, Untranslatable
from .reader import Reader
from .shapes import Array, Scalar, Shapes, Struct, bare, c_number, declared, in_memory, swift_names, without_file
from .statements import folded, lines_of
from .translate import Writer

RUNTIME = front.Path(__file__).with_name("runtime.h")
ARRAYS_TOP = """/* The functions of binnacle_arrays.h: many samples a call, for hosts. The Python package compiles this file.

   This text is made from the Swift sources of Binnacle, as binnacle.c is: change them, not this file.
   SPDX-License-Identifier: Apache-2.0 */
#include "binnacle.c"
#include "binnacle_arrays.h"
"""


# What is different at the top of binnacle_device.c.
DEVICE_TOP = (
    (
        ": a compass in integers, as one file of C99. It is also C++17.",
        ": a compass in integers, its sensor drivers and the whole device, as one file of C99. It is also C++17.",
    ),
    (
        "compile this file with your own and put binnacle.h beside it.",
        "compile this file with your own, and not binnacle.c. Put binnacle.h and binnacle_device.h beside it.",
    ),
    ("-c binnacle.c ", "-c binnacle_device.c "),
    (
        "   A linker that drops unused functions makes the last three needless. */",
        """   A linker that drops unused functions makes the last three needless. What a device needs of them stays. These leave out
   parts of a device (with GCC for a Cortex-M0, bytes of flash):
     BINNACLE_WITHOUT_NAVIGATION     fixes, guidance, heading sources and the swing: 12,200
     BINNACLE_WITHOUT_WORLD_MODEL    and then it has no true north by place and date: 1,000; 3,500 without navigation and
                                     self-tests
     BINNACLE_WITHOUT_SELF_TESTS     the tests of the arithmetic: 4,800
   A binnacle_small_device has no fusion of a gyroscope: 47,300 less than a binnacle_device, and 3,456 of RAM. */""",
    ),
    ('#include "binnacle.h"', '#include "binnacle_device.h"'),
    (
        "\n/* Sums, differences",
        """
#if IS_BIG_ENDIAN
#error "binnacle_device.c needs a processor that stores the low byte of a number first; binnacle.c does not"
#endif

/* Sums, differences""",
    ),
)
# The objects with one type behind each.
LIBRARY_OBJECTS = set(front.header().objects)


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


def prototypes(with_device):
    """The functions of the headers."""
    found = {}
    for function in (f for header in front.declared(with_device) for f in header.functions):
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
            if name.startswith(".str"):
                # A constant text has its characters in its name.
                title = f"text_{len(self.known)}"
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


class Writing:
    """Everything that goes into binnacle.c, binnacle_arrays.c and binnacle_device.c."""

    def __init__(self, representation, with_device=False):
        self.module = Module(representation)
        self.shapes = Shapes(self.module, front.headers(with_device))
        known = {name: p for name, p in prototypes(with_device).items() if name in self.module.texts}
        self.program = Program(self.module, self.shapes, known)
        self.source = Source(self.module)
        self.folders = {name: part for part, name in front.modules(with_device)}
        self.modules = list(self.folders)
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

    def _body(self, order, before, tables, files):
        """Tables and functions, each under the title of its module."""
        declared_first = self._declared(order, before)
        heads = [
            Piece(self.functions[name].home, self.heads[name], self.callers[name])
            for name in order
            if name in declared_first
        ]
        body = []
        if heads:
            body = [title("Functions that are called before they are written"), *guarded(heads, 0, files)]
        for home in self.modules:
            pieces = [piece for piece in tables if piece.home == home]
            pieces += [self.functions[name] for name in order if self.functions[name].home == home]
            if pieces:
                body += [title(f"{home}: Sources/{self.folders[home]}/{home}"), *guarded(pieces, 1, files)]
        return body

    def texts(self):
        """The texts of binnacle.c, and of binnacle_arrays.c, which has what only functions over arrays need."""
        order, tables = self._in_order(), self._tables().values()
        ours = [name for name in order if "library" in files_of(self.callers[name])]
        theirs = [name for name in order if files_of(self.callers[name]) & {"library", "arrays"} == {"arrays"}]
        text, known, needed = self._whole(ours, tables, {"library"}, [], [])
        arrays = self._body(
            theirs, ours, [p for p in tables if files_of(p.needed_by) & {"library", "arrays"} == {"arrays"}], {"arrays"}
        )
        others = in_order(used_structs("\n".join(arrays), self.shapes.structs))
        others = [struct for struct in others if struct.name not in known]
        _, more = helpers(set().union(*(self.helpers[name] for name in theirs)) - needed)
        return (
            text,
            "\n".join([
                ARRAYS_TOP,
                *(["", more.strip()] if more else []),
                *("", title("Types"), *self._structs(others), *self._checks(others), *arrays),
            ]),
        )  # fmt: skip

    def device_text(self):
        """The text of binnacle_device.c, which has everything of binnacle.c, too."""
        files = {"library", "device"}
        order = [name for name in self._in_order() if files_of(self.callers[name]) & files]
        before = [title("What the Swift and the C of the device call of each other"), *port_lines(front.PORT)]
        after = [title("The user's functions, and the drivers behind pointers"), *port_lines(front.PORT_TEXT)]
        text, _, _ = self._whole(order, self._tables().values(), files, before, after)
        for old, new in DEVICE_TOP:
            if old not in text:
                raise Untranslatable(f"the top of the text has no {old!r}")
            text = text.replace(old, new, 1)
        return text

    def _whole(self, order, tables, files, before, after):
        """A text that needs no other; then the names of its structs and of its helpers."""
        body = self._body(order, (), [piece for piece in tables if files_of(piece.needed_by) & files], files)
        words = front.WORDS.read_text().split('#include "binnacle.h"')[1].strip()
        body += [*after, title("Version and words"), words, ""]
        needed = set().union(*(self.helpers[name] for name in order))
        top, helping = helpers(needed)
        structs = in_order(used_structs("\n".join([helping, *body]), self.shapes.structs))
        known = {struct.name for struct in structs}
        stored = [
            f"CHECK({storage}{'' if storage in LIBRARY_OBJECTS else f'_{name}'}, sizeof({name}) + 8 <= sizeof({storage}));"
            for storage, name in sorted(self.program.stored)
            if name in known
        ]
        text = "\n".join([
            top.rstrip().replace("@VERSION@", front.header().version),
            *("", helping.strip(), "", *before, title("Types"), *self._structs(structs)),
            title("What must hold of a compiler and of the types"),
            "CHECK(arithmetic_shift, (-1 >> 1) == -1 && (int32_t)0xffffffffu == -1);",
            *(*stored, *self._checks(structs), "", *body),
        ])  # fmt: skip
        return text, known, needed

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
        # What shares memory with bytes has its fields where Swift has them.
        for struct in structs:
            inner = [shape for _, shape, _ in struct.fields if isinstance(shape, Struct)] if struct.is_union else []
            for shape in (
                shape for shape in inner if not shape.is_union and not shape.name.endswith(("Tuple", "From"))
            ):
                # An AVR aligns nothing: there a struct is only read as what it was written as.
                lines += [
                    "#ifndef __AVR__",
                    *(
                        f"CHECK({struct.name}_{shape.name}_{field}, offsetof({shape.name}, {field}) == {offset});"
                        for field, _, offset in shape.fields
                    ),
                    "#endif",
                ]
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


def port_lines(path):
    """The text of a file of the port without its includes and the guards of a header."""
    text = path.read_text().split('.h"\n', 1)[1]
    text = re.sub(r"#ifdef __cplusplus\n.*?#endif\n|#include <string.h>\n", "", text, flags=re.S)
    text = text.strip().removesuffix("#endif" if path.suffix == ".h" else "").strip()
    return [*text.split("\n"), ""]


def home_of(name, place, told, modules):
    if name.startswith("binnacle_"):
        return "BinnacleDevice" if file_of(name) == "device" else "BinnacleC"
    if place:
        folder = place[1].split("/")
        if len(folder) > 2 and folder[2] in modules:
            return folder[2]
    words = told.get(bare(name), "")
    return next((word for word in re.findall(r"\w+", words) if word in modules), "RawMemory")


def title(text):
    line = f"/* ---- {text} "
    return line + "-" * (117 - len(line)) + " */\n"
