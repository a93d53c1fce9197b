"""Draws pictures of README.md and docs/. Package.swift and measured figures decide two of them; a test holds them to both.

python3 Tests/python/document_pictures.py    writes all of PICTURES anew to docs/images
"""

import json
import math
import random
import re

from motion_figures import IMAGES, ROOT, drawing, text

DEVICE, HOST, LINE = "#e3f1ea", "#eef0f4", "#7a8590"
BOLD = ' font-weight="600" font-size="15"'
SMALL = ' font-size="12"'


def box(x, y, width, height, colour):
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6" fill="{colour}" '
        f'stroke="{LINE}" stroke-width="1"/>'
    )


def arrow(x1, y1, x2, y2):
    return (
        f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{LINE}" stroke-width="1.5" '
        'marker-end="url(#head)"/>'
    )


HEAD = (
    '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
    f'<path d="M0 0 8 4 0 8z" fill="{LINE}"/></marker></defs>'
)


# MARK: architecture

# What each folder of Sources is for. The modules and the arrows come from the two Package.swift.
FOLDERS = {
    "Foundations": "numbers, units, angles",
    "Compass": "the mathematics of the compass",
    "Library": "the same for C, Python, JavaScript",
    "Device": "sensors, storage, link, instrument",
    "Chips": "registers of each chip family",
    "Boards": "one firmware image each",
    "Host": "serial ports, recordings, emulators",
    "Proof": "the same equations in Double, checks",
    "Web": "the page in a browser",
    "Tool": "the program binnacle",
}
# What runs on a microcontroller, too.
IN_DEVICE = ("Foundations", "Compass", "Library", "Device", "Chips", "Boards")


def targets(manifest):
    """{target: (folder, names in quotes after it)} of the root package, without its tests."""
    found = {}
    body = manifest.split("// MARK: - Device half")[1].split("// MARK: - Tests")[0]
    for part in re.split(r"\n  \.(?=(?:module|systemLibrary|executableTarget)\()", body)[1:]:
        quoted = re.findall(r'"([^"]+)"', part)
        folder = re.search(r'(?:in: "|path: "Sources/)(\w+)', part)[1]
        found[quoted[0]] = (folder, quoted[1:])
    return found


def architecture(manifest, boards):
    """({folder: its modules}, {folder: the folders that it imports})."""
    all_targets = targets(manifest)
    modules, imports = {}, {}
    for name, (folder, quoted) in all_targets.items():
        # A C module with a Swift module around it is no news.
        if not re.match(r"C[A-Z][a-z]|CESP|CRP", name) or folder == "Library":
            modules.setdefault(folder, []).append(name)
        others = {all_targets[other][0] for other in quoted if other in all_targets}
        imports.setdefault(folder, set()).update(others - {folder})
    modules["Tool"] = ["binnacle"]
    modules["Boards"] = re.findall(r'\n *image\(\s*"([a-z0-9-]+)"', boards)
    products = re.findall(r'"(\w+)"', boards)
    imports["Boards"] = {all_targets[name][0] for name in products if name in all_targets}
    return modules, imports


def reduced(imports):
    """The arrows that others do not imply."""

    def reach(folder):
        return set().union(*({other} | reach(other) for other in imports.get(folder, ())))

    return {
        folder: {other for other in others if not any(other in reach(third) for third in others - {other})}
        for folder, others in imports.items()
    }


def levels(imports):
    """Folders by how many others must be built before them, at least."""

    def depth(folder):
        return max((1 + depth(other) for other in imports.get(folder, ())), default=0)

    found = {}
    for folder in FOLDERS:
        found.setdefault(depth(folder), []).append(folder)
    return [found[level] for level in sorted(found)]


def wrapped(words, width):
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + len(word) + 2 > width:
            lines[-1] += ","
            lines.append("")
        lines[-1] += (", " if lines[-1] else "") + word
    return lines


