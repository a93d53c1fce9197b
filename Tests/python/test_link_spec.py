"""The tables of Protocols/link/spec.md against the decoder that was written from them."""
import pathlib
import re
import struct

import binnacle_link as link

SPEC = pathlib.Path(__file__).resolve().parents[2] / "Protocols" / "link" / "spec.md"
CODES = {"u8": "B", "u16": "H", "u32": "I", "u64": "Q", "i16": "h", "i32": "i", "i32 × 3": "3i", "u32 × 3": "3I"}


def code(kind):
    if kind in CODES:
        return CODES[kind]
    match = re.fullmatch(r"(\d+) bytes", kind)
    return f"{match[1]}s" if match else kind


def layouts():
    """Message name: [(byte, field, code)] of every section whose heading names messages."""
    found, names = {}, []
    for line in SPEC.read_text().splitlines():
        if line.startswith("#"):
            names = line[4:].split(", ") if line.startswith("### ") else []
        row = re.match(r"\| (\d+) \| ([^|]+) \| (\w+) \|", line)
        if names and row and code(row[2]) != row[2] or names and row and row[2] in ("rest", "nameLength", "record", "reasonCount", "status"):
            for name in names:
                found.setdefault(name, []).append((int(row[1]), row[3], code(row[2])))
    return found


def test_every_field_stands_where_the_table_says():
    tables = layouts()
    for name, layout in link.MESSAGES.values():
        at, expected = 0, []
        for field, kind in link.fields_of(layout):
            expected.append((at, field, kind))
            at += 0 if kind in ("rest", "nameLength", "record", "reasonCount", "status") else struct.calcsize("<" + kind)
        assert tables.get(name, []) == expected, name


def test_message_table_and_hash():
    text = SPEC.read_text()
    rows = re.findall(r"^\| 0x([0-9A-F]{2}) \| `(\w+)` \| (\d+) \|", text, re.MULTILINE)
    assert {int(kind, 16): (name, int(length)) for kind, name, length in rows} == {
        kind: (name, link.minimum_length(kind)) for kind, (name, _) in link.MESSAGES.items()}
    assert f"Version 1: 0x{link.table_hash():08X}." in text


def test_example():
    frame, wire = (bytes.fromhex(re.search(rf"^    {word} +([0-9A-F ]+)$", SPEC.read_text(), re.MULTILINE)[1])
                   for word in ("frame", "on wire"))
    (found,) = link.Receiver().feed(wire)
    assert found.contents == frame[:-4]
    assert found.message()["fields"] == {"data": b"\0\xff\0"}
