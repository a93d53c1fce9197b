"""A FAT16 volume on a drive of blocks, as far as a loader's drive needs it: its files are read, and one is written.

Microsoft Extensible Firmware Initiative FAT32 File System Specification, version 1.03: "FAT: General Overview of On-Disk Format".
"""

import struct

BLOCK = 512
VOLUME_LABEL, LONG_NAME, DIRECTORY = 0x08, 0x0F, 0x10
END_OF_FILE = 0xFFFF
# Blocks that go with one command.
MOST = 128


class Volume:
    """`drive` has `read_blocks(first, count)` and `write_blocks(first, content)`."""

    def __init__(self, drive):
        self.drive = drive
        table = drive.read_blocks(0, 1)
        assert table[510:] == b"\x55\xaa"
        # A drive with a partition table has a volume in its first partition, at the block that is named there.
        self.first = int.from_bytes(table[454:458], "little") if table[0] not in (0xEB, 0xE9) else 0
        boot = drive.read_blocks(self.first, 1)
        size, self.cluster, reserved, tables, self.entries = struct.unpack_from("<HBHBH", boot, 11)
        self.table_blocks = int.from_bytes(boot[22:24], "little")
        assert size == BLOCK and boot[54:62] == b"FAT16   ", boot[:64].hex()
        self.label = boot[43:54].decode().strip()
        self.tables = [self.first + reserved + self.table_blocks * n for n in range(tables)]
        self.root = self.first + reserved + self.table_blocks * tables
        self.data = self.root + self.entries * 32 // BLOCK
        self.directory = bytearray(drive.read_blocks(self.root, self.entries * 32 // BLOCK))
        self.chains = bytearray(self.read(self.tables[0], self.table_blocks))

    def read(self, first, count):
        return b"".join(
            self.drive.read_blocks(at, min(MOST, first + count - at)) for at in range(first, first + count, MOST)
        )

    def place(self, cluster):
        return self.data + (cluster - 2) * self.cluster

    def chain(self, cluster, following=None):
        if following is not None:
            struct.pack_into("<H", self.chains, 2 * cluster, following)
        return struct.unpack_from("<H", self.chains, 2 * cluster)[0]

    def files(self):
        """{name: (first cluster, bytes)}."""
        found = {}
        for at in range(0, len(self.directory), 32):
            entry = self.directory[at : at + 32]
            if entry[0] == 0:
                break
            if entry[0] == 0xE5 or entry[11] & LONG_NAME == LONG_NAME or entry[11] & (VOLUME_LABEL | DIRECTORY):
                continue
            stem, ending = entry[:8].decode().rstrip(), entry[8:11].decode().rstrip()
            found[f"{stem}.{ending}" if ending else stem] = struct.unpack_from("<HI", entry, 26)
        return found

    def content(self, name):
        cluster, size = self.files()[name]
        content = b""
        while len(content) < size:
            content += self.read(self.place(cluster), self.cluster)
            cluster = self.chain(cluster)
        return content[:size]

    def create(self, name):
        return File(self, name)


class File:
    """A new file, in clusters that follow each other. The table and the directory are written at the end, as Linux does."""

    def __init__(self, volume, name):
        self.volume, self.name, self.content, self.done = volume, name.upper(), bytearray(), 0
        used = [n for n in range(2, len(volume.chains) // 2) if volume.chain(n)]
        self.cluster = max(used, default=1) + 1

    def write(self, data, offset):
        self.content[offset : offset + len(data)] = data
        # Whole blocks go at once.
        self.send(len(self.content) // BLOCK * BLOCK)

    def send(self, end):
        while self.done < end:
            count = min(MOST * BLOCK, end - self.done)
            block = self.volume.place(self.cluster) + self.done // BLOCK
            self.volume.drive.write_blocks(
                block, bytes(self.content[self.done : self.done + count]).ljust(-(-count // BLOCK) * BLOCK, b"\0")
            )
            self.done += count

    def close(self):
        volume, size = self.volume, len(self.content)
        self.send(size)
        count = -(-size // (volume.cluster * BLOCK))
        for n in range(self.cluster, self.cluster + count):
            volume.chain(n, n + 1 if n + 1 < self.cluster + count else END_OF_FILE)
        stem, _, ending = self.name.partition(".")
        free = next(at for at in range(0, len(volume.directory), 32) if volume.directory[at] in (0, 0xE5))
        volume.directory[free : free + 32] = struct.pack(
            "<8s3sB14xHI", stem.ljust(8).encode(), ending.ljust(3).encode(), 0x20, self.cluster, size
        )
        for table in volume.tables:
            for at in range(0, volume.table_blocks, MOST):
                volume.drive.write_blocks(
                    table + at, bytes(volume.chains[at * BLOCK : min(at + MOST, volume.table_blocks) * BLOCK])
                )
        volume.drive.write_blocks(volume.root, bytes(volume.directory))
