"""binnacle_ros without ROS: from headings of any axis, with a card and turned for a display, to the body's attitude."""

import itertools
import math
import random

import numpy as np
import pytest
from ros_readings import EARTH, convert, fused, matrix, pointing, reading, readings, turn

# Forward, right and down of the axes in which each axis is forward (Protocols/heading/spec.md, section 11).
FRAMES = {
    "+X": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "-X": ((-1, 0, 0), (0, -1, 0), (0, 0, 1)),
    "+Y": ((0, 1, 0), (-1, 0, 0), (0, 0, 1)),
    "-Y": ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
    "+Z": ((0, 0, 1), (0, 1, 0), (-1, 0, 0)),
    "-Z": ((0, 0, -1), (0, -1, 0), (-1, 0, 0)),
}
EDGES = {"portrait": 0, "upsideDown": 180, "landscapeLeft": 90, "landscapeRight": -90}


def told(attitude, axis="+X", display="portrait", card=0.0, **changes):
    """What a device tells that has this attitude, a rotation matrix, and these settings."""
    frame = attitude @ np.array(FRAMES[axis], float).T
    heading = math.degrees(math.atan2(frame[1, 0], frame[0, 0]))
    turned = 0 if axis[1] == "Z" else EDGES[display]
    return reading(
        (heading + card + turned) % 360,
        math.degrees(math.asin(-frame[2, 0])),
        math.degrees(math.atan2(frame[2, 1], frame[2, 2])),
        correctedNanotesla=list(attitude.T @ EARTH),
        specificForceMicroG=[round(part) for part in attitude.T @ [0, 0, -1e6]],
        orientation=display,
        throughDisplay=axis if axis[1] == "Z" else None,
        **changes,
    )


def error(found, attitude):
    """Largest difference from an attitude of the body, a rotation matrix."""
    return 9 if found is None else np.abs(matrix(found) - attitude).max()


def test_attitude_ofAnyAxisAndDisplay_isThatOfTheBody_withTheCard():
    chance = random.Random(5)
    for axis, display in itertools.product(FRAMES, EDGES):
        for _ in range(30):
            heading, pitch, roll = chance.uniform(0, 360), chance.uniform(-70, 70), chance.uniform(-80, 80)
            body, card = turn(2, heading) @ turn(1, pitch) @ turn(0, roll), chance.uniform(-40, 40)
            found = told(body, axis, display, card)
            assert error(convert.attitude(found), turn(2, card) @ body) < 1e-5, (axis, display)
            # The fusion knows the same tilt, and another north.
            found["motion"] = fused(heading - 33, pitch, roll)
            assert error(convert.attitude(found), turn(2, card) @ body) < 1e-5, (axis, display)


@pytest.mark.parametrize("axis", pointing.LEVEL)
@pytest.mark.parametrize("display", EDGES)
def test_attitude_onTheLevel_isToldByTheField(axis, display):
    level = turn(2, 100)
    for changes in ({}, {"pitchDegrees": None, "rollDegrees": None, "specificForceMicroG": None}):
        found = told(level, axis, display, card=-12) | changes
        assert error(convert.attitude(found), turn(2, -12) @ level) < 1e-9
        # Lying flat, a display has another name, but the same turn.
        if axis == "+X":
            flat = found | {"flat": True, "orientation": "faceUp"}
            assert error(convert.attitude(flat), turn(2, -12) @ level) < 1e-9
    # A heading that fits no axis gives no orientation.
    assert convert.orientation(told(level, axis, display, card=45))[1][0] == -1


def test_pointing_keepsWhatItKnew_whileAReadingCannotTell():
    state, level = pointing.Pointing(), turn(2, 100)
    tilted = level @ turn(1, 20) @ turn(0, 40)
    assert state.of(told(tilted, "-Y", "landscapeRight")) == ("-Y", -90)
    # Smoothing lets the heading lag behind the field.
    late = {"flat": True, "deviceTimeSeconds": 1.1} | {"orientation": "faceUp"}
    lagging = told(level, "-Y", "landscapeRight", card=80) | late
    assert state.of(lagging) == ("-Y", -90) and pointing.Pointing().of(lagging) != ("-Y", -90)
    assert state.of(lagging) == state.of(lagging)
    # Tilted, a reading tells other settings at once.
    assert state.of(told(tilted, "+Y", deviceTimeSeconds=1.2)) == ("+Y", 0)
    # An axis that the tilt excludes is forgotten, also while the display's turn is not known.
    state = pointing.Pointing()
    nearly = turn(2, 100) @ turn(1, 0.035)
    flat = {"flat": True, "orientation": "faceUp"}
    assert state.of(told(level @ turn(1, 2), "-X") | flat) == ("-X", 0)
    assert state.of(told(nearly, "+X") | flat) == ("+X", 0)
    # After a pause and after a restart nothing is known any more.
    for time in (4.0, 0.0):
        state = pointing.Pointing()
        state.of(told(tilted, "+Y"))
        assert state.of(told(level, "+X", deviceTimeSeconds=time)) == ("+X", 0)


def test_pointing_alongTheAxisThroughTheDisplay_isNotTakenForTheInstruments():
    state, nose = pointing.Pointing(), turn(2, 100) @ turn(1, 70) @ turn(0, 10)
    assert state.of(told(nose, "+X")) == ("+X", 0)
    assert state.of(told(nose, "+Z", "landscapeLeft")) == ("+Z", 0)
    assert state.of(told(turn(2, 100), "+X")) == ("+X", 0)
    # A later version may know other axes.
    assert state.of(told(nose, "+Z") | {"throughDisplay": "nearest"}) is None


def compass_attitude(found):
    """The attitude by field and force alone: columns of north, east and down in body axes."""
    down = -np.array(found["specificForceMicroG"], float)
    down /= np.linalg.norm(down)
    east = np.cross(down, found["correctedNanotesla"])
    east /= np.linalg.norm(east)
    return np.array([np.cross(east, down), east, down])


@pytest.mark.parametrize(
    ("options", "card"),
    [
        ([], 0),
        (["--card", "10,0,0,0,0"], 10),
        (["--pointing", "+Y"], 0),
        (["--pointing", "-X", "--card", "-6,0,0,0,0"], -6),
        (["--orientation", "landscape-left"], 0),
        (["--orientation", "auto", "--pointing", "-Y"], 0),
    ],
)
@pytest.mark.parametrize("held", ["simulated", "simulated?pitch=20&roll=-25"])
def test_yaw_ofTheProgramsReadings_goesOn_whenTheFusionBegins(held, options, card):
    state, errors = convert.Pointing(), {True: [], False: []}
    for each in readings(held, "--readings", "80", *options):
        q, covariance = convert.orientation(each, pointing=state)
        assert covariance[8] == pytest.approx((math.radians(each["accuracyDegrees"]) / 1.959964) ** 2)
        east, north, _ = matrix(q) @ [1, 0, 0]
        truth = compass_attitude(each)
        seconds = convert.time_of_attitude(each) - each["deviceTimeSeconds"]
        turned = card + seconds * (each["motion"]["turnDegreesPerSecond"] or 0.0)
        there = math.atan2(truth[1, 0], truth[0, 0]) + math.radians(turned)
        is_fused = convert.fusion(each) is not None
        errors[is_fused].append(abs(math.degrees(math.remainder(math.atan2(east, north) - there, 2 * math.pi))))
    assert len(errors[True]) > 10 and len(errors[False]) > 5
    # With the fusion, the judgement of the device and another tilt take part.
    assert max(errors[False]) < 0.01 and max(errors[True]) < 1.5, (max(errors[False]), max(errors[True]))
