"""An emulated board on a serial line that Chromium opens by Web Serial, nothing of it made up.

The board's own firmware runs in its emulator. A pseudo-terminal is its cable, and lies over /dev/ttyS0 in a mount namespace of
the browser alone: Chromium lists the port because the kernel does, and a managed policy allows it without a question. Outside
the namespace /dev/ttyS0 is the machine's own console, which nobody here opens.
"""

import json
import math
import os
import pathlib
import random
import shutil
import socket
import subprocess
import sys
import threading
import time
import tty

from conftest import CHROMIUM, ROOT

PORT = pathlib.Path("/dev/ttyS0")
SCRIPTS = {"unicorn": "nrf.py", "unicorn-riscv": "esp32c3.py", "rp2040py": "rp2040.py"}
QEMU = {"ARM": "qemu-system-arm", "RISC-V": "qemu-system-riscv32"}


def obstacle():
    """Why this machine cannot do it; None where it can."""
    if not pathlib.Path("/sys/class/tty", PORT.name).exists() or not PORT.exists():
        return f"the kernel lists no serial port {PORT.name}"
    for program in ("unshare", "nsenter", "mount", "setpriv"):
        if not shutil.which(program):
            return f"{program} of util-linux is missing"
    made = subprocess.run(["unshare", "-m", "true"], capture_output=True, text=True)
    return f"no mount namespace may be made: {made.stderr.strip()}" if made.returncode else None


def image(name):
    return ROOT / f".build/boards/{name}/image/{name}.elf"


class World:
    """The field about the chip, nT, and the force on it, micro-g: the Earth's, iron beside the chip, and how it is held."""

    HORIZONTAL, VERTICAL = 20_000, 40_000
    # QEMU's chip takes no negative field.
    IRON = (62_000, 65_000, 60_000)
    SOFT = ((1.05, 0.02, -0.01), (0.02, 0.97, 0.01), (-0.01, 0.01, 1.0))

    def __init__(self, haste):
        self.haste, self.random = haste, random.Random(5)
        self.lock = threading.Lock()
        self.is_turning = False
        self.magnet = (0, 0, 0)
        self.north, self.down = [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]
        self.seconds = 0.0

    def hold(self, heading):
        """Level, at a heading in degrees."""
        with self.lock:
            self.is_turning = False
            angle = math.radians(heading)
            self.north, self.down = [math.cos(angle), -math.sin(angle), 0.0], [0.0, 0.0, 1.0]

    def advance(self, seconds):
        with self.lock:
            if not self.is_turning:
                return
            seconds *= self.haste
            self.seconds += seconds
            t = self.seconds
            # Rates of periods that do not fit each other: every direction comes.
            rate = (
                2.6 * math.sin(0.73 * t) + 0.9,
                2.3 * math.sin(0.47 * t + 1.3),
                1.9 * math.sin(0.31 * t + 0.4) + 0.6,
            )
            self.north, self.down = (turned(vector, rate, seconds) for vector in (self.north, self.down))

    def sample(self):
        with self.lock:
            field = [self.HORIZONTAL * n + self.VERTICAL * d for n, d in zip(self.north, self.down)]
            force = [-1e6 * d + self.random.gauss(0, 900) for d in self.down]
            magnet = self.magnet
        measured = (sum(a * b for a, b in zip(row, field)) for row in self.SOFT)
        return [round(m + i + x + self.random.gauss(0, 60)) for m, i, x in zip(measured, self.IRON, magnet)], force


def turned(v, rate, seconds):
    """What a body that turns sees of a fixed direction."""
    size = math.sqrt(sum(r * r for r in rate))
    k, angle = [r / size for r in rate], -size * seconds
    cross = (k[1] * v[2] - k[2] * v[1], k[2] * v[0] - k[0] * v[2], k[0] * v[1] - k[1] * v[0])
    along = sum(a * b for a, b in zip(k, v)) * (1 - math.cos(angle))
    out = [a * math.cos(angle) + c * math.sin(angle) + b * along for a, b, c in zip(v, k, cross)]
    length = math.sqrt(sum(x * x for x in out))
    return [x / length for x in out]


