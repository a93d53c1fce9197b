"""What a pointer of LLVM points to, as a place of C."""

import re
from dataclasses import replace

from . import expressions as x
from .expressions import Expression, binary, converted, literal, within
from .inside import at
from .place import Place, Untranslatable, Variable, pointed_by, row
from .reader import POINTER
from .shapes import U8, Array, Scalar, Shapes, Struct, element_of


class Places:
    """The part of `Writer` that finds places."""

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
            if (
                known is not None
                and known[0].op in ("phi", "select", "load", "extractvalue", "call")
                and self.is_word_pointer(value[1])
            ):
                shape = self.program.pointee(self.name, value[1]) or U8
                const = "" if self.program.is_written(self.name, value[1]) else "const "
                operand = self.known(value[1])
                return pointed_by(f"(({const}{element_of(shape).c} *){within(operand, '*')})", shape)
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
