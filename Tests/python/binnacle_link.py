"""An independent decoder of the link protocol, written from Protocols/link/spec.md with zlib and PyPI's cobs.

    python3 binnacle_link.py decode FILE     prints one JSON object a frame; `-` reads standard input

FILE is a capture (Protocols/capture/spec.md) or holds just the bytes that a device sent. The last line sums up what the
device's direction held. Exit status: 0 when every byte belonged to a good frame, 1 when something was corrupt or
overlong, 6 when the file cannot be read or is a damaged capture; what comes before the damage is printed all the same.
"""

import json
import pathlib
import struct
import sys
import zlib

import binnacle_capture
from cobs import cobs

LONGEST_FRAME = 264
SHORTEST_FRAME = 8
TURN = 1 << 32

VECTOR = "3i"
SHORTEST_RECORD = 80
DESCRIPTION = pathlib.Path(__file__).resolve().parents[2] / "Protocols" / "link" / "messages.json"
CODES = {"u8": "B", "u16": "H", "u32": "I", "u64": "Q", "i16": "h", "i32": "i", "i32 × 3": VECTOR, "u32 × 3": "3I"}
# Fields of any length; the last three are as long as an earlier field says. `record` is a calibration record, whose
# fourth byte is its length.
OPEN = ("rest", "record", "nameLength", "reasonCount", "status")


class Message:
    """One row of the message table: name, fields as (name, code), shortest payloads."""

    def __init__(self, row):
        self.name = row["name"]
        self.fields = [(field["name"], code(field["type"]), field.get("mayBeAbsent", False)) for field in row["fields"]]
        self.shortest = row["shortest"]
        self.shortest_of_version_1 = row.get("shortestOfVersion1", row["shortest"])


def code(kind):
    """A type of the description as `struct` names it."""
    if kind in OPEN:
        return kind
    return CODES[kind] if kind in CODES else kind.removesuffix(" bytes") + "s"


MESSAGES = {row["kind"]: Message(row) for row in json.loads(DESCRIPTION.read_text())["messages"]}


def minimum_length(kind):
    """The shortest payload of a kind in the table."""
    return MESSAGES[kind].shortest


def table_hash():
    return zlib.crc32(b"".join(bytes((kind, minimum_length(kind))) for kind in sorted(MESSAGES)))


class Frame:
    """Header and payload of one good frame."""

    def __init__(self, contents):
        self.contents = contents
        self.kind, self.token, self.sequence = struct.unpack_from("<BBH", contents)
        self.payload = contents[4:]

    def message(self, version=2):
        """The frame as a dict: `message` is the kind's name, or None when the table lacks it; see spec, Messages.

        With version 1 the shorter payloads of its devices are read as well, without the fields that they lack.
        """
        out = dict(message=None, kind=self.kind, token=self.token, sequence=self.sequence)
        if self.kind not in MESSAGES:
            out["payload"] = self.payload.hex()
            return out
        row = MESSAGES[self.kind]
        out["message"] = row.name
        shortest = row.shortest if version > 1 else row.shortest_of_version_1
        if len(self.payload) < shortest:
            out.update(error="tooShort", length=len(self.payload), minimum=shortest)
            return out
        at, fields = 0, {}
        for name, code, may_be_absent in row.fields:
            if code not in OPEN and at + struct.calcsize("<" + code) > len(self.payload):
                # All that follows was appended later, too.
                assert may_be_absent or version == 1
                break
            if code == "rest":
                fields[name] = self.payload[at:]
                at = len(self.payload)
            elif code == "record":
                end = at + max(SHORTEST_RECORD, self.payload[at + 3])
                fields[name] = self.payload[at:end]
                at = min(end, len(self.payload))
            elif code in ("nameLength", "reasonCount", "status"):
                if code == "status":
                    end = at + (self.payload[at + 3] if fields["status"] == 2 and at + 3 < len(self.payload) else 0)
                else:
                    end = at + fields[code] * (10 if code == "reasonCount" else 1)
                if end > len(self.payload):
                    out.update(error="tooShort", length=len(self.payload), minimum=end)
                    return out
                fields[name] = self.payload[at:end]
                at = end
            else:
                values = struct.unpack_from("<" + code, self.payload, at)
                fields[name] = list(values) if code in (VECTOR, "3I") else values[0]
                at += struct.calcsize("<" + code)
        out["fields"] = fields
        if at < len(self.payload):
            out["laterFields"] = self.payload[at:]
        if out["message"] in ("reading", "computed"):
            out.update(angles(fields))
        return out


