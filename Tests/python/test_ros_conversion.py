"""The frames and units of binnacle_ros, without ROS: `make ros` runs its node. Rotations are those of NumPy here, and the readings are
those of the program."""

import json
import math
import random
import socket
import threading
import time

import numpy as np
import pytest
from patience import PATIENCE
from ros_readings import convert, fused, lines, matrix, reading, readings, turn


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


def test_attitude_ofTheFusion_isTurnedToTheReadingsHeading():
    found = reading(10, motion=fused(30, 5, -7, accuracyDegrees=9.0), trueHeadingDegrees=14.0, trueValid=True)
    tilted = turn(1, 5) @ turn(0, -7)
    assert np.abs(matrix(convert.attitude(found)) - turn(2, 10) @ tilted).max() < 1e-12
    assert np.abs(matrix(convert.attitude(found, "true")) - turn(2, 14) @ tilted).max() < 1e-12
    assert convert.orientation(found)[1][8] == pytest.approx((math.radians(2) / 1.959964) ** 2)
    # The heading is carried on to the time of the fusion.
    found["motion"] |= {"deviceTimeSeconds": 1.05, "turnDegreesPerSecond": 40.0}
    assert np.abs(matrix(convert.attitude(found)) - turn(2, 12) @ tilted).max() < 1e-12
    assert convert.time_of_attitude(found) == 1.05
    # A fusion of another time, and one without a heading, tell no tilt.
    for other in ({"deviceTimeSeconds": 1.5}, {"fused": False}):
        alone = found | {"motion": found["motion"] | other}
        assert np.abs(matrix(convert.attitude(alone)) - turn(2, 10)).max() < 1e-12
        assert convert.time_of_attitude(alone) == 1.0
    # Magnetic north is never sent as true north, and the fusion's heading not for one that the device does not give.
    assert convert.attitude(found | {"trueValid": False}, "true") is None
    assert convert.attitude(found | {"magneticValid": False}) is None


def test_heading_thatMayBeOffByAQuarter_inADisturbedField_isNone():
    wide = reading(10, accuracyDegrees=90.0)
    assert convert.orientation(wide)[1][0] > 0
    assert convert.orientation(wide | {"disturbance": "disturbed"})[1][0] == -1
    assert convert.orientation(wide | {"disturbance": "disturbed", "accuracyDegrees": 89.0})[1][0] > 0
    assert convert.orientation(wide | {"disturbance": "disturbed", "accuracyDegrees": 0.0})[1][8] == 0


def test_covarianceOfTheField_isThatOfTheCompassAlone():
    part = {"magneticHeadingDegrees": 10.0, "accuracyDegrees": 20.0}
    for found, accuracy in ((reading(10), 2), (reading(10, compass=part), 20), (reading(10, compass=None), 0)):
        expected = math.radians(accuracy) / 1.959964 * 20_000e-9
        assert convert.magnetic_field(found)[1][0] == pytest.approx(expected**2)


def test_covariance_isOfTheStatedAccuracy_orSaysThatThereIsNone():
    _, covariance = convert.orientation(reading(10), tilt_accuracy_degrees=4.0)
    assert covariance[8] == pytest.approx((math.radians(2) / 1.959964) ** 2)
    assert covariance[0] == covariance[4] == pytest.approx((math.radians(4) / 1.959964) ** 2)
    turned, covariance = convert.orientation(reading(10, magneticValid=False))
    assert covariance[0] == -1 and turned == (1, 0, 0, 0)
    assert convert.orientation(reading(10), "true")[1][0] == -1
    assert convert.orientation(reading(10, accuracyDegrees=None))[1] == [0] * 9
    assert convert.acceleration({"specificForceMicroG": None})[1][0] == -1


def test_tiltThatIsNotMeasured_isAsUncertainAsTheDeviceTakesIt():
    level = reading(10, pitchDegrees=None, rollDegrees=None, specificForceMicroG=None, mode="level")
    assert convert.orientation(level)[1][4] == pytest.approx(math.radians(5) ** 2)
    assert convert.orientation(level, level_deviation_degrees=1.0)[1][0] == pytest.approx(math.radians(1) ** 2)
    # With a fusion it is measured.
    found = convert.orientation(level | {"motion": fused(10)}, tilt_accuracy_degrees=4.0)
    assert found[1][0] == pytest.approx((math.radians(4) / 1.959964) ** 2)


def test_force_atRest_pointsUp():
    vector, covariance = convert.acceleration({"specificForceMicroG": [0, 0, -1_000_000]}, 0.02)
    assert vector == pytest.approx([0, 0, 9.80665]) and covariance[4] == pytest.approx(4e-4)


def told(**changes):
    words = {"grade": 3, "calibrated": True, "source": "compass", "advice": None, "trouble": "none"}
    return reading(10, **words | changes)


def test_status_tellsWhatIsWrong():
    assert convert.status(told())[:2] == (convert.OK, "the heading is valid")
    assert convert.status(told(disturbance="disturbed"))[:2] == (convert.WARN, "the field is disturbed")
    dead = told(trouble="fatal", magneticValid=False, reasons=["pointsVertically"], advice="Choose another axis.")
    assert convert.status(dead)[:2] == (
        convert.ERROR,
        "the heading is not valid: pointsVertically. Choose another axis.",
    )
    assert convert.status(None)[0] == convert.STALE


def test_status_ofAnInvalidHeading_hasTheReasons():
    for found, text in (
        (told(magneticValid=False), "the heading is not valid"),
        (told(magneticValid=False, reasons=["nearPole"]), "the heading is not valid: nearPole"),
        (
            told(
                magneticValid=False,
                reasons=["uncalibrated", "tiltUnknown", "positionUnknown"],
                advice="Calibrate the compass.",
            ),
            "the heading is not valid: uncalibrated, tiltUnknown. Calibrate the compass.",
        ),
    ):
        assert convert.status(found)[:2] == (convert.WARN, text)
        assert "clear" not in convert.status(found)[1]


def test_status_saysWhyThereIsNoOrientation():
    lost = told(reasons=["positionUnknown"])
    level, text, _ = convert.status(lost, "true")
    assert level == convert.WARN and "true north: positionUnknown" in text and "--location" in text
    assert convert.status(lost)[0] == convert.OK
    placed = lost | {"trueValid": True, "trueHeadingDegrees": 12.0, "reference": "trueNorth", "reasons": []}
    assert convert.status(placed, "true")[0] == convert.OK
    other = told(reasons=["modelUnavailable"])
    assert "--location" not in convert.status(other, "true")[1]
    for found, word in (
        (told(disturbance="disturbed", accuracyDegrees=120.0), "90°"),
        (told(throughDisplay="nearest"), "--pointing"),
    ):
        assert convert.orientation(found)[1][0] == -1
        assert convert.status(found)[0] == convert.WARN and word in convert.status(found)[1]


def test_readings_ofTheProgram_pointTheFieldNorthAndTheForceUp():
    found = readings("simulated?pitch=20&roll=-35", "--readings", "60")
    assert len(found) > 20
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
    reader = lines.Lines(
        "127.0.0.1", server.getsockname()[1], lambda found, at: got.append((found, at)), retry=0.05, silence=1.0
    )
    reader.start()

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
        reader.end()
    assert len(got) == 3 and reader.refused == 1
    assert all(0 <= time.monotonic() - at < PATIENCE for _, at in got)
    assert not [thread for thread in threading.enumerate() if thread.name == reader._thread.name]
