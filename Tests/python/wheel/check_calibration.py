"""Calibrations: fits of the bundled recordings, an instrument that is turned by hand, and the check of axes."""

import json

import binnacle
import numpy as np
import recordings
from checking import FOLDER, IS_LONG, refused, sphere


def turned(count):
    """Samples of an instrument that is turned by hand: seconds, field in nanotesla with iron, force in g."""
    random = np.random.default_rng(8)
    for step in range(count):
        v = random.normal(size=3)
        yield 0.02 * (step + 1), v / np.linalg.norm(v) * 48_000 + (12_000, -7_000, 30_000), (0, 0, -1)


def test_calibration_ofATurnedInstrument_putsARecordIntoUse():
    compass, calibration, new = binnacle.Compass(), binnacle.Calibration(), []
    now, state = 0.0, binnacle.State
    assert calibration.progress(now).state is state.IDLE and compass.record.model == "none"
    refused(binnacle.BinnacleError, "does not allow this command", lambda: calibration.commit(now))
    calibration.start(now)
    refused(binnacle.BinnacleError, "does not allow this command", lambda: calibration.start(now))
    for now, field, force in turned(2_050):
        compass.add_force(now, force)
        compass.add_field(now, field, unit="nT")
        for _ in range(20):
            if calibration.step(compass, now):
                new.append(compass.record)
                calibration.saved(True, now)
        if calibration.progress(now).state is state.REVIEW:
            outcome = calibration.outcome()
            calibration.commit(now)
    assert len(new) == 1 and new[0].model == "ellipsoid" and calibration.progress(now).state is state.MONITOR
    assert outcome.accepted and outcome.model is binnacle.Model.ELLIPSOID and outcome.grade is binnacle.Grade.GOOD
    assert np.abs(outcome.hard_iron - (12_000, -7_000, 30_000)).max() < 100 and abs(outcome.field - 48_000) < 100
    assert 0 < outcome.typical_error < outcome.worst_error < 3 and calibration.reasons() == []
    # A run that nobody moves tells why it ended; what it has is refused until there are samples enough.
    calibration.start(now)
    refused(binnacle.BinnacleError, "does not allow this command", lambda: calibration.finish(now))
    for _ in range(1_900):
        now += 0.02
        compass.add_field(now, (20, 0, 43))
        calibration.step(compass, now)
    progress = calibration.progress(now)
    assert progress.state is state.FAILED and 0 < progress.seconds_left <= 60
    (reason,) = [reason for reason in calibration.reasons() if reason.code is binnacle.ReasonCode.NO_MOTION]
    assert reason.limit == 5_000 and reason.measured < 5_000
    calibration.cancel(now)
    assert calibration.progress(now).state is state.MONITOR


def test_axisCheck_tellsExchangedAxes():
    """The magnetometer has X and Y exchanged, which is a mirror; the accelerometer has X forward, Y left, Z up."""
    pose, check = binnacle.Pose, binnacle.AxisCheck()
    assert check.magnetometer().outcome is binnacle.Axes.TOO_FEW_POSES
    for held, field, force in (
        (pose.LEVEL, (0, 20, 43), (0, 0, 1)),
        (pose.NOSE_DOWN, (0, 43, -20), (-1, 0, 0)),
        (pose.RIGHT_SIDE_DOWN, (43, 0, -20), (0, 1, 0)),
        (pose.UPSIDE_DOWN, (0, 20, -43), (0, 0, -1)),
        (pose.NOSE_UP, (20, -43, 0), (1, 0, 0)),
        (pose.LEFT_SIDE_DOWN, (-43, 20, 0), (0, -1, 0)),
    ):
        check.add(held, field, force)
    gravity, field = check.accelerometer(), check.magnetometer()
    assert gravity[:4] == (binnacle.Axes.CERTAIN, "+x", "-y", False) and gravity.disagreement == 0
    assert field[:4] == (binnacle.Axes.CERTAIN, "+y", "+x", True) and field.next_disagreement > 0.05
    check.add(4, (0, 20_000, 43_000), unit="nT")
    check.add(4, (0, 20, 43))
    refused(binnacle.BinnacleError, "does not allow this command", lambda: check.add(4, (0, 20, 43)))
    refused(binnacle.BinnacleError, "outside its range", lambda: binnacle.AxisCheck().add(6, (0, 20, 43)))
    refused(ValueError, "3) is needed", lambda: binnacle.AxisCheck().add(4, (0, 20)))


