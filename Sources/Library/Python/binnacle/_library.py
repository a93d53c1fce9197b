"""libbinnacle.so: its functions and its errors."""

from __future__ import annotations

import contextlib
import ctypes
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from . import _interface

_SO = ctypes.CDLL(str(Path(__file__).with_name("libbinnacle.so")))

_KINDS: dict[str, Any] = {
    "P": ctypes.c_void_p,
    "N": ctypes.c_size_t,
    "i": ctypes.c_int32,
    "I": ctypes.c_uint32,
    "Q": ctypes.c_uint64,
}
for _name, _letters in _interface.ARGUMENTS.items():
    _function = getattr(_SO, f"binnacle_{_name}")
    _function.argtypes = [_KINDS[_letter] for _letter in _letters]
    _function.restype = ctypes.c_int32
_SO.binnacle_strerror.argtypes, _SO.binnacle_strerror.restype = [ctypes.c_int32], ctypes.c_char_p
_SO.binnacle_version.argtypes, _SO.binnacle_version.restype = [], ctypes.c_char_p

#: The version of the library.
VERSION: str = _SO.binnacle_version().decode()


class BinnacleError(ValueError):
    """The library refused an argument.

    Attributes:
        code: the negative code of ``binnacle.h``.
        detail: what it is about, such as a name and a row.
    """

    def __init__(self, code: int, detail: str = "") -> None:
        self.code = code
        self.detail = detail
        words: str = _SO.binnacle_strerror(code).decode()
        super().__init__(f"{words}: {detail}" if detail else words)

    def __reduce__(self) -> tuple[type[BinnacleError], tuple[int, str]]:
        """Another process gets it whole: an exception is made anew from the arguments of its class."""
        return type(self), (self.code, self.detail)


class Memory:
    """Memory for an object, aligned as C wants it. One thread at a time is in a call with it; others wait."""

    __slots__ = ("lock", "words")

    def __init__(self, words: npt.NDArray[np.uint64]) -> None:
        self.words = words
        self.lock = threading.Lock()

    def __reduce__(self) -> tuple[type[Memory], tuple[npt.NDArray[np.uint64]]]:
        return Memory, (self.words.copy(),)


@contextlib.contextmanager
def _held(arguments: tuple[Any, ...]) -> Iterator[list[Any]]:
    """The arguments as C takes them, while no other thread is in a call with the same memory.

    ctypes releases Python's own lock during a call: rows of two threads would mix in one object.
    """
    memories = {id(each): each for each in arguments if isinstance(each, Memory)}
    with contextlib.ExitStack() as stack:
        # Always in the same order, so that no two threads wait for each other.
        for key in sorted(memories):
            stack.enter_context(memories[key].lock)
        words = [each.words if isinstance(each, Memory) else each for each in arguments]
        yield [each.ctypes.data if isinstance(each, np.ndarray) else each for each in words]


def call(name: str, *arguments: Any) -> int:
    """Calls a function of the library; arrays are handed over by their address.

    Returns:
        Its code: 0, or more where it has something to say.

    Raises:
        BinnacleError: the function returned a negative code.
    """
    with _held(arguments) as words:
        code: int = getattr(_SO, f"binnacle_{name}")(*words)
    if code < 0:
        raise BinnacleError(code)
    return code


def answer(name: str, *arguments: Any) -> Optional[float]:
    """Calls a function that gives an angle; in degrees, None where there is none."""
    word = np.zeros(1, np.uint32)
    with _held((*arguments, word)) as words:
        code: int = getattr(_SO, f"binnacle_{name}")(*words)
    if code in (_interface.ERROR_NO_HEADING, _interface.ERROR_NO_TRUE_NORTH):
        return None
    if code < 0:
        raise BinnacleError(code)
    return float(word[0]) * 45 / 2**29


def storage(size: int) -> Memory:
    """New memory for an object."""
    return Memory(np.zeros(size // 8, np.uint64))
