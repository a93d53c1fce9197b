"""A place in memory, as C names it."""

from dataclasses import dataclass

from . import expressions as x
from .expressions import Expression
from .shapes import Array

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
