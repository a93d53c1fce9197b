"""binnacle.c beside the archive: what each step of a device costs, the stack, and the text, compiled by GCC with -Os."""

import sys

from .core import Core
from .link import SCRIPT
from .tools import ROOT, run

sys.path[:0] = [str(ROOT / "Sources/Library/Packaging")]
import library  # noqa: E402

SOURCES = ROOT / "Sources/Library/C99"
PROGRAMS = ROOT / "Tests/python/library"
# The flags of a core without a system.
BARE = ("-Os", "-std=gnu99", "-ffreestanding", "-ffunction-sections", "-fdata-sections", "-nostdlib", f"-I{SOURCES}")
# The target's name beside the core that runs it.
CORES = {"cortex-m0": "cortex-m0", "rv32imc": "rv32imac"}
SAMPLES = 700
# The step of steps.c, its words, and whether it costs nearly the same at each sample, so that the first 40 tell it.
STEPS = (
    ("angle", "angle", True),
    ("counts", "heading from counts", True),
    ("solve", "solve", True),
    ("add", "a sample of field and force", False),
    ("heading", "heading", False),
    ("read", "read", False),
    ("rate", "rate", False),
    ("motion", "motion", False),
    ("calibration", "calibration", False),
    ("record", "get a record", True),
)
# The most that binnacle.c may take of what the archive takes.
MOST = {"cycles": 1.15, "stack": 1.1, "text": 1.05}
MOST_RECORD_CYCLES = 10_000


def linked(name, program, entry, source, folder):
    """An image for a core: a program of PROGRAMS with the library, and nothing that is not reached; and the bytes of its text."""
    folder.mkdir(parents=True, exist_ok=True)
    script, image, target = folder / "image.ld", folder / f"{entry}.elf", library.TARGETS[name]
    script.write_text(SCRIPT.format(entry=entry))
    run(
        *(f"{target.prefix}gcc", *target.flags.split(), *BARE, "-nostartfiles"),
        *(PROGRAMS / f"{program}.c", PROGRAMS / "memory.c", source),
        *("-T", script, f"-Wl,--gc-sections,-u,{entry}", "-lgcc", "-o", image),
    )
    return image, int(run(f"{target.prefix}size", image).split("\n")[1].split()[0])


def measured(name, source, folder):
    """Mean cycles of each step (instructions where the core has no prices), the stack that all of them need, and their text."""
    image, text = linked(name, "steps", "all_steps", source, folder)
    core = Core(image, CORES[name])
    sums = {step: [] for step, *_ in STEPS}
    core.call("setup")
    for turn in range(SAMPLES):
        core.call("prepare")
        for step, _, is_even in STEPS:
            if turn < 40 or not is_even:
                _, _, instructions, cycles = core.call(f"do_{step}")
                sums[step].append(cycles or instructions)
    return {
        "steps": {step: round(sum(values) / len(values)) for step, values in sums.items()},
        "stack": core.stack_used(),
        "text": text,
    }


def measure_c99():
    found = {}
    for name in CORES:
        archive = library.build(name, ROOT / ".build/library")
        folder = ROOT / ".build/bench/c99" / name
        found[name] = {
            "c99": measured(name, SOURCES / "binnacle.c", folder / "c99"),
            "archive": measured(name, archive, folder / "archive"),
        }
    return found


def violations(found):
    """Figures that are not accepted, as sentences."""
    wrong = []
    for name, both in found.items():
        ours, archive = both["c99"], both["archive"]
        for kind, most in (("stack", MOST["stack"]), ("text", MOST["text"])):
            if ours[kind] > most * archive[kind]:
                wrong.append(f"binnacle.c on {name}: {kind} {ours[kind]}, accepted are {most} × {archive[kind]}")
        for step, value in ours["steps"].items():
            if value > MOST["cycles"] * archive["steps"][step]:
                accepted = f"{MOST['cycles']} × {archive['steps'][step]}"
                wrong.append(f"binnacle.c on {name}: {step} costs {value}, accepted are {accepted}")
    record = found["cortex-m0"]["c99"]["steps"]["record"]
    if record > MOST_RECORD_CYCLES:
        wrong.append(f"binnacle.c on cortex-m0: record costs {record} cycles, accepted are {MOST_RECORD_CYCLES}")
    return wrong
