"""Writes Protocols/link/vectors/*.json with zlib and PyPI's `cobs`, and nothing of the project's code.

    python3 Protocols/tools/make_link_vectors.py            writes the vectors
    python3 Protocols/tools/make_link_vectors.py --check    exit 1 when a file on disk differs

Needs `pip install -r Tests/python/requirements.txt`.
"""

import json
import pathlib
import struct
import sys
import zlib

import link_messages
from cobs import cobs

TOOLS = pathlib.Path(__file__).resolve().parent
VECTORS = TOOLS.parent / "link" / "vectors"
LONGEST_FRAME = 264


def frame_bytes(kind, token, sequence, payload):
    body = struct.pack("<BBH", kind, token, sequence) + payload
    return body + struct.pack("<I", zlib.crc32(body))


def on_wire(frame):
    return cobs.encode(frame) + b"\0"


def decoded_so_far(piece):
    """How many bytes of the frame a receiver holds when `piece` ends, whole or not."""
    at, count, owes_zero = 0, 0, False
    while at < len(piece):
        count += owes_zero
        block = min(piece[at] - 1, len(piece) - at - 1)
        count += block
        owes_zero = piece[at] != 255
        at += 1 + block
    return count


def receive(stream):
    """What a receiver finds in `stream` and counts (spec, "Receiving"): contents of the frames, corrupt, overlong."""
    found, corrupt, overlong = [], 0, 0
    pieces = stream.split(b"\0")
    if decoded_so_far(pieces[-1]) > LONGEST_FRAME:
        overlong += 1  # counted as soon as it is seen, delimiter or not
    for piece in pieces[:-1]:
        if not piece:
            continue
        if decoded_so_far(piece) > LONGEST_FRAME:
            overlong += 1
            continue
        try:
            frame = cobs.decode(piece)
        except cobs.DecodeError:
            corrupt += 1
            continue
        if len(frame) < 8 or zlib.crc32(frame[:-4]) != struct.unpack("<I", frame[-4:])[0]:
            corrupt += 1
            continue
        found.append(frame[:-4])
    return found, corrupt, overlong


def cobs_cases():
    for length in (1, 2, 252, 253, 254, 255, 256, 507, 508, 509, 510):
        run = bytes(i % 255 + 1 for i in range(length))
        yield f"run of {length}", run
        yield f"run of {length}, then a zero", run + b"\0"
        yield f"run of {length}, then a zero and a byte", run + b"\0\x07"
        yield f"a zero, then a run of {length}", b"\0" + run
    for length in (1, 2, 3, 253, 254, 255, 264):
        yield f"{length} zeros", bytes(length)
    yield "nothing", b""
    yield "all ff", b"\xff" * 264
    yield "mixed", bytes((i * i) & 255 for i in range(264))
    yield "alternating", b"\0\1" * 132


def cobs_document():
    cases = []
    for name, plain in cobs_cases():
        encoded = cobs.encode(plain)
        assert cobs.decode(encoded) == plain
        cases.append(dict(name=name, decoded=plain.hex(), encoded=encoded.hex()))
    for blocks in (1, 2):
        run = bytes(i % 255 + 1 for i in range(254 * blocks))
        closed = cobs.encode(run) + b"\x01"
        assert cobs.decode(closed) == run
        cases.append(
            dict(
                name=f"{blocks} full block(s), closed by a code of their own",
                decoded=run.hex(),
                encoded=closed.hex(),
                decodeOnly=True,
            )
        )
    good = bad = 0
    for line in (TOOLS / "cobs_python_vectors.csv").read_text().splitlines():
        if line.startswith(("#", "kind,")):
            continue
        kind, plain, encoded = line.split(",")
        if kind == "ok":
            good += 1
            cases.append(dict(name=f"cobs-python, {good}", decoded=plain, encoded=encoded))
        else:
            bad += 1
            cases.append(dict(name=f"cobs-python, to be rejected, {bad}", encoded=encoded, reject=True))
    return dict(
        what="COBS without the delimiter, hexadecimal. decodeOnly: a form decoders accept and encoders do not make. "
        "reject: no frame as a whole.",
        sources="Cases named cobs-python are the literal vectors of github.com/cmcqueen/cobs-python, commit "
        "64f8c21f701f91f699b89ab81dba2c356e2e7264, src/cobs/cobs/test.py; MIT, (c) 2010 Craig McQueen, see "
        "Protocols/tools/cobs_python_vectors.LICENSE.txt. All others: PyPI cobs 1.2.2.",
        cases=cases,
    )


