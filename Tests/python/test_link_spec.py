"""Protocols/link/messages.json, the one description of the messages, against the tables of Protocols/link/spec.md."""

import json
import pathlib
import re
import subprocess
import sys

import binnacle_link as link

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPEC = ROOT / "Protocols" / "link" / "spec.md"
DESCRIPTION = json.loads((ROOT / "Protocols" / "link" / "messages.json").read_text())
TYPES = {"u8": 1, "u16": 2, "u32": 4, "u64": 8, "i16": 2, "i32": 4, "i32 × 3": 12, "u32 × 3": 12}
OPEN = ("rest", "record", "status", "nameLength", "reasonCount")


def tables():
    """Message name: [(byte, type, field)] of every section of the specification whose heading names messages."""
    found, names = {}, []
    for line in SPEC.read_text().splitlines():
        if line.startswith("#"):
            names = line[4:].split(", ") if line.startswith("### ") else []
        row = re.match(r"\| (\d+) \| ([^|]+) \| (\w+) \|", line)
        if row and (row[2] in TYPES or row[2] in OPEN or row[2].endswith(" bytes")):
            for name in names:
                found.setdefault(name, []).append((int(row[1]), row[2], row[3]))
    return found


def size(kind):
    if kind in OPEN:
        return 80 if kind == "record" else 0
    return TYPES[kind] if kind in TYPES else int(kind.removesuffix(" bytes"))


def test_every_field_stands_where_the_specification_says():
    found = tables()
    for message in DESCRIPTION["messages"]:
        fields = [(field["at"], field["type"], field["name"]) for field in message["fields"]]
        assert found.pop(message["name"], []) == fields, message["name"]
    assert not found


def test_fields_follow_each_other_and_give_the_shortest_payload():
    for message in DESCRIPTION["messages"]:
        at = shortest = 0
        for field in message["fields"]:
            assert field["at"] == at, (message["name"], field["name"])
            at += size(field["type"])
            shortest = shortest if field.get("mayBeAbsent") else at
        assert message["shortest"] == shortest, message["name"]
        first = [field for field in message["fields"] if field.get("since", message["since"]) == 1]
        if "shortestOfVersion1" in message:
            assert message["shortestOfVersion1"] < shortest
            assert message["shortestOfVersion1"] <= sum(size(field["type"]) for field in first)


def test_replies_are_those_of_the_specification():
    rows = dict(re.findall(r"^\| 0x[0-9A-F]{2} \| `(\w+)` \| \d+ \| (.*) \|$", SPEC.read_text(), re.MULTILINE))
    for message in DESCRIPTION["messages"]:
        if message["direction"] == "request":
            assert f"`{message['reply']}`" in rows[message["name"]]
        else:
            assert rows[message["name"]].startswith(message["direction"])


def test_swift_layout_is_made_from_the_description():
    subprocess.run([sys.executable, ROOT / "Protocols" / "tools" / "make_link_layout.py", "--check"], check=True)


def test_message_table_and_hash():
    text = SPEC.read_text()
    rows = re.findall(r"^\| 0x([0-9A-F]{2}) \| `(\w+)` \| (\d+) \|", text, re.MULTILINE)
    assert {int(kind, 16): (name, int(length)) for kind, name, length in rows} == {
        kind: (message.name, message.shortest) for kind, message in link.MESSAGES.items()
    }
    assert f"Version 2: 0x{link.table_hash():08X}" in text


def test_example():
    frame, wire = (
        bytes.fromhex(re.search(rf"^    {word} +([0-9A-F ]+)$", SPEC.read_text(), re.MULTILINE)[1])
        for word in ("frame", "on wire")
    )
    (found,) = link.Receiver().feed(wire)
    assert found.contents == frame[:-4]
    assert found.message()["fields"] == {"data": b"\0\xff\0"}
