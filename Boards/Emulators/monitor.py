"""What the emulators share: the control socket and the loop that keeps real time.

An emulator takes the place of QEMU: the serial line is a socket that is inherited as a descriptor, and the control socket takes
the commands of QEMU's monitor that Binnacle uses (qmp_capabilities, cont, stop, system_reset, query-status, qom-set), and one of
our own, query-clock: the board's own time. The board starts stopped. It ends when one of its sockets ends.
"""

import argparse
import json
import os
import pathlib
import select
import socket
import sys
import time

# The board's time follows this machine's, and never runs fast to make up for more than this.
LONGEST_LAG_SECONDS = 0.001

# The specific force, in micro-g; the models of accelerometers have milli-g.
FORCES = ["force-x", "force-y", "force-z"]
# The rate of turn, what the gyroscope adds to it, and the standard deviation of its noise, in thousandths of a degree a second.
RATES = ["rate-x", "rate-y", "rate-z"]
BIASES = ["rate-bias-x", "rate-bias-y", "rate-bias-z"]
NOISE = "rate-noise"


class KeptMemory:
    """The file that keeps the flash of the records."""

    def __init__(self, path):
        self.file = open(path, "r+b") if path else None
        self.content = self.file.read() if path else b""

    def save(self, content):
        if content == self.content:
            return
        try:
            self.file.seek(0)
            self.file.write(content)
            self.file.flush()
        except OSError as error:
            sys.exit(f"emulator: failed to write backing file: {error}")
        self.content = content


class Monitor:
    """The control socket: one JSON object a line, as in QEMU's machine protocol."""

    def __init__(self, control, board, name):
        self.control, self.board, self.text, self.is_running = control, board, b"", False
        board.when_reset = self.report_reset
        self.send({"QMP": {"version": {"package": name}, "capabilities": []}})

    def send(self, message):
        self.control.sendall(json.dumps(message).encode() + b"\n")

    def report_reset(self, by_guest):
        now = time.time()
        stamp = {"seconds": int(now), "microseconds": int(now % 1 * 1e6)}
        # The field of a real board does not change when it is reset: it is as it was.
        self.send({"event": "RESET", "data": {"guest": by_guest, "reason": "guest-reset"}, "timestamp": stamp})

    def receive(self):
        chunk = self.control.recv(65536)
        self.text += chunk
        *lines, self.text = self.text.split(b"\n")
        for line in lines:
            request = json.loads(line)
            try:
                answer = {"return": self.carry_out(request["execute"], request.get("arguments", {}))}
            except ValueError as error:
                answer = {"error": {"class": "GenericError", "desc": str(error)}}
            self.send(answer | {"id": request.get("id")})
        return chunk

    def carry_out(self, command, arguments):
        if command in ("cont", "stop"):
            self.is_running = command == "cont"
        elif command == "system_reset":
            self.board.restart(from_watchdog=False)
        elif command == "query-status":
            return {"status": "running" if self.is_running else "paused"}
        elif command == "query-clock":
            return {"nanoseconds": round(self.board.seconds() * 1e9)}
        elif command == "qom-set":
            name, value = arguments["property"], arguments["value"]
            if name in FORCES:
                self.board.accelerometer.force[FORCES.index(name)] = value / 1000
                return {}
            if name in RATES:
                self.board.accelerometer.turn(RATES.index(name), value / 1000)
                return {}
            if name in BIASES:
                self.board.accelerometer.rate_bias[BIASES.index(name)] = value / 1000
                return {}
            if name == NOISE:
                self.board.accelerometer.rate_noise = value / 1000
                return {}
            limit = self.board.magnetometer.limit(name)
            if not 0 <= value <= limit:
                raise ValueError(f"value {value} of {name} is out of range 0 to {limit}")
            self.board.magnetometer.field[name] = value
        elif command != "qmp_capabilities":
            raise ValueError(f"the command {command} is unknown")
        return {}


def parser():
    """The options of every emulator."""
    options = argparse.ArgumentParser()
    options.add_argument("--image", required=True)
    options.add_argument("--records", help="file that keeps the flash of the records")
    options.add_argument("--records-size", type=int, default=0, help="its length in bytes")
    options.add_argument("--serial", type=int, required=True)
    options.add_argument("--control", type=int, required=True)
    return options


def missing(name, error, packages):
    """What to say when a Python package is missing. Debian's own Python takes packages in an environment alone."""
    # An installation has the boards without what is beside them in a checkout.
    setup = "run `make setup`, or " if (pathlib.Path(__file__).resolve().parents[2] / "Makefile").exists() else "run "
    return (
        f"{name}: {error}; {setup}`python3 -m venv ~/.binnacle && "
        f"~/.binnacle/bin/pip install {packages}`, then `export PATH=~/.binnacle/bin:$PATH`"
    )


def serve(name, options, make):
    """Runs a board until a socket ends. `make` gives the board and what its serial line is."""
    try:
        keep_running(name, options, make)
    except (BrokenPipeError, ConnectionResetError):
        sys.exit(0)


def keep_running(name, options, make):
    serial = socket.socket(fileno=options.serial)
    serial.setblocking(True)
    if options.records and os.path.getsize(options.records) != options.records_size:
        sys.exit(f"{name}: {options.records} has not {options.records_size} bytes")
    board, link = make()
    monitor = Monitor(socket.socket(fileno=options.control), board, name)
    waiting, sources = b"", [serial, monitor.control]
    origin = time.monotonic() - board.seconds()
    while True:
        ahead = board.seconds() + origin - time.monotonic()
        if not monitor.is_running or ahead < -LONGEST_LAG_SECONDS:
            # Time that was lost stays lost.
            origin = time.monotonic() - board.seconds()
        pause = max(ahead, 0) if monitor.is_running else None
        watched = [monitor.control] if waiting else sources
        ready = select.select(watched, [], [], pause)[0]
        for source in ready:
            if source is serial:
                waiting = serial.recv(4096)
                if not waiting:
                    return
            elif not monitor.receive():
                return
        if ready and ahead > 0:
            # What came does not make the board's time run faster.
            continue
        if monitor.is_running:
            room = link.room()
            link.feed(waiting[:room])
            waiting = waiting[room:]
            board.run()
            if link.sent:
                serial.sendall(link.sent)
                link.sent.clear()
