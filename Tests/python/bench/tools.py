"""Where the project is, and running its programs."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def run(*command):
    """What a program wrote; an error with what it said when it failed."""
    done = subprocess.run([str(word) for word in command], cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))} failed:\n{done.stdout}\n{done.stderr}")
    return done.stdout


def current_objects(release):
    """The objects in a build's folder whose sources are still there: SwiftPM leaves those of removed files behind."""
    rooms = {path.name: path for path in (ROOT / "Sources").glob("**/") if path.parent.name in ("Sources", "Chips")}
    return [path for path in sorted(release.glob("*.build/*.o"))
            if any(rooms[path.parent.stem].rglob(path.stem))]
