#!/usr/bin/env python3
"""Makes what repeats binnacle.h in other languages, and compares it with what is on disk.

    python3 Sources/Library/Maker/make.py            writes the files
    python3 Sources/Library/Maker/make.py --check    exit 1 when one on disk differs

words.c and binnacle_words.h: what codes mean, from the comments of the header and from Protocols/reasons.json. _codes.py and
_interface.py of the Python package: enumerations, arguments of functions, structures. codes.js, codes.d.ts and layouts.js of the
JavaScript module: enumerations, numbers, structures in memory.
"""

import json
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
import c_header as parsed  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]
LIBRARY = ROOT / "Sources/Library"
REASONS = json.loads((ROOT / "Protocols/reasons.json").read_text())
WIDTH = 120
MADE = "Made by Sources/Library/Maker/make.py from binnacle.h"
HEADER, ARRAYS, DEVICE = parsed.header(), parsed.arrays(), parsed.device()
NAMED = [each for each in HEADER.enumerations if each.name]


def camel(name):
    first, *rest = name.lower().split("_")
    return first + "".join(word.capitalize() for word in rest)


def about(enumeration):
    """The first sentence of what the header says of an enumeration, without the field that holds it."""
    words = re.split(r"(?<=[a-z])\. ", enumeration.words)[0].rstrip(".")
    return re.sub(r"(: a setting, and|:) binnacle_\w+\.\w+$", "", words) + "."


# MARK: - Words


def plain(text):
    """In ASCII, as every compiler and display takes it."""
    text = text.replace("°", " degrees").replace("±", "+-")
    assert text.isascii() and not set('"\\\n') & set(text), text
    return text


def meanings(family):
    """What each code of a family of reasons.json means to a user of the library."""
    found = {}
    for row in REASONS[family]:
        text = row.get("library", row["sentence"])
        # What to do, where it is not a command of the program.
        remedy = row.get("remedy", "").rstrip(".") if family == "calibration" and "library" not in row else ""
        found[row["name"], row["code"]] = plain(f"{text}: {remedy[0].lower()}{remedy[1:]}" if remedy else text)
    return found


# The enumerations of which reasons.json has the words, and the reasons that only a link gives.
FAMILIES = {
    "Unavailable": "unavailable", "ReasonCode": "calibration", "Unfused": "unfused", "Cause": "causes", "Disturbance": "disturbance",
}  # fmt: skip
OF_A_LINK = {("unknownScale", 5), ("countsOutOfRange", 6)}


def disagreements():
    """Names and numbers that the header and reasons.json do not have both, as sentences."""
    for name, family in FAMILIES.items():
        ours = {(camel(word), value) for word, value in enumerated(name).short()}
        theirs = {(row["name"], row["code"]) for row in REASONS[family]} - OF_A_LINK
        yield from (f"{name} of binnacle.h and {family} of reasons.json: {each}" for each in sorted(ours ^ theirs))
    bits = {constant.value for constant, _ in doubts()}
    if bits != {1 << row["code"] for row in REASONS["doubts"]}:
        yield "the doubts of binnacle.h are not those of reasons.json"


def named(enumeration, texts):
    """The texts by constant."""
    found = enumerated(enumeration)
    return [(each, texts[camel(name), value]) for (name, value), each in zip(found.short(), found.constants)]


def cases(rows, prefix="BINNACLE_"):
    for constant, text in rows:
        line = f'    case {prefix}{constant.name}: return "{text}";'
        yield line if len(line) <= WIDTH else f'    case {prefix}{constant.name}:\n      return "{text}";'


def c_words():
    rows, known = [], set()
    for constant in HEADER.enumerations[0].constants:
        if constant.value not in known:
            known.add(constant.value)
            text = constant.words.rsplit("(): ", 1)[-1].rstrip(".")
            rows.append((constant, plain(text[0].lower() + text[1:])))
    return "\n".join([
        "// The words of the library: its version, and what its codes mean.",
        "//",
        "// In: a code of binnacle.h. Out: what it means, in English.",
        "// Free to change: nothing by hand; texts of reasons are in Protocols/reasons.json.",
        f"// {MADE}.",
        "",
        '#include "binnacle.h"',
        "",
        "const char *binnacle_version(void) { return BINNACLE_VERSION; }",
        "",
        "const char *binnacle_strerror(binnacle_result result) {",
        "  switch (result) {",
        *cases(rows),
        '    default: return "a code that this library does not have";',
        "  }",
        "}",
        "",
    ])  # fmt: skip


