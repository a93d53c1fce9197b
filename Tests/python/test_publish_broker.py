"""`binnacle publish --to mqtt:`, judged by Debian's mosquitto and by paho-mqtt of PyPI."""

import ctypes.util
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import threading
import time

import pytest
from mqtt_broker import LIBRARIES, PROGRAM, Broker, Listener, SlowBroker
from patience import PATIENCE
from ports import free_port
from test_publish import BOARD, EAST, WEST, publish

pytestmark = pytest.mark.skipif(not PROGRAM.exists(), reason="make .build/broker/ready unpacks the broker")
READING, HEALTH = "boat/compass/reading", "boat/compass/health"


def target(broker, options="", scheme="mqtt"):
    return f"{scheme}://localhost:{broker.port}/boat/compass{options}"


def credentials(folder, *lines, mode=0o600):
    path = folder / "credentials"
    path.write_text("\n".join(lines) + "\n")
    path.chmod(mode)
    return path


def until(publisher, text):
    """Reads remarks until one has this text."""
    limit = threading.Timer(PATIENCE, publisher.process.kill)
    limit.start()
    try:
        found = []
        for line in publisher.process.stderr:
            found.append(line.decode())
            if text in found[-1]:
                return
    finally:
        limit.cancel()
    raise AssertionError(found)


def test_readings_health_and_discovery_reach_a_home(tmp_path):
    file = credentials(tmp_path, "# the compass", "user = skipper", "password = a secret")
    with Broker(tmp_path, user="skipper", password="a secret") as broker, Listener(broker) as listener:
        with publish(
            *("simulated?motion=waves", "--location", WEST, "--card", "2,0,0,0,0"),
            *("--to", target(broker, f"?credentials={file}"), "--rate", "10"),
            environment=LIBRARIES,
        ) as publisher:
            # Nobody commands it: what others publish under its topics is not even received.
            listener.client.publish("boat/compass/command", '{"command": "stop"}')
            documents = listener.wait(READING, lambda found: len(found) > 30)
            summary, errors = publisher.end()
        health = listener.wait(HEALTH, lambda found: found[-1:] and found[-1]["state"] == "offline")
        documents = listener.of(READING)
        log = broker.log
        with Listener(broker) as late:
            # Who comes later gets what is retained: health and the entities, and no old reading.
            late.wait(HEALTH, len)
            retained = {topic: document for topic, document, is_retained in late.messages if is_retained}
    assert errors == "" or "binnacle: simulated" in errors, errors
    # Nothing was lost, not even at the end.
    assert [document["number"] for document in documents] == list(range(1, len(documents) + 1))
    assert summary["targets"][0]["sent"] == len(documents) and summary["targets"][0]["skipped"] == 0
    assert health[0] == {"state": "online", "sent": 0, "kept": health[0]["kept"], "dropped": 0, "connections": 1}
    assert health[-1]["sent"] == len(documents) and health[-1]["kept"] == 0
    known = [document for document in documents if document["trueHeadingDegrees"] is not None]
    assert len(known) > 25
    for document in known:
        sum_ = document["magneticHeadingDegrees"] + document["declinationDegrees"] - document["trueHeadingDegrees"]
        assert abs((sum_ + 180) % 360 - 180) < 0.011
        assert -3.5 < document["declinationDegrees"] < -1.5 and document["accuracyDegrees"] > 0
        assert document["simulated"] is True and document["disturbance"] == "clear"
        assert {"pitchDegrees", "rollDegrees", "turnDegreesPerSecond", "reasons"} <= set(document)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", known[0]["time"])
    # It subscribes to nothing.
    clients = set(re.findall(r"Received SUBSCRIBE from (\S+)", log))
    assert clients and all(client.startswith("judge") for client in clients)
    (node,) = {topic.split("/")[2] for topic in retained if topic.startswith("homeassistant/")}
    assert re.fullmatch("binnacle_boat_compass_[0-9a-f]{8}", node)
    fields = {topic.split("/")[3] for topic in retained if topic.startswith(f"homeassistant/sensor/{node}/")}
    assert len(retained) == 1 + len(fields) and fields == {
        *("magneticHeadingDegrees", "trueHeadingDegrees", "accuracyDegrees", "turnDegreesPerSecond"),
        *("pitchDegrees", "rollDegrees", "disturbance"),
    }
    for field in fields:
        entity = retained[f"homeassistant/sensor/{node}/{field}/config"]
        assert entity["state_topic"] == READING and entity["availability_topic"] == HEALTH
        assert entity["value_template"] == f"{{{{ value_json.{field} }}}}" and field in documents[0]
        assert entity["device"]["identifiers"] == [node]