class Board:
    """A board's firmware in its emulator, in a world that moves. `serial` is our end of its line."""

    PERIOD = 0.025

    def __init__(self, name, folder):
        board = json.loads((ROOT / f"Boards/{name}/board.json").read_text())
        self.emulator, core = board["emulator"], board["core"]
        self.is_script = self.emulator["machine"] in SCRIPTS
        self.serial, serial = socket.socketpair()
        control_ours, control = socket.socketpair()
        log = open(folder / f"{name}.log", "wb")
        self.process = subprocess.Popen(
            [
                "setpriv",
                "--pdeathsig",
                "KILL",
                "--",
                *self.command(core, image(name), serial.fileno(), control.fileno(), folder),
            ],
            pass_fds=(serial.fileno(), control.fileno()),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
        log.close()
        serial.close()
        control.close()
        self.control = control_ours.makefile("rwb")
        # An accelerometer is read some milliseconds before or after the magnetometer: both must see the same attitude.
        self.world = World(haste=0.4 if self.emulator.get("accelerometer") else 2)
        self.is_over = threading.Event()
        try:
            if not self.control.readline():
                raise RuntimeError(
                    f"the emulator of {name} did not start: {(folder / f'{name}.log').read_text()[-500:]}"
                )
            self.execute("qmp_capabilities")
            self.set_field()
            self.execute("cont")
        except BaseException:
            self.process.kill()
            self.process.wait()
            raise
        self.mover = threading.Thread(target=self.move, daemon=True)
        self.mover.start()

    def command(self, core, image, serial, control, folder):
        machine, options = self.emulator["machine"], self.emulator["options"]
        if self.is_script:
            self.path = "magnetometer"
            records = ["--records", self.memory(folder, int(options[options.index("--records-size") + 1]))]
            return [
                sys.executable,
                str(ROOT / "Boards/Emulators" / SCRIPTS[machine]),
                *options,
                "--image",
                str(image),
                "--serial",
                str(serial),
                "--control",
                str(control),
                *records,
            ]
        self.path = "/machine/peripheral/mag"
        drive = []
        for option in options:
            if "rom-size=" in option:
                size = int(option.split("rom-size=")[1].split(",")[0])
                drive = ["-drive", f"if=none,id=records,format=raw,file={self.memory(folder, size)}"]
        program = QEMU["RISC-V" if "RISC-V" in core else "ARM"]
        return [
            program,
            "-display",
            "none",
            "-nodefaults",
            "-S",
            "-M",
            machine,
            *options,
            "-kernel",
            str(image),
            *drive,
            "-chardev",
            f"socket,id=serial0,fd={serial}",
            "-serial",
            "chardev:serial0",
            "-chardev",
            f"socket,id=control,fd={control}",
            "-mon",
            "chardev=control,mode=control",
        ]

    def memory(self, folder, size):
        path = folder / "records"
        path.write_bytes(b"\xff" * size)
        return str(path)

    def execute(self, command, **arguments):
        self.control.write(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        self.control.flush()
        while True:
            line = self.control.readline()
            if not line:
                raise ConnectionError("the emulator ended")
            answer = json.loads(line)
            if "error" in answer:
                raise RuntimeError(f"{command} {arguments}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]

    def set_field(self):
        field, force = self.world.sample()
        for axis, value in zip("xyz", field):
            self.execute("qom-set", path=self.path, property=f"mag-{axis}", value=value)
        if self.emulator.get("accelerometer"):
            for axis, value in zip("xyz", force):
                self.execute("qom-set", path="accelerometer", property=f"force-{axis}", value=round(value))

    def seconds(self):
        """The board's own time where its emulator tells it: one that is slower than its board must not be turned faster."""
        if self.is_script:
            return self.execute("query-clock")["nanoseconds"] / 1e9
        return time.monotonic()

    def move(self):
        """The machine stands still while its field is set: no sample has axes of two fields."""
        try:
            before = self.seconds()
            while not self.is_over.wait(self.PERIOD):
                self.execute("stop")
                now = self.seconds()
                self.world.advance(min(0.1, now - before))
                before = now
                self.set_field()
                self.execute("cont")
        except (ConnectionError, ValueError, OSError):
            pass  # The emulator was ended.

    def end(self):
        """Whoever reads its serial line may have stopped: QEMU then answers no command, and the mover would wait for it for ever."""
        self.is_over.set()
        self.process.kill()
        self.mover.join(10)
        self.process.wait(10)
        self.serial.close()


class Cable:
    """Carries bytes between a board and a pseudo-terminal; what the board sends while it is pulled is lost."""

    def __init__(self, serial):
        self.serial, self.master, self.lock = serial, None, threading.Lock()
        serial.settimeout(0.2)
        self.is_over = threading.Event()
        self.threads = [threading.Thread(target=work, daemon=True) for work in (self.up, self.down)]
        for thread in self.threads:
            thread.start()

    def plug(self):
        """A new pseudo-terminal; returns its path."""
        master, slave = os.openpty()
        tty.setraw(slave)
        path = os.ttyname(slave)
        os.close(slave)
        os.set_blocking(master, False)
        with self.lock:
            self.master = master
        return path

    def pull(self):
        """Whoever has it open gets a hang-up."""
        with self.lock:
            master, self.master = self.master, None
        if master is not None:
            os.close(master)

    def up(self):
        while not self.is_over.is_set():
            try:
                chunk = self.serial.recv(4096)
            except TimeoutError:
                continue
            except OSError:
                return
            if not chunk:
                return
            with self.lock:
                try:
                    if self.master is not None:
                        os.write(self.master, chunk)
                except OSError:
                    pass  # Nobody reads, and it is full.

    def down(self):
        while not self.is_over.is_set():
            chunk = b""
            with self.lock:
                try:
                    if self.master is not None:
                        chunk = os.read(self.master, 4096)
                except OSError:
                    pass  # Nothing came, or nobody has it open.
            if chunk:
                try:
                    self.serial.sendall(chunk)
                except OSError:
                    pass  # The board takes no bytes, or has ended: on a wire they are lost.
            else:
                time.sleep(0.002)

    def end(self):
        self.is_over.set()
        for thread in self.threads:
            thread.join(10)
        self.pull()


class Namespace:
    """Chromium in a mount namespace in which a pseudo-terminal lies over the serial port, or /dev/null where it is pulled."""

    def __init__(self, folder, playwright, terminal, origin):
        policy = folder / "policy/policies/managed"
        policy.mkdir(parents=True)
        (policy / "serial.json").write_text(json.dumps({"SerialAllowAllPortsForUrls": [origin]}))
        self.pid_file = folder / "pid"
        steps = [
            "mount --make-rprivate /",
            f"mount --bind {folder}/policy /etc/chromium",
            f"mount --bind /dev/null {PORT}",
            f"mount --bind {terminal} {PORT}",
            f"echo $$ >{self.pid_file}",
            f'exec {CHROMIUM} "$@"',
        ]
        script = folder / "chromium"
        script.write_text(f"#!/bin/sh\nexec unshare -m sh -e -c '{'; '.join(steps)}' sh \"$@\"\n")
        script.chmod(0o755)
        self.browser = playwright.chromium.launch(executable_path=str(script), args=["--no-sandbox"])

    def mount(self, *command):
        subprocess.run(["nsenter", "-t", self.pid_file.read_text().strip(), "-m", *command], check=True)

    def take_away(self):
        # Chromium still has it open.
        self.mount("umount", "--lazy", str(PORT))

    def lay(self, terminal):
        self.mount("mount", "--bind", terminal, str(PORT))