def doubts():
    (bits,) = [each for each in HEADER.enumerations if each.constants[0].name.startswith("DOUBT_")]
    texts = {1 << code: text for (_, code), text in meanings("doubts").items()}
    return [(constant, texts.get(constant.value)) for constant in bits.constants]


def words_header():
    advice = {
        (name, value): plain(REASONS["libraryAdvice"][camel(name)]) for name, value in enumerated("Advice").short()
    }
    parts = [
        (
            "What a person can do next, for BINNACLE_ADVICE_: a constant text, never null, empty for BINNACLE_ADVICE_NONE.",
            "advice", "advice", "unknown advice",
            named("Advice", {(camel(name), value): text for (name, value), text in advice.items()}),
        ),
        (
            "What a reason means, for binnacle_reason.code: a constant text, never null.",
            "reason", "code", "unknown reason", named("ReasonCode", meanings("calibration")),
        ),
        (
            "What a doubt means, for one bit of binnacle_reading.doubts: a constant text, never null.",
            "doubt", "bit", "unknown doubt", doubts(),
        ),
        (
            "Why a reading has no heading, for binnacle_reading.reason: a constant text, never null, empty where it has one.",
            "unavailable", "reason", "unknown reason",
            named("Unavailable", {**meanings("unavailable"), ("none", 0): ""}),
        ),
    ]  # fmt: skip
    lines = []
    for doc, name, argument, unknown, rows in parts:
        lines += [
            f"/** {doc} */",
            f"static inline const char *binnacle_{name}_words(uint32_t {argument}) {{",
            f"  switch ({argument}) {{",
            *cases(rows),
            f'    default: return "{unknown}";',
            "  }",
            "}",
            "",
        ]
    return "\n".join([
        "// What the codes of binnacle.h mean, in English. Include it only where you want the texts: nothing else needs them.",
        f"// {MADE} and Protocols/reasons.json.",
        "",
        "#ifndef BINNACLE_WORDS_H",
        "#define BINNACLE_WORDS_H",
        "",
        '#include "binnacle.h"',
        "",
        *lines,
        "#endif",
        "",
    ])  # fmt: skip


def enumerated(name):
    (found,) = [each for each in NAMED if each.name == name]
    return found


# MARK: - Python


def codes():
    lines = [
        '"""The numbers of the library\'s answers, with the names of ``binnacle.h``. They are whole numbers: arrays compare with them.',
        "",
        f'{MADE}."""',
        "",
        "from enum import IntEnum",
    ]
    for each in NAMED:
        if each.is_for_python:
            lines += ["", "", f"class {each.name}(IntEnum):", f'    """{about(each)}"""', ""]
            lines += [f"    {name} = {value}" for name, value in each.short()]
    return "\n".join([*lines, ""])


LETTERS = {"size_t": "N", "uint64_t": "Q", "uint32_t": "I", "int32_t": "i", "binnacle_result": "i"}
# The unit at the end of a field's name, which Python's names do not have.
UNIT = re.compile(
    r"(_q\d+)?_(turns|nanotesla|radians_per_second|microseconds|milliseconds|centidegrees|micro_g|millimetres|e7_degrees|"
    r"millipercent|percent|permille|since_2000)$|_q\d+$"
)


def is_unsigned(kind):
    return kind.startswith("u")


