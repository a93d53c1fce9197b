"""Loads, stores and copies."""

from . import expressions as x
from .expressions import Expression, binary, cast, converted, literal
from .inside import leaves
from .place import Untranslatable, read, row
from .shapes import BOOL, U8, U32, Array, Scalar, Struct, is_laid_out


class Storage:
    """The part of `Writer` that reads and writes places."""

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
        if not found and self.is_room(place, behind, size):
            return literal(0, wanted if isinstance(wanted, Scalar) else U32)
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
        if not found and self.is_room(place, 0, size):
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

    def united(self, place, shape, size):
        """The field of a union for a struct that is copied into it or out of it as a whole; None where there is none."""
        if not isinstance(shape, Struct) or shape.is_union or shape.is_foreign or shape.size != size:
            return None
        while isinstance(place.shape, Struct) and not place.shape.is_union and place.shape.fields[0][2] == 0:
            place = self.field(place, place.shape.fields[0][0])
        is_union = isinstance(place.shape, Struct) and place.shape.is_union and place.shape.size >= size
        if not is_union or place.behind or not is_laid_out(shape):
            return None
        return self.shared(place, f"{shape.name[0].lower()}{shape.name[1:]}", shape, 0)

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
            whole = self.united(to_whole, of_whole.shape, size), of_whole
            if whole[0] is None:
                whole = to_whole, self.united(of_whole, to_whole.shape, size)
            if None not in whole:
                self.assign(whole[0].text, converted(read(whole[1]), whole[1].shape))
                return
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
