"""Runs the fuzzers for some minutes, counts what they tried, and adds it to .build/fuzz/results.txt: `make fuzz MINUTES=60`.

Half of the time is for the C library (calls.c: random calls, every byte of its objects damaged, and several at once; and the
device of hostile.c, whose line, bus and memory give anything), a quarter for random changes of
valid inputs (Fuzz, and page.mjs for the page's WebAssembly module), a quarter for libFuzzer, which is guided by coverage and has
the address sanitizer. What fails stays in .build/fuzz. An input may take two seconds of CPU and 256 MB. Exit status 1: something
failed."""

import argparse
import os
import random
import re
import resource
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLACE = ROOT / ".build/fuzz"
MODULES = (
    "FuzzParsers RawMemory FixedPoint Quantities IntegerTrigonometry Correction FieldMonitor Calibration Heading Motion Navigation"
    " LinkProtocol Recordings RecordingText FlightLogs Marine BoardKit TerminalInterface Simulation"
).split()
MEMORY = 256 << 20
sys.path[:0] = [str(ROOT / "Tests/python"), str(ROOT / "Sources/Library/Packaging")]
import binnacle_header  # noqa: E402
import library  # noqa: E402


def built(name):
    """calls.c or soak.c with the library as C people get it."""
    PLACE.mkdir(parents=True, exist_ok=True)
    archive = library.build("linux-x86_64", ROOT / ".build/library")
    (PLACE / "calls.h").write_text(binnacle_header.table())
    program = PLACE / name
    library.run(
        *["gcc", "-O1", "-std=gnu99", "-I", library.HEADER.parent, "-I", PLACE],
        *[ROOT / f"Tests/fuzz/{name}.c", archive, "-lm", "-o", program],
    )
    return program


def built_hostile():
    """The device in C, with a line and a bus that give anything, and with sanitizers."""
    sanitizers = ("-fsanitize=address,undefined", "-fno-sanitize-recover=undefined")
    sources = (ROOT / "Tests/device-c/hostile.c", library.device_file())
    library.run(
        "gcc", "-O1", "-std=c99", "-w", *sanitizers, "-I", library.HEADER.parent, *sources, "-o", PLACE / "hostile"
    )
    return PLACE / "hostile"


def built_guided():
    """The parsers under libFuzzer: built with coverage, and linked without the main of a program of ours."""
    scratch = PLACE / "swift"
    options = ["-Xswiftc", "-sanitize=fuzzer,address", "-Xswiftc", "-parse-as-library"]
    library.run(*["swift", "build", "-c", "release", "--target", "FuzzParsers", "--scratch-path", scratch, *options])
    objects = [path for name in MODULES for path in sorted((scratch / f"release/{name}.build").glob("*.o"))]
    library.run("swiftc", "-sanitize=fuzzer,address", *objects, "-lz", "-o", PLACE / "guided")
    return PLACE / "guided"


def limited():
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


def said(command, **options):
    """The last line of a program, and whether it succeeded."""
    done = subprocess.run([str(word) for word in command], cwd=ROOT, capture_output=True, text=True, **options)
    lines = (done.stdout or done.stderr).strip().splitlines() or ["said nothing"]
    if done.returncode != 0:
        print(f"{done.stdout[-3000:]}{done.stderr[-3000:]}", file=sys.stderr)
    return lines[-1], done.returncode == 0


def fuzzed(seconds, command, first, limits=limited):
    """Runs `command(amount, seed)` with growing amounts until the time is over; gives one line for each run.

    `limits` are set in the program's process; page.mjs measures its memory itself, as node needs more."""
    amount, end = first, time.monotonic() + seconds
    while time.monotonic() < end:
        begin = time.monotonic()
        seed = random.getrandbits(32)
        yield said(command(amount, seed), preexec_fn=limits)
        if time.monotonic() - begin < seconds / 4:
            amount *= 2


def guided(program, parser, seconds):
    environment = {**os.environ, "BINNACLE_PARSER": parser, "ASAN_OPTIONS": "detect_leaks=0"}
    corpus = PLACE / "corpus" / parser
    options = ["-max_len=4096", "-timeout=2", "-rss_limit_mb=1024", f"-artifact_prefix={PLACE}/{parser}-"]
    command = [program, f"-max_total_time={max(1, int(seconds))}", "-print_final_stats=1", *options, corpus]
    done = subprocess.run([str(word) for word in command], cwd=ROOT, capture_output=True, text=True, env=environment)
    tried = re.search(r"number_of_executed_units: (\d+)", done.stderr)
    if done.returncode != 0:
        print(done.stderr[-3000:], file=sys.stderr)
    count = tried[1] if tried else "?"
    return f"{parser}: {count} inputs guided by coverage, {int(done.returncode != 0)} failures", done.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=10)
    seconds = parser.parse_args().minutes * 60
    PLACE.mkdir(parents=True, exist_ok=True)
    fuzz = ROOT / ".build/release/Fuzz"
    library.run("swift", "build", "-c", "release", "--product", "Fuzz")
    names = said([fuzz, "seeds", PLACE / "corpus"])[0].split()
    calls, hostile, program = built("calls"), built_hostile(), built_guided()
    share = seconds / 4 / (len(names) + 1)
    failed = False

    def told(runs):
        nonlocal failed
        with open(PLACE / "results.txt", "a") as results:
            for line, isGood in runs:
                failed |= not isGood
                print(line, flush=True)
                results.write(line + "\n")

    for kind, first in ("damage", 1), ("several", 1), ("random", 10_000_000):
        told(fuzzed(seconds / 8, lambda amount, seed, kind=kind: [calls, kind, seed, amount], first))
    told(fuzzed(seconds / 8, lambda amount, seed: [hostile, amount, seed], 1_000_000, limits=None))
    for name in names:
        told(fuzzed(share, lambda amount, seed, name=name: [fuzz, name, amount, seed, PLACE], 10_000))
        told([guided(program, name, share)])
    page = ["node", ROOT / "Tests/fuzz/page.mjs", ROOT / ".build/web/binnacle-page.wasm"]
    told(fuzzed(share, lambda amount, seed: [*page, amount, seed, PLACE], 10_000, limits=None))
    told([said([fuzz, "check16", 20_000_000, random.getrandbits(32)])])
    sys.exit(failed)


if __name__ == "__main__":
    main()
