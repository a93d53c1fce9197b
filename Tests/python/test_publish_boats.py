"""What `binnacle publish` sends to boats beside sentences, as independent programs understand it: deltas of Signal K by the
schemas of its specification, frames of NMEA 2000 by `nmea2000` and by `n2k` of PyPI. No Signal K server was run."""

import asyncio
import importlib.resources
import json
import math
import re
import socket
import time

import jsonschema
import pytest
import referencing
from n2k import messages
from n2k.message import Message
from nmea2000.ioclient import TextNmea2000Gateway
from patience import PATIENCE
from ports import free_port
from test_nmea_output import ROOT
from test_publish import BOARD, EAST, WEST, publish, read_lines

SCHEMAS = ROOT / "Tests" / "Data" / "signalk" / "schemas"
RAW = re.compile(r"\d\d:\d\d:\d\d\.\d{3} R ([0-9A-F]{8})((?: [0-9A-F]{2}){1,8})\r\n")
PARSERS = {
    127250: messages.parse_n2k_heading,
    127251: messages.parse_n2k_rate_of_turn,
    127257: messages.parse_n2k_attitude,
    127258: messages.parse_n2k_magnetic_variation,
}


def turned(later, earlier):
    """From one angle to another, −π up to π."""
    return (later - earlier + math.pi) % (2 * math.pi) - math.pi


@pytest.fixture(scope="module")
def registry():
    """The schemas by the names that they give themselves."""
    documents = [json.loads(path.read_text()) for path in SCHEMAS.rglob("*.json")]
    assert len(documents) == 4
    return referencing.Registry().with_resources(
        (document["id"].rstrip("#"), referencing.jsonschema.DRAFT4.create_resource(document)) for document in documents
    )


@pytest.fixture(scope="module")
def check(registry):
    """Judges a delta, and each of its values as the specification describes the value of that path."""

    def validator(reference):
        return jsonschema.Draft4Validator(
            {"$ref": f"https://signalk.org/specification/1.5.1/schemas/{reference}"}, registry=registry
        )

    delta_schema = validator("delta.json")
    by_path = {}

    def check(delta):
        delta_schema.validate(delta)
        for update in delta["updates"]:
            for pair in update["values"]:
                group, *_, name = pair["path"].split(".")
                reference = "definitions/notification" if group == "notifications" else f"properties/{name}"
                if pair["path"] not in by_path:
                    by_path[pair["path"]] = validator(f"groups/{group}.json#/{reference}")
                if pair["value"] is not None:
                    full = {"value": pair["value"], "timestamp": update["timestamp"], "$source": "binnacle"}
                    by_path[pair["path"]].validate(full)
        return delta

    # It can refuse: no time zone, a heading as text, an unknown state of a notification.
    for path, value, stamp in [
        ("navigation.headingTrue", 1, "2026-01-01T00:00:00"),
        ("navigation.headingTrue", "1", "2026-01-01T00:00:00Z"),
        ("notifications.navigation.x", {"state": "bad", "method": [], "message": ""}, "2026-01-01T00:00:00Z"),
    ]:
        with pytest.raises(jsonschema.ValidationError):
            check({"updates": [{"timestamp": stamp, "values": [{"path": path, "value": value}]}]})
    return check


def by_name(delta):
    return {pair["path"].removeprefix("navigation."): pair["value"] for pair in delta["updates"][0]["values"]}


def datagrams(sock, count):
    sock.settimeout(PATIENCE)
    return [sock.recv(65536) for _ in range(count)]


async def frames_of_gateway(port, enough):
    """What `nmea2000` understands when it takes us for a gateway by Yacht Devices."""
    found = []
    gateway = TextNmea2000Gateway("127.0.0.1", port)

    async def receive(message):
        found.append(message)

    gateway.set_receive_callback(receive)
    await gateway.connect()
    deadline = time.monotonic() + PATIENCE
    while len(found) < enough and time.monotonic() < deadline:
        await asyncio.sleep(0.05)
    await gateway.close()
    return found


def frames_of_n2k(lines):
    """(number of the message, source, what `n2k` understands) of each line."""
    found = []
    for line in lines:
        identifier, text = RAW.fullmatch(line.decode("ascii")).groups()
        number = int(identifier, 16)
        group = number >> 8 & 0x3FFFF
        found.append((group, number & 0xFF, PARSERS[group](Message(pgn=group, data=bytearray.fromhex(text)))))
    return found


