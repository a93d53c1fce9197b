"""The USB bench: live readings over real USB serial, pulled and plugged, without hardware.

    python3 bench.py [--short] [--only NAME,...] [--seed N] [--sabotage HOW] [--keep] PROGRAM IMAGE CACHE

Boots Debian's kernel with the release program PROGRAM inside, wires its emulated FTDI adapter to an emulated board that
runs the firmware IMAGE, and runs the scenarios of scenarios.py in the guest. Prints one line each; exits 0 when all
passed, 1 when one failed, 7 when something that the bench needs is missing.
"""

import argparse
import contextlib
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

import image
import machines
import scenarios
from cable import Cable
from standstill import Standstill

TRIES = 3
"""Of a scenario that fails while the machine stands still."""


class Bench:
    """What a scenario works with: the guest, the board, the cable between them, and the scale of the run."""

    def __init__(self, options, kernel, initramfs, folder):
        self.options, self.folder = options, folder
        self.is_short = options.short
        self.random = random.Random(options.seed)
        self.log = open(os.path.join(folder, "qemu.log"), "wb")
        self.guest = self.board = self.cable = None
        self.remarks = []
        """What took longer than it should in the short form, where this machine may be the cause."""
        try:
            self.guest = machines.Guest(kernel, initramfs, folder, self.log)
            self.board = machines.Board(options.image, self.log)
            self.cable = Cable(self.board.serial, self.guest.sockets[0])
            self.cable.sabotage = options.sabotage
        except BaseException:
            self.end()
            raise

    def check(self):
        """After a failure: what the scenario left running is ended, and the guest still answers."""
        self.cable.impostor = self.cable.noise = None
        self.guest.run("killall -9 binnacle cat", 5)

    @contextlib.contextmanager
    def other_adapter(self, impostor):
        """A second adapter with this device behind it, for as long as the block runs."""
        idle, _unused = socket.socketpair()
        other = Cable(idle, self.guest.sockets[1])
        other.impostor = impostor
        try:
            other.plug()
            self.guest.run("for i in $(seq 100); do [ -c /dev/ttyUSB0 ] && exit 0; usleep 50000; done; exit 1")
            yield other
        finally:
            other.end()
            idle.close()
            _unused.close()

    def end(self):
        # Each ends whether or not the end of another fails.
        with contextlib.ExitStack() as ends:
            ends.callback(self.log.close)
            for part in (self.guest, self.board, self.cable):
                if part:
                    ends.callback(part.end)


def wanted(options):
    names = options.only.split(",") if options.only else None
    chosen = [entry for entry in scenarios.ALL if names is None or entry.__name__ in names]
    if names is not None and len(chosen) != len(names):
        known = ", ".join(entry.__name__ for entry in scenarios.ALL)
        sys.exit(f"There is no such scenario; those there are: {known}")
    return chosen


def run(options, folder):
    try:
        kernel, initramfs, seconds, downloads = image.build(options.cache, options.program)
    except image.Missing as missing:
        print(missing, file=sys.stderr)
        return 7
    loaded = f", {' and '.join(downloads)} downloaded" if downloads else ""
    print(f"guest image {os.path.getsize(initramfs) / 1e6:.0f} MB, made in {seconds:.1f} s{loaded}", flush=True)
    bench = Bench(options, kernel, initramfs, folder)
    standstill = Standstill()
    failed, repeated = [], 0
    try:
        print(f"guest booted in {bench.guest.boot_seconds:.1f} s; seed {options.seed}", flush=True)
        for scenario in wanted(options):
            for number in range(TRIES):
                before = standstill.count
                passes = attempt(scenario, bench)
                if passes or standstill.count == before:
                    break
                repeated += number + 1 < TRIES
                print("      the machine stood still" + ("; again" if number + 1 < TRIES else ""), flush=True)
            if not passes:
                failed.append(scenario.__name__)
    finally:
        bench.end()
    verdict = f"{len(failed)} failed: {', '.join(failed)}" if failed else "all passed"
    print(f"usb-bench: {verdict}; scenarios repeated after a standstill: {repeated}", flush=True)
    return 1 if failed else 0


def attempt(scenario, bench):
    """Runs a scenario and prints its line; whether it passed."""
    began = time.monotonic()
    try:
        said, verdict = scenario(bench), "pass"
    except (machines.Failure, subprocess.TimeoutExpired, OSError, LookupError, TypeError, ValueError) as error:
        kind = "" if isinstance(error, machines.Failure) else f"{type(error).__name__}: "
        said, verdict = f"{kind}{error}", "FAIL"
        try:
            bench.check()
        except machines.Failure as gone:
            said += f"; then {gone}"
    print(f"{verdict}  {scenario.__name__:<14} {time.monotonic() - began:6.1f} s  {said}", flush=True)
    while bench.remarks:
        print(f"      slow: {bench.remarks.pop(0)}", flush=True)
    return verdict == "pass"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("image")
    parser.add_argument("cache")
    parser.add_argument("--short", action="store_true", help="seconds instead of minutes a scenario")
    parser.add_argument("--only", help="names of scenarios, separated by commas")
    parser.add_argument("--seed", type=int, default=int(time.time()) % 100_000)
    parser.add_argument(
        "--sabotage", choices=("damage", "repeat", "swallow"), help="a faulty cable: scenarios must fail"
    )
    parser.add_argument("--keep", action="store_true", help="leave the guest's outputs in their temporary folder")
    options = parser.parse_args()
    # An ordinary end on these signals too, so that everything is cleaned up; QEMU dies with us on all others.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(1))
    folder = tempfile.mkdtemp(prefix="usb-bench-")
    try:
        status = run(options, folder)
    except machines.Failure as failure:
        print(f"FAIL  {failure}", file=sys.stderr)
        status = 1
    except KeyboardInterrupt:
        status = 1
    finally:
        if options.keep:
            print(f"kept: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    sys.exit(status)


if __name__ == "__main__":
    main()
