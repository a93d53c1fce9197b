"""binnacle.c: what each step of a device costs, the stack, and the text, compiled by GCC with -Os as in the archives."""

import sys

from .core import Core
from .link import SCRIPT
from .tools import ROOT, run

sys.path[:0] = [str(ROOT / "Sources/Library/Packaging")]
import library  # noqa: E402

SOURCES = ROOT / "Sources/Library/C99"
PROGRAMS = ROOT / "Tests/python/library"
# The flags of a core without a system.
BARE = (
    "-Os",
    "-std=gnu99",
    "-ffreestanding",
    "-ffunction-sections",
    "-fdata-sections",
    "-nostdlib",
    f"-I{library.HEADER.parent}",
)
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
    return {name: measured(name, SOURCES / "binnacle.c", ROOT / ".build/bench/c99" / name) for name in CORES}


def violations(found):
    """Figures that are not accepted, as sentences."""
    record = found["cortex-m0"]["steps"]["record"]
    if record <= MOST_RECORD_CYCLES:
        return []
    return [f"binnacle.c on cortex-m0: record costs {record} cycles, accepted are {MOST_RECORD_CYCLES}"]