def python_structure(structure):
    """A NumPy type, as the formatter of Python writes it."""
    name = structure.name.removeprefix("binnacle_").upper()
    rows = []
    for field in structure.fields:
        inner = ARRAYS.structure(field.kind)
        kind = (
            inner.name.removeprefix("binnacle_").upper()
            if inner
            else f'"{"u" if is_unsigned(field.kind) else "i"}{parsed.NUMBERS[field.kind]}"'
        )
        shape = f", ({field.count},)" if field.count else ""
        rows.append(f'("{UNIT.sub("", field.name)}", {kind}{shape})')
    whole = f"[{', '.join(rows)}], align=True"
    if len(f"{name} = np.dtype({whole})") <= WIDTH:
        return [f"{name} = np.dtype({whole})"]
    if len(f"    {whole}") <= WIDTH:
        return [f"{name} = np.dtype(", f"    {whole}", ")"]
    return [f"{name} = np.dtype(", "    [", *(f"        {row}," for row in rows), "    ],", "    align=True,", ")"]


def python_words(name, words):
    words = [f'"{word}"' for word in words]
    line = f"{name.upper()}_WORDS = ({', '.join(words)})"
    return [line] if len(line) <= WIDTH else [f"{name.upper()}_WORDS = (", *(f"    {word}," for word in words), ")"]


def interface():
    lines = [
        '"""The functions, structures and numbers of the headers.',
        "",
        f'{MADE}, binnacle_arrays.h and binnacle_device.h."""',
        "",
        "import numpy as np",
        "",
        "#: The arguments of each function that answers with a code: P a pointer, N a size, i and I 32 bits, Q 64 bits.",
        "ARGUMENTS = {",
    ]
    for function in ARRAYS.functions + HEADER.functions:
        if function.has_code:
            letters = "".join("P" if each.is_pointer else LETTERS[each.kind] for each in function.parameters)
            lines.append(f'    "{function.name.removeprefix("binnacle_")}": "{letters}",')
    lines += ["}", ""]
    lines += [f"{name} = {value}" for name, value in HEADER.numbers.items()]
    unnamed = [constant for each in HEADER.enumerations if not each.name for constant in each.constants]
    lines += [f"{constant.name} = {constant.value}" for constant in unnamed]
    lines.append("")
    for structure in HEADER.structures + ARRAYS.structures:
        lines += python_structure(structure)
    lines += ["", "# Of binnacle_device.h: what the drivers tell."]
    told = {"GYROSCOPE", "EVENT_SAMPLE", "EVENT_FAULT", "EVENT_UNAVAILABLE"}
    lines += [
        f"{each.name} = {each.value}" for group in DEVICE.enumerations for each in group.constants if each.name in told
    ]
    lines.append(f"SENSORS_SIZE = {DEVICE.sizes['binnacle_sensors']}")
    for structure in DEVICE.structures:
        if structure.name in ("binnacle_event", "binnacle_identity"):
            lines += python_structure(structure)
    # Those whose numbers count from 0, and what bits mean.
    lines += ["", "#: Words for numbers, and for bits: the names of the header."]
    for each in (enumerated(name) for name in ("Sensor", "North", "Orientation", "Model")):
        lines += python_words(each.name, [camel(name) for name, _ in each.short()])
    lines += python_words("Doubt", [camel(constant.name.removeprefix("DOUBT_")) for constant, _ in doubts()])
    reasons = [(name, text) for (name, code), text in meanings("calibration").items() if code < 32]
    lines += ["", "#: The reasons of a fit by bit: name, and what it means.", "FIT_REASONS = ("]
    lines += [f'    ("{name}", "{text}"),' for name, text in reasons]
    return "\n".join([*lines, ")", ""])


# MARK: - JavaScript


def object_of(head, pairs, tail):
    line = f"{head}{{ {', '.join(f'{name}: {value}' for name, value in pairs)} }}{tail}"
    return (
        [line] if len(line) <= WIDTH else [f"{head}{{", *(f"  {name}: {value}," for name, value in pairs), f"}}{tail}"]
    )


def javascript_codes():
    lines = ["// @ts-check", f"// The enumerations of the library. {MADE}.", ""]
    for each in NAMED:
        pairs = [(camel(name), value) for name, value in each.short()]
        lines += object_of(f"export const {each.name} = Object.freeze(", pairs, ");")
    return "\n".join([*lines, ""])


