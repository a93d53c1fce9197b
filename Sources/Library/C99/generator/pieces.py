"""The tables and functions of a text, and what can be left out of it."""

import re
from dataclasses import dataclass

from . import front
from .statements import folded


def file_of(name):
    """Which header has a function: "arrays", "device" or "library"."""
    if name.startswith("binnacle_array_"):
        return "arrays"
    return "device" if name in front.device_functions() else "library"


def files_of(names):
    return set(map(file_of, names))


# What can be left out: the macro, and the functions of the header that are then not there.
PARTS = {
    "BINNACLE_WITHOUT_CALIBRATION": r"binnacle_(calibration|axis_check|guide)_",
    "BINNACLE_WITHOUT_MOTION": r"binnacle_(motion|guide)_",
    "BINNACLE_WITHOUT_WORLD_MODEL": r"binnacle_(declination$|compass_set_place$|locator_)",
}


@dataclass
class Piece:
    """A table or a function."""

    home: str
    lines: list
    # Names of the functions of the header that need it.
    needed_by: set

    def condition(self, files):
        """When it is compiled in a text that has the functions of these headers; nothing for always."""
        ways = set()
        for name in (name for name in self.needed_by if file_of(name) in files):
            ways.add(tuple(macro for macro, pattern in PARTS.items() if re.match(pattern, name)))
        # One that needs all that another one needs adds nothing.
        ways = {way for way in ways if not any(set(other) < set(way) for other in ways)}
        if () in ways:
            return None
        return " || ".join(" && ".join(f"!defined({macro})" for macro in way) for way in sorted(ways))


def guarded(pieces, gap, files):
    """Lines of pieces, with the conditions under which they are compiled around each run of them."""
    lines, open_condition = [], None
    for piece in pieces:
        condition = piece.condition(files)
        if condition != open_condition:
            if open_condition:
                lines += ["#endif", ""]
            if condition:
                lines += folded_condition(f"#if {condition}")
            open_condition = condition
        lines += [*piece.lines, *[""] * gap]
    if open_condition:
        lines.append("#endif")
    return [*lines, ""]


def folded_condition(line):
    lines = folded(line)
    return [*(f"{part} \\" for part in lines[:-1]), lines[-1]]
