"""Measures functions of the device half on a core: the figures of docs/notebook/performance.md."""

import hashlib
import math
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from . import inputs
from .core import Core, Figures, words
from .cpu import CPUS
from .host import Host
from .host import build as build_host
from .link import foreign_instructions, link
from .tools import ROOT, current_objects, run

# Where the emulated functions find their arguments.
RECORD, INPUT, OUTPUT = 0x2001_0100, 0x2001_0400, 0x2001_0440
# A calibration fit, and what it found.
FIT, OUTCOME, OUTCOME_SIZE = 0x2001_0480, 0x2001_0F00, 92
# Where h and S lie in a record, one after the other.
MODEL = RECORD + 20
# What prepares the memory of a case, where it is not the record.
PREPARATION = {
    "binnacle_bench_monitor": "binnacle_bench_monitor_begin",
    "binnacle_bench_chain": "binnacle_bench_chain_begin",
}
FIELD_LIMITS = dict(field=(300, 2000), horizontal=150, gravity=(1000, 16000))
SERVICE_LIMITS = dict(field=(20_000, 70_000), horizontal=6_000, gravity=(500_000, 2_000_000))


@dataclass
class Case:
    """One function: where it is, how it is called, what its answers should be."""

    name: str
    symbol: str  # the end of its mangled name, or its C name
    calls: list = field(default_factory=list)  # (registers, memory, expected turns or None)
    prepare: Callable = None
    output: tuple = None  # (address, bytes) of further answers in memory
    between: tuple = None  # (symbol, registers) of a call after each, which is not counted
    roots: tuple = ()  # further functions of the image


def packed(v):
    """Three Int16 as a structure travels in registers."""
    return ((v[0] & 0xFFFF) | (v[1] & 0xFFFF) << 16, v[2] & 0xFFFF)