def angles(fields):
    """The angles of a reading in degrees; None where the reading does not define them."""

    def signed(value):
        return (value - TURN if value >= TURN // 2 else value) * 360 / TURN

    valid = fields["mode"] in (1, 2)
    assessed = (
        dict()
        if "event" not in fields
        else dict(
            magneticHeadingDegrees=fields["magneticHeading"] * 360 / TURN if fields["state"] & 1 else None,
            trueHeadingDegrees=fields["trueHeading"] * 360 / TURN if fields["state"] & 2 else None,
            accuracyDegrees=fields["accuracy"] / 100 if fields["accuracy"] != 0xFFFF else None,
        )
    )
    return dict(
        assessed,
        headingDegrees=fields["heading"] * 360 / TURN if valid else None,
        rollDegrees=signed(fields["roll"]) if valid and fields["flags"] & 64 else None,
        pitchDegrees=signed(fields["pitch"]) if valid else None,
        dipDegrees=signed(fields["dip"]) if fields["flags"] & 32 else None,
    )


def held(piece):
    """How many bytes of the frame stand when `piece` ends, whole or not."""
    at, count, owed = 0, 0, 0
    while at < len(piece):
        code = piece[at]
        count += owed + min(code - 1, len(piece) - at - 1)
        owed = code != 255
        at += code
    return count


class Receiver:
    """Bytes in, frames out; counts what was no frame. Holds no more than one frame's bytes between calls."""

    def __init__(self):
        self.frames = self.corrupt = self.overlong = self.unknown = 0
        self._piece = b""
        self._skipping = False

    def feed(self, chunk):
        """Takes any number of bytes; returns the frames they complete."""
        pieces = (self._piece + chunk).split(b"\0")
        found = []
        for piece in pieces[:-1]:
            frame = None if self._skipping else self._judge(piece)
            self._skipping = False
            if frame:
                found.append(frame)
        self._piece = pieces[-1]
        if self._skipping:
            self._piece = b""
        elif held(self._piece) > LONGEST_FRAME:
            self.overlong += 1
            self._skipping, self._piece = True, b""
        return found

    @property
    def waiting(self):
        """Bytes of a frame whose delimiter has not come."""
        return len(self._piece)

    def _judge(self, piece):
        if not piece:
            return None
        if held(piece) > LONGEST_FRAME:
            self.overlong += 1
            return None
        try:
            frame = cobs.decode(piece)
        except cobs.DecodeError:
            self.corrupt += 1
            return None
        if len(frame) < SHORTEST_FRAME or struct.pack("<I", zlib.crc32(frame[:-4])) != frame[-4:]:
            self.corrupt += 1
            return None
        self.frames += 1
        result = Frame(frame[:-4])
        self.unknown += result.kind not in MESSAGES
        return result


def encode(kind, token, sequence, payload):
    """The bytes on the wire of one frame, delimiter included."""
    contents = struct.pack("<BBH", kind, token, sequence) + payload
    return cobs.encode(contents + struct.pack("<I", zlib.crc32(contents))) + b"\0"


def gaps(frames):
    """How many frames are missing between the sequence numbers of one sender's frames, counted modulo 2^16."""
    return sum((b.sequence - a.sequence - 1) & 0xFFFF for a, b in zip(frames, frames[1:]))


def as_json(value):
    return value.hex() if isinstance(value, bytes) else str(value)


def decode_file(data, out):
    """Prints the frames in `data` to `out`, the sum last; returns the exit status."""
    if data[:8] == binnacle_capture.SIGNATURE:
        chunks, fault = binnacle_capture.chunks(data)
    else:
        chunks, fault = [(binnacle_capture.RECEIVED, None, data)], None
    receivers = {binnacle_capture.RECEIVED: Receiver(), binnacle_capture.SENT: Receiver()}
    senders = {binnacle_capture.RECEIVED: "device", binnacle_capture.SENT: "host"}
    frames = []
    for direction, time, payload in chunks:
        if direction not in receivers:
            continue
        for frame in receivers[direction].feed(payload):
            line = dict(sender=senders[direction], hostMicroseconds=time, **frame.message(version=1))
            if direction == binnacle_capture.RECEIVED:
                frames.append(frame)
            print(json.dumps(line, default=as_json), file=out)
    device = receivers[binnacle_capture.RECEIVED]
    print(
        json.dumps(
            dict(
                frames=device.frames,
                lost=gaps(frames),
                corrupt=device.corrupt,
                overlong=device.overlong,
                unknown=device.unknown,
                unfinishedBytes=device.waiting,
                fault=fault,
            )
        ),
        file=out,
    )
    if fault:
        return 6
    return 1 if device.corrupt or device.overlong else 0


def main(arguments):
    if len(arguments) != 2 or arguments[0] != "decode":
        print(__doc__, file=sys.stderr)
        return 2
    try:
        if arguments[1] == "-":
            data = sys.stdin.buffer.read()
        else:
            with open(arguments[1], "rb") as file:
                data = file.read()
    except OSError as error:
        print(
            f"cannot read {arguments[1]}: {error.strerror}\ngive a file that `binnacle capture` wrote", file=sys.stderr
        )
        return 6
    return decode_file(data, sys.stdout)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
