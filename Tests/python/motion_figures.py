"""The figures of `make motion`: tables, plots, and what is worse than the figures that are kept in docs/motion.json.

Nothing here computes a figure; Tests/python/motion_peers.py does. A test holds the tables of docs/motion.md, and the plots
under docs/images, to docs/motion.json.
"""

import html
import json
import pathlib

import document_figures

ROOT = pathlib.Path(__file__).resolve().parents[2]
KEPT = ROOT / "docs" / "motion.json"
DOCUMENT = ROOT / "docs" / "notebook" / "motion.md"
SUMMARY = ROOT / "docs" / "motion.md"
IMAGES = ROOT / "docs" / "images"
RATES = ("286", "95", "48")
OURS = "Binnacle"


def begin(name):
    """The line in a document after which a table is written; END ends it."""
    return f"<!-- make motion KEEP=1: {name} -->\n"


END = "<!-- end -->"


# MARK: tables


def rows(head, lines):
    return "\n".join("| " + " | ".join(line) + " |" for line in (head, ["---"] * len(head), *lines)) + "\n"


def three(errors):
    if errors is None:
        return "—"
    return " / ".join(f"{errors[part]:.2f}" for part in ("total", "heading", "inclination")) + "°"


def percent(share, decimals=1):
    return f"{100 * share:.{decimals}f} %"


def figures_table(figures):
    """Every filter at every rate, then what is known of ours alone."""
    lines = []
    for name, each in figures["filters"].items():
        label = f"**{name}, integers**" if name == OURS else f"{name} ({figures['versions'][name]})"
        lines.append([label, *(three(each.get(rate)) for rate in RATES)])
    ours, vqf = figures["filters"][OURS], figures["filters"]["VQF"]

    def line(label, value):
        lines.append([label, *(value(rate) for rate in RATES)])

    line("total below VQF's by", lambda rate: f"{100 * (1 - ours[rate]['total'] / vqf[rate]['total']):.0f} %")
    line("the trial that is worst against VQF", lambda rate: f"{figures['worst'][rate]['by']:+.2f}°")
    line(
        "inclination without the field, six axes: Binnacle / VQF",
        lambda rate: " / ".join(f"{figures['withoutField'][name][rate]:.2f}" for name in (OURS, "VQF")) + "°",
    )
    stated = figures["stated"]
    line("rows within the stated 95 %, without trial 27", lambda rate: percent(stated[rate]["coverage"]))
    line("the least in one trial, without trial 06 too", lambda rate: percent(stated[rate]["leastCoverage"]))
    line("mean stated over 95 % of the errors; 1.4 is wanted", lambda rate: f"{stated[rate]['ratio']:.2f}")
    line("bias at the end of a rest, largest error", lambda rate: f"{figures['rests'][rate]['largest']:.3f} °/s")
    line("largest angle between integers and Double", lambda rate: f"{figures['difference'][rate]:.1f}°")
    return rows(["total / heading / inclination", *(f"{rate} Hz" for rate in RATES)], lines)


def faults_table(figures):
    lines = []
    for fault in figures["faults"]:
        start = fault["fault"] == "startInMotion"
        what = "total" if start else "heading"
        name = fault["name"] + (f", total after 20 s, {fault['hertz']} Hz" if start else "")
        lines.append(
            [
                name,
                f"{fault[what]:.2f}°",
                f"{fault['VQF'][what]:.2f}°",
                percent(fault["coverage"]),
                percent(fault["leastCoverage"], 0),
                f"{fault['ratio']:.1f}",
            ]
        )
    return rows(["fault", "Binnacle", "VQF, same rows", "within", "least", "stated / 95 %"], lines)


