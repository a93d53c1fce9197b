"""Makes from Protocols/link/messages.json what follows from it, and compares it with what is on disk.

    python3 Protocols/tools/make_link.py            writes the files
    python3 Protocols/tools/make_link.py --check    exit 1 when one on disk differs

In Sources/Device/LinkProtocol/Made: kinds, message table, rules of request fields, layout, plain messages. In
Sources/Web/Page/layouts.js: the page's layouts. In Protocols/link/spec.md: the tables between `<!-- made: … -->` and
`<!-- end -->`, and the hash. In Tests/Device/LinkProtocolTests/MadeMessages.swift: the fields of the plain messages.
"""

import pathlib
import re
import sys
import textwrap
import zlib

import link_description
from link_description import OPEN, size

ROOT = pathlib.Path(__file__).resolve().parents[2]
SWIFT = "Sources/Device/LinkProtocol/Made/"
SPEC = "Protocols/link/spec.md"
MADE = "// Made by Protocols/tools/make_link.py from Protocols/link/messages.json; a test compares the two.\n"
VERSION, MESSAGES = link_description.read()
BY_NAME = {message.name: message for message in MESSAGES}
# Replies in which code looks for single fields; of requests it does in all.
SEARCHED = ("calibrationReport", "headingSettings")
REQUESTS = [message for message in MESSAGES if message.direction == "request"]
HASH = zlib.crc32(b"".join(bytes((message.kind, message.shortest)) for message in MESSAGES))

# A Swift type: its first value, how it is read from an integer, and the integer in it.
TYPES = {
    "Instant": ("Instant(microseconds: 0)", "Instant(microseconds: {})", "{}.microseconds"),
    "BinaryAngle": (".zero", "BinaryAngle(rawValue: {})", "{}.rawValue"),
    "FieldScale": (".nanotesla", "FieldScale(rawValue: {})", "{}.rawValue"),
    "RateScale": (".q20", "RateScale(rawValue: {})", "{}.rawValue"),
    "Flags": (".none", "Flags(rawValue: {})", "{}.rawValue"),
    "Capabilities": (".none", "Capabilities(rawValue: {})", "{}.rawValue"),
    "Vector3": (".zero", "{}", "{}"),
    "MagneticField": ("MagneticField(nanotesla: .zero)", "MagneticField(nanotesla: {})", "{}.nanotesla"),
    "Acceleration": ("Acceleration(microG: .zero)", "Acceleration(microG: {})", "{}.microG"),
    "CorrectedField": ("CorrectedField(q8Nanotesla: .zero)", "CorrectedField(q8Nanotesla: {})", "{}.q8Nanotesla"),
    "AngularRate": ("AngularRate(q20: .zero)", "AngularRate(q20: {})", "{}.q20"),
    "DirectionCells": ("DirectionCells()", "", "{}"),
    "DeviationCard": (".none", "", "{}"),
    "BoardName": ("BoardName(bytes: InlineArray(repeating: 0))", "", "{}.bytes"),
    "SensorIdentityBytes": ("SensorIdentityBytes()", "", "{}"),
    "FaultRegisters": ("FaultRegisters()", "", "{}"),
    "FittedSensor": ("FittedSensor()", "", "{}"),
}
INTEGERS = {"u8": "UInt8", "u16": "UInt16", "u32": "UInt32", "u64": "UInt64", "i16": "Int16", "i32": "Int32"}
# From this size on a message is kept as its image even where a number must be stored in halves.
LARGE = 32


class Property:
    """A stored property of a plain message."""

    def __init__(self, message, fields):
        field, swift = fields[0], fields[0].get("swift", {})
        self.fields, self.at, self.wire = fields, field["at"], field["type"]
        self.name = swift.get("name", field["name"])
        plain = INTEGERS.get(self.wire, "Vector3")
        if (self.wire, field["name"], field.get("unit")) == ("u64", "time", "us"):
            plain = "Instant"
        self.type = swift.get("type", plain)
        self.first = swift.get("default") or (TYPES[self.type][0] if self.type in TYPES else "0")
        self.reserved = field["name"] == "reserved"
        self.internal = swift.get("internal", False) or self.reserved
        self.parts = swift.get("parts")
        self.doc = "" if self.reserved else sentence(swift.get("doc", field["meaning"]))
        self.alignment = 1 if self.wire.endswith(" bytes") else min(8, size(self.wire.split(" ")[0]))
        if self.parts:
            self.alignment = max(min(4, size(part["type"])) for part in fields)
        self.halved = (
            self.wire in ("i32", "u64")
            and not self.parts
            and self.type in INTEGERS.values()
            and self.at % self.alignment == self.alignment // 2
        )
        self.key = field.get("constant")

    @property
    def fits(self):
        return self.at % self.alignment == 0


