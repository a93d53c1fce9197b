"""Checks of the Python package, run where nothing is installed but the wheel and NumPy: python checks.py FOLDER.

FOLDER has what `binnacle` said of the same input. Every function test_* of the modules check_*.py is run; each failure is printed."""

import importlib
import sys
import traceback
from pathlib import Path


def tests():
    """(name, function) of all checks, by name."""
    modules = [importlib.import_module(path.stem) for path in sorted(Path(__file__).parent.glob("check_*.py"))]
    found = [entry for module in modules for entry in vars(module).items() if entry[0].startswith("test_")]
    return sorted(found, key=lambda entry: entry[0])


if __name__ == "__main__":
    checks, failed = tests(), []
    for name, body in checks:
        try:
            body()
        except Exception:
            failed.append(name)
            print(f"{name} failed:\n{traceback.format_exc()}", flush=True)
    print(f"{len(checks) - len(failed)} of {len(checks)} checks passed")
    sys.exit(1 if failed else 0)