def crc_document():
    rows = [
        ("check value of the catalogue", b"123456789"),
        ("nothing", b""),
        ("one zero", b"\0"),
        ("one ff", b"\xff"),
        ("four zeros", bytes(4)),
        ("four ff", b"\xff" * 4),
        ("every byte, rising", bytes(range(256))),
        ("every byte, falling", bytes(range(255, -1, -1))),
        ("longest frame of zeros", bytes(260)),
        ("longest frame of ff", b"\xff" * 260),
    ]
    rows += [(f"single bit {bit}", bytes([1 << bit])) for bit in range(8)]
    residue = b"123456789" + struct.pack("<I", zlib.crc32(b"123456789"))
    rows.append(("data with its own checksum: 0x2144DF1C whatever the data", residue))
    return dict(
        what="CRC-32/ISO-HDLC: bytes, hexadecimal, and the checksum.",
        cases=[dict(name=name, bytes=data.hex(), crc=zlib.crc32(data)) for name, data in rows],
    )


def messages_document():
    rows = sorted(
        (kind, shortest, name, direction) for name, (kind, shortest, direction) in link_messages.TABLE.items()
    )
    return dict(
        what="The message table. tableHash: CRC-32 over (kind, shortest payload) in "
        "ascending order of kind, a byte each.",
        tableHash=link_messages.table_hash(),
        cases=[
            dict(name=name, kind=kind, minimumLength=shortest, direction=direction)
            for kind, shortest, name, direction in rows
        ],
    )


def frames_document():
    cases = []
    for name, message, token, sequence, fields in link_messages.examples():
        kind = link_messages.TABLE[message][0]
        payload = link_messages.pack(message, fields)
        frame = frame_bytes(kind, token, sequence, payload)
        cases.append(
            dict(
                name=name,
                message=message,
                kind=kind,
                token=token,
                sequence=sequence,
                fields=link_messages.shown(fields),
                payload=payload.hex(),
                frame=frame.hex(),
                encoded=on_wire(frame).hex(),
            )
        )
    return dict(
        what="Every message: fields, payload, frame (header, payload, checksum) and bytes on the wire with the "
        "delimiter. Byte strings are hexadecimal; integers beyond 2^53 are decimal text; angles are "
        "2^-32 turns.",
        cases=cases,
    )


def extension_cases():
    """Payloads of later firmware, and payloads that are too short: what a receiver makes of them."""
    payloads = {name: (message, dict(fields)) for name, message, _, _, fields in link_messages.examples()}

    def case(name, example, tail=b"", cut=0, **changes):
        message, fields = payloads[example]
        assert set(changes) <= set(fields), (name, changes)
        fields = dict(fields, **changes)
        payload = link_messages.pack(message, fields)
        payload = payload[: len(payload) - cut] + tail
        kind, shortest, _ = link_messages.TABLE[message]
        known = dict(fields=link_messages.shown(fields), laterFields=tail.hex()) if not cut else {}
        return dict(
            name=name,
            message=message,
            kind=kind,
            payload=payload.hex(),
            accepted=not cut,
            unknown=sorted(changes),
            **known,
        )

    tail = b"\x5a\x00\xff\xa5"
    for example in (
        "hello",
        "reading, tilted",
        "computed",
        "rawSample",
        "rawForce",
        "rawRate",
        "sensorEvent, wrong identity",
        "statistics",
        "calibrationProgress",
        "calibrationPrompt",
        "localField",
        "meterReading",
        "guidance",
        "sources",
        "swingStatus",
        "headingSettings",
        "sensorList",
        "sensorTest",
        "motion",
        "refused, out of range",
        "selfTestResult",
    ):
        yield case(f"{example}: fields of later firmware behind", example, tail)
    yield case(
        "hello: unknown state and cause",
        "hello",
        sensorState=200,
        faultCause=99,
        capabilities=0xFFFF,
        accelerometerState=201,
        accelerometerChip=202,
        gyroscopeState=203,
    )
    yield case("reading: unknown mode", "reading, tilted", mode=9)
    yield case("reading: unknown reason", "reading, unavailable", reason=77)
    yield case("reading: unknown flags and doubts", "reading, judged", flags=0xFF00, doubts=0, moreDoubts=0xFFFC)
    yield case(
        "reading: unknown reference, orientation, cause", "reading, judged", state=1 | 2 | 3 << 6, view=7 | 7 << 3
    )
    yield case(
        "reading: unknown scales and chips", "reading, tilted", scale=200, forceScale=201, forceChip=202, fieldChip=203
    )
    yield case("sensorEvent: unknown state and error", "sensorEvent, wrong identity", state=9, error=99)
    yield case("selfTestResult: unknown status", "selfTestResult", status=9)
    yield case("storedRecord: unknown status", "storedRecord, none", status=9)
    yield case("localField: unknown state", "localField, refused", state=9)
    yield case("headingSettings: unknown choices", "headingSettings", reference=9, display=10, pointer=11)
    yield case("guidance: unknown state", "guidance", state=9, arrow=10, hidden=11)
    yield case("sources: unknown context and pose", "sources", context=9, pose=10)
    yield case("sensorList: unknown lines", "sensorList", lines=0xF8)
    yield case("sensorTest: unknown outcome and error", "sensorTest", outcome=9, error=99)
    yield case("motion: unknown state, reason and flags", "motion, stuck", state=9, reason=200, flags=0xFF80)
    yield case("swingStatus: unknown mode, step and outcome", "swingStatus", mode=9, step=10, outcome=11)
    yield case(
        "calibrationProgress: unknown state, reason and advice", "calibrationProgress", state=99, reason=98, advice=97
    )
    yield case("calibrationPrompt: unknown reason", "calibrationPrompt", reason=99, state=98)
    yield case("refused: unknown reason", "refused, out of range", reason=99)
    for example, cut in (
        ("hello", 1),
        ("reading, tilted", 10),
        ("reading, tilted", 24),
        ("rawSample", 1),
        ("rawSample", 2),
        ("rawForce", 1),
        ("rawRate", 1),
        ("sensorEvent, wrong identity", 1),
        ("localField", 1),
        ("headingSettings", 1),
        ("motion", 1),
    ):
        yield case(f"{example}: {cut} byte(s) too short", example, cut=cut)


