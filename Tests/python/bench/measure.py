"""Builds the device half for a core and measures its functions: the figures of docs/performance.md."""

import hashlib
import math
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable

from . import inputs
from .core import Core, Figures, words
from .link import link

ROOT = Path(__file__).resolve().parents[3]

# Core model in the emulator, triple, and the board whose compiler flags are used.
CORES = {
    "cortex-m0": ("armv6m-none-none-eabi", "microbit"),
    "cortex-m3": ("armv7em-none-none-eabi", "lm3s6965evb"),
    "cortex-m4": ("armv7em-none-none-eabi", "mps2-an386"),
}
# Where the emulated functions find their arguments.
RECORD, INPUT = 0x2001_0100, 0x2001_0400
FIELD_LIMITS = dict(field=(300, 2000), horizontal=150, gravity=(1000, 16000))
SERVICE_LIMITS = dict(field=(20_000, 70_000), horizontal=6_000, gravity=(500_000, 2_000_000))


@dataclass
class Case:
    """One function: where it is, how it is called, what its answers should be."""

    name: str
    symbol: str  # the end of its mangled name, or its C name
    calls: list = field(default_factory=list)  # (registers, memory, expected turns or None)
    prepare: Callable = None


def packed(v):
    """Three Int16 as a structure travels in registers."""
    return ((v[0] & 0xFFFF) | (v[1] & 0xFFFF) << 16, v[2] & 0xFFFF)


def cases(count=inputs.COUNT):
    angles = [((y, x), (), math.atan2(y, x) / (2 * math.pi)) for y, x in inputs.pairs()[:count]]
    counts = [(packed(m) + packed(a), (), inputs.heading_turns(m, a))
              for m, a in inputs.attitudes(count, seed=6, **FIELD_LIMITS)]
    slaved = [((INPUT,), ((INPUT, words(*m, *a)),), inputs.heading_turns(m, a))
              for m, a in inputs.attitudes(count // 10, seed=6, **FIELD_LIMITS)]
    service = [((RECORD, INPUT), ((INPUT, words(*m, *a)),), inputs.heading_turns(m, a))
               for m, a in inputs.attitudes(count // 10, seed=7, **SERVICE_LIMITS)]
    radicands = [((random,), (), None) for random in (lambda r: [r.next() >> 32 for _ in range(count)])(inputs.Random(8))]
    worlds = [((INPUT,), ((INPUT, words(*world)),), None) for world in inputs.worlds(count // 10)]
    # Each place begins an evaluation and takes it through its fifteen slices.
    slices = [call for world in inputs.worlds(count // 250) for call in
              [((RECORD, INPUT), ((INPUT, words(*world)),), None), *[((RECORD, 0), (), None)] * 15]]
    identity = words(0, 0, 0, 1 << 24, 0, 0, 0, 1 << 24, 0, 0, 0, 1 << 24)

    def set_record(core):
        core.call("binnacle_bench_record", (RECORD, INPUT), memory=((INPUT, identity),))

    return [
        Case("atan2 precise", "Cordic*Precise*angle1y1x", angles),
        Case("atan2 multiplierless", "Cordic*Multiplierless*angle1y1x", angles),
        Case("atan2 tiny", "Cordic*Tiny*angle1y1x", angles),
        Case("heading from counts", "TiltCompensation*heading5field5force", counts),
        Case("heading by slaved vectoring", "binnacle_bench_slaved", slaved),
        Case("heading, service path", "binnacle_bench_service", service, set_record),
        Case("world model", "binnacle_bench_world_model", worlds),
        Case("world model, one slice", "binnacle_bench_world_slice", slices),
        Case("square root, 32 bits", "s6UInt32V10FixedPointE10squareRoot", radicands),
    ]


def run(*command):
    done = subprocess.run([str(word) for word in command], cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))} failed:\n{done.stdout}\n{done.stderr}")
    return done.stdout


def build(core):
    """Compiles the device half for a core; returns (objects, libgcc)."""
    triple, board = CORES[core]
    scratch = ROOT / ".build" / "bench" / core
    toolset = f"Boards/{board}/toolset.json"
    for target in ("Heading", "Geomagnetism", "CStartup"):
        run("swift", "build", "--triple", triple, "--toolset", toolset, "-c", "release", "--target", target,
            "--scratch-path", scratch, "-j", "2")
    release = scratch / triple / "release"
    probe = scratch / "probe.o"
    run("swiftc", "-target", triple, "-enable-experimental-feature", "Embedded", "-wmo", "-Osize", "-parse-as-library",
        "-Xfrontend", "-function-sections", "-Xfrontend", "-disable-stack-protector", "-Xfrontend", "-no-allocations",
        "-Xcc", f"-mcpu={core}", "-Xcc", "-mfloat-abi=soft", "-I", release / "Modules",
        "-c", Path(__file__).with_name("probe.swift"), "-o", probe)
    libgcc = run("arm-none-eabi-gcc", f"-mcpu={core}", "-mthumb", "-print-libgcc-file-name").strip()
    ours = [path for path in sorted(release.glob("*.build/*.o")) if path.parent.name != "CStartup.build"]
    return [*ours, *release.glob("CStartup.build/memory.c.o"), probe], Path(libgcc)


def find(objects, pattern):
    """The one defined function whose mangled name has the parts of `pattern` in order."""
    if "*" not in pattern and not pattern.startswith("s6"):
        return pattern
    names = set()
    for path in objects:
        for line in run("llvm-nm", path).splitlines():
            parts = line.split()
            if len(parts) == 3 and parts[1] in "TW":
                names.add(parts[2])
    def matches(name):
        at = 0
        for part in pattern.split("*"):
            at = name.find(part, at)
            if at < 0:
                return False
            at += len(part)
        return True
    found = sorted(name for name in names if matches(name))
    if len(found) != 1:
        raise RuntimeError(f"{len(found)} functions are called {pattern}: {found}")
    return found[0]


def measure(core_name, count=inputs.COUNT, only=None):
    """Figures of every case on one core: {name: {...}}."""
    objects, libgcc = build(core_name)
    results = {}
    for case in cases(count):
        if only and case.name not in only:
            continue
        symbol = find(objects, case.symbol)
        image = ROOT / ".build" / "bench" / core_name / "image.elf"
        roots = ["binnacle_bench_record"] if case.prepare else []
        size, helpers = link(objects, symbol, image, [libgcc], roots)
        core = Core(image, core_name)
        if case.prepare:
            case.prepare(core)
            core.repaint()
        instructions, cycles, worst, answers = [], [], 0.0, hashlib.sha256()
        for registers, memory, expected in case.calls:
            answer, _, counted, priced = core.call(symbol, registers, memory=memory)
            instructions.append(counted)
            cycles.append(priced)
            answers.update(words(answer))
            if expected is not None:
                error = answer / 2**32 - expected
                worst = max(worst, abs(error - round(error)) * 360)
        results[case.name] = {
            "instructions": Figures(instructions).as_list(), "bytes": size, "stack": core.stack_used(),
            "answers": answers.hexdigest()[:16], "calls": len(case.calls),
        }
        if core_name == "cortex-m0":
            results[case.name]["cycles"] = Figures(cycles).as_list()
        if worst:
            results[case.name]["maxErrorDegrees"] = float(f"{worst:.3g}")
    return results
