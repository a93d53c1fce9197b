"""The independent decoder against every vector of the link protocol."""

import json
import pathlib
import zlib

import binnacle_link as link
import pytest
from cobs import cobs

VECTORS = pathlib.Path(__file__).resolve().parents[2] / "Protocols" / "link" / "vectors"


def document(name):
    return json.loads((VECTORS / f"{name}.json").read_text())


def cases(name):
    return [pytest.param(case, id=case["name"]) for case in document(name)["cases"]]


def comparable(fields):
    """Decoded fields in the form of the vectors: bytes as hexadecimal text, big integers as decimal text."""

    def one(value):
        if isinstance(value, bytes):
            return value.hex()
        return str(value) if isinstance(value, int) and abs(value) > 1 << 53 else value

    return {name: one(value) for name, value in fields.items()}


@pytest.mark.parametrize("case", cases("crc"))
def test_crc(case):
    assert zlib.crc32(bytes.fromhex(case["bytes"])) == case["crc"]


@pytest.mark.parametrize("case", cases("cobs"))
def test_cobs(case):
    encoded = bytes.fromhex(case["encoded"])
    if case.get("reject"):
        with pytest.raises(cobs.DecodeError):
            if not encoded or 0 in encoded:
                raise cobs.DecodeError("a zero ends the frame")
            cobs.decode(encoded)
        return
    decoded = bytes.fromhex(case["decoded"])
    assert cobs.decode(encoded) == decoded
    assert link.held(encoded) == len(decoded)
    if not case.get("decodeOnly"):
        assert cobs.encode(decoded) == encoded


@pytest.mark.parametrize("case", cases("messages"))
def test_message_table(case):
    assert (link.MESSAGES[case["kind"]].name, link.minimum_length(case["kind"])) == (
        case["name"],
        case["minimumLength"],
    )


def test_message_table_hash():
    table = document("messages")
    assert len(table["cases"]) == len(link.MESSAGES)
    assert table["tableHash"] == link.table_hash()


@pytest.mark.parametrize("case", cases("frames"))
def test_frame(case):
    encoded = bytes.fromhex(case["encoded"])
    assert link.encode(case["kind"], case["token"], case["sequence"], bytes.fromhex(case["payload"])) == encoded
    receiver = link.Receiver()
    (frame,) = receiver.feed(encoded)
    message = frame.message()
    assert message["message"] == case["message"]
    assert (message["kind"], message["token"], message["sequence"]) == (case["kind"], case["token"], case["sequence"])
    assert comparable(message["fields"]) == case["fields"]
    assert "laterFields" not in message


@pytest.mark.parametrize("case", cases("frames"))
def test_frame_with_a_field_of_a_later_version(case):
    payload = bytes.fromhex(case["payload"])
    if case["message"] in ("ping", "pong") or len(case["fields"]) < len(link.MESSAGES[case["kind"]].fields):
        return  # What follows is a part of the message.
    frame = link.Frame(bytes((case["kind"], 1, 0, 0)) + payload + b"later")
    message = frame.message()
    assert comparable(message["fields"]) == case["fields"]
    assert message["laterFields"] == b"later"


@pytest.mark.parametrize("case", cases("frames"))
def test_frame_too_short(case):
    minimum = link.minimum_length(case["kind"])
    if minimum == 0:
        return
    frame = link.Frame(bytes((case["kind"], 1, 0, 0)) + bytes.fromhex(case["payload"])[: minimum - 1])
    assert frame.message()["error"] == "tooShort"


@pytest.mark.parametrize("case", cases("extension"))
def test_extension(case):
    message = link.Frame(bytes((case["kind"], 1, 0, 0)) + bytes.fromhex(case["payload"])).message()
    assert message["message"] == case["message"]
    if case["accepted"]:
        assert comparable(message["fields"]) == case["fields"]
        assert message.get("laterFields", b"").hex() == case["laterFields"]
    else:
        assert message["error"] == "tooShort"


@pytest.mark.parametrize("name, lengths", [("reading, tilted", (88,)), ("rawSample", (28,))])
def test_payload_of_version_1_is_read_from_a_capture(name, lengths):
    (case,) = (case for case in document("frames")["cases"] if case["name"] == name)
    for length in lengths:
        frame = link.Frame(bytes((case["kind"], 1, 0, 0)) + bytes.fromhex(case["payload"])[:length])
        assert frame.message()["error"] == "tooShort"
        fields = comparable(frame.message(version=1)["fields"])
        assert fields == {name: case["fields"][name] for name in fields} and len(fields) < len(case["fields"])
    frame.payload = frame.payload[: min(lengths) - 1]
    assert frame.message(version=1)["error"] == "tooShort"


def variants(case):
    first = bytes.fromhex(case["bytes"])
    operation, values = case["operation"], case["values"]
    for at in range(len(first) + (operation == "insert")):
        before, after = first[:at], first[at:]
        if operation == "truncate":
            yield before
        elif operation == "delete":
            yield before + after[1:]
        elif operation == "insert":
            yield from (before + bytes([value]) + after for value in values)
        elif operation == "set":
            yield from (before + bytes([value]) + after[1:] for value in values if value != after[0])
        else:
            assert operation == "exclusiveOr"
            yield from (before + bytes([value ^ after[0]]) + after[1:] for value in values)


def counters(receiver):
    return receiver.frames, receiver.corrupt, receiver.overlong


@pytest.mark.parametrize("case", cases("faults"))
def test_fault(case):
    data = bytes.fromhex(case["bytes"])
    expected = case["frames"], case["corrupt"], case["overlong"]
    if case["operation"] == "none":
        for chunk in (len(data), 1, 7):
            receiver, found = link.Receiver(), []
            for at in range(0, len(data), chunk):
                found += receiver.feed(data[at : at + chunk])
            assert [frame.contents.hex() for frame in found] == case["found"]
            assert counters(receiver) == expected
    elif case["operation"] == "split":
        for at in range(len(data) + 1):
            receiver = link.Receiver()
            found = receiver.feed(data[:at]) + receiver.feed(data[at:])
            assert [frame.contents.hex() for frame in found] == case["found"]
            assert counters(receiver) == expected
    else:
        first = link.Receiver().feed(data)[0].contents
        follower = bytes.fromhex(case["follower"])
        last = link.Receiver().feed(follower)[0].contents
        runs, whole, sums = 0, 0, [0, 0, 0]
        for variant in variants(case):
            receiver = link.Receiver()
            found = [frame.contents for frame in receiver.feed(variant + b"\0" + follower)]
            assert found[-1] == last
            runs, whole = runs + 1, whole + (first in found)
            sums = [a + b for a, b in zip(sums, counters(receiver))]
        assert (runs, whole, tuple(sums)) == (case["runs"], case["firstFound"], expected)
