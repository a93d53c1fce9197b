"""Protocols/link/messages.json, and what Protocols/tools/make_link.py makes of it: Swift, the page's layouts, tables."""

import json
import pathlib
import re
import shutil
import subprocess
import sys

import binnacle_link as link

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPEC = ROOT / "Protocols" / "link" / "spec.md"
TOOLS = ROOT / "Protocols" / "tools"
SIZES = {"u8": 1, "u16": 2, "u32": 4, "u64": 8, "i16": 2, "i32": 4, "i32 × 3": 12, "u32 × 3": 12}


def size(kind):
    return SIZES.get(kind) or (int(kind.removesuffix(" bytes")) if kind.endswith(" bytes") else 0)


def test_what_is_made_is_on_disk():
    subprocess.run([sys.executable, TOOLS / "make_link.py", "--check"], check=True)


def test_one_changed_file_is_named(tmp_path):
    """The check fails for each file that it makes, and names it."""
    (tmp_path / "Protocols").mkdir()
    shutil.copytree(TOOLS, tmp_path / "Protocols" / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "Protocols" / "link", tmp_path / "Protocols" / "link")
    program = [sys.executable, tmp_path / "Protocols" / "tools" / "make_link.py"]
    for folder in ("Sources/Device/LinkProtocol", "Sources/Web/Page", "Tests/Device/LinkProtocolTests"):
        (tmp_path / folder).mkdir(parents=True)
    subprocess.run(program, check=True)
    made = [path for path in tmp_path.rglob("*") if path.suffix in (".swift", ".js")] + [
        tmp_path / "Protocols" / "link" / "spec.md"
    ]
    assert len(made) >= 7
    for path in made:
        text = path.read_text()
        assert text == (ROOT / path.relative_to(tmp_path)).read_text()
        path.write_text(text.replace("| 0 | u8 |", "| 1 | u8 |", 1) if path.suffix == ".md" else text + "\n")
        assert path.read_text() != text, path
        found = subprocess.run(program + ["--check"], capture_output=True, text=True)
        assert found.returncode == 1 and path.name in found.stderr
        path.write_text(text)
    subprocess.run(program + ["--check"], check=True)


def test_tables_say_where_each_field_stands():
    """Places and lengths by a count of their own."""
    found, names = {}, []
    for line in SPEC.read_text().splitlines():
        if line.startswith("#"):
            names = line[4:].split(", ") if line.startswith("### ") else []
        row = re.match(r"\| (\d+) \| ([^|]+) \| (\w+) \|", line)
        if row and names and (size(row[2]) or row[2] in link.OPEN):
            for name in names:
                found.setdefault(name, []).append((int(row[1]), row[2], row[3]))
    lengths = dict(re.findall(r"^\| 0x[0-9A-F]{2} \| `(\w+)` \| (\d+) \|", SPEC.read_text(), re.MULTILINE))
    assert set(lengths) == {message.name for message in link.MESSAGES.values()}
    for message in link.MESSAGES.values():
        at = 0
        for (place, kind, name), (field, _, _) in zip(found.get(message.name, []), message.fields):
            assert (place, name) == (at, field), message.name
            at += size(kind)
        assert int(lengths[message.name]) == message.shortest


def test_replies_and_layouts_are_messages():
    rows = json.loads((ROOT / "Protocols" / "link" / "messages.json").read_text())["messages"]
    names = {row["name"] for row in rows}
    for row in rows:
        assert row.get("reply", row["name"]) in names and row.get("layout", row["name"]) in names
        assert ("fields" in row) != ("layout" in row), row["name"]


def test_hash():
    assert f"in version 1: 0x{link.table_hash():08X}" in SPEC.read_text()


def test_example():
    frame, wire = (
        bytes.fromhex(re.search(rf"^    {word} +([0-9A-F ]+)$", SPEC.read_text(), re.MULTILINE)[1])
        for word in ("frame", "on wire")
    )
    (found,) = link.Receiver().feed(wire)
    assert found.contents == frame[:-4]
    assert found.message()["fields"] == {"data": b"\0\xff\0"}