def extension_document():
    return dict(
        what="Payloads that a receiver must take although they hold values that it does not know (the fields "
        "named under unknown) or bytes behind the fields that it knows (laterFields), and payloads that are shorter "
        "than the specification allows (accepted: false). Fields as in frames.json.",
        cases=list(extension_cases()),
    )


def stream_cases():
    ping = frame_bytes(0x02, 4, 1, b"\0\xff\0")
    hello = frame_bytes(0x01, 1, 2, b"\1\1")
    longest = frame_bytes(0x02, 6, 3, b"\xa5" * 256)
    run = bytes(i % 255 + 1 for i in range(246))
    exact = next(
        frame_bytes(0x02, 1, 0x0101 + n, run) for n in range(5000) if 0 not in frame_bytes(0x02, 1, 0x0101 + n, run)
    )
    assert len(exact) == 254 and on_wire(exact)[0] == 255
    short = b"\x02\x01\x00"
    short += struct.pack("<I", zlib.crc32(short))
    none = frame_bytes(0x0D, 9, 4, b"")
    a, b = on_wire(ping), on_wire(hello)
    text = b"$HCHDM,238.5,M*2F\r\n" * 40
    yield "two frames back to back", a + b
    yield "a stray first byte costs the first frame only", b"\x55" + a + b
    yield "a stray first byte and a delimiter cost nothing", b"\x55\0" + a + b
    yield "a stray code byte longer than the frame", b"\xff" + a + b
    yield "the tail of a frame", a[4:] + b
    yield "delimiters are silence", b"\0\0\0" + a + b"\0\0" + b + b"\0"
    yield "no delimiter, no frame", a[:-1]
    yield "a lost delimiter costs both frames", a[:-1] + b + a
    yield "a frame cut in a block", a[:-3] + b"\0" + b
    yield "a code byte alone is a frame too short", b"\x01\0" + b
    yield "seven bytes with a correct checksum are too short", on_wire(short) + b
    yield "eight bytes are the shortest frame", on_wire(none)
    yield "longest frame", on_wire(longest) + b
    yield "one byte longer", on_wire(frame_bytes(0x02, 6, 3, b"\xa5" * 257)) + b
    yield "far too long", on_wire(frame_bytes(0x02, 6, 3, b"\xa5" * 5000)) + b
    yield "zeros, one byte longer", on_wire(frame_bytes(0x02, 6, 3, bytes(257))) + b
    yield "overlong without an end is counted once", b"\x02" * 2000
    yield "254 bytes without a zero", on_wire(exact) + b
    yield "254 bytes without a zero, closed by a code of their own", cobs.encode(exact) + b"\x01\0" + b
    yield "NMEA text without a zero", text + b"\0" + b
    yield "wrong checksum", on_wire(ping[:-1] + bytes([ping[-1] ^ 1])) + b
    yield "checksum with its bytes reversed", on_wire(ping[:-4] + ping[:-5:-1]) + b
    yield "unknown kind is a frame all the same", on_wire(frame_bytes(0x7E, 1, 5, b"later")) + b


def variants(operation, first, values):
    """Every variant of the bytes `first` that an operation gives, in the order the spec names."""
    if operation == "truncate":
        for at in range(len(first)):
            yield first[:at]
    elif operation == "delete":
        for at in range(len(first)):
            yield first[:at] + first[at + 1 :]
    elif operation == "insert":
        for at in range(len(first) + 1):
            for value in values:
                yield first[:at] + bytes([value]) + first[at:]
    elif operation == "exclusiveOr":
        for at in range(len(first)):
            for value in values:
                yield first[:at] + bytes([first[at] ^ value]) + first[at + 1 :]
    elif operation == "set":
        for at in range(len(first)):
            for value in values:
                if first[at] != value:
                    yield first[:at] + bytes([value]) + first[at + 1 :]


