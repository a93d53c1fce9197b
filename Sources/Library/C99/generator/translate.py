"""Writes the statements of one function."""

import re
from dataclasses import dataclass, replace

from . import expressions as x
from .expressions import Expression, binary, cast, choice, converted, literal, logical, negation, within
from .flow import Flow
from .ir import BINARY, POINTER, width_of
from .shapes import BOOL, U8, U32, U64, WORD, Array, Scalar, Shapes, Struct, at, element_of, leaves, pointer_to, safe

TRANSPARENT = {"gep", "alloca", "insertvalue", "mention"}
# What has a result that can stand in a larger expression.
PURE = BINARY | {
    "icmp", "select", "trunc", "zext", "sext", "ptrtoint", "bitcast", "freeze", "extractvalue", "insertelement",
    "extractelement", "overflows",
}  # fmt: skip
COMPARE = {
    "eq": "==", "ne": "!=", "ult": "<", "ule": "<=", "ugt": ">", "uge": ">=", "slt": "<", "sle": "<=", "sgt": ">",
    "sge": ">=",
}  # fmt: skip
END = 1 << 30


class Untranslatable(Exception):
    pass


@dataclass
class Place:
    """Something in memory: how C names it, its type, and what it is a part of."""

    text: str
    shape: object
    # The pointer to it, if it is named by one.
    pointer: str = None
    parent: "Place" = None
    offset: int = 0
    # For an element: its number.
    index: object = None
    # For a byte: the struct of whose bytes it is the first.
    bytes_of: object = None
    # The value of LLVM that is the pointer to the whole.
    root: str = None
    # Bytes behind it, where no object of its type begins: numbers in which a struct travels.
    behind: int = 0


@dataclass
class Variable:
    name: str
    type: object
    # For a pointer: the type behind it.
    pointee: object = None


def pointed_by(pointer, shape, **more):
    """What is behind a pointer; the name of an array is one already."""
    if isinstance(shape, Array):
        return Place(pointer, shape, **more)
    return Place(f"*{pointer}", shape, pointer, **more)


def row(pointer, shape):
    """What is behind a pointer, as the first of many in a row."""
    return Place(pointer, Array(shape, END, shape.size))


def read(place):
    """What is in a place."""
    return Expression(place.text, x.UNARY if place.text.startswith("*") else x.PRIMARY, place.shape)