def by_device(figures):
    """(label, {filter: errors}, the rest of its line) of each device: BROAD's sensor at 95 Hz, and those that were measured only."""
    peers = (OURS, "VQF", "BasicVQF")
    broad = {name: figures["filters"][name]["95"] for name in peers}
    stated = figures["stated"]["95"]
    yield (
        f"BROAD ({figures['trials']})",
        broad,
        [f"{broad[OURS]['total'] / broad[peer]['total']:.2f}" for peer in peers[1:]]
        + [percent(stated["coverage"]), percent(stated["leastCoverage"], 0), f"{stated['ratio']:.2f}"],
    )
    for name, device in figures["devices"].items():
        ratio = device["ratio"]
        yield (
            f"{name} ({device['trials']})",
            {peer: device[peer] for peer in peers},
            [" / ".join(f"{ratio['VQF'][part]:.2f}" for part in ("total", "heading", "inclination"))]
            + [f"{ratio['BasicVQF']['total']:.2f}"]
            + [percent(device["coverage"]), percent(device["leastCoverage"], 0), f"{device['stated']:.2f}"],
        )


def devices_table(figures):
    head = ["device (trials)", "Binnacle", "VQF", "of VQF's", "of BasicVQF's", "within", "least", "stated / 95 %"]
    lines = []
    for label, errors, rest in by_device(figures):
        lines.append([label, three(errors[OURS]), three(errors["VQF"]), *rest])
    return rows(head, lines)


def totals_table(figures):
    """The total error of each filter."""
    lines = []
    for name, each in figures["filters"].items():
        label = f"**{name}**" if name == OURS else name
        lines.append([label, *(f"{each[rate]['total']:.2f}°" if rate in each else "—" for rate in RATES)])
    return rows(["filter", *(f"{rate} Hz" for rate in RATES)], lines)


def short_faults_table(figures):
    lines = [
        [fault["name"], f"{fault['heading']:.1f}°", f"{fault['VQF']['heading']:.1f}°", percent(fault["coverage"], 0)]
        for fault in figures["faults"]
        if fault["fault"] != "startInMotion"
    ]
    return rows(["fault", OURS, "VQF", "rows within the stated bound"], lines)


# Those of docs/motion.md; the others stand in the notebook.
SHORT = {"totals": totals_table, "short faults": short_faults_table}
TABLES = {"figures": figures_table, "faults": faults_table, "devices": devices_table}


# MARK: plots

COLOURS = {
    OURS: "#0b6e4f",
    "VQF": "#c77700",
    "BasicVQF": "#7b6fb0",
    "Madgwick": "#8a8a8a",
    "Mahony": "#b0a18f",
    "x-io Fusion": "#5b8db8",
}
STYLE = 'font-family="system-ui, sans-serif" font-size="13" fill="#222"'


def text(x, y, words, anchor="start", extra=""):
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{extra}>{html.escape(words)}</text>'


