"""An image that GDB loads into a board of QEMU, as through a debug probe: it is there byte for byte, and it runs.

`make boards-long` runs this: GDB is a package of its own.
"""

import os
import pathlib
import shutil
import subprocess
import time

import pytest
from patience import PATIENCE
from ports import free_port

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".build/release/binnacle"
BOARDS = {"microbit": [], "lm3s6965evb": ["-device", "lsm303dlhc_mag,id=mag,address=0x1e"]}
pytestmark = [
    pytest.mark.skipif("BINNACLE_BOARDS" not in os.environ, reason="make boards-long"),
    pytest.mark.skipif(not shutil.which("gdb-multiarch"), reason="apt install gdb-multiarch"),
]


def image(board):
    return ROOT / f".build/boards/{board}/image/{board}.elf"


@pytest.fixture
def machine():
    """Starts a board that has no firmware and stands still; gives the ports of GDB and of its serial line."""
    started = []

    def start(board):
        ports = free_port(), free_port()
        started.append(
            subprocess.Popen(
                [
                    "qemu-system-arm",
                    "-M",
                    board,
                    "-nographic",
                    "-monitor",
                    "none",
                    "-S",
                    "-gdb",
                    f"tcp:127.0.0.1:{ports[0]}",
                    "-serial",
                    f"tcp:127.0.0.1:{ports[1]},server=on,wait=off",
                    *BOARDS[board],
                ],
                stdin=subprocess.DEVNULL,
            )
        )
        return ports

    yield start
    for process in started:
        process.kill()
    for process in started:
        process.wait(PATIENCE)


def gdb(port, board, *commands):
    words = ["gdb-multiarch", "-q", "-nx", "-batch", "-ex", "set confirm off", "-ex", f"target remote 127.0.0.1:{port}"]
    end = time.monotonic() + PATIENCE
    while True:
        done = subprocess.run(
            words + [word for command in commands for word in ("-ex", command)] + [image(board)],
            capture_output=True,
            text=True,
            timeout=60,
        )
        # QEMU may not listen yet.
        if "Connection refused" not in done.stderr or time.monotonic() > end:
            return done.stdout + done.stderr
        time.sleep(0.1)


@pytest.mark.skipif(not (PROGRAM.exists() and all(image(board).exists() for board in BOARDS)), reason="make boards")
@pytest.mark.parametrize("board", BOARDS)
def test_gdb_loads_an_image_that_is_there_and_runs(machine, board):
    port, line = machine(board)
    # One session: GDB lets the processor go when it ends, and without firmware that would be its end.
    # As the core does at a reset: the stack pointer and the first instruction are the first two words.
    said = gdb(
        port,
        board,
        "compare-sections",
        "echo loading\\n",
        "load",
        "compare-sections",
        "set $sp = *(unsigned *)0",
        "set $pc = *(unsigned *)4 & ~1",
        "set $xpsr = 0x01000000",
        "detach",
    )
    before, said = said.split("\nloading\n")
    assert "MIS-MATCHED!" in before, before
    lines = [text for text in said.splitlines() if text.startswith("Section ")]
    assert any(text.startswith("Section .text") for text in lines), said
    assert all(text.endswith("matched.") for text in lines), said
    done = subprocess.run(
        [PROGRAM, "selftest", f"tcp:127.0.0.1:{line}", "--json"], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert f'"board":"{board}"' in done.stdout.replace(" ", ""), done.stdout[-400:]