def cases(count=inputs.COUNT):
    angles = [((y, x), (), math.atan2(y, x) / (2 * math.pi)) for y, x in inputs.pairs()[:count]]
    counts = [
        (packed(m) + packed(a), (), inputs.heading_turns(m, a))
        for m, a in inputs.attitudes(count, seed=6, **FIELD_LIMITS)
    ]
    slaved = [
        ((INPUT,), ((INPUT, words(*m, *a)),), inputs.heading_turns(m, a))
        for m, a in inputs.attitudes(count // 10, seed=6, **FIELD_LIMITS)
    ]
    service = [
        (
            (RECORD, INPUT, OUTPUT),
            ((MODEL, words(*h, *s)), (INPUT, words(*m, *a))),
            inputs.heading_turns(inputs.corrected(h, s, m), a),
        )
        for h, s, m, a in inputs.calibrated(count // 10, seed=7, **SERVICE_LIMITS)
    ]
    calibrated = [
        (
            (RECORD, INPUT),
            ((MODEL, words(*h, *s)), (INPUT, words(*m, *a))),
            inputs.heading_turns(inputs.corrected(h, s, m), a),
        )
        for h, s, m, a in inputs.calibrated(count // 10, seed=6, **FIELD_LIMITS)
    ]
    radicands = [
        ((random,), (), None) for random in (lambda r: [r.next() >> 32 for _ in range(count)])(inputs.Random(8))
    ]
    random = inputs.Random(9)
    turns = [((random.next() >> 32,), (), None) for _ in range(count)]
    long = [((n & 0xFFFF_FFFF, n >> 32), (), None) for n in (random.next() >> (i % 64) for i in range(count))]
    model = words(*range(101, 113))
    worlds = [((INPUT,), ((INPUT, words(*world)),), None) for world in inputs.worlds(count // 10)]
    # Each place begins an evaluation and takes it through its fifteen slices.
    slices = [
        call
        for world in inputs.worlds(count // 250)
        for call in [((RECORD, INPUT), ((INPUT, words(*world)),), None), *[((RECORD, 0), (), None)] * 15]
    ]
    legs = [((INPUT, OUTPUT), ((INPUT, words(*leg)),), None) for leg in inputs.legs(count // 10)]
    views = [((RECORD, 0, turn << 24), (), None) for turn in range(256)]

    clear, attached = (
        [((RECORD, INPUT), ((INPUT, words(*sample)),), None) for sample in inputs.watched(count // 10, offset, seed=21)]
        for offset in ((0, 0, 0), (12_000, -9_000, 6_000))
    )
    whole = [((RECORD, INPUT), ((INPUT, words(*sample)),), None) for sample in inputs.sampled(count // 10, seed=22)]
    stated = [((INPUT,), ((INPUT, words(*values)),), None) for values in inputs.stated(count // 10)]

    def set_record(core):
        core.call("binnacle_bench_record", (RECORD, INPUT), memory=((INPUT, model),))
        if core.read(MODEL, len(model)) != model:
            raise RuntimeError("h and S are elsewhere in a record than the bench puts them")

    def set_guidance(core):
        core.call("binnacle_bench_guidance", (RECORD, INPUT, 0), memory=((INPUT, words(*inputs.legs(2)[1])),))

    turning, rocked = (
        [((FIT, INPUT), ((INPUT, words(*m, *a)),), None) for m, a in samples]
        for samples in (inputs.turning(300), inputs.rocked(300))
    )

    def begin_fit(core):
        core.call("binnacle_bench_fit_begin", (FIT,))

    def take_all(core, samples=turning):
        begin_fit(core)
        for registers, memory, _ in samples:
            core.call("binnacle_bench_fit_take", registers, memory=memory)
            core.call("binnacle_bench_fit_step", (FIT,))
        core.call("binnacle_bench_fit_solve", (FIT,))

    fit = tuple(f"binnacle_bench_fit_{name}" for name in ("begin", "take", "step", "solve", "whole"))

    def set_monitor(core, world=0):
        core.call("binnacle_bench_monitor_begin", (RECORD, INPUT), memory=((INPUT, words(*inputs.WATCHED, world)),))

    def set_chain(core):
        core.call(
            "binnacle_bench_chain_begin",
            (RECORD, INPUT),
            memory=((INPUT, words(*inputs.IRON, *inputs.WATCHED, inputs.WORLD, 1 << 26)),),
        )

    return [
        Case("atan2 precise", "Cordic*Precise*angle1y1x", angles),
        Case("atan2 multiplierless", "Cordic*Multiplierless*angle1y1x", angles),
        Case("atan2 tiny", "Cordic*Tiny*angle1y1x", angles),
        Case("heading from counts", "TiltCompensation*heading5field5force10Quantities", counts),
        Case("heading by slaved vectoring", "binnacle_bench_slaved", slaved),
        Case("heading from counts, calibrated", "binnacle_bench_calibrated_counts", calibrated, set_record),
        Case("heading, service path", "binnacle_bench_service", service, set_record),
        Case("reading, service path", "binnacle_bench_reading", service, set_record, (OUTPUT, 28)),
        Case("sine and cosine", "Cordic*sineCosine", turns),
        Case("magnitude", "Cordic*magnitude1y1x", [(registers, memory, None) for registers, memory, _ in angles]),
        Case("world model", "binnacle_bench_world_model", worlds),
        Case("world model, one slice", "binnacle_bench_world_slice", slices),
        Case("bearings and distance, sphere", "binnacle_bench_leg", legs, None, (OUTPUT, 12)),
        Case("bearings and distance, WGS84", "binnacle_bench_geodesic", legs, None, (OUTPUT, 12)),
        Case("guidance, one view", "binnacle_bench_guidance", views, set_guidance),
        Case(
            "calibration, a sample",
            "binnacle_bench_fit_take",
            turning,
            begin_fit,
            None,
            ("binnacle_bench_fit_step", (FIT,)),
            fit,
        ),
        Case("calibration, a slice", "binnacle_bench_fit_step", [((FIT,), (), None)] * 260, take_all, None, None, fit),
        Case(
            "calibration, the whole solve",
            "binnacle_bench_fit_whole",
            [((FIT, OUTCOME), (), None)],
            take_all,
            (OUTCOME, OUTCOME_SIZE),
            None,
            fit,
        ),
        Case(
            "calibration, two models refused",
            "binnacle_bench_fit_whole",
            [((FIT, OUTCOME), (), None)],
            lambda core: take_all(core, rocked),
            (OUTCOME, OUTCOME_SIZE),
            None,
            fit,
        ),
        Case("field monitor, clear", "binnacle_bench_monitor", clear, set_monitor),
        Case("field monitor, disturbed", "binnacle_bench_monitor", attached, set_monitor),
        Case(
            "field monitor, disturbed, place known",
            "binnacle_bench_monitor",
            attached,
            lambda core: set_monitor(core, inputs.WORLD),
        ),
        Case("accuracy", "binnacle_bench_accuracy", stated),
        Case("heading service, one sample", "binnacle_bench_chain", whole, set_chain),
        Case("square root, 32 bits", "s6UInt32V10FixedPointE10squareRoot", radicands),
        Case("square root, 64 bits", "s6UInt64V10FixedPointE10squareRoot", long),
        Case("square root, 64 bits, approximate", "s6UInt64V10FixedPointE21approximateSquareRoot", long),
        Case("reciprocal, 32 bits", "normalisedReciprocal*g", [((r[0] | 1 << 31,), (), None) for r, _, _ in radicands]),
    ]


def build(core):
    """The objects that the image of a core's board was linked from, and the bench's own; returns (objects, libgcc)."""
    cpu = CPUS[core]
    release = cpu.release
    scratch = ROOT / ".build" / "bench" / core
    scratch.mkdir(parents=True, exist_ok=True)
    probe = scratch / "probe.o"
    run(
        "swiftc",
        "-target",
        cpu.triple,
        "-enable-experimental-feature",
        "Embedded",
        "-wmo",
        "-Osize",
        "-parse-as-library",
        "-Xfrontend",
        "-function-sections",
        "-Xfrontend",
        "-disable-stack-protector",
        "-Xfrontend",
        "-no-allocations",
        *(word for option in cpu.options for word in ("-Xcc", option)),
        "-I",
        release / "Modules",
        "-c",
        *(Path(__file__).with_name(name) for name in ("probe.swift", "probe_fit.swift")),
        "-o",
        probe,
    )
    return [*current_objects(release), release / "CStartup.build" / "memory.c.o", probe], cpu.libgcc


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
        roots = case.roots or ([PREPARATION.get(symbol, "binnacle_bench_record")] if case.prepare else [])
        size, helpers = link(objects, symbol, image, [libgcc], roots)
        foreign = foreign_instructions(image, CPUS[core_name])
        if foreign:
            raise RuntimeError(f"{case.name} has instructions that {core_name} lacks: {foreign[:8]}")
        core = Core(image, core_name)
        if case.prepare:
            case.prepare(core)
            core.repaint()
        instructions, cycles, worst, answers = carry_out(core, symbol, case)
        results[case.name] = {
            "instructions": Figures(instructions).as_list(),
            "bytes": size,
            "stack": core.stack_used(),
            "answers": answers,
            "calls": len(case.calls),
        }
        if CPUS[core_name].price:
            results[case.name]["cycles"] = Figures(cycles).as_list()
        if worst:
            results[case.name]["maxErrorDegrees"] = float(f"{worst:.3g}")
    return results


def carry_out(core, symbol, case):
    """All calls of a case: instructions and cycles of each, the largest error in degrees, a hash of the answers."""
    instructions, cycles, worst, answers = [], [], 0.0, hashlib.sha256()
    for registers, memory, expected in case.calls:
        answer, _, counted, priced = core.call(symbol, registers, memory=memory)
        instructions.append(counted)
        cycles.append(priced)
        if case.between:
            core.call(*case.between)
        answers.update(words(answer))
        if case.output:
            answers.update(core.read(*case.output))
        if expected is not None:
            error = answer / 2**32 - expected
            worst = max(worst, abs(error - round(error)) * 360)
    return instructions, cycles, worst, answers.hexdigest()[:16]


def answers_on_host(count=inputs.COUNT):
    """The hash of the answers of every case as this machine computes them: {name: hash}."""
    host = Host(build_host())
    results = {}
    for case in cases(count):
        if case.prepare:
            case.prepare(host)
        results[case.name] = carry_out(host, case.symbol, case)[3]
    return results


def measure_everywhere():
    """All figures, each core in a process of its own: {core: {name: {...}}}, and the host's answers {name: hash}."""
    # What is measured is what the boards' images hold, none of them older than its sources.
    run("make", "--silent", "images")
    with ProcessPoolExecutor() as workers:
        host = workers.submit(answers_on_host)
        found = dict(zip(CPUS, workers.map(measure, CPUS)))
        return found, host.result()