@pytest.mark.parametrize("place, east", [(EAST, 1), (WEST, -1)])
def test_deltas_of_a_board_follow_the_specification(check, place, east):
    """The board turns to the right, once in ten seconds. Its card says two degrees to the side of the declination."""
    with publish(
        *(BOARD, "--level", "1", "--location", place, "--card", f"{2 * east},0,0,0,0", "--to", "signalk+tcp://:0")
    ) as publisher:
        with socket.create_connection(("127.0.0.1", publisher.port(0)), timeout=5) as client:
            # What a client sends is ignored. A Signal K server would take this for a request.
            client.sendall(b'{"context":"vessels.self","put":{"path":"navigation.headingTrue","value":0}}\n' * 50)
            lines = read_lines(client, PATIENCE, enough=70)
        _, errors = publisher.end()
    deltas = [by_name(check(json.loads(line))) for line in lines]
    assert len(deltas) >= 70, errors
    # The notification comes with the first delta, and not with each.
    notices = [delta.pop("notifications.navigation.headingMagnetic", None) for delta in deltas]
    assert 1 <= sum(notice is not None for notice in notices) <= 3
    known = [delta for delta in deltas if delta["headingTrue"] is not None and delta["rateOfTurn"] is not None]
    assert len(known) > 30
    for delta in known:
        assert all(0 <= delta[name] < 2 * math.pi for name in ("headingMagnetic", "headingTrue", "headingCompass"))
        assert abs(math.degrees(delta["magneticDeviation"]) - 2 * east) < 0.01
        assert 1.5 < math.degrees(delta["magneticVariation"]) * east < 4.5
        true = delta["headingCompass"] + delta["magneticDeviation"] + delta["magneticVariation"]
        assert abs(turned(true, delta["headingTrue"])) < 1e-5
        assert abs(turned(delta["headingMagnetic"] + delta["magneticVariation"], delta["headingTrue"])) < 1e-5
    # Two π in ten seconds to the right; the board's world moves in steps, of which a reading sees none, one or two.
    assert 0.35 < sum(delta["rateOfTurn"] for delta in known) / len(known) < 1.26
    assert sum(turned(b["headingMagnetic"], a["headingMagnetic"]) for a, b in zip(known, known[1:])) > 1
    # Without an accelerometer the attitude is not known.
    assert all(delta["attitude"] is None for delta in deltas)


def test_units_are_those_that_a_client_of_signal_k_expects(check):
    """`meta.json` of signalk-client, which converts by it, for the paths that it knows."""
    text = importlib.resources.files("signalk_client").joinpath("include/meta.json").read_text()
    meta = {path.removeprefix("/vessels/*/navigation/"): value for path, value in json.loads(text).items()}
    port = free_port(socket.SOCK_DGRAM)
    with socket.socket(type=socket.SOCK_DGRAM) as server:
        server.bind(("127.0.0.1", port))
        with publish(
            "simulated?motion=waves", "--location", EAST, "--to", f"signalk+udp://127.0.0.1:{port}"
        ) as publisher:
            received = datagrams(server, 40)
            publisher.end()
    assert all(packet.endswith(b"}\n") and packet.count(b"\n") == 1 for packet in received)
    deltas = [by_name(check(json.loads(packet))) for packet in received]
    units = {name: meta[name].get("units") for name in deltas[0] if name in meta}
    assert units.pop("attitude") is None
    assert {part["units"] for part in meta["attitude"]["properties"].values()} == {"rad"}
    assert units.pop("rateOfTurn") == "rad/s" and set(units.values()) == {"rad"}
    assert set(units) == {"headingMagnetic", "headingTrue", "magneticVariation"}
    # Without a card there is no compass heading and no deviation.
    assert not any("headingCompass" in delta or "magneticDeviation" in delta for delta in deltas)
    angles = [delta["attitude"] for delta in deltas if delta["attitude"]]
    assert len(angles) > 30 and all(set(angle) == {"pitch", "roll"} for angle in angles)
    assert 0 < max(abs(angle["roll"]) for angle in angles) < 1


