"""libbinnacle.so: its functions and its errors."""

from __future__ import annotations

import ctypes
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
    """

    def __init__(self, code: int, detail: str = "") -> None:
        self.code = code
        words: str = _SO.binnacle_strerror(code).decode()
        super().__init__(f"{words}: {detail}" if detail else words)


def call(name: str, *arguments: Any) -> int:
    """Calls a function of the library; arrays are handed over by their address.

    Returns:
        Its code: 0, or more where it has something to say.

    Raises:
        BinnacleError: the function returned a negative code.
    """
    code: int = getattr(_SO, f"binnacle_{name}")(
        *(word.ctypes.data if isinstance(word, np.ndarray) else word for word in arguments)
    )
    if code < 0:
        raise BinnacleError(code)
    return code


def answer(name: str, *arguments: Any) -> Optional[float]:
    """Calls a function that gives an angle; in degrees, None where there is none."""
    word = np.zeros(1, np.uint32)
    code: int = getattr(_SO, f"binnacle_{name}")(*(part.ctypes.data for part in arguments), word.ctypes.data)
    if code in (_interface.ERROR_NO_HEADING, _interface.ERROR_NO_TRUE_NORTH):
        return None
    if code < 0:
        raise BinnacleError(code)
    return float(word[0]) * 45 / 2**29


def storage(size: int) -> npt.NDArray[np.uint64]:
    """Memory for an object, aligned as C wants it."""
    return np.zeros(size // 8, np.uint64)
