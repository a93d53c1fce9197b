"""Alters the constants of each sensor chip, one at a time, and tells which alterations no test notices.

`make mutants` runs it. A mutant is one altered constant: an address, a register, a mask, a shift, a sign, the order of bytes,
a scale, a rate or a pause. The drivers are altered first, then the register models of the tests, so that a driver and its
model cannot share a mistake that nobody sees. All mutants are compiled into one program: a constant `c` becomes
`mutant(7, c, altered)`, and the environment variable BINNACLE_MUTANT says which one is in effect.
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

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLACE = ROOT / ".build/mutants"
DRIVERS, MODELS = "Sources/Device/SensorDrivers", "Tests/TestSupport/SensorModels"
TESTS = ROOT / "Tests/Device/SensorDriversTests"
# A test that a mutant keeps from ending has noticed it.
PATIENCE_SECONDS = 20
# More calls in one expression take the compiler minutes.
MOST_IN_A_LINE = 4

SWITCH = """// Which constant is altered.
import Foundation

private let altered = ProcessInfo.processInfo.environment["BINNACLE_MUTANT"].flatMap { Int($0) } ?? 0

@inline(never) public func mutant<T>(_ number: Int, _ constant: T, _ other: T) -> T { number == altered ? other : constant }
"""

NUMBER = re.compile(r"(?<![\w.$-])(?:(?<=[\s(\[])-)?(0x[0-9a-fA-F_]+|0b[01_]+|\d[\d_]*)(?![\w.])")
FRAME = re.compile(r"(?<=\{ )\.(invertedX|invertedY|invertedZ|exchangedXYInvertedZ)(?= \})")
ORDER = re.compile(r"\b(LowFirst|HighFirst)(\.(?:vector|word)\([^()]*\))")
# Lines whose numbers are no facts of a chip, or cannot be replaced by a call.
SKIPPED = re.compile(r"^\s*(//|import|case |@|public typealias|typealias|for |guard let|\#)|InlineArray<\d+, \w+>\(repeating")

Mutant = collections.namedtuple("Mutant", "number path line was becomes owner")


def altered(text, before):
    """Another value in place of the number `text`: what a slip of the pen gives."""
    if text.startswith("-"):
        return -altered(text[1:], before)
    value = int(text.replace("_", ""), 0)
    if re.search(r"(pause|discards|duration|tries)\W*$", before):
        return value // 2
    if text.startswith("0x") or text.startswith("0b"):
        return value ^ (value & -value or 1)
    return value + 1 if value < 10 else value // 3


def owners(path, lines):
    """For each line the chip whose tests must notice its alteration."""
    if DRIVERS in str(path):
        return [path.parent.name] * len(lines)
    owner, result = None, []
    for line in lines:
        found = re.match(r"(?:public |open |final )*(?:class|extension|struct|enum) (\w+?)Model\b", line)
        if re.match(r"\S.*\{$", line):
            owner = found.group(1) if found else None
        result.append(owner)
    return result


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
            if len(mutants) - first == MOST_IN_A_LINE or found.start() < position or before.count('"') % 2 == 1 or before.endswith("InlineArray<"):
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
    mutants = []
    for folder in (DRIVERS, MODELS):
        for source in sorted((ROOT / folder).rglob("*.swift")):
            path = source.relative_to(ROOT)
            text = source.read_text()
            # The machine that all chips share, and what all models share, are tested by themselves.
            if source.parent != ROOT / DRIVERS and source.name != "SensorModel.swift":
                text, found = instrument(text, path, len(mutants))
                mutants += found
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
    """The test suites of each chip: those named after the driver's folder, and those that use the model."""
    found = collections.defaultdict(set)
    folders = [folder.name for folder in (ROOT / DRIVERS).iterdir() if folder.is_dir()]
    for source in TESTS.glob("*Tests.swift"):
        text = source.read_text()
        names = re.findall(r"@Suite(?:\([^)]*\))? struct (\w+)", text)
        for folder in folders:
            if source.stem.startswith(folder):
                found[folder].update(names)
        for model in re.findall(r"\b(\w+)Model\(", text):
            found[model].update(names)
    return found


def runner():
    return next((PLACE / ".build/debug").glob("*PackageTests.xctest"))


def run(filter_, number=0):
    """Whether the tests pass with a mutant in effect. The first failure ends them."""
    command = [runner(), "--testing-library", "swift-testing", "--filter", filter_]
    environment = {**os.environ, "BINNACLE_MUTANT": str(number), "BINNACLE_EFFORT": "quick"}
    output = []
    with subprocess.Popen(command, cwd=PLACE, env=environment, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT) as tests:
        alarm = threading.Timer(PATIENCE_SECONDS, tests.kill)
        alarm.start()
        for line in tests.stdout:
            output.append(line)
            if number and "recorded an issue" in line:
                tests.kill()
        alarm.cancel()
    if number == 0 and not re.search(r"Test run with [1-9]\d* test", "".join(output)):
        sys.exit(f"No test ran for {filter_}:\n{''.join(output)[-2000:]}")
    return tests.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--chip", action="append", help="only this chip: a driver's folder or a model's name; repeatable")
    parser.add_argument("--list", action="store_true", help="list the mutants and end")
    parser.add_argument("--drivers", action="store_true", help="only the drivers, not the models of the tests")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth mutant")
    options = parser.parse_args()
    mutants = [m for m in prepare() if not options.chip or m.owner in options.chip]
    if options.drivers:
        mutants = [m for m in mutants if DRIVERS in str(m.path)]
    tests = suites()
    alone = sorted({m.owner for m in mutants if not tests[m.owner]})
    # A model that no driver's test uses is not in effect anywhere.
    mutants = [m for m in mutants if tests[m.owner]][:: options.every]
    if options.list:
        for m in mutants:
            print(f"{m.number:5} {m.path}:{m.line} {m.was} → {m.becomes}")
        return
    print(f"{len(mutants)} mutants; without tests of a driver: {', '.join(alone) or 'none'}", flush=True)
    subprocess.run(["swift", "build", "--build-tests", "--quiet"], cwd=PLACE, check=True)
    filters = {owner: "|".join(rf"\.{suite}/" for suite in sorted(tests[owner])) for owner in {m.owner for m in mutants}}
    for owner, filter_ in sorted(filters.items()):
        if not run(filter_):
            sys.exit(f"The tests of {owner} fail without a mutant: {filter_}")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        survived = list(pool.map(lambda m: run(filters[m.owner], m.number), mutants))
    survivors = [m for m, has in zip(mutants, survived) if has]
    table = collections.Counter((str(m.path), m.owner) for m in mutants)
    lost = collections.Counter((str(m.path), m.owner) for m in survivors)
    for (path, owner), count in sorted(table.items()):
        print(f"{owner:12} {count:4} altered, {lost[path, owner]:3} not noticed  {path}")
    for m in survivors:
        line = (ROOT / m.path).read_text().split("\n")[m.line - 1].strip()
        print(f"not noticed: {m.path}:{m.line} {m.was} → {m.becomes}   {line}")
    print(json.dumps({"what": "mutants", "pass": not survivors, "mutants": len(mutants), "survivors": len(survivors)}))
    sys.exit(1 if survivors else 0)


if __name__ == "__main__":
    main()