@pytest.mark.parametrize("place, east", [(EAST, 1), (WEST, -1)])
def test_frames_of_a_board_are_understood_by_two_programs(place, east):
    with publish(
        *(BOARD, "--level", "1", "--location", place, "--card", f"{2 * east},0,0,0,0", "--to", "n2k+tcp://:0")
    ) as publisher:
        with socket.create_connection(("127.0.0.1", publisher.port(0)), timeout=5) as client:
            # An ISO request to all for product information, and a command to turn: both are ignored.
            client.sendall(b"18EAFF00 14 F0 01\r\n09F10D00 FF F8 FF FF 10 00 FF FF\r\n" * 50)
            theirs = asyncio.run(frames_of_gateway(publisher.port(0), 100))
            lines = read_lines(client, PATIENCE, enough=120)
        summary, errors = publisher.end()
    assert summary["targets"][0]["clients"] == 2
    ours = frames_of_n2k(lines)
    assert {source for _, source, _ in ours} == {0x23}
    # The board needs some seconds until it knows the variation. Then it comes once a second, with every tenth heading. The
    # board does not know its attitude.
    ours = ours[next(index for index, (group, _, _) in enumerate(ours) if group == 127258) :]
    groups = [group for group, _, _ in ours]
    assert set(groups) == {127250, 127251, 127258}, errors
    assert groups.count(127250) == pytest.approx(groups.count(127251), abs=1)
    # Between two of them are ten headings; fewer if the machine has no time for the board, whose readings then come late.
    seconds = groups.count(127258) - 1
    last = len(groups) - groups[::-1].index(127258)
    assert seconds >= 3 and 3 <= groups[:last].count(127250) / seconds <= 12
    headings = [said for group, _, said in ours if group == 127250 and said.heading is not None]
    assert len(headings) > 15
    for said in headings:
        assert said.ref == 1, "magnetic"
        assert math.degrees(said.deviation) == pytest.approx(2 * east, abs=0.01)
        assert 1.5 < math.degrees(said.variation) * east < 4.5
    variations = {said.variation for group, _, said in ours if group == 127258}
    assert variations == {headings[0].variation}
    rates = [said.rate_of_turn for group, _, said in ours if group == 127251 and said.rate_of_turn is not None]
    assert 0.35 < sum(rates) / len(rates) < 1.26
    # The other program finds the same, and by its table no message comes more often than it should.
    assert len(theirs) >= 100
    names = {message.PGN: message.id for message in theirs}
    assert names == {127250: "vesselHeading", 127251: "rateOfTurn", 127258: "magneticVariation"}
    for message in theirs:
        fields = {field.id: field for field in message.fields}
        period = message.ttl.total_seconds()
        assert period == (1 if message.PGN == 127258 else 0.1)
        assert message.priority == {127250: 2, 127251: 2, 127258: 7}[message.PGN]
        if message.PGN == 127250 and fields["heading"].value is not None:
            assert fields["reference"].value == "Magnetic" and fields["heading"].unit_of_measurement == "rad"
            assert math.degrees(fields["deviation"].value) == pytest.approx(2 * east, abs=0.01)
            assert fields["variation"].value == pytest.approx(headings[0].variation, abs=1e-9)


def test_frames_with_an_attitude_arrive_as_datagrams():
    """What was sent in the same moment, by three targets: the values agree, and the true heading follows from the fields."""
    frames, deltas = free_port(socket.SOCK_DGRAM), free_port(socket.SOCK_DGRAM)
    with socket.socket(type=socket.SOCK_DGRAM) as one, socket.socket(type=socket.SOCK_DGRAM) as other:
        one.bind(("127.0.0.1", frames))
        other.bind(("127.0.0.1", deltas))
        with publish(
            *("simulated?motion=waves", "--location", WEST, "--to", f"n2k+udp://127.0.0.1:{frames}"),
            *("--to", f"signalk+udp://127.0.0.1:{deltas}"),
        ) as publisher:
            theirs = [by_name(json.loads(packet)) for packet in datagrams(other, 30)]
            ours = frames_of_n2k(datagrams(one, 60))
            publisher.end()
    attitudes = [said for group, _, said in ours if group == 127257]
    assert len(attitudes) >= 2
    assert all(said.yaw is None and said.pitch is not None and said.roll is not None for said in attitudes)
    headings = [said for group, _, said in ours if group == 127250]
    assert all(said.deviation is None for said in headings)
    pairs = [(a, b) for a, b in zip(headings, theirs) if a.heading is not None and b["headingTrue"] is not None]
    assert len(pairs) > 20
    for said, delta in pairs:
        # Three fields with steps of 0.0001 rad.
        assert abs(turned(said.heading + said.variation, delta["headingTrue"])) < 1.5e-4