def digits(value, count):
    return None if value is None else float(f"{value:.{count}g}")


def expect_fit(recording):
    name, _, _, unit, force_unit, _, _, plain = recording
    told = json.loads((FOLDER / f"{name}.json").read_text())
    field, force, seconds = recordings.columns(recording)
    found = binnacle.fit(field, force, time=seconds, unit=unit, force_unit=force_unit or "g", plain=plain)
    exact = told["integer"]
    assert told["rows"] == found.rows and told["scaleExponent"] == found.scale_exponent, name
    for ours, theirs in (
        ("accepted", "accepted"),
        ("model", "model"),
        ("grade", "grade"),
        ("directions_seen", "directionsSeen"),
        ("tilt_seen_degrees", "tiltSeenDegrees"),
    ):
        assert getattr(found, ours) == exact[theirs], (name, ours, getattr(found, ours), exact[theirs])
    assert [reason.name for reason in found.reasons] == exact["reasons"], (name, found.reasons, exact["reasons"])
    for ours, theirs, count in (
        ("radius", "radius", 9),
        ("residual_percent", "residualPercent", 6),
        ("worst_error_degrees", "predictedHeadingErrorDegrees", 6),
        ("typical_error_degrees", "typicalHeadingErrorDegrees", 6),
        ("left_out_percent", "leftOutPercent", 4),
    ):
        assert digits(getattr(found, ours), count) == exact[theirs], (name, ours, getattr(found, ours), exact[theirs])
    if exact["centre"] is None:
        assert found.hard_iron is None and found.soft_iron is None
    else:
        assert [digits(value, 9) for value in found.hard_iron] == exact["centre"], name
        assert [[digits(value, 9) for value in row] for row in found.soft_iron] == exact["softIron"], name
    for ours, theirs in zip(found.reasons, exact["measures"]):
        assert (digits(ours.measured, 6), digits(ours.limit, 6)) == (theirs["measured"], theirs["limit"]), (
            name,
            ours,
            theirs,
        )
        assert ours.of_larger_model == theirs["ofLargerModel"] and str(ours).startswith(theirs["reason"])
    expect_alignment(name, found.alignment, told["alignment"]["integer"])
    bytes_of_record = FOLDER / f"{name}.record"
    if bytes_of_record.exists() and bytes_of_record.stat().st_size:
        assert bytes(found.record) == bytes_of_record.read_bytes(), name
    else:
        refused(ValueError, "", lambda: found.record)
    return found


def expect_alignment(name, ours, aligned):
    assert (aligned is None) == (ours is None), name
    if aligned is not None:
        assert aligned["pairs"] == ours.pairs, name
        assert [digits(value, 6) for value in ours.rotation_degrees] == aligned["rotationDegrees"], name
        assert digits(ours.dip_degrees, 6) == aligned["dipDegrees"], name
        assert digits(ours.dip_spread_degrees, 5) == aligned["dipSpreadDegrees"], name
        assert digits(ours.dip_spread_before_degrees, 5) == aligned["dipSpreadBeforeDegrees"], name
        assert [[digits(value, 9) for value in row] for row in ours.soft_iron] == aligned["softIron"], name


def test_fits_ofTheRecordings_areThoseOfTheProgram():
    found = [expect_fit(recording) for recording in recordings.RECORDINGS if IS_LONG or recording[0] in recordings.FEW]
    assert {one.accepted for one in found} == {True, False} and len({one.model for one in found}) >= 2
    assert any(one.alignment for one in found) and any(one.accepted and one.unit != "counts" for one in found)


def test_fit_ofALongRecording_takesEveryNthRow():
    random = np.random.default_rng(11)
    directions = random.normal(0, 1, (150_000, 3))
    field = directions / np.linalg.norm(directions, axis=1)[:, None] * 48 + [10, -5, 20]
    found = binnacle.fit(field)
    assert found.rows == 75_000 and found.accepted and np.abs(found.hard_iron - [10, -5, 20]).max() < 0.05
    assert found.record.field_strength and abs(found.record.field_strength - 48) < 0.1


