"""Makes from Protocols/reasons.json what follows from it, and compares it with what is on disk.

    python3 Protocols/tools/make_reasons.py            writes the files
    python3 Protocols/tools/make_reasons.py --check    exit 1 when one on disk differs

Sources/Host/HostSession/Made/Reasons.swift: the program's table. Sources/Web/Page/words.json: the page's words. In the
specifications of link and calibration and in docs/heading.md: the tables between `<!-- reasons: … -->` and
`<!-- end -->`.
"""

import json
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
SWIFT = "Sources/Host/HostSession/Made/Reasons.swift"
PAGE = "Sources/Web/Page/words.json"
DOCUMENTS = ("Protocols/link/spec.md", "Protocols/calibration/spec.md", "docs/heading.md")
MADE = "Made by Protocols/tools/make_reasons.py from Protocols/reasons.json; a test compares the two."
ALL = json.loads((ROOT / "Protocols/reasons.json").read_text())
CONDITIONS = ("measured", "limit", "leastMeasured", "leastLimit", "within")
WIDTH = 120


def literal(text, room):
    """The lines of a Swift string; one that is too long is put together from pieces."""
    assert not set('"\\\n') & set(text), text
    pieces = textwrap.wrap(text, room, drop_whitespace=False, break_on_hyphens=False) or [""]
    return [f'"{pieces[0]}"'] + [f'  + "{piece}"' for piece in pieces[1:]]


def call(name, *arguments):
    """A row of an array: on one line if it fits, else the arguments below."""
    line = f"    {name}(" + ", ".join(arguments) + "),"
    if len(line) <= WIDTH:
        return [line]
    out = ["     "]
    for argument in arguments:
        pieces = literal(argument[1:-1], WIDTH - 12) if argument[0] == '"' else [argument]
        if len(pieces) > 1 or len(out[-1]) + len(argument) + 3 > WIDTH:
            out.append("     ")
        out[-1] += " " + pieces[0]
        out += ["      " + piece for piece in pieces[1:]]
        out[-1] += ","
    return [f"    {name}("] + [line for line in out if line.strip()][:-1] + [out[-1][:-1] + "),"]


def quoted(text):
    return f'"{text}"'


def reasons(family):
    out = []
    for row in ALL[family]:
        remedy = [quoted(row["remedy"])] if row["remedy"] else []
        out += call("Reason", str(row["code"]), quoted(row["name"]), quoted(row["sentence"]), *remedy)
    return out


def texts(key):
    out = []
    for row in ALL["calibration"]:
        for one in row.get(key, []):
            assert set(one) <= {"text", *CONDITIONS}, one
            conditions = [f"{name}: {json.dumps(one[name])}" for name in CONDITIONS if name in one]
            out += call("ReasonText", str(row["code"]), quoted(one["text"]), *conditions)
    return out


def entries(pairs):
    out = []
    for key, text in pairs:
        pieces = literal(text, WIDTH - 16)
        out += [f"    {key}: {pieces[0]}"] + ["    " + piece for piece in pieces[1:]]
        out[-1] += ","
    return out


def swift():
    def of(key):
        return entries((row["code"], row[key]) for row in ALL["calibration"] if key in row)

    parts = [
        ("Why a reading has no heading: `UnavailableReason`.", "unavailable: [Reason]", reasons("unavailable")),
        ("The reasons to doubt a heading: `HeadingDoubts`, by bit.", "doubts: [Reason]", reasons("doubts")),
        (
            "Why `guide` shows no arrow or `sources` no heading, where the tables above have no reason.",
            "guidance: [Reason]",
            reasons("guidance"),
        ),
        ("Why a meter has no zero point: `BaselineLoss`.", "zeroPoint: [Reason]", reasons("zeroPoint")),
        ("Why a device refused a request: `RefusalReason`.", "refusals: [Reason]", reasons("refusals")),
        (
            "The reasons for the state of a calibration, or for a new calibration: codes of\n"
            "Protocols/calibration/spec.md, sections 6 and 7.",
            "calibration: [Reason]",
            reasons("calibration"),
        ),
        ("The same reasons with the measured value and its limit.", "texts: [ReasonText]", texts("texts")),
        (
            "Texts for a calibration of the accelerometer, where they differ.",
            "accelerometerTexts: [ReasonText]",
            texts("accelerometer"),
        ),
        ("Texts for a fit of a recording, by code.", "recordingTexts: [Int: String]", of("recording")),
        (
            "Texts where only a larger model than the shown one did not pass, by code.",
            "largerModelTexts: [Int: String]",
            of("largerModel"),
        ),
        (
            "What to do next in a calibration of the magnetometer, by code or by the side to turn to the ground.",
            "advice: [String: String]",
            entries((quoted(key), text) for key, text in ALL["advice"].items()),
        ),
    ]
    faults = ", ".join(str(row["code"]) for row in ALL["calibration"] if row.get("isFault"))
    parts.append(
        (
            "The codes of reasons which say that the instrument is not built as it should be.",
            "faults: Set<Int>",
            [f"    {faults},"],
        )
    )
    out = ["// The reasons and their texts.", "//", f"// {MADE}", "", "extension ReasonTable {"]
    for doc, name, rows in parts:
        out += [f"  /// {line}" for line in doc.split("\n")] + [f"  package static let {name} = ["] + rows + ["  ]", ""]
    return "\n".join(out[:-1] + ["}"]) + "\n"


