"""An independent decoder of the link protocol, written from Protocols/link/spec.md with zlib and PyPI's cobs.

    python3 binnacle_link.py decode FILE     prints one JSON object a frame; `-` reads standard input

FILE is a capture (Protocols/capture/spec.md) or holds just the bytes that a device sent. The last line sums up what the
device's direction held. Exit status: 0 when every byte belonged to a good frame, 1 when something was corrupt or
overlong, 6 when the file cannot be read or is a damaged capture; what comes before the damage is printed all the same.
"""
import json
import struct
import sys
import zlib

from cobs import cobs

import binnacle_capture

LONGEST_FRAME = 264
SHORTEST_FRAME = 8
TURN = 1 << 32

VECTOR = "3i"
READING = (
    "time:Q sampleNumber:I counts:3i scale:B mode:B flags:H field:3i specificForce:3i correctedField:3i "
    "heading:I roll:I pitch:I dip:I horizontal:I temperature:h grade:B reason:B | "
    "magneticHeading:I trueHeading:I accuracy:H doubts:H state:B view:B event:B")
LOCATION = "locationFlags:B latitude:i longitude:i height:i"
DATE = "dateFlags:B days:i"
ORIENTATION = "display:B pointer:B"
FILTER = "minimumChange:I heartbeat:I timeConstant:I sampleTimeout:I"
DEVIATION = "a:i b:i c:i d:i e:i"
GUIDANCE = (
    "time:Q state:B arrow:B hidden:B flags:B turn:I bearing:I distance:Q heading:I course:I courseUncertainty:I "
    "fixAge:I")
STATISTICS = (
    "time:Q framesReceived:I framesSent:I framesDropped:I framesCorrupt:I framesOverlong:I framesUnknown:I samples:I "
    "staleSamples:I sensorFaults:I sensorRestarts:I stackHighWater:I stackSize:I")
HELLO = (
    "protocolMinimum:B protocolMaximum:B firmwareMajor:B firmwareMinor:B firmwarePatch:B sensorState:B "
    "capabilities:H imageHash:Q messageTableHash:I board:16s sensorChip:B sensorAddress:B sensorIdentity:3s "
    "faultCause:B maximumPayload:H bootCounter:I time:Q faultBootCounter:I faultProgramCounter:I "
    "faultLinkRegister:I faultProgramStatus:I faultR0:I faultR1:I faultR2:I faultR3:I faultR12:I boardIdentifier:Q")

CALIBRATION = (
    "time:Q state:B percent:B reason:B advice:B samples:I rejected:I coverage:3I tilt:H secondsLeft:H modelOrder:B "
    "grade:B predictedError:H subject:H measured:i limit:i")
REPORT = (
    "time:Q state:B flags:B modelOrder:B grade:B confidence:B reserved:B predictedTypical:H predictedWorst:H "
    "residual:H heldOutResidual:H dip:h dipSpread:H tilt:H axisRatio:H middleRatio:H fieldStrength:I samples:I "
    "rejected:I milliseconds:I coverage:3I hardIron:3i softIron0:3i softIron1:3i softIron2:3i reasonCount:B "
    "reasons:reasonCount")

