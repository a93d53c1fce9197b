"""Twenty clients of `binnacle publish` for an hour (`make publish-soak`): one never reads, one is killed every second. No
reading may reach the others late by more than 0.2 s, and the program's memory stays flat. Prints its figures as JSON."""

import argparse
import json
import os
import pathlib
import selectors
import signal
import socket
import struct
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("BINNACLE_PROGRAM", ROOT / ".build" / "release" / "binnacle"))
PERIOD = 0.1
LATEST = 0.2


class Reader:
    """A client that reads; the lateness of a reading is counted from the earliest one."""

    def __init__(self, port, is_json):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=5)
        self.socket.setblocking(False)
        self.is_json = is_json
        self.buffer = b""
        self.readings = 0
        self.earliest = float("inf")
        self.worst = float("-inf")
        self.last = None
        self.gap = 0.0

    def take(self, now):
        part = self.socket.recv(65536)
        if not part:
            raise SystemExit("a client that reads was disconnected")
        *lines, self.buffer = (self.buffer + part).split(b"\n")
        for line in lines:
            if self.is_json:
                at = json.loads(line)["deviceTimeSeconds"]
                if self.last is not None:
                    self.gap = max(self.gap, at - self.last)
                self.last = at
            elif line[3:6] == b"HDG":
                # Sentences have no time. The readings of a simulated instrument are 0.1 s apart.
                at = self.readings * PERIOD
            else:
                continue
            self.readings += 1
            delay = now - at
            self.earliest, self.worst = min(self.earliest, delay), max(self.worst, delay)

    @property
    def lateness(self):
        return self.worst - self.earliest


def memory(pid):
    return int(pathlib.Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3600)
    seconds = parser.parse_args().seconds
    command = [PROGRAM, "publish", "simulated", "--location", "47.37,8.54", "--to", "nmea+tcp://:0", "--to"]
    program = subprocess.Popen([*command, "json+tcp://:0", "--json"], stdout=subprocess.PIPE, text=True)
    try:
        targets = json.loads(program.stdout.readline())["targets"]
        ports = [int(target["place"].rpartition(":")[2]) for target in targets]
        idle = socket.create_connection(("127.0.0.1", ports[0]), timeout=5)
        readers = [Reader(ports[index % 2], index % 2 == 1) for index in range(18)]
        selector = selectors.DefaultSelector()
        for reader in readers:
            selector.register(reader.socket, selectors.EVENT_READ, reader)
        begun = time.monotonic()
        killed, next_kill, samples, next_sample, kills = None, begun, [], begun + min(30, seconds / 4), 0
        while time.monotonic() < begun + seconds:
            for key, _ in selector.select(0.05):
                key.data.take(time.monotonic())
            now = time.monotonic()
            if now >= next_kill:
                next_kill += 1
                if killed:
                    # A reset, as of a program that was killed with data unread.
                    killed.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    killed.close()
                    kills += 1
                killed = socket.create_connection(("127.0.0.1", ports[kills % 2]), timeout=5)
            if now >= next_sample:
                next_sample += max(1, seconds / 360)
                samples.append(memory(program.pid))
        times = pathlib.Path(f"/proc/{program.pid}/stat").read_text().rpartition(")")[2].split()
        ticks = (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")
        descriptors = len(list(pathlib.Path(f"/proc/{program.pid}/fd").iterdir()))
        program.send_signal(signal.SIGTERM)
        summary = json.loads(program.communicate(timeout=10)[0].splitlines()[-1])
    finally:
        program.kill()
        program.wait(10)
    idle.close()
    counts = [reader.readings for reader in readers]
    quarter = len(samples) // 4
    early, late = (sum(part) / len(part) for part in (samples[quarter : 2 * quarter], samples[3 * quarter :]))
    result = {
        "seconds": round(seconds),
        "clients": len(readers) + 2,
        "readings": [min(counts), max(counts)],
        "latestSeconds": round(max(reader.lateness for reader in readers), 4),
        "longestStepSeconds": round(max(reader.gap for reader in readers), 4),
        "kills": kills,
        "memoryBytes": {"secondQuarter": round(early), "lastQuarter": round(late), "most": max(samples)},
        "descriptors": descriptors,
        "cpuSeconds": ticks,
        "targets": summary["targets"],
    }
    result["pass"] = (
        result["latestSeconds"] <= LATEST
        and result["longestStepSeconds"] < 1.5 * PERIOD
        and counts[0] >= (seconds - 2) / PERIOD * 0.99
        and max(counts) - min(counts) <= 2
        and late - early < 256 << 10
        and descriptors < 64
    )
    print(json.dumps(result))
    return 0 if result["pass"] else 1


if __name__ == "__main__":
    sys.exit(main())
