"""The frames and units of binnacle_ros, without ROS: `make ros` runs its node. Rotations are those of NumPy here, and the readings are
those of the program."""

import json
import math
import random
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".build/debug/binnacle"
sys.path.append(str(ROOT / "Sources/Library/ROS/binnacle_ros"))
from binnacle_ros import convert  # noqa: E402
from binnacle_ros.lines import Lines  # noqa: E402


def matrix(q):
    w, x, y, z = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def turn(axis, degrees):
    a, b = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    i, j = (axis + 1) % 3, (axis + 2) % 3
    found = np.eye(3)
    found[i, i] = found[j, j] = a
    found[i, j], found[j, i] = -b, b
    return found


def reading(heading, pitch=0.0, roll=0.0, **changes):
    return {
        "magneticHeadingDegrees": heading,
        "trueHeadingDegrees": None,
        "magneticValid": True,
        "trueValid": False,
        "pitchDegrees": pitch,
        "rollDegrees": roll,
        "accuracyDegrees": 2.0,
        "reference": "magnetic",
        "disturbance": "clear",
    } | changes


@pytest.mark.parametrize(
    ("heading", "yaw"), [(0, 90), (90, 0), (180, -90), (270, 180), (45, 45), (359.5, 90.5), (271, 179), (269, -179)]
)
def test_yaw_isCountedFromEastToTheLeft_andIsNoHeading(heading, yaw):
    assert convert.yaw_of_heading(heading) == pytest.approx(math.radians(yaw))
    w, x, y, z = convert.orientation(reading(heading))[0]
    assert math.remainder(2 * math.atan2(z, w) - math.radians(yaw), 2 * math.pi) == pytest.approx(0, abs=1e-12)
    if heading != 45:
        assert abs(math.degrees(convert.yaw_of_heading(heading)) % 360 - heading) > 1


def test_orientation_ofAnyAttitude_isThatOfItsMatrices():
    enu_of_ned = np.array([[0, 1, 0], [1, 0, 0], [0, 0, -1.0]])
    flip = np.diag([1.0, -1, -1])
    chance = random.Random(3)
    for _ in range(500):
        angles = chance.uniform(0, 360), chance.uniform(-89, 89), chance.uniform(-180, 180)
        ned = turn(2, angles[0]) @ turn(1, angles[1]) @ turn(0, angles[2])
        found = matrix(convert.orientation(reading(*angles))[0])
        assert np.abs(found - enu_of_ned @ ned @ flip).max() < 1e-12


def test_attitude_ofTheFusion_isTurnedToTrueNorth():
    fused = {
        "fused": True,
        "attitude": convert.about(2, 30),
        "magneticHeadingDegrees": 30.0,
        "trueHeadingDegrees": 34.0,
        "accuracyDegrees": 1.0,
    }
    found = reading(10, motion=fused, trueHeadingDegrees=14.0, trueValid=True)
    assert np.abs(matrix(convert.attitude(found)) - turn(2, 30)).max() < 1e-12
    assert np.abs(matrix(convert.attitude(found, "true")) - turn(2, 34)).max() < 1e-12
    assert convert.deviation(found) == pytest.approx(math.radians(1) / 1.959964)
    # Where the fusion has no heading, the compass counts.
    other = reading(10, motion=fused | {"fused": False})
    assert np.abs(matrix(convert.attitude(other)) - turn(2, 10)).max() < 1e-12
    # Magnetic north is never sent as true north.
    assert convert.attitude(other, "true") is None


def test_covariance_isOfTheStatedAccuracy_orSaysThatThereIsNone():
    _, covariance = convert.orientation(reading(10), tilt_accuracy_degrees=4.0)
    assert covariance[8] == pytest.approx((math.radians(2) / 1.959964) ** 2)
    assert covariance[0] == covariance[4] == pytest.approx((math.radians(4) / 1.959964) ** 2)
    turned, covariance = convert.orientation(reading(10, magneticValid=False))
    assert covariance[0] == -1 and turned == (1, 0, 0, 0)
    assert convert.orientation(reading(10), "true")[1][0] == -1
    assert convert.orientation(reading(10, accuracyDegrees=None, reference="none"))[1] == [0] * 9
    assert convert.acceleration({"specificForceMicroG": None})[1][0] == -1


