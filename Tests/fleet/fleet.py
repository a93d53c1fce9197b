"""Recordings of a fleet: boards of one kind, each with iron of its own, turned by hand; some of them are of no use."""

import sys
from pathlib import Path

import numpy as np

ROWS = 400
EARTH = np.array([20.0, 0.0, 43.0])  # microtesla: north, east, down


def turns(chance, rows):
    """Rotations of a board that is turned by hand, from earth to body axes."""
    time = np.arange(rows) / 20
    speeds = chance.uniform(0.35, 0.75, 3)
    yaw, roll = speeds[0] * time, speeds[1] * time + chance.uniform(0, 6)
    pitch = 1.2 * np.sin(speeds[2] * time)
    cy, sy, cp, sp, cr, sr = np.cos(yaw), np.sin(yaw), np.cos(pitch), np.sin(pitch), np.cos(roll), np.sin(roll)
    return np.stack(
        [
            np.stack([cp * cy, cp * sy, -sp], 1),
            np.stack([sr * sp * cy - cr * sy, sr * sp * sy + cr * cy, sr * cp], 1),
            np.stack([cr * sp * cy + sr * sy, cr * sp * sy - sr * cy, cr * cp], 1),
        ],
        1,
    ), time


def recording(number):
    """The bytes of a recording, and its hard iron; None for one that is of no use. Every fiftieth is."""
    chance = np.random.default_rng(number)
    rotation, time = turns(chance, ROWS)
    iron = chance.uniform(-40, 40, 3)
    field = rotation @ EARTH @ (np.eye(3) + np.diag(chance.uniform(-0.08, 0.08, 3))) + iron
    field += chance.normal(0, 0.15, field.shape)
    rows = [f"{t:.3f},{x:.2f},{y:.2f},{z:.2f}" for t, (x, y, z) in zip(time, field)]
    kind = number % 250 if number % 50 == 0 else None
    if kind == 0:
        return b"", None  # the logger had no time
    if kind == 50:
        rows[100] = "t,no,number,here"
    if kind == 100:
        return bytes(chance.integers(0, 256, 4000, dtype=np.uint8)), None
    head = "t_s,x,y,z" if kind == 150 else "t_s,mx,my,mz"
    if kind == 200:
        rows = rows[:3]
    return "\n".join(["# a board of the fleet", head, *rows, ""]).encode(), None if kind is not None else iron


def write(folder, count):
    """Writes so many recordings."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        (folder / f"board-{number:05}.csv").write_bytes(recording(number)[0])


if __name__ == "__main__":
    write(Path(sys.argv[1]), int(sys.argv[2]))
