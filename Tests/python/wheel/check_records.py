"""Records of calibrations: what their bytes say, and what they do to a field."""

import datetime
import json

import binnacle
import numpy as np
from checking import DEGREE, refused, vectors


def test_records_areReadAsTheVectorsSay():
    count = 0
    for case in vectors("calibration/vectors/record.json"):
        data = bytes.fromhex(case["bytes"])
        if "reject" in case:
            error = refused(binnacle.BinnacleError, "", lambda: binnacle.Record(data))
            assert -38 <= error.code <= -33, case["name"]
            continue
        record = binnacle.Record(data)
        count += 1
        if case["canonical"]:
            assert bytes(record) == data, case["name"]
        assert binnacle.Record(bytes(record)) == record and len(bytes(record)) == 216
        assert (record.hard_iron * 256_000).round().tolist() == case["hardIronQ8"]
        assert (record.soft_iron * 2**24).reshape(-1).tolist() == case["softIronQ24"]
        assert record.model == ("none", "planar", "sphere", "axis", "ellipsoid")[case["modelOrder"]]
        assert record.grade == case["grade"] and record.tilt_seen_degrees == case["tiltSeenDegrees"]
        days = case["date"]
        known = days is not None and abs(days) < 700_000
        assert record.date == (datetime.date(2000, 1, 1) + datetime.timedelta(days) if known else None)
        assert record.temperature == (None if case["temperatureEighths"] is None else case["temperatureEighths"] / 8)
        assert record.dip_degrees == (None if case["dip"] is None else case["dip"] * DEGREE)
        hundredths = case["headingErrorHundredths"]
        assert record.worst_error_degrees == (None if hundredths is None else hundredths / 100)
        assert (record.residual or 0) * 1000 == (case["residualNanotesla"] or 0)
    assert count > 5


def test_correction_meetsTheVectors_withEachBit():
    count = 0
    for case in vectors("calibration/vectors/correction.json"):
        try:
            record = binnacle.Record._made(order=4, h=case["hardIronQ8"], s=case["softIronQ24"])
        except binnacle.BinnacleError as error:
            # A matrix that loses directions is no record, though S (m - h) has a value.
            assert error.code == -38
            continue
        field = np.clip(case["nanotesla"], -(2**21), 2**21)
        assert (record.apply([field], unit="nT") * 256).tolist() == [case["correctedQ8"]], case["name"]
        assert np.allclose(record.apply(field / 1000.0) * 256_000, case["correctedQ8"], rtol=1e-12, atol=1e-6)
        count += 1
    assert count > 10


def test_recordsThatAreNone_areRefusedWithTheWordsOfTheLibrary():
    error = refused(
        binnacle.BinnacleError, "the bytes do not begin as a record does", lambda: binnacle.Record(bytes(216))
    )
    assert error.code == -34 and isinstance(error, ValueError)
    refused(binnacle.BinnacleError, "fewer", lambda: binnacle.Record(b""))
    data = bytearray(bytes(binnacle.Record.identity()))
    data[30] ^= 1
    refused(binnacle.BinnacleError, "checksum", lambda: binnacle.Record(bytes(data)))
    refused(TypeError, "", lambda: binnacle.Record("text"))
    refused(binnacle.BinnacleError, "range", lambda: binnacle.Record.of([5_000, 0, 0]))
    refused(binnacle.BinnacleError, "does not fit", lambda: binnacle.Record.of([5e9, 0, 0]))
    refused(binnacle.BinnacleError, "", lambda: binnacle.Record.of([0, 0, 0], -np.eye(3)))
    refused(ValueError, "shape", lambda: binnacle.Record.of([0, 0]))
    refused(ValueError, "finite", lambda: binnacle.Record.of([0, 0, np.nan]))
    refused(ValueError, "sphere, axis, ellipsoid", lambda: binnacle.Record.of([0, 0, 0], model="plane"))
    assert json.loads(binnacle.Record.identity().to_json())["record"] == bytes(binnacle.Record.identity()).hex()


def test_record_isTakenAsItsBytes():
    record = binnacle.Record.of([10.0, -5.0, 3.0])
    field = [[30.0, 5, 40]] * 3
    assert (binnacle.heading(field, record=bytes(record)) == binnacle.heading(field, record=record)).all()
    assert binnacle.Compass(bytes(record)).record == record
    refused(binnacle.BinnacleError, "", lambda: binnacle.heading(field, record=b"short"))
    refused(TypeError, "", lambda: binnacle.heading(field, record="text"))
