"""Expressions of C: text, how tightly it binds, and the type of the number."""

from dataclasses import dataclass

from .shapes import BOOL, WORD, Scalar

PRIMARY, UNARY, PRODUCT, SUM, SHIFT, ORDER, EQUALITY = 16, 15, 13, 12, 11, 10, 9
BIT_AND, BIT_XOR, BIT_OR, AND, OR, CHOICE = 8, 7, 6, 5, 4, 3
LEVEL = {
    "*": PRODUCT,
    "/": PRODUCT,
    "%": PRODUCT,
    "+": SUM,
    "-": SUM,
    "<<": SHIFT,
    ">>": SHIFT,
    "<": ORDER,
    "<=": ORDER,
    ">": ORDER,
    ">=": ORDER,
    "==": EQUALITY,
    "!=": EQUALITY,
    "&": BIT_AND,
    "^": BIT_XOR,
    "|": BIT_OR,
    "&&": AND,
    "||": OR,
}
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


@dataclass
class Expression:
    text: str
    level: int
    type: object
    constant: int = None
    # The two sides and the sign of a comparison or a truth value, so that it can be turned round.
    sides: tuple = None
    # The numbers of an aggregate.
    parts: list = None


def literal(value, type_, is_mask=False):
    """A constant of a type."""
    if type_ == BOOL:
        return Expression("true" if value & 1 else "false", PRIMARY, type_, value & 1)
    width = type_.width
    value &= (1 << width) - 1
    if type_.is_signed and value >> (width - 1):
        value -= 1 << width
    if value == -(1 << (width - 1)) and type_.is_signed and width >= 16:
        return Expression(f"INT{width}_MIN", PRIMARY, type_, value)
    digits = f"0x{value:x}" if is_mask and value > 9 else str(value)
    if type_.is_word:
        suffix = "u" if value > 0x7FFF else ""
    elif type_.is_signed:
        suffix = "ll" if abs(value) > 0x7FFF_FFFF else ""
    elif value > 0xFFFF_FFFF:
        suffix = "ull"
    else:
        suffix = "u" if value > 0x7FFF or digits[:2] == "0x" else ""
    return Expression(digits + suffix, PRIMARY if value >= 0 else UNARY, type_, value)


def within(expression, operator, is_left=True):
    """The text of an operand, in parentheses where a reader or a compiler would ask for them."""
    level = expression.level
    if level >= UNARY:
        return expression.text
    if operator in ("&&", "||"):
        plain = level in (EQUALITY, ORDER) or level == LEVEL[operator]
    elif operator in ("+", "-"):
        plain = level == PRODUCT or (level == SUM and is_left)
    elif operator == "*":
        plain = level == PRODUCT and is_left and "*" in expression.text and "/" not in expression.text
    elif operator in OPPOSITE:
        plain = level >= SUM
    elif operator in ("&", "|", "^"):
        plain = level == LEVEL[operator] and is_left
    elif operator in ("?", ":"):
        plain = level > CHOICE
    else:
        plain = False
    return expression.text if plain else f"({expression.text})"


def binary(operator, left, right, type_):
    text = f"{within(left, operator)} {operator} {within(right, operator, False)}"
    sides = (left, operator, right) if operator in OPPOSITE else None
    return Expression(text, LEVEL[operator], type_, sides=sides)


def cast(expression, type_):
    """The same bits or a narrower or wider number, as a cast says."""
    if expression.constant is not None and isinstance(type_, Scalar) and type_ != WORD and expression.type != BOOL:
        return literal(expression.constant, type_)
    text = expression.text if expression.level >= UNARY else f"({expression.text})"
    return Expression(f"({type_.c}){text}", UNARY, type_)


def converted(expression, type_):
    """The expression as a number of this type of the same width."""
    if expression.type == type_ or not isinstance(type_, Scalar):
        return expression
    if type_ == BOOL:
        if expression.constant is not None:
            return literal(expression.constant, BOOL)
        return binary("!=", expression, literal(0, expression.type), BOOL)
    return cast(expression, type_)


def negation(expression):
    """Not this."""
    if expression.constant is not None:
        return literal(1 - expression.constant, BOOL)
    if expression.sides and expression.sides[1] in OPPOSITE:
        left, operator, right = expression.sides
        return binary(OPPOSITE[operator], left, right, BOOL)
    if expression.sides and expression.sides[1] == "!":
        return expression.sides[0]
    if expression.sides and expression.sides[1] in ("&&", "||") and len(expression.text) < 60:
        left, operator, right = expression.sides
        return logical("||" if operator == "&&" else "&&", negation(left), negation(right))
    text = expression.text if expression.level >= UNARY else f"({expression.text})"
    return Expression(f"!{text}", UNARY, BOOL, sides=(expression, "!", None))


def logical(operator, left, right):
    """Both, or one of two."""
    for one, other in ((left, right), (right, left)):
        if one.constant is not None:
            return other if bool(one.constant) == (operator == "&&") else one
    result = binary(operator, left, right, BOOL)
    result.sides = (left, operator, right)
    return result


def choice(condition, yes, no, type_):
    if type_ == BOOL:
        if yes.constant is not None:
            return logical("||", condition, no) if yes.constant else logical("&&", negation(condition), no)
        if no.constant is not None:
            return logical("||", negation(condition), yes) if no.constant else logical("&&", condition, yes)
    if condition.sides and condition.sides[1] == "!":
        condition, yes, no = condition.sides[0], no, yes
    text = f"{within(condition, '?')} ? {within(yes, ':')} : {within(no, ':')}"
    result = Expression(text, CHOICE, type_)
    narrow = isinstance(type_, Scalar) and 1 < type_.width < 64 and not type_.is_word
    if (yes.constant is not None or no.constant is not None) and narrow:
        # A constant has the type int, and then both have.
        return Expression(f"({type_.c})({text})", UNARY, type_)
    return result
