"""What the headers of the library declare: functions, enumerations, structures and numbers, with the words above them.

binnacle.h is the only place where the interface for C is written. Everything else that repeats it is made from here (make.py), and
what translates, packs or tests the library reads it here.
"""

import os.path
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "CBinnacle/include"
HEADER = FOLDER / "binnacle.h"
ARRAYS = FOLDER / "binnacle_arrays.h"
DEVICE = FOLDER / "binnacle_device.h"
PORT = FOLDER.parents[1] / "CBinnacleDevice/include/binnacle_port.h"
# Bytes of a number, which are its alignment, too.
NUMBERS = {
    "uint8_t": 1, "int8_t": 1, "uint16_t": 2, "int16_t": 2, "uint32_t": 4, "int32_t": 4, "uint64_t": 8, "binnacle_result": 4,
}  # fmt: skip
NAMED = re.compile(r"\s*In (Python and JavaScript|JavaScript): `(\w+)`\.")


@dataclass(frozen=True)
class Parameter:
    """A parameter of a function."""

    # The type without `const` and `*`.
    kind: str
    name: str
    is_pointer: bool
    is_constant: bool
    # The numbers of an array whose length is written down; 1 for others.
    count: int
    # What @param says.
    words: str

    @property
    def may_be_null(self):
        return self.is_pointer and bool(re.search(r"\bnull\b", self.words))


@dataclass(frozen=True)
class Function:
    """A function, with its prototype on one line."""

    name: str
    result: str
    parameters: tuple
    text: str

    @property
    def has_code(self):
        """Whether it answers with a code."""
        return self.result == "binnacle_result"


@dataclass(frozen=True)
class Constant:
    """A number with a name of which `BINNACLE_` was taken."""

    name: str
    value: int
    words: str


@dataclass(frozen=True)
class Enumeration:
    """The constants of an `enum`. Without a name it is for C alone."""

    name: str
    # Whether Python has it, too.
    is_for_python: bool
    words: str
    constants: tuple

    def short(self):
        """Pairs of a short name and a number: without what all names begin with, and without the enumeration's own name."""
        words = [constant.name.split("_") for constant in self.constants]
        shared = len(os.path.commonprefix([each[:-1] for each in words])) if len(words) > 1 else 0
        own = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", self.name).upper()
        for constant, each in zip(self.constants, words):
            yield "_".join(each[shared:]).removeprefix(f"{own}_").removesuffix(f"_{own}"), constant.value


@dataclass(frozen=True)
class Field:
    """A field of a structure."""

    kind: str
    name: str
    # 0: no array.
    count: int
    offset: int


@dataclass(frozen=True)
class Structure:
    """A structure that users read or write."""

    name: str
    fields: tuple
    size: int
    alignment: int


def rounded_up(number, step):
    return -(-number // step) * step


class Header:
    """A header, parsed. Structures may hold those of the headers before it."""

    def __init__(self, path, before=()):
        text = re.sub(r"#ifdef BINNACLE_WITH_FLOAT.*?#endif", "", path.read_text(), flags=re.S)
        self._comments = []
        text = re.sub(r"/\*\*?(.*?)\*/", self._kept, text, flags=re.S)
        text = re.sub(r"//[^\n]*", "", text)
        self._known = {structure.name: structure for header in before for structure in header.structures}
        self.numbers = {name: int(value) for name, value in re.findall(r"^#define BINNACLE_(\w+) (\d+)$", text, re.M)}
        self.version = next(iter(re.findall(r'#define BINNACLE_VERSION "(.*)"', text)), None)
        self.enumerations = tuple(
            self._enumeration(*found) for found in re.findall(r"(?:\x01(\d+)\x02\n)?enum \{(.*?)\};", text, re.S)
        )
        found = re.findall(r"typedef struct (binnacle_\w+) \{(.*?)\} \1;", text, re.S)
        # Memory of an object, whose contents are private.
        self.objects = tuple(name for name, body in found if "opaque" in body)
        self.sizes = {name: 8 * int(count) for name, body in found for count in re.findall(r"opaque\[(\d+)\]", body)}
        self.structures = tuple(self._structure(name, body) for name, body in found if "opaque" not in body)
        pattern = r"(?:^\x01(\d+)\x02\n)?(?:^BINNACLE_TEST_THE_RESULT\n)?^([\w ]+[ *])(binnacle_\w+)\(([^)]*)\);"
        self.functions = tuple(self._function(*found) for found in re.findall(pattern, text, re.M))

    def _kept(self, found):
        lines = [re.sub(r"^\s*\*? ?", "", line).rstrip() for line in found[1].split("\n")]
        self._comments.append("\n".join(lines).strip())
        return f"\x01{len(self._comments) - 1}\x02"

    def _comment(self, number):
        return self._comments[int(number)] if number else ""

    def _enumeration(self, comment, body):
        words = " ".join(self._comment(comment).split())
        constants = tuple(
            Constant(name, int(value), " ".join(self._comment(above).split()))
            for above, name, value in re.findall(r"(?:\x01(\d+)\x02\s*)?BINNACLE_(\w+) = (-?\d+)", body)
        )
        named = NAMED.search(words)
        where, name = named.groups() if named else ("", "")
        return Enumeration(name, "Python" in where, NAMED.sub("", words), constants)

    def _structure(self, name, body):
        fields, offset, alignment = [], 0, 1
        for kind, field, count in re.findall(r"(\w+) (\w+)(?:\[(\d+)\])?;", re.sub(r"\x01\d+\x02", "", body)):
            inner = self._known.get(kind)
            size, step = (inner.size, inner.alignment) if inner else (NUMBERS[kind], NUMBERS[kind])
            offset, alignment = rounded_up(offset, step), max(alignment, step)
            fields.append(Field(kind, field, int(count or 0), offset))
            offset += size * int(count or 1)
        self._known[name] = Structure(name, tuple(fields), rounded_up(offset, alignment), alignment)
        return self._known[name]

    def _function(self, comment, result, name, inside):
        words, parameters = self._comment(comment), []
        listed = [" ".join(part.split()) for part in inside.split(",")]
        for part in listed:
            if part == "void":
                continue
            constant, kind, star, title, count = re.fullmatch(
                r"(const )?(\w+) ?(\*?)(\w+)(?:\[(\d+)\])?", part
            ).groups()
            told = re.search(rf"@param {title}\s+(.*?)(?=\n@|\Z)", words, re.S)
            pointer = bool(star or count)
            parameters.append(Parameter(kind, title, pointer, bool(constant), int(count or 1), told[1] if told else ""))
        result = " ".join(result.split())
        return Function(name, result, tuple(parameters), f"{result} {name}({', '.join(listed)})")

    def structure(self, kind):
        """The structure of this name, or None."""
        return self._known.get(kind)

    @property
    def constants(self):
        """Every constant of every enumeration."""
        return [constant for each in self.enumerations for constant in each.constants]


@cache
def header():
    """binnacle.h."""
    return Header(HEADER)


@cache
def arrays():
    """binnacle_arrays.h, the functions for hosts that analyse recordings."""
    return Header(ARRAYS, [header()])


@cache
def device():
    """binnacle_device.h, the drivers and the whole device."""
    return Header(DEVICE, [header()])


@cache
def port():
    """binnacle_port.h, what the device's Swift and C call of each other."""
    return Header(PORT, [header(), device()])
