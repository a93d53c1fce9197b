"""Reads a capture file (Protocols/capture/spec.md), independently of the Swift code.

    python3 Protocols/tools/read_capture.py FILE             one line a chunk
    python3 Protocols/tools/read_capture.py --received FILE  the device's bytes, raw, to standard output

As a module: `chunks(data)` yields (kind, microseconds, payload) and raises CaptureFault.
CPython 3.9 or later, standard library only.
"""

import struct
import sys
import zlib

SIGNATURE = b"\x89BNCL\r\n\x1a"
KINDS = {0: "received", 1: "sent", 2: "note", 255: "end"}


class CaptureFault(Exception):
    """`name` is foreign, version, truncated or damaged; `offset` the byte where the fault starts."""

    def __init__(self, name, offset):
        super().__init__(f"{name} at byte {offset}")
        self.name, self.offset = name, offset


def header(data):
    """(start in microseconds since 1970, link name, length of the header)"""
    if data[:8] != SIGNATURE[: len(data[:8])]:
        raise CaptureFault("foreign", 0)
    if len(data) < 12:
        raise CaptureFault("truncated", len(data))
    version, length = struct.unpack_from("<HH", data, 8)
    if version != 1:
        raise CaptureFault("version", 8)
    if length < 26 or length > 26 + 4096:
        raise CaptureFault("damaged", 10)
    if len(data) < length:
        raise CaptureFault("truncated", len(data))
    start, n = struct.unpack_from("<qH", data, 12)
    if length != 26 + n or zlib.crc32(data[: length - 4]) != struct.unpack_from("<I", data, length - 4)[0]:
        raise CaptureFault("damaged", 0)
    return start, data[22 : 22 + n].decode(), length


def chunks(data):
    _, _, at = header(data)
    count = 0
    while True:
        if len(data) - at < 14:
            if at < len(data) and data[at] != 0xC5:
                raise CaptureFault("damaged", at)
            raise CaptureFault("truncated", at)
        mark, kind, n, time = struct.unpack_from("<BBIQ", data, at)
        if mark != 0xC5 or n > 65536:
            raise CaptureFault("damaged", at)
        if len(data) - at < 18 + n:
            raise CaptureFault("truncated", at)
        payload = data[at + 14 : at + 14 + n]
        if zlib.crc32(data[at : at + 14 + n]) != struct.unpack_from("<I", data, at + 14 + n)[0]:
            raise CaptureFault("damaged", at)
        if kind == 255 and payload != struct.pack("<I", count):
            raise CaptureFault("damaged", at)
        at += 18 + n
        if kind == 255:
            if at != len(data):
                raise CaptureFault("damaged", at)
            return
        count += 1
        if kind in KINDS:
            yield kind, time, payload


def main():
    arguments = sys.argv[1:]
    received = arguments[:1] == ["--received"]
    if len(arguments) != 1 + received:
        sys.exit(__doc__)
    with open(arguments[-1], "rb") as file:
        data = file.read()
    try:
        start, name, _ = header(data)
        if not received:
            print(f"link {name} start {start}")
        for kind, time, payload in chunks(data):
            if received and kind == 0:
                sys.stdout.buffer.write(payload)
            elif not received:
                print(time, KINDS[kind], payload.hex())
    except CaptureFault as fault:
        sys.stdout.flush()
        sys.exit(f"{arguments[-1]}: {fault}")


if __name__ == "__main__":
    main()
