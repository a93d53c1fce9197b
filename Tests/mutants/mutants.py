"""Alters the constants of each sensor chip, one at a time, and tells which alterations no test notices.

`make mutants` runs it. A mutant is one altered constant: an address, a register, a mask, a shift, a sign, the order of bytes,
a scale, a rate or a pause. The drivers are judged by all tests of their chip. What two chips share is judged by each of them.
The register models of the tests are judged first alone, by the tables of ModelTests, so that a driver and its model cannot
share a mistake that nobody sees, and then by the tests of the drivers, too. All mutants are compiled into one program: a
constant `c` becomes `mutant(7, c, altered)`, and the environment variable BINNACLE_MUTANT says which one is in effect.

No alteration of a driver or of the probe may go unnoticed. Those of a model that may are in accepted.txt, with a reason each.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLACE = ROOT / ".build/mutants"
DRIVERS, MODELS = "Sources/Device/SensorDrivers", "Tests/TestSupport/SensorModels"
TESTS = ROOT / "Tests/Device/SensorDriversTests"
ACCEPTED = ROOT / "Tests/mutants/accepted.txt"
# Registers that several chips have, the probe, and the chips' tests of themselves: their files, and whose tests must notice an
# alteration.
SHARED = {
    "H43Registers.swift": ("HMC5883L", "LSM303DLHC"),
    "STForceRegisters.swift": ("LIS3DH", "LSM303DLHC"),
    "SensorProbe.swift": ("SensorProbe",),
    "SensorSelfTest.swift": ("SensorSelfTest",),
}
# Models that others inherit from: what is altered in them, the tests of one of these must notice.
HEIRS = {"MEMSIC": ("MMC5603", "MMC5983MA")}
PROBE_ROW = 9
# A test that a mutant keeps from ending has noticed it: it takes so many times as long as without one, and so many seconds at
# least.
PATIENCE, PATIENCE_SECONDS = 6, 30
# More calls in one expression take the compiler minutes.
MOST_IN_A_LINE = 4

SWITCH = """// Which constant is altered.
import Foundation

private let altered = ProcessInfo.processInfo.environment["BINNACLE_MUTANT"].flatMap { Int($0) } ?? 0

@inline(never) public func mutant<T>(_ number: Int, _ constant: T, _ other: T) -> T { number == altered ? other : constant }

/// A byte of a table: `first` is the number of its first byte's mutant.
@inline(never) public func mutantByte(_ first: Int, _ index: Int, _ constant: UInt8) -> UInt8 {
  first + index == altered ? (constant == 0 ? 1 : constant ^ (constant & (~constant &+ 1))) : constant
}
"""

NUMBER = re.compile(r"(?<![\w.$-])(?:(?<=[\s(\[])-)?(0x[0-9a-fA-F_]+|0b[01_]+|\d[\d_]*)(?![\w.])")
FRAME = re.compile(r"(?<=\{ )\.(invertedX|invertedY|invertedZ|exchangedXYInvertedZ)(?= \})")
ORDER = re.compile(r"\b(LowFirst|HighFirst)(\.(?:vector|word)\([^()]*\))")
# Lines whose numbers are no facts of a chip (what a state begins with among them), or cannot be replaced by a call.
SKIPPED = re.compile(
    r"^\s*(//|import|(private )?var \w+(: \w+)? = 0$|case |@|(?:public |package )?typealias|for |guard let|\#)|InlineArray<\d+, \w+>\(repeating"
)

Mutant = collections.namedtuple("Mutant", "number path line was becomes owner")


def altered(text, before):
    """Another value in place of the number `text`: what a slip of the pen gives."""
    if text.startswith("-"):
        return -altered(text[1:], before)
    value = int(text.replace("_", ""), 0)
    if re.search(r"(pause|discards|duration|tries)\W*$", before):
        return value // 2
    if text.startswith(("0x", "0b")):
        return value ^ (value & -value or 1)
    return value + 1 if value < 10 else value // 3


def owners(path, lines):
    """For each line the chip whose tests must notice its alteration."""
    if path.name == "SensorProbe.swift":
        table = range(next(i for i, line in enumerate(lines) if "rows: InlineArray" in line), len(lines))
        return [None if i in table else "SensorProbe" for i in range(len(lines))]
    if path.name == "SensorSelfTest.swift":
        # The chips' facts stand below what carries the test out.
        chips = next(i for i, line in enumerate(lines) if re.match(r"extension \w+(meter|scope) ", line))
        return ["SensorSelfTest" if i >= chips else None for i in range(len(lines))]
    if DRIVERS in str(path):
        return [path.parent.name] * len(lines)
    owner, result = None, []
    for line in lines:
        found = re.match(r"(?:public |package |open |final )*(?:class|extension|struct|enum) (\w+?)Model\b", line)
        if re.match(r"\S.*\{$", line):
            owner = found.group(1) if found else None
        result.append(owner)
    return result


def instrument_table(text, path, count):
    """The probe's source with its table of bytes looked up by way of `mutantByte`, and the mutants of the bytes that count."""
    lines = text.split("\n")
    start = next(index for index, line in enumerate(lines) if "let rows: InlineArray" in line)
    end = next(index for index in range(start, len(lines)) if lines[index] == "  ]")
    cells = [
        (index, cell.strip())
        for index in range(start + 1, end)
        if "//" not in lines[index]
        for cell in lines[index].split(",")
        if cell.strip()
    ]
    mutants = []
    for position, (index, cell) in enumerate(cells):
        row = position // PROBE_ROW * PROBE_ROW
        turned = int(cells[row + PROBE_ROW - 1][1], 0)
        # Without a bit that is turned, its register means nothing; that there is none is no number of the chip's.
        if position % PROBE_ROW < PROBE_ROW - 2 or turned:
            value = int(cell, 0)
            mutants.append(
                Mutant(count + position + 1, path, index + 1, cell, str(value ^ (value & -value or 1)), "SensorProbe")
            )
    text = re.sub(r"Self\.rows\[([^\]]+)\]", rf"mutantByte({count + 1}, \1, Self.rows[\1])", text)
    return text, mutants, len(cells)