def architecture_picture():
    modules, imports = architecture(
        (ROOT / "Package.swift").read_text(), (ROOT / "Boards" / "Package.swift").read_text()
    )
    assert set(modules) == set(FOLDERS), "FOLDERS has to name each folder of Sources"
    rows = levels(imports)
    width, margin, gap, between = 860, 16, 20, 34
    places, y = {}, 48
    parts = [
        HEAD,
        text(margin, 26, "The folders of Sources, their modules, and which folder imports which", extra=BOLD),
    ]
    for row in reversed(rows):
        each = (width - 2 * margin - gap * (len(row) - 1)) / len(row)
        texts = {folder: wrapped(modules[folder], int(each / 7.2)) for folder in row}
        height = 34 + 16 * max(len(lines) for lines in texts.values())
        for number, folder in enumerate(row):
            x = margin + number * (each + gap)
            places[folder] = (x, y, each, height)
            parts.append(box(x, y, each, height, DEVICE if folder in IN_DEVICE else HOST))
            parts.append(
                f'<text x="{x + 12:g}" y="{y + 20:g}"><tspan font-weight="600">{folder}</tspan>: {FOLDERS[folder]}</text>'
            )
            for line, words in enumerate(texts[folder]):
                parts.append(text(x + 12, y + 39 + 16 * line, words, extra=SMALL + ' fill="#444"'))
        y += height + between
    for folder, others in reduced(imports).items():
        for other in sorted(others):
            (x1, y1, w1, h1), (x2, y2, w2, _) = places[folder], places[other]
            # Straight down where one stands over the other, else aslant.
            low, high = max(x1, x2) + 20, min(x1 + w1, x2 + w2) - 20
            start, end = ((low + high) / 2,) * 2 if low <= high else (x1 + w1 / 2, x2 + w2 / 4)
            parts.append(arrow(start, y1 + h1, end, y2 - 2))
    key = y - between + 26
    for x, colour, words in (
        (margin, DEVICE, "runs on microcontrollers, too: integers alone"),
        (380, HOST, "runs on a PC"),
    ):
        parts += [box(x, key - 11, 14, 14, colour), text(x + 20, key, words, extra=SMALL)]
    parts.append(text(width - margin, key, "An arrow points to what is imported.", "end", SMALL))
    return drawing(width, key + 16, "Architecture: folders, modules and imports", parts)


# MARK: cost


def cost_picture():
    """Cycles of an angle and of what is made of it, beside the angle of float libraries."""
    kept = json.loads((ROOT / "docs" / "performance.json").read_text())
    ours, peers = kept["functions"]["cortex-m0"], kept["peers"]
    bars = [
        ("Binnacle: the angle of a vector", ours["atan2 precise"]["cycles"][1], True),
        ("Binnacle: a heading from six counts, tilted", ours["heading from counts"]["cycles"][1], True),
        ("Binnacle: a heading with a calibration", ours["heading, service path"]["cycles"][1], True),
        ("Binnacle: a reading with its accuracy", ours["heading service, one sample"]["cycles"][1], True),
        ("newlib atan2f: the angle alone, float", peers["newlib atan2f"]["cycles"][1], False),
        ("newlib atan2: the angle alone, double", peers["newlib atan2"]["cycles"][1], False),
    ]
    width, left, top, step = 760, 310, 48, 30
    scale = (width - left - 80) / max(cycles for _, cycles, _ in bars)
    parts = [text(16, 26, "Mean cycles of one call on a Cortex-M0+, which has no floating-point unit", extra=BOLD)]
    for number, (label, cycles, is_ours) in enumerate(bars):
        y = top + number * step
        parts.append(text(left - 10, y + 15, label, "end"))
        colour = "#0b6e4f" if is_ours else "#c77700"
        parts.append(f'<rect x="{left}" y="{y}" width="{cycles * scale:.1f}" height="20" fill="{colour}"/>')
        parts.append(text(left + cycles * scale + 6, y + 15, f"{cycles:,.0f}"))
    return drawing(width, top + len(bars) * step + 10, "Cycles of one call on a Cortex-M0+", parts)


# MARK: calibration


