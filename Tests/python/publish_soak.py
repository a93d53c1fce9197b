"""Twenty clients of `binnacle publish` for an hour (`make publish-soak`): one never reads, one is killed every second. No
reading may reach the others late by more than 0.2 s, and the program's memory stays flat and small. A broker of MQTT is killed,
stopped and started again; what its listener got has no gap. Datagrams go to a socket that nobody reads, and to no socket at all.
Prints its figures as JSON. `--few` leaves out what is not NMEA 0183 or JSON lines, for the difference."""

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
import tempfile
import time

import mqtt_broker
import ports

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("BINNACLE_PROGRAM", ROOT / ".build" / "release" / "binnacle"))
PERIOD = 0.1
LATEST = 0.2
# The limit for a whole program with all targets and 20 clients.
MEMORY = 40 << 20
# What begins a reading in the lines of each server, in the order of the servers; JSON lines have a time of their own.
SERVERS = {
    "nmea+tcp://:0": lambda line: line[3:6] == b"HDG",
    "json+tcp://:0": None,
    "signalk+tcp://:0": lambda line: line.startswith(b'{"context"'),
    "n2k+tcp://:0": lambda line: b" 09F11223 " in line,
}


class Reader:
    """A client that reads; the lateness of a reading is counted from the earliest one."""

    def __init__(self, port, begins):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=5)
        self.socket.setblocking(False)
        self.begins = begins
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
            if self.begins is None:
                at = json.loads(line)["deviceTimeSeconds"]
                if self.last is not None:
                    self.gap = max(self.gap, at - self.last)
                self.last = at
            elif self.begins(line):
                # The others have no such time. The readings of a simulated instrument are 0.1 s apart.
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


class Deaths:
    """A broker that is killed, and at other times stopped so that its socket fills up, and comes back each time."""

    # Seconds: between two deaths, until the broker is back, and then at most until the program has tried it again.
    PERIOD, AWAY, TRIED = 60, 20, 12

    def __init__(self, folder, seconds):
        self.broker = mqtt_broker.Broker(pathlib.Path(folder)).start()
        self.listener = mqtt_broker.Listener(self.broker)
        self.period, self.away = min(self.PERIOD, seconds / 3), min(self.AWAY, seconds / 8)
        begun = time.monotonic()
        self.next, self.back, self.count = begun + self.period / 2, None, 0
        self.last = begun + seconds - self.away - self.TRIED

    def turn(self, now):
        if self.back is not None and now >= self.back:
            self.back = None
            if self.broker.process:
                self.broker.process.send_signal(signal.SIGCONT)
            else:
                self.broker.start()
        elif self.next <= now < self.last:
            self.next, self.back, self.count = now + self.period, now + self.away, self.count + 1
            if self.count % 2:
                self.broker.stop()
            else:
                self.broker.process.send_signal(signal.SIGSTOP)

    def numbers(self, total):
        """The numbers of the documents that came, once the last one is there."""
        topic = "soak/compass/reading"
        self.listener.wait(topic, lambda found: found and found[-1]["number"] >= total, seconds=60)
        return {document["number"] for document in self.listener.of(topic)}

    def end(self):
        self.listener.client.loop_stop()
        self.broker.stop()


def arguments(is_few, broker, full, nobody):
    words = [PROGRAM, "publish", "simulated", "--location", "47.37,8.54", "--rate", "10", "--json"]
    for name in list(SERVERS)[: 2 if is_few else None]:
        words += ["--to", name]
    if not is_few:
        words += ["--to", f"signalk+udp://127.0.0.1:{full}", "--to", f"n2k+udp://127.0.0.1:{nobody}"]
        words += ["--to", f"mqtt://127.0.0.1:{broker.port}/soak/compass"]
    return words


def drive(program, readers, ports, deaths, seconds):
    """The clients for this time: how many were killed, and samples of the memory."""
    selector = selectors.DefaultSelector()
    for reader in readers:
        selector.register(reader.socket, selectors.EVENT_READ, reader)
    begun = time.monotonic()
    killed, next_kill, samples, next_sample, kills = None, begun, [], begun + min(30, seconds / 4), 0
    while time.monotonic() < begun + seconds:
        for key, _ in selector.select(0.05):
            key.data.take(time.monotonic())
        now = time.monotonic()
        if deaths:
            deaths.turn(now)
        if now >= next_kill:
            next_kill += 1
            if killed:
                # A reset, as of a program that was killed with data unread.
                killed.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                killed.close()
                kills += 1
            killed = socket.create_connection(("127.0.0.1", ports[kills % len(ports)]), timeout=5)
        if now >= next_sample:
            next_sample += max(1, seconds / 360)
            samples.append(memory(program.pid))
    return kills, samples


def servers(targets):
    """(port, what begins a reading) of each server."""
    found = [(each["target"].replace("127.0.0.1", ""), each["place"].rpartition(":")[2]) for each in targets]
    return [(int(port), SERVERS[name]) for name, port in found if name in SERVERS]


def run(program, deaths, seconds):
    """The figures of a run of this program."""
    places = servers(json.loads(program.stdout.readline())["targets"])
    ports = [port for port, _ in places]
    with socket.create_connection(("127.0.0.1", ports[0]), timeout=5):
        readers = [Reader(*places[index % len(places)]) for index in range(18)]
        kills, samples = drive(program, readers, ports, deaths, seconds)
        times = pathlib.Path(f"/proc/{program.pid}/stat").read_text().rpartition(")")[2].split()
        ticks = (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")
        descriptors = len(list(pathlib.Path(f"/proc/{program.pid}/fd").iterdir()))
    program.send_signal(signal.SIGTERM)
    summary = json.loads(program.communicate(timeout=10)[0].splitlines()[-1])
    missing = None
    if deaths:
        missing = len(set(range(1, summary["readings"] + 1)) - deaths.numbers(summary["readings"]))
    return readers, kills, samples, descriptors, ticks, summary, missing


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--few", action="store_true")
    options = parser.parse_args()
    # A socket that nobody reads, and a port that nobody has.
    with socket.socket(type=socket.SOCK_DGRAM) as full, tempfile.TemporaryDirectory() as folder:
        full.bind(("127.0.0.1", 0))
        deaths = None if options.few else Deaths(folder, options.seconds)
        words = arguments(options.few, deaths and deaths.broker, full.getsockname()[1], ports.free_port())
        environment = dict(os.environ, **mqtt_broker.LIBRARIES)
        program = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment)
        try:
            figures = run(program, deaths, options.seconds)
        finally:
            program.kill()
            program.wait(10)
            if deaths:
                deaths.end()
    return conclude(options.seconds, deaths, *figures)


def conclude(seconds, deaths, readers, kills, samples, descriptors, ticks, summary, missing):
    """Prints the figures. Returns the exit status."""
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
        "brokerDeaths": deaths.count if deaths else None,
        "documentsMissing": missing,
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
        # What is kept for the broker comes and goes: 20 s of documents are 100 KB.
        and late - early < (256 << 10 if deaths is None else 512 << 10)
        and max(samples) < MEMORY
        and descriptors < 64
        and not missing
    )
    print(json.dumps(result))
    return 0 if result["pass"] else 1


if __name__ == "__main__":
    sys.exit(main())
