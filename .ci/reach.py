#!/usr/bin/env python3
"""What a change can reach: `make check` builds and runs that.

Compares the working tree with HEAD, or with the commit in BASE; without a difference, HEAD with the commit before it. Prints
variables for a shell: `swift`, a regular expression of the test targets that import what changed, directly or through others,
but not through TestSupport alone; `python`, the test files that read what changed; `files`, the changed files that exist. A change
of Package.swift, the Makefile or .ci reaches all."""

import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
PYTHON = pathlib.Path("Tests/python")
# Tests that `make check` leaves to `make test`: those with an emulator or the bench, and those of the library's packages.
LEFT_OUT = re.compile(
    r"bench|own_firmware|captured_headings|pico\w*|microbit|esp32c3|flash|gdb|release\w*"
    r"|library\w*|web_library|wheel|one_compass|swift_package|c99|c_packages|examples"
)
EMULATED = re.compile(r"EndToEndTests|EmulatorTests")
# Read by no test of these rows: documents have DocumentationTests, which read most of the tree.
WITHOUT_TESTS = re.compile(
    r"^(Tests/(browser|web|usb-bench|ros|fleet|proof|Data/licences)|docs/images|\.github|dist)/|^(LICENSE|\.gitignore)$"
)


def said(*command):
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def changed(base):
    """The files that differ from a commit, with those that git does not know yet."""
    names = said("git", "diff", "--name-only", "--no-renames", base).split("\n")
    names += said("git", "ls-files", "--others", "--exclude-standard").split("\n")
    return sorted(set(filter(None, names)))


def targets():
    """{target: (folder, targets that it imports, whether it is a test)} of the package."""
    package = json.loads(said("swift", "package", "dump-package"))
    found = {}
    for target in package["targets"]:
        imports = {next(iter(each.values()))[0] for each in target["dependencies"]}
        folder = target.get("path") or ("Tests" if target["type"] == "test" else "Sources") + f"/{target['name']}"
        found[target["name"]] = (folder.rstrip("/") + "/", imports, target["type"] == "test")
    return found


def reached(files, targets):
    """The targets that hold a changed file, and all that import one of them."""
    found = {
        name
        for name, (folder, _, _) in targets.items()
        if any(
            file.startswith(folder) and file.endswith((".swift", ".c", ".h", ".py", ".txt", ".json")) for file in files
        )
    }
    # What tests share imports much; a test is about what it imports beside that.
    shared = set() if "TestSupport" in found else {"TestSupport"}
    while more := {name for name, (_, imports, _) in targets.items() if imports & found - shared} - found:
        found |= more
    return found


def reads(path, seen=None):
    """The paths that a test file names, with those of what it imports beside it."""
    seen = set() if seen is None else seen
    if path in seen:
        return set()
    seen.add(path)
    text = (ROOT / path).read_text(encoding="utf-8")
    names = {str(path)} | {
        name.rstrip("/.")
        for name in re.findall(r"\b((?:Protocols|docs|Sources|Boards|Tests|\.ci|\.github)(?:/[\w.*-]+)*)", text)
        if "/" in name or name == "Protocols"
    }
    names |= {name for name in ("README.md", "CHANGELOG.md", "Makefile", "Package.swift", "LICENSE") if name in text}
    if re.search(r"BINNACLE_PROGRAM|\.build/(debug|release)/binnacle\b", text):
        names.add("the program")
    if "debug/Fuzz" in text:
        names.add("the fuzzer")
    for module in re.findall(r"^(?:from|import) (\w+)", text, re.M):
        for other in (path.parent / f"{module}.py", PYTHON / f"{module}.py", PYTHON / module / "__init__.py"):
            if (ROOT / other).exists():
                names |= reads(other, seen)
                if other.name == "__init__.py":
                    names.add(str(other.parent))
    return names


def candidates():
    """The test files of Python that `make check` may run."""
    for path in sorted((ROOT / PYTHON).glob("test_*.py")):
        if not LEFT_OUT.fullmatch(path.stem.removeprefix("test_")):
            yield path.relative_to(ROOT)


def python_tests(files, found):
    """The test files that read what changed."""
    made = {"the program": "BinnacleTool" in found, "the fuzzer": "Fuzz" in found}
    chosen = []
    for path in candidates():
        names = reads(path)
        if any(made.get(name) for name in names) or any(
            file == name or file.startswith(f"{name}/") for file in files for name in names
        ):
            chosen.append(str(path))
    return chosen


def main():
    base = os.environ.get("BASE", "HEAD")
    files = changed(base) or changed("HEAD~1")
    all_targets = targets()
    is_all = any(file in ("Package.swift", "Makefile") or file.startswith(".ci/") for file in files)
    found = set(all_targets) if is_all else reached(files, all_targets)
    # Documents are read by tests that import nothing of them.
    if any(not WITHOUT_TESTS.search(file) for file in files):
        found.add("DocumentationTests")
    tests = sorted(name for name in found if all_targets[name][2] and not EMULATED.fullmatch(name))
    python = list(map(str, candidates())) if is_all else python_tests(files, found)
    print(f"swift={shlex.quote('^(' + '|'.join(tests) + ')[.]' if tests else '')}")
    print(f"python={shlex.quote(' '.join(python))}")
    print(f"files={shlex.quote(' '.join(file for file in files if (ROOT / file).exists()))}")
    shown = f"{len(files)} files changed; they reach {len(tests)} of {sum(t for _, _, t in all_targets.values())} test targets"
    print(f"{shown} and {len(python)} test files of Python", file=sys.stderr)


if __name__ == "__main__":
    main()
