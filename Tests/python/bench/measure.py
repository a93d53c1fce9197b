"""Measures functions of the device half on a core: the figures of docs/notebook/performance.md."""

import hashlib
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from . import inputs
from .cases import cases
from .core import Core, Figures, words
from .cpu import CPUS
from .host import Host
from .host import build as build_host
from .link import foreign_instructions, link
from .tools import ROOT, current_objects, run

# What prepares the memory of a case, where it is not the record.
PREPARATION = {
    "binnacle_bench_monitor": "binnacle_bench_monitor_begin",
    "binnacle_bench_chain": "binnacle_bench_chain_begin",
}


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


def measure_everywhere(cores=tuple(CPUS)):
    """All figures, each core in a process of its own: {core: {name: {...}}}, and the host's answers {name: hash}."""
    # What is measured is what the boards' images hold, none of them older than its sources.
    run("make", "--silent", "images")
    with ProcessPoolExecutor() as workers:
        host = workers.submit(answers_on_host)
        found = dict(zip(cores, workers.map(measure, cores)))
        return found, host.result()