def instrument(text, path, count):
    """The source with each constant in a call of `mutant`, and the mutants."""
    lines, mutants = text.split("\n"), []
    for index, owner in enumerate(owners(path, lines)):
        line = lines[index]
        if owner is None or SKIPPED.search(line):
            continue
        code, slashes, comment = line.partition(" //")
        result, position, first = "", 0, len(mutants)
        spans = [(m, "number") for m in NUMBER.finditer(code)]
        spans += [(m, "frame") for m in FRAME.finditer(code)] + [(m, "order") for m in ORDER.finditer(code)]
        for found, kind in sorted(spans, key=lambda span: span[0].start()):
            before = code[: found.start()]
            # A seed of the noise is no fact of a chip.
            isSeed = before.endswith("seed: UInt64 = ")
            if (
                isSeed
                or len(mutants) - first == MOST_IN_A_LINE
                or found.start() < position
                or before.count('"') % 2 == 1
                or before.endswith("InlineArray<")
            ):
                continue
            if kind == "number":
                other = str(altered(found.group(), before))
            elif kind == "frame":
                other = ".rightHanded"
            else:
                other = {"LowFirst": "HighFirst", "HighFirst": "LowFirst"}[found.group(1)] + found.group(2)
            number = count + len(mutants) + 1
            mutants.append(Mutant(number, path, index + 1, found.group(), other, owner))
            result += code[position : found.start()] + f"mutant({number}, {found.group()}, {other})"
            position = found.end()
        lines[index] = result + code[position:] + slashes + comment
    return "\n".join(lines), mutants


def link(path, target):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_symlink():
        path.symlink_to(target)


def prepare():
    """Makes the package of the mutants. Returns them."""
    if PLACE.exists():
        for name in ("Sources", "Tests"):
            shutil.rmtree(PLACE / name, ignore_errors=True)
    for folder in ("Sources", "Tests"):
        for group in (ROOT / folder).iterdir():
            if f"{folder}/{group.name}" in ("Sources/Device", "Tests/TestSupport"):
                for part in group.iterdir():
                    if f"{folder}/{group.name}/{part.name}" not in (DRIVERS, MODELS):
                        link(PLACE / folder / group.name / part.name, part)
            else:
                link(PLACE / folder / group.name, group)
    for name in ("Boards", "Protocols", "docs"):
        link(PLACE / name, ROOT / name)
    mutants, count = [], 0
    for folder in (DRIVERS, MODELS):
        for source in sorted((ROOT / folder).rglob("*.swift")):
            path = source.relative_to(ROOT)
            text = source.read_text()
            # The machine that all chips share, and what all models share, are tested by themselves.
            isOwn = source.parent != ROOT / DRIVERS and source.name not in ("SensorModel.swift", "ModelWire.swift")
            if isOwn or source.name in SHARED:
                text, found = instrument(text, path, count)
                count += len(found)
                if source.name == "SensorProbe.swift":
                    text, cells, used = instrument_table(text, path, count)
                    found, count = found + cells, count + used
                mutants += [m._replace(owner=owner) for m in found for owner in SHARED.get(source.name, (m.owner,))]
            (PLACE / path).parent.mkdir(parents=True, exist_ok=True)
            (PLACE / path).write_text(text)
        (PLACE / folder / "Mutant.swift").write_text(SWITCH)
    manifest = (ROOT / "Package.swift").read_text() + (
        '\nvar wanted: Set<String> = ["SensorDriversTests"]\nvar isGrowing = true\nwhile isGrowing {\n  isGrowing = false\n'
        "  for target in package.targets where wanted.contains(target.name) {\n    for dependency in target.dependencies {\n"
        "      if case .byNameItem(let name, _) = dependency, wanted.insert(name).inserted { isGrowing = true }\n    }\n  }\n}\n"
        "package.targets = package.targets.filter { wanted.contains($0.name) }\npackage.products = []\n"
    )
    (PLACE / "Package.swift").write_text(manifest)
    return mutants


