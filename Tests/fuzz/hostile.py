"""Hostile neighbours of the program for some minutes: `make hostile MINUTES=10`.

Half of the time random requests go to a running `binnacle serve`, with its token and without. The other half boards that lie are at
the other end of commands: frames with right checksums and wrong contents, floods, and silence. Nothing may crash, hang, take
more than 256 MB, change the board's record, or reach the terminal raw. Exit status 1: something failed; the seed repeats it."""

import argparse
import json
import os
import random
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests/browser"), str(ROOT / "Tests/python")]
import binnacle_link  # noqa: E402
import fake_device  # noqa: E402
from conftest import PROGRAM, Served  # noqa: E402
from test_hostile import answer, ask, record  # noqa: E402

MEMORY = 256 << 20
COMMANDS = (
    "setPlace setDestination setFix setHeading zeroPoint startCalibration commitCalibration abortCalibration"
    " calibrationRecord seek eraseRecords status"
).split()
METHODS = "GET POST PUT HEAD OPTIONS DELETE PATCH get BREW".split()
PATHS = "/ /frames /status /index.html /../../etc/passwd /%2e%2e/%00 //x /command/ /favicon.ico *".split()


def noise(rng, longest=300):
    """Bytes of any kind: control characters, NUL, halves of UTF-8 among them."""
    return rng.randbytes(rng.randrange(longest))


def hostile_json(rng):
    """A body that no command takes: too deep, too long, of another type, cut off, or no JSON."""
    key = rng.choice(["latitude", "longitude", "card", "on", "planar", "seconds", "\\u0000", "a" * rng.randrange(2000)])
    return rng.choice(
        [
            b"[" * rng.randrange(1, 60_000),
            b'{"a":' * rng.randrange(1, 10_000),
            f'{{"{key}":{rng.choice(["1e999", "-0", "nul", "[]", "{}", "9" * 400, chr(34)])}'.encode(),
            f'{{"{key}":"\\ud800","{key}":[]}}x'.encode(),
            b'{"' + noise(rng).replace(b'"', b"") + b'":}',
            b"\0" * rng.randrange(1, 5000),
            b"",
            noise(rng, 20_000) + b"\xff",
        ]
    )


def request(rng, link):
    """The bytes of one request, of which something is wrong."""
    method, path = rng.choice(METHODS), rng.choice([*PATHS, *(f"/command/{name}" for name in COMMANDS)])
    if path in ("/frames",) and method == "GET":
        # A page that stays: others count these.
        path += "?" + "x" * rng.randrange(3000)
    body = hostile_json(rng)
    length = rng.choice([str(len(body))] * 6 + ["-1", "1e3", "99999999999999999999", "", str(len(body) + 9), "0x10"])
    fields = [f"Host: 127.0.0.1:{link.port}".encode(), f"Content-Length: {length}".encode()]
    if rng.random() < 0.5:
        fields.append(f"X-Binnacle-Token: {link.token}".encode())
    for _ in range(rng.choice([0, 0, 0, 1, 3, 200])):
        fields.append(b"X-" + rng.choice([b"A", b"A\0B", b"Token", noise(rng, 9)]) + b": " + noise(rng))
    if rng.random() < 0.1:
        fields.append(
            rng.choice([b"Transfer-Encoding: chunked", b"Content-Length: 5", b"Expect: 100-continue", b":", b""])
        )
    if rng.random() < 0.1:
        fields.append(b"X-Long: " + b"a" * rng.randrange(200_000))
    rng.shuffle(fields)
    end = rng.choice([b"\r\n"] * 6 + [b"\n", b"\r"])
    data = end.join(
        [f"{method} {path} HTTP/{rng.choice(['1.1'] * 5 + ['1.0', '2', '1.1.1', ''])}".encode(), *fields, b"", body]
    )
    where = rng.randrange(len(data))
    return rng.choice([data, data, data, data[:where], data[:where] + noise(rng) + data[where:], noise(rng), data * 3])


def memory(process):
    """The most that a process held."""
    lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM:"))


def some_lines(rng, link):
    """Thirty lines, each with a request; most are then closed on this side."""
    lines = []
    for _ in range(30):
        data = request(rng, link)
        try:
            line = socket.create_connection(("127.0.0.1", link.port), timeout=0.2)
            lines.append(line)
            line.sendall(data)
            if rng.random() < 0.9:
                line.shutdown(socket.SHUT_WR)
        except OSError:
            pass
    return lines


def requests(seconds, rng):
    """Requests, beside lines that stay open and say nothing; the count of each status, and what failed."""
    link = Served("simulated", "--port", "0")
    told, crowd, faults, slowest, before = Counter(), [], [], 0, record(link)
    end = time.monotonic() + seconds
    while time.monotonic() < end and not faults:
        for line in some_lines(rng, link):
            line.settimeout(0.02)
            status = answer(line)[0]
            told[status or "without an answer"] += 1
            if status or rng.random() < 0.9:
                line.close()
            else:
                # Slow: it stays, without an end.
                crowd.append(line)
        while len(crowd) > 40:
            crowd.pop(rng.randrange(len(crowd))).close()
        # Whoever asks as one should has an answer, and the board is as before.
        begun = time.monotonic()
        try:
            state = json.loads(ask(link.port, "GET", "/status", seconds=20)[1])
            if state["state"] != "connected" or state["corrupt"] != 0:
                faults.append(f"status {state}")
        except (OSError, ValueError) as error:
            faults.append(f"no status: {error!r}")
        slowest = max(slowest, time.monotonic() - begun)
    for line in crowd:
        line.close()
    held = 0
    try:
        held = memory(link.process)
        if not faults and record(link) != before:
            faults.append("another record")
        if held > MEMORY:
            faults.append(f"{held >> 20} MB")
        if slowest > 2:
            faults.append(f"an answer took {slowest:.1f} s")
        link.end()
    except Exception as error:  # It ended by itself, or hangs, or says something else: all of it is its fault.
        faults.append(f"{error!r}, status {link.process.poll()}")
    finally:
        link.kill()
    return told, held, slowest, faults


