"""The page's numbers against the program's, over the same bytes: those that the page recorded itself."""

import json
import math
import subprocess

import pytest
from conftest import PROGRAM


def recorded(one, path, seconds):
    """Records for a while; returns what the page made of each reading meanwhile, and of the one before."""
    one.page.evaluate(
        "() => { const { app } = globalThis.binnacle; globalThis.seen = []; app.listeners.add((event) => {"
        " if (event.type !== 'frame' || event.name !== 'reading') return;"
        " const isRecorded = app.recorder !== null;"
        " if (!isRecorded && globalThis.seen.some((row) => row.isRecorded)) return;"
        " if (!isRecorded) globalThis.seen = [];"
        " globalThis.seen.push({ ...app.state.reading, isRecorded }); }); }"
    )
    one.page.wait_for_function("() => globalThis.seen.length > 0")
    one.page.keyboard.press("r")
    one.page.wait_for_timeout(1000 * seconds)
    with one.page.expect_download() as waiting:
        one.page.keyboard.press("r")
    assert waiting.value.suggested_filename.endswith(".binnacle")
    waiting.value.save_as(path)
    return one.page.evaluate("() => globalThis.seen")


def replayed(path):
    if not PROGRAM.exists():
        pytest.skip("the program is not built: make program")
    done = subprocess.run([PROGRAM, "replay", path, "--json"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [row for row in map(json.loads, done.stdout.splitlines()) if "what" not in row]


def program_says(row):
    """A line of the program in the page's terms; docs/json.md."""
    is_valid = row["magneticValid"]
    return {
        "time": row["deviceTimeSeconds"],
        "sample": row["sequence"],
        "magnetic": row["magneticHeadingDegrees"] if is_valid else None,
        "true": row["trueHeadingDegrees"] if row["trueValid"] else None,
        "accuracy": row["accuracyDegrees"] if is_valid else None,
        "roll": row["rollDegrees"],
        "pitch": row["pitchDegrees"],
        "dip": row["dipDegrees"],
        "strength": math.sqrt(sum(value * value for value in row["correctedNanotesla"]))
        if row["correctedNanotesla"]
        else None,
        "grade": row["grade"],
        "field": row["fieldNanotesla"],
        "disturbance": ["clear", "suspect", "disturbed", "recovering"].index(row["disturbance"]),
    }


# The program writes seven decimals of degrees; the rest it writes whole.
ANGLES = dict.fromkeys(("magnetic", "true", "roll", "pitch", "dip"), 5.01e-8)
TINY = 1e-8


def same(name, page, program):
    if page is None or program is None:
        return page is program
    if isinstance(page, list):
        return len(page) == len(program) and all(same(name, *pair) for pair in zip(page, program))
    return abs(page - program) <= ANGLES.get(name, TINY)


def agree(seen, path):
    """Every reading, every number. Returns how many readings had a heading."""
    rows = {row["sequence"]: program_says(row) for row in replayed(path)}
    shown = {reading["sample"]: reading for reading in seen}
    # A recording begins with the frame before it; one that its end cut is not in it.
    assert set(rows) <= set(shown), sorted(set(rows) - set(shown))
    assert sum(reading["isRecorded"] for reading in seen) - len(rows) <= 1, (len(rows), len(seen))
    for sample, row in rows.items():
        other = {
            name: (shown[sample][name], value)
            for name, value in row.items()
            if not same(name, shown[sample][name], value)
        }
        assert not other, f"sample {sample}: page and program {other}"
    return sum(row["magnetic"] is not None for row in rows.values())