# kind: (name, fields). A field is name:code, code as in `struct`; `rest` is what remains of the payload; `record` is a
# calibration record, whose fourth byte is its length. What stands behind a bar was appended within the version: all of
# it is there, or nothing.
SHORTEST_RECORD = 80
MESSAGES = {
    0x01: ("getHello", "protocolMinimum:B protocolMaximum:B"),
    0x02: ("ping", "data:rest"),
    0x03: ("setRate", "interval:I"),
    0x04: ("startStreams", "streams:B"),
    0x05: ("stopStreams", "streams:B"),
    0x06: ("injectSample", "time:Q scale:B flags:B counts:3i specificForce:3i"),
    0x07: ("selfTest", ""),
    0x08: ("reset", "key:I"),
    0x09: ("setCalibration", "record:record"),
    0x0A: ("getCalibration", ""),
    0x0B: ("setMounting", "mounting:B"),
    0x0C: ("getMounting", ""),
    0x0D: ("getStatistics", ""),
    0x0E: ("provoke", "mode:B"),
    0x30: ("startCalibration", "flags:B reserved:B delay:H"),
    0x31: ("commandCalibration", "event:B"),
    0x32: ("getCalibrationProgress", ""),
    0x33: ("getCalibrationReport", ""),
    0x34: ("answerPrompt", "answer:B scope:B interval:H"),
    0x35: ("getStoredRecord", ""),
    0x36: ("storeRecord", "record:record"),
    0x37: ("eraseRecords", "key:I"),
    0x38: ("interruptStorage", "operations:H"),
    0x50: ("setLocation", LOCATION),
    0x51: ("setDate", DATE),
    0x52: ("setReference", "reference:B"),
    0x53: ("setFilter", FILTER),
    0x54: ("setOrientation", ORIENTATION),
    0x55: ("setDeviation", DEVIATION),
    0x56: ("getHeadingSettings", ""),
    0x57: ("setZeroPoint", "samples:H"),
    0x58: ("getLocalField", ""),
    0x59: ("setLevelTolerance", "levelTolerance:B"),
    0x60: ("setFix", "flags:B time:Q latitude:i longitude:i height:i horizontal:I speed:I course:I "
                     "courseUncertainty:I"),
    0x61: ("setDestination", "flags:B latitude:i longitude:i arrival:I leave:I fixesToArrive:B fixAge:I "
                             "fixAccuracy:I"),
    0x62: ("getGuidance", ""),
    0x63: ("setSurroundings", "flags:B settlingTime:I"),
    0x64: ("getSources", ""),
    0x65: ("swing", "action:B compass:I magnetic:I"),
    0x66: ("getSwing", ""),
    0x81: ("hello", HELLO),
    0x82: ("pong", "time:Q data:rest"),
    0x86: ("computed", READING),
    0x8A: ("calibration", "record:record"),
    0x8C: ("mounting", "mounting:B"),
    0x8D: ("statistics", STATISTICS),
    0xA0: ("reading", READING),
    0xA1: ("rawSample", "time:Q sampleNumber:I counts:3i scale:B flags:B temperature:h"),
    0xA2: ("periodicStatistics", STATISTICS),
    0xA3: ("sensorEvent", "time:Q state:B chip:B register:B error:B detail:H reserved:B"),
    0xB2: ("calibrationProgress", CALIBRATION),
    0xB3: ("calibrationReport", REPORT),
    0xB5: ("storedRecord", "status:B slot:B slots:B reserved:B sequence:I record:status"),
    0xB8: ("periodicCalibration", CALIBRATION),
    0xB9: ("calibrationPrompt", "time:Q reason:B state:B count:H measured:i limit:i"),
    0xD6: ("headingSettings", f"{LOCATION} {DATE} reference:B {ORIENTATION} {FILTER} {DEVIATION} "
                              "levelTolerance:B"),
    0xD8: ("localField", "state:B error:B flags:B reserved:B field:3i horizontal:I total:I declination:I dip:I"),
    0xE0: ("meterReading", "time:Q field:3i magnitude:I range:I flags:H reserved:H difference:3i "
                           "differenceMagnitude:I"),
    0xE1: ("periodicGuidance", GUIDANCE),
    0xE2: ("guidance", GUIDANCE),
    0xE4: ("sources", "time:Q available:B settled:B pose:B context:B choices:16s"),
    0xE6: ("swingStatus", f"mode:B step:B outcome:B sectors:B count:H {DEVIATION}"),
    0xC0: ("acknowledged", "request:B"),
    0xC1: ("refused", "request:B reason:B detail:i limit:i"),
    0xC3: ("selfTestResult", "index:B total:B status:B reserved:B measured:i limit:i nameLength:H name:nameLength"),
}


# Fields of any length; the last three are as long as an earlier field says.
OPEN = ("rest", "nameLength", "reasonCount", "status")


def fields_of(layout):
    return [tuple(field.split(":")) for field in layout.split() if field != "|"]


def length_of(layout):
    return sum(SHORTEST_RECORD if code == "record" else struct.calcsize("<" + code)
               for _, code in fields_of(layout) if code not in OPEN)


def minimum_length(kind):
    """The shortest payload of a kind in the table."""
    return length_of(MESSAGES[kind][1].partition("|")[0])


def table_hash():
    return zlib.crc32(b"".join(bytes((kind, minimum_length(kind))) for kind in sorted(MESSAGES)))


class Frame:
    """Header and payload of one good frame."""

    def __init__(self, contents):
        self.contents = contents
        self.kind, self.token, self.sequence = struct.unpack_from("<BBH", contents)
        self.payload = contents[4:]

    def message(self):
        """The frame as a dict: `message` is the kind's name, or None when the table lacks it; see spec, Messages."""
        out = dict(message=None, kind=self.kind, token=self.token, sequence=self.sequence)
        if self.kind not in MESSAGES:
            out["payload"] = self.payload.hex()
            return out
        out["message"], layout = MESSAGES[self.kind]
        if len(self.payload) < minimum_length(self.kind):
            out.update(error="tooShort", length=len(self.payload), minimum=minimum_length(self.kind))
            return out
        shortest, _, appended = layout.partition("|")
        if len(self.payload) < length_of(shortest) + length_of(appended):
            layout = shortest
        at, fields = 0, {}
        for name, code in fields_of(layout):
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
    valid = fields["mode"] != 0
    judged = dict() if "state" not in fields else dict(
        magneticHeadingDegrees=fields["magneticHeading"] * 360 / TURN if fields["state"] & 1 else None,
        trueHeadingDegrees=fields["trueHeading"] * 360 / TURN if fields["state"] & 2 else None,
        accuracyDegrees=fields["accuracy"] / 100 if fields["accuracy"] != 0xFFFF else None)
    return dict(
        judged, headingDegrees=fields["heading"] * 360 / TURN if valid else None,
        rollDegrees=signed(fields["roll"]) if valid and fields["flags"] & 64 else None,
        pitchDegrees=signed(fields["pitch"]) if valid else None,
        dipDegrees=signed(fields["dip"]) if fields["flags"] & 32 else None)


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
            line = dict(sender=senders[direction], hostMicroseconds=time, **frame.message())
            if direction == binnacle_capture.RECEIVED:
                frames.append(frame)
            print(json.dumps(line, default=as_json), file=out)
    device = receivers[binnacle_capture.RECEIVED]
    print(json.dumps(dict(frames=device.frames, lost=gaps(frames), corrupt=device.corrupt, overlong=device.overlong,
                          unknown=device.unknown, unfinishedBytes=device.waiting, fault=fault)), file=out)
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
        print(f"cannot read {arguments[1]}: {error.strerror}\ngive a file that `binnacle capture` wrote",
              file=sys.stderr)
        return 6
    return decode_file(data, sys.stdout)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
