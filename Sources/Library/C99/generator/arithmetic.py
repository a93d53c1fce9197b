"""Sums, products and shifts, in a type of C that is wide enough."""

from . import expressions as x
from .expressions import Expression, binary, cast, literal, logical, negation, within
from .reader import width_of
from .shapes import BOOL, U8, U32, U64, WORD, Scalar


class Arithmetic:
    """The part of `Writer` that computes."""

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
        """A number of 24 or 31 bits is in one of 32: what a sum or a shift carries beyond its width goes, as in LLVM."""
        result, width = self.full_binary(item), item.type[1]
        if width in (1, 8, 16, 32, 64) or item.op not in ("add", "sub", "mul", "shl"):
            return result
        type_ = U64 if width > 32 else U32
        return binary("&", self.as_type(result, type_), literal((1 << width) - 1, type_, True), type_)

    def full_binary(self, item):
        op, width = item.op, item.type[1]
        if width == 1:
            return self.truth(op, self.operand(item, 0), self.operand(item, 1))
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

    @staticmethod
    def truth(op, left, right):
        """What follows from two truth values."""
        if op != "xor":
            return logical("&&" if op == "and" else "||", left, right)
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
