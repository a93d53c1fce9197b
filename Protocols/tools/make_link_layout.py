"""Writes Sources/Device/LinkProtocol/Layout.swift from Protocols/link/messages.json.

python3 Protocols/tools/make_link_layout.py            writes the file
python3 Protocols/tools/make_link_layout.py --check    exit 1 when the file on disk differs
"""

import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
DESCRIPTION = ROOT / "Protocols" / "link" / "messages.json"
SWIFT = ROOT / "Sources" / "Device" / "LinkProtocol" / "Layout.swift"
# Replies in which code looks for single fields; of requests it does in all.
REPLIES = ("calibrationReport", "headingSettings")
HEAD = """// Where fields stand in the payloads of requests, and of replies that are kept as bytes.
//
// Made by Protocols/tools/make_link_layout.py from Protocols/link/messages.json; a test compares the two.

/// The place of each field, in bytes from the beginning of the payload.
public enum Layout {
"""


def note(field):
    text = f"`{field['type']}`"
    if "unit" in field:
        text += f", {field['unit']}"
    if "range" in field:
        text += ", {}…{}".format(*field["range"])
    return text


def swift():
    parts = []
    for message in json.loads(DESCRIPTION.read_text())["messages"]:
        if not message["fields"] or message["direction"] != "request" and message["name"] not in REPLIES:
            continue
        lines = [
            f"  /// `{message['name']}`, 0x{message['kind']:02x}.",
            f"  public enum {message['name'][0].upper()}{message['name'][1:]} {{",
        ]
        for field in message["fields"]:
            lines += [f"    /// {note(field)}.", f"    public static var {field['name']}: Int {{ {field['at']} }}"]
        parts.append("\n".join(lines + ["  }"]))
    return HEAD + "\n".join(parts) + "\n}\n"


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit(__doc__)
    if not check:
        SWIFT.write_text(swift())
    elif SWIFT.read_text() != swift():
        sys.exit("Layout.swift is not what messages.json says\nrun python3 Protocols/tools/make_link_layout.py")


if __name__ == "__main__":
    main()
