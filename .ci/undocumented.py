#!/usr/bin/env python3
"""Lists public and package declarations without a docstring. `make lint` runs it on Sources and Boards and fails when there are any.

Trivial members need none: initialisers, operators, cases of an enumeration that has a docstring, requirements that a
protocol describes, and members whose one line says all (`public static var zero`, coding keys, `description`). One docstring
may stand for a row of adjacent properties.
"""

import pathlib
import re
import sys

DECLARATION = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public|package)\s+(?:private\(set\)\s+|internal\(set\)\s+)?"
    r"(?:static\s+|final\s+|mutating\s+|borrowing\s+|consuming\s+|nonisolated\s+|nonmutating\s+|indirect\s+)*"
    r"(struct|class|enum|protocol|actor|typealias|func|var|let|subscript)\s+(`?\w+`?|[^\s(]+)"
)
TRIVIAL = {
    "==",
    "<",
    "hash",
    "description",
    "debugDescription",
    "rawValue",
    "append",
    "encode",
    "none",
    "zero",
    "id",
    "errorDescription",
    "imageLength",
    "x",
    "y",
    "z",
    "name",
    "time",
}


# A command, an option or an argument of the program: its own text, which is in the help, says what it is.
SAYS_ITSELF = re.compile(
    r": Subcommand\b|= (?:CommandOption|CommandArgument|CommandExample|flag)\b|^ *package static let \w+: CommandOption\b"
)


def requirements(path):
    """The names that the protocols of a module describe, and those of the program's commands: what implements them has its words there."""
    names = set()
    tool = pathlib.Path("Sources/Tool/CommandLine")
    for other in [*path.parent.glob("*.swift"), *(tool.glob("*.swift") if tool.parent in path.parents else [])]:
        inside = False
        for line in other.read_text(encoding="utf-8").split("\n"):
            inside = line != "}" and (inside or re.match(r"(public|package) protocol ", line) is not None)
            if inside and (found := re.match(r"  (?:static |mutating )*(?:var|func) (\w+)", line)):
                names.add(found.group(1))
    return names


def undocumented(path):
    described = requirements(path)
    lines = path.read_text(encoding="utf-8").split("\n")
    for number, line in enumerate(lines):
        found = DECLARATION.match(line)
        if not found or found.group(2).strip("`") in TRIVIAL | described or found.group(1) == "typealias":
            continue
        if SAYS_ITSELF.search(line):
            continue
        # What implements a declaration of a C header has its words there.
        if "@implementation" in lines[number - 1]:
            continue
        before = number - 1
        while before >= 0 and (
            lines[before].strip().startswith(("@", "#if", "#endif")) or not lines[before].strip().strip(")")
        ):
            if not lines[before].strip():
                break
            before -= 1
        # One docstring may stand for a row of properties that follow each other without a blank line.
        while before >= 0 and found.group(1) in ("var", "let") and DECLARATION.match(lines[before]):
            before -= 1
        if before >= 0 and lines[before].strip().startswith("///"):
            continue
        yield f"{path}:{number + 1}: {line.strip()}"


def main():
    found = [
        row for top in sys.argv[1:] for path in sorted(pathlib.Path(top).rglob("*.swift")) for row in undocumented(path)
    ]
    print("\n".join(found))
    if found:
        print(f"{len(found)} declarations have no docstring: say what it is, its unit and its range.", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