def javascript_types():
    lines = [f"// The enumerations of the library. {MADE}.", ""]
    for each in NAMED:
        lines.append(f"/** {about(each)} */")
        pairs = [(f"readonly {camel(name)}", value) for name, value in each.short()]
        line = f"export const {each.name}: {{ {'; '.join(f'{name}: {value}' for name, value in pairs)} }};"
        long = [f"export const {each.name}: {{", *(f"  {name}: {value};" for name, value in pairs), "};"]
        lines += [line] if len(line) <= WIDTH else long
    return "\n".join([*lines, ""])


def view(kind):
    """What a DataView calls a kind of number."""
    size = parsed.NUMBERS[kind]
    return f"{'Big' if size == 8 else ''}{'Uint' if is_unsigned(kind) else 'Int'}{8 * size}"


def got(field, index=0):
    size = parsed.NUMBERS[field.kind]
    place = field.offset + index * size
    word = f"view.get{view(field.kind)}({f'at + {place}' if place else 'at'}{', true' if size > 1 else ''})"
    return f"Number({word})" if size == 8 else word


def layouts():
    taken = [parameter for function in HEADER.functions for parameter in function.parameters if parameter.is_pointer]
    written = {parameter.kind for parameter in taken if not parameter.is_constant}
    lines = [
        "// @ts-check",
        f"// Numbers of the library, and its structures in memory. {MADE}.",
        "",
        "export const BINNACLE = Object.freeze({",
        *(f"  {name}: {value}," for name, value in HEADER.numbers.items()),
        *(
            f"  {each.name}: {each.value},"
            for group in HEADER.enumerations
            if not group.name
            for each in group.constants
        ),
        "});",
        "",
        "/** Bytes of each structure. */",
        "export const size = Object.freeze({",
        *(f"  {camel(each.name.removeprefix('binnacle_'))}: {each.size}," for each in HEADER.structures),
        "});",
        "",
        "/** Reads a structure. */",
        "export const read = {",
    ]
    for structure in HEADER.structures:
        if structure.name not in written:
            continue
        lines.append("  /** @param {DataView} view @param {number} at */")
        lines.append(f"  {camel(structure.name.removeprefix('binnacle_'))}: (view, at = 0) => ({{")
        for field in structure.fields:
            if field.name != "reserved":
                words = ", ".join(got(field, index) for index in range(field.count))
                lines.append(f"    {camel(field.name)}: {f'[{words}]' if field.count else got(field)},")
        lines.append("  }),")
    lines += ["};", "", "/** Writes a structure. */", "export const write = {"]
    for structure in HEADER.structures:
        if structure.name in written or not any(parameter.kind == structure.name for parameter in taken):
            continue
        names = [camel(field.name) for field in structure.fields]
        lines.append(
            f"  /** @param {{DataView}} view @param {{{{{', '.join(f'{name}: number' for name in names)}}}}} values */"
        )
        lines.append(f"  {camel(structure.name.removeprefix('binnacle_'))}: (view, values) => {{")
        for field, name in zip(structure.fields, names):
            lines.append(f"    view.set{view(field.kind)}({field.offset}, values.{name}, true);")
        lines.append("  },")
    return "\n".join([*lines, "};", ""])


def files():
    return {
        "CBinnacle/words.c": c_words(),
        "CBinnacle/include/binnacle_words.h": words_header(),
        "Python/binnacle/_codes.py": codes(),
        "Python/binnacle/_interface.py": interface(),
        "JavaScript/codes.js": javascript_codes(),
        "JavaScript/codes.d.ts": javascript_types(),
        "JavaScript/layouts.js": layouts(),
    }


def main():
    is_check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not is_check:
        sys.exit(__doc__)
    wrong = list(disagreements())
    if wrong:
        sys.exit("\n".join(wrong))
    made = {LIBRARY / name: text for name, text in files().items()}
    stale = [path for path, text in made.items() if not path.exists() or path.read_text() != text]
    names = [str(path.relative_to(ROOT)) for path in stale]
    if is_check and stale:
        sys.exit(f"not what binnacle.h says: {', '.join(names)}\nrun python3 Sources/Library/Maker/make.py")
    for path, name in zip(stale, names):
        path.write_text(made[path])
        print(name)


if __name__ == "__main__":
    main()
