"""The bench's findings as tables, and compared with the ones kept."""

from . import c99
from .limits import LIMITS, reached
from .peers import ELSEWHERE


def rows(header, lines):
    """A table in Markdown; every column but the first to the right."""
    marks = ["---"] + ["---:"] * (len(header) - 1)
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in [header, marks, *lines])


def three(figures):
    """min / mean / max."""
    return " / ".join(map(str, figures))


def limits_table(functions):
    lines = []
    for limit in LIMITS:
        value = reached(functions, limit)
        verdict = " **missed**" if value > limit.accept else " goal missed" if limit.goal and value > limit.goal else ""
        name = limit.case if limit.core == "cortex-m0" else f"{limit.case}, {limit.core}"
        goal = "" if limit.goal is None else limit.goal
        lines.append((name, limit.figure, f"{value}{verdict}", limit.accept, goal, limit.peer))
    return rows(("item", "figure", "reached", "accept", "goal", "best peer"), lines)


def functions_table(functions):
    lines = [
        (
            name,
            core,
            three(found["instructions"]),
            three(found["cycles"]) if "cycles" in found else "–",
            found["bytes"],
            found["stack"],
            f"`{found['answers']}`",
        )
        for core, cases in functions.items()
        for name, found in cases.items()
    ]
    return rows(
        ("function", "core", "instructions min / mean / max", "cycles min / mean / max", "bytes", "stack", "answers"),
        lines,
    )


def images_table(images):
    return rows(
        ("image", "core", "flash", "variables", "stack"),
        [(board, f["core"], f["text"], f["dataAndBss"], f["stack"]) for board, f in images.items()],
    )


def peers_table(peers):
    """First what this run measured, then what was measured elsewhere."""
    lines = [
        (
            name,
            "this run",
            found["maxErrorDegrees"],
            three(found["cycles"]) if "cycles" in found else "–",
            found.get("bytes", "–"),
            found.get("stack", "–"),
        )
        for name, found in peers.items()
    ]
    lines += [(peer.name, peer.commit, peer.degrees, peer.cycles, peer.size, peer.stack) for peer in ELSEWHERE]
    return rows(("peer", "measured", "largest error, °", "cycles min / mean / max, or mean", "bytes", "stack"), lines)


def sensors_table(sensors):
    lines = [
        (
            f"`{chip}`",
            found["adds"],
            found["asleep"],
            round(found["sample"][1]),
            found["most"],
            found["state"],
            found["stack"],
        )
        for chip, found in sensors["chips"].items()
    ]
    head = (
        "driver",
        "bytes that it adds",
        "cycles of `poll`, nothing due",
        "with a sample, mean",
        "most",
        "state",
        "stack",
    )
    return rows(head, lines) + f"\n\nThe machine that all drivers share takes {sensors['machine']} bytes, once."


def motion_table(motion):
    lines = [
        ("one rate, force and field", *motion["sample"]),
        ("one slice of a block's work", *motion["slice"]),
        ("both", *motion["both"]),
        ("the whole estimate", *motion["estimate"]),
    ]
    return rows(("the fusion on a Cortex-M0+ at 95 Hz", "cycles: least", "mean", "most"), lines) + (
        f"\n\nIts code and constants with all they need take {motion['bytes']} bytes, its state {motion['state']}, its stack "
        f"{motion['stack']}. The answers are `{motion['answers']['host']}` on the host and on every core: a hash of the estimates in "
        "a movement at 25, 95 and 286 Hz."
    )


def tables(results):
    """All of them, as they stand in docs/notebook/performance.md; docs/performance.md has those of SHORT."""
    hosts = (
        "Answers on the host: " + ", ".join(f"{name} `{answers}`" for name, answers in results["host"].items()) + "."
    )
    parts = [limits_table(results["functions"]), functions_table(results["functions"]), hosts]
    parts += [images_table(results["images"])] if "images" in results else []
    parts += [sensors_table(results["sensors"])] if "sensors" in results else []
    parts += [motion_table(results["motion"])] if "motion" in results else []
    parts += [peers_table(results["peers"])] if "peers" in results else []
    parts += [c99_table(results)] if "c99" in results else []
    return "\n\n".join(parts)


CLOCK = 16_000_000  # Hz: the micro:bit v1's, the slowest board.
# What a firmware calls, with the words of docs/performance.md.
CALLS = (
    ("atan2 precise", "the angle of a vector"),
    ("heading from counts", "a heading from six counts, without a calibration"),
    ("heading, service path", "a heading from nanotesla, with a calibration"),
    ("heading service, one sample", "a reading: heading, accuracy, disturbance"),
    ("calibration, a sample", "a sample for a calibration"),
    ("calibration, a slice", "one slice of a calibration's solve"),
    ("world model, one slice", "one slice of the world model"),
    ("guidance, one view", "an arrow to a place"),
)
# The angle beside others': our tiers, what this run measured, what was measured elsewhere.
TIERS = ("atan2 precise", "atan2 multiplierless", "atan2 tiny")
PEERS = ("newlib atan2f", "newlib atan2")


def calls_table(results):
    found = results["functions"]["cortex-m0"]
    lines = []
    for name, words in CALLS:
        _, mean, most = found[name]["cycles"]
        lines.append((words, f"{mean:,.0f}", f"{most:,}", f"{1e3 * most / CLOCK:.2f} ms", f"{found[name]['stack']}"))
    mean, most = results["motion"]["both"][1:]
    words = "a rate, a force and a field for the motion filter"
    lines.append((words, f"{mean:,.0f}", f"{most:,}", f"{1e3 * most / CLOCK:.2f} ms", results["motion"]["stack"]))
    return rows(("call", "mean cycles", "most cycles", "at 16 MHz", "bytes of stack"), lines)