def calibration_picture():
    """A field in a plane before and after its correction: an ellipse off the middle, and a circle."""
    draw = random.Random(2)
    hard, matrix = (34.0, -22.0), ((1.22, 0.2), (0.2, 0.86))
    radius, scale, top = 48.0, 1.25, 140
    columns = (("measured: m", 190), ("corrected: S·(m − h)", 590))
    parts = [HEAD, text(16, 26, "What a calibration removes", extra=BOLD)]
    samples = []
    for number in range(48):
        angle = 2 * math.pi * number / 48
        noisy = radius + draw.gauss(0, 1.2)
        samples.append((noisy * math.cos(angle), noisy * math.sin(angle)))
    for number, (title, centre) in enumerate(columns):
        parts.append(f'<path d="M{centre - 150} {top}h300M{centre} {top - 82}v180" stroke="#bbb" fill="none"/>')
        parts.append(text(centre, top + 128, title, "middle"))
        for x, y in samples:
            if number == 0:
                x, y = (sum(row[k] * (x, y)[k] for k in (0, 1)) + h for row, h in zip(matrix, hard))
            parts.append(f'<circle cx="{centre + scale * x:.1f}" cy="{top - scale * y:.1f}" r="2.6" fill="#0b6e4f"/>')
    end = columns[0][1] + scale * hard[0], top - scale * hard[1]
    parts.append(
        f'<line x1="{columns[0][1]}" y1="{top}" x2="{end[0]:g}" y2="{end[1]:g}" stroke="#c77700" stroke-width="2"/>'
    )
    parts.append(text(end[0] + 6, end[1] + 5, "h", extra=BOLD + ' fill="#8a5200"'))
    parts.append(arrow(365, top, 420, top))
    parts.append(text(392, top - 12, "correct", "middle", SMALL))
    for x, y, words in (
        (190, 294, "Hard iron h moves the middle away from zero."),
        (190, 312, "Soft iron S makes an ellipse of the circle."),
        (590, 294, "Every direction has the same length,"),
        (590, 312, "so the angle of a sample is the heading."),
    ):
        parts.append(text(x, y, words, "middle", SMALL + ' fill="#444"'))
    return drawing(780, 326, "Samples of a field before and after calibration", parts)


# MARK: motion


def motion_picture():
    """What the motion filter does with each sample, and with each block of 105 ms."""
    parts = [HEAD, text(16, 26, "From three sensors to an attitude", extra=BOLD)]

    def labelled(x, y, width, lines, colour=DEVICE):
        parts.append(box(x, y, width, 20 + 17 * len(lines), colour))
        for number, line in enumerate(lines):
            extra = ' font-weight="600"' if number == 0 else SMALL + ' fill="#444"'
            parts.append(text(x + 10, y + 21 + 17 * number, line, extra=extra))

    labelled(16, 56, 168, ["gyroscope", "rate of turn"], HOST)
    labelled(16, 126, 168, ["accelerometer", "force: which way is up"], HOST)
    labelled(16, 196, 168, ["magnetometer", "field: where north is"], HOST)
    labelled(
        232,
        86,
        216,
        ["at each sample", "add the turn to the attitude", "correct each time stamp", "turn force and field with it"],
    )
    labelled(232, 192, 216, ["every 105 ms: one block", "means of the samples", "in a frame that stands still"])
    labelled(
        496,
        56,
        276,
        [
            "corrections",
            "tilt, from the filtered force",
            "bias and scale of the gyroscope",
            "hard iron and delay of the field",
            "heading, unless the field is disturbed",
        ],
    )
    labelled(
        496,
        192,
        276,
        ["attitude and heading", "with a bound for 95 % of the errors", "and the reason if there is no heading"],
    )
    for y in (83, 153, 223):
        parts.append(arrow(184, y, 230, 130 if y < 200 else 150))
    parts.append(arrow(340, 174, 340, 190))
    parts.append(arrow(448, 226, 494, 140))
    parts.append(arrow(634, 161, 634, 190))
    parts.append(
        f'<path d="M634 56V40H340V84" stroke="{LINE}" stroke-width="1.5" fill="none" marker-end="url(#head)"/>'
    )
    parts.append(text(486, 34, "applied to the next samples", "middle", SMALL))
    return drawing(790, 284, "The motion filter: samples, blocks, corrections", parts)


PICTURES = {
    "architecture.svg": architecture_picture,
    "cost.svg": cost_picture,
    "ellipsoid.svg": calibration_picture,
    "motion.svg": motion_picture,
}


def write(*names):
    for name in names or PICTURES:
        (IMAGES / name).write_text(PICTURES[name]())


if __name__ == "__main__":
    write()