def suites():
    """The test suites of each chip: those named after the driver's folder, and those that use the driver or the model."""
    found = collections.defaultdict(set)
    folders = [folder.name for folder in (ROOT / DRIVERS).iterdir() if folder.is_dir()]
    for source in TESTS.glob("*Tests.swift"):
        text = source.read_text()
        names = re.findall(r"@Suite(?:\([^)]*\))? struct (\w+)", text)
        for folder in folders:
            if source.stem.startswith(folder):
                found[folder].update(names)
        if source.stem.startswith("ModelTests"):
            continue
        for used in re.findall(r"\b(\w+?)(?:Model\(|(?:Magnetometer|Accelerometer|Gyroscope)\b)", text):
            found[used].update(names)
    for base, heirs in HEIRS.items():
        found[base] = set().union(*(found[heir] for heir in heirs))
    for shared in ("SensorProbe", "SensorSelfTest"):
        found[shared] = {f"{shared}Tests"}
    return found


def alone():
    """The test of each model alone, by the model's name."""
    text = "".join(source.read_text() for source in TESTS.glob("ModelTests*.swift"))
    tables = {name: rf"\.ModelTests/{name}_" for name in re.findall(r"@Test func (\w+?)_isAsInItsDataSheet", text)}
    return tables | {base.lower(): "|".join(tables[heir.lower()] for heir in heirs) for base, heirs in HEIRS.items()}


def source_line(mutant):
    return (ROOT / mutant.path).read_text().split("\n")[mutant.line - 1].strip()


def accepted():
    """{(file, line of source, was)} of the alterations of models that may go unnoticed; * stands for all of a line. A bar in the
    line is written \\|."""
    rules = set()
    for number, line in enumerate(ACCEPTED.read_text().split("\n"), 1):
        if line and not line.startswith("#"):
            parts = [part.strip() for part in line.split(" | ")]
            if len(parts) != 4 or not parts[3]:
                sys.exit(
                    f"{ACCEPTED.name}:{number}: four parts are wanted: file | line of source | number or * | reason"
                )
            rules.add(tuple(part.replace("\\|", "|") for part in parts[:3]))
    return rules


def runner():
    return next((PLACE / ".build/debug").glob("*PackageTests.xctest"))


class Judge:
    """The tests that judge mutants, by their filter."""

    def __init__(self, filter_):
        self.filter = filter_
        began = time.monotonic()
        passes, output = self.run(0, 20 * PATIENCE_SECONDS)
        if not passes:
            sys.exit(f"These tests fail without a mutant: {filter_}\n{output[-2000:]}")
        if not re.search(r"Test run with [1-9]\d* test", output):
            sys.exit(f"No test ran for {filter_}:\n{output[-2000:]}")
        self.patience = max(PATIENCE_SECONDS, PATIENCE * (time.monotonic() - began))

    def run(self, number, patience):
        """Whether the tests pass with a mutant in effect, and what they said. The first failure ends them."""
        command = [runner(), "--testing-library", "swift-testing", "--filter", self.filter]
        environment = {**os.environ, "BINNACLE_MUTANT": str(number), "BINNACLE_EFFORT": "quick"}
        output = []
        with subprocess.Popen(
            command, cwd=PLACE, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        ) as tests:
            alarm = threading.Timer(patience, tests.kill)
            alarm.start()
            for line in tests.stdout:
                output.append(line)
                if number and "recorded an issue" in line:
                    tests.kill()
            alarm.cancel()
        return tests.returncode == 0, "".join(output)

    def notices(self, mutant):
        """Whether the tests notice it, by a failure, a crash, or in that they do not end."""
        passes, output = self.run(mutant.number, self.patience)
        if not passes and not re.search(r"recorded an issue|[Ff]atal error|Crash", output):
            print(f"{mutant.number:5} {name(mutant)}: no test failed, but they did not end well", flush=True)
        return not passes


def name(mutant):
    return f"{mutant.owner} {mutant.path.name}:{mutant.line} {mutant.was} → {mutant.becomes}"


