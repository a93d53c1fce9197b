"""Where the project is, and running its programs."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "Sources/Library/Packaging"))
import swift_tools  # noqa: E402


def run(*command):
    """What a program wrote; an error with what it said when it failed."""
    done = subprocess.run(swift_tools.command(command), cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))} failed:\n{done.stdout}\n{done.stderr}")
    return done.stdout


# What is measured, and all that it needs.
MODULES = (
    "RawMemory",
    "FixedPoint",
    "Quantities",
    "IntegerTrigonometry",
    "Correction",
    "FieldMonitor",
    "Heading",
    "Geomagnetism",
    "Navigation",
    "Calibration",
)


def current_objects(release, modules=MODULES):
    """The objects of modules in a build's folder whose sources are still there: SwiftPM leaves those of removed files."""
    return sorted(
        path
        for module in modules
        for path in release.glob(f"{module}.build/*.o")
        if any(source for folder in (ROOT / "Sources").glob(f"*/{module}") for source in folder.rglob(path.stem))
    )