def test_fit_ofWhatIsNoRecording_isRefused():
    good = np.random.default_rng(12).normal(0, 30, (40, 3))
    refused(ValueError, "3 rows", lambda: binnacle.fit(good[:3]))
    refused(ValueError, "0 rows", lambda: binnacle.fit(np.zeros((0, 3))))
    refused(ValueError, "every number of the field is 0", lambda: binnacle.fit(np.zeros((9, 3))))
    bad = good.copy()
    bad[7, 1] = np.nan
    refused(ValueError, "field, row 7: not a finite number", lambda: binnacle.fit(bad))
    bad[7, 1] = np.inf
    refused(ValueError, "field, row 7", lambda: binnacle.fit(bad))
    refused(ValueError, "force has the shape (39, 3)", lambda: binnacle.fit(good, good[:39]))
    refused(ValueError, "one of uT", lambda: binnacle.fit(good, unit="tesla"))
    found = binnacle.fit(good)
    assert not found.accepted and found.grade == 0 and found.reasons
    refused(ValueError, "the fit was refused: ", lambda: found.record)
    refused(ValueError, "in counts", lambda: binnacle.fit(sphere(200), unit="counts").record)
    flat = binnacle.fit(np.column_stack([good[:, :2], np.full(40, 1e-9)]))
    assert not flat.accepted and "notDetermined" in [reason.name for reason in flat.reasons]


def test_fit_refused_saysWhy():
    still = np.tile([20.0, 5, 40], (50, 1)) + np.random.default_rng(1).normal(0, 0.3, (50, 3))
    found = binnacle.fit(still)
    assert not found.accepted
    refused(ValueError, f"the fit was refused: {found.reasons[0].words} (", lambda: found.record)
    assert all(len(reason.words) > 10 for reason in found.reasons)


def test_fit_ofAnotherUnit_saysWhichNumbersItWants():
    field, down = sphere(300), np.tile([0.0, 0, -1], (300, 1))
    for factor, unit in ((16_384, "g"), (9.81, "g"), (1_000, "m/s2"), (16_384, "mg")):
        refused(ValueError, f"force_unit is '{unit}'", lambda: binnacle.fit(field, down * factor, force_unit=unit))
    binnacle.fit(field, down * 16_384, force_unit="counts")
    refused(ValueError, "30 for 3,000 counts a gauss", lambda: binnacle.fit(field * 30, unit="counts").record)


def test_fit_ofAxesThatDisagree_namesThoseOfTheForceThatFit():
    # Attitudes in all directions: rows of rotations, from random numbers.
    axes = np.linalg.qr(np.random.default_rng(45).normal(size=(600, 3, 3)))[0]
    axes *= np.linalg.det(axes)[:, None, None]
    fields, force = axes @ [20.0, 0.0, 43.0] + [12.0, -7.0, 5.0], axes @ [0.0, 0.0, -1.0]
    right = binnacle.fit(fields, force=force, unit="uT", force_unit="g")
    assert right.accepted and right.alignment.axes_that_fit == ("x", "y", "z")
    for wrong, named in ((force * [1, 1, -1], ("x", "y", "-z")), (force[:, [1, 0, 2]] * [1, -1, 1], ("-y", "x", "z"))):
        found = binnacle.fit(fields, force=wrong, unit="uT", force_unit="g")
        assert not found.accepted and [reason.name for reason in found.reasons] == ["axesDisagree"]
        assert found.alignment.axes_that_fit == named, found.alignment.axes_that_fit


def test_fit_isTheSame_whateverTheLayout():
    field = sphere(300) + [3, 4, 5]
    found = binnacle.fit(field)
    for other in (np.asfortranarray(field), np.repeat(field, 2, 0)[::2], field.tolist()):
        again = binnacle.fit(other)
        assert (again.hard_iron == found.hard_iron).all() and bytes(again.record) == bytes(found.record)
    assert found.accepted and np.abs(found.hard_iron - [3, 4, 5]).max() < 0.05