def options_of_line():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "--chip", action="append", help="only this chip: a driver's folder or a model's name; repeatable"
    )
    parser.add_argument("--list", action="store_true", help="list the mutants and end")
    parser.add_argument("--drivers", action="store_true", help="only the drivers, not the models of the tests")
    parser.add_argument("--models", action="store_true", help="only the models of the tests, not the drivers")
    parser.add_argument(
        "--offset", type=int, default=0, metavar="N", help="begin with the mutant of this number, from 0 on"
    )
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth mutant")
    return parser.parse_args()


def chosen(options):
    """The mutants that the options name, and for each the suites that judge it."""
    mutants = [m for m in prepare() if not options.chip or m.owner in options.chip]
    if options.drivers:
        mutants = [m for m in mutants if DRIVERS in str(m.path)]
    if options.models:
        mutants = [m for m in mutants if MODELS in str(m.path)]
    tests, tables = suites(), alone()
    chips = {
        owner: "|".join(rf"\.{suite}/" for suite in sorted(tests[owner]))
        for owner in {m.owner for m in mutants}
        if tests[owner]
    }
    judges = {
        m: [j for j in ([tables.get(m.owner.lower())] if MODELS in str(m.path) else []) + [chips.get(m.owner)] if j]
        for m in mutants
    }
    unjudged = sorted({m.owner for m in mutants if not judges[m]})
    if unjudged:
        sys.exit(
            f"No test judges {', '.join(unjudged)}: a test file named after the driver's folder is wanted, or one that uses the model."
        )
    return mutants[options.offset :: options.every], judges


def main():
    options = options_of_line()
    mutants, judges = chosen(options)
    if options.list:
        for m in mutants:
            print(f"{m.number:5} {m.owner:12} {m.path}:{m.line} {m.was} → {m.becomes}")
        return
    print(f"{len(mutants)} mutants", flush=True)
    began = time.monotonic()
    if subprocess.run(["swift", "build", "--build-tests", "--quiet"], cwd=PLACE).returncode:
        sys.exit("The mutants could not be built. Look for what `swift build --build-tests` says without them.")
    built = time.monotonic()
    tests = {judge: Judge(judge) for judge in sorted({judge for m in mutants for judge in judges[m]})}

    # Which judge has noticed it, from 0 on; as many as there are if none has. A whole run is long, so each such is told at once.
    def judged(m):
        verdict = next((i for i, judge in enumerate(judges[m]) if tests[judge].notices(m)), len(judges[m]))
        if verdict == len(judges[m]):
            print(f"{m.number:5} {name(m)}: passes", flush=True)
        return verdict

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        verdicts = dict(zip(mutants, pool.map(judged, mutants)))
    survivors = [m for m in mutants if verdicts[m] == len(judges[m])]
    late = [m for m in mutants if 0 < verdicts[m] < len(judges[m])]
    tell(options, mutants, survivors, late, round(built - began), round(time.monotonic() - built))


def tell(options, mutants, survivors, late, built_seconds, seconds):
    """Prints what was not noticed, and ends with the verdict. `late`: noticed by the tests of a driver alone."""
    rules = accepted()
    used = {
        m: {(m.path.name, source_line(m), was) for was in (m.was, "*")} & rules
        for m in survivors
        if MODELS in str(m.path)
    }
    allowed = [m for m in used if used[m]]
    new = [m for m in survivors if m not in allowed]
    isWhole = not (options.chip or options.drivers or options.models or options.offset) and options.every == 1
    idle = sorted(rules - set().union(*used.values())) if isWhole else []
    table = collections.Counter((str(m.path), m.owner) for m in mutants)
    lost, late = (collections.Counter((str(m.path), m.owner) for m in some) for some in (survivors, late))
    for (path, owner), count in sorted(table.items()):
        by = f", {late[path, owner]:3} by a driver's tests alone" if MODELS in path else ""
        print(f"{owner:12} {count:4} altered, {lost[path, owner]:3} not noticed{by}  {path}")
    for m in new:
        print(f"not noticed: {m.owner} {m.path.name} | {source_line(m)} | {m.was} → {m.becomes}  (line {m.line})")
    for rule in idle:
        print(f"not needed in {ACCEPTED.name}: {' | '.join(rule)}")
    print(
        json.dumps(
            {
                "what": "mutants",
                "pass": not new and not idle,
                "mutants": len(mutants),
                "drivers": sum(DRIVERS in str(m.path) for m in mutants),
                "survivors": len(survivors),
                "accepted": len(allowed),
                "builtSeconds": built_seconds,
                "seconds": seconds,
            }
        )
    )
    sys.exit(1 if new or idle else 0)


if __name__ == "__main__":
    main()
