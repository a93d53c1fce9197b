"""Captures, written from Protocols/capture/spec.md with zlib only."""

import struct
import zlib

SIGNATURE = b"\x89BNCL\r\n\x1a"
RECEIVED, SENT, NOTE, END = 0, 1, 2, 255
MARK = 0xC5
LONGEST_PAYLOAD = 65536


def is_sound(data, start, end):
    """Whether the four bytes at `end` are the checksum of what lies between."""
    return data[end : end + 4] == struct.pack("<I", zlib.crc32(data[start:end]))


def header(data):
    """(start in microseconds since 1970, link name, offset of the first chunk); raises ValueError naming the fault."""
    if data[:8] != SIGNATURE:
        raise ValueError("foreign at byte 0")
    if len(data) < 22:
        raise ValueError(f"truncated at byte {len(data)}")
    version, length, start, count = struct.unpack_from("<HHqH", data, 8)
    if version != 1:
        raise ValueError("version at byte 8")
    if length != 26 + count or count > 4096:
        raise ValueError("damaged at byte 10")
    if len(data) < length:
        raise ValueError(f"truncated at byte {len(data)}")
    if not is_sound(data, 0, length - 4):
        raise ValueError("damaged at byte 0")
    return start, data[22 : 22 + count].decode("utf-8"), length


def chunks(data):
    """([(kind, microseconds, payload)], fault): all sound chunks but the end, and what is wrong after them or None."""
    found = []
    try:
        _, _, at = header(data)
    except ValueError as error:
        return found, str(error)
    number = 0
    while at < len(data):
        if data[at] != MARK:
            return found, f"damaged at byte {at}"
        if len(data) - at < 14:
            return found, f"truncated at byte {at}"
        kind, length, time = struct.unpack_from("<BIQ", data, at + 1)
        if length > LONGEST_PAYLOAD:
            return found, f"damaged at byte {at}"
        end = at + 14 + length
        if len(data) < end + 4:
            return found, f"truncated at byte {at}"
        if not is_sound(data, at, end):
            return found, f"damaged at byte {at}"
        if kind == END:
            is_right = length == 4 and struct.unpack_from("<I", data, at + 14)[0] == number and end + 4 == len(data)
            return found, None if is_right else f"damaged at byte {at}"
        found.append((kind, time, data[at + 14 : end]))
        number += 1
        at = end + 4
    return found, f"truncated at byte {at}"