def test_force_atRest_pointsUp():
    vector, covariance = convert.acceleration({"specificForceMicroG": [0, 0, -1_000_000]}, 0.02)
    assert vector == pytest.approx([0, 0, 9.80665]) and covariance[4] == pytest.approx(4e-4)


def test_status_tellsWhatIsWrong():
    words = {"grade": 3, "calibrated": True, "source": "compass", "mode": "tilted", "reasons": [], "advice": ""}
    good = reading(10, trouble="none", **words)
    assert convert.status(good)[0] == convert.OK
    assert convert.status(good | {"disturbance": "disturbed"})[:2] == (convert.WARN, "the field is disturbed")
    assert convert.status(good | {"magneticValid": False, "advice": "Calibrate."})[:2] == (convert.WARN, "Calibrate.")
    assert convert.status(good | {"trouble": "fatal"})[0] == convert.ERROR
    assert convert.status(None)[0] == convert.STALE


def test_clock_leavesOutDelays_andBeginsAnewAfterARestart():
    clock, chance = convert.DeviceClock(), random.Random(1)
    errors = []
    for step in range(1000):
        device = step / 50
        host = clock.host(device, 1000 + device + 0.001 + chance.expovariate(50))
        errors.append(host - (1000 + device + 0.001))
    assert 0 <= min(errors) and max(errors[100:]) < 0.004
    assert clock.host(0.5, 5000) == pytest.approx(5000)


def test_readings_ofTheProgram_pointTheFieldNorthAndTheForceUp():
    if not PROGRAM.exists():
        pytest.skip("swift build makes the program first")
    command = [PROGRAM, "stream", "simulated?pitch=20&roll=-35", "--readings", "60", "--check", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    found = [each for each in found if "what" not in each and each["magneticValid"]]
    assert len(found) > 20, done.stderr
    for each in found:
        q, covariance = convert.orientation(each)
        field, _ = convert.magnetic_field(each)
        force, _ = convert.acceleration(each)
        if covariance[0] < 0 or each.get("motion", {}).get("fused"):
            continue
        east, north, up = matrix(q) @ field
        # To the accuracy of the float heading: the correction and the heading are of the same reading.
        assert abs(math.degrees(math.atan2(east, north))) < 0.5
        assert north == pytest.approx(each["horizontalNanotesla"] * 1e-9, rel=1e-3) and up < 0
        assert matrix(q) @ force == pytest.approx([0, 0, np.linalg.norm(force)], abs=0.05)


def test_lines_areReadAgainAfterALoss_andOnlyReadingsCount():
    got, server = [], socket.create_server(("127.0.0.1", 0))
    lines = Lines("127.0.0.1", server.getsockname()[1], lambda found, at: got.append(found), retry=0.05, silence=1.0)
    lines.start()

    def serve(text):
        connection, _ = server.accept()
        with connection:
            connection.sendall(text[:20])
            time.sleep(0.05)
            connection.sendall(text[20:])

    one = json.dumps({"deviceTimeSeconds": 1.0}).encode() + b"\n"
    try:
        serve(one + b'{"what":"gap"}\nno json\n[1]\n' + one)
        serve(one + b'{"deviceTimeSec')
        deadline = time.monotonic() + PATIENCE
        while len(got) < 3 and time.monotonic() < deadline:
            time.sleep(0.02)
    finally:
        server.close()
        lines.end()
    assert len(got) == 3 and lines.refused == 1
    assert not [thread for thread in threading.enumerate() if thread.name == lines._thread.name]
