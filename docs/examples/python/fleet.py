"""Calibrates a folder of recordings with Dask, into one table in Parquet: a row for each file.

    pip install binnacle-0.1.0-py3-none-linux_x86_64.whl 'dask[distributed]' pyarrow
    python fleet.py recordings table.parquet --workers 2

A folder may also be an address that fsspec knows, such as s3://bucket/recordings (with the package s3fs; not tried).
With --scheduler the work is done by a cluster that runs already, whose workers have the same packages and see the same
folder. A file that is of no use is a row with its reason. The table does not depend on the number of workers. Status 0:
the table is written; 1: it is written, but no file could be read; 2: wrong usage, no recording, or no place for the
table.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from typing import Any, Optional

import binnacle
import fsspec
import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
from dask.distributed import Client, LocalCluster, as_completed

SCHEMA = pa.schema(
    [
        ("file", pa.string()),
        ("outcome", pa.string()),  # accepted, refused, unreadable
        ("model", pa.string()),
        ("grade", pa.int8()),
        ("worst_error_degrees", pa.float64()),
        ("offset", pa.list_(pa.float64())),  # forward, right, down, in the unit of the recording
        ("rows", pa.int64()),
        ("reasons", pa.list_(pa.string())),
    ]
)
FILES_PER_TASK = 25
"""So that a task takes about a second: the scheduler needs about a millisecond for each."""


def read(data: bytes, columns: list[str], seconds: Optional[str]) -> tuple[Any, Any, Any]:
    """Field, force and time of a recording in CSV; None for what it has not. A leading - negates a column."""
    names = [(name.lstrip("-"), -1.0 if name.startswith("-") else 1.0) for name in columns]
    lines = data.split(b"\n")
    comments = next((number for number, line in enumerate(lines) if not line.startswith(b"#")), 0)
    table = pa.csv.read_csv(pa.BufferReader(data), pa.csv.ReadOptions(skip_rows=comments, use_threads=False))
    for name in [name for name, _ in names] + ([] if seconds is None else [seconds]):
        if name not in table.column_names:
            raise ValueError(f"there is no column {name}; there are {', '.join(table.column_names)}")
        if not pa.types.is_floating(table[name].type) and not pa.types.is_integer(table[name].type):
            raise ValueError(f"the column {name} has cells that are no numbers")
    values = np.stack([sign * table[name].to_numpy().astype(np.float64) for name, sign in names], axis=1)
    force = values[:, 3:] if len(names) == 6 else None
    return values[:, :3], force, None if seconds is None else table[seconds].to_numpy().astype(np.float64)


def calibrate(path: str, words: argparse.Namespace) -> dict[str, Any]:
    """The row of one file. It depends on the file's bytes alone."""
    row: dict[str, Any] = dict.fromkeys(SCHEMA.names) | {"file": path.rsplit("/", 1)[-1]}
    try:
        with fsspec.open(path, "rb") as file:
            field, force, seconds = read(file.read(), words.columns, words.time)
        found = binnacle.fit(field, force, time=seconds, unit=words.unit, force_unit=words.force_unit)
    except Exception as error:  # whatever a file does, it is only one file
        return row | {"outcome": "unreadable", "reasons": [f"{type(error).__name__}: {error}"]}
    return row | {
        "outcome": "accepted" if found.accepted else "refused",
        "model": found.model,
        "grade": found.grade,
        "worst_error_degrees": found.worst_error_degrees,
        "offset": None if found.hard_iron is None else found.hard_iron.tolist(),
        "rows": found.rows,
        "reasons": [str(reason) for reason in found.reasons],
    }


def calibrate_all(paths: list[str], words: argparse.Namespace) -> list[dict[str, Any]]:
    """One task: some files."""
    return [calibrate(path, words) for path in paths]


