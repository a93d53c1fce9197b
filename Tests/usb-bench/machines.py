"""The two emulated machines: the board that runs our firmware, and the PC into which its cable goes."""

import json
import math
import os
import select
import shutil
import socket
import subprocess
import threading
import time


class Failure(Exception):
    """A scenario, or the bench itself, did not come out as it must."""


def start(program, arguments, descriptors, log):
    """Starts QEMU such that it ends with this process, however that ends. Call from the main thread only."""
    for needed in (program, "setpriv"):
        if not shutil.which(needed):
            raise Failure(f"{needed} is not installed.\nRun `make setup`, or install qemu-system-x86 and util-linux.")
    return subprocess.Popen(
        ["setpriv", "--pdeathsig", "KILL", "--", program, "-display", "none", "-nodefaults", *arguments],
        pass_fds=descriptors,
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        start_new_session=True,
    )


class Control:
    """QEMU's control socket (QMP), one command at a time."""

    def __init__(self, connection):
        self._file = connection.makefile("rwb")
        self._lock = threading.Lock()
        json.loads(self._file.readline())
        self.execute("qmp_capabilities")

    def execute(self, command, **arguments):
        with self._lock:
            self._file.write(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
            self._file.flush()
            while True:
                line = self._file.readline()
                if not line:
                    raise Failure(f"QEMU ended before it answered {command}")
                answer = json.loads(line)
                if "return" in answer:
                    return answer["return"]
                if "error" in answer:
                    raise Failure(f"QEMU refused {command}: {answer['error']['desc']}")


class Board:
    """An LM3S6965 with an LSM303DLHC; `serial` is our end of its UART and must always be drained."""

    def __init__(self, image, log):
        self.serial, theirs = socket.socketpair()
        control, control_theirs = socket.socketpair()
        self.process = start(
            "qemu-system-arm",
            [
                "-M",
                "lm3s6965evb",
                "-device",
                "lsm303dlhc_mag,id=mag,address=0x1e",
                "-kernel",
                image,
                "-S",
                "-chardev",
                f"socket,id=serial0,fd={theirs.fileno()}",
                "-serial",
                "chardev:serial0",
                "-chardev",
                f"socket,id=control,fd={control_theirs.fileno()}",
                "-mon",
                "chardev=control,mode=control",
            ],
            (theirs.fileno(), control_theirs.fileno()),
            log,
        )
        theirs.close()
        control_theirs.close()
        self.control = Control(control)
        self._changing = threading.Lock()
        self._is_over = threading.Event()
        self._turn = 0
        self._set_field()
        self.control.execute("cont")
        self._mover = threading.Thread(target=self._move, daemon=True)
        self._mover.start()

    def _set_field(self):
        # A horizontal field of 20 µT that turns by a degree each time, 40 µT down, and 60 µT of hard iron on each axis,
        # in nT; the model refuses negative values.
        angle = math.radians(self._turn)
        self._turn += 1
        field = (60_000 + 20_000 * math.cos(angle), 60_000 - 20_000 * math.sin(angle), 100_000)
        for axis, value in zip("xyz", field):
            self.control.execute("qom-set", path="/machine/peripheral/mag", property=f"mag-{axis}", value=round(value))

    def _move(self):
        """A chip whose every sample is the same is taken for a faulty one, and rightly so."""
        try:
            while not self._is_over.wait(0.2):
                with self._changing:
                    self.control.execute("stop")
                    self._set_field()
                    self.control.execute("cont")
        except (Failure, OSError, ValueError):
            if not self._is_over.is_set():
                raise

    def reset(self):
        """Presses the reset button. That clears the model's field, which is set again before the firmware starts."""
        with self._changing:
            self.control.execute("stop")
            self.control.execute("system_reset")
            self._set_field()
            self.control.execute("cont")

    def end(self):
        self._is_over.set()
        # QEMU answers no command while nobody reads its serial line, and the mover would wait for it for ever.
        self.process.kill()
        self._mover.join(10)
        self.process.wait(10)
        self.serial.close()


class Guest:
    """A PC with USB. Commands run as root, several at a time if need be."""

    SERIAL_NUMBER = "BENCH0042"

    def __init__(self, kernel, initramfs, folder, log):
        self.share = os.path.join(folder, "share")
        os.mkdir(self.share)
        self.sockets = [os.path.join(folder, f"usb{index}") for index in range(2)]
        self.console = os.path.join(folder, "console")
        self._agent, theirs = socket.socketpair()
        control, control_theirs = socket.socketpair()
        arguments = self._arguments(kernel, initramfs, theirs.fileno(), control_theirs.fileno())
        began = time.monotonic()
        self.process = start("qemu-system-x86_64", arguments, (theirs.fileno(), control_theirs.fileno()), log)
        theirs.close()
        control_theirs.close()
        self.control = Control(control)
        self._next, self._text, self._done = 1, b"", {}
        self._monitor = threading.Condition()
        self._ready = threading.Event()
        threading.Thread(target=self._listen, daemon=True).start()
        if not self._ready.wait(60):
            with open(self.console, errors="replace") as file:
                raise Failure(f"The guest did not start within 60 s. Its last words: {file.read()[-500:]}")
        self.boot_seconds = time.monotonic() - began

    def _arguments(self, kernel, initramfs, agent, control):
        """Those of QEMU; `agent` and `control` are sockets."""
        arguments = [
            "-M",
            "q35",
            "-cpu",
            "max",
            "-m",
            "1024",
            "-smp",
            "1",
            "-no-reboot",
            "-kernel",
            kernel,
            "-initrd",
            initramfs,
            "-append",
            "console=ttyS0 quiet loglevel=4 rdinit=/init panic=-1 random.trust_cpu=on",
            "-chardev",
            f"file,id=console,path={self.console}",
            "-serial",
            "chardev:console",
            "-chardev",
            f"socket,id=agent,fd={agent}",
            "-device",
            "virtio-serial-pci",
            "-device",
            "virtserialport,chardev=agent",
            "-chardev",
            f"socket,id=control,fd={control}",
            "-mon",
            "chardev=control,mode=control",
            "-fsdev",
            f"local,id=share,path={self.share},security_model=none",
            "-device",
            "virtio-9p-pci,fsdev=share,mount_tag=bench",
            "-device",
            "qemu-xhci,id=xhci",
        ]
        for index, path in enumerate(self.sockets):
            number = self.SERIAL_NUMBER if index == 0 else f"OTHER{index:04}"
            arguments += [
                "-chardev",
                f"socket,id=cable{index},path={path},server=on,wait=off",
                "-device",
                f"usb-serial,id=adapter{index},chardev=cable{index},bus=xhci.0,serial={number}",
            ]
        return arguments

    def _listen(self):
        while True:
            try:
                part = self._agent.recv(4096)
            except OSError:
                return  # The guest was ended.
            if not part:
                return
            self._text += part
            *lines, self._text = self._text.split(b"\n")
            for line in lines:
                words = line.split()
                if words == [b"ready"]:
                    self._ready.set()
                elif len(words) == 2:
                    with self._monitor:
                        self._done[int(words[0])] = (int(words[1]), time.monotonic())
                        self._monitor.notify_all()

    def begin(self, command):
        """Starts a command; returns it, to be waited for."""
        with self._monitor:
            number = self._next
            self._next += 1
        try:
            self._agent.sendall(f"{number} {command}\n".encode())
        except OSError as error:
            raise Failure(f"the guest has ended before `{command}`: {error}") from error
        return Command(self, number, command)

    def run(self, command, seconds=30):
        """Runs a command to its end; returns (status, standard output, standard error)."""
        return self.begin(command).wait(seconds)

    def ended(self, number, seconds):
        with self._monitor:
            self._monitor.wait_for(lambda: number in self._done, seconds)
            return self._done.get(number)

    def end(self):
        self.process.kill()
        self.process.wait(10)


class Command:
    """A command in the guest that may still be running."""

    def __init__(self, guest, number, text):
        self._guest, self._number, self.text = guest, number, text
        self.ended_at = None

    def _read(self, suffix):
        try:
            with open(os.path.join(self._guest.share, f"{self._number}.{suffix}"), errors="replace") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    @property
    def output(self):
        return self._read("out")

    @property
    def errors(self):
        return self._read("err")

    def is_over(self):
        return self._guest.ended(self._number, 0) is not None

    def wait(self, seconds=30):
        done = self._guest.ended(self._number, seconds)
        if done is None:
            raise Failure(f"`{self.text}` did not end within {seconds:.0f} s; it said: {self.errors[-300:]}")
        status, self.ended_at = done
        return status, self.output, self.errors

    def wait_for(self, condition, seconds, what):
        """Waits until condition(self) holds; returns the moment. The command may end, but not before it holds."""
        until = time.monotonic() + seconds
        while not condition(self):
            if self.is_over() and not condition(self):
                raise Failure(f"it ended before {what}: {self.errors[-300:]}")
            if time.monotonic() > until:
                raise Failure(f"no sign of {what} within {seconds} s; it said: {self.errors[-300:]}")
            select.select([], [], [], 0.005)
        return time.monotonic()