def sentence(meaning):
    """A meaning of the specification as a documentation comment."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", meaning).replace("*", "")
    return (
        ((text if text.startswith("µ") else text[:1].upper() + text[1:]) + ("" if text.endswith(".") else "."))
        if text
        else ""
    )


def comment(text, indent=2):
    return [" " * indent + "/// " + line for line in textwrap.wrap(text, 116 - indent, break_on_hyphens=False)]


class Plain:
    """A message whose struct is made."""

    def __init__(self, message):
        self.message, self.swift = message, message.row["swift"]
        self.type, self.properties, fields = self.swift["type"], [], list(message.fields)
        self.length = self.swift.get("image", message.shortest)
        while fields and fields[0]["type"] not in OPEN and fields[0]["at"] < self.length:
            count = len(fields[0].get("swift", {}).get("parts", "1"))
            self.properties.append(Property(message, fields[:count]))
            fields = fields[count:]
        self.is_image = all(one.fits or one.halved and self.length >= LARGE for one in self.properties)
        self.is_own = self.swift.get("codec") == "own"
        self.key = self.properties[0].key if self.properties else None
        assert not self.is_own or self.is_image, self.type

    def source(self):
        if self.key:
            return self.keyed()
        out = comment(self.swift["doc"], 0)
        out += [f"public struct {self.type}: {'PlainMessage' if self.is_image else 'Message'}, Equatable, Sendable {{"]
        for one in self.properties:
            halved = one.halved and self.is_image and not one.fits
            access = "" if one.internal else "public "
            if halved:
                name = f"{one.name}Halves"
                out += [
                    "  // Not aligned, so it is stored in halves.",
                    f"  private var {name} = {'HalvedWord' if one.wire == 'i32' else 'HalvedLong'}()",
                ]
                out += comment(one.doc)
                out += [
                    f"  {access}var {one.name}: {one.type} {{",
                    f"    get {{ {name}.value }}",
                    f"    set {{ {name}.value = newValue }}",
                    "  }",
                ]
            else:
                out += comment(one.doc)
                out += [f"  {access}var {one.name}: {one.type} = {one.first}"]
        out += [f"  {line}" for line in self.swift.get("also", [])]
        if self.is_image:
            out += ["", f"  public static var imageLength: Int {{ {self.length} }}"]
        out += [""] + (["  @inline(never)"] if self.swift.get("neverInline") else []) + ["  public init() {}"]
        given = [one for one in self.properties if not one.internal]
        if len(given) <= 2:
            names = ", ".join(f"{one.name}: {one.type} = {one.first}" for one in given)
            out += ["", f"  public init({names}) {{"]
            assert len(out[-1]) <= 120, out[-1]
            out += [f"    self.{one.name} = {one.name}" for one in given] + ["  }"]
        if not self.is_own:
            out += self.image_codec() if self.is_image else self.field_codec()
        return "\n".join(out + ["}"])

    def image_codec(self):
        return ["", "  public init?(payload: Span<UInt8>) { self.init(image: payload) }"]

    def field_codec(self):
        out = ["", "  public func append(to frame: inout FrameBuffer) {"]
        for one in self.properties:
            out += [
                f"    {one.name}.append(to: &frame)"
                if one.parts
                else f"    frame.append({TYPES.get(one.type, ('', '', '{}'))[2].format(one.name)})"
            ]
        out += ["  }", "", "  public init?(payload: Span<UInt8>) {", "    var reader = ByteReader(payload)"]
        for one in self.properties:
            read = f"reader.{INTEGERS[one.wire].lower()}()" if one.wire in INTEGERS else "reader.vector3()"
            out += [
                f"    {one.name} = {one.type}(&reader)"
                if one.parts
                else f"    {one.name} = {TYPES.get(one.type, ('', '{}', ''))[1].format(read)}"
            ]
        return out + ["    if reader.isOverrun { return nil }", "  }"]

    def keyed(self):
        key = int.from_bytes(self.key.encode(), "little")
        return "\n".join(
            comment(self.swift["doc"], 0)
            + [
                f"public struct {self.type}: Message, Equatable, Sendable {{",
                f'  /// "{self.key}" in ASCII, first letter lowest.',
                f"  public static var key: UInt32 {{ 0x{key >> 16:04x}_{key & 0xFFFF:04x} }}",
                "",
                "  public init() {}",
                "  public func append(to frame: inout FrameBuffer) { frame.append(Self.key) }",
                "  public init?(payload: Span<UInt8>) {",
                "    var reader = ByteReader(payload)",
                "    let key = reader.uint32()",
                "    if reader.isOverrun || key != Self.key { return nil }",
                "  }",
                "}",
            ]
        )

    def test(self):
        """What the message that is read from a payload says of each field, as text, and its bytes."""
        shown = []
        for one in self.properties:
            if one.reserved:
                continue
            for field, part in zip(one.fields, one.parts or [""]):
                value = f"$0.{one.name}" + (f".{part}" if part else "")
                if not part and one.type in TYPES:
                    value = TYPES[one.type][2].format(value)
                text = "hex" if part and field["type"].endswith(" bytes") else "text"
                shown += [f'        "{field["name"]}": {text}({value}),']
        if self.key:
            shown = [f'        "key": text({self.type}.key),']
        if len(shown) == 1:
            shown[0] = shown[0][:-1]
        head = f"    {self.type}(payload: bytes.span).map {{"
        return "\n".join(
            [
                f'  "{self.message.name}": {{ bytes in',
                head + (" _ in" if self.key else ""),
                "      let fields: [String: String] = [",
            ]
            + shown
            + [
                "      ]",
                "      return ReadMessage(fields, payload(" + (f"{self.type}()" if self.key else "$0") + "))",
                "    }",
                "  },",
            ]
        )


PLAIN = [Plain(message) for message in MESSAGES if "swift" in message.row]


def kinds():
    out = [
        "// The kinds of messages.\n//\n" + MADE,
        "/// Every message of the protocol. Requests go to the device, all others come from it.",
        "///",
        "/// The cases are in ascending order, like the rows of `MessageTable`, which depends on it.",
        "public enum MessageKind: UInt8, Sendable, BitwiseCopyable {",
        "  // Requests, host to device.",
    ]
    for message in MESSAGES:
        if message is next(one for one in MESSAGES if one.direction != "request"):
            out += ["", "  // From 0x80 on, device to host."]
        out += [f"  case {message.name} = 0x{message.kind:02x}"]
    return "\n".join(out + ["}\n"])


def rows(values, width, indent=4):
    """Numbers in lines, `width` of them together."""
    groups = [", ".join(values[at : at + width]) + "," for at in range(0, len(values), width)]
    return textwrap.indent(
        "\n".join(textwrap.wrap(" ".join(group.replace(" ", "\0") for group in groups), 120 - indent)), " " * indent
    ).replace("\0", " ")


def tables():
    values = [text for message in MESSAGES for text in (f"0x{message.kind:02x}", str(message.shortest))]
    rules, ranges = [], []
    for message in REQUESTS:
        for field in message.fields:
            if "range" not in field or "needs" in message.row:
                continue
            low, high = field["range"]
            form = {"u8": 0, "u16": 1, "u32": 2, "i32": 3}[field["type"]]
            if "countsWithBit0Of" in field:
                assert form == 3 and message.fields[0]["name"] == field["countsWithBit0Of"], message.name
                form = 4
            if form == 0:
                assert low < 16, message.name
                last, third = high, low
            else:
                pair = (low & 0xFFFFFFFF, high & 0xFFFFFFFF)
                ranges += [] if pair in ranges else [pair]
                last, third = ranges.index(pair), form << 4
            rules += [f"0x{message.kind:02x}", str(field["at"]), f"0x{third:02x}", str(last)]
    limits = [f"0x{value >> 16:04x}_{value & 0xFFFF:04x}" for pair in ranges for value in pair]
    return "\n".join(
        [
            "// The message table and the rules of request fields as bytes.\n//\n" + MADE,
            "enum MessageRows {",
            "  /// Kind and shortest payload of every message, in ascending order of kind.",
            "  #if objectFormat(ELF)",
            '    @section(".rodata.wire.messages")',
            "  #endif",
            f"  static let rows: [{len(values)} of UInt8] = [",
            rows(values, 2),
            "  ]",
            f"  static var rowBytes: Int {{ {len(values)} }}",
            "",
            "  /// Kind, place, form, range of each field with a range; `RequestRules` says how they are read.",
            f"  static let rules: [{len(rules)} of UInt8] = [",
            rows(rules, 4),
            "  ]",
            f"  static var ruleBytes: Int {{ {len(rules)} }}",
            "",
            "  /// The smallest and the largest value, as in the payload.",
            f"  static let ranges: [{len(limits)} of UInt32] = [",
            rows(limits, 2),
            "  ]",
            "}",
            "",
            "/// The protocol versions that this code supports.",
            "public enum ProtocolVersion {",
            "  /// The versions that a device reports.",
            f"  public static var minimum: UInt8 {{ {VERSION} }}",
            f"  public static var maximum: UInt8 {{ {VERSION} }}",
            "}\n",
        ]
    )


def note(field):
    text = f"`{field['type']}`"
    if "unit" in field:
        text += f", {field['unit']}"
    if "range" in field:
        text += ", {}…{}".format(*field["range"])
    return text


def layout():
    parts = []
    for message in MESSAGES:
        if not message.fields or message.direction != "request" and message.name not in SEARCHED:
            continue
        lines = [
            f"  /// `{message.name}`, 0x{message.kind:02x}.",
            f"  public enum {message.name[0].upper()}{message.name[1:]} {{",
        ]
        for field in message.fields:
            lines += [f"    /// {note(field)}.", f"    public static var {field['name']}: Int {{ {field['at']} }}"]
        parts.append("\n".join(lines + ["  }"]))
    return (
        "// Where fields stand in the payloads of requests, and of replies that are kept as bytes.\n//\n" + MADE + "\n"
        "/// The place of each field, in bytes from the beginning of the payload.\npublic enum Layout {\n"
        + "\n".join(parts)
        + "\n}\n"
    )


def messages():
    return (
        "// Messages of plain fields. What a message means beyond its fields stands in an extension in its own file.\n//\n"
        + MADE
        + "\nimport Heading\nimport Quantities\nimport RawMemory\n\n"
        + "\n\n".join(plain.source() for plain in PLAIN)
        + "\n"
    )


def test_messages():
    names = {plain.message.name: plain for plain in PLAIN}
    shared = {message.name: message.layout for message in MESSAGES if message.layout}
    return (
        "// The fields of plain messages by their names, for the vectors.\n//\n"
        + MADE
        + "\n@testable import LinkProtocol\n\n"
        "/// Message name: how its payload is read; `nil` for a payload that is too short.\n"
        "let plainMessages: [String: @Sendable ([UInt8]) -> ReadMessage?] = [\n"
        + "\n".join(plain.test() for plain in PLAIN)
        + "\n]\n\n"
        "/// Messages with the layout of another one.\nlet sharedLayouts: [String: String] = [\n"
        + "\n".join(f'  "{name}": "{other}",' for name, other in sorted(shared.items()))
        + "\n]\n\n"
        "/// The other messages: their fields with types, one behind the other.\n"
        "let otherMessages: [String: [(field: String, type: String)]] = [\n"
        + "\n".join(other_fields(message) for message in MESSAGES if message.name not in names and not message.layout)
        + "\n]\n"
    )


def other_fields(message):
    if not message.fields:
        return f'  "{message.name}": [],'
    lines = [f'    ("{field["name"]}", "{field["type"]}"),' for field in message.fields]
    if len(lines) == 1:
        lines[0] = lines[0][:-1]
    return "\n".join([f'  "{message.name}": ['] + lines + ["  ],"])


def page():
    out = [
        "// @ts-check",
        "// The layouts of the messages.",
        "//",
        MADE.strip(),
        "",
        '/** @typedef {import("./messages.js").Message} Message */',
        "",
        "/** The version of the protocol that this page speaks. */",
        f"export const version = {VERSION};",
        "/** @type {Message[]} */",
        "export const layouts = [",
    ]
    for message in MESSAGES:
        out += [
            f'  {{ kind: {message.kind}, name: "{message.name}", direction: "{message.direction}", '
            f"shortest: {message.shortest}, fields: [" + ("" if message.fields else "] },")
        ]
        line = "   "
        for field in message.fields:
            unit = f', unit: "{field["unit"]}"' if "unit" in field else ""
            text = f' {{ at: {field["at"]}, type: "{field["type"]}", name: "{field["name"]}"{unit} }},'
            if len(line + text) > 160:
                out, line = out + [line], "   "
            line += text
        out += [line] if message.fields else []
        out += ["  ] },"] if message.fields else []
    return "\n".join(out + ["];\n"])


def table(what):
    """The lines of a table of the specification."""
    if what == "requests":
        return ["| kind | request | length | reply |", "| --- | --- | --- | --- |"] + [
            f"| 0x{one.kind:02X} | `{one.name}` | {one.shortest} | {one.row.get('answer', f'`{one.row_reply}`')} |"
            for one in REQUESTS
        ]
    if what == "replies":
        out = ["| kind | from the device | length | |", "| --- | --- | --- | --- |"]
        for one in MESSAGES:
            if one.direction != "request":
                words = (
                    one.direction
                    + (", token 0" if one.direction == "stream" else "")
                    + (
                        f", layout of `{one.layout}`"
                        if one.layout and BY_NAME[one.layout].direction != "request"
                        else ""
                    )
                )
                out += [f"| 0x{one.kind:02X} | `{one.name}` | {one.shortest} | {words} |"]
        return out
    out = ["| byte | type | field | unit, range, meaning |", "| --- | --- | --- | --- |"]
    for field in BY_NAME[what.removeprefix("fields ")].fields:
        out += [
            f"| {field['place']} | {field['type']} | {field['name']} | {field['meaning'].replace('|', chr(92) + '|')}"
            + (" |" if field["meaning"] else "|")
        ]
    return out


def spec():
    text = (ROOT / SPEC).read_text()
    text = re.sub(
        r"<!-- made: (.+?) -->\n.*?<!-- end -->",
        lambda found: "\n".join([f"<!-- made: {found[1]} -->"] + table(found[1]) + ["<!-- end -->"]),
        text,
        flags=re.DOTALL,
    )
    named = set(re.findall(r"<!-- made: fields (\w+) -->", text))
    for message in MESSAGES:
        assert not message.fields or message.name in named or message.layout in named, (
            f"spec.md has no section with `<!-- made: fields {message.name} -->` and `<!-- end -->`"
        )
    return re.sub(r"in version \d+: 0x[0-9A-F]{8}", f"in version {VERSION}: 0x{HASH:08X}", text)


def files():
    for message in REQUESTS:
        message.row_reply = message.row["reply"]
        assert message.row_reply in BY_NAME, message.name
    return {
        SWIFT + "Kinds.swift": kinds(),
        SWIFT + "MessageRows.swift": tables(),
        SWIFT + "Layout.swift": layout(),
        SWIFT + "PlainMessages.swift": messages(),
        "Sources/Web/Page/layouts.js": page(),
        SPEC: spec(),
        "Tests/Device/LinkProtocolTests/MadeMessages.swift": test_messages(),
    }


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit(__doc__)
    stale = [path for path, text in files().items() if not (ROOT / path).exists() or (ROOT / path).read_text() != text]
    if check and stale:
        sys.exit("not what messages.json says: " + ", ".join(stale) + "\nrun python3 Protocols/tools/make_link.py")
    for path in stale:
        (ROOT / path).parent.mkdir(exist_ok=True)
        (ROOT / path).write_text(files()[path])
        print(path)


if __name__ == "__main__":
    main()
