"""A Raspberry Pi Pico that is plugged into a computer: its serial port as a TCP port, and its loader's drive as a mounted folder.

    python pico_on_usb.py IMAGE FOLDER COPY [BYTES]    IMAGE: what it runs, FOLDER: where its drive is mounted, COPY: gets its flash,
                                                       BYTES: who has first written so many is asked to end

Each block of the drive goes over emulated USB to the vendor's boot ROM. The script tells its link, and ends with its standard input.
"""

import errno
import os
import pathlib
import signal
import stat
import subprocess
import sys
import threading
import time

import mfusepy

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[3] / "Boards" / "Emulators")]
import flash_desk  # noqa: E402
import rom_loader  # noqa: E402
import rp2040  # noqa: E402
from fat16 import Volume  # noqa: E402

ROM_END = 0x4000


class NoLine:
    """The serial port of a board that has none just now."""

    sent = b""

    def __init__(self):
        self.sent = bytearray()

    def room(self):
        return 0

    def feed(self, chunk):
        pass


class Desk(flash_desk.Bench):
    """The board in a thread. `drive` is the computer's driver while the loader is there."""

    def __init__(self, image, copy):
        board = rp2040.Board(image, make_chip=rom_loader.Chip)
        super().__init__(board, NoLine())
        self.copy, self.drive_host, self.lock = copy, None, threading.Lock()
        self.loader_came = threading.Event()
        board.when_reset = lambda _: self.unplug()
        self.unplug()

    def unplug(self):
        """A board that restarts leaves the bus."""
        if self.drive_host:
            self.copy.write_bytes(self.board.chip.flash[: 2 << 20])
            self.drive_host.leave()
        self.drive_host, self.line = None, NoLine()
        self.loader_came.clear()
        usb = self.board.chip.usb_ctrl
        usb.on_usb_enabled = self.plug
        usb.on_reset_received = usb.on_endpoint_write = usb.on_endpoint_read = usb.on_reset = None

    def plug(self):
        """The firmware starts its USB controller."""
        if self.board.chip.core.pc < ROM_END:
            self.drive_host = rom_loader.Host(self.board)
        else:
            self.line = rp2040.Cable(self.board.chip)
            self.board.chip.usb_ctrl.on_usb_enabled()

    def turn(self):
        with self.lock:
            self.board.run()
            if self.drive_host and not self.loader_came.is_set() and self.drive_host.is_there():
                self.drive_host.enumerate()
                self.loader_came.set()
        if self.drive_host:
            # The driver of the drive comes next.
            time.sleep(0.001)


class Drive(mfusepy.Operations):
    """What the kernel would do with the drive's blocks. Nothing answers any more when the loader has gone."""

    use_ns = True

    interrupt_at = None

    def __init__(self, desk):
        self.desk, self.host = desk, desk.drive_host
        self.volume = self.on_bus(Volume, self.host)
        self.old = {"/" + name: self.on_bus(self.volume.content, name) for name in self.volume.files()}
        self.new = {}

    def on_bus(self, action, *words):
        with self.desk.lock:
            if self.desk.drive_host is not self.host:
                raise mfusepy.FuseOSError(errno.EIO)
            try:
                return action(*words)
            except (rom_loader.Gone, OSError):
                raise mfusepy.FuseOSError(errno.EIO) from None

    def getattr(self, path, fh=None):
        mode, size = stat.S_IFREG | 0o644, None
        if path == "/":
            mode, size = stat.S_IFDIR | 0o755, 0
        elif path in self.new:
            size = len(self.new[path].content)
        elif path in self.old:
            size = len(self.old[path])
        if size is None:
            raise mfusepy.FuseOSError(errno.ENOENT)
        return {"st_mode": mode, "st_nlink": 1, "st_size": size, "st_uid": os.getuid(), "st_gid": os.getgid()}

    def readdir(self, path, fh):
        return [".", "..", *(name[1:] for name in (*self.old, *self.new))]

    def read(self, path, size, offset, fh):
        content = self.new[path].content if path in self.new else self.old[path]
        return bytes(content[offset : offset + size])

    def create(self, path, mode, fi=None):
        self.new[path] = self.volume.create(path[1:])
        return 0

    def truncate(self, path, length, fh=None):
        pass

    def write(self, path, data, offset, fh):
        self.on_bus(self.new[path].write, data, offset)
        if Drive.interrupt_at and offset + len(data) >= Drive.interrupt_at:
            Drive.interrupt_at = None
            # As Ctrl-C does. Not SIGINT: a shell starts what runs in the background with that ignored.
            os.kill(mfusepy.fuse_get_context()[2], signal.SIGTERM)
        return len(data)

    def fsync(self, path, datasync, fh):
        self.on_bus(self.new[path].close)
        return 0


def main():
    image, folder, copy = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    Drive.interrupt_at = int(sys.argv[4]) if len(sys.argv) > 4 else None

    def unmount():
        subprocess.run(["umount", "--lazy", folder], check=False, stderr=subprocess.DEVNULL)

    def end_with_standard_input():
        sys.stdin.read()
        unmount()
        os._exit(0)

    threading.Thread(target=end_with_standard_input, daemon=True).start()
    with Desk(image, copy) as desk:
        print(desk.link, flush=True)
        while desk.loader_came.wait():
            drive = Drive(desk)

            def follow():
                """The computer forgets a drive that is gone."""
                while desk.drive_host is drive.host:
                    time.sleep(0.01)
                unmount()

            threading.Thread(target=follow, daemon=True).start()
            mfusepy.FUSE(drive, folder, foreground=True, nothreads=True, raw_fi=False)


if __name__ == "__main__":
    main()