def recordings(folder: str) -> list[str]:
    """The files of a folder, sorted."""
    files, root = fsspec.core.url_to_fs(folder)
    return sorted(files.unstrip_protocol(path) for path in files.glob(root.rstrip("/") + "/*.csv"))


def field_and_force(text: str) -> list[str]:
    """The names of --columns: three, or six with the force."""
    names = text.split(",")
    plain = {name.lstrip("-") for name in names}
    if len(names) not in (3, 6) or len(plain) != len(names) or "" in plain:
        raise argparse.ArgumentTypeError(
            f"{text!r} must be 3 different names, of the field, or 6, of field and force: mx,my,mz,ax,ay,az"
        )
    return names


def some(text: str) -> int:
    """A number of workers."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} must be 1 or more")
    return int(text)


def parsed(arguments: list[str]) -> argparse.Namespace:
    """The options."""
    if "--columns" in arguments[:-1]:
        # argparse takes -mx,my,mz for another option.
        at = arguments.index("--columns")
        arguments = [*arguments[:at], f"--columns={arguments[at + 1]}", *arguments[at + 2 :]]
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("folder")
    parser.add_argument("table")
    parser.add_argument(
        "--columns",
        default="mx,my,mz",
        type=field_and_force,
        help="3 names of the field, or 6 of field and force: forward, right, down; - negates",
    )
    parser.add_argument("--unit", default="uT", choices=["uT", "nT", "mG", "G"])
    parser.add_argument("--force-unit", default="g", choices=["g", "mg", "m/s2"])
    parser.add_argument("--time", help="the column of the time in seconds")
    parser.add_argument("--workers", type=some, default=2, help="processes on this computer")
    parser.add_argument("--scheduler", help="the address of a cluster that runs already, such as tcp://10.0.0.1:8786")
    return parser.parse_args(arguments)


def try_place(table: str) -> None:
    """Raises an OSError if the table cannot be written there: better now than after hours. Leaves everything as it
    was."""
    if "://" in table:
        return  # pyarrow writes there, too, and would have to overwrite what there is
    is_new = not os.path.exists(table)
    with open(table, "ab"):
        pass
    if is_new:
        os.remove(table)


def calibrate_on(client: Client, paths: list[str], words: argparse.Namespace) -> list[dict[str, Any]]:
    """The rows of all files, sorted by their names."""
    tasks = [paths[first : first + FILES_PER_TASK] for first in range(0, len(paths), FILES_PER_TASK)]
    rows: list[dict[str, Any]] = []
    for task, part in as_completed(client.map(calibrate_all, tasks, words=words), with_results=True):
        rows += part
        task.release()  # the workers need not keep it
    return sorted(rows, key=lambda row: row["file"])


def main() -> int:
    words = parsed(sys.argv[1:])
    try:
        try_place(words.table)
        paths = recordings(words.folder)
        if not paths:
            print(f"{words.folder}: there is no recording (*.csv)", file=sys.stderr)
            return 2
        place = words.scheduler or LocalCluster(
            n_workers=words.workers, threads_per_worker=1, dashboard_address=None, protocol="tcp://"
        )
        with Client(place) as client:
            began = time.monotonic()
            rows = calibrate_on(client, paths, words)
            seconds = time.monotonic() - began
        pa.parquet.write_table(pa.Table.from_pylist(rows, SCHEMA), words.table)
    except OSError as error:
        print(f"{error.filename}: {error.strerror}" if error.filename else error, file=sys.stderr)
        return 2
    counts = {
        outcome: sum(row["outcome"] == outcome for row in rows) for outcome in ("accepted", "refused", "unreadable")
    }
    told = ", ".join(f"{count} {outcome}" for outcome, count in counts.items())
    print(f"{len(rows)} files in {seconds:.1f} s ({1000 * seconds / len(rows):.1f} ms each): {told}")
    if counts["unreadable"] < len(rows):
        return 0
    print(f"no file could be read; {rows[0]['file']}: {rows[0]['reasons'][0]}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
