"""The vectors of Protocols/heading, sections 9 to 11, recomputed in floating point from the files alone.

The generator works with 60 digits in the form of the specification; what is here is written in other forms, so that a
slip in either shows."""

import cmath
import json
import math
import pathlib

import pytest

VECTORS = pathlib.Path(__file__).resolve().parents[2] / "Protocols" / "heading" / "vectors"
TURN = 2**32


def cases(name):
    document = json.loads((VECTORS / f"{name}.json").read_text())
    assert document["protocol"] == "heading" and document["version"] == 1
    return [pytest.param(case, id=case["name"]) for case in document["cases"]]


def direction(units):
    return cmath.exp(2j * math.pi * units / TURN)


def apart(a, b):
    return abs(math.remainder(a - b, 360))


@pytest.mark.parametrize("case", cases("accuracy"))
def test_accuracy(case):
    """The gain as the length of a vector: north's turn along north, the forward axis's along itself."""
    dip, pitch = (math.tan(2 * math.pi * case[name] / TURN) for name in ("dip", "pitch"))
    gain = abs(dip + pitch * direction(case["heading"])) ** 2
    field, tilt = case["fieldVarianceQ32"] / TURN, case["tiltVarianceQ32"] / TURN
    square = 4 * field * (1 + dip**2) + 3.18**2 * tilt * gain
    square += (2 * math.radians(case["calibrationHundredths"] / 100)) ** 2
    # A field beside the Earth's: at a measured strength of 12,000 times 4 nT.
    horizontal = 12_000 * math.cos(2 * math.pi * case["dip"] / TURN)
    horizontal = min(horizontal, case["expectedHorizontalUnits"] or horizontal)
    ratio = case["expectedUnits"] / horizontal
    square += (13 if case["hasDip"] or case["state"] == "clear" else 161) * case["offsetSquaredQ31"] / 2**31 * ratio**2
    assert min(180, math.degrees(math.sqrt(square))) == pytest.approx(case["accuracyDegrees"], abs=1e-6)
    if case["horizontalNanotesla"] is not None:
        across = (5417 + 800 * case["yearsOutside"]) / case["horizontalNanotesla"]
        square += (2 * math.radians(math.hypot(0.26, across))) ** 2
        assert min(180, math.degrees(math.sqrt(square))) == pytest.approx(case["trueAccuracyDegrees"], abs=1e-6)


@pytest.mark.parametrize("case", cases("assessment"))
def test_assessment(case):
    turned = {"upsideDown": -1, "landscapeLeft": 1j, "landscapeRight": -1j}.get(case["display"], 1)
    if case["magneticDegrees"] is None:
        assert case["trueDegrees"] is None and case["reference"] == "none"
        return
    compass = 2 * math.pi * case["compass"] / TURN
    a, b, c, d, e = (math.remainder(value, TURN) * 2 * math.pi / TURN for value in case["card"])
    card = a + b * math.sin(compass) + c * math.cos(compass) + d * math.sin(2 * compass) + e * math.cos(2 * compass)
    magnetic = cmath.exp(1j * (compass + card)) * turned
    assert apart(math.degrees(cmath.phase(magnetic)), case["magneticDegrees"]) < 1e-9
    assert 0 <= case["magneticDegrees"] < 360
    if case["trueDegrees"] is not None:
        true = magnetic * direction(case["declination"])
        assert apart(math.degrees(cmath.phase(true)), case["trueDegrees"]) < 1e-9
        assert 0 <= case["trueDegrees"] < 360


@pytest.mark.parametrize("case", cases("smoothing"))
def test_smoothing(case):
    """As angles without a circle: the heading is unwound by the shortest way from the smoothed one."""
    smooth, last = None, None
    for sample in case["samples"]:
        if sample["heading"] is None:
            assert sample["smoothedDegrees"] is None
            smooth = None
        else:
            heading = 360 * sample["heading"] / TURN
            if smooth is None or case["timeConstant"] == 0 or sample["time"] < last:
                smooth = heading
            else:
                way = math.remainder(heading - smooth, 360)
                smooth -= math.expm1(-(sample["time"] - last) / case["timeConstant"]) * way
            assert apart(smooth, sample["smoothedDegrees"]) < 1e-6
        last = sample["time"]


@pytest.mark.parametrize("case", cases("meter"))
def test_meter(case):
    for reading in case["readings"]:
        if reading["difference"] is None:
            assert reading["isLost"] or reading["isOverflowed"]
            continue
        mean = [sum(s["field"][i] for s in case["baseline"]) / len(case["baseline"]) for i in range(3)]
        assert reading["difference"] == pytest.approx([f - m for f, m in zip(reading["field"], mean)], abs=1e-6)
        assert reading["differenceMagnitude"] == pytest.approx(math.hypot(*reading["difference"]))


@pytest.mark.parametrize("case", cases("events"))
def test_events(case):
    """Read backwards: between one that is told and the next, nothing may have been worth telling."""
    told = case["readings"][0]
    assert told["events"] == ["first"]
    for reading in case["readings"][1:]:
        same = all(
            reading[key] == told[key]
            for key in ("magnetic", "trueNorth", "grade", "disturbance", "reference", "mode", "orientation")
        )
        both = reading["heading"] is not None and told["heading"] is not None
        way = abs(cmath.phase(direction(reading["heading"] - told["heading"]))) if both else 0
        moved = case["minimumChange"] == 0 or both and way >= 2 * math.pi * (case["minimumChange"] - 0.5) / TURN
        late = case["heartbeat"] > 0 and reading["time"] - told["time"] >= case["heartbeat"]
        assert bool(reading["events"]) == (moved or late or not same)
        assert ("moved" in reading["events"]) == moved and ("heartbeat" in reading["events"]) == late
        if reading["events"]:
            told = reading