class Liar(fake_device.FakeDevice):
    """A board that answers, but not always the truth."""

    def __init__(self, rng):
        self.rng = rng
        self.is_true_for = rng.randrange(12)
        self.lies = 0
        self.habit = rng.choice(["contents", "contents", "lengths", "kinds", "flood", "silence", "noise", "all"])
        super().__init__(
            board=rng.choice([b"fake", b"\x1b]0;evil\7\x1b[31m", b"\xff" * 32]), rate=rng.choice([5, 50, 400])
        )

    def send_bytes(self, data):
        self.is_true_for -= 1
        if self.is_true_for >= 0 or self.rng.random() < 0.3:
            return super().send_bytes(data)
        rng = self.rng
        habit = (
            rng.choice(["contents", "lengths", "kinds", "flood", "silence", "noise"])
            if self.habit == "all"
            else self.habit
        )
        frame = binnacle_link.Receiver().feed(data)[0]
        kind, payload = frame.kind, bytearray(frame.payload)
        self.lies += 1
        if habit == "silence":
            return None
        if habit == "noise":
            return super().send_bytes(noise(rng, 3000))
        if habit == "lengths":
            payload = bytearray(payload + rng.randbytes(256))[: rng.randrange(257)]
        elif habit == "kinds":
            kind = rng.choice([*binnacle_link.MESSAGES, rng.randrange(256)])
            payload = bytearray(rng.randbytes(rng.randrange(257)))
        for _ in range(rng.randrange(1, 12) if payload else 0):
            payload[rng.randrange(len(payload))] = rng.choice([0, 0xFF, 0x7F, 0x80, 0x1B, rng.randrange(256)])
        lie = binnacle_link.encode(kind, frame.token, frame.sequence, bytes(payload))
        return super().send_bytes(lie * (rng.randrange(2000) if habit == "flood" else 1))


# What is asked of a board: short, and nothing that waits for a person.
ASKED = [
    "stream LINK --readings 5 --json",
    "stream LINK --readings 5",
    "stream LINK --readings 3 --check --json",
    "calibration show LINK",
    "calibration export LINK",
    "selftest LINK",
    "sensors LINK",
    "field-meter LINK --readings 5",
    "capture LINK --output kept.binnacle --readings 5",
]


def is_raw(text):
    return any((byte < 32 and byte not in b"\n\t\r") or byte == 127 for byte in text)


def limited():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def session(seed):
    """One command at one board: how it ended, how many lies it was told, the most memory, and what was wrong."""
    rng = random.Random(seed)
    board = Liar(rng)
    try:
        return told_to(board, rng, seed)
    finally:
        board.close()


def told_to(board, rng, seed):
    with tempfile.TemporaryDirectory() as folder, open(f"{folder}/printed", "w+b") as out:
        words = rng.choice(ASKED).replace("LINK", board.link).split()
        process = subprocess.Popen(
            [PROGRAM, *words], stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd=folder, preexec_fn=limited
        )
        begun, is_asked, pid = time.monotonic(), False, 0
        while not pid:
            time.sleep(0.01)
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            took = time.monotonic() - begun
            if not pid and took > 10 and not is_asked:
                # Ctrl-C, which ends a command whatever the line does.
                # Not `send_signal`, which would look whether it has ended, and take its status from `wait4`.
                os.kill(process.pid, signal.SIGINT)
                is_asked = True
            if not pid and took > 15:
                os.kill(process.pid, signal.SIGKILL)
        process.returncode = code = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read(1 << 20)
    held = usage.ru_maxrss << 10
    wrong = [
        what
        for is_so, what in (
            (code < 0 and not (is_asked and code == -signal.SIGINT), f"ended by signal {-code}"),
            (is_raw(text), "printed control characters"),
            (held > MEMORY, f"took {held >> 20} MB"),
        )
        if is_so
    ]
    faults = [f"{' '.join(words)} ({board.habit}, seed {seed}) {what}: {text[-500:]}" for what in wrong]
    return "Ctrl-C" if is_asked else code, board.lies, held, faults


def lies(seconds, seed):
    """Commands at boards that lie, some beside each other; the count of each exit status, how many lies, and what failed."""
    told, faults, count, most = Counter(), [], 0, 0
    end = time.monotonic() + seconds
    with ThreadPoolExecutor(6) as pool:
        while time.monotonic() < end and not faults:
            for status, number, held, wrong in pool.map(session, range(seed, seed + 12)):
                told[status] += 1
                count += number
                most = max(most, held)
                faults += wrong
            seed += 12
    return told, count, most, faults


def listed(counts):
    return ", ".join(f"{count} {what}" for what, count in sorted(counts.items(), key=str))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=random.getrandbits(32))
    arguments = parser.parse_args()
    seconds, seed = arguments.minutes * 30, arguments.seed
    told, held, slowest, faults = requests(seconds, random.Random(seed))
    print(
        f"requests: {sum(told.values())} ({listed(told)}), {held >> 20} MB, an answer beside them within {slowest:.2f} s,"
        f" seed {seed}, {len(faults)} faults",
        *faults,
        sep="\n",
        flush=True,
    )
    told, count, most, more = lies(seconds, seed)
    print(
        f"boards that lie: {sum(told.values())} commands, {count} lies (status {listed(told)}), {most >> 20} MB, seed {seed},"
        f" {len(more)} faults",
        *more,
        sep="\n",
    )
    sys.exit(bool(faults or more))


if __name__ == "__main__":
    main()