def sizes_table(images):
    return rows(
        ("image", "core", "flash, KiB", "RAM with the stack, KiB"),
        [
            (board, f["core"], f"{f['text'] / 1024:.1f}", f"{(f['dataAndBss'] + f['stack']) / 1024:.1f}")
            for board, f in images.items()
        ],
    )


def angles_table(results):
    ours, peers = results["functions"]["cortex-m0"], results["peers"]
    lines = [
        (label, f"{found['maxErrorDegrees']:g}", f"{found['cycles'][1]:,.0f}", found["bytes"])
        for label, found in [(f"**{name}**", ours[name]) for name in TIERS] + [(name, peers[name]) for name in PEERS]
    ]
    lines += [(peer.name, peer.degrees, f"{peer.cycles:,}", peer.size) for peer in ELSEWHERE]
    return rows(("angle of a vector", "largest error, °", "mean cycles", "bytes"), lines)


def c99_table(results):
    lines = []
    for label, get in (
        *((words, lambda side, step=step: side["steps"][step]) for step, words, _ in c99.STEPS),
        ("stack, bytes", lambda side: side["stack"]),
        ("text of these, bytes", lambda side: side["text"]),
    ):
        lines.append([label, *(f"{get(figures):,}" for figures in results["c99"].values())])
    return rows(("step", *results["c99"]), lines)


SHORT = {"calls": calls_table, "images": lambda results: sizes_table(results["images"]), "angles": angles_table}


def regressions(kept, found):
    """What got worse or answers otherwise in functions, as sentences. Both are {core: {function: figures}}."""
    worse = []
    for core, functions in kept.items():
        for name, old in functions.items():
            new = found.get(core, {}).get(name)
            if new is None:
                worse.append(f"{name} on {core} is no longer measured")
                continue
            if new["answers"] != old["answers"]:
                worse.append(f"{name} on {core} gives other answers: {new['answers']}, was {old['answers']}")
            for figure in ("bytes", "stack", "maxErrorDegrees"):
                if figure in old and new[figure] > old[figure]:
                    worse.append(f"{name} on {core}: {figure} {new[figure]}, was {old[figure]}")
            for figure in ("instructions", "cycles"):
                if figure in old and (new[figure][1] > old[figure][1] or new[figure][2] > old[figure][2]):
                    worse.append(f"{name} on {core}: {figure} {new[figure]}, was {old[figure]}")
    return worse


def differing_answers(functions, host):
    """Functions that do not give the same answers everywhere, as sentences."""
    sentences = []
    for name, answers in host.items():
        everywhere = {"host": answers, **{core: cases[name]["answers"] for core, cases in functions.items()}}
        if len(set(everywhere.values())) > 1:
            sentences.append(f"{name} does not give the same answers everywhere: {everywhere}")
    for core, cases in functions.items():
        sentences += [f"{name} on {core} was not computed on the host" for name in cases if name not in host]
    return sentences


def grown_images(kept, found):
    """Images that take more than the kept figures, as sentences."""
    return [
        f"the image of {board}: {figure} {found[board][figure]} bytes, was {old[figure]}"
        if board in found
        else f"the image of {board} is no longer measured"
        for board, old in kept.items()
        for figure in ("text", "dataAndBss", "stack")
        if board not in found or found[board][figure] > old[figure]
    ]


def dearer_sensors(kept, found):
    """Drivers that cost more than the kept figures, as sentences."""
    worse = []
    if found["machine"] > kept["machine"]:
        worse.append(f"the drivers' machine: {found['machine']} bytes, was {kept['machine']}")
    for chip, old in kept["chips"].items():
        new = found["chips"].get(chip)
        if new is None:
            worse.append(f"{chip} is no longer measured")
            continue
        worse += [
            f"{chip}: {figure} {new[figure]}, was {old[figure]}"
            for figure in ("adds", "asleep", "most", "state", "stack")
            if new[figure] > old[figure]
        ]
    return worse


def dearer_motion(kept, found):
    """What of the fusion costs more than the kept figures, or answers otherwise, as sentences."""
    worse = [
        f"motion: {figure} {found[figure]} bytes, was {kept[figure]}"
        for figure in ("bytes", "state", "stack")
        if found[figure] > kept[figure]
    ]
    worse += [
        f"motion: cycles of {part} {found[part]}, was {kept[part]}"
        for part in ("sample", "slice", "both", "estimate")
        if found[part][1] > kept[part][1] or found[part][2] > kept[part][2]
    ]
    if found["answers"] != kept["answers"]:
        worse.append(f"motion gives other answers: {found['answers']}, was {kept['answers']}")
    return worse


def dearer_c99(kept, found):
    """What of binnacle.c costs more than the kept figures, as sentences."""
    worse = []
    for name, old in kept.items():
        new = found[name]
        worse += [
            f"binnacle.c on {name}: {kind} {new[kind]}, was {old[kind]}"
            for kind in ("stack", "text")
            if new[kind] > old[kind]
        ]
        worse += [
            f"binnacle.c on {name}: {step} costs {new['steps'][step]}, was {cost}"
            for step, cost in old["steps"].items()
            if new["steps"][step] > cost
        ]
    return worse
