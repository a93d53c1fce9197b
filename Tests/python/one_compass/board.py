"""An emulated board that computes the readings of samples, which come over its link: python's own encoder and decoder of the link."""

import contextlib
import json
import struct
import subprocess
import time
from pathlib import Path

import binnacle_link as link
from patience import PATIENCE

ROOT = Path(__file__).resolve().parents[3]
KINDS = {row.name: kind for kind, row in link.MESSAGES.items()}
# Protocols/link/spec.md: flags of localField, of hello, of a reading and of motion.
EVALUATING, KNOWN = 1, 2
DIP, ROLL = 1 << 5, 1 << 6


class Board:
    """QEMU with an image; its serial port are two pipes."""

    def __init__(self, name):
        facts = json.loads((ROOT / f"Boards/{name}/board.json").read_text())["emulator"]
        image = ROOT / f".build/boards/{name}/image/{name}.elf"
        self.process = subprocess.Popen(
            [
                "qemu-system-arm",
                "-M",
                facts["machine"],
                "-display",
                "none",
                "-nodefaults",
                *facts["options"],
                "-kernel",
                image,
                "-chardev",
                "stdio,id=serial0,signal=off",
                "-serial",
                "chardev:serial0",
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.receiver, self.waiting, self.sequence = link.Receiver(), [], 0

    def __enter__(self):
        # The first bytes may come before the board listens.
        deadline = time.monotonic() + PATIENCE
        while self.ask("getHello", "hello", 1, 255, within=0.5) is None:
            assert time.monotonic() < deadline, "the board does not answer"
        return self

    def __exit__(self, *_):
        self.process.kill()
        # What it started may hold its pipes for longer.
        self.process.wait(PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            with contextlib.suppress(OSError):
                pipe.close()

    def ask(self, name, reply, *values, within=PATIENCE):
        """Sends a request with these values in the order of its fields; the fields of the reply, None when none comes."""
        token = self.sequence % 255 + 1
        payload = b"".join(
            self.packed(code, value)
            for (_, code, _), value in zip(link.MESSAGES[KINDS[name]].fields, values, strict=True)
        )
        self.process.stdin.write(link.encode(KINDS[name], token, self.sequence & 0xFFFF, payload))
        self.process.stdin.flush()
        self.sequence += 1
        deadline = time.monotonic() + within
        while time.monotonic() < deadline:
            for frame in self.frames(deadline):
                if frame.token == token and frame.kind == KINDS[reply]:
                    return frame.message()["fields"]
                assert frame.token != token or frame.kind == KINDS[reply], (name, frame.message())
        return None

    @staticmethod
    def packed(code, value):
        if code == "record":
            return value
        return struct.pack("<" + code, *(value if isinstance(value, (list, tuple)) else [value]))

    def frames(self, deadline):
        import select

        if select.select([self.process.stdout], [], [], max(0, deadline - time.monotonic()))[0]:
            data = self.process.stdout.read1(4096)
            assert data, self.process.stderr.read().decode()
            return self.receiver.feed(data)
        return []

    # MARK: - Lines

    def carry_out(self, line):
        """A line of samples.py; the reading where one is due, else None."""
        what, *words = line.split()
        numbers = [] if what == "r" else list(map(int, words))
        if what == "m":
            return self.reading(numbers)
        if what == "w":
            # Scale 0: 2^-20 rad/s.
            self.ask("injectRate", "acknowledged", numbers[0], 0, numbers[4], numbers[1:4])
        elif what == "p":
            self.place(numbers)
        elif what == "x":
            self.axes = numbers
            self.ask("setMounting", "acknowledged", mounting(*numbers))
        elif what == "r":
            self.ask("setCalibration", "acknowledged", bytes.fromhex(words[0]))
        elif what == "n":
            self.ask("setReference", "acknowledged", *numbers)
        elif what == "o":
            self.ask("setOrientation", "acknowledged", 0, *numbers)
        elif what == "d":
            self.ask("setDeviation", "acknowledged", *numbers)
        elif what == "s":
            self.ask("setFilter", "acknowledged", 0, 0, *numbers, 1_000_000)
        elif what == "l":
            self.ask("setLevelTolerance", "acknowledged", *numbers)
        else:
            assert what == "g"
            self.has_gyroscope = True
        return None

    has_gyroscope = False
    # The magnetometer's axes that point forward and right.
    axes = (0, 2)

    def place(self, numbers):
        import datetime

        latitude, longitude, height, *date = numbers
        turns = [(angle * 1_281_023_894 + (1 << 29)) >> 30 for angle in (latitude, longitude)]
        self.ask("setLocation", "acknowledged", 1, *turns, height)
        self.ask("setDate", "acknowledged", 1, (datetime.date(*date) - datetime.date(2000, 1, 1)).days)
        while (found := self.ask("getLocalField", "localField"))["state"] == EVALUATING:
            pass
        assert found["state"] == KNOWN

    def reading(self, numbers):
        # Scale 0: nanotesla.
        now, field, (is_there, *force) = numbers[0], numbers[1:4], numbers[4:]
        found = self.ask("injectSample", "computed", now, 0, is_there, field, mounted(force, *self.axes), 0)
        state, view, flags = found["state"], found["view"], found["flags"]
        row = [
            found["time"],
            state & 1,
            found["magneticHeading"],
            state >> 1 & 1,
            found["trueHeading"],
            state >> 6,
            found["accuracy"],
            found["doubts"] | found.get("moreDoubts", 0) << 16,
            found["mode"],
            found["reason"],
            view >> 6,
            state >> 4 & 3,
            view >> 3 & 7,
            flags >> 5 & 1,
            signed(found["dip"]),
            signed(found["roll"]),
            signed(found["pitch"]),
            found["horizontal"],
            *found["correctedField"],
            state >> 2 & 3,
            orientation(view & 7, flags, found["specificForce"]),
            flags >> 10 & 1,
            found["event"],
            flags >> 4 & 1,
            *found["specificForce"],
        ]
        return row + (self.motion() if self.has_gyroscope else [])

    def motion(self):
        found = self.ask("getMotion", "motion")
        return [
            found["time"],
            found["attitudeW"],
            *found["attitude"],
            found["rateOfTurn"],
            *found["bias"],
            found["biasDeviation"],
            found["scaleError"],
            found["scaleDeviation"],
            found["foundDelay"],
            found["foundDelayDeviation"],
            *found["hardIron"],
            found["state"],
            found["flags"] >> 2 & 1,
            *(found[name] for name in ("missing", "repeated", "outOfOrder", "late", "saturated", "restarts")),
            int(found["reason"] in (0, 7)),
            found["magneticHeading"],
            found["flags"] >> 1 & 1,
            found["trueHeading"],
            found["accuracy"],
            found["reason"],
            found["flags"] >> 6 & 1,
        ]


def orientation(edge, flags, force):
    """The word of a reading: a flat display is face up (4) or face down (5), and `edge` turns its heading."""
    if not (flags >> 10 & 1 and flags >> 4 & 1):
        return edge
    return 4 if force[2] < 0 else 5


def signed(word):
    return word - (1 << 32) if word >> 31 else word


def mounted(body, forward, right):
    """A vector of the body in the axes of the magnetometer, which the link wants."""
    (forward, ahead), (right, aside) = ((axis >> 1, -1 if axis & 1 else 1) for axis in (forward, right))
    down = 3 - forward - right
    below = ahead * aside * (1 if (forward + 1) % 3 == right else -1)
    sensor = [0, 0, 0]
    sensor[forward], sensor[right], sensor[down] = ahead * body[0], aside * body[1], below * body[2]
    return sensor


def mounting(forward, right):
    """The number of an arrangement of axes: forward times four and right among the axes that are left (Protocols/heading/spec.md)."""
    left = [axis for axis in range(6) if axis >> 1 != forward >> 1]
    return 4 * forward + left.index(right)


def rows(lines):
    """The readings of the samples, by a Cortex-M4 that has a gyroscope's filter."""
    with Board("mps2-an386") as board:
        return [row for line in lines if (row := board.carry_out(line)) is not None]