def page():
    kept = ("code", "name", "sentence", "remedy", "texts")
    out = [
        "{",
        f'  "what": {json.dumps(MADE + " In texts, {measured:form} and {limit:form} are numbers: see words.js.")},',
    ]
    for family, rows in ALL.items():
        if family in ("what", "unfused", "advice", "libraryAdvice"):
            continue
        lines = [json.dumps({key: row[key] for key in kept if key in row}, ensure_ascii=False) for row in rows]
        out += [f'  "{family}": ['] + [f"    {line}," for line in lines]
        out = out[:-1] + [out[-1][:-1], "  ],"]
    return "\n".join(out + [f'  "advice": {json.dumps(ALL["advice"], ensure_ascii=False)}', "}"]) + "\n"


def table(what):
    """The lines of a table of a document."""
    family, _, codes = what.partition(" ")
    rows = ALL[family]
    if codes:
        first, last = map(int, codes.split("…"))
        rows = [row for row in rows if first <= row["code"] <= last]
    heads = {
        "unavailable": ("reason", "name", "there is no heading because"),
        "doubts": ("doubt bit", "name", ""),
        "refusals": ("reason", "name", "detail", "limit"),
        "zeroPoint": ("loss", "name", ""),
        "unfused": ("reason", "name", "the heading is not fused because"),
        "calibration 1…63": ("code", "name", "says", "unit"),
        "calibration 64…127": ("reason", "name", "why", "measured, limit"),
        "causes": ("`cause`", "what it most often is", "what to do"),
        "disturbance": ("`disturbance`", "what was seen", "what to do"),
    }[what]

    def cells(row):
        if family in ("causes", "disturbance"):
            return (f"`{row['name']}`", row["sentence"], row["remedy"])
        says = row.get("condition", row["sentence"])
        more = {"refusals": (row.get("detail"), row.get("limit")), "calibration": (says, row.get("unit"))}
        return (str(row["code"]), row["name"], *(text or "" for text in more.get(family, (says,))))

    def line(parts):
        return "|" + "|".join(f" {part} " if part else " " for part in parts) + "|"

    return [line(heads), line(["---"] * len(heads))] + [line(cells(row)) for row in rows]


def document(path):
    text = (ROOT / path).read_text()
    made = re.sub(
        r"<!-- reasons: (.+?) -->\n.*?<!-- end -->",
        lambda found: "\n".join([f"<!-- reasons: {found[1]} -->"] + table(found[1]) + ["<!-- end -->"]),
        text,
        flags=re.DOTALL,
    )
    assert "<!-- reasons: " in made, f"{path} has no place for a table of reasons"
    return made


def files():
    return {SWIFT: swift(), PAGE: page(), **{path: document(path) for path in DOCUMENTS}}


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit(__doc__)
    made = files()
    stale = [path for path, text in made.items() if not (ROOT / path).exists() or (ROOT / path).read_text() != text]
    if check and stale:
        sys.exit("not what reasons.json says: " + ", ".join(stale) + "\nrun python3 Protocols/tools/make_reasons.py")
    for path in stale:
        (ROOT / path).parent.mkdir(exist_ok=True)
        (ROOT / path).write_text(made[path])
        print(path)


if __name__ == "__main__":
    main()