def bar(x, y, width, height, colour, words):
    """A bar with what it is as its title, for those who read it otherwise than by sight."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:.1f}" height="{height:g}" fill="{colour}">'
        f"<title>{html.escape(words)}</title></rect>"
    )


def drawing(width, height, title, parts):
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" '
            f'aria-label="{html.escape(title)}" {STYLE}>',
            f'<rect width="{width}" height="{height}" fill="#fff"/>',
            *parts,
            "</svg>",
            "",
        ]
    )


def axis(left, top, bottom, scale, step, most):
    """Vertical lines with their degrees below."""
    parts = []
    for n in range(int(most / step) + 1):
        x = left + n * step * scale
        parts.append(f'<line x1="{x:g}" y1="{top:g}" x2="{x:g}" y2="{bottom:g}" stroke="#ddd"/>')
        parts.append(text(x, bottom + 18, f"{n * step:g}°", "middle"))
    return parts


def bars(title, groups, most, step):
    """Groups of bars. groups: [(label, [(filter, value)])]."""
    left, top, thick, gap, width = 230, 66, 15, 12, 760
    scale = (width - left - 60) / most
    height = top + sum(len(each) * thick + gap for _, each in groups) + 34
    names = list(dict.fromkeys(name for _, each in groups for name, _ in each))
    parts = [text(16, 26, title, extra=' font-weight="600" font-size="15"')]
    x = 16
    for name in names:
        parts += [f'<rect x="{x}" y="40" width="12" height="12" fill="{COLOURS[name]}"/>', text(x + 17, 51, name)]
        x += 40 + 8 * len(name)
    parts += axis(left, top - 4, height - 34, scale, step, most)
    y = top
    for label, each in groups:
        parts.append(text(left - 10, y + len(each) * thick / 2 + 4, label, "end"))
        for name, value in each:
            parts.append(bar(left, y, value * scale, thick - 2, COLOURS[name], f"{name}, {label}: {value:.2f}°"))
            parts.append(text(left + value * scale + 5, y + 11, f"{value:.2f}", extra=' font-size="11"'))
            y += thick
        y += gap
    return drawing(width, height, title, parts)


def total_plot(figures):
    groups = [
        (f"{rate} Hz", [(name, each[rate]["total"]) for name, each in figures["filters"].items() if rate in each])
        for rate in RATES
    ]
    most = max(value for _, each in groups for _, value in each)
    return bars("Total error, root mean square, mean of the trials", groups, most, 2)


def faults_plot(figures):
    groups = []
    for fault in figures["faults"]:
        what = "total" if fault["fault"] == "startInMotion" else "heading"
        if fault["hertz"] == 95:
            groups.append((fault["name"], [(OURS, fault[what]), ("VQF", fault["VQF"][what])]))
    most = max(value for _, each in groups for _, value in each)
    return bars("Heading under faults at 95 Hz, root mean square, mean of the trials", groups, most, 5)


def devices_plot(figures):
    groups = [
        (label, [(name, each["total"]) for name, each in errors.items()]) for label, errors, _ in by_device(figures)
    ]
    most = max(value for _, each in groups for _, value in each)
    return bars("Total error on each device, root mean square, mean of the trials", groups, most, 2)


PLOTS = {"motion-total.svg": total_plot, "motion-faults.svg": faults_plot, "motion-devices.svg": devices_plot}


# MARK: what is kept


def keep(figures):
    """Writes the figures to docs/motion.json, its tables to both documents, and the plots."""
    KEPT.write_text(json.dumps(figures, indent=1) + "\n")
    write_tables(DOCUMENT, TABLES, figures)
    write_tables(SUMMARY, SHORT, figures)
    document_figures.write()
    IMAGES.mkdir(exist_ok=True)
    for name, plot in PLOTS.items():
        (IMAGES / name).write_text(plot(figures))


def write_tables(path, tables, figures):
    document = path.read_text()
    for name, table in tables.items():
        before, rest = document.split(begin(name))
        document = before + begin(name) + "\n" + table(figures) + "\n" + END + rest.split(END, 1)[1]
    path.write_text(document)


def worse(kept, found):
    """Figures of ours that are worse than the kept ones, as sentences. The filter has only integers, so that the same trials
    give the same figures on every machine; the figures in Double are not compared."""
    sentences = []

    def compare(what, old, new, higher_is_better=False):
        if (new < old) if higher_is_better else (new > old):
            sentences.append(f"{what}: {new:g}, was {old:g}")

    for rate in RATES:
        for part in ("total", "heading", "inclination"):
            compare(f"{part} at {rate} Hz", kept["filters"][OURS][rate][part], found["filters"][OURS][rate][part])
        compare(
            f"inclination without the field at {rate} Hz",
            kept["withoutField"][OURS][rate],
            found["withoutField"][OURS][rate],
        )
        compare(f"ratio at {rate} Hz", kept["stated"][rate]["ratio"], found["stated"][rate]["ratio"])
        compare(
            f"least share in one trial at {rate} Hz",
            kept["stated"][rate]["leastCoverage"],
            found["stated"][rate]["leastCoverage"],
            higher_is_better=True,
        )
        compare(f"bias after a rest at {rate} Hz", kept["rests"][rate]["largest"], found["rests"][rate]["largest"])
    old = {(fault["fault"], fault["hertz"]): fault for fault in kept["faults"]}
    for fault in found["faults"]:
        before = old.get((fault["fault"], fault["hertz"]))
        if before:
            where = f"{fault['name']} at {fault['hertz']} Hz"
            compare(f"{where}, heading", before["heading"], fault["heading"])
            compare(f"{where}, share within", before["coverage"], fault["coverage"], higher_is_better=True)
    return sentences
