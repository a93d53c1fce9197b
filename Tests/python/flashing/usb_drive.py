"""A loader's USB drive as a FUSE file system, with the faults of real ones.

    python usb_drive.py FOLDER COPY FAULT    FOLDER: where it is mounted; COPY: the file that keeps what was written

Faults: none, slow, full, read-only, denied, lost (an error in the middle), vanishing (it is unmounted in the middle and its program
ends, as of a board that is unplugged), gone (an error with the last block, as of a board that restarts).
"""

import errno
import os
import pathlib
import stat
import subprocess
import sys
import time

import mfusepy

INFO = b"UF2 Bootloader v2.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n"
BLOCK = 512


class Drive(mfusepy.Operations):
    use_ns = True

    def __init__(self, folder, copy, fault):
        self.folder, self.copy, self.fault, self.content, self.name = (
            folder,
            pathlib.Path(copy),
            fault,
            bytearray(),
            None,
        )

    def getattr(self, path, fh=None):
        if path == "/":
            return {"st_mode": stat.S_IFDIR | 0o755, "st_nlink": 2}
        if path == "/INFO_UF2.TXT":
            return {"st_mode": stat.S_IFREG | 0o444, "st_nlink": 1, "st_size": len(INFO)}
        if path == self.name:
            return {"st_mode": stat.S_IFREG | 0o644, "st_nlink": 1, "st_size": len(self.content)}
        raise mfusepy.FuseOSError(errno.ENOENT)

    def readdir(self, path, fh):
        return [".", "..", "INFO_UF2.TXT"] + ([self.name[1:]] if self.name else [])

    def read(self, path, size, offset, fh):
        return (INFO if path == "/INFO_UF2.TXT" else bytes(self.content))[offset : offset + size]

    def create(self, path, mode, fi=None):
        if self.fault in ("read-only", "denied"):
            raise mfusepy.FuseOSError(errno.EROFS if self.fault == "read-only" else errno.EACCES)
        self.name = path
        return 0

    def truncate(self, path, length, fh=None):
        del self.content[length:]

    def write(self, path, data, offset, fh):
        end = offset + len(data)
        if self.fault == "full" and end > 65_536:
            raise mfusepy.FuseOSError(errno.ENOSPC)
        if self.fault == "lost" and end > 100_000:
            raise mfusepy.FuseOSError(errno.EIO)
        if self.fault == "vanishing" and end > 100_000:
            subprocess.run(["umount", "--lazy", self.folder], check=False)
            os._exit(1)
        if self.fault == "slow":
            time.sleep(0.05)
        self.content[offset:end] = data
        self.copy.write_bytes(self.content)
        return len(data)

    def fsync(self, path, datasync, fh):
        if self.fault == "gone":
            raise mfusepy.FuseOSError(errno.EIO)
        return 0


if __name__ == "__main__":
    folder, copy, fault = sys.argv[1:]
    mfusepy.FUSE(Drive(folder, copy, fault), folder, foreground=True, nothreads=True)