def test_broker_that_is_killed_and_restarted_gets_every_reading(tmp_path):
    """A board's readings, ten a second, through two deaths of the broker. A message may come twice; none is missing."""
    broker = Broker(tmp_path).start()
    try:
        with Listener(broker) as listener:
            with publish(
                *(BOARD, "--level", "1", "--location", EAST, "--rate", "10", "--to", target(broker)),
                environment=LIBRARIES,
            ) as publisher:
                for last in (10, 40):
                    listener.wait(READING, lambda found, last=last: found and found[-1]["number"] > last)
                    broker.stop(signal.SIGKILL)
                    # Health is what the broker publishes when we are gone; a broker that is gone itself tells nobody.
                    time.sleep(2)
                    broker.start()
                listener.wait(READING, lambda found: found[-1]["number"] > 70, seconds=30)
                summary, errors = publisher.end()
            total = summary["targets"][0]["sent"]
            numbers = [
                document["number"] for document in listener.wait(READING, lambda found: found[-1]["number"] == total)
            ]
            health = listener.wait(HEALTH, lambda found: found[-1]["state"] == "offline")
    finally:
        broker.stop()
    assert set(numbers) == set(range(1, total + 1))
    assert len(numbers) < total + 60, "only what was not confirmed comes again"
    assert summary["targets"][0]["skipped"] == 0
    assert health[-1]["dropped"] == 0 and health[-1]["connections"] == 3
    # Each fault is told once, and not each time that it is tried again.
    assert errors.count("has closed the connection") + errors.count("there is no broker") in (1, 2, 3, 4), errors


def test_broker_that_comes_late_gets_what_was_kept_and_learns_what_was_not(tmp_path):
    broker = Broker(tmp_path)
    try:
        with publish(
            "simulated", "--rate", "10", "--to", target(broker, "?keep=2&discovery=off"), environment=LIBRARIES
        ) as publisher:
            time.sleep(5)
            broker.start()
            with Listener(broker) as listener:
                health = listener.wait(HEALTH, lambda found: found and found[-1]["connections"] == 1)
                time.sleep(1.5)
                documents = listener.of(READING)
                assert not any(topic.startswith("homeassistant") for topic, _, _ in listener.messages)
                summary, errors = publisher.end()
    finally:
        broker.stop()
    dropped = health[0]["dropped"]
    # Nobody listened to the first ones that were kept; the rest has no gap.
    numbers = [document["number"] for document in documents]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    # Of five seconds and the pause before the next attempt, two seconds were kept.
    assert 20 <= dropped <= 130 and numbers[0] > dropped
    assert summary["targets"][0]["skipped"] >= dropped
    assert errors.count("there is no broker at localhost") == 1 and "it is tried again" in errors, errors


def test_killed_program_is_reported_by_the_broker(tmp_path):
    with Broker(tmp_path) as broker, Listener(broker) as listener:
        with publish("simulated", "--to", target(broker), environment=LIBRARIES) as publisher:
            # One reading a second, unless the user says otherwise.
            assert publisher.targets[0]["rateHertz"] == 1
            listener.wait(HEALTH, len)
            publisher.process.kill()
            assert listener.wait(HEALTH, lambda found: found[-1]["state"] == "offline")[-1] == {"state": "offline"}


def test_end_isToldOrLeftToTheWill():
    """Whoever ends a connection in order, takes back the will: health would say online for ever."""
    for delay in (0.05, 0.6):
        with SlowBroker(delay) as broker:
            with publish(
                *("simulated", "--rate", "50", "--duration", "2s"),
                *("--to", f"mqtt://127.0.0.1:{broker.port}/a?discovery=off"),
                environment=LIBRARIES,
            ) as publisher:
                publisher.process.wait(PATIENCE)
                summary = json.loads(publisher.process.stdout.read().splitlines()[-1])
        assert (14 in broker.kinds) == (delay < 0.1)
        if 14 in broker.kinds:
            assert broker.health[-1]["state"] == "offline"
        # Each reading is in one of the numbers.
        (counts,) = summary["targets"]
        assert counts["sent"] + counts["skipped"] == summary["readings"] > 80
        assert (counts["skipped"] == 0) == (delay < 0.1)


def test_health_doesNotQueueBehindABrokerThatConfirmsNothing():
    with SlowBroker(None) as broker:
        with publish(
            *("simulated", "--rate", "10", "--to", f"mqtt://127.0.0.1:{broker.port}/a?discovery=off&keep=1"),
            environment=LIBRARIES,
        ) as publisher:
            time.sleep(6)
            publisher.end()
    # One at the beginning, and the last word.
    assert broker.health and len(broker.health) <= 2 and broker.kinds.count(3) <= 20 + 2


