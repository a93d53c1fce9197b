"""Protocols/link/messages.json, read: fields with their places, and the shortest payload of each message."""

import json
import pathlib
import struct

FILE = pathlib.Path(__file__).resolve().parents[1] / "link" / "messages.json"
# How `struct` packs a type of the description.
CODES = {"u8": "B", "u16": "H", "u32": "I", "u64": "Q", "i16": "h", "i32": "i", "i32 × 3": "3i", "u32 × 3": "3I"}
# Types of any length, and what stands for it in the place of a field behind one.
OPEN = {"rest": "", "status": "216", "nameLength": "nameLength", "reasonCount": "10 · reasonCount"}


def size(kind):
    """Bytes of a type; 0 for those of any length."""
    if kind in OPEN:
        return 0
    return struct.calcsize("<" + CODES[kind]) if kind in CODES else int(kind.removesuffix(" bytes"))


class Message:
    """A message: its row of the description, its fields with `at`, and `shortest`."""

    def __init__(self, row, rows):
        self.row, self.name, self.kind, self.direction = row, row["name"], row["kind"], row["direction"]
        self.layout = row.get("layout")
        self.fields, at, self.shortest, behind = [], 0, 0, ""
        for field in (rows[self.layout] if self.layout else row)["fields"]:
            self.fields.append(dict(field, at=at, place=f"{at}{behind}"))
            at += size(field["type"])
            if field["type"] in OPEN:
                behind = f" + {OPEN[field['type']]}"
            elif not field.get("mayBeAbsent"):
                self.shortest = at


def read():
    """The version, and the messages in ascending order of kind."""
    document = json.loads(FILE.read_text())
    rows = {row["name"]: row for row in document["messages"]}
    assert len(rows) == len(document["messages"]), "two messages of one name"
    messages = sorted((Message(row, rows) for row in document["messages"]), key=lambda message: message.kind)
    kinds = [message.kind for message in messages]
    assert len(set(kinds)) == len(kinds), "two messages of one kind"
    for message in messages:
        assert (message.kind < 0x80) == (message.direction == "request"), message.name
    return document["version"], messages