def fault_cases():
    for name, stream in stream_cases():
        found, corrupt, overlong = receive(stream)
        yield dict(
            name=name,
            operation="none",
            bytes=stream.hex(),
            found=[f.hex() for f in found],
            frames=len(found),
            corrupt=corrupt,
            overlong=overlong,
        )
    samples = {
        message: (token, sequence, fields)
        for name, message, token, sequence, fields in link_messages.examples()
        if name in ("ping, three bytes", "refused, out of range", "reading, tilted", "hello", "computed")
    }
    frames = {
        name: frame_bytes(link_messages.TABLE[name][0], token, sequence, link_messages.pack(name, fields))
        for name, (token, sequence, fields) in samples.items()
    }
    frames["longest"] = frame_bytes(0x02, 6, 3, bytes((i % 255) + 1 for i in range(256)))
    follower = on_wire(frame_bytes(0x01, 1, 2, b"\1\1"))
    for name, frame in frames.items():
        wire = on_wire(frame)
        yield dict(
            name=f"{name}: split at every point",
            operation="split",
            bytes=(wire + follower).hex(),
            found=[frame[:-4].hex(), receive(follower)[0][0].hex()],
            frames=2,
            corrupt=0,
            overlong=0,
        )
    every, few = list(range(1, 256)), [1, 2, 4, 8, 16, 32, 64, 128, 255]
    plans = [
        (name, operation, values)
        for name in frames
        for operation, values in (
            ("truncate", []),
            ("delete", []),
            ("insert", [0, 1, 0x55, 0xFF]),
            ("set", [0]),
            ("exclusiveOr", few if name == "longest" else every),
        )
    ]
    for name, operation, values in plans:
        wire = on_wire(frames[name])
        runs = frame_count = corrupts = overlongs = whole = 0
        for variant in variants(operation, wire, values):
            found, corrupt, overlong = receive(variant + b"\0" + follower)
            assert found[-1] == receive(follower)[0][0], (name, operation)
            runs, whole = runs + 1, whole + (frames[name][:-4] in found)
            frame_count, corrupts, overlongs = frame_count + len(found), corrupts + corrupt, overlongs + overlong
            assert set(found) <= {frames[name][:-4], found[-1]}, "a corrupted frame passed its checksum"
        yield dict(
            name=f"{name}: {operation} at every byte",
            operation=operation,
            values=values,
            bytes=wire.hex(),
            follower=follower.hex(),
            runs=runs,
            firstFound=whole,
            frames=frame_count,
            corrupt=corrupts,
            overlong=overlongs,
        )


def faults_document():
    return dict(
        what="Streams with errors and what a receiver finds and counts. Operation none: feed bytes; found are header "
        "and payload of the frames. split: feed bytes in two chunks, cut at every point from 0 to the length; each "
        "time the same. truncate (keep the first 0 ... n-1 bytes), delete (one byte), insert (each of values "
        "before every byte and at the end), set (a byte to each of values that it is not), exclusiveOr (a byte "
        "with each of values): change bytes at every place, feed the variant, one delimiter and follower to a new "
        "receiver; "
        "follower's frame is found every time. runs, frames, corrupt, overlong are sums over all variants; "
        "firstFound counts the variants in which the frame in bytes came through unchanged.",
        cases=list(fault_cases()),
    )


def text(document):
    """One case a line: short files that diff well."""
    head = {k: v for k, v in document.items() if k != "cases"}
    lines = ",\n".join("    " + json.dumps(c, ensure_ascii=True) for c in document["cases"])
    return json.dumps(head, indent=2)[:-2] + ',\n  "cases": [\n' + lines + "\n  ]\n}\n"


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit(__doc__)
    documents = dict(
        cobs=cobs_document(),
        crc=crc_document(),
        messages=messages_document(),
        frames=frames_document(),
        faults=faults_document(),
        extension=extension_document(),
    )
    stale = []
    for name, document in documents.items():
        names = [case["name"] for case in document["cases"]]
        assert len(names) == len(set(names)), f"{name}: two cases of one name"
        path, new = VECTORS / f"{name}.json", text(dict(protocol="link", version=1, **document))
        if check:
            if not path.exists() or path.read_text() != new:
                stale.append(path.name)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(new)
            print(f"link/vectors/{name}.json: {len(names)} cases")
    if stale:
        sys.exit(
            "not what the generator makes: " + ", ".join(stale) + "\nrun python3 Protocols/tools/make_link_vectors.py"
        )


if __name__ == "__main__":
    main()
