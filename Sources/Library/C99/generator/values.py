"""Values and instructions as expressions."""

from . import expressions as x
from . import front
from .expressions import Expression, binary, cast, choice, converted, literal, negation
from .place import Untranslatable
from .reader import POINTER, width_of
from .shapes import BOOL, U8, U32, U64, WORD, Scalar, Struct

COMPARE = {
    "eq": "==", "ne": "!=", "ult": "<", "ule": "<=", "ugt": ">", "uge": ">=", "slt": "<", "sle": "<=", "sgt": ">",
    "sge": ">=",
}  # fmt: skip


class Values:
    """The part of `Writer` that makes expressions."""

    def value(self, type_, value):
        """A value as an expression."""
        kind = value[0]
        if kind == "local":
            known = self.definitions.get(value[1])
            if type_ == POINTER and known is not None and known[0].op in ("gep", "alloca", "inttoptr"):
                return Expression(f"(uintptr_t){self.address(self.place(value))}", x.UNARY, WORD)
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
        if kind == "cast" and value[1] == "ptrtoint":
            return Expression(f"(uintptr_t){self.address(self.place(value[3]))}", x.UNARY, WORD)
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

    @staticmethod
    def is_room(place, behind, size):
        """Whether bytes are the room between the fields of a struct of Swift, which travels with them in numbers."""
        shape = place.shape
        is_named = isinstance(shape, Struct) and not shape.name.startswith(("Tuple_", "Result_"))
        return is_named and not shape.is_union and place.behind + behind + size <= shape.size

    def is_word_pointer(self, value):
        """Whether a pointer is the mark of an error, of which only the bits count."""
        known = self.definitions.get(value)
        if known is None:
            return False
        item = known[0]
        if item.op in ("load", "extractvalue"):
            return True
        if item.op == "call" and item.extra["callee"].startswith(front.EXTERNS):
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