def test_secondFault_isToldToo():
    """The broker starts late, and refuses us."""
    port = free_port()
    with publish("simulated", "--to", f"mqtt://127.0.0.1:{port}/a", environment=LIBRARIES) as publisher:
        until(publisher, "there is no broker")
        with SlowBroker(0, answer=5, port=port):
            until(publisher, "the broker refuses us: Connection Refused: not authorised")


def test_wrongScheme_isToldAsSuch(tmp_path):
    """Each is a broker, and expects the other kind of connection."""
    file = credentials(tmp_path, f"ca = {tmp_path}/ca.pem")
    with Broker(tmp_path) as broker:
        with publish("simulated", "--to", target(broker, scheme="mqtts"), environment=LIBRARIES) as publisher:
            until(publisher, "closed the connection at once")
            until(publisher, "8883 with TLS")
        with publish("simulated", "--to", target(broker, f"?credentials={file}"), environment=LIBRARIES) as publisher:
            until(publisher, "names certificates, and mqtt: is not encrypted")
            until(publisher, "mqtts://")


def test_refusal_names_the_file_and_not_the_password(tmp_path):
    file = credentials(tmp_path, "user = skipper", "password = wrongsecret", mode=0o644)
    with Broker(tmp_path, user="skipper", password="right") as broker:
        words = ["simulated", "--readings", "15", "--to", target(broker, f"?credentials={file}")]
        with publish(*words, environment=LIBRARIES) as publisher:
            time.sleep(1.5)
            _, errors = publisher.end()
    assert "the broker refuses us: Connection Refused: not authorised; it is tried again." in errors, errors
    assert "?credentials=FILE" in errors and "wrongsecret" not in errors
    assert "wrongsecret" not in " ".join(words)


def test_broker_that_is_not_there_costs_nothing():
    """One is not encrypted, and one is."""
    port = free_port()
    with publish(
        *("simulated", "--to", f"mqtt://127.0.0.1:{port}/a", "--to", f"mqtts://127.0.0.1:{port}/a"),
        environment=LIBRARIES,
    ) as publisher:
        time.sleep(3)
        times = pathlib.Path(f"/proc/{publisher.process.pid}/stat").read_text().rpartition(")")[2].split()
        _, errors = publisher.end()
    assert errors.count(f"there is no broker at 127.0.0.1:{port}: ") == 2, errors
    # A target that did not wait would have a processor to itself.
    assert (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK") < 1.5


@pytest.mark.skipif(ctypes.util.find_library("mosquitto") is not None, reason="libmosquitto is installed")
def test_without_the_library_its_package_is_named():
    with publish(*("simulated", "--to", "mqtt://localhost/a", "--to", "json+tcp://:0")) as publisher:
        time.sleep(0.5)
        summary, errors = publisher.end()
    assert (
        "libmosquitto.so.1, which is not installed; it is tried again.\nInstall it: apt-get install libmosquitto1"
        in errors
    )
    assert summary["targets"][1]["sent"] > 0


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificates")
def test_encrypted_connection_trusts_the_authority_of_the_file(tmp_path):
    def openssl(*words):
        subprocess.run(["openssl", *words], cwd=tmp_path, check=True, capture_output=True)

    names = tmp_path / "names"
    names.write_text("subjectAltName=DNS:localhost")
    for name in ("ca", "other"):
        openssl(
            *f"req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={name} -keyout {name}.key -out {name}.pem".split()
        )
    for name in ("broker", "compass"):
        openssl(*f"req -newkey rsa:2048 -nodes -subj /CN={name} -keyout {name}.key -out {name}.csr".split())
        extra = ["-extfile", "names"] if name == "broker" else []
        openssl(
            *f"x509 -req -days 2 -in {name}.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out {name}.pem".split(),
            *extra,
        )
    lines = [f"cafile {tmp_path}/ca.pem", f"certfile {tmp_path}/broker.pem", f"keyfile {tmp_path}/broker.key"]
    ours = [f"certificate = {tmp_path}/compass.pem", f"key = {tmp_path}/compass.key"]
    with Broker(tmp_path, *lines, "require_certificate true") as broker:
        for authority, is_trusted in (("ca", True), ("other", False)):
            file = credentials(tmp_path, f"ca = {tmp_path}/{authority}.pem", *ours)
            with publish(
                *("simulated", "--rate", "10", "--to", target(broker, f"?credentials={file}", "mqtts")),
                environment=LIBRARIES,
            ) as publisher:
                time.sleep(1.5)
                summary, errors = publisher.end()
            if is_trusted:
                assert summary["targets"][0]["sent"] >= 10, errors
            else:
                assert summary["targets"][0]["sent"] == 0
                assert "certificate is not trusted" in errors and "other.pem the certificate of its auth" in errors, (
                    errors
                )
