#!/usr/bin/env python3
"""What `make test` found: it keeps the counts when all tests have passed, and a release says them if they are of the same sources.

The report has no times and no names of machines, so that the same sources and the same counts make the same bytes.
"""

import json
import os
import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "Sources/Library/Packaging"))
from library import run  # noqa: E402

KEPT = ROOT / ".build/tests-passed.json"

ROWS = {
    "modules": "the modules, from inside",
    "waiting": "terminals and processes",
    "program": "the program, from outside",
    "boards": "firmware on emulated boards",
    "python": "the independent decoder and other tests in Python",
    "library": "the library for C, Python, JavaScript and Swift",
    "page": "the page, in node and browsers",
}


def tree():
    """Git's number for the files as they stand, whether committed or not."""
    with tempfile.TemporaryDirectory() as folder:
        own = {"GIT_INDEX_FILE": os.path.join(folder, "index")}
        run("git", "read-tree", "HEAD", cwd=ROOT, env=own)
        run("git", "add", "--all", cwd=ROOT, env=own)
        return run("git", "write-tree", cwd=ROOT, env=own).strip()


def counts(log):
    """Tests that passed and were left out, from the closing line of a runner."""
    swift = re.findall(r"^\S+ Test run with (\d+) tests? .*passed", log, flags=re.M)
    if swift:
        return int(swift[-1]), 0
    closing = [line for line in log.splitlines() if re.match(r"\d+ passed.* in [0-9.]+s", line)]
    if not closing or "failed" in closing[-1] or "error" in closing[-1]:
        return None
    skipped = re.search(r"(\d+) skipped", closing[-1])
    return int(closing[-1].split()[0]), int(skipped.group(1)) if skipped else 0


def keep(tree_before):
    """Keeps the counts of the rows that have just run."""
    if tree() != tree_before:
        print("The sources changed while the tests ran; no report of them is kept.", file=sys.stderr)
        return
    found = {row: counts((ROOT / f".build/test-{row}.log").read_text()) for row in ROWS}
    if None in found.values():
        sys.exit(f"These rows have no count: {[row for row in found if found[row] is None]}")
    KEPT.write_text(json.dumps({"tree": tree_before, "rows": found}))


def text(version):
    """The report, or the end of the program when there is none of these sources."""
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    if kept.get("tree") != tree():
        sys.exit("There is no report of tests of these sources. Run `make test` before, or leave out the part `tests`.")
    rows = [f"{passed:>6} {skipped:>8}  {ROWS[row]}" for row, (passed, skipped) in kept["rows"].items()]
    return (
        "\n".join(
            [
                f"Binnacle {version}: `make test` passed.",
                f"Sources: git tree {kept['tree']}",
                run("swiftc", "--version").splitlines()[0],
                "",
                "passed left out",
                *rows,
                "",
                "Those that are left out take longer (docs/testing.md). Boards are emulated: no board has run on silicon.",
            ]
        )
        + "\n"
    )


if __name__ == "__main__":
    print(tree()) if sys.argv[1:] == ["tree"] else keep(sys.argv[1])
