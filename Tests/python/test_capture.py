"""Captures: the example of the specification, and what is left of one that was cut or changed."""

import io
import json
import pathlib
import struct
import zlib

import binnacle_capture as capture
import binnacle_link as link


def summed(data):
    return data + struct.pack("<I", zlib.crc32(data))


def chunk(kind, time, payload):
    return summed(struct.pack("<BBIQ", capture.MARK, kind, len(payload), time) + payload)


def header(name=b"x"):
    return summed(capture.SIGNATURE + struct.pack("<HHqH", 1, 26 + len(name), 0, len(name)) + name)


def whole(*parts):
    body = [chunk(kind, time, payload) for kind, time, payload in parts]
    return header() + b"".join(body) + chunk(capture.END, 99, struct.pack("<I", len(body)))


HELLO = link.encode(0x01, 1, 0, b"\1\1")
PONG = link.encode(0x82, 1, 0, bytes(8))
# A frame over two chunks, the host's own bytes and a note between them.
SESSION = whole(
    (capture.SENT, 1, HELLO),
    (capture.RECEIVED, 2, PONG[:5]),
    (capture.NOTE, 3, b"note"),
    (77, 4, b"?"),
    (capture.RECEIVED, 5, PONG[5:]),
)


def decoded(data):
    out = io.StringIO()
    status = link.decode_file(data, out)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def test_example_of_the_specification():
    spec = pathlib.Path(__file__).resolve().parents[2] / "Protocols" / "capture" / "spec.md"
    lines = [line for line in spec.read_text().splitlines() if line.startswith(("    89 42", "    C5 "))]
    data = bytes.fromhex("".join(lines))
    assert capture.header(data) == (0, "x", 27)
    assert capture.chunks(data) == ([(0, 1, b"\0")], None)


def test_both_directions_are_decoded():
    status, lines = decoded(SESSION)
    assert status == 0
    assert [(line["sender"], line["message"], line["hostMicroseconds"]) for line in lines[:-1]] == [
        ("host", "getHello", 1),
        ("device", "pong", 5),
    ]
    assert lines[-1]["frames"] == 1 and lines[-1]["fault"] is None


def test_cut_anywhere_is_truncated_and_keeps_what_came_before():
    complete, fault = capture.chunks(SESSION)
    assert fault is None and len(complete) == 5
    for length in range(8, len(SESSION)):
        found, fault = capture.chunks(SESSION[:length])
        assert fault.startswith("truncated"), length
        assert found == complete[: len(found)], length
        assert decoded(SESSION[:length])[0] == 6


def test_any_changed_byte_is_noticed():
    complete, _ = capture.chunks(SESSION)
    for at in range(len(SESSION)):
        for bit in range(8):
            changed = bytearray(SESSION)
            changed[at] ^= 1 << bit
            found, fault = capture.chunks(bytes(changed))
            assert fault and found == complete[: len(found)], (at, bit)


def test_bytes_after_the_end_are_damage():
    assert capture.chunks(SESSION + b"\0")[1].startswith("damaged")


def test_other_files_are_foreign_or_of_another_version():
    assert capture.chunks(b"time,x,y,z\n")[1].startswith("foreign")
    later = bytearray(SESSION)
    later[8] = 2
    assert capture.chunks(bytes(later))[1].startswith("version")