class Writer:
    def __init__(self, program, name, names, tables, helpers):
        self.program, self.module, self.shapes = program, program.module, program.shapes
        self.name, self.function = name, program.functions[name]
        self.names, self.tables, self.helpers = names, tables, helpers
        self.flow = Flow(self.function)
        self.blocks = {label: self.function.blocks[label] for label in self.flow.order}
        self.definitions = {}
        self.users = {}
        self.taken, self.types = set(names.values()), {}
        self.constant = {
            parameter.name
            for parameter in self.function.parameters
            if parameter.type == POINTER and not program.is_written(name, parameter.name)
        }
        if name in program.prototypes:
            told = zip(self.function.parameters, program.prototypes[name].parameters)
            self.constant = {parameter.name for parameter, one in told if one.is_constant}
        for label, block in self.blocks.items():
            for number, item in enumerate(block):
                if item.result:
                    self.definitions[item.result] = (item, label, number)
                if item.op == "phi":
                    for value, origin in item.extra["incoming"]:
                        if origin in self.blocks:
                            self._use(value, item, origin, END)
                else:
                    for _, value in item.operands:
                        self._use(value, item, label, number)
        self._drop_unused()
        self._decide()
        self._variables()

    def _use(self, value, item, label, number):
        if value[0] == "local":
            self.users.setdefault(value[1], []).append((item, label, number))
        elif value[0] == "aggregate":
            for _, inner in value[1]:
                self._use(inner, item, label, number)

    # MARK: - What becomes a variable

    def _drop_unused(self):
        """Pure instructions whose result nobody reads."""
        self.dropped = set()
        changed = True
        while changed:
            changed = False
            for result, (item, _, _) in self.definitions.items():
                if result in self.dropped or item.op not in PURE | {"load", "phi", "gep", "insertvalue", "inttoptr"}:
                    continue
                users = [user for user, _, _ in self.users.get(result, ()) if user is not item]
                if all(user.result in self.dropped for user in users if user.result) and all(
                    user.result for user in users
                ):
                    self.dropped.add(result)
                    changed = True
        for value, users in self.users.items():
            self.users[value] = [use for use in users if use[0].result not in self.dropped]

    def is_alias(self, item):
        """Whether an instruction gives another name to its operand."""
        if item.op == "bitcast":
            return item.type[0] == item.operands[0][0][0] or {item.type[0], item.operands[0][0][0]} == {"vec", "i"}
        return item.op in ("freeze", "extractvalue", "ptrtoint", "inttoptr")

    def is_see_through(self, item):
        return item.op in TRANSPARENT or self.is_alias(item) or self.is_stride(item)

    def is_stride(self, item):
        """Whether a product is nothing but the offset of an element."""
        if item.op != "mul" or item.operands[1][1][0] != "const":
            return False
        users = [user for user, _, _ in self.users.get(item.result, ())]
        return bool(users) and all(user.op == "gep" and user.extra["base"] == ("i", 8) for user in users)

    def roots(self, value):
        """Where the text of a value appears at last: pairs of (label, number)."""
        found = []
        for item, label, number in self.users.get(value, ()):
            is_part = item.op != "phi" and item.result
            if is_part and (self.is_see_through(item) or item.result in self.inlined):
                found += self.roots(item.result)
            else:
                found.append((label, number))
        return found

    def _decide(self):
        self.inlined, weights = set(), {}
        for label in reversed(self.flow.order):
            block = self.blocks[label]
            for number in range(len(block) - 1, -1, -1):
                item = block[number]
                if not item.result or item.result in self.dropped or self.is_see_through(item):
                    continue
                if item.op not in PURE and item.op not in ("load", "call"):
                    continue
                roots = self.roots(item.result)
                if len(roots) != 1 or roots[0][0] != label:
                    continue
                last = min(roots[0][1], len(block))
                between = block[number + 1 : last]
                if item.op == "load" and any(self._writes(other) for other in between):
                    continue
                if item.op == "call":
                    chain = self._is_plain_chain(item.result)
                    quiet = not any(self._writes(other) or other.op == "load" for other in between)
                    if item.type[0] != "i" or not chain or not quiet or last == len(block) and roots[0][1] == END:
                        continue
                self.inlined.add(item.result)
        for label in self.flow.order:
            for item in self.blocks[label]:
                if not item.result:
                    continue
                weight = 1 if item.op not in ("gep", "alloca") else 0
                for _, value in item.operands:
                    if value[0] == "local":
                        inner = self.definitions.get(value[1])
                        if inner and (value[1] in self.inlined or self.is_see_through(inner[0])):
                            weight += weights.get(value[1], 0)
                if weight > 12 and item.result in self.inlined:
                    self.inlined.discard(item.result)
                weights[item.result] = weight

    @staticmethod
    def _writes(item):
        return item.op in ("store", "call")

    def _is_plain_chain(self, value):
        """Whether the one user of a call's result evaluates it at once and always."""
        users = self.users[value]
        if len(users) != 1:
            return False
        item = users[0][0]
        if item.op in ("ret", "br", "switch"):
            return True
        if item.op == "store":
            return item.operands[0][1] == ("local", value) and item.operands[1][1][0] == "local"
        if item.op in ("icmp", "trunc", "zext", "sext", "freeze"):
            others = [v for _, v in item.operands if v != ("local", value)]
            return all(v[0] == "const" for v in others) and self._is_plain_chain(item.result)
        return False

    def is_named(self, value):
        if value in self.dropped:
            return False
        known = self.definitions.get(value)
        if known is None:
            return True
        return not self.is_see_through(known[0]) and value not in self.inlined

    def _variables(self):
        """Which named values share a variable, and what it is called."""
        named = [parameter.name for parameter in self.function.parameters]
        named += [
            result
            for label in self.flow.order
            for item in self.blocks[label]
            if (result := item.result) and self.is_named(result)
        ]
        named = list(dict.fromkeys(named))
        phis = {
            label: [item for item in block if item.op == "phi" and item.result not in self.dropped]
            for label, block in self.blocks.items()
        }
        members = self._groups(named, phis, self._conflicts(named, phis))
        self.variables = {}
        known = self.program.debug[self.name][0]
        parameters = {parameter.name for parameter in self.function.parameters}
        for root, group in members.items():
            first = next((value for value in group if value in parameters), None)
            candidates = ([first] if first else []) + group
            told = next((known[value] for value in candidates if known.get(value)), None)
            variable = self.variables[root] = Variable(self._name(told), self._type_of(group[0]))
            item = self.definitions.get(group[0])
            if item and item[0].type == POINTER and not self.is_word_pointer(group[0]):
                self.types[variable.name] = ("pointer", self.program.pointee(self.name, group[0]) or U8)
            else:
                self.types[variable.name] = variable.type

    def _conflicts(self, named, phis):
        """For each value those that are needed at the same time, so that they have other variables."""
        reads = {}
        for value in named:
            for label, number in self.roots(value):
                reads.setdefault(label, {}).setdefault(number, set()).add(value)
        defined = {
            label: [
                (number, item.result)
                for number, item in enumerate(block)
                if item.result and item.op != "phi" and self.is_named(item.result)
            ]
            for label, block in self.blocks.items()
        }
        live_in = {label: set() for label in self.flow.order}

        def live_out(label):
            # A phi is written at the end of each block before it.
            live = set(reads.get(label, {}).get(END, ()))
            for following in self.flow.successors[label]:
                live |= live_in[following] - {item.result for item in phis[following]}
            return live

        changed = True
        while changed:
            changed = False
            for label in reversed(self.flow.order):
                live = live_out(label)
                for number, values in reads.get(label, {}).items():
                    if number != END:
                        live |= values
                # A value is defined once, so that no block reads one before it defines it.
                live -= {result for _, result in defined[label]}
                live -= {item.result for item in phis[label]}
                if live != live_in[label]:
                    live_in[label], changed = live, True
        conflicts = {value: set() for value in named}

        def clash(value, live):
            for other in live:
                if other != value:
                    conflicts[value].add(other)
                    conflicts[other].add(value)

        for label in self.flow.order:
            live = live_out(label)
            steps = reads.get(label, {})
            ends = dict(defined[label])
            for number in sorted({*steps, *ends} - {END}, reverse=True):
                if number in ends:
                    clash(ends[number], live)
                    live.discard(ends[number])
                live |= steps.get(number, set())
            heads = [item.result for item in phis[label]]
            for head in heads:
                clash(head, live | set(heads))
        for parameter in self.function.parameters:
            clash(parameter.name, live_in[self.flow.entry] | {p.name for p in self.function.parameters})
        return conflicts

    def _groups(self, named, phis, conflicts):
        """Puts into one group what a phi joins and nothing needs at the same time: the values of each."""
        self.group = {value: value for value in named}
        members = {value: [value] for value in named}
        for label in self.flow.order:
            for item in phis[label]:
                for value, _ in item.extra["incoming"]:
                    if value[0] != "local" or value[1] not in self.group:
                        continue
                    a, b = self.group[item.result], self.group[value[1]]
                    if a == b or self._type(item.result, item.type) != self._type(value[1], item.type):
                        continue
                    if item.type == POINTER or item.type[0] == "struct":
                        continue
                    if any(other in conflicts[one] for one in members[a] for other in members[b]):
                        continue
                    for one in members[b]:
                        self.group[one] = a
                    members[a] += members.pop(b)
        return members

    def _type_of(self, value):
        known = self.definitions.get(value)
        if known is None:
            parameter = next(p for p in self.function.parameters if p.name == value)
            return self._type(value, parameter.type)
        return self._type(value, known[0].type)

    def _type(self, value, type_):
        if type_[0] == "struct":
            known = self.definitions.get(value)
            if known and known[0].op == "call":
                return self.result_of(known[0].extra["callee"])
            return self.aggregate([self.program.number(self.name, "", member) for member in type_[2]])
        return self.program.number(self.name, value, type_)

    def _name(self, told, type_=None):
        base = safe(told) if told else None
        if not base or base in ("self_", "v"):
            base = "self" if told and told.startswith("self") else "t"
        name, number = base, 1
        if base == "t":
            name = "t1"
        while name in self.taken:
            number += 1
            name = f"{base}{number}"
        self.taken.add(name)
        self.types[name] = type_
        return name

    # MARK: - Types of results

    def aggregate(self, numbers):
        """A struct for several numbers that a function returns together."""
        title = "Result_" + "_".join(re.sub(r"_t$", "", number.c) for number in numbers)
        offset, fields = 0, []
        for index, number in enumerate(numbers):
            fields.append((f"e{index}", number, offset))
            offset += number.size
        return self.shapes.add(Struct(title, fields, offset))

    def result_of(self, callee):
        if callee in self.program.prototypes:
            return self.program.prototypes[callee].result
        type_ = self.program.functions[callee].result
        if type_[0] != "struct":
            return self.program.number(callee, "=", type_)
        return self.aggregate(
            [self.program.number(callee, f"={index}", member) for index, member in enumerate(type_[2])]
        )

    # MARK: - Places

    def field(self, place, name):
        for title, shape, offset in place.shape.fields:
            if title == name:
                text = f"{place.pointer}->{name}" if place.pointer else f"{place.text}.{name}"
                return Place(text, shape, None, place, offset)
        raise Untranslatable(f"{name} of {place.shape}")

    def element(self, place, index):
        """An element of an array; index is a number or an expression."""
        text = str(index) if isinstance(index, int) else index.text
        offset = index * place.shape.stride if isinstance(index, int) else 0
        base = f"({place.text})" if place.text.startswith(("*", "&")) else place.text
        return Place(f"{base}[{text}]", place.shape.element, None, place, offset, index)

    def follow(self, place, path):
        for step in path:
            place = self.element(place, step) if isinstance(step, int) else self.field(place, step)
        return place

    def address(self, place):
        if isinstance(place.shape, Array):
            return place.text
        return place.pointer or f"&{place.text}"

    def is_constant(self, place):
        """Whether a place is behind a pointer to what may not be changed."""
        while place.parent is not None:
            place = place.parent
        return place.root in self.constant

    @staticmethod
    def same(a, b):
        if isinstance(a, Scalar) and isinstance(b, Scalar):
            return a.width == b.width or {a.width, b.width} == {1, 8}
        return a is b or (isinstance(a, Array) and a == b)

    def view(self, place, shape, is_forced=True):
        """The place as one of this type: itself, what it begins with, or what begins with it."""
        if place.behind:
            found = at(place.shape, place.behind)
            if found is None:
                raise Untranslatable(f"{shape} {place.behind} bytes behind {place}")
            place = self.follow(place, found[0])
        inner = place
        while not self.same(inner.shape, shape):
            if isinstance(inner.shape, Array) and inner.shape.count:
                inner = self.element(inner, 0)
            elif isinstance(inner.shape, Struct) and inner.shape.fields and inner.shape.fields[0][2] == 0:
                inner = self.field(inner, inner.shape.fields[0][0])
            else:
                break
        else:
            return inner
        outer = place
        while outer.parent and outer.offset == 0:
            outer = outer.parent
            if self.same(outer.shape, shape):
                return outer
        return self.reinterpreted(place, shape) if is_forced else None

    def reinterpreted(self, place, shape):
        """The bytes of a place as something else: the storage of an object, or bytes of the caller."""
        source = place
        while isinstance(source.shape, Struct) and not source.shape.is_union and source.shape.fields[0][2] == 0:
            source = self.field(source, source.shape.fields[0][0])
        if not (isinstance(source.shape, Struct) and source.shape.is_union):
            source = place
        else:
            place = source
        while source is not None:
            shared = source.shape
            if isinstance(shared, Struct) and shared.is_union:
                title = shape.name if isinstance(shape, Struct) else f"as_{Shapes.key(shape)}"
                title = re.sub(r"_t$", "", f"{title[0].lower()}{title[1:]}")
                distance = 0
                inner = place
                while inner is not source:
                    distance, inner = distance + inner.offset, inner.parent
                return self.shared(source, title, shape, distance)
            source = source.parent
        origin = place
        while origin.parent:
            origin = origin.parent
        if isinstance(origin.shape, Struct) and origin.shape.is_foreign and isinstance(shape, Struct):
            self.program.stored.add((origin.shape.name, shape.name))
        const = "const " if self.is_constant(place) else ""
        pointer = f"(({const}{element_of(shape).c} *)({const}void *){self.address(place)})"
        bytes_of = None
        if shape == U8 and isinstance(place.shape, Struct):
            bytes_of = place.shape
            self.program.as_bytes.add(bytes_of)
        return pointed_by(pointer, shape, bytes_of=bytes_of)

    def shared(self, place, title, shape, offset):
        """A field of memory that several types use in turn; bytes before it are a field of their own."""
        struct = place.shape
        if isinstance(shape, Scalar) and not offset:
            if all(name != title for name, _, _ in struct.fields):
                struct.fields.append((title, Array(shape, struct.size // shape.size, shape.size), 0))
            return self.element(self.field(place, title), 0)
        if offset:
            name = f"{title}From{offset}"
            if all(n != name for n, _, _ in struct.fields):
                inner = Struct(
                    name[0].upper() + name[1:],
                    [("before", Array(U8, offset, 1), 0), (title, shape, offset)],
                    struct.size,
                )
                struct.fields.append((name, self.shapes.add(inner), 0))
            return self.field(self.field(place, name), title)
        if all(name != title for name, _, _ in struct.fields):
            struct.fields.append((title, shape, 0))
        return self.field(place, title)

    def moved(self, place, offset):
        """The place some bytes behind a place."""
        if offset == 0:
            return place
        offset += place.behind
        start = place
        while True:
            if offset < start.shape.size:
                found = at(start.shape, offset)
                if found is not None:
                    return self.follow(start, found[0])
            if start.parent is None:
                break
            offset += start.offset
            start = start.parent
        if start.pointer and offset % start.shape.size == 0:
            return self.element(row(start.pointer, start.shape), offset // start.shape.size)
        raise Untranslatable(f"{offset} bytes behind {start}")

    def place(self, value):
        """What a pointer points to."""
        if value[0] == "local":
            known = self.definitions.get(value[1])
            if known is None or known[0].op in ("phi", "select", "load", "call"):
                return self.pointed(value[1])
            item = known[0]
            if item.op == "alloca":
                shape = self.program.pointee(self.name, value[1])
                return Place(self.local(value[1], shape), shape)
            if item.op == "gep":
                return self.gep(item.extra["base"], item.operands[0][1], item.operands[1:])
            if item.op == "inttoptr":
                address = item.operands[0][1]
                origin = self.definitions.get(address[1]) if address[0] == "local" else None
                if origin and origin[0].op == "ptrtoint":
                    return self.place(origin[0].operands[0][1])
                shape = self.program.pointee(self.name, value[1]) or U8
                operand = self.value(*item.operands[0])
                const = "" if self.program.is_written(self.name, value[1]) else "const "
                return pointed_by(f"(({const}{element_of(shape).c} *){within(operand, '*')})", shape)
            if item.op in ("bitcast", "freeze"):
                return self.place(item.operands[0][1])
            raise Untranslatable(f"place {item.op}")
        if value[0] == "global":
            return self.tables(value[1])
        if value[0] == "gep":
            return self.gep(value[1], value[2][1] if value[2][0] == POINTER else value[2], value[3])
        raise Untranslatable(f"place {value}")

    def pointed(self, value):
        """What a variable that is a pointer points to."""
        name = self.variables[self.group[value]].name
        return pointed_by(name, self.program.pointee(self.name, value) or U8, root=value)

    def local(self, value, shape):
        if value not in self.locals:
            known = self.program.debug[self.name][0].get(value)
            self.locals[value] = Variable(self._name(known, shape), shape)
        return self.locals[value].name

    def gep(self, base, pointer, indices):
        place = self.place(pointer)
        (first_type, first), rest = indices[0], indices[1:]
        if base == ("i", 8):
            if first[0] == "const":
                return self.moved(place, first[1])
            element = self.multiple(place, first)
            if element is not None:
                return element
            if isinstance(place.shape, Array) and place.shape.element == U8:
                return self.element(place, self.index(first_type, first))
            return self.shifted(self.view(place, U8), self.index(first_type, first))
        wanted = self.shapes.of(base)
        seen = self.view(place, wanted, False) if not place.behind or at(place.shape, place.behind) else None
        if seen is None and not self.is_storage(place):
            distance = self.module.distance(base, indices)
            if distance is not None:
                return self.raw(place, distance)
        place = seen or self.view(place, wanted)
        if first != ("const", 0):
            place = self.shifted(place, self.index(first_type, first))
        type_ = base
        for index_type, index in rest:
            form = self.module.resolve(type_)
            if form[0] in ("arr", "vec"):
                place = self.view(place, self.shapes.of(form))
                place = self.element(place, index[1] if index[0] == "const" else self.index(index_type, index))
                type_ = form[2]
                continue
            offset, type_ = self.module.offsets(form)[index[1]]
            shape = self.shapes.of(type_)
            if shape.size == 0:
                continue
            if isinstance(place.shape, Struct):
                target = next((name for name, _, start in place.shape.fields if start == offset), None)
                if target is None:
                    raise Untranslatable(f"offset {offset} of {place.shape.name}")
                place = self.field(place, target)
            elif (
                isinstance(place.shape, Array)
                and offset % place.shape.stride == 0
                and not self.same(place.shape, shape)
            ):
                place = self.element(place, offset // place.shape.stride)
        return place

    def raw(self, place, distance):
        """So many bytes behind a place, because the type of the pointer is not that of what is there."""
        offset = place.behind + distance
        found = at(place.shape, offset)
        if found is not None and offset:
            return self.follow(place, found[0])
        return replace(place, behind=offset)

    def multiple(self, place, value):
        """The element of an array whose offset is a multiple of its size."""
        item = self.definitions.get(value[1], (None,))[0]
        if item is None or item.op != "mul" or item.operands[1][1][0] != "const":
            return None
        step = item.operands[1][1][1]
        while not isinstance(place.shape, Scalar):
            if isinstance(place.shape, Array) and place.shape.stride == step:
                return self.element(place, self.operand(item, 0))
            place = self.follow(place, (0,) if isinstance(place.shape, Array) else (place.shape.fields[0][0],))
        return None

    def index(self, type_, value):
        if value[0] == "const":
            return value[1]
        return self.value(type_, value)

    def shifted(self, place, index):
        """The element `index` further on."""
        if place.index is not None:
            if isinstance(place.index, int) and isinstance(index, int):
                return self.element(place.parent, place.index + index)
            if place.index == 0:
                return self.element(place.parent, index)
            if isinstance(index, int):
                step = literal(abs(index), place.index.type)
                return self.element(
                    place.parent, binary("+" if index > 0 else "-", place.index, step, place.index.type)
                )
            before = place.index if isinstance(place.index, Expression) else literal(place.index, index.type)
            return self.element(place.parent, binary("+", before, converted(index, before.type), before.type))
        pointer = place.pointer or f"(&{place.text})"
        if place.bytes_of is not None:
            text = index if isinstance(index, int) else index.text
            index = Expression(f"BYTE_OF_{place.bytes_of.name}({text})", x.PRIMARY, Scalar(32, True))
        return self.element(row(pointer, place.shape), index)

    # MARK: - Memory

    def extent(self, place, size):
        """The place, or what it is a part of, so that it holds so many bytes; and where in it they begin."""
        offset = 0
        while place.shape.size < offset + size and place.parent is not None:
            offset += place.offset
            place = place.parent
        return place, offset

    @staticmethod
    def is_storage(place):
        """Whether a place is in the storage of an object, whose contents the header does not tell."""
        while True:
            shape = place.shape
            if isinstance(shape, Struct) and (shape.is_union or shape.is_foreign and shape.fields[0][0] == "opaque"):
                return True
            if place.parent is None:
                return False
            place = place.parent

    def scalars(self, place, size, behind=0):
        """The numbers in so many bytes at a place, or some bytes behind it."""
        behind += place.behind
        place, offset = self.extent(place, behind + size)
        offset += behind
        if place.shape.size < offset + size and place.pointer:
            place = row(place.pointer, place.shape)
        found = [
            (self.follow(place, path), number, start - offset)
            for path, number, start in leaves(place.shape, offset, size)
        ]
        return found if len(found) < 2 else self.of_union(found[0][0], size) or found

    def of_union(self, byte, size):
        """The number that bytes of shared memory are in one of the types that use it."""
        array = byte.parent
        shared = array.parent if array is not None else None
        if shared is None or not isinstance(shared.shape, Struct) or not shared.shape.is_union:
            return None
        for name, shape, _ in shared.shape.fields:
            if not isinstance(shape, Struct):
                continue
            inside = leaves(shape, byte.offset, size)
            if len(inside) == 1 and inside[0][1].size == size and inside[0][2] == byte.offset:
                return [(self.follow(self.field(shared, name), inside[0][0]), inside[0][1], 0)]
        return None

    def bytes_of(self, type_):
        """How many bytes a number has in memory."""
        return -(-type_[1] // 8) if type_[0] == "i" else self.module.size(type_)

    def load(self, type_, place, wanted, behind=0):
        """A number from memory."""
        size = self.bytes_of(type_)
        found = self.scalars(place, size, behind)
        if not found:
            raise Untranslatable(f"load {type_} of {place}")
        if len(found) == 1 and found[0][2] == 0 and found[0][1].size == size:
            part, number, _ = found[0]
            expression = read(part)
            if type_ == ("i", 1):
                return converted(expression, BOOL)
            if number == BOOL:
                return cast(expression, wanted)
            return expression
        bits = Scalar(8 * size) if size > 4 else U32
        whole = None
        for part, number, offset in found:
            piece = read(part)
            if offset < 0:
                piece = binary(">>", piece, literal(-8 * offset, U8), number)
                piece = cast(piece, bits) if bits != number else piece
            else:
                piece = (
                    cast(piece, number.with_sign(False)) if number.is_signed and number.width < bits.width else piece
                )
                piece = cast(piece, bits)
                if offset:
                    piece = binary("<<", piece, literal(8 * offset, U8), bits)
            whole = piece if whole is None else binary("|", whole, piece, bits)
        result = cast(whole, Scalar(8 * size)) if size < 3 else whole
        return converted(result, BOOL) if type_ == ("i", 1) else result

    def store(self, type_, expression, place):
        """Statements that put a number into memory."""
        size = self.bytes_of(type_)
        found = self.scalars(place, size)
        if len(found) == 1 and found[0][2] == 0 and found[0][1].size == size:
            part, number, _ = found[0]
            if expression.type == BOOL and expression.constant is not None:
                expression = literal(expression.constant, number)
            elif expression.type != BOOL:
                expression = converted(expression, number)
            self.assign(part.text, expression)
            return
        if not found:
            raise Untranslatable(f"store {type_} to {place}")
        bits = Scalar(8 * size) if size > 4 else U32
        expression = converted(expression, expression.type.with_sign(False))
        if expression.level != x.PRIMARY:
            name = self._name(None, bits)
            self.out.append(["assign", name, expression.text])
            expression = Expression(name, x.PRIMARY, bits)
        for part, number, offset in found:
            if offset < 0:
                mask = ((1 << 8 * size) - 1) << (-8 * offset)
                kept = binary("&", read(part), literal(~mask, number, True), number)
                value = cast(expression, number)
                if value.constant is not None:
                    value = literal(value.constant << -8 * offset, number)
                else:
                    value = binary("<<", value, literal(-8 * offset, U8), number)
                self.assign(part.text, binary("|", kept, value, number))
                continue
            value = expression
            if expression.constant is not None:
                value = literal(expression.constant >> 8 * offset, number)
            elif offset:
                value = binary(">>", expression, literal(8 * offset, U8), bits)
            self.assign(part.text, value if value.type == number else cast(value, number))

    def assign(self, text, expression):
        self.out.append(["assign", text, expression.text])

    def beginning(self, place, size):
        """The smallest object at the beginning of a place that has so many bytes."""
        while place.shape.size > size:
            if isinstance(place.shape, Array) and place.shape.size - size >= place.shape.stride:
                place = self.element(place, 0)
            elif isinstance(place.shape, Struct) and place.shape.fields[0][2] == 0:
                place = self.field(place, place.shape.fields[0][0])
            else:
                break
        return place

    def copy(self, destination, source, size):
        """Statements that copy bytes from one place to another."""
        ends = []
        for place, other in ((destination, source), (source, destination)):
            if self.is_storage(place):
                while other.shape.size < size and other.parent is not None and other.offset == 0:
                    other = other.parent
                place = self.reinterpreted(place, other.shape)
            behind = place.behind
            place, offset = self.extent(place, behind + size)
            offset += behind
            ends.append((place, offset, None if offset else self.beginning(place, size)))
        (to, to_offset, to_whole), (of, of_offset, of_whole) = ends
        if to_whole and of_whole:
            for _ in range(4):
                a, b = to_whole.shape, of_whole.shape
                if self.same(a, b):
                    if a.size < size:
                        break
                    if isinstance(a, Array):
                        self.helpers.add("string")
                        amount = f"{a.count} * sizeof {to_whole.text}[0]"
                        self.out.append(["do", f"memcpy({to_whole.text}, {of_whole.text}, {amount})"])
                    else:
                        self.assign(to_whole.text, converted(read(of_whole), a))
                    return
                if isinstance(a, Struct) and len(a.fields) == 1 and a.size == b.size:
                    to_whole = self.field(to_whole, a.fields[0][0])
                elif isinstance(b, Struct) and len(b.fields) == 1 and a.size == b.size:
                    of_whole = self.field(of_whole, b.fields[0][0])
                else:
                    break
        parts = leaves(to.shape, to_offset, size)
        if len(parts) > 48:
            raise Untranslatable(f"copy {size} of {of.shape} to {to.shape}")
        for path, number, start in parts:
            type_ = ("i", 8 * number.size)
            if start - to_offset + number.size > size:
                continue
            value = self.load(type_, of, number, of_offset + start - to_offset)
            self.assign(
                self.follow(to, path).text,
                converted(value, number) if value.type.width == number.width else cast(value, number),
            )

    # MARK: - Values

    def value(self, type_, value):
        """A value as an expression."""
        kind = value[0]
        if kind == "local":
            return self.known(value[1])
        if kind == "const":
            if type_ == POINTER:
                return literal(value[1], WORD)
            return literal(value[1], Scalar(1) if type_ == ("i", 1) else Scalar(width_of(type_), value[1] < 0))
        if kind in ("undef", "zero"):
            if type_[0] == "struct":
                return Expression("", 0, None, parts=[self.value(member, ("undef",)) for member in type_[2]])
            return literal(
                0,
                BOOL
                if type_ == ("i", 1)
                else U64
                if type_[0] == "vec"
                else WORD
                if type_ == POINTER
                else Scalar(width_of(type_)),
            )
        if kind == "aggregate":
            if type_[0] == "vec":
                low, high = (member[1] & 0xFFFF_FFFF if member[0] == "const" else 0 for _, member in value[1])
                return literal(low | high << 32, U64)
            return Expression("", 0, None, parts=[self.value(*member) for member in value[1]])
        if kind == "cast" and value[1] == "inttoptr":
            return literal(value[3][1], WORD)
        if kind in ("global", "gep"):
            return Expression(f"(uintptr_t){self.address(self.place(value))}", x.UNARY, WORD)
        raise Untranslatable(f"value {value}")

    def known(self, name):
        if self.is_named(name):
            variable = self.variables[self.group[name]]
            # An argument of the header's functions has the type of the header.
            return Expression(variable.name, x.PRIMARY, self.given.get(name, variable.type))
        item = self.definitions[name][0]
        return self.build(item)

    def typed(self, item):
        """The C type of a result."""
        return self.program.number(self.name, item.result, item.type)

    def operand(self, item, number, type_=None):
        expression = self.value(*item.operands[number])
        return self.as_type(expression, type_) if type_ else expression

    @staticmethod
    def as_type(expression, type_):
        """With another sign, or as an address."""
        if expression.type == type_:
            return expression
        if expression.constant is not None and isinstance(type_, Scalar):
            return literal(expression.constant, type_)
        return converted(expression, type_)

    def build(self, item):
        """The expression of an instruction."""
        return getattr(self, f"build_{item.op}", self.build_binary)(item)

    def build_load(self, item):
        return self.load(item.type, self.place(item.operands[0][1]), self.typed(item))

    def build_freeze(self, item):
        return self.operand(item, 0)

    build_bitcast = build_freeze

    def build_insertvalue(self, item):
        whole = self.operand(item, 0)
        parts = list(self.parts(whole, item.type))
        parts[item.extra["index"]] = self.operand(item, 1)
        return Expression("", 0, None, parts=parts)

    def parts(self, expression, type_):
        if expression.parts is not None:
            return expression.parts
        return [Expression(f"{expression.text}.{name}", x.PRIMARY, shape) for name, shape, _ in expression.type.fields]

    def build_extractvalue(self, item):
        whole = self.operand(item, 0)
        return self.parts(whole, item.operands[0][0])[item.extra["index"]]

    def build_insertelement(self, item):
        base, part = self.operand(item, 0), self.operand(item, 1)
        first = self.definitions.get(item.operands[0][1][1], (None,))[0] if item.operands[0][1][0] == "local" else None
        if item.extra["index"] == 1 and first is not None and first.op == "insertelement" and first.extra["index"] == 0:
            whole = self.joined(first.operands[1], item.operands[1])
            if whole is not None:
                return whole
        part = cast(self.as_type(part, U32), U64)
        if item.extra["index"] == 1:
            return self.upper(base, part)
        if base.constant is not None and part.constant is not None:
            return literal(base.constant & ~0xFFFF_FFFF | part.constant, U64)
        if base.constant == 0:
            return part
        return binary("|", base, part, U64)

    @staticmethod
    def upper(base, part):
        """The upper 32 bits of a number of which the lower are known."""
        if part.constant == 0:
            return base
        part = binary("<<", part, literal(32, U8), U64) if part.constant is None else literal(part.constant << 32, U64)
        if base.constant is not None and part.constant is not None:
            return literal(base.constant | part.constant, U64)
        return part if base.constant == 0 else binary("|", base, part, U64)

    def defined(self, value, *ops):
        """The instruction that made a value, if it is one of these."""
        item = self.definitions.get(value[1], (None,))[0] if value[0] == "local" else None
        while item is not None and item.op == "freeze" and "freeze" not in ops:
            value = item.operands[0][1]
            item = self.definitions.get(value[1], (None,))[0] if value[0] == "local" else None
        # One that has a variable may be read here no longer.
        is_here = item is not None and item.op in ops and not self.is_named(item.result)
        return item if is_here else None

    def joined(self, low, high):
        """A number of 64 bits from its halves, where they are the halves of a known one."""
        above = self.defined(high[1], "ashr", "trunc")
        if above is not None and above.op == "ashr" and above.operands[1][1] == ("const", 31):
            if above.operands[0][1] == low[1]:
                return cast(cast(self.as_type(self.value(*low), Scalar(32, True)), Scalar(64, True)), U64)
        below = self.defined(low[1], "trunc")
        if above is None or below is None or above.op != "trunc":
            return None
        shift = self.defined(above.operands[0][1], "ashr", "lshr")
        whole = below.operands[0]
        if shift is not None and shift.operands[1][1] == ("const", 32) and shift.operands[0] == whole:
            return self.as_type(self.value(*whole), U64)
        return None

    def build_extractelement(self, item):
        base = self.operand(item, 0)
        if item.extra["index"] == 1:
            base = binary(">>", base, literal(32, U8), U64)
        return cast(base, U32)

    def build_ptrtoint(self, item):
        place = item.operands[0][1]
        if place[0] == "local" and self.is_word_pointer(place[1]):
            return self.value(*item.operands[0])
        return Expression(f"(uintptr_t){self.address(self.place(place))}", x.UNARY, WORD)

    def is_word_pointer(self, value):
        """Whether a pointer is the mark of an error, of which only the bits count."""
        known = self.definitions.get(value)
        if known is None:
            return False
        item = known[0]
        if item.op == "load":
            return True
        if item.op in ("select", "phi", "freeze"):
            return any(v[0] == "local" and v[1] != value and self.is_word_pointer(v[1]) for _, v in item.operands)
        return False

    def build_icmp(self, item):
        type_, predicate = item.operands[0][0], item.extra["predicate"]
        if type_ == POINTER:
            is_word = any(v[0] == "local" and self.is_word_pointer(v[1]) for _, v in item.operands)
            sides = []
            for _, value in item.operands:
                if value == ("const", 0) and not is_word:
                    sides.append(Expression("NULL", x.PRIMARY, WORD))
                elif value[0] == "local" and not is_word:
                    sides.append(Expression(self.address(self.place(value)), x.PRIMARY, WORD))
                else:
                    sides.append(self.value(POINTER, value))
            return binary(COMPARE[predicate], sides[0], sides[1], BOOL)
        left, right = (self.narrow(operand, item.operands[1 - number]) for number, operand in enumerate(item.operands))
        if type_ == ("i", 1):
            if right.constant is not None and predicate in ("eq", "ne"):
                return left if bool(right.constant) == (predicate == "eq") else negation(left)
            return binary(COMPARE[predicate], left, right, BOOL)
        if predicate[0] in "su":
            shape = self.number_type(type_, predicate[0] == "s", left, right)
            sides = [side.type for side in (left, right) if side.constant is None]
            if all(isinstance(side, Scalar) and side.width < width_of(type_) for side in sides):
                shape = sides[0]
        else:
            other = left if right.constant is not None else right
            shape = other.type if isinstance(other.type, Scalar) else U32
            if left.type != right.type and left.constant is None and right.constant is None:
                shape = left.type
        left, right = self.as_type(left, shape), self.as_type(right, shape)
        return binary(COMPARE[predicate], left, right, BOOL)

    def narrow(self, operand, other):
        """A side of a comparison; without the step to a wider number where the other side is a constant, or wider by the same step."""
        kinds = []
        for _, value in (operand, other):
            known = self.definitions.get(value[1]) if value[0] == "local" else None
            is_inside = known and known[0].op == "zext" and not self.is_named(value[1])
            kinds.append(known[0] if is_inside and known[0].operands[0][0] != ("i", 1) else None)
        own, second = kinds
        if own is None or self.typed(own) == WORD:
            return self.value(*operand)
        width = own.operands[0][0][1]
        if other[1][0] == "const" and 0 <= other[1][1] < 1 << width:
            return self.as_type(self.operand(own, 0), Scalar(width_of(own.operands[0][0])))
        if second is not None and second.operands[0][0] == own.operands[0][0]:
            return self.as_type(self.operand(own, 0), Scalar(width_of(own.operands[0][0])))
        return self.value(*operand)

    @staticmethod
    def number_type(type_, is_signed, *sides):
        if any(side.type == WORD for side in sides) and not is_signed:
            return WORD
        return Scalar(width_of(type_), is_signed)

    def build_select(self, item):
        if item.type[0] == "struct":
            condition = self.operand(item, 0)
            pairs = zip(self.parts(self.operand(item, 1), item.type), self.parts(self.operand(item, 2), item.type))
            return Expression(
                "", 0, None, parts=[choice(condition, a, self.as_type(b, a.type), a.type) for a, b in pairs]
            )
        type_ = self.typed(item)
        condition, yes, no = self.operand(item, 0), self.operand(item, 1, type_), self.operand(item, 2, type_)
        return choice(condition, yes, no, type_)

    def build_trunc(self, item):
        inner, type_ = self.operand(item, 0), self.typed(item)
        if item.type == ("i", 1):
            return binary("!=", binary("&", inner, literal(1, inner.type), inner.type), literal(0, inner.type), BOOL)
        if item.type[1] not in (8, 16, 32):
            type_ = Scalar(width_of(item.type))
            mask = literal((1 << item.type[1]) - 1, U64 if item.operands[0][0][1] > 32 else U32, True)
            return binary("&", self.as_type(inner, mask.type), mask, mask.type)
        return cast(inner, type_)

    def build_zext(self, item):
        inner, type_ = self.operand(item, 0), self.typed(item)
        if item.operands[0][0] != ("i", 1):
            inner = self.as_type(inner, Scalar(width_of(item.operands[0][0])))
        return cast(inner, type_)

    def build_sext(self, item):
        inner, type_ = self.operand(item, 0), self.typed(item)
        if item.operands[0][0] == ("i", 1):
            return choice(inner, literal(-1, type_), literal(0, type_), type_)
        inner = self.as_type(inner, Scalar(item.operands[0][0][1], True))
        wide = cast(inner, Scalar(item.type[1], True))
        return converted(wide, type_)

    def build_overflows(self, item):
        type_ = Scalar(item.operands[0][0][1], item.extra["signed"])
        left, right = self.operand(item, 0, type_), self.operand(item, 1, type_)
        name = f"{'s' if type_.is_signed else 'u'}{item.extra['kind']}_overflows{type_.width}"
        self.helpers.add(name)
        return Expression(f"{name}({left.text}, {right.text})", x.PRIMARY, BOOL)

    # MARK: - Arithmetic

    def limits(self, value, type_, depth=0):
        """The least and the greatest number that a value can be, as its C type has it; a safe guess."""
        if value[0] == "const":
            return value[1], value[1]
        whole = self.limits_of_type(self.value_type(value, type_))
        if value[0] != "local" or depth > 8 or value[1] not in self.definitions:
            return whole
        item = self.definitions[value[1]][0]
        signed = Scalar(type_[1], True)
        found = None
        if item.op == "sext":
            found = self.signed_limits(item.operands[0], depth + 1)
        elif item.op == "zext":
            found = self.unsigned_limits(item.operands[0], depth + 1)
        elif item.op == "freeze":
            found = self.limits(item.operands[0][1], item.operands[0][0], depth + 1)
        elif item.op == "ashr" and item.operands[1][1][0] == "const":
            low, high = self.signed_limits(item.operands[0], depth + 1)
            found = low >> item.operands[1][1][1], high >> item.operands[1][1][1]
        elif item.op == "lshr" and item.operands[1][1][0] == "const":
            low, high = self.unsigned_limits(item.operands[0], depth + 1)
            found = low >> item.operands[1][1][1], high >> item.operands[1][1][1]
        elif item.op == "and" and item.operands[1][1][0] == "const" and item.operands[1][1][1] >= 0:
            found = 0, item.operands[1][1][1]
        elif item.op == "select":
            a, b = (self.signed_limits((type_, v), depth + 1) for _, v in item.operands[1:])
            found = min(a[0], b[0]), max(a[1], b[1])
        elif item.op == "phi":
            found = self.counter(item)
        elif item.op in ("add", "sub", "mul"):
            found = self.sum_limits(item, depth + 1)
            whole_signed = self.limits_of_type(signed)
            if found and not (whole_signed[0] <= found[0] and found[1] <= whole_signed[1]):
                found = None
        if found is None or found[0] < whole[0] or found[1] > whole[1]:
            return whole
        return found

    def value_type(self, value, type_):
        if value[0] != "local":
            return Scalar(width_of(type_), True)
        if not self.is_named(value[1]):
            item = self.definitions[value[1]][0]
            if item.op == "load":
                return self.build(item).type
        elif value[1] in self.given:
            return self.given[value[1]]
        return self.program.number(self.name, value[1], type_)

    @staticmethod
    def limits_of_type(type_):
        if not isinstance(type_, Scalar):
            return 0, 0
        if type_.is_signed:
            return -(1 << (type_.width - 1)), (1 << (type_.width - 1)) - 1
        return 0, (1 << type_.width) - 1

    def signed_limits(self, operand, depth=0):
        type_, value = operand
        low, high = self.limits(value, type_, depth)
        whole = self.limits_of_type(Scalar(type_[1], True)) if type_[1] > 1 else (0, 1)
        return (low, high) if whole[0] <= low and high <= whole[1] else whole

    def unsigned_limits(self, operand, depth=0):
        type_, value = operand
        low, high = self.limits(value, type_, depth)
        return (low, high) if low >= 0 else (0, (1 << type_[1]) - 1)

    def sum_limits(self, item, depth=0):
        a, b = (self.signed_limits(operand, depth) for operand in item.operands)
        if item.op == "add":
            return a[0] + b[0], a[1] + b[1]
        if item.op == "sub":
            return a[0] - b[1], a[1] - b[0]
        products = [p * q for p in a for q in b]
        return min(products), max(products)

    def counter(self, item):
        """The limits of a number that a loop counts up from one constant to another."""
        incoming = item.extra["incoming"]
        if len(incoming) != 2:
            return None
        starts = [value[1] for value, _ in incoming if value[0] == "const"]
        nexts = [value[1] for value, _ in incoming if value[0] == "local"]
        if len(starts) != 1 or len(nexts) != 1 or nexts[0] not in self.definitions:
            return None
        step, label, _ = self.definitions[nexts[0]]
        if step.op != "add" or step.operands[0][1] != ("local", item.result) or step.operands[1][1][0] != "const":
            return None
        pace = step.operands[1][1][1]
        if pace < 1:
            return None
        start = starts[0]
        inside = self.flow.loops.get(self.definitions[item.result][1], set())
        latch = next(origin for value, origin in incoming if value[0] == "local")
        for value in (nexts[0], item.result):
            for user, where, _ in self.users.get(value, ()):
                if user.op != "icmp" or user.operands[0][1] != ("local", value) or user.operands[1][1][0] != "const":
                    continue
                bound, predicate = user.operands[1][1][1], user.extra["predicate"]
                is_reached = predicate in ("slt", "ult", "sge", "uge") or (
                    predicate in ("eq", "ne") and (bound - start) % pace == 0
                )
                ends = self.blocks[where][-1]
                is_used = ends.op == "br" and ends.operands and ends.operands[0][1] == ("local", user.result)
                is_end = is_used and any(target not in inside for target in ends.targets)
                if is_reached and is_end and self.flow.dominates(where, latch) and bound > start >= 0:
                    return start, bound + pace - 1
        return None

    def build_binary(self, item):
        op, width = item.op, item.type[1]
        if width == 1:
            left, right = self.operand(item, 0), self.operand(item, 1)
            if op == "xor":
                if right.constant is not None:
                    return negation(left) if right.constant else left
                return binary(
                    "!=",
                    Expression(within(left, "?"), left.level, BOOL)
                    if left.level > x.EQUALITY
                    else Expression(f"({left.text})", x.PRIMARY, BOOL),
                    right if right.level > x.EQUALITY else Expression(f"({right.text})", x.PRIMARY, BOOL),
                    BOOL,
                )
            return logical("&&" if op == "and" else "||", left, right)
        if op in ("shl", "lshr", "ashr"):
            return self.shift(item)
        if op in ("udiv", "urem", "sdiv", "srem"):
            type_ = Scalar(width, op[0] == "s")
            left, right = self.operand(item, 0, type_), self.operand(item, 1, type_)
            result = binary("/" if "div" in op else "%", left, right, type_)
            return cast(result, type_) if width < 32 else result
        if op in ("and", "or", "xor"):
            return self.bits(item)
        left, right = self.operand(item, 0), self.operand(item, 1)
        if WORD in (left.type, right.type) and self.typed(item) == WORD:
            return binary({"add": "+", "sub": "-"}[op], self.as_type(left, WORD), self.as_type(right, WORD), WORD)
        is_signed = item.extra.get("signed", self.typed(item).is_signed)
        type_ = Scalar(width, is_signed)
        left, right = self.as_type(left, type_), self.as_type(right, type_)
        sign = {"add": "+", "sub": "-", "mul": "*"}[op]
        if not is_signed:
            if width < 32:
                if op == "mul":
                    left, right = cast(left, U32), cast(right, U32)
                return cast(binary(sign, left, right, U32), type_)
            if op == "add" and right.constant is not None and right.constant >> (width - 1):
                return binary("-", left, literal(-right.constant, type_), type_)
            return binary(sign, left, right, type_)
        low, high = self.sum_limits(item)
        least, most = self.limits_of_type(type_)
        if least <= low and high <= most:
            if op in ("add", "sub") and right.constant is not None and right.constant < 0:
                sign, right = "-" if sign == "+" else "+", literal(-right.constant, type_)
            if op == "sub" and left.constant == 0:
                text = right.text if right.level >= x.PRIMARY else f"({right.text})"
                result = Expression(f"-{text}", x.UNARY, type_)
            else:
                # The int of a small machine has 16 bits.
                result = binary(sign, left, right, type_)
            return cast(result, type_) if width < 32 else result
        name = f"{op}{width}"
        self.helpers.add(name)
        return Expression(f"{name}({left.text}, {right.text})", x.PRIMARY, type_)

    def halves(self, item):
        """The two numbers of 32 bits that an `or` puts together."""
        low = self.defined(item.operands[0][1], "zext")
        shift = self.defined(item.operands[1][1], "shl")
        if item.op != "or" or low is None or shift is None or shift.operands[1][1] != ("const", 32):
            return None
        high = self.defined(shift.operands[0][1], "zext")
        if high is None or low.operands[0][0] != ("i", 32) or high.operands[0][0] != ("i", 32):
            return None
        return low.operands[0], high.operands[0]

    def bits(self, item):
        halves = self.halves(item)
        whole = self.joined(*halves) if halves else None
        if whole is not None:
            return self.as_type(whole, self.typed(item))
        left, right = self.operand(item, 0), self.operand(item, 1)
        sign = {"and": "&", "or": "|", "xor": "^"}[item.op]
        type_ = self.typed(item)
        if WORD in (left.type, right.type):
            type_ = WORD
        if type_ == WORD and item.op == "and" and right.constant in (1, 3, 7):
            self.helpers.add(f"aligned{right.constant + 1}")
            mask = Expression(f"BEYOND_ALIGNMENT_{8 * (right.constant + 1)}", x.PRIMARY, WORD)
            return binary("&", self.as_type(left, WORD), mask, WORD)
        left, right = self.as_type(left, type_), self.as_type(right, type_)
        if right.constant is not None and not (item.op == "xor" and right.constant in (-1, (1 << item.type[1]) - 1)):
            right = literal(right.constant, type_, not type_.is_signed or right.constant > 9)
        elif item.op == "xor" and right.constant is not None:
            text = left.text if left.level >= x.UNARY else f"({left.text})"
            result = Expression(f"~{text}", x.UNARY, type_)
            return cast(result, type_) if item.type[1] < 32 else result
        result = binary(sign, left, right, type_)
        return cast(result, type_) if item.type[1] < 32 else result

    def shift(self, item):
        width, op = item.type[1], item.op
        type_ = Scalar(width_of(item.type), op == "ashr")
        left, amount = self.operand(item, 0, type_), self.operand(item, 1)
        if amount.constant is None:
            low, high = self.unsigned_limits(item.operands[1])
            amount = self.as_type(amount, amount.type.with_sign(False))
            if high >= width:
                amount = binary("&", amount, literal(width - 1, amount.type), amount.type)
        else:
            amount = literal(amount.constant, U8)
        if left.constant is not None:
            left = Expression(f"({type_.c}){left.text}", x.UNARY, type_)
        if width < 32 and op == "shl":
            return cast(binary("<<", cast(left, U32), amount, U32), type_)
        result = binary("<<" if op == "shl" else ">>", left, amount, type_)
        return cast(result, type_) if width < 32 else result

    # MARK: - Statements

    def block(self, label):
        for item in self.blocks[label]:
            op = item.op
            if op == "mention":
                value = item.operands[0][1]
                known = self.definitions.get(value[1]) if value[0] == "local" else None
                if known and known[0].op == "alloca" and value[1] in self.used_locals:
                    self.out.append(["mention", self.place(value).text])
                continue
            if op in ("phi", "br", "switch", "ret", "unreachable") or self.is_see_through(item):
                continue
            if op == "store":
                type_, value = item.operands[0]
                place = self.place(item.operands[1][1])
                if type_ == POINTER and value[0] == "local" and not self.is_word_pointer(value[1]):
                    raise Untranslatable("a pointer in memory")
                self.store(type_, self.value(type_, value), place)
            elif op == "call":
                self.call(item)
            elif item.result in self.dropped or item.result in self.inlined:
                continue
            else:
                self.define(item.result, self.build(item))

    def define(self, result, expression):
        variable = self.variables[self.group[result]]
        for name, value, type_ in self.members(variable.name, variable.type, expression):
            self.assign(name, self.as_type(value, type_))

    @staticmethod
    def members(name, type_, expression):
        """What makes up a variable and its new value: triples of name, expression and type."""
        if expression.parts is None:
            return [(name, expression, type_)]
        return [(f"{name}.{field}", part, shape) for (field, shape, _), part in zip(type_.fields, expression.parts)]

    def call(self, item):
        callee = item.extra["callee"]
        if callee.startswith("llvm.trap"):
            self.out.append(["trap"])
            return
        if callee.startswith(("llvm.memcpy", "llvm.memmove")):
            size = item.operands[2][1]
            if size[0] != "const":
                raise Untranslatable("a copy of unknown size")
            self.copy(self.place(item.operands[0][1]), self.place(item.operands[1][1]), size[1])
            return
        if callee.startswith("llvm.memset"):
            value, size = item.operands[1][1], item.operands[2][1]
            if value[0] not in ("const", "zero") or size[0] != "const":
                raise Untranslatable("a filling of unknown size")
            place = self.address(self.place(item.operands[0][1]))
            self.out.append(["do", f"memset({place}, {value[1] if value[0] == 'const' else 0}, {size[1]})"])
            return
        if item.result in self.inlined:
            return
        expression = self.build_call(item)
        if item.type == ("void",) or item.result in self.dropped or not self.users.get(item.result):
            self.out.append(["do", expression.text])
        else:
            self.define(item.result, expression)

    def build_call(self, item):
        callee = item.extra["callee"]
        if callee.startswith("llvm."):
            raise Untranslatable(callee)
        function = self.program.functions[callee]
        texts = []
        for (type_, value), parameter in zip(item.operands, function.parameters):
            if type_ == POINTER:
                if value[0] in ("undef", "zero") or value == ("const", 0):
                    texts.append("NULL")
                    continue
                place = self.place(value)
                shape = self.program.pointee(callee, parameter.name)
                if shape is not None:
                    place = self.view(place, shape)
                texts.append(self.address(place))
                continue
            texts.append(
                self.as_type(self.value(type_, value), self.program.number(callee, parameter.name, type_)).text
            )
        result = self.result_of(callee) if item.type != ("void",) else None
        return Expression(f"{self.names[callee]}({', '.join(texts)})", x.PRIMARY, result)

    # MARK: - Control

    def captured(self, action):
        before, self.out = self.out, []
        try:
            action()
            return self.out
        finally:
            self.out = before

    def copies(self, source, target):
        """The assignments to the variables of a block that is reached from several others."""
        todo = []
        for item in self.blocks[target]:
            if item.op != "phi" or item.result in self.dropped:
                continue
            value = next(value for value, origin in item.extra["incoming"] if origin == source)
            variable = self.variables[self.group[item.result]]
            if value[0] == "local" and self.group.get(value[1]) == self.group[item.result]:
                continue
            if value[0] == "undef":
                continue
            if item.type == POINTER and not self.is_word_pointer(item.result):
                shape = self.program.pointee(self.name, item.result)
                todo.append((variable.name, self.address(self.view(self.place(value), shape)), ("pointer", shape)))
                continue
            for name, part, type_ in self.members(variable.name, variable.type, self.value(item.type, value)):
                todo.append((name, self.as_type(part, type_).text, type_))
        while todo:
            for one in todo:
                word = re.compile(rf"(?<![\w.>]){re.escape(one[0])}(?!\w)")
                if not any(other is not one and word.search(other[1]) for other in todo):
                    todo.remove(one)
                    if one[0] != one[1]:
                        self.out.append(["assign", one[0], one[1]])
                    break
            else:
                name, _, type_ = todo[0]
                old = self._name(f"old_{name}", self.types.get(name, type_))
                self.out.append(["assign", old, name])
                todo = [(a, re.sub(rf"(?<![\w.>]){re.escape(name)}(?!\w)", old, b), c) for a, b, c in todo]

    def is_return(self, label):
        """A block that does nothing but return or trap, so that a copy of it is as good as a jump."""
        rest = [
            item
            for item in self.blocks[label]
            if item.op not in ("phi", "mention") and not self.is_see_through(item) and not self.is_trap(item)
        ]
        return len(rest) == 1 and rest[0].op in ("ret", "unreachable") and label not in self.flow.loops

    @staticmethod
    def is_trap(item):
        return item.op == "call" and item.extra["callee"].startswith("llvm.trap")

    def leave(self, source, target):
        """Returns as the block `target` does after `source`."""
        item = self.blocks[target][-1]
        if item.op == "unreachable":
            self.out.append(["trap"])
        elif not item.operands:
            self.out.append(["return", None])
        else:
            self.give(self.through(item.operands[0], source, target))

    def through(self, operand, source, target):
        """A value of a block as it is on the way from another."""
        type_, value = operand
        if value[0] == "local" and value[1] in self.definitions and self.definitions[value[1]][1] == target:
            item = self.definitions[value[1]][0]
            if item.op == "phi":
                return self.value(type_, next(v for v, origin in item.extra["incoming"] if origin == source))
            if item.op == "insertvalue":
                whole = self.through(item.operands[0], source, target)
                parts = list(self.parts(whole, item.type))
                parts[item.extra["index"]] = self.through(item.operands[1], source, target)
                return Expression("", 0, None, parts=parts)
            if item.op == "freeze":
                return self.through(item.operands[0], source, target)
            raise Untranslatable(f"return of {item.op}")
        return self.value(type_, value)

    def give(self, expression):
        if expression.parts is None:
            self.out.append(["return", self.as_type(expression, self.result).text])
            return
        result = self._name("result", self.result)
        for name, value, type_ in self.members(result, self.result, expression):
            self.assign(name, self.as_type(value, type_))
        self.out.append(["return", result])

    def go(self, source, target, following):
        if self.is_return(target) and (self.flow.merges[target] >= 2 or target in self.flow.is_behind):
            try:
                self.out += self.captured(lambda: self.leave(source, target))
                return
            except Untranslatable:
                pass
        self.copies(source, target)
        if target == following:
            return
        if (source, target) in self.flow.back or target in self.flow.is_behind or self.flow.merges[target] >= 2:
            if target == self.next_turn:
                self.out.append(["continue"])
            elif target == self.outside:
                self.out.append(["break"])
            else:
                self.out.append(["goto", target])
            return
        self.tree(target, following)

    def tree(self, label, following):
        if label not in self.flow.loops:
            self.node(label, self.ordered(self.flow.beside[label]), following)
            return
        behind = self.ordered(self.flow.behind[label])
        before = self.next_turn, self.outside
        self.next_turn, self.outside = label, behind[0] if behind else following
        body = self.captured(lambda: self.node(label, self.ordered(self.flow.beside[label]), label))
        self.next_turn, self.outside = before
        self.out.append(["loop", body])
        self.sequence(behind, following)

    def ordered(self, labels):
        return sorted(
            (label for label in labels if not self.is_copied(label)), key=lambda label: self.flow.number[label]
        )

    def is_copied(self, label):
        """Whether each jump to a block is a return of its own."""
        if not self.is_return(label):
            return False
        try:
            for source in self.flow.predecessors[label]:
                self.captured(lambda: self.leave(source, label))
        except Untranslatable:
            return False
        return True

    def sequence(self, labels, following):
        for number, label in enumerate(labels):
            after = labels[number + 1] if number + 1 < len(labels) else following
            self.out.append(["label", label])
            self.tree(label, after)

    def node(self, label, beside, following):
        self.straight(label, beside[0] if beside else following)
        self.sequence(beside, following)

    def straight(self, label, following):
        self.block(label)
        last = self.blocks[label][-1]
        if last.op == "ret":
            if last.operands:
                self.give(self.value(*last.operands[0]))
            else:
                self.out.append(["return", None])
        elif last.op == "unreachable":
            if not self.out or self.out[-1] != ["trap"]:
                self.out.append(["trap"])
        elif last.op == "br" and (len(last.targets) == 1 or last.targets[0] == last.targets[1]):
            self.go(label, last.targets[0], following)
        elif last.op == "br":
            condition = self.value(*last.operands[0])
            yes, no = last.targets
            first = self.captured(lambda: self.go(label, yes, following))
            if self.jumps(first):
                self.out.append(["if", condition, first, []])
                self.go(label, no, following)
                return
            second = self.captured(lambda: self.go(label, no, following))
            if self.jumps(second) and first:
                self.out.append(["if", negation(condition), second, []])
                self.out += first
            elif first or second:
                self.out.append(["if", condition, first, second])
        elif last.op == "switch":
            self.switch(label, last, following)
        else:
            raise Untranslatable(last.op)

    @staticmethod
    def jumps(statements):
        return bool(statements) and statements[-1][0] in ("return", "goto", "continue", "break", "trap")

    def switch(self, label, last, following):
        type_, value = last.operands[0]
        subject = self.value(type_, value)
        cases = {}
        for case, target in zip(last.extra["cases"], last.targets[1:]):
            cases.setdefault(target, []).append(literal(case, subject.type).text)
        default = last.targets[0]
        before, self.outside = self.outside, following
        bodies = []
        order = [target for target in cases if target != default] + [default]
        for target in order:
            body = self.captured(lambda: self.go(label, target, following))
            if not self.jumps(body):
                body.append(["break"])
            words = ["default:"] if target == default else [f"case {case}:" for case in cases[target]]
            bodies.append((words, body))
        self.outside = before
        self.out.append(["switch", subject.text, bodies])

    def parameter(self, parameter, variable):
        """The declaration of a parameter."""
        if parameter.type != POINTER:
            return f"{variable.type.c} {variable.name}"
        shape = self.program.pointee(self.name, parameter.name)
        const = "const " if parameter.name in self.constant else ""
        return const + (f"void *{variable.name}" if shape is None else pointer_to(shape, variable.name))

    def statements(self):
        """The whole function as a list of statements, and the declarations of its parameters."""
        self.out, self.locals, self.given = [], {}, {}
        self.next_turn = self.outside = None
        self.used_locals = {
            result
            for result, (item, _, _) in self.definitions.items()
            if item.op == "alloca" and any(user.op != "mention" for user, _, _ in self.users.get(result, ()))
        }
        prototype = self.program.prototypes.get(self.name)
        function = self.function
        parameters = []
        self.result = None
        if prototype:
            self.result = prototype.result
            for parameter, told in zip(function.parameters, prototype.parameters):
                variable = self.variables[self.group[parameter.name]]
                self.taken.discard(variable.name)
                for other in self.variables.values():
                    if other is not variable and other.name == told.name:
                        other.name = self._name(f"{told.name}Value", self.types[other.name])
                variable.name = told.name
                self.taken.add(told.name)
                if parameter.type != POINTER:
                    self.given[parameter.name] = variable.type = told.type
                if not self.users.get(parameter.name):
                    self.out.append(["unused", told.name])
        else:
            if function.result != ("void",):
                self.result = self.result_of(self.name)
            for parameter in function.parameters:
                variable = self.variables[self.group[parameter.name]]
                if not self.users.get(parameter.name):
                    self.out.append(["unused", variable.name])
                parameters.append(self.parameter(parameter, variable))
        self.tree(self.flow.entry, None)
        return self.out, parameters
